//! `sign-off`: the closing sheet of a review, and a name under it.

use mill_api::ApiError;
use mill_api::view::signoff::ClosingView;
use mill_engine::Engine;

use crate::exit::Exit;
use crate::say::Form;
use crate::{say, session};

pub(crate) async fn sign_off(
    engine: &Engine,
    run: &str,
    reviewer: Option<&str>,
    show: bool,
    form: Form,
) -> Result<Exit, ApiError> {
    let run = session::run_id(engine, run).await?;
    let sheet = if show {
        engine.closing_sheet(run).await?
    } else {
        engine.sign_off(run, reviewer).await?
    };
    if form == Form::Json {
        say::json(&ClosingView::from(&sheet))?;
        return Ok(Exit::Done);
    }
    for (label, text) in sheet.lines(engine.words().await?, &engine.config().zone) {
        say::line(&format!("{label}: {text}"));
    }
    Ok(Exit::Done)
}
