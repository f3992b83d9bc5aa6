//! Processes of other nodes, through a router that writes down what it gets.

use super::*;
use crate::LinkDirection::{Both, Inbound, Outbound};
use std::sync::mpsc;

struct TestRouter(Log);

impl Router<Value> for TestRouter {
    fn route(&self, _from: Option<Serial>, to: Pid, signal: Signal<Value>) -> Flow {
        let line = match signal {
            Signal::Message(message) => format!("message {message:?}"),
            Signal::Control(control) => match *control {
                Control::Exit { reason, .. } => format!("exit {}", show_reason(&reason)),
                Control::Down { reason, .. } => format!("down {}", show_reason(&reason)),
                Control::Link { .. } => "link".into(),
                Control::Unlink { .. } => "unlink".into(),
                Control::Attach { .. } | Control::Detach { .. } => "attach".into(),
                Control::Trace(_) => "trace".into(),
                Control::Monitor { .. } => "monitor".into(),
                Control::Demonitor { .. } => "demonitor".into(),
                Control::Terminate => "terminate".into(),
                Control::Inform(_) | Control::OnEnd(_) => "local only".into(),
            },
        };
        self.0.write(format!("to node {}: {line}", to.node()));
        Flow::Full
    }
}

fn remote(node: u16) -> Pid {
    Pid::new(node, Serial::from_number(77).expect("small"))
}

fn routed(test: impl Fn(&mut Driver<Script>)) {
    for_seeds(|driver| {
        assert!(driver.set_router(Arc::new(TestRouter(driver.node().clone()))));
        test(driver);
    });
}

#[test]
fn signals_to_other_nodes_go_to_the_router() {
    routed(|driver| {
        start(
            driver,
            once(|turn| {
                assert_eq!(turn.send(remote(2), text("hello")), Flow::Full);
                turn.link(remote(2), Both);
                let reference = turn.monitor(remote(3));
                turn.demonitor(reference);
                turn.unlink(remote(2), Inbound);
                turn.terminate(remote(4));
            }),
        );
        driver.run_until_idle();
        let expected = [
            "to node 2: message Text(\"hello\")",
            "to node 2: link",
            "to node 3: monitor",
            "to node 3: demonitor",
            "to node 2: unlink",
            "to node 4: terminate",
        ];
        assert_eq!(driver.node().take(), expected);
        assert!(driver.handle().shared.watches.is_empty());
    });
}

#[test]
fn the_loss_of_a_node_reaches_those_who_watch_it() {
    routed(|driver| {
        for node in [2, 3] {
            start(
                driver,
                recorder(move |turn| {
                    turn.link(remote(node), Both);
                    turn.monitor(remote(node));
                }),
            );
        }
        driver.run_until_idle();
        driver.node().take();
        driver.node_down(2);
        driver.node_down(2);
        driver.run_until_idle();
        assert_eq!(driver.node().sorted(), ["down node-down", "exit node-down"]);
    });
}

#[test]
fn a_remote_death_is_told_once() {
    routed(|driver| {
        let watcher = start(driver, recorder(|turn| turn.link(remote(2), Inbound)));
        driver.run_until_idle();
        driver.node().take();
        let exit = Control::Exit {
            from: remote(2),
            origin: remote(2),
            reason: Reason::Normal,
        };
        driver.deliver(watcher, Signal::Control(Box::new(exit)));
        driver.run_until_idle();
        driver.node_down(2);
        driver.run_until_idle();
        assert_eq!(driver.node().take(), ["exit normal"]);
    });
}

#[test]
fn the_death_of_a_watcher_forgets_its_watches_and_tells_remote_links() {
    routed(|driver| {
        let watcher = start(
            driver,
            once(|turn| {
                turn.link(remote(2), Both);
                turn.monitor(remote(3));
            }),
        );
        driver.run_until_idle();
        driver.node().take();
        driver.terminate(watcher.into());
        driver.run_until_idle();
        let expected = ["to node 2: exit terminated", "to node 3: demonitor"];
        assert_eq!(driver.node().sorted(), expected);
        assert!(driver.handle().shared.watches.is_empty());
    });
}

#[test]
fn who_ends_without_an_exit_takes_its_remote_links_back() {
    routed(|driver| {
        let watcher = start(driver, once(|turn| turn.link(remote(2), Inbound)));
        driver.run_until_idle();
        driver.node().take();
        driver.terminate(watcher.into());
        driver.run_until_idle();
        assert_eq!(driver.node().take(), ["to node 2: unlink"]);
    });
}

#[test]
fn who_is_told_by_a_monitor_that_a_remote_process_has_ended_tells_it_nothing() {
    routed(|driver| {
        let (sender, receiver) = mpsc::channel();
        let watcher = start(
            driver,
            recorder(move |turn| {
                turn.link(remote(2), Outbound);
                sender.send(turn.monitor(remote(2))).expect("test waits");
            }),
        );
        driver.run_until_idle();
        driver.node().take();
        let down = Control::Down {
            reference: receiver.try_recv().expect("it has run"),
            process: remote(2),
            reason: Reason::Normal,
        };
        driver.deliver(watcher, Signal::Control(Box::new(down)));
        driver.run_until_idle();
        driver.terminate(watcher.into());
        driver.run_until_idle();
        assert_eq!(driver.node().take(), ["down normal"]);
    });
}

#[test]
fn links_from_other_nodes_to_the_dead_are_answered() {
    routed(|driver| {
        let dead = start(driver, script(|_| NORMAL));
        driver.run_until_idle();
        let link = Control::Link { to: remote(2) };
        driver.deliver(dead, Signal::Control(Box::new(link)));
        let monitor = Control::Monitor {
            watcher: remote(3),
            reference: 5,
        };
        driver.deliver(dead, Signal::Control(Box::new(monitor)));
        let expected = ["to node 2: exit noproc", "to node 3: down noproc"];
        assert_eq!(driver.node().take(), expected);
    });
}

#[test]
fn without_a_router_other_nodes_are_down() {
    for_seeds(|driver| {
        start(
            driver,
            recorder(|turn| {
                turn.send(remote(2), text("lost"));
                turn.link(remote(2), Both);
                turn.monitor(remote(2));
            }),
        );
        driver.run_until_idle();
        assert_eq!(driver.node().sorted(), ["down node-down", "exit node-down"]);
        assert!(driver.handle().shared.watches.is_empty());
    });
}
