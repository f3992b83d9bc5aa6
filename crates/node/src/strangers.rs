//! Accepted connections that have not become connections with a peer yet: how many there may be, and
//! which one gives way to a new one when there are too many.
//!
//! Who comes is never turned away for those who hold a place and say nothing. When all places are
//! taken, one of those goes that have not proved who they are, if there is one; of these, one from
//! the address that has most, so that one address cannot displace the others; of these, the oldest.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::sync::oneshot;

pub(crate) struct Strangers {
    most: usize,
    table: Mutex<Table>,
}

#[derive(Default)]
struct Table {
    next: u64,
    /// In the order of arrival.
    list: Vec<Stranger>,
}

struct Stranger {
    number: u64,
    origin: String,
    is_proved: bool,
    /// Whoever waits for it learns by its loss that the place is gone.
    _place: oneshot::Sender<()>,
}

/// A place in the table, which is given back at the end.
pub(crate) struct Admission {
    strangers: Arc<Strangers>,
    number: u64,
    /// Ends when the place is given to another.
    pub(crate) lost: oneshot::Receiver<()>,
}

impl Strangers {
    pub(crate) fn new(most: usize) -> Arc<Strangers> {
        Arc::new(Strangers {
            most,
            table: Mutex::default(),
        })
    }

    /// A place for a connection from `remote`, if need be that of another.
    pub(crate) fn enter(self: &Arc<Strangers>, remote: &str) -> Admission {
        let (place, lost) = oneshot::channel();
        let mut table = self.table();
        if table.list.len() >= self.most
            && let Some(index) = table.who_gives_way()
        {
            table.list.remove(index);
        }
        let number = table.next;
        table.next += 1;
        table.list.push(Stranger {
            number,
            origin: origin(remote).to_owned(),
            is_proved: false,
            _place: place,
        });
        Admission {
            strangers: Arc::clone(self),
            number,
            lost,
        }
    }

    fn table(&self) -> MutexGuard<'_, Table> {
        self.table.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Table {
    fn who_gives_way(&self) -> Option<usize> {
        let all_proved = self.list.iter().all(|stranger| stranger.is_proved);
        let candidates = || {
            let numbered = self.list.iter().enumerate();
            numbered.filter(move |(_, stranger)| all_proved || !stranger.is_proved)
        };
        let mut counts: HashMap<&str, usize> = HashMap::new();
        for (_, stranger) in candidates() {
            *counts.entry(&stranger.origin).or_default() += 1;
        }
        let most = counts.values().copied().max()?;
        candidates()
            .find(|(_, stranger)| counts[&*stranger.origin] == most)
            .map(|(index, _)| index)
    }
}

impl Admission {
    /// A function that notes that the other side has proved who it is.
    pub(crate) fn prover(&self) -> impl FnOnce() + Send + 'static {
        let (strangers, number) = (Arc::clone(&self.strangers), self.number);
        move || {
            let mut table = strangers.table();
            let own = table.list.iter_mut().find(|one| one.number == number);
            own.into_iter().for_each(|own| own.is_proved = true);
        }
    }
}

impl Drop for Admission {
    fn drop(&mut self) {
        let mut table = self.strangers.table();
        table.list.retain(|one| one.number != self.number);
    }
}

/// The address without the port, which is another for each connection.
pub(crate) fn origin(remote: &str) -> &str {
    remote.rsplit_once(':').map_or(remote, |(host, _)| host)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Whether each still has its place.
    fn kept(admissions: &mut [Admission]) -> Vec<bool> {
        let is_kept = |admission: &mut Admission| {
            matches!(
                admission.lost.try_recv(),
                Err(oneshot::error::TryRecvError::Empty)
            )
        };
        admissions.iter_mut().map(is_kept).collect()
    }

    #[test]
    fn the_oldest_of_the_address_with_most_gives_way() {
        let strangers = Strangers::new(4);
        let remotes = ["10.0.0.1:1", "10.0.0.2:1", "10.0.0.2:2", "[::1]:7"];
        let mut admissions: Vec<Admission> = remotes.map(|remote| strangers.enter(remote)).into();
        admissions.push(strangers.enter("10.0.0.3:1"));
        assert_eq!(kept(&mut admissions), [true, false, true, true, true]);
        // All have one: the oldest.
        admissions.push(strangers.enter("10.0.0.2:3"));
        assert_eq!(
            kept(&mut admissions),
            [false, false, true, true, true, true]
        );
    }

    #[test]
    fn who_is_proved_stays_longer() {
        let strangers = Strangers::new(3);
        let mut admissions: Vec<Admission> =
            ["a:1", "a:2", "b:1"].map(|one| strangers.enter(one)).into();
        admissions[0].prover()();
        admissions[1].prover()();
        admissions.push(strangers.enter("c:1"));
        assert_eq!(kept(&mut admissions), [true, true, false, true]);
        admissions[3].prover()();
        admissions.push(strangers.enter("c:2"));
        assert_eq!(kept(&mut admissions), [false, true, false, true, true]);
    }

    #[test]
    fn a_place_comes_back() {
        let strangers = Strangers::new(1);
        drop(strangers.enter("a:1"));
        let mut admissions = vec![strangers.enter("a:2")];
        assert_eq!(kept(&mut admissions), [true]);
        drop(admissions);
        assert!(strangers.table().list.is_empty());
    }
}
