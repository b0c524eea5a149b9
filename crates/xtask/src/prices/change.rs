//! What differs between an entry of the book and the public file.

use std::fmt;

use toml_edit::{InlineTable, Item, Table, Value, value};

use super::public::Public;

/// More than this many times dearer or cheaper is asked about: it is how a slip looks.
const FAR: f64 = 10.0;

/// One field that differs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Change {
    /// Above how many tokens; `None`: the plain tier.
    tier: Option<i64>,
    /// Our name of the price.
    field: &'static str,
    /// As the book has it; `None`: not yet.
    before: Option<String>,
    /// As the file has it.
    after: String,
}

impl Change {
    /// True if the price moves more than tenfold, or from or to nothing. What is new has nothing to be far from.
    pub(super) fn is_far(&self) -> bool {
        let Some(before) = &self.before else {
            return false;
        };
        match (before.parse::<f64>(), self.after.parse::<f64>()) {
            (Ok(before), Ok(after)) if before > 0.0 && after > 0.0 => {
                after > before * FAR || before > after * FAR
            }
            _ => true,
        }
    }
}

impl fmt::Display for Change {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(above) = self.tier {
            write!(formatter, "above {above} ")?;
        }
        let before = self.before.as_deref().unwrap_or("none");
        write!(formatter, "{} {before} -> {}", self.field, self.after)
    }
}

/// The fields that differ. What the file does not have stays as the book has it.
pub(super) fn changes(entry: &Table, found: &Public) -> Vec<Change> {
    let mut changes = Vec::new();
    let mut look = |tier: Option<i64>, field: &'static str, before: Option<&str>, after: &str| {
        if before.is_none_or(|before| !same(before, after)) {
            changes.push(Change {
                tier,
                field,
                before: before.map(str::to_owned),
                after: after.to_owned(),
            });
        }
    };
    for (field, after) in &found.base {
        look(None, field, entry.get(field).and_then(Item::as_str), after);
    }
    if let Some((above, prices)) = &found.long_context {
        let tier = entry.get("long_context").and_then(Item::as_table_like);
        for (field, after) in prices {
            let before = tier.and_then(|tier| tier.get(field)).and_then(Item::as_str);
            look(Some(*above), field, before, after);
        }
    }
    changes
}

/// Writes the changes into an entry.
pub(super) fn apply(entry: &mut Table, changes: &[Change]) {
    for change in changes {
        match change.tier {
            None => {
                entry.insert(change.field, value(&change.after));
            }
            Some(above) => {
                let tier = entry
                    .entry("long_context")
                    .or_insert_with(|| Item::Value(Value::InlineTable(InlineTable::new())));
                if let Some(tier) = tier.as_table_like_mut() {
                    if !tier.contains_key("above") {
                        tier.insert("above", value(above));
                    }
                    tier.insert(change.field, value(&change.after));
                }
            }
        }
    }
}

/// Equal as numbers: `0.10` and `0.1` are one price.
fn same(one: &str, other: &str) -> bool {
    let plain = |text: &str| match text.split_once('.') {
        Some((whole, fraction)) => {
            let fraction = fraction.trim_end_matches('0');
            if fraction.is_empty() {
                whole.to_owned()
            } else {
                format!("{whole}.{fraction}")
            }
        }
        None => text.to_owned(),
    };
    plain(one) == plain(other)
}
