//! Two nodes on different processors: code, closures, continuations and running
//! processes go from one to the other and back.
//!
//! The other processor is AArch64, under `qemu-aarch64`. The program for it is built
//! by `cargo build -p mound --target aarch64-unknown-linux-gnu`; without it there is
//! nothing to test, which is said.
//!
//! Each program in `tests/processors` and `tests/nodes` runs on one node and gets the
//! address of another one, in both directions.

mod support;

use std::path::{Path, PathBuf};
use std::process::Command;
use support::nodes::{LOOPBACK, Server, driver_with, output_failure, server_program};
use support::{check_failures, files, fresh_directory, in_parallel, mound, mound_by};

/// A processor that a node runs on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Processor {
    Own,
    Other,
}

/// `mound` for the other processor, if it was built.
fn other_program() -> Option<PathBuf> {
    let target = Path::new(env!("CARGO_TARGET_TMPDIR")).parent()?;
    let found = target.join("aarch64-unknown-linux-gnu/debug/mound");
    found.exists().then_some(found)
}

fn mound_for(processor: Processor, other: &Path) -> Command {
    match processor {
        Processor::Own => mound(),
        Processor::Other => {
            let words = "qemu-aarch64 -L /usr/aarch64-linux-gnu";
            let mut command = mound_by(words);
            command.arg(other);
            command
        }
    }
}

/// Runs a program on a node of one processor, beside a node of the other.
fn run_pair(program: &Path, driver: Processor, other: &Path) -> Option<String> {
    let server = match driver {
        Processor::Own => Processor::Other,
        Processor::Other => Processor::Own,
    };
    let home = fresh_directory("home");
    let name = program.file_stem().expect("it is a file").to_string_lossy();
    let own = Some(server_program(&name)).filter(|program| program.exists());
    let served = own.unwrap_or_else(|| server_program("plain"));
    let server = Server::start_with(mound_for(server, other), &home, LOOPBACK, &served);
    let mut running = driver_with(mound_for(driver, other), &home, program, &server.address);
    let output = running.rest();
    let failure = output_failure(program, &output, &running, &server.running)?;
    Some(format!("{driver:?} processor: {failure}"))
}

/// Runs programs in both directions.
fn check(programs: &[PathBuf]) {
    if cfg!(target_arch = "aarch64") {
        return println!("left out: this is the other processor");
    }
    let Some(other) = other_program() else {
        return println!("left out: there is no mound for aarch64-unknown-linux-gnu");
    };
    let pairs: Vec<(&PathBuf, Processor)> = programs
        .iter()
        .flat_map(|program| [(program, Processor::Own), (program, Processor::Other)])
        .collect();
    let failures = in_parallel(&pairs, |(program, driver)| {
        run_pair(program, *driver, &other)
    });
    check_failures(failures.into_iter().flatten().collect());
}

#[test]
fn what_moves_between_processors_goes_on_as_it_was() {
    let programs = files("tests/processors", "scm");
    assert!(programs.len() >= 3, "they are not where they were");
    check(&programs);
}

#[test]
fn programs_on_nodes_of_two_processors_print_what_they_should() {
    check(&files("tests/nodes", "scm"));
}
