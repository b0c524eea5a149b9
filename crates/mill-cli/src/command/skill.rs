//! `skill check`, `skill import` and `skill suggest-rules`.

use std::path::Path;

use mill_api::ApiError;
use mill_engine::{Engine, EngineError, Skill, SkillId};
use rust_i18n::t;
use serde_json::json;

use crate::arguments::SkillVerb;
use crate::exit::Exit;
use crate::say;
use crate::words::of_engine;

pub(crate) async fn skill(engine: &Engine, verb: SkillVerb) -> Result<Exit, ApiError> {
    match verb {
        SkillVerb::SuggestRules(flags) => super::suggest::suggest(engine, *flags).await,
        SkillVerb::Check { dir, json } => check(&dir, json),
        SkillVerb::Eval {
            dir,
            models,
            budget,
            json,
        } => super::eval::eval(engine, &dir, &models, budget.as_deref(), json).await,
        SkillVerb::Export { skill, out, json } => {
            let written = engine.export_skill(&SkillId::new(&skill), &out)?;
            if json {
                say::json(&json!({ "out": { "path": written.display().to_string() } }))?;
            } else {
                say::line(&t!("skill.exported", path = written.display()));
            }
            Ok(Exit::Done)
        }
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
                    say::error_line(&of_engine(&format!("{}: {}", notice.place, notice.message)));
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
