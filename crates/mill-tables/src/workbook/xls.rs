//! XLS: number formats and hidden rows and columns, from the few records that hold them ([MS-XLS] 2.4).

use std::io::{Cursor, Read};

use encoding_rs::{Encoding, WINDOWS_1252};

use super::looks::{Formats, Looks, u16_at, u32_at, wide_text};

const END: u16 = 0x000A;
const START: u16 = 0x0809;

/// Reads what the sheet of this number, from 0, looks like. `None`: the file is older than Excel 5, or cannot be followed.
pub(super) fn read_looks(bytes: &[u8], sheet: usize) -> Option<Looks> {
    let mut file = cfb::CompoundFile::open(Cursor::new(whole(bytes))).ok()?;
    let name = ["Workbook", "Book"]
        .into_iter()
        .find(|name| file.is_stream(name))?;
    let mut stream = Vec::new();
    file.open_stream(name).ok()?.read_to_end(&mut stream).ok()?;
    let (formats, sheet_starts) = read_globals(&stream)?;
    let mut looks = Looks::new(&formats);
    let start = usize::try_from(*sheet_starts.get(sheet)?).ok()?;
    read_sheet(stream.get(start..)?, &mut looks)?;
    Some(looks)
}

/// The file filled up to what its own list of sectors has room for: some programs end it where its content ends, and the
/// library takes such a file for cut off.
fn whole(bytes: &[u8]) -> Vec<u8> {
    const SECTOR: usize = 512;
    const SECTORS_OF_A_LIST: usize = SECTOR / 4;
    let mut file = bytes.to_vec();
    // Sectors may be of another size, in files too large for an old workbook.
    if u16_at(bytes, 30) != Some(9) {
        return file;
    }
    let sectors = file.len().div_ceil(SECTOR).saturating_sub(1);
    file.resize(
        SECTOR * (1 + sectors.next_multiple_of(SECTORS_OF_A_LIST)),
        0,
    );
    file
}

/// The records of a stream: their number and their bytes.
struct Records<'stream>(&'stream [u8]);

impl<'stream> Iterator for Records<'stream> {
    type Item = (u16, &'stream [u8]);

    fn next(&mut self) -> Option<Self::Item> {
        let (kind, size) = (u16_at(self.0, 0)?, usize::from(u16_at(self.0, 2)?));
        let content = self.0.get(4..4 + size)?;
        self.0 = self.0.get(4 + size..)?;
        Some((kind, content))
    }
}

/// Formats, and where each sheet starts.
fn read_globals(stream: &[u8]) -> Option<(Formats, Vec<u32>)> {
    let mut records = Records(stream);
    let (START, start) = records.next()? else {
        return None;
    };
    let is_wide = u16_at(start, 0)? >= 0x0600;
    let mut formats = Formats::default();
    let mut sheet_starts = Vec::new();
    let mut encoding = WINDOWS_1252;
    for (kind, content) in records {
        match kind {
            0x0022 => formats.is_1904 = u16_at(content, 0)? == 1,
            0x0042 => encoding = code_page(u16_at(content, 0)?),
            0x041E => formats.define(
                u16_at(content, 0)?,
                if is_wide {
                    wide_code(content)?
                } else {
                    encoding.decode(content.get(3..)?).0.into_owned()
                },
            ),
            0x00E0 => formats.add_style(u16_at(content, 2)?),
            0x0085 => sheet_starts.push(u32_at(content, 0)?),
            END => return Some((formats, sheet_starts)),
            _ => {}
        }
    }
    None
}

/// A format code since Excel 97: its length, how its characters are stored, the characters.
fn wide_code(content: &[u8]) -> Option<String> {
    let length = usize::from(u16_at(content, 2)?);
    if content.get(4)? & 1 == 1 {
        return Some(wide_text(content.get(5..5 + 2 * length)?));
    }
    let letters = content.get(5..5 + length)?;
    Some(letters.iter().copied().map(char::from).collect())
}

fn code_page(number: u16) -> &'static Encoding {
    let label = match number {
        932 => "shift_jis".to_owned(),
        936 => "gb18030".to_owned(),
        949 => "euc-kr".to_owned(),
        950 => "big5".to_owned(),
        other => format!("windows-{other}"),
    };
    Encoding::for_label(label.as_bytes()).unwrap_or(WINDOWS_1252)
}

fn read_sheet(stream: &[u8], looks: &mut Looks) -> Option<()> {
    // A chart inside a sheet has a start and an end of its own.
    let mut depth = 0_u32;
    for (kind, content) in Records(stream) {
        match kind {
            START => depth += 1,
            END if depth <= 1 => return Some(()),
            END => depth -= 1,
            _ if depth == 1 => sheet_record(kind, content, looks)?,
            _ => {}
        }
    }
    None
}

fn sheet_record(kind: u16, content: &[u8], looks: &mut Looks) -> Option<()> {
    let number = |place| u16_at(content, place);
    match kind {
        // A number, a short number, a formula: row, column, style.
        0x0203 | 0x027E | 0x0006 => looks.cell(
            number(0)?.into(),
            number(2)?.into(),
            usize::from(number(4)?),
        ),
        // Short numbers side by side: row, first column, then style and number of each, last column.
        0x00BD => {
            let (row, first) = (u32::from(number(0)?), u32::from(number(2)?));
            let cells = content.get(4..content.len().checked_sub(2)?)?;
            for (column, cell) in (first..).zip(cells.chunks_exact(6)) {
                looks.cell(row, column, usize::from(u16_at(cell, 0)?));
            }
        }
        0x0208 if number(12)? & 0x20 != 0 => {
            looks.facts.hidden_rows.insert(number(0)?.into());
        }
        0x007D if number(8)? & 1 != 0 => {
            let columns = (number(0)?.into(), number(2)?.into());
            looks.facts.hidden_columns.push(columns);
        }
        _ => {}
    }
    Some(())
}

#[cfg(test)]
mod tests {
    use calamine::Data;

    use super::*;

    fn record(kind: u16, content: &[u16]) -> Vec<u8> {
        let size = u16::try_from(content.len() * 2).unwrap();
        [&[kind, size], content]
            .concat()
            .into_iter()
            .flat_map(u16::to_le_bytes)
            .collect()
    }

    /// A format code of characters of one byte each.
    fn format(number: u16, code: &str) -> Vec<u8> {
        let length = u16::try_from(code.len()).unwrap();
        let content = [
            &number.to_le_bytes()[..],
            &length.to_le_bytes(),
            &[0],
            code.as_bytes(),
        ]
        .concat();
        let size = u16::try_from(content.len()).unwrap();
        [&0x041E_u16.to_le_bytes()[..], &size.to_le_bytes(), &content].concat()
    }

    #[test]
    fn numbers_side_by_side_days_from_1904_and_hidden_rows_are_seen() {
        let globals = [
            record(START, &[0x0600, 5]),
            record(0x0022, &[1]),
            format(164, "00000"),
            format(60, "dd.mm.yyyy"),
            record(0x00E0, &[0, 0]),
            record(0x00E0, &[0, 164]),
            record(0x00E0, &[0, 60]),
            record(0x0085, &[77, 0, 0]),
            record(END, &[]),
        ]
        .concat();
        let (formats, starts) = read_globals(&globals).unwrap();
        assert_eq!(starts, [77]);
        let mut looks = Looks::new(&formats);
        let sheet = [
            record(START, &[0x0600, 16]),
            // A chart inside the sheet, whose records are not the sheet's.
            record(START, &[0x0600, 32]),
            record(0x0203, &[0, 0, 2, 0, 0, 0, 0]),
            record(END, &[]),
            record(0x0208, &[4, 0, 3, 0, 0, 0, 0x20, 0]),
            record(0x007D, &[2, 3, 0, 0, 1]),
            record(0x00BD, &[0, 1, 1, 0, 0, 2, 0, 0, 2]),
            record(END, &[]),
        ]
        .concat();
        read_sheet(&sheet, &mut looks).unwrap();
        let text = |column, value| looks.shown(0, column, &Data::Float(value)).0;
        assert_eq!(
            [text(0, 7.0), text(1, 123.0), text(2, 44650.0)],
            ["7", "00123", "2026-03-31"]
        );
        assert!(looks.facts.hidden_rows.contains(&4));
        assert_eq!(looks.facts.hidden_columns, [(2, 3)]);
    }

    #[test]
    fn what_cannot_be_followed_says_nothing() {
        assert!(read_globals(&record(0x0409, &[0x0400, 16])).is_none());
        assert!(read_globals(&record(START, &[0x0600, 5])[..6]).is_none());
        assert!(read_looks(b"no workbook", 0).is_none());
    }
}
