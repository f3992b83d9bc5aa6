//! The examples in the comments of a source of the libraries, as one program.
//!
//! Each line `;;> Example: EXPRESSION => VALUE` is evaluated in a process of its own, and what it
//! gives is written beside the value that it should have.

use crate::support::{read, root};
use std::collections::BTreeSet;
use std::fmt::Write as _;

/// What all examples may use, unless [`imports`] says otherwise.
const USUAL: &str = "(scheme base) (scheme case-lambda) (scheme char) (scheme cxr) (scheme eval)
  (scheme inexact) (scheme lazy) (scheme process-context) (scheme read) (scheme repl) (scheme time)
  (scheme write) (mound conditions) (mound macro) (mound sort) (mound strings) (termite process)";

/// The libraries of files, connections and the like, and their files.
const WORLD: &str = "(scheme file) (scheme load) (mound clock) (mound date) (mound directory)
  (mound environment) (mound file) (mound path) (mound port) (mound simulate)
  (mound subprocess) (mound tcp)";

const WORLD_FILES: &[&str] = &[
    "lib/mound/clock",
    "lib/mound/date",
    "lib/mound/directory",
    "lib/mound/environment",
    "lib/mound/file",
    "lib/mound/path",
    "lib/mound/port",
    "lib/mound/simulate",
    "lib/mound/subprocess",
    "lib/mound/tcp",
];

/// The libraries of formats and of the web, and how the names of their files begin.
const FORMATS: &str = "(mound compress) (mound crypto) (mound csv) (mound hash-table) (mound html)
  (mound json) (mound sql) (mound uuid) (only (mound base) call-with-output-string)";

const FORMAT_FILES: &[&str] = &[
    "lib/mound/compress",
    "lib/mound/crypto",
    "lib/mound/csv",
    "lib/mound/html",
    "lib/mound/json",
    "lib/mound/sql",
    "lib/mound/uuid",
];

/// The libraries of the web, and how the names of their files begin.
const WEB: &str = "(mound http) (mound tcp) (mound tls) (mound websocket)";

const WEB_FILES: &[&str] = &["lib/mound/http", "lib/mound/tls", "lib/mound/websocket"];

/// The libraries of live pages, and how the names of their files begin.
const PAGES: &str = "(only (mound http) make-request response-status) (dynamite) (dynamite client)";

const PAGE_FILES: &[&str] = &["lib/dynamite", "lib/mound/observe"];

/// Marks the lines of the program's output that are results.
pub const MARK: &str = "@@ ";

/// Prints `@@ NUMBER WRITTEN` for what the thunk returns.
/// A result is written at once: what other processes print comes before or after it.
const HARNESS: &str = r#"
(import (prefix (only (scheme base) get-output-string open-output-string write-string) harness:)
        (prefix (only (scheme write) write) harness:))
(define (show-example number kind object)
  (let ((port (harness:open-output-string)))
    (harness:write object port)
    (harness:write-string
     (string-append "\n@@ " (number->string number) kind
                    (harness:get-output-string port) "\n"))))

(define (example number thunk expected)
  (show-example number " expected " expected)
  (let ((process
         (spawn
          (lambda ()
            (guard (e (#t (show-example number " raised " e)))
              (show-example number " found " (thunk)))))))
    (wait-for process 60 'still-running)))
"#;

pub struct Example {
    pub line: usize,
    pub expression: String,
    pub value: String,
}

/// The names that the library in this file below `lib/` exports.
fn exports(file: &str) -> BTreeSet<String> {
    let text = read(&root().join("lib").join(file));
    let code: String = text
        .lines()
        .map(|line| line.split(';').next().unwrap_or_default())
        .collect::<Vec<_>>()
        .join(" ");
    let Some((_, list)) = code.split_once("(export") else {
        return BTreeSet::new();
    };
    let mut names = BTreeSet::new();
    let spaced = list.replace('(', " ( ").replace(')', " ) ");
    let mut depth = 0;
    for word in spaced.split_whitespace() {
        match word {
            "(" => depth += 1,
            ")" if depth == 0 => break,
            ")" => depth -= 1,
            // Of (rename inside outside) too many names do no harm.
            _ => drop(names.insert(word.to_owned())),
        }
    }
    names
}

/// A SRFI, maybe with a part of it, and the usual libraries, without the names that it has itself.
fn with_srfi(number: &str, part: Option<&str>) -> String {
    let mut srfi = exports(&format!("srfi/{number}.sld"));
    let usual = USUAL.replace(['(', '\n'], " ");
    let mut imports = format!("(srfi {number})");
    if let Some(part) = part {
        srfi.extend(exports(&format!("srfi/{number}/{part}.sld")));
        let _ = write!(imports, " (srfi {number} {part})");
    }
    if number == "160" {
        srfi.extend(exports("srfi/160/s16.sld"));
        imports.push_str(" (srfi 160 s16) (only (srfi 128) comparator-ordering-predicate)");
        imports.push_str(" (only (mound base) call-with-output-string)");
    }
    if number == "146" {
        imports.push_str(" (only (srfi 128) comparator-equality-predicate)");
        imports.push_str(" (only (srfi 128) make-default-comparator)");
    }
    if number == "252" {
        imports.push_str(" (srfi 64)");
    }
    if number == "115" {
        imports.push_str(" (only (srfi 14) string->char-set)");
    }
    if number == "162" {
        imports.push_str(" (only (srfi 128) comparator-equality-predicate)");
    }
    if number == "116" {
        imports.push_str(" (only (srfi 128) <? =? make-default-comparator)");
    }
    if matches!(number, "113" | "125") {
        imports.push_str(" (only (srfi 128) =? comparator? make-default-comparator)");
        imports.push_str(" (only (mound sort) list-sort)");
    }
    let others = usual.split(')').map(str::trim);
    for library in others.filter(|library| !library.is_empty() && !library.starts_with("mound s")) {
        let file = format!("{}.sld", library.replace(' ', "/"));
        let both: Vec<String> = exports(&file).intersection(&srfi).cloned().collect();
        let _ = match both.is_empty() {
            true => write!(imports, " ({library})"),
            false => write!(imports, " (except ({library}) {})", both.join(" ")),
        };
    }
    imports
}

/// The libraries that the examples of a file stand for.
fn imports(file: &str) -> String {
    if let Some(name) = file.strip_prefix("lib/srfi/") {
        let end = name.find(|letter: char| !letter.is_ascii_digit());
        let (number, rest) = name.split_at(end.unwrap_or(name.len()));
        let part = rest
            .strip_prefix('/')
            .and_then(|part| part.strip_suffix(".scm"))
            // A directory may hold what the libraries include, too.
            .filter(|part| {
                root()
                    .join(format!("lib/srfi/{number}/{part}.sld"))
                    .exists()
            });
        return with_srfi(number, part);
    }
    match file {
        "lib/termite/exceptions.scm" => "(termite)".to_owned(),
        "lib/scheme/complex.scm" => format!("{USUAL} (mound hash-table) (scheme complex)"),
        "lib/scheme/r5rs.scm" => {
            format!("{USUAL} (only (scheme r5rs) scheme-report-environment null-environment)")
        }
        "lib/mound/traced.scm" => format!("{USUAL} (mound traced)"),
        "lib/mound/char-set.scm" => format!("{USUAL} (mound char-set)"),
        "lib/scheme/file.scm" | "lib/scheme/load.scm" => format!("{USUAL} {WORLD}"),
        file if WORLD_FILES.iter().any(|known| file.starts_with(known)) => {
            format!("{USUAL} {WORLD}")
        }
        file if WEB_FILES.iter().any(|known| file.starts_with(known)) => {
            format!("{USUAL} {WEB}")
        }
        file if PAGE_FILES.iter().any(|known| file.starts_with(known)) => {
            format!("{USUAL} {PAGES}")
        }
        file if FORMAT_FILES.iter().any(|known| file.starts_with(known)) => {
            format!("{USUAL} {FORMATS}")
        }
        file if file.starts_with("lib/scheme/bytevector") => {
            format!("{USUAL} (scheme bytevector)")
        }
        file if file.starts_with("lib/mound/base/") => {
            format!("{USUAL} (mound hash-table) (mound base)")
        }
        _ => format!("{USUAL} (mound hash-table)"),
    }
}

pub fn examples(text: &str) -> Vec<Example> {
    let lines = text.lines().enumerate();
    lines
        .filter_map(|(index, line)| {
            let line_text = line.strip_prefix(";;> Example: ")?;
            let (expression, value) = line_text
                .rsplit_once(" => ")
                .unwrap_or_else(|| panic!("line {}: an example without value", index + 1));
            Some(Example {
                line: index + 1,
                expression: expression.to_owned(),
                value: value.to_owned(),
            })
        })
        .collect()
}

pub fn program(file: &str, examples: &[Example]) -> String {
    let mut program = format!("(import {})\n{HARNESS}", imports(file));
    for Example {
        line,
        expression,
        value,
    } in examples
    {
        let _ = writeln!(
            program,
            "(example {line} (lambda () {expression})\n  '{value})"
        );
    }
    program
}
