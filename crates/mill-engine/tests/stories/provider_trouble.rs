//! Providers that refuse, are overloaded, are down, or do not know us.

use std::sync::Arc;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use mill_domain::{Outcome, ProviderName, Secret, Usd};
use mill_testkit::{ServerOptions, Turn};

use crate::setup::{KEY, Mill, USUAL, coded, told, usd};

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn after_429_500_and_529_every_row_is_done_and_only_answers_cost() {
    for trouble in [
        Turn::rate_limited(1),
        Turn::status(500, "api_error", "internal"),
        Turn::overloaded().with_header("retry-after", "1"),
    ] {
        let script = trouble.clone();
        let mill = Mill::with(move |asked| match asked.seen_before {
            0 => script.clone(),
            _ => coded("Food"),
        })
        .await;
        let run = mill.shops(3).agents(3).run().await;
        let summary = run.end().await;
        assert_eq!(told(&summary), "finished; 3 by model", "{trouble:?}");
        assert_eq!(
            summary.requests, 6,
            "refused requests left this computer, too"
        );
        mill.books_agree_with_the_bill(&[run.id]).await;
        let attempts: Vec<u32> = run.rows().await.iter().map(|row| row.attempts).collect();
        assert_eq!(attempts, [2, 2, 2], "{trouble:?}");
        let calls = run.calls(1).await;
        let ends: Vec<_> = calls
            .iter()
            .map(|call| (call.end.as_str(), call.cost.is_positive()))
            .collect();
        assert_eq!(ends, [("failed", false), ("answered", true)]);
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn when_one_is_asked_to_slow_down_everybody_waits() {
    let arrivals = Arc::new(Mutex::new(Vec::new()));
    let log = Arc::clone(&arrivals);
    let refused = Arc::new(AtomicBool::new(false));
    let mill = Mill::with(move |_| {
        log.lock().unwrap().push(Instant::now());
        // The first request is refused while others are under way; then all is well.
        if refused.swap(true, Ordering::SeqCst) {
            coded("Food").after(Duration::from_millis(50))
        } else {
            Turn::rate_limited(3)
        }
    })
    .await;
    let run = mill.shops(20).agents(4).run().await;
    assert_eq!(run.told().await, "finished; 20 by model");
    let arrivals = arrivals.lock().unwrap().clone();
    let quiet = arrivals.iter().filter(|at| {
        let after = at.duration_since(arrivals[0]);
        after > Duration::from_millis(1500) && after < Duration::from_millis(2950)
    });
    assert_eq!(
        quiet.count(),
        0,
        "nobody asks while the provider wants quiet"
    );
    assert!(
        arrivals.len() == 21,
        "twenty answers and one refusal, no storm"
    );
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_refused_key_pauses_the_run_and_a_good_one_finishes_it() {
    let options = ServerOptions {
        key: Some("sk-good-0123456789".to_owned()),
        ..ServerOptions::default()
    };
    let mill = Mill::priced(USUAL, options, |_| coded("Food")).await;
    let run = mill
        .lines(&["SHOP 1", "OYSTER", "SHOP 2", "SHOP 3"])
        .agents(2)
        .run()
        .await;
    let summary = run.end().await;
    assert_eq!(told(&summary), "paused: key_refused; 3 waiting, 1 by rule");
    assert_eq!(summary.row.budget.booked(), Usd::ZERO);
    assert!(
        mill.server.bill().requests <= 2,
        "one try for each agent, and no more"
    );

    let provider = ProviderName::new("anthropic");
    let key = Secret::new("sk-good-0123456789".to_owned());
    mill.engine
        .set_key(&provider, &mill_domain::KeyName::default(), key, true)
        .await
        .unwrap();
    assert_eq!(told(&run.resume().await), "finished; 1 by rule, 3 by model");
    assert_eq!(mill.server.bill().billed, 3, "nothing is paid twice");
    mill.books_agree_with_the_bill(&[run.id]).await;
    assert!(
        mill.server
            .requests()
            .iter()
            .all(|request| !request.body.to_string().contains(KEY))
    );
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_model_that_does_not_exist_pauses_the_run() {
    let mill = Mill::with(|_| Turn::status(404, "not_found_error", "model: claude-story")).await;
    let run = mill.shops(5).agents(2).run().await;
    assert_eq!(run.told().await, "paused: model_unknown; 5 waiting");
    assert!(mill.server.bill().requests <= 2);
    mill.server.set_script(|_| coded("Food"));
    assert_eq!(told(&run.resume().await), "finished; 5 by model");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_used_up_quota_pauses_the_run() {
    let mill =
        Mill::with(|_| Turn::status(402, "billing_error", "credit balance is too low")).await;
    let run = mill.shops(3).run().await;
    assert_eq!(run.told().await, "paused: quota; 3 waiting");
    assert_eq!(run.end().await.row.budget.booked(), Usd::ZERO);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_quota_that_comes_back_is_waited_for_and_the_run_goes_on_by_itself() {
    let full = Turn::status(402, "billing_error", "the limit of this hour is reached");
    let mill = Mill::with(move |_| full.clone().with_header("retry-after", "2")).await;
    let run = mill.shops(3).agents(3).run().await;
    assert_eq!(run.told().await, "paused: quota; 3 waiting");
    let asked = mill.server.bill().requests;
    assert!(asked <= 3, "one try for each agent: {asked}");
    let told = run.end().await.resumes_at.expect("it says when");
    let left = told.millis_since(run.end().await.row.started_at);
    assert!((1_500..8_000).contains(&left), "{left}");
    mill.server.set_script(|_| coded("Food"));
    crate::setup::until(|| mill.server.bill().billed == 3).await;
    assert_eq!(told_when_over(&run).await, "finished; 3 by model");
    assert_eq!(run.end().await.resumes_at, None);
    mill.books_agree_with_the_bill(&[run.id]).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_quota_is_waited_for_across_a_restart() {
    let full = Turn::status(402, "billing_error", "the limit of this hour is reached");
    let mill = Mill::with(move |_| full.clone().with_header("retry-after", "2")).await;
    let run = mill.shops(2).agents(1).run().await;
    assert_eq!(run.told().await, "paused: quota; 2 waiting");
    let (id, at) = (run.id, run.end().await.resumes_at);
    assert!(at.is_some());
    mill.server.set_script(|_| coded("Food"));
    let mill = mill.reopen().await;
    assert_eq!(
        mill.engine.comes_back_at(id),
        None,
        "a command starts nothing"
    );
    mill.engine.go_on_by_themselves();
    let run = crate::setup::Run {
        engine: &mill.engine,
        id,
    };
    while run.end().await.resumes_at.is_none() && run.end().await.row.state.is_open() {
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    assert_eq!(told_when_over(&run).await, "finished; 2 by model");
    mill.books_agree_with_the_bill(&[id]).await;

    // A person who goes on by hand is not followed by a second start.
    let later = mill.reopen().await;
    later.engine.go_on_by_themselves();
    assert_eq!(later.engine.comes_back_at(id), None);
}

/// What is told of a run that went on by itself, once it is over.
async fn told_when_over(run: &crate::setup::Run<'_>) -> String {
    while run.end().await.row.state.is_open() {
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    run.told().await
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_provider_that_is_down_pauses_the_run_and_nothing_is_lost() {
    let mill = Mill::with(|_| coded("Food")).await;
    mill.server.stop();
    crate::setup::until(|| {
        std::net::TcpStream::connect(("127.0.0.1", mill.server.port())).is_err()
    })
    .await;
    let run = mill.shops(3).agents(2).run().await;
    assert_eq!(run.told().await, "paused: outage; 3 waiting");
    assert_eq!(
        run.end().await.row.budget.booked(),
        Usd::ZERO,
        "nothing left this computer"
    );
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn who_wants_to_fail_fast_gets_failed_rows_instead_of_a_pause() {
    let mill = Mill::with(|_| coded("Food")).await;
    mill.server.stop();
    crate::setup::until(|| {
        std::net::TcpStream::connect(("127.0.0.1", mill.server.port())).is_err()
    })
    .await;
    let run = mill.shops(2).attempts(1).fail_fast().run().await;
    assert_eq!(run.told().await, "finished; 2 provider_error");
    let problem = run.row(1).await.problem.unwrap();
    assert!(
        problem.starts_with("cannot reach anthropic at http://127.0.0.1:"),
        "{problem}"
    );

    let slow = Mill::with(|_| Turn::rate_limited(600)).await;
    let run = slow.shops(2).fail_fast().run().await;
    assert_eq!(
        run.told().await,
        "finished; 2 provider_error",
        "ten minutes are not waited for either"
    );
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_provider_that_fails_every_time_fails_the_row_with_its_words() {
    let mill = Mill::with(|asked| {
        if asked.user.contains("SHOP 002") {
            Turn::status(500, "api_error", "the floor is wet")
        } else {
            coded("Food")
        }
    })
    .await;
    let run = mill.shops(3).run().await;
    assert_eq!(run.told().await, "finished; 2 by model, 1 provider_error");
    let row = run.row(2).await;
    assert!(crate::setup::ended(&row, Outcome::ProviderError));
    assert!(
        row.problem.as_ref().unwrap().contains("the floor is wet"),
        "{:?}",
        row.problem
    );
    assert_eq!((row.attempts, row.cost), (2, usd("0")));
    mill.books_agree_with_the_bill(&[run.id]).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn many_agents_at_a_slow_provider_finish_and_pay_each_answer_once() {
    let options = ServerOptions {
        requests_per_minute: Some(600),
        ..ServerOptions::default()
    };
    let mill = Mill::priced(USUAL, options, |_| coded("Food")).await;
    let run = mill.shops(30).agents(16).run().await;
    assert_eq!(run.told().await, "finished; 30 by model");
    let bill = mill.server.settled_bill().await;
    assert!(
        bill.limited > 0,
        "sixteen agents are too many for ten requests a second"
    );
    assert_eq!((bill.billed, bill.refused), (30, bill.limited));
    mill.books_agree_with_the_bill(&[run.id]).await;
}
