//! The checks a skill names, carried out on a record in canonical form.

use std::cmp::Ordering;

use mill_domain::{CheckKind, Finding, FindingLevel, Record, Value};
use rust_decimal::Decimal;

use super::evidence::Source;
use super::{Check, CheckRule, FieldPath};
use crate::bound::{Bound, number};
use crate::typed::shown;
use crate::{Skill, display_value, fold};

pub(super) fn run_checks(
    skill: &Skill,
    record: &Record,
    inputs: &Record,
    source_text: Option<&str>,
    findings: &mut Vec<Finding>,
) {
    let source = match source_text {
        Some(text) => Some(Source::new(text)),
        // A document nobody could read the text of holds no evidence either way.
        None if skill.file_input().is_some() => None,
        None => Some(Source::of_inputs(inputs)),
    };
    for check in &skill.checks {
        let at = Checked {
            skill,
            check,
            record,
        };
        match &check.rule {
            CheckRule::Required { field } => at.required(field, findings),
            CheckRule::Range { field, min, max } => at.range(field, *min, *max, findings),
            CheckRule::Pattern { field, pattern } => {
                at.each(field, CheckKind::Pattern, findings, |value| {
                    (!pattern.is_match(&text_of(value)))
                        .then(|| format!("text that matches {}", pattern.as_str()))
                });
            }
            CheckRule::Sum {
                field,
                of,
                tolerance,
            } => at.sum(field, of, *tolerance, findings),
            CheckRule::Lookup {
                field,
                table,
                values,
            } => at.each(field, CheckKind::Lookup, findings, |value| {
                (!values.contains(&fold(&text_of(value))))
                    .then(|| format!("a value that stands in {table}"))
            }),
            CheckRule::Evidence { field } => at.evidence(field, source.as_ref(), findings),
            // A second model is asked by the engine.
            CheckRule::Agree { .. } => {}
        }
    }
}

/// One check on one record.
struct Checked<'a> {
    skill: &'a Skill,
    check: &'a Check,
    record: &'a Record,
}

impl Checked<'_> {
    /// The values a path names, each with its record's number in a list; nothing for what is missing.
    fn values<'r>(record: &'r Record, path: &FieldPath) -> Vec<(Option<usize>, &'r Value)> {
        match (record.get(&path.field), &path.inner) {
            (None, _) => Vec::new(),
            (Some(value), None) => vec![(None, value)],
            (Some(list), Some(inner)) => {
                let items = list.as_array().map_or(&[][..], Vec::as_slice);
                let numbered = (1..).zip(items);
                numbered
                    .filter_map(|(number, item)| Some((Some(number), item.get(inner.as_str())?)))
                    .collect()
            }
        }
    }

    fn each(
        &self,
        path: &FieldPath,
        kind: CheckKind,
        findings: &mut Vec<Finding>,
        expected: impl Fn(&Value) -> Option<String>,
    ) {
        for (number, value) in Self::values(self.record, path) {
            if let Some(expected) = expected(value) {
                let found = text_of(value);
                let message = format!(
                    "{} is `{}`, expected is {expected}.",
                    self.label(path, number),
                    shown(&found)
                );
                findings.push(self.finding(path, kind, expected, &found, message));
            }
        }
    }

    fn required(&self, path: &FieldPath, findings: &mut Vec<Finding>) {
        let values = Self::values(self.record, path);
        let wanted = path.inner.as_ref().map_or(1, |_| {
            self.record
                .get(&path.field)
                .and_then(Value::as_array)
                .map_or(0, Vec::len)
        });
        let is_empty = |value: &Value| {
            value.as_array().is_some_and(Vec::is_empty) || value.as_str() == Some("")
        };
        let filled = values.iter().filter(|(_, value)| !is_empty(value)).count();
        let told = findings
            .iter()
            .any(|finding| finding.field == path.field && finding.check == CheckKind::Required);
        if filled < wanted && !told {
            let message = format!("{} is missing.", self.label(path, None));
            findings.push(self.finding(
                path,
                CheckKind::Required,
                "a value".to_owned(),
                "",
                message,
            ));
        }
    }

    fn range(
        &self,
        path: &FieldPath,
        min: Option<Bound>,
        max: Option<Bound>,
        findings: &mut Vec<Finding>,
    ) {
        let words = match (min, max) {
            (Some(min), Some(max)) => format!("between {min} and {max}"),
            (Some(min), None) => format!("{min} or more"),
            (None, Some(max)) => format!("{max} or less"),
            (None, None) => return,
        };
        self.each(path, CheckKind::Range, findings, |value| {
            let low = min.is_some_and(|min| min.of_value(value).is_some_and(Ordering::is_lt));
            let high = max.is_some_and(|max| max.of_value(value).is_some_and(Ordering::is_gt));
            (low || high).then(|| words.clone())
        });
    }

    fn sum(
        &self,
        path: &FieldPath,
        of: &[FieldPath],
        tolerance: Decimal,
        findings: &mut Vec<Finding>,
    ) {
        let Some(total) = self.record.get(&path.field).and_then(amount) else {
            return;
        };
        let mut sum = Decimal::ZERO;
        for term in of {
            for (_, value) in Self::values(self.record, term) {
                // Beyond the range of a decimal nothing adds up; the difference below will say so.
                sum = amount(value)
                    .and_then(|value| sum.checked_add(value))
                    .unwrap_or(Decimal::MAX);
            }
        }
        if sum
            .checked_sub(total)
            .is_some_and(|difference| difference.abs() <= tolerance)
        {
            return;
        }
        let terms: Vec<String> = of.iter().map(|term| self.label(term, None)).collect();
        let terms = terms.join(" + ");
        let expected = format!("{sum}, the sum of {terms}");
        let message = format!(
            "{} is {total}, but {terms} add up to {sum}.",
            self.label(path, None)
        );
        findings.push(self.finding(path, CheckKind::Sum, expected, &total.to_string(), message));
    }

    fn evidence(&self, path: &FieldPath, source: Option<&Source>, findings: &mut Vec<Finding>) {
        let Some(source) = source else {
            let expected = "a source whose text can be read".to_owned();
            let message = format!(
                "{} could not be looked for: the document has no readable text.",
                self.label(path, None)
            );
            let unsure = self.finding(path, CheckKind::Evidence, expected, "", message);
            findings.push(Finding {
                level: FindingLevel::Warning,
                ..unsure
            });
            return;
        };
        self.each(path, CheckKind::Evidence, findings, |value| {
            (!source.holds(value)).then(|| "a value that occurs in the source".to_owned())
        });
    }

    fn label(&self, path: &FieldPath, number: Option<usize>) -> String {
        let Some(output) = self.skill.output(&path.field) else {
            return path.field.to_string();
        };
        let Some(inner) = &path.inner else {
            return output.label.clone();
        };
        let inner = match &output.field_type {
            mill_domain::FieldType::List { fields } => fields
                .iter()
                .find(|field| field.name == *inner)
                .map_or(inner.as_str(), |field| field.label.as_str()),
            _ => inner.as_str(),
        };
        number.map_or_else(
            || format!("{} {inner}", output.label),
            |number| format!("{} {number} {inner}", output.label),
        )
    }

    fn finding(
        &self,
        path: &FieldPath,
        check: CheckKind,
        expected: String,
        found: &str,
        message: String,
    ) -> Finding {
        Finding {
            field: path.field.clone(),
            check,
            level: self.check.level,
            expected,
            found: shown(found),
            message,
        }
    }
}

fn amount(value: &Value) -> Option<Decimal> {
    number(&text_of(value))
}

fn text_of(value: &Value) -> String {
    value.as_str().map_or_else(
        || display_value(&mill_domain::FieldType::Text { max_chars: None }, value),
        str::to_owned,
    )
}
