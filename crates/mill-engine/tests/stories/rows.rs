//! Rows put into a job's task list and taken out of it.

use std::sync::Arc;

use mill_domain::JobId;
use mill_engine::{Engine, InsertedRow, ListChange, RowSlice, SkillId};

use crate::setup::Mill;

fn answer(_: &mill_testkit::Asked) -> mill_testkit::Turn {
    mill_testkit::Turn::answer("{}")
}

/// A job of card lines with a table that was pasted.
async fn pasted(engine: &Engine, text: &str) -> JobId {
    let job = engine
        .create_job(&SkillId::new("card-coding"), None)
        .await
        .unwrap();
    engine.set_job_pasted(job, text.to_owned()).await.unwrap();
    job
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn rows_that_were_taken_out_come_back_where_and_as_they_were() {
    let mill = Mill::with(answer).await;
    let engine = &mill.engine;
    let job = pasted(engine, "Creditor\tJV Value\nA\t1\nB\t2\nC\t3\n").await;
    let before = engine.job_rows(job).await.unwrap();

    let removed = engine.remove_job_rows(job, &[0, 2]).await.unwrap();
    let left = engine.job_rows(job).await.unwrap();
    assert_eq!(left.len(), 1);
    assert_eq!(left[0].cells, ["B", "2"]);
    let back = removed.into_iter().map(|row| InsertedRow {
        position: row.position,
        source_row: Some(row.source_row),
        cells: row.cells,
        problem: row.problem,
    });
    engine.insert_job_rows(job, back.collect()).await.unwrap();
    assert_eq!(engine.job_rows(job).await.unwrap(), before);

    let new = InsertedRow {
        position: 99,
        source_row: None,
        cells: vec!["D".to_owned()],
        problem: None,
    };
    engine.insert_job_rows(job, vec![new]).await.unwrap();
    let after = engine.job_rows(job).await.unwrap();
    assert_eq!(after[3].cells, ["D", ""]);
    assert_eq!(after[3].source_row, before[2].source_row + 1);
    engine
        .edit_job_cells(job, vec![(3, 1, "4".to_owned())])
        .await
        .unwrap();
    assert_eq!(engine.job_rows(job).await.unwrap()[3].cells, ["D", "4"]);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_paste_below_the_last_row_is_one_act_and_goes_back_as_one() {
    let mill = Mill::with(answer).await;
    let engine = &mill.engine;
    let job = pasted(engine, "Creditor\tJV Value\nA\t1\nB\t2\n").await;
    let before = engine.job_rows(job).await.unwrap();
    let row = |position, cells: &[&str]| InsertedRow {
        position,
        source_row: None,
        cells: cells.iter().map(|&cell| cell.to_owned()).collect(),
        problem: None,
    };

    let paste = ListChange {
        edits: vec![(1, 0, "C".to_owned()), (1, 1, "3".to_owned())],
        removed: Vec::new(),
        inserted: vec![row(2, &["D", "4"]), row(3, &["E"])],
    };
    engine.change_job_list(job, paste).await.unwrap();
    let after = engine.job_rows(job).await.unwrap();
    let cells: Vec<_> = after.iter().map(|row| row.cells.join(",")).collect();
    assert_eq!(cells, ["A,1", "C,3", "D,4", "E,"]);
    let numbers: Vec<_> = after.iter().map(|row| row.source_row).collect();
    assert_eq!(numbers, [2, 3, 4, 5]);

    // A cell that is not there: nothing of the act is done.
    let broken = ListChange {
        edits: vec![(9, 0, "X".to_owned())],
        removed: vec![0],
        inserted: vec![row(0, &["Y"])],
    };
    engine.change_job_list(job, broken).await.unwrap_err();
    assert_eq!(engine.job_rows(job).await.unwrap(), after);

    let back = ListChange {
        edits: vec![(1, 0, "B".to_owned()), (1, 1, "2".to_owned())],
        removed: vec![2, 3],
        inserted: Vec::new(),
    };
    engine.change_job_list(job, back).await.unwrap();
    assert_eq!(engine.job_rows(job).await.unwrap(), before);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn rows_that_were_looked_at_are_decided_again_after_a_change() {
    let mill = Mill::with(answer).await;
    let engine = &mill.engine;
    let job = pasted(engine, "Creditor\tJV Value\nOYSTER BUS\t1\nSOMEBODY\t2\n").await;
    let by_rule = async || {
        let table = engine.decide_job(job).await.unwrap();
        table.rows(RowSlice::ByRule, "").len()
    };
    let first = engine.decide_job(job).await.unwrap();
    assert_eq!(by_rule().await, 1);
    assert!(Arc::ptr_eq(&first, &engine.decide_job(job).await.unwrap()));

    engine
        .edit_job_cells(job, vec![(1, 0, "OYSTER TUBE".to_owned())])
        .await
        .unwrap();
    assert_eq!(by_rule().await, 2);
}
