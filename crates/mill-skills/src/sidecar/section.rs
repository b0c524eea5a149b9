//! One table of `stampmill.toml`: keys are taken out one by one, and what is left over is reported with its line.

use toml::de::{DeTable, DeValue};

use crate::source::SIDECAR_FILE;
use crate::{Place, SkillError};

/// A table of the sidecar with the keys nobody asked for yet, in the order of the file.
pub(super) struct Section<'a> {
    text: &'a str,
    /// The dotted name of the table; "" for the whole file.
    path: String,
    /// Where the table starts, in bytes.
    start: usize,
    entries: Vec<Entry<'a>>,
    asked: Vec<&'static str>,
}

/// A key with its value and its place.
pub(super) struct Entry<'a> {
    pub(super) key: &'a str,
    pub(super) value: &'a DeValue<'a>,
    start: usize,
}

impl<'a> Section<'a> {
    pub(super) fn new(text: &'a str, path: String, start: usize, table: &'a DeTable<'a>) -> Self {
        let mut entries: Vec<Entry<'a>> = table
            .iter()
            .map(|(key, value)| Entry {
                key: key.get_ref(),
                value: value.get_ref(),
                start: key.span().start,
            })
            .collect();
        entries.sort_by_key(|entry| entry.start);
        Self {
            text,
            path,
            start,
            entries,
            asked: Vec::new(),
        }
    }

    /// Takes every key that is left, in order: for tables whose keys are names of the author.
    pub(super) fn take_all(&mut self) -> Vec<Entry<'a>> {
        std::mem::take(&mut self.entries)
    }

    /// Takes a key out; `None` if it is not there.
    pub(super) fn take(&mut self, key: &'static str) -> Option<Entry<'a>> {
        self.asked.push(key);
        let at = self.entries.iter().position(|entry| entry.key == key)?;
        Some(self.entries.remove(at))
    }

    /// A text; `None` if the key is not there.
    pub(super) fn text(&mut self, key: &'static str) -> Result<Option<String>, SkillError> {
        let Some(entry) = self.take(key) else {
            return Ok(None);
        };
        match entry.value {
            DeValue::String(text) => Ok(Some(text.to_string())),
            _ => Err(self.wrong_at(
                &entry,
                "the value is not text",
                format!("Write `{key} = \"…\"`."),
            )),
        }
    }

    /// A number or a text that holds one; `None` if the key is not there.
    pub(super) fn text_or_number(
        &mut self,
        key: &'static str,
    ) -> Result<Option<String>, SkillError> {
        let Some(entry) = self.take(key) else {
            return Ok(None);
        };
        match entry.value {
            DeValue::String(text) => Ok(Some(text.to_string())),
            DeValue::Integer(number) => Ok(Some(number.to_string())),
            DeValue::Float(number) => Ok(Some(number.to_string())),
            DeValue::Datetime(date) => Ok(Some(date.to_string())),
            _ => Err(self.wrong_at(
                &entry,
                "the value is not a number",
                format!("Write `{key} = \"…\"`."),
            )),
        }
    }

    /// Yes or no; `None` if the key is not there.
    pub(super) fn yes_no(&mut self, key: &'static str) -> Result<Option<bool>, SkillError> {
        let Some(entry) = self.take(key) else {
            return Ok(None);
        };
        match entry.value {
            DeValue::Boolean(value) => Ok(Some(*value)),
            _ => Err(self.wrong_at(
                &entry,
                "the value is not yes or no",
                format!("Write `{key} = true` or `false`."),
            )),
        }
    }

    /// A whole number above 0; `None` if the key is not there.
    pub(super) fn count(&mut self, key: &'static str) -> Result<Option<u32>, SkillError> {
        let Some(entry) = self.take(key) else {
            return Ok(None);
        };
        let number = match entry.value {
            DeValue::Integer(number) => number.to_string().replace('_', "").parse::<u32>().ok(),
            _ => None,
        };
        match number {
            Some(number) if number > 0 => Ok(Some(number)),
            _ => Err(self.wrong_at(
                &entry,
                "the value is not a whole number above 0",
                format!("Write `{key} = 8`."),
            )),
        }
    }

    /// A list of texts; `None` if the key is not there.
    pub(super) fn texts(&mut self, key: &'static str) -> Result<Option<Vec<String>>, SkillError> {
        let Some(entry) = self.take(key) else {
            return Ok(None);
        };
        let texts = match entry.value {
            DeValue::Array(items) => items
                .iter()
                .map(|item| item.get_ref().as_str().map(str::to_owned))
                .collect(),
            _ => None,
        };
        texts.map(Some).ok_or_else(|| {
            self.wrong_at(
                &entry,
                "the value is not a list of texts",
                format!("Write `{key} = [\"…\", \"…\"]`."),
            )
        })
    }

    /// A table below this one; `None` if the key is not there.
    pub(super) fn table(&mut self, key: &'static str) -> Result<Option<Self>, SkillError> {
        self.take(key).map(|entry| self.below(&entry)).transpose()
    }

    /// Tables written as `[[key]]`; none if the key is not there.
    pub(super) fn tables(&mut self, key: &'static str) -> Result<Vec<Self>, SkillError> {
        let Some(entry) = self.take(key) else {
            return Ok(Vec::new());
        };
        let wrong = || {
            self.wrong_at(
                &entry,
                "these are not tables",
                format!("Write `[[{key}]]` above each one."),
            )
        };
        let DeValue::Array(items) = entry.value else {
            return Err(wrong());
        };
        let mut tables = Vec::new();
        for (index, item) in items.iter().enumerate() {
            let DeValue::Table(table) = item.get_ref() else {
                return Err(wrong());
            };
            let path = format!("{}[{}]", self.path_of(key), index + 1);
            tables.push(Self::new(self.text, path, item.span().start, table));
        }
        Ok(tables)
    }

    /// The table an entry holds.
    pub(super) fn below(&self, entry: &Entry<'a>) -> Result<Self, SkillError> {
        match entry.value {
            DeValue::Table(table) => Ok(Self::new(
                self.text,
                self.path_of(entry.key),
                entry.start,
                table,
            )),
            _ => Err(self.wrong_at(
                entry,
                "this is not a table",
                format!("Write `{} = {{ … }}`.", entry.key),
            )),
        }
    }

    /// Ends the reading of a table.
    /// # Errors
    /// [`SkillError::Wrong`] for the first key nobody asked for.
    pub(super) fn finish(self) -> Result<(), SkillError> {
        match self.entries.first() {
            None => Ok(()),
            Some(entry) => {
                let hint = format!(
                    "Known here are: {}. Correct or remove it.",
                    self.asked.join(", ")
                );
                Err(self.wrong_at(entry, "this key is not known", hint))
            }
        }
    }

    /// The place of a key of this table.
    pub(super) fn place_of(&self, entry: &Entry<'a>) -> Place {
        Place::line(SIDECAR_FILE, line_at(self.text, entry.start)).at_key(self.path_of(entry.key))
    }

    /// The place of the table itself, or of a key that is missing in it.
    pub(super) fn place(&self, key: &str) -> Place {
        let start = self
            .entries
            .iter()
            .find(|entry| entry.key == key)
            .map_or(self.start, |entry| entry.start);
        Place::line(SIDECAR_FILE, line_at(self.text, start)).at_key(self.path_of(key))
    }

    pub(super) fn wrong_at(&self, entry: &Entry<'a>, problem: &str, hint: String) -> SkillError {
        SkillError::wrong(self.place_of(entry), problem, hint)
    }

    fn path_of(&self, key: &str) -> String {
        match (self.path.is_empty(), key.is_empty()) {
            (true, _) => key.to_owned(),
            (false, true) => self.path.clone(),
            (false, false) => format!("{}.{key}", self.path),
        }
    }
}

/// The line of a byte offset, from 1.
pub(super) fn line_at(text: &str, offset: usize) -> u32 {
    let before = text
        .as_bytes()
        .iter()
        .take(offset)
        .filter(|byte| **byte == b'\n')
        .count();
    u32::try_from(before + 1).unwrap_or(u32::MAX)
}
