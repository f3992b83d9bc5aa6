//! Bodies of requests that were answered before their end.

use hyper::body::{Body, Bytes, Frame, Incoming, SizeHint};
use std::future::poll_fn;
use std::pin::Pin;
use std::task::{Context, Poll};
use std::time::Duration;
use tokio::time::timeout;

/// What is still read of such a body, and for how long. If the stream ended at once, some clients would take that for
/// a failure and not see the answer.
const BYTES_MAX: usize = 4 << 20;
const TIME_MAX: Duration = Duration::from_secs(2);

/// A body of which the rest is read when nobody wants it any more.
pub struct Lingering(Option<Incoming>);

impl Lingering {
    pub fn new(body: Incoming) -> Lingering {
        Lingering(Some(body))
    }
}

impl Body for Lingering {
    type Data = Bytes;
    type Error = hyper::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, hyper::Error>>> {
        match &mut self.0 {
            Some(body) => Pin::new(body).poll_frame(context),
            None => Poll::Ready(None),
        }
    }

    fn is_end_stream(&self) -> bool {
        self.0.as_ref().is_none_or(Body::is_end_stream)
    }

    fn size_hint(&self) -> SizeHint {
        self.0
            .as_ref()
            .map_or_else(SizeHint::default, Body::size_hint)
    }
}

impl Drop for Lingering {
    fn drop(&mut self) {
        let Some(body) = self.0.take().filter(|body| !body.is_end_stream()) else {
            return;
        };
        // Nothing is dropped outside of tasks but at the end of all.
        if let Ok(tasks) = tokio::runtime::Handle::try_current() {
            tasks.spawn(timeout(TIME_MAX, read_rest(body)));
        }
    }
}

async fn read_rest(mut body: Incoming) {
    let mut left = BYTES_MAX;
    while let Some(Ok(frame)) = poll_fn(|context| Pin::new(&mut body).poll_frame(context)).await {
        let length = frame.data_ref().map_or(0, Bytes::len);
        match left.checked_sub(length) {
            Some(rest) => left = rest,
            None => return,
        }
    }
}
