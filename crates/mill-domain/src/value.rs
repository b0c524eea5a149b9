//! Typed values of one task, in canonical JSON.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value as Json};

use crate::FieldName;

/// Inputs or outputs by field name, in the skill's order, each in the form [`FieldType`](crate::FieldType) gives.
///
/// A record is made by the room that checked it against the skill; whoever holds one need not check again.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Record(Map<String, Json>);

/// A single value of a record, in canonical JSON.
pub type Value = Json;

impl Record {
    /// A record without fields.
    pub fn new() -> Self {
        Self::default()
    }

    /// Sets a field, replacing what was there.
    pub fn set(&mut self, field: &FieldName, value: Value) {
        self.0.insert(field.as_str().to_owned(), value);
    }

    /// The value of a field; `None` if the record does not have it.
    pub fn get(&self, field: &FieldName) -> Option<&Value> {
        self.0.get(field.as_str())
    }

    /// The value of a field as the text people read: strings as they are, lists as JSON, nothing as "".
    pub fn text(&self, field: &FieldName) -> String {
        match self.get(field) {
            None | Some(Json::Null) => String::new(),
            Some(Json::String(text)) => text.clone(),
            Some(other) => other.to_string(),
        }
    }

    /// Fields and values in order.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &Value)> {
        self.0.iter().map(|(name, value)| (name.as_str(), value))
    }

    /// True without any field.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The JSON object itself.
    pub fn into_json(self) -> Json {
        Json::Object(self.0)
    }
}

impl From<Map<String, Json>> for Record {
    fn from(map: Map<String, Json>) -> Self {
        Self(map)
    }
}
