//! Values that must not be seen.

use std::fmt;

/// Something that must never be printed, logged, stored or sent to the window: an API key.
///
/// It has no `Display` and no serialization, its `Debug` shows stars, and [`Secret::expose`] is the one word to search for.
#[derive(Clone, PartialEq, Eq)]
pub struct Secret<T>(T);

impl<T> Secret<T> {
    /// Wraps a value.
    pub const fn new(value: T) -> Self {
        Self(value)
    }

    /// The value itself, for the one moment it is used.
    pub const fn expose(&self) -> &T {
        &self.0
    }
}

impl Secret<String> {
    /// The last four characters, for people to recognise a key by; stars alone if it has fewer than twelve.
    pub fn last_four(&self) -> String {
        let characters: Vec<char> = self.0.chars().collect();
        if characters.len() < 12 {
            return "••••".to_owned();
        }
        characters
            .iter()
            .skip(characters.len().saturating_sub(4))
            .collect()
    }
}

impl<T> fmt::Debug for Secret<T> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("Secret(***)")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_shows_its_last_four_characters_and_nothing_else() {
        let key = Secret::new("sk-ant-0123456789wxyz".to_owned());
        assert_eq!(format!("{key:?}"), "Secret(***)");
        assert_eq!(key.last_four(), "wxyz");
        assert_eq!(Secret::new("short".to_owned()).last_four(), "••••");
    }
}
