//! Practice amounts that add up: what a sum check wants is shared out over its terms, the last check first, so that a
//! total given from outside stays.

use mill_domain::{FieldType, Value};
use rust_decimal::Decimal;
use serde_json::{Map, Value as Json};

use crate::Skill;
use crate::bound::number;
use crate::checks::{CheckRule, FieldPath};

/// The share of every term after the first, in parts of the total: practice tax is a sixth.
const PARTS: i64 = 6;

pub(super) fn make_them_hold(skill: &Skill, answer: &mut Map<String, Json>) {
    for check in skill.checks.iter().rev() {
        let CheckRule::Sum { field, of, .. } = &check.rule else {
            continue;
        };
        let Some(total) = answer.get(field.field.as_str()).and_then(amount) else {
            continue;
        };
        share_out(skill, answer, of, total);
    }
}

/// Gives every term but the first its part and the first the rest.
fn share_out(skill: &Skill, answer: &mut Map<String, Json>, of: &[FieldPath], total: Decimal) {
    let Some((first, others)) = of.split_first() else {
        return;
    };
    let part = (total / Decimal::from(PARTS)).round_dp(2);
    let mut rest = total;
    for term in others {
        rest -= part;
        set_term(skill, answer, term, part);
    }
    set_term(skill, answer, first, rest);
}

fn set_term(skill: &Skill, answer: &mut Map<String, Json>, term: &FieldPath, total: Decimal) {
    let Some(inner) = &term.inner else {
        answer.insert(
            term.field.as_str().to_owned(),
            Json::from(total.to_string()),
        );
        return;
    };
    let is_list = skill
        .output(&term.field)
        .is_some_and(|spec| matches!(spec.field_type, FieldType::List { .. }));
    let Some(Json::Array(records)) = answer.get_mut(term.field.as_str()).filter(|_| is_list) else {
        return;
    };
    let count = Decimal::from(records.len().max(1));
    let each = (total / count).round_dp(2);
    let mut rest = total;
    let last = records.len().saturating_sub(1);
    for (index, record) in records.iter_mut().enumerate() {
        let amount = if index == last { rest } else { each };
        rest -= each;
        if let Some(fields) = record.as_object_mut() {
            fields.insert(inner.as_str().to_owned(), Json::from(amount.to_string()));
        }
    }
}

fn amount(value: &Value) -> Option<Decimal> {
    value.as_str().and_then(number)
}
