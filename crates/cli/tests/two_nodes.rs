//! Two nodes as two processes of the operating system, over loopback.
//!
//! Each program in `tests/nodes` runs on a node of its own and gets the address
//! of another one, which runs the program of the same name in
//! `tests/nodes/servers`, or `plain.scm` there. The faults that a program cannot
//! cause by itself (a killed node, foreign bytes) come from here.

mod support;

use std::io::Write;
use std::net::TcpStream;
use std::path::{Path, PathBuf};
use std::process::Command;
use support::nodes::{
    LASTING_LOOPBACK, LOOPBACK, Running, Server, driver, driver_in, driver_with, driver_without,
    output_failure, server_of, server_program,
};
use support::{
    check_failures, compare_with_file, files, fresh_directory, in_parallel, mound, root,
};

fn fault_program(name: &str) -> PathBuf {
    root()
        .join("tests/nodes/faults")
        .join(format!("{name}.scm"))
}

fn run_driver(home: &Path, program: &Path, server: &Server) -> Option<String> {
    failure(driver(home, program, &server.address), program, server)
}

fn failure(mut driver: Running, program: &Path, server: &Server) -> Option<String> {
    let output = driver.rest();
    output_failure(program, &output, &driver, &server.running)
}

fn check_driver(home: &Path, program: &Path, server: &Server) {
    check_failures(run_driver(home, program, server).into_iter().collect());
}

/// Some programs leave all that their node sends to the threads of the connections, and others all that comes to its
/// schedulers.
fn run_pair((number, program): &(usize, PathBuf)) -> Option<String> {
    let home = fresh_directory("home");
    let server = Server::start(&home, LOOPBACK, &server_of(program));
    let address = &server.address;
    let driver = match number % 4 {
        1 => driver_without("write-at-once", &home, program, address),
        3 => driver_without("lend-place", &home, program, address),
        _ => driver(&home, program, address),
    };
    failure(driver, program, &server)
}

#[test]
fn programs_on_two_nodes_print_what_they_should() {
    let programs = [
        files("tests/nodes", "scm"),
        files("tests/nodes/rows", "scm"),
    ]
    .concat();
    assert!(programs.len() > 10, "they are not where they were");
    let programs: Vec<(usize, PathBuf)> = programs.into_iter().enumerate().collect();
    let failures = in_parallel(&programs, run_pair);
    check_failures(failures.into_iter().flatten().collect());
}

/// What another node raised is reported with the place, the process and the node where it was raised.
#[test]
fn what_comes_from_another_node_keeps_its_origin() {
    let home = fresh_directory("home");
    let program = root().join("tests/nodes/origins/rows.scm");
    let server = Server::plain(&home, LOOPBACK);
    let mut driver = driver(&home, &program, &server.address);
    assert_eq!(driver.rest(), "done\n", "{}", driver.errors());
    let errors = driver.errors();
    let (report, _) = errors.split_once("left: ").unwrap_or((&errors, ""));
    let report = support::normalised(report).replace(&server.address, "THERE");
    let report = report.replace(&program.display().to_string(), "rows.scm");
    let report = without_digits_behind(&report, "localhost:");
    let report = without_digits_behind(&report, "#<tag ");
    // Lines of Mound's own sources change without being news, and whether the link was there already when
    // its process died is a race.
    let own = report
        .lines()
        .filter(|line| !line.contains(" at lib/") && !line.starts_with("  told:"));
    let report: String = own.map(|line| format!("{line}\n")).collect();
    check_failures(
        compare_with_file(&program.with_extension("err"), &report)
            .into_iter()
            .collect(),
    );
}

/// The text with `N` for the number behind each `mark`.
fn without_digits_behind(text: &str, mark: &str) -> String {
    let mut parts = text.split(mark);
    let mut replaced = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        replaced.push_str(mark);
        replaced.push('N');
        replaced.push_str(part.trim_start_matches(|digit: char| digit.is_ascii_digit()));
    }
    replaced
}

#[test]
fn the_example_with_two_nodes_ends_well() {
    let mut command = Command::new("sh");
    command
        .current_dir(root())
        .arg("examples/run-two-nodes")
        .env("MOUND", env!("CARGO_BIN_EXE_mound"));
    let run = support::run(&mut command);
    assert_eq!(run.status, Some(0), "{run:#?}");
    assert!(run.output.contains("all is well"), "{run:#?}");
    // It is what a newcomer runs first, so nothing of it may look like a failure.
    assert!(!run.output.contains("died"), "{run:#?}");
}

#[test]
fn the_end_of_a_killed_node_is_told_to_all_who_wait_for_it() {
    let home = fresh_directory("home");
    let mut server = Server::start(&home, LOOPBACK, &server_program("silent"));
    let program = fault_program("node-is-killed");
    let mut driver = driver(&home, &program, &server.address);
    let mut output = driver.output_until("ready");
    server.running.kill();
    output.push_str(&driver.rest());
    let failure = output_failure(&program, &output, &driver, &server.running);
    check_failures(failure.into_iter().collect());
}

#[test]
fn queues_futures_and_pools_of_a_killed_node_raise_and_a_pool_of_two_goes_on() {
    let home = fresh_directory("home");
    let mut server = Server::plain(&home, LOOPBACK);
    let program = fault_program("concurrent-lost");
    let mut driver = driver(&home, &program, &server.address);
    let mut output = driver.output_until("ready");
    server.running.kill();
    output.push_str(&driver.rest());
    let failure = output_failure(&program, &output, &driver, &server.running);
    check_failures(failure.into_iter().collect());
}

/// Who is told of the loss of the other node in `every-link.scm`, here and there.
const TOLD_HERE: [&str; 10] = [
    "full",
    "full-there",
    "inbound",
    "linked-to",
    "links",
    "outbound-there",
    "proxy",
    "spawn-link",
    "spawn-link-there",
    "third-in",
];
const TOLD_THERE: [&str; 8] = [
    "full",
    "full-there",
    "inbound-there",
    "outbound",
    "proxy",
    "spawn-link",
    "spawn-link-there",
    "third-out",
];

fn told(names: &[&str]) -> String {
    let each: Vec<String> = names
        .iter()
        .map(|name| format!("({name} node-down)"))
        .collect();
    format!("({})", each.join(" "))
}

/// A node that collects what its processes are told, and one with every kind of link to it.
fn linked_nodes() -> (Server, Running) {
    let home = fresh_directory("home");
    let server = Server::start(&home, LOOPBACK, &server_program("reporter"));
    let driver = driver(&home, &fault_program("every-link"), &server.address);
    driver.output_until("ready");
    (server, driver)
}

fn told_here(driver: &Running) {
    assert_eq!(
        driver.line().as_deref(),
        Some(&*told(&TOLD_HERE)),
        "{}",
        driver.errors()
    );
}

/// Also of the loss of the main process of the other node, if it was linked.
fn told_there(server: &mut Server, main: &[&'static str]) {
    let mut names = [&TOLD_THERE[..], main].concat();
    names.sort_unstable();
    server.running.tell(&names.len().to_string());
    let line = server.running.line();
    assert_eq!(
        line.as_deref(),
        Some(&*told(&names)),
        "{}",
        server.running.errors()
    );
}

#[test]
fn the_loss_of_a_killed_node_is_told_to_the_ends_of_every_link_to_it() {
    let (mut server, mut driver) = linked_nodes();
    driver.tell("watch");
    server.running.kill();
    told_here(&driver);
}

#[test]
fn the_loss_of_a_node_that_exits_is_told_to_the_ends_of_every_link_to_it() {
    let (mut server, mut driver) = linked_nodes();
    driver.tell("watch");
    server.running.tell("exit");
    told_here(&driver);
}

#[test]
fn the_loss_of_a_killed_node_is_told_to_the_ends_of_every_link_from_it() {
    let (mut server, mut driver) = linked_nodes();
    driver.tell("hold");
    driver.output_until("linked");
    driver.kill();
    told_there(&mut server, &["main"]);
}

#[test]
fn the_end_of_a_program_is_told_to_the_ends_of_every_link_from_it() {
    for end in ["end", "exit"] {
        let (mut server, mut driver) = linked_nodes();
        driver.tell(end);
        driver.output_until("linked");
        told_there(&mut server, &["main"]);
    }
}

fn signal(process: &Running, name: &str) {
    let status = Command::new("kill")
        .args([name, &process.child.id().to_string()])
        .status();
    assert!(status.expect("there is kill").success());
}

#[test]
fn a_cut_between_two_nodes_is_told_to_the_ends_of_every_link_on_both() {
    let (mut server, mut driver) = linked_nodes();
    driver.tell("watch");
    // Longer than a peer may be silent.
    signal(&server.running, "-STOP");
    told_here(&driver);
    signal(&server.running, "-CONT");
    told_there(&mut server, &[]);
}

/// The most memory that a process has had, in MiB.
fn most_memory(process: &Running) -> usize {
    let status = std::fs::read_to_string(format!("/proc/{}/status", process.child.id()));
    let status = status.expect("it runs");
    let most = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    let kilobytes = most.and_then(|most| most.split_whitespace().next()?.parse::<usize>().ok());
    kilobytes.expect("there is such a line") / 1024
}

/// 240 MB are sent to a node that takes nothing for a while: they wait in those who send them.
#[test]
fn senders_to_a_stopped_node_wait_and_memory_is_bounded_at_both_ends() {
    let home = fresh_directory("home");
    let patient = |what: &str| {
        let mut command = mound();
        command.env("MOUND_HOME", &home);
        command.args([what, "--node-timeout", "600", "--listen", LOOPBACK]);
        command
    };
    let server = Server::start_prepared(patient("node"), &server_program("plain"));
    let mut command = patient("run");
    command.arg(fault_program("stopped-receiver"));
    let mut driver = Running::start(command.arg(&server.address));
    driver.output_until("ready");
    let before = [most_memory(&driver), most_memory(&server.running)];
    signal(&server.running, "-STOP");
    driver.tell("go");
    driver.output_until("suspended");
    signal(&server.running, "-CONT");
    assert_eq!(
        driver.line().as_deref(),
        Some("all-in-order"),
        "{}",
        driver.errors()
    );
    let after = [most_memory(&driver), most_memory(&server.running)];
    let grown = [after[0] - before[0], after[1] - before[1]];
    assert!(
        grown.iter().all(|&grown| grown < 120),
        "{grown:?} MiB of {after:?}"
    );
}

#[test]
fn a_node_that_was_started_anew_is_reached_again() {
    let home = fresh_directory("home");
    let mut server = Server::plain(&home, LASTING_LOOPBACK);
    let program = fault_program("node-comes-back");
    let mut driver = driver(&home, &program, &server.address);
    let mut output = driver.output_until("ready");
    server.running.kill();
    let address = server.address.clone();
    let server = Server::plain(&home, &address);
    driver.tell("go on");
    output.push_str(&driver.rest());
    let failure = output_failure(&program, &output, &driver, &server.running);
    check_failures(failure.into_iter().collect());
}

/// The node is stopped and goes on, is killed, and is started anew at the same address.
#[test]
fn each_loss_of_a_node_is_told_to_its_monitors_once() {
    let home = fresh_directory("home");
    let mut server = Server::plain(&home, LASTING_LOOPBACK);
    let program = fault_program("node-is-monitored");
    let mut command = mound();
    command
        .env("MOUND_HOME", &home)
        .args(["run", "--report-left"]);
    command.args(["--node-timeout", "2", "--listen", LOOPBACK]);
    let mut driver = Running::start(command.arg(&program).arg(&server.address));
    let mut output = driver.output_until("stop");
    signal(&server.running, "-STOP");
    output.push_str(&driver.output_until("()"));
    signal(&server.running, "-CONT");
    driver.tell("it goes on");
    output.push_str(&driver.output_until("kill"));
    server.running.kill();
    driver.tell("it is gone");
    output.push_str(&driver.output_until("start"));
    let address = server.address.clone();
    let server = Server::plain(&home, &address);
    driver.tell("it is there again");
    output.push_str(&driver.rest());
    let failure = output_failure(&program, &output, &driver, &server.running);
    check_failures(failure.into_iter().collect());
}

#[test]
fn a_node_of_another_authority_is_refused_and_both_live_on() {
    let (home, other_home) = (fresh_directory("home"), fresh_directory("home"));
    let server = Server::plain(&home, LOOPBACK);
    check_driver(&other_home, &fault_program("other-cluster"), &server);
    check_driver(&home, &fault_program("still-answers"), &server);
}

/// Runs a program with a server, each with what its variables of the environment say.
fn run_with(program: &str, here: &[(&str, &str)], there: &[(&str, &str)]) {
    let (home, program) = (fresh_directory("home"), fault_program(program));
    let command = |variables: &[(&str, &str)]| {
        let mut command = support::mound();
        command.envs(variables.iter().copied());
        command
    };
    let server = Server::start_with(command(there), &home, LOOPBACK, &server_program("plain"));
    let mut driver = driver_with(command(here), &home, &program, &server.address);
    let output = driver.rest();
    let failure = output_failure(&program, &output, &driver, &server.running);
    check_failures(failure.into_iter().collect());
}

#[test]
fn a_message_that_a_node_has_no_memory_for_is_told_to_who_waits_for_the_answer() {
    let small = [("MOUND_MEMORY", "16m")];
    run_with("too-large", &[], &small);
    run_with("too-large", &[small[0], ("SMALL_HERE", "yes")], &[]);
}

/// A library with a record type, in a directory of its own. `more` are further fields.
fn shapes(version: &str, more: &str) -> PathBuf {
    let directory = fresh_directory(version);
    let text = format!(
        "(define-library (edited shapes)
           (import (scheme base))
           (export make-circle circle? circle-radius circle-version)
           (begin
             (define (circle-version circle) (list '{version} (circle-radius circle)))
             (define-record-type circle (make-circle radius{more}) circle?
               (radius circle-radius){})))",
        match more {
            "" => String::new(),
            field => format!(" ({} circle-more)", field.trim()),
        }
    );
    std::fs::create_dir_all(directory.join("edited")).expect("it can be made");
    std::fs::write(directory.join("edited/shapes.sld"), text).expect("it can be written");
    directory
}

#[test]
fn records_move_between_nodes_with_different_versions_of_their_library() {
    let home = fresh_directory("home");
    let (old, new, other) = (
        shapes("old", ""),
        shapes("new", ""),
        shapes("other", " colour"),
    );
    for there in [&new, &other] {
        let server = server_program("shapes");
        let server = Server::start_in(Some(there), &home, &server);
        let program = fault_program(match there == &new {
            true => "edited-library",
            false => "reshaped-library",
        });
        let mut driver = driver_in(Some(&old), &home, &program, &server.address);
        let output = driver.rest();
        let failure = output_failure(&program, &output, &driver, &server.running);
        check_failures(failure.into_iter().collect());
    }
}

/// Bytes that are no greeting, among them the beginnings of records that promise much.
fn foreign_bytes() -> Vec<Vec<u8>> {
    let mut noise = Vec::new();
    let mut state = 12345_u32;
    for _ in 0..100_000 {
        state = state.wrapping_mul(1_103_515_245).wrapping_add(12345);
        noise.push((state >> 16) as u8);
    }
    vec![
        b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n".to_vec(),
        vec![0xff; 64],
        vec![0; 100_000],
        // Records of TLS: a greeting and data that claim the greatest length.
        vec![0x16, 0x03, 0x01, 0xff, 0xff, 0x01, 0xff, 0xff, 0xff],
        vec![0x17, 0x03, 0x03, 0xff, 0xff],
        vec![0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x7f],
        noise,
    ]
}

#[test]
fn a_node_answers_whatever_strangers_write_to_its_port() {
    let home = fresh_directory("home");
    let mut server = Server::plain(&home, LOOPBACK);
    let mut half_open = Vec::new();
    for bytes in foreign_bytes() {
        let mut stream = TcpStream::connect(&server.address).expect("the node listens");
        // It may close the connection in the middle.
        let _ = stream.write_all(&bytes);
        // Some of them stay open and say nothing more.
        half_open.push(stream);
    }
    for _ in 0..20 {
        half_open.push(TcpStream::connect(&server.address).expect("the node listens"));
    }
    check_driver(&home, &fault_program("still-answers"), &server);
    drop(half_open);
    check_driver(&home, &fault_program("still-answers"), &server);
    let ended = server.running.child.try_wait().expect("it is ours");
    assert!(ended.is_none(), "{}", server.running.errors());
}
