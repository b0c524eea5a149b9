//! The sidecar, its faults and their lines.

use mill_domain::{FieldType, FindingLevel};

use crate::{CheckRule, Skill, SkillError, SkillSource, Undecided};

const SKILL_MD: &str = "---\nname: a\ndescription: Does it.\n---\nDo it.\n";

fn skill_with(sidecar: &str) -> Result<Skill, SkillError> {
    Skill::from_source(SkillSource::from_files([
        ("SKILL.md", SKILL_MD),
        ("stampmill.toml", sidecar),
        ("rules.csv", "if what,then kind\ncontains x,A\n"),
        ("c.csv", "value,meaning\nA,first\n\nB,second\n"),
        ("cut.csv", "A\nB, and more\n"),
    ]))
}

fn fault(sidecar: &str) -> (String, String) {
    let error = skill_with(sidecar).err().unwrap();
    (error.to_string(), error.hint())
}

const WHOLE: &str = r#"
[inputs]
zeta = { type = "text", required = true }
what = { label = "The What", type = "file" }

[outputs]
kind = { type = "choice", choices_file = "c.csv" }
alpha_beta = { type = "percent", from = "model", required = false }
rows = { type = "list", fields = { amount = { type = "money" }, note = { type = "text", max_chars = 10, required = false } } }
total = { type = "money" }

[rules]
table = "rules.csv"
undecided = "person"

[[checks]]
kind = "sum"
field = "total"
of = ["rows.amount"]
level = "warning"

[[checks]]
kind = "range"
field = "alpha_beta"
min = 0
max = "1"

[defaults]
model = "practice/sample"
max_output_tokens = 1_000
agents = 3
budget_usd = "0.5"
"#;

#[test]
fn a_whole_sidecar_is_read_in_the_order_of_the_file() {
    let skill = skill_with(WHOLE).unwrap();
    let names = |fields: &[mill_domain::FieldSpec]| {
        fields
            .iter()
            .map(|field| field.name.to_string())
            .collect::<Vec<_>>()
    };
    assert_eq!(names(&skill.inputs), ["zeta", "what"]);
    assert_eq!(
        names(&skill.outputs),
        ["kind", "alpha_beta", "rows", "total"]
    );
    assert_eq!(skill.inputs[1].label, "The What");
    assert_eq!(skill.outputs[1].label, "Alpha beta");
    assert!(
        skill.outputs[0].required && !skill.outputs[1].required && skill.outputs[1].from_model_only
    );
    assert_eq!(
        skill.outputs[0].field_type,
        FieldType::Choice {
            choices: vec!["A".to_owned(), "B".to_owned()]
        }
    );
    assert!(
        matches!(&skill.outputs[2].field_type, FieldType::List { fields } if names(fields) == ["amount", "note"])
    );
    assert_eq!(skill.undecided, Undecided::Person);
    assert_eq!(skill.rules.len(), 1);
    assert!(
        matches!(skill.checks[0].rule, CheckRule::Sum { .. })
            && skill.checks[0].level == FindingLevel::Warning
    );
    assert_eq!(skill.defaults.max_output_tokens, Some(1000));
    assert_eq!(skill.defaults.budget.unwrap().to_string(), "0.5");
    assert_eq!(skill.file_input().unwrap().name.as_str(), "what");
}

#[test]
fn a_plain_skill_takes_a_row_and_gives_an_answer() {
    let skill = Skill::from_source(SkillSource::from_files([("SKILL.md", SKILL_MD)])).unwrap();
    assert_eq!(
        (skill.inputs.len(), skill.inputs[0].name.as_str()),
        (1, "row")
    );
    assert_eq!(
        (skill.outputs.len(), skill.outputs[0].name.as_str()),
        (1, "answer")
    );
    assert!(skill.rules.is_empty() && skill.checks.is_empty());
    assert_eq!(skill.version, "1");
}

#[test]
fn unknown_keys_are_told_with_their_line() {
    let (error, hint) = fault("[inputs]\na = { type = \"text\", lable = \"A\" }\n");
    assert_eq!(
        error,
        "stampmill.toml line 2, key `inputs.a.lable`: this key is not known"
    );
    assert_eq!(
        hint,
        "Known here are: label, required, type, max_chars. Correct or remove it."
    );
    let (error, _) = fault("[defaults]\n\nagent = 8\n");
    assert_eq!(
        error,
        "stampmill.toml line 3, key `defaults.agent`: this key is not known"
    );
    let (error, _) = fault("# nothing\n[inputz]\n");
    assert_eq!(
        error,
        "stampmill.toml line 2, key `inputz`: this key is not known"
    );
}

/// Faults, each with the beginning of what is said.
const FAULTS: &[(&str, &str)] = &[
    (
        "[inputs\n",
        "stampmill.toml line 1: this is not valid TOML: ",
    ),
    (
        "[inputs]\n",
        "stampmill.toml line 1, key `inputs`: there is no field in this table",
    ),
    (
        "[inputs]\nA = { type = \"text\" }\n",
        "stampmill.toml line 2, key `inputs.A`: this is not a field's name",
    ),
    (
        "[inputs]\na = \"text\"\n",
        "stampmill.toml line 2, key `inputs.a`: this is not a table",
    ),
    (
        "[inputs]\na = { }\n",
        "stampmill.toml line 2, key `inputs.a.type`: the field has no type",
    ),
    (
        "[inputs]\na = { type = \"txt\" }\n",
        "stampmill.toml line 2, key `inputs.a.type`: `txt` is not a type",
    ),
    (
        "[inputs]\na = { type = \"list\" }\n",
        "stampmill.toml line 2, key `inputs.a.type`: a list can only come out",
    ),
    (
        "[outputs]\na = { type = \"file\" }\n",
        "stampmill.toml line 2, key `outputs.a.type`: a file can only go in",
    ),
    (
        "[outputs]\na = { type = \"choice\" }\n",
        "stampmill.toml line 2, key `outputs.a.choices`: the field has no choices",
    ),
    (
        "[outputs]\na = { type = \"choice\", choices = [\"Food\", \"FOOD \"] }\n",
        "stampmill.toml line 2, key `outputs.a.choices`: `FOOD` and `Food` are the same but for case",
    ),
    (
        "[outputs]\na = { type = \"choice\", choices_file = \"gone.csv\" }\n",
        "gone.csv: the file is missing",
    ),
    (
        "[outputs]\na = { type = \"choice\", choices_file = \"cut.csv\" }\n",
        "cut.csv row 2: the row has more cells than the first row",
    ),
    (
        "[outputs]\na = { type = \"text\", max_chars = 0 }\n",
        "stampmill.toml line 2, key `outputs.a.max_chars`: the value is not a whole number above 0",
    ),
    (
        "[outputs]\na = { type = \"text\", required = \"yes\" }\n",
        "stampmill.toml line 2, key `outputs.a.required`: the value is not yes or no",
    ),
    (
        "[inputs]\na = { type = \"text\", label = \"X\" }\nb = { type = \"text\", label = \"x\" }\n",
        "stampmill.toml line 3, key `inputs.b`: `a` has the same label `x`",
    ),
    (
        "[[checks]]\nkind = \"range\"\nfield = \"gone\"\n",
        "stampmill.toml line 3, key `checks[1].field`: there is no output `gone`",
    ),
    (
        "[[checks]]\nkind = \"rang\"\nfield = \"answer\"\n",
        "stampmill.toml line 2, key `checks[1].kind`: `rang` is not a kind of check",
    ),
    (
        "[[checks]]\nkind = \"range\"\nfield = \"answer\"\nmin = 1\n",
        "stampmill.toml line 2, key `checks[1].kind`: `answer` has no range because it is text",
    ),
    (
        "[[checks]]\nkind = \"pattern\"\nfield = \"answer\"\npattern = '('\n",
        "stampmill.toml line 4, key `checks[1].pattern`: `(` is not a pattern: ",
    ),
    (
        "[rules]\nundecided = \"nobody\"\n",
        "stampmill.toml line 2, key `rules.undecided`: `nobody` is not who gets undecided tasks",
    ),
    (
        "[defaults]\nbudget_usd = \"0\"\n",
        "stampmill.toml line 2, key `defaults.budget_usd`: the budget is not an amount above 0",
    ),
    (
        "[defaults]\nmodel = \"haiku\"\n",
        "stampmill.toml line 2, key `defaults.model`: `haiku` is not a model",
    ),
    (
        "rules = 1\n",
        "stampmill.toml line 1, key `rules`: this is not a table",
    ),
    (
        "[checks]\nkind = \"sum\"\n",
        "stampmill.toml line 1, key `checks`: these are not tables",
    ),
];

#[test]
fn every_fault_says_where_and_what_to_do() {
    for (sidecar, expected) in FAULTS {
        let (error, hint) = fault(sidecar);
        assert!(error.starts_with(expected), "{sidecar}\n{error}");
        assert!(hint.ends_with(['.', ']']), "{hint}");
    }
}

const MERGE: &str = r#"
[inputs]
results = { type = "text", required = true }

[outputs.lines]
type = "list"
fields = { section = { type = "text" }, text = { type = "text" }, rows = { type = "text" } }

[merge]
heading = "section"
rows_per_call = 25
"#;

#[test]
fn a_merge_names_its_parts() {
    let skill = skill_with(MERGE).unwrap();
    let merge = skill.merge.as_ref().unwrap();
    assert_eq!(merge.input.as_str(), "results");
    assert_eq!(merge.lines.as_str(), "lines");
    assert_eq!(merge.rows.as_str(), "rows");
    assert_eq!(merge.rows_per_call, 25);
    let shown = merge.columns(&skill);
    assert_eq!(
        shown
            .iter()
            .map(|field| field.name.as_str())
            .collect::<Vec<_>>(),
        ["text"]
    );
    assert!(crate::prompt::system(&skill).contains("[row 12]"));
}

#[test]
fn a_merge_that_names_what_is_not_there_is_told_where() {
    let cases = [
        (
            "heading = \"section\"",
            "heading = \"chapter\"",
            "line 10, key `merge.heading`: `chapter` is no text field",
        ),
        (
            "heading = \"section\"",
            "input = \"rows\"",
            "key `merge.input`: `rows` is no text input",
        ),
        (
            "heading = \"section\"",
            "lines = \"text\"",
            "key `merge.lines`: `text` is no list",
        ),
        (
            "heading = \"section\"",
            "rows = \"cites\"",
            "key `merge.rows`: `cites` is no text field",
        ),
        (
            "heading = \"section\"",
            "cites = \"rows\"",
            "key `merge.cites`: this key is not known",
        ),
        (
            "results = {",
            "month = { type = \"text\", required = true }\nresults = {",
            "`month` is required as well",
        ),
    ];
    for (good, bad, told) in cases {
        let (problem, hint) = fault(&MERGE.replace(good, bad));
        assert!(problem.contains(told), "{problem}");
        assert!(hint.ends_with('.'), "{hint}");
    }
}
