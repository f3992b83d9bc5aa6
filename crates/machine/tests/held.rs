//! Who holds a thread for too long is found by what ends next on it.

mod support;

use mound_heap::Value;
use mound_machine::held::{Held, Thread, threads};
use mound_machine::link::Implementation;
use mound_machine::{Arguments, Context, Host, Linker, Outcome, Raise, run_turn};
use std::path::PathBuf;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use support::{Node, Nowhere, primitives};

/// Whether any thread is marked is one fact for the program.
static ONE_AT_A_TIME: Mutex<()> = Mutex::new(());

fn alone() -> MutexGuard<'static, ()> {
    let alone = ONE_AT_A_TIME.lock();
    alone.unwrap_or_else(PoisonError::into_inner)
}

/// What the system calls this thread, below `/proc`.
fn directory() -> PathBuf {
    let link = std::fs::read_link("/proc/thread-self").expect("this system tells of threads");
    PathBuf::from("/proc").join(link)
}

/// This thread, once it has run a process.
fn this() -> Arc<Thread> {
    let directory = directory();
    let found = threads().into_iter();
    let mut own = found.filter(|thread| thread.directory() == Some(&*directory));
    let this = own.next().expect("a thread that runs processes is known");
    assert!(own.next().is_none(), "it is known once");
    this
}

fn mark(_: &mut Context, _: &mut dyn Host, _: Arguments) -> Result<Value, Raise> {
    let this = this();
    this.mark(this.turn().expect("a turn goes on"));
    Ok(Value::TRUE)
}

fn mark_the_turn_before(_: &mut Context, _: &mut dyn Host, _: Arguments) -> Result<Value, Raise> {
    let this = this();
    this.mark(this.turn().expect("a turn goes on") - 2);
    Ok(Value::TRUE)
}

fn mark_and_halt(
    context: &mut Context,
    host: &mut dyn Host,
    arguments: Arguments,
) -> Result<Outcome, Raise> {
    mark(context, host, arguments).map(|_| Outcome::Halt)
}

/// A turn of a process with these instructions, `length` marks the thread, `%halt` too, and `vector`
/// marks the turn before; what was found to hold the thread.
fn held(instructions: &str) -> Option<Held> {
    let mut table = primitives::table();
    table.insert("length", Implementation::Leaf(mark));
    table.insert("vector", Implementation::Leaf(mark_the_turn_before));
    table.insert("%halt", Implementation::Control(mark_and_halt));
    let mut node = Node::new();
    node.linker = Linker::new(table);
    let text = format!(
        "primitive 0 = length
         primitive 1 = vector
         primitive 2 = %halt
         function 0 (0 arguments, 8 slots)
           block 0 (live)
             fixnum 4 7
             {instructions}"
    );
    let mut context = Box::new(node.start(&text));
    context.fuel = 1000;
    run_turn(&mut context, &mut Nowhere);
    let this = this();
    assert_eq!(this.turn(), None, "the turn is over");
    this.take_held()
}

#[test]
fn what_ends_next_in_a_marked_turn_says_its_name() {
    let _alone = alone();
    let primitive = |name: &str| {
        Some(Held {
            name: name.to_owned(),
            is_primitive: true,
        })
    };
    for (instructions, expected) in [
        ("return 4", None),
        ("primitive 2 4 1 0\n return 2", primitive("length")),
        ("tail-call-primitive 2 0 2", primitive("%halt")),
        // A mark that comes too late is for nobody.
        ("primitive 2 4 1 1\n return 2", None),
        (
            "primitive 2 4 1 1\n primitive 2 4 1 0\n return 2",
            primitive("length"),
        ),
    ] {
        assert_eq!(held(instructions), expected, "{instructions}");
        assert_eq!(this().take_held(), None, "it is taken once");
    }
}

#[test]
fn threads_are_known_by_what_the_system_calls_them_and_as_long_as_they_live() {
    let _alone = alone();
    let work = || {
        held("return 4");
        let turns = |marked: u64| {
            let this = this();
            this.mark(marked);
            this.turn()
        };
        assert_eq!(turns(1), None);
        directory()
    };
    let directory = std::thread::spawn(work).join().expect("it ends well");
    assert!(!directory.exists(), "the thread has ended");
    let known = |thread: &Arc<Thread>| thread.directory() == Some(&*directory);
    assert!(!threads().iter().any(known));
}
