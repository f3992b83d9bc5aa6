//! Two nodes on two machines (`support/machines.rs`), which call each other by the names and addresses that the
//! machines have. And a node that others reach by another address than it listens at.

mod support;

use std::io;
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use support::machines::Machines;
use support::nodes::{Running, output_failure};
use support::{check_failures, fresh_directory, mound, root};

fn program(name: &str) -> PathBuf {
    root()
        .join("tests/nodes/machines")
        .join(format!("{name}.scm"))
}

fn server() -> PathBuf {
    root().join("tests/nodes/servers/plain.scm")
}

/// A node on the first machine and a program on the second that visits it.
fn visit(machines: &Machines, node: [&str; 2], visitor: [&str; 2], called: &str) -> Option<String> {
    let home = fresh_directory("home");
    visit_from(machines, [&home, &home], node, visitor, called)
}

/// The same with the homes of both.
fn visit_from(
    machines: &Machines,
    homes: [&Path; 2],
    node: [&str; 2],
    visitor: [&str; 2],
    called: &str,
) -> Option<String> {
    let options = |[listen, advertise]: [&str; 2]| {
        let mut options = vec!["--listen".to_owned(), listen.to_owned()];
        if !advertise.is_empty() {
            options.extend(["--advertise".to_owned(), advertise.to_owned()]);
        }
        options
    };
    let mut command = machines.mound_on(0);
    command.env("MOUND_HOME", homes[0]).arg("node");
    command.args(options(node)).arg(server());
    let server = Running::start(&mut command);
    let line = server.line().unwrap_or_default();
    let address = line.strip_prefix("listening at ").unwrap_or_default();
    let (host, port) = address.rsplit_once(':').unwrap_or_default();
    assert!(!host.is_empty(), "{line}\n{}", server.errors());
    assert_eq!(server.line().as_deref(), Some("ready"));
    assert_eq!(host, called, "what it is called");
    let mut command = machines.mound_on(1);
    command
        .env("MOUND_HOME", homes[1])
        .args(["run", "--report-left"]);
    command
        .args(options(visitor))
        .arg(program("visit"))
        .arg(format!("{host}:{port}"));
    let mut driver = Running::start(&mut command);
    let output = driver.rest();
    output_failure(&program("visit"), &output, &driver, &server)
}

#[test]
fn nodes_on_two_machines_reach_each_other() {
    let Some(machines) = Machines::make("two", 2) else {
        return;
    };
    let failures = [
        // By address.
        (["10.77.0.1:0", ""], ["10.77.0.2:0", ""], "10.77.0.1"),
        // By name.
        (["alpha:0", ""], ["beta:0", ""], "alpha"),
        // At all addresses, under one name, spelled as people spell.
        (
            ["0.0.0.0:0", "Alpha.Example.:0"],
            ["[::]:0", "BETA.example:0"],
            "alpha.example",
        ),
        // By IPv6.
        (["[fd77::1]:0", ""], ["[fd77:0::2]:0", ""], "[fd77::1]"),
    ];
    let failures = failures
        .into_iter()
        .filter_map(|(node, visitor, called)| visit(&machines, node, visitor, called))
        .collect();
    check_failures(failures);
}

/// Six megabytes take two and a half seconds on a wire that is so narrow: time enough to see that nobody waits for them.
#[test]
fn requests_do_not_wait_for_a_large_message_on_a_narrow_wire() {
    let Some(machines) = Machines::make("narrow", 2) else {
        return;
    };
    if !machines.narrow_wire(1, "20mbit") {
        return;
    }
    let home = fresh_directory("home");
    let server = machines.node_on(0, &home, &server());
    let program = program("narrow-wire");
    let mut command = machines.mound_on(1);
    command.env("MOUND_HOME", &home);
    command.args(["run", "--report-left", "--listen", "beta:0"]);
    command.arg(&program).arg(&server.address);
    let mut driver = Running::start(&mut command);
    let output = driver.rest();
    let failure = output_failure(&program, &output, &driver, &server.running);
    check_failures(failure.into_iter().collect());
}

/// One machine invites the other, which joins with what is printed there; then their nodes talk.
#[test]
fn a_machine_joins_a_cluster_and_its_nodes_are_heard() {
    let Some(machines) = Machines::make("join", 2) else {
        return;
    };
    let homes = [fresh_directory("alpha"), fresh_directory("beta")];
    let on = |machine: usize| {
        let mut command = machines.mound_on(machine);
        command.env("MOUND_HOME", &homes[machine]).arg("cluster");
        command
    };
    let init = support::run(on(0).arg("init"));
    assert!(init.output.contains("the authority"), "{init:?}");
    let mut inviting = Running::start(on(0).args([
        "invite",
        "beta",
        "--listen",
        "0.0.0.0:0",
        "--advertise",
        "alpha:0",
    ]));
    let mut words = Vec::new();
    while words.len() < 5 {
        let line = inviting.line().unwrap_or_default();
        let told = inviting.errors();
        assert!(!told.contains("error"), "{told}");
        if line.contains("mound cluster join") {
            words = line.split_whitespace().map(str::to_owned).collect();
        }
    }
    // The token can come by standard input, where no list of processes shows it.
    let mut joining = Running::start(on(1).args(["join", &words[3]]));
    joining.tell(&words[4]);
    let joined = joining.rest();
    let told = joining.errors();
    assert!(
        joined.starts_with("this machine is beta in the cluster"),
        "{joined}{told}"
    );
    let ended = inviting.rest();
    assert!(ended.contains("beta has joined"), "{ended}");
    let list = support::run(on(0).arg("list"));
    assert!(list.output.contains("\nbeta "), "{list:?}");
    let own = support::run(on(1).arg("list"));
    assert_eq!(own.output, joined);
    let refused = support::run(on(1).args(["invite", "gamma", "--listen", "beta:0"]));
    assert_eq!(refused.status, Some(4), "{refused:?}");
    let homes = [homes[0].as_path(), homes[1].as_path()];
    let visited = visit_from(&machines, homes, ["alpha:0", ""], ["beta:0", ""], "alpha");
    check_failures(visited.into_iter().collect());
}

/// What `mound doctor` says of an address, and its status.
fn doctor(home: &Path, address: &str) -> support::Run {
    let mut command = mound();
    command.env("MOUND_HOME", home).args(["doctor", address]);
    support::run(&mut command)
}

#[test]
fn the_doctor_names_the_step_that_fails() {
    let (home, other) = (fresh_directory("home"), fresh_directory("other"));
    let node = support::nodes::Server::plain(&home, support::nodes::LOOPBACK);
    let healthy = doctor(&home, &node.address);
    assert_eq!(healthy.status, Some(0), "{healthy:?}");
    assert!(healthy.output.contains("good  its name"), "{healthy:?}");
    let silent = TcpListener::bind("127.0.0.1:0").expect("a port is free");
    let silent = silent.local_addr().expect("it listens").to_string();
    let told_wrong = Forwarder::start(node_socket(&node.address)).address;
    for (home, address, expected) in [
        (&home, "no-such-host.invalid:1".to_owned(), "BAD   name"),
        (&home, "0.0.0.0:3001".to_owned(), "BAD   name"),
        (&home, "alpha".to_owned(), "BAD   name"),
        (&home, free_port().to_string(), "nobody listens there"),
        (&home, silent, "nobody greets"),
        (&other, node.address.clone(), "another cluster"),
        (&home, told_wrong.to_string(), "hmm   its name"),
    ] {
        let found = doctor(home, &address);
        assert!(found.output.contains(expected), "{address}: {found:?}");
        let is_bad = found.output.contains("BAD");
        assert_eq!(found.status, Some(i32::from(is_bad)), "{found:?}");
    }
    let secret = home.join("authority.pem");
    let open = std::os::unix::fs::PermissionsExt::from_mode(0o644);
    std::fs::set_permissions(secret, open).expect("it is ours");
    let exposed = doctor(&home, &node.address);
    assert!(exposed.output.contains("BAD   identity"), "{exposed:?}");
}

/// Where a node of this machine listens.
fn node_socket(name: &str) -> SocketAddr {
    let (_, port) = name.rsplit_once(':').expect("it has a port");
    SocketAddr::from(([127, 0, 0, 1], port.parse().expect("it is a number")))
}

/// Hands on bytes between those who connect to it and an address, as a router or a container does.
struct Forwarder {
    address: SocketAddr,
}

impl Forwarder {
    fn start(to: SocketAddr) -> Forwarder {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a port is free");
        let address = listener.local_addr().expect("it listens");
        std::thread::spawn(move || {
            for from in listener.incoming().map_while(Result::ok) {
                let Ok(to) = TcpStream::connect(to) else {
                    continue;
                };
                hand_on(&from, &to);
                hand_on(&to, &from);
            }
        });
        Forwarder { address }
    }
}

fn hand_on(from: &TcpStream, to: &TcpStream) {
    let copies = from
        .try_clone()
        .and_then(|from| Ok((from, to.try_clone()?)));
    let (mut from, mut to) = copies.expect("there are descriptors");
    std::thread::spawn(move || {
        // Either side may go at any time; then the other goes, too.
        let _ = io::copy(&mut from, &mut to);
        let _ = to.shutdown(std::net::Shutdown::Both);
    });
}

fn free_port() -> SocketAddr {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port is free");
    listener.local_addr().expect("it listens")
}

/// The node listens where nobody dials, and has the name of what hands on to it.
#[test]
fn a_node_is_reached_by_the_address_that_it_tells() {
    let home = fresh_directory("home");
    let inside = free_port();
    let outside = Forwarder::start(inside).address;
    let name = format!("localhost:{}", outside.port());
    let mut command = mound();
    command.env("MOUND_HOME", &home).arg("node");
    command.args(["--listen", &inside.to_string(), "--advertise", &name]);
    command.arg(server());
    let server = Running::start(&mut command);
    let told = server.line();
    assert_eq!(
        told.as_deref(),
        Some(&*format!("listening at {name}")),
        "{}",
        server.errors()
    );
    assert_eq!(server.line().as_deref(), Some("ready"));
    check_failures(visit_from_here(&home, &name, &server));
}

fn visit_from_here(home: &Path, address: &str, server: &Running) -> Vec<String> {
    let mut command = mound();
    command
        .env("MOUND_HOME", home)
        .args(["run", "--report-left"]);
    command.args(["--listen", support::nodes::LOOPBACK]);
    command.arg(program("visit")).arg(address);
    let mut driver = Running::start(&mut command);
    let output = driver.rest();
    let failure = output_failure(&program("visit"), &output, &driver, server);
    failure.into_iter().collect()
}

/// By an address that it did not tell, a node finds out that it reached itself.
#[test]
fn a_node_knows_itself_by_other_addresses() {
    let home = fresh_directory("home");
    let inside = free_port();
    let outside = Forwarder::start(inside).address;
    let text = "(import (scheme base) (scheme write) (scheme process-context) (termite process))
        (define alias (list-ref (command-line) 1))
        (define me (self))
        (publish-service 'me me)
        (write (list (ping alias 10)
                     (on alias (lambda () (eq? (self) me)))
                     (begin (! (remote-service 'me alias) 'hello) (?))
                     (equal? (pid-node (remote-spawn alias (lambda () 1))) (current-node))))";
    let path = home.join("alias.scm");
    std::fs::write(&path, text).expect("temporary files can be written");
    let mut command = mound();
    command.env("MOUND_HOME", &home).arg("run");
    command.args(["--listen", &inside.to_string()]);
    command.arg(&path).arg(outside.to_string());
    let run = support::run(&mut command);
    assert_eq!(run.output, "(pong #f hello #t)", "{run:?}");
}

#[test]
fn an_address_that_nobody_can_dial_is_refused() {
    let home = fresh_directory("home");
    for (options, expected) in [
        (&["0.0.0.0:0"][..], "--advertise HOST:PORT"),
        (&["[::]:0"], "--advertise HOST:PORT"),
        (
            &["0.0.0.0:0", "--advertise", "[::]:7"],
            "--advertise HOST:PORT",
        ),
        (
            &["localhost:0", "--advertise", "alpha"],
            "an address is a host",
        ),
        (&["::1:3001"], "an address is a host"),
    ] {
        let mut command = mound();
        command.env("MOUND_HOME", &home);
        command
            .args(["node", "--listen"])
            .args(options)
            .arg(server());
        let run = support::run(&mut command);
        assert!(matches!(run.status, Some(2 | 4)), "{options:?} {run:?}");
        assert!(run.errors.contains(expected), "{options:?} {run:?}");
    }
}
