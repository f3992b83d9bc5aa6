//! What is counted is there, what is not is gone, and a name is one symbol at each time.

use super::*;
use std::sync::Barrier;

fn intern(name: &str) -> SymbolRef {
    SymbolRef::intern(name).expect("there are numbers left")
}

#[test]
fn symbols_live_as_long_as_they_are_counted() {
    let first = intern("counted-once");
    let second = intern("counted-once");
    assert_eq!(first.symbol(), second.symbol());
    assert!(first.symbol().is_counted());
    assert_eq!(&*first.symbol().text(), "counted-once");
    assert!(first.bytes() > "counted-once".len());
    drop(first);
    let third = second.clone();
    drop(second);
    assert_eq!(&*third.symbol().text(), "counted-once");
    drop(third);
    assert!(!is_counted("counted-once"));
}

#[test]
fn names_of_the_compiler_are_not_counted() {
    let symbol = Symbol::intern("lasting-first");
    let reference = intern("lasting-first");
    assert_eq!(reference.symbol(), symbol);
    assert!(!symbol.is_counted());
    assert_eq!(reference.bytes(), 0);
    drop(reference);
    assert_eq!(symbol.name(), "lasting-first");
}

#[test]
fn counted_symbols_can_be_made_to_last() {
    let reference = intern("lasting-later");
    let symbol = Symbol::intern("lasting-later");
    assert_eq!(reference.symbol(), symbol);
    drop(reference);
    assert_eq!(symbol.name(), "lasting-later");
    assert_eq!(Symbol::intern("lasting-later"), symbol);
    assert_eq!(intern("lasting-later").symbol(), symbol);
    assert_eq!(Symbol::from_index(symbol.index()), symbol);
    // Once is enough.
    assert_eq!(symbol.keep().name(), symbol.name());
    drop(intern("lasting-later"));
    assert_eq!(&*symbol.text(), "lasting-later");
}

#[test]
fn foreign_code_finds_what_is_counted() {
    let reference = intern("counted-before-foreign-code");
    let found = Symbol::intern_foreign("counted-before-foreign-code");
    assert_eq!(found.as_ref(), Some(&reference));
}

#[test]
fn numbers_and_memory_come_back() {
    let mut shard = Shard::new(HashMap::new());
    let many = 16 * FREE_KEPT as u32;
    let slots: Vec<u32> = (0..many)
        .map(|number| shard.enter(&format!("n{number}")).expect("there is room"))
        .collect();
    assert_eq!(slots, (0..many).collect::<Vec<u32>>());
    for &slot in &slots[..10] {
        assert!(shard.release(slot).is_some());
    }
    // Those that are free for the longest time are given first (S4).
    assert_eq!(shard.enter("again"), Some(0));
    assert_eq!(shard.enter("and-again"), Some(1));
    for slot in (0..2).chain(10..many) {
        assert!(shard.release(slot).is_some());
    }
    assert!(shard.by_name.is_empty());
    assert!(shard.entries.capacity() <= FREE_KEPT && shard.free.capacity() <= 2 * FREE_KEPT);
    assert!(shard.enter("anew").is_some());
}

#[test]
fn most_of_a_shard_can_be_given_back() {
    let mut shard = Shard::new(HashMap::new());
    let many = 16 * FREE_KEPT as u32;
    for number in 0..many {
        assert!(shard.enter(&format!("n{number}")).is_some());
    }
    for slot in 100..many {
        assert!(shard.release(slot).is_some());
    }
    assert!(shard.entries.len() < many as usize / 2);
    assert!(
        shard
            .free
            .iter()
            .all(|&slot| (slot as usize) < shard.entries.len())
    );
    assert_eq!(shard.by_name.len(), 100);
}

/// Threads ask for a name, give it up, and make it last, all at once: at each time it is one symbol.
#[test]
fn threads_agree_on_what_a_name_is() {
    const THREADS: usize = 4;
    let rounds = if cfg!(miri) { 20 } else { 2000 };
    let start = Barrier::new(THREADS);
    let met = Mutex::new(Vec::new());
    std::thread::scope(|scope| {
        for thread in 0..THREADS {
            let (start, met) = (&start, &met);
            scope.spawn(move || {
                for round in 0..rounds {
                    let name = format!("raced-{round}");
                    start.wait();
                    let reference = match (thread, round % 3) {
                        (0, 0) => Symbol::intern(&name).counted(),
                        _ => intern(&name),
                    };
                    assert_eq!(&*reference.symbol().text(), name);
                    met.lock().expect("no panic").push(reference.symbol());
                    if start.wait().is_leader() {
                        let mut met = met.lock().expect("no panic");
                        assert!(met.iter().all(|symbol| *symbol == met[0]));
                        met.clear();
                    }
                    start.wait();
                    // Some are given up while others are asked for anew.
                    drop(reference);
                    let again = intern(&name);
                    assert_eq!(&*again.symbol().text(), name);
                }
            });
        }
    });
    for round in 0..rounds {
        let name = format!("raced-{round}");
        assert_eq!(
            is_counted(&name),
            intern(&name).symbol().is_counted() && round % 3 == 0
        );
    }
}

/// What this thread has met lately it does not believe: the symbol may be gone, and its number another's.
#[test]
fn name_that_was_met_lately_is_not_the_one_that_got_its_number() {
    let gone = {
        let first = intern("met-lately");
        let second = intern("met-lately");
        assert_eq!(first, second);
        first.symbol()
    };
    assert!(!is_counted("met-lately"));
    let mut others = Vec::new();
    while others.last().map(SymbolRef::symbol) != Some(gone) {
        assert!(others.len() < 1 << 20, "numbers are given again");
        others.push(intern(&format!("not-met-{}", others.len())));
    }
    let again = intern("met-lately");
    assert_ne!(again.symbol(), gone);
    assert_eq!(&*again.symbol().text(), "met-lately");
    assert_eq!(again, intern("met-lately"));
}
