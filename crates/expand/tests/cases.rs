//! Programs and what they expand to, in `tests/cases/*.txt`:
//!
//! ```text
//! === name of the case
//! program
//! ---
//! core language or diagnostics
//! ```
//!
//! `UPDATE_EXPECT=1` rewrites what is expected. A case whose name contains `repl`
//! expands each form by itself in one environment; one whose name contains
//! `internal` may use `%primitive`.

mod world;

use mound_base::Diagnostic;
use mound_expand::{Environment, Options, expand_program, is_library, program_text};
use std::path::Path;
use world::World;

struct Case {
    name: String,
    program: String,
    expected: String,
}

fn cases_of(text: &str) -> Vec<Case> {
    let mut cases = Vec::new();
    for part in text.split("=== ").skip(1) {
        let (name, rest) = part.split_once('\n').expect("a case has a name");
        let (program, expected) = rest.split_once("---\n").expect("a case has a result");
        cases.push(Case {
            name: name.to_owned(),
            program: program.to_owned(),
            expected: expected.trim_end().to_owned(),
        });
    }
    cases
}

fn run(case: &Case) -> String {
    let mut world = World::new();
    let options = Options {
        internal: case.name.contains("internal"),
        immutable: case.name.contains("immutable"),
        // Enough for every case, and soon over for macros without an end.
        work_max: 1_500_000,
        evaluation: None,
    };
    let data = match world.read("case.scm", &case.program) {
        Ok(data) => data,
        Err(error) => return world.render(&[error]),
    };
    let mut environment = Environment::default();
    if !mound_expand::begins_with_import(&data) {
        let default = world.default_imports();
        environment.import(&default, &mut world).expect("imports");
    }
    let mut text = String::new();
    let (libraries, forms): (Vec<_>, Vec<_>) = data.into_iter().partition(is_library);
    for library in &libraries {
        match world.add_library(library, options) {
            Ok(program) => text.push_str(&program),
            Err(errors) => text.push_str(&world.render(&errors)),
        }
    }
    let groups: Vec<&[mound_syntax::Datum]> = if case.name.contains("repl") {
        forms.chunks(1).collect()
    } else {
        vec![&forms]
    };
    for group in groups {
        let result = expand_program(group, &mut world, &mut environment, options);
        let diagnostics: Vec<Diagnostic> = match result {
            Ok(expanded) => {
                text.push_str(&program_text(&expanded.program));
                expanded.warnings
            }
            Err(errors) => errors,
        };
        text.push_str(&world.render(&diagnostics));
    }
    text.trim_end().to_owned()
}

fn check(file: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("tests/cases")
        .join(file);
    let text = std::fs::read_to_string(&path).expect("the file of cases is there");
    let worker = std::thread::Builder::new().stack_size(mound_expand::STACK_BYTES);
    let handle = worker.spawn(move || check_text(&path, &text));
    handle
        .expect("a thread starts")
        .join()
        .expect("all cases agree");
}

fn check_text(path: &Path, text: &str) {
    let update = std::env::var_os("UPDATE_EXPECT").is_some();
    let mut rewritten = String::new();
    let mut failures = Vec::new();
    for case in cases_of(text) {
        let found = run(&case);
        if found != case.expected {
            failures.push(format!(
                "case: {}\nexpected:\n{}\nfound:\n{found}\n",
                case.name, case.expected
            ));
        }
        let Case { name, program, .. } = case;
        rewritten.push_str(&format!("=== {name}\n{program}---\n{found}\n\n"));
    }
    if update {
        std::fs::write(path, rewritten.trim_end().to_owned() + "\n").expect("can write");
    } else {
        assert!(failures.is_empty(), "{}", failures.join("\n"));
    }
}

#[test]
fn core_and_derived_forms() {
    check("forms.txt");
}

#[test]
fn hygiene() {
    check("hygiene.txt");
}

#[test]
fn syntax_rules() {
    check("rules.txt");
}

#[test]
fn bodies_and_records() {
    check("bodies.txt");
}

#[test]
fn libraries() {
    check("libraries.txt");
}

#[test]
fn errors() {
    check("errors.txt");
}

#[test]
fn clauses_that_are_never_reached() {
    check("clauses.txt");
}

#[test]
fn top_level() {
    check("top-level.txt");
}

#[test]
fn names_that_mean_nothing() {
    check("suggestions.txt");
}
