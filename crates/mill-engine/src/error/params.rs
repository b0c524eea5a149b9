//! The named parts of a refusal, for translation.

use mill_store::StoreError;

use super::EngineError;

impl EngineError {
    /// Named parts of the sentence, for translation.
    pub fn params(&self) -> Vec<(&'static str, String)> {
        match self {
            Self::Home { path, .. } => vec![("path", path.display().to_string())],
            Self::UnknownZone { name } => vec![("name", name.clone())],
            Self::BadValue {
                what,
                value,
                expected,
            } => {
                vec![
                    ("what", (*what).to_owned()),
                    ("value", value.clone()),
                    ("expected", expected.clone()),
                ]
            }
            Self::NotAboveZero { what, value } => {
                vec![("what", (*what).to_owned()), ("value", value.to_string())]
            }
            Self::NoTasks { source_name } => vec![("source", source_name.clone())],
            Self::NoFileInput { skill } => vec![("skill", skill.clone())],
            Self::NoFileMatch { list, files } => {
                vec![("list", list.clone()), ("files", files.to_string())]
            }
            Self::PasswordNeeded { documents, first } => vec![
                ("documents", documents.to_string()),
                ("first", first.clone()),
            ],
            Self::NoPrice { .. }
            | Self::NoBudget { .. }
            | Self::BudgetTooSmall { .. }
            | Self::CapTooSmall { .. }
            | Self::PriceFarOff { .. } => self.money_params(),
            Self::UnknownModel { model } | Self::NoBatches { model } => {
                vec![("model", model.clone())]
            }
            Self::NoSuchKey { provider, name } => vec![
                ("provider", provider.to_string()),
                ("name", name.to_string()),
            ],
            Self::RunElsewhere { run } => vec![("run", run.to_string())],
            Self::OnlyOpinions { run, of_run } => {
                vec![("run", run.to_string()), ("of_run", of_run.to_string())]
            }
            Self::RunState { run, state } => {
                vec![("run", run.to_string()), ("state", state.clone())]
            }
            Self::UnknownSkill { skill } => vec![("skill", skill.clone())],
            Self::RulesChanged { skill, version } => {
                vec![("skill", skill.clone()), ("version", version.clone())]
            }
            Self::BadCorrection {
                field,
                label,
                value,
                expected,
            } => {
                vec![
                    ("field", field.clone()),
                    ("label", label.clone()),
                    ("value", value.clone()),
                    ("expected", expected.clone()),
                ]
            }
            other => other.further_params(),
        }
    }

    fn money_params(&self) -> Vec<(&'static str, String)> {
        match self {
            Self::NoPrice { model } | Self::NoBudget { model } => vec![("model", model.clone())],
            Self::BudgetTooSmall {
                budget,
                smallest,
                likely,
            } => {
                let known = [("budget", *budget), ("smallest", *smallest)].into_iter();
                let all = known.chain(likely.map(|cost| ("likely", cost)));
                all.map(|(name, amount)| (name, amount.to_string()))
                    .collect()
            }
            Self::CapTooSmall {
                scope,
                left,
                smallest,
                workable,
            } => vec![
                ("kind", scope.kind.to_string()),
                ("name", scope.name.clone()),
                ("left", left.to_string()),
                ("smallest", smallest.to_string()),
                ("workable", workable.to_string()),
            ],
            Self::PriceFarOff { model, doubt } => vec![
                ("model", model.clone()),
                ("entered", doubt.entered.clone()),
                ("known", doubt.known.clone()),
                ("of", doubt.of.clone()),
            ],
            _ => Vec::new(),
        }
    }

    fn further_params(&self) -> Vec<(&'static str, String)> {
        match self {
            Self::Outside { reason } => vec![("reason", reason.clone())],
            Self::BatchReadsWhole { documents, file } => {
                vec![("documents", documents.to_string()), ("file", file.clone())]
            }
            Self::ArchiveRefused { path, entries } => {
                let listed = |names: &[String]| {
                    if names.is_empty() {
                        "–".to_owned()
                    } else {
                        names.join(", ")
                    }
                };
                vec![
                    ("path", path.display().to_string()),
                    ("count", entries.count().to_string()),
                    ("outside", listed(&entries.outside)),
                    ("links", listed(&entries.links)),
                    ("names", listed(&entries.names)),
                    ("twice", listed(&entries.twice)),
                    ("large", listed(&entries.large)),
                ]
            }
            Self::PageTooLong { page } => vec![("page", page.to_string())],
            Self::SampleOpen { left } => vec![("left", left.to_string())],
            Self::SampleFailed { wrong, looked } => {
                vec![("wrong", wrong.to_string()), ("looked", looked.to_string())]
            }
            Self::Original { name, .. } => vec![("name", name.clone())],
            Self::Table(error) => error.params(),
            Self::Skill(error) => vec![("detail", error.to_string())],
            Self::Llm(error) => vec![("detail", error.to_string())],
            Self::Secret(error) => vec![("detail", error.to_string())],
            Self::Review(error) => error.params(),
            Self::Store(StoreError::NotFound { what, id }) => {
                vec![("what", (*what).to_owned()), ("id", id.clone())]
            }
            Self::Store(error) => vec![("detail", error.to_string())],
            Self::OnlyMerges { skill } | Self::NotAMergeSkill { skill } => {
                vec![("skill", skill.clone())]
            }
            Self::NothingToMerge { left_out } => vec![("left_out", left_out.to_string())],
            Self::UnknownMerge { run, number } => {
                vec![("run", run.to_string()), ("number", number.to_string())]
            }
            // The others say all in their sentence.
            _ => Vec::new(),
        }
    }
}
