//! Numbers as people write them: thousands marks, accounting negatives, currencies, percent.

use rust_decimal::Decimal;

/// Currency signs and codes that may stand before or after a number; longer ones first, so that `US$` is not `$`.
const CURRENCIES: [&str; 42] = [
    "US$", "HK$", "NT$", "R$", "A$", "C$", "S$", "USD", "EUR", "GBP", "CNY", "RMB", "JPY", "CHF",
    "AUD", "CAD", "HKD", "SGD", "INR", "KRW", "TWD", "NZD", "SEK", "NOK", "DKK", "PLN", "CZK",
    "HUF", "BRL", "MXN", "ZAR", "RUB", "zł", "$", "€", "£", "¥", "￥", "₹", "₩", "元", "円",
];

/// Characters people group thousands with, besides the mark that is not the decimal one.
const GROUP_MARKS: [char; 5] = [' ', '\u{a0}', '\u{202f}', '\'', '’'];

/// A number read from text. The text itself stays beside it wherever it is shown.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Amount {
    /// The value; a percentage is a fraction, so `7.5%` is 0.075.
    pub value: Decimal,
    /// True if a percent sign stood there.
    pub percent: bool,
    /// The currency sign or code as written; `None` if there was none.
    pub currency: Option<String>,
    /// Why the value may be another one; `None` if the text can be read in one way only.
    pub doubt: Option<AmountDoubt>,
}

/// Why a number can be read in two ways.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum AmountDoubt {
    /// One mark before three digits, as in `1,234`: thousands, or three decimals. Read as thousands.
    DecimalMark,
    /// `CR` or `DR` stands beside it; whether a credit is negative is for a person to say. Credit is read as negative.
    CreditOrDebit,
}

/// Reads a number as people write it. `decimal` is the decimal mark if it is known, `.` or `,`.
///
/// `None` if the text is no number: dates, codes such as `3-4` or `1E5`, `n/a`, a lone `-`, blank text.
pub fn read_amount(text: &str, decimal: Option<char>) -> Option<Amount> {
    if let Some(value) = plain_number(text, decimal) {
        return Some(Amount {
            value,
            percent: false,
            currency: None,
            doubt: None,
        });
    }
    // Most other numbers begin and end with a digit, and have nothing to take off.
    let is_digit_at = |byte: Option<&u8>| byte.is_some_and(u8::is_ascii_digit);
    if text.is_ascii()
        && is_digit_at(text.as_bytes().first())
        && is_digit_at(text.as_bytes().last())
    {
        let (plain, doubt) = plain_digits(text, decimal)?;
        let value = Decimal::from_str_exact(&plain).ok()?;
        return Some(Amount {
            value,
            percent: false,
            currency: None,
            doubt,
        });
    }
    let shell = Shell::around(text)?;
    let digits = shell
        .inner
        .strip_prefix('+')
        .unwrap_or(&shell.inner)
        .trim_start();
    let (plain, mark_doubt) = plain_digits(digits, decimal)?;
    let mut value = Decimal::from_str_exact(&plain).ok()?;
    if shell.percent {
        value = value.checked_div(Decimal::ONE_HUNDRED)?;
    }
    value.set_sign_negative(shell.negative && !value.is_zero());
    Some(Amount {
        value,
        percent: shell.percent,
        currency: shell.currency,
        doubt: shell.doubt.or(mark_doubt),
    })
}

/// What stands around the digits: signs, brackets, currency and percent, nested in any order as in `$(30.00)`,
/// `($30.00)`, `-5 %`, `45.00-`.
#[derive(Debug, Default)]
struct Shell {
    inner: String,
    negative: bool,
    percent: bool,
    currency: Option<String>,
    doubt: Option<AmountDoubt>,
}

impl Shell {
    /// Takes it off; `None` if a number cannot look like that, as with two minus signs.
    fn around(text: &str) -> Option<Self> {
        let inner = text
            .chars()
            .map(plain_character)
            .collect::<String>()
            .trim()
            .to_owned();
        let mut shell = Self {
            inner,
            ..Self::default()
        };
        loop {
            let before = shell.inner.len();
            shell.take_sign()?;
            shell.take_marks();
            if shell.inner.len() == before {
                return Some(shell);
            }
        }
    }

    fn take_sign(&mut self) -> Option<()> {
        let bracketed = self
            .inner
            .strip_prefix('(')
            .and_then(|inner| inner.strip_suffix(')'));
        let signed = bracketed
            .or_else(|| self.inner.strip_prefix('-'))
            .or_else(|| self.inner.strip_suffix('-'));
        if let Some(inner) = signed {
            if self.negative {
                return None;
            }
            self.negative = true;
            self.inner = inner.trim().to_owned();
        }
        Some(())
    }

    fn take_marks(&mut self) {
        if let Some(inner) = self.inner.strip_suffix('%') {
            self.percent = true;
            self.inner = inner.trim().to_owned();
        }
        for (mark, is_credit) in [("CR", true), ("cr", true), ("DR", false), ("dr", false)] {
            if let Some(inner) = self.inner.strip_suffix(mark) {
                self.negative = is_credit;
                self.doubt = Some(AmountDoubt::CreditOrDebit);
                self.inner = inner.trim().to_owned();
            }
        }
        if self.currency.is_none()
            && let Some((sign, inner)) = strip_currency(&self.inner)
        {
            self.currency = Some(sign.to_owned());
            self.inner = inner;
        }
    }
}

/// Digits alone, or with a decimal point that is known to be one: most cells of most tables.
fn plain_number(text: &str, decimal: Option<char>) -> Option<Decimal> {
    let unsigned = text.strip_prefix('-').unwrap_or(text);
    let (whole, fraction) = match unsigned.split_once('.') {
        Some((whole, fraction)) if decimal == Some('.') => (whole, fraction),
        Some(_) => return None,
        None => (unsigned, "0"),
    };
    let is_digits = |part: &str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
    if !is_digits(whole) || !is_digits(fraction) {
        return None;
    }
    let value = Decimal::from_str_exact(text).ok()?;
    Some(if value.is_zero() {
        Decimal::ZERO
    } else {
        value
    })
}

/// Full-width digits and marks, and the true minus sign, as their plain selves.
const fn plain_character(character: char) -> char {
    match character {
        '０' => '0',
        '１' => '1',
        '２' => '2',
        '３' => '3',
        '４' => '4',
        '５' => '5',
        '６' => '6',
        '７' => '7',
        '８' => '8',
        '９' => '9',
        '．' => '.',
        '，' => ',',
        '（' => '(',
        '）' => ')',
        '％' => '%',
        '\u{2212}' | '－' | '–' => '-',
        other => other,
    }
}

fn strip_currency(text: &str) -> Option<(&'static str, String)> {
    CURRENCIES.into_iter().find_map(|sign| {
        let inner = text
            .strip_prefix(sign)
            .or_else(|| text.strip_suffix(sign))?;
        Some((sign, inner.trim().to_owned()))
    })
}

/// The digits with a plain decimal point and no thousands marks; `None` if they are no number.
fn plain_digits(text: &str, decimal: Option<char>) -> Option<(String, Option<AmountDoubt>)> {
    if !text.starts_with(|first: char| first.is_ascii_digit() || first == '.' || first == ',') {
        return None;
    }
    let known = |mark: char| text.chars().filter(|character| *character == mark).count();
    let (dots, commas) = (known('.'), known(','));
    let mut doubt = None;
    let mark = match decimal {
        Some(mark) => mark,
        None => match (dots, commas) {
            (0, 0) => '.',
            (_, 0) | (0, _) => {
                let (mark, other, count) = if commas == 0 {
                    ('.', ',', dots)
                } else {
                    (',', '.', commas)
                };
                let (head, tail) = text.split_once(mark)?;
                if count > 1 {
                    other
                } else if tail.len() == 3 && (1..=3).contains(&head.len()) && !head.starts_with('0')
                {
                    doubt = Some(AmountDoubt::DecimalMark);
                    other
                } else {
                    mark
                }
            }
            _ if text.rfind('.') > text.rfind(',') => '.',
            _ => ',',
        },
    };
    let (whole, fraction) = match text.split_once(mark) {
        Some((whole, fraction)) => (whole, Some(fraction)),
        None => (text, None),
    };
    if fraction.is_some_and(|digits| !digits.chars().all(|digit| digit.is_ascii_digit())) {
        return None;
    }
    let mut plain = ungrouped(whole, if mark == '.' { ',' } else { '.' })?;
    if plain.is_empty() {
        plain.push('0');
        fraction.filter(|digits| !digits.is_empty())?;
    }
    if let Some(digits) = fraction.filter(|digits| !digits.is_empty()) {
        plain.push('.');
        plain.push_str(digits);
    }
    Some((plain, doubt))
}

/// The digits without thousands marks; `None` unless the groups are as people write them (Indian ones too).
fn ungrouped(text: &str, other_mark: char) -> Option<String> {
    let is_group_mark =
        |character: char| character == other_mark || GROUP_MARKS.contains(&character);
    let groups: Vec<&str> = text.split(is_group_mark).collect();
    if groups
        .iter()
        .any(|group| !group.chars().all(|digit| digit.is_ascii_digit()))
    {
        return None;
    }
    if let [first, middle @ .., last] = groups.as_slice() {
        let whole = (1..=3).contains(&first.len()) && last.len() == 3;
        if !whole || middle.iter().any(|group| !(2..=3).contains(&group.len())) {
            return None;
        }
    }
    Some(groups.concat())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn value(text: &str, decimal: Option<char>) -> Option<String> {
        read_amount(text, decimal).map(|amount| amount.value.normalize().to_string())
    }

    #[test]
    fn accounting_negatives_and_thousands_marks_read_as_meant() {
        let cases = [
            ("(1,234.56)", "-1234.56"),
            ("$(30.00)", "-30"),
            ("($30.00)", "-30"),
            ("45.00-", "-45"),
            ("−12", "-12"),
            ("12.00 CR", "-12"),
            ("12.00 DR", "12"),
            ("1'204.50", "1204.5"),
            ("1\u{a0}204,50", "1204.5"),
            ("1\u{202f}204,50", "1204.5"),
            ("-1.204,50", "-1204.5"),
            ("6,000.00", "6000"),
            ("7.5%", "0.075"),
            ("1,234.50 €", "1234.5"),
            ("USD 1,234.50", "1234.5"),
            ("￥１，２３４．５", "1234.5"),
            ("12,34,567.00", "1234567"),
            (".5", "0.5"),
            ("+5", "5"),
            ("0", "0"),
        ];
        for (text, expected) in cases {
            assert_eq!(value(text, None).as_deref(), Some(expected), "{text}");
        }
    }

    #[test]
    fn what_is_no_number_stays_text() {
        for text in [
            "-",
            "n/a",
            "",
            " ",
            "3-4",
            "1E5",
            "03/04/2026",
            "+49 30 1234567",
            "-1+cmd",
            "1,2,3",
            "12a",
            "--5",
            "#REF!",
        ] {
            assert_eq!(value(text, None), None, "{text}");
        }
    }

    #[test]
    fn a_single_mark_before_three_digits_is_doubtful_until_the_mark_is_known() {
        let doubtful = read_amount("1,234", None);
        assert_eq!(
            doubtful.and_then(|amount| amount.doubt),
            Some(AmountDoubt::DecimalMark)
        );
        assert_eq!(value("1,234", Some(',')).as_deref(), Some("1.234"));
        assert_eq!(value("1,234", Some('.')).as_deref(), Some("1234"));
        assert_eq!(
            read_amount("12.00 CR", None).and_then(|amount| amount.doubt),
            Some(AmountDoubt::CreditOrDebit)
        );
    }
}
