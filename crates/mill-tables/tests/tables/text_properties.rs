//! What must hold for any text.

use mill_tables::{HeaderChoice, ReadOptions};
use proptest::prelude::*;

use crate::made::{cells, read_with};

fn written(rows: &[Vec<String>], delimiter: u8) -> Vec<u8> {
    let mut writer = csv::WriterBuilder::new()
        .delimiter(delimiter)
        .from_writer(Vec::new());
    for row in rows {
        writer.write_record(row).unwrap();
    }
    writer.into_inner().unwrap()
}

fn options() -> ReadOptions {
    ReadOptions {
        header: HeaderChoice::Row(1),
        delimiter: Some(','),
        encoding: Some("utf-8".to_owned()),
        ..ReadOptions::default()
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn every_cell_survives_to_the_letter(rows in prop::collection::vec(prop::collection::vec("[^\\x00-\\x08\\x0e-\\x1f\u{feff}]{0,12}", 3), 1..8)) {
        let mut all = vec![vec!["one".to_owned(), "two".to_owned(), "three".to_owned()]];
        all.extend(rows.iter().cloned());
        let table = read_with("any.csv", written(&all, b','), &options()).unwrap();
        let expected: Vec<Vec<&str>> = rows
            .iter()
            .filter(|row| row.iter().any(|cell| !cell.trim().is_empty()))
            .map(|row| row.iter().map(String::as_str).collect())
            .collect();
        prop_assert_eq!(cells(&table), expected);
    }

    #[test]
    fn every_encoding_round_trips(
        names in prop::collection::vec("[一-龠]{2,6}", 12),
        label in prop::sample::select(vec!["gb18030", "utf-8", "utf-16le", "utf-16be"]),
    ) {
        let text = format!("编号,名称\r\n{}", names.iter().enumerate().map(|(place, name)| format!("{place:03},{name}\r\n")).collect::<Vec<_>>().concat());
        let bytes: Vec<u8> = match label {
            "utf-16le" => text.encode_utf16().flat_map(u16::to_le_bytes).collect(),
            "utf-16be" => text.encode_utf16().flat_map(u16::to_be_bytes).collect(),
            label => encoding_rs::Encoding::for_label(label.as_bytes()).unwrap().encode(&text).0.into_owned(),
        };
        let options = ReadOptions { encoding: Some(label.to_owned()), ..ReadOptions::default() };
        let table = read_with("any.csv", &bytes, &options).unwrap();
        let read: Vec<&str> = table.rows.iter().map(|row| row.cells[1].as_str()).collect();
        prop_assert_eq!(read, names.iter().map(String::as_str).collect::<Vec<_>>());
    }

    #[test]
    fn no_bytes_make_it_panic(bytes in prop::collection::vec(any::<u8>(), 0..400)) {
        // Any answer will do, as long as there is one.
        let answer = read_with("any.csv", &bytes, &ReadOptions::default());
        prop_assert!(answer.is_ok() || answer.is_err_and(|error| !error.code().is_empty()));
    }
}
