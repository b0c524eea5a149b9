//! Begins and ends of many calls, with one statement a table instead of about seventeen a call.
//!
//! What money allows is decided here, in the order in which the steps came; everything else that could be wrong with a
//! step (a call that is not held, a task that has ended) is left to the way of one by one, which says what it is.

mod accounts;
mod begins;
mod ends;
mod write;

use mill_domain::{NoRoom, RunState};
use sqlx::sqlite::SqliteConnection;

use super::{CallEnd, CallStart, CallStep};
use crate::StoreError;
use accounts::{Accounts, Counted};
use ends::Held;

/// Applies steps about different calls and tasks, inside a transaction. What became of each, in order: `Some` was refused and
/// left nothing behind. `None` in place of the list: something is not as it should be, and all must be taken back and
/// written one by one.
pub(crate) async fn apply(
    connection: &mut SqliteConnection,
    steps: &[&CallStep],
) -> Result<Option<Vec<Option<StoreError>>>, StoreError> {
    let ended: Vec<&CallEnd> = steps.iter().filter_map(|step| step.end()).collect();
    let begun: Vec<&CallStart> = steps.iter().filter_map(|step| step.start()).collect();
    let Some(held) = ends::held(connection, &ended).await? else {
        return Ok(None);
    };
    let counted = held.iter().map(|held| held.counted.clone());
    let counted = counted.chain(begun.iter().map(|start| Counted::of_start(start)));
    let mut accounts = Accounts::read(connection, counted.collect()).await?;
    let outcomes = decide(steps, &held, &mut accounts);
    let let_through: Vec<&CallStart> = steps
        .iter()
        .zip(&outcomes)
        .filter_map(|(step, refused)| step.start().filter(|_| refused.is_none()))
        .collect();
    let regular = write::all(connection, (&ended, &accounts, &let_through)).await?;
    Ok(regular.then_some(outcomes))
}

/// What becomes of the money of each step, in order. `held` has the calls that end, then `accounts` those that begin.
fn decide(steps: &[&CallStep], held: &[Held], accounts: &mut Accounts) -> Vec<Option<StoreError>> {
    let (mut ends, mut begins) = (held.iter().zip(0..), held.len()..);
    steps
        .iter()
        .map(|step| match step {
            CallStep::End(end) => {
                if let Some((held, place)) = ends.next() {
                    accounts.end(place, held.bound, end.money);
                }
                None
            }
            CallStep::Begin(start) => {
                let place = begins.next()?;
                hold(start, place, accounts).err()
            }
        })
        .collect()
}

fn hold(start: &CallStart, place: usize, accounts: &mut Accounts) -> Result<(), StoreError> {
    let Some(state) = accounts.run_state(place) else {
        return Err(StoreError::NotFound {
            what: "run",
            id: start.run.to_string(),
        });
    };
    if state != RunState::Running {
        return Err(StoreError::WrongState {
            what: "run",
            id: start.run.to_string(),
            state: state.as_str().to_owned(),
        });
    }
    accounts
        .hold(place, (start.bound, start.besides))
        .map_err(|(scope, refusal)| StoreError::Budget(NoRoom { scope, refusal }))
}

impl CallStep {
    fn start(&self) -> Option<&CallStart> {
        match self {
            Self::Begin(start) => Some(start),
            Self::End(_) => None,
        }
    }

    fn end(&self) -> Option<&CallEnd> {
        match self {
            Self::End(end) => Some(end),
            Self::Begin(_) => None,
        }
    }
}
