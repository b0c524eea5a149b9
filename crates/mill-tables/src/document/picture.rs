//! Pages as pictures, for models that look: scanned pages drawn, photos turned upright and made small enough.

use std::io::Cursor;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;

use hayro::vello_cpu::color::palette::css::WHITE;
use hayro::vello_cpu::peniko::ImageAlphaType;
use hayro::{PixmapSettings, RenderCache, RenderSettings, render};
use hayro_interpret::InterpreterSettings;
use hayro_interpret::hayro_syntax::page::Page as PdfPage;
use image::codecs::jpeg::JpegEncoder;
use image::imageops::FilterType;
use image::{DynamicImage, ImageDecoder as _, ImageFormat, ImageReader, Limits, RgbaImage};

use super::pdf;
use crate::read::read_bytes;
use crate::{DocumentKind, Problem, ProblemKind, TableError};

/// The long edge of what is sent, in pixels: what providers scale larger pictures down to, and letters of 9 points stay
/// readable on a whole page.
const LONG_EDGE: u32 = 1_568;

/// How exactly a JPEG keeps what it shows, of 100. Letters stay sharp; a page takes a few hundred kilobytes.
const QUALITY: u8 = 85;

/// The most memory a picture may take while it is opened; a small file can claim to be a huge picture.
const MEMORY_BYTES: u64 = 512 * 1024 * 1024;

/// A page as a picture, ready to be sent.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PagePicture {
    /// Its number in the document, from 1.
    pub page: u32,
    /// `image/jpeg` or `image/png`.
    pub media_type: &'static str,
    /// The file.
    pub bytes: Vec<u8>,
}

/// Draws pages of a PDF, or takes a photo as its one page; other kinds have no pictures. At most 1,568 pixels long,
/// upright. Text that a reader does not see is not drawn.
/// # Errors
/// [`TableError`] if the file cannot be read; [`TableError::Damaged`] if a page cannot be drawn.
pub fn page_pictures(path: &Path, pages: &[u32]) -> Result<Vec<PagePicture>, TableError> {
    let bytes = read_bytes(path)?;
    let drawn = match DocumentKind::of(path, &bytes) {
        DocumentKind::Pdf => draw_pdf(bytes, pages),
        DocumentKind::Image => upright(&bytes).map(|picture| vec![picture]),
        _ => Ok(Vec::new()),
    };
    drawn.map_err(|problem| TableError::Damaged {
        path: path.to_owned(),
        reason: problem.message,
    })
}

fn draw_pdf(bytes: Vec<u8>, pages: &[u32]) -> Result<Vec<PagePicture>, Box<Problem>> {
    let pdf = pdf::open(bytes)?;
    let cache = RenderCache::new();
    let mut pictures = Vec::with_capacity(pages.len());
    for (number, page) in (1_u32..).zip(pdf.pages().iter()) {
        if !pages.contains(&number) {
            continue;
        }
        // As for reading: a document from outside must not be able to end the program.
        let drawn = catch_unwind(AssertUnwindSafe(|| draw(page, &cache)));
        let picture = drawn
            .ok()
            .flatten()
            .ok_or_else(|| cannot(&format!("Page {number} cannot be drawn")))?;
        pictures.push(encoded(&DynamicImage::ImageRgba8(picture), number)?);
    }
    Ok(pictures)
}

/// White where nothing is drawn. `None`: the page claims a size nobody can draw.
fn draw<'pdf>(page: &'pdf PdfPage<'pdf>, cache: &RenderCache<'pdf>) -> Option<RgbaImage> {
    let (width, height) = page.render_dimensions();
    let long_edge = width.max(height);
    if !(long_edge.is_finite() && width.min(height) > 0.0) {
        return None;
    }
    #[allow(
        clippy::cast_precision_loss,
        reason = "a few thousand pixels are exact"
    )]
    let scale = LONG_EDGE as f32 / long_edge;
    let settings = PixmapSettings {
        x_scale: scale,
        y_scale: scale,
        bg_color: WHITE,
    };
    let drawn = render(
        page,
        cache,
        &InterpreterSettings::default(),
        &RenderSettings::default(),
        &settings,
    );
    let (width, height) = (u32::from(drawn.width()), u32::from(drawn.height()));
    RgbaImage::from_raw(width, height, drawn.take_rgba8(ImageAlphaType::Alpha))
}

/// A photo the way a person would hold it.
fn upright(bytes: &[u8]) -> Result<PagePicture, Box<Problem>> {
    let unreadable = |_| cannot("The picture cannot be opened");
    let mut reader = ImageReader::new(Cursor::new(bytes))
        .with_guessed_format()
        .map_err(|_| cannot("The picture cannot be opened"))?;
    let format = reader.format();
    let mut limits = Limits::default();
    limits.max_alloc = Some(MEMORY_BYTES);
    reader.limits(limits);
    let mut decoder = reader.into_decoder().map_err(unreadable)?;
    let turn = decoder.orientation().map_err(unreadable)?;
    let (width, height) = decoder.dimensions();
    let fits = width.max(height) <= LONG_EDGE;
    let as_it_is = match format {
        Some(ImageFormat::Jpeg) => Some("image/jpeg"),
        Some(ImageFormat::Png) => Some("image/png"),
        _ => None,
    };
    let is_upright = turn == image::metadata::Orientation::NoTransforms;
    let mut picture = DynamicImage::from_decoder(decoder).map_err(unreadable)?;
    if let (true, true, Some(media_type)) = (fits, is_upright, as_it_is) {
        return Ok(PagePicture {
            page: 1,
            media_type,
            bytes: bytes.to_vec(),
        });
    }
    picture.apply_orientation(turn);
    encoded(&picture, 1)
}

/// As a JPEG on white, no longer than [`LONG_EDGE`].
fn encoded(picture: &DynamicImage, page: u32) -> Result<PagePicture, Box<Problem>> {
    let smaller = picture.width().max(picture.height()) > LONG_EDGE;
    let small = smaller.then(|| picture.resize(LONG_EDGE, LONG_EDGE, FilterType::CatmullRom));
    let mut bytes = Vec::new();
    JpegEncoder::new_with_quality(&mut bytes, QUALITY)
        .encode_image(&on_white(small.as_ref().unwrap_or(picture)))
        .map_err(|_| cannot("The picture cannot be written"))?;
    Ok(PagePicture {
        page,
        media_type: "image/jpeg",
        bytes,
    })
}

/// A JPEG knows no transparency; what shines through would come out black.
fn on_white(picture: &DynamicImage) -> DynamicImage {
    if !picture.color().has_alpha() {
        return DynamicImage::ImageRgb8(picture.to_rgb8());
    }
    let mut paper = RgbaImage::from_pixel(
        picture.width(),
        picture.height(),
        image::Rgba([255, 255, 255, 255]),
    );
    image::imageops::overlay(&mut paper, &picture.to_rgba8(), 0, 0);
    DynamicImage::ImageRgb8(DynamicImage::ImageRgba8(paper).to_rgb8())
}

fn cannot(found: &str) -> Problem {
    let message = format!("{found}; get it again from where it came from");
    Problem::new(ProblemKind::Damaged, "picture", message)
}
