//! Pages as pictures, for models that look: scanned pages drawn, photos turned upright and made small enough.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::sync::Arc;

use hayro::vello_cpu::color::palette::css::WHITE;
use hayro::vello_cpu::peniko::ImageAlphaType;
use hayro::{PixmapSettings, RenderCache, RenderSettings, render};
use hayro_interpret::InterpreterSettings;
use hayro_interpret::hayro_syntax::Pdf;
use hayro_interpret::hayro_syntax::page::Page as PdfPage;
use image::codecs::jpeg::JpegEncoder;
use image::imageops::FilterType;
use image::metadata::Orientation;
use image::{DynamicImage, ImageDecoder, ImageFormat, ImageReader, Limits, RgbaImage};

use super::tiff::PictureBytes;
use super::{PageSize, Passwords, heic, pdf};
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
    /// The file; shared, because it goes to a model as it is.
    pub bytes: Arc<[u8]>,
}

/// Draws pages of a PDF, or takes those of a picture: a fax has many, a photo one. Other kinds have no pictures. At most 1,568 pixels long,
/// upright. Text that a reader does not see is not drawn.
/// # Errors
/// [`TableError`] if the file cannot be read; [`TableError::Damaged`] if a page cannot be drawn.
pub fn page_pictures(path: &Path, pages: &[u32]) -> Result<Vec<PagePicture>, TableError> {
    let bytes = read_bytes(path)?;
    let drawn = match DocumentKind::of(path, &bytes) {
        DocumentKind::Pdf => {
            pdf::open(bytes, &Passwords::none()).and_then(|opened| draw_pdf(&opened.pdf, pages))
        }
        DocumentKind::Image => image_pages(&bytes, pages),
        _ => Ok(Vec::new()),
    };
    drawn.map_err(|problem| TableError::of_problem(path, *problem))
}

/// Pages of a picture, as models read them.
pub(super) fn image_pages(bytes: &[u8], pages: &[u32]) -> Result<Vec<PagePicture>, Box<Problem>> {
    let shown = pages.iter().map(|page| upright(bytes, *page, LONG_EDGE));
    shown.map(|shown| Ok(shown?.picture)).collect()
}

/// Pages of a PDF that is open already, as models read them.
pub(super) fn draw_pdf(pdf: &Pdf, pages: &[u32]) -> Result<Vec<PagePicture>, Box<Problem>> {
    let cache = RenderCache::new();
    let mut pictures = Vec::with_capacity(pages.len());
    for (number, page) in (1_u32..).zip(pdf.pages().iter()) {
        if !pages.contains(&number) {
            continue;
        }
        // As for reading: a document from outside must not be able to end the program.
        let drawn = catch_unwind(AssertUnwindSafe(|| draw(page, &cache, for_models)));
        let picture = drawn
            .ok()
            .flatten()
            .ok_or_else(|| cannot(&format!("Page {number} cannot be drawn")))?;
        pictures.push(encoded(
            &DynamicImage::ImageRgba8(picture),
            number,
            LONG_EDGE,
        )?);
    }
    Ok(pictures)
}

/// Pixels to the point with which a page is as long as models read.
#[allow(
    clippy::cast_precision_loss,
    reason = "a few thousand pixels are exact"
)]
fn for_models(width: f32, height: f32) -> f32 {
    LONG_EDGE as f32 / width.max(height)
}

/// White where nothing is drawn; `scale` tells pixels to the point from width and height in points. `None`: the page
/// claims a size nobody can draw.
pub(super) fn draw<'pdf>(
    page: &'pdf PdfPage<'pdf>,
    cache: &RenderCache<'pdf>,
    scale: impl Fn(f32, f32) -> f32,
) -> Option<RgbaImage> {
    let (width, height) = page.render_dimensions();
    if !(width.max(height).is_finite() && width.min(height) > 0.0) {
        return None;
    }
    let scale = scale(width, height);
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
pub(super) struct Upright {
    pub(super) picture: PagePicture,
    pub(super) width: u32,
    pub(super) height: u32,
}

/// The size of a page of a picture as a person would hold it; `None`: it cannot be opened.
pub(super) fn upright_size(bytes: &[u8], page: u32) -> Option<PageSize> {
    if heic::is_heic(bytes) {
        return heic::size(bytes);
    }
    let (mut decoder, _) = decoder(bytes, page).ok()?;
    let (width, height) = decoder.dimensions();
    let turn = decoder.orientation().ok()?;
    let (width, height) = if lies_on_its_side(turn) {
        (height, width)
    } else {
        (width, height)
    };
    (width > 0 && height > 0).then_some(PageSize { width, height })
}

/// A page of a picture turned upright, no longer than `long_edge`.
pub(super) fn upright(bytes: &[u8], page: u32, long_edge: u32) -> Result<Upright, Box<Problem>> {
    if heic::is_heic(bytes) {
        let photo = heic::decoded(bytes);
        let photo = photo.ok_or_else(|| cannot("The picture cannot be opened"))?;
        return made_small(photo, page, long_edge);
    }
    let unreadable = |_| cannot("The picture cannot be opened");
    let (mut decoder, format) = decoder(bytes, page)?;
    let turn = decoder.orientation().map_err(unreadable)?;
    let (width, height) = decoder.dimensions();
    let fits = width.max(height) <= long_edge;
    let as_it_is = match format {
        Some(ImageFormat::Jpeg) => Some("image/jpeg"),
        Some(ImageFormat::Png) => Some("image/png"),
        _ => None,
    };
    let mut picture = DynamicImage::from_decoder(decoder).map_err(unreadable)?;
    if let (true, Orientation::NoTransforms, Some(media_type)) = (fits, turn, as_it_is) {
        return Ok(Upright {
            picture: PagePicture {
                page,
                media_type,
                bytes: bytes.into(),
            },
            width,
            height,
        });
    }
    picture.apply_orientation(turn);
    made_small(picture, page, long_edge)
}

/// An upright picture, no longer than `long_edge`.
fn made_small(
    mut picture: DynamicImage,
    page: u32,
    long_edge: u32,
) -> Result<Upright, Box<Problem>> {
    if picture.width().max(picture.height()) > long_edge {
        picture = picture.resize(long_edge, long_edge, FilterType::CatmullRom);
    }
    Ok(Upright {
        picture: encoded(&picture, page, long_edge)?,
        width: picture.width(),
        height: picture.height(),
    })
}

fn decoder(
    bytes: &[u8],
    page: u32,
) -> Result<(impl ImageDecoder, Option<ImageFormat>), Box<Problem>> {
    let bytes = PictureBytes::of(bytes, page);
    let bytes = bytes.ok_or_else(|| cannot("The picture cannot be opened"))?;
    let mut reader = ImageReader::new(bytes)
        .with_guessed_format()
        .map_err(|_| cannot("The picture cannot be opened"))?;
    let format = reader.format();
    let mut limits = Limits::default();
    limits.max_alloc = Some(MEMORY_BYTES);
    reader.limits(limits);
    let decoder = reader
        .into_decoder()
        .map_err(|_| cannot("The picture cannot be opened"))?;
    Ok((decoder, format))
}

const fn lies_on_its_side(turn: Orientation) -> bool {
    matches!(
        turn,
        Orientation::Rotate90
            | Orientation::Rotate270
            | Orientation::Rotate90FlipH
            | Orientation::Rotate270FlipH
    )
}

/// As a JPEG on white, no longer than `long_edge`.
pub(super) fn encoded(
    picture: &DynamicImage,
    page: u32,
    long_edge: u32,
) -> Result<PagePicture, Box<Problem>> {
    let smaller = picture.width().max(picture.height()) > long_edge;
    let small = smaller.then(|| picture.resize(long_edge, long_edge, FilterType::CatmullRom));
    let mut bytes = Vec::new();
    JpegEncoder::new_with_quality(&mut bytes, QUALITY)
        .encode_image(&on_white(small.as_ref().unwrap_or(picture)))
        .map_err(|_| cannot("The picture cannot be written"))?;
    Ok(PagePicture {
        page,
        media_type: "image/jpeg",
        bytes: bytes.into(),
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

pub(super) fn cannot(found: &str) -> Problem {
    let message = format!("{found}; get it again from where it came from");
    Problem::new(ProblemKind::Damaged, "picture", message)
}
