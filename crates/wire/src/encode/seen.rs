//! What has been met so far, by address or bits: an open hash table that is kept
//! by its thread, since a new one for each small message would cost more than the
//! message.
//!
//! Emptied by counting up a stamp; entries of an older stamp are free.

/// Entries of a table that is kept (256 KiB).
const KEPT: usize = 1 << 14;
const LEAST: usize = 64;

#[derive(Clone, Copy, Default)]
struct Entry {
    key: u64,
    stamp: u32,
    number: u32,
}

/// See the top of this file.
#[derive(Default)]
pub struct Seen {
    /// A power of two, or none.
    entries: Vec<Entry>,
    stamp: u32,
    count: usize,
}

impl Seen {
    /// Forgets everything.
    pub fn clear(&mut self) {
        self.count = 0;
        match self.stamp.checked_add(1) {
            Some(stamp) => self.stamp = stamp,
            None => *self = Seen::default(),
        }
        if self.entries.is_empty() {
            self.entries = vec![Entry::default(); LEAST];
            self.stamp = 1;
        }
    }

    /// Gives up a table that is too large to keep.
    pub fn shrink(&mut self) {
        if self.entries.len() > KEPT {
            *self = Seen::default();
        }
    }

    /// The number that `key` has; if it has none, it is now `number`.
    #[inline]
    pub fn enter(&mut self, key: u64, number: u32) -> Option<u32> {
        if self.count * 2 >= self.entries.len() {
            self.grow();
        }
        let mask = self.entries.len() - 1;
        let mut index = self.place(key);
        loop {
            let entry = &mut self.entries[index & mask];
            if entry.stamp != self.stamp {
                let stamp = self.stamp;
                *entry = Entry { key, stamp, number };
                self.count += 1;
                return None;
            }
            if entry.key == key {
                return Some(entry.number);
            }
            index += 1;
        }
    }

    /// The high bits of a product: neighbouring addresses come far apart.
    #[inline]
    fn place(&self, key: u64) -> usize {
        let bits = self.entries.len().trailing_zeros();
        (key.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> (64 - bits)) as usize
    }

    #[cold]
    fn grow(&mut self) {
        let larger = vec![Entry::default(); (self.entries.len() * 2).max(LEAST)];
        let stamp = std::mem::replace(&mut self.stamp, 1);
        let old = std::mem::replace(&mut self.entries, larger);
        self.count = 0;
        for entry in old {
            if entry.stamp == stamp && stamp != 0 {
                self.enter(entry.key, entry.number);
            }
        }
    }
}
