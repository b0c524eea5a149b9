//! Gemini's stream: every chunk is a whole response, usage is cumulative, there is no last event.

use mill_domain::{PriceVariant, ProviderName, Usage};
use serde_json::Value as Json;

use super::errors::error_in_stream;
use crate::LlmError;
use crate::http::error_inside;
use crate::prices::variant;
use crate::reading::{Heard, Reader, Reading, Stop};
use crate::server_word::shortened;
use crate::sse::Event;

/// Follows one response to the chunk with its finish reason.
pub(super) struct ContentReader {
    provider: ProviderName,
    model: String,
    served: Option<String>,
    usage: Option<Usage>,
    tier: Option<String>,
    stop: Option<Stop>,
}

impl ContentReader {
    pub(super) fn new(provider: &ProviderName, model: &str) -> Self {
        Self {
            provider: provider.clone(),
            model: model.to_owned(),
            served: None,
            usage: None,
            tier: None,
            stop: None,
        }
    }

    fn chunk(&mut self, chunk: &Json) -> Heard {
        if chunk.get("error").is_some() {
            return Heard::failed(error_in_stream(&self.provider, &error_inside(chunk)));
        }
        if let Some(model) = chunk["modelVersion"].as_str() {
            self.served = Some(model.to_owned());
        }
        let counts = &chunk["usageMetadata"];
        if let Some(usage) = usage_of(counts) {
            self.usage = Some(usage);
            self.tier = counts["serviceTier"].as_str().map(str::to_lowercase);
        }
        if let Some(reason) = chunk["promptFeedback"]["blockReason"].as_str() {
            self.stop = Some(Stop::Refused(format!("the prompt was blocked ({reason})")));
        }
        let candidate = &chunk["candidates"][0];
        if let Some(reason) = candidate["finishReason"].as_str() {
            self.stop = Some(stop_of(reason));
        }
        let parts = candidate["content"]["parts"]
            .as_array()
            .map(Vec::as_slice)
            .unwrap_or_default();
        let (thoughts, answer): (Vec<&Json>, Vec<&Json>) =
            parts.iter().partition(|part| part["thought"] == true);
        let text = |parts: Vec<&Json>| {
            parts
                .into_iter()
                .filter_map(|part| part["text"].as_str())
                .collect::<String>()
        };
        let answer = text(answer);
        Heard {
            text: (!answer.is_empty()).then_some(answer),
            thinking_bytes: text(thoughts).len(),
            ..Heard::default()
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

impl Reader for ContentReader {
    fn event(&mut self, event: &Event) -> Heard {
        if let Ok(chunk) = serde_json::from_str::<Json>(&event.data) {
            return self.chunk(&chunk);
        }
        let detail = shortened(&event.data, 200);
        Heard::failed(LlmError::BadReply {
            provider: self.provider.clone(),
            detail,
        })
    }

    /// Without `alt=sse` the stream is one array of chunks.
    fn whole(&mut self, body: &Json) -> Heard {
        let chunks = body
            .as_array()
            .map_or(std::slice::from_ref(body), Vec::as_slice);
        let mut sum = Heard {
            text: Some(String::new()),
            ..Heard::default()
        };
        for chunk in chunks {
            let heard = self.chunk(chunk);
            if heard.failed.is_some() {
                return heard;
            }
            sum.thinking_bytes += heard.thinking_bytes;
            sum.text = sum
                .text
                .map(|text| text + heard.text.as_deref().unwrap_or_default());
        }
        sum
    }

    fn reading(&mut self) -> Reading {
        let complete = self.stop.is_some();
        Reading {
            stop: self.stop.take(),
            complete,
            usage: self.usage,
            usage_is_odd: false,
            usage_is_final: complete && self.usage.is_some(),
            variants: self.variants(),
            reported_cost: None,
            model_served: self.served.take(),
        }
    }
}

/// Unknown reasons are refusals: everything but `STOP` means that the model did not end by itself.
fn stop_of(reason: &str) -> Stop {
    match reason {
        "STOP" | "FINISH_REASON_UNSPECIFIED" => Stop::Finished,
        "MAX_TOKENS" => Stop::Length,
        other => Stop::Refused(format!("the provider stopped it ({other})")),
    }
}

/// Cached tokens are inside the prompt, thoughts outside the candidates.
fn usage_of(counts: &Json) -> Option<Usage> {
    let prompt = counts["promptTokenCount"].as_u64()?;
    let count = |field: &str| counts[field].as_u64().unwrap_or(0);
    let cached = count("cachedContentTokenCount");
    Some(Usage {
        input_tokens: prompt
            .saturating_sub(cached)
            .saturating_add(count("toolUsePromptTokenCount")),
        cache_read_tokens: cached,
        output_tokens: count("candidatesTokenCount").saturating_add(count("thoughtsTokenCount")),
        ..Usage::default()
    })
}

#[cfg(test)]
mod tests;
