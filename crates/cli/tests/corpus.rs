//! Programs and suites of tests that nobody here wrote, as Debian packages install them.
//!
//! They are run, not copied: what we keep is what they print (`tests/corpus/*.out`), as
//! far as it is about Mound. A package that is not installed is left out with a note,
//! unless `MOUND_CORPUS` is set in the environment, as `.ci/run` does, which installs
//! them (`tests/corpus/packages`).
//!
//! Every file of these packages is checked too. It may be in another dialect; then it
//! gets an error message with a place, and nothing else.

mod support;

use std::path::{Path, PathBuf};
use support::{
    Run, check_failures, compare_with_file, difference, fresh_directory, in_parallel, mound, read,
    root,
};

/// Where the packages put their Scheme sources.
const DIRECTORIES: &[&str] = &[
    "/usr/share/scheme9",
    "/usr/share/slib",
    "/usr/lib/scm",
    "/usr/share/doc/scm/examples",
    "/usr/share/r6rs",
    "/usr/share/guile/3.0",
];

const EXTENSIONS: &[&str] = &["scm", "sld", "sls", "sps", "ss", "init"];

/// How a program of a package is run; it must print the same each time.
const MODES: &[&[&str]] = &[
    &[],
    &["--no-native"],
    &["--mixed", "7"],
    &["--fuel", "7", "--serialize-anywhere", "4711"],
];

/// Whether the file or directory is installed. Fails if it has to be.
fn installed(path: &str) -> bool {
    let found = Path::new(path).exists();
    let needed = std::env::var_os("MOUND_CORPUS").is_some();
    assert!(found || !needed, "{path} is not installed");
    if !found {
        eprintln!("{path} is not installed: left out");
    }
    found
}

/// All files below the directory with one of [`EXTENSIONS`], sorted.
fn sources(directory: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut pending = vec![directory.to_owned()];
    while let Some(directory) = pending.pop() {
        for entry in std::fs::read_dir(&directory).expect("the directory can be read") {
            let path = entry.expect("the directory can be read").path();
            let extension = path.extension().and_then(|extension| extension.to_str());
            // Some directories have a second name, which is a link.
            if path.is_dir() {
                if !path.is_symlink() {
                    pending.push(path);
                }
            } else if extension.is_some_and(|extension| EXTENSIONS.contains(&extension)) {
                found.push(path);
            }
        }
    }
    found.sort();
    found
}

/// What is wrong if a run was ended by a signal, by the time limit or by a defect.
fn defect(run: &Run) -> Option<String> {
    let admitted = ["defect of Mound", "panicked at"];
    let told = admitted.iter().any(|words| run.errors.contains(words));
    let ended = matches!(run.status, Some(status) if status < 70);
    (told || !ended).then(|| format!("status {:?}\n{}", run.status, run.errors))
}

/// Runs a program of `tests/corpus` in the modes. Returns what it prints, the same in each.
fn run_in_modes(
    modes: &[&[&str]],
    program: &str,
    arguments: &[&str],
    directory: &Path,
) -> Result<String, String> {
    let program = root().join("tests/corpus").join(program);
    let mut first: Option<String> = None;
    for mode in modes {
        let run = support::run(
            mound()
                .current_dir(directory)
                .arg("run")
                .args(*mode)
                .arg(&program)
                .args(arguments),
        );
        if let Some(defect) = defect(&run) {
            return Err(format!("{mode:?} {arguments:?}: {defect}"));
        }
        let printed = run.output + &run.errors;
        match &first {
            None => first = Some(printed),
            Some(first) => {
                if let Some(difference) = difference(first, &printed) {
                    return Err(format!("{mode:?} {arguments:?} differs: {difference}"));
                }
            }
        }
    }
    Ok(first.unwrap_or_default())
}

/// Compares what was printed with `tests/corpus/NAME.out`.
fn check_printed(name: &str, printed: Result<String, String>) {
    let path = root().join("tests/corpus").join(format!("{name}.out"));
    match printed {
        Ok(printed) => check_failures(Vec::from_iter(compare_with_file(&path, &printed))),
        Err(failure) => check_failures(vec![failure]),
    }
}

#[test]
fn each_source_is_accepted_or_gets_an_error_with_a_place() {
    let present = DIRECTORIES.iter().filter(|path| installed(path));
    let files: Vec<PathBuf> = present.flat_map(|path| sources(Path::new(path))).collect();
    let failures = in_parallel(&files, |file| {
        let run = support::run(mound().arg("check").arg(file));
        let failure = match run.status {
            Some(0) => defect(&run),
            Some(3) if run.errors.contains("error: ") && run.errors.contains("--> ") => {
                defect(&run)
            }
            _ => Some(format!("status {:?}\n{}", run.status, run.errors)),
        };
        failure.map(|failure| format!("{}: {failure}", file.display()))
    });
    check_failures(failures.into_iter().flatten().collect());
}

#[test]
fn examples_of_scheme_9_give_what_they_should() {
    let directory = "/usr/share/scheme9";
    if !installed(directory) {
        return;
    }
    let here = fresh_directory("scheme9");
    let files = sources(Path::new(directory));
    let printed = in_parallel(&files, |file| {
        let name = file.file_name().and_then(|name| name.to_str());
        let name = name.expect("their names are ASCII");
        run_in_modes(&MODES[..2], "scheme9.scm", &[directory, name], &here)
    });
    check_printed("scheme9", printed.into_iter().collect());
}

#[test]
fn slib_works() {
    let directory = "/usr/share/slib";
    if !installed(directory) {
        return;
    }
    let catalogue = fresh_directory("slib");
    let tests = root().join("tests/corpus/slib.tests");
    let arguments = [
        directory,
        catalogue.to_str().expect("the workspace has a plain name"),
        tests.to_str().expect("the workspace has a plain name"),
    ];
    let printed = run_in_modes(MODES, "slib.scm", &arguments, &catalogue);
    // The library greets with where it found itself.
    let without_greeting = printed.map(|printed| match printed.split_once("configuration") {
        Some((_, rest)) => rest.trim_start().to_owned(),
        None => printed,
    });
    check_printed("slib", without_greeting);
}

#[test]
fn the_suite_for_r4rs_fails_where_r7rs_differs() {
    let suite = "/usr/share/doc/scm/examples/r4rstest.scm";
    if !installed(suite) {
        return;
    }
    let here = fresh_directory("r4rs");
    let copy = here.join("r4rstest.scm");
    std::fs::write(&copy, read(Path::new(suite))).expect("the directory is ours");
    let printed = run_in_modes(MODES, "r4rs.scm", &["r4rstest.scm"], &here);
    check_printed("r4rs", printed.map(|printed| last_summary(&printed)));
}

/// What the suite says last of all failures so far, a line each: `((section) (found wanted call))`.
fn last_summary(printed: &str) -> String {
    let (_, last) = printed.rsplit_once("errors were:").unwrap_or_default();
    let failures = last.lines().filter(|line| line.starts_with("(("));
    failures.flat_map(|line| [line, "\n"]).collect()
}

/// Suites of other implementations for SRFIs: name, file, what is evaluated before and after.
const SUITES: &[(&str, &str, &[&str])] = &[(
    "srfi-64",
    "/usr/share/r6rs/srfi/%3a64/srfi-64-test.scm",
    &["(import (scheme base) (scheme write) (srfi 64))"],
)];

#[test]
fn suites_of_others_for_srfis_pass() {
    for (name, file, data) in SUITES.iter().filter(|(_, file, _)| installed(file)) {
        let arguments = [&[*file], *data].concat();
        check_printed(name, run_in_modes(MODES, "suite.scm", &arguments, &root()));
    }
}
