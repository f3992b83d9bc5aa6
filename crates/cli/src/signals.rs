//! SIGINT and SIGTERM: the first one ends the program in order, the second one
//! at once. At the REPL, SIGINT stops what it is doing and nothing else.

use mound_engine::Stopper;
use signal_hook::consts::{SIGINT, SIGTERM};
use signal_hook::iterator::Signals;
use std::time::Duration;

/// What a shell shows for a program that a signal has ended: this and its number.
const SIGNAL_STATUS: i32 = 128;

/// Time for the applications to end. Who is in a hurry sends a second signal.
const PATIENCE: Duration = Duration::from_secs(60);

/// Starts a thread that waits for signals.
pub fn stop_when_asked(stopper: Stopper) -> Result<(), String> {
    let failed = |error: std::io::Error| format!("cannot wait for signals: {error}");
    let mut signals = Signals::new([SIGINT, SIGTERM]).map_err(failed)?;
    let wait = move || {
        let mut arriving = signals.forever();
        let Some(first) = arriving.next() else {
            return;
        };
        // The applications may take long to end; meanwhile this thread hears the second signal.
        let ending = std::thread::Builder::new().name("mound-ending".to_owned());
        let status = SIGNAL_STATUS + first;
        let begun = ending.spawn(move || stopper.stop(status, PATIENCE));
        if let (Ok(_), Some(second)) = (begun, arriving.next()) {
            std::process::exit(SIGNAL_STATUS + second);
        }
        std::process::exit(status);
    };
    std::thread::Builder::new()
        .name("mound-signals".to_owned())
        .spawn(wait)
        .map(drop)
        .map_err(failed)
}

/// Starts a thread that does something for each SIGINT, which then has no other effect.
pub fn whenever_interrupted(act: impl Fn() + Send + 'static) -> Result<(), String> {
    let failed = |error: std::io::Error| format!("cannot wait for signals: {error}");
    let mut signals = Signals::new([SIGINT]).map_err(failed)?;
    std::thread::Builder::new()
        .name("mound-signals".to_owned())
        .spawn(move || signals.forever().for_each(|_| act()))
        .map(drop)
        .map_err(failed)
}
