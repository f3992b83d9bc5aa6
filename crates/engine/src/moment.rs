//! The time of day: what `current-second` tells, and how reports write it.
//!
//! Not the clock that timers go by, which is `mound_process::Clock`. Dates with
//! offsets, and reading them, are Scheme: `lib/mound/date.scm`.

use crate::body::SchemeProcess;
use crate::seeded;
use mound_process::Turn;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

const DAY_SECONDS: u64 = 24 * 60 * 60;

/// The time since 1970; made up in a run with a seed.
pub fn now(turn: &Turn<'_, SchemeProcess>) -> Duration {
    let node = turn.node();
    match node.options.seed {
        Some(_) => {
            let time = seeded::since_1970(turn.now());
            let skew = node
                .membership
                .as_ref()
                .map_or(0, |membership| membership.skew());
            let size = Duration::from_nanos(skew.unsigned_abs());
            match skew < 0 {
                true => time.saturating_sub(size),
                false => time.saturating_add(size),
            }
        }
        None => wall_clock(),
    }
}

/// The time of the machine since 1970.
pub fn wall_clock() -> Duration {
    // A machine whose clock is before 1970 has no idea what time it is.
    SystemTime::now()
        .duration_since(UNIX_EPOCH)
        .unwrap_or_default()
}

/// As ISO 8601 has it, in UTC: `2020-09-13T12:26:40.000Z`.
pub fn text(since_1970: Duration) -> String {
    let seconds = since_1970.as_secs();
    let (year, month, day) = date(seconds / DAY_SECONDS);
    let rest = seconds % DAY_SECONDS;
    let (hour, minute, second) = (rest / 3600, rest / 60 % 60, rest % 60);
    let millisecond = since_1970.subsec_millis();
    format!("{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}.{millisecond:03}Z")
}

/// Year, month and day, so many days after 1970-01-01. Years are counted from March, so
/// that the leap day is the last of one, in cycles of 400 years, which have 146097 days.
fn date(days: u64) -> (u64, u64, u64) {
    let days = days + 719_468;
    let (cycle, day) = (days / 146_097, days % 146_097);
    let year = (day - day / 1460 + day / 36_524 - day / 146_096) / 365;
    let day = day - (365 * year + year / 4 - year / 100);
    let month = (5 * day + 2) / 153;
    let day = day - (153 * month + 2) / 5 + 1;
    match month {
        0..10 => (400 * cycle + year, month + 3, day),
        _ => (400 * cycle + year + 1, month - 9, day),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(seconds: u64) -> String {
        text(Duration::from_secs(seconds))
    }

    #[test]
    fn moments_are_written_as_dates() {
        assert_eq!(at(0), "1970-01-01T00:00:00.000Z");
        assert_eq!(at(1_600_000_000), "2020-09-13T12:26:40.000Z");
        assert_eq!(at(951_782_399), "2000-02-28T23:59:59.000Z");
        assert_eq!(at(951_782_400), "2000-02-29T00:00:00.000Z");
        assert_eq!(at(951_868_800), "2000-03-01T00:00:00.000Z");
        assert_eq!(at(4_107_542_400), "2100-03-01T00:00:00.000Z");
        assert_eq!(
            text(Duration::from_millis(1_600_000_001_049)),
            "2020-09-13T12:26:41.049Z"
        );
    }

    #[test]
    fn each_day_of_400_years_follows_the_one_before() {
        let mut before = date(0);
        for days in 1..146_097 {
            let next = date(days);
            let (year, month, day) = before;
            let fits = match next {
                (_, _, day_of_month) if day_of_month > 1 => next == (year, month, day + 1),
                (_, 1, 1) => next == (year + 1, 1, 1) && (month, day) == (12, 31),
                _ => next == (year, month + 1, 1) && (28..=31).contains(&day),
            };
            assert!(fits, "{before:?} {next:?}");
            before = next;
        }
        assert_eq!(before, (2369, 12, 31));
    }
}
