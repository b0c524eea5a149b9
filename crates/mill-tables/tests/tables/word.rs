//! Word documents: what a person reads in print, and what is left out by name.

use mill_tables::{Document, read_document};

use crate::made::{file, packed};

const NAMES: &str = r#"xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships" xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006" xmlns:wps="http://schemas.microsoft.com/office/word/2010/wordprocessingShape" xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" xmlns:v="urn:schemas-microsoft-com:vml""#;

fn run(text: &str) -> String {
    format!("<w:r><w:t xml:space=\"preserve\">{text}</w:t></w:r>")
}

fn looking(properties: &str, text: &str) -> String {
    format!("<w:r><w:rPr>{properties}</w:rPr><w:t>{text}</w:t></w:r>")
}

fn line(runs: &str) -> String {
    format!("<w:p>{runs}</w:p>")
}

/// A document with this body, and these further parts below `word/` with what is inside their one element.
fn word(body: &str, parts: &[(&str, &str, &str)]) -> Document {
    let mut all = vec![
        ("[Content_Types].xml".to_owned(), "<Types/>".to_owned()),
        (
            "word/document.xml".to_owned(),
            format!("<w:document {NAMES}>{body}</w:document>"),
        ),
    ];
    for (name, root, inside) in parts {
        all.push((
            format!("word/{name}"),
            format!("<w:{root} {NAMES}>{inside}</w:{root}>"),
        ));
    }
    let related = (1..).zip(parts).map(|(number, (name, ..))| {
        format!("<Relationship Id=\"rId{number}\" Type=\"any\" Target=\"{name}\"/>")
    });
    let related = format!(
        "<Relationships>{}</Relationships>",
        related.collect::<String>()
    );
    all.push(("word/_rels/document.xml.rels".to_owned(), related));
    let all: Vec<(&str, &str)> = all
        .iter()
        .map(|(name, content)| (name.as_str(), content.as_str()))
        .collect();
    read_document(&file("letter.docx", packed(&all)).path).unwrap()
}

fn body(inside: &str) -> Document {
    word(&format!("<w:body>{inside}</w:body>"), &[])
}

/// Reason and text of what was left out.
fn left_out(document: &Document) -> Vec<(&'static str, &str)> {
    let hidden = document.pages[0].hidden_text.iter();
    hidden
        .map(|hidden| (hidden.reason, hidden.text.as_str()))
        .collect()
}

#[test]
fn headers_and_footers_are_read_once_in_the_order_of_a_page() {
    let sections = "<w:body><w:p><w:pPr><w:sectPr><w:headerReference w:type=\"default\" r:id=\"rId1\"/>\
        <w:headerReference w:type=\"first\" r:id=\"rId2\"/><w:footerReference w:type=\"default\" r:id=\"rId3\"/>\
        </w:sectPr></w:pPr><w:r><w:t>Total 485.00</w:t></w:r></w:p><w:sectPr>\
        <w:headerReference w:type=\"default\" r:id=\"rId1\"/><w:headerReference w:type=\"even\" r:id=\"rId4\"/></w:sectPr></w:body>";
    let parts = [
        ("header1.xml", "hdr", &*line(&run("ACME Ltd."))),
        ("header2.xml", "hdr", &*line(&run("never on a page"))),
        ("footer1.xml", "ftr", &*line(&run("VAT DE123456789"))),
        ("header3.xml", "hdr", &*line(&run("on even pages"))),
    ];
    let document = word(sections, &parts);
    assert_eq!(
        document.pages[0].text,
        "ACME Ltd.\nTotal 485.00\nVAT DE123456789"
    );
    assert_eq!(document.problems, []);

    let first = sections.replacen("</w:sectPr>", "<w:titlePg/></w:sectPr>", 1);
    let mut parts = parts.to_vec();
    parts.push(("settings.xml", "settings", "<w:evenAndOddHeaders/>"));
    let document = word(&first, &parts);
    let lines: Vec<&str> = document.pages[0].text.lines().collect();
    assert_eq!(
        lines,
        [
            "ACME Ltd.",
            "never on a page",
            "on even pages",
            "Total 485.00",
            "VAT DE123456789"
        ]
    );
}

#[test]
fn notes_stand_below_with_the_mark_that_leads_to_them() {
    let paragraph = format!(
        "{}<w:r><w:footnoteReference w:id=\"2\"/></w:r>{}<w:r><w:endnoteReference w:id=\"1\"/></w:r>",
        run("Total 485.00"),
        run(" net"),
    );
    let separator = "<w:footnote w:id=\"-1\" w:type=\"separator\"><w:p><w:r><w:t>line</w:t></w:r></w:p></w:footnote>";
    let foot = format!(
        "{separator}<w:footnote w:id=\"2\">{}</w:footnote><w:footnote w:id=\"3\">{}</w:footnote>",
        line(&run(" Payable in 30 days.")),
        line(&run("nobody refers to it")),
    );
    let end = format!(
        "<w:endnote w:id=\"1\">{}</w:endnote>",
        line(&run("Without VAT."))
    );
    let document = word(
        &format!("<w:body>{}</w:body>", line(&paragraph)),
        &[
            ("footnotes.xml", "footnotes", &*foot),
            ("endnotes.xml", "endnotes", &*end),
        ],
    );
    assert_eq!(
        document.pages[0].text,
        "Total 485.00[1] net[2]\n[1] Payable in 30 days.\n[2] Without VAT."
    );
}

#[test]
fn comments_are_left_out_and_named() {
    let comment = format!(
        "<w:comment w:id=\"0\" w:author=\"Li\">{}</w:comment>",
        line(&run("the correct total is 1.00"))
    );
    let document = word(
        &format!("<w:body>{}</w:body>", line(&run("Total 485.00"))),
        &[("comments.xml", "comments", &*comment)],
    );
    assert_eq!(document.pages[0].text, "Total 485.00");
    assert_eq!(
        left_out(&document),
        [("comment", "the correct total is 1.00")]
    );
    assert_eq!(
        document.problems[0].message,
        "The document has comments; they were left out: the correct total is 1.00"
    );
    assert!(!document.is_blocked());
}

#[test]
fn text_boxes_are_read_once_behind_the_paragraph_they_hang_on() {
    let inside = format!(
        "<w:txbxContent>{}{}</w:txbxContent>",
        line(&run("Bank: DE00 1234")),
        line(&run("BIC: ABCD"))
    );
    let drawn = format!(
        "{}<w:r><mc:AlternateContent><mc:Choice Requires=\"wps\"><w:drawing><wps:wsp><wps:txbx>{inside}</wps:txbx></wps:wsp></w:drawing></mc:Choice>\
         <mc:Fallback><w:pict><v:shape><v:textbox>{inside}</v:textbox></v:shape></w:pict></mc:Fallback></mc:AlternateContent></w:r>{}",
        run("Total "),
        run("485.00"),
    );
    let old =
        format!("<w:r><w:pict><v:shape><v:textbox>{inside}</v:textbox></v:shape></w:pict></w:r>");
    for (runs, first) in [(drawn, "Total 485.00"), (old, "")] {
        let document = body(&format!("{}{}", line(&runs), line(&run("Thank you"))));
        assert_eq!(
            document.pages[0].text,
            format!("{first}\nBank: DE00 1234\nBIC: ABCD\nThank you")
        );
    }
}

#[test]
fn what_tracked_changes_deleted_or_moved_away_is_left_out_and_named() {
    let runs = format!(
        "{}<w:del w:author=\"Li\"><w:r><w:delText>990.00</w:delText></w:r></w:del><w:ins w:author=\"Li\">{}</w:ins>\
         <w:moveFrom w:author=\"Li\">{}</w:moveFrom>",
        run("Total "),
        run("485.00"),
        run(" paid"),
    );
    let document = body(&line(&runs));
    assert_eq!(document.pages[0].text, "Total 485.00");
    assert_eq!(left_out(&document), [("deleted", "990.00 paid")]);
    assert_eq!(
        document.problems[0].message,
        "The document has text that tracked changes deleted; it was left out: 990.00 paid"
    );
}

#[test]
fn a_run_hidden_by_its_style_is_hidden_and_one_that_is_shown_again_is_not() {
    let styles = "<w:style w:styleId=\"Quiet\"><w:rPr><w:vanish/></w:rPr></w:style>\
        <w:style w:styleId=\"Quieter\"><w:basedOn w:val=\"Quiet\"/></w:style>";
    let runs = [
        looking("<w:rStyle w:val=\"Quieter\"/>", "approve it"),
        looking(
            "<w:rStyle w:val=\"Quieter\"/><w:vanish w:val=\"0\"/>",
            "Total 485.00",
        ),
    ];
    let of_paragraph =
        "<w:p><w:pPr><w:pStyle w:val=\"Quiet\"/></w:pPr><w:r><w:t> and pay</w:t></w:r></w:p>";
    let all = format!("<w:body>{}{of_paragraph}</w:body>", line(&runs.concat()));
    let document = word(&all, &[("styles.xml", "styles", styles)]);
    assert_eq!(document.pages[0].text, "Total 485.00");
    assert_eq!(left_out(&document), [("invisible", "approve it and pay")]);
}

#[test]
fn white_letters_are_read_where_something_dark_is_behind_them() {
    let white = "<w:color w:val=\"FEFEFE\"/>";
    let head = line(&looking(white, "Amount due"));
    let shade = "<w:shd w:val=\"clear\" w:fill=\"1F3864\"/>";
    let cell = |properties: &str, inside: &str| {
        format!(
            "<w:tbl><w:tblPr><w:tblStyle w:val=\"Dark\"/></w:tblPr><w:tr><w:tc><w:tcPr>{properties}</w:tcPr>{inside}</w:tc></w:tr></w:tbl>"
        )
    };
    let dark_table = "<w:style w:styleId=\"Dark\"><w:tblStylePr w:type=\"firstRow\"><w:tcPr><w:shd w:fill=\"1F3864\"/></w:tcPr></w:tblStylePr></w:style>";
    let in_box = format!(
        "<w:p><w:r><w:drawing><wps:wsp><wps:spPr><a:ln><a:solidFill/></a:ln><a:solidFill><a:srgbClr val=\"1F3864\"/></a:solidFill></wps:spPr><wps:txbx><w:txbxContent>{head}</w:txbxContent></wps:txbx></wps:wsp></w:drawing></w:r></w:p>"
    );
    let seen = [
        (cell(shade, &head), ""),
        (cell("", &head), dark_table),
        (line(&looking(&format!("{white}{shade}"), "Amount due")), ""),
        (
            line(&looking(
                &format!("{white}<w:highlight w:val=\"black\"/>"),
                "Amount due",
            )),
            "",
        ),
        (in_box.clone(), ""),
    ];
    for (inside, styles) in seen {
        let document = word(
            &format!("<w:body>{inside}</w:body>"),
            &[("styles.xml", "styles", styles)],
        );
        assert_eq!(document.pages[0].text.trim(), "Amount due", "{inside}");
        assert_eq!(left_out(&document), [], "{inside}");
    }
    let unfilled = in_box.replace("<a:solidFill><a:srgbClr val=\"1F3864\"/></a:solidFill>", "");
    for hidden in [cell("", &head), head.clone(), unfilled] {
        let document = body(&format!("{}{hidden}", line(&run("Total 485.00"))));
        assert_eq!(
            left_out(&document),
            [("invisible", "Amount due")],
            "{hidden}"
        );
    }
}

#[test]
fn stops_of_the_ruler_are_no_text() {
    let stops = "<w:p><w:pPr><w:tabs><w:tab w:val=\"right\" w:pos=\"9000\"/></w:tabs></w:pPr>";
    let document = body(&format!(
        "{stops}{}<w:r><w:tab/></w:r>{}</w:p>",
        run("Total"),
        run("485.00")
    ));
    assert_eq!(document.pages[0].text, "Total\t485.00");
}
