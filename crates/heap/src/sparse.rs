//! Fragments of which a process keeps little.
//!
//! A process holds a fragment as long as it reaches anything in it, and the collector
//! does not look inside: one pair of a message of 10 MB would keep 10 MB. So a
//! collection that moves everything notes where pointers enter a large fragment. What
//! they reach in it is counted afterwards, and if that is little, it is copied to a new
//! fragment, a second collection leads all pointers there, and the old one is let go.
//!
//! ```text
//!   own memory          fragment                   new fragment
//!     *---- entry --->  | o --> o --> elsewhere |  | o --> o --> elsewhere |
//!                       | garbage ...           |
//! ```
//!
//! The copy is a fragment again, and not the process's own: what is sent on is sent without
//! a copy before and after, so fuel does not depend on collections.
//!
//! The price is bounded: no more is counted than what would be little; a fragment that is
//! used is looked at after 2, 4, 8 ... collections; and the second collection is made only
//! if it moves less than what is let go.
//!
//! Who receives a message works with it, keeps what it likes, and waits. What it lets go
//! would stay as long as it waits, so there is one more collection before the wait
//! ([`Heap::is_worth_a_look`]).
//!
//! Invariants:
//! - S1. Nothing that is moved can be reached through another fragment that the process
//!   holds. Else one object would be two, which `eq?` tells apart.
//! - S2. While there are [`Moves`], each pointer into a fragment that is left leads to an
//!   object in them.

use crate::collect::{Roots, Stack};
use crate::fragment::FragmentRef;
use crate::handles::{HandleTable, Held};
use crate::heap::Heap;
use crate::policy::{FRAGMENT_MIN_IN_ZEAL, NUMBERS};
use crate::value::Value;
use std::collections::HashSet;

mod part;

pub(crate) use part::Moves;
use part::{Part, live_objects};

/// How a collection looks at a shared fragment.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(crate) enum Look {
    /// It is kept whole.
    #[default]
    None,
    /// Where pointers enter it is noted.
    Watched,
    /// More pointers enter it than could be little.
    Crowded,
    /// It is left: its live objects are in the [`Moves`].
    Left,
}

/// What is known of how a shared fragment is used.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Use {
    pub(crate) look: Look,
    /// Collections until it is looked at.
    rest: u8,
    /// How often it was looked at in vain.
    patience: u8,
    entries: u32,
}

impl Default for Use {
    /// By the first collection after it has come, a message is in use as a rule.
    fn default() -> Use {
        Use {
            look: Look::None,
            rest: 1,
            patience: 0,
            entries: 0,
        }
    }
}

impl Use {
    /// Counts a pointer into the fragment of so many words; whether it is to be noted.
    pub(crate) fn note_entry(&mut self, words: usize) -> bool {
        self.entries = self.entries.saturating_add(1);
        if NUMBERS.is_crowded(self.entries as usize, words) {
            self.look = Look::Crowded;
        }
        self.look == Look::Watched
    }

    fn disappoint(&mut self) {
        self.patience = self.patience.saturating_add(1);
        self.rest = NUMBERS.rest(self.patience);
    }
}

impl HandleTable {
    /// Chooses the fragments whose entries the next collection notes. Whether there are any, and
    /// the words of those that it sees for the first time.
    fn watch(&mut self, words_min: usize, at_once: bool) -> (bool, usize) {
        let (mut watched, mut fresh) = (false, 0);
        for handle in self.shared() {
            let words = (handle.end - handle.start) / 8;
            let Held::Shared(fragment) = &handle.held else {
                continue;
            };
            if words < words_min || !fragment.is_message() {
                continue;
            }
            let usage = &mut handle.usage;
            usage.look = Look::None;
            if usage.rest > 0 && !at_once {
                usage.rest -= 1;
                fresh += if usage.patience == 0 { words } else { 0 };
                continue;
            }
            usage.entries = 0;
            usage.look = Look::Watched;
            watched = true;
        }
        (watched, fresh)
    }

    /// Leaves the fragments of those parts that were moved.
    fn leave(&mut self, moves: &Moves, parts: &[Part]) {
        let is_moved = |part: &&Part| moves.contains_key(&part.live[0].address());
        let moved: HashSet<usize> = parts.iter().filter(is_moved).map(|p| p.start).collect();
        let handles = self.shared();
        handles
            .filter(|handle| moved.contains(&handle.start))
            .for_each(|handle| handle.usage.look = Look::Left);
    }

    fn unwatch(&mut self) {
        self.shared()
            .for_each(|handle| handle.usage.look = Look::None);
    }

    /// The parts that are little, by the entries that a collection has noted, and the words that
    /// were counted for that.
    fn little_parts(&mut self, mut entries: Vec<Value>) -> (Vec<Part>, usize) {
        entries.sort_unstable_by_key(|entry| entry.address());
        let mut parts = Vec::new();
        let mut counted = 0;
        for handle in self.shared() {
            let look = std::mem::take(&mut handle.usage.look);
            if look == Look::None {
                continue;
            }
            // Those that are left have no next time.
            handle.usage.disappoint();
            if look == Look::Watched
                && let Held::Shared(fragment) = &handle.held
            {
                let first = entries.partition_point(|entry| entry.address() < handle.start);
                let after = entries.partition_point(|entry| entry.address() < handle.end);
                let words = (handle.end - handle.start) / 8;
                let most = NUMBERS.little_of(words, fragment.count());
                let range = handle.start..handle.end;
                if first < after
                    && let Some(live) =
                        live_objects(range, &entries[first..after], most, &mut counted)
                {
                    let start = handle.start;
                    parts.push(Part { start, words, live });
                }
            }
        }
        (parts, counted)
    }

    /// S1: the fragments to which edges of those that are held lead; `None` if these are too many.
    fn reached_by_edges(&mut self) -> Option<HashSet<usize>> {
        let mut reached = HashSet::new();
        let mut waiting: Vec<&FragmentRef> = Vec::new();
        for handle in self.shared() {
            if let Held::Shared(fragment) = &handle.held {
                waiting.extend(fragment.edges());
            }
        }
        while let Some(fragment) = waiting.pop() {
            if reached.insert(fragment.start()) {
                waiting.extend(fragment.edges());
            }
            if reached.len() + waiting.len() > NUMBERS.edges_max {
                return None;
            }
        }
        Some(reached)
    }
}

impl Heap {
    /// Before a collection that moves everything: whether entries into fragments are noted.
    pub(crate) fn watch_fragments(&mut self) -> bool {
        let words_min = match self.has_zeal() {
            true => FRAGMENT_MIN_IN_ZEAL,
            false => NUMBERS.fragment_min,
        };
        let mut at_once = self.has_zeal();
        if let Some(rare) = &mut self.rare {
            at_once |= std::mem::take(&mut rare.closely);
            rare.entries.clear();
        }
        if self.external_words() < words_min {
            return false;
        }
        let (watched, fresh) = self.table.watch(words_min, at_once);
        if fresh > 0 {
            self.rare().fresh_words = fresh;
        }
        watched
    }

    /// Whether a process that is going to wait should look what it needs: large fragments have come,
    /// and what it keeps of them it knows now; or it has a block as for much work.
    #[inline(always)]
    pub fn is_worth_a_look(&self) -> bool {
        self.has_been_very_busy() || self.may_keep_too_much()
    }

    /// Whether a closer look at large fragments is due.
    #[inline(always)]
    pub fn may_keep_too_much(&self) -> bool {
        let fresh = self.rare.as_ref().map_or(0, |rare| rare.fresh_words);
        self.has_gained_much() || (fresh > 0 && self.object_words() <= fresh)
    }

    /// The next collection looks into each large fragment.
    pub fn look_closely(&mut self) {
        let rare = self.rare();
        rare.closely = true;
        rare.fresh_words = 0;
    }

    pub(crate) fn is_looking_closely(&self) -> bool {
        self.rare.as_ref().is_some_and(|rare| rare.closely)
    }

    /// After a collection that moved everything: leaves the fragments of which it has found little
    /// alive. Whatever fails leaves the process as it is.
    pub(crate) fn leave_sparse(
        &mut self,
        stack: &mut Stack,
        low_words: usize,
        roots: &mut dyn Roots,
    ) {
        let entries = std::mem::take(&mut self.rare().entries);
        let (mut parts, counted) = self.table.little_parts(entries);
        self.add_work(counted);
        if parts.is_empty() {
            return;
        }
        let Some(reached) = self.table.reached_by_edges() else {
            return;
        };
        parts.retain(|part| !reached.contains(&part.start));
        let gain: usize = parts.iter().map(|part| part.words).sum();
        if self.object_words() > gain && !self.has_zeal() {
            return;
        }
        // Without memory for a copy, the fragment stays.
        let mut moves = Moves::new();
        let copies: Vec<FragmentRef> = parts
            .iter()
            .filter_map(|part| self.copy_part(part, &mut moves))
            .collect();
        if copies.is_empty() {
            return;
        }
        for copy in &copies {
            self.table.hold(copy);
        }
        self.table.leave(&moves, &parts);
        self.rare().moves = Some(moves);
        let (survival, activity) = (self.survival, self.activity);
        // Without memory for it, all fragments stay.
        let _ = match self.generation.is_some() {
            true => self.major(stack, low_words, roots, 0),
            false => self.move_to(self.block.words(), stack, low_words, roots),
        };
        (self.survival, self.activity) = (survival, activity);
        self.rare().moves = None;
        self.table.unwatch();
    }
}
