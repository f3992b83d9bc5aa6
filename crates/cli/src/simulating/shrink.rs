//! Making a run that fails shorter: which of its steps does it need?
//!
//! A seed is run again without some of the steps that were taken, many at first and then single ones. What ends with
//! the same status is the same failure, and goes on being made shorter (delta debugging, as Zeller and Hildebrandt
//! describe it). Last, it is tried without what is drawn for the network and for turns.

use crate::run::Failure;
use crate::standard;
use mound_engine::{LATENCY, TURNS, Without};

/// One run of a scenario.
pub struct Trial {
    pub without: Without,
    /// None if it was ended by a signal.
    pub status: Option<i32>,
    pub output: Vec<u8>,
    pub errors: Vec<u8>,
    /// What `Simulation::record` gave.
    pub record: String,
}

/// A minute more than twice the time that the failure took: what takes longer has found nothing to end for.
const MORE_SECONDS: u64 = 60;
const SECOND_NS: u64 = 1_000_000_000;

impl Trial {
    /// The names of the steps that were taken, and what they did.
    fn steps(&self) -> Vec<(&str, &str)> {
        let steps = self.record.lines().filter_map(|line| {
            let step = line.strip_prefix("(step ")?.strip_suffix(')')?;
            step.split_once(' ')
        });
        steps.collect()
    }

    /// What it printed.
    pub fn show(&self) -> Result<(), Failure> {
        standard::error(&String::from_utf8_lossy(&self.errors));
        standard::output(&String::from_utf8_lossy(&self.output))
    }

    /// In seconds of the made-up time: when a run that is shorter should have failed.
    fn latest_end(&self) -> u32 {
        let end = self.record.lines().find_map(|line| {
            let end = line.strip_prefix("(end ")?.strip_suffix(')')?;
            end.parse::<u64>().ok()
        });
        let seconds = 2 * (end.unwrap_or(0) / SECOND_NS) + MORE_SECONDS;
        u32::try_from(seconds).unwrap_or(u32::MAX)
    }

    /// What is told of the shortest run; `all`: how many steps the first one took.
    pub fn summary(&self, seed: u64, all: usize, runs: u32) -> String {
        let steps = self.steps();
        let (needed, are) = (steps.len(), if steps.len() == 1 { "is" } else { "are" });
        let mut text = format!("seed {seed} fails\n");
        if all > 0 {
            text.push_str(&format!(
                "{needed} of its {all} steps {are} needed, as {runs} more runs show\n"
            ));
        }
        for (name, what) in steps {
            text.push_str(&format!("  {name} {what}\n"));
        }
        text
    }

    pub fn step_count(&self) -> usize {
        self.steps().len()
    }
}

/// The shortest run that fails as this one does, found in so many runs at most, and how many there were.
pub fn shrunk(
    failure: Trial,
    most: u32,
    run: &mut dyn FnMut(Without, u32) -> Result<Trial, Failure>,
) -> Result<(Trial, u32), Failure> {
    let until = failure.latest_end();
    let mut search = Search {
        best: failure,
        runs: 0,
        most,
        until,
        run,
    };
    let mut size = search.best.step_count().div_ceil(2);
    while size > 0 {
        let found = search.without_pieces(size)?;
        size = match size {
            1 if found => 1,
            1 => 0,
            _ => size.div_ceil(2),
        };
    }
    for word in [LATENCY, TURNS] {
        let without = search.best.without.and([word]);
        search.try_without(without, |_, _| true)?;
    }
    Ok((search.best, search.runs))
}

struct Search<'a> {
    best: Trial,
    runs: u32,
    most: u32,
    until: u32,
    run: &'a mut dyn FnMut(Without, u32) -> Result<Trial, Failure>,
}

impl Search<'_> {
    /// Leaves out so many steps at a time, where that fails still. Whether there was a place.
    fn without_pieces(&mut self, size: usize) -> Result<bool, Failure> {
        let (mut start, mut found) = (0, false);
        loop {
            let steps = self.best.steps();
            let Some(piece) = steps.get(start..steps.len().min(start + size)) else {
                return Ok(found);
            };
            if piece.is_empty() {
                return Ok(found);
            }
            let without = self.best.without.and(piece.iter().map(|(name, _)| *name));
            match self.try_without(without, |fewer, steps| fewer < steps)? {
                true => found = true,
                false => start += size,
            }
        }
    }

    /// Takes the run if it fails in the same way, and the numbers of its steps and of the best one are good.
    fn try_without(
        &mut self,
        without: Without,
        is_good: impl Fn(usize, usize) -> bool,
    ) -> Result<bool, Failure> {
        if self.runs == self.most {
            return Ok(false);
        }
        self.runs += 1;
        let trial = (self.run)(without, self.until)?;
        let is_shorter =
            trial.status == self.best.status && is_good(trial.step_count(), self.best.step_count());
        if is_shorter {
            self.best = trial;
        }
        Ok(is_shorter)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    /// Runs that take the steps 1 to `count`, and fail if they take all of those that are needed.
    fn found(count: u64, needed: &[u64], most: u32) -> (Vec<u64>, u32) {
        let mut run = |without: Without, _: u32| {
            let taken: BTreeSet<u64> = (1..=count)
                .filter(|step| !without.has(&format!("a:{step}")))
                .collect();
            let fails = needed.iter().all(|step| taken.contains(step));
            let steps = taken
                .iter()
                .map(|step| format!("(step a:{step} (cut a b))\n"));
            Ok(Trial {
                without,
                status: Some(if fails { 3 } else { 0 }),
                output: Vec::new(),
                errors: Vec::new(),
                record: steps.collect(),
            })
        };
        let first = run(Without::default(), 0).unwrap_or_else(|_| unreachable!());
        let (best, runs) = shrunk(first, most, &mut run).unwrap_or_else(|_| unreachable!());
        let numbers = best.steps().into_iter().map(|(name, _)| {
            let number = name.strip_prefix("a:").expect("it is of that node");
            number.parse().expect("it has a number")
        });
        (numbers.collect(), runs)
    }

    #[test]
    fn only_the_steps_that_are_needed_are_left() {
        for needed in [
            &[][..],
            &[1],
            &[64],
            &[7, 8],
            &[1, 30, 64],
            &[1, 2, 3, 4, 5],
        ] {
            let (left, runs) = found(64, needed, 1000);
            assert_eq!(left, needed);
            assert!(runs < 80, "{runs} for {needed:?}");
        }
        assert!(found(0, &[], 10).0.is_empty());
    }

    #[test]
    fn it_ends_after_so_many_runs() {
        let (left, runs) = found(64, &[64], 3);
        assert_eq!(runs, 3);
        assert!(left.len() < 64 && left.contains(&64), "{left:?}");
        assert_eq!(found(64, &[64], 0).1, 0);
    }
}
