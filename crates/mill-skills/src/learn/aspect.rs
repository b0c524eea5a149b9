//! Which inputs rules look at, and cases as numbers.

use std::collections::{HashMap, HashSet};

use mill_domain::{FieldName, FieldSpec, FieldType};
use rust_decimal::Decimal;

use super::context::{Chain, Features, KeyText};
use super::{Case, Question, band};
use crate::bound::number;
use crate::fold::{fold, plain};
use crate::{Reading, value_from_text};

/// How many inputs of each role are looked at; more would only find flukes.
const MOST_KEYS: usize = 2;
const MOST_SIDES: usize = 3;
const MOST_BANDS: usize = 2;

/// Cases the roles of inputs are told from: the first ones, so that nothing later is known before its time.
const EARLY_CASES: usize = 300;

/// Longer texts are prose, which no rule compares.
const LONGEST_TEXT: usize = 120;

/// The cases as numbers, and the way back to words.
#[derive(Debug)]
pub(super) struct Aspects {
    keys: Vec<FieldName>,
    sides: Vec<FieldName>,
    bands: Vec<(FieldName, u32)>,
    texts: Vec<String>,
    chains: HashMap<KeyText, Chain>,
    features: Vec<Features>,
    labels: Vec<u32>,
    label_texts: Vec<Vec<String>>,
    usable: Vec<bool>,
}

impl Aspects {
    pub(super) fn of(question: &Question<'_>, cases: &[Case]) -> Self {
        let mut early: Vec<&Case> = cases.iter().collect();
        early.sort_by_key(|case| case.period);
        let first = early.first().map_or(0, |case| case.period);
        let enough = |(at, case): &(usize, &Case)| *at < EARLY_CASES || case.period == first;
        let early: Vec<&Case> = early
            .into_iter()
            .enumerate()
            .take_while(|pair| enough(&(pair.0, pair.1)))
            .map(|(_, case)| case)
            .collect();
        let mut aspects = Self::with_roles(question.inputs, &early);
        let mut known = HashMap::new();
        let mut known_labels = HashMap::new();
        for case in cases {
            let features = aspects.read(case, &mut known);
            aspects.features.push(features);
            let label = aspects.label(case, question.targets, &mut known_labels);
            aspects.labels.push(label);
        }
        aspects
    }

    /// The features of the case at this place.
    pub(super) fn features(&self, place: usize) -> Option<&Features> {
        self.features.get(place)
    }

    /// The label of the case at this place.
    pub(super) fn label_of(&self, place: usize) -> Option<u32> {
        self.labels.get(place).copied()
    }

    /// What a label says, a text a target.
    pub(super) fn label_text(&self, label: u32) -> &[String] {
        self.label_texts
            .get(label as usize)
            .map_or(&[], Vec::as_slice)
    }

    /// True if a rule can decide this label.
    pub(super) fn is_usable(&self, label: u32) -> bool {
        self.usable.get(label as usize).copied().unwrap_or(false)
    }

    /// A text with its shorter forms.
    pub(super) fn chain(&self, key: KeyText) -> Option<Chain> {
        self.chains.get(&key).copied()
    }

    pub(super) fn text(&self, text: u32) -> &str {
        self.texts.get(text as usize).map_or("", String::as_str)
    }

    pub(super) fn key_name(&self, input: u8) -> Option<&FieldName> {
        self.keys.get(usize::from(input))
    }

    pub(super) fn side_name(&self, input: u8) -> Option<&FieldName> {
        self.sides.get(usize::from(input))
    }

    /// The name of a number's input and how many decimals its amounts have.
    pub(super) fn band_name(&self, input: u8) -> Option<&(FieldName, u32)> {
        self.bands.get(usize::from(input))
    }

    /// Texts with many values are keys, those with few are sides, numbers have bands.
    fn with_roles(inputs: &[FieldSpec], early: &[&Case]) -> Self {
        let few = (early.len() / 10).clamp(10, 60);
        let mut texts: Vec<(usize, bool, FieldName)> = Vec::new();
        let mut bands = Vec::new();
        for field in inputs {
            match &field.field_type {
                FieldType::Text { .. } | FieldType::Choice { .. } | FieldType::YesNo => {
                    let values: HashSet<String> = early
                        .iter()
                        .map(|case| fold(&case.inputs.text(&field.name)))
                        .filter(|text| text.len() <= LONGEST_TEXT)
                        .collect();
                    let open = matches!(field.field_type, FieldType::Text { .. });
                    if values.len() > 1 {
                        let is_key = open && values.len() > few;
                        texts.push((values.len(), is_key, field.name.clone()));
                    }
                }
                FieldType::Integer => bands.push((field.name.clone(), 0)),
                FieldType::Number | FieldType::Money => {
                    bands.push((field.name.clone(), decimals(&field.name, early)));
                }
                FieldType::Percent
                | FieldType::Date
                | FieldType::Choices { .. }
                | FieldType::List { .. }
                | FieldType::File => {}
            }
        }
        texts.sort_by_key(|text| std::cmp::Reverse(text.0));
        // Without a text of many values the one with the most is the key.
        if let Some(first) = texts.first_mut() {
            first.1 = true;
        }
        let named = |key: bool, most: usize| -> Vec<FieldName> {
            let of_role = texts.iter().filter(|text| text.1 == key);
            of_role.take(most).map(|text| text.2.clone()).collect()
        };
        bands.truncate(MOST_BANDS);
        Self {
            keys: named(true, MOST_KEYS),
            sides: named(false, MOST_SIDES),
            bands,
            texts: Vec::new(),
            chains: HashMap::new(),
            features: Vec::new(),
            labels: Vec::new(),
            label_texts: Vec::new(),
            usable: Vec::new(),
        }
    }

    fn read(&mut self, case: &Case, known: &mut HashMap<String, u32>) -> Features {
        let mut features = Features::default();
        for (input, name) in (0..).zip(self.keys.clone()) {
            let text = plain(&case.inputs.text(&name));
            if text.is_empty() || text.len() > LONGEST_TEXT {
                continue;
            }
            let mut words = text.splitn(3, ' ');
            let first = words.next().unwrap_or_default();
            let two = match words.next() {
                Some(second) => format!("{first} {second}"),
                None => first.to_owned(),
            };
            let texts = [first, &two, &text].map(|text| self.intern(text, known));
            let chain = Chain { input, texts };
            self.chains.extend(chain.levels().map(|key| (key, chain)));
            features.keys.push(chain);
        }
        for (input, name) in (0..).zip(self.sides.clone()) {
            let text = plain(&case.inputs.text(&name));
            if !text.is_empty() && text.len() <= LONGEST_TEXT {
                features.sides.push((input, self.intern(&text, known)));
            }
        }
        for (input, (name, _)) in (0..).zip(&self.bands) {
            if let Some(value) = number(&case.inputs.text(name)) {
                features.bands.push((input, band::band(value)));
            }
        }
        features
    }

    fn intern(&mut self, text: &str, known: &mut HashMap<String, u32>) -> u32 {
        let next = u32::try_from(self.texts.len()).unwrap_or(u32::MAX);
        let id = *known.entry(fold(text)).or_insert(next);
        if id == next {
            self.texts.push(text.to_owned());
        }
        id
    }

    fn label(
        &mut self,
        case: &Case,
        targets: &[FieldSpec],
        known: &mut HashMap<String, u32>,
    ) -> u32 {
        let next = u32::try_from(self.label_texts.len()).unwrap_or(u32::MAX);
        let id = *known.entry(label_key(&case.label)).or_insert(next);
        if id == next {
            self.label_texts.push(case.label.clone());
            self.usable.push(is_decision(targets, &case.label));
        }
        id
    }
}

/// True if every text can be a cell below `then`.
fn is_decision(targets: &[FieldSpec], label: &[String]) -> bool {
    targets.len() == label.len()
        && targets.iter().zip(label).all(|(field, text)| {
            let asks = matches!(fold(text).as_str(), "ask me" | "ask the model");
            !asks
                && matches!(
                    value_from_text(field, text, Reading::default()),
                    Ok(Some(_))
                )
        })
}

/// What two labels share that mean the same.
pub(super) fn label_key(label: &[String]) -> String {
    let folded: Vec<String> = label.iter().map(|text| fold(text)).collect();
    folded.join("\u{1f}")
}

/// How many decimals amounts have, at least the two of money and at most six.
fn decimals(name: &FieldName, cases: &[&Case]) -> u32 {
    let scales = cases
        .iter()
        .filter_map(|case| number(&case.inputs.text(name)));
    let most = scales.map(|value: Decimal| value.normalize().scale()).max();
    most.unwrap_or(2).clamp(2, 6)
}
