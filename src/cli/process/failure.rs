//! What ends a subcommand, or the reading of a file, early, and how it is reported.
//!
//! A message about a place in an input begins with that place, `FILE:LINE:COLUMN: `, as compilers write it, so that editors
//! find it. Any other begins with `error: `, as the messages about wrong arguments do.

use std::fmt::{self, Display, Formatter};
use std::io::{self, IsTerminal};

use crate::cli::process::color::has_colours;
use crate::cli::process::messages;
use crate::cli::process::status::Status;

/// What ends work early.
#[derive(Debug)]
pub(crate) enum Failure {
    /// Standard output was closed by its reader.
    Closed,
    /// What is wrong at a place in an input; the text begins with the place.
    Located(String),
    /// What else is wrong.
    Message(String),
}

impl Failure {
    /// What is wrong in an input; the error begins with its line.
    pub(crate) fn located(name: &str, error: impl Display) -> Self {
        Self::Located(format!("{name}:{error}"))
    }

    /// Prints the message, if there is one, and gives the exit status.
    pub(crate) fn report(&self) -> Status {
        match self {
            Self::Closed => return Status::Fine,
            Self::Message(message) if has_colours(io::stderr().is_terminal()) => messages::say_in_red(ERROR, message),
            Self::Located(_) | Self::Message(_) => messages::say(&format!("{self}\n")),
        }
        Status::Bad
    }
}

const ERROR: &str = "error:";

impl Display for Failure {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Self::Closed => Ok(()),
            Self::Located(message) => f.write_str(message),
            Self::Message(message) => write!(f, "{ERROR} {message}"),
        }
    }
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Self {
        match error.kind() {
            io::ErrorKind::BrokenPipe => Self::Closed,
            _ => Self::Message(format!("cannot write: {error}")),
        }
    }
}

impl From<String> for Failure {
    fn from(message: String) -> Self {
        Self::Message(message)
    }
}
