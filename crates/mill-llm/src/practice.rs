//! No model at all: answers made on this machine, with plausible delays, at no cost.

use std::fmt;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Arc;
use std::time::Duration;

use async_trait::async_trait;
use mill_domain::{ProviderName, Usage, UsageQuality};
use rand::rngs::StdRng;
use rand::{Rng, SeedableRng};
use serde_json::{Map, Value as Json, json};
use tokio::time::{Instant, sleep};
use tokio_util::sync::CancellationToken;

use crate::{
    Billed, CallEnd, End, KeyCheck, LlmError, ModelInfo, ModelRequest, OnProgress, Progress,
    Provider,
};

/// Shortest and longest time an answer takes, in milliseconds.
const DELAY_MS: std::ops::RangeInclusive<u64> = 20..=120;

/// Makes the answer to a request.
pub type PracticeAnswer = Arc<dyn Fn(&ModelRequest) -> String + Send + Sync>;

/// The provider `practice`.
#[derive(Clone)]
pub struct Practice {
    name: ProviderName,
    answer: PracticeAnswer,
    seed: u64,
}

impl Practice {
    /// Answers with `answer`; the delays follow from `seed` and the request, so a run can be repeated exactly.
    pub fn new(answer: PracticeAnswer, seed: u64) -> Self {
        Self {
            name: ProviderName::new("practice"),
            answer,
            seed,
        }
    }

    fn delay(&self, request: &ModelRequest) -> Duration {
        let mut hasher = DefaultHasher::new();
        self.seed.hash(&mut hasher);
        request.last_user_text().hash(&mut hasher);
        Duration::from_millis(StdRng::seed_from_u64(hasher.finish()).random_range(DELAY_MS))
    }
}

impl fmt::Debug for Practice {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter
            .debug_struct("Practice")
            .field("seed", &self.seed)
            .finish_non_exhaustive()
    }
}

#[async_trait]
impl Provider for Practice {
    fn name(&self) -> &ProviderName {
        &self.name
    }

    async fn complete(
        &self,
        request: &ModelRequest,
        cancel: &CancellationToken,
        progress: &OnProgress<'_>,
    ) -> CallEnd {
        let started = Instant::now();
        progress(Progress::Opened);
        let end = tokio::select! {
            biased;
            () = cancel.cancelled() => End::Cancelled,
            () = sleep(self.delay(request)) => End::Answer { text: (self.answer)(request) },
        };
        let mut call = CallEnd::not_sent(end);
        if let End::Answer { text } = &call.end {
            let after = started.elapsed();
            progress(Progress::FirstToken { after });
            progress(Progress::Text(text));
            call.first_token_ms = u64::try_from(after.as_millis()).ok();
        }
        call.was_sent = true;
        call.usage = Some(Usage::default());
        call.quality = UsageQuality::Exact;
        call.billed = Billed::ByUsage;
        call.model_served = Some(request.model.clone());
        call
    }

    async fn models(&self) -> Result<Vec<ModelInfo>, LlmError> {
        Ok(vec![ModelInfo {
            label: Some("Practice: no model, made-up answers, no cost".to_owned()),
            ..ModelInfo::named("sample")
        }])
    }

    async fn test_key(&self) -> Result<KeyCheck, LlmError> {
        Ok(KeyCheck {
            models: Some(1),
            missing: Vec::new(),
        })
    }

    /// Nothing is sent, so nothing is bounded: practice is free.
    fn input_bound(&self, _request: &ModelRequest) -> u64 {
        0
    }
}

/// A plain answer made from the schema alone: the first choice, a number inside its bounds, a short text.
pub fn answer_from_schema(request: &ModelRequest) -> String {
    match &request.output_schema {
        Some(schema) => sample(schema.json()).to_string(),
        None => "A practice answer: no model was asked.".to_owned(),
    }
}

fn sample(schema: &Json) -> Json {
    if let Some(choice) = schema["enum"]
        .as_array()
        .and_then(|choices| choices.first())
    {
        return choice.clone();
    }
    if let Some(alternative) = ["anyOf", "oneOf"]
        .iter()
        .find_map(|field| schema[*field].as_array()?.first())
    {
        return sample(alternative);
    }
    let kind = schema["type"]
        .as_str()
        .or_else(|| schema["type"].as_array()?.iter().find_map(Json::as_str));
    match kind {
        Some("object") => {
            let empty = Map::new();
            let properties = schema["properties"].as_object().unwrap_or(&empty);
            Json::Object(
                properties
                    .iter()
                    .map(|(name, property)| (name.clone(), sample(property)))
                    .collect(),
            )
        }
        Some("array") => match &schema["items"] {
            Json::Null => json!([]),
            items => json!([sample(items)]),
        },
        Some("integer") => json!(schema["minimum"].as_i64().unwrap_or(1)),
        Some("number") => json!(schema["maximum"].as_f64().map_or(0.8, |most| most * 0.8)),
        Some("boolean") => json!(true),
        Some("null") => Json::Null,
        _ => match schema["format"].as_str() {
            Some("date") => json!("2026-01-31"),
            _ => json!("Practice"),
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn practice() -> Practice {
        Practice::new(
            Arc::new(|request| format!("seen {}", request.last_user_text())),
            7,
        )
    }

    #[tokio::test(start_paused = true)]
    async fn an_answer_takes_plausible_time_and_costs_nothing() {
        let request = ModelRequest::new("sample", "", "row 1", 10);
        let started = Instant::now();
        let call = practice()
            .complete(&request, &CancellationToken::new(), &|_| {})
            .await;
        let took = u64::try_from(started.elapsed().as_millis()).unwrap();
        assert!(DELAY_MS.contains(&took), "{took}");
        assert_eq!(
            call.end,
            End::Answer {
                text: "seen row 1".to_owned()
            }
        );
        assert_eq!(
            call.cost(&mill_domain::Prices::FREE),
            Some(mill_domain::Usd::ZERO)
        );
        assert_eq!(call.first_token_ms, Some(took));
    }

    #[tokio::test(start_paused = true)]
    async fn delays_differ_by_row_and_repeat_by_seed() {
        let delays: Vec<Duration> = (0..20)
            .map(|row| {
                practice().delay(&ModelRequest::new("sample", "", &format!("row {row}"), 10))
            })
            .collect();
        assert!(
            delays
                .iter()
                .collect::<std::collections::HashSet<_>>()
                .len()
                > 10
        );
        let again = practice().delay(&ModelRequest::new("sample", "", "row 3", 10));
        assert_eq!(delays[3], again);
    }

    #[tokio::test(start_paused = true)]
    async fn a_cancelled_answer_ends_at_once() {
        let cancel = CancellationToken::new();
        cancel.cancel();
        let started = Instant::now();
        let call = practice()
            .complete(
                &ModelRequest::new("sample", "", "row", 10),
                &cancel,
                &|_| {},
            )
            .await;
        assert_eq!(
            (call.end, started.elapsed()),
            (End::Cancelled, Duration::ZERO)
        );
    }

    #[test]
    fn answers_fit_their_schema() {
        let mut request = ModelRequest::new("sample", "", "", 10);
        request.output_schema = Some(
            json!({"type": "object", "properties": {
                "account": {"type": "string", "enum": ["Food", "Travel"]},
                "confidence": {"type": "number", "maximum": 1},
                "lines": {"type": "array", "items": {"type": "integer", "minimum": 3}},
                "note": {"type": ["string", "null"]}
            }})
            .into(),
        );
        let answer: Json = serde_json::from_str(&answer_from_schema(&request)).unwrap();
        assert_eq!(
            answer,
            json!({"account": "Food", "confidence": 0.8, "lines": [3], "note": "Practice"})
        );
    }
}
