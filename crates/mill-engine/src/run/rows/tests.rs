use mill_store::{NewRun, NewTask};
use uuid::Uuid;

use super::*;
use mill_domain::Timestamp;

async fn house(tasks: u32) -> (tempfile::TempDir, Store, RunId) {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::open(&folder.path().join("mill.db")).await.unwrap();
    let run = RunId::from_uuid(Uuid::now_v7());
    store
        .create_run(new_run(run, tasks), Timestamp::from_millis(1))
        .await
        .unwrap();
    (folder, store, run)
}

fn new_run(id: RunId, tasks: u32) -> NewRun {
    NewRun {
        id,
        job: None,
        name: "Card coding".to_owned(),
        skill_name: "card-coding".to_owned(),
        skill_version: "3".to_owned(),
        skill_hash: "h".to_owned(),
        skill_source: "{}".to_owned(),
        model: "anthropic/m".to_owned(),
        endpoint: None,
        agents: 8,
        max_attempts: 2,
        idle_timeout_ms: 60_000,
        fail_fast: false,
        key: None,
        budget: None,
        source: "lines.csv".to_owned(),
        source_folder: None,
        original: None,
        columns: vec!["Creditor".to_owned()],
        mapping: "{}".to_owned(),
        tasks: (1..=tasks)
            .map(|task| NewTask {
                source_row: task + 1,
                cells: vec![format!("SHOP {task}")],
                problem: None,
            })
            .collect(),
    }
}

#[tokio::test]
async fn every_row_is_handed_out_in_any_order_and_again_when_it_came_back() {
    let tasks = 2 * PAGE + 10;
    let (_folder, store, run) = house(tasks).await;
    let rows = Rows::default();
    // Agents ask about in order: each second one comes a little late.
    let order = (1..=tasks).map(|task| {
        if task % 2 == 0 {
            task - 1
        } else {
            (task + 1).min(tasks)
        }
    });
    for task in order {
        let row = rows.take(&store, run, TaskNumber(task)).await.unwrap();
        assert_eq!((row.number, row.source_row), (TaskNumber(task), task + 1));
        assert_eq!(row.cells, [format!("SHOP {task}")]);
    }
    let again = rows.take(&store, run, TaskNumber(3)).await.unwrap();
    assert_eq!(again.number, TaskNumber(3));
    assert_eq!(rows.read.lock().await.rows.len(), 0, "nothing is kept");
    let beyond = rows.take(&store, run, TaskNumber(tasks + 1)).await;
    assert!(matches!(beyond, Err(StoreError::WrongState { .. })));
}
