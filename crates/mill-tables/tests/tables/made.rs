//! Files made for a test, and short ways to look at what was read.

use std::io::{Cursor, Write};
use std::path::PathBuf;

use image::codecs::jpeg::JpegEncoder;
use image::{ImageEncoder as _, Rgb, RgbImage};
use mill_tables::{Problem, ProblemKind, ReadOptions, RowMark, Table, TableError, read_table};
use tempfile::TempDir;
use zip::write::SimpleFileOptions;

/// A folder that goes away with its file in it.
pub(crate) struct Made {
    /// Held so that the file stays as long as the test looks at it.
    _folder: TempDir,
    pub(crate) path: PathBuf,
}

pub(crate) fn file(name: &str, bytes: impl AsRef<[u8]>) -> Made {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join(name);
    std::fs::write(&path, bytes).unwrap();
    Made {
        path,
        _folder: folder,
    }
}

pub(crate) fn read(name: &str, bytes: impl AsRef<[u8]>) -> Table {
    read_with(name, bytes, &ReadOptions::default()).unwrap()
}

pub(crate) fn read_with(
    name: &str,
    bytes: impl AsRef<[u8]>,
    options: &ReadOptions,
) -> Result<Table, TableError> {
    read_table(&file(name, bytes).path, options)
}

/// The cells of all rows.
pub(crate) fn cells(table: &Table) -> Vec<Vec<&str>> {
    table
        .rows
        .iter()
        .map(|row| row.cells.iter().map(String::as_str).collect())
        .collect()
}

/// Row numbers and marks.
pub(crate) fn marks(table: &Table) -> Vec<(u32, RowMark)> {
    table
        .rows
        .iter()
        .map(|row| (row.number, row.mark))
        .collect()
}

/// Kind, row and column of each problem.
pub(crate) fn places(table: &Table) -> Vec<(&'static str, Option<u32>, Option<&str>)> {
    table
        .problems
        .iter()
        .map(|problem| (problem.kind.code(), problem.row, problem.column.as_deref()))
        .collect()
}

pub(crate) fn of_kind(problems: &[Problem], kind: ProblemKind) -> Vec<&Problem> {
    problems
        .iter()
        .filter(|problem| problem.kind == kind)
        .collect()
}

/// A zip archive of named parts.
pub(crate) fn packed(parts: &[(&str, &str)]) -> Vec<u8> {
    let mut zip = zip::ZipWriter::new(Cursor::new(Vec::new()));
    for (name, content) in parts {
        zip.start_file(*name, SimpleFileOptions::default()).unwrap();
        zip.write_all(content.as_bytes()).unwrap();
    }
    zip.finish().unwrap().into_inner()
}

/// A workbook written by hand, for what no writer of ours would write: one sheet with this XML inside `worksheet`,
/// number formats as pairs of id and code (style n is the n-th), and flags of the workbook.
pub(crate) fn hand_made_xlsx(
    worksheet: &str,
    formats: &[(u32, &str)],
    workbook_flags: &str,
) -> Vec<u8> {
    let number_formats = formats
        .iter()
        .filter(|(id, _)| *id >= 164)
        .map(|(id, code)| {
            format!(
                r#"<numFmt numFmtId="{id}" formatCode="{}"/>"#,
                code.replace('"', "&quot;")
            )
        })
        .collect::<Vec<_>>()
        .concat();
    let styles = formats
        .iter()
        .map(|(id, _)| {
            format!(
                r#"<xf numFmtId="{id}" fontId="0" fillId="0" borderId="0" applyNumberFormat="1"/>"#
            )
        })
        .collect::<Vec<_>>()
        .concat();
    let main = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
    let relations = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
    packed(&[
        (
            "[Content_Types].xml",
            r#"<?xml version="1.0"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/></Types>"#,
        ),
        (
            "_rels/.rels",
            &format!(
                r#"<?xml version="1.0"?><Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="{relations}/officeDocument" Target="xl/workbook.xml"/></Relationships>"#
            ),
        ),
        (
            "xl/workbook.xml",
            &format!(
                r#"<?xml version="1.0"?><workbook xmlns="{main}" xmlns:r="{relations}">{workbook_flags}<sheets><sheet name="Data" sheetId="1" r:id="rId1"/></sheets></workbook>"#
            ),
        ),
        (
            "xl/_rels/workbook.xml.rels",
            &format!(
                r#"<?xml version="1.0"?><Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="{relations}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="{relations}/styles" Target="styles.xml"/></Relationships>"#
            ),
        ),
        (
            "xl/styles.xml",
            &format!(
                r#"<?xml version="1.0"?><styleSheet xmlns="{main}"><numFmts count="{}">{number_formats}</numFmts><fonts count="1"><font/></fonts><fills count="1"><fill/></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="{}">{styles}</cellXfs></styleSheet>"#,
                formats.len(),
                formats.len()
            ),
        ),
        (
            "xl/worksheets/sheet1.xml",
            &format!(r#"<?xml version="1.0"?><worksheet xmlns="{main}">{worksheet}</worksheet>"#),
        ),
    ])
}

/// A cell of text for [`hand_made_xlsx`].
pub(crate) fn text_cell(place: &str, text: &str) -> String {
    format!(r#"<c r="{place}" t="inlineStr"><is><t>{text}</t></is></c>"#)
}

/// A PDF with these page contents; text uses the font `/F1`.
pub(crate) fn pdf(pages: &[&str]) -> Vec<u8> {
    let mut objects = vec![
        "<< /Type /Catalog /Pages 2 0 R >>".to_owned(),
        String::new(),
        "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>".to_owned(),
        "<< /Type /XObject /Subtype /Image /Width 1 /Height 1 /ColorSpace /DeviceGray /BitsPerComponent 8 /Length 1 >>\nstream\n0\nendstream".to_owned(),
    ];
    let mut kids = Vec::new();
    for content in pages {
        let page = objects.len() + 1;
        kids.push(format!("{page} 0 R"));
        objects.push(format!(
            "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Resources << /Font << /F1 3 0 R >> /XObject << /Im1 4 0 R >> >> /Contents {} 0 R >>",
            page + 1
        ));
        objects.push(format!(
            "<< /Length {} >>\nstream\n{content}\nendstream",
            content.len()
        ));
    }
    objects[1] = format!(
        "<< /Type /Pages /Kids [{}] /Count {} >>",
        kids.join(" "),
        kids.len()
    );
    let mut bytes = b"%PDF-1.4\n".to_vec();
    let mut offsets = Vec::new();
    for (place, object) in objects.iter().enumerate() {
        offsets.push(bytes.len());
        bytes.extend(format!("{} 0 obj\n{object}\nendobj\n", place + 1).bytes());
    }
    let start = bytes.len();
    bytes.extend(format!("xref\n0 {}\n0000000000 65535 f \n", objects.len() + 1).bytes());
    for offset in offsets {
        bytes.extend(format!("{offset:010} 00000 n \n").bytes());
    }
    bytes.extend(
        format!(
            "trailer\n<< /Size {} /Root 1 0 R >>\nstartxref\n{start}\n%%EOF\n",
            objects.len() + 1
        )
        .bytes(),
    );
    bytes
}

/// Left half dark, right half bright; 40 by 20.
pub(crate) fn photo() -> RgbImage {
    RgbImage::from_fn(40, 20, |x, _| {
        Rgb(if x < 20 {
            [10, 10, 10]
        } else {
            [240, 240, 240]
        })
    })
}

/// A photo that says it was taken with the camera turned: orientation `turn` of the standard.
pub(crate) fn turned_photo(turn: u8) -> Vec<u8> {
    let mut exif = b"MM\0*\0\0\0\x08\0\x01\x01\x12\0\x03\0\0\0\x01\0".to_vec();
    exif.extend([turn, 0, 0, 0, 0, 0, 0]);
    let mut bytes = Vec::new();
    let mut encoder = JpegEncoder::new_with_quality(&mut bytes, 95);
    encoder.set_exif_metadata(exif).unwrap();
    let photo = photo();
    encoder
        .write_image(&photo, 40, 20, image::ExtendedColorType::Rgb8)
        .unwrap();
    bytes
}

/// A TIFF of grey pages, 4 by 3, one after the other: how bright each is, and what kind it says it is (1: a smaller copy).
/// `big`: the large end of numbers first.
pub(crate) fn faxed(pages: &[(u8, u32)], big: bool) -> Vec<u8> {
    let short = |number: u16| {
        if big {
            number.to_be_bytes()
        } else {
            number.to_le_bytes()
        }
    };
    let long = |number: usize| {
        let number = u32::try_from(number).unwrap();
        if big {
            number.to_be_bytes()
        } else {
            number.to_le_bytes()
        }
    };
    let mut bytes = if big {
        b"MM\0*".to_vec()
    } else {
        b"II*\0".to_vec()
    };
    bytes.extend(long(8));
    for (number, (grey, kind)) in pages.iter().enumerate() {
        let tags: [(u16, usize); 9] = [
            (254, *kind as usize),
            (256, 4),
            (257, 3),
            (258, 8),
            (259, 1),
            (262, 1),
            (273, 0),
            (278, 3),
            (279, 12),
        ];
        let end = bytes.len() + 2 + tags.len() * 12 + 4;
        bytes.extend(short(u16::try_from(tags.len()).unwrap()));
        for (tag, value) in tags {
            bytes.extend(short(tag));
            bytes.extend(short(4));
            bytes.extend(long(1));
            bytes.extend(long(if tag == 273 { end } else { value }));
        }
        let is_last = number + 1 == pages.len();
        bytes.extend(long(if is_last { 0 } else { end + 12 }));
        bytes.extend([*grey; 12]);
    }
    bytes
}
