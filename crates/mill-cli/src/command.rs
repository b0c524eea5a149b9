//! One file per verb.

mod again;
mod caps;
mod compare;
mod corrections;
mod cost;
mod estimate;
mod eval;
mod export;
mod files;
mod import;
mod key;
mod learn;
mod merge;
mod prices;
mod results;
mod run;
mod runs;
mod sample;
mod sign_off;
mod skill;
mod suggest;
mod verdict;
mod verify;

use mill_api::ApiError;
use mill_domain::Usd;

use crate::arguments::{Arguments, Verb};
use crate::exit::Exit;
use crate::{say, session};

/// Does what was asked; the engine is closed whatever happens.
pub(crate) async fn carry_out(arguments: Arguments) -> Result<Exit, ApiError> {
    let engine = session::open(&arguments.global).await?;
    let outcome = match arguments.verb {
        Verb::Run(flags) => run::start(&engine, *flags).await,
        Verb::Estimate(flags) => estimate::estimate(&engine, *flags).await,
        Verb::Resume {
            run,
            ahead,
            budget,
            skill,
            out,
            json,
        } => {
            let limits = (budget.as_deref(), ahead);
            run::resume(&engine, &run, limits, &skill, out, json).await
        }
        Verb::Budget { run, usd, json } => run::budget(&engine, &run, &usd, json).await,
        Verb::Caps { verb, json } => caps::caps(&engine, verb, json).await,
        Verb::Runs { json } => runs::list(&engine, json).await,
        Verb::Show { run, json } => results::show(&engine, &run, json).await,
        Verb::Export(flags) => export::export(&engine, flags).await,
        Verb::Compare {
            first,
            second,
            json,
        } => compare::compare(&engine, &first, &second, json).await,
        Verb::Verdict {
            run,
            task,
            verdict,
            set,
            json,
        } => verdict::verdict(&engine, &run, task, &verdict, set, json).await,
        Verb::Learn {
            run,
            row,
            kind,
            yes,
            json,
        } => learn::learn(&engine, &run, (row, &kind), yes, say::Form::of(json)).await,
        Verb::Corrections { run, job, json } => {
            corrections::corrections(&engine, &run, job, say::Form::of(json)).await
        }
        Verb::AskAgain(flags) => again::ask_again(&engine, flags).await,
        Verb::SignOff {
            run,
            reviewer,
            show,
            json,
        } => {
            sign_off::sign_off(
                &engine,
                &run,
                reviewer.as_deref(),
                show,
                say::Form::of(json),
            )
            .await
        }
        Verb::Verify(flags) => verify::verify(&engine, flags).await,
        Verb::Merge(flags) => merge::merge(&engine, *flags).await,
        Verb::Sample(flags) => sample::sample(&engine, flags).await,
        Verb::Import {
            file,
            reading,
            all,
            json,
        } => import::import(&engine, &file, &reading, all, say::Form::of(json)),
        Verb::Skill { verb } => skill::skill(&engine, verb).await,
        Verb::Key { verb } => key::key(&engine, verb).await,
        Verb::Prices { verb, all, json } => {
            prices::prices(&engine, verb, all, say::Form::of(json)).await
        }
        Verb::Cost { by, month, json } => cost::cost(&engine, &by, month.as_deref(), json).await,
    };
    engine.close().await;
    outcome
}

/// Reads an amount of dollars.
fn usd(what: &'static str, text: &str) -> Result<Usd, ApiError> {
    let amount: Usd = text
        .trim()
        .parse()
        .map_err(|_| mill_engine::EngineError::BadValue {
            what,
            value: text.to_owned(),
            expected: "write an amount in USD such as 2.50".to_owned(),
        })?;
    if amount < Usd::ZERO {
        return Err(mill_engine::EngineError::BadValue {
            what,
            value: text.to_owned(),
            expected: "write an amount above 0".to_owned(),
        }
        .into());
    }
    Ok(amount)
}
