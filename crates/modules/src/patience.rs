//! Runs a transfer, and gives it up when nothing happens any more.
//!
//! `git` itself does so for HTTP only. A server at the other end of `ssh` can be alive, so that `ssh` is
//! content, and still send nothing. What is looked at is what `git` and its helpers have read, written and
//! calculated; `ssh` is not, as it has a conversation of its own with its server.
//!
//! Invariant: when a transfer was given up, no process of it is left.

use rustix::process::{Pid, Signal, kill_process};
use std::fs;
use std::io;
use std::process::{Command, Output};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};

/// How often it is looked at, at most.
const LOOK: Duration = Duration::from_secs(1);

/// What the command wrote; `None` if nothing happened for as long as `patience`, so that it was ended.
pub(crate) fn output(mut command: Command, patience: Duration) -> io::Result<Option<Output>> {
    let child = command.spawn()?;
    let root = child.id();
    let (running, end) = mpsc::channel();
    let watcher = thread::Builder::new()
        .name("mound-transfer".to_owned())
        .spawn(move || watch(root, patience, &end))?;
    let output = child.wait_with_output();
    // The watcher waits for nothing else.
    drop(running);
    let was_given_up = watcher.join().unwrap_or(false);
    let output = output?;
    Ok((!was_given_up || output.status.success()).then_some(output))
}

/// Whether it ended the process and its descendants before `end` came.
fn watch(root: u32, patience: Duration, end: &Receiver<()>) -> bool {
    let mut last = activity(root);
    let mut since = Instant::now();
    loop {
        match end.recv_timeout(LOOK.min(patience / 4)) {
            Err(RecvTimeoutError::Timeout) => {}
            Ok(()) | Err(RecvTimeoutError::Disconnected) => return false,
        }
        let now = activity(root);
        // A system that does not tell is given no verdict.
        if now.is_none() || now != last {
            (last, since) = (now, Instant::now());
        } else if since.elapsed() >= patience {
            for process in family(root) {
                if let Some(process) = i32::try_from(process).ok().and_then(Pid::from_raw) {
                    // It may have ended by itself.
                    let _ = kill_process(process, Signal::KILL);
                }
            }
            return true;
        }
    }
}

/// A number that changes whenever `git` or a helper of it has read, written or calculated.
fn activity(root: u32) -> Option<u64> {
    let mut sum = None;
    for process in family(root) {
        let of = |name: &str| fs::read_to_string(format!("/proc/{process}/{name}")).ok();
        if !of("comm").is_some_and(|name| name.starts_with("git")) {
            continue;
        }
        let transferred = of("io").map(|text| {
            let lines = text.lines().filter_map(|line| line.split_once(": "));
            let counted = lines.filter(|(name, _)| ["rchar", "wchar"].contains(name));
            counted
                .filter_map(|(_, count)| count.parse::<u64>().ok())
                .sum::<u64>()
        });
        // After the name, which may have spaces: the state is the first, processor time the twelfth and
        // thirteenth.
        let calculated = of("stat").and_then(|text| {
            let (_, rest) = text.rsplit_once(") ")?;
            let ticks = rest.split(' ').skip(11).take(2);
            Some(
                ticks
                    .filter_map(|ticks| ticks.parse::<u64>().ok())
                    .sum::<u64>(),
            )
        });
        if let (Some(transferred), Some(calculated)) = (transferred, calculated) {
            sum = Some(sum.unwrap_or(0) + transferred + calculated);
        }
    }
    sum
}

/// The process and all its descendants.
fn family(root: u32) -> Vec<u32> {
    let mut all = vec![root];
    let mut next = 0;
    while let Some(process) = all.get(next).copied() {
        next += 1;
        let Ok(threads) = fs::read_dir(format!("/proc/{process}/task")) else {
            continue;
        };
        for thread in threads.flatten() {
            let children = fs::read_to_string(thread.path().join("children"));
            let children = children.unwrap_or_default();
            all.extend(
                children
                    .split_whitespace()
                    .filter_map(|child| child.parse::<u32>().ok()),
            );
        }
    }
    all
}
