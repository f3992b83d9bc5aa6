//! Runs assembled units in a context of their own, with the few primitives and
//! the hooks that tests need.

#![allow(dead_code, reason = "each test file uses its part of this module")]

pub mod branches;
pub mod cases;
pub mod primitives;
pub mod show;

use mound_base::Symbol;
use mound_bytecode::asm::assemble;
use mound_bytecode::unit::Unit;
use mound_bytecode::verify::verify;
use mound_heap::{BIRTH_WORDS, FragmentRef, Frozen, Value};
use mound_machine::{
    Cluster, Context, Host, LinkedUnit, Linker, Processes, Requests, Resolved, Resources, Stop,
    System,
};

/// A world with nothing in it.
pub struct Nowhere;

impl Host for Nowhere {
    fn system(&mut self) -> &mut dyn System {
        unreachable!("the tests ask nothing of the world")
    }
    fn processes(&mut self) -> &mut dyn Processes {
        unreachable!("the tests ask nothing of the world")
    }
    fn cluster(&mut self) -> &mut dyn Cluster {
        unreachable!("the tests ask nothing of the world")
    }
    fn requests(&mut self) -> &mut dyn Requests {
        unreachable!("the tests ask nothing of the world")
    }
    fn resources(&mut self) -> &mut dyn Resources {
        unreachable!("the tests ask nothing of the world")
    }
}

/// What the machine calls: `signal` calls the procedure in the variable `handler`, or ends the
/// process; `rewind` goes to the continuation without looking at winders.
const HOOKS: &str = "
    unit test/hooks
    primitive 0 = %die
    primitive 1 = %throw
    reference 0 = interactive handler
    function 0 (0 arguments, 3 slots)
      block 0 (live)
        immediate 2 3
        return 2
    function 1 (1 argument, 6 slots)
      block 0 (live 2)
        global 4 0
        unless 4 1
        move 5 2
        tail-call 3 1
      block 1 (live 2)
        tail-call-primitive 0 1 0
    function 2 (2 arguments, 4 slots)
      block 0 (live 2 3)
        car 3 3
        tail-call-primitive 0 2 1
    export signal function 1
    export rewind function 2
";

/// A node.
pub struct Node {
    pub linker: Linker,
}

impl Node {
    pub fn new() -> Node {
        Node::on(Linker::new(primitives::table()))
    }

    pub fn on(linker: Linker) -> Node {
        let handler = linker.cells.cell("", Symbol::intern("handler"));
        handler.publish(Ok(Frozen::immediate(Value::FALSE).unwrap()), 0);
        let hooks = linker.link(&unit(HOOKS), true).unwrap();
        let hooks = LinkedUnit::of_fragment(&hooks).unwrap();
        let export = |name: &str| match hooks.export(Symbol::intern(name)) {
            Some(Resolved::Constant(value)) => *value,
            _ => panic!("{name} is a function"),
        };
        linker
            .hooks
            .set_procedures(export("signal"), export("rewind"));
        Node { linker }
    }

    pub fn link(&self, text: &str) -> FragmentRef {
        self.linker.link(&unit(text), false).unwrap()
    }

    /// A process that runs the top-level forms of a linked unit.
    pub fn process(&self, fragment: &FragmentRef) -> Context {
        let unit = LinkedUnit::of_fragment(fragment).unwrap();
        let entry = Frozen::constant(unit.entry(), fragment);
        Context::new(self.linker.hooks.clone(), BIRTH_WORDS, entry)
    }

    /// A process that runs `text`.
    pub fn start(&self, text: &str) -> Context {
        self.process(&self.link(text))
    }
}

/// The unit that `text` describes, verified.
pub fn unit(text: &str) -> Unit {
    let mut unit = assemble(text).unwrap_or_else(|error| panic!("{error}\n{text}"));
    unit.sort_tables();
    verify(&unit).unwrap_or_else(|error| panic!("{error}\n{text}"));
    unit
}

/// How a process is driven.
#[derive(Clone, Copy, Debug)]
pub struct Mode {
    pub name: &'static str,
    /// Fuel of each turn.
    pub fuel: i64,
    pub zeal: bool,
    /// Whether its memory is taken apart and put together again between turns.
    pub restore: bool,
}

pub const MODES: [Mode; 5] = [
    mode("plain", 4000, false, false),
    mode("fuel 1", 1, false, false),
    mode("zeal", 7, true, false),
    mode("restored", 1, false, true),
    mode("zeal, restored", 3, true, true),
];

const fn mode(name: &'static str, fuel: i64, zeal: bool, restore: bool) -> Mode {
    Mode {
        name,
        fuel,
        zeal,
        restore,
    }
}

/// What became of a process.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Outcome {
    /// The value, or what it died of.
    pub text: String,
    /// Fuel used.
    pub reductions: u64,
}

/// Runs to the end.
pub fn drive(context: &mut Context, mode: Mode) -> Outcome {
    context.heap.set_zeal(mode.zeal);
    let mut reductions = 0;
    loop {
        context.fuel = mode.fuel;
        let stop = mound_machine::run(context, &mut Nowhere);
        reductions += (mode.fuel - context.fuel).max(0) as u64;
        let text = match stop {
            Stop::Yield => {
                if mode.restore {
                    there_and_back(context);
                }
                continue;
            }
            Stop::Done(value) => show::show(value),
            Stop::Died(object) => format!("died: {}", show::show(object)),
            Stop::Halted => "halted".to_owned(),
            other => panic!("unexpected {other:?}"),
        };
        return Outcome { text, reductions };
    }
}

/// Puts a preempted process together again from a copy of its memory.
pub fn there_and_back(context: &mut Context) {
    if let Some(parts) = context.suspend().unwrap() {
        let copy = context.heap.copy_private(parts).unwrap();
        context.restore(copy).unwrap();
    }
}

/// Runs `text` on a node of its own.
pub fn run(text: &str, mode: Mode) -> Outcome {
    drive(&mut Node::new().start(text), mode)
}
