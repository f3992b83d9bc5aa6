//! Code that is on its way when something ends: a connection while a node fetches it, and a node that is
//! killed while it keeps what it has compiled.

#[path = "../../modules/tests/support/mod.rs"]
mod repositories;
mod support;
#[path = "support/world.rs"]
mod world;

use std::collections::BTreeMap;
use std::io::{Read, Write};
use std::net::{Shutdown, TcpListener, TcpStream};
use std::path::PathBuf;
use std::process::Stdio;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;
use support::nodes::{LASTING_LOOPBACK, LOOPBACK, Running};
use world::World;

/// Stands between a node and those who dial it, and cuts all connections when so many bytes have gone to
/// the node.
struct Wire {
    address: String,
    allowed: AtomicU64,
    sent: AtomicU64,
    was_cut: AtomicBool,
    streams: Mutex<Vec<TcpStream>>,
}

impl Wire {
    /// One to a node whose address is known later.
    fn new() -> (Arc<Wire>, TcpListener) {
        let listener = TcpListener::bind(LOOPBACK).expect("there are ports");
        let address = listener.local_addr().expect("it is bound").to_string();
        let wire = Wire {
            address,
            allowed: AtomicU64::new(u64::MAX),
            sent: AtomicU64::new(0),
            was_cut: AtomicBool::new(false),
            streams: Mutex::default(),
        };
        (Arc::new(wire), listener)
    }

    fn run(self: &Arc<Wire>, listener: TcpListener, node: String) {
        let wire = Arc::clone(self);
        std::thread::spawn(move || {
            for incoming in listener.incoming().flatten() {
                let Ok(outgoing) = TcpStream::connect(&node) else {
                    continue;
                };
                for (from, to, is_counted) in [
                    (incoming.try_clone(), outgoing.try_clone(), true),
                    (outgoing.try_clone(), incoming.try_clone(), false),
                ] {
                    let (from, to) = (from.expect("it is open"), to.expect("it is open"));
                    let wire = Arc::clone(&wire);
                    std::thread::spawn(move || wire.carry(from, to, is_counted));
                }
                let mut streams = wire.streams.lock().expect("nobody panics");
                streams.extend([incoming, outgoing]);
            }
        });
    }

    fn carry(&self, mut from: TcpStream, mut to: TcpStream, is_counted: bool) {
        let mut piece = [0; 4096];
        while let Ok(length @ 1..) = from.read(&mut piece) {
            if is_counted {
                let sent = self.sent.fetch_add(length as u64, Ordering::SeqCst);
                if sent > self.allowed.load(Ordering::SeqCst) {
                    return self.cut();
                }
            }
            if to.write_all(&piece[..length]).is_err() {
                break;
            }
        }
        // The other one may have closed it.
        let _ = to.shutdown(Shutdown::Both);
    }

    fn cut(&self) {
        self.was_cut.store(true, Ordering::SeqCst);
        for stream in self.streams.lock().expect("nobody panics").drain(..) {
            // It may be closed.
            let _ = stream.shutdown(Shutdown::Both);
        }
    }
}

/// A library with so many texts of 1 KB.
fn large_library(texts: usize) -> String {
    let text = |number: usize| format!("{number} is the number of this text. ").repeat(32);
    let definitions: String = (0..texts)
        .map(|number| format!("(define (text-{number}) \"{}\")\n", text(number)))
        .collect();
    let lengths: String = (0..texts)
        .map(|number| format!("(string-length (text-{number}))\n"))
        .collect();
    format!(
        "(define-library (texts) (import (scheme base)) (export main)
           (begin {definitions} (define (main) (+ {lengths}))))"
    )
}

#[test]
fn a_connection_that_is_cut_while_code_is_fetched_is_a_condition_and_comes_back() {
    let world = World::new();
    world.write("client/texts.sld", &large_library(400));
    world.write(
        "client/client.scm",
        "(import (scheme base) (scheme process-context) (scheme write)
                 (mound conditions) (termite process) (texts))
         (define there (cadr (command-line)))
         (define (attempt)
           (guard (problem (#t (display \"failed: \")
                               (if (condition? problem)
                                   (display-condition problem (current-output-port))
                                   (write problem))))
             (write (= (main) (on there (lambda () (main)) 60)))))
         (write (ping there 60)) (newline)
         (let loop ()
           (if (not (eof-object? (read-line)))
               (begin (attempt) (newline) (loop))))",
    );
    let (wire, listener) = Wire::new();
    // It tells only the address that it advertises, so it gets a port that was free.
    let free = TcpListener::bind(LASTING_LOOPBACK).and_then(|listener| listener.local_addr());
    let real = free.expect("there are ports").to_string();
    let arguments = ["node", "--listen", &real, "--advertise", &wire.address];
    let node = Running::start(&mut world.mound("node", &arguments));
    let told = node.line().unwrap_or_default();
    assert!(
        told.starts_with("listening at "),
        "{told}\n{}",
        node.errors()
    );
    wire.run(listener, real);

    let arguments = ["run", "--listen", LOOPBACK, "client.scm", &wire.address];
    let mut client = Running::start(&mut world.mound("client", &arguments));
    assert_eq!(
        client.line().as_deref(),
        Some("pong"),
        "{}",
        client.errors()
    );
    let sent = wire.sent.load(Ordering::SeqCst);
    wire.allowed.store(sent + 100_000, Ordering::SeqCst);
    client.tell("go");
    let failed = client.line().unwrap_or_default();
    assert!(
        failed.starts_with("failed: ") && wire.was_cut.load(Ordering::SeqCst),
        "{failed}\n{}",
        client.errors()
    );
    wire.allowed.store(u64::MAX, Ordering::SeqCst);
    client.tell("again");
    let again = client.line();
    assert_eq!(
        again.as_deref(),
        Some("#t"),
        "{failed}\n{}",
        client.errors()
    );
}

/// What a file is called that is half written.
const NEW: &str = ".new-";

/// A node is asked to call a procedure of a library whose body it runs for its own program at that moment.
#[test]
fn a_message_waits_for_a_library_that_the_program_of_the_node_is_loading() {
    let world = World::new();
    for side in ["node", "client"] {
        world.write(
            &format!("{side}/slow.sld"),
            "(define-library (slow) (import (scheme base) (termite process)) (export value)
               (begin
                 (define first (list 1))
                 (recv (after 0.7 #t))
                 (define second (list 2))
                 (define (value) (append first second))))",
        );
    }
    world.write(
        "node/main.scm",
        "(import (scheme base) (termite process) (slow)) (value) (recv ('never #t))",
    );
    world.write(
        "client/client.scm",
        "(import (scheme base) (scheme process-context) (scheme write) (mound conditions)
                 (termite process) (slow))
         (define there (cadr (command-line)))
         (display \"loaded\") (newline)
         (let loop ()
           (if (not (eq? (ping there 1) 'pong)) (begin (recv (after 0.01 #t)) (loop))))
         (write (guard (problem ((condition? problem) (condition-message problem)))
                  (on there (lambda () (value)) 60)))
         (newline)",
    );
    let free = TcpListener::bind(LASTING_LOOPBACK).and_then(|listener| listener.local_addr());
    let address = free.expect("there are ports").to_string();
    let arguments = ["run", "--listen", LOOPBACK, "client.scm", &address];
    let client = Running::start(&mut world.mound("client", &arguments));
    assert_eq!(
        client.line().as_deref(),
        Some("loaded"),
        "{}",
        client.errors()
    );
    let arguments = ["node", "--listen", &address, "main.scm"];
    let node = Running::start(&mut world.mound("node", &arguments));
    let answer = client.line();
    assert_eq!(
        answer.as_deref(),
        Some("(1 2)"),
        "{}{}",
        client.errors(),
        node.errors()
    );
}

/// The files of compiled code, also those that are half written.
fn entries(world: &World) -> Vec<PathBuf> {
    let code = world.home().join("modules/@code");
    let directories = std::fs::read_dir(code).into_iter().flatten().flatten();
    let files = directories.flat_map(|directory| std::fs::read_dir(directory.path()));
    let paths = files.flatten().flatten().map(|file| file.path());
    paths.collect()
}

/// Those that are whole, with their bytes.
fn kept(world: &World) -> BTreeMap<PathBuf, Vec<u8>> {
    let is_whole = |path: &PathBuf| {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        !name.starts_with(NEW)
    };
    let whole = entries(world).into_iter().filter(is_whole);
    let read = |path: PathBuf| {
        let bytes = std::fs::read(&path).expect("nobody else is there");
        (path, bytes)
    };
    whole.map(read).collect()
}

/// Kills programs while they compile and keep, each when it has made another number of files, whole or
/// not; `KILLS=100` does it so often.
#[test]
fn who_is_killed_while_it_keeps_code_damages_nothing() {
    let world = World::new();
    let names: Vec<String> = (0..6).map(|number| format!("part{number}")).collect();
    let repository = world.repository("github.com/fred/parts");
    let files: Vec<(String, String)> = names
        .iter()
        .map(|name| {
            let text = large_library(50).replace("(texts)", "(some name)");
            (format!("{name}.sld"), text)
        })
        .collect();
    let files: Vec<(&str, &str)> = files
        .iter()
        .map(|(name, text)| (&**name, &**text))
        .collect();
    repository.release("1.0", &files);
    world
        .run("work", &["install", "github.com/fred/parts@1.0"])
        .expect_status(0);
    let imports: String = names
        .iter()
        .map(|name| format!("(prefix (github.com/fred parts {name} @1.0) {name}-)"))
        .collect();
    let forms = format!("(import {imports}) (write (part0-main))");
    let expected = world.output(&forms);
    let good = kept(&world);
    assert_eq!(good.len(), names.len());
    let rounds: u64 = std::env::var("KILLS").map_or(8, |text| text.parse().expect("a number"));
    let mut unfinished = 0;
    for round in 0..rounds {
        std::fs::remove_dir_all(world.home().join("modules/@code")).expect("it was made");
        let mut command = world.mound("work", &["run", "program.scm"]);
        let mut child = command
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .expect("mound can be started");
        let made = round as usize % names.len();
        while entries(&world).len() < made && child.try_wait().is_ok_and(|ended| ended.is_none()) {
            std::thread::sleep(Duration::from_micros(100));
        }
        // It may have ended.
        let _ = child.kill();
        child.wait().expect("it was started");
        let left = kept(&world);
        unfinished += u32::from(left.len() < good.len());
        for (path, bytes) in left {
            assert_eq!(good.get(&path), Some(&bytes), "round {round}: {path:?}");
        }
        let again = world.run("work", &["run", "program.scm"]).expect_status(0);
        assert_eq!(
            (again.output, again.errors),
            (expected.clone(), String::new())
        );
        assert_eq!(kept(&world), good, "round {round}");
    }
    assert!(unfinished > 0, "{rounds} were killed too late");
}
