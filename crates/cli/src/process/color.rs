//! Whether colours are shown.

use std::sync::{Mutex, PoisonError};

use clap::ColorChoice;

/// The value of `--color`.
static COLOR: Mutex<ColorChoice> = Mutex::new(ColorChoice::Auto);

pub(crate) fn set_color(choice: ColorChoice) {
    *COLOR.lock().unwrap_or_else(PoisonError::into_inner) = choice;
}

/// Whether colours are shown: as `--color` says, else on a terminal, unless `NO_COLOR` says otherwise (no-color.org).
pub(crate) fn has_colours(is_terminal: bool) -> bool {
    match *COLOR.lock().unwrap_or_else(PoisonError::into_inner) {
        ColorChoice::Always => true,
        ColorChoice::Never => false,
        ColorChoice::Auto => {
            let is_refused = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
            is_terminal && !is_refused
        }
    }
}
