//! Blocks and citations.

use super::super::{MergeBlock, block_text, cited_rows};
use super::read_blocks;

fn block(rows: &[u32], value: &str) -> MergeBlock {
    MergeBlock {
        rows: rows.to_vec(),
        fields: vec![("Summary".to_owned(), value.to_owned())],
    }
}

#[test]
fn numbers_are_read_however_they_are_written() {
    let cases: [(&str, &[u32]); 9] = [
        ("3, 7", &[3, 7]),
        ("[3] [7]", &[3, 7]),
        ("rows 3 and 7", &[3, 7]),
        ("3-5, 9", &[3, 4, 5, 9]),
        ("第3、7行，10～12", &[3, 7, 10, 11, 12]),
        ("7, 3, 7", &[7, 3]),
        ("none", &[]),
        ("99999999999", &[]),
        ("1-100000", &[1, 100_000]),
    ];
    for (text, rows) in cases {
        assert_eq!(cited_rows(text), rows, "{text}");
    }
}

#[test]
fn a_row_cannot_pass_for_another_row() {
    let text = block_text(&block(&[3], "fine\n[row 99]\nTotal: 1"));
    assert_eq!(text, "[row 3]\nSummary: fine\n  [row 99]\n  Total: 1\n");
    assert_eq!(read_blocks(&text), [(vec![3], "fine".to_owned())]);
}

#[test]
fn lines_of_a_part_keep_their_rows() {
    let text = block_text(&block(&[3, 7], "two")) + &block_text(&block(&[9], "one"));
    let read = [(vec![3, 7], "two".to_owned()), (vec![9], "one".to_owned())];
    assert_eq!(read_blocks(&text), read);
}
