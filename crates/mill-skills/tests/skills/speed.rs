//! Rules are compiled once: many rows by many rules stay a matter of seconds even without optimisation.

use std::fmt::Write as _;
use std::time::{Duration, Instant};

use mill_domain::{FieldName, Record};
use mill_skills::{RuleDecision, Skill, SkillSource};

fn skill_with(rules: &str) -> Skill {
    Skill::from_source(SkillSource::from_files([
        ("SKILL.md", "---\nname: a\ndescription: d\n---\nDo it."),
        (
            "stampmill.toml",
            "[inputs]\ncreditor = { type = \"text\" }\nvalue = { type = \"money\" }\n[outputs]\n\
             account = { type = \"choice\", choices = [\"A\"] }\n[rules]\ntable = \"rules.csv\"\n",
        ),
        ("rules.csv", rules),
    ]))
    .unwrap()
}

#[test]
fn two_hundred_rules_decide_many_rows_in_seconds() {
    let mut rules = "if creditor,if value,then account\n".to_owned();
    for number in 0..200 {
        let condition = match number % 4 {
            0 => format!("contains merchant{number}x"),
            1 => format!("starts with shop{number}x"),
            2 => format!("one of a{number}|b{number}|c{number}"),
            _ => format!("matches ^(code|ref){number}$"),
        };
        writeln!(rules, "{condition},between 0 and 1000,A").unwrap();
    }
    let skill = skill_with(&rules);
    let rows: Vec<Record> = (0..10_000)
        .map(|number: u32| {
            let mut inputs = Record::new();
            inputs.set(
                &FieldName::new("creditor"),
                format!("THE merchant{}x OF Harrowmere", number % 400).into(),
            );
            inputs.set(&FieldName::new("value"), "12.50".into());
            inputs
        })
        .collect();
    let started = Instant::now();
    let decided = rows
        .iter()
        .filter(|row| skill.rules.decide(row) != RuleDecision::Undecided)
        .count();
    let taken = started.elapsed();
    // Every fourth number below 200 has a `contains` rule: 50 of each 400 rows.
    assert_eq!(decided, 1250);
    // Optimised builds take about a twentieth of this; the bound only catches conditions compiled again for each row.
    assert!(taken < Duration::from_secs(20), "{taken:?}");
    eprintln!("10,000 rows by 200 rules: {taken:?}");
}

#[test]
fn five_thousand_rules_stay_usable() {
    let mut rules = "if creditor,if value,then account\n".to_owned();
    for number in 0..5_000 {
        let condition = match number % 5 {
            0 => format!("contains merchant{number}x"),
            1 => format!("starts with shop{number}x"),
            2 => format!("one of a{number}|b{number}|c{number}"),
            3 => format!("is payee {number}"),
            _ => format!("ends with .shop{number}"),
        };
        writeln!(rules, "{condition},between 0 and 1000,A").unwrap();
    }
    let started = Instant::now();
    let skill = skill_with(&rules);
    let read = started.elapsed();
    let started = Instant::now();
    let decided = (0..10_000)
        .map(|number| {
            let mut inputs = Record::new();
            let creditor = match number % 3 {
                0 => format!("THE merchant{}x OF Harrowmere", number % 10_000),
                1 => format!("payee {number}"),
                _ => format!("WWW.example.SHOP{number}"),
            };
            inputs.set(&FieldName::new("creditor"), creditor.into());
            inputs.set(&FieldName::new("value"), "12.50".into());
            inputs
        })
        .map(|row| skill.rules.matching(&row).len())
        .sum::<usize>();
    let taken = started.elapsed();
    eprintln!("5,000 rules read in {read:?}; 10,000 rows in {taken:?}; {decided}");
    assert!(decided > 0);
    assert!(taken < Duration::from_secs(20), "{taken:?}");
}
