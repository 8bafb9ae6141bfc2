//! The file or pipe into which a program writes its proof.

use std::io::{self, Read, Write};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use satdoku_base::budget::{Running, StopReason};

use crate::backend::program::process::{Ended, OnPiece, Pipe, TempFile};
use crate::backend::{ProofFormat, ProofSink};

/// An empty file for a proof, removed on drop. Checkers infer the format from the end of the name.
pub(crate) fn create() -> io::Result<TempFile> {
    TempFile::create(".drat")
}

/// Hands a program's proof on. A proof without steps, as some programs write where unit propagation is enough, becomes the empty
/// clause.
fn hand_on(file: &TempFile, format: ProofFormat, sink: &mut ProofSink, running: &Running) -> Result<(), CopyError> {
    if copy(&mut file.reopen()?, sink, running)? == 0 {
        sink.write_all(format.no_steps_but_the_last())?;
    }
    sink.flush()?;
    Ok(())
}

/// Why a proof was not copied to its end.
pub(crate) enum CopyError {
    /// The budget ended.
    Stopped(StopReason),
    /// The proof cannot be read or written.
    Io(io::Error),
}

impl From<StopReason> for CopyError {
    fn from(reason: StopReason) -> Self {
        Self::Stopped(reason)
    }
}

impl From<io::Error> for CopyError {
    fn from(error: io::Error) -> Self {
        Self::Io(error)
    }
}

/// Copies all bytes and counts them, unless the budget is spent before.
pub(crate) fn copy(from: &mut dyn Read, to: &mut dyn Write, running: &Running) -> Result<u64, CopyError> {
    let mut buffer = vec![0; 64 << 10];
    let mut copied = 0;
    loop {
        running.check()?;
        let length = match from.read(&mut buffer) {
            Ok(0) => return Ok(copied),
            Ok(length) => length,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            Err(error) => return Err(error.into()),
        };
        to.write_all(&buffer[..length])?;
        copied += length as u64;
    }
}

/// The way of a program's proof to its reader.
pub(super) struct ProofWay {
    file: TempFile,
    format: ProofFormat,
    /// A pipe in place of the file, if the proof is wanted while the program is at work.
    pipe: Option<(Pipe, PathBuf)>,
    /// Bytes that came through the pipe.
    piped: u64,
}

impl ProofWay {
    /// Opens a named pipe for a streamed proof, if the system has named pipes; otherwise a file.
    pub(super) fn open(is_streamed: bool, format: ProofFormat) -> io::Result<Self> {
        let file = create()?;
        #[cfg(target_os = "linux")]
        let pipe = is_streamed.then(|| Pipe::named(&file)).transpose()?;
        #[cfg(not(target_os = "linux"))]
        let pipe = is_streamed.then_some(None).flatten();
        Ok(Self { file, format, pipe, piped: 0 })
    }

    /// The path to which the program writes.
    pub(super) fn path(&self) -> &Path {
        self.pipe.as_ref().map_or_else(|| self.file.path(), |(_, path)| path)
    }

    /// Runs the program with the pipe, if any; every piece goes to `sink`, as long as it accepts pieces.
    pub(super) fn run(
        &mut self,
        sink: &mut ProofSink,
        run: impl FnOnce(Option<(&mut Pipe, &mut OnPiece<'_>)>) -> io::Result<Ended>,
    ) -> io::Result<Ended> {
        let Some((pipe, _)) = &mut self.pipe else { return run(None) };
        let piped = &mut self.piped;
        let mut on_piece = |piece: &[u8]| {
            *piped += piece.len() as u64;
            if sink.write_all(piece).is_ok() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        };
        run(Some((pipe, &mut on_piece)))
    }

    /// Ends the proof: a proof that did not go through a pipe is handed on.
    pub(super) fn end(&self, sink: &mut ProofSink, running: &Running) -> Result<(), CopyError> {
        match self.pipe {
            Some(_) if self.piped > 0 => Ok(sink.flush()?),
            _ => hand_on(&self.file, self.format, sink, running),
        }
    }
}
