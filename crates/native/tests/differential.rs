//! Random bytecode does the same in the interpreter, as machine code, and mixed:
//! the same value or end, after the same fuel, in the same number of turns.

mod support;

use std::fmt::Write;
use support::{End, Executor, run};

/// A generator of numbers: the same units on every run.
struct Dice(u64);

impl Dice {
    fn below(&mut self, limit: usize) -> usize {
        self.0 = self
            .0
            .wrapping_mul(6364136223846793005)
            .wrapping_add(1442695040888963407);
        ((self.0 >> 33) % limit as u64) as usize
    }

    fn one_of(&mut self, items: &[u8]) -> u8 {
        items[self.below(items.len())]
    }
}

/// Slots of each frame. Frames of calls begin at `CALLS`.
const SLOTS: u8 = 24;
const CALLS: u8 = 16;
const FUNCTIONS: usize = 5;
/// Numbers of arguments of the functions; those of the last come partly in slots.
const ARGUMENTS: [u8; FUNCTIONS] = [0, 1, 2, 3, 7];

const FLONUMS: [&str; 6] = ["0.5", "-3.0", "-0.0", "1e16", "inf", "NaN"];
/// Slots of results that only arithmetic of the same block uses.
const TEMPORARIES: [u8; 3] = [17, 18, 19];
/// Primitives that machine code knows.
const PRIMITIVES: [&str; 7] = ["abs", "divide", "inexact", "max", "min", "modulo", "sqrt"];
/// Those of two numbers.
const BINARY: [&str; 4] = ["divide", "max", "min", "modulo"];
/// Variables that are no functions.
const VARIABLES: usize = 3;

/// Writes one function, block by block.
struct Writer<'a> {
    dice: &'a mut Dice,
    function: usize,
    /// Live slots and instructions of each block; targets are written `@label`.
    blocks: Vec<(Vec<u8>, String)>,
    /// The block of each label.
    labels: Vec<usize>,
    /// Slots that are defined, and those of them that mostly hold numbers.
    defined: Vec<u8>,
    numbers: Vec<u8>,
    /// Slots that count loops; nothing else writes them.
    counters: Vec<u8>,
}

impl Writer<'_> {
    fn line(&mut self, text: std::fmt::Arguments<'_>) {
        let block = self.blocks.last_mut().expect("there is one");
        let _ = writeln!(block.1, "    {text}");
    }

    fn label(&mut self) -> usize {
        self.labels.push(usize::MAX);
        self.labels.len() - 1
    }

    /// Begins a block in which what is defined now lives.
    fn block(&mut self) {
        if self.blocks.last().is_some_and(|block| block.1.is_empty()) {
            // No block may be empty, and nobody reads this slot.
            self.line(format_args!("fixnum {} 0", SLOTS - 1));
        }
        self.defined.sort_unstable();
        self.blocks.push((self.defined.clone(), String::new()));
    }

    fn bind(&mut self, label: usize) {
        self.labels[label] = self.blocks.len() - 1;
    }

    fn any(&mut self) -> u8 {
        let defined = self.defined.clone();
        self.dice.one_of(&defined)
    }

    fn number(&mut self) -> u8 {
        let numbers = self.numbers.clone();
        if numbers.is_empty() || self.dice.below(60) == 0 {
            return self.any();
        }
        self.dice.one_of(&numbers)
    }

    /// A slot to write.
    fn target(&mut self) -> u8 {
        loop {
            let slot = 2 + self.dice.below(CALLS as usize - 2) as u8;
            if !self.counters.contains(&slot) {
                return slot;
            }
        }
    }

    fn define(&mut self, slot: u8, number: bool) {
        if !self.defined.contains(&slot) {
            self.defined.push(slot);
        }
        self.numbers.retain(|&known| known != slot);
        if number {
            self.numbers.push(slot);
        }
    }

    /// An instruction that goes on.
    fn simple(&mut self) {
        let (a, b, c) = (self.number(), self.number(), self.any());
        let to = self.target();
        let big = self.dice.below(40) == 0;
        let kind = [
            "pair",
            "null",
            "number",
            "fixnum",
            "procedure",
            "box",
            "boolean",
        ][self.dice.below(7)];
        let number = match self.dice.below(33) {
            0 | 1 => {
                let value = self.dice.below(4000) as i64 - 2000;
                self.line(format_args!("fixnum {to} {value}"));
                true
            }
            2 if big => {
                self.line(format_args!("constant {to} 0"));
                true
            }
            22 | 23 => {
                let flonum = 3 + self.dice.below(FLONUMS.len());
                self.line(format_args!("constant {to} {flonum}"));
                true
            }
            26 | 27 => {
                let variable = FUNCTIONS + self.dice.below(VARIABLES);
                if self.dice.below(2) == 0 {
                    self.line(format_args!("set-global {c} {variable}"));
                    return;
                }
                self.line(format_args!("global {to} {variable}"));
                true
            }
            24 => {
                let primitive = self.dice.below(PRIMITIVES.len());
                self.line(format_args!("move 20 {a}"));
                self.line(format_args!("move 21 {b}"));
                let count = 1 + usize::from(BINARY.contains(&PRIMITIVES[primitive]));
                self.line(format_args!("primitive {to} 20 {count} {primitive}"));
                true
            }
            2..=4 => {
                self.line(format_args!("add {to} {a} {b}"));
                true
            }
            5 | 6 => {
                self.line(format_args!("subtract {to} {a} {b}"));
                true
            }
            7 => {
                self.line(format_args!("multiply {to} {a} {b}"));
                true
            }
            8 => {
                let value = self.dice.below(256) as i64 - 128;
                self.line(format_args!("add-i {to} {a} {value}"));
                true
            }
            9 if self.dice.below(3) == 0 => {
                self.line(format_args!("quotient {to} {a} {b}"));
                true
            }
            10 if self.dice.below(3) == 0 => {
                self.line(format_args!("remainder {to} {a} {b}"));
                true
            }
            11 | 12 => {
                self.line(format_args!("cons {to} {a} {c}"));
                self.define(to, false);
                let part = ["car", "cdr"][self.dice.below(2)];
                let from = if self.dice.below(30) == 0 { c } else { to };
                let to = self.target();
                self.line(format_args!("{part} {to} {from}"));
                return self.define(to, part == "car" && from != c);
            }
            13 => {
                self.line(format_args!("box {to} {c}"));
                self.define(to, false);
                if self.dice.below(2) == 0 {
                    self.line(format_args!("set-box {to} {a}"));
                }
                let from = to;
                let to = self.target();
                self.line(format_args!("unbox {to} {from}"));
                return self.define(to, false);
            }
            14 => {
                self.line(format_args!("constant {to} 2"));
                self.define(to, false);
                let from = to;
                let to = self.target();
                self.line(format_args!("car {to} {from}"));
                return self.define(to, true);
            }
            15 => {
                self.line(format_args!("cons {to} {a} {b}"));
                self.define(to, false);
                let part = ["set-car", "set-cdr"][self.dice.below(2)];
                self.line(format_args!("{part} {to} {c}"));
                return;
            }
            16 => {
                self.line(format_args!("eq? {to} {a} {c}"));
                false
            }
            17 => {
                self.line(format_args!("kind? {to} {c} {kind}"));
                false
            }
            18 => {
                self.line(format_args!("not {to} {c}"));
                false
            }
            19 => {
                let test = ["<", "<=", "="][self.dice.below(3)];
                self.line(format_args!("{test} {to} {a} {b}"));
                false
            }
            20 => {
                let immediate = self.dice.below(4);
                self.line(format_args!("immediate {to} {immediate}"));
                false
            }
            21 => {
                let function = 1 + self.dice.below(FUNCTIONS - 1);
                self.line(format_args!("function {to} {function}"));
                false
            }
            25 => {
                self.line(format_args!("closure {to} {FUNCTIONS} 2 {a} {c}"));
                self.define(to, false);
                self.line(format_args!("patch {to} {b} 0"));
                return;
            }
            28 => {
                self.line(format_args!("constant {to} 9"));
                self.define(to, false);
                let (vector, index) = (to, self.dice.below(3));
                // The second one may have no such element.
                for index in [index, index + usize::from(big)] {
                    self.line(format_args!("fixnum 20 {index}"));
                    let to = self.target();
                    if to == vector {
                        return self.line(format_args!("vector-length {to} {vector}"));
                    }
                    self.line(format_args!("vector-ref {to} {vector} 20"));
                    self.define(to, index == 0);
                }
                return;
            }
            29 => {
                self.line(format_args!("constant 20 10"));
                self.line(format_args!("move 21 {a}"));
                self.line(format_args!("move 22 {c}"));
                self.line(format_args!("record {to} 20 2"));
                self.define(to, false);
                let (record, field) = (to, self.dice.below(2));
                self.line(format_args!("record-set {record} 20 {b} 1"));
                for field in [field, 1 + usize::from(big)] {
                    let to = self.target();
                    self.line(format_args!("constant 20 10"));
                    self.line(format_args!("record-ref {to} {record} 20 {field}"));
                    self.define(to, field == 1);
                    if to == record {
                        return;
                    }
                }
                return;
            }
            _ => {
                self.line(format_args!("move {to} {c}"));
                let number = self.numbers.contains(&c);
                return self.define(to, number);
            }
        };
        self.define(to, number);
    }

    /// A slot that holds a flonum of which that is not known.
    fn unknown_flonum(&mut self) {
        let to = self.target();
        let flonum = 3 + self.dice.below(FLONUMS.len());
        self.line(format_args!("constant 20 {flonum}"));
        self.line(format_args!("box 21 20"));
        self.line(format_args!("unbox {to} 21"));
        self.define(to, true);
    }

    /// Arithmetic whose results are used by arithmetic alone; returns the slot of the last one.
    fn chain(&mut self) -> u8 {
        for _ in 0..self.dice.below(3) {
            self.unknown_flonum();
        }
        let mut made: Vec<u8> = Vec::new();
        for _ in 0..2 + self.dice.below(6) {
            if self.dice.below(6) == 0 {
                self.simple();
            }
            let mut operand = || match made.is_empty() || self.dice.below(5) < 2 {
                true => self.number(),
                false => self.dice.one_of(&made),
            };
            let (a, b) = (operand(), operand());
            let to = self.dice.one_of(&TEMPORARIES);
            let primitive = |name| PRIMITIVES.iter().position(|&one| one == name);
            match self.dice.below(9) {
                0..=2 => self.line(format_args!("add {to} {a} {b}")),
                3 | 4 => self.line(format_args!("subtract {to} {a} {b}")),
                5 | 6 => self.line(format_args!("multiply {to} {a} {b}")),
                7 if made.contains(&18) && made.contains(&19) => {
                    let divide = primitive("divide").expect("it is listed");
                    self.line(format_args!("primitive {to} 18 2 {divide}"));
                }
                8 if made.contains(&18) => {
                    let root = primitive(["inexact", "sqrt"][self.dice.below(2)]);
                    let root = root.expect("it is listed");
                    self.line(format_args!("primitive {to} 18 1 {root}"));
                }
                _ => self.line(format_args!("add-i {to} {a} {}", to - 12)),
            }
            if !made.contains(&to) {
                made.push(to);
            }
        }
        self.dice.one_of(&made)
    }

    /// A branch to `label`.
    fn branch(&mut self, label: usize) {
        let (mut a, mut b, c) = (self.number(), self.number(), self.any());
        match self.dice.below(6) {
            0 => a = self.chain(),
            1 => b = self.chain(),
            _ => {}
        }
        let small = self.dice.below(200) as i64 - 100;
        match self.dice.below(12) {
            0 => self.line(format_args!("unless {c} @{label}")),
            1 => self.line(format_args!("when {c} @{label}")),
            2 | 3 => self.line(format_args!("unless< {a} {b} @{label}")),
            4 => self.line(format_args!("unless<= {a} {b} @{label}")),
            5 => self.line(format_args!("unless= {a} {b} @{label}")),
            6 => self.line(format_args!("unless<i {a} {small} @{label}")),
            7 => self.line(format_args!("unless>i {a} {small} @{label}")),
            8 => self.line(format_args!("unless=i {a} {small} @{label}")),
            9 => self.line(format_args!("unless-eq {a} {c} @{label}")),
            10 => self.line(format_args!("unless-pair {c} @{label}")),
            _ => self.line(format_args!("unless-kind {c} fixnum @{label}")),
        }
    }

    /// Instructions, choices, loops and calls.
    fn body(&mut self, depth: usize) {
        for _ in 0..2 + self.dice.below(6) {
            match self.dice.below(10) {
                0 | 1 if depth > 0 => self.choice(depth - 1),
                2 if depth > 0 => self.repeat(depth - 1),
                3 => self.call(),
                4 => {
                    let (last, other, to) = (self.chain(), self.number(), self.target());
                    let test = ["add", "subtract", "multiply", "<", "="][self.dice.below(5)];
                    self.line(format_args!("{test} {to} {last} {other}"));
                    self.define(to, !matches!(test, "<" | "="));
                }
                _ => self.simple(),
            }
        }
    }

    fn choice(&mut self, depth: usize) {
        let (otherwise, end) = (self.label(), self.label());
        self.branch(otherwise);
        let before = (self.defined.clone(), self.numbers.clone());
        self.block();
        self.body(depth);
        self.line(format_args!("jump @{end}"));
        let first = std::mem::replace(&mut self.defined, before.0);
        let numbers = std::mem::replace(&mut self.numbers, before.1);
        self.block();
        self.bind(otherwise);
        if self.dice.below(3) > 0 {
            self.body(depth);
        }
        // What lives on is defined on both ways; some of it is forgotten.
        let forgotten = self.any();
        let counters = self.counters.clone();
        self.defined
            .retain(|slot| first.contains(slot) && (*slot != forgotten || counters.contains(slot)));
        let defined = self.defined.clone();
        self.numbers
            .retain(|slot| numbers.contains(slot) && defined.contains(slot));
        self.block();
        self.bind(end);
        self.keep_one();
    }

    /// So that there is always something to read.
    fn keep_one(&mut self) {
        if self.defined.is_empty() {
            self.line(format_args!("fixnum 2 7"));
            self.define(2, true);
        }
    }

    fn repeat(&mut self, depth: usize) {
        let counter = self.target();
        let times = 1 + self.dice.below(4);
        self.line(format_args!("fixnum {counter} 0"));
        self.define(counter, true);
        self.counters.push(counter);
        let (again, end) = (self.label(), self.label());
        let live = self.defined.clone();
        self.block();
        self.bind(again);
        self.line(format_args!("unless<i {counter} {times} @{end}"));
        self.numbers.retain(|slot| *slot == counter);
        self.block();
        self.body(depth);
        // What lived at the beginning of the loop must be there when it goes back.
        for slot in &live {
            if !self.defined.contains(slot) {
                self.line(format_args!("fixnum {slot} 1"));
                self.define(*slot, true);
            }
        }
        self.line(format_args!("add-i {counter} {counter} 1"));
        self.line(format_args!("loop @{again}"));
        self.defined = live;
        self.numbers.retain(|slot| *slot == counter);
        self.counters.pop();
        self.block();
        self.bind(end);
    }

    /// A call of a later function, so that all ends.
    fn call(&mut self) {
        let base = CALLS - self.dice.below(3) as u8;
        let callee = self.function + 1;
        if callee >= FUNCTIONS {
            return self.simple();
        }
        let callee = callee + self.dice.below(FUNCTIONS - callee);
        let count = ARGUMENTS[callee].min(SLOTS - base - 2);
        if count < ARGUMENTS[callee] {
            return self.simple();
        }
        for index in 0..count {
            let (slot, number) = (base + 2 + index, self.number());
            match self.dice.below(4) {
                0 => self.line(format_args!("fixnum {slot} {}", 5 * index)),
                1 => self.line(format_args!("add-i {slot} {number} 1")),
                _ => self.line(format_args!("move {slot} {number}")),
            }
        }
        match self.dice.below(4) {
            0 => {
                let procedure = base + 1;
                self.line(format_args!("function {procedure} {callee}"));
                self.line(format_args!("call {base} {count}"));
            }
            1 => self.line(format_args!("call-global {base} {count} {callee}")),
            _ => self.line(format_args!("call-known {base} {count} {callee}")),
        }
        self.defined.retain(|&slot| slot < base);
        self.numbers.retain(|&slot| slot < base);
        if self.dice.below(4) > 0 {
            self.define(base, false);
            self.block();
            let to = self.target();
            self.line(format_args!("move {to} {base}"));
            self.define(to, false);
            self.defined.retain(|&slot| slot < CALLS);
            return;
        }
        self.block();
        self.keep_one();
    }

    fn end(&mut self) {
        let (result, other, number) = (self.any(), self.any(), self.number());
        let callee = self.function + 1;
        if callee < FUNCTIONS && self.dice.below(3) == 0 {
            let count = ARGUMENTS[callee];
            let base = if self.dice.below(2) == 0 {
                CALLS - 1
            } else {
                3
            };
            // From the last slot on, so that no source is overwritten before it is read.
            for index in (0..count).rev() {
                let (slot, from) = (base + 2 + index, if index == 0 { number } else { other });
                if from >= base + 2 {
                    self.line(format_args!("fixnum {slot} {index}"));
                } else {
                    self.line(format_args!("move {slot} {from}"));
                }
            }
            let known = ["known", "global"][self.dice.below(2)];
            return self.line(format_args!("tail-call-{known} {base} {count} {callee}"));
        }
        self.line(format_args!("cons {result} {result} {other}"));
        self.line(format_args!("return {result}"));
    }

    /// Binds the variables: those of the functions, of some numbers and a pair.
    fn variables(&mut self) {
        for function in 1..FUNCTIONS {
            self.line(format_args!("function 2 {function}"));
            self.line(format_args!("define-global 2 {function}"));
        }
        for (index, value) in ["fixnum 2 20", "constant 2 2", "constant 2 4"]
            .into_iter()
            .enumerate()
        {
            self.line(format_args!("{value}"));
            self.line(format_args!("define-global 2 {}", FUNCTIONS + index));
        }
    }

    fn text(mut self, out: &mut String) {
        let arguments = ARGUMENTS[self.function];
        let plural = if arguments == 1 { "" } else { "s" };
        let _ = writeln!(
            out,
            "function {} ({arguments} argument{plural}, {SLOTS} slots)",
            self.function
        );
        self.defined = (2..2 + arguments).collect();
        self.numbers = self.defined.clone();
        self.block();
        if self.function == 0 {
            self.variables();
        }
        self.keep_one();
        self.body(3);
        self.end();
        for (index, (live, lines)) in self.blocks.iter().enumerate() {
            let live: String = live.iter().map(|slot| format!(" {slot}")).collect();
            let _ = writeln!(out, "  block {index} (live{live})");
            for line in lines.lines() {
                match line.rsplit_once('@') {
                    Some((before, label)) => {
                        let label: usize = label.parse().expect("a number");
                        let _ = writeln!(out, "{before}{}", self.labels[label]);
                    }
                    None => {
                        let _ = writeln!(out, "{line}");
                    }
                }
            }
        }
    }
}

fn unit(seed: u64) -> String {
    let mut dice = Dice(seed.wrapping_mul(7919) + 1);
    let mut text = String::new();
    for (index, primitive) in PRIMITIVES.iter().enumerate() {
        let _ = writeln!(text, "primitive {index} = {primitive}");
    }
    for reference in 0..FUNCTIONS + VARIABLES {
        let _ = writeln!(text, "reference {reference} = own v{reference}");
    }
    // A number beyond fixnums, then a frozen list.
    text += "constant 0 = integer 1152921504606846970\n\
                    constant 1 = immediate null\n\
                    constant 2 = pair 0 1\n";
    for (index, flonum) in FLONUMS.iter().enumerate() {
        let _ = writeln!(text, "constant {} = flonum {flonum}", 3 + index);
    }
    text += "constant 9 = vector 3 1 2\n\
                    constant 10 = record-type point test/points x y\n";
    for function in 0..FUNCTIONS {
        let writer = Writer {
            dice: &mut dice,
            function,
            blocks: Vec::new(),
            labels: Vec::new(),
            defined: Vec::new(),
            numbers: Vec::new(),
            counters: Vec::new(),
        };
        writer.text(&mut text);
    }
    text.push_str(
        "function 5 (1 argument, 2 free, 8 slots)\n  block 0 (live 1 2)\n    free 3 1\n    cons 3 2 3\n    return 3\n",
    );
    text
}

#[test]
fn there_is_machine_code_for_this_processor() {
    let expected = cfg!(all(
        any(target_arch = "x86_64", target_arch = "aarch64"),
        target_os = "linux"
    ));
    assert_eq!(
        mound_native::start(mound_native::Choice::All, Box::new(|_| {})).is_some(),
        expected
    );
}

/// A recursion that ends on a path which looks for no room, with a number that needs memory.
const SOON_OVER: &str = "\
constant 0 = integer 1152921504606846970
function 0 (0 arguments, 8 slots)
  block 0 (live)
    fixnum 6 2000
    constant 7 0
    call-known 4 2 1
  block 1 (live 4)
    return 4
function 1 (2 arguments, 12 slots)
  block 0 (live 2 3)
    unless<i 2 1 1
    multiply 4 3 3
    return 4
  block 1 (live 2 3)
    unless-pair 3 2
    cdr 5 3
    return 5
  block 2 (live 2 3)
    cons 4 2 3
    add-i 7 2 -1
    move 8 3
    call-known 5 2 1
  block 3 (live 2 4 5)
    add-i 8 2 0
    move 9 4
    call-known 6 2 1
  block 4 (live 2 4 5 6)
    add 5 5 6
    add 5 5 2
    return 5
";

#[test]
fn paths_that_end_soon_find_room_where_they_need_it() {
    for (fuel, zeal) in [(1_000_000, false), (3, false), (40, true)] {
        let expected = run(SOON_OVER, Executor::Interpreter, fuel, zeal);
        assert!(matches!(expected.end, End::Done(_)), "{expected:?}");
        for executor in [Executor::Native, Executor::Mixed(1), Executor::Mixed(4)] {
            let found = run(SOON_OVER, executor, fuel, zeal);
            assert_eq!(found, expected, "{executor:?}, fuel {fuel}, zeal {zeal}");
        }
    }
}

#[test]
fn random_bytecode_does_the_same_as_machine_code() {
    let mut done = 0;
    for seed in 0..250 {
        let text = unit(seed);
        for (fuel, zeal) in [(1_000_000, false), (3, false), (40, true)] {
            let expected = run(&text, Executor::Interpreter, fuel, zeal);
            done += usize::from(matches!(expected.end, End::Done(_)));
            for executor in [Executor::Native, Executor::Mixed(seed)] {
                let found = run(&text, executor, fuel, zeal);
                assert_eq!(
                    found, expected,
                    "seed {seed}, {executor:?}, fuel {fuel}, zeal {zeal}:\n{text}"
                );
            }
        }
    }
    // The others end in an error.
    assert!(done > 150, "only {done} runs gave a value");
}
