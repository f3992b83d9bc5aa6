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
                Control::Linked { .. } => "linked".into(),
                Control::Unlinked { .. } => "unlinked".into(),
                Control::Attach { .. } | Control::Detach { .. } => "attach".into(),
                Control::Trace(_)
                | Control::Refuse { .. }
                | Control::Lost { .. }
                | Control::Parcel(_) => "local only".into(),
                Control::Monitor { .. } => "monitor".into(),
                Control::Demonitor { .. } => "demonitor".into(),
                Control::Terminate => "terminate".into(),
                Control::End { .. }
                | Control::Inform(_)
                | Control::OnEnd(_)
                | Control::Release(_) => "local only".into(),
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
            "to node 2: linked",
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
fn a_process_is_linked_with_a_remote_one_by_another() {
    for unlinked in [false, true] {
        routed(|driver| {
            let listener = start(driver, recorder(|_| ()));
            start(
                driver,
                once(move |turn| {
                    turn.link_others(remote(2), listener.into(), true);
                    if unlinked {
                        turn.link_others(remote(2), listener.into(), false);
                    }
                }),
            );
            driver.run_until_idle();
            let said: &[&str] = match unlinked {
                false => &["to node 2: link"],
                true => &["to node 2: link", "to node 2: unlink"],
            };
            assert_eq!(driver.node().take(), said);
            assert_eq!(driver.handle().shared.watches.is_empty(), unlinked);
            driver.node_down(2);
            driver.run_until_idle();
            let told: &[&str] = if unlinked { &[] } else { &["exit node-down"] };
            assert_eq!(driver.node().take(), told);
        });
    }
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

/// Keeps the remote processes that were asked whether they live.
#[derive(Clone, Default)]
struct AskedRouter(Arc<Mutex<Vec<Pid>>>);

impl Router<Value> for AskedRouter {
    fn route(&self, _from: Option<Serial>, to: Pid, signal: Signal<Value>) -> Flow {
        if let Signal::Control(control) = signal
            && let Control::Monitor { reference, .. } = *control
        {
            assert_eq!(reference, crate::links::PROBE);
            let mut asked = self.0.lock().unwrap_or_else(PoisonError::into_inner);
            asked.push(to);
        }
        Flow::Free
    }
}

impl AskedRouter {
    fn take(&self) -> Vec<Pid> {
        std::mem::take(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

/// A process sets 20 links at each message, to processes of another node that halt soon but for
/// the first. Its links and watches when it has set 10 000.
fn kept_of_remote_links(direction: LinkDirection) -> (usize, usize, usize) {
    let driver = &mut Runtime::<Script>::single_threaded(Log::default(), virtual_config(), 1);
    let router = AskedRouter::default();
    assert!(driver.set_router(Arc::new(router.clone())));
    let mut next = 0;
    let holder = start(
        driver,
        script(move |turn| {
            while turn.receive().is_some() {
                for _ in 0..20 {
                    let serial = Serial::from_number(next).expect("small");
                    turn.link(Pid::new(2, serial), direction);
                    next += 1;
                }
            }
            Next::Wait { deadline: None }
        }),
    );
    let mut questions = 0;
    for _ in 0..500 {
        driver.deliver(holder, Signal::Message(text("more")));
        driver.run_until_idle();
        for process in router.take() {
            questions += 1;
            if process.serial().number() != 0 {
                let down = Control::Down {
                    reference: crate::links::PROBE,
                    process,
                    reason: Reason::NoProcess,
                };
                driver.deliver(holder, Signal::control(down));
            }
        }
        driver.run_until_idle();
    }
    let (sender, receiver) = mpsc::channel();
    driver.handle().request_info(
        holder,
        Box::new(move |info| sender.send(info).expect("the test waits")),
    );
    driver.run_until_idle();
    let info = receiver.try_recv().expect("it answered");
    let info = info.expect("it lives");
    if direction.is_outbound() {
        assert_eq!(info.links[0].serial().number(), 0, "who lives stays");
    }
    let watches = driver.handle().shared.watches.take(2).len();
    (info.links.len(), watches, questions)
}

#[test]
fn links_to_remote_processes_that_have_halted_do_not_stay() {
    for direction in [Outbound, Inbound, Both] {
        let (links, watches, questions) = kept_of_remote_links(direction);
        assert!(links < 100, "{links} links");
        assert!(watches < 100, "{watches} watches");
        assert!(questions < 50_000, "{questions} questions");
    }
}

#[test]
fn the_loss_of_a_node_reaches_those_to_whom_its_processes_are_linked() {
    routed(|driver| {
        let [told, untold] = [(); 2].map(|()| start(driver, recorder(|_| ())));
        for process in [told, untold] {
            driver.told_of_link(process, remote(2));
        }
        let unlinked = Control::Unlinked { from: remote(2) };
        driver.deliver(untold, Signal::Control(Box::new(unlinked)));
        // It may be lost before the processes have looked at their signals.
        driver.node_down(2);
        driver.run_until_idle();
        driver.node_down(2);
        driver.run_until_idle();
        let told = driver.node().take();
        assert!(told.iter().all(|line| line == "exit node-down"), "{told:?}");
        assert!((1..=2).contains(&told.len()), "{told:?}");
        assert!(driver.handle().shared.watches.is_empty());
    });
}

#[test]
fn a_link_to_the_dead_leaves_nothing_behind() {
    routed(|driver| {
        let dead = start(driver, script(|_| NORMAL));
        driver.run_until_idle();
        driver.told_of_link(dead, remote(2));
        assert!(driver.handle().shared.watches.is_empty());
    });
}

#[test]
fn a_new_process_is_linked_with_another_node_from_the_beginning() {
    routed(|driver| {
        let options = SpawnOptions {
            links: vec![remote(2)],
            told_of: vec![remote(3)],
            ..SpawnOptions::default()
        };
        let body = recorder(|_| ());
        driver.spawn(body, options).expect("there is room");
        let said = driver.node().sorted();
        assert_eq!(said, ["to node 2: linked", "to node 3: link"]);
        driver.node_down(3);
        driver.run_until_idle();
        assert_eq!(driver.node().take(), ["exit node-down"]);
        assert_eq!(driver.claims(2), 1);
    });
}

fn deliver(driver: &Driver<Script>, to: Serial, control: Control<Value>) {
    driver.deliver(to, Signal::Control(Box::new(control)));
}

fn exit(from: Pid) -> Control<Value> {
    let reason = Reason::Failure(text("forged"));
    Control::Exit {
        from,
        origin: from,
        reason,
    }
}

#[test]
fn an_exit_without_a_link_changes_nothing() {
    routed(|driver| {
        let linked = start(driver, recorder(|turn| turn.link(remote(2), Inbound)));
        let unlinked = start(
            driver,
            recorder(|turn| {
                turn.link(remote(2), Both);
                turn.unlink(remote(2), Both);
            }),
        );
        let outbound = start(driver, recorder(|turn| turn.link(remote(2), Outbound)));
        let stranger = start(driver, recorder(|_| ()));
        driver.run_until_idle();
        driver.node().take();
        for process in [unlinked, outbound, stranger] {
            deliver(driver, process, exit(remote(2)));
        }
        deliver(driver, linked, exit(remote(3)));
        driver.run_until_idle();
        assert!(driver.node().take().is_empty());
        // Whoever was told that it would be is.
        deliver(driver, linked, exit(remote(2)));
        driver.told_of_link(stranger, remote(2));
        deliver(driver, stranger, exit(remote(2)));
        driver.run_until_idle();
        let told = "exit failure Text(\"forged\")";
        assert_eq!(driver.node().take(), [told, told]);
    });
}

#[test]
fn the_end_of_another_process_than_the_monitored_one_is_not_believed() {
    routed(|driver| {
        let (sender, receiver) = mpsc::channel();
        let watcher = start(
            driver,
            recorder(move |turn| {
                sender.send(turn.monitor(remote(2))).expect("test waits");
            }),
        );
        driver.run_until_idle();
        driver.node().take();
        let reference = receiver.try_recv().expect("it has run");
        for process in [remote(3), remote(2)] {
            let reason = Reason::Normal;
            let down = Control::Down {
                reference,
                process,
                reason,
            };
            deliver(driver, watcher, down);
            driver.run_until_idle();
            let told: &[&str] = match process == remote(2) {
                true => &["down normal"],
                false => &[],
            };
            assert_eq!(driver.node().take(), told);
        }
    });
}

#[test]
fn what_is_kept_for_a_node_is_counted_and_goes_with_it() {
    routed(|driver| {
        let holder = start(driver, recorder(|_| ()));
        let other = start(driver, recorder(|_| ()));
        let process = |number| Pid::new(2, Serial::from_number(number).expect("small"));
        for number in 0..100 {
            for _ in 0..2 {
                let to = process(number);
                deliver(driver, holder, Control::Link { to });
                let watcher = process(number);
                let reference = number;
                deliver(driver, holder, Control::Monitor { watcher, reference });
            }
        }
        for number in 0..50 {
            let to = process(number);
            deliver(driver, holder, Control::Unlink { to });
            deliver(driver, holder, Control::Unlink { to });
        }
        deliver(driver, other, Control::Link { to: remote(2) });
        deliver(driver, other, Control::Link { to: remote(3) });
        driver.told_of_link(other, remote(2));
        driver.run_until_idle();
        assert_eq!((driver.claims(2), driver.claims(3)), (152, 1));
        driver.node_down(2);
        driver.run_until_idle();
        assert_eq!((driver.claims(2), driver.claims(3)), (0, 1));
        driver.node().take();
        // Nobody there is told any more.
        driver.terminate(holder.into());
        driver.terminate(other.into());
        driver.run_until_idle();
        assert_eq!(driver.claims(3), 0);
        assert_eq!(driver.node().take(), ["to node 3: exit terminated"]);
    });
}

#[test]
fn a_message_that_is_refused_ends_the_requests_between_two_processes() {
    routed(|driver| {
        let asker = start(
            driver,
            recorder(|turn| {
                turn.monitor(remote(2));
                turn.monitor_request(remote(2));
                turn.monitor_request(remote(3));
            }),
        );
        driver.run_until_idle();
        driver.node().take();
        driver.message_refused(asker, remote(2), text("too large"));
        driver.run_until_idle();
        let expected = ["down failure Text(\"too large\")", "to node 2: demonitor"];
        assert_eq!(driver.node().sorted(), expected);
        // What others ask of a process ends only if it was asked before.
        let refuse = |driver: &mut Driver<Script>| {
            driver.message_refused(asker, remote(4), text("too large"));
        };
        refuse(driver);
        for reference in [7, 8 | crate::links::REQUEST] {
            let watcher = remote(4);
            let monitor = Control::Monitor { watcher, reference };
            driver.deliver(asker, Signal::Control(Box::new(monitor)));
        }
        driver.run_until_idle();
        assert!(driver.node().take().is_empty());
        refuse(driver);
        driver.run_until_idle();
        let answer = "to node 4: down failure Text(\"too large\")";
        assert_eq!(driver.node().take(), [answer]);
    });
}
