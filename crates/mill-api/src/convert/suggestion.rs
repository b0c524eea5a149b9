//! Suggested rules as hosts show them.

use mill_domain::FieldName;
use mill_engine::{Later, Need, OutcomeNeed, OutcomeTally, Skill, SuggestedRule, Suggestions};

use super::rules::count;
use crate::view::rules::{
    CaseView, LaterView, NeedView, OutcomeNeedView, OutcomeTallyView, PeriodView, RuleCellView,
    SuggestionView, SuggestionsView,
};

/// Suggestions shown at once: nobody looks at more, and the next ones come when these are gone.
const SHOWN: usize = 60;

/// Rows for and rows against that are shown with a suggestion.
const SHOWN_ROWS: usize = 20;

pub(crate) fn suggestions_view(skill: &Skill, found: &Suggestions) -> SuggestionsView {
    let mut helpful: Vec<&SuggestedRule> = found.rules.iter().collect();
    helpful.sort_by_key(|rule| std::cmp::Reverse(rule.open));
    let shown = helpful.iter().take(SHOWN);
    SuggestionsView {
        inputs: skill
            .inputs
            .iter()
            .map(|field| field.label.clone())
            .collect(),
        outputs: found.titles.clone(),
        rules: shown
            .map(|rule| suggestion_view(skill, found, rule))
            .collect(),
        more: count(helpful.len().saturating_sub(SHOWN)),
        periods: found
            .periods
            .iter()
            .map(|(period, tally)| PeriodView {
                period: period.clone(),
                lines: tally.lines,
                decided: tally.decided,
                agreed: tally.agreed,
            })
            .collect(),
        lines: found.totals.lines,
        decided: found.totals.decided,
        agreed: found.totals.agreed,
        cases: count(found.cases),
        learnt: count(found.learnt),
        need: need_view(found.need),
        outcomes: found.outcomes.iter().map(outcome_tally_view).collect(),
    }
}

/// What later periods say of an outcome, as hosts show it.
pub fn outcome_tally_view(tally: &OutcomeTally) -> OutcomeTallyView {
    let need = |kind: &str, about, rows| OutcomeNeedView {
        kind: kind.to_owned(),
        about,
        rows,
    };
    OutcomeTallyView {
        then: tally.then.clone(),
        later: later_view(tally.later),
        cases: tally.cases,
        open: tally.open,
        need: match tally.need {
            OutcomeNeed::Enough => need("enough", None, None),
            OutcomeNeed::Rows { about, rows } => need("rows", Some(about), Some(rows)),
            OutcomeNeed::Input { rows } => need("input", None, Some(rows)),
            OutcomeNeed::Unknown => need("unknown", None, None),
        },
    }
}

/// How rows of later periods fared, as hosts show it.
pub fn later_view(later: Later) -> LaterView {
    LaterView {
        lines: later.lines,
        decided: later.decided,
        agreed: later.agreed,
        rows_needed: later.untold(),
    }
}

/// What would bring rules, as hosts show it.
pub fn need_view(need: Need) -> NeedView {
    let of = |kind: &str| NeedView {
        kind: kind.to_owned(),
        about: None,
        least: None,
        most: None,
        tried: 0,
        agreed: 0,
    };
    match need {
        Need::Enough => of("enough"),
        Need::Alike { times } => NeedView {
            about: Some(times),
            ..of("alike")
        },
        Need::Rows(rows) => NeedView {
            about: Some(rows.about),
            least: Some(rows.least),
            most: rows.most,
            tried: rows.tried,
            agreed: rows.agreed,
            ..of("rows")
        },
        Need::LowerAim { tried, agreed } => NeedView {
            tried,
            agreed,
            ..of("aim")
        },
        Need::Unknown { tried } => NeedView {
            tried,
            ..of("unknown")
        },
    }
}

/// Conditions by input, each with its label.
pub fn condition_cells(skill: &Skill, conditions: &[(FieldName, String)]) -> Vec<RuleCellView> {
    let cells = conditions.iter().map(|(field, cell)| RuleCellView {
        field: field.to_string(),
        label: skill
            .input(field)
            .map_or_else(|| field.to_string(), |spec| spec.label.clone()),
        cell: cell.clone(),
    });
    cells.collect()
}

fn suggestion_view(
    skill: &Skill,
    found: &Suggestions,
    suggested: &SuggestedRule,
) -> SuggestionView {
    let rule = &suggested.rule;
    let rows = |places: &[usize]| -> Vec<CaseView> {
        let newest = places.iter().rev().take(SHOWN_ROWS);
        let seen = newest.filter_map(|place| found.seen(*place));
        seen.map(|case| CaseView {
            run: case.place.run.as_ref().map(|(run, _)| run.to_string()),
            task: case.place.task.map(|task| task.0),
            place: match &case.place.run {
                Some((_, name)) => name.clone(),
                None => case.period.clone(),
            },
            row: case.place.row,
            inputs: case.inputs.clone(),
            chose: case.chose.clone(),
        })
        .collect()
    };
    let conditions = condition_cells(skill, &rule.conditions);
    let outcomes = found.targets.iter().zip(&found.titles).zip(&rule.then);
    SuggestionView {
        key: suggested.key(),
        conditions,
        then: outcomes
            .map(|((field, label), cell)| RuleCellView {
                field: field.to_string(),
                label: label.clone(),
                cell: cell.clone(),
            })
            .collect(),
        agreeing: count(rule.agreeing.len()),
        against: count(rule.against.len()),
        open: count(suggested.open),
        expected: percent(rule.expected),
        later: later_view(rule.later),
        rows_for: rows(&rule.agreeing),
        rows_against: rows(&rule.against),
    }
}

#[allow(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "a share between 0 and 1"
)]
fn percent(share: f64) -> u32 {
    (share.clamp(0.0, 1.0) * 100.0).floor() as u32
}
