//! `docs/conformance.md` names everything that R7RS and the SRFIs ask for, with a test
//! that uses it, and the libraries export it. What is in a comment or a string is not used.

mod support;

use std::collections::BTreeSet;
use support::{check_failures, exports, files, read, root};

/// The libraries of R7RS, appendix A, and how many identifiers each has.
const APPENDIX: &[(&str, usize)] = &[
    ("base", 238),
    ("case-lambda", 1),
    ("char", 22),
    ("complex", 6),
    ("cxr", 24),
    ("eval", 2),
    ("file", 10),
    ("inexact", 12),
    ("lazy", 5),
    ("load", 1),
    ("process-context", 5),
    ("r5rs", 217),
    ("read", 1),
    ("repl", 1),
    ("time", 3),
    ("write", 4),
];

/// The words of a program, and what its abbreviations stand for: `'x` uses `quote`.
fn words(text: &str) -> BTreeSet<String> {
    let mut code = String::new();
    let mut rest = text.chars().peekable();
    while let Some(character) = rest.next() {
        match character {
            ';' => while rest.next_if(|&next| next != '\n').is_some() {},
            '"' => {
                while let Some(inside) = rest.next() {
                    match inside {
                        '\\' => drop(rest.next()),
                        '"' => break,
                        _ => {}
                    }
                }
                code.push(' ');
            }
            '#' if rest.peek() == Some(&'\\') => {
                rest.next();
                rest.next();
                code.push(' ');
            }
            '(' | ')' => code.push(' '),
            '\'' => code.push_str(" quote "),
            '`' => code.push_str(" quasiquote "),
            ',' if rest.next_if_eq(&'@').is_some() => code.push_str(" unquote-splicing "),
            ',' => code.push_str(" unquote "),
            _ => code.push(character),
        }
    }
    code.split_whitespace().map(str::to_owned).collect()
}

/// The rows of a section of the page: the words in back quotes, and the file named.
fn rows(page: &str, heading: &str) -> Vec<(Vec<String>, String)> {
    let section = page
        .split(&format!("\n{heading}\n"))
        .nth(1)
        .unwrap_or_else(|| panic!("no section {heading}"));
    section
        .lines()
        .take_while(|line| !line.starts_with('#'))
        .filter(|line| line.starts_with("| ") && !line.starts_with("| identifiers"))
        .map(|line| {
            let cells: Vec<&str> = line.trim_matches('|').split(" | ").collect();
            let first = cells.first().copied().unwrap_or_default();
            let names = first.split('`').skip(1).step_by(2).map(str::to_owned);
            let last = cells.last().copied().unwrap_or_default();
            let file = last.split(['[', ']']).nth(1).unwrap_or_default();
            (names.collect(), file.to_owned())
        })
        .collect()
}

#[test]
fn every_identifier_of_r7rs_is_exported_and_tested() {
    let page = read(&root().join("docs/conformance.md"));
    let mut failures = Vec::new();
    for &(library, count) in APPENDIX {
        let rows = rows(&page, &format!("### `(scheme {library})`"));
        let names: BTreeSet<&String> = rows.iter().flat_map(|(names, _)| names).collect();
        if names.len() != count {
            failures.push(format!("(scheme {library}): {} of {count}", names.len()));
        }
        let file = format!("scheme/{library}.sld");
        let exports = exports(&file);
        for name in names {
            if !exports.contains(name) {
                failures.push(format!("(scheme {library}) does not export {name}"));
            }
        }
        for (names, file) in rows.iter().filter(|(_, file)| !file.is_empty()) {
            let path = root().join(file);
            if !path.exists() {
                failures.push(format!("{file} is not there"));
                continue;
            }
            if !file.starts_with("tests/") {
                failures.push(format!("{file} is no program of tests"));
            }
            let words = words(&read(&path));
            let unused = names.iter().filter(|name| !words.contains(*name));
            failures.extend(unused.map(|name| format!("{file} does not use {name}")));
        }
    }
    check_failures(failures);
}

#[test]
fn every_srfi_is_on_the_page_with_its_test() {
    let page = read(&root().join("docs/conformance.md"));
    let section = page.split("\n## SRFIs\n").nth(1).expect("the section");
    let mut failures = Vec::new();
    let directory = std::fs::read_dir(root().join("lib/srfi")).expect("the libraries");
    for entry in directory {
        let name = entry.expect("an entry").file_name();
        let name = name.to_string_lossy();
        let Some(number) = name.strip_suffix(".sld") else {
            continue;
        };
        let row = section
            .lines()
            .find(|line| line.starts_with(&format!("| {number} |")));
        let file = row.and_then(|row| row.split(['[', ']']).nth(1));
        match file {
            Some(file) if root().join(file).exists() => {}
            _ => failures.push(format!("SRFI {number} has no test on the page")),
        }
    }
    check_failures(failures);
}

#[test]
fn every_name_of_a_srfi_is_exported() {
    let text = read(&root().join("tests/srfi/names.txt"));
    let lines = text.lines().filter(|line| !line.starts_with(';'));
    let lists = lines.collect::<Vec<_>>().join(" ");
    let mut failures = Vec::new();
    for list in lists.split('(').skip(1) {
        let mut words = list.trim().trim_end_matches(')').split_whitespace();
        let number = words.next().expect("a number begins the list");
        let exported = exports(&format!("srfi/{number}.sld"));
        let missing = words.filter(|name| !exported.contains(*name));
        failures.extend(missing.map(|name| format!("(srfi {number}) does not export {name}")));
    }
    assert_eq!(
        lists.split('(').count() - 1,
        files("lib/srfi", "sld")
            .iter()
            .filter(|path| {
                let stem = path.file_stem().unwrap_or_default().to_string_lossy();
                stem.parse::<u32>().is_ok()
            })
            .count(),
        "each SRFI has a list of its names"
    );
    check_failures(failures);
}

/// The libraries of SRFIs and their parts: `133`, `146/hash`.
fn srfi_libraries() -> Vec<String> {
    let mut found = Vec::new();
    let directory = root().join("lib/srfi");
    for entry in std::fs::read_dir(&directory).expect("the libraries") {
        let entry = entry.expect("an entry");
        let name = entry.file_name().to_string_lossy().into_owned();
        if entry.path().is_dir() {
            // Of SRFI 211 the part that there is has tests elsewhere.
            for part in files(&format!("lib/srfi/{name}"), "sld")
                .iter()
                .filter(|_| name != "211")
            {
                let part = part.file_stem().unwrap_or_default().to_string_lossy();
                found.push(format!("{name}/{part}"));
            }
        } else if let Some(number) = name.strip_suffix(".sld") {
            found.push(number.to_owned());
        }
    }
    found.sort();
    found
}

/// What a program includes. `(tests-of-kind s16)` stands for the text with s16 in the place of @.
fn included(program: &str) -> String {
    let first_word = |text: &str| text.split(['"', ')']).next().unwrap_or("").to_owned();
    let kind = program.split("\n(tests-of-kind ").nth(1).map(first_word);
    let files = program.split("(include \"").skip(1).map(first_word);
    let texts = files.map(|file| {
        let text = read(&root().join("tests/srfi").join(file));
        match &kind {
            Some(kind) => text.replace('@', kind),
            None => text,
        }
    });
    texts.collect()
}

#[test]
fn every_name_that_a_srfi_exports_is_tested() {
    let programs: Vec<String> = files("tests/srfi", "scm")
        .iter()
        .map(|path| read(path) + &included(&read(path)))
        .collect();
    let mut failures = Vec::new();
    for path in srfi_libraries() {
        let name = path.replace('/', " ");
        let import = format!("(srfi {name})");
        let mut used = BTreeSet::new();
        for program in programs.iter().filter(|text| text.contains(&import)) {
            for word in words(program) {
                // With the prefix of an import, too.
                if let Some((_, rest)) = word.split_once(':') {
                    used.insert(rest.to_owned());
                }
                used.insert(word);
            }
        }
        let names = exports(&format!("srfi/{path}.sld"));
        // Those with % are for libraries of the same SRFI.
        let unused = names
            .difference(&used)
            .filter(|word| !word.starts_with('%'));
        failures.extend(unused.map(|word| format!("no test of SRFI {name} uses {word}")));
    }
    check_failures(failures);
}

#[test]
fn libraries_of_r7rs_large_have_the_names_of_their_srfis() {
    let page = read(&root().join("docs/conformance.md"));
    let section = page.split("\n## R7RS-large\n").nth(1).expect("the section");
    let program = read(&root().join("tests/srfi/large.scm"));
    let mut failures = Vec::new();
    let rows = section
        .lines()
        .take_while(|line| !line.starts_with("## "))
        .filter_map(|line| line.strip_prefix("| `("));
    let mut count = 0;
    for row in rows {
        count += 1;
        let (library, srfis) = row.split_once(")` | ").expect("a library and its SRFI");
        if !program.contains(&format!("({library})")) {
            failures.push(format!("tests/srfi/large.scm does not import ({library})"));
        }
        let srfis = srfis.replace(['|', '`', '(', ')'], "");
        let parts = srfis.split(" and ").map(|srfi| {
            let path = srfi.trim().trim_start_matches("srfi ").replace(' ', "/");
            exports(&format!("srfi/{path}.sld"))
        });
        let mut expected: BTreeSet<String> = parts.flatten().collect();
        expected.retain(|name| !name.starts_with('%'));
        let found = exports(&format!("{}.sld", library.replace(' ', "/")));
        let different = found.symmetric_difference(&expected);
        failures.extend(different.map(|name| format!("({library}) and SRFI {srfis}: {name}")));
    }
    assert!(count > 15, "the table is not where it was");
    check_failures(failures);
}
