//! Scopes and interned sets of them.
//!
//! A scope is a number that marks a region of a program: what a binding form
//! covers, what one use of a macro introduced, or what a macro was given. A
//! [`ScopeSet`] is a number too: equal sets have equal numbers, so an
//! identifier is two words and comparing identifiers is comparing words.
//!
//! Invariant S1: the members of a set are sorted and distinct.
//!
//! After Flatt, "Binding as Sets of Scopes" (POPL 2016).

use std::collections::{HashMap, HashSet};
use std::rc::Rc;

/// A region of the program; younger scopes have larger numbers.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub(crate) struct Scope(u32);

/// An interned set of scopes; in an exported macro, a number into its table's sets.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct ScopeSet(pub u32);

impl ScopeSet {
    pub(crate) const EMPTY: ScopeSet = ScopeSet(0);
}

/// See [`Scopes::mark`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Mark {
    next: u32,
    sets: usize,
}

/// Every set in use.
#[derive(Debug)]
pub(crate) struct Scopes {
    next: u32,
    sets: Vec<Rc<[Scope]>>,
    numbers: HashMap<Rc<[Scope]>, ScopeSet>,
    unions: HashMap<(ScopeSet, ScopeSet), ScopeSet>,
}

impl Scopes {
    pub(crate) fn new() -> Scopes {
        let empty: Rc<[Scope]> = Rc::from([]);
        Scopes {
            next: 0,
            sets: vec![empty.clone()],
            numbers: HashMap::from([(empty, ScopeSet::EMPTY)]),
            unions: HashMap::new(),
        }
    }

    pub(crate) fn fresh(&mut self) -> Scope {
        self.next += 1;
        Scope(self.next)
    }

    /// A set that holds only a new scope.
    pub(crate) fn fresh_set(&mut self) -> ScopeSet {
        let scope = self.fresh();
        self.intern(vec![scope])
    }

    /// Scopes that are made later are younger than this one.
    pub(crate) fn latest(&self) -> Scope {
        Scope(self.next)
    }

    /// The set without members younger than `latest`, except those to keep.
    pub(crate) fn pruned(
        &mut self,
        set: ScopeSet,
        latest: Scope,
        kept: &HashSet<Scope>,
    ) -> ScopeSet {
        let members = self.members(set).iter().copied();
        let members = members.filter(|scope| *scope <= latest || kept.contains(scope));
        let members = members.collect();
        self.intern(members)
    }

    pub(crate) fn members(&self, set: ScopeSet) -> &Rc<[Scope]> {
        &self.sets[set.0 as usize]
    }

    /// The set of `members`, which are sorted and distinct (S1).
    pub(crate) fn intern(&mut self, members: Vec<Scope>) -> ScopeSet {
        debug_assert!(members.windows(2).all(|pair| pair[0] < pair[1]), "S1");
        if let Some(&set) = self.numbers.get(members.as_slice()) {
            return set;
        }
        let members: Rc<[Scope]> = members.into();
        let set = ScopeSet(u32::try_from(self.sets.len()).expect("fewer than 2^32 sets"));
        self.sets.push(members.clone());
        self.numbers.insert(members, set);
        set
    }

    pub(crate) fn union(&mut self, one: ScopeSet, other: ScopeSet) -> ScopeSet {
        if one == other || other == ScopeSet::EMPTY {
            return one;
        }
        if one == ScopeSet::EMPTY {
            return other;
        }
        let key = (one.min(other), one.max(other));
        if let Some(&union) = self.unions.get(&key) {
            return union;
        }
        let mut members: Vec<Scope> = self
            .members(one)
            .iter()
            .chain(self.members(other).iter())
            .copied()
            .collect();
        members.sort_unstable();
        members.dedup();
        let union = self.intern(members);
        self.unions.insert(key, union);
        union
    }

    pub(crate) fn without(&mut self, set: ScopeSet, removed: &[ScopeSet]) -> ScopeSet {
        let members: Vec<Scope> = self
            .members(set)
            .iter()
            .copied()
            .filter(|scope| !removed.iter().any(|&gone| self.contains(gone, *scope)))
            .collect();
        self.intern(members)
    }

    fn contains(&self, set: ScopeSet, scope: Scope) -> bool {
        self.members(set).binary_search(&scope).is_ok()
    }

    pub(crate) fn is_subset(&self, small: ScopeSet, large: ScopeSet) -> bool {
        if small == large {
            return true;
        }
        let (small, large) = (self.members(small), self.members(large));
        small.len() <= large.len() && small.iter().all(|scope| large.binary_search(scope).is_ok())
    }

    /// Forgets what can be computed again; called between the forms of a long session.
    pub(crate) fn trim(&mut self) {
        self.unions = HashMap::new();
    }

    /// The scopes and sets that there are now.
    pub(crate) fn mark(&self) -> Mark {
        Mark {
            next: self.next,
            sets: self.sets.len(),
        }
    }

    /// Forgets scopes and sets that were made after the mark, which nothing refers to.
    pub(crate) fn return_to(&mut self, mark: Mark) {
        for set in self.sets.drain(mark.sets..) {
            self.numbers.remove(&set);
        }
        self.next = mark.next;
        self.trim();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_sets_have_equal_numbers() {
        let mut scopes = Scopes::new();
        let (a, b) = (scopes.fresh_set(), scopes.fresh_set());
        let ab = scopes.union(a, b);
        assert_eq!(ab, scopes.union(b, a));
        assert!(scopes.is_subset(a, ab));
        assert!(!scopes.is_subset(ab, a));
        assert_eq!(scopes.without(ab, &[b]), a);
        assert_eq!(scopes.without(a, &[a]), ScopeSet::EMPTY);
    }

    /// Numbers that follow from a seed.
    fn below(state: &mut u64, limit: usize) -> usize {
        *state ^= *state << 13;
        *state ^= *state >> 7;
        *state ^= *state << 17;
        (*state % limit as u64) as usize
    }

    #[test]
    fn sets_are_those_of_the_standard_library() {
        use std::collections::BTreeSet;
        for seed in 1..60 {
            let mut state = seed * 0x9e37_79b9;
            let mut scopes = Scopes::new();
            let mut sets = vec![(ScopeSet::EMPTY, BTreeSet::new())];
            for _ in 0..80 {
                let (one, members) = sets[below(&mut state, sets.len())].clone();
                let (other, others) = sets[below(&mut state, sets.len())].clone();
                let made = match below(&mut state, 5) {
                    0 => {
                        let set = scopes.fresh_set();
                        assert_eq!(scopes.members(set)[..], [scopes.latest()]);
                        (set, BTreeSet::from([scopes.latest()]))
                    }
                    1 => {
                        let third = &sets[below(&mut state, sets.len())];
                        let gone = &others | &third.1;
                        (scopes.without(one, &[other, third.0]), &members - &gone)
                    }
                    2 => {
                        let latest = Scope(below(&mut state, scopes.next as usize + 1) as u32);
                        let kept = others.iter().copied().collect();
                        let stays = |scope: &Scope| *scope <= latest || others.contains(scope);
                        let expected = members.iter().copied().filter(stays).collect();
                        (scopes.pruned(one, latest, &kept), expected)
                    }
                    _ => (scopes.union(one, other), &members | &others),
                };
                if below(&mut state, 20) == 0 {
                    scopes.trim();
                }
                sets.push(made);
            }
            for (one, members) in &sets {
                let found: Vec<Scope> = scopes.members(*one).to_vec();
                let expected: Vec<Scope> = members.iter().copied().collect();
                assert_eq!(found, expected);
                for (other, others) in &sets {
                    assert_eq!(one == other, members == others);
                    assert_eq!(scopes.is_subset(*one, *other), members.is_subset(others));
                }
            }
        }
    }
}
