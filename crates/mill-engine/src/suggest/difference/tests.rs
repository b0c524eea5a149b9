//! Tables before and after a spreadsheet program had them.

use mill_domain::{FieldName, FieldSpec, FieldType};

use super::*;

fn field(name: &str) -> FieldSpec {
    FieldSpec {
        name: FieldName::new(name),
        label: name.to_owned(),
        field_type: FieldType::Text { max_chars: None },
        required: true,
        from_model_only: false,
    }
}

fn sheet(text: &str) -> RuleSheet {
    let inputs = [field("creditor"), field("area")];
    RuleSheet::read("rules.csv", text, &inputs, &[field("account")]).unwrap()
}

/// `moved 1>3`, in order.
fn told(old: &str, new: &str) -> (usize, Vec<String>) {
    let difference = sheet_difference(&sheet(old), &sheet(new));
    let number = |side: &Option<(u32, Vec<String>)>| {
        side.as_ref()
            .map_or_else(|| "-".to_owned(), |(number, _)| number.to_string())
    };
    let changes = difference.changes.iter().map(|change| {
        format!(
            "{:?} {}>{}",
            change.kind,
            number(&change.before),
            number(&change.after)
        )
    });
    (difference.same, changes.collect())
}

const OLD: &str = "if creditor,if area,then account,note\nis A,,Food,\nis B,,Travel,\nis C,Home,Post,\nis D,,Food,x\n";

#[test]
fn the_same_table_with_other_columns_is_the_same() {
    let other = "note;if Area;then account;if creditor\n;;Food;is A\n;;Travel;is B\n;Home;Post;is C\nx;;Food;is D\n";
    assert_eq!(told(OLD, other), (4, Vec::new()));
}

#[test]
fn every_rule_is_told_once() {
    let new = "if creditor,if area,then account,note\nis D,,Food,x\nis A,,Food,\nis NEW,,Food,\nis B,,Post,\nis C,Office,Post,\n";
    assert_eq!(
        told(OLD, new),
        (
            1,
            vec![
                "Moved 4>1".to_owned(),
                "Added ->3".to_owned(),
                "Changed 2>4".to_owned(),
                "Changed 3>5".to_owned(),
            ]
        )
    );
    assert_eq!(
        told(OLD, "if creditor,then account\nis A,Food\nis B,Travel\n").1,
        ["Removed 3>-", "Removed 4>-"]
    );
}

#[test]
fn a_column_that_is_gone_is_named_with_its_cells() {
    let difference = sheet_difference(
        &sheet(OLD),
        &sheet("if creditor,then account\nis A,Food\nis B,Travel\nis C,Post\nis D,Food\n"),
    );
    assert_eq!(difference.columns_gone, ["if area", "note"]);
    let changed: Vec<_> = difference.changes.iter().map(|one| one.kind).collect();
    assert_eq!(
        changed,
        [SheetChangeKind::Changed, SheetChangeKind::Changed],
        "{difference:?}"
    );
}
