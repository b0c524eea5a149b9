//! Numbered results as a model reads them.

use std::fmt::Write as _;

/// One result, or one line of an earlier part, with the rows it stands for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MergeBlock {
    /// Numbers of the rows, ascending.
    pub rows: Vec<u32>,
    /// Label and text of each thing that is known of it.
    pub fields: Vec<(String, String)>,
}

/// A block under its number: `[row 3]`, or `[rows 3, 7]` for a line of an earlier part. Only our own marks begin a line
/// with a bracket, so that no text of a row can pass for another row.
pub fn block_text(block: &MergeBlock) -> String {
    let numbers: Vec<String> = block.rows.iter().map(u32::to_string).collect();
    let mut text = match numbers.as_slice() {
        [] => "[no row]\n".to_owned(),
        [only] => format!("[row {only}]\n"),
        many => format!("[rows {}]\n", many.join(", ")),
    };
    for (label, value) in &block.fields {
        let label = label.replace(['\n', '\r', '['], " ");
        let mut lines = value.lines();
        _ = writeln!(text, "{label}: {}", lines.next().unwrap_or_default());
        for line in lines {
            _ = writeln!(text, "  {line}");
        }
    }
    text
}

/// The blocks of a text that [`block_text`] wrote: the rows of each and the first value in it.
pub(crate) fn read_blocks(text: &str) -> Vec<(Vec<u32>, String)> {
    let mut blocks: Vec<(Vec<u32>, String)> = Vec::new();
    for line in text.lines() {
        if let Some(numbers) = line.strip_prefix("[row") {
            blocks.push((super::cited_rows(numbers), String::new()));
            continue;
        }
        let Some((_, first)) = blocks.last_mut() else {
            continue;
        };
        if first.is_empty()
            && let Some((_, value)) = line.split_once(": ")
        {
            value.trim().clone_into(first);
        }
    }
    blocks
}

#[cfg(test)]
mod tests;
