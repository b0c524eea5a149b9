//! Which part of a packed workbook holds what.

use std::collections::HashMap;

use quick_xml::Reader;
use quick_xml::events::Event;

use super::archive::{Archive, unescaped};

/// The archive's part that holds a sheet, by way of the workbook and its relations.
pub(crate) fn sheet_part(archive: &mut Archive<'_>, sheet: &str) -> Option<String> {
    let workbook = workbook_part(archive);
    let (folder, file) = workbook.rsplit_once('/').unwrap_or(("", &workbook));
    let relation = relation_of_sheet(&archive.text(&workbook)?, sheet)?;
    let relations = relation_targets(&archive.text(&format!("{folder}/_rels/{file}.rels"))?);
    let target = relations.get(&relation)?;
    let part = match target.strip_prefix('/') {
        Some(absolute) => absolute.to_owned(),
        None => format!("{folder}/{target}"),
    };
    Some(part)
}

pub(crate) fn workbook_part(archive: &mut Archive<'_>) -> String {
    let usual = "xl/workbook.xml".to_owned();
    if archive.has(&usual) {
        return usual;
    }
    let targets = archive
        .text("_rels/.rels")
        .map(|xml| relation_targets(&xml))
        .unwrap_or_default();
    let mut parts: Vec<String> = targets
        .into_values()
        .filter(|part| part.contains("workbook"))
        .collect();
    parts.sort();
    parts
        .first()
        .map_or(usual, |part| part.trim_start_matches('/').to_owned())
}

fn relation_of_sheet(workbook: &str, sheet: &str) -> Option<String> {
    elements(workbook, "sheet")
        .into_iter()
        .find(|element| element.get("name").is_some_and(|name| name == sheet))?
        .remove("id")
}

pub(super) fn relation_targets(xml: &str) -> HashMap<String, String> {
    elements(xml, "Relationship")
        .into_iter()
        .filter_map(|mut element| Some((element.remove("Id")?, element.remove("Target")?)))
        .collect()
}

/// The attributes, by name without prefix, of every element of one name.
pub(crate) fn elements(xml: &str, name: &str) -> Vec<HashMap<String, String>> {
    let mut reader = Reader::from_str(xml);
    let mut found = Vec::new();
    while let Ok(event) = reader.read_event() {
        match event {
            Event::Start(element) | Event::Empty(element)
                if element.local_name().as_ref() == name =>
            {
                found.push(
                    element
                        .attributes()
                        .flatten()
                        .map(|attribute| {
                            (
                                attribute.key.local_name().as_ref().to_owned(),
                                unescaped(&attribute.value),
                            )
                        })
                        .collect(),
                );
            }
            Event::Eof => break,
            _ => {}
        }
    }
    found
}
