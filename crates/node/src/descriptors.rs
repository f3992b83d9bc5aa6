//! Whether the system has descriptors left for a runtime of tasks.
//!
//! tokio takes sockets for signals when the first runtime of the program is made, and panics if there are none. So
//! who makes a runtime asks first. Between the answer and the runtime another thread may take them.

use std::io;
use std::os::unix::net::UnixStream;

/// The sockets for signals and a copy of one; what waits for events, what wakes that, and a copy of it.
const PAIRS: usize = 3;

/// An error if a runtime of tasks would find too few descriptors.
pub fn are_left() -> io::Result<()> {
    let pairs: io::Result<Vec<_>> = (0..PAIRS).map(|_| UnixStream::pair()).collect();
    pairs.map(drop)
}
