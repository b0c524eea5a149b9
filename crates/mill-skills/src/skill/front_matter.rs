//! `SKILL.md`: the front matter of the Agent Skills standard and the instructions below it.

use std::collections::BTreeMap;

use serde_json::{Map, Value as Json};

use super::{Notice, SkillAbout};
use crate::{Place, SkillError};

const FILE: &str = "SKILL.md";
const NAME_LIMIT_CHARS: usize = 64;
const DESCRIPTION_LIMIT_CHARS: usize = 1024;
const VERSION_KEY: &str = "stampmill.version";

/// What `SKILL.md` says.
pub(super) struct FrontMatter {
    pub(super) name: String,
    pub(super) version: String,
    pub(super) description: String,
    pub(super) about: SkillAbout,
    pub(super) instructions: String,
    pub(super) notices: Vec<Notice>,
}

pub(super) fn read(text: &str) -> Result<FrontMatter, SkillError> {
    let (yaml, body) = split(text)?;
    let mut keys = parse(yaml)?;
    let place = |key: &str| at(yaml, key);
    let name = name(text_of(&mut keys, "name", yaml)?.as_deref(), &place("name"))?;
    let description = text_of(&mut keys, "description", yaml)?
        .unwrap_or_default()
        .trim()
        .to_owned();
    if description.is_empty() {
        return Err(SkillError::wrong(
            place("description"),
            "the skill has no description",
            "Add a line `description: …` that says what the skill does and when to use it.",
        ));
    }
    if description.chars().count() > DESCRIPTION_LIMIT_CHARS {
        return Err(SkillError::wrong(
            place("description"),
            format!("the description is longer than {DESCRIPTION_LIMIT_CHARS} characters"),
            "Shorten it; details belong in the instructions below.",
        ));
    }
    let license = text_of(&mut keys, "license", yaml)?;
    let compatibility = text_of(&mut keys, "compatibility", yaml)?;
    let allowed_tools = allowed_tools(keys.shift_remove("allowed-tools"), yaml)?;
    let metadata = metadata(keys.shift_remove("metadata"), yaml)?;
    let instructions = body.trim().to_owned();
    if instructions.is_empty() {
        return Err(SkillError::wrong(
            Place::file(FILE),
            "the skill has no instructions",
            "Write below the second `---` line what the model is to do.",
        ));
    }
    Ok(FrontMatter {
        name,
        version: metadata
            .get(VERSION_KEY)
            .cloned()
            .unwrap_or_else(|| "1".to_owned()),
        description,
        about: SkillAbout {
            license,
            compatibility,
            metadata,
            allowed_tools,
        },
        instructions,
        notices: keys.keys().map(|key| unknown(key, place(key))).collect(),
    })
}

/// The text between the two `---` lines, and what follows.
fn split(text: &str) -> Result<(&str, &str), SkillError> {
    let wrong = |problem: &str| {
        SkillError::wrong(
            Place::line(FILE, 1),
            problem,
            "Start SKILL.md with a line `---`, then `name: …` and `description: …`, then a line `---`.",
        )
    };
    let rest = text
        .trim_start()
        .split_once('\n')
        .filter(|(first, _)| first.trim_end() == "---")
        .map(|(_, rest)| rest)
        .ok_or_else(|| wrong("there is no front matter"))?;
    let mut at = 0;
    for line in rest.split_inclusive('\n') {
        if line.trim_end() == "---" {
            return Ok((&rest[..at], &rest[at + line.len()..]));
        }
        at += line.len();
    }
    Err(wrong("the front matter has no end"))
}

fn parse(yaml: &str) -> Result<Map<String, Json>, SkillError> {
    if yaml.trim().is_empty() {
        return Ok(Map::new());
    }
    serde_saphyr::from_str(yaml).map_err(|error| {
        // The YAML starts on the file's second line.
        let line = error.location().and_then(|place| u32::try_from(place.line()).ok()).map(|line| line + 1);
        let message = error.to_string();
        let first = message.lines().next().unwrap_or_default().to_owned();
        SkillError::wrong(
            Place { file: FILE.to_owned(), line, key: None },
            format!("the front matter is not valid YAML: {first}"),
            "Write `key: value` lines; put a value that contains `: ` or starts with a special sign in quotes.",
        )
    })
}

/// The place of a top-level key, or the front matter's first line.
fn at(yaml: &str, key: &str) -> Place {
    let found = yaml.lines().position(|line| {
        line.strip_prefix(key)
            .is_some_and(|rest| rest.trim_start().starts_with(':'))
    });
    let line = found
        .and_then(|index| u32::try_from(index).ok())
        .map_or(1, |index| index + 2);
    Place::line(FILE, line).at_key(key)
}

/// A scalar as text; `None` if the key is missing or empty.
fn text_of(
    keys: &mut Map<String, Json>,
    key: &str,
    yaml: &str,
) -> Result<Option<String>, SkillError> {
    match keys.shift_remove(key) {
        None | Some(Json::Null) => Ok(None),
        Some(value) => scalar(&value).map(Some).ok_or_else(|| {
            SkillError::wrong(
                at(yaml, key),
                "the value is not text",
                format!("Write `{key}: some text`."),
            )
        }),
    }
}

fn scalar(value: &Json) -> Option<String> {
    match value {
        Json::String(text) => Some(text.clone()),
        Json::Number(_) | Json::Bool(_) => Some(value.to_string()),
        Json::Null | Json::Array(_) | Json::Object(_) => None,
    }
}

fn name(name: Option<&str>, place: &Place) -> Result<String, SkillError> {
    let hint = "Write `name: …` with lower-case letters, digits and single hyphens, like the folder's name.";
    let name = name.unwrap_or_default().trim();
    let problem = if name.is_empty() {
        "the skill has no name"
    } else if name.chars().count() > NAME_LIMIT_CHARS {
        "the name is longer than 64 characters"
    } else if name.starts_with('-')
        || name.ends_with('-')
        || name.contains("--")
        || name
            .chars()
            .any(|letter| !(letter == '-' || (letter.is_alphanumeric() && !letter.is_uppercase())))
    {
        "the name may hold lower-case letters, digits and single hyphens only"
    } else {
        return Ok(name.to_owned());
    };
    Err(SkillError::wrong(place.clone(), problem, hint))
}

/// The standard writes tools as one text with spaces; some skills use a list.
fn allowed_tools(value: Option<Json>, yaml: &str) -> Result<Vec<String>, SkillError> {
    let wrong = || {
        let hint = "Write the tools in one line with spaces between them.";
        SkillError::wrong(
            at(yaml, "allowed-tools"),
            "the value is not a list of tools",
            hint,
        )
    };
    match value {
        None | Some(Json::Null) => Ok(Vec::new()),
        Some(Json::String(text)) => Ok(text.split_whitespace().map(str::to_owned).collect()),
        Some(Json::Array(tools)) => tools
            .iter()
            .map(|tool| scalar(tool).ok_or_else(wrong))
            .collect(),
        Some(Json::Bool(_) | Json::Number(_) | Json::Object(_)) => Err(wrong()),
    }
}

fn metadata(value: Option<Json>, yaml: &str) -> Result<BTreeMap<String, String>, SkillError> {
    let wrong = || {
        let hint =
            "Write one fact per line below `metadata:`, for example `  stampmill.version: \"3\"`.";
        SkillError::wrong(
            at(yaml, "metadata"),
            "metadata is not a list of names and texts",
            hint,
        )
    };
    match value {
        None | Some(Json::Null) => Ok(BTreeMap::new()),
        Some(Json::Object(facts)) => facts
            .iter()
            .map(|(key, fact)| Ok((key.clone(), scalar(fact).ok_or_else(wrong)?)))
            .collect(),
        Some(Json::Bool(_) | Json::Number(_) | Json::String(_) | Json::Array(_)) => Err(wrong()),
    }
}

fn unknown(key: &str, place: Place) -> Notice {
    Notice {
        place,
        message: format!(
            "`{key}` is not a field of the Agent Skills standard and is not used; \
             the six are name, description, license, compatibility, metadata, allowed-tools."
        ),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn problem(text: &str) -> String {
        read(text)
            .err()
            .map(|error| error.to_string())
            .unwrap_or_default()
    }

    #[test]
    fn six_fields_are_read_and_others_noticed() {
        let text = "---\nname: a-b\ndescription: >\n  Two\n  lines\nlicense: MIT\nmetadata:\n  stampmill.version: 3\n\
                    allowed-tools: Read Grep\nmodel: opus\n---\n\n# Do it\n";
        let front = read(text).unwrap();
        assert_eq!((front.name.as_str(), front.version.as_str()), ("a-b", "3"));
        assert_eq!(front.description, "Two lines");
        assert_eq!(front.about.allowed_tools, ["Read", "Grep"]);
        assert_eq!(front.instructions, "# Do it");
        assert_eq!(front.notices.len(), 1);
        assert_eq!(
            front.notices[0].place.to_string(),
            "SKILL.md line 10, key `model`"
        );
    }

    #[test]
    fn every_fault_names_its_line() {
        assert_eq!(
            problem("# no front matter"),
            "SKILL.md line 1: there is no front matter"
        );
        assert_eq!(
            problem("---\nname: a\n"),
            "SKILL.md line 1: the front matter has no end"
        );
        assert_eq!(
            problem("---\nname: a\n---\nx"),
            "SKILL.md line 1, key `description`: the skill has no description"
        );
        assert_eq!(
            problem("---\nname: a\ndescription: \"\"\n---\nx"),
            "SKILL.md line 3, key `description`: the skill has no description"
        );
        assert_eq!(
            problem("---\ndescription: d\nname: A B\n---\nx"),
            "SKILL.md line 3, key `name`: the name may hold lower-case letters, digits and single hyphens only"
        );
        assert_eq!(
            problem("---\nname: a\ndescription: d\n---\n \n"),
            "SKILL.md: the skill has no instructions"
        );
        assert!(
            problem("---\nname: a\ndescription: x: y: [\n---\nx").starts_with("SKILL.md line 3")
        );
    }
}
