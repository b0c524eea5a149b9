//! How often people decided what, in which context, and what that says of the next time.

use std::collections::{BTreeSet, HashMap};

use super::context::{Context, Features, Triple};

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
            let scores = ladder.scores(*label);
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
struct Ladder<'a> {
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
    fn scores(&self, label: u32) -> Vec<f64> {
        let mut alone = leaning(self.every, label, UNKNOWN);
        let mut sided = leaning(self.every_sided, label, alone);
        let mut scores = Vec::new();
        for step in &self.steps {
            alone = leaning(step.alone, label, alone);
            sided = if self.with_side {
                leaning(step.sided, label, f64::midpoint(sided, alone))
            } else {
                alone
            };
            let banded = leaning(step.banded, label, sided);
            scores.push(leaning(step.both, label, banded));
        }
        scores
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

/// The share of a label in a context, leaning on what the more general one says.
fn leaning(tally: Option<&Tally>, label: u32, general: f64) -> f64 {
    let Some(tally) = tally else {
        return general;
    };
    (f64::from(tally.times(label)) + BACKING * general) / (f64::from(tally.total) + BACKING)
}
