//! Where the answers of a batch go: standard output or a file, compressed if its name says so, begun anew or continued.

use std::fs::{File, OpenOptions};
use std::io::{self, IsTerminal, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use clap::Args;
use satdoku::grid::format::Format;

use crate::cli::args::OutputFormat;
use crate::cli::compression::{Compression, Packer};

/// Where answers go, and what is said about them.
#[derive(Args, Debug)]
pub(crate) struct Delivery {
    /// Write the answers to a file; compressed if its name ends in .gz or .zst, and as with --output csv if it ends in
    /// .csv before that
    #[arg(short, long, value_name = "FILE")]
    out: Option<PathBuf>,

    /// Continue the file named with --out after an interruption
    ///
    /// Its complete lines are kept, each as the answer to one puzzle of the same input; so many puzzles are skipped, and
    /// neither told of nor counted in the exit status. For answers of one line each: not with --all, --output grid or
    /// rows, or a compressed file.
    #[arg(long, requires = "out")]
    pub(crate) resume: bool,

    /// Say at the end how many puzzles were answered how, and at what rate
    #[arg(long)]
    pub(crate) summary: bool,
}

impl Delivery {
    /// How answers are printed: as was asked, or as a table where the file's name says so.
    pub(crate) fn form(&self, asked: Option<OutputFormat>) -> Option<OutputFormat> {
        let is_table = self.out.as_ref().is_some_and(|path| {
            let inner = path.file_stem().map(Path::new).filter(|_| Compression::of_name(path).is_some());
            inner.unwrap_or(path).extension().is_some_and(|extension| extension.eq_ignore_ascii_case("csv"))
        });
        asked.or(is_table.then_some(OutputFormat::Csv))
    }

    /// How to go on after an interruption, where `--resume` can; `has_lines` says whether answers are of one line each.
    pub(crate) fn hint(&self, has_lines: bool) -> Option<&'static str> {
        let can_resume = has_lines && self.out.as_ref().is_some_and(|path| Compression::of_name(path).is_none());
        can_resume.then_some("--resume goes on with the others")
    }

    /// Opens the file, and tells how many answers it has already. None of the files to be read may be written.
    pub(crate) fn open(&self, read: &[PathBuf]) -> Result<(Destination, u64), String> {
        if let Some(path) = self.out.as_ref().filter(|_| self.resume) {
            check_other(path, read)?;
            if Compression::of_name(path).is_some() {
                return Err(format!("{}: expected a file that is not compressed for --resume", path.display()));
            }
            let continued = continued(path).map_err(|error| format!("{}: cannot continue: {error}", path.display()))?;
            return Ok((Destination::File(continued.0), continued.1));
        }
        Ok((Destination::to(self.out.as_deref(), read)?, 0))
    }
}

/// Refuses to write a file that is read.
fn check_other(path: &Path, read: &[PathBuf]) -> Result<(), String> {
    let is_read = |out: &Path| read.iter().any(|file| file.canonicalize().is_ok_and(|file| file == out));
    match path.canonicalize() {
        Ok(out) if is_read(&out) => {
            Err(format!("{}: expected another file for the answers than for the puzzles", path.display()))
        }
        _ => Ok(()),
    }
}

/// The format that the name of a file tells by its ending, before that of a compression.
pub(crate) fn format_of_name(path: &Path) -> Option<Format> {
    let inner = path.file_stem().map(Path::new).filter(|_| Compression::of_name(path).is_some());
    let ending = inner.unwrap_or(path).extension()?.to_str()?.to_ascii_lowercase();
    match ending.as_str() {
        "jsonl" => Some(Format::Json),
        "dzn" => Some(Format::MiniZinc),
        "csv" | "json" | "sdk" | "sdm" | "ss" => ending.parse().ok(),
        _ => None,
    }
}

/// A file cut behind its last complete line, and the number of its lines.
fn continued(path: &Path) -> io::Result<(File, u64)> {
    let mut file = OpenOptions::new().read(true).write(true).create(true).truncate(false).open(path)?;
    let (mut lines, mut complete, mut length) = (0, 0, 0);
    let mut piece = vec![0; 64 << 10];
    loop {
        let read = file.read(&mut piece)?;
        if read == 0 {
            break;
        }
        let text = &piece[..read];
        lines += text.iter().filter(|&&byte| byte == b'\n').count() as u64;
        if let Some(end) = text.iter().rposition(|&byte| byte == b'\n') {
            complete = length + end as u64 + 1;
        }
        length += read as u64;
    }
    file.set_len(complete)?;
    file.seek(SeekFrom::Start(complete))?;
    Ok((file, lines))
}

/// Where answers go.
pub(crate) enum Destination {
    Stdout(io::Stdout),
    File(File),
    Packed(Box<Packer<File>>),
    /// Answers that leave their own files and no text.
    Nowhere,
}

impl Destination {
    /// Standard output, or a file; compressed if its name says so. None of the files to be read may be written.
    pub(crate) fn to(path: Option<&Path>, read: &[PathBuf]) -> Result<Self, String> {
        let Some(path) = path.filter(|path| *path != Path::new("-")) else { return Ok(Self::Stdout(io::stdout())) };
        check_other(path, read)?;
        let file = File::create(path).map_err(|error| format!("{}: cannot create: {error}", path.display()))?;
        Ok(match Compression::of_name(path) {
            None => Self::File(file),
            Some(compression) => Self::Packed(Box::new(Packer::new(compression, file))),
        })
    }

    /// Whether a person sees the answers come.
    pub(crate) fn is_terminal(&self) -> bool {
        matches!(self, Self::Stdout(stdout) if stdout.is_terminal())
    }

    /// Writes what is needed at the end; nothing may be written after it.
    pub(crate) fn finish(&mut self) -> io::Result<()> {
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
