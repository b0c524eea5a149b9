//! The acceptance input: a year of real card lines.

use crate::setup::{Desk, adds_up, root};

const REAL: &str = "../shared/data/card-2014-15.csv";

#[test]
fn a_year_of_real_card_lines_runs_twice_and_the_census_adds_up() {
    if !root().join(REAL).is_file() {
        println!("skipped: the real card lines are not beside this repository");
        return;
    }
    let desk = Desk::practice();
    for number in 1..=2 {
        let said = desk.run(&format!(
            "run --skill skills/card-coding --tasks {REAL} --model practice/sample --agents 64 --budget 1 --json"
        ));
        assert_eq!(said.code, 0, "{}", said.err);
        let run = said.json();
        adds_up(&run);
        assert_eq!(run["state"], "finished");
        assert_eq!(run["tasks"]["total"], 4142);
        assert_eq!(run["number"], number);
        assert_eq!(run["cost_usd"], "0");
        assert_eq!(run["practice"], true);
    }
}
