//! Closed lists: written in the sidecar, or the first column of a CSV.

use std::collections::HashMap;

use super::section::Section;
use crate::delimited::SmallRow;
use crate::{Place, SkillError, SkillSource, delimited, fold};

/// Usual titles of a column of choices, folded.
const CHOICE_TITLES: [&str; 12] = [
    "choice", "choices", "value", "values", "option", "options", "name", "code", "label", "id",
    "名称", "代码",
];

/// Reads the choices of a field; `names` are its own name and label.
pub(super) fn read(
    section: &mut Section<'_>,
    names: [&str; 2],
    source: &SkillSource,
) -> Result<Vec<String>, SkillError> {
    let place = section.place("choices");
    let file_place = section.place("choices_file");
    let written = section
        .texts("choices")?
        .map(|choices| numbered(&choices, 0));
    let filed = section.text("choices_file")?;
    match (written, filed) {
        (Some(written), None) => distinct(written, |_| place.clone()),
        (None, Some(file)) => {
            let mut rows = delimited::read_rows(&file, source.required(&file)?)?;
            refuse_split_cells(&file, &rows)?;
            if rows
                .first()
                .is_some_and(|row| is_title(row.cell(0), names, &file))
            {
                rows.remove(0);
            }
            let values = rows
                .iter()
                .map(|row| (row.number, row.cell(0).to_owned()))
                .collect();
            distinct(values, |row| Place::line(&file, row))
        }
        (None, None) => {
            let hint = "Write choices = [\"…\", \"…\"], or choices_file with a CSV whose first column holds them.";
            Err(SkillError::wrong(place, "the field has no choices", hint))
        }
        (Some(_), Some(_)) => {
            let hint = "Keep either choices or choices_file.";
            Err(SkillError::wrong(
                file_place,
                "the field has its choices twice",
                hint,
            ))
        }
    }
}

/// A choice with a comma and without quotes would be cut at the comma.
fn refuse_split_cells(file: &str, rows: &[SmallRow]) -> Result<(), SkillError> {
    let width = rows.first().map_or(0, |row| row.cells.len());
    match rows.iter().find(|row| row.cells.len() > width) {
        None => Ok(()),
        Some(row) => Err(SkillError::wrong(
            Place::line(file, row.number),
            "the row has more cells than the first row",
            "Put a choice that holds a comma in double quotes.",
        )),
    }
}

/// True for the title of a column of choices: the field's name or label, the file's own name, or a usual word. Anything
/// else is a choice, because a choice that is taken for a title would be lost without a word.
fn is_title(cell: &str, names: [&str; 2], file: &str) -> bool {
    let file_name = file.rsplit('/').next().unwrap_or(file);
    let stem = file_name.split('.').next().unwrap_or(file_name);
    let singular = stem.strip_suffix('s').unwrap_or(stem);
    let cell = fold(&cell.replace('_', " "));
    let own = names.into_iter().chain([stem, singular]);
    own.map(|name| fold(&name.replace('_', " ")))
        .any(|name| name == cell)
        || CHOICE_TITLES.contains(&cell.as_str())
}

fn numbered(choices: &[String], first: u32) -> Vec<(u32, String)> {
    (first..)
        .zip(choices.iter().map(|choice| choice.trim().to_owned()))
        .collect()
}

/// Choices must stay apart when case, width and space do not count, because answers are compared so.
fn distinct(
    values: Vec<(u32, String)>,
    place: impl Fn(u32) -> Place,
) -> Result<Vec<String>, SkillError> {
    let mut seen: HashMap<String, String> = HashMap::new();
    let mut choices = Vec::new();
    for (row, choice) in values {
        if choice.is_empty() {
            continue;
        }
        if let Some(first) = seen.insert(fold(&choice), choice.clone()) {
            let problem =
                format!("`{choice}` and `{first}` are the same but for case, width and space");
            return Err(SkillError::wrong(place(row), problem, "Keep one of them."));
        }
        choices.push(choice);
    }
    if choices.is_empty() {
        return Err(SkillError::wrong(
            place(1),
            "there are no choices",
            "Write at least one.",
        ));
    }
    Ok(choices)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_title_is_left_out() {
        let names = ["account", "Account Description"];
        for title in [
            "Account",
            "account description",
            "ACCOUNTS",
            "Value",
            "account_description",
        ] {
            assert!(is_title(title, names, "references/accounts.csv"), "{title}");
        }
        for choice in ["Food Costs", "", "4711", "Accounting"] {
            assert!(
                !is_title(choice, names, "references/accounts.csv"),
                "{choice}"
            );
        }
    }
}
