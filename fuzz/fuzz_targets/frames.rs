//! Calls [`mound_fuzz_targets::frames`] with what libFuzzer thinks of.

#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| mound_fuzz_targets::frames(bytes));
