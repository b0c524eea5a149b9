//! Rules suggested from what people decided: in runs of a skill, or in a history file.

mod accept;
mod difference;
mod file;
mod history;
mod narrow;
mod past;
mod trial;

use mill_domain::{FieldName, FieldSpec, FieldType, RunId, TaskNumber};
use mill_skills::learn::{Case, LearnedRule, Need, OutcomeTally, PeriodTally, Question, learn};
use mill_skills::{RuleDecision, Skill, fold};

use crate::job::blocking;
use crate::{Engine, EngineError, SkillId};

pub use accept::{NewRule, NewRulesTrial};
pub use difference::{SheetChange, SheetChangeKind, SheetDifference, sheet_difference};
pub use history::History;
use history::read_history;
pub use narrow::NarrowRule;
pub use trial::{RuleChange, RuleLoss, RuleUse, RulesTrial};

/// What suggestions come from.
#[derive(Debug, Clone)]
pub enum SuggestFrom {
    /// Accepted and corrected results of one run.
    Run(RunId),
    /// Accepted and corrected results of all runs of the skill.
    Runs,
    /// A table in which people's decisions already stand.
    History(Box<History>),
}

/// Rows people decided, in the order of time.
#[derive(Debug, Clone, Default)]
pub(crate) struct Decided {
    /// The outputs people decided.
    targets: Vec<FieldSpec>,
    /// What the outputs are called in the answer.
    titles: Vec<String>,
    cases: Vec<Case>,
    /// What each case is called: its row in the file, or its run and row.
    places: Vec<CasePlace>,
    /// Names of the periods.
    periods: Vec<String>,
    /// Rows that teach nothing: blank, unreadable, without a decision or a period.
    left_out: usize,
}

/// Where a row people decided is.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct CasePlace {
    /// The run and its name; `None` for a history file.
    pub run: Option<(RunId, String)>,
    /// The task of that run; `None` for a history file.
    pub task: Option<TaskNumber>,
    /// The row as the spreadsheet program counts.
    pub row: u32,
}

/// A row people decided.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CaseSeen {
    /// Where it is.
    pub place: CasePlace,
    /// Its period.
    pub period: String,
    /// Its inputs as text, in the skill's order.
    pub inputs: Vec<String>,
    /// What the person chose.
    pub chose: Vec<String>,
}

/// A rule that is suggested.
#[derive(Debug, Clone)]
pub struct SuggestedRule {
    /// The rule, with the places of its cases.
    pub rule: LearnedRule,
    /// How many of its cases today's rules of the skill leave to a model or a person.
    pub open: usize,
}

/// What was learnt from people's decisions.
#[derive(Debug, Clone, Default)]
pub struct Suggestions {
    /// Outputs the rules fill, as they are called where the decisions stand.
    pub titles: Vec<String>,
    /// Names of the outputs the rules fill.
    pub targets: Vec<FieldName>,
    /// The rules, first match wins.
    pub rules: Vec<SuggestedRule>,
    /// How the rules of each time did on the period after them.
    pub periods: Vec<(String, PeriodTally)>,
    /// The same over all tested periods.
    pub totals: PeriodTally,
    /// Rows with a decision of a person.
    pub cases: usize,
    /// Rows that teach nothing: unreadable, without a decision or a period.
    pub left_out: usize,
    /// How many rules were learnt, those left out of `rules` since included.
    pub learnt: usize,
    /// What would bring rules, where none were learnt.
    pub need: Need,
    /// What later periods say of each outcome people chose, those of most rows first.
    pub outcomes: Vec<OutcomeTally>,
    seen: Vec<CaseSeen>,
}

impl Suggestions {
    /// Leaves out the rules a person does not want to see again, and those that would change nothing today: every row
    /// they would decide is decided by a rule of the skill.
    pub fn without(&mut self, dismissed: &[String]) {
        self.rules
            .retain(|suggested| suggested.open > 0 && !dismissed.contains(&suggested.key()));
    }

    /// The row at a place of [`LearnedRule::agreeing`] or [`LearnedRule::against`].
    pub fn seen(&self, place: usize) -> Option<&CaseSeen> {
        self.seen.get(place)
    }
}

impl SuggestedRule {
    /// What it is known by while it is suggested: its conditions and what it decides.
    pub fn key(&self) -> String {
        format!("{} => {}", self.rule.when, self.rule.then.join(" | "))
    }
}

impl Engine {
    /// Keys of suggestions for a skill that a person dismissed.
    /// # Errors
    /// [`EngineError::Store`] if they cannot be read.
    pub async fn dismissed_rules(&self, id: &SkillId) -> Result<Vec<String>, EngineError> {
        let stored = self.store().setting(&dismissed_key(id)).await?;
        Ok(stored
            .and_then(|text| serde_json::from_str(&text).ok())
            .unwrap_or_default())
    }

    /// Dismisses a suggestion, or brings it back.
    /// # Errors
    /// [`EngineError::Store`] if it cannot be stored.
    pub async fn dismiss_rule(
        &self,
        id: &SkillId,
        key: &str,
        dismissed: bool,
    ) -> Result<(), EngineError> {
        let mut keys = self.dismissed_rules(id).await?;
        keys.retain(|known| known != key);
        if dismissed {
            keys.push(key.to_owned());
        }
        let text = serde_json::to_string(&keys)?;
        Ok(self.store().set_setting(&dismissed_key(id), &text).await?)
    }

    /// Learns rules for a skill from people's decisions. `agreement` is the share of rows, above 0 and below 1, where the
    /// person should decide as the rules do.
    /// # Errors
    /// [`EngineError::BadValue`] for an agreement out of range or a column that is not there; [`EngineError::Table`] or
    /// [`EngineError::Store`] if the decisions cannot be read.
    pub async fn suggest_rules(
        &self,
        skill: Skill,
        from: SuggestFrom,
        agreement: f64,
    ) -> Result<Suggestions, EngineError> {
        if !(agreement > 0.0 && agreement < 1.0) {
            return Err(EngineError::BadValue {
                what: "agreement",
                value: agreement.to_string(),
                expected: "write a share above 0 and below 1, such as 0.85".to_owned(),
            });
        }
        match from {
            SuggestFrom::Run(run) => {
                let row = self.store().run(run).await?;
                let decided = self.decided_in(&skill, vec![row]).await?;
                blocking(move || suggestions(&skill, decided, agreement)).await
            }
            SuggestFrom::Runs => {
                let mut rows = self.store().runs().await?;
                rows.retain(|row| row.skill_name == skill.name);
                let decided = self.decided_in(&skill, rows).await?;
                blocking(move || suggestions(&skill, decided, agreement)).await
            }
            SuggestFrom::History(history) => {
                blocking(move || {
                    let decided = read_history(&skill, &history)?;
                    suggestions(&skill, decided, agreement)
                })
                .await
            }
        }
    }
}

fn dismissed_key(id: &SkillId) -> String {
    format!("dismissed_rules:{}", id.as_str())
}

fn suggestions(
    skill: &Skill,
    decided: Decided,
    agreement: f64,
) -> Result<Suggestions, EngineError> {
    let question = Question {
        inputs: &skill.inputs,
        targets: &decided.targets,
        agreement,
        periods: decided.periods.len(),
    };
    let lesson = learn(&question, &decided.cases)?;
    let name = |period: usize| decided.periods.get(period).cloned().unwrap_or_default();
    let open = |place: &&usize| {
        decided.cases.get(**place).is_some_and(|case| {
            !matches!(
                skill.rules.decide(&case.inputs),
                RuleDecision::Decided { .. }
            )
        })
    };
    let totals = lesson.totals();
    let learnt = lesson.rules.len();
    let rules = lesson.rules.into_iter().map(|rule| SuggestedRule {
        open: rule
            .agreeing
            .iter()
            .chain(&rule.against)
            .filter(open)
            .count(),
        rule,
    });
    Ok(Suggestions {
        rules: rules.collect(),
        periods: lesson
            .periods
            .into_iter()
            .map(|tally| (name(tally.period), tally))
            .collect(),
        totals,
        cases: decided.cases.len(),
        learnt,
        need: lesson.need,
        outcomes: lesson.outcomes,
        left_out: decided.left_out,
        seen: seen(skill, &decided),
        targets: decided
            .targets
            .into_iter()
            .map(|field| field.name)
            .collect(),
        titles: decided.titles,
    })
}

fn seen(skill: &Skill, decided: &Decided) -> Vec<CaseSeen> {
    let cases = decided.cases.iter().zip(&decided.places);
    cases
        .map(|(case, place)| CaseSeen {
            place: place.clone(),
            period: decided
                .periods
                .get(case.period)
                .cloned()
                .unwrap_or_default(),
            inputs: skill
                .inputs
                .iter()
                .map(|field| case.inputs.text(&field.name))
                .collect(),
            chose: case.label.clone(),
        })
        .collect()
}

/// The outputs a rule has to fill: those that must be there and do not come from the model only; without any, all that
/// do not. Lists and several choices are not decided by learnt rules.
fn targets(skill: &Skill) -> Vec<FieldSpec> {
    let decidable = |field: &&FieldSpec| {
        let one_value = !matches!(
            field.field_type,
            FieldType::List { .. } | FieldType::Choices { .. } | FieldType::File
        );
        one_value && !field.from_model_only
    };
    let all: Vec<FieldSpec> = skill.outputs.iter().filter(decidable).cloned().collect();
    let required: Vec<FieldSpec> = all.iter().filter(|field| field.required).cloned().collect();
    if required.is_empty() { all } else { required }
}

/// The output a column of decisions belongs to: the one of its name or label, or the only one there is.
fn target_called(skill: &Skill, column: &str) -> Result<FieldSpec, EngineError> {
    let wanted = fold(column);
    let all = targets(skill);
    let found = all
        .iter()
        .find(|field| fold(&field.label) == wanted || field.name.as_str() == wanted);
    match (found, all.as_slice()) {
        (Some(field), _) | (None, [field]) => Ok(field.clone()),
        (None, _) => Err(EngineError::BadValue {
            what: "label",
            value: column.to_owned(),
            expected: format!(
                "name the column of one of the skill's outputs: {}",
                all.iter()
                    .map(|field| field.label.as_str())
                    .collect::<Vec<_>>()
                    .join(", ")
            ),
        }),
    }
}
