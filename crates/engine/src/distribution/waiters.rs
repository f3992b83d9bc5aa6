//! Processes that wait until they may send, each once. Those that have ended are swept when there are many.

use mound_process::Serial;
use std::collections::BTreeSet;

/// So many are kept without a look whether they live.
const UNSWEPT: usize = 1024;

/// See the top of this file.
#[derive(Default)]
pub(super) struct Waiters {
    processes: BTreeSet<Serial>,
    sweep_at: usize,
}

impl Waiters {
    pub fn add(&mut self, process: Serial, is_alive: impl Fn(Serial) -> bool) {
        if self.processes.len() >= self.sweep_at.max(UNSWEPT) {
            self.processes.retain(|&process| is_alive(process));
            self.sweep_at = 2 * self.processes.len();
        }
        self.processes.insert(process);
    }

    pub fn take(self) -> BTreeSet<Serial> {
        self.processes
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn serial(number: u64) -> Serial {
        Serial::from_number(number).expect("it is small")
    }

    #[test]
    fn those_that_have_ended_are_swept_and_the_living_stay() {
        let mut waiters = Waiters::default();
        let is_alive = |process: Serial| process.number() <= 2000;
        for number in 1..100_000 {
            waiters.add(serial(number), is_alive);
            assert!(waiters.processes.len() <= 2 * 2000);
        }
        let living = waiters.take().range(..=serial(2000)).count();
        assert_eq!(living, 2000);
    }
}
