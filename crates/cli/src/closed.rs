//! Whether standard output was closed when the program began, as by `>&-`.
//!
//! Before `main`, Rust opens `/dev/null` where one of the three streams is closed, so that no file
//! gets its number; after that nothing tells it from output that is not wanted. So it is looked at before.
//! On other systems than Linux it is not noticed.

use std::sync::atomic::AtomicBool;

pub static OUTPUT: AtomicBool = AtomicBool::new(false);

#[cfg(target_os = "linux")]
mod before_main {
    use std::ffi::c_int;
    use std::sync::atomic::Ordering;

    // SAFETY: as POSIX says, for this command, which only looks.
    unsafe extern "C" {
        safe fn fcntl(descriptor: c_int, command: c_int) -> c_int;
    }

    /// The number of the command in `fcntl.h`.
    const F_GETFD: c_int = 1;

    // SAFETY: the section holds procedures without arguments that are called once before `main`;
    // this one needs nothing of Rust's that is not there yet.
    #[used]
    #[unsafe(link_section = ".init_array")]
    static LOOK: extern "C" fn() = look;

    extern "C" fn look() {
        super::OUTPUT.store(fcntl(1, F_GETFD) == -1, Ordering::Relaxed);
    }
}
