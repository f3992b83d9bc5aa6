//! Names of machine code for `perf`, which looks for them only where no file is mapped.
#![cfg(target_os = "linux")]

mod support;

use std::io::{BufRead, BufReader};
use std::process::Stdio;
use support::{fresh_directory, mound};

const PROGRAM: &str = "
(import (scheme base) (scheme write) (termite process))
(define (well-known n) (if (< n 2) n (+ (well-known (- n 1)) (well-known (- n 2)))))
(write (well-known 10)) (newline) (flush-output-port) (? 5000)
";

#[test]
fn perf_finds_the_names_of_procedures() {
    let path = fresh_directory("program").join("program.scm");
    std::fs::write(&path, PROGRAM).expect("temporary files can be written");
    let mut child = mound()
        .env("MOUND_PERF_MAP", "1")
        .arg("run")
        .arg(path)
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .spawn()
        .expect("mound can be started");
    let mut line = String::new();
    let mut output = BufReader::new(child.stdout.take().expect("it is piped"));
    output.read_line(&mut line).expect("it is text");
    let map = format!("/tmp/perf-{}.map", child.id());
    let names = std::fs::read_to_string(&map);
    let maps = std::fs::read_to_string(format!("/proc/{}/maps", child.id()));
    let ended = child.kill().and_then(|()| child.wait());
    ended.expect("it can be ended");
    // It is this test's, and is needed no more.
    let _ = std::fs::remove_file(map);
    assert_eq!(line, "55\n");

    let names = names.expect("the names are written");
    let entry = names
        .lines()
        .find(|line| line.ends_with("mound: well-known"));
    let entry = entry.expect("the procedure has a name");
    let number = |digits: &str| u64::from_str_radix(digits, 16).expect("a number");
    let address = number(entry.split(' ').next().expect("an address"));
    let maps = maps.expect("it runs");
    let mapping = maps.lines().find(|line| {
        let (range, _) = line.split_once(' ').expect("a range is first");
        let (start, end) = range.split_once('-').expect("two addresses");
        (number(start)..number(end)).contains(&address)
    });
    let mapping = mapping.expect("the code is mapped");
    assert!(mapping.contains(" r-xs "), "{mapping}");
    // What `perf` takes for memory of no file.
    assert!(mapping.contains(" /dev/zero"), "{mapping}");
}
