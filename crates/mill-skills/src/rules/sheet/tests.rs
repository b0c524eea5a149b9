//! Tables written by hand, by a spreadsheet program and by us.

use proptest::prelude::*;

use super::*;
use mill_domain::FieldType;

fn text(name: &str, label: &str) -> FieldSpec {
    FieldSpec {
        name: FieldName::new(name),
        label: label.to_owned(),
        field_type: FieldType::Text { max_chars: None },
        required: true,
        from_model_only: false,
    }
}

fn fields() -> (Vec<FieldSpec>, Vec<FieldSpec>) {
    let value = FieldSpec {
        field_type: FieldType::Money,
        ..text("value", "JV Value")
    };
    (
        vec![text("creditor", "Creditor"), value],
        vec![text("account", "Account")],
    )
}

fn sheet(written: &str) -> RuleSheet {
    let (inputs, outputs) = fields();
    RuleSheet::read("rules.csv", written, &inputs, &outputs).unwrap()
}

#[test]
fn a_table_is_written_as_it_was_read() {
    for written in [
        "if creditor,then account,note\ncontains OYSTER,Travel,\"top-ups, monthly\"\n",
        "If Creditor;then Account\n\"one of A;B\";Food\n",
        "if creditor,then account\nis \"\"quoted,x\n"
            .replace("\"\"quoted", "\"a\"\"b\"")
            .as_str(),
    ] {
        let once = sheet(written).text();
        assert_eq!(sheet(&once), sheet(written), "{written}");
    }
    let plain = "if creditor,then account,note\ncontains OYSTER,Travel,\n";
    assert_eq!(sheet(plain).text(), plain);
}

#[test]
fn every_wrong_row_is_named_not_only_the_first() {
    let (inputs, outputs) = fields();
    let sheet = sheet(
        "if creditor,if value,then account\nis x,,Food\nOYSTER,,Food\nis y,> lots,Food\nis z,,\n",
    );
    let faults: Vec<_> = sheet
        .faults(&inputs, &outputs)
        .iter()
        .map(|fault| (fault.row, fault.column))
        .collect();
    assert_eq!(
        faults,
        [(Some(1), Some(0)), (Some(2), Some(1)), (Some(3), Some(2))]
    );
}

#[test]
fn a_missing_column_is_added_beside_its_kind() {
    let mut sheet = sheet("if creditor,then account,note\nis x,Food,why\n");
    assert_eq!(
        sheet.column_for(SheetPart::If, Some(&FieldName::new("value"))),
        1
    );
    assert_eq!(sheet.column_for(SheetPart::Note, None), 3);
    assert_eq!(
        sheet.text(),
        "if creditor,if value,then account,note\nis x,,Food,why\n"
    );
}

proptest! {
    #[test]
    fn no_cell_is_lost_on_the_way_through_a_file(cells in proptest::collection::vec("[^\u{0}\r\u{feff}]{1,12}", 3)) {
        let mut table = sheet("if creditor,then account,note\nis x,Food,why\n");
        let trimmed: Vec<String> = cells.iter().map(|cell| format!("a{cell}z")).collect();
        table.rows = vec![trimmed];
        let (inputs, outputs) = fields();
        let again = RuleSheet::read("rules.csv", &table.text(), &inputs, &outputs).unwrap();
        prop_assert_eq!(again.rows, table.rows);
    }
}
