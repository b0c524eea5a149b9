//! `skill suggest-rules`: readable rules from what people decided, measured on later periods.

use mill_api::view::rules::OutcomeTallyView;
use mill_api::{ApiError, condition_cells, later_view, need_view, outcome_tally_view, rule_said};
use mill_engine::{
    Engine, EngineError, History, Mapping, Need, Skill, SuggestFrom, SuggestedRule, Suggestions,
};
use rust_i18n::t;
use serde_json::{Map, Value, json};

use crate::arguments::SuggestFlags;
use crate::exit::Exit;
use crate::say;
use crate::session::run_id;

pub(crate) async fn suggest(engine: &Engine, flags: SuggestFlags) -> Result<Exit, ApiError> {
    let skill = Skill::read(&flags.skill).map_err(EngineError::from)?;
    let agreement = share(&flags.agreement)?;
    let json = flags.json;
    let from = source(engine, flags).await?;
    let suggestions = engine.suggest_rules(skill.clone(), from, agreement).await?;
    if json {
        say::json(&object(&suggestions))?;
    } else {
        sentences(&skill, &suggestions, agreement);
    }
    Ok(Exit::Done)
}

async fn source(engine: &Engine, flags: SuggestFlags) -> Result<SuggestFrom, ApiError> {
    if let Some(run) = &flags.run {
        return Ok(SuggestFrom::Run(run_id(engine, run).await?));
    }
    let (Some(file), Some(label)) = (flags.history, flags.label) else {
        return Ok(SuggestFrom::Runs);
    };
    let reading = flags.reading.options(engine)?;
    Ok(SuggestFrom::History(Box::new(History {
        file,
        label,
        period: flags.period,
        mapping: Mapping {
            pairs: flags.map,
            decimal: reading.decimal,
            ..Mapping::default()
        },
        reading,
    })))
}

/// Reads 0.85 or 85%.
fn share(text: &str) -> Result<f64, EngineError> {
    let written = text.trim();
    let (number, whole) = match written.strip_suffix('%') {
        Some(percent) => (percent.trim(), 100.0),
        None => (written, 1.0),
    };
    let share = number.parse::<f64>().map(|number| number / whole);
    share.map_err(|_| EngineError::BadValue {
        what: "agreement",
        value: text.to_owned(),
        expected: "write a share above 0 and below 1, such as 0.85".to_owned(),
    })
}

fn object(suggestions: &Suggestions) -> Value {
    let rules = suggestions.rules.iter().map(|suggested| {
        let rule = &suggested.rule;
        json!({
            "when": rule.when, "then": titled(suggestions, &rule.then), "cases": cases(suggested),
            "agreement": rounded(agreement_of(suggested)), "expected": rounded(rule.expected),
            "against": rule.against.len(), "open": suggested.open, "later": later_view(rule.later),
        })
    });
    let periods = suggestions.periods.iter().map(|(period, tally)| {
        json!({
            "period": period, "lines": tally.lines, "decided": tally.decided, "agreed": tally.agreed,
        })
    });
    let outcomes = suggestions.outcomes.iter().map(|tally| {
        let OutcomeTallyView {
            then,
            later,
            cases,
            open,
            need,
        } = outcome_tally_view(tally);
        json!({
            "then": titled(suggestions, &then), "cases": cases, "open": open,
            "later": later, "need": need,
        })
    });
    json!({
        "rules": rules.collect::<Vec<_>>(),
        "periods": periods.collect::<Vec<_>>(),
        "cover": suggestions.totals.cover().map(rounded),
        "agreement": suggestions.totals.agreement().map(rounded),
        "cases": suggestions.cases,
        "left_out": suggestions.left_out,
        "need": need_view(suggestions.need),
        "outcomes": outcomes.collect::<Vec<_>>(),
    })
}

/// What is decided, by the columns it belongs to.
fn titled(suggestions: &Suggestions, then: &[String]) -> Map<String, Value> {
    let texts = then.iter().map(|text| Value::from(text.as_str()));
    suggestions.titles.iter().cloned().zip(texts).collect()
}

fn cases(suggested: &SuggestedRule) -> usize {
    suggested.rule.agreeing.len() + suggested.rule.against.len()
}

#[allow(
    clippy::cast_precision_loss,
    reason = "counts of rows are far below 2^52"
)]
fn agreement_of(suggested: &SuggestedRule) -> f64 {
    suggested.rule.agreeing.len() as f64 / cases(suggested).max(1) as f64
}

/// Rounded down, so that no share looks larger than it is.
fn rounded(share: f64) -> f64 {
    (share * 10_000.0 + 1e-9).floor() / 10_000.0
}

fn percent(share: f64) -> String {
    format!("{:.1} %", (share * 1000.0 + 1e-9).floor() / 10.0)
}

/// Outcomes that are listed: those of most rows.
const LISTED: usize = 20;

fn sentences(skill: &Skill, suggestions: &Suggestions, agreement: f64) {
    for (period, tally) in &suggestions.periods {
        say::line(&t!(
            "suggest.period",
            period = period,
            decided = tally.decided,
            lines = tally.lines,
            agreed = tally.agreed
        ));
    }
    for suggested in &suggestions.rules {
        say_rule(skill, suggested);
    }
    if !suggestions.periods.is_empty() {
        let outcomes = suggestions.outcomes.iter().take(LISTED);
        for tally in outcomes.map(outcome_tally_view) {
            say_outcome(&tally);
        }
    }
    if suggestions.left_out > 0 {
        say::error_line(&t!("suggest.left_out", left_out = suggestions.left_out));
    }
    match (suggestions.totals.cover(), suggestions.rules.len()) {
        (_, 0) => say::line(&format!(
            "{} {}",
            t!("suggest.none"),
            needed(suggestions.need, agreement)
        )),
        (None, _) => say::line(&t!("suggest.unmeasured")),
        (Some(cover), rules) => say::line(&t!(
            "suggest.totals",
            cover = percent(cover),
            agreement = percent(suggestions.totals.agreement().unwrap_or(0.0)),
            rules = rules
        )),
    }
}

fn say_rule(skill: &Skill, suggested: &SuggestedRule) {
    let rule = &suggested.rule;
    let said = t!(
        "suggest.rule",
        when = rule_said(
            &condition_cells(skill, &rule.conditions),
            &rust_i18n::locale()
        ),
        then = rule.then.join(", "),
        cases = cases(suggested),
        agreement = percent(agreement_of(suggested))
    );
    let later = t!(
        "suggest.later",
        lines = rule.later.lines,
        decided = rule.later.decided,
        agreed = rule.later.agreed
    );
    say::line(&format!("{said} {later}"));
}

fn say_outcome(tally: &OutcomeTallyView) {
    let said = t!(
        "suggest.outcome",
        then = tally.then.join(", "),
        lines = tally.later.lines,
        decided = tally.later.decided,
        agreed = tally.later.agreed
    );
    let need = t!(
        format!("suggest.kind.{}", tally.need.kind),
        about = tally.need.about.unwrap_or(0),
        rows = tally.need.rows.unwrap_or(0)
    );
    say::line(&format!("{said} {need}"));
}

/// What would bring rules where there are none.
fn needed(need: Need, aim: f64) -> String {
    let need = need_view(need);
    let key = match need.most {
        None if need.kind == "rows" => "suggest.need.rows_open".to_owned(),
        _ => format!("suggest.need.{}", need.kind),
    };
    let share = f64::from(need.agreed) / f64::from(need.tried.max(1));
    t!(
        key,
        about = need.about.unwrap_or(0),
        least = need.least.unwrap_or(0),
        most = need.most.unwrap_or(0),
        tried = need.tried,
        share = percent(share),
        aim = percent(aim)
    )
    .into_owned()
}
