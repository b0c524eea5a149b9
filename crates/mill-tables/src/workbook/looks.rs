//! What the two binary formats say of how their cells look. Calamine reads their values and keeps the formats to itself.

use std::collections::{BTreeMap, HashMap};

use calamine::{Data, ExcelDateTime, ExcelDateTimeType};
use ssfmt::NumberFormat;
use ssfmt::ast::FormatPart;

use super::facts::SheetFacts;
use super::shown::shown;
use crate::intake::CellFault;

/// The number formats of a sheet's cells, and what of it is hidden or merged.
#[derive(Debug)]
pub(super) struct Looks {
    styles: Vec<Look>,
    /// True if days are counted from 1904.
    is_1904: bool,
    /// The style of each cell with a number that is not shown the general way; rows and columns from 0.
    cells: HashMap<(u32, u32), usize>,
    pub(super) facts: SheetFacts,
    /// True if there are cells that calamine passes over in silence.
    pub(super) has_unread_cells: bool,
}

/// How numbers of one style are shown.
#[derive(Debug)]
enum Look {
    /// With all their digits.
    General,
    /// As their format says.
    Number(String),
    /// As a day, a time of day or both.
    Moment,
    /// As hours and minutes that went by.
    Span,
    /// The file does not say; what calamine thinks of it stands.
    Unknown,
}

impl Looks {
    pub(super) fn new(formats: &Formats) -> Self {
        Self {
            styles: formats
                .of_styles
                .iter()
                .map(|number| formats.look(*number))
                .collect(),
            is_1904: formats.is_1904,
            cells: HashMap::new(),
            facts: SheetFacts::default(),
            has_unread_cells: false,
        }
    }

    /// Notes the style of a cell.
    pub(super) fn cell(&mut self, row: u32, column: u32, style: usize) {
        if !matches!(self.styles.get(style), Some(Look::General)) {
            self.cells.insert((row, column), style);
        }
    }

    /// The text of a cell, and what is wrong with it. Whether a number is a date is for the format to say: calamine
    /// knows only some of the places a program may keep its formats in.
    pub(super) fn shown(&self, row: u32, column: u32, data: &Data) -> (String, Option<CellFault>) {
        let number = match data {
            Data::Float(number) => *number,
            Data::DateTime(moment) => moment.as_f64(),
            Data::Int(number) => number.to_string().parse().unwrap_or_default(),
            _ => return shown(data, None),
        };
        let moment = |kind| Data::DateTime(ExcelDateTime::new(number, kind, self.is_1904));
        let look = match self.cells.get(&(row, column)) {
            Some(style) => self.styles.get(*style).unwrap_or(&Look::Unknown),
            None => &Look::General,
        };
        match look {
            Look::General => shown(&Data::Float(number), None),
            Look::Number(code) => shown(&Data::Float(number), Some(code)),
            Look::Moment => shown(&moment(ExcelDateTimeType::DateTime), None),
            Look::Span => shown(&moment(ExcelDateTimeType::TimeDelta), None),
            Look::Unknown => shown(data, None),
        }
    }
}

/// The number formats of a workbook.
#[derive(Debug, Default)]
pub(super) struct Formats {
    /// Format codes of the workbook's own, by number.
    own: BTreeMap<u16, String>,
    /// The number of the format of each style.
    of_styles: Vec<u16>,
    /// True if days are counted from 1904.
    pub(super) is_1904: bool,
}

impl Formats {
    /// Notes a format of the workbook's own.
    pub(super) fn define(&mut self, number: u16, code: String) {
        self.own.insert(number, code);
    }

    /// Notes the next style.
    pub(super) fn add_style(&mut self, number: u16) {
        self.of_styles.push(number);
    }

    fn look(&self, number: u16) -> Look {
        let own = self.own.get(&number).map(String::as_str);
        let known = own
            .or_else(|| accounting_code(number))
            .or_else(|| ssfmt::format_code_from_id(u32::from(number)));
        match (number, known) {
            (0, _) => Look::General,
            (_, Some(code)) => look_of(code),
            // Days and times as the language of the system writes them.
            (27..=36 | 50..=58, None) => Look::Moment,
            (_, None) => Look::Unknown,
        }
    }
}

fn look_of(code: &str) -> Look {
    let Ok(format) = NumberFormat::parse(code) else {
        return Look::Unknown;
    };
    let Some(first) = format.sections().first() else {
        return Look::General;
    };
    if !first.has_date_parts() {
        return Look::Number(code.to_owned());
    }
    let is_span = |part: &FormatPart| matches!(part, FormatPart::Elapsed(_));
    if first.parts.iter().any(is_span) {
        Look::Span
    } else {
        Look::Moment
    }
}

/// Formats every program has without being told, which the library that shows numbers leaves out.
const fn accounting_code(number: u16) -> Option<&'static str> {
    match number {
        41 => Some("_(* #,##0_);_(* (#,##0);_(* \"-\"_);_(@_)"),
        42 => Some("_($* #,##0_);_($* (#,##0);_($* \"-\"_);_(@_)"),
        43 => Some("_(* #,##0.00_);_(* (#,##0.00);_(* \"-\"??_);_(@_)"),
        44 => Some("_($* #,##0.00_);_($* (#,##0.00);_($* \"-\"??_);_(@_)"),
        _ => None,
    }
}

/// A number of a record, from its bytes; `None` beyond its end.
pub(super) fn u16_at(bytes: &[u8], place: usize) -> Option<u16> {
    let part = bytes.get(place..)?.first_chunk()?;
    Some(u16::from_le_bytes(*part))
}

/// The same with four bytes.
pub(super) fn u32_at(bytes: &[u8], place: usize) -> Option<u32> {
    let part = bytes.get(place..)?.first_chunk()?;
    Some(u32::from_le_bytes(*part))
}

/// Text of two bytes a unit.
pub(super) fn wide_text(bytes: &[u8]) -> String {
    let units: Vec<u16> = bytes
        .as_chunks()
        .0
        .iter()
        .map(|unit| u16::from_le_bytes(*unit))
        .collect();
    String::from_utf16_lossy(&units)
}
