//! Which entry of the book a model's name means: never a look-alike's.

use jiff::civil::Date;

/// True if `name` is `entry` followed by a valid date: `-20260115` or `-2026-01-15`.
pub(super) fn is_dated(name: &str, entry: &str) -> bool {
    let Some(suffix) = name
        .strip_prefix(entry)
        .and_then(|rest| rest.strip_prefix('-'))
    else {
        return false;
    };
    let digits = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
    let parts = match suffix.len() {
        8 => (suffix.get(..4), suffix.get(4..6), suffix.get(6..)),
        10 if suffix.as_bytes().get(4) == Some(&b'-')
            && suffix.as_bytes().get(7) == Some(&b'-') =>
        {
            (suffix.get(..4), suffix.get(5..7), suffix.get(8..))
        }
        _ => return false,
    };
    let (Some(year), Some(month), Some(day)) = parts else {
        return false;
    };
    if ![year, month, day].into_iter().all(digits) {
        return false;
    }
    match (year.parse(), month.parse(), day.parse()) {
        (Ok(year), Ok(month), Ok(day)) => year >= 2020_i16 && Date::new(year, month, day).is_ok(),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_valid_date_is_a_suffix() {
        for (name, expected) in [
            ("nova-20260115", true),
            ("nova-2026-01-15", true),
            ("nova-2026-99-99", false),
            ("nova-20261301", false),
            ("nova-mini-2026-01-15", false),
            ("nova-lite", false),
            ("nova", false),
            ("nova-", false),
            ("nova:thinking", false),
            ("vendor/nova", false),
            ("ft:nova:acme", false),
            ("NOVA-20260115", false),
            ("nova-2026x01x15", false),
            ("nova-+2260115", false),
        ] {
            assert_eq!(is_dated(name, "nova"), expected, "{name}");
        }
    }
}
