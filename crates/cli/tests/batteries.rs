//! Libraries for data beside programs of others: Python's `json` and `sqlite3`. Those for the web are in `web.rs`.
//!
//! What needs no other program is in `tests/batteries`.

mod support;

use std::io::{BufRead, BufReader};
use std::process::{Command, Stdio};
use support::{fresh_directory, is_installed, mound, root, run};

/// The output of a program in Scheme, which must end well.
fn output(name: &str, program: &str, arguments: &[&str]) -> String {
    let path = fresh_directory(name).join("program.scm");
    std::fs::write(&path, program).expect("temporary files can be written");
    let run = run(mound().arg("run").arg(&path).args(arguments));
    assert_eq!(run.status, Some(0), "{}{}", run.output, run.errors);
    run.output
}

const JSON_CASES: &str = r#"
(import (scheme base) (scheme write) (scheme file) (scheme process-context)
        (mound json) (mound port))
(call-with-input-file (cadr (command-line))
  (lambda (port)
    (for-each
     (lambda (line)
       (display (guard (e ((read-error? e) "refused"))
                  (json->string (string->json (string-copy line 2)))))
       (newline))
     (read-lines port))))
"#;

#[test]
fn json_is_accepted_refused_and_understood_as_by_python() {
    let cases = root().join("tests/batteries/json.cases");
    let cases = cases.to_str().expect("the path is text");
    let answers = output("json", JSON_CASES, &[cases]);
    let verdicts = std::fs::read_to_string(cases).expect("the cases are there");
    assert_eq!(verdicts.split('\n').count(), answers.split('\n').count());
    for (case, answer) in verdicts.split('\n').zip(answers.split('\n')) {
        assert_eq!(case.starts_with('n'), answer == "refused", "{case}");
    }
    if !is_installed("python3") {
        return;
    }
    let path = fresh_directory("json-answers").join("answers");
    std::fs::write(&path, answers).expect("temporary files can be written");
    let judge = root().join("tests/batteries/judge.py");
    let run = run(Command::new("python3").arg(judge).arg(cases).arg(&path));
    assert_eq!((run.status, &*run.output), (Some(0), ""), "{}", run.errors);
}

const DEEP: &str = r#"
(import (scheme base) (scheme write) (mound html) (mound json))
(define count 50000)
(define text
  (string-append (make-string count #\[) (make-string count #\])))
(define deep (string->json text depth: count))
(write (string=? text (json->string deep depth: count)))
(define element
  (let loop ((count count) (inside "x"))
    (if (= count 0) inside (loop (- count 1) (list 'i inside)))))
(write (string-length (html->string element)))
"#;

#[test]
fn depth_of_data_needs_no_native_stack() {
    assert_eq!(output("deep", DEEP, &[]), "#t350001");
}

const DATABASE: &str = r#"
(import (scheme base) (scheme write) (scheme process-context) (mound sql))
(define db (sql-open (cadr (command-line))))
(sql-script! db "create table if not exists t (id integer primary key, name, size, data)")
(if (= 0 (sql-value db "select count(*) from t"))
    (sql-transaction
     db
     (lambda ()
       (sql-execute! db "insert into t values (?, ?, ?, ?)" 1 "äöü" 0.5 #u8(1 255))
       (sql-execute! db "insert into t values (?, ?, ?, ?)" 2 'null 7 "x"))))
(write (sql-query db "select * from t order by id"))
"#;

/// Killed while the database has changes that are not committed.
const KILLED: &str = r#"
(import (except (scheme base) error raise) (scheme write) (scheme process-context) (termite) (mound sql))
(define db (sql-open (cadr (command-line))))
(sql-transaction
 db
 (lambda ()
   (sql-execute! db "delete from t")
   (write-string "deleted\n")
   (flush-output-port)
   (?)))
"#;

#[test]
fn databases_are_those_of_python_and_survive_a_kill() {
    let directory = fresh_directory("database");
    let path = directory.join("t.db");
    let path = path.to_str().expect("the path is text");
    let first = r#"((1 "äöü" 0.5 #u8(1 255)) (2 null 7 "x"))"#;
    assert_eq!(output("database-written", DATABASE, &[path]), first);
    let program = directory.join("killed.scm");
    std::fs::write(&program, KILLED).expect("temporary files can be written");
    let mut killed = mound()
        .arg("run")
        .arg(&program)
        .arg(path)
        .stdout(Stdio::piped())
        .spawn()
        .expect("mound runs");
    let said = BufReader::new(killed.stdout.take().expect("a pipe"))
        .lines()
        .next();
    assert_eq!(said.expect("a line").expect("it is text"), "deleted");
    killed.kill().expect("it is killed");
    killed.wait().expect("it ends");
    if !is_installed("python3") {
        return assert_eq!(output("database-read", DATABASE, &[path]), first);
    }
    let script = root().join("tests/batteries/database.py");
    let judged = run(Command::new("python3").arg(script).arg(path));
    let found = "ok\n(1, 'äöü', 0.5, b'\\x01\\xff')\n(2, None, 7, 'x')\n";
    assert_eq!(
        (judged.status, &*judged.output),
        (Some(0), found),
        "{}",
        judged.errors
    );
    let last = r#"((1 "äöü" 0.5 #u8(1 255)) (2 null 7 "x") (5 "von Python" 2.5 null))"#;
    assert_eq!(output("database-read", DATABASE, &[path]), last);
}
