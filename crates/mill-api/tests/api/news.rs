//! What a host hears without asking.

use std::time::Duration;

use futures::StreamExt as _;
use mill_api::Notification;
use serde_json::{Value, json};

use crate::desk::Desk;

#[tokio::test(flavor = "multi_thread")]
async fn a_run_is_told_to_its_end_and_never_faster_than_ten_times_a_second() {
    let desk = Desk::new().await;
    let mut news = desk.host.subscribe();
    let start = std::time::Instant::now();
    let run = desk.finished_run(60).await;
    let mut updates = 0_u32;
    let mut last = Value::Null;
    while last["state"] != "finished" {
        let heard = tokio::time::timeout(Duration::from_secs(10), news.next())
            .await
            .unwrap()
            .unwrap();
        if let Notification::Run { run: view } = heard {
            last = serde_json::to_value(&view).unwrap();
            assert_eq!(last["run"], json!(run));
            updates += 1;
        }
    }
    assert_eq!(
        last["tasks"],
        json!({ "total": 60, "done": 60, "failed": 0, "waiting": 0 })
    );
    let most = start.elapsed().as_millis() / 100 + 2;
    assert!(
        u128::from(updates) <= most,
        "{updates} updates in {:?}",
        start.elapsed()
    );
}
