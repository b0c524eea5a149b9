//! Values as people read them, the same in every language.

use mill_domain::{FieldSpec, FieldType, Value};
use rust_decimal::Decimal;

/// The value as text for a person: amounts with thousands marks and at least two decimals (`1,204.50`), shares in
/// percent (`7.5%`), lists with commas, records with `; ` between them, nothing as "". Never fails: a value that is
/// not of the type is shown as it is.
pub fn display_value(field_type: &FieldType, value: &Value) -> String {
    match (field_type, value) {
        (_, Value::Null) => String::new(),
        (FieldType::Money, Value::String(text)) => money(text).unwrap_or_else(|| text.clone()),
        (FieldType::Percent, Value::String(text)) => percent(text).unwrap_or_else(|| text.clone()),
        (FieldType::YesNo, Value::Bool(yes)) => if *yes { "yes" } else { "no" }.to_owned(),
        (FieldType::List { fields }, Value::Array(records)) => records
            .iter()
            .map(|record| one_record(fields, record))
            .collect::<Vec<_>>()
            .join("; "),
        (_, Value::Array(items)) => items
            .iter()
            .map(|item| display_value(&FieldType::Text { max_chars: None }, item))
            .collect::<Vec<_>>()
            .join(", "),
        (_, Value::String(text)) => text.clone(),
        (_, other) => other.to_string(),
    }
}

fn one_record(fields: &[FieldSpec], record: &Value) -> String {
    let shown = fields.iter().filter_map(|field| {
        let value = record.get(field.name.as_str())?;
        Some(display_value(&field.field_type, value)).filter(|text| !text.is_empty())
    });
    shown.collect::<Vec<_>>().join(", ")
}

fn money(text: &str) -> Option<String> {
    let value: Decimal = text.parse().ok()?;
    let digits = format!("{:.*}", value.scale().max(2) as usize, value.abs());
    let (whole, decimals) = digits.split_once('.')?;
    let mut grouped = String::new();
    for (index, digit) in whole.chars().enumerate() {
        if index > 0 && (whole.len() - index) % 3 == 0 {
            grouped.push(',');
        }
        grouped.push(digit);
    }
    let sign = if value.is_sign_negative() && !value.is_zero() {
        "-"
    } else {
        ""
    };
    Some(format!("{sign}{grouped}.{decimals}"))
}

fn percent(text: &str) -> Option<String> {
    let value: Decimal = text.parse().ok()?;
    Some(format!(
        "{}%",
        value.checked_mul(Decimal::ONE_HUNDRED)?.normalize()
    ))
}

#[cfg(test)]
mod tests {
    use mill_domain::FieldName;
    use serde_json::json;

    use super::*;

    #[test]
    fn values_read_as_people_write_them() {
        let field = |name: &str, field_type| FieldSpec {
            name: FieldName::new(name),
            label: name.to_owned(),
            field_type,
            required: true,
            from_model_only: false,
        };
        let fields = vec![
            field("what", FieldType::Text { max_chars: None }),
            field("amount", FieldType::Money),
        ];
        for (field_type, value, shown) in [
            (FieldType::Money, json!("-1204.5"), "-1,204.50"),
            (FieldType::Money, json!("1234567"), "1,234,567.00"),
            (FieldType::Money, json!("0.005"), "0.005"),
            (FieldType::Money, json!("n/a"), "n/a"),
            (FieldType::Percent, json!("0.075"), "7.5%"),
            (FieldType::Percent, json!("1"), "100%"),
            (FieldType::YesNo, json!(true), "yes"),
            (FieldType::Integer, json!(1204), "1204"),
            (
                FieldType::Choices { choices: vec![] },
                json!(["a", "b"]),
                "a, b",
            ),
            (
                FieldType::List { fields },
                json!([{"what": "Paper", "amount": "12"}, {"what": "Pens"}]),
                "Paper, 12.00; Pens",
            ),
            (FieldType::Date, json!(null), ""),
        ] {
            assert_eq!(display_value(&field_type, &value), shown);
        }
    }
}
