//! Calls [`mound_fuzz_targets::reader`] with what libFuzzer thinks of.

#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| mound_fuzz_targets::reader(bytes));
