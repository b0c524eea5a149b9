//! Results as files.

use mill_engine::{CsvOptions, EngineError, ExportLanguage, ExportOptions};

use super::run_id;
use crate::grants::Power;
use crate::params::{RunExportParams, RunParams};
use crate::view::export::{CopyDoubtView, OriginalView};
use crate::view::review::Exported;
use crate::{ApiError, Host};

pub(super) async fn run_export(host: &Host, params: RunExportParams) -> Result<Exported, ApiError> {
    let path = host.grants.path(&params.grant, Power::Write)?;
    let options = ExportOptions {
        language: ExportLanguage::from_word(&params.language),
        into_original: params.into_original,
        csv: csv_options(&params)?,
    };
    let file = host
        .engine
        .export_run(run_id(&params.run)?, path, options)
        .await?;
    Ok(Exported {
        path: file.path.display().to_string(),
        bytes: file.bytes,
        neutralised: file.neutralised,
        unreviewed: file.unreviewed,
    })
}

fn csv_options(params: &RunExportParams) -> Result<CsvOptions, ApiError> {
    let mut options = CsvOptions::default();
    if let Some(encoding) = &params.encoding {
        options.encoding.clone_from(encoding);
    }
    if let Some(text) = &params.delimiter {
        let mut characters = text.chars();
        let (Some(delimiter), None) = (characters.next(), characters.next()) else {
            return Err(EngineError::BadValue {
                what: "delimiter",
                value: text.clone(),
                expected: "use one character".to_owned(),
            }
            .into());
        };
        options.delimiter = delimiter;
    }
    Ok(options)
}

pub(super) async fn run_original(host: &Host, params: RunParams) -> Result<OriginalView, ApiError> {
    let original = host.engine.original_copy(run_id(&params.run)?).await?;
    let mut view = OriginalView {
        name: original.name,
        ending: None,
        sheet: None,
        column: None,
        doubts: Vec::new(),
        refusal: None,
    };
    match original.plan {
        Ok(plan) => {
            view.ending = Some(plan.ending.to_owned());
            view.sheet = Some(plan.sheet);
            view.column = Some(plan.first_column);
            let doubt = |doubt: &mill_engine::CopyDoubt| CopyDoubtView {
                kind: doubt.code().to_owned(),
                rows: doubt.rows().and_then(|rows| u32::try_from(rows).ok()),
            };
            view.doubts = plan.doubts.iter().map(doubt).collect();
        }
        Err(error) => view.refusal = Some(error.into()),
    }
    Ok(view)
}
