//! Suggested rules: listed, tried, taken over, dismissed.

use mill_engine::{NewRule, SkillId, SuggestFrom};

use super::studio::on_thread;
use crate::convert::rules::trial_view;
use crate::convert::suggestion::suggestions_view;
use crate::params::{NewRuleParams, Nothing, RuleAcceptParams, RuleDismissParams, SuggestParams};
use crate::view::rules::{RuleAccepted, RuleCellView, RuleEffectView, SuggestionsView};
use crate::{ApiError, Host};

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
    let rules = new_rules(params.rules);
    let (engine, of) = (host.engine.clone(), id.clone());
    let versions = on_thread(move || engine.versions_of_skill(&of)).await?;
    host.engine.add_rules(&id, &rules).await?;
    Ok(RuleAccepted {
        version: host.engine.skill(&id)?.version,
        before: versions
            .into_iter()
            .find(|version| version.current)
            .map(|version| version.id),
    })
}

pub(super) async fn suggestion_preview(
    host: &Host,
    params: RuleAcceptParams,
) -> Result<RuleEffectView, ApiError> {
    let id = SkillId::new(&params.skill);
    let rules = new_rules(params.rules);
    let (engine, of) = (host.engine.clone(), id.clone());
    let skill = on_thread(move || engine.skill(&of)).await?;
    let tried = host.engine.try_new_rules(&id, &rules).await?;
    Ok(RuleEffectView {
        numbers: tried.numbers,
        trial: trial_view(&skill, tried.trial),
    })
}

fn new_rules(rules: Vec<NewRuleParams>) -> Vec<NewRule> {
    let cells = |cells: Vec<RuleCellView>| {
        let pair = |cell: RuleCellView| (mill_domain::FieldName::new(cell.field), cell.cell);
        cells.into_iter().map(pair).collect()
    };
    let rules = rules.into_iter().map(|rule| NewRule {
        conditions: cells(rule.conditions),
        then: cells(rule.then),
        note: rule.note,
    });
    rules.collect()
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
