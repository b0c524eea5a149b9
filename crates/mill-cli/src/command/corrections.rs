//! `corrections`: what people corrected, from what to what.

use mill_api::view::learn::CorrectionView;
use mill_api::{ApiError, correction_view};
use mill_engine::{Correction, Engine};
use rust_i18n::t;
use serde::Serialize;

use crate::exit::Exit;
use crate::{say, session};

#[derive(Serialize)]
struct CorrectionsObject {
    /// Newest first.
    corrections: Vec<CorrectionView>,
}

pub(crate) async fn corrections(
    engine: &Engine,
    run: &str,
    whole_job: bool,
    form: say::Form,
) -> Result<Exit, ApiError> {
    let run = session::run_id(engine, run).await?;
    let found = engine.corrections(run, whole_job).await?;
    match form {
        say::Form::Json => say::json(&CorrectionsObject {
            corrections: found.iter().map(correction_view).collect(),
        })?,
        say::Form::Words if found.is_empty() => say::line(&t!("corrections.none")),
        say::Form::Words => {
            for correction in &found {
                told(engine, correction, whole_job);
            }
        }
    }
    Ok(Exit::Done)
}

fn told(engine: &Engine, correction: &Correction, whole_job: bool) {
    let who = if correction.reviewer.is_empty() {
        t!("corrections.nobody").into_owned()
    } else {
        correction.reviewer.clone()
    };
    let (name, number) = &correction.run_name;
    let run = if whole_job {
        format!("{name} {number}  ")
    } else {
        String::new()
    };
    say::line(&format!(
        "{run}{:>6}  {}  {}, {}",
        correction.source_row,
        correction.label,
        who,
        engine.local_time(correction.at),
    ));
    for field in &correction.fields {
        say::line(&format!(
            "        {}: {} -> {}",
            field.label, field.from, field.to
        ));
    }
    if !correction.stands {
        say::line(&format!("        {}", t!("corrections.replaced")));
    }
    if !correction.learnt.is_empty() {
        let kind = |kind: &String| t!(format!("corrections.kind.{kind}")).into_owned();
        let kinds = correction.learnt.iter().map(kind).collect::<Vec<_>>();
        let kinds = kinds.join(", ");
        say::line(&format!(
            "        {}",
            t!("corrections.learnt", kinds = kinds)
        ));
    }
}
