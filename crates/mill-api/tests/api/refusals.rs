//! What a host is told when something cannot be done.

use serde_json::json;

use crate::desk::Desk;

#[tokio::test(flavor = "multi_thread")]
async fn what_is_not_in_the_contract_has_a_code_of_its_own() {
    let desk = Desk::new().await;
    assert_eq!(
        desk.refused("run/delete_everything", json!({})).await.code,
        "unknown_method"
    );
    assert_eq!(
        desk.refused("run/get", json!({ "id": 7 })).await.code,
        "bad_params"
    );
    for method in [
        "run/get",
        "run/pause",
        "run/resume",
        "run/stop",
        "run/agents",
    ] {
        assert_eq!(
            desk.refused(method, json!({ "run": "no-such-run" }))
                .await
                .code,
            "not_found",
            "{method}"
        );
    }
    assert_eq!(
        desk.refused("job/get", json!({ "job": "no-such-job" }))
            .await
            .code,
        "not_found"
    );
    assert_eq!(
        desk.refused("table/preview", json!({ "grant": "/etc/passwd" }))
            .await
            .code,
        "grant_unknown"
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn a_price_that_is_missing_and_a_budget_that_is_too_small_say_what_would_do() {
    let desk = Desk::new().await;
    let job = desk.sample().await;
    desk.call(
        "job/save",
        json!({ "job": job, "model": "anthropic/claude-unheard-of" }),
    )
    .await;
    let estimate = desk.call("job/estimate", json!({ "job": job })).await;
    assert_eq!(
        (&estimate["price_unknown"], &estimate["problems"][0]["kind"]),
        (&json!(true), &json!("no_price"))
    );
    assert_eq!(
        desk.refused("run/start", json!({ "job": job })).await.code,
        "no_price"
    );
    let price = json!({ "model": "anthropic/claude-unheard-of", "input": "100", "output": "500" });
    desk.call("price/set", price).await;
    desk.call("job/save", json!({ "job": job, "budget_usd": "0.001" }))
        .await;
    let refused = desk.refused("run/start", json!({ "job": job })).await;
    assert_eq!(refused.code, "budget_too_small");
    let smallest: f64 = refused.params["smallest"].parse().unwrap();
    assert!(smallest > 0.001, "{refused:?}");
    assert!(refused.hint.unwrap().contains(&refused.params["smallest"]));
    assert_eq!(
        desk.refused("job/save", json!({ "job": job, "budget_usd": "0" }))
            .await
            .code,
        "not_above_zero"
    );
    assert_eq!(
        desk.refused("job/save", json!({ "job": job, "agents": 0 }))
            .await
            .code,
        "bad_value"
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn a_correction_that_does_not_fit_names_the_field_and_what_would() {
    let desk = Desk::new().await;
    let run = desk.finished_run(3).await;
    let wrong = json!({ "run": run, "tasks": [1], "verdict": "corrected", "fields": { "account": "Moon Travel" } });
    let refused = desk.refused("review/decide", wrong).await;
    assert_eq!(refused.code, "bad_correction");
    assert_eq!(
        (
            refused.params["label"].as_str(),
            refused.params["value"].as_str()
        ),
        ("Account Description", "Moon Travel")
    );
    let row = desk
        .call("review/item", json!({ "run": run, "task": 1 }))
        .await;
    assert!(row["row"]["verdict"].is_null(), "nothing was stored");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_typed_key_never_comes_back() {
    let desk = Desk::new().await;
    let key = "sk-ant-0123456789abcdefwxyz";
    let stored = desk
        .call("key/set", json!({ "provider": "anthropic", "key": key }))
        .await;
    assert!(stored["works"].as_bool().unwrap());
    let anthropic = stored["keys"]
        .as_array()
        .unwrap()
        .iter()
        .find(|key| key["provider"] == "anthropic")
        .unwrap();
    assert_eq!(
        (&anthropic["place"], &anthropic["last_four"]),
        (&json!("store"), &json!("wxyz"))
    );
    for method in [
        "key/list",
        "app/info",
        "home/get",
        "settings/get",
        "model/list",
    ] {
        let answer = desk.call(method, json!({})).await.to_string();
        assert!(!answer.contains("0123456789"), "{method} tells the key");
    }
    let removed = desk
        .call("key/remove", json!({ "provider": "anthropic" }))
        .await;
    let anthropic = removed["keys"]
        .as_array()
        .unwrap()
        .iter()
        .find(|key| key["provider"] == "anthropic")
        .unwrap();
    assert_eq!(anthropic["place"], "none");
    let empty = desk
        .refused(
            "key/set",
            json!({ "provider": "anthropic", "key": "two words" }),
        )
        .await;
    assert_eq!(empty.code, "bad_value");
    assert!(!format!("{empty:?}").contains("two words"));
}
