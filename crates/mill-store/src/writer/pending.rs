//! The kinds of writes that wait: any change, a step of a call, and the end of the writer.

use futures::future::LocalBoxFuture;
use sqlx::sqlite::SqliteConnection;
use tokio::sync::oneshot;

use crate::StoreError;
use crate::table::ledger::CallStep;

/// A write that waits.
pub(super) trait Write: Send {
    fn apply<'c>(
        &'c mut self,
        connection: &'c mut SqliteConnection,
    ) -> LocalBoxFuture<'c, Result<(), StoreError>>;
    fn answer(self: Box<Self>, failure: Option<StoreError>);
    /// Whether it stores how something ended: such a write goes on when the disk is full.
    fn is_ending(&self) -> bool;
    fn is_last(&self) -> bool {
        false
    }
    /// A begin or an end of a call, which can be written together with its neighbours.
    fn step(&self) -> Option<&CallStep> {
        None
    }
}

pub(super) struct Pending<T, F> {
    pub(super) apply: F,
    pub(super) is_ending: bool,
    pub(super) value: Option<T>,
    pub(super) answer: oneshot::Sender<Result<T, StoreError>>,
}

impl<T, F> Write for Pending<T, F>
where
    T: Send,
    F: AsyncFn(&mut SqliteConnection) -> Result<T, StoreError> + Send,
{
    fn apply<'c>(
        &'c mut self,
        connection: &'c mut SqliteConnection,
    ) -> LocalBoxFuture<'c, Result<(), StoreError>> {
        Box::pin(async move {
            self.value = Some((self.apply)(connection).await?);
            Ok(())
        })
    }

    fn answer(self: Box<Self>, failure: Option<StoreError>) {
        let outcome = match (failure, self.value) {
            (None, Some(value)) => Ok(value),
            (None, None) => Err(StoreError::Closed),
            (Some(failure), _) => Err(failure),
        };
        // The asker may have been cancelled; the write is done all the same.
        drop(self.answer.send(outcome));
    }

    fn is_ending(&self) -> bool {
        self.is_ending
    }
}

/// Called on the writer's thread once a write is on disk, or with why it is not.
pub(crate) type Then = Box<dyn FnOnce(Result<(), StoreError>) + Send>;

pub(super) struct PendingStep {
    pub(super) step: CallStep,
    pub(super) then: Then,
}

impl Write for PendingStep {
    fn apply<'c>(
        &'c mut self,
        connection: &'c mut SqliteConnection,
    ) -> LocalBoxFuture<'c, Result<(), StoreError>> {
        Box::pin(self.step.apply(connection))
    }

    fn answer(self: Box<Self>, failure: Option<StoreError>) {
        (self.then)(failure.map_or(Ok(()), Err));
    }

    fn is_ending(&self) -> bool {
        matches!(self.step, CallStep::End(_))
    }

    fn step(&self) -> Option<&CallStep> {
        Some(&self.step)
    }
}

pub(super) struct Close(pub(super) oneshot::Sender<()>);

impl Write for Close {
    fn apply<'c>(
        &'c mut self,
        _connection: &'c mut SqliteConnection,
    ) -> LocalBoxFuture<'c, Result<(), StoreError>> {
        Box::pin(async { Ok(()) })
    }

    fn answer(self: Box<Self>, _failure: Option<StoreError>) {
        self.0.send(()).ok();
    }

    fn is_ending(&self) -> bool {
        true
    }

    fn is_last(&self) -> bool {
        true
    }
}
