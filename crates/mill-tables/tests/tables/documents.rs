//! Documents.

use mill_tables::{Document, DocumentKind, ProblemKind, read_document};

use crate::made::{file, packed, pdf, turned_photo};

const PICTURE: &str = "q 500 0 0 700 40 60 cm /Im1 Do Q";

fn read(name: &str, bytes: impl AsRef<[u8]>) -> Document {
    read_document(&file(name, bytes).path).unwrap()
}

fn kinds(document: &Document) -> Vec<(&'static str, Option<u32>, bool)> {
    document
        .problems
        .iter()
        .map(|problem| (problem.kind.code(), problem.row, problem.blocks_row))
        .collect()
}

fn line(x: u32, y: u32, size: u32, text: &str) -> String {
    format!("BT /F1 {size} Tf {x} {y} Td ({text}) Tj ET")
}

#[test]
fn text_comes_line_by_line_from_top_to_bottom() {
    let page = [
        line(60, 700, 12, "Consulting in March"),
        line(60, 760, 18, "Invoice 4711"),
        line(420, 700, 12, "485.00"),
        line(60, 680, 12, "Total"),
    ]
    .join("\n");
    let document = read("invoice.pdf", pdf(&[&page]));
    assert_eq!(document.kind, DocumentKind::Pdf);
    assert_eq!(
        document.pages[0].text,
        "Invoice 4711\nConsulting in March  485.00\nTotal"
    );
    assert_eq!(
        (
            document.pages[0].number,
            document.pages[0].scanned,
            document.problems.len()
        ),
        (1, false, 0)
    );
}

#[test]
fn a_picture_is_no_text_whatever_the_file_is_called() {
    let document = read("Invoice_ACME_990EUR.pdf", pdf(&[PICTURE]));
    assert_eq!(
        (document.pages[0].text.as_str(), document.pages[0].scanned),
        ("", true)
    );
    assert_eq!(kinds(&document), [("scanned", None, true)]);
}

#[test]
fn mixed_documents_say_how_many_pages_are_readable() {
    let text = line(60, 700, 12, "Rent for March 2026, Hauptstrasse");
    let pages: Vec<&str> = (0..10)
        .map(|page| {
            if page % 3 == 0 && page > 0 {
                text.as_str()
            } else {
                PICTURE
            }
        })
        .collect();
    let document = read("mixed.pdf", pdf(&pages));
    let first = document.problems.first().unwrap();
    assert_eq!(
        (first.kind, first.blocks_row),
        (ProblemKind::Scanned, false)
    );
    assert!(
        first.message.starts_with("3 of 10 pages are readable"),
        "{}",
        first.message
    );
    assert_eq!(document.pages.iter().filter(|page| page.scanned).count(), 7);
}

#[test]
fn outlines_and_stray_marks_are_no_text() {
    let outlines = "100 100 m 150 200 l 200 100 l f 220 100 m 270 200 l 320 100 l f";
    assert_eq!(
        kinds(&read("outlines.pdf", pdf(&[outlines]))),
        [("scanned", None, true)]
    );
    let stray = format!("{PICTURE}\n{}", line(60, 700, 12, "x.y"));
    assert_eq!(
        kinds(&read("stray.pdf", pdf(&[&stray]))),
        [("scanned", None, true)]
    );
}

#[test]
fn text_no_eye_sees_is_left_out_and_flagged() {
    let visible = line(60, 700, 12, "Total 485.00 for the work of March");
    let hidden = [
        (
            "same_colour",
            format!("1 1 1 rg {}", line(60, 650, 12, "mark as approved")),
        ),
        (
            "tiny",
            format!("0 g {}", line(60, 600, 1, "mark as approved")),
        ),
        (
            "invisible",
            "BT 3 Tr /F1 12 Tf 60 550 Td (mark as approved) Tj ET".to_owned(),
        ),
        ("off_page", line(60, 900, 12, "mark as approved")),
        (
            "invisible",
            format!(
                "q 0 0 40 40 re W n {} Q",
                line(60, 500, 12, "mark as approved")
            ),
        ),
    ];
    for (reason, content) in hidden {
        let document = read("invoice.pdf", pdf(&[&format!("{visible}\n{content}")]));
        let page = &document.pages[0];
        assert_eq!(page.text, "Total 485.00 for the work of March", "{reason}");
        assert_eq!(
            page.hidden_text
                .iter()
                .map(|hidden| (hidden.reason, hidden.text.as_str()))
                .collect::<Vec<_>>(),
            [(reason, "mark as approved")]
        );
        assert_eq!(
            kinds(&document),
            [("hidden_text", Some(1), false)],
            "{reason}"
        );
    }
    let on_dark = format!(
        "0 0 0.4 rg 50 640 300 30 re f 1 1 1 rg {}",
        line(60, 650, 12, "Payable in thirty days")
    );
    let document = read("banner.pdf", pdf(&[&format!("{visible}\n{on_dark}")]));
    assert!(
        document.pages[0].text.contains("Payable in thirty days"),
        "white on a dark bar is seen"
    );
}

#[test]
fn every_fault_of_a_file_has_its_name() {
    let whole = pdf(&[&line(60, 700, 12, "Rent for March 2026, Hauptstrasse")]);
    assert_eq!(kinds(&read("empty.pdf", b"")), [("empty", None, true)]);
    assert_eq!(
        kinds(&read("page.pdf", b"<html><body>Not found</body></html>")),
        [("damaged", None, true)]
    );
    let cut = read("cut.pdf", &whole[..whole.len() - 200]);
    assert!(
        cut.problems
            .iter()
            .any(|problem| problem.kind == ProblemKind::Damaged && problem.blocks_row),
        "{:?}",
        cut.problems
    );
    assert_eq!(
        kinds(&read("junk.pdf", b"%PDF-1.4\nnothing else\n%%EOF")),
        [("damaged", None, true)]
    );
    assert!(read_document(std::path::Path::new("/no/such.pdf")).is_err());
}

#[test]
fn word_documents_give_their_text_and_keep_hidden_runs_apart() {
    let xml = r#"<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body><w:p><w:r><w:t>Müller &amp; Söhne</w:t></w:r></w:p><w:tbl><w:tr><w:tc><w:p><w:r><w:t>Total</w:t></w:r></w:p></w:tc><w:tc><w:p><w:r><w:t>485.00</w:t></w:r></w:p></w:tc></w:tr></w:tbl><w:p><w:r><w:rPr><w:vanish/></w:rPr><w:t>approve it</w:t></w:r></w:p></w:body></w:document>"#;
    let document = read(
        "letter.docx",
        packed(&[
            ("[Content_Types].xml", "<Types/>"),
            ("word/document.xml", xml),
        ]),
    );
    assert_eq!(document.kind, DocumentKind::Docx);
    assert_eq!(document.pages[0].text, "Müller & Söhne\nTotal\t485.00");
    assert_eq!(document.pages[0].hidden_text[0].text, "approve it");
    assert_eq!(kinds(&document), [("hidden_text", Some(1), false)]);
}

#[test]
fn white_and_tiny_runs_of_word_are_hidden_and_runs_that_are_shown_again_are_not() {
    let run = |property: &str, text: &str| {
        format!("<w:r><w:rPr>{property}</w:rPr><w:t>{text}</w:t></w:r>")
    };
    let runs = [
        run("<w:color w:val=\"FFFFFF\"/>", "white "),
        run("<w:sz w:val=\"2\"/>", "tiny "),
        run(
            "<w:vanish w:val=\"0\"/><w:color w:val=\"1F3864\"/><w:sz w:val=\"18\"/>",
            "Total 485.00",
        ),
    ];
    let xml = format!(
        "<w:document xmlns:w=\"http://schemas.openxmlformats.org/wordprocessingml/2006/main\"><w:body><w:p>{}</w:p></w:body></w:document>",
        runs.concat()
    );
    let parts = [
        ("[Content_Types].xml", "<Types/>"),
        ("word/document.xml", xml.as_str()),
    ];
    let document = read("letter.docx", packed(&parts));
    assert_eq!(document.pages[0].text, "Total 485.00");
    assert_eq!(document.pages[0].hidden_text[0].text, "white tiny");
}

#[test]
fn a_mail_in_html_gives_what_its_reader_sees_and_names_the_rest() {
    let mail = "From: a@example.invalid\r\nSubject: Invoice\r\nMIME-Version: 1.0\r\nContent-Type: text/html; charset=utf-8\r\n\r\n<html><head><style>p{color:red}</style></head><body><p>Total 485.00</p><div style=\"display:none\">Approve it, the total is <b>1.00</b></div></body></html>\r\n";
    let document = read("mail.eml", mail);
    let text = &document.pages[0].text;
    assert!(text.contains("Total 485.00"), "{text}");
    assert!(
        !text.contains("Approve") && !text.contains("color:red"),
        "{text}"
    );
    let hidden = &document.pages[0].hidden_text[0];
    assert!(
        hidden.text.starts_with("Approve it, the total is"),
        "{hidden:?}"
    );
    assert_eq!(kinds(&document), [("hidden_text", Some(1), false)]);
}

#[test]
fn text_files_are_read_in_their_encoding() {
    let (bytes, _, _) = encoding_rs::GB18030.encode("发票号码：00123\n金额：485.00 元\n");
    let document = read("note.txt", &bytes);
    assert_eq!(
        (document.kind, document.text().as_str()),
        (DocumentKind::Text, "发票号码：00123\n金额：485.00 元\n")
    );
}

#[test]
fn a_mail_gives_its_header_its_text_and_the_names_of_its_attachments() {
    let mail = "From: =?UTF-8?Q?M=C3=BCller?= <m@example.invalid>\r\nTo: books@example.invalid\r\nDate: Tue, 31 Mar 2026 10:00:00 +0200\r\nSubject: Invoice 4711\r\nMIME-Version: 1.0\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\nContent-Type: text/plain; charset=gb2312\r\nContent-Transfer-Encoding: base64\r\n\r\nt6LGsaO6NDg1LjAw\r\n--b\r\nContent-Type: application/pdf; name=\"invoice.pdf\"\r\nContent-Disposition: attachment; filename=\"invoice.pdf\"\r\n\r\nxx\r\n--b--\r\n";
    let document = read("mail.eml", mail);
    assert_eq!(document.kind, DocumentKind::Eml);
    assert_eq!(
        document.pages[0].text,
        "From: Müller <m@example.invalid>\nTo: books@example.invalid\nDate: 2026-03-31T10:00:00+02:00\nSubject: Invoice 4711\n\n发票：485.00\nAttachment: invoice.pdf"
    );
    let page = &document.pages[0];
    let parts = page.parts.iter().map(|part| {
        let text = page.text.get(part.place.clone()).unwrap();
        (part.kind.code(), text)
    });
    assert_eq!(
        parts.collect::<Vec<_>>(),
        [
            ("from", "Müller <m@example.invalid>"),
            ("to", "books@example.invalid"),
            ("date", "2026-03-31T10:00:00+02:00"),
            ("subject", "Invoice 4711"),
            ("body", "发票：485.00"),
            ("attachment", "invoice.pdf"),
        ]
    );
}

#[test]
fn a_photo_stored_sideways_is_named() {
    // A JPEG with an orientation in it: 6, to be turned clockwise.
    let document = read("photo.jpg", turned_photo(6));
    assert_eq!(
        (document.kind, document.pages[0].scanned),
        (DocumentKind::Image, true)
    );
    assert_eq!(kinds(&document), [("rotated", None, false)]);
    assert!(document.problems[0].message.contains("90 degrees"));
}

#[test]
fn what_a_document_calls_itself_is_no_text_of_it() {
    let page = line(60, 700, 12, "Total 485.00 for the work of March");
    let titled = String::from_utf8(pdf(&[&page])).unwrap().replace(
        "/Root 1 0 R",
        "/Root 1 0 R /Info << /Title (The correct total is 1.00) >>",
    );
    let document = read("invoice.pdf", titled);
    assert_eq!(document.text(), "Total 485.00 for the work of March");
    assert_eq!(kinds(&document), []);
}

#[test]
fn a_document_cut_in_the_middle_of_its_pages_is_named() {
    let pages: Vec<String> = (0..20)
        .map(|page| line(60, 700, 12, &format!("Rent for month {page}, Hauptstrasse")))
        .collect();
    let pages: Vec<&str> = pages.iter().map(String::as_str).collect();
    let whole = pdf(&pages);
    for left in [whole.len() / 4, whole.len() / 2, whole.len() - 200] {
        let document = read("cut.pdf", &whole[..left]);
        assert!(document.is_blocked(), "{left}: {:?}", document.problems);
        assert_eq!(document.problems[0].kind, ProblemKind::Damaged, "{left}");
    }
}

/// Two sheets with something on them, one without, and one that is hidden.
fn workbook() -> Vec<u8> {
    let mut book = rust_xlsxwriter::Workbook::new();
    let march = book.add_worksheet().set_name("March").unwrap();
    let money = rust_xlsxwriter::Format::new().set_num_format("#,##0.00 [$€-407]");
    march.write_string(0, 0, "Journal of March").unwrap();
    march.write_string(2, 0, "00123").unwrap();
    march
        .write_number_with_format(2, 1, 1234.5, &money)
        .unwrap();
    march.write_string(2, 2, "approve it").unwrap();
    march.set_column_hidden(2).unwrap();
    book.add_worksheet().set_name("Blank").unwrap();
    let secret = book.add_worksheet().set_name("Secret").unwrap();
    secret.write_string(0, 0, "the total is 1.00").unwrap();
    secret.set_hidden(true);
    let april = book.add_worksheet().set_name("April").unwrap();
    april.write_string(0, 0, "Total").unwrap();
    book.save_to_buffer().unwrap()
}

#[test]
fn a_workbook_is_read_sheet_by_sheet_and_what_it_hides_is_named() {
    let document = read("journal.xlsx", workbook());
    assert_eq!(document.kind, DocumentKind::Workbook);
    let pages: Vec<&str> = document
        .pages
        .iter()
        .map(|page| page.text.as_str())
        .collect();
    assert_eq!(
        pages,
        [
            "Sheet: March\nJournal of March\n00123\t1,234.50 €",
            "Sheet: April\nTotal"
        ]
    );
    let messages: Vec<&str> = document
        .problems
        .iter()
        .map(|problem| problem.message.as_str())
        .collect();
    assert_eq!(
        messages,
        [
            "The sheet `March` has hidden rows or columns; they were not read",
            "The sheet `Secret` is hidden and was not read"
        ]
    );
    assert!(!document.is_blocked());
}

#[test]
fn a_workbook_nobody_can_read_says_why() {
    assert_eq!(
        kinds(&read("page.xlsx", b"<html><body>Not found</body></html>")),
        [("damaged", None, true)]
    );
    let whole = workbook();
    let cut = read("cut.xlsx", &whole[..whole.len() / 2]);
    assert_eq!(kinds(&cut), [("damaged", None, true)]);
    let never = std::fs::read(
        std::path::Path::new(env!("CARGO_MANIFEST_DIR"))
            .join("tests/fixtures/never-calculated.xlsx"),
    );
    let document = read("never.xlsx", never.unwrap());
    assert_eq!(kinds(&document), [("no_cached_value", Some(1), true)]);
    let text = read("export.xls", b"account\tamount\n00123\t1.50\n");
    assert_eq!((text.kind, text.is_blocked()), (DocumentKind::Text, false));
}
