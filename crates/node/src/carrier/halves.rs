//! The two halves of a connection: one task reads, and whoever has the other half writes, also without waiting.
//!
//! A stream with TLS is one state for both directions, so the halves share it behind a lock. It is held for as long as
//! the stream takes to say what it can do at once, never while somebody waits. Who reads and the task that writes wait
//! for the lock; [`TryWrite::try_write`] does not.

use std::io;
use std::pin::Pin;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, TryLockError};
use std::task::{Context, Poll, Waker};

use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};

/// The half that writes.
pub trait TryWrite: AsyncWrite + Send + Unpin {
    /// Writes what goes out at once, from any thread.
    ///
    /// Nobody is woken when there is room again: whoever has bytes left polls the stream as a task does. Nothing is
    /// taken while the other half is in use.
    fn try_write(&mut self, bytes: &[u8]) -> io::Result<Tried>;
}

/// What became of bytes that were to be written at once.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Tried {
    /// So many of them were taken.
    pub taken: usize,
    /// Whether the stream holds back nothing of what it has taken; if it does, a flush brings that out.
    pub is_flushed: bool,
}

/// Both halves of a stream: the one that reads first.
pub(super) fn halves<S>(stream: S) -> (Half<S>, Half<S>) {
    let stream = Arc::new(Mutex::new(stream));
    (Half(Arc::clone(&stream)), Half(stream))
}

/// One of them; what it is used for is up to its owner.
pub(super) struct Half<S>(Arc<Mutex<S>>);

impl<S> Half<S> {
    fn stream(&self) -> MutexGuard<'_, S> {
        // A stream whose method has panicked says itself what it still can do.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl<S: AsyncRead + Unpin> AsyncRead for Half<S> {
    fn poll_read(
        self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        Pin::new(&mut *self.stream()).poll_read(context, buffer)
    }
}

impl<S: AsyncWrite + Unpin> AsyncWrite for Half<S> {
    fn poll_write(
        self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        Pin::new(&mut *self.stream()).poll_write(context, bytes)
    }

    fn poll_flush(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut *self.stream()).poll_flush(context)
    }

    fn poll_shutdown(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut *self.stream()).poll_shutdown(context)
    }
}

impl<S: AsyncWrite + Send + Unpin> TryWrite for Half<S> {
    fn try_write(&mut self, bytes: &[u8]) -> io::Result<Tried> {
        let mut stream = match self.0.try_lock() {
            Ok(stream) => stream,
            Err(TryLockError::Poisoned(poisoned)) => poisoned.into_inner(),
            Err(TryLockError::WouldBlock) => {
                return Ok(Tried {
                    taken: 0,
                    is_flushed: true,
                });
            }
        };
        let mut stream = Pin::new(&mut *stream);
        // The task that writes leaves its own waker when it polls for what is left here.
        let mut context = Context::from_waker(Waker::noop());
        let mut taken = 0;
        while taken < bytes.len() {
            match stream.as_mut().poll_write(&mut context, &bytes[taken..])? {
                Poll::Ready(0) => return Err(io::Error::from(io::ErrorKind::WriteZero)),
                Poll::Ready(count) => taken += count,
                Poll::Pending => break,
            }
        }
        let is_flushed = stream.as_mut().poll_flush(&mut context)?.is_ready();
        Ok(Tried { taken, is_flushed })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tokio::io::{AsyncReadExt, AsyncWriteExt};

    #[tokio::test]
    async fn what_does_not_fit_is_left_to_who_waits() {
        let (near, mut far) = tokio::io::duplex(10);
        let (_reader, mut writer) = halves(near);
        let all = Tried {
            taken: 6,
            is_flushed: true,
        };
        assert_eq!(writer.try_write(b"abcdef").unwrap(), all);
        assert_eq!(writer.try_write(b"ghijkl").unwrap().taken, 4);
        assert_eq!(writer.try_write(b"kl").unwrap().taken, 0);
        let rest = tokio::spawn(async move { writer.write_all(b"kl").await });
        let mut bytes = [0; 12];
        far.read_exact(&mut bytes).await.unwrap();
        assert_eq!(&bytes, b"abcdefghijkl");
        rest.await.unwrap().unwrap();
    }

    #[tokio::test]
    async fn nothing_is_waited_for_while_the_other_half_is_in_use() {
        let (near, _far) = tokio::io::duplex(10);
        let (reader, mut writer) = halves(near);
        let used = reader.stream();
        let none = Tried {
            taken: 0,
            is_flushed: true,
        };
        assert_eq!(writer.try_write(b"a").unwrap(), none);
        drop(used);
        assert_eq!(writer.try_write(b"a").unwrap().taken, 1);
    }
}
