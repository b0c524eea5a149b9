//! The few words the desktop program takes on its command line.

use std::ffi::OsString;
use std::path::PathBuf;

/// The data folder asked for with `--home DIR` or `--home=DIR`; `None`: the engine's own choice.
pub(crate) fn home(arguments: impl IntoIterator<Item = OsString>) -> Option<PathBuf> {
    let mut arguments = arguments.into_iter();
    while let Some(argument) = arguments.next() {
        if argument == "--home" {
            return arguments.next().map(PathBuf::from);
        }
        if let Some(folder) = argument
            .to_str()
            .and_then(|text| text.strip_prefix("--home="))
        {
            return Some(PathBuf::from(folder));
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    fn home_of(arguments: &[&str]) -> Option<PathBuf> {
        home(arguments.iter().map(OsString::from))
    }

    #[test]
    fn the_home_is_read_in_both_spellings() {
        assert_eq!(
            home_of(&["stampmill-desktop", "--home", "/data"]),
            Some(PathBuf::from("/data"))
        );
        assert_eq!(
            home_of(&["stampmill-desktop", "--home=/data"]),
            Some(PathBuf::from("/data"))
        );
        assert_eq!(home_of(&["stampmill-desktop"]), None);
        assert_eq!(home_of(&["stampmill-desktop", "--home"]), None);
    }
}
