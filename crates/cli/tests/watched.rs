//! What is seen of a running node from outside: metrics, whether it is well and ready, its peers, its log.

mod support;

use std::collections::BTreeSet;
use std::io::{Read, Write};
use std::net::TcpStream;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};
use support::nodes::{LASTING_LOOPBACK, LOOPBACK, Server, driver};
use support::{TIME_LIMIT, fresh_directory, mound, read};

/// Answers, and is not ready before it is told so.
const WATCHED: &str = "
(import (scheme base) (scheme write) (termite process) (mound metrics) (mound log))
(readiness-set! #f \"it waits for a word\")
(publish-service 'echo
  (spawn (lambda ()
    (let loop ()
      (recv ((from tag 'ready) (readiness-set! #t) (! from (list tag 'ready)))
            ((from tag x) (! from (list tag x))))
      (loop)))))
(log-message 'warning \"it has begun\" '((port . 17) (words . \"two words\")))
(log-message 'debug \"nobody wants to know this\")
(display \"ready\") (newline)
";

fn program(text: &str) -> PathBuf {
    let path = fresh_directory("programs").join("program.scm");
    std::fs::write(&path, text).expect("temporary files can be written");
    path
}

/// A node that serves metrics, and the address of these.
fn watched(home: &Path) -> (Server, String) {
    let mut command = mound();
    command
        .env("MOUND_HOME", home)
        .args(["node", "--listen", LOOPBACK, "--metrics", "0"])
        .args(["--log", "warning,program=info"]);
    let server = Server::start_prepared(command, &program(WATCHED));
    let line = server.running.logged("metrics are served at ");
    let (_, rest) = line.split_once("http://").expect("it says where");
    let address = rest.trim_end_matches("/metrics").to_owned();
    (server, address)
}

/// Status, head and body of an answer.
fn get(address: &str, path: &str) -> (u16, String, String) {
    let mut stream = TcpStream::connect(address).expect("somebody listens there");
    stream
        .set_read_timeout(Some(TIME_LIMIT))
        .expect("a time is no problem");
    let request = format!("GET {path} HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\r\n");
    stream.write_all(request.as_bytes()).expect("it reads");
    let mut answer = String::new();
    stream.read_to_string(&mut answer).expect("it answers");
    let (head, body) = answer.split_once("\r\n\r\n").expect("a head ends");
    let status = head.split(' ').nth(1).and_then(|word| word.parse().ok());
    (status.expect("a status"), head.to_owned(), body.to_owned())
}

/// The series of a text in the format of Prometheus, with their values; panics if it has another form.
fn series(text: &str) -> Vec<(String, f64)> {
    let is_name = |name: &str| {
        name.starts_with("mound_")
            && name
                .chars()
                .all(|letter| letter.is_ascii_lowercase() || letter == '_')
    };
    let (mut family, mut families) = (String::new(), BTreeSet::new());
    let mut found: Vec<(String, f64)> = Vec::new();
    let mut kind = "";
    for line in text.lines() {
        if let Some(rest) = line.strip_prefix("# HELP ") {
            let (name, help) = rest.split_once(' ').expect("there is a help");
            assert!(is_name(name) && !help.is_empty(), "{line}");
            assert!(families.insert(name.to_owned()), "twice: {line}");
            family = name.to_owned();
        } else if let Some(rest) = line.strip_prefix("# TYPE ") {
            let (name, type_) = rest.split_once(' ').expect("there is a type");
            assert_eq!(name, family);
            assert!(["counter", "gauge"].contains(&type_), "{line}");
            assert_eq!(type_ == "counter", name.ends_with("_total"), "{line}");
            kind = type_;
        } else {
            let (series, value) = line.rsplit_once(' ').expect("a value");
            let name = series.split('{').next().unwrap_or_default();
            assert_eq!(name, family, "{line}");
            let value: f64 = value.parse().expect("a number");
            assert!(kind != "counter" || value >= 0.0, "{line}");
            assert!(found.iter().all(|(other, _)| other != series), "{line}");
            found.push((series.to_owned(), value));
        }
    }
    found
}

fn value(series: &[(String, f64)], name: &str) -> Option<f64> {
    let found = series.iter().find(|(other, _)| other == name);
    found.map(|(_, value)| *value)
}

/// Asks the echo once, and stays connected.
const VISITOR: &str = "
(import (scheme base) (scheme write) (scheme process-context) (termite process))
(define echo (remote-service 'echo (cadr (command-line))))
(!? echo 'ready 60)
(!? echo (lambda () 'code-that-is-not-there) 60)
(display \"connected\") (newline)
(read-line)
";

#[test]
fn metrics_health_and_readiness_are_served() {
    let home = fresh_directory("home");
    let (server, address) = watched(&home);
    let (status, head, body) = get(&address, "/metrics");
    assert_eq!(status, 200, "{head}");
    assert!(
        head.to_lowercase()
            .contains("content-type: text/plain; version=0.0.4"),
        "{head}"
    );
    let before = series(&body);
    let own = format!("mound_node_info{{node=\"{}\"}}", server.address);
    assert_eq!(value(&before, &own), Some(1.0), "{body}");
    for name in [
        "mound_processes",
        "mound_memory_bytes",
        "mound_collections_total",
        "mound_code_procedures_total",
        "mound_units",
        "mound_scheduler_turns_total{scheduler=\"0\"}",
        "mound_scheduler_messages_total{scheduler=\"0\"}",
    ] {
        assert!(value(&before, name).is_some(), "{name}: {body}");
    }
    assert!(value(&before, "mound_processes") > Some(2.0), "{body}");
    assert_eq!(get(&address, "/healthz").0, 200);
    let (status, _, why) = get(&address, "/readyz");
    assert_eq!((status, &*why), (503, "not ready: it waits for a word\n"));
    assert_eq!(get(&address, "/secrets").0, 404);

    let visitor = driver(&home, &program(VISITOR), &server.address);
    visitor.output_until("connected");
    assert_eq!(get(&address, "/readyz").0, 200);
    // The first ping goes out after a second.
    let deadline = Instant::now() + TIME_LIMIT;
    let (peers, peer) = loop {
        let peers = series(&get(&address, "/metrics").2);
        let start = "mound_peer_round_trip_seconds{peer=\"";
        let found = peers.iter().find_map(|(name, _)| name.strip_prefix(start));
        if let Some(rest) = found {
            let peer = rest.trim_end_matches("\"}").to_owned();
            break (peers, peer);
        }
        assert!(Instant::now() < deadline, "{peers:#?}");
        std::thread::sleep(Duration::from_millis(20));
    };
    let of_peer = |name: &str| value(&peers, &format!("mound_peer_{name}{{peer=\"{peer}\"}}"));
    assert_eq!(of_peer("connected"), Some(1.0));
    assert_eq!(of_peer("connections_total"), Some(1.0));
    assert!(of_peer("received_bytes_total") > Some(100.0));
    assert!(of_peer("sent_bytes_total") > Some(100.0));
    assert!(of_peer("received_signals_total") > Some(1.0));
    assert!(of_peer("fetched_units_total") >= Some(1.0));
    assert!(of_peer("least_credit_bytes") > Some(0.0));
    assert!(of_peer("round_trip_seconds") < Some(30.0));
}

/// Whoever reads nothing, or says nothing, keeps others from nothing for long, and takes no memory.
#[test]
fn slow_readers_and_floods_keep_nobody_from_the_metrics() {
    let home = fresh_directory("home");
    let (server, address) = watched(&home);
    let flood: Vec<TcpStream> = (0..100)
        .map(|number| {
            let mut stream = TcpStream::connect(&address).expect("there is a place in the queue");
            if number % 2 == 0 {
                // Many answers, of which nothing is read.
                let request = "GET /metrics HTTP/1.1\r\nHost: x\r\n\r\n".repeat(100);
                let _ = stream.write_all(request.as_bytes());
            }
            stream
        })
        .collect();
    assert_eq!(get(&address, "/healthz").0, 200);
    let processes = value(&series(&get(&address, "/metrics").2), "mound_processes");
    assert!(processes < Some(400.0), "{processes:?}");
    drop(flood);
    let visitor = driver(&home, &program(VISITOR), &server.address);
    visitor.output_until("connected");
}

#[test]
fn a_port_that_is_taken_and_a_run_with_a_seed_are_refused() {
    let taken = std::net::TcpListener::bind(LOOPBACK).expect("a port is free");
    let port = taken.local_addr().expect("it has an address").port();
    let text = program("(import (scheme base) (scheme write)) (display \"it ran\")");
    let run = support::run(
        mound()
            .args(["run", "--metrics", &port.to_string()])
            .arg(&text),
    );
    let run = run.expect_status(4);
    assert!(run.output.is_empty(), "{run:?}");
    assert!(
        run.errors.contains(&format!("--metrics localhost:{port}")),
        "{run:?}"
    );
    let run = support::run(
        mound()
            .args(["run", "--seed", "1", "--metrics", "0"])
            .arg(&text),
    );
    let run = run.expect_status(4);
    assert!(run.errors.contains("meets nobody from outside"), "{run:?}");
}

/// What `node-peers` tells of one node.
const LOOKING: &str = "
(import (scheme base) (scheme write) (scheme process-context) (termite process)
        (mound top) (mound clock))
(define there (cadr (command-line)))
(define (peer)
  (let loop ((peers (node-peers)))
    (cond ((null? peers) '())
          ((equal? (cdr (assq 'node (car peers))) there) (car peers))
          (else (loop (cdr peers))))))
(define (fact key) (cdr (assq key (peer))))
(define (wait-until true?)
  (if (not (true?)) (begin (sleep 1/100) (wait-until true?))))
(on there (lambda () 'hello) 60)
(write (list (fact 'connected) (fact 'connections) (fact 'last-reason)
             (fact 'machine) (< 0 (fact 'bytes-in)) (< 0 (fact 'bytes-out))
             (fact 'units-given)))
(newline)
(wait-until (lambda () (and (fact 'round-trip) (= 0 (fact 'queued-signals)))))
(display \"kill\") (newline)
(read-line)
(wait-until (lambda () (not (fact 'connected))))
(write (list (fact 'connections) (string? (fact 'last-reason))
             (fact 'round-trip) (fact 'queued-signals)))
(newline)
(display \"start\") (newline)
(read-line)
(wait-until (lambda () (eq? 'pong (ping there 5))))
(write (list (fact 'connected) (fact 'connections) (length (node-peers))))
(newline)
";

#[test]
fn a_peer_keeps_its_record_when_it_is_started_anew() {
    let home = fresh_directory("home");
    let mut server = Server::plain(&home, LASTING_LOOPBACK);
    let mut looking = driver(&home, &program(LOOKING), &server.address);
    let first = looking.output_until("kill");
    assert_eq!(
        first,
        "(#t 1 #f #f #t #t 1)\nkill\n",
        "{}",
        looking.errors()
    );
    server.running.kill();
    looking.tell("it is gone");
    assert_eq!(looking.output_until("start"), "(1 #t #f #f)\nstart\n");
    let address = server.address.clone();
    let _server = Server::plain(&home, &address);
    looking.tell("it is there");
    assert_eq!(looking.rest(), "(#t 2 1)\n", "{}", looking.errors());
}

#[test]
fn the_log_has_levels_subjects_and_forms() {
    let home = fresh_directory("home");
    let start = |levels: &str, form: &str| {
        let mut command = mound();
        command
            .env("MOUND_HOME", &home)
            .env("MOUND_LOG_FORMAT", form)
            .args(["node", "--listen", LOOPBACK, "--log", levels]);
        Server::start_prepared(command, &program(WATCHED))
    };
    let visit = |server: &Server| {
        let mut visitor = driver(&home, &program(VISITOR), &server.address);
        visitor.output_until("connected");
        visitor.rest();
    };
    let json = start("warning,node=info", "json");
    visit(&json);
    let line = json.running.logged("connected with node");
    for part in [
        "{\"time\":\"20",
        "\"level\":\"info\",\"subject\":\"node\",\"message\":\"connected with node localhost:",
        "\",\"peer\":\"localhost:",
    ] {
        assert!(line.contains(part), "{part}: {line}");
    }
    let line = json.running.logged("it has begun");
    assert!(
        line.ends_with("\"message\":\"it has begun\",\"port\":\"17\",\"words\":\"two words\"}"),
        "{line}"
    );
    json.running.logged("has ended: ");
    let errors = json.running.errors();
    assert!(!errors.contains("nobody wants"), "{errors}");
    assert!(
        errors
            .lines()
            .all(|line| line.starts_with('{') && line.ends_with('}')),
        "{errors}"
    );

    let text = start("debug,node=off", "text");
    visit(&text);
    let line = text.running.logged("it has begun");
    assert!(
        line.ends_with("Z warning program: it has begun port=17 words=\"two words\""),
        "{line}"
    );
    text.running
        .logged("debug program: nobody wants to know this");
    assert!(!text.running.errors().contains("connected with"));

    let plain = start("error", "plain");
    visit(&plain);
    assert_eq!(plain.running.errors(), "");

    let wrong = support::run(mound().args(["eval", "--log", "loud", "1"]));
    let wrong = wrong.expect_status(2);
    assert!(wrong.errors.contains("`loud` is no level"), "{wrong:?}");
    let wrong = support::run(
        mound()
            .env("MOUND_LOG", "info,moon=info")
            .args(["eval", "1"]),
    );
    let wrong = wrong.expect_status(4);
    assert!(
        wrong.errors.contains("MOUND_LOG: `moon` is no subject"),
        "{wrong:?}"
    );
}

/// What the book says of metrics is what there is.
#[test]
fn the_book_names_each_metric() {
    let home = fresh_directory("home");
    let (server, address) = watched(&home);
    let visitor = driver(&home, &program(VISITOR), &server.address);
    visitor.output_until("connected");
    let body = get(&address, "/metrics").2;
    let book = read(&support::root().join("docs/book/06-nodes.md"));
    for line in body.lines() {
        if let Some(rest) = line.strip_prefix("# TYPE ") {
            let name = rest.split(' ').next().unwrap_or_default();
            assert!(book.contains(&format!("`{name}`")), "{name}");
        }
    }
}
