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

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use reqwest::header::HeaderMap;
    use serde_json::json;

    use super::*;

    fn ended(status: u16, body: &Json) -> LlmError {
        let failure = HttpFailure {
            status,
            headers: HeaderMap::new(),
            body: body.to_string(),
        };
        error_of(&ProviderName::new("gemini"), &failure)
    }

    fn quota(id: &str, value: &str) -> Json {
        json!([{"error": {"code": 429, "message": "quota", "status": "RESOURCE_EXHAUSTED", "details": [
            {"@type": "type.googleapis.com/google.rpc.QuotaFailure", "violations": [{"quotaId": id, "quotaValue": value}]},
            {"@type": "type.googleapis.com/google.rpc.RetryInfo", "retryDelay": "46s"}
        ]}}])
    }

    #[test]
    fn a_quota_of_a_minute_is_waited_out_and_one_of_a_day_is_not() {
        let minute = ended(429, &quota("GenerateRequestsPerMinutePerProject", "15"));
        assert!(matches!(minute, LlmError::RateLimited(_)), "{minute:?}");
        assert_eq!(minute.retry_after(), Some(Duration::from_secs(46)));
        for (id, value) in [
            ("GenerateRequestsPerDayPerProject", "50"),
            ("GenerateRequestsPerMinute", "0"),
        ] {
            assert!(
                matches!(ended(429, &quota(id, value)), LlmError::Quota(_)),
                "{id}"
            );
        }
    }

    #[test]
    fn a_wrong_key_is_told_although_its_status_is_400() {
        let body = json!({"error": {"code": 400, "message": "API key not valid.", "status": "INVALID_ARGUMENT",
            "details": [{"@type": "type.googleapis.com/google.rpc.ErrorInfo", "reason": "API_KEY_INVALID"}]}});
        assert_eq!(ended(400, &body).code(), "key_refused");
    }
}
