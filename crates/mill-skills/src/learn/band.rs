//! Bands of amounts with edges a person would choose: 1, 3, 10, 30, 100 and so on.

use rust_decimal::Decimal;

/// Powers of ten that have edges; amounts beyond fall into the last band.
const DECADES: u32 = 10;

/// The band an amount falls into: 0 below zero, then one number higher at each of 0, 1, 3, 10, 30, …
pub(super) fn band(value: Decimal) -> u8 {
    if value.is_sign_negative() && !value.is_zero() {
        return 0;
    }
    1 + u8::try_from(edges().filter(|edge| *edge <= value).count()).unwrap_or(u8::MAX - 1)
}

/// The band as a condition of `rules.csv`. `places` is how many decimals amounts of this column have, at most: the
/// condition ends just below the next band.
pub(super) fn condition(band: u8, places: u32) -> String {
    let edge = |at: u8| edges().nth(usize::from(at));
    match band {
        0 => "< 0".to_owned(),
        1 => format!("between 0 and {}", below(Decimal::ONE, places)),
        _ => match (edge(band - 2), edge(band - 1)) {
            (Some(low), Some(next)) => format!("between {low} and {}", below(next, places)),
            (Some(low), None) => format!(">= {low}"),
            (None, _) => ">= 0".to_owned(),
        },
    }
}

/// The largest amount with this many decimals below an edge.
fn below(edge: Decimal, places: u32) -> Decimal {
    edge - Decimal::new(1, places)
}

/// 1, 3, 10, 30, …
fn edges() -> impl Iterator<Item = Decimal> {
    (0..DECADES).flat_map(|power| {
        let ten = Decimal::from(10_u64.pow(power));
        [ten, ten * Decimal::from(3)]
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bands_and_their_conditions_meet_without_a_gap() {
        let of = |text: &str| {
            let band = band(text.parse().unwrap());
            condition(band, 2)
        };
        assert_eq!(of("-0.01"), "< 0");
        assert_eq!(of("0"), "between 0 and 0.99");
        assert_eq!(of("0.99"), "between 0 and 0.99");
        assert_eq!(of("1"), "between 1 and 2.99");
        assert_eq!(of("29.99"), "between 10 and 29.99");
        assert_eq!(of("30"), "between 30 and 99.99");
        assert_eq!(of("99999999999999"), ">= 3000000000");
        assert_eq!(condition(band(Decimal::from(7)), 0), "between 3 and 9");
    }
}
