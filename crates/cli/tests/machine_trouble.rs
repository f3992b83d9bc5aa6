//! Nodes on a machine that has its own trouble: a clock that jumps, no descriptor that is left.
//!
//! Not here: too little memory (`memory`), a full disk (`lost_output`), networks (`two_machines`).

mod support;

use std::net::TcpStream;
use std::path::PathBuf;
use std::time::Duration;
use support::nodes::{LOOPBACK, Server, driver, server_program};
use support::{fresh_directory, mound, mound_after, root};

/// Tells of the node there whenever it is told to: by how many days its clock differs, whether a timer takes its time
/// there, and whether it was lost.
fn observer() -> PathBuf {
    root().join("tests/nodes/trouble/observer.scm")
}

/// What changes the clock of a program, if it is installed.
fn clock_library() -> Option<PathBuf> {
    let directories = std::fs::read_dir("/usr/lib").ok()?.map_while(Result::ok);
    let mut places = directories.map(|entry| entry.path().join("faketime/libfaketime.so.1"));
    let place = places.find(|place| place.exists());
    if place.is_none() {
        println!("libfaketime is not installed: left out");
    }
    place
}

/// The time of day is nothing that connections, monitors and timers go by, and certificates allow for clocks that are
/// wrong by days.
#[test]
#[cfg(target_os = "linux")]
fn a_clock_that_jumps_changes_nothing_but_the_time_of_day() {
    let Some(library) = clock_library() else {
        return;
    };
    let home = fresh_directory("home");
    let offset = home.join("offset");
    let set = |text: &str| std::fs::write(&offset, text).expect("temporary files can be written");
    set("+0");
    let mut command = mound();
    command
        .env("MOUND_HOME", &home)
        .env("LD_PRELOAD", library)
        .env("FAKETIME_TIMESTAMP_FILE", &offset)
        .env("FAKETIME_NO_CACHE", "1")
        .env("FAKETIME_DONT_FAKE_MONOTONIC", "1")
        .env("DONT_FAKE_MONOTONIC", "1")
        .args(["node", "--listen", LOOPBACK, "--node-timeout", "2"]);
    let server = Server::start_prepared(command, &server_program("plain"));
    let mut first = driver(&home, &observer(), &server.address);
    assert_eq!(first.output_until("next"), "(0 #t here)\nnext\n");
    for days in ["+3", "-5", "+0"] {
        set(&format!("{days}d"));
        first.tell("look");
        let expected = format!("({} #t here)\nnext\n", days.trim_start_matches('+'));
        assert_eq!(first.output_until("next"), expected, "{}", first.errors());
        let newcomer = driver(&home, &observer(), &server.address);
        assert_eq!(
            newcomer.output_until("next"),
            expected,
            "{}",
            newcomer.errors()
        );
    }
}

/// Strangers that take all descriptors of a node keep others out, but cut nobody off; when they go, others come in.
#[test]
#[cfg(target_os = "linux")]
fn a_node_without_descriptors_keeps_those_it_knows() {
    let home = fresh_directory("home");
    let server = Server::start_with(
        mound_after("ulimit -n 40"),
        &home,
        LOOPBACK,
        &server_program("plain"),
    );
    let mut first = driver(&home, &observer(), &server.address);
    assert_eq!(first.output_until("next"), "(0 #t here)\nnext\n");
    let connect = |_| TcpStream::connect(&server.address).ok();
    let strangers: Vec<_> = (0..100).filter_map(connect).collect();
    assert!(strangers.len() > 40, "{}", strangers.len());
    std::thread::sleep(Duration::from_millis(300));
    for _ in 0..2 {
        first.tell("look");
        let seen = first.output_until("next");
        assert_eq!(seen, "(0 #t here)\nnext\n", "{}", first.errors());
    }
    drop(strangers);
    let newcomer = driver(&home, &observer(), &server.address);
    let seen = newcomer.output_until("next");
    assert_eq!(seen, "(0 #t here)\nnext\n", "{}", newcomer.errors());
}
