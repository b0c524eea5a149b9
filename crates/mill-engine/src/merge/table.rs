//! Rules before models: groups, sums and journals, exact to the last digit.

use std::collections::BTreeMap;

use mill_skills::fold;
use rust_decimal::Decimal;
use serde::{Deserialize, Serialize};

use super::document::{
    ColumnKind, DocumentColumn, DocumentLine, LineKind, MergeDocument, MergeFinding,
};
use super::field::{Field, ReadRow};
use crate::EngineError;
use crate::review::RunShape;

/// What currencies are called.
const CURRENCY_NAMES: [&str; 4] = ["currency", "currency code", "货币", "币种"];

/// Decimals that amounts are shown with at least.
const CENTS: u32 = 2;

/// A table or journal to add up.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct TableRecipe {
    /// What rows are grouped by, names or labels; at least one.
    pub by: Vec<String>,
    /// What is added up; none: rows are counted.
    pub sum: Vec<String>,
    /// The account that balances: amounts become debits and credits. `None`: no journal, plain sums.
    pub contra: Option<String>,
}

impl TableRecipe {
    fn check(&self) -> Result<(), EngineError> {
        let wrong = |value: &str, expected: &str| EngineError::BadValue {
            what: "by",
            value: value.to_owned(),
            expected: expected.to_owned(),
        };
        if self.by.is_empty() {
            return Err(wrong("", "name at least one field to group by"));
        }
        match (&self.contra, self.sum.as_slice()) {
            (Some(contra), _) if contra.trim().is_empty() => {
                Err(wrong("", "name the account that balances the journal"))
            }
            (Some(contra), [] | [_, _, ..]) => Err(wrong(
                contra,
                "a journal adds up one amount: name exactly one field to sum",
            )),
            _ => Ok(()),
        }
    }
}

/// Groups rows and adds them up.
pub(super) fn build(
    shape: &RunShape,
    rows: &[ReadRow<'_>],
    recipe: &TableRecipe,
) -> Result<MergeDocument, EngineError> {
    recipe.check()?;
    let find = |name: &String| Field::find(shape, name);
    let by = recipe.by.iter().map(find).collect::<Result<Vec<_>, _>>()?;
    let sum = recipe.sum.iter().map(find).collect::<Result<Vec<_>, _>>()?;
    if let Some(field) = sum.iter().find(|field| !field.adds_up()) {
        return Err(EngineError::BadValue {
            what: "sum",
            value: field.label.to_owned(),
            expected: "name a field that holds amounts or numbers".to_owned(),
        });
    }
    let mut findings: Vec<MergeFinding> = currencies(shape, rows, &recipe.by, &sum)
        .into_iter()
        .collect();
    let mut groups: BTreeMap<Vec<String>, Group> = BTreeMap::new();
    let mut all = Group::default();
    for row in rows {
        let key = by.iter().map(|field| field.text(row)).collect();
        let amounts: Vec<Option<Decimal>> =
            sum.iter().map(|field| field.number(shape, row)).collect();
        groups.entry(key).or_default().add(row.row, &amounts)?;
        all.add(row.row, &amounts)?;
    }
    findings.extend(sum.iter().filter_map(|field| {
        let without = rows.iter().filter(|row| field.number(shape, row).is_none());
        let rows: Vec<u32> = without.map(|row| row.row).collect();
        let field = field.label.to_owned();
        (!rows.is_empty()).then_some(MergeFinding::NoAmount { field, rows })
    }));
    let mut columns: Vec<DocumentColumn> = by
        .iter()
        .map(|field| column(field.label, ColumnKind::Text))
        .collect();
    let look = Look {
        labels: by.len(),
        places: all.places,
        contra: recipe.contra.as_deref(),
    };
    columns.push(column("", ColumnKind::Count));
    if look.contra.is_some() {
        columns.push(column("", ColumnKind::Debit));
        columns.push(column("", ColumnKind::Credit));
    } else {
        columns.extend(
            sum.iter()
                .map(|field| column(field.label, ColumnKind::Amount)),
        );
    }
    Ok(MergeDocument {
        columns,
        lines: look.lines(&groups, &all)?,
        findings,
    })
}

fn column(label: &str, kind: ColumnKind) -> DocumentColumn {
    DocumentColumn {
        label: label.to_owned(),
        kind,
    }
}

/// Several currencies in one sum, unless rows are grouped by them.
fn currencies(
    shape: &RunShape,
    rows: &[ReadRow<'_>],
    by: &[String],
    sum: &[Field<'_>],
) -> Option<MergeFinding> {
    let name = CURRENCY_NAMES
        .into_iter()
        .find(|name| Field::find(shape, name).is_ok())?;
    let field = Field::find(shape, name).ok()?;
    let grouped = by
        .iter()
        .any(|name| Field::find(shape, name).is_ok_and(|by| by == field));
    if grouped || sum.is_empty() {
        return None;
    }
    let mut found: Vec<String> = rows.iter().map(|row| field.text(row)).collect();
    found.retain(|currency| !currency.is_empty());
    found.sort();
    found.dedup_by(|one, other| fold(one) == fold(other));
    (found.len() > 1).then_some(MergeFinding::Currencies { found })
}

/// Rows that have the same in every field they are grouped by.
#[derive(Default)]
struct Group {
    rows: Vec<u32>,
    sums: Vec<Decimal>,
    /// Sums of what is above and, without its sign, below zero of the first amount.
    sides: [Decimal; 2],
    /// The most decimals of an amount.
    places: u32,
}

impl Group {
    fn add(&mut self, row: u32, amounts: &[Option<Decimal>]) -> Result<(), EngineError> {
        self.rows.push(row);
        self.sums.resize(amounts.len(), Decimal::ZERO);
        for (sum, amount) in self.sums.iter_mut().zip(amounts) {
            let amount = amount.unwrap_or_default();
            *sum = plus(*sum, amount)?;
            self.places = self.places.max(amount.normalize().scale());
        }
        let first = amounts.first().copied().flatten().unwrap_or_default();
        let [debit, credit] = &mut self.sides;
        if first.is_sign_positive() {
            *debit = plus(*debit, first)?;
        } else {
            *credit = plus(*credit, -first)?;
        }
        Ok(())
    }
}

fn plus(one: Decimal, other: Decimal) -> Result<Decimal, EngineError> {
    one.checked_add(other).ok_or_else(|| EngineError::BadValue {
        what: "sum",
        value: other.to_string(),
        expected: "use amounts of at most 28 digits".to_owned(),
    })
}

/// How lines are written.
struct Look<'a> {
    /// Columns of words in front.
    labels: usize,
    places: u32,
    contra: Option<&'a str>,
}

impl Look<'_> {
    fn lines(
        &self,
        groups: &BTreeMap<Vec<String>, Group>,
        all: &Group,
    ) -> Result<Vec<DocumentLine>, EngineError> {
        let line = |(key, group): (&Vec<String>, &Group)| self.line(LineKind::Line, key, group);
        let mut lines: Vec<DocumentLine> = groups.iter().map(line).collect();
        let mut total = Group {
            rows: all.rows.clone(),
            sums: all.sums.clone(),
            ..Group::default()
        };
        for group in groups.values() {
            total.sides = both(total.sides, group.sides)?;
        }
        if let Some(contra) = self.contra {
            let [debit, credit] = total.sides;
            let balance = Group {
                rows: all.rows.clone(),
                sides: [credit, debit],
                ..Group::default()
            };
            total.sides = both(total.sides, balance.sides)?;
            lines.push(self.line(LineKind::Contra, &[contra.to_owned()], &balance));
        }
        lines.push(self.line(LineKind::Total, &[], &total));
        Ok(lines)
    }

    fn line(&self, kind: LineKind, key: &[String], group: &Group) -> DocumentLine {
        let mut cells = key.to_vec();
        cells.resize(self.labels, String::new());
        // What balances is no row of its own: the counts of the lines alone make the total.
        cells.push(if kind == LineKind::Contra {
            String::new()
        } else {
            group.rows.len().to_string()
        });
        if self.contra.is_some() {
            // A side without anything stays empty, as in a journal on paper.
            let side = |amount: &Decimal| {
                if amount.is_zero() && kind != LineKind::Total {
                    String::new()
                } else {
                    self.amount(*amount)
                }
            };
            cells.extend(group.sides.iter().map(side));
        } else {
            cells.extend(group.sums.iter().map(|sum| self.amount(*sum)));
        }
        DocumentLine {
            kind,
            heading: None,
            cells,
            rows: group.rows.clone(),
        }
    }

    fn amount(&self, amount: Decimal) -> String {
        format!("{amount:.*}", self.places.max(CENTS) as usize)
    }
}

fn both(one: [Decimal; 2], other: [Decimal; 2]) -> Result<[Decimal; 2], EngineError> {
    let ([debit, credit], [more_debit, more_credit]) = (one, other);
    Ok([plus(debit, more_debit)?, plus(credit, more_credit)?])
}

#[cfg(test)]
mod tests;
