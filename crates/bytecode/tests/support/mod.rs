//! Reading the test data. Each test binary uses a part of it.
#![allow(dead_code, reason = "each test binary uses a part of it")]

use mound_bytecode::asm;
use mound_bytecode::unit::{Debug, FunctionDebug, Place, Unit};
use std::path::PathBuf;

pub struct Case {
    pub name: String,
    pub text: String,
}

/// The texts in `tests/verify/<directory>`, by name.
pub fn cases(directory: &str) -> Vec<Case> {
    let path = root().join("tests/verify").join(directory);
    let mut cases: Vec<Case> = std::fs::read_dir(&path)
        .expect("the test data is there")
        .map(|entry| {
            let path = entry.expect("readable").path();
            Case {
                name: path.file_stem().unwrap().to_string_lossy().into_owned(),
                text: std::fs::read_to_string(&path).expect("readable"),
            }
        })
        .collect();
    cases.sort_by(|left, right| left.name.cmp(&right.name));
    cases
}

pub fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

pub fn assemble(case: &Case) -> Unit {
    asm::assemble(&case.text).unwrap_or_else(|error| panic!("{}: {error}", case.name))
}

/// The unit with debug information that uses every field.
pub fn with_debug(mut unit: Unit) -> Unit {
    let source = "(define (factorial n)\n  (let loop ((n n) (product 1))\n    (* n product)))\n";
    let name = |text: &str| mound_base::Symbol::intern(text);
    unit.debug = Debug {
        extents: Vec::new(),
        notes: Vec::new(),
        first_lines: Vec::new(),
        sources: vec![("factorial.scm".into(), source.into())],
        functions: unit
            .functions
            .iter()
            .enumerate()
            .map(|(index, _)| FunctionDebug {
                name: (index > 0).then(|| name("factorial")),
                parameters: vec![name("n")],
                free: vec![name("product")],
                span: (0, 0, source.len() as u32),
                places: vec![
                    Place {
                        word: 0,
                        source: 0,
                        start: 0,
                        end: 21,
                    },
                    Place {
                        word: 1,
                        source: 0,
                        start: 24,
                        end: 30,
                    },
                    Place {
                        word: 3,
                        source: 0,
                        start: 58,
                        end: 71,
                    },
                ],
            })
            .collect(),
    };
    unit
}
