//! Two nodes on different processors: code, closures, continuations and running
//! processes go from one to the other and back.
//!
//! The other processor is AArch64, under `qemu-aarch64`. The program for it is built
//! by `cargo build -p mound --target aarch64-unknown-linux-gnu`; without it there is
//! nothing to test, which is said. One that was built of other sources fails the
//! tests at once, since all that it would show is that nodes differ.
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

/// `mound` for the other processor, if it was built; of the sources as they are now.
fn other_program() -> Option<PathBuf> {
    let target = Path::new(env!("CARGO_TARGET_TMPDIR")).parent()?;
    let found = target.join("aarch64-unknown-linux-gnu/debug/mound");
    if !found.exists() {
        return None;
    }
    if let Some(why) = staleness(&found) {
        panic!(
            "{} is not of these sources: {why}\n\
             run: cargo build -p mound --target aarch64-unknown-linux-gnu",
            found.display()
        );
    }
    Some(found)
}

/// Why a program is not what would be built now, by the list of its sources that Cargo puts
/// beside it: one is newer or gone, or it was built of those of another directory.
fn staleness(program: &Path) -> Option<String> {
    let modified = |path: &Path| std::fs::metadata(path).and_then(|found| found.modified());
    let list = program.with_extension("d");
    let (Ok(built), Ok(list)) = (modified(program), std::fs::read_to_string(&list)) else {
        return Some(format!("{} cannot be read", list.display()));
    };
    let sources = list.split_once(": ").map_or("", |(_, sources)| sources);
    let sources: Vec<PathBuf> = sources
        .replace("\\ ", "\0")
        .split_whitespace()
        .map(|source| source.replace('\0', " ").into())
        .collect();
    let own = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/main.rs");
    if !sources.contains(&own) {
        return Some(format!("{} is none of its sources", own.display()));
    }
    sources.iter().find_map(|source| match modified(source) {
        Ok(changed) if changed <= built => None,
        Ok(_) => Some(format!("{} is newer", source.display())),
        Err(error) => Some(format!("{}: {error}", source.display())),
    })
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

#[test]
fn program_of_other_sources_is_told_from_one_of_these() {
    let directory = fresh_directory("stale");
    let (program, source) = (directory.join("mound"), directory.join("a source.rs"));
    let own = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/main.rs");
    let listed = |sources: &[&Path]| {
        let escaped = sources.iter().map(|one| one.display().to_string());
        let escaped: Vec<String> = escaped.map(|one| one.replace(' ', "\\ ")).collect();
        let text = format!("{}: {}\n", program.display(), escaped.join(" "));
        std::fs::write(program.with_extension("d"), text).expect("a file can be written");
        staleness(&program)
    };
    let write = |path: &Path, age: u64| {
        let file = std::fs::File::create(path).expect("a file can be made");
        let time = std::time::SystemTime::now() - std::time::Duration::from_secs(age);
        file.set_modified(time).expect("a file has a time");
    };
    write(&source, 20);
    write(&program, 10);
    std::fs::remove_file(program.with_extension("d")).ok();
    assert!(
        staleness(&program)
            .expect("no list")
            .contains("cannot be read")
    );
    // As long as the test runs, its own source is older than a program of this moment.
    write(&program, 0);
    assert_eq!(listed(&[&own, &source]), None);
    let foreign = listed(&[&source]).expect("of another directory");
    assert!(foreign.contains("none of its sources"), "{foreign}");
    write(&program, 30);
    let newer = listed(&[&source, &own]).expect("the source is newer");
    assert!(newer.ends_with("a source.rs is newer"), "{newer}");
    std::fs::remove_file(&source).expect("it is there");
    let gone = listed(&[&source, &own]).expect("the source is gone");
    assert!(gone.contains("a source.rs: "), "{gone}");
}
