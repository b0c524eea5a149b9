//! Every kind of check, made as the forms of the editor make it, saved, run, and what it then says.

use mill_engine::{DraftCheck, DraftField, DraftTable, SavedSkill, SkillDraft, read_pasted};
use mill_testkit::{Asked, Turn};
use serde_json::json;

use crate::setup::{Mill, OPENAI};

fn field(name: &str, label: &str, kind: &str) -> DraftField {
    DraftField {
        name: name.to_owned(),
        label: label.to_owned(),
        kind: kind.to_owned(),
        ..DraftField::default()
    }
}

fn check(kind: &str, field: &str) -> DraftCheck {
    DraftCheck {
        kind: kind.to_owned(),
        field: field.to_owned(),
        warning: true,
        ..DraftCheck::default()
    }
}

/// One check of each kind; all are worth a look only, so that one answer shows them all.
fn draft() -> SkillDraft {
    let text = |text: &str| text.to_owned();
    let lines = DraftField {
        fields: vec![field("amount", "Amount", "money")],
        ..field("lines", "Lines", "list")
    };
    SkillDraft {
        name: text("read-bills"),
        description: text("Reads bills. Use it in tests."),
        instructions: text("Read {{bill}}."),
        inputs: vec![DraftField {
            required: true,
            ..field("bill", "Bill", "text")
        }],
        outputs: vec![
            field("number", "Number", "text"),
            field("sure", "Sure", "percent"),
            field("centre", "Cost centre", "text"),
            lines,
            field("net", "Net", "money"),
            field("supplier", "Supplier", "text"),
            field("total", "Total", "money"),
            field("account", "Account", "text"),
        ],
        checks: vec![
            check("required", "number"),
            DraftCheck {
                min: text("0"),
                max: text("1"),
                ..check("range", "sure")
            },
            DraftCheck {
                pattern: text("^[A-Z]{2}[0-9]{4}$"),
                ..check("pattern", "centre")
            },
            DraftCheck {
                of: vec![text("lines.amount")],
                tolerance: text("0.01"),
                ..check("sum", "net")
            },
            DraftCheck {
                table: text("references/vendors.csv"),
                column: text("Name"),
                ..check("lookup", "supplier")
            },
            check("evidence", "total"),
            DraftCheck {
                model: text(OPENAI),
                instruction: text("Mind the rail tickets."),
                ..check("agree", "account")
            },
        ],
        tables: vec![DraftTable {
            file: text("references/vendors.csv"),
            text: text("Name,City\nBramble & Finch,Leeds\n"),
        }],
        undecided: text("model"),
        ..SkillDraft::default()
    }
}

fn good(account: &str) -> serde_json::Value {
    json!({"number": "INV-7", "sure": 0.9, "centre": "AB1234", "lines": [{"amount": "40"}, {"amount": "2.50"}],
        "net": "42.50", "supplier": "BRAMBLE & FINCH", "total": "51.00", "account": account})
}

fn bad() -> serde_json::Value {
    json!({"number": null, "sure": "1.2", "centre": "ab1", "lines": [{"amount": "40"}, {"amount": "2.50"}],
        "net": "42.60", "supplier": "Bramble Finch", "total": "15.00", "account": "Food"})
}

fn answers(asked: &Asked) -> Turn {
    let is_bad = asked.user.contains("TRAP");
    Turn::answer(match (asked.model.contains("gpt"), is_bad) {
        (true, _) => good("Travel").to_string(),
        (false, true) => bad().to_string(),
        (false, false) => good("travel").to_string(),
    })
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn each_check_is_made_by_a_form_and_says_in_a_finding_what_it_found() {
    let mill = Mill::with(answers).await;
    let SavedSkill::Saved(id) = mill.engine.save_skill(&draft(), None).unwrap() else {
        panic!("the draft has faults")
    };
    let skill = mill.engine.skill(&id).unwrap();
    // Opened in the editor again, every check is as it was made; a second model's needs no level.
    let opened = SkillDraft::of(&skill).checks;
    let mut made = draft().checks;
    made.last_mut().unwrap().warning = false;
    assert_eq!(opened, made);

    let list = read_pasted("Bill\nTotal 51.00\nTRAP, total 51.00\n").unwrap();
    let run = mill.list(list).skill(skill).run().await;
    assert_eq!(run.told().await, "finished; 2 by model");
    assert_eq!(run.row(1).await.findings, [], "a good answer has none");
    let found: Vec<(String, String)> = run
        .row(2)
        .await
        .findings
        .into_iter()
        .map(|finding| (finding.check.as_str().to_owned(), finding.message))
        .collect();
    let expected = [
        ("required", "Number is missing."),
        ("range", "Sure is `1.2`, expected is between 0 and 1."),
        (
            "pattern",
            "Cost centre is `ab1`, expected is text that matches ^[A-Z]{2}[0-9]{4}$.",
        ),
        ("sum", "Net is 42.60, but Lines Amount add up to 42.50."),
        (
            "lookup",
            "Supplier is `Bramble Finch`, expected is a value that stands in references/vendors.csv.",
        ),
        (
            "evidence",
            "Total is `15.00`, expected is a value that occurs in the source.",
        ),
        (
            "agree",
            "Account: openai/gpt-story, asked without seeing the answer, says `Travel` instead of `Food`.",
        ),
    ];
    let expected = expected.map(|(kind, message)| (kind.to_owned(), message.to_owned()));
    assert_eq!(found, expected);
    mill.books_agree_with_the_bill(&[run.id]).await;
}
