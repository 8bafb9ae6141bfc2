//! Where the answers of a batch go: standard output or a file, compressed if its name says so, begun anew or continued.

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use clap::Args;
use satdoku::grid::format::Format;

use crate::process::file_name::name;
use crate::process::screened::Screened;
use crate::show::output_format::OutputFormat;
use crate::stream::compression::{Compression, Packer};
use crate::stream::destination::inputs::Inputs;
use crate::stream::destination::new_file::{NewFile, PartialFile};

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

    /// How to go on after an interruption, where `--resume` can; `has_lines` says whether each answer is a single line.
    pub(crate) fn hint(&self, has_lines: bool) -> Option<&'static str> {
        let can_resume = has_lines && self.out.as_ref().is_some_and(|path| Compression::of_name(path).is_none());
        can_resume.then_some("--resume goes on with the others")
    }

    /// Opens the output, and returns the answers already in the file. Never writes over an input.
    ///
    /// # Errors
    /// If the file cannot be opened, or its ending is that of a picture, a page, a spreadsheet or Parquet.
    pub(crate) fn open(&self, inputs: &Inputs, is_resumable: bool) -> Result<(Destination, PartialFile), String> {
        self.out.as_deref().map_or(Ok(()), refuse_foreign)?;
        self.open_page(inputs, is_resumable)
    }

    /// Opens the output, whatever the ending, for a page.
    pub(crate) fn open_page(&self, inputs: &Inputs, is_resumable: bool) -> Result<(Destination, PartialFile), String> {
        let stdout = || (Destination::Stdout(Screened::stdout()), PartialFile::default());
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

/// Refuses a file whose ending promises a format other than text.
fn refuse_foreign(path: &Path) -> Result<(), String> {
    let ending = ending_of_name(path).unwrap_or_default();
    let way = match ending.as_str() {
        "pdf" | "svg" | "png" | "jpg" | "jpeg" | "gif" => {
            "`satdoku draw` makes pictures, as svg, png or pdf, `satdoku book` books"
        }
        "html" | "htm" => "`satdoku path` makes pages, `satdoku draw` pictures",
        "xlsx" | "xls" | "ods" => "a name in .csv makes a table that spreadsheets open",
        "parquet" | "arrow" | "feather" => "satdoku-cluster writes tables in Parquet, a name in .csv makes one here",
        _ => return Ok(()),
    };
    Err(format!("{}: text is written here, no .{ending}: {way}", name(path)))
}

/// The format implied by a file's extension.
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
    /// Standard output, or a file at a path, kept as `FILE.partial` if unfinished; compressed if its name says so.
    pub(crate) fn to(path: Option<&Path>, inputs: &Inputs) -> Result<Self, String> {
        path.map_or(Ok(()), refuse_foreign)?;
        let begin = |path: &Path| Ok(NewFile::of_batch(path, inputs, false, false)?.map(|(file, _)| file));
        Self::begun(path, inputs, begin)
    }

    /// As [`to`](Self::to), but an unfinished file is removed, because it is soon made again.
    pub(crate) fn whole(path: Option<&Path>, inputs: &Inputs) -> Result<Self, String> {
        path.map_or(Ok(()), refuse_foreign)?;
        Self::whole_picture(path, inputs)
    }

    /// As [`whole`](Self::whole), whatever the ending, for a picture.
    pub(crate) fn whole_picture(path: Option<&Path>, inputs: &Inputs) -> Result<Self, String> {
        Self::begun(path, inputs, |path| NewFile::create(path, inputs))
    }

    fn begun(
        path: Option<&Path>,
        inputs: &Inputs,
        begin: impl FnOnce(&Path) -> Result<Option<NewFile>, String>,
    ) -> Result<Self, String> {
        let Some(path) = path else { return inputs.check_stdout().map(|()| Self::Stdout(Screened::stdout())) };
        let compression = Compression::of_new(path)?;
        Ok(match (begin(path)?, compression) {
            (None, _) => Self::Stdout(Screened::stdout()),
            (Some(file), None) => Self::File(file),
            (Some(file), Some(compression)) => Self::Packed(Box::new(Packer::new(compression, file))),
        })
    }
}

/// Where answers go.
pub(crate) enum Destination {
    Stdout(Screened),
    File(NewFile),
    Packed(Box<Packer<NewFile>>),
    /// The command writes files of its own and no text.
    Nowhere,
}

impl Destination {
    /// Whether a person sees the answers come.
    pub(crate) fn is_terminal(&self) -> bool {
        matches!(self, Self::Stdout(stdout) if stdout.is_terminal())
    }

    /// Writes the end of the output, and moves a file into its place; later writes are forbidden.
    pub(crate) fn finish(&mut self) -> io::Result<()> {
        self.end()?;
        match self {
            Self::Stdout(_) | Self::Nowhere => Ok(()),
            Self::File(file) => file.finish(),
            Self::Packed(packer) => packer.get_mut().finish(),
        }
    }

    /// Writes the end of the output after an interruption: a file is kept, but not in its place.
    pub(crate) fn break_off(&mut self) -> io::Result<()> {
        self.end()?;
        match self {
            Self::Stdout(_) | Self::Nowhere => {}
            Self::File(file) => file.give_up(),
            Self::Packed(packer) => packer.get_mut().give_up(),
        }
        Ok(())
    }

    /// Discards an unfinished file; the old file in its place stays.
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
