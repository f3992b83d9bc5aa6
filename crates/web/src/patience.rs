//! Answers that nobody takes.
//!
//! The other side of HTTP/2 says for each stream how much it takes, and may say: nothing. hyper would then wait for
//! ever with a piece of the answer in its hand. It asks a body for its next piece when the one before has gone, so
//! here is noted when a piece was given; a stream whose piece has not gone after a while is given up, and reset.
//!
//! A handler that takes its time is not concerned: then no piece is there.

use hyper::body::{Body, Bytes, Frame, Incoming, SizeHint};
use hyper::rt::Executor;
use std::pin::Pin;
use std::sync::{Arc, Mutex, PoisonError};
use std::task::{Context, Poll};
use std::time::Duration;
use tokio::time::{Instant, sleep, sleep_until};

/// When the piece was given that has not gone yet.
#[derive(Default)]
struct Given(Mutex<Option<Instant>>);

tokio::task_local! {
    /// Of the stream that the task is for.
    static GIVEN: Arc<Given>;
}

impl Given {
    fn set(&self, at: Option<Instant>) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = at;
    }

    fn at(&self) -> Option<Instant> {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns when a piece has not gone for so long.
    async fn is_stuck(&self, patience: Duration) {
        loop {
            match self.at() {
                Some(at) if at.elapsed() >= patience => return,
                Some(at) => sleep_until(at + patience).await,
                None => sleep(patience).await,
            }
        }
    }
}

/// Runs the streams of a connection, each as a task that ends when its answer is not taken for so long.
#[derive(Clone)]
pub struct Patient(pub Duration);

impl<F> Executor<F> for Patient
where
    F: Future + Send + 'static,
    F::Output: Send + 'static,
{
    fn execute(&self, stream: F) {
        let (patience, given) = (self.0, Arc::new(Given::default()));
        tokio::spawn(async move {
            tokio::select! {
                _ = GIVEN.scope(given.clone(), stream) => {}
                () = given.is_stuck(patience) => {}
            }
        });
    }
}

/// The body of an answer, on the task of its stream.
pub struct Answer {
    body: Incoming,
    given: Option<Arc<Given>>,
}

impl Answer {
    /// Has to be called on the task of the stream.
    pub fn new(body: Incoming) -> Answer {
        let given = GIVEN.try_with(Arc::clone).ok();
        Answer { body, given }
    }

    fn note(&self, at: Option<Instant>) {
        if let Some(given) = &self.given {
            given.set(at);
        }
    }
}

impl Body for Answer {
    type Data = Bytes;
    type Error = hyper::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, hyper::Error>>> {
        self.note(None);
        let frame = Pin::new(&mut self.body).poll_frame(context);
        if let Poll::Ready(Some(Ok(_))) = &frame {
            self.note(Some(Instant::now()));
        }
        frame
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}
