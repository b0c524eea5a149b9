//! Caps beyond the run's own: each holds, says its name, and is seen at once; what does not fit is said before the start.

use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};
use std::time::Duration;

use mill_domain::{KeyName, ProviderName, Scope, ScopeKind, Secret, Timestamp, Usd};
use mill_engine::{Clock, CostBy, Engine, EngineError, SkillId};
use mill_secrets::Secrets;
use mill_store::Store;
use mill_testkit::Turn;

use crate::setup::{ANTHROPIC, Mill, coded_at_nine_cents, told, usd};

fn nine_cents(_: &mill_testkit::Asked) -> Turn {
    coded_at_nine_cents().after(Duration::from_millis(20))
}

fn anthropic() -> ProviderName {
    ProviderName::new("anthropic")
}

async fn cap(engine: &Engine, scope: Scope, amount: &str) {
    engine.set_cap(scope, Some(usd(amount))).await.unwrap();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_run_that_meets_a_cap_says_which_and_what_is_left_of_it() {
    for scope in [
        Scope::day(),
        Scope::month(),
        Scope::provider(&anthropic()),
        Scope::key(&anthropic(), &KeyName::default()),
    ] {
        let mill = Mill::dear(nine_cents).await;
        cap(&mill.engine, scope.clone(), "0.5").await;
        let run = mill.shops(20).agents(8).budget("5").run().await;
        let summary = run.end().await;
        assert_eq!(told(&summary), "paused: budget; 17 waiting, 3 by model");
        let no_room = summary.row.no_room.clone().unwrap();
        assert_eq!(no_room.scope, scope);
        assert_eq!(
            (no_room.refusal.left, no_room.refusal.asked),
            (usd("0.23"), usd("0.30"))
        );
        assert!(mill.server.settled_bill().await.cost <= usd("0.5"));

        mill.engine.set_cap(scope, None).await.unwrap();
        assert_eq!(told(&run.resume().await), "finished; 20 by model");
        assert_eq!(run.end().await.row.no_room, None, "it went on");
        mill.books_agree_with_the_bill(&[run.id]).await;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_cap_lowered_while_agents_work_stops_new_calls_at_once() {
    let mill = Mill::dear(|_| coded_at_nine_cents().after(Duration::from_millis(1500))).await;
    let run = mill.shops(20).agents(3).budget("5").start().await;
    mill.requests_reach(3).await;
    // Another program changes it, as the command does beside the window.
    let other = mill.second_engine().await;
    cap(&other, Scope::month(), "0.10").await;
    let summary = run.end().await;
    assert_eq!(told(&summary), "paused: budget; 17 waiting, 3 by model");
    assert_eq!(mill.server.bill().requests, 3);
    assert_eq!(summary.row.no_room.unwrap().scope, Scope::month());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_cap_raised_while_agents_work_is_used_without_a_pause() {
    let mill = Mill::dear(|_| coded_at_nine_cents().after(Duration::from_millis(1500))).await;
    cap(&mill.engine, Scope::day(), "0.35").await;
    let run = mill.shops(6).agents(6).budget("5").start().await;
    mill.requests_reach(1).await;
    mill.engine.set_cap(Scope::day(), None).await.unwrap();
    assert_eq!(run.told().await, "finished; 6 by model");
    assert!(mill.server.bill().peak > 1);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_cap_without_room_for_one_call_is_refused_before_the_start_with_the_smallest_that_works()
{
    for scope in [
        Scope::day(),
        Scope::month(),
        Scope::provider(&anthropic()),
        Scope::key(&anthropic(), &KeyName::default()),
    ] {
        let mill = Mill::dear(nine_cents).await;
        let first = mill.shops(2).budget("5").run().await;
        assert_eq!(first.told().await, "finished; 2 by model");
        cap(&mill.engine, scope.clone(), "0.47").await;
        let refused = mill.shops(3).budget("5").try_start().await.unwrap_err();
        let EngineError::CapTooSmall {
            scope: named,
            left,
            smallest,
            workable,
        } = refused
        else {
            panic!("{refused}");
        };
        assert_eq!(
            (named, left, smallest, workable),
            (scope.clone(), usd("0.29"), usd("0.30"), usd("0.48"))
        );
        assert_eq!(mill.server.bill().requests, 2, "nothing was sent");
        assert_eq!(mill.engine.runs().await.unwrap().len(), 1, "nothing stored");
        mill.engine.set_cap(scope, Some(workable)).await.unwrap();
        let run = mill.shops(1).budget("5").run().await;
        assert_eq!(run.told().await, "finished; 1 by model");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_cap_of_a_job_holds_over_all_its_runs() {
    let mill = Mill::dear(nine_cents).await;
    let job = mill
        .engine
        .create_job(&SkillId::new("card-coding"), None)
        .await
        .unwrap();
    cap(&mill.engine, Scope::job(job), "0.5").await;
    let first = mill.shops(2).budget("5").of_job(job).run().await;
    assert_eq!(first.told().await, "finished; 2 by model");
    let second = mill.shops(9).agents(4).budget("5").of_job(job).run().await;
    let summary = second.end().await;
    assert_eq!(told(&summary), "paused: budget; 8 waiting, 1 by model");
    assert_eq!(summary.row.no_room.unwrap().scope, Scope::job(job));
    let refused = mill.shops(1).budget("5").of_job(job).try_start().await;
    assert!(matches!(
        refused,
        Err(EngineError::CapTooSmall { scope, .. }) if scope.kind == ScopeKind::Job
    ));
    let elsewhere = mill.shops(2).budget("5").run().await;
    assert_eq!(elsewhere.told().await, "finished; 2 by model");
    let state = mill.engine.cap_of(Scope::job(job)).await.unwrap();
    assert_eq!(
        (state.totals.spent, state.left()),
        (usd("0.27"), Some(usd("0.23")))
    );
}

/// A clock that is told the time.
#[derive(Debug)]
struct Told(AtomicI64);

impl Clock for Told {
    fn now(&self) -> Timestamp {
        Timestamp::from_millis(self.0.load(Ordering::Relaxed))
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn days_and_months_begin_where_the_person_is() {
    let mill = Mill::dear(nine_cents).await;
    // 2026-11-30 23:30 in Berlin is 22:30 UTC; half an hour later a day and a month have begun there, not in UTC.
    let clock = Arc::new(Told(AtomicI64::new(1_796_077_800_000)));
    let mut config = mill.config();
    config.home = mill.path("berlin");
    config.zone = jiff::tz::TimeZone::get("Europe/Berlin").unwrap();
    let engine = Engine::open(config, Arc::clone(&clock) as _, Secrets::session_only())
        .await
        .unwrap();
    let periods = async |engine: &Engine| {
        let caps = engine.caps().await.unwrap();
        let of = |kind| {
            let found = caps.iter().find(|cap| cap.scope.kind == kind);
            found.map(|cap| cap.period.clone()).unwrap()
        };
        (of(ScopeKind::Day), of(ScopeKind::Month))
    };
    let words = |day: &str, month: &str| (day.to_owned(), month.to_owned());
    assert_eq!(periods(&engine).await, words("2026-11-30", "2026-11"));
    clock.0.fetch_add(31 * 60 * 1000, Ordering::Relaxed);
    assert_eq!(periods(&engine).await, words("2026-12-01", "2026-12"));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_key_with_a_name_is_used_counted_and_capped_by_itself() {
    let mill = Mill::dear(nine_cents).await;
    let client: KeyName = "Client A".parse().unwrap();
    let refused = mill.shops(1).key(&client).try_start().await.unwrap_err();
    assert_eq!(refused.code(), "key_not_named");
    let secret = Secret::new("sk-client-a-4321".to_owned());
    mill.engine
        .set_key(&anthropic(), &client, secret, false)
        .await
        .unwrap();
    let names: Vec<_> = mill.engine.keys().await.unwrap().keys;
    let names: Vec<_> = names
        .iter()
        .filter(|key| key.provider == anthropic())
        .map(|key| (key.name.as_str(), key.last_four.as_deref().unwrap()))
        .collect();
    assert_eq!(names, [("Default", "6789"), ("Client A", "4321")]);

    cap(&mill.engine, Scope::key(&anthropic(), &client), "0.5").await;
    let run = mill.shops(9).agents(4).budget("5").key(&client).run().await;
    let summary = run.end().await;
    assert_eq!(told(&summary), "paused: budget; 6 waiting, 3 by model");
    assert!(
        mill.server
            .requests()
            .iter()
            .all(|request| request.has_key("sk-client-a-4321"))
    );
    let other = mill.shops(2).model(ANTHROPIC).budget("5").run().await;
    assert_eq!(other.told().await, "finished; 2 by model");
    let spent = async |name: &KeyName| {
        let state = mill.engine.cap_of(Scope::key(&anthropic(), name)).await;
        state.unwrap().totals.spent
    };
    assert_eq!(spent(&client).await, usd("0.27"));
    assert_eq!(spent(&KeyName::default()).await, usd("0.18"));
    let costs = mill.engine.costs(CostBy::Key, None).await.unwrap();
    let by_key = costs
        .lines
        .iter()
        .map(|line| (line.key.as_str(), line.spent));
    assert_eq!(
        by_key.collect::<Vec<_>>(),
        [
            ("anthropic/Client A", usd("0.27")),
            ("anthropic/Default", usd("0.18"))
        ]
    );

    mill.engine.remove_key(&anthropic(), &client).await.unwrap();
    mill.engine
        .set_cap(Scope::key(&anthropic(), &client), None)
        .await
        .unwrap();
    let gone = mill
        .engine
        .resume(run.id, mill_engine::ResumeSkill::AsRun)
        .await;
    assert_eq!(gone.unwrap_err().code(), "key_not_named");
    let state = mill.engine.run(run.id).await.unwrap();
    assert_eq!(told(&state), "paused: key_refused; 6 waiting, 3 by model");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_month_cap_of_an_older_data_folder_still_holds() {
    let mill = Mill::dear(nine_cents).await;
    mill.engine.close().await;
    let store = Store::open(&mill.path("home/stampmill.db")).await.unwrap();
    let choices = r#"{"language":"en","appearance":"dark","month_cap":"0.5","reviewer":"R"}"#;
    store.set_setting("choices", choices).await.unwrap();
    store.close().await;
    let engine = mill.second_engine().await;
    let settings = engine.settings().await.unwrap();
    assert_eq!(settings.month_cap, Some(usd("0.5")));
    assert_eq!(
        (settings.appearance.as_str(), settings.reviewer.as_str()),
        ("dark", "R")
    );
    engine.set_cap(Scope::month(), None).await.unwrap();
    engine.close().await;
    let engine = mill.second_engine().await;
    assert_eq!(
        engine.settings().await.unwrap().month_cap,
        None,
        "moved once"
    );
    assert!(
        engine
            .set_cap(Scope::month(), Some(Usd::ZERO))
            .await
            .is_err()
    );
}
