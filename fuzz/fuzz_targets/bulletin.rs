//! Calls [`mound_fuzz_targets::bulletin`] with what libFuzzer thinks of.

#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| mound_fuzz_targets::bulletin(bytes));
