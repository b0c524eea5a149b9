//! Keys: tested, sent in one header, shown nowhere.

use mill_domain::{ModelRef, Secret};
use mill_llm::http::{HttpSettings, client};
use mill_llm::{LlmError, providers};
use mill_testkit::{ScriptedServer, ServerOptions, Turn};
use serde_json::json;

use crate::support::{KEY, MODELS, ask, endpoints, provider_at};

#[tokio::test]
async fn a_right_key_passes_and_a_wrong_one_is_named_so() {
    for model in MODELS {
        for (key, works) in [(KEY, true), ("another", false)] {
            let options = ServerOptions {
                key: Some(key.to_owned()),
                models: vec!["one".to_owned(), "two".to_owned()],
                ..ServerOptions::default()
            };
            let server = ScriptedServer::with_options(options, |_| Turn::answer("x"))
                .await
                .unwrap();
            let provider = provider_at(model, &server.url());
            match provider.test_key().await {
                Ok(check) => assert_eq!((works, check.models), (true, Some(2)), "{model}"),
                Err(error) => {
                    assert_eq!(
                        (works, error.code()),
                        (false, "key_refused"),
                        "{model}: {error}"
                    );
                    assert!(!format!("{error:?} {error}").contains(KEY));
                }
            }
            let models = provider.models().await;
            assert_eq!(models.is_ok(), works, "{model}");
        }
    }
}

#[tokio::test]
async fn each_protocol_sends_its_key_in_one_header() {
    for (model, header) in MODELS.into_iter().zip([
        "x-api-key",
        "authorization",
        "authorization",
        "x-goog-api-key",
    ]) {
        let server = ScriptedServer::playing(Vec::new()).await.unwrap();
        ask(model, &server).await;
        let seen = server.requests().pop().unwrap();
        assert!(seen.has_key(KEY), "{model}");
        let carried: Vec<&String> = seen
            .headers
            .iter()
            .filter(|(_, value)| *value == "***")
            .map(|(name, _)| name)
            .collect();
        assert_eq!(carried, [header], "{model}");
        assert!(
            !seen.path.contains(KEY) && !seen.body.to_string().contains(KEY),
            "{model}"
        );
    }
}

#[tokio::test]
async fn missing_keys_and_addresses_are_told_before_anything_is_sent() {
    let http = client(HttpSettings::default()).unwrap();
    let built = |model: &str| {
        let model: ModelRef = model.parse().unwrap();
        providers::build(&model, &mill_llm::Endpoints::default(), None, &http)
            .map(|provider| provider.name().to_string())
    };
    for model in [
        "anthropic/x",
        "openai/x",
        "gemini/x",
        "deepseek/x",
        "openrouter/x",
    ] {
        assert!(
            matches!(built(model), Err(LlmError::KeyMissing { .. })),
            "{model}"
        );
    }
    for model in ["custom/x", "nowhere/x", "azure/x"] {
        assert!(built(model).is_err(), "{model}");
    }
    for model in ["ollama/x", "lmstudio/x", "practice/sample", "vllm/x"] {
        assert_eq!(built(model).unwrap(), model.split('/').next().unwrap());
    }
    let secret = Some(Secret::new("k".to_owned()));
    let wrong = providers::build(
        &"openai/x".parse().unwrap(),
        &endpoints("not an address"),
        secret,
        &http,
    );
    assert!(matches!(wrong.map(|_| ()), Err(LlmError::BadSetup { .. })));
}

#[tokio::test]
async fn counters_give_bounds_above_the_bytes_of_thirds() {
    let server = ScriptedServer::playing(Vec::new()).await.unwrap();
    for (model, counts) in MODELS.into_iter().zip([true, true, false, true]) {
        let provider = provider_at(model, &server.url());
        let request = crate::support::request(model);
        let counted = provider.count_input(&request).await.unwrap();
        assert_eq!(counted.is_some(), counts, "{model}");
        assert!(
            counted.is_none_or(|tokens| tokens > 0 && tokens <= provider.input_bound(&request)),
            "{model}: {counted:?}"
        );
    }
}

#[tokio::test]
async fn servers_on_this_machine_are_found_with_their_models() {
    let options = ServerOptions {
        models: vec!["qwen3:8b".to_owned()],
        ..ServerOptions::default()
    };
    let server = ScriptedServer::with_options(options, |_| Turn::answer("x"))
        .await
        .unwrap();
    let http = client(HttpSettings::default()).unwrap();
    let name = mill_domain::ProviderName::new("ollama");
    let closed = mill_domain::ProviderName::new("lmstudio");
    let nobody = "http://127.0.0.1:9".to_owned();
    // Somebody else's program at the usual port: it answers, and has no model to name.
    let stranger = ScriptedServer::start(|_| Turn::answer("x")).await.unwrap();
    let taken = mill_domain::ProviderName::new("llama_cpp");
    let offered = mill_domain::ProviderName::new("vllm");
    let addresses = [
        (name.clone(), server.url()),
        (closed, nobody),
        (taken, stranger.url()),
        (offered.clone(), server.url()),
    ];
    let found = mill_llm::local::find(&http, &addresses).await;
    assert_eq!(
        found
            .iter()
            .map(|server| &server.provider)
            .collect::<Vec<_>>(),
        [&name, &offered]
    );
    assert_eq!(
        (&found[0].provider, found[0].models[0].name.as_str()),
        (&name, "qwen3:8b")
    );
}

#[tokio::test]
async fn the_list_of_lm_studio_says_how_much_of_a_model_is_loaded() {
    let list = json!({"object": "list", "data": [
        {"id": "qwen", "type": "llm", "state": "loaded", "max_context_length": 131_072, "loaded_context_length": 4_096},
        {"id": "gemma", "type": "vlm", "state": "not-loaded", "max_context_length": 32_768},
        {"id": "nomic", "type": "embeddings", "state": "not-loaded", "max_context_length": 2_048},
    ]});
    let windows = async |native_list| {
        let options = ServerOptions {
            native_list,
            models: vec!["qwen".to_owned()],
            ..ServerOptions::default()
        };
        let server = ScriptedServer::with_options(options, |_| Turn::default())
            .await
            .unwrap();
        let provider = provider_at("lmstudio/qwen", &server.url());
        let models = provider.models().await.unwrap().into_iter();
        let told = models.map(|model| (model.name, model.window_tokens));
        told.collect::<Vec<_>>()
    };
    assert_eq!(
        windows(Some(list)).await,
        [
            ("qwen".to_owned(), Some(4_096)),
            ("gemma".to_owned(), Some(32_768))
        ]
    );
    assert_eq!(
        windows(None).await,
        [("qwen".to_owned(), None)],
        "an older one has the usual list alone"
    );
}
