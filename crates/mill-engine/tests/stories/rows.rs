//! Rows put into a job's task list and taken out of it.

use mill_engine::{InsertedRow, SkillId};

use crate::setup::Mill;

fn answer(_: &mill_testkit::Asked) -> mill_testkit::Turn {
    mill_testkit::Turn::answer("{}")
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn rows_that_were_taken_out_come_back_where_and_as_they_were() {
    let mill = Mill::with(answer).await;
    let engine = &mill.engine;
    let job = engine
        .create_job(&SkillId::new("card-coding"), None)
        .await
        .unwrap();
    let text = "Creditor\tJV Value\nA\t1\nB\t2\nC\t3\n";
    engine.set_job_pasted(job, text.to_owned()).await.unwrap();
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
