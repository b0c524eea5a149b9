//! `skill check` and `skill import`.

use std::path::Path;

use mill_api::ApiError;
use mill_engine::{Engine, EngineError, Skill};
use rust_i18n::t;
use serde_json::json;

use crate::arguments::SkillVerb;
use crate::exit::Exit;
use crate::say;

pub(crate) fn skill(engine: &Engine, verb: SkillVerb) -> Result<Exit, ApiError> {
    match verb {
        SkillVerb::Check { dir, json } => check(&dir, json),
        SkillVerb::Import { path, json } => {
            let id = engine.import_skill(&path)?;
            if json {
                say::json(&json!({ "skill": id.as_str() }))?;
            } else {
                say::line(&t!("skill.imported", skill = id.as_str()));
            }
            Ok(Exit::Done)
        }
    }
}

fn check(dir: &Path, json: bool) -> Result<Exit, ApiError> {
    match Skill::read(dir) {
        Ok(skill) => {
            if json {
                say::json(&json!({
                    "skill": skill.name, "version": skill.version, "ok": true, "rules": skill.rules.len(),
                    "checks": skill.checks.len(), "hash": skill.content_hash,
                    "notices": skill.notices.iter().map(|notice| format!("{}: {}", notice.place, notice.message)).collect::<Vec<_>>(),
                    "error": null,
                }))?;
            } else {
                say::line(&t!(
                    "skill.fine",
                    skill = skill.name,
                    version = skill.version,
                    rules = skill.rules.len()
                ));
                for notice in &skill.notices {
                    say::error_line(&format!("{}: {}", notice.place, notice.message));
                }
            }
            Ok(Exit::Done)
        }
        Err(error) => {
            let error = ApiError::from(EngineError::from(error));
            if json {
                say::json(&json!({ "ok": false, "error": error.message, "hint": error.hint }))?;
            }
            Err(error)
        }
    }
}
