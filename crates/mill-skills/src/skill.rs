//! A skill as the engine uses it: read once, checked, immutable.

mod front_matter;

use std::collections::BTreeMap;
use std::path::Path;

use mill_domain::{FieldName, FieldSpec, FieldType, ModelRef, Usd};
use serde::{Deserialize, Serialize};

use crate::checks::Check;
use crate::evals::{self, EvalCase};
use crate::source::{EVALS_FILE, SIDECAR_FILE};
use crate::{MergeSpec, Place, RuleTable, SkillError, SkillSource, sidecar};

/// The name of a plain skill's only input: the whole row.
pub const PLAIN_INPUT: &str = "row";
/// The name of a plain skill's only output.
pub const PLAIN_OUTPUT: &str = "answer";

/// A reusable recipe: what goes in, what must come out, how to get there.
#[derive(Debug, Clone)]
pub struct Skill {
    /// Its name, which is also the name of its folder: lower-case letters, digits and hyphens, at most 64.
    pub name: String,
    /// Our version, from the metadata key `stampmill.version`; `"1"` if the skill does not say.
    pub version: String,
    /// What it does and when to use it, 1 to 1,024 characters.
    pub description: String,
    /// The fields of the standard that the engine does not act on.
    pub about: SkillAbout,
    /// The body of `SKILL.md`, Markdown, trimmed.
    pub instructions: String,
    /// What a task brings, in the skill's order; never empty.
    pub inputs: Vec<FieldSpec>,
    /// What must come out, in the skill's order; never empty.
    pub outputs: Vec<FieldSpec>,
    /// Decisions taken without a model; empty if the skill has none.
    pub rules: RuleTable,
    /// Who gets what no rule decides.
    pub undecided: Undecided,
    /// Tests on outputs beyond type and choice.
    pub checks: Vec<Check>,
    /// What a job starts with unless the person says otherwise.
    pub defaults: SkillDefaults,
    /// What makes it a skill that merges results into one document; `None`: it is not one.
    pub merge: Option<MergeSpec>,
    /// Sample tasks with their answers that every request shows the model.
    pub examples: Vec<EvalCase>,
    /// Sample tasks with expected outputs, read and not run.
    pub evals: Vec<EvalCase>,
    /// Lower-case hexadecimal SHA-256 over the files that decide what the skill does (evals do not).
    pub content_hash: String,
    /// The files themselves, to be stored with a run.
    pub source: SkillSource,
    /// What is odd but does not stop the skill.
    pub notices: Vec<Notice>,
}

/// Fields of the Agent Skills standard that say something about a skill.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct SkillAbout {
    /// The licence, if stated.
    pub license: Option<String>,
    /// What it needs to run, if stated.
    pub compatibility: Option<String>,
    /// Further facts by name.
    pub metadata: BTreeMap<String, String>,
    /// Tools it asks for; the engine offers none on its own account.
    pub allowed_tools: Vec<String>,
}

/// What a job starts with unless the person says otherwise; `None`: the skill does not say.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct SkillDefaults {
    /// The model.
    pub model: Option<ModelRef>,
    /// The most tokens one answer may have.
    pub max_output_tokens: Option<u32>,
    /// The number of agents.
    pub agents: Option<u32>,
    /// The hard cap of a run.
    pub budget: Option<Usd>,
}

/// Who gets a task that no rule decides.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Undecided {
    /// A model.
    #[default]
    Model,
    /// A person, in review.
    Person,
    /// Nobody: the task ends as `skipped`.
    Skip,
}

/// Something odd that does not stop a skill.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Notice {
    /// Where.
    pub place: Place,
    /// What, a whole sentence.
    pub message: String,
}

impl Skill {
    /// Reads a skill folder.
    /// # Errors
    /// [`SkillError`] naming the file, line and key of the first thing that is wrong.
    pub fn read(folder: &Path) -> Result<Self, SkillError> {
        let mut skill = Self::from_source(SkillSource::read(folder)?)?;
        if let Some(folder_name) = folder.file_name().and_then(|name| name.to_str())
            && folder_name != skill.name
        {
            skill.notices.push(Notice {
                place: Place::file("SKILL.md").at_key("name"),
                message: format!(
                    "The folder is called `{folder_name}` but the skill `{}`; the standard wants one name.",
                    skill.name
                ),
            });
        }
        Ok(skill)
    }

    /// Builds a skill from files stored earlier, for example with a run.
    /// # Errors
    /// [`SkillError`] as for a folder.
    pub fn from_source(source: SkillSource) -> Result<Self, SkillError> {
        let source = source.only_needed()?;
        let front = front_matter::read(source.required("SKILL.md")?)?;
        let sidecar = sidecar::read(&source)?;
        let evals = evals::read(EVALS_FILE, &source, &sidecar.inputs, &sidecar.outputs)?;
        let mut notices = front.notices;
        notices.extend(sidecar.notices);
        Ok(Self {
            name: front.name,
            version: front.version,
            description: front.description,
            about: front.about,
            instructions: front.instructions,
            inputs: sidecar.inputs,
            outputs: sidecar.outputs,
            rules: sidecar.rules,
            undecided: sidecar.undecided,
            checks: sidecar.checks,
            defaults: sidecar.defaults,
            merge: sidecar.merge,
            examples: sidecar.examples,
            evals,
            content_hash: source.content_hash(),
            source,
            notices,
        })
    }

    /// The same skill for a list of files: a plain skill, which takes a whole row, takes one document called `document`
    /// instead. Skills that name their inputs stay as they are.
    #[must_use]
    pub fn for_files(mut self) -> Self {
        if let [only] = self.inputs.as_mut_slice()
            && only.name.as_str() == PLAIN_INPUT
            && self.source.text(SIDECAR_FILE).is_none()
        {
            only.name = FieldName::new("document");
            "Document".clone_into(&mut only.label);
            only.field_type = FieldType::File;
        }
        self
    }

    /// The input called `name`; `None` if there is none.
    pub fn input(&self, name: &FieldName) -> Option<&FieldSpec> {
        self.inputs.iter().find(|field| field.name == *name)
    }

    /// The output called `name`; `None` if there is none.
    pub fn output(&self, name: &FieldName) -> Option<&FieldSpec> {
        self.outputs.iter().find(|field| field.name == *name)
    }

    /// The first input that holds a document; `None` if the skill works on text only.
    pub fn file_input(&self) -> Option<&FieldSpec> {
        self.inputs
            .iter()
            .find(|field| field.field_type == FieldType::File)
    }
}
