//! Second opinions from the command line: what they cost first, what they say, and that nothing is changed by them.

use serde_json::json;

use crate::setup::{ANSWER, Desk};

const RUN: &str = "run --skill skills/card-coding --tasks samples/month-end/card-lines.csv --model anthropic/claude-haiku-4-5 --budget 2 --limit 30 --json";

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn opinions_are_asked_for_under_a_cap_and_change_nothing() {
    let desk = Desk::with(|asked| {
        // The second model books one line in three differently.
        let other = ANSWER.replace("Food Costs", "Books-CDs-Audio-Video");
        let differs = asked.model.contains("gpt") && asked.number.is_multiple_of(3);
        mill_testkit::Turn::answer(if differs { &other } else { ANSWER })
    })
    .await;
    tokio::task::block_in_place(|| {
        let ran = desk.run(RUN);
        assert_eq!(ran.code, 0, "{}", ran.err);
        let before = desk.run("show last --json").json();

        let ask = "verify last --model openai/gpt-6-luna --rows by_model";
        let estimate = desk.run(&format!("{ask} --estimate --json")).json();
        assert_eq!(estimate["calls"]["low"], before["done_by"]["model"]);
        assert_eq!(desk.run(ask).code, 2, "it costs money and has no cap");
        assert_eq!(desk.run(&format!("{ask} --budget 0.000001")).code, 2);
        assert_eq!(
            desk.run("verify last --model openai/gpt-6-luna --rows none")
                .code,
            2
        );

        let asked = desk.run(&format!("{ask} --budget 2 --json"));
        assert_eq!(asked.code, 0, "{}", asked.err);
        assert!(asked.err.contains("at most"), "{}", asked.err);
        let asked = asked.json();
        assert_eq!(asked["tasks"]["done"], before["done_by"]["model"]);
        assert_eq!(asked["verifies"], before["run"]);
        let found = &asked["verification"];
        let disagree = found["disagree"].as_u64().unwrap();
        assert!(disagree > 0);
        let account = &found["agreement"][0];
        let sum = account["agreed"].as_u64().unwrap() + disagree;
        assert_eq!(account["compared"], json!(sum));
        let listed = asked["disagreements"].as_array().unwrap();
        assert_eq!(listed.len() as u64, disagree);
        assert_eq!(
            listed[0]["opinions"][0]["fields"][0]["value"],
            "Books-CDs-Audio-Video"
        );

        let after = desk.run("show last --json").json();
        assert_eq!(
            (&after["run"], &after["results"]),
            (&before["run"], &before["results"])
        );
        let refused = desk.run(&format!(
            "verdict {} 1 accepted",
            asked["run"].as_str().unwrap()
        ));
        assert_eq!(refused.code, 2, "{}", refused.err);
    });
}
