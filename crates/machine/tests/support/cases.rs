//! The programs in `programs/`, whose values of `{n}` and results stand in their first lines:
//!
//! ```text
//!   ;; n = 10: 55
//!   ;; n = 100000, whole: 5000050000
//! ```
//!
//! `whole` is for sizes at which taking the process apart at each turn takes too long.

use super::{MODES, Mode, Outcome};
use std::path::Path;

struct Case {
    size: String,
    whole: bool,
    expected: String,
}

fn cases(text: &str) -> Vec<Case> {
    let lines = text.lines().filter_map(|line| line.strip_prefix(";; n = "));
    let case = |line: &str| {
        let (size, expected) = line.split_once(": ").expect("a size and a result");
        Case {
            size: size.trim_end_matches(", whole").to_owned(),
            whole: size.ends_with("whole"),
            expected: expected.to_owned(),
        }
    };
    lines.map(case).collect()
}

/// What is wrong with one case, if anything is.
fn check(name: &str, text: &str, case: &Case, run: &dyn Fn(&str, Mode) -> Outcome) -> Vec<String> {
    let program = text.replace("{n}", &case.size);
    let modes = MODES.iter().take(if case.whole { 2 } else { MODES.len() });
    let mut faults = Vec::new();
    let mut fuel = None;
    for mode in modes {
        let outcome = run(&program, *mode);
        let place = format!("{name}, n = {}, {}", case.size, mode.name);
        if outcome.text != case.expected {
            faults.push(format!("{place}: {}", outcome.text));
        }
        let expected = *fuel.get_or_insert(outcome.reductions);
        if outcome.reductions != expected {
            let found = outcome.reductions;
            faults.push(format!("{place}: fuel {found} instead of {expected}"));
        }
    }
    faults
}

/// Runs each in all modes: result and fuel must be the same.
pub fn check_all(run: &dyn Fn(&str, Mode) -> Outcome) {
    let support = Path::new(env!("CARGO_MANIFEST_DIR"));
    let folder = support.join("../machine/tests/programs");
    let mut count = 0;
    let mut faults = Vec::new();
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_stem().unwrap().to_string_lossy().into_owned();
        let text = std::fs::read_to_string(&path).unwrap();
        let cases = cases(&text);
        assert!(!cases.is_empty(), "{name}: no case");
        faults.extend(cases.iter().flat_map(|case| check(&name, &text, case, run)));
        count += cases.len();
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
    assert!(count > 20, "the programs were found");
}
