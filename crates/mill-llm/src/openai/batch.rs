//! `OpenAI`'s Batch API, for responses and for chat completions: a file of questions, a batch over it, a file of answers
//! and one of failures.

use async_trait::async_trait;
use mill_domain::ModelRef;
use reqwest::Method;
use reqwest::header::{CONTENT_TYPE, HeaderMap};
use serde_json::{Value as Json, json};

use super::endpoint::Endpoint;
use super::errors;
use crate::batch::lines;
use crate::http::HttpFailure;
use crate::{
    BatchAnswer, BatchFound, BatchLimits, BatchOrder, BatchState, BatchTrace, Batches, CallEnd,
    Feature, LlmError, ModelRequest, NotHandedIn,
};

/// Parts the pieces of the upload; nothing in JSON looks like it.
const BOUNDARY: &str = "stampmill-batch-5e1f0a7c93d84b62";

/// Questions and answers are deleted there after so many seconds if we do not come back to do it.
const KEPT_S: u32 = 3 * 86_400;

/// Pages of a list that are looked through for a lost batch.
const MOST_PAGES: usize = 5;

/// What a language brings to its batches.
pub(super) trait Door: Send + Sync {
    /// The path its questions are for.
    const ENDPOINT: &'static str;

    /// True if every server that speaks it takes batches.
    const ALWAYS: bool;

    /// Where it is.
    fn endpoint(&self) -> &Endpoint;

    /// Why a question cannot be asked: nothing would bound what it costs. `None`: it can.
    fn unbounded(&self, _request: &ModelRequest) -> Option<LlmError> {
        None
    }

    /// How questions are asked now, as a word that a batch carries along; "" where there is one way.
    fn asked(&self) -> String {
        String::new()
    }

    /// What is left out from now on, if a refusal of a question that was asked like that is about it. `None`: it is about
    /// something else.
    fn after_refusal(&self, _asked: &str, _failure: &HttpFailure) -> Option<Feature> {
        None
    }

    /// A question as one of many, which cannot stream.
    fn item(&self, request: &ModelRequest) -> Json;

    /// The end of a question by the whole reply it got.
    fn end(&self, model: &ModelRef, body: &Json) -> CallEnd;
}

/// The steps that are the same for every language.
#[async_trait]
trait Desk: Door {
    async fn upload(&self, order: BatchOrder<'_>) -> Result<String, LlmError> {
        let request = self
            .endpoint()
            .post("files")
            .header(
                CONTENT_TYPE,
                format!("multipart/form-data; boundary={BOUNDARY}"),
            )
            .body(self.form(order));
        let text = self.endpoint().send_for_text(request).await?;
        let made: Json = serde_json::from_str(&text).unwrap_or_default();
        self.id_in(&made)
    }

    fn id_in(&self, made: &Json) -> Result<String, LlmError> {
        let id = made["id"].as_str().map(str::to_owned);
        id.ok_or_else(|| self.unreadable("a reply without an id"))
    }

    fn unreadable(&self, detail: &str) -> LlmError {
        LlmError::BadReply {
            provider: self.endpoint().name().clone(),
            detail: detail.to_owned(),
        }
    }

    /// The lines of a file; none if there is no such file.
    async fn file(&self, id: &Json) -> Result<Vec<Json>, LlmError> {
        let Some(id) = id.as_str() else {
            return Ok(Vec::new());
        };
        let url = self.endpoint().url(&format!("files/{id}/content"));
        let request = self.endpoint().request(Method::GET, url);
        let text = self.endpoint().send_for_text(request).await?;
        lines(&text).map_err(|error| self.unreadable(&error.to_string()))
    }

    /// How the questions of a batch were asked; where a server forgot it, as questions are asked now.
    fn asked_in(&self, batch: &Json) -> String {
        let kept = batch["metadata"]["asked"].as_str();
        kept.map_or_else(|| self.asked(), str::to_owned)
    }

    fn answer(&self, model: &ModelRef, asked: &str, line: &Json) -> BatchAnswer {
        match line["error"]["code"].as_str() {
            Some("batch_expired") => return BatchAnswer::Expired,
            Some("batch_cancelled") => return BatchAnswer::Cancelled,
            _ => {}
        }
        let (response, body) = (&line["response"], &line["response"]["body"]);
        let status = response["status_code"].as_u64().unwrap_or(500);
        let mut end = if (200..300).contains(&status) {
            self.end(model, body)
        } else {
            let said = if body.is_null() { &line["error"] } else { body };
            let failure = HttpFailure {
                status: u16::try_from(status).unwrap_or(500),
                headers: HeaderMap::new(),
                body: said.to_string(),
            };
            if let Some(feature) = self.after_refusal(asked, &failure) {
                return BatchAnswer::NotTaken(feature);
            }
            let name = self.endpoint().name();
            let mut end = CallEnd::not_sent(errors::end_of(name, &failure));
            end.was_sent = true;
            end
        };
        end.request_id = response["request_id"].as_str().map(str::to_owned);
        BatchAnswer::Asked(Box::new(end))
    }

    fn line(&self, name: &str, request: &ModelRequest) -> Json {
        json!({"custom_id": name, "method": "POST", "url": Self::ENDPOINT, "body": self.item(request)})
    }

    /// The upload, as browsers send forms.
    fn form(&self, order: BatchOrder<'_>) -> String {
        let field = |name: &str, value: &str| {
            format!(
                "--{BOUNDARY}\r\ncontent-disposition: form-data; name=\"{name}\"\r\n\r\n{value}\r\n"
            )
        };
        let head = format!(
            "--{BOUNDARY}\r\ncontent-disposition: form-data; name=\"file\"; filename=\"{}.jsonl\"\r\n\
             content-type: application/jsonl\r\n\r\n",
            order.marker
        );
        let mut pieces = vec![
            field("purpose", "batch"),
            field("expires_after[anchor]", "created_at"),
            field("expires_after[seconds]", &KEPT_S.to_string()),
            head,
        ];
        for (name, request) in order.items {
            pieces.push(self.line(name, request).to_string());
            pieces.push("\n".to_owned());
        }
        pieces.push(format!("\r\n--{BOUNDARY}--\r\n"));
        pieces.concat()
    }
}

impl<D: Door> Desk for D {}

#[async_trait]
impl<D: Door> Batches for D {
    async fn are_taken(&self) -> Result<bool, LlmError> {
        if D::ALWAYS {
            return Ok(true);
        }
        let mut url = self.endpoint().url("batches");
        url.set_query(Some("limit=1"));
        match self.endpoint().look_at(url).await {
            Ok(page) => Ok(page["data"].is_array()),
            // A door that is not there is answered in as many ways as there are servers.
            Err(LlmError::UnknownModel(_) | LlmError::Rejected(_) | LlmError::BadReply { .. }) => {
                Ok(false)
            }
            Err(LlmError::Overloaded(word)) if matches!(word.status, Some(405 | 501)) => Ok(false),
            Err(error) => Err(error),
        }
    }

    fn limits(&self) -> BatchLimits {
        BatchLimits {
            items: 50_000,
            bytes: 195_000_000,
        }
    }

    fn size_of(&self, request: &ModelRequest) -> usize {
        self.line("", request).to_string().len() + 70
    }

    async fn hand_in(&self, order: BatchOrder<'_>) -> Result<String, NotHandedIn> {
        // A file alone asks nothing, whatever became of it.
        let unbegun = |error| NotHandedIn {
            error,
            may_exist: false,
        };
        let mut requests = order.items.iter().map(|(_, request)| request);
        if let Some(error) = requests.find_map(|request| self.unbounded(request)) {
            return Err(unbegun(error));
        }
        let mut metadata = json!({"stampmill": order.marker});
        let asked = self.asked();
        if !asked.is_empty() {
            metadata["asked"] = Json::String(asked);
        }
        let file = self.upload(order).await.map_err(unbegun)?;
        let question = self.endpoint().post("batches").json(&json!({
            "input_file_id": file,
            "endpoint": D::ENDPOINT,
            "completion_window": "24h",
            "metadata": metadata,
            "output_expires_after": {"anchor": "created_at", "seconds": KEPT_S}
        }));
        let sent = self.endpoint().send(question).await;
        let made = sent.map_err(NotHandedIn::of)?;
        self.id_in(&made).map_err(NotHandedIn::of)
    }

    async fn find(&self, trace: BatchTrace<'_>) -> Result<BatchFound, LlmError> {
        let mut after = String::new();
        for _ in 0..MOST_PAGES {
            let mut url = self.endpoint().url("batches");
            url.set_query(Some(&format!("limit=100{after}")));
            let page = self.endpoint().look_at(url).await?;
            let entries = page["data"].as_array().cloned().unwrap_or_default();
            let ours = entries
                .iter()
                .find(|entry| entry["metadata"]["stampmill"] == trace.marker);
            if let Some(id) = ours.and_then(|entry| entry["id"].as_str()) {
                return Ok(BatchFound::Here(id.to_owned()));
            }
            let last = entries.last().and_then(|entry| entry["id"].as_str());
            match last.filter(|_| page["has_more"] == true) {
                Some(last) => after = format!("&after={last}"),
                None => return Ok(BatchFound::Nowhere),
            }
        }
        Ok(BatchFound::NotKnown)
    }

    async fn state(&self, id: &str) -> Result<BatchState, LlmError> {
        let batch = self.endpoint().look(&format!("batches/{id}")).await?;
        Ok(match batch["status"].as_str() {
            Some("completed" | "expired" | "cancelled") => BatchState::Over,
            Some("failed") => {
                let detail = batch["errors"]["data"][0]["message"]
                    .as_str()
                    .unwrap_or("it gave no reason")
                    .to_owned();
                let failure = HttpFailure {
                    status: 400,
                    headers: HeaderMap::new(),
                    body: detail.clone(),
                };
                let without = self.after_refusal(&self.asked_in(&batch), &failure);
                BatchState::Refused { detail, without }
            }
            _ => BatchState::Working,
        })
    }

    async fn answers(&self, id: &str, model: &str) -> Result<Vec<(String, BatchAnswer)>, LlmError> {
        let model = ModelRef::new(self.endpoint().name().as_str(), model);
        let batch = self.endpoint().look(&format!("batches/{id}")).await?;
        let asked = self.asked_in(&batch);
        let mut found = self.file(&batch["output_file_id"]).await?;
        found.extend(self.file(&batch["error_file_id"]).await?);
        let answers = found.iter().filter_map(|line| {
            let name = line["custom_id"].as_str()?.to_owned();
            Some((name, self.answer(&model, &asked, line)))
        });
        Ok(answers.collect())
    }

    async fn cancel(&self, id: &str) -> Result<(), LlmError> {
        let path = format!("batches/{id}/cancel");
        self.endpoint().send(self.endpoint().post(&path)).await?;
        Ok(())
    }

    async fn forget(&self, id: &str) -> Result<(), LlmError> {
        let batch = self.endpoint().look(&format!("batches/{id}")).await?;
        for field in ["input_file_id", "output_file_id", "error_file_id"] {
            if let Some(file) = batch[field].as_str() {
                let request = self.endpoint().delete(&format!("files/{file}"));
                self.endpoint().send(request).await?;
            }
        }
        Ok(())
    }
}
