//! The examples in the comments of the libraries are right.
//!
//! What an example gives must `write` as the value that it says.

#[path = "support/examples.rs"]
mod examples;
mod support;

use examples::{Example, MARK, examples, program};
use std::path::{Path, PathBuf};
use support::{check_failures, fresh_directory, in_parallel, mound, read, relative, root};

/// What is wrong with the examples of a file.
fn check_file(path: &Path, directory: &Path) -> Vec<String> {
    let file = relative(path);
    let examples = examples(&read(path));
    if examples.is_empty() {
        return Vec::new();
    }
    let source = directory.join(file.replace('/', "-"));
    std::fs::write(&source, program(&file, &examples)).expect("temporary files can be written");
    let run = support::run(mound().arg("run").arg(&source));
    let result = |line: usize, kind: &str| {
        let prefix = format!("{MARK}{line} {kind} ");
        run.output
            .lines()
            .find_map(|output| output.strip_prefix(&prefix))
    };
    let mut failures = Vec::new();
    for Example {
        line, expression, ..
    } in &examples
    {
        let expected = result(*line, "expected");
        let found = result(*line, "found");
        if expected.is_none() || expected != found {
            let found = found
                .or(result(*line, "raised"))
                .unwrap_or("nothing was printed");
            let expected = expected.unwrap_or("the program did not get there");
            failures.push(format!(
                "{file}:{line}: {expression}\n  - {expected}\n  + {found}"
            ));
        }
    }
    if run.status != Some(0) {
        failures.push(format!("{file}: status {:?}\n{}", run.status, run.errors));
    }
    failures
}

fn library_sources(directory: &Path, found: &mut Vec<PathBuf>) {
    let entries = std::fs::read_dir(directory).expect("the libraries can be read");
    for entry in entries {
        let path = entry.expect("the libraries can be read").path();
        if path.is_dir() {
            library_sources(&path, found);
        } else if path.extension().is_some_and(|extension| extension == "scm") {
            found.push(path);
        }
    }
}

#[test]
fn examples_in_the_libraries_have_the_values_they_say() {
    let mut sources = Vec::new();
    library_sources(&root().join("lib"), &mut sources);
    sources.sort();
    assert!(sources.len() > 20, "the libraries are not where they were");
    let directory = fresh_directory("examples");
    let failures = in_parallel(&sources, |path| check_file(path, &directory));
    check_failures(failures.concat());
}
