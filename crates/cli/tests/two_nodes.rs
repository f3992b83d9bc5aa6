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
use support::nodes::{LOOPBACK, Server, driver, output_failure, server_program};
use support::{check_failures, files, fresh_directory, in_parallel, root};

fn fault_program(name: &str) -> PathBuf {
    root()
        .join("tests/nodes/faults")
        .join(format!("{name}.scm"))
}

fn run_driver(home: &Path, program: &Path, server: &Server) -> Option<String> {
    let mut driver = driver(home, program, &server.address);
    let output = driver.rest();
    output_failure(program, &output, &driver, &server.running)
}

fn check_driver(home: &Path, program: &Path, server: &Server) {
    check_failures(run_driver(home, program, server).into_iter().collect());
}

fn run_pair(program: &Path) -> Option<String> {
    let home = fresh_directory("home");
    let name = program.file_stem().expect("it is a file").to_string_lossy();
    let own = server_program(&name);
    let server = if own.exists() {
        Server::start(&home, LOOPBACK, &own)
    } else {
        Server::plain(&home, LOOPBACK)
    };
    run_driver(&home, program, &server)
}

#[test]
fn programs_on_two_nodes_print_what_they_should() {
    let programs = files("tests/nodes", "scm");
    assert!(programs.len() > 10, "they are not where they were");
    let failures = in_parallel(&programs, |program| run_pair(program));
    check_failures(failures.into_iter().flatten().collect());
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
fn a_node_that_was_started_anew_is_reached_again() {
    let home = fresh_directory("home");
    let mut server = Server::plain(&home, LOOPBACK);
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

#[test]
fn a_node_of_another_authority_is_refused_and_both_live_on() {
    let (home, other_home) = (fresh_directory("home"), fresh_directory("home"));
    let server = Server::plain(&home, LOOPBACK);
    check_driver(&other_home, &fault_program("other-cluster"), &server);
    check_driver(&home, &fault_program("still-answers"), &server);
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
