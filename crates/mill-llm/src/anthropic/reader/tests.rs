use mill_domain::UsageQuality;

use super::*;
use crate::reading::{Ended, WholeCall};
use crate::{Billed, CallEnd, End, ModelRequest};

fn event(data: &str) -> Event {
    Event {
        data: data.to_owned(),
        ..Event::default()
    }
}

/// Plays events to a reader, as the exchange does.
fn play(events: &[&str]) -> CallEnd {
    let provider = ProviderName::new("anthropic");
    let request = ModelRequest::new("m", "", "one two three", 100);
    let mut reader = MessageReader::new(&provider);
    let mut call = WholeCall {
        request: &request,
        text: String::new(),
        thinking_bytes: 0,
        reading: Reading::default(),
        ended: Ended::Closed,
        no_end: LlmError::StreamBroken {
            provider,
            detail: "no end".to_owned(),
        },
    };
    for data in events {
        let heard = reader.event(&event(data));
        call.text.push_str(&heard.text.unwrap_or_default());
        call.thinking_bytes += heard.thinking_bytes;
        if let Some(error) = heard.failed {
            call.ended = Ended::Failed {
                error,
                by_server: true,
            };
        }
    }
    call.reading = reader.reading();
    call.into_end()
}

const START: &str = r#"{"type":"message_start","message":{"model":"claude-x","usage":{"input_tokens":1200,"cache_read_input_tokens":800,"output_tokens":1}}}"#;
const TEXT: &str =
    r#"{"type":"content_block_delta","index":0,"delta":{"type":"text_delta","text":"Acme"}}"#;
const STOP: &str = r#"{"type":"message_stop"}"#;

#[test]
fn cumulative_counts_overwrite_and_are_never_summed() {
    let call = play(&[
        START,
        TEXT,
        r#"{"type":"message_delta","delta":{},"usage":{"output_tokens":40}}"#,
        r#"{"type":"message_delta","delta":{"stop_reason":"end_turn"},"usage":{"input_tokens":1200,"cache_read_input_tokens":800,"output_tokens":95}}"#,
        STOP,
    ]);
    let expected = Usage {
        input_tokens: 1_200,
        cache_read_tokens: 800,
        output_tokens: 95,
        ..Usage::default()
    };
    assert_eq!(
        (call.usage, call.quality),
        (Some(expected), UsageQuality::Exact)
    );
    assert_eq!(
        call.end,
        End::Answer {
            text: "Acme".to_owned()
        }
    );
    assert_eq!(call.model_served.as_deref(), Some("claude-x"));
}

#[test]
fn look_alikes_that_move_cached_tokens_at_the_end_are_read_rightly() {
    let call = play(&[
        r#"{"type":"message_start","message":{"usage":{"input_tokens":8834}}}"#,
        TEXT,
        r#"{"type":"message_delta","delta":{"stop_reason":"end_turn"},"usage":{"input_tokens":18,"cache_read_input_tokens":8831,"output_tokens":5}}"#,
        STOP,
    ]);
    let expected = Usage {
        input_tokens: 18,
        cache_read_tokens: 8_831,
        output_tokens: 5,
        ..Usage::default()
    };
    assert_eq!(call.usage, Some(expected));
}

#[test]
fn the_split_of_cache_writes_survives_the_end() {
    let call = play(&[
        r#"{"type":"message_start","message":{"usage":{"input_tokens":100,"cache_creation_input_tokens":3000,"cache_creation":{"ephemeral_5m_input_tokens":1000,"ephemeral_1h_input_tokens":2000},"speed":"fast","inference_geo":"us","service_tier":"standard"}}}"#,
        r#"{"type":"message_delta","delta":{"stop_reason":"end_turn"},"usage":{"cache_creation_input_tokens":3000,"output_tokens":7}}"#,
        STOP,
    ]);
    let expected = Usage {
        input_tokens: 100,
        cache_write_short_tokens: 1_000,
        cache_write_long_tokens: 2_000,
        output_tokens: 7,
        ..Usage::default()
    };
    assert_eq!((call.usage, &call.end), (Some(expected), &End::Empty));
    let ratio = |numerator, denominator| PriceVariant {
        numerator,
        denominator,
    };
    assert_eq!(call.variants, vec![ratio(2, 1), ratio(11, 10)]);
}

#[test]
fn a_reply_without_counts_is_estimated_and_never_zero() {
    let call = play(&[
        TEXT,
        r#"{"type":"message_delta","delta":{"stop_reason":"end_turn"}}"#,
        STOP,
    ]);
    let expected = Usage {
        input_tokens: 5,
        output_tokens: 2,
        ..Usage::default()
    };
    assert_eq!(
        (call.usage, call.quality, call.billed),
        (Some(expected), UsageQuality::Estimated, Billed::ByUsage)
    );
}

#[test]
fn a_stream_that_dies_keeps_its_input_and_estimates_its_output() {
    let call = play(&[START, TEXT]);
    let expected = Usage {
        input_tokens: 1_200,
        cache_read_tokens: 800,
        output_tokens: 2,
        ..Usage::default()
    };
    assert_eq!(
        (call.usage, call.quality, call.billed),
        (Some(expected), UsageQuality::Estimated, Billed::ByUsage)
    );
    assert!(matches!(
        call.end,
        End::Failed(LlmError::StreamBroken { .. })
    ));
}

#[test]
fn an_error_before_anything_was_made_is_not_billed() {
    let call =
        play(&[r#"{"type":"error","error":{"type":"overloaded_error","message":"Overloaded"}}"#]);
    assert_eq!((call.usage, call.billed), (None, Billed::No));
    assert!(
        matches!(&call.end, End::Failed(LlmError::Overloaded(word)) if word.code.as_deref() == Some("overloaded_error"))
    );
}

#[test]
fn every_stop_reason_is_an_end_of_its_own() {
    let ended = |reason: &str| {
        let delta = format!(
            r#"{{"type":"message_delta","delta":{{"stop_reason":{reason}}},"usage":{{"output_tokens":9}}}}"#
        );
        play(&[START, TEXT, &delta, STOP]).end
    };
    let partial = "Acme".to_owned();
    assert_eq!(
        ended("\"max_tokens\""),
        End::CutOff {
            partial: partial.clone()
        }
    );
    assert_eq!(
        ended("null"),
        End::CutOff {
            partial: partial.clone()
        }
    );
    assert_eq!(
        ended("\"refusal\""),
        End::Refused {
            reason: "the model declined".to_owned(),
            partial: partial.clone()
        }
    );
    assert!(matches!(
        ended("\"model_context_window_exceeded\""),
        End::TooLong { .. }
    ));
    assert_eq!(
        ended("\"stop_sequence\""),
        End::Answer {
            text: partial.clone()
        }
    );
    assert_eq!(ended("\"something_new\""), End::Answer { text: partial });
}

#[test]
fn unknown_events_and_fields_are_passed_over() {
    let call = play(&[
        START,
        r#"{"type":"brand_new","delta":{"x":1},"usage":null}"#,
        r#"{"type":"content_block_delta","index":1,"delta":{"type":"thinking_delta","thinking":"hm"}}"#,
        TEXT,
        r#"{"type":"message_delta","delta":{"stop_reason":"end_turn","container":null},"usage":{"output_tokens":3,"iterations":[]}}"#,
        STOP,
    ]);
    assert_eq!(
        call.end,
        End::Answer {
            text: "Acme".to_owned()
        }
    );
}
