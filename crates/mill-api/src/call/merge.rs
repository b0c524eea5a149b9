//! Documents made of a run's results.

use mill_engine::{
    ExportLanguage, MergeChoices, MergeInclude, MergeKey, PreparedMerge, SkillId, TableRecipe,
};

use super::{amount, run_id};
use crate::grants::Power;
use crate::params::{
    MergeExportParams, MergeJudgeParams, MergeParams, MergeSkillParams, MergeTableParams, RunParams,
};
use crate::view::merge::{
    MergeChoicesView, MergeEstimateView, MergeMade, MergeSkillView, MergeView,
};
use crate::view::review::Exported;
use crate::{ApiError, Host};

pub(super) async fn merge_choices(
    host: &Host,
    params: RunParams,
) -> Result<MergeChoicesView, ApiError> {
    let run = run_id(&params.run)?;
    let (fields, amounts) = host.engine.merge_fields(run).await?;
    let counts = host.engine.closing_sheet(run).await?.counts;
    let merging = host.engine.skills()?.into_iter().filter_map(|entry| {
        let skill = entry.skill.ok().filter(|skill| skill.merge.is_some())?;
        Some(MergeSkillView {
            id: entry.id.as_str().to_owned(),
            description: skill.description,
            model: skill.defaults.model.map(|model| model.to_string()),
            budget_usd: skill.defaults.budget.map(Into::into),
        })
    });
    Ok(MergeChoicesView {
        fields,
        amounts,
        skills: merging.collect(),
        accepted: counts.accepted + counts.corrected + counts.by_sample,
        unreviewed: counts.unreviewed,
        rejected: counts.rejected,
        without: counts.failed + counts.unfinished,
    })
}

pub(super) async fn merge_list(host: &Host, params: RunParams) -> Result<Vec<MergeView>, ApiError> {
    let merges = host.engine.merges(run_id(&params.run)?).await?;
    Ok(merges.iter().map(MergeView::from).collect())
}

pub(super) async fn merge_table(
    host: &Host,
    params: MergeTableParams,
) -> Result<MergeMade, ApiError> {
    let include = MergeInclude {
        unreviewed: params.unreviewed,
        rejected: params.rejected,
    };
    let recipe = TableRecipe {
        by: params.by,
        sum: params.sum,
        contra: params.contra,
    };
    let made = host
        .engine
        .merge_table(run_id(&params.run)?, recipe, include)
        .await?;
    Ok(MergeMade {
        number: made.number,
        by_run: None,
    })
}

pub(super) async fn merge_estimate(
    host: &Host,
    params: MergeSkillParams,
) -> Result<MergeEstimateView, ApiError> {
    let prepared = prepare(host, params).await?;
    let estimate = host.engine.estimate_merge(&prepared).await?;
    Ok(MergeEstimateView::from(&estimate))
}

pub(super) async fn merge_start(
    host: &Host,
    params: MergeSkillParams,
) -> Result<MergeMade, ApiError> {
    let prepared = prepare(host, params).await?;
    let (made, by_run) = host.engine.start_merge(prepared).await?;
    Ok(MergeMade {
        number: made.number,
        by_run: Some(by_run.to_string()),
    })
}

pub(super) async fn merge_judge(
    host: &Host,
    params: MergeJudgeParams,
) -> Result<MergeView, ApiError> {
    let key = key(&params.run, params.number)?;
    let merge = host.engine.judge_merge(key, params.accepted).await?;
    Ok(MergeView::from(&merge))
}

pub(super) async fn merge_export(
    host: &Host,
    params: MergeExportParams,
) -> Result<Exported, ApiError> {
    let path = host.grants.path(&params.grant, Power::Write)?;
    let language = ExportLanguage::from_word(&params.language);
    let key = key(&params.run, params.number)?;
    let file = host.engine.export_merge(key, path, language).await?;
    Ok(Exported {
        path: file.path.display().to_string(),
        bytes: file.bytes,
        neutralised: file.neutralised,
        unreviewed: file.unreviewed,
    })
}

pub(super) async fn merge_get(host: &Host, params: MergeParams) -> Result<MergeView, ApiError> {
    let key = key(&params.run, params.number)?;
    Ok(MergeView::from(&host.engine.merge(key).await?))
}

fn key(run: &str, number: u32) -> Result<MergeKey, ApiError> {
    Ok(MergeKey {
        run: run_id(run)?,
        number,
    })
}

async fn prepare(host: &Host, params: MergeSkillParams) -> Result<PreparedMerge, ApiError> {
    let model = params
        .model
        .parse()
        .map_err(|error: mill_domain::DomainError| mill_engine::EngineError::from(error))?;
    let choices = MergeChoices {
        run: run_id(&params.run)?,
        skill: host.engine.skill(&SkillId::new(&params.skill))?,
        model,
        endpoint: None,
        key: None,
        agents: None,
        budget: params
            .budget_usd
            .as_ref()
            .map(|money| amount("budget", money))
            .transpose()?,
        include: MergeInclude {
            unreviewed: params.unreviewed,
            rejected: params.rejected,
        },
    };
    Ok(host.engine.prepare_merge(choices).await?)
}
