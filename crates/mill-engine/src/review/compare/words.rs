//! The words of two texts, told apart.

use similar::{ChangeTag, TextDiff};

/// Whose a piece is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DiffSide {
    /// Both have it.
    Both,
    /// Only the first has it.
    First,
    /// Only the second has it.
    Second,
}

/// Some words in a row that belong to the same side.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DiffPiece {
    /// Whose they are.
    pub side: DiffSide,
    /// The words with the space between them.
    pub text: String,
}

/// Two texts word by word: the pieces of `Both` and `First` are the first text, those of `Both` and `Second` the second.
/// Words of scripts without spaces are told apart as Unicode tells them.
pub(super) fn word_diff(first: &str, second: &str) -> Vec<DiffPiece> {
    let diff = TextDiff::from_unicode_words(first, second);
    let mut pieces: Vec<DiffPiece> = Vec::new();
    for change in diff.iter_all_changes() {
        let side = match change.tag() {
            ChangeTag::Equal => DiffSide::Both,
            ChangeTag::Delete => DiffSide::First,
            ChangeTag::Insert => DiffSide::Second,
        };
        match pieces.last_mut() {
            Some(last) if last.side == side => last.text.push_str(change.value()),
            _ => pieces.push(DiffPiece {
                side,
                text: change.value().to_owned(),
            }),
        }
    }
    pieces
}

#[cfg(test)]
mod tests {
    use super::*;

    fn joined(pieces: &[DiffPiece], without: DiffSide) -> String {
        let texts = pieces.iter().filter(|piece| piece.side != without);
        texts.map(|piece| piece.text.as_str()).collect()
    }

    #[test]
    fn the_pieces_are_both_texts_again() {
        for (first, second) in [
            ("Bedding for a room", "Bedding and toys for the room"),
            ("办公用品和邮费", "办公用品和差旅费"),
            ("", "new"),
            ("gone", ""),
        ] {
            let pieces = word_diff(first, second);
            assert_eq!(joined(&pieces, DiffSide::Second), first);
            assert_eq!(joined(&pieces, DiffSide::First), second);
        }
    }

    #[test]
    fn only_the_words_that_changed_are_told_apart() {
        let pieces = word_diff("paid in March", "paid in April");
        let sides: Vec<(DiffSide, &str)> = pieces
            .iter()
            .map(|piece| (piece.side, piece.text.as_str()))
            .collect();
        assert_eq!(
            sides,
            [
                (DiffSide::Both, "paid in "),
                (DiffSide::First, "March"),
                (DiffSide::Second, "April")
            ]
        );
    }
}
