//! The letters of a page with their places, and whether an eye would see them.

use hayro_interpret::font::{Glyph, GlyphRun};
use hayro_interpret::hayro_cmap::BfString;
use hayro_interpret::kurbo::{BezPath, Point, Rect, Shape};
use hayro_interpret::{
    BlendMode, ClipPath, Device, DrawMode, DrawProps, Image, ImageDrawProps, Paint, SoftMask,
};

/// Letters below this height, in points, are for no eye.
const TINY_POINTS: f64 = 2.0;

/// Colours closer than this in every part cannot be told apart.
const SAME_COLOUR: f32 = 0.06;

/// Glyph space has this many units to the em.
const UNITS_PER_EM: f64 = 1_000.0;

/// How far letters reach above and below the base line, in units of glyph space.
const ABOVE: f64 = 800.0;
const BELOW: f64 = 250.0;

/// More letters, shapes and pictures than the most crowded page has: a page beyond is made to keep us busy.
const MAX_PIECES: usize = 500_000;

/// How often, at most, it is looked up what lies behind a letter; a second's work.
const MAX_LOOKS: usize = 200_000_000;

/// The most pixels of all pictures of a page together; each is unpacked while it is drawn.
const MAX_PIXELS: u64 = 400_000_000;

/// The most layers of a page, and the most inside each other: each takes as much room as the page while it is drawn.
const MAX_LAYERS: usize = 5_000;
const MAX_DEPTH: usize = 64;

/// Why a page is given up; it travels through the interpreter, which has no way to be stopped.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct TooMuch;

/// Whether an eye sees a letter.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Look {
    Seen,
    /// Drawn with the invisible mode, fully transparent, or cut away.
    Invisible,
    /// In the colour of what lies behind it.
    SameColour,
    Tiny,
    OffPage,
}

impl Look {
    pub(super) const fn code(self) -> &'static str {
        match self {
            Self::Seen => "seen",
            Self::Invisible => "invisible",
            Self::SameColour => "same_colour",
            Self::Tiny => "tiny",
            Self::OffPage => "off_page",
        }
    }
}

/// One letter, or the few that one glyph stands for.
#[derive(Debug, Clone)]
pub(super) struct Letter {
    pub(super) text: String,
    /// Left end of the base line, in points from the top left corner.
    pub(super) x: f64,
    pub(super) y: f64,
    /// Width along the line and height, in points.
    pub(super) width: f64,
    pub(super) height: f64,
    /// What it covers of the page, in points: the usual reach of letters above and below the base line.
    pub(super) area: Rect,
    /// True if it does not run from left to right.
    pub(super) turned: bool,
    pub(super) look: Look,
}

/// Takes what a page draws and keeps its letters.
pub(super) struct Glyphs {
    area: Rect,
    pub(super) found: Vec<Letter>,
    /// Glyphs nobody knows the letter of.
    pub(super) unknown: usize,
    pub(super) pictures: usize,
    pub(super) shapes: usize,
    /// What was painted so far: place and colour, `None` for pictures and patterns.
    painted: Vec<(Rect, Option<[f32; 3]>)>,
    /// What is left to draw in, the innermost last; a clip only ever takes away.
    clips: Vec<Rect>,
    layers: usize,
    depth: usize,
    pieces: usize,
    looks: usize,
    pixels: u64,
}

impl Glyphs {
    pub(super) const fn new(area: Rect) -> Self {
        Self {
            area,
            found: Vec::new(),
            unknown: 0,
            pictures: 0,
            shapes: 0,
            painted: Vec::new(),
            clips: Vec::new(),
            layers: 0,
            depth: 0,
            pieces: 0,
            looks: 0,
            pixels: 0,
        }
    }

    /// Counts a piece of the page, and ends the reading of a page that has too many.
    fn count(&mut self) {
        self.pieces += 1;
        let layers = self.layers > MAX_LAYERS || self.depth > MAX_DEPTH;
        if layers || self.pieces > MAX_PIECES || self.looks > MAX_LOOKS || self.pixels > MAX_PIXELS
        {
            // Not a panic: no message is printed. Whoever started the interpreter catches it.
            std::panic::resume_unwind(Box::new(TooMuch));
        }
    }

    fn look(&mut self, place: Point, height: f64, paint: &Paint<'_>, mode: &DrawMode) -> Look {
        if matches!(mode, DrawMode::Invisible) {
            return Look::Invisible;
        }
        if !self.area.contains(place) {
            return Look::OffPage;
        }
        if height < TINY_POINTS {
            return Look::Tiny;
        }
        let Paint::Color(colour) = paint else {
            return Look::Seen;
        };
        let [red, green, blue, alpha] = colour.to_rgba().components();
        if alpha < 0.02 {
            return Look::Invisible;
        }
        let mut looks = 0;
        let behind = self
            .painted
            .iter()
            .rev()
            .inspect(|_| looks += 1)
            .find(|(rect, _)| rect.contains(place))
            .map_or(Some([1.0; 3]), |(_, colour)| *colour);
        self.looks += looks;
        match behind {
            Some(other)
                if [red, green, blue]
                    .iter()
                    .zip(other)
                    .all(|(own, other)| (own - other).abs() < SAME_COLOUR) =>
            {
                Look::SameColour
            }
            _ => Look::Seen,
        }
    }

    /// True for what lies wholly outside of what may be drawn in.
    fn is_cut_away(&self, area: Rect) -> bool {
        let Some(clip) = self.clips.last() else {
            return false;
        };
        // `intersect` of two that are apart has no width or no height.
        let both = clip.intersect(area);
        both.width() <= 0.0 || both.height() <= 0.0
    }

    fn paint(&mut self, place: Rect, paint: &Paint<'_>) {
        let colour = match paint {
            Paint::Color(colour) => {
                let [red, green, blue, alpha] = colour.to_rgba().components();
                if alpha < 0.5 {
                    return;
                }
                Some([red, green, blue])
            }
            Paint::Pattern(_) => None,
        };
        self.painted.push((place, colour));
    }
}

impl<'a> Device<'a> for Glyphs {
    fn draw_path(&mut self, path: &BezPath, props: DrawProps<'a>, draw_mode: &DrawMode) {
        self.count();
        self.shapes += 1;
        if matches!(draw_mode, DrawMode::Fill(_) | DrawMode::FillAndStroke(..)) {
            self.paint(
                props.transform.transform_rect_bbox(path.bounding_box()),
                &props.paint,
            );
        }
    }

    fn draw_glyph_run(
        &mut self,
        run: &GlyphRun<'_, 'a>,
        props: DrawProps<'a>,
        draw_mode: &DrawMode,
    ) {
        for glyph in run.glyphs() {
            let to_page = props.transform * glyph.transform();
            let place = to_page * Point::ZERO;
            let up = to_page * Point::new(0.0, UNITS_PER_EM) - place;
            self.count();
            let advance = match &**glyph {
                Glyph::Outline(outline) => outline.advance_width(),
                Glyph::Type3(drawn) => drawn.advance_width(),
            };
            let advance = advance.map_or(UNITS_PER_EM / 2.0, f64::from);
            let along = to_page * Point::new(advance, 0.0) - place;
            let area = Rect::new(0.0, -BELOW, advance, ABOVE);
            let text = match glyph.as_unicode() {
                Some(BfString::Char(letter)) => letter.to_string(),
                Some(BfString::String(letters)) => letters,
                None => {
                    self.unknown += 1;
                    continue;
                }
            };
            let height = up.hypot();
            let area = to_page.transform_rect_bbox(area);
            let look = if self.is_cut_away(area) {
                Look::Invisible
            } else {
                self.look(place, height, &props.paint, draw_mode)
            };
            self.found.push(Letter {
                look,
                text,
                x: place.x,
                y: place.y,
                width: along.hypot(),
                height,
                area,
                turned: along.x <= 0.0 || along.y.abs() > along.x.abs(),
            });
        }
    }

    fn draw_image(&mut self, image: Image<'a, '_>, props: ImageDrawProps<'a>) {
        self.pixels += u64::from(image.width()) * u64::from(image.height());
        self.count();
        self.pictures += 1;
        self.painted.push((
            props
                .transform
                .transform_rect_bbox(Rect::new(0.0, 0.0, 1.0, 1.0)),
            None,
        ));
    }

    fn push_clip_path(&mut self, clip: &ClipPath) {
        self.count();
        let around = clip.path.bounding_box();
        let left = self
            .clips
            .last()
            .map_or(around, |clip| clip.intersect(around));
        self.clips.push(left);
    }

    fn push_transparency_group(&mut self, _: f32, _: Option<SoftMask<'a>>, _: BlendMode) {
        self.layers += 1;
        self.depth += 1;
        self.count();
    }

    fn pop_clip(&mut self) {
        self.clips.pop();
    }

    fn pop_transparency_group(&mut self) {
        self.depth = self.depth.saturating_sub(1);
    }
}
