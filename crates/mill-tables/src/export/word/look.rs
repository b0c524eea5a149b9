//! How a document looks: A4, quiet, readable on paper without colours.

use docx_rs::{
    AlignmentType, BorderType, Docx, LineSpacing, PageMargin, Paragraph, Run, RunFonts, Shading,
    Style, StyleType, TableBorder, TableBorderPosition, TableBorders, TableCell, TableCellMargins,
};

use super::{WordPiece, WordTable};

/// Names of the styles. Word knows the first two by these, and fills its outline with them.
pub(super) const TITLE: &str = "Title";
pub(super) const HEADING: &str = "Heading1";
pub(super) const BANNER: &str = "Banner";

/// Lengths are in twentieths of a point: A4, and two centimetres of margin.
const PAGE: (u32, u32) = (11_906, 16_838);
const MARGIN: i32 = 1_134;
pub(super) const TEXT_WIDTH: usize = 9_638;

/// Sizes are in half points.
const BODY: usize = 21;
const SMALL: usize = 18;

const INK: &str = "1F1F1F";
const QUIET: &str = "5F5F5F";
const WARNING: &str = "9A1B1B";
const LINK: &str = "1A5FB4";
const RULE: &str = "C8C8C8";
const ABOVE: &str = "EDEDED";

/// The least and the most letters that decide how wide a column is.
const NARROW: usize = 6;
const WIDE: usize = 48;

pub(super) fn page(docx: Docx) -> Docx {
    let fonts = RunFonts::new()
        .ascii("Calibri")
        .hi_ansi("Calibri")
        .cs("Calibri")
        .east_asia("Microsoft YaHei");
    let style = |id: &str, name: &str| Style::new(id, StyleType::Paragraph).name(name);
    docx.page_size(PAGE.0, PAGE.1)
        .page_margin(PageMargin {
            top: MARGIN,
            left: MARGIN,
            bottom: MARGIN,
            right: MARGIN,
            header: MARGIN / 2,
            footer: MARGIN / 2,
            gutter: 0,
        })
        .default_size(BODY)
        .default_fonts(fonts)
        .default_line_spacing(LineSpacing::new().after(120))
        .add_style(
            style(TITLE, "Title")
                .size(36)
                .bold()
                .color(INK)
                .line_spacing(LineSpacing::new().after(160)),
        )
        .add_style(
            style(HEADING, "heading 1")
                .size(27)
                .bold()
                .color(INK)
                .outline_lvl(0)
                .line_spacing(LineSpacing::new().before(280).after(120)),
        )
        .add_style(style(BANNER, "Banner").bold().color(WARNING))
}

/// What stands at the top of every page.
pub(super) fn repeated(banner: Paragraph) -> Paragraph {
    banner.size(SMALL - 2).color(QUIET)
}

/// The page number at the bottom.
pub(super) fn foot() -> Paragraph {
    Paragraph::new().align(AlignmentType::Right).size(SMALL)
}

pub(super) fn link(words: Run) -> Run {
    words.color(LINK).underline("single")
}

/// Words in a cell; numbers stand under each other.
pub(super) fn in_cell(words: Paragraph, is_number: bool) -> Paragraph {
    let side = if is_number {
        AlignmentType::Right
    } else {
        AlignmentType::Left
    };
    words
        .align(side)
        .line_spacing(LineSpacing::new().before(20).after(20))
}

pub(super) fn above(cell: TableCell) -> TableCell {
    cell.shading(Shading::new().color("auto").fill(ABOVE))
}

pub(super) fn lines() -> TableBorders {
    [
        TableBorderPosition::Top,
        TableBorderPosition::Bottom,
        TableBorderPosition::InsideH,
    ]
    .into_iter()
    .fold(TableBorders::with_empty(), |borders, position| {
        let line = TableBorder::new(position);
        borders.set(line.border_type(BorderType::Single).size(4).color(RULE))
    })
}

pub(super) fn margins() -> TableCellMargins {
    TableCellMargins::new().margin(20, 90, 20, 90)
}

/// The width of every column, by the longest words in it; together as wide as the text.
pub(super) fn widths(table: &WordTable) -> Vec<usize> {
    let letters = |pieces: &Vec<WordPiece>| -> usize {
        let texts = pieces.iter().map(WordPiece::text);
        texts.map(breadth).sum()
    };
    let columns = table.columns.iter().enumerate();
    let longest: Vec<usize> = columns
        .map(|(at, column)| {
            let cells = table.rows.iter().filter_map(|row| row.get(at));
            let widest = cells.map(letters).max().unwrap_or(0);
            widest.max(breadth(&column.label)).clamp(NARROW, WIDE)
        })
        .collect();
    let all: usize = longest.iter().sum::<usize>().max(1);
    longest
        .into_iter()
        .map(|letters| letters * TEXT_WIDTH / all)
        .collect()
}

/// Letters of a text; Chinese ones are twice as wide.
fn breadth(text: &str) -> usize {
    text.chars()
        .map(|letter| if letter < '\u{2E80}' { 1 } else { 2 })
        .sum()
}
