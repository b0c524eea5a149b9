//! What a provider's keys are called.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::DomainError;

/// Characters a name may have.
const LONGEST: usize = 40;

/// The word of the key a provider has without anybody naming it.
const DEFAULT: &str = "Default";

/// The name of one of a provider's keys, by its purpose: `Default`, `Client A`. Never any part of the key itself.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct KeyName(String);

impl KeyName {
    /// The name as a person wrote it.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// True for the key a provider has without anybody naming it.
    pub fn is_default(&self) -> bool {
        self.0 == DEFAULT
    }
}

/// The key a provider has without anybody naming it.
impl Default for KeyName {
    fn default() -> Self {
        Self(DEFAULT.to_owned())
    }
}

impl fmt::Display for KeyName {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.0)
    }
}

/// Blank is the default key, and so is `default` in any case; a slash would look like part of a model's name.
impl FromStr for KeyName {
    type Err = DomainError;

    fn from_str(text: &str) -> Result<Self, DomainError> {
        let name = text.split_whitespace().collect::<Vec<_>>().join(" ");
        if name.is_empty() || name.eq_ignore_ascii_case(DEFAULT) {
            return Ok(Self::default());
        }
        let odd = |letter: char| letter.is_control() || letter == '/' || letter == '\\';
        if name.chars().count() > LONGEST || name.chars().any(odd) {
            return Err(DomainError::NotKeyName {
                text: text.chars().take(LONGEST).collect(),
            });
        }
        Ok(Self(name))
    }
}

impl Serialize for KeyName {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&self.0)
    }
}
impl<'de> Deserialize<'de> for KeyName {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer)?
            .parse()
            .map_err(serde::de::Error::custom)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blank_and_default_are_the_default_key_and_other_names_stay() {
        for text in ["", "  ", "Default", "default", " DEFAULT "] {
            assert!(text.parse::<KeyName>().unwrap().is_default(), "{text}");
        }
        let name: KeyName = "  Client   A ".parse().unwrap();
        assert_eq!((name.as_str(), name.is_default()), ("Client A", false));
        assert_eq!("客户甲".parse::<KeyName>().unwrap().as_str(), "客户甲");
    }

    #[test]
    fn a_name_that_could_be_mistaken_is_refused() {
        for text in ["a/b", "a\u{7}b", &"x".repeat(41)] {
            assert!(text.parse::<KeyName>().is_err(), "{text}");
        }
    }
}
