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

/// Whether an eye sees a letter.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Look {
    Seen,
    /// Drawn with the invisible mode, or fully transparent.
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
        }
    }

    fn look(&self, place: Point, height: f64, paint: &Paint<'_>, mode: &DrawMode) -> Look {
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
        let behind = self
            .painted
            .iter()
            .rev()
            .find(|(rect, _)| rect.contains(place))
            .map_or(Some([1.0; 3]), |(_, colour)| *colour);
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
            let advance = match &**glyph {
                Glyph::Outline(outline) => outline.advance_width(),
                Glyph::Type3(drawn) => drawn.advance_width(),
            };
            let along =
                to_page * Point::new(advance.map_or(UNITS_PER_EM / 2.0, f64::from), 0.0) - place;
            let text = match glyph.as_unicode() {
                Some(BfString::Char(letter)) => letter.to_string(),
                Some(BfString::String(letters)) => letters,
                None => {
                    self.unknown += 1;
                    continue;
                }
            };
            let height = up.hypot();
            self.found.push(Letter {
                look: self.look(place, height, &props.paint, draw_mode),
                text,
                x: place.x,
                y: place.y,
                width: along.hypot(),
                height,
                turned: along.x <= 0.0 || along.y.abs() > along.x.abs(),
            });
        }
    }

    fn draw_image(&mut self, _: Image<'a, '_>, props: ImageDrawProps<'a>) {
        self.pictures += 1;
        self.painted.push((
            props
                .transform
                .transform_rect_bbox(Rect::new(0.0, 0.0, 1.0, 1.0)),
            None,
        ));
    }

    fn push_clip_path(&mut self, _: &ClipPath) {}

    fn push_transparency_group(&mut self, _: f32, _: Option<SoftMask<'a>>, _: BlendMode) {}

    fn pop_clip(&mut self) {}

    fn pop_transparency_group(&mut self) {}
}
