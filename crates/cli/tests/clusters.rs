//! Machines of a cluster as homes of their own on this machine: what `mound cluster` does to nodes that run, and what
//! their roles let them do.

mod support;

use std::path::{Path, PathBuf};
use std::process::Command;
use support::nodes::{LOOPBACK, Running, Server};
use support::{check_failures, difference, fresh_directory, in_parallel, mound, read, root};

fn cluster(home: &Path) -> Command {
    let mut command = mound();
    command.env("MOUND_HOME", home).arg("cluster");
    command
}

fn done(command: &mut Command) -> String {
    let run = support::run(command);
    assert_eq!(run.status, Some(0), "{run:?}");
    run.output
}

/// A home whose machine was let in by another one.
fn member(host: &Path, name: &str, options: &[&str]) -> PathBuf {
    let home = fresh_directory(name);
    let mut command = cluster(host);
    command.args(["invite", name, "--listen", LOOPBACK]);
    let mut inviting = Running::start(command.args(options));
    let join = loop {
        let line = inviting.line().unwrap_or_default();
        let told = inviting.errors();
        assert!(!told.contains("error"), "{told}");
        if let Some((_, words)) = line.split_once("mound cluster ") {
            break words.to_owned();
        }
    };
    done(cluster(&home).args(join.split_whitespace()));
    assert!(inviting.rest().contains("has joined"));
    home
}

fn program(name: &str) -> PathBuf {
    root().join("tests/nodes/roles").join(name)
}

fn start(home: &Path, program: &Path, arguments: &[&str]) -> Running {
    let mut command = mound();
    command.env("MOUND_HOME", home);
    command.args(["run", "--report-left", "--listen", LOOPBACK]);
    command.arg(program).args(arguments);
    Running::start(&mut command)
}

/// Each role, and each operation: what a guest with these roles may do, on both sides.
#[test]
fn roles_say_what_the_nodes_of_a_machine_may_do() {
    let host = fresh_directory("host");
    done(cluster(&host).arg("init"));
    let roles = [
        "observe",
        "message",
        "spawn",
        "spawn,code",
        "message,code",
        "observe,message,spawn,code",
        "admin",
    ];
    let failures = in_parallel(&roles, |roles| {
        let name = roles.replace(',', "-");
        let home = member(&host, &name, &["--roles", roles]);
        let mut guest = start(&home, &program("guest.scm"), &[]);
        let address = guest.line().unwrap_or_default();
        let mut other = start(&host, &program("host.scm"), &[&address]);
        let output = (guest.rest() + &other.rest()).replace(&address, "GUEST");
        let own = output.split_once("node localhost:").map(|(_, rest)| {
            let port = rest.split(' ').next().unwrap_or_default();
            format!("localhost:{port}")
        });
        let output = own.map_or(output.clone(), |own| output.replace(&own, "HOST"));
        let file = program(&name).with_extension("out");
        if std::env::var_os("UPDATE_EXPECT").is_some() {
            std::fs::write(&file, &output).expect("it can be written");
        }
        let problem = difference(&read(&file), &output)?;
        Some(format!(
            "{roles}: {problem}\n{}\n{}",
            guest.errors(),
            other.errors()
        ))
    });
    check_failures(failures.into_iter().flatten().collect());
}

/// A prompt in another node: without the role that it takes to start processes, one can look if the program lets one.
#[test]
fn who_may_start_nothing_attaches_to_look() {
    let host = fresh_directory("host");
    done(cluster(&host).arg("init"));
    let text = "(import (scheme base) (scheme write) (termite process) (mound attach))
        (serve-observers)
        (display (current-node)) (newline)
        (recv ('never #t))";
    let program = host.join("observed.scm");
    std::fs::write(&program, text).expect("it can be written");
    let server = start(&host, &program, &[]);
    let address = server.line().unwrap_or_default();
    let attach = |roles: &str| {
        let home = member(&host, &roles.replace(',', "-"), &["--roles", roles]);
        let mut command = mound();
        command.env("MOUND_HOME", home).args(["attach", &address]);
        // A product that is no part of a port or a time.
        let input = ",processes\n(* 1000003 1000033)\n,process 1\n,process 99\n";
        support::run_with_input(&mut command, input)
    };
    let run = attach("observe,message");
    assert_eq!(run.status, Some(0), "{run:?}");
    for told in ["observed", "mailbox-length"] {
        assert!(run.output.contains(told), "{told}: {run:?}");
    }
    for told in [
        "needs the role spawn",
        "this session is read-only",
        "there is no process",
    ] {
        assert!(run.errors.contains(told), "{told}: {run:?}");
    }
    // Only the first line, and what cannot be evaluated.
    assert_eq!(run.errors.matches("read-only").count(), 2, "{run:?}");
    assert!(!run.output.contains("1000036000099"), "{run:?}");
    // The code of the session is that of Mound, which is there.
    let run = attach("message,spawn");
    assert!(
        run.output.contains("1000036000099") && !run.errors.contains("read-only"),
        "{run:?}"
    );
    for roles in ["observe", "message"] {
        let run = attach(roles);
        assert_eq!(run.status, Some(1), "{roles}: {run:?}");
        assert!(
            run.errors.contains("needs the role spawn"),
            "{roles}: {run:?}"
        );
        assert_eq!(run.output, "", "{roles}: {run:?}");
    }
}

#[test]
fn a_machine_that_is_put_out_loses_its_connections() {
    let host = fresh_directory("host");
    done(cluster(&host).arg("init"));
    let (web, db) = (member(&host, "web", &[]), member(&host, "db", &[]));
    let list = done(cluster(&host).arg("list"));
    assert!(list.contains("observe,message,spawn,code"), "{list}");
    let server = Server::plain(&db, LOOPBACK);
    let text = "(import (scheme base) (scheme write) (scheme process-context) (termite process))
        (define there (list-ref (command-line) 1))
        (define tag (monitor-node there))
        (display (ping there 10)) (newline)
        (recv (('node-down ,tag node reason) (display (list (equal? node there) reason))))
        (newline)
        (display (ping there 10)) (newline)";
    let program = web.join("watch.scm");
    std::fs::write(&program, text).expect("it can be written");
    let mut watching = start(&web, &program, &[&server.address]);
    assert_eq!(watching.line().as_deref(), Some("pong"));
    // No node runs where the authority is, so one is told.
    let told = done(cluster(&host).args(["revoke", "web", "--tell", &server.address]));
    assert!(told.contains("knows"), "{told}");
    let output = watching.rest();
    assert_eq!(
        output,
        "(#t the node said goodbye: machine web was put out of the cluster)\nno-reply\n",
        "{}",
        watching.errors()
    );
    server.running.logged("web was put out of the cluster");
    let list = done(cluster(&host).arg("list"));
    assert!(!list.contains("web"), "{list}");
    let mut doctor = mound();
    doctor.env("MOUND_HOME", &web);
    let found = support::run(doctor.args(["doctor", &server.address]));
    assert!(found.output.contains("put out of the cluster"), "{found:?}");
    let unknown = support::run(cluster(&host).args(["revoke", "web"]));
    assert!(
        unknown.errors.contains("no machine named web"),
        "{unknown:?}"
    );
}

/// Old and new certificates go on together: a machine that was let in before, one after, and the authority's.
#[test]
fn nodes_talk_while_the_key_of_the_authority_is_replaced() {
    let host = fresh_directory("host");
    done(cluster(&host).arg("init"));
    let before = member(&host, "before", &[]);
    let server = Server::plain(&before, LOOPBACK);
    done(cluster(&host).args(["rotate", "--overlap", "2h", "--tell", &server.address]));
    let again = support::run(cluster(&host).args(["rotate", "--overlap", "1h"]));
    assert!(again.errors.contains("being replaced already"), "{again:?}");
    let after = member(&host, "after", &[]);
    let text = "(import (scheme base) (scheme write) (scheme process-context) (termite process))
        (define there (list-ref (command-line) 1))
        (display (on there (lambda () (* 6 7))))";
    let program = after.join("visit.scm");
    std::fs::write(&program, text).expect("it can be written");
    for home in [&host, &before, &after] {
        let mut visitor = start(home, &program, &[&server.address]);
        assert_eq!(visitor.rest(), "42\n", "{}", visitor.errors());
    }
}

#[test]
fn roles_and_times_are_read_whole() {
    let home = fresh_directory("home");
    for (options, expected) in [
        (
            ["invite", "web", "--listen", LOOPBACK, "--roles", "all,chat"],
            "`all` is no role",
        ),
        (
            ["invite", "web", "--listen", LOOPBACK, "--valid", "0d"],
            "over at once",
        ),
        (
            ["invite", "web", "--listen", LOOPBACK, "--valid", "12y"],
            "a time is",
        ),
    ] {
        let run = support::run(cluster(&home).args(options));
        assert_eq!(run.status, Some(2), "{run:?}");
        assert!(run.errors.contains(expected), "{run:?}");
    }
}
