//! From the library's errors to a reason with a next step.

use keyring_core::Error;

use crate::SecretsError;

/// The reason behind an error of the key store.
pub(crate) fn reason(account: &str, error: Error) -> SecretsError {
    match error {
        Error::PlatformFailure(cause) => platform(cause.as_ref(), false),
        Error::NoStorageAccess(cause) => platform(cause.as_ref(), true),
        Error::Ambiguous(_) => SecretsError::Ambiguous {
            account: account.to_owned(),
        },
        Error::NoDefaultStore => SecretsError::NoService {
            detail: "no key store is known for this system".to_owned(),
        },
        // What is stored is not text, so it is not what we wrote. Its bytes are not shown.
        Error::BadEncoding(_) | Error::BadDataFormat(..) => SecretsError::Mismatch,
        Error::TooLong(field, limit) => SecretsError::NotStorable {
            detail: format!("the {field} is longer than the {limit} characters the system takes"),
        },
        Error::Invalid(field, why) => SecretsError::NotStorable {
            detail: format!("the {field} cannot be stored: {why}"),
        },
        other => SecretsError::Failed {
            detail: other.to_string(),
        },
    }
}

type Cause = dyn std::error::Error + Send + Sync;

/// The Secret Service names its situations; the message bus tells them by its error names.
#[cfg(all(
    unix,
    not(any(target_os = "macos", target_os = "ios", target_os = "android"))
))]
fn platform(cause: &Cause, no_access: bool) -> SecretsError {
    use secret_service::Error as Service;

    let detail = chain(cause);
    match cause.downcast_ref::<Service>() {
        Some(Service::Locked | Service::Prompt | Service::PromptDisconnected) => {
            SecretsError::Locked
        }
        Some(Service::NoResult) => SecretsError::NoCollection,
        _ if has(
            &detail,
            &[
                "ServiceUnknown",
                "not provided by any",
                "NameHasNoOwner",
                "Spawn.",
            ],
        ) =>
        {
            SecretsError::NoService { detail }
        }
        _ if has(&detail, &["AccessDenied", "access denied"]) => SecretsError::Denied { detail },
        _ if has(&detail, &["IsLocked"]) => SecretsError::Locked,
        Some(Service::Unavailable) => SecretsError::NoBus { detail },
        Some(Service::Zbus(_))
            if has(
                &detail,
                &["connect", "address", "I/O", "Connection", "session bus"],
            ) =>
        {
            SecretsError::NoBus { detail }
        }
        _ if no_access => SecretsError::Denied { detail },
        _ => SecretsError::Failed { detail },
    }
}

/// macOS and Windows: no access means that the system or the person in its dialog said no.
#[cfg(not(all(
    unix,
    not(any(target_os = "macos", target_os = "ios", target_os = "android"))
)))]
fn platform(cause: &Cause, no_access: bool) -> SecretsError {
    let detail = chain(cause);
    match no_access {
        true if has(&detail, &["interaction is not allowed", "locked"]) => SecretsError::Locked,
        true => SecretsError::Denied { detail },
        false => SecretsError::Failed { detail },
    }
}

fn has(text: &str, words: &[&str]) -> bool {
    words.iter().any(|word| text.contains(word))
}

fn chain(error: &Cause) -> String {
    let mut words = error.to_string();
    let mut next = error.source();
    while let Some(cause) = next {
        let text = cause.to_string();
        if !words.contains(&text) {
            words = format!("{words}: {text}");
        }
        next = cause.source();
    }
    words
}
