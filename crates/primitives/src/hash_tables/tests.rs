//! How hashes of words spread over the places of an index.

use super::hashing::{Hash, Stability};

const PLACES: usize = 2048;
/// How far a key may be from its place with any seed; by chance it is some forty at most.
const DISTANCE_MAX: usize = 100;

/// How far the last key of a table is put that has words in even steps, as fixnums and addresses are.
fn longest_way(first: u64, step: u64, seed: u64) -> usize {
    let mut is_used = [false; PLACES];
    let mut longest = 0;
    for number in 0..PLACES as u64 / 2 {
        let hash = Hash::of_word(first + step * number, Stability::Address, seed);
        let home = hash.bits as usize;
        let way = (0..PLACES).find(|way| !is_used[(home + way) % PLACES]);
        let way = way.expect("half of the places are free");
        is_used[(home + way) % PLACES] = true;
        longest = longest.max(way);
    }
    longest
}

/// One multiplication alone is too little: with one seed of two hundred it puts words in even steps upon each other.
#[test]
fn words_in_even_steps_lie_near_their_places_with_any_seed() {
    let mut seed = 1_u64;
    for _ in 0..1000 {
        seed = seed
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        for (first, step) in [(8, 8), (0x7f12_3456_7890, 16), (0x7f12_3456_7890, 4096)] {
            let longest = longest_way(first, step, seed >> 8);
            assert!(
                longest < DISTANCE_MAX,
                "{longest} for {seed} and steps of {step}"
            );
        }
    }
}
