//! `key set`, `key list`, `key remove`. A key comes from standard input, never from an argument.

use std::io::Read as _;

use mill_api::ApiError;
use mill_domain::{ProviderName, Secret};
use mill_engine::{Engine, EngineError, KeyPlace, key_name};
use rust_i18n::t;
use serde_json::json;

use crate::arguments::KeyVerb;
use crate::exit::Exit;
use crate::say;

/// Longer than any key, shorter than a file piped in by mistake.
const KEY_BYTES: u64 = 16 * 1024;

pub(crate) async fn key(engine: &Engine, verb: KeyVerb) -> Result<Exit, ApiError> {
    match verb {
        KeyVerb::Set { provider, name } => {
            let provider = ProviderName::new(&provider);
            let name = key_name(name.as_deref().unwrap_or_default())?;
            engine.set_key(&provider, &name, read_key()?, false).await?;
            say::line(&if name.is_default() {
                t!("key.stored", provider = provider)
            } else {
                t!("key.stored_named", provider = provider, name = name)
            });
            Ok(Exit::Done)
        }
        KeyVerb::Remove { provider, name } => {
            let provider = ProviderName::new(&provider);
            let name = key_name(name.as_deref().unwrap_or_default())?;
            engine.remove_key(&provider, &name).await?;
            say::line(&if name.is_default() {
                t!("key.removed", provider = provider)
            } else {
                t!("key.removed_named", provider = provider, name = name)
            });
            Ok(Exit::Done)
        }
        KeyVerb::List { json } => list(engine, json).await,
    }
}

fn read_key() -> Result<Secret<String>, ApiError> {
    let mut text = String::new();
    let read = std::io::stdin()
        .lock()
        .take(KEY_BYTES)
        .read_to_string(&mut text);
    match read {
        Ok(_) => Ok(Secret::new(text.trim().to_owned())),
        Err(error) => Err(EngineError::BadValue {
            what: "key",
            value: String::new(),
            expected: format!("the key could not be read from standard input: {error}"),
        }
        .into()),
    }
}

async fn list(engine: &Engine, json: bool) -> Result<Exit, ApiError> {
    let state = engine.keys().await?;
    let place = |place: KeyPlace| match place {
        KeyPlace::Store => "store",
        KeyPlace::Session => "session",
        KeyPlace::Environment => "environment",
        KeyPlace::None => "none",
    };
    if json {
        let keys = state.keys.iter().map(|key| {
            json!({
                "provider": key.provider.as_str(), "name": key.name.as_str(), "place": place(key.place), "last_four": key.last_four,
                "optional": key.optional,
            })
        });
        let problem = state.problem.as_ref().map(ToString::to_string);
        say::json(
            &json!({ "works": problem.is_none(), "problem": problem, "keys": keys.collect::<Vec<_>>() }),
        )?;
        return Ok(if state.problem.is_some() {
            Exit::NoKey
        } else {
            Exit::Done
        });
    }
    for key in &state.keys {
        let last_four = key
            .last_four
            .as_ref()
            .map_or_else(String::new, |four| format!("…{four}"));
        say::line(&format!(
            "{:<12} {:<16} {:<12} {last_four}",
            key.provider,
            key.name,
            place(key.place)
        ));
    }
    match state.problem {
        None => Ok(Exit::Done),
        Some(problem) => Err(EngineError::Secret(problem).into()),
    }
}
