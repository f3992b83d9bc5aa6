//! What is left of processes that have ended: nothing, once the signals under way have been taken.
//!
//! A timer that nobody takes back, a monitor of the dead or an entry that stays in a table changes no result.
//! It shows after a week. So a test looks for it after each program, in what the node has written down: each
//! entry has a process that it belongs to, and goes with that.
//!
//! Not for programs, and not while much goes on: what ends at this moment may be listed although it is about to
//! go. Who asks twice and takes what is there both times ([`Left`] can be compared) has what stays.
//!
//! What the dead are known to leave is not listed: links to them, up to the bound K1 in `links`, and messages
//! that a timer is to send, which come at their time whoever has set them.

use crate::body::Body;
use crate::handle::Handle;
use crate::info::ProcessInfo;
use crate::links::LINKS_KEPT;
use crate::pid::{Pid, Serial};
use crate::shared::Shared;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::mpsc;
use std::time::Duration;

/// An entry that nothing needs any more.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Left {
    /// What it is, in the plural.
    pub kind: &'static str,
    /// Which one.
    pub what: String,
}

impl Left {
    pub fn new(kind: &'static str, what: String) -> Left {
        Left { kind, what }
    }
}

impl<B: Body> Handle<B> {
    /// The entries of processes that have ended, and those that living ones have of them. Each living process is
    /// asked, and this thread waits for the answers, but not longer than `patience`; one that gives none is
    /// listed. Not for use inside a body, nor beside a deterministic driver.
    pub fn left(&self, patience: Duration) -> BTreeSet<Left> {
        let mut left = self.shared.left_in_tables();
        let living = self.processes();
        let (sender, answers) = mpsc::channel();
        for &process in &living {
            let sender = sender.clone();
            self.request_info(
                process,
                // Nobody to tell means that this thread has stopped waiting.
                Box::new(move |info| drop(sender.send((process, info)))),
            );
        }
        drop(sender);
        let mut silent: BTreeSet<Serial> = living.into_iter().collect();
        while let Ok((process, info)) = answers.recv_timeout(patience) {
            silent.remove(&process);
            if let Some(info) = info {
                left.extend(self.shared.left_in(&info));
            }
        }
        let silent = silent.into_iter().filter(|&process| self.is_alive(process));
        left.extend(silent.map(|process| Left::new("processes without turns", show(process))));
        left
    }
}

impl<B: Body> Shared<B> {
    fn is_dead(&self, process: Serial) -> bool {
        self.table.status(process).is_none()
    }

    /// What the tables of the node have of processes that have ended.
    fn left_in_tables(&self) -> BTreeSet<Left> {
        let mut left = BTreeSet::new();
        let of_the_dead = |kind: &'static str, processes: Vec<Serial>| {
            let dead = processes
                .into_iter()
                .filter(|&process| self.is_dead(process));
            dead.map(move |process| Left::new(kind, show(process)))
        };
        left.extend(of_the_dead("names", self.names.owners()));
        left.extend(of_the_dead("watches", self.watches.watchers()));
        left.extend(of_the_dead("claims", self.claims.all_holders()));
        let mut waits: BTreeMap<Serial, usize> = BTreeMap::new();
        for process in self.timers.wakes() {
            *waits.entry(process).or_default() += 1;
        }
        for (process, count) in waits {
            // A process has one timer for its wait.
            let needed = usize::from(!self.is_dead(process));
            if count > needed {
                let what = format!("{} of {}", count - needed, show(process));
                left.insert(Left::new("timers", what));
            }
        }
        left
    }

    /// What a living process has of those that have ended.
    pub(crate) fn left_in(&self, info: &ProcessInfo) -> Vec<Left> {
        let me = info.serial;
        let is_dead = |process: &Pid| {
            process
                .as_local()
                .is_some_and(|serial| self.is_dead(serial))
        };
        let dead = |processes: &[Pid]| -> Vec<Serial> {
            let dead = processes.iter().filter(|process| is_dead(process));
            dead.map(|process| process.serial()).collect()
        };
        let entry = |kind, what: String| Left::new(kind, format!("{} has {what}", show(me)));
        let mut left = Vec::new();
        for process in dead(&info.monitors) {
            left.push(entry("monitors", show(process)));
        }
        for process in dead(&info.monitored_by) {
            left.push(entry("monitors by others", show(process)));
        }
        let dead_links = dead(&info.links).len();
        let living_links = info.links.len() - dead_links;
        if dead_links > LINKS_KEPT.max(living_links) {
            left.push(entry("links", format!("{dead_links} that have ended")));
        }
        left
    }
}

fn show(process: Serial) -> String {
    format!("process {process}")
}
