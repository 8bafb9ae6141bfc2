//! What a page shows of a puzzle: the cells, units, clues and rules of a puzzle, and the puzzle's picture in layers.

use satdoku::Grid;
use satdoku::draw::{DrawError, Drawing, LayeredPicture, Theme};
use satdoku::grid::exchange::{Notes, Writing};
use satdoku::grid::format::{Format, keys};
use satdoku::rule::Rule;
use serde_json::{Map, Value, json};

use crate::grids::cell_names;
use crate::palette::value_of;
use crate::words::capital;

/// What a page needs of a puzzle to show it, and to let a person fill it.
///
/// | key | is |
/// | --- | --- |
/// | `puzzle` | the puzzle in the `header` format, which carries every puzzle |
/// | `rows`, `columns`, `digits` | the size of the grid, and its first and last digit |
/// | `cells`, `clues` | the cells in reading order, those of layers behind; the clues by cell |
/// | `layers` | the layers and numbers: name, first and last value, cells |
/// | `units` | each row, column, box and extra unit: name and cells |
/// | `rules` | each rule: line, keyword, title, sentence, meaning, cells, value |
/// | `sentences` | the words of a printed picture |
/// | `title`, `author`, `about` | the words of the setter |
/// | `drawing` | a [`LayeredPicture`] and its colours |
///
/// # Errors
/// If the puzzle is too large for a picture.
pub(crate) fn board(puzzle: &Grid, notes: &Notes) -> Result<Value, DrawError> {
    let geometry = puzzle.geometry();
    let picture = Drawing::of(puzzle)?.to_layers();
    let mut text = String::new();
    // The format carries every puzzle except those with rules of a library's user, which no text brings.
    let is_written = Format::Header.write_with_notes(puzzle, notes, Writing::default(), &mut text).is_ok();
    let (first, last) = geometry.grid_digits();
    let clues: Map<String, Value> =
        puzzle.clues().map(|clue| (clue.cell.to_string(), json!(clue.digit.get()))).collect();
    let units = geometry
        .units()
        .map(|unit| json!({ "name": geometry.unit_name(unit).to_string(), "cells": cell_names(geometry.unit(unit)) }));
    let layers = geometry.layers().iter().map(|layer| {
        json!({
            "name": layer.name.to_string(),
            "first": layer.first,
            "last": layer.last,
            "cells": cell_names(&geometry.layer_cells(layer)),
        })
    });
    let rules = puzzle.rules().as_slice().iter().map(|rule| rule_value(puzzle, rule));
    Ok(json!({
        keys::PUZZLE: is_written.then_some(text),
        "rows": geometry.rows(),
        "columns": geometry.columns(),
        "digits": { "first": first, "last": last },
        "cells": geometry.cells().map(|cell| cell.to_string()).collect::<Vec<_>>(),
        "clues": clues,
        "layers": layers.collect::<Vec<_>>(),
        "units": units.collect::<Vec<_>>(),
        "rules": rules.collect::<Vec<_>>(),
        "sentences": picture.words,
        "title": notes.title,
        "author": notes.author,
        "about": notes.rules,
        "drawing": drawing(&picture),
    }))
}

fn rule_value(puzzle: &Grid, rule: &Rule) -> Value {
    let line = rule.to_string();
    json!({
        "line": line,
        "keyword": rule.form().map(satdoku::rule::RuleForm::keyword),
        "title": rule.form().map(|form| form.title),
        "sentence": format!("{}.", capital(&rule.as_constrain().sentence())),
        "meaning": format!("{}.", capital(rule.meaning())),
        "cells": cell_names(&rule.as_constrain().cells(puzzle.geometry())),
        "value": value_of(&line),
    })
}

fn drawing(picture: &LayeredPicture) -> Value {
    let colours = |theme| LayeredPicture::colours(theme).map(|(name, value)| (name, value.into()));
    let colours = |theme| Value::Object(colours(theme).collect());
    json!({
        "view": picture.view,
        "origin": picture.origin,
        "cell": picture.cell,
        "paper": picture.paper,
        "below": picture.below,
        "above": picture.above,
        "undrawn": picture.undrawn,
        "colours": { "light": colours(Theme::Light), "dark": colours(Theme::Dark) },
    })
}
