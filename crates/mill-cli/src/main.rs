#![doc = include_str!("../README.md")]

mod arguments;
mod command;
mod exit;
mod progress;
mod say;
mod session;
mod words;

use std::process::ExitCode;

use clap::Parser as _;

use crate::arguments::Arguments;
use crate::exit::Exit;

rust_i18n::i18n!("locales", fallback = "en");

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    tracing_subscriber::fmt()
        .with_env_filter(tracing_subscriber::EnvFilter::from_default_env())
        .with_writer(std::io::stderr)
        .init();
    let runtime = match tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .build()
    {
        Ok(runtime) => runtime,
        Err(error) => {
            say::error_line(&error.to_string());
            return Exit::Other.into();
        }
    };
    // Boxed: one future for every command would be large.
    let exit = match runtime.block_on(Box::pin(command::carry_out(arguments))) {
        Ok(exit) => exit,
        Err(error) => {
            say::refusal(&error);
            Exit::of(&error)
        }
    };
    exit.into()
}
