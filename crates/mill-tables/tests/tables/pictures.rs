//! Pages as pictures.

use std::io::Cursor;
use std::path::{Path, PathBuf};

use image::{DynamicImage, ImageFormat, RgbImage};
use mill_tables::{
    DocumentKind, PagePicture, Passwords, ProblemKind, TableError, draw_page, page_pictures,
    read_document, read_pictured_document,
};

use crate::made::{faxed, file, pdf, turned_photo};

/// Black in the upper half of a page of 612 by 792 points.
const BLACK_ABOVE: &str = "0 g 0 396 612 396 re f";
/// Letters nobody sees: drawn in mode 3.
const INVISIBLE: &str = "BT /F1 300 Tf 3 Tr 60 300 Td (HIDDEN) Tj ET";

fn pictures(name: &str, bytes: impl AsRef<[u8]>, pages: &[u32]) -> Vec<PagePicture> {
    page_pictures(&file(name, bytes).path, pages).unwrap()
}

fn opened(picture: &PagePicture) -> RgbImage {
    image::load_from_memory(&picture.bytes).unwrap().to_rgb8()
}

fn is_dark(picture: &RgbImage, x: u32, y: u32) -> bool {
    picture.get_pixel(x, y).0.iter().all(|part| *part < 60)
}

#[test]
fn only_the_pages_asked_for_are_drawn_at_the_size_models_read() {
    let drawn = pictures("scan.pdf", pdf(&[BLACK_ABOVE, "", BLACK_ABOVE]), &[1, 3]);
    assert_eq!(
        drawn
            .iter()
            .map(|picture| (picture.page, picture.media_type))
            .collect::<Vec<_>>(),
        [(1, "image/jpeg"), (3, "image/jpeg")]
    );
    let page = opened(&drawn[0]);
    assert_eq!(page.height(), 1_568);
    let (middle, above, below) = (page.width() / 2, 300, 1_200);
    assert!(is_dark(&page, middle, above), "what is drawn is seen");
    assert!(!is_dark(&page, middle, below), "the paper is white");
}

#[test]
fn letters_nobody_sees_are_not_drawn() {
    let drawn = pictures("scan.pdf", pdf(&[INVISIBLE]), &[1]);
    let page = opened(&drawn[0]);
    assert!(page.pixels().all(|pixel| pixel.0 == [255, 255, 255]));
}

#[test]
fn a_photo_stored_sideways_is_turned_upright() {
    let upright = pictures("photo.jpg", turned_photo(6), &[1]);
    let picture = opened(&upright[0]);
    assert_eq!((picture.width(), picture.height()), (20, 40));
    assert!(is_dark(&picture, 10, 4), "what was left is above");
    assert!(!is_dark(&picture, 10, 36));
}

#[test]
fn an_upright_picture_that_is_small_enough_goes_as_it_is() {
    let bytes = turned_photo(1);
    let sent = pictures("photo.jpg", &bytes, &[1]);
    assert_eq!(*sent[0].bytes, *bytes);
}

#[test]
fn a_large_photo_is_made_smaller_and_a_clear_one_gets_white_paper() {
    let mut bytes = Vec::new();
    DynamicImage::new_rgba8(4_000, 1_000)
        .write_to(&mut Cursor::new(&mut bytes), ImageFormat::Png)
        .unwrap();
    let sent = pictures("scan.png", &bytes, &[1]);
    let picture = opened(&sent[0]);
    assert_eq!((picture.width(), picture.height()), (1_568, 392));
    assert_eq!(picture.get_pixel(700, 200).0, [255, 255, 255]);
}

#[test]
fn a_broken_picture_is_named_and_other_kinds_have_none() {
    let cut = &turned_photo(1)[..200];
    let broken = page_pictures(&file("photo.jpg", cut).path, &[1]);
    assert!(
        matches!(broken, Err(TableError::Damaged { .. })),
        "{broken:?}"
    );
    assert_eq!(pictures("note.txt", "words", &[1]), []);
}

fn fixture(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("tests/fixtures")
        .join(name)
}

#[test]
fn photos_of_phones_are_opened_and_stand_as_they_were_held() {
    for (name, dark, bright) in [("photo.heic", 8, 88), ("turned-photo.heic", 88, 8)] {
        let path = fixture(name);
        let document = read_document(&path).unwrap();
        assert_eq!(
            (document.kind, document.problems.len()),
            (DocumentKind::Image, 0)
        );
        let size = document.pages[0].size.unwrap();
        assert_eq!((size.width, size.height), (96, 64), "{name}");
        let sent = page_pictures(&path, &[1]).unwrap();
        assert_eq!(sent[0].media_type, "image/jpeg");
        let picture = opened(&sent[0]);
        assert_eq!((picture.width(), picture.height()), (96, 64), "{name}");
        assert!(is_dark(&picture, dark, 32), "{name}");
        assert!(!is_dark(&picture, bright, 32), "{name}");
        assert_eq!(
            draw_page((&path, &Passwords::none()), 1, 48, &[])
                .unwrap()
                .width,
            48
        );
    }
}

#[test]
fn a_photo_of_a_phone_that_cannot_be_opened_says_what_to_do() {
    let whole = std::fs::read(fixture("photo.heic")).unwrap();
    let made = file("photo.heic", &whole[..200]);
    let document = read_document(&made.path).unwrap();
    assert!(document.is_blocked());
    assert_eq!(
        document.problems[0].message,
        "This HEIC photo cannot be opened; save it as JPEG, or set the phone to \"Most Compatible\""
    );
    let start = *b"\0\0\0\x1cftypavif\0\0\0\0mif1avifmiaf";
    let avif: Vec<u8> = start.into_iter().chain((0..=255).rev()).collect();
    let other = file("photo.avif", avif);
    let document = read_document(&other.path).unwrap();
    assert_eq!(
        document.problems[0].message,
        "This kind of picture is not read; save it as JPEG or PNG"
    );
}

#[test]
fn every_page_of_a_fax_is_a_page_and_its_previews_are_none() {
    for big in [false, true] {
        let made = file("fax.tif", faxed(&[(10, 2), (0, 1), (250, 0)], big));
        let document = read_document(&made.path).unwrap();
        let sizes: Vec<_> = document
            .pages
            .iter()
            .map(|page| page.size.unwrap())
            .collect();
        assert_eq!(
            sizes
                .iter()
                .map(|size| (size.width, size.height))
                .collect::<Vec<_>>(),
            [(4, 3), (4, 3)],
            "the second is a preview"
        );
        let numbers: Vec<u32> = document.pages.iter().map(|page| page.number).collect();
        assert_eq!(
            (numbers, document.pages_without_text()),
            (vec![1, 2], vec![1, 2])
        );
        let (_, sent) = read_pictured_document(&made.path, &Passwords::none()).unwrap();
        assert_eq!(
            sent.iter().map(|page| page.page).collect::<Vec<_>>(),
            [1, 2]
        );
        assert!(is_dark(&opened(&sent[0]), 1, 1));
        assert!(!is_dark(&opened(&sent[1]), 1, 1));
        assert_eq!(
            draw_page((&made.path, &Passwords::none()), 2, 4, &[])
                .unwrap()
                .width,
            4
        );
        let missing = draw_page((&made.path, &Passwords::none()), 3, 4, &[]);
        assert!(matches!(missing, Err(TableError::NoPage { page: 3, .. })));
    }
}

#[test]
fn a_fax_whose_pages_lead_in_a_circle_ends() {
    let mut bytes = faxed(&[(10, 0), (250, 0)], false);
    let first = bytes[4..8].to_vec();
    let end = bytes.len();
    // Behind the last directory stand the twelve pixels of its page.
    bytes[end - 16..end - 12].copy_from_slice(&first);
    let document = read_document(&file("fax.tif", bytes).path).unwrap();
    assert_eq!(document.pages.len(), 2);
}

#[test]
fn a_picture_that_cannot_be_opened_is_found_before_anything_is_asked() {
    let made = file("photo.png", b"\x89PNG\r\n\x1a\n\0\0\0\0");
    let document = read_document(&made.path).unwrap();
    assert!(document.is_blocked());
    assert_eq!(document.problems[0].kind, ProblemKind::Damaged);
}

#[test]
fn a_scan_is_read_once_for_its_text_and_its_pictures() {
    let made = file(
        "scan.pdf",
        pdf(&[
            BLACK_ABOVE,
            "BT /F1 12 Tf 60 700 Td (Rent for March 2026) Tj ET",
        ]),
    );
    let (document, sent) = read_pictured_document(&made.path, &Passwords::none()).unwrap();
    assert_eq!(document, read_document(&made.path).unwrap());
    assert_eq!(sent, page_pictures(&made.path, &[1]).unwrap());
    let (_, none) =
        read_pictured_document(&fixture("user-password-aes.pdf"), &Passwords::none()).unwrap();
    assert_eq!(none, []);
}

#[test]
fn a_spoiled_photo_of_a_phone_gets_an_answer() {
    let whole = std::fs::read(fixture("photo.heic")).unwrap();
    for at in (0..whole.len()).step_by(5) {
        let mut bytes = whole.clone();
        bytes[at] ^= 0xFF;
        let made = file("photo.heic", bytes);
        let document = read_document(&made.path).unwrap();
        let drawn = page_pictures(&made.path, &[1]);
        assert!(drawn.is_ok() || document.is_blocked() || !document.pages.is_empty());
    }
}
