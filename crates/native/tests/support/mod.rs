//! Runs bytecode with and without machine code.

use mound_bytecode::{asm, verify};
use mound_heap::freeze::Frozen;
use mound_heap::number::number_of;
use mound_heap::{BoxCell, Pair, Value, kind_of};
use mound_machine::host::{Cluster, Host, Processes, Requests, System};
use mound_machine::link::Implementation;
use mound_machine::resource::Resources;
use mound_machine::{Context, LinkedUnit, Linker, Native, Outcome, Stop};
use mound_native::Choice;
use std::collections::HashMap;

struct NoWorld;

impl Host for NoWorld {
    fn system(&mut self) -> &mut dyn System {
        unreachable!("no primitive asks for it")
    }

    fn processes(&mut self) -> &mut dyn Processes {
        unreachable!("no primitive asks for it")
    }

    fn cluster(&mut self) -> &mut dyn Cluster {
        unreachable!("no primitive asks for it")
    }

    fn requests(&mut self) -> &mut dyn Requests {
        unreachable!("no primitive asks for it")
    }

    fn resources(&mut self) -> &mut dyn Resources {
        unreachable!("no primitive asks for it")
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(dead_code, reason = "not every test that has this file runs all")]
pub enum Executor {
    Interpreter,
    Native,
    Mixed(u64),
}

#[derive(PartialEq, Eq, Debug)]
pub enum End {
    Done(String),
    Halted,
    /// It took more turns than it was given.
    Unfinished,
    Other(String),
}

/// A leaf primitive of one number, in its plainest form.
macro_rules! function {
    ($name:literal, |$operand:ident| $result:expr) => {
        Implementation::Leaf(|context, _, arguments| {
            let value = context.argument(arguments, 0);
            let Some($operand) = number_of(value) else {
                return Err(context.wrong_type($name, 1, "a number", value));
            };
            match $result {
                Ok(result) => context.number(&result),
                Err(error) => Err(context.number_error($name, error, &[value])),
            }
        })
    };
}

/// The same of two numbers.
macro_rules! operation {
    ($name:literal, |$left:ident, $right:ident| $result:expr) => {
        Implementation::Leaf(|context, _, arguments| {
            let first = context.argument(arguments, 0);
            let second = context.argument(arguments, 1);
            let Some($left) = number_of(first) else {
                return Err(context.wrong_type($name, 1, "a number", first));
            };
            let Some($right) = number_of(second) else {
                return Err(context.wrong_type($name, 2, "a number", second));
            };
            match $result {
                Ok(result) => context.number(&result),
                Err(error) => Err(context.number_error($name, error, &[first, second])),
            }
        })
    };
}

/// How it ended, and what it took.
#[derive(PartialEq, Eq, Debug)]
pub struct Run {
    pub end: End,
    pub turns: usize,
    pub reductions: u64,
}

/// What is called with a condition; it ends the process.
const SIGNAL: &str = "\
primitive 0 = %halt
function 0 (0 arguments, 2 slots)
  block 0 (live)
    fixnum 1 0
    return 1
function 1 (1 argument, 4 slots)
  block 0 (live 2)
    tail-call-primitive 0 0 0
";

/// Runs it to its end.
#[allow(
    dead_code,
    reason = "not every test that has this file runs to the end"
)]
pub fn run(text: &str, executor: Executor, fuel: i64, zeal: bool) -> Run {
    run_for(usize::MAX, text, executor, fuel, zeal)
}

/// No machine code is made that is not right.
fn refuse(text: &str) {
    panic!("{text}");
}

/// Runs it for so many turns at most.
pub fn run_for(turns_max: usize, text: &str, executor: Executor, fuel: i64, zeal: bool) -> Run {
    let native = match executor {
        Executor::Interpreter => None,
        Executor::Native => mound_native::start(Choice::All, Box::new(refuse)),
        Executor::Mixed(seed) => mound_native::start(Choice::Mixed(seed), Box::new(refuse)),
    };
    run_on(native, turns_max, text, fuel, zeal)
}

/// The same with a compiler, or without one.
pub fn run_on(
    native: Option<Box<dyn Native>>,
    turns_max: usize,
    text: &str,
    fuel: i64,
    zeal: bool,
) -> Run {
    let halt = Implementation::Control(|_, _, _| Ok(Outcome::Halt));
    let implementations = HashMap::from([
        ("%halt", halt),
        ("abs", function!("abs", |a| a.absolute())),
        ("divide", operation!("/", |a, b| a.divide(&b))),
        ("inexact", function!("inexact", |a| Ok(a.inexact()))),
        ("max", operation!("max", |a, b| a.max(&b))),
        ("min", operation!("min", |a, b| a.min(&b))),
        ("modulo", operation!("modulo", |a, b| a.floor_remainder(&b))),
        ("sqrt", function!("sqrt", |a| a.sqrt())),
    ]);
    let linker = Linker::with_native(implementations, native);
    let link = |text: &str| {
        let unit = asm::assemble(text).unwrap_or_else(|error| panic!("{error:?}\n{text}"));
        verify::verify(&unit).unwrap_or_else(|error| panic!("{error:?}\n{text}"));
        linker.link(&unit, false).expect("it needs nothing else")
    };
    let signal = link(SIGNAL);
    let procedure = LinkedUnit::of_fragment(&signal)
        .and_then(|unit| unit.find_function(1))
        .expect("it has two functions");
    linker.hooks.set_procedures(procedure, procedure);
    let fragment = link(text);
    let unit = LinkedUnit::of_fragment(&fragment).expect("it was just linked");
    let thunk = Frozen::constant(unit.entry(), &fragment);
    let mut context = Context::new(linker.hooks.clone(), 256, thunk);
    context.heap.hold(&signal);
    context.heap.set_zeal(zeal);
    let (mut turns, mut reductions) = (0, 0);
    let end = loop {
        if turns == turns_max {
            break End::Unfinished;
        }
        turns += 1;
        context.fuel = fuel;
        let stop = mound_machine::run(&mut context, &mut NoWorld);
        reductions += (fuel - context.fuel).max(0) as u64;
        match stop {
            Stop::Yield => {}
            Stop::Done(value) => break End::Done(describe(value, 0)),
            Stop::Halted => break End::Halted,
            other => break End::Other(format!("{other:?}")),
        }
    };
    Run {
        end,
        turns,
        reductions,
    }
}

fn describe(value: Value, depth: usize) -> String {
    if depth > 12 {
        return "...".to_owned();
    }
    if let Some(pair) = Pair::of(value) {
        let (car, cdr) = (
            describe(pair.car(), depth + 1),
            describe(pair.cdr(), depth + 1),
        );
        return format!("({car} . {cdr})");
    }
    if let Some(boxed) = BoxCell::of(value) {
        return format!("#&{}", describe(boxed.get(), depth + 1));
    }
    match kind_of(value) {
        Some(kind) => number_of(value).map_or(format!("{kind:?}"), |number| format!("{number:?}")),
        None => format!("{:x}", value.bits()),
    }
}
