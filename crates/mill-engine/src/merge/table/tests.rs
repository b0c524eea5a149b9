//! Sums that are exact, journals that balance, and rows without an amount.

use mill_domain::{FieldName, Outcome, Record, TaskNumber, TaskState, Usd};
use mill_skills::{Skill, SkillSource, map_columns};
use mill_store::TaskRow;
use rust_decimal::Decimal;

use super::*;

const SIDECAR: &str = r#"
[inputs]
text = { type = "text", label = "Text" }
amount = { type = "money", label = "Amount" }
currency = { type = "text", label = "Currency" }

[outputs]
account = { type = "text", label = "Account" }
confidence = { type = "percent" }
"#;

fn shape() -> RunShape {
    let skill = Skill::from_source(SkillSource::from_files([
        (
            "SKILL.md",
            "---\nname: a\ndescription: Does it.\n---\nDo it.\n",
        ),
        ("stampmill.toml", SIDECAR),
    ]))
    .unwrap();
    let columns = ["Text", "Amount", "Currency", "Cost centre"].map(str::to_owned);
    let map = map_columns::<_, &str, &str>(&columns, &skill.inputs, &[]).unwrap();
    RunShape {
        skill,
        columns: columns.to_vec(),
        map,
        folder: None,
    }
}

fn task(number: u32, [account, amount, currency, centre]: [&str; 4]) -> TaskRow {
    let mut output = Record::new();
    output.set(&FieldName::new("account"), account.into());
    TaskRow {
        number: TaskNumber(number),
        source_row: number + 1,
        cells: ["line", amount, currency, centre]
            .map(str::to_owned)
            .to_vec(),
        state: TaskState::Ended(Outcome::Done),
        attempts: 1,
        problem: None,
        decided_by: None,
        rule: None,
        version: 1,
        needs_review: false,
        verdict: Some("accepted".to_owned()),
        by_sample: None,
        output: Some(output),
        findings: Vec::new(),
        cost: Usd::ZERO,
    }
}

fn built(rows: &[[&str; 4]], recipe: &TableRecipe) -> Result<MergeDocument, EngineError> {
    let shape = shape();
    let tasks: Vec<TaskRow> = (1..).zip(rows).map(|(at, row)| task(at, *row)).collect();
    let read = tasks
        .iter()
        .map(|task| ReadRow::of(&shape, task.source_row, task));
    build(&shape, &read.collect::<Vec<_>>(), recipe)
}

fn recipe(by: &[&str], sum: &[&str], contra: Option<&str>) -> TableRecipe {
    TableRecipe {
        by: by.iter().map(|name| (*name).to_owned()).collect(),
        sum: sum.iter().map(|name| (*name).to_owned()).collect(),
        contra: contra.map(str::to_owned),
    }
}

fn cells(document: &MergeDocument) -> Vec<Vec<&str>> {
    document
        .lines
        .iter()
        .map(|line| line.cells.iter().map(String::as_str).collect())
        .collect()
}

#[test]
fn groups_are_added_up_to_the_digit_with_their_rows() {
    let rows = [
        ["Travel", "0.10", "EUR", "north"],
        ["Food", "1,204.505", "EUR", "north"],
        ["Travel", "0.20", "EUR", "south"],
        ["Food", "-4.50", "EUR", "south"],
    ];
    let document = built(&rows, &recipe(&["account"], &["Amount"], None)).unwrap();
    assert_eq!(
        cells(&document),
        [
            ["Food", "2", "1200.005"],
            ["Travel", "2", "0.300"],
            ["", "4", "1200.305"]
        ]
    );
    assert_eq!(document.lines[0].rows, [3, 5]);
    assert_eq!(document.findings, []);
    // Twice grouped, by an output and a column no input reads.
    let document = built(&rows, &recipe(&["Cost Centre", "account"], &[], None)).unwrap();
    assert_eq!(document.lines.len(), 5);
    assert_eq!(cells(&document)[0], ["north", "Food", "1"]);
}

#[test]
fn a_journal_balances_whatever_the_amounts_are() {
    let mut seed = 20_261_130_u64;
    let mut next = |below: u64| {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        (seed >> 33) % below
    };
    for _ in 0..50 {
        let texts: Vec<(String, String)> = (0..=next(40))
            .map(|_| {
                let cents = i64::try_from(next(2_000_000)).unwrap() - 700_000;
                (format!("A{}", next(6)), Decimal::new(cents, 2).to_string())
            })
            .collect();
        let rows: Vec<[&str; 4]> = texts
            .iter()
            .map(|(account, amount)| [account.as_str(), amount.as_str(), "EUR", ""])
            .collect();
        let document = built(&rows, &recipe(&["account"], &["amount"], Some("Card"))).unwrap();
        let number = |text: &str| text.parse::<Decimal>().unwrap_or_default();
        let sides = |kind: LineKind| {
            let lines = document.lines.iter().filter(move |line| line.kind == kind);
            lines.fold((Decimal::ZERO, Decimal::ZERO), |(debit, credit), line| {
                (
                    debit + number(&line.cells[2]),
                    credit + number(&line.cells[3]),
                )
            })
        };
        let (lines, contra, total) = (
            sides(LineKind::Line),
            sides(LineKind::Contra),
            sides(LineKind::Total),
        );
        assert_eq!(total.0, total.1, "debit and credit are equal");
        assert_eq!((lines.0 + contra.0, lines.1 + contra.1), total);
        let all: Decimal = texts.iter().map(|(_, amount)| number(amount)).sum();
        assert_eq!(lines.0 - lines.1, all, "nothing is lost");
    }
}

#[test]
fn what_cannot_be_added_up_is_said_and_never_guessed() {
    let rows = [
        ["Travel", "", "EUR", ""],
        ["Travel", "5.00", "USD", ""],
        ["Travel", "about 7", "eur", ""],
    ];
    let document = built(&rows, &recipe(&["account"], &["amount"], None)).unwrap();
    assert_eq!(cells(&document)[0], ["Travel", "3", "5.00"]);
    assert_eq!(
        document.findings,
        [
            MergeFinding::Currencies {
                found: vec!["EUR".to_owned(), "USD".to_owned(), "eur".to_owned()],
            },
            MergeFinding::NoAmount {
                field: "Amount".to_owned(),
                rows: vec![2, 4],
            },
        ]
    );
    let by_currency = built(&rows, &recipe(&["account", "currency"], &["amount"], None)).unwrap();
    assert_eq!(by_currency.findings.len(), 1);
}

#[test]
fn a_table_that_makes_no_sense_is_refused() {
    let rows = [["Travel", "5", "EUR", ""]];
    let refused = [
        (recipe(&[], &["amount"], None), "group by"),
        (recipe(&["nothing"], &[], None), "Account, Confidence, Text"),
        (recipe(&["account"], &["text"], None), "amounts or numbers"),
        (recipe(&["account"], &[], Some("Card")), "exactly one"),
        (recipe(&["account"], &["amount"], Some(" ")), "balances"),
    ];
    for (recipe, told) in refused {
        let error = built(&rows, &recipe).unwrap_err().to_string();
        assert!(error.contains(told), "{error}");
    }
}
