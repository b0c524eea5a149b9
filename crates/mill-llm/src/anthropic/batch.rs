//! Message Batches: handed in by one request, results as lines in any order.

use async_trait::async_trait;
use jiff::Timestamp as Moment;
use mill_domain::{ModelRef, Timestamp};
use serde_json::{Value as Json, json};

use super::reader::MessageReader;
use super::{Anthropic, body, errors};
use crate::batch::{CLOCK_SKEW, LONG_REPLY, end_of_reply, lines};
use crate::http::text_reply;
use crate::{
    BatchAnswer, BatchFound, BatchLimits, BatchOrder, BatchState, BatchTrace, Batches, CallEnd,
    LlmError, ModelRequest, NotHandedIn,
};

const PATH: &str = "messages/batches";

impl Anthropic {
    async fn results(&self, id: &str) -> Result<Vec<Json>, LlmError> {
        let request = self.get(&format!("{PATH}/{id}/results"));
        let text = text_reply(&self.name, request, LONG_REPLY, |failure| {
            errors::error_of(&self.name, failure)
        })
        .await?;
        lines(&text).map_err(|error| self.unreadable(&error.to_string()))
    }

    fn unreadable(&self, detail: &str) -> LlmError {
        LlmError::BadReply {
            provider: self.name.clone(),
            detail: detail.to_owned(),
        }
    }

    fn answer(&self, model: &ModelRef, result: &Json) -> BatchAnswer {
        match result["type"].as_str() {
            Some("succeeded") => {
                let reader = MessageReader::new(&self.name);
                BatchAnswer::Asked(Box::new(end_of_reply(reader, model, &result["message"])))
            }
            Some("expired") => BatchAnswer::Expired,
            Some("canceled") => BatchAnswer::Cancelled,
            // Errored items are not billed. The error is a whole error reply.
            _ => {
                let error = &result["error"]["error"];
                let mut end = CallEnd::not_sent(errors::end_of_item(&self.name, error));
                end.was_sent = true;
                BatchAnswer::Asked(Box::new(end))
            }
        }
    }
}

#[async_trait]
impl Batches for Anthropic {
    fn limits(&self) -> BatchLimits {
        BatchLimits {
            items: 100_000,
            bytes: 250_000_000,
        }
    }

    fn size_of(&self, request: &ModelRequest) -> usize {
        body::item(request).to_string().len() + 120
    }

    async fn hand_in(&self, order: BatchOrder<'_>) -> Result<String, NotHandedIn> {
        let requests: Vec<Json> = order
            .items
            .iter()
            .map(|(name, request)| json!({"custom_id": name, "params": body::item(request)}))
            .collect();
        let question = self.post(PATH).json(&json!({"requests": requests}));
        let text = text_reply(&self.name, question, LONG_REPLY, |failure| {
            errors::error_of(&self.name, failure)
        })
        .await
        .map_err(NotHandedIn::of)?;
        let made: Json = serde_json::from_str(&text).unwrap_or_default();
        let id = made["id"].as_str().map(str::to_owned);
        id.ok_or_else(|| NotHandedIn::of(self.unreadable("a batch without an id")))
    }

    /// Batches carry no mark of ours; only their results do. One that is still at work can be told apart by its number of
    /// questions and the time it was made, not more.
    async fn find(&self, trace: BatchTrace<'_>) -> Result<BatchFound, LlmError> {
        let page = self.ask(self.get(&format!("{PATH}?limit=100"))).await?;
        let entries = page["data"].as_array().cloned().unwrap_or_default();
        let mut working = false;
        for entry in entries.iter().filter(|entry| may_be(entry, &trace)) {
            let Some(id) = entry["id"].as_str() else {
                continue;
            };
            if entry["processing_status"] != "ended" {
                working = true;
            } else if self
                .results(id)
                .await?
                .iter()
                .any(|line| line["custom_id"] == trace.item)
            {
                return Ok(BatchFound::Here(id.to_owned()));
            }
        }
        Ok(if working {
            BatchFound::NotKnown
        } else {
            BatchFound::Nowhere
        })
    }

    async fn state(&self, id: &str) -> Result<BatchState, LlmError> {
        let batch = self.ask(self.get(&format!("{PATH}/{id}"))).await?;
        Ok(match batch["processing_status"].as_str() {
            Some("ended") => BatchState::Over,
            _ => BatchState::Working,
        })
    }

    async fn answers(&self, id: &str, model: &str) -> Result<Vec<(String, BatchAnswer)>, LlmError> {
        let model = ModelRef::new(self.name.as_str(), model);
        let results = self.results(id).await?;
        let answers = results.iter().filter_map(|line| {
            let name = line["custom_id"].as_str()?.to_owned();
            Some((name, self.answer(&model, &line["result"])))
        });
        Ok(answers.collect())
    }

    async fn cancel(&self, id: &str) -> Result<(), LlmError> {
        self.ask(self.post(&format!("{PATH}/{id}/cancel"))).await?;
        Ok(())
    }

    async fn forget(&self, id: &str) -> Result<(), LlmError> {
        let url = self.url(&format!("{PATH}/{id}"));
        let request = self.signed(self.client.to(&url).delete(url));
        self.ask(request).await?;
        Ok(())
    }
}

/// Made about then, and of the same size.
fn may_be(entry: &Json, trace: &BatchTrace<'_>) -> bool {
    let earliest = trace.since.as_millis() - i64::try_from(CLOCK_SKEW.as_millis()).unwrap_or(0);
    let made = entry["created_at"]
        .as_str()
        .and_then(|text| text.parse::<Moment>().ok())
        .map(|moment| Timestamp::from_millis(moment.as_millisecond()));
    let counts = entry["request_counts"].as_object();
    let total: u64 = counts
        .into_iter()
        .flat_map(serde_json::Map::values)
        .filter_map(Json::as_u64)
        .sum();
    made.is_none_or(|made| made.as_millis() >= earliest) && total == trace.items as u64
}
