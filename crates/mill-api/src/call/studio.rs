//! The skill editor, versions, and skills from other programs.

use mill_engine::{
    DraftFault, EngineError, SavedSkill, SkillDraft, SkillId, Trial, TrialRows, draft_faults,
    prompt,
};

use super::skill::summary_of;
use super::{amount, job_id, not_found};
use crate::grants::Power;
use crate::params::{
    DraftParams, Nothing, SkillExportParams, SkillImportParams, SkillParams, StudioKeepParams,
    StudioParams, StudioTryParams, VersionDiffParams, VersionParams,
};
use crate::view::run::RunView;
use crate::view::skill::SkillSummary;
use crate::view::studio::{
    FileDiffView, FoundSkillView, SkillDraftView, SkillVersionView, StudioPreview, StudioSaved,
    StudioView, WrittenSkill,
};
use crate::{ApiError, Host};

pub(super) async fn studio_get(host: &Host, params: StudioParams) -> Result<StudioView, ApiError> {
    let id = params.skill.as_deref().map(SkillId::new);
    let entry = match &id {
        Some(id) => Some(
            host.engine
                .library_entry(id)
                .ok_or_else(|| not_found("skill", id.as_str()))?,
        ),
        None => None,
    };
    let shipped = entry.as_ref().is_some_and(|entry| entry.shipped);
    let draft = match entry {
        Some(entry) => SkillDraft::of(&entry.skill?).into(),
        None => SkillDraftView {
            undecided: "model".to_owned(),
            ..SkillDraftView::default()
        },
    };
    let kept = host.engine.kept_draft(id.as_ref()).await?;
    Ok(StudioView {
        // A draft of an older program may not be readable any more; it was never saved.
        kept: kept.and_then(|text| serde_json::from_str(&text).ok()),
        draft,
        shipped,
    })
}

pub(super) async fn studio_preview(
    host: &Host,
    params: DraftParams,
) -> Result<StudioPreview, ApiError> {
    let draft = SkillDraft::from(params.draft);
    let faults = draft_faults(&draft);
    let mut preview = StudioPreview {
        problem: None,
        told: None,
        faults: faults.into_iter().map(Into::into).collect(),
    };
    if preview.faults.is_empty() {
        let from = params.from.as_deref().map(SkillId::new);
        let engine = host.engine.clone();
        let told = on_thread(move || {
            let skill = engine.drafted_skill(&draft, from.as_ref());
            Ok(skill.map(|skill| prompt::system(&skill)))
        });
        match told.await? {
            Ok(told) => preview.told = Some(told),
            Err(error) => preview.problem = Some(error.to_string()),
        }
    }
    Ok(preview)
}

pub(super) async fn studio_save(host: &Host, params: DraftParams) -> Result<StudioSaved, ApiError> {
    let draft = SkillDraft::from(params.draft);
    let from = params.from.as_deref().map(SkillId::new);
    let kept_for = from.clone();
    let engine = host.engine.clone();
    let saved = on_thread(move || engine.save_skill(&draft, from.as_ref())).await?;
    match saved {
        SavedSkill::Saved(id) => {
            host.engine.keep_draft(kept_for.as_ref(), None).await?;
            Ok(StudioSaved {
                skill: summary_of(host, id.as_str()).await,
                faults: Vec::new(),
            })
        }
        SavedSkill::Faults(faults) => Ok(StudioSaved {
            skill: None,
            faults: faults.into_iter().map(Into::into).collect(),
        }),
    }
}

pub(super) async fn studio_keep(
    host: &Host,
    params: StudioKeepParams,
) -> Result<Nothing, ApiError> {
    let id = params.skill.as_deref().map(SkillId::new);
    let text = params
        .draft
        .map(|draft| serde_json::to_string(&draft))
        .transpose()
        .map_err(|error| ApiError::new("internal", error.to_string()))?;
    host.engine.keep_draft(id.as_ref(), text).await?;
    Ok(Nothing {})
}

pub(super) async fn studio_try(host: &Host, params: StudioTryParams) -> Result<RunView, ApiError> {
    let draft = SkillDraft::from(params.draft);
    let from = params.from.as_deref().map(SkillId::new);
    if let Some(fault) = draft_faults(&draft).into_iter().next() {
        return Err(unfinished(&fault));
    }
    let trial = Trial {
        skill: host.engine.drafted_skill(&draft, from.as_ref())?,
        model: params
            .model
            .parse()
            .map_err(|error: mill_domain::DomainError| EngineError::from(error))?,
        budget: params
            .budget_usd
            .as_ref()
            .map(|money| amount("budget", money))
            .transpose()?,
        rows: match params.job {
            Some(job) => TrialRows::Job(job_id(&job)?),
            None => TrialRows::Samples(from),
        },
    };
    let run = host.engine.try_skill(trial).await?;
    Ok(RunView::from(&host.engine.run(run).await?))
}

fn unfinished(fault: &DraftFault) -> ApiError {
    ApiError::new(
        "skill_unfinished",
        format!("`{}`: {}", fault.at, fault.code),
    )
    .with("at", &fault.at)
    .hint("Correct the marked values first.")
}

pub(super) async fn version_list(
    host: &Host,
    params: SkillParams,
) -> Result<Vec<SkillVersionView>, ApiError> {
    let id = SkillId::new(&params.skill);
    let engine = host.engine.clone();
    let of = id.clone();
    let versions = on_thread(move || engine.versions_of_skill(&of)).await?;
    let used = host.engine.runs_by_hash(&id).await?;
    let view = versions.into_iter().map(|version| SkillVersionView {
        runs: used.get(&version.hash).copied().unwrap_or_default(),
        id: version.id,
        version: version.version,
        saved_at: version.saved_at.map(mill_domain::Timestamp::as_millis),
        current: version.current,
    });
    Ok(view.collect())
}

pub(super) async fn version_get(
    host: &Host,
    params: VersionDiffParams,
) -> Result<Vec<FileDiffView>, ApiError> {
    let engine = host.engine.clone();
    let VersionDiffParams { skill, from, to } = params;
    let id = SkillId::new(&skill);
    let changes = on_thread(move || engine.skill_changes(&id, &from, &to)).await?;
    Ok(changes.into_iter().map(Into::into).collect())
}

pub(super) async fn version_restore(
    host: &Host,
    params: VersionParams,
) -> Result<SkillSummary, ApiError> {
    let engine = host.engine.clone();
    let id = SkillId::new(&params.skill);
    on_thread(move || engine.restore_skill(&id, &params.version)).await?;
    summary_of(host, &params.skill)
        .await
        .ok_or_else(|| not_found("skill", &params.skill))
}

pub(super) async fn skill_export(
    host: &Host,
    params: SkillExportParams,
) -> Result<WrittenSkill, ApiError> {
    let path = host.grants.path(&params.grant, Power::Write)?;
    let engine = host.engine.clone();
    let id = SkillId::new(&params.skill);
    let written = on_thread(move || engine.export_skill(&id, &path)).await?;
    Ok(WrittenSkill {
        path: written.display().to_string(),
    })
}

pub(super) async fn skill_find(
    host: &Host,
    params: SkillImportParams,
) -> Result<Vec<FoundSkillView>, ApiError> {
    let folder = host.grants.path(&params.grant, Power::Read)?;
    let engine = host.engine.clone();
    let found = on_thread(move || Ok(engine.find_skills(&folder))).await?;
    let view = found.into_iter().map(|skill| FoundSkillView {
        grant: host.grants.give(&skill.path, Power::Read).grant,
        name: skill.name,
        description: skill.description,
        problem: skill.problem,
        scripts: skill.scripts,
    });
    Ok(view.collect())
}

/// Work with files on a thread where it may block.
pub(super) async fn on_thread<T: Send + 'static>(
    work: impl FnOnce() -> Result<T, EngineError> + Send + 'static,
) -> Result<T, ApiError> {
    let done = tokio::task::spawn_blocking(work).await;
    Ok(done.map_err(|error| ApiError::new("internal", error.to_string()))??)
}
