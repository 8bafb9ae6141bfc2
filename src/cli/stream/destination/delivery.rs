//! Where the answers of a batch go: standard output or a file, compressed if its name says so, begun anew or continued.

use std::io::{self, IsTerminal, Write};
use std::path::{Path, PathBuf};

use clap::Args;
use satdoku::grid::format::Format;

use crate::cli::process::file_name::name;
use crate::cli::show::output_format::OutputFormat;
use crate::cli::stream::compression::{Compression, Packer};
use crate::cli::stream::destination::inputs::Inputs;
use crate::cli::stream::destination::new_file::{Kept, NewFile};

/// Where answers go, and what is said about them.
#[derive(Args, Debug)]
pub(crate) struct Delivery {
    /// Write the answers to a file, compressed if its name ends in .gz or .zst, as with --output csv or json if it ends
    /// in .csv, .json or .jsonl before that; `-` is standard output
    ///
    /// The file is written as FILE.partial and renamed when it is complete, so that an older FILE stays until then. A run that
    /// is interrupted leaves FILE.partial with the answers so far.
    #[arg(short, long, value_name = "FILE")]
    out: Option<PathBuf>,

    /// Continue the file named with --out after an interruption
    ///
    /// Keeps the complete lines of FILE.partial, or of FILE where there is none: each answers one puzzle of the same input.
    /// The puzzles that have an answer are skipped; they do not count in the exit status. The first answers are compared
    /// with their puzzles. Works for answers of one line each: not with --all, --output grid or rows, or a compressed file.
    #[arg(long, requires = "out")]
    pub(crate) resume: bool,

    /// Print at the end how many puzzles had which answer, and the rate
    #[arg(long)]
    pub(crate) summary: bool,
}

impl Delivery {
    /// How answers are printed: as was asked, or as a table or objects where the file's name says so.
    pub(crate) fn form(&self, asked: Option<OutputFormat>) -> Option<OutputFormat> {
        let named = match self.out.as_deref().and_then(format_of_name) {
            Some(Format::Csv) => Some(OutputFormat::Csv),
            Some(Format::Json) => Some(OutputFormat::Json),
            _ => None,
        };
        asked.or(named)
    }

    /// Whether the file's name has an ending, before that of a compression.
    pub(crate) fn has_ending(&self, ending: &str) -> bool {
        self.out.as_deref().and_then(ending_of_name).is_some_and(|found| found == ending)
    }

    /// How to go on after an interruption, where `--resume` can; `has_lines` says whether answers are of one line each.
    pub(crate) fn hint(&self, has_lines: bool) -> Option<&'static str> {
        let can_resume = has_lines && self.out.as_ref().is_some_and(|path| Compression::of_name(path).is_none());
        can_resume.then_some("--resume goes on with the others")
    }

    /// Opens the file, and tells which answers it has already. None of the inputs is written.
    pub(crate) fn open(&self, inputs: &Inputs, is_resumable: bool) -> Result<(Destination, Kept), String> {
        let stdout = || (Destination::Stdout(io::stdout()), Kept::default());
        let Some(path) = &self.out else { return inputs.check_stdout().map(|()| stdout()) };
        let compression = Compression::of_new(path)?;
        if self.resume && compression.is_some() {
            return Err(format!("{}: expected a file that is not compressed for --resume", name(path)));
        }
        let is_resumable = is_resumable && compression.is_none();
        let Some((file, kept)) = NewFile::of_batch(path, inputs, is_resumable, self.resume)? else {
            return Ok(stdout());
        };
        let destination = match compression {
            None => Destination::File(file),
            Some(compression) => Destination::Packed(Box::new(Packer::new(compression, file))),
        };
        Ok((destination, kept))
    }
}

/// The ending of a file's name, before that of a compression, in small letters.
pub(crate) fn ending_of_name(path: &Path) -> Option<String> {
    let inner = path.file_stem().map(Path::new).filter(|_| Compression::of_name(path).is_some());
    Some(inner.unwrap_or(path).extension()?.to_str()?.to_ascii_lowercase())
}

/// The format that the name of a file tells by its ending.
pub(crate) fn format_of_name(path: &Path) -> Option<Format> {
    let ending = ending_of_name(path)?;
    match ending.as_str() {
        "jsonl" => Some(Format::Json),
        "dzn" => Some(Format::MiniZinc),
        "csv" | "json" | "sdk" | "sdm" | "ss" => ending.parse().ok(),
        _ => None,
    }
}

impl Destination {
    /// Standard output, or a file at a path, which is kept as `FILE.partial` where it is not finished; compressed if its
    /// name says so.
    pub(crate) fn to(path: Option<&Path>, inputs: &Inputs) -> Result<Self, String> {
        let begin = |path: &Path| Ok(NewFile::of_batch(path, inputs, false, false)?.map(|(file, _)| file));
        Self::begun(path, inputs, begin)
    }

    /// The same, but a file is removed where it is not finished: it is soon made again.
    pub(crate) fn whole(path: Option<&Path>, inputs: &Inputs) -> Result<Self, String> {
        Self::begun(path, inputs, |path| NewFile::create(path, inputs))
    }

    fn begun(
        path: Option<&Path>,
        inputs: &Inputs,
        begin: impl FnOnce(&Path) -> Result<Option<NewFile>, String>,
    ) -> Result<Self, String> {
        let Some(path) = path else { return inputs.check_stdout().map(|()| Self::Stdout(io::stdout())) };
        let compression = Compression::of_new(path)?;
        Ok(match (begin(path)?, compression) {
            (None, _) => Self::Stdout(io::stdout()),
            (Some(file), None) => Self::File(file),
            (Some(file), Some(compression)) => Self::Packed(Box::new(Packer::new(compression, file))),
        })
    }
}

/// Where answers go.
pub(crate) enum Destination {
    Stdout(io::Stdout),
    File(NewFile),
    Packed(Box<Packer<NewFile>>),
    /// Answers that leave their own files and no text.
    #[cfg_attr(not(feature = "certificate"), expect(dead_code, reason = "only `prove` writes elsewhere alone"))]
    Nowhere,
}

impl Destination {
    /// Whether a person sees the answers come.
    pub(crate) fn is_terminal(&self) -> bool {
        matches!(self, Self::Stdout(stdout) if stdout.is_terminal())
    }

    /// Writes what is needed at the end, and puts a file in its place; nothing may be written after it.
    pub(crate) fn finish(&mut self) -> io::Result<()> {
        self.end()?;
        match self {
            Self::Stdout(_) | Self::Nowhere => Ok(()),
            Self::File(file) => file.finish(),
            Self::Packed(packer) => packer.get_mut().finish(),
        }
    }

    /// Writes what is needed at the end of a run that was interrupted: a file is kept, but not in its place.
    pub(crate) fn break_off(&mut self) -> io::Result<()> {
        self.end()?;
        match self {
            Self::Stdout(_) | Self::Nowhere => {}
            Self::File(file) => file.give_up(),
            Self::Packed(packer) => packer.get_mut().give_up(),
        }
        Ok(())
    }

    /// Forgets a file: what is in its place stays.
    pub(crate) fn remove(&mut self) {
        match self {
            Self::Stdout(_) | Self::Nowhere => {}
            Self::File(file) => file.remove(),
            Self::Packed(packer) => packer.get_mut().remove(),
        }
    }

    fn end(&mut self) -> io::Result<()> {
        match self {
            Self::Packed(packer) => packer.finish(),
            _ => self.flush(),
        }
    }
}

impl Write for Destination {
    fn write(&mut self, text: &[u8]) -> io::Result<usize> {
        match self {
            Self::Stdout(stdout) => stdout.write(text),
            Self::File(file) => file.write(text),
            Self::Packed(packer) => packer.write(text),
            Self::Nowhere => Ok(text.len()),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match self {
            Self::Stdout(stdout) => stdout.flush(),
            Self::File(file) => file.flush(),
            Self::Packed(packer) => packer.flush(),
            Self::Nowhere => Ok(()),
        }
    }
}
