//! `satdoku techniques`.

use std::fmt::Write as _;

use clap::Args;
use satdoku::logic::{Profile, Technique, tenths};

use crate::Failure;
use crate::args::named::one_of;
use crate::process::messages::print;
use crate::process::status::Status;

/// List the techniques of hints and ratings in the order in which they are tried
///
/// `hint --technique` takes these names. One with * rests on the puzzle's having one solution. RATING is that of the scale se, SCORE the
/// points of the scale hodoku, - where a scale does not have the technique.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  satdoku techniques
  satdoku techniques --scale hodoku")]
pub(crate) struct Techniques {
    /// List the techniques of one scale, in its order [default: of every scale, se first]
    #[arg(long, value_name = "SCALE", value_parser = one_of::<Profile>())]
    scale: Option<Profile>,
}

impl Techniques {
    pub(crate) fn run(self) -> Result<Status, Failure> {
        let scales = self.scale.as_ref().map_or(Profile::all(), std::slice::from_ref);
        let mut techniques: Vec<&Technique> = Vec::new();
        for technique in scales.iter().flat_map(|scale| scale.techniques()) {
            if !techniques.contains(&technique) {
                techniques.push(technique);
            }
        }
        let mut text = format!("{:<9} {:<5} {:<26} {}\n", "RATING", "SCORE", "NAME", "SEES");
        for technique in techniques {
            let rating = if technique.rating == 0 {
                "-".to_owned()
            } else if technique.rating == technique.highest {
                tenths(technique.rating).to_string()
            } else {
                format!("{}-{}", tenths(technique.rating), tenths(technique.highest))
            };
            let score =
                Profile::Hodoku.score(technique).map_or_else(|| "-".to_owned(), |score| score.points.to_string());
            let name = format!("{}{}", technique.name, if technique.needs_uniqueness { " *" } else { "" });
            let _ = writeln!(text, "{rating:<9} {score:<5} {name:<26} {}", technique.summary);
        }
        print(&text)?;
        Ok(Status::Fine)
    }
}
