//! From what the counts say to a list of rules, first match wins.

use std::collections::HashMap;

use mill_domain::FieldName;

use super::context::{Context, KeyText, LEVELS, Level, Triple};
use super::count::{Counts, Opinion};
use super::{Question, aspect::Aspects, band};
use crate::{RuleTable, SkillError, fold};

/// Fewer cases are an anecdote.
pub(super) const LEAST_CASES: u32 = 2;

/// From this many letters on, a beginning is clear enough for people and for texts not seen yet.
const CLEAR_START: usize = 4;

/// Rules as cells, in order.
#[derive(Debug, Clone, Default)]
pub(super) struct Written {
    pub(super) rules: Vec<WrittenRule>,
    labels: Vec<Vec<String>>,
}

/// A rule as cells.
#[derive(Debug, Clone)]
pub(super) struct WrittenRule {
    pub(super) cells: Vec<(FieldName, String)>,
    pub(super) label: u32,
    pub(super) score: f64,
}

/// The rules of every context that is at least as sure as the cut, the surest first. A rule that only repeats a more
/// general one of the list is left out.
pub(super) fn write_rules(
    question: &Question<'_>,
    aspects: &Aspects,
    counts: &Counts,
    cut: f64,
) -> Written {
    let mut sure: HashMap<Context, Opinion> = HashMap::new();
    for triple in counts.triples() {
        for opinion in counts.opinions(triple, LEAST_CASES) {
            if opinion.score >= cut && aspects.is_usable(opinion.label) {
                sure.insert(opinion.context, opinion);
            }
        }
    }
    let repeats = |opinion: &Opinion| {
        generals(opinion.context, aspects)
            .iter()
            .filter_map(|general| sure.get(general))
            .any(|general| general.label == opinion.label)
    };
    let mut kept: Vec<&Opinion> = sure.values().filter(|opinion| !repeats(opinion)).collect();
    kept.sort_by(|one, other| {
        let by_score = other.score.total_cmp(&one.score);
        by_score.then_with(|| one.context.cmp(&other.context))
    });
    let beginnings = Beginnings::of(counts, aspects);
    let rules: Vec<WrittenRule> = kept
        .into_iter()
        .filter_map(|opinion| written(opinion, aspects, &beginnings))
        .collect();
    Written {
        labels: rules
            .iter()
            .map(|rule| aspects.label_text(rule.label).to_vec())
            .collect(),
        rules: rules
            .into_iter()
            .filter(|_| !question.targets.is_empty())
            .collect(),
    }
}

impl Written {
    /// The rules as a table that decides.
    pub(super) fn table(&self, question: &Question<'_>) -> Result<RuleTable, SkillError> {
        if self.rules.is_empty() {
            return Ok(RuleTable::default());
        }
        let mut writer = csv::Writer::from_writer(Vec::new());
        let conditions = question
            .inputs
            .iter()
            .map(|field| format!("if {}", field.name));
        let outcomes = question
            .targets
            .iter()
            .map(|field| format!("then {}", field.name));
        let mut rows = vec![conditions.chain(outcomes).collect::<Vec<String>>()];
        for (rule, label) in self.rules.iter().zip(&self.labels) {
            let cell = |name: &FieldName| {
                let found = rule.cells.iter().find(|(input, _)| input == name);
                found.map(|(_, cell)| cell.clone()).unwrap_or_default()
            };
            let cells = question.inputs.iter().map(|field| cell(&field.name));
            rows.push(cells.chain(label.iter().cloned()).collect());
        }
        for row in &rows {
            // Writing into memory does not fail.
            drop(writer.write_record(row));
        }
        let bytes = writer.into_inner().unwrap_or_default();
        let text = String::from_utf8(bytes).unwrap_or_default();
        RuleTable::parse("learnt rules", &text, question.inputs, question.targets)
    }
}

/// Every context that holds wherever this one does, itself left out.
fn generals(context: Context, aspects: &Aspects) -> Vec<Context> {
    let mut keys = vec![context.key];
    if let Some(key) = context.key {
        keys.extend(aspects.shorter(key).into_iter().map(Some));
    }
    let mut generals = Vec::new();
    for key in keys {
        for side in [context.side, None] {
            for band in [context.band, None] {
                generals.push(Context { key, side, band });
            }
        }
    }
    generals.retain(|general| *general != context);
    generals
}

fn written(opinion: &Opinion, aspects: &Aspects, beginnings: &Beginnings) -> Option<WrittenRule> {
    let context = opinion.context;
    let mut cells = Vec::new();
    if let Some(KeyText { input, level, text }) = context.key {
        let text = aspects.text(text);
        let cell = match level {
            Level::Whole => is_cell(text)?,
            Level::FirstWord | Level::TwoWords => beginnings.cell(input, text)?,
        };
        cells.push((aspects.key_name(input)?.clone(), cell));
    }
    if let Some((input, text)) = context.side {
        let cell = is_cell(aspects.text(text))?;
        cells.push((aspects.side_name(input)?.clone(), cell));
    }
    if let Some((input, number)) = context.band {
        let (name, places) = aspects.band_name(input)?;
        cells.push((name.clone(), band::condition(number, *places)));
    }
    Some(WrittenRule {
        cells,
        label: opinion.label,
        score: opinion.score,
    })
}

/// `is X`, or the other way to say it where X would be taken for a word of the condition; `None` if there is none.
fn is_cell(text: &str) -> Option<String> {
    let folded = fold(text);
    if text.trim_matches('|').is_empty() {
        return None;
    }
    if folded == "empty" || folded == "not" || folded.starts_with("not ") {
        return (!text.contains('|')).then(|| format!("one of {text}"));
    }
    Some(format!("is {text}"))
}

/// The texts known so far, in order, by input: what else begins with the same letters.
struct Beginnings {
    texts: Vec<(u8, String)>,
}

impl Beginnings {
    fn of(counts: &Counts, aspects: &Aspects) -> Self {
        let whole = |triple: &Triple| {
            let [.., whole] = triple.chain.texts;
            (triple.chain.input, fold(aspects.text(whole)))
        };
        let mut texts: Vec<(u8, String)> = counts.triples().map(whole).collect();
        texts.sort();
        texts.dedup();
        Self { texts }
    }

    /// `starts with X` where X is whole words: said so if that is clear, else as a pattern, because `B Q` is not every
    /// text that starts with a B.
    fn cell(&self, input: u8, words: &str) -> Option<String> {
        if words.trim_matches('|').is_empty() {
            return None;
        }
        let start = fold(words);
        let from = (input, start.clone());
        let at = self.texts.partition_point(|text| *text < from);
        let same = self
            .texts
            .iter()
            .skip(at)
            .take_while(|(other, text)| *other == input && text.starts_with(&start));
        let whole_words = |text: &str| {
            text.get(start.len()..)
                .is_some_and(|rest| rest.is_empty() || rest.starts_with(' '))
        };
        let clear = start.chars().count() >= CLEAR_START
            && same.into_iter().all(|(_, text)| whole_words(text));
        Some(if clear {
            format!("starts with {words}")
        } else {
            format!("matches ^{}( |$)", regex::escape(words))
        })
    }
}

impl Aspects {
    /// The shorter forms of a text.
    fn shorter(&self, key: KeyText) -> Vec<KeyText> {
        let Some(chain) = self.chain(key) else {
            return Vec::new();
        };
        LEVELS
            .into_iter()
            .zip(chain.texts)
            .filter(|(level, _)| *level < key.level)
            .map(|(level, text)| KeyText { level, text, ..key })
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_that_reads_like_a_condition_is_said_otherwise() {
        assert_eq!(is_cell("TESCO").as_deref(), Some("is TESCO"));
        assert_eq!(
            is_cell("NOT JUST CAKES").as_deref(),
            Some("one of NOT JUST CAKES")
        );
        assert_eq!(is_cell("Empty").as_deref(), Some("one of Empty"));
        assert_eq!(is_cell("Not A|B"), None);
        assert_eq!(is_cell("|"), None);
    }

    #[test]
    fn a_beginning_is_said_in_words_unless_other_words_begin_alike() {
        let texts = ["b q", "bakers", "tesco stores 12", "tescos"];
        let texts = texts.map(|text| (0, text.to_owned())).to_vec();
        let beginnings = Beginnings { texts };
        let cell = |words: &str| beginnings.cell(0, words);
        assert_eq!(cell("BAKERS").as_deref(), Some("starts with BAKERS"));
        assert_eq!(cell("TESCO").as_deref(), Some("matches ^TESCO( |$)"));
        assert_eq!(
            cell("TESCO STORES").as_deref(),
            Some("starts with TESCO STORES")
        );
        assert_eq!(cell("B").as_deref(), Some("matches ^B( |$)"));
        assert_eq!(cell("|"), None);
    }
}
