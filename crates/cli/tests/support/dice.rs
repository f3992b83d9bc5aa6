//! A source of choices: the same ones for the same number, on every machine.

#![allow(dead_code, reason = "each test program uses some of it")]

/// A linear congruential generator, whose upper bits are good enough to choose with.
pub struct Dice(u64);

impl Dice {
    pub fn new(number: u64) -> Dice {
        let mut dice = Dice(number.wrapping_mul(0x9e37_79b9_7f4a_7c15));
        // The first results of neighbours are alike.
        for _ in 0..4 {
            dice.below(2);
        }
        dice
    }

    /// A number from 0 to `limit` - 1.
    pub fn below(&mut self, limit: usize) -> usize {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 33) % limit as u64) as usize
    }

    /// Whether something that happens once in `times` happens now.
    pub fn once_in(&mut self, times: usize) -> bool {
        self.below(times) == 0
    }

    pub fn one_of<T: Copy>(&mut self, items: &[T]) -> T {
        items[self.below(items.len())]
    }
}
