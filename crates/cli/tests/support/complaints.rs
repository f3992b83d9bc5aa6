//! What the procedures of a library say when they are called with what nobody wants.
//!
//! A program calls each by its name with one to four records that no library knows, and prints a
//! line for each call: the name, how many arguments, who complains, whether that is the procedure
//! which was called, the kind of the complaint, and its words.

#![allow(dead_code, reason = "each test crate uses a part of it")]

use crate::support::{exports, read, relative, root, unit_names};
use std::fmt::Write;
use std::path::{Path, PathBuf};

const TABLES: &str = "tests/complaints";

/// Procedures that end or change what runs them.
const LEFT_OUT: &[&str] = &["emergency-exit", "exit"];

/// Libraries with the procedures of others.
const LIBRARIES_LEFT_OUT: &[&str] = &["scheme/r5rs", "termite"];

/// Most arguments that are tried; each is a record that no library knows.
const ARGUMENTS_MAX: usize = 4;

/// What each program begins with.
const BEGINNING: &str = r#"
(import (scheme base) (scheme write) (scheme eval)
        (only (mound conditions) condition? condition-kind condition-who))
(define-record-type nonsense (make-nonsense) nonsense?)
;; Who complains, of what kind, in which words; #f for nobody.
(define (complaint caller arguments)
  (call/cc
   (lambda (return)
     (with-exception-handler
      (lambda (object)
        (return
         (cond ((not (condition? object)) (list object #f #f))
               ;; Of the number of arguments, whoever gets them complains.
               ((eq? (condition-kind object) 'arity) (list #f #f #f))
               (else
                (list (condition-who object) (condition-kind object)
                      (error-object-message object))))))
      (lambda ()
        (parameterize ((current-output-port (open-output-string)))
          (apply caller arguments))
        (list #f #f #f))))))
(define parameters '(a b c d))
;; Calls it as programs do, by its name and not in the tail of anything.
(define (caller name count there)
  (let ((names (list-copy parameters)))
    (if (< count (length names))
        (set-cdr! (list-tail names (- count 1)) '()))
    (eval (list 'lambda names (list 'begin (cons name names) #f)) there)))
(define (prefixed name)
  (string->symbol (string-append "p:" (symbol->string name))))
(define (try library name count)
  (let* ((there (environment '(scheme base) (list 'prefix library 'p:)))
         (known (lambda (name)
                  (guard (object (#t #f)) (eval (prefixed name) there))))
         (value (known name)))
    (if (procedure? value)
        (let loop ((left 1) (arguments (list (make-nonsense))))
          (if (<= left count)
              (let* ((caller (caller (prefixed name) left there))
                     (complaint (complaint caller arguments))
                     (who (car complaint)))
                (for-each
                 (lambda (object) (write object) (write-char #\space))
                 (list name left who
                       (cond ((not who) 'nobody)
                             ((and (symbol? who)
                                   (or (eq? who name) (eq? (known who) value)))
                              'itself)
                             (else 'other))))
                (write (cdr complaint))
                (newline)
                (loop (+ left 1) (cons (make-nonsense) arguments))))))))
"#;

/// How it calls.
const CALL: &str = "(cons name names)";

/// What a call was answered with.
pub struct Answer<'a> {
    pub name: &'a str,
    pub count: &'a str,
    pub who: &'a str,
    /// `nobody` complains, the procedure `itself`, or an `other`.
    pub whose: &'a str,
    /// The kind and the words.
    pub words: &'a str,
}

/// Reads a line that the program prints.
pub fn answer(line: &str) -> Option<Answer<'_>> {
    let words: Vec<&str> = line.splitn(5, ' ').collect();
    let [name, count, who, whose, words] = words[..] else {
        return None;
    };
    Some(Answer {
        name,
        count,
        who,
        whose,
        words,
    })
}

/// The libraries that have procedures of their own, by unit name, and not only those of another.
pub fn libraries() -> Vec<String> {
    let mut names = unit_names();
    names.retain(|name| {
        let text = read(&root().join(format!("lib/{name}.sld")));
        let is_alias = name.starts_with("scheme/") && text.contains("(srfi ");
        !is_alias && !LIBRARIES_LEFT_OUT.contains(&name.as_str())
    });
    names
}

/// The program that calls the procedures of a library.
pub fn program(library: &str) -> String {
    let mut text = BEGINNING.to_owned();
    let names = exports(&format!("{library}.sld"));
    let library = library.replace('/', " ");
    for name in names
        .iter()
        .filter(|name| !name.starts_with('%') && !LEFT_OUT.contains(&name.as_str()))
    {
        writeln!(text, "(try '({library}) '{name} {ARGUMENTS_MAX})").expect("a string takes it");
    }
    text
}

/// The same, but for that each procedure is given to `apply`.
pub fn program_by_apply(library: &str) -> String {
    let text = program(library);
    assert!(text.contains(CALL), "the program calls by name");
    text.replacen(CALL, "(list 'apply name (cons 'list names))", 1)
}

/// The file with what is said.
pub fn table_path(library: &str) -> PathBuf {
    root().join(format!("{TABLES}/{library}.out"))
}

/// The library that has this table.
pub fn library_of(table: &Path) -> Option<String> {
    let path = relative(table);
    let name = path.strip_prefix(TABLES)?.strip_suffix(".out")?;
    Some(name.trim_start_matches('/').to_owned())
}

/// What the procedures say, by what the program printed: a line for each, and for each number of
/// arguments with which they say something else than with one less.
pub fn table(output: &str) -> String {
    let mut table = String::new();
    let mut last = ("", "");
    for answer in output.lines().filter_map(answer) {
        let said = (answer.name, answer.words);
        if answer.words != "(#f #f)" && said != last {
            let Answer {
                name, count, words, ..
            } = answer;
            writeln!(table, "{name} {count} {words}").expect("a string takes it");
        }
        last = said;
    }
    table
}
