//! Three nodes and more as processes of the operating system, over loopback, and
//! two programs that make nodes of themselves.
//!
//! Each program in `tests/nodes/many` gets the addresses of the other nodes, which
//! do only what others ask of them.

mod support;

use std::net::TcpListener;
use std::path::{Path, PathBuf};
use support::machines::{Machines, address};
use support::nodes::{LOOPBACK, Running, Server, output_failure};
use support::{check_failures, difference, fresh_directory, mound, read, root, run};

fn program(name: &str) -> PathBuf {
    root().join("tests/nodes").join(name)
}

fn servers(home: &Path, count: usize) -> Vec<Server> {
    (0..count).map(|_| Server::plain(home, LOOPBACK)).collect()
}

fn driver(home: &Path, program: &Path, servers: &[Server]) -> Running {
    let mut command = mound();
    command
        .env("MOUND_HOME", home)
        .args(["run", "--report-left", "--listen", LOOPBACK])
        .arg(program)
        .args(servers.iter().map(|server| &server.address));
    Running::start(&mut command)
}

/// What the driver prints after `output`, to its end, is what stands in the file, and neither it nor
/// the other node keeps anything.
fn check_rest(program: &Path, mut output: String, driver: &mut Running, other: &Running) {
    output.push_str(&driver.rest());
    let failure = output_failure(program, &output, driver, other);
    check_failures(failure.into_iter().collect());
}

/// Runs a program with two other nodes, the second of which is killed when it says that it is ready.
fn check_with_the_last_killed(name: &str) {
    let home = fresh_directory("home");
    let mut servers = servers(&home, 2);
    let program = program(name);
    let mut driver = driver(&home, &program, &servers);
    let output = driver.output_until("ready");
    servers[1].running.kill();
    check_rest(&program, output, &mut driver, &servers[0].running);
}

#[test]
fn thunks_run_on_the_least_loaded_of_three_nodes() {
    let home = fresh_directory("home");
    let servers = servers(&home, 2);
    let program = program("many/load-balancing.scm");
    let mut driver = driver(&home, &program, &servers);
    check_rest(&program, String::new(), &mut driver, &servers[0].running);
}

#[test]
fn claims_of_processes_on_five_nodes_exclude_each_other() {
    let home = fresh_directory("home");
    let servers = servers(&home, 4);
    let program = program("many/pony-claims.scm");
    let mut driver = driver(&home, &program, &servers);
    check_rest(&program, String::new(), &mut driver, &servers[0].running);
}

#[test]
fn nodes_go_on_talking_when_any_of_them_goes() {
    let home = fresh_directory("home");
    let mut servers = servers(&home, 4);
    let program = program("many/five-nodes.scm");
    let mut driver = driver(&home, &program, &servers);
    let mut output = String::new();
    // The driver is the first of the nodes, and counts those that are left.
    for gone in [2, 1] {
        output.push_str(&driver.output_until(&format!("({} nodes talk)", servers.len() + 1)));
        servers.remove(gone - 1).running.kill();
        driver.tell(&gone.to_string());
    }
    check_rest(&program, output, &mut driver, &servers[0].running);
}

#[test]
fn nodes_that_are_started_anew_one_after_the_other_leave_no_request_without_an_answer() {
    let home = fresh_directory("home");
    let mut servers = servers(&home, 3);
    let program = program("many/rolling-restart.scm");
    let mut driver = driver(&home, &program, &servers);
    let mut output = driver.output_until("all-answered");
    for server in &mut servers {
        // In order, as a service manager does it, while it is asked.
        let told = std::process::Command::new("kill")
            .arg(server.running.child.id().to_string())
            .status();
        assert!(told.expect("there is kill").success());
        server.running.rest();
        *server = Server::plain(&home, &server.address);
        driver.tell("again");
        output.push_str(&driver.output_until("all-answered"));
    }
    driver.tell("enough");
    check_rest(&program, output, &mut driver, &servers[0].running);
}

#[test]
fn ends_of_channels_go_around_three_nodes_and_one_of_them_is_killed() {
    check_with_the_last_killed("many/pony.scm");
}

#[test]
fn two_holders_of_ends_talk_on_when_the_master_is_killed() {
    check_with_the_last_killed("many/pony-without-master.scm");
}

#[test]
fn ends_that_block_wait_when_a_node_is_killed() {
    check_with_the_last_killed("many/pony-blocking.scm");
}

/// Each node on a machine of its own: what goes over which wire is counted, and a wire is pulled out.
#[test]
fn ends_of_channels_on_four_machines_use_the_wires_that_they_need() {
    let Some(machines) = Machines::make("pony", 4) else {
        return;
    };
    let home = fresh_directory("home");
    let servers =
        [1, 2, 3].map(|machine| machines.node_on(machine, &home, &program("servers/plain.scm")));
    let program = program("many/pony-machines.scm");
    let mut command = machines.mound_on(0);
    command
        .env("MOUND_HOME", &home)
        .args([
            "run",
            "--report-left",
            "--listen",
            &format!("{}:0", address(0)),
        ])
        .arg(&program)
        .args(servers.iter().map(|server| &server.address));
    let mut driver = Running::start(&mut command);
    let output = driver.output_until("cut");
    machines.set_wire(3, "down");
    check_rest(&program, output, &mut driver, &servers[0].running);
}

#[test]
fn settings_of_nodes_and_name_servers_are_read_from_files() {
    let program = program("many/pony-settings.scm");
    let home = fresh_directory("settings-home");
    let run_with = |home: Option<&Path>| {
        let mut command = mound();
        command.current_dir(fresh_directory("settings"));
        match home {
            Some(home) => command.env("HOME", home),
            None => command.env_remove("HOME"),
        };
        let run = run(command.args(["run", "--report-left"]).arg(&program));
        assert!(run.errors.contains("left: nothing"), "{}", run.errors);
        run.output
    };
    let output = run_with(None) + &run_with(Some(&home));
    let expected = read(&program.with_extension("out"));
    check_failures(difference(&expected, &output).into_iter().collect());
}

/// Claims, readers that give up, ends that go around, and whoever waits for the node. `KILLS` of the environment
/// says how many times each.
#[test]
fn no_item_is_lost_or_doubled_when_a_node_is_killed_at_any_moment() {
    kill_a_node_that_runs(&program("many/pony-kills.scm"), 2);
    kill_a_node_that_runs(&program("many/pony-travels.scm"), 2);
    kill_a_node_that_runs(&program("many/pony-readers.scm"), 2);
    kill_a_node_that_runs(&root().join("tests/simulated/pony-lost.scm"), 1);
}

fn kill_a_node_that_runs(program: &Path, kills: u64) {
    let kills = std::env::var("KILLS").map_or(kills, |text| text.parse().expect("a number"));
    let home = fresh_directory("home");
    let steady = Server::plain(&home, LOOPBACK);
    for round in 0..kills {
        let doomed = Server::plain(&home, LOOPBACK);
        let mut servers = [doomed];
        let mut command = mound();
        command
            .env("MOUND_HOME", &home)
            .args(["run", "--report-left", "--listen", LOOPBACK])
            .arg(program)
            .args([&steady.address, &servers[0].address]);
        let mut driver = Running::start(&mut command);
        let output = driver.output_until("(ready)");
        // Some other moment each time.
        std::thread::sleep(std::time::Duration::from_micros(round * 7919 % 100_000));
        servers[0].running.kill();
        check_rest(program, output, &mut driver, &steady.running);
    }
}

/// A name server by the command, and two programs that find it by the name of its file.
#[test]
fn the_command_of_a_name_server_serves_lists_and_stops() {
    let home = fresh_directory("home");
    let directory = fresh_directory("ans");
    let command = |arguments: &[&str]| {
        let mut command = mound();
        command
            .env("MOUND_HOME", &home)
            .env("HOME", &directory)
            .current_dir(&directory)
            .args(arguments);
        command
    };
    let file = ".pony.tcpip.ans.x";
    let started = |arguments: &[&str]| {
        let server = Running::start(&mut command(arguments));
        let line = server
            .line()
            .unwrap_or_else(|| panic!("{}", server.errors()));
        let address = line
            .strip_prefix("name server at ")
            .expect(&line)
            .to_owned();
        (server, address)
    };
    let list = |server: &str| run(&mut command(&["ans", "list", server]));
    let (mut server, address) =
        started(&["ans", "--listen", "localhost:0", "--address-file", file]);
    let (host, port) = address.rsplit_once(':').expect("it has a port");
    let written = read(&directory.join(file));
    assert_eq!(written, format!("host={host}\nport={port}\n"));
    assert_eq!(list("x").expect_status(0).output, "");

    // A slave that waits, then the master that it waits for.
    let program = program("ans/market.scm");
    let part = |role: &str| {
        let mut command = command(&["run", "--listen", LOOPBACK]);
        Running::start(command.arg(&program).arg(role))
    };
    let mut slave = part("slave-wait");
    while list(&address).expect_status(0).output != "market\tpending\n" {}
    let mut master = part("master");
    assert_eq!(
        slave.rest(),
        "joined\nrefused -24\nsent\n",
        "{}",
        slave.errors()
    );
    assert_eq!(master.line().as_deref(), Some("got 42"));
    assert_eq!(list("x").expect_status(0).output, "market\tactive\n");
    master.tell("end");
    assert_eq!(master.rest(), "ended\n", "{}", master.errors());
    assert_eq!(list("x").expect_status(0).output, "");

    run(&mut command(&["ans", "stop", "x"])).expect_status(0);
    assert_eq!(server.rest(), "");
    let gone = list("x").expect_status(1);
    assert!(
        gone.errors.contains("the name server cannot be reached"),
        "{gone:?}"
    );
    let none = list("y").expect_status(1);
    assert!(
        none.errors.contains("there is no such file of settings"),
        "{none:?}"
    );

    // The port of a file, where no address is given.
    let free = TcpListener::bind("localhost:0").expect("there is a free port");
    let port = free.local_addr().expect("it is bound").port();
    drop(free);
    std::fs::write(
        directory.join(".pony.tcpip.ans-conf"),
        format!("port={port}\n"),
    )
    .expect("temporary files can be written");
    let (_server, address) = started(&["ans"]);
    assert_eq!(address, format!("localhost:{port}"));
}

/// A library that says where two nodes are, in a directory of its own.
fn places() -> PathBuf {
    let free = || TcpListener::bind(LOOPBACK).expect("there is a free port");
    // Both at once, so that they differ.
    let ports = [free(), free()].map(|listener| listener.local_addr().expect("it is bound").port());
    let directory = fresh_directory("places");
    let text = format!(
        "(define-library (places)
           (import (scheme base))
           (export node1 node2)
           (begin
             (define node1 \"localhost:{}\")
             (define node2 \"localhost:{}\")))",
        ports[0], ports[1]
    );
    std::fs::write(directory.join("places.sld"), text).expect("it can be written");
    directory
}

fn listing(name: &str, home: &Path, places: &Path) -> Running {
    let mut command = mound();
    command
        .env("MOUND_HOME", home)
        .args(["run", "--report-left", "-I"])
        .arg(places)
        .arg(program(&format!("listings/{name}.scm")));
    Running::start(&mut command)
}

#[test]
fn the_hot_update_of_the_paper_works_between_two_programs() {
    let (home, places) = (fresh_directory("home"), places());
    let server = listing("buggy-pong", &home, &places);
    server.output_until("ready");
    let mut client = listing("ping", &home, &places);
    let program = program("listings/ping.scm");
    check_rest(&program, String::new(), &mut client, &server);
}
