//! Scenes as pages of a PDF file, by `krilla`, with the `DejaVu` fonts.

use krilla::Document;
use krilla::color::rgb;
use krilla::geom::{PathBuilder, Point, Rect, Transform};
use krilla::metadata::Metadata;
use krilla::num::NormalizedF32;
use krilla::page::PageSettings;
use krilla::paint::{Fill, LineCap, LineJoin, StrokeDash};
use krilla::surface::Surface;
use krilla::text::{Font, TextDirection};
use satdoku_puzzle::sentences::Language;

use crate::drawing::{DrawError, Drawing};
use crate::fonts::{advance, is_set_bold};
use crate::scene::{Anchor, Ends, Item, Outline, Paint, Scene, Shape, Stroke, Text};
use crate::theme::Theme;

/// A PDF document in the making.
pub(crate) struct Pages {
    document: Document,
    regular: Font,
    bold: Font,
}

/// The distance between the control points of a quarter circle and its ends, for a radius of 1.
const ROUND: f64 = 0.552_284_75;

impl Pages {
    pub(crate) fn new(title: &str, author: &str, language: Language) -> Result<Self, DrawError> {
        let font = |data: &'static [u8]| {
            Font::new(data.into(), 0).ok_or_else(|| DrawError::Picture("the font cannot be read".to_owned()))
        };
        let mut document = Document::new();
        let mut metadata = Metadata::new().creator("satdoku".to_owned()).language(language.code().to_owned());
        if !title.is_empty() {
            metadata = metadata.title(title.to_owned());
        }
        if !author.is_empty() {
            metadata = metadata.authors(vec![author.to_owned()]);
        }
        document.set_metadata(metadata);
        Ok(Self { document, regular: font(dejavu::sans::regular())?, bold: font(dejavu::sans::bold())? })
    }

    /// Appends a page that the scene fills.
    pub(crate) fn push(&mut self, scene: &Scene, theme: Theme, scale: f64) -> Result<(), DrawError> {
        let [wide, high] = [scene.width, scene.height].map(|length| short(length * scale));
        let settings = PageSettings::from_wh(wide, high)
            .ok_or_else(|| DrawError::Picture(format!("a page of {wide} by {high} points")))?;
        let mut page = self.document.start_page_with(settings);
        let mut surface = page.surface();
        surface.push_transform(&Transform::from_scale(short(scale), short(scale)));
        let mut writer = Writer { surface: &mut surface, theme, regular: &self.regular, bold: &self.bold };
        writer.items(&scene.items);
        surface.pop();
        surface.finish();
        page.finish();
        Ok(())
    }

    /// The file.
    pub(crate) fn finish(self) -> Result<Vec<u8>, DrawError> {
        self.document.finish().map_err(|error| DrawError::Picture(format!("{error:?}")))
    }
}

impl Drawing {
    /// The picture as a PDF of one page. The page is as wide as [`with_width`](Self::with_width) says, in points; by default a
    /// cell is 30 points wide.
    ///
    /// # Errors
    /// If the page is longer than PDF allows.
    pub fn to_pdf(&self) -> Result<Vec<u8>, DrawError> {
        const MAX_PAGE_LENGTH: f64 = 14_400.0;
        let scene = self.scene();
        let scale = self.width.unwrap_or(scene.width * 0.5) / scene.width;
        let longest = scene.width.max(scene.height) * scale;
        if longest > MAX_PAGE_LENGTH {
            return Err(DrawError::Picture(format!(
                "a page of PDF is at most {MAX_PAGE_LENGTH} points long, found {longest:.0}"
            )));
        }
        let mut pages = Pages::new(&self.title, "", self.language)?;
        pages.push(&scene, self.theme, scale)?;
        pages.finish()
    }
}

struct Writer<'a, 'b> {
    surface: &'a mut Surface<'b>,
    theme: Theme,
    regular: &'a Font,
    bold: &'a Font,
}

impl Writer<'_, '_> {
    fn items(&mut self, items: &[Item]) {
        for item in items {
            match item {
                Item::Shape(shape) => self.shape(shape),
                Item::Text(text) => self.text(text),
                Item::Part { at, scale, scene } => {
                    let [x, y, scale] = [at[0], at[1], *scale].map(short);
                    self.surface.push_transform(&Transform::from_row(scale, 0.0, 0.0, scale, x, y));
                    self.items(&scene.items);
                    self.surface.pop();
                }
            }
        }
    }

    fn colour(&self, paint: Paint) -> krilla::paint::Paint {
        let [red, green, blue] = self.theme.colour(paint);
        rgb::Color::new(red, green, blue).into()
    }

    fn fill(&self, paint: Paint) -> Fill {
        Fill { paint: self.colour(paint), opacity: NormalizedF32::ONE, rule: krilla::paint::FillRule::default() }
    }

    fn stroke(&self, stroke: Stroke) -> krilla::paint::Stroke {
        let (line_cap, line_join) = match stroke.ends {
            Ends::Butt => (LineCap::Butt, LineJoin::Miter),
            Ends::Square => (LineCap::Square, LineJoin::Miter),
            Ends::Round => (LineCap::Round, LineJoin::Round),
        };
        let dash = stroke.dash.map(|[dash, gap]| StrokeDash { array: vec![short(dash), short(gap)], offset: 0.0 });
        let (paint, width) = (self.colour(stroke.paint), short(stroke.width));
        krilla::paint::Stroke { paint, width, line_cap, line_join, dash, ..krilla::paint::Stroke::default() }
    }

    fn shape(&mut self, shape: &Shape) {
        let fill = shape.fill.map(|paint| self.fill(paint));
        let stroke = shape.stroke.map(|stroke| self.stroke(stroke));
        let Some(path) = path(&shape.outline) else { return };
        self.surface.set_fill(fill);
        self.surface.set_stroke(stroke);
        self.surface.draw_path(&path);
    }

    fn text(&mut self, text: &Text) {
        let fill = self.fill(text.paint);
        self.surface.set_fill(Some(fill));
        self.surface.set_stroke(None);
        let letters: String = text.letters.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
        let is_bold = is_set_bold(&letters, text.is_bold);
        let wide = advance(&letters, is_bold) * text.size;
        let before = match text.anchor {
            Anchor::Start => 0.0,
            Anchor::Middle => wide / 2.0,
            Anchor::End => wide,
        };
        let at = Point::from_xy(short(text.at[0] - before), short(text.at[1]));
        let font = if is_bold { self.bold } else { self.regular }.clone();
        self.surface.draw_text(at, font, short(text.size), &letters, false, TextDirection::Auto);
    }
}

/// A length in the precision of PDF.
fn short(length: f64) -> f32 {
    length as f32
}

fn path(outline: &Outline) -> Option<krilla::geom::Path> {
    let mut path = PathBuilder::new();
    match outline {
        Outline::Path(runs) => {
            for run in runs {
                for (at, point) in run.points.iter().enumerate() {
                    let [x, y] = point.map(short);
                    if at == 0 { path.move_to(x, y) } else { path.line_to(x, y) }
                }
                if run.is_closed {
                    path.close();
                }
            }
        }
        Outline::Circle { middle, radius } => {
            let corner = middle.map(|at| at - radius);
            rounded(&mut path, corner, [2.0 * radius; 2], *radius);
        }
        Outline::Rectangle { corner, size, radius } if *radius > 0.0 => rounded(&mut path, *corner, *size, *radius),
        Outline::Rectangle { corner, size, .. } => {
            let [x, y, wide, high] = [corner[0], corner[1], size[0], size[1]].map(short);
            path.push_rect(Rect::from_xywh(x, y, wide, high)?);
        }
    }
    path.finish()
}

/// A rectangle with round corners.
fn rounded(path: &mut PathBuilder, [x, y]: [f64; 2], [wide, high]: [f64; 2], radius: f64) {
    let radius = radius.min(wide / 2.0).min(high / 2.0);
    let (right, bottom, by) = (x + wide, y + high, radius * (1.0 - ROUND));
    let far = radius;
    // For each corner: the end of the line before, the two control points, and the start of the line behind.
    let corners = [
        [[right - far, y], [right - by, y], [right, y + by], [right, y + far]],
        [[right, bottom - far], [right, bottom - by], [right - by, bottom], [right - far, bottom]],
        [[x + far, bottom], [x + by, bottom], [x, bottom - by], [x, bottom - far]],
        [[x, y + far], [x, y + by], [x + by, y], [x + far, y]],
    ];
    for (at, corner) in corners.into_iter().enumerate() {
        let [[x0, y0], [x1, y1], [x2, y2], [x3, y3]] = corner.map(|point| point.map(short));
        if at == 0 {
            path.move_to(x0, y0);
        } else {
            path.line_to(x0, y0);
        }
        path.cubic_to(x1, y1, x2, y2, x3, y3);
    }
    path.close();
}
