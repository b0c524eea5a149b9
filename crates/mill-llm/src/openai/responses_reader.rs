//! The event stream of the Responses API. Usage is only in the final event.

use mill_domain::{PriceVariant, ProviderName};
use serde::Deserialize;
use serde_json::Value as Json;

use super::counts::{self, Counted};
use super::errors::{error_in_stream, is_too_long};
use crate::LlmError;
use crate::prices::variant;
use crate::reading::{Heard, Reader, Reading, Stop};
use crate::server_word::shortened;
use crate::sse::Event;

/// Follows one response to `response.completed`, `.incomplete` or `.failed`.
pub(super) struct ResponsesReader {
    provider: ProviderName,
    model: String,
    regional: bool,
    served: Option<String>,
    counted: Option<Counted>,
    tier: Option<String>,
    stop: Option<Stop>,
    refusal: String,
    closed: bool,
}

#[derive(Debug, Deserialize)]
struct Data {
    #[serde(rename = "type")]
    kind: String,
    #[serde(default)]
    delta: Json,
    #[serde(default)]
    response: Json,
}

impl ResponsesReader {
    pub(super) fn new(provider: &ProviderName, model: &str, regional: bool) -> Self {
        Self {
            provider: provider.clone(),
            model: model.to_owned(),
            regional,
            served: None,
            counted: None,
            tier: None,
            stop: None,
            refusal: String::new(),
            closed: false,
        }
    }

    /// Takes the final object; a failure in it ends the call as failed, with its usage.
    fn close(&mut self, response: &Json) -> Heard {
        self.served = response["model"].as_str().map(str::to_owned);
        self.tier = response["service_tier"].as_str().map(str::to_owned);
        self.counted = counts::of_responses(&response["usage"]).or(self.counted);
        let error = &response["error"];
        match response["status"].as_str() {
            Some("failed") if is_too_long(error) => {
                self.stop = Some(Stop::TooLong(
                    error["message"]
                        .as_str()
                        .unwrap_or("the input is too long")
                        .to_owned(),
                ));
            }
            Some("failed" | "cancelled") => {
                return Heard::failed(error_in_stream(&self.provider, error));
            }
            Some("incomplete") => self.stop = Some(incomplete(&response["incomplete_details"])),
            _ if self.refusal.is_empty() => self.stop = Some(Stop::Finished),
            _ => self.stop = Some(Stop::Refused(std::mem::take(&mut self.refusal))),
        }
        self.closed = true;
        Heard::over()
    }

    fn variants(&self) -> Vec<PriceVariant> {
        let region = self.regional.then_some("residency");
        let words = [self.tier.as_deref(), region];
        words
            .into_iter()
            .flatten()
            .filter_map(|word| variant(&self.provider, &self.model, word))
            .collect()
    }
}

impl Reader for ResponsesReader {
    fn event(&mut self, event: &Event) -> Heard {
        if event.data == "[DONE]" {
            return Heard::default();
        }
        let Ok(data) = serde_json::from_str::<Data>(&event.data) else {
            let detail = shortened(&event.data, 200);
            return Heard::failed(LlmError::BadReply {
                provider: self.provider.clone(),
                detail,
            });
        };
        let delta = data.delta.as_str().unwrap_or_default();
        match data.kind.as_str() {
            "response.output_text.delta" => Heard::text(delta),
            "response.refusal.delta" => {
                self.refusal.push_str(delta);
                Heard {
                    thinking_bytes: delta.len(),
                    ..Heard::default()
                }
            }
            "response.completed" | "response.incomplete" | "response.failed" => {
                self.close(&data.response)
            }
            "error" => {
                let body: Json = serde_json::from_str(&event.data).unwrap_or_default();
                let error = body
                    .get("error")
                    .filter(|error| error.is_object())
                    .unwrap_or(&body);
                Heard::failed(error_in_stream(&self.provider, error))
            }
            // Thinking is billed and shows life; every other event, known or not, brings nothing.
            _ => Heard {
                thinking_bytes: delta.len(),
                ..Heard::default()
            },
        }
    }

    fn whole(&mut self, body: &Json) -> Heard {
        if body["object"] != "response" && body.get("error").is_some_and(|error| !error.is_null()) {
            return Heard::failed(error_in_stream(&self.provider, &body["error"]));
        }
        let items = body["output"]
            .as_array()
            .map(Vec::as_slice)
            .unwrap_or_default();
        let contents = || {
            items
                .iter()
                .filter_map(|item| item["content"].as_array())
                .flatten()
        };
        self.refusal = contents()
            .filter_map(|content| content["refusal"].as_str())
            .collect();
        let text: String = contents()
            .filter_map(|content| content["text"].as_str())
            .collect();
        Heard {
            text: Some(text),
            ..self.close(body)
        }
    }

    fn reading(&mut self) -> Reading {
        Reading {
            stop: self.stop.take(),
            complete: self.closed,
            usage: self.counted.map(|counted| counted.usage),
            usage_is_odd: self.counted.is_some_and(|counted| !counted.consistent),
            usage_is_final: self.counted.is_some(),
            variants: self.variants(),
            reported_cost: None,
            model_served: self.served.take(),
        }
    }
}

fn incomplete(details: &Json) -> Stop {
    match details["reason"].as_str() {
        Some("content_filter") => {
            Stop::Refused("the provider's content filter stopped it".to_owned())
        }
        _ => Stop::Length,
    }
}
