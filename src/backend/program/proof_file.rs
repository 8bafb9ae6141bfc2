//! The file or pipe into which a program writes its proof.

use std::io::{self, Read, Write};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use crate::backend::program::process::{Ended, OnPiece, Pipe, TempFile};
use crate::backend::{ProofFormat, ProofSink};
use crate::budget::{Running, StopReason};

/// An empty file for a proof, removed when it is dropped. Checkers tell the format by the name's end.
pub(in crate::backend) fn create() -> io::Result<TempFile> {
    TempFile::create(".drat")
}

/// Hands a program's proof on. One without any step, as some write where unit propagation is enough, becomes the empty
/// clause.
fn hand_on(
    file: &TempFile,
    format: ProofFormat,
    sink: &mut ProofSink,
    running: &Running,
) -> io::Result<Result<(), StopReason>> {
    let copied = match copy(&mut file.reopen()?, sink, running)? {
        Ok(copied) => copied,
        Err(reason) => return Ok(Err(reason)),
    };
    if copied == 0 {
        sink.write_all(format.no_steps_but_the_last())?;
    }
    sink.flush()?;
    Ok(Ok(()))
}

/// Copies all bytes and counts them, unless the budget is spent before.
pub(in crate::backend) fn copy(
    from: &mut dyn Read,
    to: &mut dyn Write,
    running: &Running,
) -> io::Result<Result<u64, StopReason>> {
    let mut buffer = vec![0; 64 << 10];
    let mut copied = 0;
    loop {
        if let Err(reason) = running.check() {
            return Ok(Err(reason));
        }
        let length = match from.read(&mut buffer) {
            Ok(0) => return Ok(Ok(copied)),
            Ok(length) => length,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            Err(error) => return Err(error),
        };
        to.write_all(&buffer[..length])?;
        copied += length as u64;
    }
}

/// The way of a program's proof to whoever wants it.
pub(in crate::backend::program) struct ProofWay {
    file: TempFile,
    format: ProofFormat,
    /// A pipe beside the file, in its place, where the proof is wanted while the program is at work.
    pipe: Option<(Pipe, PathBuf)>,
    /// Bytes that came through the pipe.
    piped: u64,
}

impl ProofWay {
    /// A pipe, where there are pipes with names, or a file.
    pub(in crate::backend::program) fn open(is_streamed: bool, format: ProofFormat) -> io::Result<Self> {
        let file = create()?;
        #[cfg(target_os = "linux")]
        let pipe = is_streamed.then(|| Pipe::named(&file)).transpose()?;
        #[cfg(not(target_os = "linux"))]
        let pipe = is_streamed.then_some(None).flatten();
        Ok(Self { file, format, pipe, piped: 0 })
    }

    /// What the program is to write to.
    pub(in crate::backend::program) fn path(&self) -> &Path {
        self.pipe.as_ref().map_or_else(|| self.file.path(), |(_, path)| path)
    }

    /// The end of the pipe, if there is one, and what becomes of a piece: it goes to who wants it, as long as that one does.
    pub(in crate::backend::program) fn run(
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

    /// All is written: what did not go through a pipe is handed on.
    pub(in crate::backend::program) fn end(
        &self,
        sink: &mut ProofSink,
        running: &Running,
    ) -> io::Result<Result<(), StopReason>> {
        match self.pipe {
            Some(_) if self.piped > 0 => sink.flush().map(Ok),
            _ => hand_on(&self.file, self.format, sink, running),
        }
    }
}
