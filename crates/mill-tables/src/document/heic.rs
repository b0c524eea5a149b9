//! Photos as phones keep them: HEIC, the still picture of a video format in a box of its own.

use std::panic::{AssertUnwindSafe, catch_unwind};

use heic_rs::{DecodeOptions, PixelLayout};
use image::{DynamicImage, RgbImage};

use super::PageSize;

/// The most pixels of a photo that are unpacked; phones make a quarter of it.
const MAX_PIXELS: u64 = 200_000_000;

/// The marks of the box that HEIC and its relatives come in.
const BRANDS: [&[u8]; 8] = [
    b"heic", b"heix", b"heim", b"heis", b"hevc", b"hevx", b"mif1", b"msf1",
];

/// True for the bytes of a HEIC file; relatives with another picture inside are found when it is opened.
pub(crate) fn is_heic(bytes: &[u8]) -> bool {
    bytes.get(4..8) == Some(b"ftyp")
        && bytes
            .get(8..12)
            .is_some_and(|brand| BRANDS.contains(&brand))
}

/// How large it is as a person holds it; `None`: it cannot be opened, or is larger than we unpack.
pub(super) fn size(bytes: &[u8]) -> Option<PageSize> {
    // The decoder promises not to panic; a file from outside must not be able to prove it wrong.
    let found = catch_unwind(AssertUnwindSafe(|| heic_rs::probe(bytes)));
    let found = found.ok()?.ok()?;
    let pixels = u64::from(found.width) * u64::from(found.height);
    (1..=MAX_PIXELS).contains(&pixels).then_some(PageSize {
        width: found.width,
        height: found.height,
    })
}

/// The photo, upright: the file itself says how it was held. `None`: it cannot be opened.
pub(super) fn decoded(bytes: &[u8]) -> Option<DynamicImage> {
    let options = DecodeOptions {
        layout: PixelLayout::Rgb8,
        max_pixels: Some(MAX_PIXELS),
        ..DecodeOptions::default()
    };
    let photo = catch_unwind(AssertUnwindSafe(|| heic_rs::decode(bytes, &options)));
    let photo = photo.ok()?.ok()?;
    let pixels = RgbImage::from_raw(photo.width, photo.height, photo.data)?;
    Some(DynamicImage::ImageRgb8(pixels))
}
