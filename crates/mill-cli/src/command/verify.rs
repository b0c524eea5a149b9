//! `verify`: second opinions about the results of a run.

use mill_api::ApiError;
use mill_api::view::opinion::{AgreementView, OpinionView, VerificationView};
use mill_api::view::run::RunView;
use mill_domain::{DomainError, ModelRef, RunId, TaskNumber};
use mill_engine::{
    Engine, EngineError, OpinionKind, OpinionRows, PreparedVerification, RowFilter, VerifyChoices,
    Ways,
};
use rust_i18n::t;
use serde::Serialize;

use super::{estimate, run, usd};
use crate::arguments::VerifyFlags;
use crate::exit::Exit;
use crate::{say, session};

/// Disagreements that are printed for people.
const SHOWN: usize = 20;

/// The run that asked, how far it agrees, and every result on which somebody disagrees.
#[derive(Serialize)]
struct VerifyObject {
    #[serde(flatten)]
    run: RunView,
    verification: VerificationView,
    disagreements: Vec<Disagreement>,
}

#[derive(Serialize)]
struct Disagreement {
    task: u32,
    row: u32,
    opinions: Vec<OpinionView>,
}

pub(crate) async fn verify(engine: &Engine, flags: VerifyFlags) -> Result<Exit, ApiError> {
    let prepared = prepare(engine, &flags).await?;
    let estimated = engine.estimate_verification(&prepared).await?;
    if flags.estimate {
        let refusal = match engine.check_verification(&prepared).await {
            Ok(()) | Err(EngineError::NoBudget { .. }) => None,
            Err(error) => Some(error),
        };
        let view = mill_api::estimate_view(&estimated, Vec::new());
        if flags.json {
            say::json(&view)?;
        } else {
            estimate::sentences(&view);
        }
        return refusal.map_or(Ok(Exit::Done), |error| Err(error.into()));
    }
    // What it can cost stands there before anything is asked.
    say::error_line(&t!(
        "verify.asks",
        rows = prepared.rows(),
        questions = estimated.by_model,
        likely = estimated.cost.1.to_fixed(4),
        most = estimated.cost.2.to_fixed(4)
    ));
    let run = engine.start_verification(prepared).await?;
    run::attend(engine, run).await?;
    report(engine, run, flags.json).await
}

async fn prepare(engine: &Engine, flags: &VerifyFlags) -> Result<PreparedVerification, ApiError> {
    let models = flags.models.iter().map(|model| model.parse());
    let instruction = flags.instruction.as_ref().map(|path| {
        std::fs::read_to_string(path).map_err(|error| EngineError::BadValue {
            what: "instruction",
            value: path.display().to_string(),
            expected: error.to_string(),
        })
    });
    let (word, sample) = match flags.rows.parse() {
        Ok(count) => ("sample", Some(count)),
        Err(_) => (flags.rows.as_str(), None),
    };
    let (named, mut others) = places(&flags.endpoints);
    let choices = VerifyChoices {
        places: Ways::default().at(named)?,
        run: session::run_id(engine, &flags.run).await?,
        kind: OpinionKind::read(&flags.kind)?,
        models: models
            .collect::<Result<Vec<ModelRef>, DomainError>>()
            .map_err(EngineError::from)?,
        endpoint: others.pop(),
        rows: OpinionRows::read(word, sample)?,
        instruction: instruction.transpose()?.unwrap_or_default(),
        budget: flags
            .budget
            .as_deref()
            .map(|text| usd("budget", text))
            .transpose()?,
        agents: flags.agents,
    };
    Ok(engine.prepare_verification(choices).await?)
}

/// Addresses of single models, and those of all others.
fn places(endpoints: &[String]) -> (Vec<(String, String)>, Vec<String>) {
    let mut others = Vec::new();
    let named = endpoints
        .iter()
        .filter_map(|text| match text.split_once('=') {
            Some((model, address)) if model.starts_with("custom/") => {
                Some((model.to_owned(), address.to_owned()))
            }
            _ => {
                others.push(text.clone());
                None
            }
        });
    (named.collect(), others)
}

/// How a run that asked stands: the census, the agreement, and what is to be looked at.
pub(super) async fn report(engine: &Engine, run: RunId, json: bool) -> Result<Exit, ApiError> {
    let summary = engine.run(run).await?;
    let exit = Exit::of_run(&summary);
    let Some(of) = summary.row.verifies else {
        return Err(ApiError::new("not_found", "this run asks about no other"));
    };
    let reports = engine.verification_reports(of).await?;
    let found = reports.iter().find(|report| report.asked.run == run);
    let Some(verification) = found.map(VerificationView::from) else {
        return Err(ApiError::new("not_found", "this run asks about no other"));
    };
    let disagreements = disagreements(engine, of, run).await?;
    if json {
        say::json(&VerifyObject {
            run: RunView::from(&summary),
            verification,
            disagreements,
        })?;
        return Ok(exit);
    }
    run::sentences(&summary, None);
    lines(&verification);
    for row in disagreements.iter().take(SHOWN) {
        for opinion in &row.opinions {
            line(row, opinion);
        }
    }
    if disagreements.len() > SHOWN {
        say::line(&t!("compare.more", count = disagreements.len() - SHOWN));
    }
    Ok(exit)
}

async fn disagreements(
    engine: &Engine,
    of: RunId,
    run: RunId,
) -> Result<Vec<Disagreement>, ApiError> {
    let (_, rows) = engine
        .task_page(of, RowFilter::All, "", 0, u64::from(u32::MAX))
        .await?;
    let mut all = engine.all_opinions(of, run).await?;
    let found = rows.iter().filter_map(|row| {
        let opinions = all.remove(&TaskNumber(row.number.0))?;
        let views: Vec<OpinionView> = opinions.iter().map(OpinionView::from).collect();
        let disagrees = |view: &OpinionView| view.fields.iter().any(|one| one.says == "disagrees");
        views.iter().any(disagrees).then(|| Disagreement {
            task: row.number.0,
            row: row.source_row,
            opinions: views.into_iter().filter(disagrees).collect(),
        })
    });
    Ok(found.collect())
}

fn lines(found: &VerificationView) {
    if found.practice {
        say::line(&t!("verify.practice"));
    }
    say::line(&t!(
        "verify.sums",
        rows = found.with_opinion,
        disagree = found.disagree
    ));
    for field in &found.agreement {
        say::line(&agreement(field));
    }
}

fn agreement(field: &AgreementView) -> String {
    if let Some(why) = &field.not_compared {
        let why = t!(format!("verify.not.{why}"));
        return t!("verify.not_compared", label = field.label, why = why).into_owned();
    }
    let kappa = match (field.kappa, &field.no_kappa) {
        (Some(kappa), _) => t!("verify.kappa", kappa = format!("{kappa:.2}")),
        (None, Some(why)) => t!(format!("verify.no.{why}")),
        (None, None) => "".into(),
    };
    let between = match (field.low, field.high) {
        (Some(low), Some(high)) => t!(
            "verify.between",
            low = format!("{:.1}", low * 100.0),
            high = format!("{:.1}", high * 100.0)
        ),
        _ => "".into(),
    };
    t!(
        "verify.field",
        label = field.label,
        agreed = field.agreed,
        compared = field.compared,
        between = between,
        kappa = kappa
    )
    .into_owned()
}

fn line(row: &Disagreement, opinion: &OpinionView) {
    for field in opinion.fields.iter().filter(|one| one.says == "disagrees") {
        let why = if field.why.is_empty() {
            &opinion.why
        } else {
            &field.why
        };
        say::line(&format!(
            "{:>6}  {}: {}  ({}) {why}",
            row.row, field.label, field.value, opinion.model
        ));
    }
}
