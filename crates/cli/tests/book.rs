//! What the book says is so.
//!
//! The blocks of a chapter that are marked ` ```scheme ` are one program, in
//! their order; those marked ` ```scheme not run ` are left out. An expression
//! followed by `; => VALUE` on its last line must give that value, and one
//! followed by `; raises KIND` must raise a condition of that kind. A chapter
//! with the line `<!-- with a second node -->` is run while another node runs,
//! whose address is its argument.

mod support;

use mound_base::SourceMap;
use mound_syntax::Reader;
use std::fmt::Write as _;
use std::path::Path;
use support::{
    PlainNode, check_failures, files, fresh_directory, in_parallel, mound, read, relative, run,
};

/// Marks the lines of the output that are results.
const MARK: &str = "@@ ";

const HARNESS: &str = r#"
(define (show-result number kind object)
  (newline)
  (display "@@ ")
  (display number)
  (display kind)
  (write object)
  (newline))
(define (check-value number thunk expected)
  (show-result number " expected " expected)
  (show-result number " found " (thunk)))
(define (check-raise number thunk expected)
  (show-result number " expected " expected)
  (show-result number " found "
    (call/cc
      (lambda (k)
        (with-exception-handler
          (lambda (e) (k (if (condition? e) (condition-kind e) e)))
          thunk)))))
"#;

/// What the text after an expression says of it.
enum Claim<'text> {
    Value(&'text str),
    Raises(&'text str),
}

fn claim(after: &str) -> Option<Claim<'_>> {
    let line = after.lines().next()?.trim_start();
    let comment = line.strip_prefix(';')?.trim_start_matches(';').trim();
    if let Some(value) = comment.strip_prefix("=> ") {
        return Some(Claim::Value(value));
    }
    comment.strip_prefix("raises ").map(Claim::Raises)
}

/// The code of a chapter; every other line is empty, so that places stay true.
fn code(chapter: &str) -> String {
    let mut code = String::new();
    let mut inside = false;
    for line in chapter.lines() {
        if line.starts_with("```") {
            inside = line == "```scheme";
        } else if inside {
            code.push_str(line);
        }
        code.push('\n');
    }
    code
}

/// The program of a chapter, and the lines at which it claims something.
fn program(name: &str, code: &str) -> (String, Vec<usize>) {
    let mut sources = SourceMap::default();
    let source = sources.add(name, code);
    let mut reader = Reader::new(source, code);
    let (mut imports, mut rest, mut lines) = (String::new(), String::new(), Vec::new());
    loop {
        let datum = match reader.next() {
            Ok(Some(datum)) => datum,
            Ok(None) => break,
            Err(error) => panic!("{name}: {:?}", error.into_diagnostic()),
        };
        let (start, end) = (datum.span.start as usize, datum.span.end as usize);
        let text = &code[start..end];
        let line = code[..start].matches('\n').count() + 1;
        if text.starts_with("(import") {
            let _ = writeln!(imports, "{text}");
            continue;
        }
        let (check, expected) = match claim(&code[end..]) {
            None => {
                let _ = writeln!(rest, "{text}");
                continue;
            }
            Some(Claim::Value(value)) => ("check-value", value),
            Some(Claim::Raises(kind)) => ("check-raise", kind),
        };
        lines.push(line);
        let _ = writeln!(rest, "({check} {line} (lambda () {text})\n  '{expected})");
    }
    let ours =
        "(import (only (scheme base) call/cc define lambda if newline quote with-exception-handler)
        (only (scheme write) display write) (only (mound conditions) condition? condition-kind))\n";
    (format!("{imports}{ours}{HARNESS}{rest}"), lines)
}

fn check_chapter(path: &Path, directory: &Path) -> Vec<String> {
    let name = relative(path);
    let chapter = read(path);
    let (program, claims) = program(&name, &code(&chapter));
    if program.is_empty() {
        return Vec::new();
    }
    let source = directory.join(format!("{}.scm", name.replace('/', "-")));
    std::fs::write(&source, program).expect("temporary files can be written");
    let home = fresh_directory("home");
    let second = chapter
        .lines()
        .any(|line| line == "<!-- with a second node -->")
        .then(|| PlainNode::start(&home));
    let mut command = mound();
    command.env("MOUND_HOME", &home).current_dir(directory);
    command.arg("run");
    if second.is_some() {
        command.args(["--listen", "127.0.0.1:0"]);
    }
    command.arg(&source);
    command.args(second.as_ref().map(|node| node.address.as_str()));
    let run = run(&mut command);
    let result = |line: usize, kind: &str| {
        let prefix = format!("{MARK}{line} {kind} ");
        run.output
            .lines()
            .find_map(|output| output.strip_prefix(&prefix))
    };
    let mut failures = Vec::new();
    for line in claims {
        let (expected, found) = (result(line, "expected"), result(line, "found"));
        if expected.is_none() || expected != found {
            let found = found.unwrap_or("nothing was printed");
            let expected = expected.unwrap_or("the program did not get there");
            failures.push(format!("{name}:{line}\n  - {expected}\n  + {found}"));
        }
    }
    if run.status != Some(0) {
        failures.push(format!("{name}: status {:?}\n{}", run.status, run.errors));
    }
    failures
}

#[test]
fn the_book_says_what_is_so() {
    let chapters = files("docs/book", "md");
    assert!(chapters.len() > 5, "the book is not where it was");
    let directory = fresh_directory("book");
    let failures = in_parallel(&chapters, |path| check_chapter(path, &directory));
    check_failures(failures.concat());
}
