//! Jobs.

use mill_domain::{Scope, Secret};
use mill_engine::{
    CapState, EngineError, JobChange, JobDetail, JobRow as StoredJob, MappingChange, SkillId, Ways,
};

use super::skill::summary_of;
use super::table::{granted, read_options};
use super::{amount, job_id};
use crate::convert::{estimate_view, table_summary};
use crate::params::{
    JobCreateParams, JobParams, JobPasteParams, JobSaveParams, JobSetTableParams, JobUnlockParams,
    Nothing,
};
use crate::view::field::FieldView;
use crate::view::job::{
    Endpoint, EstimateView, JobSummary, JobView, Mapping, TableProblem, UnlockedView, WaysView,
};
use crate::{ApiError, Host};

pub(super) async fn job_list(host: &Host, _: Nothing) -> Result<Vec<JobSummary>, ApiError> {
    let jobs = host.engine.jobs().await?;
    Ok(jobs.into_iter().map(|job| job_summary(host, job)).collect())
}

pub(super) fn job_summary(_host: &Host, job: StoredJob) -> JobSummary {
    let about = job.task_list.as_deref().and_then(mill_engine::list_name);
    JobSummary {
        job: job.id.to_string(),
        name: job.name,
        skill: job.skill,
        source: about,
        rows: job.rows,
        model: job.model,
        runs: job.runs,
        saved_at: job.saved_at.as_millis(),
        last_run_at: job.last_run_at.map(mill_domain::Timestamp::as_millis),
    }
}

pub(super) async fn job_get(host: &Host, params: JobParams) -> Result<JobView, ApiError> {
    view(host, &params.job).await
}

pub(super) async fn job_create(host: &Host, params: JobCreateParams) -> Result<JobView, ApiError> {
    let job = host
        .engine
        .create_job(&SkillId::new(&params.skill), params.name)
        .await?;
    view(host, &job.to_string()).await
}

pub(super) async fn job_save(host: &Host, params: JobSaveParams) -> Result<JobView, ApiError> {
    let change = JobChange {
        name: params.name,
        skill: params.skill,
        mapping: None,
        model: params.model,
        agents: params.agents,
        budget: params
            .budget_usd
            .as_ref()
            .map(|money| amount("budget", money))
            .transpose()?,
        key: params
            .key
            .as_deref()
            .map(mill_engine::key_name)
            .transpose()?,
    };
    let pairs = params.mapping.map(|mapping| {
        let pairs = mapping.into_iter().flat_map(|input| {
            input
                .columns
                .into_iter()
                .map(move |column| (input.input.clone(), column))
        });
        pairs.collect()
    });
    let mapping = MappingChange {
        pairs,
        pictures: params.pictures,
        split: params.split,
        ways: params.ways.map(|ways| ways_of(&ways)).transpose()?,
    };
    host.engine
        .change_job(job_id(&params.job)?, change, mapping)
        .await?;
    view(host, &params.job).await
}

pub(super) async fn job_duplicate(host: &Host, params: JobParams) -> Result<JobView, ApiError> {
    let copy = host.engine.duplicate_job(job_id(&params.job)?).await?;
    view(host, &copy.to_string()).await
}

pub(super) async fn job_delete(host: &Host, params: JobParams) -> Result<Nothing, ApiError> {
    host.engine
        .set_job_deleted(job_id(&params.job)?, true)
        .await?;
    Ok(Nothing {})
}

pub(super) async fn job_restore(host: &Host, params: JobParams) -> Result<JobView, ApiError> {
    host.engine
        .set_job_deleted(job_id(&params.job)?, false)
        .await?;
    view(host, &params.job).await
}

pub(super) async fn job_set_table(
    host: &Host,
    params: JobSetTableParams,
) -> Result<JobView, ApiError> {
    let paths = granted(host, &params.grant, &params.others)?;
    let options = read_options(host, &params.reading)?;
    host.engine
        .set_job_file(job_id(&params.job)?, paths, options)
        .await?;
    view(host, &params.job).await
}

pub(super) async fn job_unlock(
    host: &Host,
    params: JobUnlockParams,
) -> Result<UnlockedView, ApiError> {
    let password = Secret::new(params.password);
    let unlocked = host
        .engine
        .unlock_job(job_id(&params.job)?, password)
        .await?;
    Ok(UnlockedView {
        opened: unlocked.opened,
        locked: unlocked.locked,
    })
}

pub(super) async fn job_paste(host: &Host, params: JobPasteParams) -> Result<JobView, ApiError> {
    host.engine
        .set_job_pasted(job_id(&params.job)?, params.text)
        .await?;
    view(host, &params.job).await
}

pub(super) async fn job_estimate(host: &Host, params: JobParams) -> Result<EstimateView, ApiError> {
    let table = host.engine.prepare_job(job_id(&params.job)?, None).await?;
    let estimate = host.engine.estimate(&table.prepared).await?;
    let problems = match host.engine.check_money(&table.prepared).await {
        Ok(()) => Vec::new(),
        Err(error) => vec![money_problem(error)],
    };
    Ok(estimate_view(&estimate, problems))
}

/// Why a run could not start, beside its estimate.
pub(super) fn money_problem(error: EngineError) -> TableProblem {
    let error = ApiError::from(error);
    TableProblem {
        row: None,
        column: None,
        kind: error.code,
        message: error.message,
        params: error.params,
        blocks_row: false,
    }
}

pub(super) async fn view(host: &Host, job: &str) -> Result<JobView, ApiError> {
    let detail = host.engine.job_now(job_id(job)?).await?;
    let cap = host.engine.cap_of(Scope::job(detail.row.id)).await?;
    Ok(job_view(host, detail, &cap).await)
}

async fn job_view(host: &Host, detail: JobDetail, cap: &CapState) -> JobView {
    let JobDetail {
        row,
        skill,
        table,
        mapping,
    } = detail;
    let summary = summary_of(host, &row.skill).await;
    let (inputs, outputs): (Vec<FieldView>, Vec<FieldView>) = match &skill {
        Ok(skill) => (
            skill.inputs.iter().map(FieldView::from).collect(),
            skill.outputs.iter().map(FieldView::from).collect(),
        ),
        Err(_) => (Vec::new(), Vec::new()),
    };
    let columns = table
        .as_ref()
        .map(|table| table.columns.clone())
        .unwrap_or_default();
    let (pictures, split, ways) = (mapping.pictures, mapping.split, ways_view(&mapping.ways));
    let mapping = match &skill {
        Ok(skill) => mill_engine::mapped_columns(skill, &columns, &mapping),
        Err(_) => Vec::new(),
    };
    JobView {
        job: row.id.to_string(),
        name: row.name,
        skill: summary,
        inputs,
        outputs,
        table: table.map(|about| table_summary(about, row.rows)),
        mapping: mapping
            .into_iter()
            .map(|(input, columns)| Mapping { input, columns })
            .collect(),
        model: row.model,
        agents: row.agents,
        budget_usd: row.budget.map(Into::into),
        key: row.key.map(|key| key.to_string()),
        pictures,
        split,
        ways,
        cap: super::cap_view(cap),
        runs: row.runs,
        saved_at: row.saved_at.as_millis(),
    }
}

fn ways_of(view: &WaysView) -> Result<Ways, ApiError> {
    let endpoints = view.endpoints.iter().cloned();
    Ok(Ways {
        allow_dearer: view.allow_dearer,
        batch: view.batch,
        fail_fast: view.fail_fast,
        ahead: view.ahead,
        ..Ways::read(&view.fallback, &view.fallback_on)?
            .at(endpoints.map(|place| (place.model, place.address)))?
    })
}

fn ways_view(ways: &Ways) -> WaysView {
    WaysView {
        fallback: ways.fallback.iter().map(ToString::to_string).collect(),
        fallback_on: ways.passed_on().iter().map(ToString::to_string).collect(),
        allow_dearer: ways.allow_dearer,
        batch: ways.batch,
        fail_fast: ways.fail_fast,
        ahead: ways.ahead,
        endpoints: ways.endpoints.iter().map(endpoint).collect(),
    }
}

fn endpoint((model, address): (&String, &String)) -> Endpoint {
    Endpoint {
        model: model.clone(),
        address: address.clone(),
    }
}
