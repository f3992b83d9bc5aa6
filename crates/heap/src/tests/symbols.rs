//! Counted symbols live as long as something reaches them, wherever that is, and no longer.

use super::support::{Process, items, old_process, unit};
use crate::budget::tests::assert_balanced;
use crate::object::BoxCell;
use crate::{FragmentBuilder, Frozen, Heap, Pair, Value, Vector};
use mound_base::counted::is_counted;
use mound_base::{Symbol, SymbolRef};

impl Process {
    fn symbol(&mut self, name: &str) -> Value {
        let reference = SymbolRef::intern(name).expect("there are numbers left");
        self.heap.symbol(reference)
    }

    /// Two collections of everything, and one that may be minor between them.
    fn collect_until_quiet(&mut self) {
        for need in [0, 20, 0] {
            self.heap.look_closely();
            self.collect(need);
        }
    }
}

fn name_of(value: Value) -> String {
    value.symbol_text().expect("a symbol").to_string()
}

#[test]
fn symbols_are_given_up_by_the_collection_that_does_not_meet_them() {
    for zeal in [false, true] {
        let mut process = Process::new(64, zeal);
        let kept = process.symbol("kept-by-root");
        process.symbol("dropped-by-root");
        process.roots.push(kept);
        assert!(is_counted("dropped-by-root"));
        process.collect_until_quiet();
        assert!(!is_counted("dropped-by-root"));
        assert_eq!(name_of(process.roots[0]), "kept-by-root");
        // The same name is the same symbol as long as it lives.
        assert_eq!(process.symbol("kept-by-root"), process.roots[0]);
        process.roots.clear();
        process.collect_until_quiet();
        assert!(!is_counted("kept-by-root"));
    }
}

#[test]
fn a_symbol_is_symbol_and_pointer_to_nothing() {
    let mut process = Process::new(64, false);
    let symbol = process.symbol("looked-at");
    assert!(symbol.is_symbol() && symbol.is_counted_symbol() && symbol.is_pointer());
    assert!(!symbol.is_pair() && !symbol.is_object() && !symbol.is_immediate());
    assert_eq!(symbol.as_symbol(), Some(Symbol::intern("looked-at")));
    // It was made to last now, and stays the same.
    assert_eq!(Value::symbol(Symbol::intern("looked-at")), symbol);
    let lasting = Value::symbol(Symbol::intern("lasting-in-values"));
    assert!(lasting.is_symbol() && lasting.is_immediate() && !lasting.is_counted_symbol());
}

#[test]
fn symbols_live_in_all_that_a_process_has() {
    for zeal in [false, true] {
        let mut process = old_process(zeal);
        process.reserve(4096);
        let names = ["in-vector", "in-box", "in-large", "in-old"];
        let symbols = names.map(|name| process.symbol(name));
        let vector = process.heap.vector(3, symbols[0]);
        let holder = process.heap.new_box(symbols[1]);
        let large = process.heap.vector(3000, Value::FALSE);
        Vector::of(large)
            .expect("a vector")
            .set(&mut process.heap, 2999, symbols[2])
            .expect("not frozen");
        let old = Pair::of(process.roots[0]).expect("a list");
        old.set_car(&mut process.heap, symbols[3])
            .expect("not frozen");
        process.roots.extend([vector, holder, large]);
        for _ in 0..3 {
            process.collect_until_quiet();
            let roots = &process.roots;
            let found = [
                Vector::of(roots[1])
                    .expect("a vector")
                    .get(2)
                    .expect("in it"),
                BoxCell::of(roots[2]).expect("a box").get(),
                Vector::of(roots[3])
                    .expect("a vector")
                    .get(2999)
                    .expect("in it"),
                Pair::of(roots[0]).expect("a pair").car(),
            ];
            assert_eq!(found.map(name_of), names);
        }
        process.roots.clear();
        process.collect_until_quiet();
        assert!(names.iter().all(|name| !is_counted(name)));
    }
}

#[test]
fn a_message_keeps_its_symbols_on_its_way_and_where_it_arrives() {
    for zeal in [false, true] {
        for length in [1, 10, 1000] {
            let mut sender = Process::new(64, zeal);
            let mut receiver = Process::new(64, zeal);
            let name = format!("sent-{zeal}-{length}");
            sender.roots.push(Value::NULL);
            for _ in 0..length {
                sender.reserve(2);
                let symbol = sender.symbol(&name);
                sender.roots[0] = sender.heap.pair(symbol, sender.roots[0]);
            }
            let frozen = sender.freeze(sender.roots[0]);
            let again = frozen.clone();
            sender.roots.clear();
            drop(sender);
            assert!(is_counted(&name), "on its way");
            let list = receiver.heap.receive(frozen);
            receiver.roots.push(list);
            receiver.collect_until_quiet();
            assert_eq!(
                name_of(Pair::of(receiver.roots[0]).expect("a pair").car()),
                name
            );
            // Of the message, only the symbol is kept.
            receiver.roots[0] = Pair::of(receiver.roots[0]).expect("a pair").car();
            receiver.collect_until_quiet();
            assert_eq!(name_of(receiver.roots[0]), name);
            receiver.roots.clear();
            drop(again);
            receiver.collect_until_quiet();
            assert!(!is_counted(&name), "{zeal} {length}");
        }
    }
}

#[test]
fn a_symbol_alone_is_a_message() {
    for zeal in [false, true] {
        let mut sender = Process::new(64, zeal);
        let mut receiver = Process::new(64, zeal);
        let symbol = sender.symbol("sent-alone");
        let [one, other, third] = [(); 3].map(|()| sender.freeze(symbol));
        let shared = sender.heap.freeze_shared(symbol).expect("there is memory");
        assert!(shared.share().is_some());
        drop(sender);
        let value = receiver.heap.receive(one);
        receiver.roots.push(value);
        receiver.reserve(4);
        let low = receiver.low();
        let value = receiver.heap.receive_into(other, low);
        receiver.roots.push(value);
        let value = receiver.heap.receive(shared);
        receiver.roots.push(value);
        receiver.collect_until_quiet();
        assert!(
            receiver
                .roots
                .iter()
                .all(|&root| name_of(root) == "sent-alone")
        );
        receiver.roots.clear();
        receiver.collect_until_quiet();
        assert!(is_counted("sent-alone"), "the third is on its way");
        drop(third);
        assert!(!is_counted("sent-alone"));
    }
}

#[test]
fn a_new_process_has_the_symbols_of_its_thunk() {
    for zeal in [false, true] {
        let (unit, _) = unit(&[], |_| Vec::new());
        let mut parent = Process::new(64, zeal);
        parent.heap.hold(&unit);
        parent.reserve(16);
        let symbols = [parent.symbol("free-in-thunk"), parent.symbol("free-too")];
        let code = unit.codes().first().expect("a function");
        let thunk = parent.heap.closure(code, &symbols);
        let child = parent.beget(thunk, zeal);
        let mut lone = parent.beget(symbols[0], zeal);
        drop(parent);
        let mut child = child;
        child.collect_until_quiet();
        let closure = crate::Closure::of(child.roots[0]).expect("a closure");
        assert_eq!(
            name_of(closure.free(0).expect("a free value")),
            "free-in-thunk"
        );
        lone.collect_until_quiet();
        drop(child);
        assert!(!is_counted("free-too"));
        assert_eq!(name_of(lone.roots[0]), "free-in-thunk");
        drop(lone);
        assert!(!is_counted("free-in-thunk"));
    }
}

#[test]
fn builders_count_what_they_are_given() {
    for owned in [false, true] {
        let mut builder = FragmentBuilder::new();
        let reference = SymbolRef::intern("built").expect("there are numbers left");
        let words = builder.words();
        let symbol = builder.symbol(reference);
        assert!(builder.words() > words);
        let list = builder.list(&[symbol, symbol]);
        let frozen = match owned {
            true => builder.finish_owned(list),
            false => {
                let mut roots = [list];
                let fragment = builder.finish(&mut roots);
                Frozen::constant(roots[0], &fragment)
            }
        };
        assert!(frozen.held_words() > frozen.words());
        let mut receiver = Process::new(64, true);
        let list = receiver.heap.receive(frozen);
        receiver.roots.push(list);
        receiver.collect_until_quiet();
        assert_eq!(name_of(items(receiver.roots[0])[1]), "built");
        drop(receiver);
        assert!(!is_counted("built"));
    }
    let mut builder = FragmentBuilder::new();
    let reference = SymbolRef::intern("built-alone").expect("there are numbers left");
    let symbol = builder.symbol(reference);
    let frozen = builder.finish_message(symbol);
    assert_eq!(name_of(frozen.root()), "built-alone");
    drop(frozen);
    assert!(!is_counted("built-alone"));
}

#[test]
fn frozen_data_that_is_thawed_keeps_its_symbols() {
    for zeal in [false, true] {
        let mut sender = Process::new(64, zeal);
        let mut receiver = Process::new(64, zeal);
        sender.reserve(400);
        let symbol = sender.symbol("thawed");
        let vector = sender.heap.vector(300, symbol);
        sender.roots.push(vector);
        let received = sender.send(sender.roots[0], &mut receiver);
        let thawed = receiver.heap.thaw(received).expect("there is memory");
        receiver.roots.push(thawed);
        drop(sender);
        receiver.check();
        receiver.collect_until_quiet();
        let vector = Vector::of(receiver.roots[0]).expect("a vector");
        assert!(
            vector
                .slice()
                .iter()
                .all(|&symbol| name_of(symbol) == "thawed")
        );
        drop(receiver);
        assert!(!is_counted("thawed"));
    }
}

#[test]
fn what_is_left_of_a_message_keeps_its_symbols() {
    for zeal in [false, true] {
        let mut sender = Process::new(64, zeal);
        let mut receiver = Process::new(64, zeal);
        let list = sender.list(0..4000);
        sender.roots.push(list);
        sender.reserve(4);
        let symbol = sender.symbol("left-behind");
        let list = sender.heap.pair(symbol, sender.roots[0]);
        sender.roots[0] = sender.heap.pair(Value::TRUE, list);
        let list = sender.send(sender.roots[0], &mut receiver);
        drop(sender);
        let mut kept = Pair::of(list).expect("a pair").cdr();
        receiver.roots.push(kept);
        receiver.collect_until_quiet();
        kept = receiver.roots[0];
        // All but the symbol and the pair that holds it is let go.
        let symbol = Pair::of(kept).expect("a pair").car();
        receiver.reserve(2);
        receiver.roots[0] = receiver.heap.pair(symbol, Value::NULL);
        receiver.collect_until_quiet();
        assert!(receiver.heap.size_words() < 4000);
        assert_eq!(name_of(items(receiver.roots[0])[0]), "left-behind");
        drop(receiver);
        assert!(!is_counted("left-behind"));
    }
}

#[test]
fn whoever_makes_symbols_without_end_collects() {
    let mut process = Process::new(64, false);
    for number in 0..20_000 {
        process.symbol(&format!("endless-{number}"));
        process.reserve(0);
    }
    let living = (0..20_000).filter(|number| is_counted(&format!("endless-{number}")));
    assert!(living.count() < 10_000);
    // Who keeps them is over its limit some time.
    let mut process = Process::new(64, false);
    process.heap.set_limit(Some(100_000));
    let mut refused = false;
    process.roots.push(Value::NULL);
    for number in 0..20_000 {
        let symbol = process.symbol(&format!("kept-endless-{number}"));
        process.roots.push(symbol);
        if !process.heap.has_room(process.low(), 2) {
            let (heap, stack) = (&mut process.heap, &mut process.stack);
            if heap.collect(stack, 0, &mut process.roots, 2).is_err() {
                refused = true;
                break;
            }
        }
    }
    assert!(refused);
}

#[test]
fn names_count_in_the_account_of_the_node() {
    let before = crate::budget::used();
    let name = "x".repeat(1 << 22);
    let reference = SymbolRef::intern(&name).expect("there are numbers left");
    assert!(crate::budget::used() > before.saturating_add(3 << 20));
    drop(reference);
    assert!(crate::budget::used() < before.saturating_add(3 << 20));
}

#[test]
fn messages_of_symbols_leave_nothing() {
    assert_balanced(|| {
        let mut sender = Process::new(64, true);
        let mut receiver = Process::new(64, true);
        let symbol = sender.symbol("counted-and-gone");
        let frozen = sender.freeze(symbol);
        let value = receiver.heap.receive(frozen);
        receiver.roots.push(value);
        receiver.collect_until_quiet();
        Heap::unborn()
    });
}

/// Processes make symbols, keep them in lists, send them to each other, and forget them. Each list
/// is compared with the names that should be in it.
#[test]
fn random_messages_of_symbols_agree_with_their_names() {
    let rounds = if cfg!(miri) { 60 } else { 1000 };
    for zeal in [false, true] {
        let mut seed = 12345u64;
        let mut below = move |limit: usize| {
            seed = seed
                .wrapping_mul(6364136223846793005)
                .wrapping_add(1442695040888963407);
            (seed >> 33) as usize % limit
        };
        let mut processes: Vec<Process> = (0..3).map(|_| Process::new(64, zeal)).collect();
        let mut names: Vec<Vec<Vec<String>>> = vec![Vec::new(); 3];
        let mut waiting: Vec<(Frozen, Vec<String>)> = Vec::new();
        for round in 0..rounds {
            let one = below(3);
            let process = &mut processes[one];
            match below(8) {
                0 | 1 => {
                    let count = 1 + below(40);
                    let list: Vec<String> = (0..count)
                        .map(|_| format!("random-{}", below(60)))
                        .collect();
                    process.roots.push(Value::NULL);
                    let last = process.roots.len() - 1;
                    for name in list.iter().rev() {
                        process.reserve(2);
                        let symbol = process.symbol(name);
                        process.roots[last] = process.heap.pair(symbol, process.roots[last]);
                    }
                    names[one].push(list);
                }
                2 | 3 if !process.roots.is_empty() => {
                    let index = below(process.roots.len());
                    let frozen = process.freeze(process.roots[index]);
                    waiting.push((frozen, names[one][index].clone()));
                }
                4 | 5 if !waiting.is_empty() => {
                    let (frozen, list) = waiting.swap_remove(below(waiting.len()));
                    let low = process.low();
                    let value = match below(2) {
                        0 => process.heap.receive(frozen),
                        _ => process.heap.receive_into(frozen, low),
                    };
                    process.roots.push(value);
                    names[one].push(list);
                }
                6 if !process.roots.is_empty() => {
                    let index = below(process.roots.len());
                    process.roots.swap_remove(index);
                    names[one].swap_remove(index);
                }
                _ => process.collect(below(100)),
            }
            if round % 16 == 0 {
                for (process, names) in processes.iter_mut().zip(&names) {
                    process.check();
                    for (&root, names) in process.roots.iter().zip(names) {
                        let found: Vec<String> = items(root).into_iter().map(name_of).collect();
                        assert_eq!(found, *names);
                    }
                }
            }
        }
    }
    assert!((0..60).all(|number| !is_counted(&format!("random-{number}"))));
}
