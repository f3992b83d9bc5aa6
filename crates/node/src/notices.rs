//! What is told of peers and strangers in the log, and how often: one mechanism for all of it.
//!
//! In each period the first notices of an origin (the address of a stranger, or of a peer) are told, and the
//! first of all origins together; the others are counted, and one line tells their number at the end of the
//! period. So whatever anybody does, it makes no more than [`TOLD_IN_ALL`] lines and one in a period.
//!
//! Who adds: everything that calls [`Shared::tell`] or [`Shared::tell_news`]. Bound: [`ORIGINS_MAX`] origins; those beyond are counted
//! together. Who empties: the task that ends the period.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use crate::error::Notice;
use crate::shared::Shared;

/// Time for which notices are counted together.
pub(crate) const PERIOD: Duration = Duration::from_secs(10);

/// Notices of one origin that are told in a period.
const TOLD_OF_ONE: u64 = 20;

/// Notices that are told in a period.
const TOLD_IN_ALL: u64 = 60;

/// Origins that are counted each.
const ORIGINS_MAX: usize = 256;

/// What has happened in the current period.
#[derive(Default)]
pub(crate) struct Notices(Mutex<Period>);

#[derive(Default)]
struct Period {
    is_running: bool,
    told: u64,
    /// Notices of each origin.
    origins: HashMap<Arc<str>, u64>,
    untold: u64,
}

impl Period {
    /// Counts a notice; whether it is told.
    fn admits(&mut self, origin: &str) -> bool {
        let has_room = self.origins.len() < ORIGINS_MAX;
        if has_room && !self.origins.contains_key(origin) {
            self.origins.insert(origin.into(), 0);
        }
        let count = self.origins.get_mut(origin).map_or(u64::MAX, |count| {
            *count += 1;
            *count
        });
        let is_told = count <= TOLD_OF_ONE && self.told < TOLD_IN_ALL;
        match is_told {
            true => self.told += 1,
            false => self.untold += 1,
        }
        is_told
    }

    /// The origin of most of them.
    fn loudest(&self) -> Arc<str> {
        let loudest = self.origins.iter().max_by_key(|(_, count)| **count);
        loudest.map_or_else(|| "".into(), |(origin, _)| Arc::clone(origin))
    }
}

impl Notices {
    fn period(&self) -> MutexGuard<'_, Period> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Shared {
    /// Tells the owner of the node, or counts the notice for the summary at the end of the period.
    pub fn tell(self: &Arc<Shared>, notice: &Notice) {
        self.tell_of(notice, |shared| &shared.notices);
    }

    /// The same of what is no fault, counted apart: it keeps no fault from being told.
    pub fn tell_news(self: &Arc<Shared>, notice: &Notice) {
        if self.handler.wants_news() {
            self.tell_of(notice, |shared| &shared.news);
        }
    }

    fn tell_of(self: &Arc<Shared>, notice: &Notice, of: fn(&Shared) -> &Notices) {
        let (is_told, is_first) = {
            let mut period = of(self).period();
            let is_first = !std::mem::replace(&mut period.is_running, true);
            (period.admits(notice.origin()), is_first)
        };
        if is_first {
            let shared = Arc::clone(self);
            self.runtime.spawn(async move {
                shared.host.sleep(PERIOD).await;
                let period = std::mem::take(&mut *of(&shared).period());
                if period.untold > 0 {
                    let (count, origin) = (period.untold, period.loudest());
                    shared.handler.notice(&Notice::More { count, origin });
                }
            });
        }
        if is_told {
            self.handler.notice(notice);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_origin_does_not_keep_others_from_being_heard() {
        let mut period = Period::default();
        let told = (0..1000).filter(|_| period.admits("a")).count();
        assert_eq!(told as u64, TOLD_OF_ONE);
        assert!(period.admits("b"));
        assert_eq!(&*period.loudest(), "a");
        assert_eq!(period.untold, 1000 - TOLD_OF_ONE);
    }

    /// Beyond the bound they are not told, and counted together; those that are known go on.
    #[test]
    fn origins_beyond_the_bound_are_counted_together() {
        let mut period = Period::default();
        for number in 0..ORIGINS_MAX {
            period.origins.insert(number.to_string().into(), 0);
        }
        assert!(!period.admits("one more") && period.admits("7"));
        assert_eq!((period.told, period.untold), (1, 1));
        assert_eq!(&*period.loudest(), "7");
        assert_eq!(&*Period::default().loudest(), "");
    }

    #[test]
    fn many_origins_make_no_more_lines_than_a_few() {
        let mut period = Period::default();
        let told = (0..100_000).filter(|number| period.admits(&number.to_string()));
        assert_eq!(told.count() as u64, TOLD_IN_ALL);
        assert_eq!(period.origins.len(), ORIGINS_MAX);
    }
}
