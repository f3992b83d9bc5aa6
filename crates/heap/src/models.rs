//! Loom models: every order of events in which threads share fragments and give them up.
//!
//! Run with `RUSTFLAGS="--cfg loom" cargo test -p mound-heap --release --lib models` in a
//! target directory of its own. Under `cfg(loom)` only these tests can run: the counts of
//! others would lie outside of a model.
//!
//! Each fragment has a [`Witness`] attached, which loom watches: it is read through
//! references, and written when the fragment is freed, so a read that does not come before
//! the end of the fragment is found.

use crate::budget;
use crate::{FragmentBuilder, FragmentRef, Value};
use loom::cell::UnsafeCell;
use loom::sync::Arc;
use loom::sync::atomic::{AtomicUsize, Ordering};
use loom::thread;

/// See the top of this file.
struct Witness {
    word: UnsafeCell<u64>,
    freed: Arc<AtomicUsize>,
}

// SAFETY: loom checks that the word is not written while others read it.
unsafe impl Sync for Witness {}
// SAFETY: as above.
unsafe impl Send for Witness {}

impl Drop for Witness {
    fn drop(&mut self) {
        // SAFETY: checked by loom.
        self.word.with_mut(|word| unsafe { *word += 1 });
        self.freed.fetch_add(1, Ordering::Relaxed);
    }
}

/// A fragment with a witness, and with an edge to another one.
fn fragment(freed: &Arc<AtomicUsize>, edge: Option<&FragmentRef>) -> FragmentRef {
    let mut builder = FragmentBuilder::new();
    // Only units take a witness.
    builder.unit_hash([7; 32]);
    if let Some(edge) = edge {
        builder.edge(edge);
    }
    let pair = builder.pair(Value::fixnum(1), Value::NULL);
    let fragment = builder.finish(&mut [pair]);
    let witness = Witness {
        word: UnsafeCell::new(0),
        freed: freed.clone(),
    };
    assert!(fragment.attach(Box::new(witness)));
    fragment
}

fn witness(fragment: &FragmentRef) -> &Witness {
    let attached = fragment.attached().expect("it was attached");
    attached.downcast_ref().expect("a witness")
}

/// Reads as a process does that holds the fragment.
fn read(fragment: &FragmentRef) {
    // SAFETY: checked by loom.
    let word = witness(fragment).word.with(|word| unsafe { *word });
    assert_eq!(word, 0, "it is freed");
}

/// Writes as one does who has the only reference.
fn write(fragment: &FragmentRef) {
    let word = &witness(fragment).word;
    // SAFETY: checked by loom.
    word.with_mut(|word| unsafe { *word = 0 });
}

/// Runs `model` in all orders, and checks that it leaves nothing in the account of memory.
fn check(model: impl Fn() + Sync + Send + 'static) {
    loom::model(move || {
        let before = counted();
        model();
        assert_eq!(counted(), before, "all that was counted is free again");
    });
}

/// What all threads have counted: in a model they are one for the operating system.
fn counted() -> isize {
    budget::told_and_untold()
}

#[test]
fn last_reference_frees_after_all_reads() {
    check(|| {
        let freed = Arc::new(AtomicUsize::new(0));
        let first = fragment(&freed, None);
        let threads: Vec<_> = (0..2)
            .map(|_| {
                let mine = first.clone();
                thread::spawn(move || {
                    read(&mine);
                    // A message that is sent on.
                    let again = mine.clone();
                    drop(mine);
                    read(&again);
                })
            })
            .collect();
        read(&first);
        drop(first);
        for thread in threads {
            thread.join().expect("no panic");
        }
        assert_eq!(freed.load(Ordering::Relaxed), 1);
    });
}

#[test]
fn edges_live_as_long_as_what_points_there() {
    check(|| {
        let freed = Arc::new(AtomicUsize::new(0));
        let inner = fragment(&freed, None);
        let middle = fragment(&freed, Some(&inner));
        let outer = fragment(&freed, Some(&middle));
        drop(middle);
        let holder = {
            let outer = outer.clone();
            thread::spawn(move || {
                let middle = outer.edges()[0].clone();
                drop(outer);
                // It is reached through the other one only.
                read(&middle.edges()[0]);
            })
        };
        let other = thread::spawn(move || {
            read(&inner);
        });
        drop(outer);
        holder.join().expect("no panic");
        other.join().expect("no panic");
        assert_eq!(freed.load(Ordering::Relaxed), 3);
    });
}

#[test]
fn who_has_the_only_reference_may_write() {
    check(|| {
        let freed = Arc::new(AtomicUsize::new(0));
        let first = fragment(&freed, None);
        let other = {
            let mine = first.clone();
            thread::spawn(move || read(&mine))
        };
        if first.is_sole() {
            write(&first);
        }
        other.join().expect("no panic");
        assert!(first.is_sole());
        write(&first);
        drop(first);
        assert_eq!(freed.load(Ordering::Relaxed), 1);
    });
}

#[test]
fn code_leads_to_a_reference_of_its_own() {
    check(|| {
        let freed = Arc::new(AtomicUsize::new(0));
        let first = fragment(&freed, None);
        let table = first.clone();
        // As a table of units does: a reference for whoever asks, then the table's own goes.
        let asker = thread::spawn(move || {
            let mine = table.to_ref();
            drop(table);
            read(&mine);
            mine
        });
        drop(first);
        let mine = asker.join().expect("no panic");
        assert_eq!(freed.load(Ordering::Relaxed), 0);
        assert_eq!(mine.count(), 1);
        drop(mine);
        assert_eq!(freed.load(Ordering::Relaxed), 1);
    });
}
