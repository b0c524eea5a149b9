//! How often people decided what, in which context, and what that says of the next time.

use std::collections::{BTreeSet, HashMap};

use super::context::{Context, Features, LEVELS, Triple};
use super::list::LEAST_CASES;

/// How many cases the more general context counts for, where it backs a context that has few of its own. Found on
/// real card lines: less trusts flukes, more learns too late.
const BACKING: f64 = 3.0;

/// How often a label is expected to be right where nothing at all is known.
const UNKNOWN: f64 = 0.05;

/// How often people chose each label in one context.
#[derive(Debug, Clone, Default)]
pub(super) struct Tally {
    total: u32,
    labels: Vec<(u32, u32)>,
}

/// The counts of every context.
#[derive(Debug, Clone, Default)]
pub(super) struct Counts {
    tallies: HashMap<Context, Tally>,
    triples: BTreeSet<Triple>,
}

/// Nobody decides a text alike more often than this before it becomes a rule.
const MOST_TIMES: u32 = 10_000;

/// What a context says.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Opinion {
    pub(super) context: Context,
    pub(super) label: u32,
    /// The share of rows where people are expected to choose the label, 0 to 1.
    pub(super) score: f64,
}

impl Tally {
    fn add(&mut self, label: u32) {
        self.total += 1;
        match self.labels.iter_mut().find(|(known, _)| *known == label) {
            Some((_, times)) => *times += 1,
            None => self.labels.push((label, 1)),
        }
    }

    fn times(&self, label: u32) -> u32 {
        self.labels
            .iter()
            .find(|(known, _)| *known == label)
            .map_or(0, |(_, times)| *times)
    }
}

impl Counts {
    pub(super) fn add(&mut self, features: &Features, label: u32) {
        for context in features.contexts() {
            self.tallies.entry(context).or_default().add(label);
        }
        self.triples.extend(features.triples());
    }

    /// Everything that estimates were asked for by the cases so far: text, side and band together.
    pub(super) fn triples(&self) -> impl Iterator<Item = &Triple> {
        self.triples.iter()
    }

    /// What the contexts of a triple say that have all of it and at least `least` cases: the most likely label of each,
    /// from the first word to the whole text.
    pub(super) fn opinions(&self, triple: &Triple, least: u32) -> Vec<Opinion> {
        let ladder = self.ladder(triple);
        let Some(first) = ladder.steps.first().and_then(|step| step.alone) else {
            return Vec::new();
        };
        let mut best: Vec<Option<Opinion>> = vec![None; ladder.steps.len()];
        // The labels of a longer text are among those of its first word.
        for (label, _) in &first.labels {
            let scores = ladder.scores(*label, 1.0);
            for ((step, score), best) in ladder.steps.iter().zip(scores).zip(&mut best) {
                let better = match best {
                    None => true,
                    Some(known) => {
                        score > known.score || (score >= known.score && *label < known.label)
                    }
                };
                if step.exact.is_some_and(|tally| tally.total >= least) && better {
                    *best = Some(Opinion {
                        context: step.context,
                        label: *label,
                        score,
                    });
                }
            }
        }
        best.into_iter().flatten().collect()
    }

    /// The ladders of everything that is known of a case.
    pub(super) fn ladders(&self, features: &Features) -> Vec<Ladder<'_>> {
        let triples = features.triples();
        triples.iter().map(|triple| self.ladder(triple)).collect()
    }

    /// True if people decided the very text of a case often enough to say, and in different ways.
    pub(super) fn is_mixed(&self, features: &Features) -> bool {
        let whole = features.keys.iter().filter_map(|chain| {
            let key = chain.levels().nth(LEVELS.len() - 1);
            self.tallies.get(&Context {
                key,
                ..Context::default()
            })
        });
        let mut mixed = whole.filter(|tally| tally.labels.len() > 1);
        mixed.any(|tally| tally.total > LEAST_CASES)
    }

    fn ladder(&self, triple: &Triple) -> Ladder<'_> {
        let (side, band) = (triple.side, triple.band);
        let tally = |key, side, band| self.tallies.get(&Context { key, side, band });
        let steps = triple.chain.levels().map(|key| {
            let key = Some(key);
            Step {
                context: Context { key, side, band },
                alone: tally(key, None, None),
                sided: side.and_then(|_| tally(key, side, None)),
                banded: band.and_then(|_| tally(key, None, band)),
                both: side.and(band).and_then(|_| tally(key, side, band)),
                exact: tally(key, side, band),
            }
        });
        Ladder {
            every: tally(None, None, None),
            every_sided: side.and_then(|_| tally(None, side, None)),
            with_side: side.is_some(),
            steps: steps.collect(),
        }
    }
}

/// The tallies an estimate leans on, from general to exact.
pub(super) struct Ladder<'a> {
    every: Option<&'a Tally>,
    every_sided: Option<&'a Tally>,
    with_side: bool,
    steps: Vec<Step<'a>>,
}

/// The tallies of one form of the text.
struct Step<'a> {
    context: Context,
    alone: Option<&'a Tally>,
    sided: Option<&'a Tally>,
    banded: Option<&'a Tally>,
    both: Option<&'a Tally>,
    exact: Option<&'a Tally>,
}

impl Ladder<'_> {
    /// The estimates of one label, a step each. A text leans on its shorter form; with a side it leans on the text alone
    /// and on the shorter form with the side alike; with a band it leans on what it is without.
    /// `growth`: by what every count is multiplied first, 1 for what was seen.
    fn scores(&self, label: u32, growth: f64) -> Vec<f64> {
        let leaning = |tally: Option<&Tally>, general| leaning(tally, label, general, growth);
        let mut alone = leaning(self.every, UNKNOWN);
        let mut sided = leaning(self.every_sided, alone);
        let mut scores = Vec::new();
        for step in &self.steps {
            alone = leaning(step.alone, alone);
            sided = if self.with_side {
                leaning(step.sided, f64::midpoint(sided, alone))
            } else {
                alone
            };
            let banded = leaning(step.banded, sided);
            scores.push(leaning(step.both, banded));
        }
        scores
    }

    /// The best estimate of a label with every count grown, among contexts with enough cases for a rule; `None`: none has.
    pub(super) fn score(&self, label: u32, growth: f64) -> Option<f64> {
        let scores = self.steps.iter().zip(self.scores(label, growth));
        scores
            .filter(|(step, _)| step.exact.is_some_and(|tally| tally.total >= LEAST_CASES))
            .map(|(_, score)| score)
            .max_by(f64::total_cmp)
    }
}

/// How many times a text that nothing else is known of has to be decided alike until its estimate reaches a score.
pub(super) fn times_alike(score: f64) -> u32 {
    let estimate = |times: u32| {
        // First word, two words, whole text: all three were seen as often.
        let open = BACKING / (f64::from(times) + BACKING);
        1.0 - (1.0 - UNKNOWN) * open.powi(3)
    };
    let enough = (2..MOST_TIMES).find(|times| estimate(*times) >= score);
    enough.unwrap_or(MOST_TIMES)
}

/// The share of a label in a context, leaning on what the more general one says; every count is multiplied by `growth`.
fn leaning(tally: Option<&Tally>, label: u32, general: f64, growth: f64) -> f64 {
    let Some(tally) = tally else {
        return general;
    };
    let (times, total) = (f64::from(tally.times(label)), f64::from(tally.total));
    (times * growth + BACKING * general) / (total * growth + BACKING)
}
