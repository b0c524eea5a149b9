//! Small skills, as files.

use mill_engine::{SavedSkill, SkillDraft, SkillId};
use mill_skills::{RuleSheet, Skill, SkillSource};

use super::Mill;

/// A skill: its sidecar and its rules.
pub(crate) type Files = (&'static str, &'static str);

/// Codes lines to one of three accounts; travel cards and what is `HELD` need no model.
pub(crate) const LINES: Files = (
    r#"
[inputs]
text   = { label = "Text", type = "text", required = true }
amount = { label = "Amount", type = "money" }

[outputs]
account    = { label = "Account", type = "choice", choices = ["Food", "Travel", "Other"] }
confidence = { label = "Confidence", type = "percent", from = "model" }
reason     = { label = "Reason", type = "text", max_chars = 200, from = "model" }

[rules]
table = "rules.csv"
undecided = "model"

[[checks]]
kind = "range"
field = "confidence"
min = "0"
max = "1"

[defaults]
max_output_tokens = 1000
"#,
    "if text,then account,note\ncontains OYSTER,Travel,travel cards\ncontains HELD,ask me,\n",
);

/// Finds the total of a document.
pub(crate) const FILES: Files = (
    r#"
[inputs]
document = { label = "Document", type = "file", required = true }

[outputs]
total = { label = "Total", type = "money" }

[defaults]
max_output_tokens = 1000
"#,
    "",
);

/// Reads the skill `story`, version 1.
pub(crate) fn skill_of((sidecar, rules): (&str, &str)) -> Skill {
    read("1", sidecar, rules, "")
}

/// [`LINES`] with instructions that are long enough for a prompt cache.
pub(crate) fn wordy() -> Skill {
    let words = "Book each line as the chart of accounts says. ".repeat(80);
    read("1", LINES.0, LINES.1, &words)
}

/// [`LINES`] as version 2, with other rules.
pub(crate) fn with_rules(rules: &str) -> Skill {
    read("2", LINES.0, rules, "")
}

fn read(version: &str, sidecar: &str, rules: &str, words: &str) -> Skill {
    let about = format!(
        "---\nname: story\ndescription: Does what a story needs. Use it in tests.\nmetadata:\n  \
         stampmill.version: \"{version}\"\n---\n\nAnswer from the data. {words}\n"
    );
    let mut files = vec![("SKILL.md", about.as_str()), ("stampmill.toml", sidecar)];
    if !rules.is_empty() {
        files.push(("rules.csv", rules));
    }
    Skill::from_source(SkillSource::from_files(files)).unwrap()
}

impl Mill {
    /// Puts the skill [`LINES`] with its rules into the library, as `story`.
    pub(crate) fn keep_lines(&self) {
        let draft = SkillDraft {
            rules_table: String::new(),
            ..SkillDraft::of(&skill_of(LINES))
        };
        let saved = self.engine.save_skill(&draft, None).unwrap();
        assert!(matches!(saved, SavedSkill::Saved(_)), "{saved:?}");
        let skill = self.engine.skill(&SkillId::new("story")).unwrap();
        let rules = RuleSheet::of(&skill_of(LINES)).unwrap();
        self.engine
            .save_rules(&SkillId::new("story"), &skill, &rules)
            .unwrap();
    }
}
