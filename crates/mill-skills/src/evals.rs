//! Sample tasks with expected outputs: read and checked for names, never run here.

use mill_domain::{FieldSpec, Record};
use serde::Deserialize;
use serde_json::{Map, Value as Json};

use crate::{Place, SkillError, SkillSource};

/// One sample task.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EvalCase {
    /// Its name, unique in the file.
    pub id: String,
    /// The inputs as they would stand in a table, not yet typed; files are paths inside the skill's folder.
    pub inputs: Record,
    /// The outputs that count; fields that are not named may be anything.
    pub expected: Record,
    /// What the case is about; "" if the author does not say.
    pub note: String,
}

#[derive(Deserialize)]
struct EvalFile {
    evals: Vec<EvalRow>,
}

#[derive(Deserialize)]
struct EvalRow {
    id: Json,
    #[serde(default)]
    inputs: Map<String, Json>,
    #[serde(default)]
    expected: Map<String, Json>,
    #[serde(default)]
    note: String,
}

/// Reads the sample tasks of a file; none if the skill has no such file.
pub(crate) fn read(
    path: &str,
    source: &SkillSource,
    inputs: &[FieldSpec],
    outputs: &[FieldSpec],
) -> Result<Vec<EvalCase>, SkillError> {
    let Some(text) = source.text(path) else {
        return Ok(Vec::new());
    };
    let file: EvalFile = serde_json::from_str(text).map_err(|error| {
        let place = Place {
            file: path.to_owned(),
            line: u32::try_from(error.line()).ok(),
            key: None,
        };
        let hint = "Write {\"evals\": [{\"id\": 1, \"inputs\": {…}, \"expected\": {…}}]}.";
        SkillError::wrong(
            place,
            format!("the sample tasks cannot be read: {error}"),
            hint,
        )
    })?;
    let mut cases: Vec<EvalCase> = Vec::new();
    for (number, row) in (1..).zip(file.evals) {
        let id = row
            .id
            .as_str()
            .map_or_else(|| row.id.to_string(), str::to_owned);
        refuse_unknown(path, number, "inputs", &row.inputs, inputs)?;
        refuse_unknown(path, number, "expected", &row.expected, outputs)?;
        if cases.iter().any(|case| case.id == id) {
            let place = Place::file(path).at_key(format!("evals[{number}].id"));
            return Err(SkillError::wrong(
                place,
                format!("`{id}` is there twice"),
                "Give each sample its own id.",
            ));
        }
        cases.push(EvalCase {
            id,
            inputs: row.inputs.into(),
            expected: row.expected.into(),
            note: row.note,
        });
    }
    Ok(cases)
}

fn refuse_unknown(
    path: &str,
    number: u32,
    side: &str,
    given: &Map<String, Json>,
    fields: &[FieldSpec],
) -> Result<(), SkillError> {
    let unknown = given.keys().find(|name| {
        fields
            .iter()
            .all(|field| field.name.as_str() != name.as_str())
    });
    let Some(name) = unknown else { return Ok(()) };
    let names: Vec<_> = fields.iter().map(|field| field.name.as_str()).collect();
    let place = Place::file(path).at_key(format!("evals[{number}].{side}.{name}"));
    let hint = format!("Use the names of the skill: {}.", names.join(", "));
    Err(SkillError::wrong(
        place,
        "the skill has no such field",
        hint,
    ))
}
