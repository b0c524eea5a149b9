//! How sure a rule has to be, so that people agree as often as was asked for.

/// How one row of the past went: what the best rule of its time said of itself, and whether the person agreed.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Trial {
    /// The rule's own estimate, 0 to 1.
    pub(super) score: f64,
    pub(super) agreed: bool,
}

/// How many trials a rule's own estimate counts for, while there are few real ones.
const TRUST: f64 = 100.0;

/// Standard errors between what was seen and what is promised.
const CAUTION: f64 = 0.5;

/// The score from which on rules are taken: the lowest at which all past rows with that score or more agreed often
/// enough, a margin for chance taken off. Above 1, which no rule reaches, if there is none.
pub(super) fn cut(agreement: f64, trials: &[Trial]) -> f64 {
    if trials.is_empty() {
        return (agreement + margin(agreement, 0.0)).min(0.99);
    }
    let mut sorted = trials.to_vec();
    sorted.sort_by(|one, other| other.score.total_cmp(&one.score));
    let mut lowest = 2.0;
    let (mut seen, mut agreed, mut promised) = (0.0, 0.0, 0.0);
    for (at, trial) in sorted.iter().enumerate() {
        seen += 1.0;
        agreed += f64::from(u8::from(trial.agreed));
        promised += trial.score;
        let equal_follows = sorted
            .get(at + 1)
            .is_some_and(|next| next.score.total_cmp(&trial.score).is_eq());
        if !equal_follows && enough(agreement, seen, agreed, promised / seen) {
            lowest = trial.score;
        }
    }
    lowest
}

/// True if so many trials of which so many agreed are enough; `promised`: what they said of themselves, on average.
pub(super) fn enough(agreement: f64, seen: f64, agreed: f64, promised: f64) -> bool {
    let share = (agreed + TRUST * promised) / (seen + TRUST);
    share - margin(agreement, seen) >= agreement
}

fn margin(agreement: f64, seen: f64) -> f64 {
    CAUTION * (agreement * (1.0 - agreement) / (seen + TRUST)).sqrt()
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;

    /// Trials of one score of which so many agreed.
    pub(in crate::learn) fn trials(score: f64, agreed: usize, against: usize) -> Vec<Trial> {
        (0..agreed + against)
            .map(|at| Trial {
                score,
                agreed: at < agreed,
            })
            .collect()
    }

    #[test]
    fn the_cut_is_where_people_agreed_often_enough() {
        let mut past = trials(0.95, 970, 30);
        past.extend(trials(0.8, 860, 140));
        past.extend(trials(0.6, 300, 700));
        assert!((cut(0.9, &past) - 0.8).abs() < 1e-9);
        assert!((cut(0.95, &past) - 0.95).abs() < 1e-9);
        assert!(cut(0.99, &past) > 1.0);
    }

    #[test]
    fn without_a_past_a_rule_has_to_promise_more_than_is_asked() {
        assert!(cut(0.8, &[]) > 0.8);
        assert!(cut(0.999, &[]) <= 0.99);
    }
}
