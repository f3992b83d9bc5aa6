//! How fast programs are compiled: lines a second, for each phase.
//!
//! ```sh
//! cargo run --release -p mound-engine --example compile-speed
//! ```
//!
//! The program is made of the classical benchmark programs, over and over with other
//! names, until it has 10 000 lines.

use mound_bytecode::{encode, hash, verify};
use mound_expand::{Environment, Options};
use mound_session::Session;
use std::collections::HashSet;
use std::path::Path;
use std::time::{Duration, Instant};

/// Lines that the program has at least.
const LINES: usize = 10_000;
/// Of so many runs the fastest counts.
const RUNS: usize = 5;
const PHASES: [&str; 5] = ["read", "expand", "compile", "verify", "encode and hash"];

fn main() {
    let thread = std::thread::Builder::new().stack_size(512 << 20);
    let work = thread.spawn(measure).expect("there is memory for a thread");
    work.join().expect("the compiler does not panic");
}

fn measure() {
    let text = program();
    let lines = text.lines().count();
    let mut best = [Duration::MAX; PHASES.len()];
    for _ in 0..RUNS {
        for (best, taken) in best.iter_mut().zip(run(&text)) {
            *best = taken.min(*best);
        }
    }
    let show = |name: &str, taken: Duration| {
        let rate = lines as f64 / taken.as_secs_f64();
        println!(
            "{name:<16} {:>8.2} ms {rate:>12.0} lines/s",
            taken.as_secs_f64() * 1e3
        );
    };
    println!("{lines} lines, {} bytes", text.len());
    for (name, taken) in PHASES.iter().zip(best) {
        show(name, taken);
    }
    show("all", best.iter().sum());
}

fn run(text: &str) -> [Duration; PHASES.len()] {
    let mut session = Session::new(mound_engine::built_in(), Vec::new());
    let source = session.add_text("program.scm", text);
    let mut environment = Environment::default();
    let mut times = [Duration::ZERO; PHASES.len()];
    let mut phase = 0;
    let mut clock = Instant::now();
    let mut lap = || {
        times[phase] = clock.elapsed();
        phase += 1;
        clock = Instant::now();
    };
    let data = mound_syntax::read_all(source, text).expect("it can be read");
    lap();
    let options = Options::default();
    let expanded = mound_expand::expand_program(&data, &mut session, &mut environment, options)
        .expect("it can be expanded");
    lap();
    let options = mound_compile::Options::default();
    let compiled = mound_compile::compile(&expanded.program, session.sources(), options)
        .expect("it can be compiled");
    lap();
    verify::verify(&compiled.unit).expect("it is valid");
    lap();
    let canonical = encode::canonical(&compiled.unit);
    std::hint::black_box(hash::hash_canonical(&canonical));
    lap();
    times
}

/// All classical programs, each copy with names of its own.
fn program() -> String {
    let directory = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../bench/classical");
    let mut paths: Vec<_> = std::fs::read_dir(directory)
        .expect("the programs are there")
        .map(|entry| entry.expect("it can be read").path())
        .collect();
    paths.sort();
    let texts: Vec<String> = paths
        .iter()
        .map(|path| std::fs::read_to_string(path).expect("it can be read"))
        .collect();
    let mut text = String::from(
        "(import (scheme base) (scheme char) (scheme cxr) (scheme inexact) (scheme read)
        (scheme write) (srfi 69))\n",
    );
    let mut lines = 0;
    for (number, original) in texts.iter().cycle().enumerate() {
        let copy = renamed(original, number);
        lines += copy.lines().count();
        text.push_str(&copy);
        if lines >= LINES {
            break;
        }
    }
    text
}

/// The text with a number after each name that it defines at the top level.
fn renamed(text: &str, number: usize) -> String {
    let defined: HashSet<&str> = text
        .lines()
        .filter_map(|line| line.strip_prefix("(define"))
        .filter_map(|rest| {
            rest.split([' ', '(', ')'])
                .find(|word| !word.is_empty() && !word.starts_with('-'))
        })
        .collect();
    let mut result = String::new();
    for piece in text.split_inclusive([' ', '(', ')', '\n', '\'', '`', ',']) {
        let word = piece.trim_end_matches([' ', '(', ')', '\n', '\'', '`', ',']);
        result.push_str(word);
        if defined.contains(word) {
            result.push_str(&format!("/{number}"));
        }
        result.push_str(&piece[word.len()..]);
    }
    result
}
