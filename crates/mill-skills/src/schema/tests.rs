//! The schema in the part both strict modes take.

use super::*;
use crate::SkillSource;

fn skill(outputs: &str) -> Skill {
    Skill::from_source(SkillSource::from_files([
        ("SKILL.md", "---\nname: a\ndescription: d\n---\nDo it."),
        ("stampmill.toml", outputs),
    ]))
    .unwrap()
}

#[test]
fn every_object_is_closed_and_every_property_required() {
    let skill = skill(
        "[outputs]\nkind = { type = \"choice\", choices = [\"A\", \"B\"] }\nday = { type = \"date\", required = false }\n\
         rows = { type = \"list\", fields = { n = { type = \"integer\" }, ok = { type = \"yes_no\", required = false } } }\n",
    );
    insta::assert_json_snapshot!(json_schema(&skill), @r##"
    {
      "type": "object",
      "properties": {
        "kind": {
          "type": "string",
          "enum": [
            "A",
            "B"
          ],
          "description": "Kind: exactly one of this list, spelled as in the list"
        },
        "day": {
          "anyOf": [
            {
              "type": "string"
            },
            {
              "type": "null"
            }
          ],
          "description": "Day: a date as YYYY-MM-DD"
        },
        "rows": {
          "type": "array",
          "items": {
            "type": "object",
            "properties": {
              "n": {
                "type": "integer",
                "description": "N: a whole number"
              },
              "ok": {
                "anyOf": [
                  {
                    "type": "boolean"
                  },
                  {
                    "type": "null"
                  }
                ],
                "description": "Ok: true or false"
              }
            },
            "required": [
              "n",
              "ok"
            ],
            "additionalProperties": false
          },
          "description": "Rows: a list of objects, possibly empty"
        }
      },
      "required": [
        "kind",
        "day",
        "rows"
      ],
      "additionalProperties": false
    }
    "##);
}

#[test]
fn a_list_too_long_for_strict_mode_becomes_text() {
    let choices: Vec<String> = (0..600)
        .map(|number| format!("\"value {number}\""))
        .collect();
    let skill = skill(&format!(
        "[outputs]\nkind = {{ type = \"choices\", choices = [{}] }}\n",
        choices.join(", ")
    ));
    assert_eq!(
        json_schema(&skill)["properties"]["kind"]["items"],
        json!({"type": "string"})
    );
}
