//! Connections: their number, their patience, and their end.

use std::io::{self, IoSlice};
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll, ready};
use std::time::Duration;

use axum::Router;
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::server::graceful::GracefulShutdown;
use hyper_util::service::TowerToHyperService;
use satdoku::CancelToken;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::Semaphore;
use tokio::time::{Sleep, sleep, timeout};

/// Largest number of connections; further clients wait.
const MOST_CONNECTIONS: usize = 1024;

/// How long the head of a request may take to arrive, and a connection be idle.
const HEAD_TIME: Duration = Duration::from_secs(10);

/// How long a reader may leave an answer lying.
const STALL_TIME: Duration = Duration::from_secs(30);

/// The bytes of a request's head.
const MAX_HEAD: usize = 32 << 10;

/// How often the wish to stop is looked at.
const LOOK: Duration = Duration::from_millis(50);

/// Serves until asked to stop; then answers in progress may take `grace` to finish.
pub(crate) async fn serve(listener: TcpListener, router: Router, stop: &CancelToken, grace: Duration) {
    let connections = Arc::new(Semaphore::new(MOST_CONNECTIONS));
    let graceful = GracefulShutdown::new();
    let mut protocol = http1::Builder::new();
    protocol.timer(TokioTimer::new()).header_read_timeout(HEAD_TIME).max_buf_size(MAX_HEAD);
    while !stop.is_cancelled() {
        let Ok(accepted) = timeout(LOOK, accept(&listener, &connections)).await else { continue };
        let Ok((stream, permit)) = accepted else {
            // The usual cause is too many open files; some will be closed soon.
            sleep(LOOK).await;
            continue;
        };
        let service = TowerToHyperService::new(router.clone());
        let connection = graceful.watch(protocol.serve_connection(TokioIo::new(Patient::new(stream)), service));
        tokio::spawn(async move {
            // A broken connection is not reported: its client is gone.
            let _ = connection.await;
            drop(permit);
        });
    }
    drop(listener);
    let _ = timeout(grace, graceful.shutdown()).await;
}

async fn accept(
    listener: &TcpListener,
    connections: &Arc<Semaphore>,
) -> io::Result<(TcpStream, Option<tokio::sync::OwnedSemaphorePermit>)> {
    let permit = Arc::clone(connections).acquire_owned().await.ok();
    let (stream, _) = listener.accept().await?;
    stream.set_nodelay(true)?;
    Ok((stream, permit))
}

/// A stream that fails when its reader accepts no data for too long.
struct Patient {
    stream: TcpStream,
    /// Ends when the present wait has lasted too long.
    patience: Option<Pin<Box<Sleep>>>,
}

impl Patient {
    fn new(stream: TcpStream) -> Self {
        Self { stream, patience: None }
    }

    /// The result of a write: pending until patience ends.
    fn wait<T>(&mut self, context: &mut Context<'_>, written: Poll<io::Result<T>>) -> Poll<io::Result<T>> {
        if written.is_ready() {
            self.patience = None;
            return written;
        }
        let patience = self.patience.get_or_insert_with(|| Box::pin(sleep(STALL_TIME)));
        ready!(patience.as_mut().poll(context));
        Poll::Ready(Err(io::ErrorKind::TimedOut.into()))
    }
}

impl AsyncRead for Patient {
    fn poll_read(self: Pin<&mut Self>, context: &mut Context<'_>, buffer: &mut ReadBuf<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.get_mut().stream).poll_read(context, buffer)
    }
}

impl AsyncWrite for Patient {
    fn poll_write(self: Pin<&mut Self>, context: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        let this = self.get_mut();
        let written = Pin::new(&mut this.stream).poll_write(context, bytes);
        this.wait(context, written)
    }

    fn poll_write_vectored(
        self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let this = self.get_mut();
        let written = Pin::new(&mut this.stream).poll_write_vectored(context, bytes);
        this.wait(context, written)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.get_mut().stream).poll_flush(context)
    }

    fn poll_shutdown(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.get_mut().stream).poll_shutdown(context)
    }
}
