//! Exact money. Amounts are whole pico-dollars, so that a price of 0.003625 USD per million tokens is exact.

use std::fmt;
use std::iter::Sum;
use std::ops::{Add, AddAssign, Sub, SubAssign};
use std::str::FromStr;

use rust_decimal::Decimal;
use rust_decimal::prelude::ToPrimitive;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::DomainError;

/// Pico-dollars in a dollar.
const PICO_PER_USD: i64 = 1_000_000_000_000;

/// An amount of US dollars in whole pico-dollars (10⁻¹² USD). Range: about ±9.2 million USD; arithmetic saturates there.
///
/// Shown and sent as a decimal string without trailing zeros (`"0.4123"`), never as a float.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub struct Usd(i64);

impl Usd {
    /// Nothing.
    pub const ZERO: Self = Self(0);
    /// The largest amount that can be held; used as "no cap".
    pub const MAX: Self = Self(i64::MAX);

    /// An amount from whole pico-dollars.
    pub const fn from_pico(pico: i64) -> Self {
        Self(pico)
    }

    /// Whole pico-dollars.
    pub const fn as_pico(self) -> i64 {
        self.0
    }

    /// An amount from a wide intermediate, clamped to the range.
    pub fn from_pico_wide(pico: i128) -> Self {
        Self(i64::try_from(pico).unwrap_or(if pico < 0 { i64::MIN } else { i64::MAX }))
    }

    /// True above zero.
    pub const fn is_positive(self) -> bool {
        self.0 > 0
    }

    /// This amount times `numerator / denominator`, rounded half to even. `denominator` 0 gives the amount unchanged.
    #[must_use]
    pub fn scaled(self, numerator: u32, denominator: u32) -> Self {
        if denominator == 0 {
            return self;
        }
        Self::from_pico_wide(div_half_even(
            i128::from(self.0) * i128::from(numerator),
            i128::from(denominator),
        ))
    }

    /// The amount as a decimal number of dollars, exact.
    pub fn to_decimal(self) -> Decimal {
        Decimal::from_i128_with_scale(i128::from(self.0), 12).normalize()
    }

    /// The amount as text with exactly `places` decimals (0 to 12), rounded half to even, for people.
    pub fn to_fixed(self, places: u32) -> String {
        let places = places.min(12);
        format!("{:.*}", places as usize, self.to_decimal().round_dp(places))
    }
}

/// Integer division that rounds half to even; `divisor` must be positive.
pub(crate) fn div_half_even(value: i128, divisor: i128) -> i128 {
    let quotient = value.div_euclid(divisor);
    let twice = value.rem_euclid(divisor) * 2;
    if twice > divisor || (twice == divisor && quotient % 2 != 0) {
        quotient + 1
    } else {
        quotient
    }
}

impl Add for Usd {
    type Output = Self;
    fn add(self, other: Self) -> Self {
        Self(self.0.saturating_add(other.0))
    }
}
impl AddAssign for Usd {
    fn add_assign(&mut self, other: Self) {
        *self = *self + other;
    }
}
impl Sub for Usd {
    type Output = Self;
    fn sub(self, other: Self) -> Self {
        Self(self.0.saturating_sub(other.0))
    }
}
impl SubAssign for Usd {
    fn sub_assign(&mut self, other: Self) {
        *self = *self - other;
    }
}
impl Sum for Usd {
    fn sum<I: Iterator<Item = Self>>(amounts: I) -> Self {
        amounts.fold(Self::ZERO, Add::add)
    }
}

impl fmt::Display for Usd {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.to_decimal().fmt(formatter)
    }
}

impl FromStr for Usd {
    type Err = DomainError;

    fn from_str(text: &str) -> Result<Self, DomainError> {
        let wrong = || DomainError::NotMoney {
            text: text.to_owned(),
        };
        let amount = Decimal::from_str_exact(text.trim()).map_err(|_| wrong())?;
        let pico = amount
            .checked_mul(Decimal::from(PICO_PER_USD))
            .ok_or_else(wrong)?;
        if !pico.fract().is_zero() {
            return Err(wrong());
        }
        pico.to_i64().map(Self).ok_or_else(wrong)
    }
}

impl Serialize for Usd {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}
impl<'de> Deserialize<'de> for Usd {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        text.parse().map_err(serde::de::Error::custom)
    }
}

/// The price of one token, in whole pico-dollars: 1 USD per million tokens is 1,000,000.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub struct UsdPerToken(u64);

impl UsdPerToken {
    /// Free of charge.
    pub const ZERO: Self = Self(0);

    /// A price from whole pico-dollars per token.
    pub const fn from_pico(pico: u64) -> Self {
        Self(pico)
    }

    /// Whole pico-dollars per token.
    pub const fn as_pico(self) -> u64 {
        self.0
    }

    /// What `tokens` cost, wide enough never to overflow.
    pub fn times(self, tokens: u64) -> i128 {
        i128::from(self.0) * i128::from(tokens)
    }

    /// Reads a price as providers print it: dollars per million tokens, at most six decimals.
    /// # Errors
    /// [`DomainError::NotMoney`] if the text is no number, negative, or finer than a pico-dollar per token.
    pub fn from_usd_per_million(text: &str) -> Result<Self, DomainError> {
        let wrong = || DomainError::NotMoney {
            text: text.to_owned(),
        };
        let price = Decimal::from_str_exact(text.trim()).map_err(|_| wrong())?;
        let pico = price
            .checked_mul(Decimal::from(1_000_000))
            .ok_or_else(wrong)?;
        if !pico.fract().is_zero() {
            return Err(wrong());
        }
        pico.to_u64().map(Self).ok_or_else(wrong)
    }

    /// The price as providers print it: dollars per million tokens.
    pub fn to_usd_per_million(self) -> Decimal {
        Decimal::from_i128_with_scale(i128::from(self.0), 6).normalize()
    }
}

impl Serialize for UsdPerToken {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(&self.to_usd_per_million())
    }
}
impl<'de> Deserialize<'de> for UsdPerToken {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        Self::from_usd_per_million(&text).map_err(serde::de::Error::custom)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn amounts_read_and_print_to_the_last_pico() {
        for text in ["0", "0.4123", "-1.5", "2", "0.000000000001", "40.00"] {
            let amount: Usd = text.parse().unwrap();
            let shown = amount.to_string();
            assert_eq!(
                shown.parse::<Usd>().unwrap(),
                amount,
                "{text} became {shown}"
            );
        }
        assert_eq!("40.00".parse::<Usd>().unwrap().to_string(), "40");
    }

    #[test]
    fn nonsense_is_refused_by_name() {
        for text in ["", "two", "1,5", "1e400", "0.0000000000001", "99999999999"] {
            assert_eq!(
                text.parse::<Usd>(),
                Err(DomainError::NotMoney {
                    text: text.to_owned()
                })
            );
        }
    }

    #[test]
    fn halves_round_to_even() {
        assert_eq!(Usd::from_pico(5).scaled(1, 2), Usd::from_pico(2));
        assert_eq!(Usd::from_pico(7).scaled(1, 2), Usd::from_pico(4));
        assert_eq!(Usd::from_pico(10).scaled(11, 10), Usd::from_pico(11));
        assert_eq!("0.125".parse::<Usd>().unwrap().to_fixed(2), "0.12");
        assert_eq!("2".parse::<Usd>().unwrap().to_fixed(2), "2.00");
    }

    #[test]
    fn prices_read_as_providers_print_them() {
        assert_eq!(
            UsdPerToken::from_usd_per_million("0.003625")
                .unwrap()
                .as_pico(),
            3_625
        );
        assert_eq!(
            UsdPerToken::from_usd_per_million("5")
                .unwrap()
                .to_usd_per_million()
                .to_string(),
            "5"
        );
        assert!(UsdPerToken::from_usd_per_million("-1").is_err());
        assert!(UsdPerToken::from_usd_per_million("0.0000001").is_err());
    }
}
