//! Sets of slots of one frame.
//!
//! A frame has at most 256 slots, so a set is four words and costs no
//! allocation. The verifier, the collector and tools use the same type.

/// A set of slot numbers.
#[derive(Clone, Copy, PartialEq, Eq, Default, Hash)]
pub struct SlotSet([u64; 4]);

impl SlotSet {
    pub const EMPTY: SlotSet = SlotSet([0; 4]);

    /// The set of these slots.
    pub fn from_slots(slots: &[u8]) -> SlotSet {
        let mut set = SlotSet::EMPTY;
        for &slot in slots {
            set.insert(slot);
        }
        set
    }

    pub fn insert(&mut self, slot: u8) {
        self.0[slot as usize / 64] |= 1 << (slot % 64);
    }

    pub fn remove(&mut self, slot: u8) {
        self.0[slot as usize / 64] &= !(1 << (slot % 64));
    }

    pub fn contains(&self, slot: u8) -> bool {
        self.0[slot as usize / 64] & (1 << (slot % 64)) != 0
    }

    pub fn is_empty(&self) -> bool {
        *self == SlotSet::EMPTY
    }

    pub fn len(&self) -> usize {
        self.0.iter().map(|word| word.count_ones() as usize).sum()
    }

    /// The slots of either.
    pub fn union(&self, other: &SlotSet) -> SlotSet {
        let mut words = self.0;
        for (word, other) in words.iter_mut().zip(other.0) {
            *word |= other;
        }
        SlotSet(words)
    }

    /// The slots of this set that are below `limit`.
    pub fn below(&self, limit: u8) -> SlotSet {
        let mut words = [0; 4];
        let (whole, bits) = (limit as usize / 64, limit % 64);
        words[..whole].copy_from_slice(&self.0[..whole]);
        words[whole] = self.0[whole] & ((1 << bits) - 1);
        SlotSet(words)
    }

    /// The lowest slot of this set that is not in `other`.
    pub fn first_outside(&self, other: &SlotSet) -> Option<u8> {
        (0..4).find_map(|index| {
            let outside = self.0[index] & !other.0[index];
            (outside != 0).then(|| (index * 64) as u8 + outside.trailing_zeros() as u8)
        })
    }

    /// The slots, ascending.
    pub fn iter(&self) -> impl Iterator<Item = u8> + use<> {
        let mut words = self.0;
        let mut index = 0;
        std::iter::from_fn(move || {
            while index < 4 && words[index] == 0 {
                index += 1;
            }
            let word = words.get_mut(index)?;
            let bit = word.trailing_zeros() as u8;
            *word &= *word - 1;
            Some((index * 64) as u8 + bit)
        })
    }

    /// The bits, slot 0 lowest.
    pub fn words(&self) -> [u64; 4] {
        self.0
    }
}

impl std::fmt::Debug for SlotSet {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.debug_set().entries(self.iter()).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn iterates_in_order_over_all_words() {
        let slots = [1, 2, 63, 64, 127, 128, 200, 255];
        let set = SlotSet::from_slots(&slots);
        assert_eq!(set.iter().collect::<Vec<_>>(), slots);
        assert_eq!(set.len(), slots.len());
    }

    #[test]
    fn below_cuts_at_the_limit() {
        let set = SlotSet::from_slots(&[1, 63, 64, 65, 255]);
        assert_eq!(set.below(64), SlotSet::from_slots(&[1, 63]));
        assert_eq!(set.below(65), SlotSet::from_slots(&[1, 63, 64]));
        assert_eq!(set.below(255), SlotSet::from_slots(&[1, 63, 64, 65]));
        assert_eq!(set.below(0), SlotSet::EMPTY);
    }

    #[test]
    fn names_the_first_slot_outside() {
        let set = SlotSet::from_slots(&[3, 70, 200]);
        assert_eq!(set.first_outside(&SlotSet::from_slots(&[3, 70])), Some(200));
        assert_eq!(set.first_outside(&set), None);
    }
}
