//! Small changes to valid inputs, the same in every run.

/// Inputs longer than this teach nothing that shorter ones do not.
const BYTES_MAX: usize = 4096;

/// Bytes that are special in some format: zeros, ones, ends of ranges, quotes.
const SPECIAL: &[u8] = &[
    0, 1, 2, 7, 0x7f, 0x80, 0x81, 0xff, b'(', b')', b'#', b'"', b'\\', b'|', b'.', b'-', b'e', b'/',
];

/// A source of changes.
pub struct Mutator {
    state: u64,
}

impl Mutator {
    pub fn new(seed: u64) -> Mutator {
        Mutator { state: seed | 1 }
    }

    /// A number below `bound`, by xorshift: what matters is that it is repeatable.
    pub fn below(&mut self, bound: usize) -> usize {
        self.state ^= self.state << 13;
        self.state ^= self.state >> 7;
        self.state ^= self.state << 17;
        (self.state % bound.max(1) as u64) as usize
    }

    /// A seed with one to eight changes; some take a part of another seed.
    pub fn input(&mut self, seeds: &[Vec<u8>]) -> Vec<u8> {
        let mut bytes = seeds[self.below(seeds.len())].clone();
        for _ in 0..1 + self.below(8) {
            let other = &seeds[self.below(seeds.len())];
            self.change(&mut bytes, other);
        }
        bytes.truncate(BYTES_MAX);
        bytes
    }

    fn change(&mut self, bytes: &mut Vec<u8>, other: &[u8]) {
        let at = self.below(bytes.len());
        let length = self.below(8).min(bytes.len() - at);
        let special = SPECIAL[self.below(SPECIAL.len())];
        match self.below(8) {
            0 | 1 if !bytes.is_empty() => bytes[at] ^= 1 << self.below(8),
            2 if !bytes.is_empty() => bytes[at] = special,
            3 if !bytes.is_empty() => bytes[at] = bytes[at].wrapping_add(1),
            4 => bytes.insert(at, special),
            5 => drop(bytes.drain(at..at + length)),
            6 => {
                let part = bytes[at..at + length].to_vec();
                let to = self.below(bytes.len());
                bytes.splice(to..to, part);
            }
            _ => {
                let from = self.below(other.len());
                let length = self.below(24).min(other.len() - from);
                let part = other[from..from + length].to_vec();
                bytes.splice(at..at, part);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn same_seed_gives_the_same_inputs() {
        let seeds = [b"(a b)".to_vec(), b"12".to_vec(), Vec::new()];
        let inputs = |seed| {
            let mut mutator = Mutator::new(seed);
            (0..50).map(|_| mutator.input(&seeds)).collect::<Vec<_>>()
        };
        assert_eq!(inputs(5), inputs(5));
        assert_ne!(inputs(5), inputs(9));
    }
}
