//! XLSB: number formats, merges, and hidden rows and columns, from the few records that hold them ([MS-XLSB] 2.4).

use std::io::Read;

use super::archive::Archive;
use super::looks::{Formats, Looks, u16_at, u32_at, wide_text};
use super::merges::Merge;
use super::parts::relation_targets;

const WORKBOOK: &str = "xl/workbook.bin";

/// Why a sheet with such cells is refused: without them it would come in with columns missing.
pub(super) const SHORT_CELLS: &str =
    "some of its cells are stored in a short form that only Excel itself reads";

/// The most bytes of one part that are looked at; a sheet beyond it is read without its looks, and that is said.
const MAX_PART_BYTES: u64 = 512 << 20;

/// Reads what a sheet looks like. `None`: the file cannot be followed.
pub(super) fn read_looks(bytes: &[u8], sheet: &str) -> Option<Looks> {
    let mut archive = Archive::open(bytes).ok()?;
    let workbook = part(&mut archive, WORKBOOK)?;
    let relation = relation_of_sheet(&workbook, sheet)?;
    let relations = relation_targets(&archive.text("xl/_rels/workbook.bin.rels")?);
    let target = relations.get(&relation)?;
    let name = target
        .strip_prefix('/')
        .map_or_else(|| format!("xl/{target}"), str::to_owned);
    let mut formats = part(&mut archive, "xl/styles.bin")
        .map(|styles| read_formats(&styles))
        .unwrap_or_default();
    formats.is_1904 = Records(&workbook)
        .any(|(kind, content)| kind == 153 && content.first().is_some_and(|flags| flags & 1 == 1));
    let mut looks = Looks::new(&formats);
    read_sheet(&part(&mut archive, &name)?, &mut looks)?;
    Some(looks)
}

fn part(archive: &mut Archive<'_>, name: &str) -> Option<Vec<u8>> {
    let mut bytes = Vec::new();
    archive
        .entry(name)?
        .take(MAX_PART_BYTES + 1)
        .read_to_end(&mut bytes)
        .ok()?;
    (bytes.len() as u64 <= MAX_PART_BYTES).then_some(bytes)
}

/// The records of a part: their number and their bytes. Both number and length take one byte for seven bits.
struct Records<'part>(&'part [u8]);

impl Records<'_> {
    fn number(&mut self, most_bytes: u32) -> Option<u32> {
        let mut number = 0;
        for place in 0..most_bytes {
            let (byte, rest) = self.0.split_first()?;
            self.0 = rest;
            number |= u32::from(byte & 0x7F) << (7 * place);
            if byte & 0x80 == 0 {
                break;
            }
        }
        Some(number)
    }
}

impl<'part> Iterator for Records<'part> {
    type Item = (u32, &'part [u8]);

    fn next(&mut self) -> Option<Self::Item> {
        let kind = self.number(2)?;
        let size = usize::try_from(self.number(4)?).ok()?;
        let (content, rest) = self.0.split_at_checked(size)?;
        self.0 = rest;
        Some((kind, content))
    }
}

/// A text with its length in front, and what follows it.
fn text(bytes: &[u8]) -> Option<(String, &[u8])> {
    let length = usize::try_from(u32_at(bytes, 0)?).ok()?;
    let (text, rest) = bytes.get(4..)?.split_at_checked(length.checked_mul(2)?)?;
    Some((wide_text(text), rest))
}

fn relation_of_sheet(workbook: &[u8], sheet: &str) -> Option<String> {
    Records(workbook)
        .filter(|(kind, _)| *kind == 156)
        .find_map(|(_, content)| {
            let (relation, rest) = text(content.get(8..)?)?;
            (text(rest)?.0 == sheet).then_some(relation)
        })
}

fn read_formats(styles: &[u8]) -> Formats {
    let mut formats = Formats::default();
    let mut are_of_cells = false;
    for (kind, content) in Records(styles) {
        match kind {
            44 => {
                let code = content.get(2..).and_then(text);
                if let (Some(number), Some((code, _))) = (u16_at(content, 0), code) {
                    formats.define(number, code);
                }
            }
            617 => are_of_cells = true,
            618 => are_of_cells = false,
            47 if are_of_cells => formats.add_style(u16_at(content, 2).unwrap_or_default()),
            _ => {}
        }
    }
    formats
}

fn read_sheet(sheet: &[u8], looks: &mut Looks) -> Option<()> {
    let mut row = 0;
    for (kind, content) in Records(sheet) {
        let number = |place| u32_at(content, place);
        match kind {
            0 => {
                row = number(0)?;
                if content.get(11)? & 0x10 != 0 {
                    looks.facts.hidden_rows.insert(row);
                }
            }
            // A short number, a number, a formula with one: column, style in three bytes.
            2 | 5 | 9 => {
                let style = usize::try_from(number(4)? & 0x00FF_FFFF).ok()?;
                looks.cell(row, number(0)?, style);
            }
            // Cells without their column, as right neighbours of the one before. Excel never writes them, others do.
            12..=18 => looks.has_unread_cells = true,
            60 if u16_at(content, 16)? & 1 != 0 => {
                looks.facts.hidden_columns.push((number(0)?, number(4)?));
            }
            176 => looks.facts.merges.push(Merge {
                first_row: number(0)?,
                last_row: number(4)?,
                first_column: number(8)?,
                last_column: number(12)?,
            }),
            _ => {}
        }
    }
    Some(())
}
