//! The practice document of a merge: one line a result, each with its own row.

use mill_domain::{FieldSpec, FieldType, Record};
use serde_json::{Map, Value as Json};

use super::PRACTICE_TEXT;
use crate::Skill;
use crate::merge::{MergeSpec, line_fields, read_blocks};

/// Words of a result on its line.
const SHOWN_CHARS: usize = 120;

/// Puts a line for each result into the answer. `object` makes the fields of a line.
pub(super) fn lines(
    skill: &Skill,
    spec: &MergeSpec,
    inputs: &Record,
    answer: &mut Map<String, Json>,
    object: impl Fn(&[FieldSpec], usize) -> Map<String, Json>,
) {
    let fields = line_fields(&skill.outputs, &spec.lines);
    let blocks = read_blocks(&inputs.text(&spec.input));
    let line = |(number, (rows, first)): (usize, (Vec<u32>, String))| {
        let mut line = object(fields, number);
        let shown = fields.iter().find(|field| {
            field.name != spec.rows
                && Some(&field.name) != spec.heading.as_ref()
                && matches!(field.field_type, FieldType::Text { .. })
        });
        if let Some(shown) = shown {
            let words = first
                .strip_prefix(PRACTICE_TEXT)
                .unwrap_or(&first)
                .trim()
                .chars()
                .take(SHOWN_CHARS)
                .collect::<String>();
            let text = format!("{PRACTICE_TEXT} {words}");
            line.insert(shown.name.to_string(), Json::from(fit(shown, text.trim())));
        }
        let rows: Vec<String> = rows.iter().map(u32::to_string).collect();
        line.insert(spec.rows.to_string(), Json::from(rows.join(", ")));
        Json::Object(line)
    };
    let lines: Vec<Json> = (1..).zip(blocks).map(line).collect();
    answer.insert(spec.lines.to_string(), Json::Array(lines));
}

fn fit(field: &FieldSpec, text: &str) -> String {
    match field.field_type {
        FieldType::Text {
            max_chars: Some(limit),
        } => text.chars().take(limit as usize).collect(),
        _ => text.to_owned(),
    }
}
