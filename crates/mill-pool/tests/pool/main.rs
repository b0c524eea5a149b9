//! The pool with executors that do nothing but wait, under a paused clock.
#![allow(clippy::unwrap_used, clippy::expect_used, reason = "tests fail loudly")]

use std::collections::{BTreeMap, BTreeSet};
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use async_trait::async_trait;
use mill_domain::{PauseReason, TaskNumber};
use mill_pool::{Pool, PoolEnd, RunExecutor, Slot, TaskEnd};
use proptest::prelude::*;
use tokio::time::{Instant, sleep};
use tokio_util::sync::CancellationToken;

/// Takes 100 ms a task and remembers what happened; `decide` says how each task ends.
struct Recorder {
    decide: Box<dyn Fn(TaskNumber, u32) -> TaskEnd + Send + Sync>,
    at_work: AtomicU32,
    peak: AtomicU32,
    ended: Mutex<BTreeMap<u32, u32>>,
    /// Tasks it was told of and has neither worked on nor forgotten, and those it forgot.
    ahead: Mutex<(BTreeSet<u32>, BTreeSet<u32>)>,
}

impl Recorder {
    fn new(decide: impl Fn(TaskNumber, u32) -> TaskEnd + Send + Sync + 'static) -> Arc<Self> {
        Arc::new(Self {
            decide: Box::new(decide),
            at_work: AtomicU32::new(0),
            peak: AtomicU32::new(0),
            ended: Mutex::new(BTreeMap::new()),
            ahead: Mutex::default(),
        })
    }

    fn ended(&self) -> Vec<(u32, u32)> {
        self.ended
            .lock()
            .unwrap()
            .iter()
            .map(|(task, times)| (*task, *times))
            .collect()
    }

    fn peak(&self) -> u32 {
        self.peak.load(Ordering::SeqCst)
    }
}

#[async_trait]
impl RunExecutor for Recorder {
    async fn execute(&self, _slot: Slot, task: TaskNumber, stop: CancellationToken) -> TaskEnd {
        self.ahead.lock().unwrap().0.remove(&task.0);
        let at_work = self.at_work.fetch_add(1, Ordering::SeqCst) + 1;
        self.peak.fetch_max(at_work, Ordering::SeqCst);
        let end = tokio::select! {
            () = stop.cancelled() => TaskEnd::GivenBack,
            () = sleep(Duration::from_millis(100)) => (self.decide)(task, at_work),
        };
        self.at_work.fetch_sub(1, Ordering::SeqCst);
        if end == TaskEnd::Ended {
            *self.ended.lock().unwrap().entry(task.0).or_default() += 1;
        }
        end
    }

    fn look_ahead(self: Arc<Self>, task: TaskNumber) -> bool {
        let mut ahead = self.ahead.lock().unwrap();
        assert!(ahead.0.insert(task.0), "told of {task} twice");
        true
    }

    async fn forget_ahead(&self) {
        let mut ahead = self.ahead.lock().unwrap();
        let forgotten = std::mem::take(&mut ahead.0);
        ahead.1.extend(forgotten);
    }
}

fn tasks(count: u32) -> Vec<TaskNumber> {
    (1..=count).map(TaskNumber).collect()
}

#[tokio::test(start_paused = true)]
async fn ten_agents_do_a_hundred_tasks_in_ten_rounds_each_once() {
    let recorder = Recorder::new(|_, _| TaskEnd::Ended);
    let start = Instant::now();
    let (_pool, run) = Pool::start(Arc::clone(&recorder) as _, tasks(100), 10);
    assert_eq!(run.end().await, PoolEnd::Drained);
    assert_eq!(start.elapsed(), Duration::from_secs(1));
    assert_eq!(recorder.peak(), 10);
    assert_eq!(
        recorder.ended(),
        (1..=100).map(|task| (task, 1)).collect::<Vec<_>>()
    );
}

#[tokio::test(start_paused = true)]
async fn pausing_lets_agents_finish_and_starts_nothing_new() {
    let recorder = Recorder::new(|_, _| TaskEnd::Ended);
    let (pool, run) = Pool::start(Arc::clone(&recorder) as _, tasks(10), 4);
    sleep(Duration::from_millis(50)).await;
    pool.pause(PauseReason::Person).await;
    assert_eq!(run.end().await, PoolEnd::Paused(PauseReason::Person));
    assert_eq!(recorder.ended().len(), 4);
}

#[tokio::test(start_paused = true)]
async fn the_next_tasks_are_told_of_one_for_each_agent_and_forgotten_when_the_run_pauses() {
    let recorder = Recorder::new(|_, _| TaskEnd::Ended);
    let (pool, run) = Pool::start(Arc::clone(&recorder) as _, tasks(300), 4);
    sleep(Duration::from_millis(150)).await;
    assert_eq!(
        recorder.ahead.lock().unwrap().0,
        (9..=12).collect::<BTreeSet<_>>(),
        "5 to 8 are at work"
    );
    pool.pause(PauseReason::Person).await;
    assert_eq!(run.end().await, PoolEnd::Paused(PauseReason::Person));
    let ahead = recorder.ahead.lock().unwrap();
    assert_eq!(ahead.1, (9..=12).collect::<BTreeSet<_>>());
    assert!(ahead.0.is_empty());
    drop(ahead);
    assert_eq!(recorder.ended().len(), 8);
}

#[tokio::test(start_paused = true)]
async fn where_money_is_short_what_was_made_ready_is_forgotten_and_nothing_more_is() {
    let recorder = Recorder::new(|task, at_work| match task.0 {
        12 if at_work > 2 => TaskEnd::NoRoom,
        _ => TaskEnd::Ended,
    });
    let (_pool, run) = Pool::start(Arc::clone(&recorder) as _, tasks(300), 4);
    assert_eq!(run.end().await, PoolEnd::Drained);
    assert_eq!(recorder.ended().len(), 300);
    let ahead = recorder.ahead.lock().unwrap();
    // 16 to 19 waited; some of the three that had just started may not have taken up what was ready.
    assert!(ahead.1.is_superset(&(16..=19).collect()), "{:?}", ahead.1);
    assert_eq!((ahead.0.len(), ahead.1.last()), (0, Some(&19)));
}

#[tokio::test(start_paused = true)]
async fn stopping_ends_every_agent_at_once() {
    let recorder = Recorder::new(|_, _| TaskEnd::Ended);
    let start = Instant::now();
    let (pool, run) = Pool::start(Arc::clone(&recorder) as _, tasks(10), 4);
    sleep(Duration::from_millis(50)).await;
    pool.stop().await;
    assert_eq!(run.end().await, PoolEnd::Stopped);
    assert_eq!(start.elapsed(), Duration::from_millis(50));
    assert!(recorder.ended().is_empty());
}

#[tokio::test(start_paused = true)]
async fn the_number_of_agents_changes_while_they_work() {
    let recorder = Recorder::new(|_, _| TaskEnd::Ended);
    let start = Instant::now();
    let (pool, run) = Pool::start(Arc::clone(&recorder) as _, tasks(21), 1);
    sleep(Duration::from_millis(50)).await;
    pool.set_agents(10).await;
    assert_eq!(run.end().await, PoolEnd::Drained);
    assert_eq!(recorder.peak(), 10);
    assert!(
        start.elapsed() <= Duration::from_millis(300),
        "{:?}",
        start.elapsed()
    );
}

#[tokio::test(start_paused = true)]
async fn without_room_the_run_narrows_and_finishes_if_one_agent_fits() {
    let recorder = Recorder::new(|_, at_work| {
        if at_work > 2 {
            TaskEnd::NoRoom
        } else {
            TaskEnd::Ended
        }
    });
    let (_pool, run) = Pool::start(Arc::clone(&recorder) as _, tasks(20), 8);
    assert_eq!(run.end().await, PoolEnd::Drained);
    assert_eq!(recorder.ended().len(), 20);
}

#[tokio::test(start_paused = true)]
async fn who_finds_no_room_does_not_ask_again_after_every_end() {
    let refused = Arc::new(AtomicU32::new(0));
    let count = Arc::clone(&refused);
    let recorder = Recorder::new(move |_, at_work| {
        if at_work > 2 {
            count.fetch_add(1, Ordering::SeqCst);
            TaskEnd::NoRoom
        } else {
            TaskEnd::Ended
        }
    });
    let (_pool, run) = Pool::start(Arc::clone(&recorder) as _, tasks(200), 64);
    assert_eq!(run.end().await, PoolEnd::Drained);
    assert_eq!(recorder.ended().len(), 200);
    let refused = refused.load(Ordering::SeqCst);
    assert!(refused <= 62 + 200, "{refused}");
}

#[tokio::test(start_paused = true)]
async fn without_room_for_even_one_the_run_pauses_at_its_budget() {
    let recorder = Recorder::new(|task, _| {
        if task.0 > 5 {
            TaskEnd::NoRoom
        } else {
            TaskEnd::Ended
        }
    });
    let (_pool, run) = Pool::start(Arc::clone(&recorder) as _, tasks(20), 8);
    assert_eq!(run.end().await, PoolEnd::Paused(PauseReason::Budget));
    assert_eq!(recorder.ended().len(), 5);
}

#[tokio::test(start_paused = true)]
async fn a_refused_key_pauses_the_run_whatever_the_others_say_later() {
    let recorder = Recorder::new(|task, _| match task.0 {
        1 => TaskEnd::Pause(PauseReason::KeyRefused),
        _ => TaskEnd::NoRoom,
    });
    let (_pool, run) = Pool::start(recorder, tasks(8), 4);
    assert_eq!(run.end().await, PoolEnd::Paused(PauseReason::KeyRefused));
}

#[tokio::test(start_paused = true)]
async fn a_panic_in_an_agent_is_a_broken_run_and_not_a_dead_pool() {
    let recorder = Recorder::new(|task, _| {
        assert!(task.0 != 3, "planted fault");
        TaskEnd::Ended
    });
    let (_pool, run) = Pool::start(recorder, tasks(8), 1);
    assert!(matches!(run.end().await, PoolEnd::Broken(_)));
}

proptest! {
    #[test]
    fn whatever_agents_do_no_task_is_lost_or_done_twice(
        count in 1_u32..60,
        agents in 1_u32..12,
        room in 1_u32..8,
    ) {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().start_paused(true).build().unwrap();
        runtime.block_on(async {
            let recorder = Recorder::new(move |_, at_work| {
                if at_work > room { TaskEnd::NoRoom } else { TaskEnd::Ended }
            });
            let (_pool, run) = Pool::start(Arc::clone(&recorder) as _, tasks(count), agents);
            assert_eq!(run.end().await, PoolEnd::Drained);
            assert_eq!(recorder.ended(), (1..=count).map(|task| (task, 1)).collect::<Vec<_>>());
        });
    }
}
