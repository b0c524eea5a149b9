//! The real file: every cell of every row, to the letter.

use std::path::Path;

use mill_tables::{ReadOptions, RowMark, read_table};

#[test]
fn the_real_card_lines_come_in_to_the_letter() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data/card-2014-15.csv");
    if !path.exists() {
        use std::io::Write as _;
        writeln!(
            std::io::stderr(),
            "skipped: ../shared/data/card-2014-15.csv is not there"
        )
        .unwrap();
        return;
    }
    let table = read_table(&path, &ReadOptions::default()).unwrap();
    assert_eq!((table.rows.len(), table.columns.len()), (4_142, 7));
    assert_eq!(
        (table.delimiter, table.decimal, table.header_row),
        (Some(','), Some('.'), Some(1))
    );
    assert!(
        table.rows.iter().all(|row| row.mark == RowMark::Task),
        "{:?}",
        table.problems
    );
    let mut bare = csv::Reader::from_path(&path).unwrap();
    assert_eq!(
        bare.headers().unwrap().iter().collect::<Vec<_>>(),
        table.columns
    );
    let mut compared = 0;
    for (record, row) in bare.records().zip(&table.rows) {
        let record = record.unwrap();
        assert_eq!(
            record.iter().collect::<Vec<_>>(),
            row.cells,
            "row {}",
            row.number
        );
        compared += row.cells.len();
    }
    assert_eq!(compared, 4_142 * 7);
}
