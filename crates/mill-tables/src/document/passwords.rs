//! Passwords of documents, for as long as a program runs.

use mill_domain::Secret;
use unicode_normalization::UnicodeNormalization as _;

/// Passwords a person gave. Each is tried on every document that needs one; none is ever written anywhere.
#[derive(Debug, Clone, Default)]
pub struct Passwords(Vec<Secret<String>>);

impl Passwords {
    /// No password: documents that need one stay closed.
    pub const fn none() -> Self {
        Self(Vec::new())
    }

    /// One more; one that is known already changes nothing.
    pub fn add(&mut self, password: Secret<String>) {
        if !self.0.contains(&password) {
            self.0.push(password);
        }
    }

    /// How many there are.
    pub const fn len(&self) -> usize {
        self.0.len()
    }

    /// True if there is none.
    pub const fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Each as typed and, where that is something else, in the form newer documents are encrypted with.
    pub(super) fn forms(&self) -> impl Iterator<Item = String> {
        self.0.iter().flat_map(|password| {
            let typed = password.expose().clone();
            let composed: String = typed.nfkc().collect();
            let other = (composed != typed).then_some(composed);
            std::iter::once(typed).chain(other)
        })
    }
}

impl FromIterator<Secret<String>> for Passwords {
    fn from_iter<I: IntoIterator<Item = Secret<String>>>(given: I) -> Self {
        let mut passwords = Self::none();
        for password in given {
            passwords.add(password);
        }
        passwords
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn passwords_are_known_once_tried_in_both_forms_and_never_shown() {
        let given = ["test-1", "ﬁne", "test-1"].map(|text| Secret::new(text.to_owned()));
        let passwords: Passwords = given.into_iter().collect();
        assert_eq!(
            passwords.forms().collect::<Vec<_>>(),
            ["test-1", "ﬁne", "fine"]
        );
        assert_eq!(passwords.len(), 2);
        assert!(!format!("{passwords:?}").contains("test-1"));
    }
}
