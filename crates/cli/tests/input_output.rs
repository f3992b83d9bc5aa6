//! What programs leave behind in files when they end, seen from outside.

#[path = "support/dice.rs"]
mod dice;
mod support;

use dice::Dice;
use std::path::{Path, PathBuf};
use support::{Run, fresh_directory, mound, run, run_with_input};

const IMPORTS: &str = "(import (scheme base) (scheme file) (scheme load) (scheme write)
    (scheme process-context) (mound port) (termite process))\n";

fn run_in(directory: &Path, text: &str) -> Run {
    let program = directory.join("program.scm");
    std::fs::write(&program, IMPORTS.to_owned() + text).expect("it can be written");
    run(mound().arg("run").arg(program).arg(directory.join("out")))
}

fn written(directory: &Path) -> String {
    std::fs::read_to_string(directory.join("out")).expect("the program has made it")
}

#[test]
fn exit_leaves_every_dynamic_wind_and_loses_no_output() {
    let directory = fresh_directory("exit");
    let text = "(define port (open-output-file (cadr (command-line))))
        (dynamic-wind
          (lambda () (write-string \"in \" port))
          (lambda ()
            (dynamic-wind
              (lambda () #t)
              (lambda () (exit 5))
              (lambda () (write-string \"inner \" port))))
          (lambda () (write-string \"outer\" port) (display \"left\")))";
    let run = run_in(&directory, text).expect_status(5);
    assert_eq!(written(&directory), "in inner outer");
    assert_eq!(run.output, "left");
}

#[test]
fn emergency_exit_leaves_nothing_and_loses_no_output() {
    let directory = fresh_directory("exit");
    let text = "(define port (open-output-file (cadr (command-line))))
        (dynamic-wind
          (lambda () (write-string \"in\" port))
          (lambda () (emergency-exit 6))
          (lambda () (write-string \"out\" port) (display \"left\")))";
    let run = run_in(&directory, text).expect_status(6);
    assert_eq!(written(&directory), "in");
    assert_eq!(run.output, "");
}

#[test]
fn exit_of_one_process_writes_what_others_have_put() {
    let directory = fresh_directory("exit");
    let text = "(define port (open-output-file (cadr (command-line))))
        (define me (self))
        (spawn (lambda ()
                 (do ((n 0 (+ n 1))) ((= n 1000))
                   (write n port) (newline port))
                 (! me 'done)
                 (?)))
        (?)
        (exit)";
    run_in(&directory, text).expect_status(0);
    assert_eq!(written(&directory).lines().count(), 1000);
}

#[test]
fn what_was_written_is_there_when_the_program_ends_without_closing() {
    let directory = fresh_directory("exit");
    let text = "(define port (open-output-file (cadr (command-line))))
        (write '(the end) port)";
    run_in(&directory, text).expect_status(0);
    assert_eq!(written(&directory), "(the end)");
}

#[test]
fn a_full_device_is_told_of_when_the_port_is_flushed() {
    if !PathBuf::from("/dev/full").exists() {
        return;
    }
    let directory = fresh_directory("full");
    let text = "(define port (open-output-file \"/dev/full\"))
        (write 1 port)
        (write (guard (e (#t (list (file-error? e) (error-object-message e))))
                 (flush-output-port port)))
        (write 2 port)
        (write (guard (e (#t (file-error? e))) (close-port port)))
        (write (output-port-open? port))";
    let run = run_in(&directory, text).expect_status(0);
    assert_eq!(
        run.output,
        "(#t \"cannot write /dev/full: no space is left\")#t#f"
    );
}

/// The handles that a process of the operating system has under `directory`.
const OPEN_FILES: &str = "(define (open-files directory)
    (let ((list (directory-files \"/proc/self/fd\")))
      (let loop ((rest list) (count 0))
        (if (null? rest)
            count
            (let ((target (guard (e (#t \"\"))
                            (read-symlink
                             (string-append \"/proc/self/fd/\" (car rest))))))
              (loop (cdr rest)
                    (if (string-search directory target) (+ count 1) count)))))))\n";

#[test]
fn killing_the_owner_closes_the_handle_in_the_operating_system() {
    if !PathBuf::from("/proc/self/fd").exists() {
        return;
    }
    let directory = fresh_directory("handles");
    let text = format!(
        "(import (scheme cxr) (mound file) (mound directory) (mound strings) (mound clock))
        {OPEN_FILES}
        (define path (cadr (command-line)))
        (define me (self))
        (define (settled count)
          (let loop ((left 200))
            (let ((now (open-files path)))
              (if (or (= now count) (= left 0)) now
                  (begin (sleep 0.01) (loop (- left 1)))))))
        (define owners
          (map (lambda (end)
                 (let ((owner (spawn (lambda ()
                                       (! me (open-output-file path))
                                       (?)
                                       (end)))))
                   (? 10)
                   owner))
               (list (lambda () #t) (lambda () (car 1)) (lambda () (?)))))
        (write (open-files path))
        (for-each (lambda (owner) (! owner 'go)) (list (car owners) (cadr owners)))
        (write (settled 1))
        (terminate! (caddr owners))
        (write (settled 0))"
    );
    let run = run_in(&directory, &text).expect_status(0);
    assert_eq!(run.output, "310");
}

#[test]
fn includes_are_found_beside_the_file_that_includes_them() {
    let directory = fresh_directory("include");
    let below = directory.join("parts/more");
    std::fs::create_dir_all(&below).expect("it can be made");
    let write = |name: &str, text: &str| {
        std::fs::write(directory.join(name), text).expect("it can be written");
    };
    write(
        "parts/first.scm",
        "(include \"more/second.scm\") (define first 'first)",
    );
    write(
        "parts/more/second.scm",
        "(include-ci \"../third.scm\") (define second 'second)",
    );
    write("parts/third.scm", "(DEFINE Third 'THIRD)");
    write(
        "parts/library.sld",
        "(define-library (parts library) (import (scheme base)) (export named)
           (include \"more/body.scm\"))",
    );
    write("parts/more/body.scm", "(define named 'in-a-library)");
    let text = "(import (parts library))
        (include \"parts/first.scm\")
        (write (list first second third named))";
    let run = run_in(&directory, text).expect_status(0);
    assert_eq!(run.output, "(first second third in-a-library)");
}

#[test]
fn load_finds_files_from_the_current_directory() {
    let directory = fresh_directory("load");
    std::fs::write(directory.join("loaded.scm"), "(display 'loaded)").expect("it can be written");
    let program = directory.join("program.scm");
    std::fs::write(&program, format!("{IMPORTS}(load \"loaded.scm\")")).expect("it can be written");
    let run = run(mound().current_dir(&directory).arg("run").arg(program)).expect_status(0);
    assert_eq!(run.output, "loaded");
}

#[test]
fn standard_input_can_be_opened_as_a_file() {
    if !PathBuf::from("/dev/stdin").exists() {
        return;
    }
    let directory = fresh_directory("stdin");
    let program = directory.join("program.scm");
    let text = "(write (read-all (open-input-file \"/dev/stdin\")))";
    std::fs::write(&program, IMPORTS.to_owned() + text).expect("it can be written");
    let run = run_with_input(mound().arg("run").arg(program), "some text").expect_status(0);
    assert_eq!(run.output, "\"some text\"");
}

/// What data are made of, and what they are not.
const PIECES: &[&str] = &[
    "(",
    ")",
    "#(",
    "#u8(",
    "[",
    "]",
    "{",
    "}",
    "'",
    "`",
    ",",
    ",@",
    ".",
    "#;",
    ";",
    "#|",
    "|#",
    "|",
    "\"",
    "\\",
    " \\x",
    "\\xé;",
    "#",
    "#\\",
    "#1=",
    "#1#",
    "#x",
    "#d1é",
    "#fold-case",
    "#!fold-case",
    "#!eof",
    "1",
    "+i",
    "a",
    "é",
    "λ",
    "😀",
    "ſ",
    "\u{a0}",
    "\u{2028}",
    "\u{200b}",
    "\0",
    " ",
    "\r",
    "\r\n",
    "\n",
    "\n",
];

/// Reads in one way to the end: what there was, and how many errors.
const READ_ALL: &str = "
    (define (read-all read . port)
      (let loop ((found '()) (errors 0))
        (let ((next (guard (e (#t #f)) (list (apply read port)))))
          (cond ((not next) (loop found (+ errors 1)))
                ((eof-object? (car next)) (write (list errors (reverse found))))
                (else (loop (cons (car next) found) errors))))))
    (define (read-some . port) (apply read-string 7 port))
    (define way
      (cdr (assoc (cadr (command-line))
                  `((\"data\" . ,read) (\"lines\" . ,read-line) (\"characters\" . ,read-char)
                    (\"strings\" . ,read-some)))))
    (apply read-all way (map open-input-file (cddr (command-line))))";

#[test]
fn garbage_is_read_from_standard_input_as_from_a_file() {
    let directory = fresh_directory("garbage");
    let program = directory.join("program.scm");
    let text = format!("{IMPORTS}(import (scheme cxr) (scheme read)){READ_ALL}");
    std::fs::write(&program, text).expect("it can be written");
    let by_chance = |seed| {
        let mut dice = Dice::new(seed);
        // Short text is read at once, and long text by a computation.
        let length = if seed % 3 == 0 { 20_000 } else { 300 };
        (0..length).map(|_| dice.one_of(PIECES)).collect()
    };
    let ends = ["", "a", "1", "\"é", "a\r", "a\r\nb\r\n\rc\n\n(d"].map(String::from);
    let texts = (0..9).map(by_chance).chain(ends);
    for (number, text) in texts.enumerate() {
        let path = directory.join("garbage");
        std::fs::write(&path, &text).expect("it can be written");
        for way in ["data", "lines", "characters", "strings"] {
            let command = || {
                let mut command = mound();
                command.arg("run").arg(&program).arg(way);
                command
            };
            let console = run_with_input(&mut command(), &text).expect_status(0);
            let file = run(command().arg(&path)).expect_status(0);
            assert!(
                console.output == file.output,
                "{way} of text {number}: {} and {}",
                console.output,
                file.output
            );
        }
    }
}
