//! A few thousand changed inputs for each target, the same in every run.

use mound_fuzz_targets::{Mutator, seeds, targets};
use mound_wire::Mode;

/// Runs the seeds and `count` changed ones. A failure shows the input.
fn run(target: fn(&[u8]), seeds: &[Vec<u8>], count: usize) {
    seeds.iter().for_each(|seed| target(seed));
    let mut mutator = Mutator::new(0x6d6f_756e_6400);
    for _ in 0..count_for_this_run(count) {
        let input = mutator.input(seeds);
        let guard = ShowOnPanic(&input);
        target(&input);
        std::mem::forget(guard);
    }
}

/// Miri is a thousand times slower; what it looks for, it finds on the ways of a few inputs.
fn count_for_this_run(count: usize) -> usize {
    if cfg!(miri) { count / 1000 } else { count }
}

struct ShowOnPanic<'a>(&'a [u8]);

impl Drop for ShowOnPanic<'_> {
    fn drop(&mut self) {
        let text = String::from_utf8_lossy(self.0);
        eprintln!("the input was {:?}\nas text {text:?}", self.0);
    }
}

#[test]
fn seeds_are_valid() {
    use mound_bytecode::{decode, verify};
    for section in seeds::sections() {
        let unit = decode::canonical(&section).expect("a unit");
        verify::verify(&unit).expect("a valid unit");
    }
    let values = seeds::values();
    for value in &values {
        let decoded = targets::decode_value(value, Mode::Private);
        decoded.unwrap_or_else(|error| panic!("{value:?}: {error}"));
    }
    let messages = values
        .iter()
        .filter(|value| targets::decode_value(value, Mode::Frozen).is_ok());
    assert_eq!(messages.count(), values.len() - 7, "seven are no messages");
}

#[test]
fn no_text_harms_the_reader() {
    run(targets::reader, &seeds::text(), 20_000);
}

#[test]
fn no_text_harms_the_numerals() {
    run(targets::numeral, &seeds::numerals(), 50_000);
}

/// Inputs for targets that make something of any bytes.
fn noise(length: usize, count: usize) -> Vec<Vec<u8>> {
    let mut mutator = Mutator::new(0x6f64_6473);
    let bytes = |mutator: &mut Mutator| (0..length).map(|_| mutator.below(256) as u8).collect();
    (0..count_for_this_run(count))
        .map(|_| bytes(&mut mutator))
        .collect()
}

#[test]
fn every_datum_is_written_and_read_again() {
    run(mound_fuzz_targets::datum, &noise(200, 20_000), 2_000);
}

#[test]
fn numbers_agree_with_digits_on_paper() {
    run(mound_fuzz_targets::arithmetic, &noise(160, 1_500), 500);
}

fn with_stack(action: impl FnOnce() + Send + 'static) {
    let thread = std::thread::Builder::new().stack_size(mound_expand::STACK_BYTES);
    let ended = thread.spawn(action).expect("a thread").join();
    ended.expect("no input does harm");
}

#[test]
fn no_program_harms_the_expander() {
    with_stack(|| run(mound_fuzz_targets::expander, &seeds::programs(), 6_000));
}

#[test]
fn names_of_variables_do_not_show_in_units() {
    with_stack(|| run(mound_fuzz_targets::renaming, &noise(240, 800), 200));
}

#[test]
fn no_bytes_harm_the_decoder_and_verifier_of_units() {
    run(targets::unit, &seeds::unit_bytes(), 50_000);
}

#[test]
fn no_bytes_harm_the_decoder_of_interfaces() {
    for library in seeds::libraries() {
        assert!(!library.interface.is_empty());
    }
    run(targets::interface, &seeds::interfaces(), 8_000);
}

#[test]
fn no_valid_unit_harms_the_machine() {
    run(targets::execute, &seeds::sections(), 40_000);
}

#[test]
fn no_bytes_harm_the_decoder_of_values() {
    run(targets::wire, &seeds::values(), 100_000);
}

#[test]
fn no_frames_harm_who_puts_them_together() {
    run(mound_fuzz_targets::frames, &noise(300, 2_000), 500);
}

#[test]
fn no_bytes_harm_the_decoder_of_signals() {
    run(targets::signal, &seeds::signals(), 100_000);
}

#[test]
fn no_bytes_harm_the_reader_of_bulletins() {
    for bulletin in seeds::bulletins() {
        assert!(mound_node::is_signed_bulletin(&bulletin));
    }
    run(targets::bulletin, &seeds::bulletins(), 5_000);
}
