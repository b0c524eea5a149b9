//! Every cap holds by itself and names itself; what older files say is kept.

use mill_domain::{JobId, KeyName, ModelRef, ProviderName, RunId, Scope, Usd};
use mill_store::{Calendar, CallMoney, CallStart, NewJob, NewRun, Store, StoreError, Totals};
use uuid::Uuid;

use crate::setup::{House, at, calendar, house, new_run, usd};

/// A second run of the same job, if the house's has one.
async fn second_run(house: &House, job: Option<JobId>) -> RunId {
    let run = RunId::from_uuid(Uuid::now_v7());
    let row = NewRun {
        job,
        ..new_run(run, 9, "100")
    };
    house.store.create_run(row, at(1_000)).await.unwrap();
    run
}

async fn a_job(house: &House) -> JobId {
    let id = JobId::from_uuid(Uuid::now_v7());
    let job = NewJob {
        id,
        name: "November".to_owned(),
        skill: "card-coding".to_owned(),
        model: "practice/sample".to_owned(),
        agents: 8,
        budget: None,
        mapping: "[]".to_owned(),
    };
    house.store.create_job(job, at(1)).await.unwrap();
    id
}

fn anthropic() -> ProviderName {
    ProviderName::new("anthropic")
}

fn client() -> KeyName {
    "Client A".parse().unwrap()
}

/// A first call of 0.3 under a cap of 0.5, then a second one: what refuses it, and whether another place has room.
async fn refused(house: &House, first: CallStart, second: CallStart) -> Scope {
    house.store.begin_call(first).await.unwrap();
    let before = house.store.used_in(&calendar()).await.unwrap();
    let refused = house.store.begin_call(second).await.unwrap_err();
    assert_eq!(
        house.store.used_in(&calendar()).await.unwrap(),
        before,
        "the refused call holds nothing anywhere"
    );
    match refused {
        StoreError::Budget(no_room) => {
            assert_eq!(no_room.refusal.left, usd("0.2"));
            assert_eq!(no_room.refusal.held, usd("0.3"));
            no_room.scope
        }
        other => panic!("{other}"),
    }
}

#[tokio::test]
async fn every_cap_holds_over_runs_and_names_itself() {
    let with_key = |start: CallStart| CallStart {
        key: Some(client()),
        ..start
    };
    for scope in [
        Scope::day(),
        Scope::month(),
        Scope::provider(&anthropic()),
        Scope::key(&anthropic(), &client()),
    ] {
        let house = house(9, "100").await;
        let other = second_run(&house, None).await;
        house
            .store
            .set_cap(scope.clone(), Some(usd("0.5")))
            .await
            .unwrap();
        let first = with_key(house.start(1, "0.3"));
        let second = CallStart {
            run: other,
            ..with_key(house.start(1, "0.3"))
        };
        assert_eq!(refused(&house, first, second).await, scope);
    }
}

#[tokio::test]
async fn the_cap_of_a_job_holds_over_its_runs_and_leaves_others_alone() {
    let house = house(9, "100").await;
    let job = a_job(&house).await;
    let scope = Scope::job(job);
    house
        .store
        .set_cap(scope.clone(), Some(usd("0.5")))
        .await
        .unwrap();
    let (one, two) = (
        second_run(&house, Some(job)).await,
        second_run(&house, Some(job)).await,
    );
    let of = |run: RunId| CallStart {
        run,
        ..house.start(1, "0.3")
    };
    assert_eq!(refused(&house, of(one), of(two)).await, scope);
    house
        .store
        .begin_call(house.start(1, "0.3"))
        .await
        .expect("a run without that job is not held by its cap");
}

#[tokio::test]
async fn another_day_month_provider_or_key_has_room_of_its_own() {
    let house = house(9, "100").await;
    for scope in [
        Scope::day(),
        Scope::provider(&anthropic()),
        Scope::key(&anthropic(), &KeyName::default()),
    ] {
        house.store.set_cap(scope, Some(usd("0.3"))).await.unwrap();
    }
    let full = house.start(1, "0.3");
    house.store.begin_call(full).await.unwrap();
    let next_month = CallStart {
        calendar: Calendar {
            day: "2026-12-01".to_owned(),
            month: "2026-12".to_owned(),
        },
        ..house.start(2, "0.3")
    };
    house.store.begin_call(next_month).await.unwrap();
    let elsewhere = CallStart {
        model: ModelRef::new("openai", "gpt-6-luna"),
        calendar: Calendar {
            day: "2026-11-29".to_owned(),
            ..calendar()
        },
        ..house.start(3, "0.3")
    };
    house.store.begin_call(elsewhere).await.unwrap();
}

#[tokio::test]
async fn a_cap_that_is_taken_away_holds_nobody_and_a_new_one_is_seen_by_the_next_call() {
    let house = house(9, "100").await;
    house
        .store
        .set_cap(Scope::month(), Some(usd("0.1")))
        .await
        .unwrap();
    assert!(house.store.begin_call(house.start(1, "0.3")).await.is_err());
    house.store.set_cap(Scope::month(), None).await.unwrap();
    house.store.begin_call(house.start(1, "0.3")).await.unwrap();
    // Another process lowers it.
    let other = Store::open(&house.folder.path().join("mill.db"))
        .await
        .unwrap();
    other
        .set_cap(Scope::month(), Some(usd("0.35")))
        .await
        .unwrap();
    assert!(house.store.begin_call(house.start(2, "0.3")).await.is_err());
}

#[tokio::test]
async fn files_of_the_first_version_keep_their_sums_under_every_cap() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("mill.db");
    let url = format!("sqlite:{}?mode=rwc", path.display());
    let old = sqlx::SqlitePool::connect(&url).await.unwrap();
    let migrations = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("migrations");
    let first = sqlx::migrate::Migrator::new(migrations).await.unwrap();
    let only_first = sqlx::migrate::Migrator {
        migrations: vec![first.migrations[0].clone()].into(),
        ..sqlx::migrate::Migrator::DEFAULT
    };
    only_first.run(&old).await.unwrap();
    let (job, run) = (Uuid::now_v7().to_string(), Uuid::now_v7().to_string());
    let sql = format!(
        "INSERT INTO job (id, name, skill, mapping, model, agents, created_at, saved_at)
            VALUES ('{job}', 'n', 's', '[]', 'm', 1, 0, 0);
         INSERT INTO run (id, job_id, number, name, skill_name, skill_version, skill_hash, skill_source, model, agents,
            max_attempts, idle_timeout_ms, fail_fast, budget_pico, spent_pico, reserved_pico, uncertain_pico, state,
            source, columns, mapping, started_at)
            VALUES ('{run}', '{job}', 1, 'n', 's', '1', 'h', '', 'anthropic/m', 1, 1, 1, 0, 100, 7, 0, 5, 'running', '',
            '[]', '[]', 0);
         INSERT INTO month VALUES ('2026-11', 7, 0, 5);
         INSERT INTO ledger (call_id, run_id, task, attempt, turn, model, month, sent, state, bound_pico, cost_pico,
            quality, started_at) VALUES
            ('a', '{run}', 1, 1, 1, 'anthropic/m', '2026-11', 1, 'settled', 9, 7, 'exact', 1764460800000),
            ('b', '{run}', 2, 1, 1, 'anthropic/m', '2026-11', 1, 'uncertain', 5, 0, 'unknown', 1764460800000),
            ('c', '{run}', 3, 1, 1, 'anthropic/m', '2026-11', 1, 'released', 9, 0, 'exact', 1764460800000);"
    );
    sqlx::raw_sql(sqlx::AssertSqlSafe(sql))
        .execute(&old)
        .await
        .unwrap();
    old.close().await;

    let store = Store::open(&path).await.unwrap();
    let expected = Totals {
        spent: Usd::from_pico(7),
        reserved: Usd::ZERO,
        uncertain: Usd::from_pico(5),
    };
    for (scope, period) in [
        (Scope::run(run.parse().unwrap()), ""),
        (Scope::job(job.parse().unwrap()), ""),
        (Scope::day(), "2025-11-30"),
        (Scope::month(), "2026-11"),
        (Scope::provider(&anthropic()), "2026-11"),
    ] {
        assert_eq!(
            store.totals(&scope, period).await.unwrap(),
            expected,
            "{scope}"
        );
    }
    let budget = store.run(run.parse().unwrap()).await.unwrap().budget;
    assert_eq!(
        (budget.spent, budget.uncertain, budget.cap),
        (expected.spent, expected.uncertain, Usd::from_pico(100))
    );
}

#[tokio::test]
async fn the_ledger_says_which_key_a_call_used_and_its_money_is_the_keys() {
    let house = house(2, "1").await;
    let start = CallStart {
        key: Some(client()),
        ..house.start(1, "0.3")
    };
    house.store.begin_call(start.clone()).await.unwrap();
    let cost = usd("0.1");
    house
        .store
        .end_call(house.end(&start, CallMoney::Settled(cost), true))
        .await
        .unwrap();
    let key = Scope::key(&anthropic(), &client());
    let totals = house.store.totals(&key, "2026-11").await.unwrap();
    assert_eq!((totals.spent, totals.reserved), (cost, Usd::ZERO));
    let default = Scope::key(&anthropic(), &KeyName::default());
    assert_eq!(
        house.store.totals(&default, "2026-11").await.unwrap(),
        Totals::default()
    );
}
