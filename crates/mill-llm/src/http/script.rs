//! Proxy scripts (PAC): known when seen, never run, always told.

use std::error::Error;

use thiserror::Error;

/// A connection that failed where a script would have named a proxy.
#[derive(Debug, Error)]
#[error("{cause}")]
pub(super) struct BehindScript {
    /// Where the script is.
    pub(super) script: String,
    /// Why the connection failed.
    pub(super) cause: Box<dyn Error + Send + Sync>,
}

/// True for the address of a script instead of a proxy's.
pub(super) fn is_script(address: &str) -> bool {
    let address = address.trim().to_ascii_lowercase();
    if address.starts_with("pac+") {
        return true;
    }
    let plain = address.split(['?', '#']).next().unwrap_or_default();
    let file = plain.rsplit('/').next().unwrap_or_default();
    file == "wpad.dat" || file.rsplit_once('.').is_some_and(|(_, kind)| kind == "pac")
}

/// The script that would have named the proxy, if a connection failed without it.
pub(super) fn script_behind<'e>(error: &'e (dyn Error + 'static)) -> Option<&'e BehindScript> {
    let mut next = Some(error);
    while let Some(error) = next {
        if let Some(behind) = error.downcast_ref::<BehindScript>() {
            return Some(behind);
        }
        next = error.source();
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scripts_are_known_by_their_address() {
        for (address, expected) in [
            ("http://proxy.example/office.PAC", true),
            ("http://proxy.example/proxy.pac?user=1", true),
            ("http://wpad/wpad.dat", true),
            ("file:///etc/proxy.pac", true),
            ("pac+http://proxy.example/x", true),
            ("http://proxy.example:3128", false),
            ("http://pac.example:3128/", false),
            ("", false),
        ] {
            assert_eq!(is_script(address), expected, "{address}");
        }
    }
}
