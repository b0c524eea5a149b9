//! Batches of both providers: handed in, looked at, fetched, billed at half, found again, deleted.

use std::collections::BTreeMap;

use mill_domain::{Prices, Timestamp, TokenPrices, Usage, Usd, UsdPerToken};
use mill_llm::{
    BatchAnswer, BatchFound, BatchOrder, BatchState, BatchTrace, End, Feature, Message,
    ModelRequest,
};
use mill_testkit::{Asked, Compat, Kind, ScriptedServer, ServerOptions, Turn};

use crate::support::{provider_at, request};

const MODELS: [&str; 3] = [
    "anthropic/claude-haiku-5-5",
    "openai/gpt-6-luna",
    "custom/house",
];

fn prices() -> Prices {
    Prices {
        base: TokenPrices {
            input: UsdPerToken::from_usd_per_million("3.001").unwrap(),
            output: UsdPerToken::from_usd_per_million("15").unwrap(),
            ..Prices::FREE.base
        },
        ..Prices::FREE
    }
}

fn script(asked: &Asked) -> Turn {
    let usage = Usage {
        input_tokens: 1_001,
        output_tokens: 91,
        ..Usage::default()
    };
    match asked.user.as_str() {
        "cut" => Turn::of(Kind::LengthCut {
            text: "{\"vendor\"".to_owned(),
        })
        .with_usage(usage),
        "refused" => Turn::of(Kind::Refusal {
            reason: "not this".to_owned(),
            text: String::new(),
        })
        .with_usage(usage),
        "long" => Turn::too_long(),
        "broken" => Turn::status(500, "api_error", "internal"),
        "late" => Turn::status(408, "batch_expired", "late"),
        text => Turn::answer(format!("{{\"vendor\":\"{text}\"}}")).with_usage(usage),
    }
}

async fn server() -> ScriptedServer {
    let options = ServerOptions {
        default_price: Some(prices()),
        ..ServerOptions::default()
    };
    ScriptedServer::with_options(options, script).await.unwrap()
}

fn items(model: &str, texts: &[&str]) -> Vec<(String, ModelRequest)> {
    let item = |text: &&str| {
        let mut question = request(model);
        question.messages = vec![Message::user(text)];
        ((*text).to_owned(), question)
    };
    texts.iter().map(item).collect()
}

#[tokio::test]
async fn every_question_of_a_batch_ends_as_it_would_alone_at_half_the_price() {
    for model in MODELS {
        let server = server().await;
        server.hold_batches(true);
        let provider = provider_at(model, &server.url());
        let batches = provider.batches().unwrap();
        let items = items(model, &["Acme", "cut", "refused", "long", "broken", "late"]);
        let order = BatchOrder {
            marker: "stampmill-1",
            items: &items,
        };
        let id = batches.hand_in(order).await.unwrap();
        assert_eq!(batches.state(&id).await.unwrap(), BatchState::Working);
        server.hold_batches(false);
        assert_eq!(batches.state(&id).await.unwrap(), BatchState::Over);

        let name = &items[0].1.model;
        let answers: BTreeMap<_, _> = batches
            .answers(&id, name)
            .await
            .unwrap()
            .into_iter()
            .collect();
        assert_eq!(answers.len(), items.len(), "{model}");
        assert_eq!(answers["late"], BatchAnswer::Expired, "{model}");
        let mut cost = Usd::ZERO;
        let mut ends = BTreeMap::new();
        for (name, answer) in &answers {
            if let BatchAnswer::Asked(call) = answer {
                cost += call.cost(&prices()).expect("every count is known");
                ends.insert(name.as_str(), &call.end);
            }
        }
        let acme = "{\"vendor\":\"Acme\"}".to_owned();
        assert_eq!(ends["Acme"], &End::Answer { text: acme }, "{model}");
        assert!(matches!(ends["cut"], End::CutOff { .. }), "{model}");
        assert!(
            matches!(ends["refused"], End::Refused { reason, .. } if reason == "not this"),
            "{model}: {:?}",
            ends["refused"]
        );
        assert!(
            matches!(ends["long"], End::TooLong { .. }),
            "{model}: {:?}",
            ends["long"]
        );
        assert!(matches!(ends["broken"], End::Failed(_)), "{model}");
        let bill = server.settled_bill().await;
        assert_eq!((bill.billed, bill.cost), (3, cost), "{model}");
        let whole = prices().cost(&bill.usage, &[]);
        // Nobody knows of a discount at a server of one's own.
        let parts = if model.starts_with("custom/") { 1 } else { 2 };
        assert_eq!(bill.cost, whole.scaled(1, parts), "{model}");

        batches.forget(&id).await.unwrap();
        assert_eq!(server.files(), 0, "{model}: nothing is left there");
    }
}

#[tokio::test]
async fn a_batch_whose_name_was_lost_is_found_again() {
    for model in MODELS {
        let server = server().await;
        server.hold_batches(true);
        let provider = provider_at(model, &server.url());
        let batches = provider.batches().unwrap();
        let items = items(model, &["Acme", "Bolt"]);
        let trace = |marker: &'static str| BatchTrace {
            marker,
            item: "Acme",
            items: 2,
            since: Timestamp::from_millis(0),
        };
        assert_eq!(
            batches.find(trace("stampmill-2")).await.unwrap(),
            BatchFound::Nowhere,
            "{model}"
        );
        server.lose_next_batch_reply();
        let order = BatchOrder {
            marker: "stampmill-2",
            items: &items,
        };
        let lost = batches.hand_in(order).await.unwrap_err();
        assert!(lost.may_exist, "{model}: {lost:?}");
        server.hold_batches(false);
        let found = batches.find(trace("stampmill-2")).await.unwrap();
        let BatchFound::Here(id) = found else {
            panic!("{model}: {found:?}");
        };
        assert_eq!(batches.state(&id).await.unwrap(), BatchState::Over);
        assert_eq!(batches.answers(&id, "any").await.unwrap().len(), 2);
    }
}

#[tokio::test]
async fn while_it_works_a_nameless_batch_at_anthropic_may_be_anybodys() {
    let server = server().await;
    server.hold_batches(true);
    let provider = provider_at(MODELS[0], &server.url());
    let batches = provider.batches().unwrap();
    let items = items(MODELS[0], &["Acme", "Bolt"]);
    let order = BatchOrder {
        marker: "stampmill-3",
        items: &items,
    };
    batches.hand_in(order).await.unwrap();
    let trace = |item, items| BatchTrace {
        marker: "stampmill-4",
        item,
        items,
        since: Timestamp::from_millis(0),
    };
    assert_eq!(
        batches.find(trace("Coil", 2)).await.unwrap(),
        BatchFound::NotKnown
    );
    assert_eq!(
        batches.find(trace("Coil", 3)).await.unwrap(),
        BatchFound::Nowhere,
        "another size is another batch"
    );
    server.hold_batches(false);
    assert_eq!(
        batches.find(trace("Coil", 2)).await.unwrap(),
        BatchFound::Nowhere
    );
}

#[tokio::test]
async fn a_cancelled_batch_bills_nothing_that_was_not_asked() {
    for model in MODELS {
        let server = server().await;
        server.hold_batches(true);
        let provider = provider_at(model, &server.url());
        let batches = provider.batches().unwrap();
        let items = items(model, &["Acme"]);
        let order = BatchOrder {
            marker: "stampmill-5",
            items: &items,
        };
        let id = batches.hand_in(order).await.unwrap();
        batches.cancel(&id).await.unwrap();
        assert_eq!(batches.state(&id).await.unwrap(), BatchState::Over);
        let answers = batches.answers(&id, "any").await.unwrap();
        assert_eq!(
            answers,
            [("Acme".to_owned(), BatchAnswer::Cancelled)],
            "{model}"
        );
        assert_eq!(server.settled_bill().await.billed, 0, "{model}");
    }
}

#[tokio::test]
async fn a_provider_without_batches_says_so() {
    let server = server().await;
    let gemini = provider_at("gemini/gemini-3.5-flash", &server.url());
    assert!(gemini.batches().is_none());
    let own = provider_at("custom/llama", &server.url());
    assert_eq!(own.batches().unwrap().are_taken().await, Ok(true));

    let plain = ServerOptions {
        compat: Compat {
            no_batches: true,
            ..Compat::default()
        },
        ..ServerOptions::default()
    };
    let plain = ScriptedServer::with_options(plain, script).await.unwrap();
    let own = provider_at("custom/llama", &plain.url());
    assert_eq!(own.batches().unwrap().are_taken().await, Ok(false));
    plain.stop();
    let gone = own.batches().unwrap().are_taken().await;
    assert!(gone.is_err(), "it is not known then");
}

#[tokio::test]
async fn a_server_that_takes_less_is_asked_for_less_step_by_step_and_bills_no_refusal() {
    let options = ServerOptions {
        default_price: Some(prices()),
        compat: Compat {
            refuses_json_schema: Some(400),
            refuses_max_tokens: true,
            ..Compat::default()
        },
        ..ServerOptions::default()
    };
    let server = ScriptedServer::with_options(options, script).await.unwrap();
    let provider = provider_at("custom/house", &server.url());
    let batches = provider.batches().unwrap();
    let items = items("custom/house", &["Acme", "Bolt"]);
    let mut left_out: Vec<Feature> = Vec::new();
    let answers = loop {
        let order = BatchOrder {
            marker: "stampmill-6",
            items: &items,
        };
        let id = batches.hand_in(order).await.unwrap();
        assert_eq!(batches.state(&id).await.unwrap(), BatchState::Over);
        let answers = batches.answers(&id, "house").await.unwrap();
        let features: Vec<Feature> = answers
            .iter()
            .filter_map(|(_, answer)| match answer {
                BatchAnswer::NotTaken(feature) => Some(*feature),
                _ => None,
            })
            .collect();
        match features.as_slice() {
            [] => break answers,
            [one, other] => assert_eq!(one, other, "both were asked alike"),
            _ => panic!("{answers:?}"),
        }
        assert!(left_out.len() < 5, "{left_out:?}");
        left_out.extend(features.first());
    };
    assert_eq!(left_out, [Feature::OutputLimit, Feature::JsonSchema]);
    for (name, answer) in answers {
        let text = format!("{{\"vendor\":\"{name}\"}}");
        assert!(
            matches!(&answer, BatchAnswer::Asked(call) if call.end == End::Answer { text: text.clone() }),
            "{answer:?}"
        );
    }
    let bill = server.settled_bill().await;
    assert_eq!((bill.billed, bill.refused), (2, 4));
}
