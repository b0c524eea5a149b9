//! Google's errors: by status word and typed details.

use mill_domain::ProviderName;
use serde_json::Value as Json;

use crate::http::HttpFailure;
use crate::wait::google_retry_info;
use crate::{End, LlmError, ServerWord};

/// The end of a call that was answered with an error status.
pub(super) fn end_of(provider: &ProviderName, failure: &HttpFailure) -> End {
    let error = failure.error().unwrap_or_default();
    let message = error["message"].as_str().unwrap_or_default();
    let lower = message.to_lowercase();
    let too_long =
        failure.status == 400 && lower.contains("token count") && lower.contains("exceeds");
    if too_long || failure.status == 413 {
        return End::TooLong {
            detail: message.to_owned(),
        };
    }
    End::Failed(error_of(provider, failure))
}

/// The error of an answer with an error status.
pub(super) fn error_of(provider: &ProviderName, failure: &HttpFailure) -> LlmError {
    let error = failure.error().unwrap_or_default();
    let mut word = failure.word(provider, code_of(&error), error["message"].as_str());
    word.wait = word.wait.or_else(|| google_retry_info(&error));
    if is_day_quota(&error) {
        return LlmError::Quota(Box::new(word));
    }
    // A wrong key is a 400 here.
    let reasons = details(&error).filter_map(|detail| detail["reason"].as_str());
    if reasons
        .into_iter()
        .any(|reason| reason == "API_KEY_INVALID")
    {
        return LlmError::KeyRefused(Box::new(word));
    }
    failure.by_status(word)
}

/// The error of an error object inside a reply that began well.
pub(super) fn error_in_stream(provider: &ProviderName, error: &Json) -> LlmError {
    let message = error["message"]
        .as_str()
        .unwrap_or("the reply ended with an error");
    let mut word = Box::new(ServerWord::new(provider, None, code_of(error), message));
    word.wait = google_retry_info(error);
    if is_day_quota(error) {
        return LlmError::Quota(word);
    }
    match error["code"].as_u64() {
        Some(429) => LlmError::RateLimited(word),
        Some(401 | 403) => LlmError::KeyRefused(word),
        Some(400) => LlmError::Rejected(word),
        _ => LlmError::Overloaded(word),
    }
}

/// A quota of a day, or of zero: waiting seconds does not help.
fn is_day_quota(error: &Json) -> bool {
    let violations = details(error)
        .filter_map(|detail| detail["violations"].as_array())
        .flatten();
    let spent = violations.into_iter().any(|violation| {
        let id = violation["quotaId"].as_str().unwrap_or_default();
        let value = violation["quotaValue"]
            .as_str()
            .or_else(|| violation["quotaValue"].as_u64().map(|_| ""));
        id.contains("PerDay") || value == Some("0")
    });
    spent
        || (error["code"] == 429
            && error["message"]
                .as_str()
                .is_some_and(|text| text.contains("limit: 0,")))
}

fn details(error: &Json) -> impl Iterator<Item = &Json> {
    error["details"].as_array().into_iter().flatten()
}

fn code_of(error: &Json) -> Option<String> {
    error["status"].as_str().map(str::to_owned)
}
