//! Every row is in the closing sheet once, whatever a person does in whatever order: acts drawn at random, played through
//! the store and through a plain list beside it.

use std::collections::{BTreeMap, BTreeSet};

use mill_domain::{TaskNumber, TaskState, Verdict};
use mill_engine::{AskAgain, ClosingCounts, ExportLanguage, SampleOrder, SampleScope};
use mill_tables::{HeaderChoice, ReadOptions, read_table};
use mill_testkit::{Asked, Turn};
use proptest::prelude::*;

use crate::setup::{Mill, Run, coded, coded_at_nine_cents, row_text, usd};

const NOTE: &str = "It is food.";

/// Rows of the run; of the first six that fit its cap, the third fails, and so does the ninth later.
const ROWS: u32 = 10;

#[derive(Debug, Clone)]
enum Act {
    /// Up to three rows from here on that have a result.
    Judge(u32, Verdict),
    /// One row that has a result.
    Correct(u32),
    Undo,
    /// Draws a sample of what nobody judged, accepts what it drew, and the rest by it.
    Sample(u64),
    AskAgain(u32),
    /// Three more calls fit the cap.
    Resume,
}

fn acts() -> impl Strategy<Value = Vec<Act>> {
    let row = || 1..=ROWS;
    let judged = prop_oneof![Just(Verdict::Accepted), Just(Verdict::Rejected)];
    let act = prop_oneof![
        4 => (row(), judged).prop_map(|(row, verdict)| Act::Judge(row, verdict)),
        2 => row().prop_map(Act::Correct),
        4 => Just(Act::Undo),
        1 => any::<u64>().prop_map(Act::Sample),
        2 => row().prop_map(Act::AskAgain),
        1 => Just(Act::Resume),
    ];
    prop::collection::vec(act, 1..20)
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Standing {
    Waiting,
    Failed,
    Unreviewed,
    Said(Verdict),
}

/// What the rows should be, and what they were before each act.
struct Model {
    rows: BTreeMap<u32, Standing>,
    acts: Vec<Vec<(u32, Standing)>>,
}

impl Model {
    fn done(&self) -> impl Iterator<Item = u32> {
        let has_result =
            |standing: &Standing| matches!(standing, Standing::Unreviewed | Standing::Said(_));
        let rows = self.rows.iter();
        rows.filter(move |(_, standing)| has_result(standing))
            .map(|(row, _)| *row)
    }

    fn make(&mut self, rows: &[u32], standing: Standing) {
        let before = rows.iter().map(|row| (*row, self.rows[row]));
        self.acts.push(before.collect());
        for row in rows {
            self.rows.insert(*row, standing);
        }
    }

    /// Takes the latest act back; the rows it was about.
    fn undo(&mut self) -> BTreeSet<u32> {
        let act = self.acts.pop().unwrap_or_default();
        self.rows.extend(act.iter().copied());
        act.into_iter().map(|(row, _)| row).collect()
    }

    fn counts(&self) -> ClosingCounts {
        let mut counts = ClosingCounts::default();
        for standing in self.rows.values() {
            counts.rows += 1;
            *match standing {
                Standing::Waiting => &mut counts.unfinished,
                Standing::Failed => &mut counts.failed,
                Standing::Unreviewed => &mut counts.unreviewed,
                Standing::Said(Verdict::Accepted) => &mut counts.accepted,
                Standing::Said(Verdict::Corrected) => &mut counts.corrected,
                Standing::Said(Verdict::Rejected) => &mut counts.rejected,
                Standing::Said(Verdict::BySample) => &mut counts.by_sample,
            } += 1;
        }
        counts
    }

    /// Takes over which rows the run has brought to an end.
    async fn see_ends(&mut self, run: &Run<'_>) {
        for task in run.rows().await {
            let standing = self.rows.get_mut(&task.number.0).unwrap();
            if *standing == Standing::Waiting && task.state != TaskState::Waiting {
                *standing = if fails(task.number.0) {
                    Standing::Failed
                } else {
                    Standing::Unreviewed
                };
            }
        }
    }
}

const fn fails(row: u32) -> bool {
    row % 6 == 3
}

/// Nine cents a call; two rows get no answer unless a person adds a note.
fn answer(asked: &Asked) -> Turn {
    let row = row_text(asked).trim_start_matches("SHOP ").parse();
    if fails(row.unwrap_or(0)) && !asked.user.contains(NOTE) {
        return Turn::empty();
    }
    if asked.user.contains(NOTE) {
        return coded("Other");
    }
    coded_at_nine_cents()
}

/// Plays the acts, and compares after each.
async fn play(mill: &Mill, acts: &[Act]) {
    let run = mill
        .shops(ROWS as usize)
        .agents(1)
        .budget("0.75")
        .run()
        .await;
    let mut model = Model {
        rows: (1..=ROWS).map(|row| (row, Standing::Waiting)).collect(),
        acts: Vec::new(),
    };
    model.see_ends(&run).await;
    for (step, act) in acts.iter().enumerate() {
        play_one(&run, &mut model, act, step).await;
        let sheet = run.engine.closing_sheet(run.id).await.unwrap();
        let expected = model.counts();
        assert_eq!(sheet.counts, expected, "after {act:?} of {acts:?}");
        let judged: u64 = sheet.reviewers.iter().map(|one| one.rows).sum();
        assert_eq!(
            judged,
            expected.accepted + expected.corrected + expected.rejected + expected.by_sample
        );
    }
    the_file_says_the_same(mill, &run, &model.counts()).await;
}

async fn play_one(run: &Run<'_>, model: &mut Model, act: &Act, step: usize) {
    match act {
        Act::Judge(from, verdict) => {
            let rows: Vec<u32> = model.done().filter(|row| row >= from).take(3).collect();
            if !rows.is_empty() {
                judge(run, &rows, *verdict, &BTreeMap::new()).await;
                model.make(&rows, Standing::Said(*verdict));
            }
        }
        Act::Correct(row) if model.done().any(|done| done == *row) => {
            let fields = [
                ("account", "Travel".to_owned()),
                ("confidence", "1".to_owned()),
                ("reason", format!("seen at {step}")),
            ];
            let fields = fields.map(|(name, text)| (name.to_owned(), text)).into();
            judge(run, &[*row], Verdict::Corrected, &fields).await;
            model.make(&[*row], Standing::Said(Verdict::Corrected));
        }
        Act::Undo => {
            let undone = run.engine.undo_verdict(run.id).await.unwrap();
            let undone: BTreeSet<u32> = undone.tasks.into_iter().map(|task| task.0).collect();
            assert_eq!(undone, model.undo());
        }
        Act::Sample(seed) => sample(run, model, *seed).await,
        Act::AskAgain(row) if model.rows[row] != Standing::Waiting => {
            let ask = AskAgain {
                run: run.id,
                tasks: vec![TaskNumber(*row)],
                note: NOTE.to_owned(),
                with_answer: false,
                budget: Some(usd("50")),
            };
            run.engine.ask_again(ask).await.unwrap();
            model.make(&[*row], Standing::Unreviewed);
        }
        Act::Resume if model.counts().unfinished > 0 => {
            let cap = run.end().await.row.budget.cap;
            let more = cap + usd("0.27");
            run.engine.set_budget(run.id, more).await.unwrap();
            run.resume().await;
            model.see_ends(run).await;
        }
        Act::Correct(_) | Act::AskAgain(_) | Act::Resume => {}
    }
}

async fn judge(run: &Run<'_>, rows: &[u32], verdict: Verdict, fields: &BTreeMap<String, String>) {
    let tasks = rows.iter().copied().map(TaskNumber).collect();
    let judged = run.engine.judge(run.id, tasks, verdict, fields).await;
    judged.unwrap();
}

async fn sample(run: &Run<'_>, model: &mut Model, seed: u64) {
    let open: BTreeSet<u32> = model
        .done()
        .filter(|row| model.rows[row] == Standing::Unreviewed)
        .collect();
    let order = SampleOrder {
        tolerable: 0.5,
        confidence: 0.6,
        expected: 0.0,
        scope: SampleScope::Unjudged,
        seed: Some(seed >> 12),
    };
    let Ok(drawn) = run.engine.draw_sample(run.id, &order).await else {
        assert!(open.is_empty());
        return;
    };
    // Drawing is an act of its own, about no row.
    model.acts.push(Vec::new());
    let looked: Vec<u32> = drawn.tasks.iter().map(|task| task.0).collect();
    judge(run, &looked, Verdict::Accepted, &BTreeMap::new()).await;
    model.make(&looked, Standing::Said(Verdict::Accepted));
    let rest = run.engine.accept_rest(run.id, drawn.number).await.unwrap();
    let rest: Vec<u32> = rest.into_iter().map(|task| task.0).collect();
    let not_drawn = open.iter().filter(|row| !looked.contains(row));
    assert!(rest.iter().eq(not_drawn), "{rest:?} of {open:?}");
    if !rest.is_empty() {
        model.make(&rest, Standing::Said(Verdict::BySample));
    }
}

/// The workbook's closing sheet has the numbers of the screen.
async fn the_file_says_the_same(mill: &Mill, run: &Run<'_>, counts: &ClosingCounts) {
    let path = mill.path("closing.xlsx");
    let written = run
        .engine
        .export_run(run.id, path.clone(), ExportLanguage::English)
        .await
        .unwrap();
    assert_eq!(written.unreviewed, counts.unreviewed);
    let options = ReadOptions {
        sheet: Some("Sign-off".to_owned()),
        header: HeaderChoice::None,
        ..ReadOptions::default()
    };
    let sheet = read_table(&path, &options).unwrap();
    let said = |label: &str| -> u64 {
        let row = sheet.rows.iter().find(|row| row.cells[0] == label);
        row.unwrap().cells[1].parse().unwrap()
    };
    let in_file = ClosingCounts {
        rows: said("Rows"),
        accepted: said("Accepted"),
        corrected: said("Corrected"),
        rejected: said("Rejected"),
        by_sample: said("Accepted by sample"),
        failed: said("Failed"),
        unreviewed: said("Not reviewed"),
        unfinished: said("Not ended"),
    };
    assert_eq!(in_file, *counts);
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: 12,
        max_shrink_iters: 40,
        failure_persistence: None,
        ..ProptestConfig::default()
    })]

    #[test]
    fn every_row_is_in_the_closing_sheet_once_whatever_is_done(acts in acts()) {
        let runtime = tokio::runtime::Builder::new_multi_thread()
            .worker_threads(2)
            .enable_all()
            .build()
            .unwrap();
        runtime.block_on(async {
            let mill = Mill::dear(answer).await;
            play(&mill, &acts).await;
            mill.engine.close().await;
        });
    }
}
