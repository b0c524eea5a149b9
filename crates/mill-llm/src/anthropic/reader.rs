//! Anthropic's event stream.

use mill_domain::{PriceVariant, ProviderName, Usage};
use serde::Deserialize;
use serde_json::Value as Json;

use super::errors::error_in_stream;
use crate::LlmError;
use crate::prices::variant;
use crate::reading::{Heard, Reader, Reading, Stop};
use crate::server_word::shortened;
use crate::sse::Event;

/// Follows one message from `message_start` to `message_stop`.
pub(super) struct MessageReader {
    provider: ProviderName,
    model: Option<String>,
    usage: Counts,
    counted: bool,
    final_counts: bool,
    stop: Option<Stop>,
    stopped: bool,
}

/// Counts as they stand: `message_delta` values are cumulative and overwrite, absent ones keep the older value.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct Counts {
    input_tokens: Option<u64>,
    cache_creation_input_tokens: Option<u64>,
    cache_creation: Option<CacheCreation>,
    cache_read_input_tokens: Option<u64>,
    output_tokens: Option<u64>,
    server_tool_use: Option<ServerTools>,
    service_tier: Option<String>,
    speed: Option<String>,
    inference_geo: Option<String>,
}

#[derive(Debug, Clone, Copy, Default, Deserialize)]
#[serde(default)]
struct CacheCreation {
    ephemeral_1h_input_tokens: Option<u64>,
}

#[derive(Debug, Clone, Copy, Default, Deserialize)]
#[serde(default)]
struct ServerTools {
    web_search_requests: Option<u64>,
}

#[derive(Debug, Deserialize)]
struct Data<'d> {
    #[serde(rename = "type")]
    kind: &'d str,
    message: Option<Start>,
    #[serde(default)]
    delta: Delta,
    usage: Option<Counts>,
    #[serde(default)]
    error: Json,
}

#[derive(Debug, Deserialize)]
struct Start {
    model: Option<String>,
    usage: Option<Counts>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct Delta {
    text: Option<String>,
    thinking: Option<String>,
    partial_json: Option<String>,
    stop_reason: Option<String>,
    stop_details: Json,
}

impl MessageReader {
    pub(super) fn new(provider: &ProviderName) -> Self {
        Self {
            provider: provider.clone(),
            model: None,
            usage: Counts::default(),
            counted: false,
            final_counts: false,
            stop: None,
            stopped: false,
        }
    }

    fn count(&mut self, newer: Option<Counts>) {
        if let Some(newer) = newer {
            self.usage.merge(newer);
            self.counted = true;
        }
    }
}

impl Reader for MessageReader {
    fn event(&mut self, event: &Event) -> Heard {
        let Ok(data) = serde_json::from_str::<Data<'_>>(&event.data) else {
            let detail = shortened(&event.data, 200);
            return Heard::failed(LlmError::BadReply {
                provider: self.provider.clone(),
                detail,
            });
        };
        match data.kind {
            "message_start" => {
                let start = data.message.unwrap_or(Start {
                    model: None,
                    usage: None,
                });
                self.model = start.model;
                self.count(start.usage);
                Heard::default()
            }
            "content_block_delta" => heard_in(data.delta),
            "message_delta" => {
                if let Some(reason) = &data.delta.stop_reason {
                    self.stop = Some(stop_of(reason, &data.delta.stop_details));
                    self.final_counts = data.usage.is_some();
                }
                self.count(data.usage);
                Heard::default()
            }
            "message_stop" => {
                self.stopped = true;
                Heard::over()
            }
            "error" => Heard::failed(error_in_stream(&self.provider, &data.error)),
            _ => Heard::default(),
        }
    }

    fn whole(&mut self, body: &Json) -> Heard {
        if body["type"] == "error" || body.get("error").is_some() {
            return Heard::failed(error_in_stream(&self.provider, &body["error"]));
        }
        self.model = body["model"].as_str().map(str::to_owned);
        self.count(Counts::deserialize(&body["usage"]).ok());
        self.final_counts = self.counted;
        self.stop = body["stop_reason"]
            .as_str()
            .map(|reason| stop_of(reason, &body["stop_details"]));
        self.stopped = true;
        let blocks = body["content"]
            .as_array()
            .map(Vec::as_slice)
            .unwrap_or_default();
        let text: String = blocks
            .iter()
            .filter_map(|block| block["text"].as_str())
            .collect();
        Heard::text(&text)
    }

    fn reading(&mut self) -> Reading {
        Reading {
            stop: self.stop.take(),
            complete: self.stopped,
            usage: self.counted.then(|| self.usage.usage()),
            usage_is_odd: false,
            usage_is_final: self.final_counts,
            variants: self
                .usage
                .variants(&self.provider, self.model.as_deref().unwrap_or_default()),
            reported_cost: None,
            model_served: self.model.take(),
        }
    }
}

fn heard_in(delta: Delta) -> Heard {
    let unseen = delta.thinking.as_deref().map_or(0, str::len)
        + delta.partial_json.as_deref().map_or(0, str::len);
    Heard {
        text: delta.text,
        thinking_bytes: unseen,
        ..Heard::default()
    }
}

/// Unknown reasons end an answer like `end_turn`: the checks on the output decide what it is worth.
fn stop_of(reason: &str, details: &Json) -> Stop {
    match reason {
        "max_tokens" => Stop::Length,
        "model_context_window_exceeded" => {
            Stop::TooLong("the conversation is longer than the model's window".to_owned())
        }
        "refusal" => {
            let words = ["explanation", "category"]
                .into_iter()
                .find_map(|field| details[field].as_str());
            Stop::Refused(words.unwrap_or("the model declined").to_owned())
        }
        _ => Stop::Finished,
    }
}

impl Counts {
    fn merge(&mut self, newer: Self) {
        let Self {
            input_tokens,
            cache_creation_input_tokens,
            cache_creation,
            cache_read_input_tokens,
            output_tokens,
            server_tool_use,
            service_tier,
            speed,
            inference_geo,
        } = newer;
        self.input_tokens = input_tokens.or(self.input_tokens);
        self.cache_creation_input_tokens =
            cache_creation_input_tokens.or(self.cache_creation_input_tokens);
        self.cache_creation = cache_creation.or(self.cache_creation);
        self.cache_read_input_tokens = cache_read_input_tokens.or(self.cache_read_input_tokens);
        self.output_tokens = output_tokens.or(self.output_tokens);
        self.server_tool_use = server_tool_use.or(self.server_tool_use);
        self.service_tier = service_tier.or_else(|| self.service_tier.take());
        self.speed = speed.or_else(|| self.speed.take());
        self.inference_geo = inference_geo.or_else(|| self.inference_geo.take());
    }

    /// Anthropic's buckets are disjoint already; only the writes are split by how long they live.
    fn usage(&self) -> Usage {
        let written = self.cache_creation_input_tokens.unwrap_or(0);
        let split = self.cache_creation.unwrap_or_default();
        let long = split.ephemeral_1h_input_tokens.unwrap_or(0).min(written);
        Usage {
            input_tokens: self.input_tokens.unwrap_or(0),
            cache_read_tokens: self.cache_read_input_tokens.unwrap_or(0),
            cache_write_short_tokens: written - long,
            cache_write_long_tokens: long,
            output_tokens: self.output_tokens.unwrap_or(0),
            web_searches: self
                .server_tool_use
                .and_then(|tools| tools.web_search_requests)
                .unwrap_or(0),
        }
    }

    fn variants(&self, provider: &ProviderName, model: &str) -> Vec<PriceVariant> {
        [&self.service_tier, &self.speed, &self.inference_geo]
            .into_iter()
            .flatten()
            .filter_map(|word| variant(provider, model, word))
            .collect()
    }
}

#[cfg(test)]
mod tests;
