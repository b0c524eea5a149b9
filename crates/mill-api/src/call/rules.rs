//! Rules tables: edited, tried, brought to and from files.

use mill_engine::{
    EngineError, RuleSheet, SheetColumn, SheetPart, Skill, SkillId, sheet_difference,
};

use super::studio::on_thread;
use crate::convert::rules::{change_view, count, fault_view, rules_view, trial_view};
use crate::grants::Power;
use crate::params::{RulesFileParams, RulesParams, SkillParams};
use crate::view::rules::{RulesOpened, RulesSaved, RulesTrialView, RulesView, SheetColumnView};
use crate::view::studio::WrittenSkill;
use crate::{ApiError, Host};

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
    let (skill, sheet) = typed(host, params.skill, params.columns, params.rows).await?;
    let trial = host.engine.try_rules(&skill, &sheet).await?;
    Ok(trial_view(&skill, trial))
}

pub(super) async fn rules_save(host: &Host, params: RulesParams) -> Result<RulesSaved, ApiError> {
    let id = SkillId::new(&params.skill);
    let (engine, of) = (host.engine.clone(), id.clone());
    let base = params.base;
    on_thread(move || engine.refuse_changed(&of, &base)).await?;
    let (skill, sheet) = typed(host, params.skill, params.columns, params.rows).await?;
    let faults = sheet.faults(&skill.inputs, &skill.outputs);
    if !faults.is_empty() {
        return Ok(RulesSaved {
            version: None,
            base: None,
            faults: faults.into_iter().map(fault_view).collect(),
        });
    }
    let engine = host.engine.clone();
    let saved = on_thread(move || {
        engine.save_rules(&id, &skill, &sheet)?;
        engine.skill(&id)
    });
    let saved = saved.await?;
    Ok(RulesSaved {
        version: Some(saved.version),
        base: Some(saved.content_hash),
        faults: Vec::new(),
    })
}

pub(super) async fn rules_open(
    host: &Host,
    params: RulesFileParams,
) -> Result<RulesOpened, ApiError> {
    let path = host.grants.path(&params.grant, Power::Read)?;
    let (skill, held) = typed(host, params.skill, params.columns, params.rows).await?;
    let engine = host.engine.clone();
    on_thread(move || {
        let sheet = engine.read_rules(&skill, &path)?;
        let difference = sheet_difference(&held, &sheet);
        Ok(RulesOpened {
            table: rules_view(&skill, &sheet),
            same: count(difference.same),
            changes: difference.changes.into_iter().map(change_view).collect(),
            columns_gone: difference.columns_gone,
        })
    })
    .await
}

pub(super) async fn rules_write(
    host: &Host,
    params: RulesFileParams,
) -> Result<WrittenSkill, ApiError> {
    let path = host.grants.path(&params.grant, Power::Write)?;
    let (_, sheet) = typed(host, params.skill, params.columns, params.rows).await?;
    let engine = host.engine.clone();
    let shown = path.display().to_string();
    on_thread(move || engine.write_rules(&sheet, &path)).await?;
    Ok(WrittenSkill { path: shown })
}

/// The skill and the table as typed.
async fn typed(
    host: &Host,
    skill: String,
    columns: Vec<SheetColumnView>,
    rows: Vec<Vec<String>>,
) -> Result<(Skill, RuleSheet), ApiError> {
    let engine = host.engine.clone();
    let id = SkillId::new(&skill);
    let (skill, mut sheet) = on_thread(move || engine.rules_sheet(&id)).await?;
    let columns: Result<Vec<SheetColumn>, ApiError> =
        columns.into_iter().map(sheet_column).collect();
    sheet.columns = columns?;
    sheet.rows = rows;
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
