//! Scenes as SVG.
//!
//! The writer uses only features that every SVG reader supports: shapes and texts with attributes, and groups. Texts are set on
//! their base lines. A drawing that follows the reader's light or dark mode has classes beside its colours, and a style that
//! changes the colours of classes.

use std::collections::BTreeSet;
use std::fmt::Write;

use crate::scene::{Anchor, Ends, Item, Outline, Paint, Scene, Shape, Stroke, Text};
use crate::theme::{Rgb, Theme};

/// The requested fonts, in order of preference.
const FONTS: &str = "'Helvetica Neue',Helvetica,Arial,'Liberation Sans','DejaVu Sans',sans-serif";

/// Appends a scene as an SVG document; `width` is the displayed width, and `title` names the picture for readers who cannot see
/// it.
pub(crate) fn write(scene: &Scene, theme: Theme, width: f64, title: &str, out: &mut String) {
    let height = width * scene.height / scene.width;
    let _ = write!(out, "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 ");
    push_numbers(&[scene.width, scene.height], out);
    out.push_str("\" width=\"");
    push_number(width, out);
    out.push_str("\" height=\"");
    push_number(height, out);
    let _ = write!(out, "\" font-family=\"{FONTS}\" role=\"img\">\n<title>");
    push_escaped(title, out);
    out.push_str("</title>\n");
    let mut writer = Writer { theme: Some(theme), classes: BTreeSet::new(), body: String::new() };
    writer.items(&scene.items);
    if theme == Theme::Auto {
        out.push_str("<style>@media (prefers-color-scheme:dark){");
        for (class, property, dark) in &writer.classes {
            let _ = write!(out, ".{class}{{{property}:{}}}", Colour(*dark));
        }
        out.push_str("}</style>\n");
    }
    out.push_str(&writer.body);
    out.push_str("</svg>\n");
}

/// Scenes as parts of an SVG document, a group with `data-rule` for each stretch of items of one rule. Their colours are variables
/// such as `var(--p-thin)`.
pub(crate) fn fragment(stretches: &[(Option<usize>, Vec<Item>)]) -> String {
    let mut writer = Writer { theme: None, classes: BTreeSet::new(), body: String::new() };
    for (rule, items) in stretches.iter().filter(|(_, items)| !items.is_empty()) {
        if let Some(rule) = rule {
            let _ = writeln!(writer.body, "<g data-rule=\"{rule}\">");
        }
        writer.items(items);
        if rule.is_some() {
            writer.body.push_str("</g>\n");
        }
    }
    writer.body
}

struct Writer {
    /// The theme, or `None` where colours are variables.
    theme: Option<Theme>,
    /// Classes with a different colour in dark mode: class name, coloured property, dark colour.
    classes: BTreeSet<(String, &'static str, Rgb)>,
    body: String,
}

impl Writer {
    fn items(&mut self, items: &[Item]) {
        // Adjacent items with equal attributes share one group.
        let styles: Vec<Option<String>> = items.iter().map(|item| self.style(item)).collect();
        let mut at = 0;
        for styles in styles.chunk_by(|a, b| a.is_some() && a == b) {
            let run = &items[at..at + styles.len()];
            at += styles.len();
            let style = styles[0].as_deref().unwrap_or_default();
            if let [item] = run {
                self.item(item, style);
                continue;
            }
            let _ = writeln!(self.body, "<g{style}>");
            for item in run {
                self.item(item, "");
            }
            self.body.push_str("</g>\n");
        }
        let paints = items.iter().flat_map(|item| match item {
            Item::Shape(shape) => {
                vec![shape.fill.map(|paint| ("fill", paint)), shape.stroke.map(|s| ("stroke", s.paint))]
            }
            Item::Text(text) => vec![Some(("fill", text.paint))],
            Item::Part { .. } => Vec::new(),
        });
        for (property, paint) in paints.flatten().filter(|_| self.theme == Some(Theme::Auto)) {
            self.classes.insert((class(property, paint), property, Theme::Dark.colour(paint)));
        }
    }

    fn colour(&self, paint: Paint) -> String {
        self.theme.map_or_else(|| format!("var(--p-{})", name(paint)), |theme| Colour(theme.colour(paint)).to_string())
    }

    /// The attributes of an item except its place.
    fn style(&self, item: &Item) -> Option<String> {
        let mut style = String::new();
        let mut classes = Vec::new();
        match item {
            Item::Part { .. } => return None,
            Item::Shape(Shape { fill, stroke, .. }) => {
                match fill {
                    Some(paint) => {
                        let _ = write!(style, " fill=\"{}\"", self.colour(*paint));
                        classes.push(class("fill", *paint));
                    }
                    None => style.push_str(" fill=\"none\""),
                }
                if let Some(stroke) = stroke {
                    self.push_stroke(*stroke, &mut style);
                    classes.push(class("stroke", stroke.paint));
                }
            }
            Item::Text(Text { size, is_bold, anchor, paint, .. }) => {
                style.push_str(" font-size=\"");
                push_number(*size, &mut style);
                style.push('"');
                if *is_bold {
                    style.push_str(" font-weight=\"bold\"");
                }
                match anchor {
                    Anchor::Start => {}
                    Anchor::Middle => style.push_str(" text-anchor=\"middle\""),
                    Anchor::End => style.push_str(" text-anchor=\"end\""),
                }
                let _ = write!(style, " fill=\"{}\"", self.colour(*paint));
                classes.push(class("fill", *paint));
            }
        }
        if self.theme == Some(Theme::Auto) {
            let _ = write!(style, " class=\"{}\"", classes.join(" "));
        }
        Some(style)
    }

    fn push_stroke(&self, stroke: Stroke, style: &mut String) {
        let _ = write!(style, " stroke=\"{}\"", self.colour(stroke.paint));
        style.push_str(" stroke-width=\"");
        push_number(stroke.width, style);
        style.push('"');
        match stroke.ends {
            Ends::Butt => {}
            Ends::Square => style.push_str(" stroke-linecap=\"square\""),
            Ends::Round => style.push_str(" stroke-linecap=\"round\" stroke-linejoin=\"round\""),
        }
        if let Some(dash) = stroke.dash {
            style.push_str(" stroke-dasharray=\"");
            push_numbers(&dash, style);
            style.push('"');
        }
    }

    fn item(&mut self, item: &Item, style: &str) {
        match item {
            Item::Shape(shape) => self.shape(&shape.outline, style),
            Item::Text(text) => {
                self.body.push_str("<text x=\"");
                push_number(text.at[0], &mut self.body);
                self.body.push_str("\" y=\"");
                push_number(text.at[1], &mut self.body);
                let _ = write!(self.body, "\"{style}>");
                push_escaped(&text.letters, &mut self.body);
                self.body.push_str("</text>\n");
            }
            Item::Part { at, scale, scene } => {
                self.body.push_str("<g transform=\"translate(");
                push_numbers(at, &mut self.body);
                let _ = writeln!(self.body, ") scale({scale:.5})\">");
                self.items(&scene.items);
                self.body.push_str("</g>\n");
            }
        }
    }

    fn shape(&mut self, outline: &Outline, style: &str) {
        let body = &mut self.body;
        match outline {
            Outline::Path(runs) => {
                body.push_str("<path d=\"");
                for run in runs {
                    for (at, point) in run.points.iter().enumerate() {
                        body.push(if at == 0 { 'M' } else { 'L' });
                        push_numbers(point, body);
                    }
                    if run.is_closed {
                        body.push('Z');
                    }
                }
                body.push('"');
            }
            Outline::Circle { middle, radius } => {
                for (name, number) in [("<circle cx", middle[0]), (" cy", middle[1]), (" r", *radius)] {
                    let _ = write!(body, "{name}=\"");
                    push_number(number, body);
                    body.push('"');
                }
            }
            Outline::Rectangle { corner, size, radius } => {
                let numbers = [("<rect x", corner[0]), (" y", corner[1]), (" width", size[0]), (" height", size[1])];
                for (name, number) in numbers.into_iter().chain((*radius > 0.0).then_some((" rx", *radius))) {
                    let _ = write!(body, "{name}=\"");
                    push_number(number, body);
                    body.push('"');
                }
            }
        }
        let _ = writeln!(body, "{style}/>");
    }
}

/// The name of the class for a paint and a coloured property.
fn class(property: &str, paint: Paint) -> String {
    format!("satdoku-{property}-{}", name(paint))
}

/// A paint as a word: `line-grey`.
pub(crate) fn name(paint: Paint) -> String {
    let name = match paint {
        Paint::Line(ink) => format!("line-{ink:?}"),
        Paint::Tint(ink) => format!("tint-{ink:?}"),
        paint => format!("{paint:?}"),
    };
    name.to_lowercase()
}

/// A colour as `#rrggbb`.
pub(crate) struct Colour(pub(crate) Rgb);

impl std::fmt::Display for Colour {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let [red, green, blue] = self.0;
        write!(f, "#{red:02x}{green:02x}{blue:02x}")
    }
}

fn push_numbers(numbers: &[f64], out: &mut String) {
    for (at, &number) in numbers.iter().enumerate() {
        if at > 0 {
            out.push(' ');
        }
        push_number(number, out);
    }
}

/// A number with two decimals at most.
fn push_number(number: f64, out: &mut String) {
    let start = out.len();
    let _ = write!(out, "{number:.2}");
    let end = out.trim_end_matches('0').trim_end_matches('.').len();
    out.truncate(end);
    if &out[start..] == "-0" {
        out.replace_range(start.., "0");
    }
}

/// Escapes a text for XML; characters that XML cannot carry are replaced.
fn push_escaped(text: &str, out: &mut String) {
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '\t' | '\n' | '\r' => out.push(' '),
            '\0'..='\x1f' | '\u{fffe}' | '\u{ffff}' => out.push('\u{fffd}'),
            c => out.push(c),
        }
    }
}
