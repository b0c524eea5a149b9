//! `SKILL.md` written: the six fields of the standard and the instructions.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use crate::SkillAbout;

const VERSION_KEY: &str = "stampmill.version";

/// The text of `SKILL.md`. Every value stands in double quotes, because a JSON text is a YAML text in every reader.
pub(super) fn skill_md(
    name: &str,
    description: &str,
    instructions: &str,
    about: &SkillAbout,
    version: &str,
) -> String {
    let mut text = format!(
        "---\nname: {name}\ndescription: {}\n",
        quoted(description.trim())
    );
    if let Some(license) = &about.license {
        _ = writeln!(text, "license: {}", quoted(license));
    }
    if let Some(compatibility) = &about.compatibility {
        _ = writeln!(text, "compatibility: {}", quoted(compatibility));
    }
    if !about.allowed_tools.is_empty() {
        _ = writeln!(
            text,
            "allowed-tools: {}",
            quoted(&about.allowed_tools.join(" "))
        );
    }
    let mut facts: BTreeMap<&str, &str> = about
        .metadata
        .iter()
        .map(|(key, fact)| (key.as_str(), fact.as_str()))
        .collect();
    facts.insert(VERSION_KEY, version);
    text.push_str("metadata:\n");
    for (key, fact) in facts {
        let plain = key
            .chars()
            .all(|letter| letter.is_ascii_alphanumeric() || ".-_".contains(letter));
        let key = if plain { key.to_owned() } else { quoted(key) };
        _ = writeln!(text, "  {key}: {}", quoted(fact));
    }
    _ = write!(text, "---\n\n{}\n", instructions.trim());
    text
}

fn quoted(text: &str) -> String {
    serde_json::Value::from(text).to_string()
}
