//! Response bodies sent in pieces while another thread produces them.

use std::io;
use std::pin::Pin;
use std::task::{Context, Poll};

use axum::body::{Body, Bytes, HttpBody};
use hyper::body::Frame;
use satdoku::Running;
use tokio::sync::mpsc;

/// Largest number of pieces waiting to be sent.
const MOST_WAITING: usize = 16;

/// A piece of a body; an error breaks the answer off, so that the client notices the missing rest.
pub(crate) type Piece = io::Result<Bytes>;

/// A body, and the sender of its pieces. What is held is dropped when the client stops reading.
pub(crate) fn channel<T: Send + Unpin + 'static>(held: T) -> (mpsc::Sender<Piece>, Body) {
    let (sender, pieces) = mpsc::channel(MOST_WAITING);
    (sender, Body::new(Pieces { pieces, _held: held }))
}

struct Pieces<T> {
    pieces: mpsc::Receiver<Piece>,
    _held: T,
}

impl<T: Unpin> HttpBody for Pieces<T> {
    type Data = Bytes;
    type Error = io::Error;

    fn poll_frame(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<io::Result<Frame<Bytes>>>> {
        self.pieces.poll_recv(context).map(|piece| piece.map(|piece| piece.map(Frame::data)))
    }
}

/// Writes into a body from a thread that may wait; the caller has a buffer. Fails where the client has gone away, and
/// when its time is over.
pub(crate) struct Writer {
    sender: mpsc::Sender<Piece>,
    running: Running,
}

impl Writer {
    pub(crate) fn new(sender: mpsc::Sender<Piece>, running: Running) -> Self {
        Self { sender, running }
    }

    fn send(&self, piece: Piece) -> io::Result<()> {
        self.sender.blocking_send(piece).map_err(|_| io::ErrorKind::BrokenPipe.into())
    }

    /// Breaks the body off.
    pub(crate) fn fail(&self, error: io::Error) {
        let _ = self.send(Err(error));
    }
}

impl io::Write for Writer {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.running.check().map_err(|reason| io::Error::new(io::ErrorKind::TimedOut, reason))?;
        self.send(Ok(Bytes::copy_from_slice(bytes)))?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
