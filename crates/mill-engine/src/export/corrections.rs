//! What people corrected, as lines below the closing sheet.

use jiff::tz::TimeZone;
use rust_i18n::t;

use super::{ExportLanguage, local_time};
use crate::{CorrectedField, Correction};

/// A line for each field that was corrected, oldest first, below a line with how many corrections there are; none without any.
pub(super) fn correction_lines(
    corrections: &[Correction],
    language: ExportLanguage,
    zone: &TimeZone,
) -> Vec<(String, String)> {
    let word = |key: &str| t!(key, locale = language.as_str()).into_owned();
    if corrections.is_empty() {
        return Vec::new();
    }
    let title = (word("correction.title"), corrections.len().to_string());
    let lines = corrections.iter().rev().flat_map(|correction| {
        let line = |field| line(correction, field, language, zone);
        correction.fields.iter().map(line).collect::<Vec<_>>()
    });
    std::iter::once(title).chain(lines).collect()
}

fn line(
    correction: &Correction,
    field: &CorrectedField,
    language: ExportLanguage,
    zone: &TimeZone,
) -> (String, String) {
    let locale = language.as_str();
    let word = |key: &str| t!(key, locale = locale).into_owned();
    let or = |text: &str, key: &str| {
        if text.is_empty() {
            word(key)
        } else {
            text.to_owned()
        }
    };
    let kinds: Vec<String> = correction
        .learnt
        .iter()
        .map(|kind| word(&format!("correction.kind.{kind}")))
        .collect();
    let mut more = String::new();
    if !correction.stands {
        more.push_str(&word("correction.replaced"));
    }
    if !kinds.is_empty() {
        more.push_str(&t!(
            "correction.learnt",
            locale = locale,
            kinds = kinds.join(", ")
        ));
    }
    let label = t!(
        "correction.row",
        locale = locale,
        row = correction.source_row,
        field = field.label
    );
    let change = t!(
        "correction.change",
        locale = locale,
        from = or(&field.from, "correction.empty"),
        to = or(&field.to, "correction.empty"),
        who = or(&correction.reviewer, "correction.nobody"),
        when = local_time(correction.at, zone),
        more = more
    );
    (label.into_owned(), change.into_owned())
}
