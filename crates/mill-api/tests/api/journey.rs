//! The main job through the contract: a table in, a run, verdicts, a workbook out.

use serde_json::{Value, json};

use crate::desk::Desk;

#[tokio::test(flavor = "multi_thread")]
async fn the_first_start_has_a_job_that_can_be_run_at_once() {
    let desk = Desk::new().await;
    let info = desk.call("app/info", json!({})).await;
    assert_eq!(
        (&info["first_start"], &info["zone"]),
        (&json!(true), &json!("Europe/Berlin"))
    );
    let job = desk
        .call("job/get", json!({ "job": desk.sample().await }))
        .await;
    assert_eq!(
        (&job["table"]["rows"], &job["model"]),
        (&json!(600), &json!("practice/sample"))
    );
    let mapped: Vec<&Value> = job["mapping"]
        .as_array()
        .unwrap()
        .iter()
        .map(|input| &input["columns"])
        .collect();
    assert_eq!(
        mapped,
        [
            &json!(["Service Area"]),
            &json!(["Creditor"]),
            &json!(["JV Value"])
        ]
    );
    let estimate = desk
        .call("job/estimate", json!({ "job": desk.sample().await }))
        .await;
    assert_eq!(
        (&estimate["tasks"], &estimate["basis"]),
        (&json!(600), &json!("practice"))
    );
    assert_eq!(estimate["problems"], json!([]));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_file_is_looked_at_brought_in_and_edited() {
    let desk = Desk::new().await;
    let job = desk.sample().await;
    let path = desk.file(
        "lines.csv",
        "Service Area;Creditor;JV Value\nAdults;TESCO, LONDON;-1.204,50\n",
    );
    let grant = desk.host.grant_read(&path);
    let preview = desk
        .call(
            "table/preview",
            json!({ "grant": grant.grant, "reading": {} }),
        )
        .await;
    assert_eq!(
        (&preview["delimiter"], &preview["decimal"]),
        (&json!(";"), &json!(","))
    );
    assert_eq!(
        preview["rows"],
        json!([["Adults", "TESCO, LONDON", "-1.204,50"]])
    );
    let view = desk
        .call("job/set_table", json!({ "job": job, "grant": grant.grant }))
        .await;
    assert_eq!(
        (&view["table"]["source"], &view["table"]["rows"]),
        (&json!("lines.csv"), &json!(1))
    );

    let edit = json!({ "job": job, "edits": [{ "position": 0, "column": 1, "text": "OYSTER" }] });
    desk.call("job/edit_cells", edit).await;
    let page = desk
        .call("job/rows", json!({ "job": job, "offset": 0, "limit": 10 }))
        .await;
    assert_eq!(page["rows"][0]["cells"][1], "OYSTER");
    assert_eq!(
        (&page["by_rule"], &page["rows"][0]["decides"]),
        (&json!(1), &json!("rule"))
    );

    desk.call("job/delete", json!({ "job": job })).await;
    assert_eq!(desk.call("job/list", json!({})).await, json!([]));
    desk.call("job/restore", json!({ "job": job })).await;
    assert_eq!(desk.sample().await, job);
}

#[tokio::test(flavor = "multi_thread")]
async fn rows_whose_columns_have_other_names_are_shown_so_that_they_can_be_assigned() {
    let desk = Desk::new().await;
    let job = desk.sample().await;
    let path = desk.file("lines.csv", "部门,商户,金额\n图书馆,OYSTER,5.00\n");
    let grant = desk.host.grant_read(&path);
    desk.call("job/set_table", json!({ "job": job, "grant": grant.grant }))
        .await;
    let ask = json!({ "job": job, "offset": 0, "limit": 10 });
    let page = desk.call("job/rows", ask.clone()).await;
    assert_eq!(
        (&page["all"], &page["by_rule"], &page["by_model"]),
        (&json!(1), &json!(0), &json!(0))
    );
    assert_eq!(
        page["rows"][0]["cells"],
        json!(["图书馆", "OYSTER", "5.00"])
    );
    assert_eq!(page["rows"][0]["decides"], "unknown");

    let mapping = json!([{ "input": "creditor", "columns": ["商户"] }]);
    desk.call("job/save", json!({ "job": job, "mapping": mapping }))
        .await;
    let page = desk.call("job/rows", ask).await;
    assert_eq!(page["rows"][0]["decides"], "rule");
}

#[tokio::test(flavor = "multi_thread")]
async fn rows_are_run_judged_undone_and_exported() {
    let desk = Desk::new().await;
    let run = desk.finished_run(12).await;
    let page = desk
        .call("run/rows", json!({ "run": run, "offset": 0, "limit": 100 }))
        .await;
    assert_eq!(page["total"], 12);
    let item = desk
        .call("review/item", json!({ "run": run, "task": 1 }))
        .await;
    assert_eq!(item["source"].as_array().unwrap().len(), 7);
    assert_eq!(item["versions"].as_array().unwrap().len(), 1);

    let say = |tasks: Value, verdict: &str, fields: Value| json!({ "run": run, "tasks": tasks, "verdict": verdict, "fields": fields });
    desk.call("review/decide", say(json!([1]), "accepted", json!({})))
        .await;
    desk.call(
        "review/decide",
        say(json!([2]), "corrected", json!({ "account": "Postage" })),
    )
    .await;
    let judged = desk
        .call("review/decide", say(json!([3]), "rejected", json!({})))
        .await;
    assert_eq!(judged["review"]["left"], 9);
    let undone = desk.call("review/undo", json!({ "run": run })).await;
    assert_eq!(
        (&undone["tasks"], &undone["review"]["left"]),
        (&json!([3]), &json!(10))
    );
    let all = desk
        .call(
            "review/accept_matching",
            json!({ "run": run, "filter": { "show": "unjudged" }, "count": 10 }),
        )
        .await;
    assert_eq!(
        (
            all["tasks"].as_array().unwrap().len(),
            &all["review"]["left"]
        ),
        (10, &json!(0))
    );
    let corrected = desk
        .call("review/item", json!({ "run": run, "task": 2 }))
        .await;
    assert_eq!(corrected["row"]["output"]["account"], "Postage");
    assert_eq!(corrected["versions"].as_array().unwrap().len(), 2);

    let grant = desk
        .host
        .grant_write(&desk.folder.path().join("results.xlsx"));
    let out = desk
        .call(
            "run/export",
            json!({ "run": run, "grant": grant.grant, "language": "zh" }),
        )
        .await;
    assert_eq!(out["unreviewed"], 0);
    let back = desk
        .host
        .grant_read(&desk.folder.path().join("results.xlsx"));
    let preview = desk
        .call(
            "table/preview",
            json!({ "grant": back.grant, "reading": { "sheet": "运行" } }),
        )
        .await;
    let text = preview.to_string();
    assert!(
        text.contains("practice/sample") && text.contains("技能版本"),
        "{text}"
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn costs_home_and_status_tell_the_same_numbers() {
    let desk = Desk::new().await;
    let run = desk.finished_run(12).await;
    let home = desk.call("home/get", json!({})).await;
    assert_eq!(home["runs"][0]["run"], run);
    let status = desk.call("app/status", json!({})).await;
    assert_eq!(status["review_waiting"], home["review_waiting"]);
    assert_eq!(status["month"], home["month"]);
    let costs = desk.call("costs/get", json!({ "by": "run" })).await;
    assert_eq!(
        (&costs["total_usd"], &costs["rows"][0]["practice"]),
        (&json!("0"), &json!(true))
    );
    assert_eq!(costs["rows"][0]["tasks_done"], 12);
    let skills = desk.call("skill/list", json!({})).await;
    assert_eq!(skills.as_array().unwrap().len(), 4);
    let skill = desk
        .call("skill/get", json!({ "skill": "card-coding" }))
        .await;
    let decided: u64 = skill["rule_rows"]
        .as_array()
        .unwrap()
        .iter()
        .filter_map(|row| row["decided_last"].as_u64())
        .sum();
    let detail = desk.call("run/get", json!({ "run": run })).await;
    assert_eq!(decided, detail["run"]["done_by"]["rule"].as_u64().unwrap());
}
