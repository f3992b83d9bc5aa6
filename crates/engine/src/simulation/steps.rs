//! What a run can do without, so that one that fails can be made shorter.
//!
//! A step is something that a program of the run does and could have left out: a fault that a scenario causes, or
//! what a program marks with `optional-step`. Steps are named after their node and counted there: `scenario:2`. Two
//! words stand for what is drawn: `latency`, without which each way takes the time that is usual there and nothing is
//! lost, and `turns`, without which nodes have their turns one after another.
//!
//! Who adds to the steps that were taken: programs. They are kept until the end of the run, which is their bound.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::RangeInclusive;
use std::str::FromStr;

/// What is left out of a run. As text, with ranges: `client:1-4,scenario:2,latency`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Without {
    /// Of each node, the numbers of its steps.
    steps: BTreeMap<String, BTreeSet<u64>>,
    words: BTreeSet<String>,
}

/// That nothing is drawn of how long ways take.
pub const LATENCY: &str = "latency";

/// That nothing is drawn of whose turn it is.
pub const TURNS: &str = "turns";

/// Steps of one range; a run has far fewer.
const MOST_STEPS: u64 = 1_000_000;

impl Without {
    /// Whether the word, or the step that is named so, is left out.
    pub fn has(&self, name: &str) -> bool {
        let has_step = |(node, number): (&str, &str)| {
            let number = number.parse().ok()?;
            Some(self.steps.get(node)?.contains(&number))
        };
        self.words.contains(name) || name.rsplit_once(':').and_then(has_step).unwrap_or(false)
    }

    /// The same without these as well, words and names of single steps.
    pub fn and<'a>(&self, names: impl IntoIterator<Item = &'a str>) -> Without {
        let mut more = self.clone();
        for name in names {
            match name
                .rsplit_once(':')
                .and_then(|(node, number)| Some((node, number.parse().ok()?)))
            {
                Some((node, number)) => {
                    more.steps
                        .entry(node.to_owned())
                        .or_default()
                        .insert(number);
                }
                None => {
                    more.words.insert(name.to_owned());
                }
            }
        }
        more
    }

    pub fn is_empty(&self) -> bool {
        self.steps.is_empty() && self.words.is_empty()
    }
}

impl std::fmt::Display for Without {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let mut parts: Vec<String> = Vec::new();
        for (node, numbers) in &self.steps {
            let mut ranges: Vec<(u64, u64)> = Vec::new();
            for &number in numbers {
                match ranges.last_mut() {
                    Some((_, last)) if *last + 1 == number => *last = number,
                    _ => ranges.push((number, number)),
                }
            }
            parts.extend(ranges.into_iter().map(|(first, last)| match first == last {
                true => format!("{node}:{first}"),
                false => format!("{node}:{first}-{last}"),
            }));
        }
        parts.extend(self.words.iter().cloned());
        formatter.write_str(&parts.join(","))
    }
}

impl FromStr for Without {
    type Err = String;

    fn from_str(text: &str) -> Result<Without, String> {
        let mut without = Without::default();
        for name in text.split(',') {
            if matches!(name, LATENCY | TURNS) {
                without.words.insert(name.to_owned());
                continue;
            }
            let Some((node, numbers)) = steps_of(name) else {
                return Err(format!(
                    "`{name}` is no step: expected a node and a number or two, as in scenario:2 and client:1-4, or {LATENCY} or {TURNS}"
                ));
            };
            without
                .steps
                .entry(node.to_owned())
                .or_default()
                .extend(numbers);
        }
        Ok(without)
    }
}

/// `node:2` or `node:2-4`.
fn steps_of(name: &str) -> Option<(&str, RangeInclusive<u64>)> {
    let (node, numbers) = name.rsplit_once(':')?;
    let (first, last) = numbers.split_once('-').unwrap_or((numbers, numbers));
    let (first, last): (u64, u64) = (first.parse().ok()?, last.parse().ok()?);
    let is_good = !node.is_empty() && 0 < first && first <= last && last <= MOST_STEPS;
    is_good.then_some((node, first..=last))
}

/// The steps of a run until now.
#[derive(Default)]
pub struct Steps {
    /// Of each node, how many it came to.
    counts: BTreeMap<String, u64>,
    /// Names of those that were taken, and what they did, data of Scheme.
    taken: Vec<(String, String)>,
}

impl Steps {
    /// A node comes to a step; whether it takes it.
    pub fn come_to(&mut self, node: &str, what: &str, without: &Without) -> bool {
        let count = self.counts.entry(node.to_owned()).or_default();
        *count += 1;
        let name = format!("{node}:{count}");
        let takes = !without.has(&name);
        if takes {
            self.taken.push((name, what.to_owned()));
        }
        takes
    }

    pub fn taken(&self) -> &[(String, String)] {
        &self.taken
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_left_out_is_said_by_names() {
        let without: Without = "scenario:2,latency".parse().unwrap();
        assert!(without.has("scenario:2") && without.has(LATENCY) && !without.has(TURNS));
        let more = without.and(["a:10", "a:3", "a:4", "a:5", TURNS]);
        assert_eq!(more.to_string(), "a:3-5,a:10,scenario:2,latency,turns");
        assert_eq!(more.to_string().parse(), Ok(more));
        for wrong in [
            "",
            "scenario",
            "scenario:",
            ":1",
            "a:0",
            "a:1,",
            "a:x",
            "a:2-1",
            "a:1-",
            "a:1-1000001",
            "Latency",
        ] {
            let result: Result<Without, _> = wrong.parse();
            assert!(result.is_err(), "{wrong}");
        }
    }

    #[test]
    fn steps_are_counted_by_node_whether_they_are_taken_or_not() {
        let without: Without = "a:1,b:2".parse().unwrap();
        let mut steps = Steps::default();
        let mut come = |node, what| steps.come_to(node, what, &without);
        assert_eq!(
            [
                come("a", "one"),
                come("b", "two"),
                come("a", "three"),
                come("b", "four")
            ],
            [false, true, true, false]
        );
        let taken: Vec<_> = steps.taken().iter().map(|(name, _)| &**name).collect();
        assert_eq!(taken, ["b:1", "a:2"]);
    }
}
