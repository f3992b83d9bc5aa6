//! Streams of bytes of any kind, and the pipe of a message that is translated.

use std::io;
use std::pin::Pin;
use std::task::{Context, Poll};
use tokio::io::{AsyncRead, AsyncWrite, DuplexStream, ReadBuf};
use tokio::net::TcpStream;
use tokio_rustls::TlsStream;

/// What a program has at its end of a connection that is not plain TCP.
pub enum Stream {
    Tls(Box<TlsStream<TcpStream>>),
    /// On which the other side speaks HTTP/2.
    Clear(TcpStream),
    Translated(Translated),
}

/// The program's end of a pipe on which HTTP/1.1 is spoken for what is HTTP/2 beyond.
pub struct Translated(pub(crate) DuplexStream);

/// Calls the method of what is inside.
macro_rules! inside {
    ($self:expr, $method:ident, $($argument:expr),*) => {
        match $self.get_mut() {
            Stream::Tls(stream) => Pin::new(stream).$method($($argument),*),
            Stream::Clear(stream) => Pin::new(stream).$method($($argument),*),
            Stream::Translated(pipe) => Pin::new(&mut pipe.0).$method($($argument),*),
        }
    };
}

impl AsyncRead for Stream {
    fn poll_read(
        self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        match inside!(self, poll_read, context, buffer) {
            // Who ends a connection by TLS says so; one that just stops may have been cut.
            Poll::Ready(Err(error)) if error.kind() == io::ErrorKind::UnexpectedEof => {
                let why = "it ended without a word of the other side (close_notify of TLS), so it may have been cut";
                Poll::Ready(Err(io::Error::new(error.kind(), why)))
            }
            read @ (Poll::Ready(_) | Poll::Pending) => read,
        }
    }
}

impl AsyncWrite for Stream {
    fn poll_write(
        self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        inside!(self, poll_write, context, bytes)
    }

    fn poll_flush(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        inside!(self, poll_flush, context)
    }

    fn poll_shutdown(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        inside!(self, poll_shutdown, context)
    }
}
