//! The desktop host of Stampmill: one typed command `call`, news out, a window. No rule, no query.
//!
//! What a person sees on the screen is the web page of `ui/`; what it may do is the seven commands of [`commands`].
//! Everything else is in the engine, which would run without this window just as well.
#![cfg_attr(not(debug_assertions), windows_subsystem = "windows")]

mod arguments;
mod commands;
mod desktop;
mod dialogs;
mod drawing;
mod drops;
mod instance;
mod language;
mod news;
mod start_failure;
mod web_process;

use std::process::ExitCode;

fn main() -> ExitCode {
    tracing_subscriber::fmt()
        .with_env_filter(tracing_subscriber::EnvFilter::from_default_env())
        .with_writer(std::io::stderr)
        .init();
    match desktop::run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => {
            start_failure::tell(&failure);
            ExitCode::FAILURE
        }
    }
}
