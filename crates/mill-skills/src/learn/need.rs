//! What would bring rules where there are none: how many more decided rows, or that more rows alone would not.
//!
//! A cut is passed when past trials agreed often enough, a margin for chance taken off. The margin shrinks with the
//! number of trials. If the share of agreement stays what it was, the number of trials from which on it is enough
//! follows; how many rows it takes until there are so many follows from the share of rows that were such trials. The
//! same with the share one standard error lower and higher says how far the number can be trusted.

use super::Question;
use super::count::times_alike;
use super::cut::{Trial, cut, enough};

/// Fewer past trials say nothing of how often people will agree.
pub(super) const LEAST_TRIALS: u32 = 20;

/// More trials than this are not foreseen.
const FARTHEST: f64 = 100_000.0;

/// What would bring rules.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub enum Need {
    /// Nothing: there are rules.
    #[default]
    Enough,
    /// There is no later period yet to try anything on. A text that nothing else is known of becomes a rule when it was
    /// decided alike so many times.
    Alike {
        /// How many times.
        times: u32,
    },
    /// More decided rows.
    Rows(NeededRows),
    /// More rows alone would not do: the surest past decisions agreed less often than asked for.
    LowerAim {
        /// The past decisions that agreed most often.
        tried: u32,
        /// How many of them agreed.
        agreed: u32,
    },
    /// Too few past decisions to say.
    Unknown {
        /// How many there are.
        tried: u32,
    },
}

/// How many more decided rows would bring rules, if people go on agreeing as often.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct NeededRows {
    /// About so many more.
    pub about: u32,
    /// So many if people agree one standard error more often than so far.
    pub least: u32,
    /// So many if they agree one standard error less often; `None`: then no number would do.
    pub most: Option<u32>,
    /// The past decisions it is reckoned from.
    pub tried: u32,
    /// How many of them agreed.
    pub agreed: u32,
}

/// What is needed, from trials of earlier times and the rows they were among.
pub(super) fn need(question: &Question<'_>, trials: &[Trial], lines: u32) -> Need {
    let aim = question.agreement;
    if trials.is_empty() {
        return Need::Alike {
            times: times_alike(cut(aim, trials)),
        };
    }
    let tops = tops(trials);
    if tops.is_empty() {
        return Need::Unknown {
            tried: u32::try_from(trials.len()).unwrap_or(u32::MAX),
        };
    }
    let rows = tops.iter().filter_map(|top| top.rows(aim, lines));
    if let Some(rows) = rows.min_by_key(|rows| rows.about) {
        return Need::Rows(rows);
    }
    let best = tops
        .iter()
        .max_by(|one, other| one.share().total_cmp(&other.share()));
    best.map_or(Need::Unknown { tried: 0 }, |top| Need::LowerAim {
        tried: top.seen,
        agreed: top.agreed,
    })
}

/// The past trials with at least some score.
#[derive(Debug, Clone, Copy)]
struct Top {
    seen: u32,
    agreed: u32,
    /// What they promised of themselves, on average.
    promised: f64,
}

fn tops(trials: &[Trial]) -> Vec<Top> {
    let mut sorted = trials.to_vec();
    sorted.sort_by(|one, other| other.score.total_cmp(&one.score));
    let (mut seen, mut agreed, mut promised) = (0, 0, 0.0);
    let mut tops = Vec::new();
    for (at, trial) in sorted.iter().enumerate() {
        seen += 1;
        agreed += u32::from(trial.agreed);
        promised += trial.score;
        let equal_follows = sorted
            .get(at + 1)
            .is_some_and(|next| next.score.total_cmp(&trial.score).is_eq());
        if !equal_follows && seen >= LEAST_TRIALS {
            tops.push(Top {
                seen,
                agreed,
                promised: promised / f64::from(seen),
            });
        }
    }
    tops
}

impl Top {
    fn share(&self) -> f64 {
        f64::from(self.agreed) / f64::from(self.seen)
    }

    /// `None` if no number of rows would do.
    fn rows(&self, aim: f64, lines: u32) -> Option<NeededRows> {
        let share = self.share();
        // Counted as if one more had gone either way: a share of 1 is not certain.
        let seen = f64::from(self.seen);
        let smoothed = (f64::from(self.agreed) + 1.0) / (seen + 2.0);
        let error = (smoothed * (1.0 - smoothed) / seen).sqrt();
        let rows = |share: f64| {
            let trials = self.trials(aim, share)?;
            Some(ceiled((trials - seen) * f64::from(lines) / seen))
        };
        Some(NeededRows {
            about: rows(share)?,
            least: rows((share + error).min(1.0))?,
            most: rows(share - error),
            tried: self.seen,
            agreed: self.agreed,
        })
    }

    /// From how many trials on this share would be enough.
    fn trials(&self, aim: f64, share: f64) -> Option<f64> {
        if share <= aim {
            return None;
        }
        let is_enough = |trials: f64| enough(aim, trials, share * trials, self.promised);
        let seen = f64::from(self.seen);
        let (mut low, mut high) = (seen, seen);
        while !is_enough(high) {
            if high > FARTHEST {
                return None;
            }
            (low, high) = (high, high * 2.0);
        }
        while high - low > 0.5 {
            let middle = f64::midpoint(low, high);
            if is_enough(middle) {
                high = middle;
            } else {
                low = middle;
            }
        }
        Some(high.max(seen + 1.0))
    }
}

#[allow(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "a count of rows, capped"
)]
fn ceiled(rows: f64) -> u32 {
    rows.ceil().clamp(1.0, f64::from(u32::MAX)) as u32
}

#[cfg(test)]
mod tests {
    use super::super::cut::tests::trials;
    use super::*;

    fn asked(agreement: f64, trials: &[Trial], lines: u32) -> Need {
        let question = Question {
            inputs: &[],
            targets: &[],
            agreement,
            periods: 3,
        };
        need(&question, trials, lines)
    }

    #[test]
    fn the_number_named_is_the_one_at_which_the_cut_lets_rules_through() {
        // 54 of 60 agreed: enough for 0.85, not yet proven.
        let past = trials(0.84, 54, 6);
        assert!(cut(0.85, &past) > 1.0);
        let Need::Rows(rows) = asked(0.85, &past, 200) else {
            panic!("{:?}", asked(0.85, &past, 200));
        };
        assert_eq!((rows.tried, rows.agreed), (60, 54));
        assert!(rows.least <= rows.about && rows.most.is_none_or(|most| most >= rows.about));
        // 60 of 200 rows were such trials; as many more rows as named, agreeing as often, are enough, and half are not.
        let with = |rows: u32| {
            let trials = 60.0 + f64::from(rows) * 60.0 / 200.0;
            enough(0.85, trials, 0.9 * trials, 0.84)
        };
        assert!(with(rows.about) && !with(rows.about / 2), "{rows:?}");
    }

    #[test]
    fn where_people_disagree_more_rows_are_no_help() {
        assert_eq!(
            asked(0.9, &trials(0.8, 70, 30), 500),
            Need::LowerAim {
                tried: 100,
                agreed: 70
            }
        );
    }

    #[test]
    fn what_cannot_be_known_is_called_unknown() {
        assert_eq!(
            asked(0.9, &trials(0.8, 7, 0), 50),
            Need::Unknown { tried: 7 }
        );
        assert_eq!(asked(0.85, &[], 0), Need::Alike { times: 3 });
        assert_eq!(asked(0.98, &[], 0), Need::Alike { times: 10 });
    }
}
