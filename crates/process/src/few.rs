//! A sorted map that needs no memory of its own for one entry.
//!
//! Most processes that monitor anybody, or are monitored, wait for one answer at a time.
//!
//! Invariant: E1. If `one` is there, `rest` is empty.

use std::collections::BTreeMap;

pub(crate) struct Few<K, V> {
    one: Option<(K, V)>,
    rest: BTreeMap<K, V>,
}

impl<K: Ord, V> Few<K, V> {
    pub(crate) const fn new() -> Self {
        Few {
            one: None,
            rest: BTreeMap::new(),
        }
    }

    /// Adds an entry, or changes that of a key; whether it is new.
    #[inline]
    pub(crate) fn insert(&mut self, key: K, value: V) -> bool {
        if self.rest.is_empty() && self.one.as_ref().is_none_or(|(known, _)| *known == key) {
            self.one.replace((key, value)).is_none()
        } else {
            self.rest.extend(self.one.take());
            self.rest.insert(key, value).is_none()
        }
    }

    pub(crate) fn get(&self, key: &K) -> Option<&V> {
        match &self.one {
            Some((known, value)) if known == key => Some(value),
            _ => self.rest.get(key),
        }
    }

    #[inline]
    pub(crate) fn remove(&mut self, key: &K) -> Option<V> {
        match self.one.take_if(|(known, _)| known == key) {
            Some((_, value)) => Some(value),
            None if self.rest.is_empty() => None,
            None => self.rest.remove(key),
        }
    }

    /// The entries, by key.
    pub(crate) fn iter(&self) -> impl Iterator<Item = (&K, &V)> {
        let one = self.one.iter().map(|(key, value)| (key, value));
        one.chain(self.rest.iter())
    }

    /// The same, to be kept.
    pub(crate) fn into_entries(self) -> impl Iterator<Item = (K, V)> {
        self.one.into_iter().chain(self.rest)
    }
}

#[cfg(all(test, not(loom)))]
mod tests {
    use super::*;

    #[test]
    fn it_is_a_map_however_many_there_are() {
        let (mut few, mut map) = (Few::new(), BTreeMap::new());
        let mut random = crate::random::Random::new(1);
        for step in 0..10_000 {
            // At times hardly any, at times several.
            let range = if step / 1000 % 2 == 0 { 3 } else { 12 };
            let key = random.next() % range;
            if random.next().is_multiple_of(3) {
                assert_eq!(few.insert(key, step), map.insert(key, step).is_none());
            } else {
                assert_eq!(few.remove(&key), map.remove(&key));
            }
            assert!(few.iter().eq(map.iter()));
            assert_eq!(few.get(&key), map.get(&key));
            assert!(few.one.is_none() || few.rest.is_empty(), "E1");
        }
        assert!(few.into_entries().eq(map));
    }
}
