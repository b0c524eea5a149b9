//! The event stream of Chat Completions, as the many servers really send it.

use mill_domain::{PriceVariant, ProviderName, Usd};
use serde::Deserialize;
use serde_json::Value as Json;

use super::counts::{self, Counted};
use super::errors::error_in_stream;
use super::learned::error_of_whole;
use super::profile::Profile;
use crate::LlmError;
use crate::ModelRequest;
use crate::estimate::fewest_tokens;
use crate::prices::variant;
use crate::reading::{Heard, Reader, Reading, Stop};
use crate::server_word::shortened;
use crate::sse::Event;

/// Prompts smaller than this are not suspected of having been cut: estimates are too rough there.
const CUT_SUSPICION_TOKENS: u64 = 1_000;

/// Follows one completion to its finish reason; `[DONE]` and usage may follow, or not.
pub(super) struct ChatReader {
    provider: ProviderName,
    profile: Profile,
    model: String,
    fewest_input: u64,
    served: Option<String>,
    counted: Option<Counted>,
    prompt_tokens: Option<u64>,
    reported_cost: Option<Usd>,
    tier: Option<String>,
    stop: Option<Stop>,
    refusal: String,
    done: bool,
}

#[derive(Debug, Deserialize)]
struct Chunk {
    model: Option<String>,
    choices: Option<Vec<Choice>>,
    usage: Option<Json>,
    error: Option<Json>,
    service_tier: Option<String>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct Choice {
    delta: Option<Delta>,
    message: Option<Delta>,
    finish_reason: Option<String>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct Delta {
    content: Json,
    refusal: Option<String>,
    reasoning_content: Json,
    reasoning: Json,
}

impl ChatReader {
    pub(super) fn new(provider: &ProviderName, profile: Profile, request: &ModelRequest) -> Self {
        Self {
            provider: provider.clone(),
            profile,
            model: request.model.clone(),
            fewest_input: if profile.cuts_silently {
                fewest_tokens(request)
            } else {
                0
            },
            served: None,
            counted: None,
            prompt_tokens: None,
            reported_cost: None,
            tier: None,
            stop: None,
            refusal: String::new(),
            done: false,
        }
    }

    fn chunk(&mut self, chunk: Chunk) -> Heard {
        if let Some(error) = chunk.error.filter(|error| !error.is_null()) {
            return Heard::failed(error_in_stream(&self.provider, &error));
        }
        self.served = chunk.model.or(self.served.take());
        self.tier = chunk.service_tier.or(self.tier.take());
        if let Some(usage) = chunk.usage {
            self.count(&usage);
        }
        let Some(choice) = chunk.choices.unwrap_or_default().into_iter().next() else {
            return Heard::default();
        };
        if choice.finish_reason.as_deref() == Some("error") {
            return Heard::failed(error_in_stream(&self.provider, &Json::Null));
        }
        let delta = choice.delta.or(choice.message).unwrap_or_default();
        let refused = delta.refusal.unwrap_or_default();
        self.refusal.push_str(&refused);
        if let Some(reason) = choice.finish_reason {
            self.stop = Some(stop_of(&reason));
        }
        let thinking = bytes_in(&delta.reasoning_content).max(bytes_in(&delta.reasoning));
        Heard {
            text: text_in(&delta.content),
            thinking_bytes: thinking + refused.len(),
            ..Heard::default()
        }
    }

    /// The last counts win: some servers send cumulative ones with every chunk.
    fn count(&mut self, usage: &Json) {
        let Some(counted) = counts::of_chat(usage, self.profile.reasoning) else {
            return;
        };
        self.prompt_tokens = usage["prompt_tokens"].as_u64();
        self.counted = Some(counted);
        self.reported_cost = reported(&usage["cost"]).or(self.reported_cost);
    }

    fn was_cut(&self) -> bool {
        self.fewest_input > CUT_SUSPICION_TOKENS
            && self
                .prompt_tokens
                .is_some_and(|told| told < self.fewest_input)
    }

    fn stop(&mut self) -> Option<Stop> {
        if self.was_cut() {
            let told = self.prompt_tokens.unwrap_or(0);
            return Some(Stop::TooLong(format!(
                "the server read only {told} tokens of an input of at least {}: give it a larger context window",
                self.fewest_input
            )));
        }
        if self.refusal.is_empty() {
            self.stop.take()
        } else {
            Some(Stop::Refused(std::mem::take(&mut self.refusal)))
        }
    }

    fn variants(&self) -> Vec<PriceVariant> {
        self.tier
            .as_deref()
            .and_then(|tier| variant(&self.provider, &self.model, tier))
            .into_iter()
            .collect()
    }
}

impl Reader for ChatReader {
    fn event(&mut self, event: &Event) -> Heard {
        let data = event.data.trim();
        if data == "[DONE]" {
            self.done = true;
            return Heard::over();
        }
        match serde_json::from_str::<Chunk>(data) {
            Ok(chunk) => self.chunk(chunk),
            Err(_) => Heard::failed(LlmError::BadReply {
                provider: self.provider.clone(),
                detail: shortened(data, 200),
            }),
        }
    }

    fn whole(&mut self, body: &Json) -> Heard {
        if let Some(error) = error_of_whole(body) {
            return Heard::failed(error_in_stream(&self.provider, error));
        }
        if body["object"] == "error" {
            return Heard::failed(error_in_stream(&self.provider, body));
        }
        self.done = true;
        if let Ok(chunk) = Chunk::deserialize(body) {
            return self.chunk(chunk);
        }
        let detail = shortened(&body.to_string(), 200);
        Heard::failed(LlmError::BadReply {
            provider: self.provider.clone(),
            detail,
        })
    }

    fn reading(&mut self) -> Reading {
        let complete = self.done || self.stop.is_some();
        Reading {
            stop: self.stop(),
            complete,
            usage: self.counted.map(|counted| counted.usage),
            usage_is_odd: self.counted.is_some_and(|counted| !counted.consistent),
            // Counts that came before the end are cumulative so far, not final.
            usage_is_final: self.counted.is_some() && complete,
            variants: self.variants(),
            reported_cost: self.reported_cost,
            model_served: self.served.take(),
        }
    }
}

/// Unknown reasons end an answer like `stop`: the checks on the output decide what it is worth.
fn stop_of(reason: &str) -> Stop {
    match reason {
        "length" | "max_tokens" | "MAX_TOKENS" => Stop::Length,
        "content_filter" | "SAFETY" | "safety" => {
            Stop::Refused("the provider's content filter stopped it".to_owned())
        }
        "refusal" => Stop::Refused("the model declined".to_owned()),
        _ => Stop::Finished,
    }
}

/// Content is a string, null, or a list of parts of which only the text is the answer.
fn text_in(content: &Json) -> Option<String> {
    match content {
        Json::String(text) => Some(text.clone()),
        Json::Array(parts) => Some(
            parts
                .iter()
                .filter_map(|part| part["text"].as_str())
                .collect(),
        ),
        Json::Null | Json::Bool(_) | Json::Number(_) | Json::Object(_) => None,
    }
}

fn bytes_in(value: &Json) -> usize {
    value.as_str().map_or(0, str::len)
}

fn reported(cost: &Json) -> Option<Usd> {
    cost.as_number().and_then(|number| {
        let text = number.to_string();
        text.parse()
            .or_else(|_| format!("{:.12}", number.as_f64().unwrap_or(0.0)).parse())
            .ok()
    })
}

#[cfg(test)]
mod tests;
