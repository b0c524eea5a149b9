//! What is written together is what is written one by one: the same answers, and the same database to the letter.

use mill_domain::{
    CallId, CallMoney, DecidedBy, KeyName, ModelRef, Outcome, PauseReason, Record, RunEvent, RunId,
    Scope, TaskNumber, Timestamp, Usage, UsageQuality, Usd,
};
use proptest::prelude::*;
use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{AssertSqlSafe, Connection};
use tempfile::TempDir;
use tokio::sync::oneshot;
use uuid::Uuid;

use super::super::pending::{PendingStep, Then};
use super::*;
use crate::{Calendar, CallEnd, CallStart, NewRun, NewTask, Store, TaskEnding};

const TASKS: u32 = 6;
const CALLS: u128 = 8;

fn cents(cents: i64) -> Usd {
    Usd::from_pico(cents * 10_000_000_000)
}

fn at(millis: i64) -> Timestamp {
    Timestamp::from_millis(millis)
}

fn run(number: u128) -> RunId {
    RunId::from_uuid(Uuid::from_u128(number + 1))
}

fn call(number: u128) -> CallId {
    CallId::from_uuid(Uuid::from_u128(number % CALLS + 1_000))
}

/// Three runs: one with room, one with little, one that is paused. The day has a cap too.
async fn house() -> (TempDir, SqliteConnection) {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("mill.db");
    let store = Store::open(&file).await.unwrap();
    for (number, budget) in [(0, 100), (1, 12), (2, 100)] {
        store
            .create_run(new_run(run(number), cents(budget)), at(1))
            .await
            .unwrap();
    }
    let paused = RunEvent::Pause(PauseReason::Person);
    store
        .change_run_state(run(2), paused, 0, at(2))
        .await
        .unwrap();
    store.set_cap(Scope::day(), Some(cents(60))).await.unwrap();
    store.close().await;
    let options = SqliteConnectOptions::new()
        .filename(&file)
        .foreign_keys(true);
    let connection = SqliteConnection::connect_with(&options).await.unwrap();
    (folder, connection)
}

fn new_run(id: RunId, budget: Usd) -> NewRun {
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
        budget: Some(budget),
        source: "lines.csv".to_owned(),
        source_folder: None,
        original: None,
        columns: vec!["Creditor".to_owned()],
        mapping: "{}".to_owned(),
        tasks: (0..TASKS)
            .map(|row| NewTask {
                source_row: row + 2,
                cells: vec![format!("SHOP {row}")],
                problem: None,
            })
            .collect(),
    }
}

fn steps() -> impl Strategy<Value = Vec<CallStep>> {
    let begin = (
        0..CALLS,
        0_u128..4,
        1..=TASKS,
        any::<bool>(),
        1_i64..15,
        any::<u8>(),
    )
        .prop_map(|(number, of_run, task, starts_attempt, bound, seed)| {
            CallStep::Begin(Box::new(start(
                number,
                run(of_run),
                task,
                starts_attempt,
                bound,
                seed,
            )))
        });
    let end =
        (0..CALLS, 0_u128..3, 1..=TASKS, any::<u8>()).prop_map(|(number, of_run, task, seed)| {
            CallStep::End(Box::new(end(number, run(of_run), task, seed)))
        });
    prop::collection::vec(prop_oneof![3 => begin, 2 => end], 1..14)
}

fn start(
    number: u128,
    run: RunId,
    task: u32,
    starts_attempt: bool,
    bound: i64,
    seed: u8,
) -> CallStart {
    let pick = |bit: u8| seed >> bit & 1 == 1;
    let day = if pick(0) { "2026-11-30" } else { "2026-12-01" };
    CallStart {
        call: call(number),
        run,
        task: TaskNumber(task),
        starts_attempt,
        turn: 1,
        second: 0,
        model: ModelRef::new(if pick(1) { "anthropic" } else { "openai" }, "m"),
        key: pick(2).then(KeyName::default),
        leaves: pick(3),
        besides: if pick(5) { cents(20) } else { Usd::ZERO },
        bound: cents(bound),
        calendar: Calendar {
            day: day.to_owned(),
            month: day[..7].to_owned(),
        },
        // Words that JSON has to escape, and one that it cannot carry to SQLite.
        prompt: ["\"SHOP\"\n\\ 商店 \u{1}", "SHOP\0AND MORE"][usize::from(seed > 240)].to_owned(),
        at: at(2_000 + i64::from(seed)),
    }
}

fn end(number: u128, run: RunId, task: u32, seed: u8) -> CallEnd {
    let pick = |bit: u8| seed >> bit & 1 == 1;
    let money = match seed % 3 {
        0 => CallMoney::Settled(cents(1)),
        1 => CallMoney::Uncertain,
        _ => CallMoney::Released,
    };
    let mut output = Record::new();
    let field = mill_domain::FieldName::new("account");
    output.set(&field, serde_json::json!("Food \"Costs\" 食品"));
    let ending = TaskEnding {
        run,
        task: TaskNumber(task),
        outcome: if pick(4) {
            Outcome::Done
        } else {
            Outcome::Refused
        },
        decided_by: pick(4).then_some(DecidedBy::Model),
        rule: None,
        output: pick(4).then_some(output),
        findings: Vec::new(),
        needs_review: pick(5),
        problem: (!pick(4)).then(|| "it \"declined\"".to_owned()),
        at: at(3_000),
    };
    CallEnd {
        call: call(number),
        agent: u32::from(seed % 5),
        money,
        usage: Usage {
            input_tokens: u64::from(seed),
            output_tokens: 10,
            ..Usage::default()
        },
        uncached: pick(3).then(|| cents(2)),
        quality: UsageQuality::Exact,
        sent: true,
        request_id: pick(2).then(|| "req_1".to_owned()),
        reply: "{\"account\": \"食品\"}".to_owned(),
        end: "answered",
        problem: None,
        at: at(3_000),
        task_ending: pick(6).then_some(ending),
    }
}

type Answers = Vec<oneshot::Receiver<Result<(), StoreError>>>;

fn pending(steps: &[CallStep]) -> (Vec<Box<dyn Write>>, Answers) {
    steps
        .iter()
        .map(|step| {
            let (answer, answered) = oneshot::channel();
            let step = step.clone();
            let then: Then = Box::new(move |stored| drop(answer.send(stored)));
            (
                Box::new(PendingStep { step, then }) as Box<dyn Write>,
                answered,
            )
        })
        .unzip()
}

fn heard(answers: Answers) -> Vec<String> {
    let said = |answer: &mut oneshot::Receiver<Result<(), StoreError>>| match answer.try_recv() {
        Ok(Ok(())) => "done".to_owned(),
        Ok(Err(error)) => format!("{error:?}"),
        Err(error) => panic!("no answer: {error}"),
    };
    let mut answers = answers;
    answers.iter_mut().map(said).collect()
}

/// Every row of every table, as text.
async fn dump(connection: &mut SqliteConnection) -> Vec<String> {
    let tables: Vec<String> = sqlx::query_scalar(
        "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE '\\_%' ESCAPE '\\' ORDER BY name",
    )
    .fetch_all(&mut *connection)
    .await
    .unwrap();
    let mut rows = Vec::new();
    for table in tables {
        let columns: Vec<String> =
            sqlx::query_scalar("SELECT quote(name) FROM pragma_table_info(?)")
                .bind(&table)
                .fetch_all(&mut *connection)
                .await
                .unwrap();
        let columns = columns.join(", ").replace('\'', "\"");
        let quoted = columns
            .split(", ")
            .map(|column| format!("quote({column})"))
            .collect::<Vec<_>>();
        let query = format!(
            "SELECT '{table} ' || concat_ws(', ', {}) AS row FROM {table} ORDER BY 1",
            quoted.join(", ")
        );
        let of_table: Vec<String> = sqlx::query_scalar(AssertSqlSafe(query))
            .fetch_all(&mut *connection)
            .await
            .unwrap();
        rows.extend(of_table);
    }
    rows
}

/// Writes each list of steps as one group.
async fn in_groups(lists: &[Vec<CallStep>]) -> (Vec<String>, Vec<String>) {
    let (folder, mut connection) = house().await;
    let mut spare = SpareRoom::beside(&folder.path().join("mill.db"));
    let (mut calm, mut said) = (Calm::default(), Vec::new());
    for steps in lists {
        let (mut group, answers) = pending(steps);
        // As if nothing had ever gone wrong: otherwise one odd step would send all later ones the careful way.
        calm.careful = 0;
        commit_all(&mut connection, &mut group, (&mut calm, &mut spare)).await;
        said.extend(heard(answers));
    }
    (said, dump(&mut connection).await)
}

/// Writes each step in a transaction of its own.
async fn one_by_one(lists: &[Vec<CallStep>]) -> (Vec<String>, Vec<String>) {
    let (_folder, mut connection) = house().await;
    let mut said = Vec::new();
    for steps in lists {
        let (group, answers) = pending(steps);
        for mut write in group {
            let failure = commit(&mut connection, &mut write).await.err();
            write.answer(failure);
        }
        said.extend(heard(answers));
    }
    (said, dump(&mut connection).await)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]
    #[test]
    fn a_group_leaves_the_same_answers_and_the_same_database_as_one_by_one(
        lists in prop::collection::vec(steps(), 1..6),
    ) {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
        runtime.block_on(async {
            let (grouped, alone) = (in_groups(&lists).await, one_by_one(&lists).await);
            assert_eq!(grouped.0, alone.0, "answers");
            assert_eq!(grouped.1, alone.1, "rows");
        });
    }
}

/// The group is written plainly: nothing in it needs the way of one by one.
async fn plainly(connection: &mut SqliteConnection, steps: &[CallStep]) -> Vec<String> {
    let (mut group, answers) = pending(steps);
    let refused = commit_plainly(connection, &mut group)
        .await
        .expect("it is written as a group");
    for (write, refused) in group.into_iter().zip(refused) {
        write.answer(refused);
    }
    heard(answers)
}

fn begins(number: u128, of_run: u128, task: u32, bound: i64) -> CallStep {
    CallStep::Begin(Box::new(start(
        number,
        run(of_run),
        task,
        true,
        bound,
        0b0111,
    )))
}

/// Seeds of [`end`]: settled at one cent with a result, and without the end of the task.
const WITH_RESULT: u8 = 0b0101_0001;
const WITHOUT_END: u8 = 0b0000_0011;

fn ends(number: u128, of_run: u128, task: u32, seed: u8) -> CallStep {
    let mut end = end(number, run(of_run), task, seed);
    end.money = CallMoney::Settled(cents(1));
    CallStep::End(Box::new(end))
}

#[tokio::test]
async fn of_a_group_of_two_runs_exactly_those_get_through_that_fit_in_their_order() {
    let (_folder, mut connection) = house().await;
    let steps = [
        begins(0, 1, 1, 7),
        begins(1, 1, 2, 7),
        begins(2, 0, 1, 7),
        begins(3, 1, 3, 5),
        begins(4, 2, 1, 1),
        begins(5, 3, 1, 1),
        begins(6, 0, 2, 42),
    ];
    let said = plainly(&mut connection, &steps).await;
    let says = |place: usize, word: &str| assert!(said[place].contains(word), "{}", said[place]);
    assert_eq!(
        [0, 2, 3].map(|place: usize| said[place].as_str()),
        ["done"; 3]
    );
    says(1, "Budget");
    says(1, "Run");
    says(4, "WrongState");
    says(5, "NotFound");
    // 7 + 7 + 5 of 60 are held under the day; 42 more do not fit.
    says(6, "Budget");
    says(6, "Day");
}

#[tokio::test]
async fn what_an_end_gives_back_is_there_for_the_begin_behind_it_and_not_before_it() {
    let (_folder, mut connection) = house().await;
    let said = plainly(&mut connection, &[begins(0, 1, 1, 12)]).await;
    assert_eq!(said, ["done"]);
    let steps = [
        begins(1, 1, 2, 11),
        ends(0, 1, 1, WITH_RESULT),
        begins(2, 1, 3, 11),
        begins(3, 1, 4, 1),
    ];
    let said = plainly(&mut connection, &steps).await;
    assert!(said[0].contains("Budget"), "{}", said[0]);
    assert_eq!(said[1..3], ["done", "done"]);
    assert!(said[3].contains("Budget"), "{}", said[3]);
}

#[tokio::test]
async fn a_call_that_ends_twice_is_settled_once_and_its_neighbours_with_it() {
    let (folder, mut connection) = house().await;
    plainly(&mut connection, &[begins(0, 0, 1, 7), begins(1, 0, 2, 7)]).await;
    let mut spare = SpareRoom::beside(&folder.path().join("mill.db"));
    let steps = [
        ends(0, 0, 1, WITHOUT_END),
        ends(0, 0, 1, WITHOUT_END),
        ends(1, 0, 2, WITH_RESULT),
    ];
    let (mut group, answers) = pending(&steps);
    commit_all(
        &mut connection,
        &mut group,
        (&mut Calm::default(), &mut spare),
    )
    .await;
    let said = heard(answers);
    assert_eq!((said[0].as_str(), said[2].as_str()), ("done", "done"));
    assert!(said[1].contains("NotFound"), "{}", said[1]);
    let spent: i64 = sqlx::query_scalar("SELECT spent_pico FROM scope WHERE kind = 'run'")
        .fetch_one(&mut connection)
        .await
        .unwrap();
    assert_eq!(Usd::from_pico(spent), cents(2));
}

/// Two earlier versions: the second, a correction, was undone.
async fn undone_correction(connection: &mut SqliteConnection) {
    for version in [1, 2] {
        sqlx::query(
            "INSERT INTO result (run_id, task, version, decided_by, skill_version, skill_hash, output, findings, made_at)
             VALUES (?, 1, ?, 'person', '3', 'h', '{}', '[]', 1)",
        )
        .bind(run(0).to_string())
        .bind(version)
        .execute(&mut *connection)
        .await
        .unwrap();
    }
    sqlx::query("UPDATE task SET version = 1 WHERE run_id = ? AND number = 1")
        .bind(run(0).to_string())
        .execute(connection)
        .await
        .unwrap();
}

#[tokio::test]
async fn a_result_after_an_undone_correction_takes_the_number_after_it() {
    for together in [true, false] {
        let (_folder, mut connection) = house().await;
        plainly(&mut connection, &[begins(0, 0, 1, 7)]).await;
        undone_correction(&mut connection).await;
        let end = [ends(0, 0, 1, WITH_RESULT)];
        let said = if together {
            plainly(&mut connection, &end).await
        } else {
            let (mut group, answers) = pending(&end);
            let mut write = group.remove(0);
            let failure = commit(&mut connection, &mut write).await.err();
            write.answer(failure);
            heard(answers)
        };
        assert_eq!(said, ["done"]);
        let current: i64 =
            sqlx::query_scalar("SELECT version FROM task WHERE run_id = ? AND number = 1")
                .bind(run(0).to_string())
                .fetch_one(&mut connection)
                .await
                .unwrap();
        let versions: Vec<i64> = sqlx::query_scalar("SELECT version FROM result ORDER BY version")
            .fetch_all(&mut connection)
            .await
            .unwrap();
        assert_eq!((current, versions), (3, vec![1, 2, 3]), "{together}");
    }
}

#[test]
fn steps_about_the_same_call_or_task_are_not_written_together() {
    let begin = begins(0, 0, 1, 1);
    for (later, expected) in [
        (ends(1, 0, 2, WITH_RESULT), 2),
        (ends(0, 0, 2, WITHOUT_END), 1),
        (ends(1, 0, 1, WITH_RESULT), 1),
        (begins(1, 0, 1, 1), 1),
        (begins(1, 1, 1, 1), 2),
    ] {
        let steps = [Some(&begin), Some(&later), None];
        assert_eq!(together(steps.into_iter()), expected, "{later:?}");
    }
    let mut unspeakable = start(2, run(0), 3, true, 1, 0);
    unspeakable.prompt = "A\0B".to_owned();
    let unspeakable = CallStep::Begin(Box::new(unspeakable));
    assert_eq!(together([Some(&begin), Some(&unspeakable)].into_iter()), 1);
}
