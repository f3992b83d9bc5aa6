//! Random numbers that follow from a seed and a name.

/// A sequence of numbers (SplitMix64). Each purpose has its own, so that what one draws changes nothing for another.
#[derive(Clone, Debug)]
pub struct Source {
    state: u64,
}

impl Source {
    /// The source of a purpose that these words name, in the run with this seed.
    pub fn of(seed: u64, words: &[&str]) -> Source {
        let mut hasher = blake3::Hasher::new();
        hasher.update(&seed.to_le_bytes());
        for word in words {
            hasher.update(&(word.len() as u64).to_le_bytes());
            hasher.update(word.as_bytes());
        }
        let mut first = [0; 8];
        hasher.finalize_xof().fill(&mut first);
        Source {
            state: u64::from_le_bytes(first),
        }
    }

    pub fn number(&mut self) -> u64 {
        self.state = self.state.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut mixed = self.state;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        mixed ^ (mixed >> 31)
    }

    /// A number from `least` to `most`, both included; `least` if `most` is less.
    pub fn between(&mut self, least: u64, most: u64) -> u64 {
        let width = u128::from(most.saturating_sub(least)) + 1;
        let offset = (u128::from(self.number()) * width) >> 64;
        // It is below the width, which came from a u64 and one.
        least + u64::try_from(offset).unwrap_or(0)
    }

    /// Above 0 and up to 1.
    pub fn fraction(&mut self) -> f64 {
        // 53 bits are what a float has.
        ((self.number() >> 11) + 1) as f64 / (1u64 << 53) as f64
    }

    pub fn fill(&mut self, bytes: &mut [u8]) {
        for piece in bytes.chunks_mut(8) {
            let number = self.number().to_le_bytes();
            piece.copy_from_slice(&number[..piece.len()]);
        }
    }
}
