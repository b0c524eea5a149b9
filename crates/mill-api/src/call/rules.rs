//! Rules tables: edited, tried, suggested.

use mill_engine::{
    EngineError, NewRule, RuleSheet, RulesTrial, SheetColumn, SheetFault, SheetPart, Skill,
    SkillId, SuggestFrom, SuggestedRule, Suggestions, Undecided,
};

use super::studio::on_thread;
use crate::grants::Power;
use crate::params::{
    Nothing, RuleAcceptParams, RuleDismissParams, RulesFileParams, RulesParams, SkillParams,
    SuggestParams,
};
use crate::view::field::FieldView;
use crate::view::rules::{
    CaseView, PeriodView, RuleAccepted, RuleCellView, RuleChangeView, RuleUseView, RulesSaved,
    RulesTrialView, RulesView, SheetColumnView, SheetFaultView, SuggestionView, SuggestionsView,
};
use crate::view::studio::WrittenSkill;
use crate::{ApiError, Host};

/// Suggestions shown at once: nobody looks at more, and the next ones come when these are gone.
const SHOWN: usize = 60;

/// Rows for and rows against that are shown with a suggestion.
const SHOWN_ROWS: usize = 20;

pub(super) async fn rules_get(host: &Host, params: SkillParams) -> Result<RulesView, ApiError> {
    let engine = host.engine.clone();
    let read = move || engine.rules_sheet(&SkillId::new(&params.skill));
    let (skill, sheet) = on_thread(read).await?;
    Ok(rules_view(&skill, &sheet))
}

pub(super) async fn rules_preview(
    host: &Host,
    params: RulesParams,
) -> Result<RulesTrialView, ApiError> {
    let (skill, sheet) = typed(host, params).await?;
    let trial = host.engine.try_rules(&skill, &sheet).await?;
    Ok(trial_view(trial))
}

pub(super) async fn rules_save(host: &Host, params: RulesParams) -> Result<RulesSaved, ApiError> {
    let id = SkillId::new(&params.skill);
    let (skill, sheet) = typed(host, params).await?;
    let faults = sheet.faults(&skill.inputs, &skill.outputs);
    if !faults.is_empty() {
        return Ok(RulesSaved {
            version: None,
            faults: faults.into_iter().map(fault_view).collect(),
        });
    }
    let engine = host.engine.clone();
    let version = on_thread(move || {
        engine.save_rules(&id, &skill, &sheet)?;
        Ok(engine.skill(&id)?.version)
    });
    Ok(RulesSaved {
        version: Some(version.await?),
        faults: Vec::new(),
    })
}

pub(super) async fn rules_open(
    host: &Host,
    params: RulesFileParams,
) -> Result<RulesView, ApiError> {
    let path = host.grants.path(&params.grant, Power::Read)?;
    let engine = host.engine.clone();
    let (skill, sheet) = on_thread(move || {
        let skill = engine.skill(&SkillId::new(&params.skill))?;
        let sheet = engine.read_rules(&skill, &path)?;
        Ok((skill, sheet))
    })
    .await?;
    Ok(rules_view(&skill, &sheet))
}

pub(super) async fn rules_write(
    host: &Host,
    params: RulesFileParams,
) -> Result<WrittenSkill, ApiError> {
    let path = host.grants.path(&params.grant, Power::Write)?;
    let engine = host.engine.clone();
    let shown = path.display().to_string();
    on_thread(move || engine.write_rules(&SkillId::new(&params.skill), &path)).await?;
    Ok(WrittenSkill { path: shown })
}

pub(super) async fn suggestion_list(
    host: &Host,
    params: SuggestParams,
) -> Result<SuggestionsView, ApiError> {
    let id = SkillId::new(&params.skill);
    let skill = host.engine.skill(&id)?;
    let agreement = f64::from(params.agreement) / 100.0;
    let engine = &host.engine;
    let mut found = engine
        .suggest_rules(skill.clone(), SuggestFrom::Runs, agreement)
        .await?;
    found.without(&engine.dismissed_rules(&id).await?);
    Ok(suggestions_view(&skill, &found))
}

pub(super) async fn suggestion_accept(
    host: &Host,
    params: RuleAcceptParams,
) -> Result<RuleAccepted, ApiError> {
    let id = SkillId::new(&params.skill);
    let cells = |cells: Vec<RuleCellView>| {
        let pair = |cell: RuleCellView| (mill_domain::FieldName::new(cell.field), cell.cell);
        cells.into_iter().map(pair).collect()
    };
    let rule = NewRule {
        conditions: cells(params.conditions),
        then: cells(params.then),
        note: params.note,
    };
    let (engine, of) = (host.engine.clone(), id.clone());
    let versions = on_thread(move || engine.versions_of_skill(&of)).await?;
    host.engine.add_rule(&id, &rule).await?;
    Ok(RuleAccepted {
        version: host.engine.skill(&id)?.version,
        before: versions
            .into_iter()
            .find(|version| version.current)
            .map(|version| version.id),
    })
}

pub(super) async fn suggestion_dismiss(
    host: &Host,
    params: RuleDismissParams,
) -> Result<Nothing, ApiError> {
    let id = SkillId::new(&params.skill);
    host.engine
        .dismiss_rule(&id, &params.key, params.dismissed)
        .await?;
    Ok(Nothing {})
}

/// The skill and the table as typed.
async fn typed(host: &Host, params: RulesParams) -> Result<(Skill, RuleSheet), ApiError> {
    let engine = host.engine.clone();
    let id = SkillId::new(&params.skill);
    let (skill, mut sheet) = on_thread(move || engine.rules_sheet(&id)).await?;
    let columns: Result<Vec<SheetColumn>, ApiError> =
        params.columns.into_iter().map(sheet_column).collect();
    sheet.columns = columns?;
    sheet.rows = params.rows;
    Ok((skill, sheet))
}

fn sheet_column(column: SheetColumnView) -> Result<SheetColumn, ApiError> {
    let part = SheetPart::named(&column.part).ok_or_else(|| EngineError::BadValue {
        what: "part",
        value: column.part.clone(),
        expected: "use if, then, note or unknown".to_owned(),
    })?;
    let field = (!column.field.is_empty()).then(|| mill_domain::FieldName::new(column.field));
    let title = match &field {
        Some(field) if column.title.is_empty() => format!("{} {field}", part.as_str()),
        None if column.title.is_empty() => part.as_str().to_owned(),
        Some(_) | None => column.title,
    };
    Ok(SheetColumn { part, field, title })
}

fn rules_view(skill: &Skill, sheet: &RuleSheet) -> RulesView {
    let fillable = skill.outputs.iter().filter(|field| !field.from_model_only);
    RulesView {
        file: RuleSheet::file_of(skill),
        columns: sheet
            .columns
            .iter()
            .map(|column| SheetColumnView {
                part: column.part.as_str().to_owned(),
                field: column
                    .field
                    .as_ref()
                    .map(ToString::to_string)
                    .unwrap_or_default(),
                title: column.title.clone(),
            })
            .collect(),
        rows: sheet.rows.clone(),
        inputs: skill.inputs.iter().map(FieldView::from).collect(),
        outputs: fillable.map(FieldView::from).collect(),
        undecided: match skill.undecided {
            Undecided::Model => "model",
            Undecided::Person => "person",
            Undecided::Skip => "skip",
        }
        .to_owned(),
        version: skill.version.clone(),
    }
}

fn trial_view(trial: RulesTrial) -> RulesTrialView {
    let (run, run_name) = trial.run.unzip();
    RulesTrialView {
        faults: trial.faults.into_iter().map(fault_view).collect(),
        run: run.map(|run| run.to_string()),
        run_name: run_name.unwrap_or_default(),
        rows: trial.rows,
        decided: trial.decided,
        decided_before: trial.decided_before,
        uses: trial
            .uses
            .into_iter()
            .map(|rule| RuleUseView {
                matched: rule.matched,
                taken: rule.taken,
                above: rule.above,
            })
            .collect(),
        changed: trial.changed,
        changes: trial
            .changes
            .into_iter()
            .map(|change| RuleChangeView {
                row: change.row,
                inputs: change.inputs,
                before: change.before.map(|(_, text)| text),
                after: change.after.map(|(_, text)| text),
            })
            .collect(),
    }
}

fn fault_view(fault: SheetFault) -> SheetFaultView {
    SheetFaultView {
        row: fault.row.map(count),
        column: fault.column.map(count),
        expected: fault.expected,
    }
}

fn suggestions_view(skill: &Skill, found: &Suggestions) -> SuggestionsView {
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
    }
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
    let conditions = rule.conditions.iter().map(|(field, cell)| RuleCellView {
        field: field.to_string(),
        label: skill
            .input(field)
            .map_or_else(|| field.to_string(), |spec| spec.label.clone()),
        cell: cell.clone(),
    });
    let outcomes = found.targets.iter().zip(&found.titles).zip(&rule.then);
    SuggestionView {
        key: suggested.key(),
        conditions: conditions.collect(),
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
        rows_for: rows(&rule.agreeing),
        rows_against: rows(&rule.against),
    }
}

fn count(count: usize) -> u32 {
    u32::try_from(count).unwrap_or(u32::MAX)
}

#[allow(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "a share between 0 and 1"
)]
fn percent(share: f64) -> u32 {
    (share.clamp(0.0, 1.0) * 100.0).floor() as u32
}
