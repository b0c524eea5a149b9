//! `OpenAI`'s Batch API, for responses and for chat completions: a file of questions, a batch over it, a file of answers
//! and one of failures.

use async_trait::async_trait;
use mill_domain::{ModelRef, ProviderName};
use reqwest::header::{CONTENT_TYPE, HeaderMap};
use reqwest::{RequestBuilder, Url};
use serde_json::{Value as Json, json};

use super::errors;
use crate::batch::{LONG_REPLY, lines};
use crate::http::{HttpClient, HttpFailure, json_reply, text_reply};
use crate::{
    BatchAnswer, BatchFound, BatchLimits, BatchOrder, BatchState, BatchTrace, Batches, CallEnd,
    LlmError, ModelRequest, NotHandedIn,
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

    fn name(&self) -> &ProviderName;

    fn client(&self) -> &HttpClient;

    fn url(&self, path: &str) -> Url;

    fn signed(&self, request: RequestBuilder) -> RequestBuilder;

    /// A question as one of many, which cannot stream.
    fn item(&self, request: &ModelRequest) -> Json;

    /// The end of a question by the whole reply it got.
    fn end(&self, model: &ModelRef, body: &Json) -> CallEnd;
}

/// The steps that are the same for every language.
#[async_trait]
trait Desk: Door {
    async fn send(&self, request: RequestBuilder) -> Result<Json, LlmError> {
        json_reply(self.name(), self.signed(request), |failure| {
            errors::error_of(self.name(), failure)
        })
        .await
    }

    async fn look(&self, path: &str) -> Result<Json, LlmError> {
        let url = self.url(path);
        self.send(self.client().to(&url).get(url)).await
    }

    async fn upload(&self, order: BatchOrder<'_>) -> Result<String, LlmError> {
        let url = self.url("files");
        let request = self
            .client()
            .to(&url)
            .post(url)
            .header(
                CONTENT_TYPE,
                format!("multipart/form-data; boundary={BOUNDARY}"),
            )
            .body(self.form(order));
        let text = text_reply(self.name(), self.signed(request), LONG_REPLY, |failure| {
            errors::error_of(self.name(), failure)
        })
        .await?;
        let made: Json = serde_json::from_str(&text).unwrap_or_default();
        self.id_in(&made)
    }

    fn id_in(&self, made: &Json) -> Result<String, LlmError> {
        let id = made["id"].as_str().map(str::to_owned);
        id.ok_or_else(|| self.unreadable("a reply without an id"))
    }

    fn unreadable(&self, detail: &str) -> LlmError {
        LlmError::BadReply {
            provider: self.name().clone(),
            detail: detail.to_owned(),
        }
    }

    /// The lines of a file; none if there is no such file.
    async fn file(&self, id: &Json) -> Result<Vec<Json>, LlmError> {
        let Some(id) = id.as_str() else {
            return Ok(Vec::new());
        };
        let url = self.url(&format!("files/{id}/content"));
        let request = self.signed(self.client().to(&url).get(url));
        let text = text_reply(self.name(), request, LONG_REPLY, |failure| {
            errors::error_of(self.name(), failure)
        })
        .await?;
        lines(&text).map_err(|error| self.unreadable(&error.to_string()))
    }

    fn answer(&self, model: &ModelRef, line: &Json) -> BatchAnswer {
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
            let mut end = CallEnd::not_sent(errors::end_of(self.name(), &failure));
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
        let mut url = self.url("batches");
        url.set_query(Some("limit=1"));
        match self.send(self.client().to(&url).get(url)).await {
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
        let file = self.upload(order).await.map_err(unbegun)?;
        let url = self.url("batches");
        let question = self.client().to(&url).post(url).json(&json!({
            "input_file_id": file,
            "endpoint": D::ENDPOINT,
            "completion_window": "24h",
            "metadata": {"stampmill": order.marker},
            "output_expires_after": {"anchor": "created_at", "seconds": KEPT_S}
        }));
        let made = self.send(question).await.map_err(NotHandedIn::of)?;
        self.id_in(&made).map_err(NotHandedIn::of)
    }

    async fn find(&self, trace: BatchTrace<'_>) -> Result<BatchFound, LlmError> {
        let mut after = String::new();
        for _ in 0..MOST_PAGES {
            let mut url = self.url("batches");
            url.set_query(Some(&format!("limit=100{after}")));
            let page = self.send(self.client().to(&url).get(url)).await?;
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
        let batch = self.look(&format!("batches/{id}")).await?;
        Ok(match batch["status"].as_str() {
            Some("completed" | "expired" | "cancelled") => BatchState::Over,
            Some("failed") => BatchState::Refused {
                detail: batch["errors"]["data"][0]["message"]
                    .as_str()
                    .unwrap_or("it gave no reason")
                    .to_owned(),
            },
            _ => BatchState::Working,
        })
    }

    async fn answers(&self, id: &str, model: &str) -> Result<Vec<(String, BatchAnswer)>, LlmError> {
        let model = ModelRef::new(self.name().as_str(), model);
        let batch = self.look(&format!("batches/{id}")).await?;
        let mut found = self.file(&batch["output_file_id"]).await?;
        found.extend(self.file(&batch["error_file_id"]).await?);
        let answers = found.iter().filter_map(|line| {
            let name = line["custom_id"].as_str()?.to_owned();
            Some((name, self.answer(&model, line)))
        });
        Ok(answers.collect())
    }

    async fn cancel(&self, id: &str) -> Result<(), LlmError> {
        let url = self.url(&format!("batches/{id}/cancel"));
        self.send(self.client().to(&url).post(url)).await?;
        Ok(())
    }

    async fn forget(&self, id: &str) -> Result<(), LlmError> {
        let batch = self.look(&format!("batches/{id}")).await?;
        for field in ["input_file_id", "output_file_id", "error_file_id"] {
            if let Some(file) = batch[field].as_str() {
                let url = self.url(&format!("files/{file}"));
                self.send(self.client().to(&url).delete(url)).await?;
            }
        }
        Ok(())
    }
}
