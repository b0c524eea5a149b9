//! Whether anything changed since a person signed.

use mill_store::SignedRow;
use sha2::{Digest as _, Sha256};

/// A text that is another one as soon as the state, the version or the verdict of any row is.
pub(super) fn fingerprint(rows: &[SignedRow]) -> String {
    let mut hash = Sha256::new();
    for row in rows {
        let verdict = row.verdict.as_deref().unwrap_or("-");
        hash.update(format!(
            "{} {} {} {verdict}\n",
            row.number, row.state, row.version
        ));
    }
    let digits = |byte: u8| [byte >> 4, byte & 15].map(|digit| char::from_digit(digit.into(), 16));
    hash.finalize()
        .into_iter()
        .flat_map(digits)
        .flatten()
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(number: u32, state: &str, version: u32, verdict: Option<&str>) -> SignedRow {
        SignedRow {
            number,
            state: state.to_owned(),
            version,
            verdict: verdict.map(str::to_owned),
        }
    }

    #[test]
    fn every_change_of_a_row_is_seen_and_going_back_is_no_change() {
        let signed = [row(1, "done", 1, Some("accepted")), row(2, "done", 1, None)];
        let seal = fingerprint(&signed);
        assert_eq!(fingerprint(&signed), seal);
        for other in [
            row(2, "done", 2, None),
            row(2, "done", 1, Some("rejected")),
            row(2, "refused", 1, None),
            row(3, "done", 1, None),
        ] {
            assert_ne!(fingerprint(&[signed[0].clone(), other]), seal);
        }
        assert_ne!(fingerprint(&signed[..1]), seal);
    }
}
