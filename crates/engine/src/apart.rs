//! What takes long for a connection, and is not done on the threads that serve connections: reading large messages,
//! checking and linking code.
//!
//! There are two of those threads, for all peers. Meanwhile waits what the sender of the signal has sent since.

use crate::state::NodeState;
use std::sync::Arc;
use tokio::sync::oneshot;

/// A payload up to this length is read where it comes: a third of a millisecond, and less than a change of threads
/// would cost small ones.
pub const AT_ONCE_BYTES: usize = 128 << 10;
/// Reading more than this may take longer than a tenth of a second.
const LONG_BYTES: usize = 16 << 20;

/// Does work that goes over so many foreign bytes. Where time is made up it is done at once, so that it takes none.
/// `None` if the node is stopping, or the work has panicked.
pub async fn apart<T: Send + 'static>(
    state: &Arc<NodeState>,
    bytes: usize,
    work: impl FnOnce() -> T + Send + 'static,
) -> Option<T> {
    let is_made_up = state.membership.is_some() || state.options.seed.is_some();
    let (done, result) = oneshot::channel();
    match state.handle().filter(|_| !is_made_up) {
        Some(handle) => handle.run_computation(bytes > LONG_BYTES, move || {
            // Nobody waits any more if this fails.
            let _ = done.send(work());
        }),
        None => return Some(work()),
    }
    result.await.ok()
}

/// Whether so many bytes may be read here.
pub fn may_read_here(bytes: usize) -> bool {
    let serves_connections =
        || std::thread::current().name() == Some(mound_node::CONNECTION_THREADS);
    bytes <= AT_ONCE_BYTES || !serves_connections()
}
