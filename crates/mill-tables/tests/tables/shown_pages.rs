//! Pages drawn for a person, with places marked on them.

use std::io::Cursor;

use image::{DynamicImage, ImageFormat, RgbImage};
use mill_tables::{DrawnPage, MarkBox, Passwords, TableError, draw_page, read_document};

use crate::made::{file, pdf};

fn line(x: u32, y: u32, text: &str) -> String {
    format!("BT /F1 12 Tf {x} {y} Td ({text}) Tj ET")
}

/// The first page, 595 pixels wide, with the place of `quote` in its text marked.
fn drawn(bytes: &[u8], quote: &str) -> DrawnPage {
    let made = file("invoice.pdf", bytes);
    let text = read_document(&made.path).unwrap().pages[0].text.clone();
    let before = text.split(quote).next().unwrap();
    let units = |text: &str| text.encode_utf16().count();
    let place = units(before)..units(before) + units(quote);
    draw_page(
        (&made.path, &Passwords::none()),
        1,
        595,
        std::slice::from_ref(&place),
    )
    .unwrap()
}

fn opened(page: &DrawnPage) -> RgbImage {
    image::load_from_memory(&page.picture.bytes)
        .unwrap()
        .to_rgb8()
}

/// Dark pixels in a part of the picture given in fractions, and in all of it.
fn ink(picture: &RgbImage, place: MarkBox) -> (usize, usize) {
    let inside = |x: u32, y: u32| {
        let x = f64::from(x) / f64::from(picture.width());
        let y = f64::from(y) / f64::from(picture.height());
        (place.left..=place.left + place.width).contains(&x)
            && (place.top..=place.top + place.height).contains(&y)
    };
    let dark = picture
        .enumerate_pixels()
        .filter(|(_, _, pixel)| pixel.0[0] < 100);
    dark.fold((0, 0), |(within, all), (x, y, _)| {
        (within + usize::from(inside(x, y)), all + 1)
    })
}

#[test]
fn a_marked_place_lies_where_its_letters_were_drawn() {
    let page = drawn(&pdf(&[&line(300, 700, "Total 485.00")]), "Total 485.00");
    assert_eq!((page.width, page.height), (595, 842));
    let [place] = page.marks[0].as_slice() else {
        panic!("one line, one box: {:?}", page.marks);
    };
    let (inside, all) = ink(&opened(&page), *place);
    assert!(all > 50, "letters were drawn: {all}");
    assert_eq!(inside, all, "and all of them are inside {place:?}");
    assert!(place.height < 0.03 && place.width < 0.2, "{place:?}");
}

#[test]
fn marks_follow_a_page_that_is_turned() {
    let turned = String::from_utf8(pdf(&[&line(300, 700, "Total 485.00")]))
        .unwrap()
        .replacen("/Type /Page /Parent", "/Type /Page /Rotate 90 /Parent", 1);
    let page = drawn(turned.as_bytes(), "Total 485.00");
    assert!(page.width > page.height, "it lies on its side");
    let [place] = page.marks[0].as_slice() else {
        panic!("{:?}", page.marks);
    };
    let (inside, all) = ink(&opened(&page), *place);
    assert!(all > 50 && inside == all, "{inside} of {all} in {place:?}");
    assert!(place.height > place.width, "the line runs down the page");
}

#[test]
fn a_place_over_two_lines_or_two_columns_has_a_box_for_each() {
    let content = [
        line(60, 700, "Camden"),
        line(60, 680, "Catering"),
        line(400, 680, "Far"),
    ]
    .join("\n");
    let page = drawn(&pdf(&[&content]), "Camden\nCatering  Far");
    let [first, second, far] = page.marks[0].as_slice() else {
        panic!("three stretches: {:?}", page.marks);
    };
    assert!(first.top < second.top);
    for (place, points) in [(first, 60.0), (second, 60.0), (far, 400.0)] {
        assert!((place.left * 595.0 - points).abs() < 2.0, "{place:?}");
    }
}

#[test]
fn a_page_is_never_drawn_larger_than_a_screen_can_use() {
    // Narrow, so that there is little to draw.
    let narrow =
        String::from_utf8(pdf(&[""]))
            .unwrap()
            .replacen("[0 0 595 842]", "[0 0 10 842]", 1);
    let made = file("invoice.pdf", narrow);
    let page = draw_page((&made.path, &Passwords::none()), 1, 60_000, &[]).unwrap();
    assert_eq!((page.width, page.height), (38, 3_200));
    let missing = draw_page((&made.path, &Passwords::none()), 2, 800, &[]);
    assert!(matches!(missing, Err(TableError::NoPage { page: 2, .. })));
}

#[test]
fn a_page_that_keeps_on_drawing_is_refused() {
    let hostile = "0 0 10 10 re f ".repeat(501_000);
    let made = file("hostile.pdf", pdf(&[&hostile]));
    let refused = draw_page((&made.path, &Passwords::none()), 1, 800, &[]).unwrap_err();
    assert!(
        refused.to_string().contains("more than can be drawn"),
        "{refused}"
    );
}

#[test]
fn photos_and_faxes_are_shown_in_a_kind_every_window_knows() {
    for format in [ImageFormat::WebP, ImageFormat::Tiff, ImageFormat::Png] {
        let mut bytes = Vec::new();
        DynamicImage::new_rgb8(400, 100)
            .write_to(&mut Cursor::new(&mut bytes), format)
            .unwrap();
        let made = file(&format!("scan.{}", format.extensions_str()[0]), bytes);
        let page = draw_page((&made.path, &Passwords::none()), 1, 200, &[]).unwrap();
        assert_eq!((page.width, page.height), (200, 50), "{format:?}");
        assert!(["image/jpeg", "image/png"].contains(&page.picture.media_type));
        let size = read_document(&made.path).unwrap().pages[0].size.unwrap();
        assert_eq!((size.width, size.height), (400, 100));
    }
}

#[test]
fn text_has_no_picture() {
    let made = file("note.txt", "words");
    let refused = draw_page((&made.path, &Passwords::none()), 1, 800, &[]);
    assert!(matches!(refused, Err(TableError::NoPage { .. })));
}
