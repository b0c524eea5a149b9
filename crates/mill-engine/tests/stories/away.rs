//! The computer sleeps, or its network goes away, while agents wait for answers.

use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};
use std::time::Duration;

use mill_domain::Timestamp;
use mill_engine::{Clock, SystemClock};
use mill_testkit::{Kind, ScriptedServer, ServerOptions, Turn};

use crate::setup::{Mill, USUAL, coded, told, until};

const TWO_HOURS_MS: i64 = 2 * 60 * 60 * 1_000;

/// A clock on the wall that can jump; timers go on as if nothing had been.
#[derive(Default)]
struct Wall {
    ahead_ms: AtomicI64,
}

impl Clock for Wall {
    fn now(&self) -> Timestamp {
        let ahead = self.ahead_ms.load(Ordering::SeqCst);
        Timestamp::from_millis(SystemClock.now().as_millis() + ahead)
    }
}

impl Wall {
    /// The computer sleeps: two hours go by, and no timer moves.
    fn sleep(&self) {
        self.ahead_ms.fetch_add(TWO_HOURS_MS, Ordering::SeqCst);
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn healthy_rows_outlive_the_sleep_of_the_computer_and_the_run_says_that_it_paused() {
    let wall = Arc::new(Wall::default());
    let slow = |_: &mill_testkit::Asked| coded("Food").after(Duration::from_millis(2_500));
    let mill = Mill::with(slow).await.at(Arc::clone(&wall) as _).await;
    let run = mill.shops(3).agents(3).attempts(1).start().await;
    mill.requests_reach(3).await;
    wall.sleep();
    let slept = loop {
        if let Some(slept) = mill.engine.run(run.id).await.unwrap().slept {
            break slept;
        }
        tokio::time::sleep(Duration::from_millis(20)).await;
    };
    let about = TWO_HOURS_MS.unsigned_abs();
    assert!(slept.ms.abs_diff(about) < 30_000, "{slept:?}");
    let summary = run.end().await;
    assert_eq!(told(&summary), "finished; 3 by model");
    assert_eq!(mill.server.bill().requests, 3, "nobody was asked again");
    assert!(
        summary.wall_ms < 60_000,
        "sleep is no work: {}",
        summary.wall_ms
    );
    mill.books_agree_with_the_bill(&[run.id]).await;
}

/// The connections of before look open and bring nothing more.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn rows_under_way_when_the_computer_slept_are_tried_again_once_for_nothing() {
    let wall = Arc::new(Wall::default());
    let mill = Mill::with(|asked| match asked.seen_before {
        0 => Turn::of(Kind::Stall {
            text: String::new(),
        }),
        _ => coded("Food"),
    })
    .await
    .at(Arc::clone(&wall) as _)
    .await;
    let run = mill
        .shops(3)
        .agents(3)
        .attempts(1)
        .idle_ms(2_500)
        .start()
        .await;
    mill.requests_reach(3).await;
    wall.sleep();
    assert_eq!(run.told().await, "finished; 3 by model");
    let attempts: Vec<u32> = run.rows().await.iter().map(|row| row.attempts).collect();
    assert_eq!(attempts, [1, 1, 1], "it does not count against them");
    assert_eq!(mill.server.bill().requests, 6);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_network_that_goes_away_and_comes_back_fails_no_row_and_pauses_nothing() {
    let mill = Mill::with(|_| coded("Food").after(Duration::from_millis(100))).await;
    let run = mill.shops(12).agents(2).attempts(1).start().await;
    until(|| mill.server.bill().billed >= 2).await;
    let port = mill.server.port();
    mill.server.stop();
    until(|| std::net::TcpStream::connect(("127.0.0.1", port)).is_err()).await;
    tokio::time::sleep(Duration::from_millis(1_500)).await;
    let options = ServerOptions {
        port,
        default_price: Some(crate::setup::prices(USUAL)),
        ..ServerOptions::default()
    };
    let back = ScriptedServer::with_options(options, |_| coded("Food"))
        .await
        .unwrap();
    assert_eq!(run.told().await, "finished; 12 by model");
    assert!(back.bill().billed >= 5);
    let attempts: Vec<u32> = run.rows().await.iter().map(|row| row.attempts).collect();
    assert_eq!(attempts, [1; 12], "it does not count against them");
}
