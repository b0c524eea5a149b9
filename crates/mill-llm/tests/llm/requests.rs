//! What is really sent.

use mill_testkit::{ScriptedServer, Turn};

use crate::support::{MODELS, ask, ask_with, request};

#[tokio::test]
async fn every_protocol_carries_instructions_text_schema_and_limit() {
    for model in MODELS {
        let seen = std::sync::Arc::new(std::sync::Mutex::new(None));
        let keep = std::sync::Arc::clone(&seen);
        let server = ScriptedServer::start(move |asked| {
            *keep.lock().unwrap() = Some(asked.clone());
            Turn::answer(asked.schema_answer())
        })
        .await
        .unwrap();
        let call = ask(model, &server).await;
        assert_eq!(
            call.end,
            mill_llm::End::Answer {
                text: "{\"vendor\":\"scripted\"}".to_owned()
            },
            "{model}"
        );
        let asked = seen.lock().unwrap().clone().unwrap();
        assert_eq!(
            (asked.system.as_str(), asked.user.as_str()),
            ("Code the line.", "OYSTER 12.00 凭证"),
            "{model}"
        );
        assert_eq!(asked.max_output_tokens, Some(400), "{model}");
        assert_eq!(
            asked.schema.unwrap()["required"],
            serde_json::json!(["vendor"]),
            "{model}"
        );
        assert!(model.ends_with(&asked.model), "{model}");
    }
}

#[tokio::test]
async fn nothing_is_stored_sampled_or_tracked_at_the_provider() {
    for model in MODELS {
        let server = ScriptedServer::playing(Vec::new()).await.unwrap();
        ask(model, &server).await;
        let body = server.requests().pop().unwrap().body;
        for field in ["temperature", "top_p", "top_k", "metadata", "user"] {
            assert_eq!(body.get(field), None, "{model} {field}");
        }
        if model.starts_with("openai") {
            assert_eq!(
                (&body["store"], &body["stream"]),
                (&false.into(), &true.into())
            );
        }
    }
}

#[tokio::test]
async fn anthropics_version_and_cache_mark_are_sent() {
    let server = ScriptedServer::playing(Vec::new()).await.unwrap();
    let mut cached = request(MODELS[0]);
    cached.cache_prefix = true;
    ask_with(MODELS[0], &server, &cached).await;
    let seen = server.requests().pop().unwrap();
    assert_eq!(seen.headers["anthropic-version"], "2026-10-21");
    assert_eq!(seen.body["system"][0]["cache_control"]["type"], "ephemeral");
}

#[tokio::test]
async fn our_id_of_the_call_goes_along_where_it_is_logged() {
    let server = ScriptedServer::playing(Vec::new()).await.unwrap();
    let mut traced = request(MODELS[1]);
    traced.client_request_id = Some("call-1".to_owned());
    ask_with(MODELS[1], &server, &traced).await;
    assert_eq!(
        server.requests().pop().unwrap().headers["x-client-request-id"],
        "call-1"
    );
}
