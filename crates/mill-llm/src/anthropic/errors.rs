//! Anthropic's errors: by `details.error_code`, else by type, else by status; by the sentence only where nothing else tells.

use mill_domain::ProviderName;
use serde_json::Value as Json;

use crate::http::HttpFailure;
use crate::{End, LlmError, ServerWord};

/// Codes that mean money, not pace: they last to the end of the month.
const SPEND_CODES: [&str; 4] = [
    "enforced_spend_limit_reached",
    "contract_spend_limit_reached",
    "linked_organization_spend_limit_reached",
    "linked_organization_billing_unavailable",
];

/// The end of a call that was answered with an error status.
pub(super) fn end_of(provider: &ProviderName, failure: &HttpFailure) -> End {
    let error = failure.error();
    let message = error
        .as_ref()
        .and_then(|error| error["message"].as_str())
        .unwrap_or_default();
    if failure.status == 413 || (failure.status == 400 && is_too_long(message)) {
        let detail = if message.is_empty() {
            "the request is larger than the provider takes"
        } else {
            message
        };
        return End::TooLong {
            detail: detail.to_owned(),
        };
    }
    End::Failed(error_of(provider, failure))
}

/// The error of an answer with an error status.
pub(super) fn error_of(provider: &ProviderName, failure: &HttpFailure) -> LlmError {
    let error = failure.error().unwrap_or_default();
    let message = error["message"].as_str();
    let word = failure.word(provider, code_of(&error), message);
    if is_spend(&error)
        || message.is_some_and(|text| text.starts_with("You have reached your specified"))
    {
        return LlmError::Quota(Box::new(word));
    }
    failure.by_status(word)
}

/// The end of a question in a batch that failed.
pub(super) fn end_of_item(provider: &ProviderName, error: &Json) -> End {
    let message = error["message"].as_str().unwrap_or_default();
    if error["type"] == "request_too_large" || is_too_long(message) {
        return End::TooLong {
            detail: message.to_owned(),
        };
    }
    End::Failed(error_in_stream(provider, error))
}

/// The error of an `error` event inside a stream that began well.
pub(super) fn error_in_stream(provider: &ProviderName, error: &Json) -> LlmError {
    let message = error["message"]
        .as_str()
        .unwrap_or("the reply ended with an error");
    let word = Box::new(ServerWord::new(provider, None, code_of(error), message));
    if is_spend(error) {
        return LlmError::Quota(word);
    }
    match error["type"].as_str() {
        Some("rate_limit_error") => LlmError::RateLimited(word),
        Some("authentication_error" | "permission_error") => LlmError::KeyRefused(word),
        Some("billing_error") => LlmError::Quota(word),
        Some("not_found_error") => LlmError::UnknownModel(word),
        Some("invalid_request_error" | "request_too_large") => LlmError::Rejected(word),
        _ => LlmError::Overloaded(word),
    }
}

fn code_of(error: &Json) -> Option<String> {
    error["details"]["error_code"]
        .as_str()
        .or_else(|| error["type"].as_str())
        .map(str::to_owned)
}

fn is_spend(error: &Json) -> bool {
    error["details"]["error_code"]
        .as_str()
        .is_some_and(|code| SPEND_CODES.contains(&code))
}

fn is_too_long(message: &str) -> bool {
    let message = message.to_lowercase();
    message.contains("prompt is too long")
        || message.contains("context limit")
        || message.contains("context window")
}
