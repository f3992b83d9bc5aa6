//! What a node with a valid certificate can do to another one: send it anything. The other one goes on, in
//! bounded memory, its processes and its other connections too.
//!
//! `HOSTILE_ROUNDS` says how often each attack is repeated.

#[path = "support/dice.rs"]
mod dice;
#[path = "support/garbling.rs"]
mod garbling;
#[path = "support/scene.rs"]
mod scene;
mod support;

use garbling::{Chance, any_signal};
use mound_base::SymbolRef;
use mound_bytecode::unit::UnitHash;
use mound_heap::{Heap, Name, Value};
use mound_node::{DownReason, Signal};
use mound_wire::{Mode, NameTable, NodeIdentity};
use scene::{Scene, rounds, serials};
use support::TIME_LIMIT;

/// Links and monitors of processes that nobody has, until the node has enough of it.
#[test]
fn links_and_monitors_without_end_cost_the_peer_its_connection() {
    let scene = Scene::new();
    for round in 0..rounds() {
        let attacker = scene.attacker();
        let mut reason = None;
        for invented in 0.. {
            for to in serials().take(16) {
                let from = invented + 1;
                let signal = match invented % 2 {
                    0 => Signal::Link { from, to },
                    _ => Signal::Monitor {
                        from,
                        to,
                        reference: invented,
                    },
                };
                attacker.send(signal);
            }
            if invented % 64 == 0 {
                // What cannot wait is not to fill this machine.
                reason = attacker.rest();
                if reason.is_some() || invented > 100_000 {
                    break;
                }
            }
        }
        // It may have sent them all before it is told.
        let reason = reason.or_else(|| attacker.downs.recv_timeout(TIME_LIMIT).ok());
        let Some(DownReason::Goodbye(_, words)) = reason else {
            panic!("round {round}: {reason:?}");
        };
        // Links to the dead are answered, and the answers may be too many first.
        let expected = ["links and monitors", "too much waits"];
        assert!(expected.iter().any(|part| words.contains(part)), "{words}");
    }
    scene.check();
}

/// Ends and answers that nobody waits for.
#[test]
fn forged_news_changes_nothing() {
    let scene = Scene::new();
    let attacker = scene.attacker();
    for _ in 0..rounds() {
        for to in serials() {
            for from in [1, 1 << 22, to] {
                let reason = Vec::new;
                attacker.send(Signal::Exit {
                    from,
                    to,
                    reason: reason(),
                });
                for reference in 0..50 {
                    attacker.send(Signal::Down {
                        from,
                        to,
                        reference,
                        reason: reason(),
                    });
                }
                attacker.send(Signal::Unlink { from, to, id: 1 });
                attacker.send(Signal::Unlinked { from, to });
            }
            attacker.send(Signal::Refused {
                to,
                why: b"forged".to_vec(),
            });
            for from in 0..50 {
                attacker.send(Signal::Undelivered {
                    to,
                    from,
                    name: "echo".to_owned(),
                    why: "forged".to_owned(),
                });
            }
        }
        for request in 0..2000 {
            let (to, result) = (1 << 22, Ok(request));
            attacker.send(Signal::SpawnReply {
                request,
                to,
                result,
            });
            attacker.send(Signal::Pong { id: request });
            attacker.send(Signal::SpawnNoted { request, from: to });
            // More than are held, and *room* for some of them.
            for name in [String::new(), format!("service {request}")] {
                for from in [request, 4000 + request] {
                    let name = name.clone();
                    attacker.send(Signal::Hold { from, name });
                }
            }
            attacker.send(Signal::Room { from: 2 * request });
        }
    }
    attacker.settle();
    assert_eq!(attacker.is_down(), None);
    scene.check();
}

/// Messages for services that are not there, and names that cannot be read.
#[test]
fn invented_services_leave_nothing_behind() {
    let scene = Scene::new();
    let attacker = scene.attacker();
    for number in 0..100_000 * rounds() {
        let payload = vec![0xff; 64];
        let name = match number % 100 {
            0 => "echo".to_owned(),
            _ => format!("{number:0200}"),
        };
        let from = Some(number as u64);
        attacker.send(Signal::SendNamed {
            name,
            from,
            payload,
        });
    }
    attacker.settle();
    // Each is answered. Whoever asks for more answers than leave may be told to go.
    if let Some(reason) = attacker.is_down() {
        let words = reason.to_string();
        assert!(words.contains("too much waits"), "{words}");
    }
    scene.check();
}

/// A list of a thousand symbols that nobody has seen before.
fn thousand_symbols(number: usize) -> Vec<u8> {
    let mut heap = Heap::new(1 << 16);
    let symbols: Vec<Value> = (0..1000)
        .map(|place| {
            let text = format!("invented-{number}-{place}");
            heap.symbol(SymbolRef::intern(&text).expect("there is room"))
        })
        .collect();
    let list = heap.list(&symbols);
    let encoded = mound_wire::encode(list, &mut heap, &Invented(1), Mode::Frozen, 1 << 20);
    encoded.expect("it can be sent").bytes
}

/// In news of ends, which are read before anybody knows that nobody waits for them.
#[test]
fn invented_symbols_are_not_kept() {
    let scene = Scene::new();
    let attacker = scene.attacker();
    for number in 0..300 * rounds() {
        let (from, to) = (0, 1 << 22);
        attacker.send(Signal::Down {
            from,
            to,
            reference: 0,
            reason: thousand_symbols(2 * number),
        });
        attacker.send(Signal::Exit {
            from: 1,
            to,
            reason: thousand_symbols(2 * number + 1),
        });
    }
    attacker.settle();
    assert_eq!(attacker.is_down(), None);
    scene.check();
}

/// Nodes that are made up, a thousand in each message.
struct Invented(u64);

impl NameTable for Invented {
    fn identity(&self, index: u16) -> NodeIdentity {
        let mut id = [7; 16];
        id[..8].copy_from_slice(&self.0.to_le_bytes());
        id[8..10].copy_from_slice(&index.to_le_bytes());
        NodeIdentity {
            id,
            incarnation: self.0,
            address: "localhost:1".to_owned(),
        }
    }

    fn index(&self, _: &NodeIdentity) -> Option<u16> {
        None
    }
}

/// A list of pids of a thousand nodes.
fn thousand_nodes(number: u64) -> Vec<u8> {
    let mut heap = Heap::new(1 << 16);
    let pid = |node| Value::pid(Name { node, serial: 1 });
    let pids: Vec<Value> = (1..1001).map(pid).collect();
    let list = heap.list(&pids);
    let encoded = mound_wire::encode(list, &mut heap, &Invented(number), Mode::Frozen, 1 << 20);
    encoded.expect("it can be sent").bytes
}

#[test]
fn invented_nodes_do_not_use_up_the_names_of_nodes() {
    let scene = Scene::new();
    for round in 0..3 * rounds() as u64 {
        let attacker = scene.attacker();
        for number in 0..40 {
            for to in [(1 << 22) | (number % 16), u64::MAX >> 30] {
                attacker.send(Signal::Send {
                    to,
                    from: None,
                    payload: thousand_nodes(round << 32 | number),
                });
            }
            attacker.send(Signal::SendNamed {
                name: "echo".to_owned(),
                from: None,
                payload: thousand_nodes(round << 32 | 1 << 31 | number),
            });
        }
        attacker.settle();
        assert_eq!(attacker.is_down(), None);
    }
    scene.check();
}

/// Names of four kilobytes, of which each is in one message only, more of them than the node has memory.
#[test]
fn names_of_a_peer_are_given_up_with_its_messages() {
    let scene = Scene::new();
    let attacker = scene.attacker();
    let mut heap = Heap::new(1 << 16);
    for message in 0..400 * rounds() {
        let name = |number| format!("{message}-{number:04000}");
        let names = (0..100).map(|number| {
            let name = SymbolRef::intern(&name(number)).expect("there are numbers left");
            heap.symbol(name)
        });
        let names: Vec<Value> = names.collect();
        let list = heap.list(&names);
        let encoded = mound_wire::encode(list, &mut heap, &Invented(0), Mode::Frozen, 1 << 20);
        let signal = Signal::SendNamed {
            name: "sink".to_owned(),
            from: None,
            payload: encoded.expect("it can be sent").bytes,
        };
        assert!(attacker.send(signal), "{:?}", attacker.is_down());
        if message % 50 == 0 {
            // This side has to forget them, too.
            heap = Heap::new(1 << 16);
        }
    }
    attacker.settle();
    assert_eq!(attacker.is_down(), None);
    scene.check();
}

/// Code that nobody has is wanted, again and again: whoever asks for too much at once is told to go.
#[test]
fn code_is_wanted_without_end() {
    let scene = Scene::new();
    let attacker = scene.attacker();
    for round in 0..2000 * rounds() as u64 {
        let invented = |number: u64| {
            let mut hash = [0; 32];
            hash[..8].copy_from_slice(&(round * 256 + number).to_le_bytes());
            UnitHash(hash)
        };
        let hashes = (0..200).map(invented).collect();
        if !attacker.send(Signal::CodeWant { hashes }) {
            break;
        }
    }
    // It is told to go while it still sends, and may not hear why.
    attacker.settle();
    scene.check();
}

/// Signals of all kinds with any contents: they cost the peer its connection at most, and it comes back.
fn anything_comes(garbled: bool) {
    let scene = Scene::new();
    let samples = [thousand_symbols(0), thousand_nodes(1), Vec::new()];
    let connections = 6 * rounds() as u64;
    let mut lost = 0;
    for seed in 0..connections {
        let attacker = match garbled {
            true => scene.garbler(seed),
            false => scene.attacker(),
        };
        let mut chance = Chance::new(seed);
        let is_lost = (0..1000).any(|_| {
            attacker.send(any_signal(&mut chance, &samples));
            attacker.is_down().is_some()
        });
        attacker.settle();
        lost += u64::from(is_lost || attacker.is_down().is_some());
    }
    println!("{lost} of {connections} connections were lost");
    // What was changed on its way is noticed; what is only senseless is taken.
    assert!(
        !garbled || lost > connections / 2,
        "{lost} of {connections}"
    );
    let told = scene.victim.running.errors();
    assert!(
        !told.contains("panicked") && !told.contains("internal error"),
        "{told}"
    );
    scene.check();
}

#[test]
fn signals_of_all_kinds_with_any_contents_harm_nobody() {
    anything_comes(false);
}

#[test]
fn bytes_that_are_changed_on_their_way_cost_the_connection_at_most() {
    anything_comes(true);
}
