//! The file in which a program writes its proof.

use std::io::{self, Read, Write};

use crate::backend::ProofSink;
use crate::backend::program::process::TempFile;
use crate::budget::{Running, StopReason};

/// The proof of a formula that unit propagation refutes by itself: the empty clause.
const EMPTY_CLAUSE: &[u8] = b"0\n";

/// An empty file for a proof, removed when it is dropped. Checkers tell the format by the name's end.
pub(in crate::backend) fn create() -> io::Result<TempFile> {
    TempFile::create(".drat")
}

/// Hands a program's proof on. One without any step, as some write where unit propagation is enough, becomes the empty
/// clause.
pub(in crate::backend::program) fn hand_on(
    file: &TempFile,
    sink: &mut ProofSink,
    running: &Running,
) -> io::Result<Result<(), StopReason>> {
    let copied = match copy(&mut file.reopen()?, sink, running)? {
        Ok(copied) => copied,
        Err(reason) => return Ok(Err(reason)),
    };
    if copied == 0 {
        sink.write_all(EMPTY_CLAUSE)?;
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
