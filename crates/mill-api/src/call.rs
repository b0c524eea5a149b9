//! From a method's name and JSON to the engine and back. One file per family; a row of the contract without its
//! function here does not compile.

mod again;
mod app;
mod caps;
mod compare;
mod costs;
mod document;
mod eval;
mod export;
mod job;
mod key;
mod learn;
mod matching;
mod merge;
mod opinion;
mod price;
mod review;
mod rows;
mod rules;
mod run;
mod sample;
mod settings;
mod signoff;
mod skill;
mod studio;
mod suggestion;
mod survey;
mod table;

use mill_domain::{JobId, RunId};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

pub use self::again::{ask_plan_view, asked_rows_view};
pub use self::caps::cap_view;
pub use self::learn::{correction_view, learnt_view, lesson_view};
pub use self::price::price_view;
pub use self::table::preview_view;

#[allow(
    clippy::wildcard_imports,
    reason = "every function of the contract, named by its rows"
)]
use self::{
    again::*, app::*, caps::*, compare::*, costs::*, document::*, eval::*, export::*, job::*,
    key::*, learn::*, matching::*, merge::*, opinion::*, price::*, review::*, rows::*, rules::*,
    run::*, sample::*, settings::*, signoff::*, skill::*, studio::*, suggestion::*, survey::*,
    table::*,
};
use crate::methods::methods;
use crate::{ApiError, Host};

/// Rows of one page at most.
const PAGE: u32 = 1_000;

/// Calls the method with this name.
pub(crate) async fn dispatch(host: &Host, method: &str, params: Value) -> Result<Value, ApiError> {
    macro_rules! row {
        ($name:literal, $call:ident, $params:ty, $view:ty) => {
            if method == $name {
                // Boxed: the futures of all methods would otherwise add up in one.
                let params = parse(method, params)?;
                return show(Box::pin($call(host, params)).await?);
            }
        };
    }
    methods!(row);
    Err(ApiError::new(
        "unknown_method",
        format!("there is no method `{method}`"),
    ))
}

fn parse<T: DeserializeOwned>(method: &str, params: Value) -> Result<T, ApiError> {
    serde_json::from_value(params).map_err(|error| {
        ApiError::new(
            "bad_params",
            format!("the parameters of `{method}` cannot be read: {error}"),
        )
    })
}

fn show<T: Serialize>(view: T) -> Result<Value, ApiError> {
    serde_json::to_value(view).map_err(|error| ApiError::new("internal", error.to_string()))
}

/// Reads a job's id.
fn job_id(text: &str) -> Result<JobId, ApiError> {
    text.parse().map_err(|_| not_found("job", text))
}

/// Reads a run's id.
fn run_id(text: &str) -> Result<RunId, ApiError> {
    text.parse().map_err(|_| not_found("run", text))
}

fn not_found(what: &str, id: &str) -> ApiError {
    ApiError::new("not_found", format!("there is no {what} `{id}`"))
        .with("what", what)
        .with("id", id)
}

/// Reads an amount of dollars.
fn amount(what: &str, money: &crate::view::money::Money) -> Result<mill_domain::Usd, ApiError> {
    money.amount().map_err(|error| {
        ApiError::new("bad_value", error.to_string())
            .with("what", what)
            .with("value", error.to_string())
    })
}
