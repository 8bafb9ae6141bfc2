//! The early end of a subcommand, or of reading a file, and its report.
//!
//! A message about a place in an input begins with the place, `FILE:LINE:COLUMN: `, as compilers write it and editors expect it.
//! Any other message begins with `error: `, as messages about wrong arguments do.

use std::fmt::{self, Display, Formatter};
use std::io::{self, IsTerminal};

use crate::process::color::has_colours;
use crate::process::messages;
use crate::process::status::Status;

/// The reason for an early end.
#[derive(Debug)]
pub(crate) enum Failure {
    /// The reader of standard output closed it.
    Closed,
    /// What is wrong at a place in an input; the text begins with the place.
    Located(String),
    /// Any other error.
    Message(String),
    /// Where the time was over before an input was read.
    Stopped(String),
}

impl Failure {
    /// An error in an input; the error text begins with the line.
    pub(crate) fn located(name: &str, error: impl Display) -> Self {
        Self::Located(format!("{name}:{error}"))
    }

    /// Prints the message, if any, and returns the exit status.
    pub(crate) fn report(&self) -> Status {
        match self {
            Self::Closed => return Status::Fine,
            Self::Message(message) if has_colours(io::stderr().is_terminal()) => messages::say_in_red(ERROR, message),
            Self::Located(_) | Self::Message(_) | Self::Stopped(_) => messages::say(&format!("{self}\n")),
        }
        self.status()
    }

    /// The exit status of the run.
    pub(crate) fn status(&self) -> Status {
        match self {
            Self::Closed => Status::Fine,
            Self::Stopped(_) => Status::Budget,
            Self::Located(_) | Self::Message(_) => Status::Bad,
        }
    }
}

const ERROR: &str = "error:";

impl Display for Failure {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Self::Closed => Ok(()),
            Self::Located(message) | Self::Stopped(message) => f.write_str(message),
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
