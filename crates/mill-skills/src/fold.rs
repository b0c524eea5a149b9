//! One form for comparing text: without case, width, compatibility forms or the exact amount of space.

use unicode_normalization::UnicodeNormalization as _;

/// `text` folded for comparison: NFKC, case-folded, every run of white space one space, trimmed. Folding twice
/// changes nothing.
pub fn fold(text: &str) -> String {
    if text.is_ascii() {
        return collapse(&text.to_ascii_lowercase());
    }
    let mut folded = fold_once(text);
    // A few characters fold into ones that normalise again; two rounds settle all of them.
    loop {
        let next = fold_once(&folded);
        if next == folded {
            return folded;
        }
        folded = next;
    }
}

/// `text` without width and compatibility forms, every run of white space one space, trimmed; case stays.
pub(crate) fn plain(text: &str) -> String {
    if text.is_ascii() {
        collapse(text)
    } else {
        collapse(&text.nfkc().collect::<String>())
    }
}

fn fold_once(text: &str) -> String {
    let compatible: String = text.nfkc().collect();
    collapse(
        &caseless::default_case_fold_str(&compatible)
            .nfkc()
            .collect::<String>(),
    )
}

fn collapse(text: &str) -> String {
    let mut collapsed = String::with_capacity(text.len());
    for word in text.split_whitespace() {
        if !collapsed.is_empty() {
            collapsed.push(' ');
        }
        collapsed.push_str(word);
    }
    collapsed
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn case_width_and_space_do_not_count() {
        assert_eq!(fold("  TESCO\u{3000}  Stores "), "tesco stores");
        assert_eq!(fold("ＯＹＳＴＥＲ"), fold("Oyster"));
        assert_eq!(fold("ﾊﾟｽﾓ"), fold("パスモ"));
        assert_eq!(fold("Straße"), fold("STRASSE"));
        assert_ne!(fold("Food Costs"), fold("Food Cost"));
    }

    proptest! {
        #[test]
        fn folding_twice_is_folding_once(text in any::<String>()) {
            let once = fold(&text);
            prop_assert_eq!(fold(&once), once);
        }

        #[test]
        fn ascii_takes_the_same_path_as_the_rest(text in "[ -~]{0,40}") {
            prop_assert_eq!(fold(&text), fold_once(&text));
        }
    }
}
