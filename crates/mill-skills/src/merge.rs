//! What makes a skill one that merges: many results in, one document of lines out, each naming the rows it rests on.

mod blocks;
mod cited;

use mill_domain::{FieldName, FieldSpec, FieldType};

use crate::Skill;

pub(crate) use blocks::read_blocks;
pub use blocks::{MergeBlock, block_text};
pub use cited::cited_rows;

/// Results in one call unless the skill says otherwise.
pub const ROWS_PER_CALL: u32 = 40;

/// The `[merge]` of a skill.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MergeSpec {
    /// The text input that takes the numbered results.
    pub input: FieldName,
    /// The list output whose records are the lines of the document.
    pub lines: FieldName,
    /// The text field of a line that names the rows it rests on.
    pub rows: FieldName,
    /// The text field of a line that is the heading it stands under; `None`: lines have none.
    pub heading: Option<FieldName>,
    /// The most results in one call.
    pub rows_per_call: u32,
}

impl MergeSpec {
    /// The fields of a line that are shown, in order: all but the rows and the heading.
    pub fn columns<'a>(&self, skill: &'a Skill) -> Vec<&'a FieldSpec> {
        line_fields(&skill.outputs, &self.lines)
            .iter()
            .filter(|field| field.name != self.rows && Some(&field.name) != self.heading.as_ref())
            .collect()
    }
}

/// The fields of a line; empty if `lines` is no list.
pub(crate) fn line_fields<'a>(outputs: &'a [FieldSpec], lines: &FieldName) -> &'a [FieldSpec] {
    let field = outputs.iter().find(|field| field.name == *lines);
    match field.map(|field| &field.field_type) {
        Some(FieldType::List { fields }) => fields,
        _ => &[],
    }
}
