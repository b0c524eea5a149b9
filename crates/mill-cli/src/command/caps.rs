//! `caps`: what may be spent beyond a run's own budget, and changing it.

use mill_api::view::settings::CapView;
use mill_api::{ApiError, cap_view};
use mill_domain::Scope;
use mill_engine::Engine;
use rust_i18n::t;
use serde_json::json;

use super::usd;
use crate::arguments::CapsVerb;
use crate::exit::Exit;
use crate::say;

/// The word that takes a cap away.
const NONE: &str = "none";

pub(crate) async fn caps(
    engine: &Engine,
    verb: Option<CapsVerb>,
    json: bool,
) -> Result<Exit, ApiError> {
    if let Some(CapsVerb::Set { cap }) = verb {
        let (scope, amount) = named(engine, &cap).await?;
        let cap = if amount.eq_ignore_ascii_case(NONE) {
            None
        } else {
            Some(usd("cap", amount)?)
        };
        engine.set_cap(scope.clone(), cap).await?;
        let said = cap.map_or_else(
            || t!("caps.removed", scope = word(&scope)),
            |cap| t!("caps.set", scope = word(&scope), cap = cap),
        );
        say::error_line(&said);
        return Ok(Exit::Done);
    }
    let mut states = engine.caps().await?;
    for job in engine.jobs().await? {
        let state = engine.cap_of(Scope::job(job.id)).await?;
        states.extend(state.cap.is_some().then_some(state));
    }
    let views: Vec<CapView> = states.iter().map(cap_view).collect();
    if json {
        let zone = engine.config().zone_name();
        say::json(&json!({ "zone": zone, "caps": views }))?;
        return Ok(Exit::Done);
    }
    for state in states {
        let amount = |amount: Option<mill_domain::Usd>| {
            amount.map_or_else(|| "-".to_owned(), |amount| amount.to_fixed(4))
        };
        let totals = state.totals;
        say::line(&t!(
            "caps.line",
            scope = word(&state.scope),
            period = state.period,
            cap = amount(state.cap),
            booked = amount(Some(totals.spent + totals.uncertain + totals.reserved)),
            left = amount(state.left())
        ));
    }
    Ok(Exit::Done)
}

/// `day USD`, `month USD`, `provider NAME USD`, `key PROVIDER NAME USD`, `job NAME USD`: the scope and the amount.
async fn named<'w>(engine: &Engine, words: &'w [String]) -> Result<(Scope, &'w str), ApiError> {
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    match words.as_slice() {
        [kind, amount] => Ok((engine.scope(kind, "")?, amount)),
        ["job", name, amount] => Ok((job(engine, name).await?, amount)),
        [kind, name, amount] => Ok((engine.scope(kind, name)?, amount)),
        [kind, provider, name, amount] => {
            Ok((engine.scope(kind, &format!("{provider}/{name}"))?, amount))
        }
        _ => Err(mill_engine::EngineError::BadValue {
            what: "cap",
            value: words.join(" "),
            expected: "write for example: caps set month 50".to_owned(),
        }
        .into()),
    }
}

/// A job by its id, or by its name if no other has the same.
async fn job(engine: &Engine, name: &str) -> Result<Scope, ApiError> {
    let jobs = engine.jobs().await?;
    let mut found = jobs
        .iter()
        .filter(|job| job.id.to_string() == name || job.name == name);
    match (found.next(), found.next()) {
        (Some(job), None) => Ok(Scope::job(job.id)),
        _ => Ok(engine.scope("job", name)?),
    }
}

/// What a cap covers, in the person's language.
pub(super) fn word(scope: &Scope) -> String {
    t!(format!("cap.{}", scope.kind), name = scope.name).into_owned()
}
