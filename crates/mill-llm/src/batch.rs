//! Questions handed in together, to be answered within a day at about half the price.

use std::time::Duration;

use async_trait::async_trait;
use mill_domain::{ModelRef, Timestamp};
use serde_json::Value as Json;

use crate::prices::variant;
use crate::reading::{Ended, Reader, WholeCall};
use crate::{Billed, CallEnd, Feature, LlmError, ModelRequest};

/// Longest time to hand in or to fetch a batch: it may be hundreds of megabytes.
pub(crate) const LONG_REPLY: Duration = Duration::from_mins(10);

/// A batch about to be handed in.
#[derive(Debug, Clone, Copy)]
pub struct BatchOrder<'o> {
    /// Our name for it, by which it is found again if the provider's name for it was lost.
    pub marker: &'o str,
    /// The questions, each with our name for it: letters, digits, `_` and `-`, at most 64, unique.
    pub items: &'o [(String, ModelRequest)],
}

/// Why there is no name for a batch.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NotHandedIn {
    /// What went wrong.
    pub error: LlmError,
    /// Whether the provider may have taken it although no good reply came.
    pub may_exist: bool,
}

impl NotHandedIn {
    /// By what the error itself says.
    pub(crate) const fn of(error: LlmError) -> Self {
        let may_exist = error.may_have_arrived();
        Self { error, may_exist }
    }
}

/// Where a batch is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum BatchState {
    /// The provider works on it.
    Working,
    /// It is over: every question has its answer, or the word that it was not asked.
    Over,
    /// The provider did not take it; nothing was asked and nothing is billed.
    Refused {
        /// Why, in its words.
        detail: String,
        /// What is left out from now on, where that was the reason; the same questions can be handed in again then.
        without: Option<Feature>,
    },
}

/// What became of one question.
#[derive(Debug, Clone, PartialEq)]
pub enum BatchAnswer {
    /// It was asked, and this is its end.
    Asked(Box<CallEnd>),
    /// The server does not take something of how it was asked, which is left out from now on; not billed, and worth asking
    /// once more.
    NotTaken(Feature),
    /// The day was over before its turn; not billed.
    Expired,
    /// The batch was cancelled before its turn; not billed.
    Cancelled,
}

/// Whether a batch whose name was lost is there.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum BatchFound {
    /// It is, under this name.
    Here(String),
    /// It never arrived.
    Nowhere,
    /// It cannot be told yet: a batch that may be it is still at work.
    NotKnown,
}

/// How much one batch may hold.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct BatchLimits {
    /// Questions.
    pub items: usize,
    /// Bytes, all together.
    pub bytes: usize,
}

/// A provider that takes batches.
#[async_trait]
pub trait Batches: Send + Sync {
    /// Whether the server takes batches at all; one that may not is asked.
    /// # Errors
    /// Any [`LlmError`] that leaves it open.
    async fn are_taken(&self) -> Result<bool, LlmError> {
        Ok(true)
    }

    /// How much one batch may hold.
    fn limits(&self) -> BatchLimits;

    /// Bytes one question takes of [`BatchLimits::bytes`].
    fn size_of(&self, request: &ModelRequest) -> usize;

    /// Hands a batch in and returns the provider's name for it.
    /// # Errors
    /// [`NotHandedIn`]; if it may exist all the same, look with [`Batches::find`] before handing it in again.
    async fn hand_in(&self, order: BatchOrder<'_>) -> Result<String, NotHandedIn>;

    /// Looks for a batch that was handed in since a moment and whose name was lost.
    /// # Errors
    /// Any [`LlmError`].
    async fn find(&self, order: BatchTrace<'_>) -> Result<BatchFound, LlmError>;

    /// Where a batch is.
    /// # Errors
    /// Any [`LlmError`].
    async fn state(&self, id: &str) -> Result<BatchState, LlmError>;

    /// What became of the questions of a batch that is over, in any order, with our names for them.
    /// # Errors
    /// Any [`LlmError`].
    async fn answers(&self, id: &str, model: &str) -> Result<Vec<(String, BatchAnswer)>, LlmError>;

    /// Asks the provider to stop; what was answered by then is billed and can be fetched once the batch is over.
    /// # Errors
    /// Any [`LlmError`].
    async fn cancel(&self, id: &str) -> Result<(), LlmError>;

    /// Deletes questions and answers at the provider, as far as it allows.
    /// # Errors
    /// Any [`LlmError`].
    async fn forget(&self, id: &str) -> Result<(), LlmError>;
}

/// What is known of a batch whose name was lost.
#[derive(Debug, Clone, Copy)]
pub struct BatchTrace<'t> {
    /// Our name for it.
    pub marker: &'t str,
    /// Our name for one of its questions.
    pub item: &'t str,
    /// Number of its questions.
    pub items: usize,
    /// When it was handed in, by our clock.
    pub since: Timestamp,
}

/// How far our clock and a provider's may differ.
pub(crate) const CLOCK_SKEW: Duration = Duration::from_mins(10);

/// One line of results a time; lines that cannot be read are an error, for each is somebody's answer.
pub(crate) fn lines(text: &str) -> Result<Vec<Json>, serde_json::Error> {
    text.lines()
        .filter(|line| !line.trim().is_empty())
        .map(serde_json::from_str)
        .collect()
}

/// The end of a question that was answered by a whole reply, at the batch price.
pub(crate) fn end_of_reply(mut reader: impl Reader, model: &ModelRef, body: &Json) -> CallEnd {
    let heard = reader.whole(body);
    let broken = LlmError::BadReply {
        provider: model.provider().clone(),
        detail: "an answer in the batch is not whole".to_owned(),
    };
    let ended = match heard.failed {
        Some(error) => Ended::Failed {
            error,
            by_server: true,
        },
        None => Ended::Closed,
    };
    let reading = reader.reading();
    let counted = reading.usage.is_some();
    // Nobody needs the question any more: it is only looked at where counts are missing, and then the bound is kept.
    let question = ModelRequest::new(model.model(), "", "", 1);
    let mut call = WholeCall {
        request: &question,
        text: heard.text.unwrap_or_default(),
        thinking_bytes: heard.thinking_bytes,
        reading,
        ended,
        no_end: broken,
    }
    .into_end();
    if !counted && call.billed == Billed::ByUsage {
        call.billed = Billed::UnknownBound;
        call.usage = None;
    }
    let half = variant(model.provider(), model.model(), "batch");
    if let Some(half) = half.filter(|half| !call.variants.contains(half)) {
        call.variants.push(half);
    }
    call
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_that_cannot_be_read_is_not_left_out() {
        assert_eq!(lines("{\"a\":1}\n\n{\"b\":2}\n").unwrap().len(), 2);
        assert!(lines("{\"a\":1}\n{\"b\"").is_err());
    }
}
