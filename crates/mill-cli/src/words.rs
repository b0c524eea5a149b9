//! The person's language. Sentences for refusals are the window's own.

use mill_api::{ApiError, Spoken, said};

/// Chooses the language of everything said from now on.
pub(crate) fn choose(language: &str) {
    rust_i18n::set_locale(language);
}

/// What a refusal is called in the person's language, and what to do next.
pub(crate) fn of_error(error: &ApiError) -> Spoken {
    error.spoken(&rust_i18n::locale())
}

/// A sentence of the engine, such as a row's problem, in the person's language.
pub(crate) fn of_engine(sentence: &str) -> String {
    said(sentence, &rust_i18n::locale())
}
