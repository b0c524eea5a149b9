//! Errors of `OpenAI` and of the servers that imitate it.

use mill_domain::ProviderName;
use serde_json::Value as Json;

use crate::http::HttpFailure;
use crate::{End, LlmError, ServerWord};

/// Codes and types that mean money, not pace.
const SPEND_CODES: [&str; 8] = [
    "insufficient_quota",
    "credit_balance_exhausted",
    "organization_spend_limit_exceeded",
    "project_spend_limit_exceeded",
    "organization_usage_limit_exceeded",
    "usage_limit_reached",
    "payment_required",
    "insufficient_balance",
];

/// Codes of an input that does not fit.
const TOO_LONG_CODES: [&str; 3] = [
    "context_length_exceeded",
    "exceed_context_size_error",
    "string_above_max_length",
];

/// Codes of a filter.
const FILTER_CODES: [&str; 6] = [
    "content_filter",
    "content_policy_violation",
    "ResponsibleAIPolicyViolation",
    "bio_policy",
    "cyber_policy",
    "misalignment_policy_violation",
];

/// The end of a call that was answered with an error status.
pub(super) fn end_of(provider: &ProviderName, failure: &HttpFailure) -> End {
    let error = failure.error().unwrap_or_default();
    let message = message_of(&error);
    if failure.status == 413 || is_too_long(&error) {
        let detail =
            message.unwrap_or_else(|| "the request is larger than the server takes".to_owned());
        return End::TooLong { detail };
    }
    if has_code(&error, &FILTER_CODES) {
        let reason =
            message.unwrap_or_else(|| "the provider's content filter stopped it".to_owned());
        return End::Refused {
            reason,
            partial: String::new(),
        };
    }
    End::Failed(error_of(provider, failure))
}

/// The error of an answer with an error status.
pub(super) fn error_of(provider: &ProviderName, failure: &HttpFailure) -> LlmError {
    let error = failure.error().unwrap_or_default();
    let word = failure.word(provider, code_of(&error), message_of(&error).as_deref());
    if has_code(&error, &SPEND_CODES) {
        return LlmError::Quota(Box::new(word));
    }
    failure.by_status(word)
}

/// The error of an error object inside a reply that began well.
pub(super) fn error_in_stream(provider: &ProviderName, error: &Json) -> LlmError {
    let message = message_of(error).unwrap_or_else(|| "the reply ended with an error".to_owned());
    let word = Box::new(ServerWord::new(provider, None, code_of(error), &message));
    let status = error["code"].as_u64().or_else(|| error["status"].as_u64());
    if has_code(error, &SPEND_CODES) || status == Some(402) {
        return LlmError::Quota(word);
    }
    match (status, code_of(error).as_deref()) {
        (Some(429), _) | (_, Some("rate_limit_exceeded" | "slow_down")) => {
            LlmError::RateLimited(word)
        }
        (Some(401 | 403), _) | (_, Some("invalid_api_key" | "authentication_error")) => {
            LlmError::KeyRefused(word)
        }
        (Some(404), _) | (_, Some("model_not_found" | "not_found_error")) => {
            LlmError::UnknownModel(word)
        }
        (Some(400 | 413 | 422), _) | (_, Some("invalid_prompt" | "invalid_request_error")) => {
            LlmError::Rejected(word)
        }
        _ => LlmError::Overloaded(word),
    }
}

/// True if the error says that the input does not fit.
pub(super) fn is_too_long(error: &Json) -> bool {
    if has_code(error, &TOO_LONG_CODES) {
        return true;
    }
    let message = message_of(error).unwrap_or_default().to_lowercase();
    [
        "maximum context length",
        "context window",
        "context size",
        "context length",
    ]
    .iter()
    .any(|words| message.contains(words))
}

/// The most specific code: text before number before type. xAI puts it beside the sentence.
fn code_of(error: &Json) -> Option<String> {
    let text = |field: &Json| {
        field
            .as_str()
            .filter(|code| !code.is_empty())
            .map(str::to_owned)
    };
    text(&error["innererror"]["code"])
        .or_else(|| text(&error["code"]))
        .or_else(|| text(&error["metadata"]["error_type"]))
        .or_else(|| text(&error["type"]))
        .or_else(|| error["code"].as_i64().map(|code| code.to_string()))
}

fn message_of(error: &Json) -> Option<String> {
    error
        .as_str()
        .or_else(|| error["message"].as_str())
        .or_else(|| error["detail"].as_str())
        .map(str::to_owned)
}

fn has_code(error: &Json, codes: &[&str]) -> bool {
    [
        &error["code"],
        &error["type"],
        &error["innererror"]["code"],
        &error["metadata"]["error_type"],
    ]
    .into_iter()
    .filter_map(Json::as_str)
    .any(|code| codes.contains(&code))
}
