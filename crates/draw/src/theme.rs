//! Colours.

use satdoku_puzzle::rule::Ink;

use crate::scene::Paint;

/// The colours of a drawing, by its paper.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Theme {
    /// Dark on white.
    #[default]
    Light,
    /// Light on black.
    Dark,
    /// Black, white and greys, for printing; lines of different colours have different dashes.
    Print,
    /// In SVG light or dark as the reader's machine is; elsewhere light.
    Auto,
}

names! {
    pub Theme {
        Light = "light", "dark on white";
        Dark = "dark", "light on black";
        Print = "print", "black, white and greys; lines are told apart by their dashes";
        Auto = "auto", "in SVG light or dark as the reader's machine is, else light";
    }
}

/// Red, green and blue.
pub(crate) type Rgb = [u8; 3];

const fn rgb(value: u32) -> Rgb {
    [(value >> 16) as u8, (value >> 8) as u8, value as u8]
}

const fn grey(value: u8) -> Rgb {
    [value; 3]
}

impl Theme {
    /// The value of a paint.
    pub(crate) fn colour(self, paint: Paint) -> Rgb {
        match self {
            Self::Light | Self::Auto => light(paint),
            Self::Dark => dark(paint),
            Self::Print => print(paint),
        }
    }

    /// The dashes of a line of a colour, in parts of a cell, where the theme tells colours by them.
    pub(crate) fn dash(self, ink: Ink) -> Option<[f64; 2]> {
        if self != Self::Print {
            return None;
        }
        match ink {
            Ink::Grey | Ink::Pink | Ink::Yellow => None,
            Ink::Green => Some([0.30, 0.09]),
            Ink::Orange => Some([0.14, 0.08]),
            Ink::Purple => Some([0.0, 0.2]),
            Ink::Blue => Some([0.52, 0.12]),
            Ink::Lilac => Some([0.05, 0.08]),
            Ink::Peach => Some([0.0, 0.28]),
            Ink::Teal => Some([0.08, 0.2]),
            Ink::Olive => Some([0.2, 0.2]),
            Ink::Red => Some([0.4, 0.05]),
        }
    }
}

fn light(paint: Paint) -> Rgb {
    match paint {
        Paint::Paper | Paint::White => grey(255),
        Paint::Thin => grey(0xa6),
        Paint::Thick | Paint::Given => rgb(0x0016_191d),
        Paint::Answer => rgb(0x001a_5fb4),
        Paint::Candidate => rgb(0x0057_606a),
        Paint::Text => rgb(0x0024_292f),
        Paint::Arrow => rgb(0x0080_868c),
        Paint::Diagonal => rgb(0x007f_b2e0),
        Paint::Black => grey(0),
        Paint::Alarm => rgb(0x00cf_222e),
        Paint::Line(ink) => rgb(ink.of_lines()),
        Paint::Tint(ink) => rgb(ink.of_cells()),
    }
}

fn dark(paint: Paint) -> Rgb {
    match paint {
        Paint::Paper => rgb(0x0016_1b22),
        Paint::White => rgb(0x00f0_f3f6),
        Paint::Thin => rgb(0x004f_5862),
        Paint::Thick => rgb(0x00d0_d7de),
        Paint::Given => rgb(0x00f3_f6f9),
        Paint::Answer => rgb(0x0079_c0ff),
        Paint::Candidate => rgb(0x00a2_adb8),
        Paint::Text => rgb(0x00d8_dee4),
        Paint::Arrow => rgb(0x0094_9da6),
        Paint::Diagonal => rgb(0x003d_6f9e),
        Paint::Black => rgb(0x0005_070a),
        Paint::Alarm => rgb(0x00ff_7b72),
        Paint::Line(ink) => match ink {
            Ink::Grey => rgb(0x004b_525b),
            Ink::Green => rgb(0x001f_7d37),
            Ink::Orange => rgb(0x009c_5e00),
            Ink::Purple => rgb(0x008c_3c98),
            Ink::Blue => rgb(0x0015_6da3),
            Ink::Lilac => rgb(0x0066_5290),
            Ink::Peach => rgb(0x008f_5f42),
            Ink::Teal => rgb(0x0016_6d6d),
            Ink::Olive => rgb(0x006a_6a2e),
            Ink::Pink => rgb(0x0091_3168),
            Ink::Red => rgb(0x009e_3338),
            Ink::Yellow => rgb(0x0086_6f00),
        },
        Paint::Tint(ink) => match ink {
            Ink::Grey => rgb(0x0030_3740),
            Ink::Green => rgb(0x0017_3d22),
            Ink::Orange => rgb(0x004c_3108),
            Ink::Purple => rgb(0x0043_2149),
            Ink::Blue => rgb(0x0013_3a56),
            Ink::Lilac => rgb(0x0037_2e4e),
            Ink::Peach => rgb(0x0048_3225),
            Ink::Teal => rgb(0x0012_3d3d),
            Ink::Olive => rgb(0x003a_3a1b),
            Ink::Pink => rgb(0x0049_1d37),
            Ink::Red => rgb(0x0055_1d20),
            Ink::Yellow => rgb(0x0049_3e0a),
        },
    }
}

fn print(paint: Paint) -> Rgb {
    match paint {
        Paint::Paper | Paint::White => grey(255),
        Paint::Thin => grey(0x90),
        Paint::Candidate => grey(0x40),
        Paint::Thick | Paint::Given | Paint::Answer | Paint::Text | Paint::Black | Paint::Alarm => grey(0),
        Paint::Arrow => grey(0x70),
        Paint::Diagonal => grey(0xa8),
        Paint::Line(ink) => match ink {
            Ink::Grey | Ink::Yellow => grey(0xd2),
            Ink::Pink => grey(0xa0),
            Ink::Lilac | Ink::Peach | Ink::Orange => grey(0xc4),
            _ => grey(0xb4),
        },
        Paint::Tint(ink) => match ink {
            Ink::Yellow => grey(0xf4),
            Ink::Peach | Ink::Orange => grey(0xec),
            Ink::Green | Ink::Olive => grey(0xe4),
            Ink::Grey => grey(0xdc),
            Ink::Lilac | Ink::Purple => grey(0xd2),
            Ink::Blue => grey(0xc8),
            Ink::Teal => grey(0xbe),
            Ink::Pink | Ink::Red => grey(0xb2),
        },
    }
}
