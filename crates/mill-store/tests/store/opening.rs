//! Opening, and failing to.

use mill_domain::{JobId, Timestamp};
use mill_store::{JobChange, NewJob, Store, StoreError, StoredCells, StoredJobRow};
use uuid::Uuid;

use crate::setup::at;

fn job(id: JobId) -> NewJob {
    NewJob {
        id,
        name: "November".to_owned(),
        skill: "card-coding".to_owned(),
        model: "practice/sample".to_owned(),
        agents: 8,
        budget: None,
        mapping: "[]".to_owned(),
    }
}

#[tokio::test]
async fn a_database_of_a_newer_version_is_refused_by_name() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("mill.db");
    Store::open(&path).await.unwrap().close().await;
    let url = format!("sqlite:{}", path.display());
    let pool = sqlx::SqlitePool::connect(&url).await.unwrap();
    sqlx::query("INSERT INTO _sqlx_migrations VALUES (99999999, 'later', datetime(), 1, x'00', 1)")
        .execute(&pool)
        .await
        .unwrap();
    pool.close().await;
    let refused = Store::open(&path).await.unwrap_err();
    assert!(
        matches!(&refused, StoreError::Newer { path: named } if *named == path),
        "{refused}"
    );
}

#[tokio::test]
async fn a_file_that_is_no_database_is_refused_by_name() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("mill.db");
    std::fs::write(&path, "this is a letter to my bank, ".repeat(200)).unwrap();
    let refused = Store::open(&path).await.unwrap_err();
    assert!(refused.to_string().contains("mill.db"), "{refused}");
}

#[tokio::test]
async fn a_task_list_is_replaced_whole_and_edited_all_or_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::open(&folder.path().join("mill.db")).await.unwrap();
    let id = JobId::from_uuid(Uuid::now_v7());
    store.create_job(job(id), at(1)).await.unwrap();
    let row = |position: u32| StoredJobRow {
        position,
        source_row: position + 2,
        cells: vec!["00123".to_owned(), String::new()],
        problem: None,
    };
    store
        .set_job_list(id, "{}".to_owned(), vec![row(0), row(1)], at(2))
        .await
        .unwrap();
    let edit = |position| StoredCells {
        position,
        cells: vec!["x".to_owned(), "y".to_owned()],
    };
    let refused = store
        .change_job_rows(id, vec![edit(0), edit(7)], at(3))
        .await;
    assert!(matches!(
        refused,
        Err(StoreError::NotFound { what: "row", .. })
    ));
    assert_eq!(store.job_list(id).await.unwrap(), [row(0), row(1)]);
    store
        .set_job_list(id, "{}".to_owned(), vec![row(0)], at(4))
        .await
        .unwrap();
    assert_eq!(store.job(id).await.unwrap().rows, 1);
}

#[tokio::test]
async fn a_deleted_job_is_gone_until_it_is_brought_back() {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::open(&folder.path().join("mill.db")).await.unwrap();
    let id = JobId::from_uuid(Uuid::now_v7());
    store.create_job(job(id), at(1)).await.unwrap();
    store.set_job_deleted(id, Some(at(2))).await.unwrap();
    assert!(store.jobs().await.unwrap().is_empty());
    let change = JobChange {
        name: Some("December".to_owned()),
        ..JobChange::default()
    };
    assert!(store.change_job(id, change.clone(), at(3)).await.is_err());
    store.set_job_deleted(id, None).await.unwrap();
    store.change_job(id, change, at(4)).await.unwrap();
    let job = store.job(id).await.unwrap();
    assert_eq!((job.name.as_str(), job.agents), ("December", 8));
    assert_eq!(job.saved_at, Timestamp::from_millis(4));
}
