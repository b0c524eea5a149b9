use super::*;

fn reader() -> ContentReader {
    ContentReader::new(&ProviderName::new("gemini"), "gemini-4-argon")
}

fn event(data: &str) -> Event {
    Event {
        data: data.to_owned(),
        ..Event::default()
    }
}

#[test]
fn thoughts_are_billed_and_are_no_answer() {
    let mut reader = reader();
    let heard = reader.event(&event(
        r#"{"candidates":[{"content":{"parts":[{"text":"hmm","thought":true},{"text":"Acme"}]}}],"usageMetadata":{"promptTokenCount":10}}"#,
    ));
    assert_eq!(
        (heard.text.as_deref(), heard.thinking_bytes),
        (Some("Acme"), 3)
    );
    reader.event(&event(
        r#"{"candidates":[{"finishReason":"STOP"}],"modelVersion":"gemini-4-argon-001","usageMetadata":{"promptTokenCount":250000,"cachedContentTokenCount":100000,"candidatesTokenCount":1500,"thoughtsTokenCount":2500,"toolUsePromptTokenCount":7,"serviceTier":"PRIORITY"}}"#,
    ));
    let reading = reader.reading();
    let expected = Usage {
        input_tokens: 150_007,
        cache_read_tokens: 100_000,
        output_tokens: 4_000,
        ..Usage::default()
    };
    assert_eq!(
        (reading.usage, reading.usage_is_final, reading.complete),
        (Some(expected), true, true)
    );
    assert_eq!(
        reading.variants,
        [PriceVariant {
            numerator: 9,
            denominator: 5
        }]
    );
    assert_eq!(reading.model_served.as_deref(), Some("gemini-4-argon-001"));
}

#[test]
fn a_blocked_prompt_is_a_refusal_without_candidates() {
    let mut reader = reader();
    reader.event(&event(r#"{"promptFeedback":{"blockReason":"PROHIBITED_CONTENT"},"usageMetadata":{"promptTokenCount":12}}"#));
    let reading = reader.reading();
    assert_eq!(
        reading.stop,
        Some(Stop::Refused(
            "the prompt was blocked (PROHIBITED_CONTENT)".to_owned()
        ))
    );
    assert!(reading.complete);
}

#[test]
fn a_stream_without_sse_is_one_array_of_chunks() {
    let mut reader = reader();
    let body = serde_json::json!([
        {"candidates": [{"content": {"parts": [{"text": "Ac"}]}}]},
        {"candidates": [{"content": {"parts": [{"text": "me"}]}, "finishReason": "STOP"}]}
    ]);
    assert_eq!(reader.whole(&body).text.as_deref(), Some("Acme"));
    assert_eq!(reader.reading().stop, Some(Stop::Finished));
}
