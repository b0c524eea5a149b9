//! A batch at a server that does not take everything: asked for less, once, and not paid for.

use mill_engine::Ways;
use mill_testkit::{Asked, Compat, ServerOptions, Turn};

use crate::setup::{CUSTOM, Mill, USUAL, coded_at_nine_cents};

fn batch() -> Ways {
    Ways {
        batch: true,
        ..Ways::default()
    }
}

async fn house(compat: Compat) -> Mill {
    let options = ServerOptions {
        compat,
        ..ServerOptions::default()
    };
    Mill::priced(USUAL, options, |_: &Asked| -> Turn {
        coded_at_nine_cents()
    })
    .await
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_batch_that_is_refused_for_its_schema_is_handed_in_again_without_it() {
    let mill = house(Compat {
        refuses_response_format: Some(400),
        ..Compat::default()
    })
    .await;
    let run = mill.shops(4).model(CUSTOM).ways(batch()).run().await;
    assert_eq!(run.told().await, "finished; 4 by model");
    assert_eq!(
        mill.server.bill().refused,
        12,
        "a schema, an object with a schema in words, an object: each is refused once for every row"
    );
    assert_eq!(run.calls(1).await.len(), 4);
    mill.books_agree_with_the_bill(&[run.id]).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_a_batch_was_asked_with_is_known_after_a_restart() {
    let mill = house(Compat {
        refuses_json_schema: Some(422),
        refuses_max_tokens: true,
        ..Compat::default()
    })
    .await;
    mill.server.hold_batches(true);
    let id = mill.shops(3).model(CUSTOM).ways(batch()).start().await.id;
    crate::setup::until(|| mill.server.batches() == [3]).await;
    let mill = mill.reopen().await;
    mill.server.hold_batches(false);
    let run = crate::setup::Run {
        engine: &mill.engine,
        id,
    };
    run.resume().await;
    assert_eq!(run.told().await, "finished; 3 by model");
    mill.books_agree_with_the_bill(&[id]).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn without_any_limit_on_an_answer_a_batch_that_costs_is_not_handed_in() {
    let mill = house(Compat {
        refuses_max_tokens: true,
        refuses_max_completion_tokens: true,
        ..Compat::default()
    })
    .await;
    let run = mill.shops(2).model(CUSTOM).ways(batch()).run().await;
    let summary = run.end().await;
    assert!(
        crate::setup::told(&summary).starts_with("paused"),
        "{}",
        crate::setup::told(&summary)
    );
    assert_eq!(mill.server.bill().billed, 0);
    mill.books_agree_with_the_bill(&[run.id]).await;
}
