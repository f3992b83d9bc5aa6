//! Reports that are like others: the first of each kind are shown at once, the rest are counted.
//!
//! A process that dies in a loop, or a crowd that dies of the same, would else fill standard error, and
//! memory where nobody reads it. What one kind is, the caller says by a number: reports of the
//! same error at the same place.
//!
//! The table has [`KINDS_MAX`] kinds at most; the reports of all others are of one kind together. A kind
//! is forgotten when its period is over and its number was told.
//!
//! Not here: how reports are written ([`crate::console`]).

use std::collections::HashMap;
use std::fmt::Write as _;
use std::time::Duration;

/// Time for which reports are counted together.
pub(crate) const PERIOD: Duration = Duration::from_secs(10);
/// Reports of a kind that are shown in such a time.
const SHOWN_MAX: u64 = 20;
/// Kinds of reports in such a time.
const KINDS_MAX: usize = 32;
/// The kind of those that are too many.
const OTHERS: u64 = u64::MAX;
/// Characters kept of what a kind is about.
const HEADLINE_CHARACTERS_MAX: usize = 160;

/// What becomes of a report.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Admission {
    /// It is shown.
    Shown,
    /// It is counted.
    Counted,
    /// It is counted, and the first such one: [`Repeats::summary`] is to be asked in a [`PERIOD`].
    FirstCounted,
}

#[derive(Debug, Default)]
pub(crate) struct Repeats {
    kinds: HashMap<u64, Kind>,
    /// When the first report of the period came.
    since: Duration,
    /// Reports of the period that are not shown.
    counted: u64,
}

#[derive(Debug, Default)]
struct Kind {
    count: u64,
    headline: String,
}

impl Repeats {
    /// A report of this kind comes at a time. With the summary of the period before, if that is over.
    pub(crate) fn admit(&mut self, kind: u64, now: Duration) -> (Option<String>, Admission) {
        let over = now.saturating_sub(self.since) >= PERIOD;
        let summary = if over { self.summary() } else { None };
        if self.kinds.is_empty() {
            self.since = now;
        }
        let is_known = self.kinds.contains_key(&kind);
        let kind = match is_known || self.kinds.len() < KINDS_MAX {
            true => kind,
            false => OTHERS,
        };
        let kind = self.kinds.entry(kind).or_default();
        kind.count += 1;
        let admission = match kind.count > SHOWN_MAX {
            false => Admission::Shown,
            true => {
                self.counted += 1;
                match self.counted {
                    1 => Admission::FirstCounted,
                    _ => Admission::Counted,
                }
            }
        };
        (summary, admission)
    }

    /// Says what reports of a kind are about; the first word counts.
    pub(crate) fn name(&mut self, kind: u64, headline: &str) {
        if let Some(kind) = self.kinds.get_mut(&kind)
            && kind.headline.is_empty()
        {
            kind.headline = headline.chars().take(HEADLINE_CHARACTERS_MAX).collect();
        }
    }

    /// How many reports were not shown, a line for each kind; a new period begins.
    pub(crate) fn summary(&mut self) -> Option<String> {
        let kinds = std::mem::take(&mut self.kinds);
        if std::mem::take(&mut self.counted) == 0 {
            return None;
        }
        let mut more: Vec<(u64, String)> = kinds
            .into_iter()
            .filter(|(_, kind)| kind.count > SHOWN_MAX)
            .map(|(number, kind)| {
                let about = match number {
                    OTHERS => "of various errors".to_owned(),
                    _ => format!("of the same: {}", kind.headline),
                };
                (kind.count - SHOWN_MAX, about)
            })
            .collect();
        more.sort_by(|one, other| other.cmp(one));
        let mut text = String::new();
        for (count, about) in more {
            let died = if count == 1 {
                "process has"
            } else {
                "processes have"
            };
            let _ = writeln!(text, "{count} more {died} died {about}");
        }
        Some(text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(seconds: u64) -> Duration {
        Duration::from_secs(seconds)
    }

    #[test]
    fn the_first_are_shown_and_the_others_counted() {
        let mut repeats = Repeats::default();
        for _ in 0..SHOWN_MAX {
            assert_eq!(repeats.admit(7, at(100)), (None, Admission::Shown));
            repeats.name(7, "error: car");
            repeats.name(7, "error: cdr");
        }
        assert_eq!(repeats.admit(7, at(101)), (None, Admission::FirstCounted));
        for _ in 0..100 {
            assert_eq!(repeats.admit(7, at(101)), (None, Admission::Counted));
        }
        // Another error is news all the same.
        assert_eq!(repeats.admit(8, at(102)), (None, Admission::Shown));
        let summary = repeats.summary();
        let expected = "101 more processes have died of the same: error: car\n";
        assert_eq!(summary.as_deref(), Some(expected));
        assert_eq!(repeats.summary(), None);
    }

    #[test]
    fn a_new_period_begins_with_the_summary_of_the_last() {
        let mut repeats = Repeats::default();
        for _ in 0..=SHOWN_MAX {
            repeats.admit(7, at(100));
        }
        let (summary, admission) = repeats.admit(7, at(110));
        let expected = "1 more process has died of the same: \n";
        assert_eq!(summary.as_deref(), Some(expected));
        assert_eq!(admission, Admission::Shown);
        // The time of the first report counts, not that of the last summary.
        assert_eq!(repeats.admit(7, at(119)).1, Admission::Shown);
        assert_eq!(repeats.admit(7, at(120)).1, Admission::Shown);
    }

    #[test]
    fn kinds_without_end_take_bounded_memory() {
        let mut repeats = Repeats::default();
        let shown = (0..10_000)
            .filter(|&kind| repeats.admit(kind, at(100)).1 == Admission::Shown)
            .count();
        assert_eq!(shown, KINDS_MAX + SHOWN_MAX as usize);
        assert_eq!(repeats.kinds.len(), KINDS_MAX + 1);
        let rest = 10_000 - shown;
        let expected = format!("{rest} more processes have died of various errors\n");
        assert_eq!(repeats.summary(), Some(expected));
    }
}
