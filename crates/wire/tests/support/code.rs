//! Units in the assembler's language, and processes that run them.

use mound_bytecode::unit::{Unit, UnitHash};
use mound_bytecode::{asm, verify::verify};
use mound_heap::Value;
use mound_heap::fragment::Frozen;
use mound_heap::object::Closure;
use mound_machine::link::Implementation;
use mound_machine::{
    Arguments, Cluster, Context, Host, LinkedUnit, Linker, Outcome, Processes, Raise, Requests,
    Resources, Stop, System, run,
};
use std::collections::HashMap;

/// A world that nobody asks for anything.
pub struct NoHost;

impl Host for NoHost {
    fn system(&mut self) -> &mut dyn System {
        unreachable!("the tests use no clock or console")
    }

    fn processes(&mut self) -> &mut dyn Processes {
        unreachable!("the tests use one process")
    }

    fn cluster(&mut self) -> &mut dyn Cluster {
        unreachable!("the tests use one node")
    }

    fn requests(&mut self) -> &mut dyn Requests {
        unreachable!("the tests wait for nothing")
    }

    fn resources(&mut self) -> &mut dyn Resources {
        unreachable!("the tests open nothing")
    }
}

fn call_cc(
    context: &mut Context,
    _: &mut dyn Host,
    arguments: Arguments,
) -> Result<Outcome, Raise> {
    let continuation = context.capture()?;
    let procedure = context.argument(arguments, 0);
    Ok(Outcome::Call(
        context.prepare_call(procedure, &[continuation])?,
    ))
}

fn die(context: &mut Context, _: &mut dyn Host, arguments: Arguments) -> Result<Outcome, Raise> {
    Ok(Outcome::Die(context.argument(arguments, 0)))
}

pub fn linker() -> Linker {
    Linker::new(HashMap::from([
        ("%call/cc", Implementation::Control(call_cc)),
        ("%die", Implementation::Control(die)),
    ]))
}

pub fn assemble(text: &str) -> Unit {
    let unit = asm::assemble(text).unwrap_or_else(|error| panic!("{error}"));
    verify(&unit).unwrap_or_else(|error| panic!("{error}"));
    unit
}

/// Links a text and gives its hash and the closure that runs it.
pub fn link(linker: &Linker, text: &str) -> (UnitHash, Value) {
    let unit = assemble(text);
    let fragment = linker.link(&unit, true).expect("it can be linked");
    let entry = LinkedUnit::of_fragment(&fragment).expect("code").entry();
    (unit.hash(), entry)
}

/// A process that will call a closure of an immortal unit, or decoded data.
pub fn process(linker: &Linker, thunk: Frozen) -> Context {
    let mut context = Context::new(linker.hooks.clone(), 256, thunk);
    context.fuel = 1_000_000;
    context
}

/// A closure without free values as what a process begins with.
pub fn entry(closure: Value) -> Frozen {
    assert!(Closure::of(closure).is_some());
    let mut heap = mound_heap::Heap::new(64);
    heap.freeze_shared(closure).expect("closures can be sent")
}

/// The result of a process that returns.
pub fn result(context: &mut Context) -> Value {
    match run(context, &mut NoHost) {
        Stop::Done(value) => value,
        stop => panic!("stopped: {stop:?}"),
    }
}

/// `(walk 4)`, where `(walk n)` is `(+ (walk (- n 1)) (grab))` and `(grab)` keeps a thunk that goes
/// on from there with 100 instead of 1. Gives the sum and the thunks, youngest first.
pub const WALK: &str = "
primitive 0 = %call/cc
function 0 (0 arguments, 9 slots)
  block 0 (live)
    immediate 2 2
    box 2 2
    closure 3 4 1 2
    closure 4 2 1 3
    closure 5 3 1 4
    move 7 5
    fixnum 8 4
    call 6 1
  block 1 (live 2 6)
    unbox 3 2
    cons 3 6 3
    return 3
function 1 (0 arguments, 3 slots)           ; never called
  block 0 (live)
    fixnum 2 0
    return 2
function 2 (0 arguments, 1 free, 6 slots)   ; grab
  block 0 (live 1)
    free 4 0
    call-primitive 2 1 0
  block 1 (live 2)
    return 2
function 3 (1 argument, 1 free, 8 slots)    ; walk
  block 0 (live 1 2)
    unless=i 2 0 3
  block 1 (live 1 2)
    free 4 0
    call 3 0
  block 2 (live 3)
    return 3
  block 3 (live 1 2)
    move 4 1
    add-i 5 2 -1
    call 3 1
  block 4 (live 1 3)
    free 5 0
    call 4 0
  block 5 (live 3 4)
    add 3 3 4
    return 3
function 4 (1 argument, 1 free, 8 slots)    ; stash
  block 0 (live 1 2)
    closure 3 5 1 2
    free 4 0
    unbox 5 4
    cons 5 3 5
    set-box 4 5
    fixnum 6 1
    return 6
function 5 (0 arguments, 1 free, 6 slots)   ; (lambda () (k 100))
  block 0 (live 1)
    free 3 0
    fixnum 4 100
    tail-call 2 1
";

/// `(factorial 30)`.
pub const FACTORIAL: &str = "
function 0 (0 arguments, 6 slots)
  block 0 (live)
    fixnum 4 30
    call-known 2 1 1
  block 1 (live 2)
    return 2
function 1 (1 argument, 8 slots)
  block 0 (live 2)
    unless=i 2 0 2
  block 1 (live 2)
    fixnum 3 1
    return 3
  block 2 (live 2)
    add-i 5 2 -1
    call-known 3 1 1
  block 3 (live 2 3)
    multiply 3 3 2
    return 3
";
