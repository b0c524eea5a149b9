//! `[merge]`: what a skill that merges results calls its parts.

use mill_domain::{FieldName, FieldSpec, FieldType};

use super::section::Section;
use crate::SkillError;
use crate::merge::{MergeSpec, ROWS_PER_CALL, line_fields};

/// Reads the table and holds it against the fields it names. A line without rows or heading is worth more than no document:
/// these may be missing, and the reader of the document is told.
pub(super) fn read(
    mut section: Section<'_>,
    inputs: &[FieldSpec],
    outputs: &mut [FieldSpec],
) -> Result<MergeSpec, SkillError> {
    let places = ["input", "lines", "rows", "heading"].map(|key| section.place(key));
    let [input_at, lines_at, rows_at, heading_at] = places;
    let input = named(&mut section, "input", "results")?;
    let lines = named(&mut section, "lines", "lines")?;
    let rows = named(&mut section, "rows", "rows")?;
    let heading = section.text("heading")?.map(FieldName::new);
    let rows_per_call = section.count("rows_per_call")?.unwrap_or(ROWS_PER_CALL);
    section.finish()?;
    if !is_text(inputs, &input) {
        let hint = "Name the text input that takes the results, for example input = \"results\".";
        return Err(wrong(input_at, &input, "is no text input", hint));
    }
    if let Some(other) = inputs
        .iter()
        .find(|field| field.required && field.name != input)
    {
        let hint =
            "Results are all that a merge brings: write required = false for the other inputs.";
        return Err(wrong(input_at, &other.name, "is required as well", hint));
    }
    let fields = line_fields(outputs, &lines);
    if fields.is_empty() {
        let hint = "Name the output of type list that holds the lines of the document.";
        return Err(wrong(lines_at, &lines, "is no list in [outputs]", hint));
    }
    if !is_text(fields, &rows) {
        let hint = "Give each line a text field for the rows it rests on, for example rows = { type = \"text\" }.";
        return Err(wrong(rows_at, &rows, "is no text field of a line", hint));
    }
    if let Some(heading) = heading.as_ref().filter(|name| !is_text(fields, name)) {
        let hint = "Name a text field of a line, or leave heading out.";
        return Err(wrong(
            heading_at,
            heading,
            "is no text field of a line",
            hint,
        ));
    }
    let shown = fields
        .iter()
        .filter(|field| field.name != rows && Some(&field.name) != heading.as_ref());
    if shown.count() == 0 {
        let hint = "Give each line a field of its own for what it says, for example text = { type = \"text\" }.";
        return Err(wrong(lines_at, &lines, "has nothing to show", hint));
    }
    let may_be_missing =
        |field: &&mut FieldSpec| field.name == rows || Some(&field.name) == heading.as_ref();
    for output in outputs.iter_mut().filter(|field| field.name == lines) {
        if let FieldType::List { fields } = &mut output.field_type {
            let missing = fields.iter_mut().filter(may_be_missing);
            missing.for_each(|field| field.required = false);
        }
    }
    Ok(MergeSpec {
        input,
        lines,
        rows,
        heading,
        rows_per_call,
    })
}

fn named(
    section: &mut Section<'_>,
    key: &'static str,
    usual: &str,
) -> Result<FieldName, SkillError> {
    let name = section.text(key)?;
    Ok(FieldName::new(name.unwrap_or_else(|| usual.to_owned())))
}

fn is_text(fields: &[FieldSpec], name: &FieldName) -> bool {
    let field = fields.iter().find(|field| field.name == *name);
    field.is_some_and(|field| {
        matches!(
            field.field_type,
            FieldType::Text { .. } | FieldType::Choice { .. }
        )
    })
}

fn wrong(place: crate::Place, name: &FieldName, what: &str, hint: &str) -> SkillError {
    SkillError::wrong(place, format!("`{name}` {what}"), hint)
}
