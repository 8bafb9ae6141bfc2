//! `satdoku techniques`.

use std::fmt::Write as _;

use clap::Args;
use satdoku::logic::{Profile, tenths};

use crate::cli::Failure;
use crate::cli::args::named::one_of;
use crate::cli::process::messages::print;
use crate::cli::process::status::Status;

/// List the techniques of hints and ratings in the order in which they are tried
///
/// `hint --technique` takes these names. One with * rests on the puzzle's having one solution.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  satdoku techniques")]
pub(crate) struct Techniques {
    /// Choose the order of the techniques
    #[arg(long, value_name = "SCALE", default_value_t = Profile::Se, value_parser = one_of::<Profile>())]
    scale: Profile,
}

impl Techniques {
    pub(crate) fn run(self) -> Result<Status, Failure> {
        let mut text = format!("{:<9} {:<26} {}\n", "RATING", "NAME", "SEES");
        for technique in self.scale.techniques() {
            let ratings = if technique.rating == technique.highest {
                tenths(technique.rating).to_string()
            } else {
                format!("{}-{}", tenths(technique.rating), tenths(technique.highest))
            };
            let name = format!("{}{}", technique.name, if technique.needs_uniqueness { " *" } else { "" });
            let _ = writeln!(text, "{ratings:<9} {name:<26} {}", technique.summary);
        }
        print(&text)?;
        Ok(Status::Fine)
    }
}
