//! SIGINT and SIGTERM: the first one ends the program in order, the second one
//! at once. SIGINT first shows what all processes do, and SIGQUIT does that and nothing else.
//! At the REPL, SIGINT stops what it is doing and nothing else.
//!
//! The end in order has limits of time, so one signal is always enough: also where a scheduler is
//! busy with one long operation, and where nobody takes what the program writes.

use crate::standard;
use mound_engine::{Observer, Stopper};
use signal_hook::consts::{SIGINT, SIGQUIT, SIGTERM};
use signal_hook::iterator::Signals;
use std::sync::mpsc::channel;
use std::time::Duration;

/// What a shell shows for a program that a signal has ended: this and its number.
const SIGNAL_STATUS: i32 = 128;

/// Time for the applications to end. Who is in a hurry sends a second signal.
const PATIENCE: Duration = Duration::from_secs(60);

/// Time for output to leave and for schedulers to stop, after that. Shorter than the ten seconds
/// that supervisors of services usually wait before they kill.
const GRACE: Duration = Duration::from_secs(8);

/// Time to say that it was too short, since nobody may read that either.
const LAST_WORDS: Duration = Duration::from_millis(500);

/// Starts a thread that waits for signals. Without an observer nothing is shown, and SIGQUIT ends the program at once, as
/// it does where nobody listens.
pub fn stop_when_asked(stopper: Stopper, observer: Option<Observer>) -> Result<(), String> {
    let failed =
        |error: std::io::Error| format!("cannot wait for signals: {}", mound_engine::why(&error));
    let asks = observer.is_some().then_some(SIGQUIT);
    let mut signals = Signals::new([SIGINT, SIGTERM].into_iter().chain(asks)).map_err(failed)?;
    let show = move |why: &str| {
        if let Some(observer) = &observer {
            observer.tell(&format!("{why}; {}", observer.survey()));
        }
    };
    let wait = move || {
        let mut arriving = signals.forever().filter(|&signal| {
            if signal == SIGQUIT {
                show("the program goes on");
            }
            signal != SIGQUIT
        });
        let Some(first) = arriving.next() else {
            return;
        };
        let show = show.clone();
        // The applications may take long to end; meanwhile this thread hears the second signal.
        let ending = std::thread::Builder::new().name("mound-ending".to_owned());
        let status = SIGNAL_STATUS + first;
        let begun = ending.spawn(move || {
            if first == SIGINT {
                show("interrupted");
            }
            stopper.stop(status, PATIENCE);
            // The first thread ends the program, unless something holds it up.
            std::thread::sleep(GRACE);
            give_up(status);
        });
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

/// Ends the program though output or a scheduler is stuck.
fn give_up(status: i32) {
    let (said, wait) = channel();
    let words = std::thread::Builder::new().name("mound-last-words".to_owned());
    let begun = words.spawn(move || {
        standard::error(&format!(
            "error: the program did not end in {} seconds: its output is not taken, or it is in one \
             long operation\n  hint: output that was not written is lost\n",
            GRACE.as_secs()
        ));
        // Nobody waits any more if this fails.
        let _ = said.send(());
    });
    if begun.is_ok() {
        // Said or not, the program ends now.
        let _ = wait.recv_timeout(LAST_WORDS);
    }
    std::process::exit(status);
}

/// Starts a thread that does something for each SIGINT, which then has no other effect.
pub fn whenever_interrupted(act: impl Fn() + Send + 'static) -> Result<(), String> {
    let failed =
        |error: std::io::Error| format!("cannot wait for signals: {}", mound_engine::why(&error));
    let mut signals = Signals::new([SIGINT]).map_err(failed)?;
    std::thread::Builder::new()
        .name("mound-signals".to_owned())
        .spawn(move || signals.forever().for_each(|_| act()))
        .map(drop)
        .map_err(failed)
}
