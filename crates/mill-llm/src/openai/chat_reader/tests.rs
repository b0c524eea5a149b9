use mill_domain::Usage;

use super::*;

/// Plays chunks to a reader: the text, the bytes of thinking, the failure, and what was understood.
fn play(profile: &str, chunks: &[&str]) -> (String, usize, Option<LlmError>, Reading) {
    let request = ModelRequest::new("m", "", "hello", 10);
    let profile = Profile::named(profile).unwrap();
    let mut reader = ChatReader::new(&ProviderName::new(profile.name), profile, &request);
    let (mut text, mut thinking, mut failed) = (String::new(), 0, None);
    for chunk in chunks {
        let heard = reader.event(&Event {
            data: (*chunk).to_owned(),
            ..Event::default()
        });
        text.push_str(&heard.text.unwrap_or_default());
        thinking += heard.thinking_bytes;
        failed = failed.or(heard.failed);
    }
    (text, thinking, failed, reader.reading())
}

#[test]
fn a_first_chunk_of_filter_results_without_choices_is_passed_over() {
    let (text, _, failed, reading) = play(
        "azure",
        &[
            r#"{"choices":[],"prompt_filter_results":[{"prompt_index":0}]}"#,
            r#"{"choices":[{"index":0,"delta":{"content":"ok"},"finish_reason":null}]}"#,
            r#"{"choices":[{"index":0,"delta":{},"finish_reason":"stop"}]}"#,
        ],
    );
    assert_eq!(
        (text.as_str(), failed, reading.stop),
        ("ok", None, Some(Stop::Finished))
    );
}

#[test]
fn reasoning_under_any_name_shows_life_and_is_no_answer() {
    for field in ["reasoning_content", "reasoning"] {
        let chunk = format!(r#"{{"choices":[{{"delta":{{"{field}":"let me see"}}}}]}}"#);
        let (text, thinking, _, _) = play("vllm", &[&chunk]);
        assert_eq!((text.as_str(), thinking), ("", 10), "{field}");
    }
    let parts = r#"{"choices":[{"delta":{"content":[{"type":"thinking","thinking":[]},{"type":"text","text":"ok"}]}}]}"#;
    assert_eq!(play("mistral", &[parts]).0, "ok");
}

#[test]
fn money_that_the_provider_reports_is_kept_beside_our_own() {
    let usage = |cost: &str| {
        format!(
            r#"{{"choices":[],"usage":{{"prompt_tokens":10,"completion_tokens":5,"total_tokens":15,"cost":{cost}}}}}"#
        )
    };
    for (cost, pico) in [("0.00042", 420_000_000), ("1e-7", 100_000), ("0", 0)] {
        let reading = play("openrouter", &[&usage(cost)]).3;
        assert_eq!(reading.reported_cost, Some(Usd::from_pico(pico)), "{cost}");
    }
    let expected = Usage {
        input_tokens: 10,
        output_tokens: 5,
        ..Usage::default()
    };
    assert_eq!(play("openrouter", &[&usage("0")]).3.usage, Some(expected));
}

#[test]
fn an_error_after_the_start_fails_whatever_else_the_chunk_says() {
    let chunk = r#"{"id":"x","error":{"code":502,"message":"upstream died","metadata":{"error_type":"provider_unavailable"}},"choices":[{"delta":{"content":""},"finish_reason":"error"}]}"#;
    let failed = play("openrouter", &[chunk]).2;
    assert!(
        matches!(&failed, Some(LlmError::Overloaded(word)) if word.message == "upstream died"),
        "{failed:?}"
    );
    let paid = r#"{"error":{"code":402,"message":"no credit"}}"#;
    assert!(matches!(
        play("openrouter", &[paid]).2,
        Some(LlmError::Quota(_))
    ));
}

#[test]
fn cumulative_counts_on_every_chunk_are_not_summed() {
    let chunk = |output: u32| {
        format!(
            r#"{{"choices":[{{"delta":{{"content":"a"}}}}],"usage":{{"prompt_tokens":9,"completion_tokens":{output}}}}}"#
        )
    };
    let (text, _, _, reading) = play("vllm", &[&chunk(1), &chunk(2), &chunk(3)]);
    assert_eq!(
        (text.as_str(), reading.complete, reading.usage_is_final),
        ("aaa", false, false)
    );
    assert_eq!(reading.usage.map(|usage| usage.output_tokens), Some(3));
}
