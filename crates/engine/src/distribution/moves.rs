//! Moves of processes between nodes in one phase ([decision 94](../../../../docs/decisions/0094-a-move-may-have-one-phase.md)).
//!
//! A keeper that was started for a move begins it at once, if the node that asked knew that all its code is here
//! ([`CodeThere`]). If the connection is lost before that node hears of it, it asks later what has become of the
//! move; [`Moves`] knows. A move that was asked for and has not begun never begins.
//!
//! What a move does when it has begun is in `lib/termite/node.scm`.

use super::Distribution;
use crate::state::NodeState;
use mound_bytecode::unit::UnitHash;
use mound_heap::value::Name;
use mound_machine::Move;
use mound_node::{NodeId, PeerId, Role};
use mound_process::Serial;
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet, VecDeque};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// Units of one peer that are remembered; beyond, all are forgotten, and a move has two phases once more.
const UNITS_MAX: usize = 1024;

/// Moves that were asked for before they began: of more, the oldest is forgotten.
const REFUSED_MAX: usize = 4096;

/// Keepers, at least, before those that have ended are looked for.
const BEGUN_MIN: usize = 64;

/// A tag of another node, as all nodes name it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
struct Key {
    node: NodeId,
    incarnation: u64,
    serial: u64,
}

/// The code that peers have, as far as processes were started there with it.
///
/// Who adds: answers of peers to spawn requests. Who empties: the end of the connection, and the bound.
#[derive(Default)]
pub(super) struct CodeThere(Mutex<HashMap<PeerId, HashSet<UnitHash>>>);

impl CodeThere {
    /// A process was started at the peer that needs these units.
    pub fn add(&self, peer: PeerId, units: Vec<UnitHash>) {
        let mut peers = self.lock();
        let there = peers.entry(peer).or_default();
        if there.len() >= UNITS_MAX {
            there.clear();
        }
        there.extend(units.into_iter().take(UNITS_MAX));
    }

    pub fn has(&self, peer: PeerId, units: &[UnitHash]) -> bool {
        let peers = self.lock();
        peers
            .get(&peer)
            .is_some_and(|there| units.iter().all(|unit| there.contains(unit)))
    }

    pub fn forget(&self, peer: PeerId) {
        self.lock().remove(&peer);
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<PeerId, HashSet<UnitHash>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The moves to this node in one phase.
#[derive(Default)]
pub(super) struct Moves(Mutex<Table>);

#[derive(Default)]
struct Table {
    /// Who keeps it. Those that have ended are forgotten when there are twice as many as lived the last time.
    begun: BTreeMap<Key, Serial>,
    room: usize,
    /// Asked for before they began.
    refused: BTreeSet<Key>,
    /// The same, the oldest first.
    order: VecDeque<Key>,
}

impl Moves {
    /// Writes down that a move begins; false if it was asked for before.
    fn begin(&self, key: Key, keeper: Serial, is_alive: impl Fn(Serial) -> bool) -> bool {
        let mut table = self.lock();
        if table.refused.contains(&key) {
            return false;
        }
        if table.begun.len() >= table.room.max(BEGUN_MIN) {
            table.begun.retain(|_, keeper| is_alive(*keeper));
            table.room = 2 * table.begun.len();
        }
        table.begun.insert(key, keeper);
        true
    }

    /// Who keeps a move that has begun; one that has not is refused from now on.
    fn asked(&self, key: Key) -> Option<Serial> {
        let mut table = self.lock();
        if let Some(keeper) = table.begun.get(&key) {
            return Some(*keeper);
        }
        if table.refused.insert(key) {
            table.order.push_back(key);
        }
        if table.order.len() > REFUSED_MAX
            && let Some(oldest) = table.order.pop_front()
        {
            table.refused.remove(&oldest);
        }
        None
    }

    fn lock(&self) -> MutexGuard<'_, Table> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Distribution {
    /// Whether a process of this node may move to a node in one phase with code of these units: what names the run
    /// of that node, if so. It must be able to say that the move has begun.
    pub fn ready_for_move(
        &self,
        state: &NodeState,
        process: Serial,
        node: &str,
        units: &[UnitHash],
    ) -> Option<String> {
        let peer = self.node.peer_at(node)?;
        let may_answer = self
            .node
            .credential(peer)
            .is_none_or(|credential| credential.roles.allow(Role::Message));
        let info = self.node.peer_info(peer)?;
        let is_ready = info.capabilities.notes_spawns()
            && self.code_there.has(peer, units)
            && may_answer
            && !state.limited_services.is_limited(process);
        is_ready.then(|| run_name(info.node, info.incarnation))
    }

    /// A keeper begins the move that another node has named; false if it must not.
    pub fn begin_move(&self, keeper: Serial, tag: Name, is_alive: impl Fn(Serial) -> bool) -> bool {
        // In this order: one that ends with the connection is never said to have begun.
        let Some(key) = self.key(tag) else {
            return false;
        };
        self.unnoted.keep(keeper) && self.moves.begin(key, keeper, is_alive)
    }

    /// What has become of a move to `run`, a run of a node.
    pub fn move_asked(&self, tag: Name, run: &str, is_alive: impl Fn(Serial) -> bool) -> Move {
        let own = run_name(self.node.id(), self.node.incarnation());
        let Some(key) = self.key(tag).filter(|_| own == run) else {
            return Move::Unknown;
        };
        match self.moves.asked(key) {
            Some(keeper) if is_alive(keeper) => Move::Begun(Name {
                node: 0,
                serial: keeper.number(),
            }),
            Some(_) => Move::Unknown,
            None => Move::NotBegun,
        }
    }

    fn key(&self, tag: Name) -> Option<Key> {
        let identity = self.identity(tag.node)?;
        Some(Key {
            node: NodeId(identity.id),
            incarnation: identity.incarnation,
            serial: self.translate(tag.node, tag.serial),
        })
    }
}

fn run_name(node: NodeId, incarnation: u64) -> String {
    format!("{node}-{incarnation}")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn key(serial: u64) -> Key {
        Key {
            node: NodeId([1; 16]),
            incarnation: 7,
            serial,
        }
    }

    fn serial(number: u64) -> Serial {
        Serial::from_number(number).expect("small numbers are serials")
    }

    #[test]
    fn a_move_that_was_asked_for_first_never_begins() {
        let moves = Moves::default();
        assert_eq!(moves.asked(key(1)), None);
        assert!(!moves.begin(key(1), serial(8), |_| true));
        assert!(moves.begin(key(2), serial(9), |_| true));
        assert_eq!(moves.asked(key(2)), Some(serial(9)));
    }

    #[test]
    fn tables_have_bounds() {
        let moves = Moves::default();
        for number in 0..2 * REFUSED_MAX as u64 {
            moves.asked(key(number));
        }
        for number in 0..10_000 {
            let other = Key {
                incarnation: 8,
                ..key(number)
            };
            moves.begin(other, serial(number + 1), |keeper| keeper == serial(number));
        }
        let table = moves.lock();
        assert_eq!(
            (table.refused.len(), table.order.len()),
            (REFUSED_MAX, REFUSED_MAX)
        );
        assert!(table.begun.len() <= 2 * BEGUN_MIN, "{}", table.begun.len());
    }

    #[test]
    fn code_is_there_if_all_of_it_is() {
        let there = CodeThere::default();
        let unit = |number: u8| UnitHash([number; 32]);
        there.add(PeerId(1), vec![unit(1), unit(2)]);
        assert!(there.has(PeerId(1), &[unit(2)]) && there.has(PeerId(1), &[unit(1), unit(2)]));
        assert!(!there.has(PeerId(1), &[unit(1), unit(3)]) && !there.has(PeerId(2), &[unit(1)]));
        there.forget(PeerId(1));
        assert!(!there.has(PeerId(1), &[unit(1)]));
    }
}
