//! How servers say "later": every format in use, read into a duration.
//!
//! Moments are measured against the `date` header of the same reply, so a laptop whose clock is wrong waits rightly.

use std::time::Duration;

use jiff::{SignedDuration, Timestamp, fmt::rfc2822};
use reqwest::header::HeaderMap;
use serde_json::Value as Json;

use crate::RateLimits;

/// The wait a reply asks for: `retry-after-ms`, else `retry-after` (seconds, fractions, or a date), else the reset of a
/// limit that is used up. `None`: it does not say.
pub(crate) fn wait_of(headers: &HeaderMap) -> Option<Duration> {
    text_of(headers, "retry-after-ms")
        .and_then(|text| text.trim().parse::<f64>().ok())
        .and_then(|millis| Duration::try_from_secs_f64(millis / 1000.0).ok())
        .or_else(|| retry_after(headers))
        .or_else(|| RateLimits::from_headers(headers)?.exhausted_wait())
}

/// Google's `RetryInfo` inside an error's `details`.
pub(crate) fn google_retry_info(error: &Json) -> Option<Duration> {
    let details = error.get("details")?.as_array()?;
    let info = details.iter().find(|detail| {
        detail["@type"]
            .as_str()
            .is_some_and(|name| name.ends_with("RetryInfo"))
    })?;
    duration_of(info.get("retryDelay")?.as_str()?)
}

/// A duration as Go and protobuf write it (`1h2m3s`, `6m0s`, `12ms`, `46.5s`), or plain seconds (`7`, `0.5`).
pub(crate) fn duration_of(text: &str) -> Option<Duration> {
    let text = text.trim();
    if let Ok(seconds) = text.parse::<f64>() {
        return Duration::try_from_secs_f64(seconds).ok();
    }
    Duration::try_from(text.parse::<SignedDuration>().ok()?).ok()
}

fn retry_after(headers: &HeaderMap) -> Option<Duration> {
    let text = text_of(headers, "retry-after")?;
    if let Ok(seconds) = text.trim().parse::<f64>() {
        return Duration::try_from_secs_f64(seconds).ok();
    }
    seconds_until(http_date(text)?, date_of(headers)?)
}

/// The moment of the reply by the server's own clock.
pub(crate) fn date_of(headers: &HeaderMap) -> Option<Timestamp> {
    http_date(text_of(headers, "date")?)
}

/// The time from `now` to `moment`; zero if it has passed.
pub(crate) fn seconds_until(moment: Timestamp, now: Timestamp) -> Option<Duration> {
    let left = moment.duration_since(now).max(SignedDuration::ZERO);
    Duration::try_from(left).ok()
}

fn http_date(text: &str) -> Option<Timestamp> {
    rfc2822::DateTimeParser::new()
        .parse_timestamp(text.trim())
        .ok()
}

/// A header as text; `None` if absent or not ASCII.
pub(crate) fn text_of<'h>(headers: &'h HeaderMap, name: &str) -> Option<&'h str> {
    headers.get(name)?.to_str().ok()
}

#[cfg(test)]
mod tests {
    use reqwest::header::{HeaderName, HeaderValue};

    use super::*;

    fn headers(pairs: &[(&'static str, &'static str)]) -> HeaderMap {
        pairs
            .iter()
            .map(|(name, value)| {
                (
                    HeaderName::from_static(name),
                    HeaderValue::from_static(value),
                )
            })
            .collect()
    }

    #[test]
    fn every_way_of_saying_later_is_read() {
        let date = ("date", "Mon, 30 Nov 2026 12:00:00 GMT");
        let cases = [
            (headers(&[("retry-after", "7")]), 7_000),
            (
                headers(&[
                    date,
                    ("anthropic-ratelimit-tokens-reset", "2026-11-30T12:00:05Z"),
                ]),
                5_000,
            ),
            (headers(&[("retry-after", "0.25")]), 250),
            (
                headers(&[("retry-after-ms", "300"), ("retry-after", "7")]),
                300,
            ),
            (headers(&[("retry-after", "86400")]), 86_400_000),
            (
                headers(&[date, ("retry-after", "Mon, 30 Nov 2026 12:00:09 GMT")]),
                9_000,
            ),
            (
                headers(&[date, ("retry-after", "Mon, 30 Nov 2026 11:00:09 GMT")]),
                0,
            ),
            (
                headers(&[
                    date,
                    ("anthropic-ratelimit-tokens-remaining", "0"),
                    ("anthropic-ratelimit-tokens-reset", "2026-11-30T12:00:42Z"),
                ]),
                42_000,
            ),
            (
                headers(&[
                    ("x-ratelimit-remaining-tokens", "0"),
                    ("x-ratelimit-reset-tokens", "1m30.5s"),
                ]),
                90_500,
            ),
        ];
        for (given, millis) in cases {
            assert_eq!(
                wait_of(&given),
                Some(Duration::from_millis(millis)),
                "{given:?}"
            );
        }
        assert_eq!(wait_of(&headers(&[date])), None);
        assert_eq!(wait_of(&headers(&[("retry-after", "soon")])), None);
        assert_eq!(wait_of(&headers(&[("retry-after", "-3")])), None);
        let left = headers(&[
            ("x-ratelimit-remaining-tokens", "9"),
            ("x-ratelimit-reset-tokens", "1m"),
        ]);
        assert_eq!(wait_of(&left), None);
    }

    #[test]
    fn go_durations_are_not_seconds() {
        for (text, micros) in [
            ("12ms", 12_000),
            ("1s", 1_000_000),
            ("6m0s", 360_000_000),
            ("1h2m3s", 3_723_000_000),
            ("250µs", 250),
            ("46.5s", 46_500_000),
            ("17", 17_000_000),
        ] {
            assert_eq!(
                duration_of(text),
                Some(Duration::from_micros(micros)),
                "{text}"
            );
        }
        for text in ["", "s", "5x", "1h2", "tomorrow"] {
            assert_eq!(duration_of(text), None, "{text}");
        }
    }

    #[test]
    fn googles_retry_info_is_found_among_the_details() {
        let error = serde_json::json!({"details": [
            {"@type": "type.googleapis.com/google.rpc.Help"},
            {"@type": "type.googleapis.com/google.rpc.RetryInfo", "retryDelay": "46.5s"}
        ]});
        assert_eq!(
            google_retry_info(&error),
            Some(Duration::from_millis(46_500))
        );
    }
}
