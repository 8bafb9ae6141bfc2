//! Drawing: SVG by `plotters`; PNG is that SVG in pixels, by `resvg` with the `DejaVu` fonts.

use std::ops::Range;
use std::sync::Arc;

use plotters::coord::ranged1d::{DefaultFormatting, KeyPointHint, Ranged};
use plotters::element::DashedPathElement;
use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, Pos, VPos};
use resvg::{tiny_skia, usvg};

use crate::plot::{Figure, PlotError, Point, Series};

const WIDTH: u32 = 960;
const HEIGHT: u32 = 540;

/// A picture in pixels has so many to a unit of the drawing.
const PIXELS: f32 = 2.0;

/// The height of a legend line.
const LEGEND_LINE: i32 = 22;

/// The colours of M. Okabe and K. Ito (2008), which colour-blind people can tell apart; yellow is too light on white.
const PALETTE: [RGBColor; 7] = [
    RGBColor(0, 114, 178),
    RGBColor(213, 94, 0),
    RGBColor(0, 158, 115),
    RGBColor(204, 121, 167),
    RGBColor(0, 0, 0),
    RGBColor(86, 180, 233),
    RGBColor(230, 159, 0),
];

/// Solid, dashed, dotted: the length of a dash and of the gap behind it.
const DASHES: [Option<(i32, i32)>; 3] = [None, Some((9, 4)), Some((2, 4))];

const GREY: RGBColor = RGBColor(110, 110, 110);
const LIGHT: RGBColor = RGBColor(226, 226, 226);

/// An axis with marks where they are wanted, and nowhere else.
struct Marked {
    range: Range<f64>,
    marks: Vec<f64>,
}

impl Ranged for Marked {
    type FormatOption = DefaultFormatting;
    type ValueType = f64;

    fn map(&self, value: &f64, (from, to): (i32, i32)) -> i32 {
        let part = (value - self.range.start) / (self.range.end - self.range.start);
        #[allow(clippy::cast_possible_truncation)] // A place on the picture.
        let place = (f64::from(to - from) * part).round() as i32;
        from + place
    }

    fn key_points<Hint: KeyPointHint>(&self, hint: Hint) -> Vec<f64> {
        if hint.weight().allow_light_points() { Vec::new() } else { self.marks.clone() }
    }

    fn range(&self) -> Range<f64> {
        self.range.clone()
    }
}

type Area<'a> = DrawingArea<SVGBackend<'a>, plotters::coord::Shift>;

impl Figure {
    /// The picture as SVG.
    ///
    /// # Errors
    /// If the plotting library refuses.
    pub(crate) fn svg(&self) -> Result<String, PlotError> {
        let lines = i32::try_from(self.series.len()).unwrap_or(i32::MAX).min(200);
        let height = HEIGHT.max(LEGEND_LINE.unsigned_abs() * (lines.unsigned_abs() + 2) + 80);
        let mut svg = String::new();
        {
            let root = SVGBackend::with_string(&mut svg, (WIDTH, height)).into_drawing_area();
            let refused = |error: DrawingAreaErrorKind<_>| PlotError::Draw(error.to_string());
            self.draw(&root).and_then(|()| root.present()).map_err(refused)?;
        }
        Ok(svg)
    }

    /// The picture as PNG.
    ///
    /// # Errors
    /// If the plotting library refuses.
    pub(crate) fn png(svg: &str) -> Result<Vec<u8>, PlotError> {
        let refused = |error: &dyn std::fmt::Display| PlotError::Pixels(error.to_string());
        let mut options = usvg::Options::default();
        let fonts = Arc::make_mut(&mut options.fontdb);
        fonts.load_font_data(dejavu::sans::regular().to_vec());
        fonts.set_sans_serif_family("DejaVu Sans");
        let tree = usvg::Tree::from_str(svg, &options).map_err(|error| refused(&error))?;
        let size = tree.size().to_int_size().scale_by(PIXELS).ok_or_else(|| refused(&"no size"))?;
        let mut pixels = tiny_skia::Pixmap::new(size.width(), size.height()).ok_or_else(|| refused(&"too large"))?;
        resvg::render(&tree, tiny_skia::Transform::from_scale(PIXELS, PIXELS), &mut pixels.as_mut());
        pixels.encode_png().map_err(|error| refused(&error))
    }

    fn draw(&self, root: &Area<'_>) -> Result<(), DrawingAreaErrorKind<std::io::Error>> {
        root.fill(&WHITE)?;
        let legend = self.series.iter().map(|series| series.name.chars().count()).max().unwrap_or_default();
        let legend = i32::try_from(legend * 7 + 60).unwrap_or(i32::MAX).clamp(150, 360);
        let (plot, side) = root.split_horizontally(WIDTH.cast_signed() - legend);
        let points = || self.series.iter().flat_map(|series| &series.points);
        let times = points().flat_map(|point| {
            let (low, high) = point.band.unwrap_or((point.y, point.y));
            [low, high]
        });
        let has_out = points().any(|point| point.is_out);
        let across = points().filter(|_| self.x.is_time).map(|point| 10_f64.powf(point.x));
        let times: Vec<f64> = times.chain(across).chain(has_out.then_some(self.limit)).collect();
        let low = times.iter().copied().fold(f64::INFINITY, f64::min).max(1e-7).log10() - 0.08;
        // Room for the label above the line of the time limit.
        let high = times.iter().copied().fold(1e-7, f64::max).log10() + 0.2;
        let (low, high) = if high - low < 1.0 { (low.floor(), high.ceil()) } else { (low, high) };
        let decades: Vec<f64> = (-7..=6).map(f64::from).filter(|decade| (low..=high).contains(decade)).collect();
        let (x_low, x_high, x_marks) = if self.x.is_time {
            (low, high, decades.clone())
        } else {
            let values = || points().map(|point| point.x).chain(self.x.marks.iter().map(|mark| mark.0));
            let (from, to) = (values().fold(f64::INFINITY, f64::min), values().fold(f64::NEG_INFINITY, f64::max));
            let spare = 0.04 * (to - from).max(1e-9);
            (from - spare, to + spare, self.x.marks.iter().map(|mark| mark.0).collect())
        };
        let mut chart = ChartBuilder::on(&plot)
            .caption(&self.title, ("sans-serif", 21))
            .margin(12)
            .x_label_area_size(50)
            .y_label_area_size(78)
            .build_cartesian_2d(
                Marked { range: x_low..x_high, marks: x_marks },
                Marked { range: low..high, marks: decades },
            )?;
        let mark = |x: &f64| {
            if self.x.is_time {
                return decade(*x);
            }
            let found = self.x.marks.iter().find(|mark| (mark.0 - x).abs() < 1e-9);
            found.map(|mark| mark.1.clone()).unwrap_or_default()
        };
        chart
            .configure_mesh()
            .x_desc(&self.x.name)
            .y_desc(format!("{} (logarithmic)", self.y))
            .x_label_formatter(&mark)
            .y_label_formatter(&|y| decade(*y))
            .label_style(("sans-serif", 14))
            .axis_desc_style(("sans-serif", 15))
            .bold_line_style(LIGHT)
            .light_line_style(WHITE)
            .axis_style(GREY)
            .draw()?;
        if has_out {
            let y = self.limit.log10();
            chart.draw_series([DashedPathElement::new(vec![(x_low, y), (x_high, y)], 6, 5, GREY.stroke_width(1))])?;
            let style = ("sans-serif", 13).into_font().color(&GREY);
            let style = style.pos(Pos::new(HPos::Center, VPos::Bottom));
            chart.draw_series([Text::new(
                format!("time limit {} s", self.limit),
                (f64::midpoint(x_low, x_high), y),
                style,
            )])?;
        }
        if self.x.is_time {
            chart.draw_series([PathElement::new(vec![(low, low), (high, high)], GREY.stroke_width(1))])?;
        }
        for (at, series) in self.series.iter().enumerate() {
            let look = Look::of(at);
            let band: Vec<(f64, f64)> = {
                let edge = |edge: fn((f64, f64)) -> f64| {
                    series.points.iter().filter_map(move |p| Some((p.x, edge(p.band?).max(1e-7).log10())))
                };
                edge(|band| band.1).chain(edge(|band| band.0).collect::<Vec<_>>().into_iter().rev()).collect()
            };
            if band.len() > 2 {
                chart.draw_series([Polygon::new(band, look.colour.mix(0.18).filled())])?;
            }
            let place = |point: &Point| (point.x, point.y.max(1e-7).log10());
            if series.has_line {
                let line: Vec<(f64, f64)> = series.points.iter().map(place).collect();
                match look.dash {
                    None => drop(chart.draw_series([PathElement::new(line, look.colour.stroke_width(2))])?),
                    Some((dash, gap)) => {
                        let line = DashedPathElement::new(line, dash, gap, look.colour.stroke_width(2));
                        chart.draw_series([line])?;
                    }
                }
            }
            // Where there are very many points the line tells enough.
            let every = (series.points.len() / 40).max(1);
            let shown = |(at, point): &(usize, &Point)| !series.has_line || point.is_out || at.is_multiple_of(every);
            for (_, point) in series.points.iter().enumerate().filter(shown) {
                let (x, y) = chart.backend_coord(&place(point));
                look.mark(root, (x, y), point.is_out)?;
            }
        }
        self.legend(&side)
    }

    fn legend(&self, area: &Area<'_>) -> Result<(), DrawingAreaErrorKind<std::io::Error>> {
        let text = ("sans-serif", 14).into_font().color(&BLACK).pos(Pos::new(HPos::Left, VPos::Center));
        let mut y = 52;
        for (at, Series { name, has_line, .. }) in self.series.iter().enumerate() {
            let look = Look::of(at);
            let line = vec![(4, y), (34, y)];
            match (has_line, look.dash) {
                (false, _) => {}
                (true, None) => area.draw(&PathElement::new(line, look.colour.stroke_width(2)))?,
                (true, Some((dash, gap))) => {
                    area.draw(&DashedPathElement::new(line, dash, gap, look.colour.stroke_width(2)))?;
                }
            }
            look.mark(area, (19, y), false)?;
            area.draw(&Text::new(name.clone(), (42, y), text.clone()))?;
            y += LEGEND_LINE;
        }
        if self.series.iter().flat_map(|series| &series.points).any(|point| point.is_out) {
            area.draw(&Circle::new((19, y), 4, GREY.stroke_width(2)))?;
            area.draw(&Text::new("hollow: no answer", (42, y), text))?;
        }
        Ok(())
    }
}

/// The look of an entrant: colour, dashes and shape of the marks.
#[derive(Clone, Copy)]
struct Look {
    colour: RGBColor,
    dash: Option<(i32, i32)>,
    shape: usize,
}

impl Look {
    fn of(at: usize) -> Self {
        let dash = DASHES[at / PALETTE.len() % DASHES.len()];
        Self { colour: PALETTE[at % PALETTE.len()], dash, shape: at % 4 }
    }

    fn mark(
        self,
        area: &Area<'_>,
        (x, y): (i32, i32),
        is_hollow: bool,
    ) -> Result<(), DrawingAreaErrorKind<std::io::Error>> {
        let corners: &[(i32, i32)] = match self.shape {
            0 => {
                let style = if is_hollow { self.colour.stroke_width(2) } else { self.colour.filled() };
                return area.draw(&Circle::new((x, y), 4, style));
            }
            1 => &[(-4, -4), (4, -4), (4, 4), (-4, 4)],
            2 => &[(0, -5), (5, 4), (-5, 4)],
            _ => &[(0, -6), (6, 0), (0, 6), (-6, 0)],
        };
        let mut outline: Vec<(i32, i32)> = corners.iter().map(|(right, down)| (x + right, y + down)).collect();
        if is_hollow {
            outline.push(outline[0]);
            area.draw(&PathElement::new(outline, self.colour.stroke_width(2)))
        } else {
            area.draw(&Polygon::new(outline, self.colour.filled()))
        }
    }
}

/// A power of ten seconds, with unit.
fn decade(exponent: f64) -> String {
    #[allow(clippy::cast_possible_truncation)] // A whole number.
    let exponent = exponent.round() as i32;
    let (unit, exponent) = match exponent {
        0.. => ("s", exponent),
        -3..=-1 => ("ms", exponent + 3),
        _ => ("µs", exponent + 6),
    };
    format!("{} {unit}", 10_f64.powi(exponent))
}
