//! Pages as pictures.

use std::io::Cursor;

use image::codecs::jpeg::JpegEncoder;
use image::{DynamicImage, ImageEncoder as _, ImageFormat, Rgb, RgbImage};
use mill_tables::{PagePicture, TableError, page_pictures};

use crate::made::{file, pdf};

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

/// Left half dark, right half bright; 40 by 20.
fn photo() -> RgbImage {
    RgbImage::from_fn(40, 20, |x, _| {
        Rgb(if x < 20 {
            [10, 10, 10]
        } else {
            [240, 240, 240]
        })
    })
}

/// A photo that says it was taken with the camera turned: orientation `turn` of the standard.
fn turned_photo(turn: u8) -> Vec<u8> {
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
    assert_eq!(sent[0].bytes, bytes);
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
