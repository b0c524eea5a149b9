//! What a workbook says of its sheets, and where it says it.

use std::collections::BTreeMap;
use std::ops::Range;

use quick_xml::events::Event;

use super::cover::{Cover, covers};
use super::extra::OwnSheet;
use super::scan::Walk;
use super::style::{PLAIN, Styles, counts_from_1904, edited};
use super::tag::{escaped, prefix_of};
use crate::workbook::{Archive, elements, parse_place, sheet_part, workbook_part};

const RELATIONS: &str = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const PACKAGE: &str = "application/vnd.openxmlformats-officedocument.spreadsheetml";

/// The parts that are not the sheet itself.
#[derive(Debug)]
pub(super) struct Book {
    /// The part of the sheet.
    pub(super) sheet_part: String,
    /// `xlsx` or `xlsm`.
    pub(super) ending: &'static str,
    /// True if days count from 1904.
    pub(super) is_1904: bool,
    /// True if it carries a digital signature.
    pub(super) is_signed: bool,
    /// The last column of a table on the sheet, from 0.
    pub(super) last_table_column: u32,
    covered: Vec<Cover>,
    part: String,
    xml: String,
    names: Vec<String>,
    relations_part: String,
    relations: String,
    types: String,
    styles_part: String,
    styles: Option<String>,
    parts: Vec<String>,
}

impl Book {
    /// `None` if something is not where it should be.
    pub(super) fn open(archive: &mut Archive<'_>, sheet: &str) -> Option<Self> {
        let part = workbook_part(archive);
        let sheet_part = sheet_part(archive, sheet)?;
        let (folder, file) = part.rsplit_once('/').unwrap_or(("", &part));
        let relations_part = format!("{folder}/_rels/{file}.rels");
        let (xml, relations) = (archive.text(&part)?, archive.text(&relations_part)?);
        let types = archive.text("[Content_Types].xml")?;
        let named = |kind: &str| {
            elements(&relations, "Relationship")
                .into_iter()
                .find(|relation| {
                    relation
                        .get("Type")
                        .is_some_and(|found| found.ends_with(kind))
                })
                .and_then(|relation| Some(resolved(&part, relation.get("Target")?)))
        };
        let styles_part = named("/styles").unwrap_or_else(|| format!("{folder}/styles.xml"));
        let ending = if types.contains("sheet.macroEnabled.main+xml") {
            "xlsm"
        } else {
            "xlsx"
        };
        let parts = archive.names();
        let mut book = Self {
            ending,
            is_1904: is_1904(&xml),
            is_signed: parts.iter().any(|part| part.starts_with("_xmlsignatures/")),
            last_table_column: 0,
            covered: Vec::new(),
            names: elements(&xml, "sheet")
                .into_iter()
                .filter_map(|mut sheet| sheet.remove("name"))
                .collect(),
            styles: archive.text(&styles_part),
            sheet_part,
            part,
            xml,
            relations_part,
            relations,
            types,
            styles_part,
            parts,
        };
        book.look_around(archive);
        Some(book)
    }

    /// Tables, charts and pictures of the sheet.
    fn look_around(&mut self, archive: &mut Archive<'_>) {
        let (folder, file) = self
            .sheet_part
            .rsplit_once('/')
            .unwrap_or(("", &self.sheet_part));
        let Some(relations) = archive.text(&format!("{folder}/_rels/{file}.rels")) else {
            return;
        };
        for relation in elements(&relations, "Relationship") {
            let (Some(kind), Some(target)) = (relation.get("Type"), relation.get("Target")) else {
                continue;
            };
            let part = resolved(&self.sheet_part, target);
            let Some(xml) = archive.text(&part) else {
                continue;
            };
            if kind.ends_with("/table") {
                let tables = elements(&xml, "table");
                let reach = tables.iter().filter_map(|table| {
                    let range = table.get("ref")?;
                    parse_place(range.rsplit(':').next()?).map(|(_, column)| column)
                });
                self.last_table_column = reach.fold(self.last_table_column, u32::max);
            } else if kind.ends_with("/drawing") {
                self.covered.extend(covers(&xml));
            }
        }
    }

    /// True if something stands over these columns, from 0, somewhere above or beside the rows up to `last_row`.
    pub(super) fn covers(&self, first: u32, last: u32, last_row: u32) -> bool {
        self.covered
            .iter()
            .any(|cover| cover.meets((first, last), last_row))
    }

    /// The styles, new ones if it has none; `None` if they are not built as they should be.
    pub(super) fn styles(&self) -> Option<Styles> {
        Styles::of(self.styles.clone().unwrap_or_else(|| PLAIN.to_owned()))
    }

    /// Every part that changes or is new, by name. `None` if a list has no end to add to.
    pub(super) fn with_sheets(
        self,
        sheets: Vec<OwnSheet>,
        namespace: &str,
        sheet: String,
        styles: Styles,
    ) -> Option<BTreeMap<String, String>> {
        let mut parts = BTreeMap::new();
        let (mut listed, mut related, mut typed) = (Vec::new(), Vec::new(), Vec::new());
        let sheet_kind = self.kind_of_sheets();
        let (folder, _) = self.part.rsplit_once('/').unwrap_or(("", &self.part));
        let mut taken = self.names.clone();
        let highest = highest_id(&self.xml);
        for (number, own) in (1..).zip(sheets) {
            let file = free(number, |file| {
                self.parts.contains(&format!("{folder}/worksheets/{file}"))
            });
            let relation = format!("rIdStampmill{number}");
            let name = free_name(&own.name, &taken);
            listed.push(self.sheet_entry(&name, highest + number, &relation)?);
            related.push((relation, sheet_kind.clone(), format!("worksheets/{file}")));
            let part = format!("{folder}/worksheets/{file}");
            typed.push((part.clone(), format!("{PACKAGE}.worksheet+xml")));
            parts.insert(part, document(namespace, &own.body));
            taken.push(name);
        }
        if self.styles.is_none() {
            let kind = sheet_kind.replace("/worksheet", "/styles");
            related.push((
                "rIdStampmillStyles".to_owned(),
                kind,
                "styles.xml".to_owned(),
            ));
            typed.push((self.styles_part.clone(), format!("{PACKAGE}.styles+xml")));
        }
        parts.insert(self.sheet_part.clone(), sheet);
        parts.insert(self.styles_part.clone(), styles.finish());
        let relation = |(id, kind, target): &(String, String, String), prefix: &str| {
            format!(r#"<{prefix}Relationship Id="{id}" Type="{kind}" Target="{target}"/>"#)
        };
        let type_of = |(part, kind): &(String, String), prefix: &str| {
            format!(r#"<{prefix}Override PartName="/{part}" ContentType="{kind}"/>"#)
        };
        let xml = appended(&self.xml, "sheets", |_| listed.concat())?;
        let relations = appended(&self.relations, "Relationships", |prefix| {
            related
                .iter()
                .map(|entry| relation(entry, prefix))
                .collect()
        })?;
        let types = appended(&self.types, "Types", |prefix| {
            typed.iter().map(|entry| type_of(entry, prefix)).collect()
        })?;
        parts.insert(self.part, xml);
        parts.insert(self.relations_part, relations);
        parts.insert("[Content_Types].xml".to_owned(), types);
        Some(parts)
    }

    /// What the workbook calls the relation to a sheet; strict ones have another address for it.
    fn kind_of_sheets(&self) -> String {
        elements(&self.relations, "Relationship")
            .into_iter()
            .filter_map(|mut relation| relation.remove("Type"))
            .find(|kind| kind.ends_with("/worksheet"))
            .unwrap_or_else(|| format!("{RELATIONS}/worksheet"))
    }

    /// An entry of the list of sheets, with the prefixes those there have.
    fn sheet_entry(&self, name: &str, id: u32, relation: &str) -> Option<String> {
        let mut walk = Walk::new(&self.xml);
        while let Some((_, event)) = walk.next().ok()? {
            if let Event::Start(element) | Event::Empty(element) = &event
                && element.local_name().as_ref() == "sheet"
            {
                let key = element
                    .attributes()
                    .flatten()
                    .find(|attribute| attribute.key.local_name().as_ref() == "id")?;
                return Some(format!(
                    r#"<{} name="{}" sheetId="{id}" {}="{relation}"/>"#,
                    element.name().as_ref(),
                    escaped(name),
                    key.key.as_ref(),
                ));
            }
        }
        None
    }
}

/// A target as a relation of `part` gives it, as the name of a part.
fn resolved(part: &str, target: &str) -> String {
    if let Some(absolute) = target.strip_prefix('/') {
        return absolute.to_owned();
    }
    let mut path: Vec<&str> = part.split('/').collect();
    path.pop();
    for step in target.split('/') {
        match step {
            ".." => {
                path.pop();
            }
            "." => {}
            step => path.push(step),
        }
    }
    path.join("/")
}

fn is_1904(xml: &str) -> bool {
    let mut walk = Walk::new(xml);
    while let Ok(Some((_, event))) = walk.next() {
        if let Event::Start(element) | Event::Empty(element) = &event
            && element.local_name().as_ref() == "workbookPr"
        {
            return counts_from_1904(element);
        }
    }
    false
}

fn highest_id(xml: &str) -> u32 {
    elements(xml, "sheet")
        .iter()
        .filter_map(|sheet| sheet.get("sheetId")?.parse().ok())
        .fold(0, u32::max)
}

/// A file name nobody has yet.
fn free(number: u32, is_taken: impl Fn(&str) -> bool) -> String {
    let mut file = format!("stampmill{number}.xml");
    let mut again = 1;
    while is_taken(&file) {
        file = format!("stampmill{number}_{again}.xml");
        again += 1;
    }
    file
}

/// A name no sheet has yet, at most 31 characters; case aside, as spreadsheet programs compare them.
fn free_name(wanted: &str, taken: &[String]) -> String {
    let is_taken = |name: &str| {
        let name = name.to_lowercase();
        taken.iter().any(|taken| taken.to_lowercase() == name)
    };
    let short: String = wanted.chars().take(27).collect();
    let mut name = wanted.to_owned();
    let mut number = 2;
    while is_taken(&name) {
        name = format!("{short} {number}");
        number += 1;
    }
    name
}

fn document(namespace: &str, body: &str) -> String {
    format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\" standalone=\"yes\"?>\n<worksheet xmlns=\"{}\">{body}</worksheet>",
        escaped(namespace)
    )
}

/// A list with more at its end; `more` is given the prefix of its elements.
fn appended(xml: &str, list: &str, more: impl FnOnce(&str) -> String) -> Option<String> {
    let mut walk = Walk::new(xml);
    let mut end: Option<(Range<usize>, String)> = None;
    while let Some((at, event)) = walk.next().ok()? {
        if let Event::End(element) = &event
            && element.local_name().as_ref() == list
        {
            end = Some((
                at.start..at.start,
                prefix_of(element.name().as_ref()).to_owned(),
            ));
        }
    }
    let (at, prefix) = end?;
    Some(edited(xml, vec![(at, more(&prefix))]))
}
