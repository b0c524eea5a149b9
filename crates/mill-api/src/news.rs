//! The engine's events, merged for eyes: at most ten updates a second for each run.

use std::collections::BTreeSet;
use std::pin::Pin;
use std::time::Duration;

use futures::Stream;
use mill_domain::RunId;
use mill_engine::{Engine, EngineEvent};
use tokio::sync::broadcast::error::RecvError;
use tokio::sync::mpsc;
use tokio_stream::wrappers::ReceiverStream;

use crate::Notification;
use crate::convert::agent;
use crate::view::run::RunView;

/// Ten a second: faster than anyone reads, slow enough for a bridge.
const TICK: Duration = Duration::from_millis(100);

/// Notifications that may wait for a slow window; beyond it the merging goes on and the window gets the latest.
const WAITING: usize = 64;

/// What changed since the last tick.
#[derive(Debug, Default)]
struct Changes {
    runs: BTreeSet<RunId>,
    agents: BTreeSet<RunId>,
    tags: BTreeSet<String>,
}

pub(crate) fn stream(engine: Engine) -> Pin<Box<dyn Stream<Item = Notification> + Send>> {
    let (sender, receiver) = mpsc::channel(WAITING);
    // Ends by itself when the receiver is dropped or the engine closes.
    tokio::spawn(forward(engine, sender));
    Box::pin(ReceiverStream::new(receiver))
}

async fn forward(engine: Engine, sender: mpsc::Sender<Notification>) {
    let mut events = engine.subscribe();
    let mut changes = Changes::default();
    let mut ticks = tokio::time::interval(TICK);
    ticks.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
    loop {
        tokio::select! {
            event = events.recv() => match event {
                Ok(event) => changes.add(event),
                // Some were missed: everything may be old.
                Err(RecvError::Lagged(_)) => changes.everything(),
                Err(RecvError::Closed) => return,
            },
            _ = ticks.tick() => {
                for notification in changes.take(&engine).await {
                    if sender.send(notification).await.is_err() {
                        return;
                    }
                }
            }
            () = sender.closed() => return,
        }
    }
}

impl Changes {
    fn add(&mut self, event: EngineEvent) {
        match event {
            EngineEvent::Run(run) => {
                self.runs.insert(run);
            }
            EngineEvent::Agents(run) => {
                self.agents.insert(run);
            }
            EngineEvent::Stale(tags) => self.tags.extend(tags),
        }
    }

    fn everything(&mut self) {
        let tags = [
            "jobs", "runs", "skills", "keys", "models", "prices", "settings", "costs", "home",
            "status",
        ];
        self.tags.extend(tags.map(str::to_owned));
    }

    async fn take(&mut self, engine: &Engine) -> Vec<Notification> {
        let changes = std::mem::take(self);
        let mut notifications = Vec::new();
        if !changes.tags.is_empty() {
            notifications.push(Notification::Stale {
                tags: changes.tags.into_iter().collect(),
            });
        }
        for run in changes.runs.union(&changes.agents) {
            match engine.run(*run).await {
                Ok(summary) => {
                    if changes.agents.contains(run) {
                        let model = summary.model.model().to_owned();
                        let agents = engine
                            .agents(*run)
                            .into_iter()
                            .map(|cell| agent(cell, &model))
                            .collect();
                        notifications.push(Notification::Agents {
                            run: run.to_string(),
                            agents,
                        });
                    }
                    notifications.push(Notification::Run {
                        run: Box::new(RunView::from(&summary)),
                    });
                }
                Err(error) => {
                    tracing::warn!(run.id = %run, error = %error, "run {run} could not be shown");
                }
            }
        }
        notifications
    }
}
