//! A document as Markdown; the number of a row leads to the row at the end.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use super::document::{ColumnKind, DocumentColumn, DocumentLine, LineKind};
use super::export::Sheets;
use super::field::ReadRow;

pub(super) fn text(content: &Sheets) -> String {
    let mut text = format!("# {}\n\n", escaped(&content.title));
    for banner in &content.banners {
        _ = writeln!(text, "> **{}**  ", escaped(banner));
    }
    text.push('\n');
    if is_prose(&content.document.columns) {
        prose(&mut text, &content.document.lines);
    } else {
        table(&mut text, content);
    }
    if !content.notes.is_empty() {
        _ = writeln!(text, "\n## {}\n", content.word("merge.notes"));
        for note in &content.notes {
            _ = writeln!(text, "- {}", escaped(note));
        }
    }
    rows(&mut text, content);
    _ = writeln!(text, "\n## {}\n", content.word("merge.facts"));
    text.push_str("| | |\n| --- | --- |\n");
    for (label, fact) in &content.facts {
        _ = writeln!(text, "| {} | {} |", escaped(label), escaped(fact));
    }
    text
}

/// One text a line is a paragraph; more are a table.
pub(super) const fn is_prose(columns: &[DocumentColumn]) -> bool {
    matches!(
        columns,
        [DocumentColumn {
            kind: ColumnKind::Text,
            ..
        }]
    )
}

fn prose(text: &mut String, lines: &[DocumentLine]) {
    let mut under: Option<&str> = None;
    for line in lines {
        let heading = line.heading.as_deref();
        if heading != under {
            if let Some(heading) = heading {
                _ = writeln!(text, "\n## {}\n", escaped(heading));
            }
            under = heading;
        }
        let words = line.cells.first().map_or("", String::as_str);
        _ = writeln!(text, "{} {}\n", escaped(words), links(&line.rows));
    }
}

fn table(text: &mut String, content: &Sheets) {
    let mut labels: Vec<String> = content
        .document
        .columns
        .iter()
        .map(|column| escaped(&content.label(column)))
        .collect();
    let headings = content
        .document
        .lines
        .iter()
        .any(|line| line.heading.is_some());
    if headings {
        labels.insert(0, String::new());
    }
    labels.push(content.word("merge.rows"));
    let right = |column: &DocumentColumn| match column.kind {
        ColumnKind::Text => "---",
        _ => "---:",
    };
    let mut rules: Vec<&str> = content.document.columns.iter().map(right).collect();
    if headings {
        rules.insert(0, "---");
    }
    rules.push("---");
    _ = writeln!(
        text,
        "| {} |\n| {} |",
        labels.join(" | "),
        rules.join(" | ")
    );
    for line in &content.document.lines {
        let mut cells: Vec<String> = line.cells.iter().map(|cell| escaped(cell)).collect();
        if line.kind == LineKind::Total {
            if let Some(first) = cells.first_mut() {
                *first = content.word("merge.total");
            }
            for cell in cells.iter_mut().filter(|cell| !cell.is_empty()) {
                *cell = format!("**{cell}**");
            }
        }
        if headings {
            cells.insert(0, line.heading.as_deref().map_or_else(String::new, escaped));
        }
        // The sum rests on all rows; naming them again would hide the lines.
        cells.push(if line.kind == LineKind::Line {
            links(&line.rows)
        } else {
            String::new()
        });
        _ = writeln!(text, "| {} |", cells.join(" | "));
    }
}

/// A row that went in, as the end of a document tells it.
pub(super) struct ToldRow {
    /// Its number.
    pub(super) row: u32,
    /// What says which one it is, shortened.
    pub(super) words: String,
    /// Where it was in its review, and whether no line names it.
    pub(super) standing: String,
}

/// Letters of a row at the end of a document.
const ROW_CHARS: usize = 160;

impl Sheets {
    /// Every row that went in.
    pub(super) fn told_rows(&self) -> Vec<ToldRow> {
        let lines = self.document.lines.iter();
        let named: BTreeSet<u32> = lines.flat_map(|line| line.rows.iter().copied()).collect();
        let used = self.merge.rows.used_of(&self.tasks).into_iter();
        used.map(|(merged, task)| {
            let words = ReadRow::of(&self.shape, merged.row, task).words();
            let mut standing = self.word(&format!("merge.standing.{}", merged.standing.as_str()));
            if !named.contains(&merged.row) {
                standing = format!("{standing}, {}", self.word("merge.unnamed"));
            }
            ToldRow {
                row: merged.row,
                words: words.chars().take(ROW_CHARS).collect(),
                standing,
            }
        })
        .collect()
    }

    /// What stands above a column.
    pub(super) fn label(&self, column: &DocumentColumn) -> String {
        match column.kind {
            ColumnKind::Text | ColumnKind::Amount => column.label.clone(),
            ColumnKind::Count | ColumnKind::Debit | ColumnKind::Credit => {
                self.word(&format!("merge.column.{}", column.kind.as_str()))
            }
        }
    }
}

fn links(rows: &[u32]) -> String {
    if rows.is_empty() {
        return String::new();
    }
    let links: Vec<String> = rows
        .iter()
        .map(|row| format!("[{row}](#row-{row})"))
        .collect();
    format!("({})", links.join(", "))
}

/// Every row that went in, with its own words.
fn rows(text: &mut String, content: &Sheets) {
    _ = writeln!(text, "\n## {}\n", content.word("merge.rows"));
    for told in content.told_rows() {
        _ = writeln!(
            text,
            "- <a id=\"row-{0}\"></a>**{0}** {1} *({2})*",
            told.row,
            escaped(&told.words),
            told.standing
        );
    }
}

/// A text that Markdown shows as it is: on one line, without markup of its own.
fn escaped(text: &str) -> String {
    let mut safe = String::with_capacity(text.len());
    for letter in text.trim().chars() {
        match letter {
            '\\' | '`' | '*' | '_' | '[' | ']' | '<' | '>' | '|' | '#' | '~' | '!' => {
                safe.push('\\');
                safe.push(letter);
            }
            '&' => safe.push_str("&amp;"),
            '\n' | '\r' | '\t' => safe.push(' '),
            other => safe.push(other),
        }
    }
    safe
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_in_a_row_becomes_markup() {
        assert_eq!(
            escaped("<script>x</script> | *a* [b](c)\n# d"),
            "\\<script\\>x\\</script\\> \\| \\*a\\* \\[b\\](c) \\# d"
        );
        assert_eq!(links(&[3, 7]), "([3](#row-3), [7](#row-7))");
    }
}
