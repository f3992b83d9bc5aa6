//! Makes random units whose blocks lead to one another in any order that the verifier accepts: see
//! `tests/flows.rs`.
//!
//! The structure of a function comes first: how many blocks there are, and what lives where each begins. Then
//! come instructions that fit, and where one needs a slot that holds nothing, one that fills it.

use std::fmt::Write;

struct Dice(u64);

impl Dice {
    fn below(&mut self, limit: usize) -> usize {
        self.0 = self
            .0
            .wrapping_mul(6364136223846793005)
            .wrapping_add(1442695040888963407);
        ((self.0 >> 33) % limit as u64) as usize
    }

    /// Whether a thing happens that does so once in `count` times.
    fn once_in(&mut self, count: usize) -> bool {
        self.below(count) == 0
    }

    fn one_of<T: Copy>(&mut self, items: &[T]) -> T {
        items[self.below(items.len())]
    }
}

/// A set of slots.
type Slots = u64;

fn has(slots: Slots, slot: u8) -> bool {
    slots >> slot & 1 != 0
}

/// What a slot mostly holds is said by its number; so all ways into a block agree.
const NUMBERS: [u8; 6] = [2, 3, 4, 5, 6, 7];
const LISTS: [u8; 3] = [8, 9, 10];
const VECTOR: u8 = 11;
const OTHERS: [u8; 3] = [12, 13, 14];
/// Results that only arithmetic uses, so that their doubles may wait.
const TEMPORARIES: [u8; 2] = [15, 16];
/// Frames of calls begin here or before.
const CALLS: u8 = 17;
const SLOTS: u8 = 28;

/// Numbers of arguments. The last function has two free values.
const ARGUMENTS: [u8; 6] = [0, 1, 2, 3, 8, 1];
const WITH_FREE: usize = 5;

const PRIMITIVES: [(&str, u8); 4] = [("divide", 2), ("inexact", 1), ("max", 2), ("sqrt", 1)];
const VARIABLES: usize = 2;

const TABLES: &str = "\
constant 0 = integer 1152921504606846970
constant 1 = immediate null
constant 2 = flonum 0.5
constant 3 = flonum -3.0
constant 4 = integer 7
constant 5 = pair 4 1
constant 6 = pair 2 5
constant 7 = vector 4 6 2
";

struct Function<'a> {
    dice: &'a mut Dice,
    index: usize,
    count: usize,
    /// What lives at the beginning of each block.
    live: Vec<Slots>,
    /// Which blocks are for the second of two values to choose from.
    chosen: Vec<bool>,
    /// What is defined where the text ends.
    defined: Slots,
    /// Calls, and loops that count nothing, cost the program its end; so few functions have many.
    restless: bool,
    text: String,
}

impl Function<'_> {
    fn line(&mut self, text: std::fmt::Arguments<'_>) {
        let _ = writeln!(self.text, "    {text}");
    }

    fn write(&mut self, slot: u8, text: std::fmt::Arguments<'_>) {
        self.line(text);
        self.defined |= 1 << slot;
    }

    fn defined_among(&mut self, slots: &[u8]) -> Option<u8> {
        let found: Vec<u8> = slots
            .iter()
            .copied()
            .filter(|&slot| has(self.defined, slot))
            .collect();
        (!found.is_empty()).then(|| self.dice.one_of(&found))
    }

    /// A slot that is read, mostly of these; one is defined if there is none.
    fn read(&mut self, slots: &[u8]) -> u8 {
        if self.dice.once_in(150)
            && let Some(slot) = self.defined_among(&[LISTS.as_slice(), &OTHERS, &NUMBERS].concat())
        {
            return slot;
        }
        match self.defined_among(slots) {
            Some(slot) => slot,
            None => {
                let slot = self.dice.one_of(slots);
                self.set(slot);
                slot
            }
        }
    }

    fn number(&mut self) -> u8 {
        self.read(&NUMBERS)
    }

    /// Gives a slot a value of its sort.
    fn set(&mut self, slot: u8) {
        let alike: &[u8] = match slot {
            2..=7 => &NUMBERS,
            8..=10 => &LISTS,
            VECTOR => &[],
            _ => &OTHERS,
        };
        if self.dice.once_in(2)
            && let Some(from) = self.defined_among(alike)
        {
            return self.write(slot, format_args!("move {slot} {from}"));
        }
        match slot {
            2..=7 if self.dice.once_in(5) => {
                let constant = self.dice.one_of(&[0, 2, 3]);
                self.write(slot, format_args!("constant {slot} {constant}"));
            }
            8..=10 => {
                let constant = self.dice.one_of(&[1, 5, 6]);
                self.write(slot, format_args!("constant {slot} {constant}"));
            }
            VECTOR => self.write(slot, format_args!("constant {slot} 7")),
            12..=14 if self.dice.once_in(2) => {
                let immediate = self.dice.below(4);
                self.write(slot, format_args!("immediate {slot} {immediate}"));
            }
            _ => {
                let value = self.dice.below(24) as i64 - 4;
                self.write(slot, format_args!("fixnum {slot} {value}"));
            }
        }
    }

    /// Defines what lives in a block.
    fn satisfy(&mut self, block: usize) {
        for slot in 2..SLOTS {
            if has(self.live[block] & !self.defined, slot) {
                self.set(slot);
            }
        }
    }

    /// A later block at which a branch may go on, if there is one that needs no more than there is.
    fn later(&mut self, block: usize) -> Option<usize> {
        let fits = |&later: &usize| self.live[later] & !self.defined == 0;
        let found: Vec<usize> = (block + 1..self.count).filter(fits).collect();
        (!found.is_empty()).then(|| self.dice.one_of(&found))
    }

    fn instruction(&mut self, block: usize) {
        let to = self.dice.one_of(&NUMBERS);
        match self.dice.below(30) {
            0..=2 => {
                let (a, b) = (self.number(), self.number());
                let b = self.factor(b);
                let op = self.dice.one_of(&["add", "subtract", "multiply"]);
                self.write(to, format_args!("{op} {to} {a} {b}"));
            }
            3..=5 => {
                let (a, by) = (self.number(), self.dice.below(20) as i64 - 10);
                self.write(to, format_args!("add-i {to} {a} {by}"));
            }
            6 => {
                let (a, b) = (self.number(), self.number());
                let op = self.dice.one_of(&["quotient", "remainder"]);
                self.write(to, format_args!("{op} {to} {a} {b}"));
            }
            7 => self.chain(),
            8..=10 => {
                let (car, cdr) = (self.number(), self.read(&LISTS));
                let to = self.dice.one_of(&LISTS);
                self.write(to, format_args!("cons {to} {car} {cdr}"));
            }
            11 => {
                let list = self.read(&LISTS);
                self.write(to, format_args!("car {to} {list}"));
            }
            12 => {
                let list = self.read(&LISTS);
                let to = self.dice.one_of(&LISTS);
                self.write(to, format_args!("cdr {to} {list}"));
            }
            13 => {
                let (car, cdr) = (self.number(), self.read(&LISTS));
                let pair = self.dice.one_of(&LISTS);
                self.write(pair, format_args!("cons {pair} {car} {cdr}"));
                let value = self.number();
                self.line(format_args!("set-car {pair} {value}"));
            }
            14 => {
                let (vector, index) = (self.read(&[VECTOR]), self.dice.below(3));
                let number = self.dice.one_of(&NUMBERS);
                self.write(number, format_args!("fixnum {number} {index}"));
                let to = self.dice.one_of(&OTHERS);
                self.write(to, format_args!("vector-ref {to} {vector} {number}"));
            }
            15 => {
                let vector = self.read(&[VECTOR]);
                self.write(to, format_args!("vector-length {to} {vector}"));
            }
            16 => {
                let (value, boxed) = (self.number(), self.dice.one_of(&OTHERS));
                self.write(boxed, format_args!("box {boxed} {value}"));
                if self.dice.once_in(2) {
                    let value = self.number();
                    self.line(format_args!("set-box {boxed} {value}"));
                }
                self.write(to, format_args!("unbox {to} {boxed}"));
            }
            17 => {
                let (a, b) = (self.number(), self.number());
                let (to, op) = (
                    self.dice.one_of(&OTHERS),
                    self.dice.one_of(&["<", "<=", "="]),
                );
                self.write(to, format_args!("{op} {to} {a} {b}"));
            }
            18 => {
                let from = self.read(&OTHERS);
                let to = self.dice.one_of(&OTHERS);
                let kind = self.dice.one_of(&["pair", "fixnum", "null", "box"]);
                self.write(to, format_args!("kind? {to} {from} {kind}"));
            }
            19 => {
                let variable = ARGUMENTS.len() + self.dice.below(VARIABLES);
                match self.dice.once_in(2) {
                    true => self.write(to, format_args!("global {to} {variable}")),
                    false => {
                        let from = self.number();
                        self.line(format_args!("set-global {from} {variable}"));
                    }
                }
            }
            20 => {
                let (one, other) = (self.number(), self.read(&LISTS));
                let to = self.dice.one_of(&OTHERS);
                self.write(to, format_args!("closure {to} {WITH_FREE} 2 {one} {other}"));
            }
            21 if self.index == WITH_FREE && has(self.defined, 1) => {
                self.write(to, format_args!("free {to} 0"));
                let list = self.dice.one_of(&LISTS);
                self.write(list, format_args!("free {list} 1"));
            }
            22..=24 => {
                if let Some(target) = self.later(block) {
                    self.branch(target);
                }
            }
            _ => {
                let slots: Vec<u8> = [NUMBERS.as_slice(), &LISTS, &[VECTOR], &OTHERS].concat();
                let slot = self.dice.one_of(&slots);
                self.set(slot);
            }
        }
    }

    /// Now and then the same slot, else another with a small number: squares of squares in a loop
    /// would take all the time there is.
    fn factor(&mut self, slot: u8) -> u8 {
        if self.dice.once_in(20) {
            return slot;
        }
        let (to, value) = (CALLS, self.dice.below(9) as i64 - 3);
        match self.dice.once_in(3) {
            true => self.write(to, format_args!("constant {to} 2")),
            false => self.write(to, format_args!("fixnum {to} {value}")),
        }
        to
    }

    /// Arithmetic on results that nothing else uses.
    fn chain(&mut self) {
        let (a, b) = (self.number(), self.number());
        let b = self.factor(b);
        let [first, second] = TEMPORARIES;
        self.write(first, format_args!("multiply {first} {a} {b}"));
        for _ in 0..self.dice.below(3) {
            let number = self.number();
            let number = self.factor(number);
            let op = self.dice.one_of(&["add", "subtract", "multiply"]);
            self.write(second, format_args!("{op} {second} {first} {number}"));
            self.write(first, format_args!("add {first} {second} {number}"));
        }
        let to = self.dice.one_of(&NUMBERS);
        let index = self.dice.below(PRIMITIVES.len());
        let count = PRIMITIVES[index].1;
        match self.dice.once_in(2) && (count == 1 || has(self.defined, second)) {
            true => self.write(to, format_args!("primitive {to} {first} {count} {index}")),
            false => self.write(to, format_args!("add-i {to} {first} 1")),
        }
    }

    fn branch(&mut self, target: usize) {
        let (a, b) = (self.number(), self.number());
        let (list, other) = (self.read(&LISTS), self.read(&OTHERS));
        let small = self.dice.below(16) as i64 - 2;
        match self.dice.below(10) {
            0 => self.line(format_args!("unless {other} {target}")),
            1 => self.line(format_args!("when {other} {target}")),
            2 => self.line(format_args!("unless< {a} {b} {target}")),
            3 => self.line(format_args!("unless<= {a} {b} {target}")),
            4 => self.line(format_args!("unless= {a} {b} {target}")),
            5 => self.line(format_args!("unless<i {a} {small} {target}")),
            6 => self.line(format_args!("unless>i {a} {small} {target}")),
            7 => self.line(format_args!("unless-eq {a} {other} {target}")),
            8 => self.line(format_args!("unless-pair {list} {target}")),
            _ => self.line(format_args!("unless-kind {other} fixnum {target}")),
        }
    }

    /// Defines the arguments of a call in a frame at `base`.
    fn arguments(&mut self, base: u8, callee: usize) {
        for index in 0..ARGUMENTS[callee] {
            let slot = base + 2 + index;
            match (index > 5, self.dice.below(3)) {
                // The seventh argument and the next arrive in slots of lists.
                (true, _) => {
                    let list = self.read(&LISTS);
                    self.write(slot, format_args!("move {slot} {list}"));
                }
                (_, 0) => self.write(slot, format_args!("fixnum {slot} {index}")),
                (_, 1) => {
                    let number = self.number();
                    self.write(slot, format_args!("add-i {slot} {number} -1"));
                }
                _ => {
                    let number = self.number();
                    self.write(slot, format_args!("move {slot} {number}"));
                }
            }
        }
    }

    fn callee(&mut self) -> usize {
        1 + self.dice.below(WITH_FREE - 1)
    }

    /// Ends the block with a call, to which only the next block returns.
    fn call(&mut self, block: usize) {
        let base = CALLS - self.dice.below(3) as u8;
        self.satisfy(block + 1);
        let callee = self.callee();
        self.arguments(base, callee);
        let count = ARGUMENTS[callee];
        match self.dice.below(5) {
            0 => {
                let procedure = base + 1;
                self.write(procedure, format_args!("function {procedure} {callee}"));
                self.line(format_args!("call {base} {count}"));
            }
            1 => {
                let (one, other) = (self.number(), self.read(&LISTS));
                let (procedure, argument) = (base + 1, base + 2);
                self.write(
                    procedure,
                    format_args!("closure {procedure} {WITH_FREE} 2 {one} {other}"),
                );
                self.write(argument, format_args!("move {argument} {one}"));
                self.line(format_args!("call {base} 1"));
            }
            2 => self.line(format_args!("call-global {base} {count} {callee}")),
            _ => self.line(format_args!("call-known {base} {count} {callee}")),
        }
    }

    fn tail_call(&mut self) {
        let base = self.dice.one_of(&[CALLS, CALLS - 1]);
        let callee = self.callee();
        self.arguments(base, callee);
        let (count, known) = (ARGUMENTS[callee], self.dice.one_of(&["known", "global"]));
        self.line(format_args!("tail-call-{known} {base} {count} {callee}"));
    }

    fn give_back(&mut self) {
        let (value, list) = (self.number(), self.read(&LISTS));
        if self.dice.once_in(3) {
            // All that is defined, so that it can be compared.
            let mut to = list;
            for slot in 2..=OTHERS[2] {
                if has(self.defined, slot) && slot != TEMPORARIES[0] {
                    self.write(
                        TEMPORARIES[0],
                        format_args!("cons {} {slot} {to}", TEMPORARIES[0]),
                    );
                    to = TEMPORARIES[0];
                }
            }
            return self.line(format_args!("return {to}"));
        }
        self.line(format_args!("return {value}"));
    }

    /// A block back to which a loop goes.
    fn go_back(&mut self, block: usize) {
        let target = self.dice.below(block + 1);
        if self.index == WITH_FREE && has(self.live[target] & !self.defined, 1) {
            return self.give_back();
        }
        self.satisfy(target);
        if !self.restless || !self.dice.once_in(4) {
            // The counter is a variable, for slots do not live everywhere.
            let variable = ARGUMENTS.len() + VARIABLES;
            self.write(CALLS, format_args!("global {CALLS} {variable}"));
            self.write(CALLS, format_args!("add-i {CALLS} {CALLS} -1"));
            self.line(format_args!("set-global {CALLS} {variable}"));
            if let Some(end) = self.later(block) {
                self.line(format_args!("unless>i {CALLS} 0 {end}"));
            } else {
                // It goes on after all.
                let end = self.count;
                self.line(format_args!("unless>i {CALLS} -90 {end}"));
            }
        }
        self.line(format_args!("loop {target}"));
    }

    /// Ends a block.
    fn end(&mut self, block: usize) {
        let last = block + 1 == self.count;
        match self.dice.below(12) {
            0..=2 => self.go_back(block),
            3 if self.restless || self.dice.once_in(4) => self.tail_call(),
            4 | 5 if !last && self.can_return_to(block + 1) => self.call(block),
            6..=8 if !last => {
                let target = block + 1 + self.dice.below(self.count - block - 1);
                if has(self.live[target] & !self.defined, 1) {
                    return self.give_back();
                }
                self.satisfy(target);
                self.line(format_args!("jump {target}"));
            }
            9 | 10 if !last && !has(self.live[block + 1] & !self.defined, 1) => {
                self.satisfy(block + 1);
                if self.text.ends_with(")\n") {
                    self.set(NUMBERS[0]);
                }
            }
            _ => self.give_back(),
        }
    }

    /// Whether what lives in a block lies below the frames of calls.
    fn can_return_to(&self, block: usize) -> bool {
        let missing = self.live[block] & !self.defined;
        self.live[block] >> (CALLS - 2) == 0 && !has(missing, 1)
    }

    /// A comparison that chooses one of two values, over two blocks.
    fn choice(&mut self, block: usize) {
        let (a, b) = (self.number(), self.number());
        let (first, second) = (self.number(), self.dice.one_of(&NUMBERS));
        let to = self.dice.one_of(&NUMBERS);
        self.satisfy(block + 1);
        self.satisfy(block + 2);
        let next = block + 2;
        let op = self
            .dice
            .one_of(&["unless<", "unless<=", "unless=", "unless>"]);
        self.line(format_args!("{op} {a} {b} {}", block + 1));
        if self.dice.once_in(2) {
            self.line(format_args!("move {to} {first}"));
        }
        self.line(format_args!("jump {next}"));
        let live = self.header(block + 1);
        self.defined = live | 1 << second;
        self.line(format_args!("move {to} {second}"));
    }

    /// Begins a block.
    fn header(&mut self, block: usize) -> Slots {
        let live = self.live[block];
        let slots: String = (1..SLOTS)
            .filter(|&slot| has(live, slot))
            .map(|slot| format!(" {slot}"))
            .collect();
        let _ = writeln!(self.text, "  block {block} (live{slots})");
        live
    }

    fn write_out(mut self, out: &mut String) {
        let (arguments, free) = (ARGUMENTS[self.index], self.index == WITH_FREE);
        let parameters = (0..arguments).fold(Slots::from(free) << 1, |slots, index| {
            slots | 1 << (2 + index)
        });
        for block in 0..=self.count {
            let mut live = 0;
            for slot in [NUMBERS.as_slice(), &LISTS, &[VECTOR], &OTHERS].concat() {
                live |= Slots::from(self.dice.once_in(3)) << slot;
            }
            live |= Slots::from(free && self.dice.once_in(2)) << 1;
            let chooses = block > 1 && self.dice.once_in(6);
            if chooses {
                live = NUMBERS
                    .iter()
                    .fold(live & !2, |live, slot| live | 1 << slot);
            }
            self.chosen.push(chooses);
            self.live.push(match block {
                0 => parameters,
                // Where loops lead that have counted to the end.
                _ if block == self.count => 0,
                _ => live,
            });
        }
        let _ = writeln!(
            out,
            "function {} ({arguments} argument{}{}, {SLOTS} slots)",
            self.index,
            if arguments == 1 { "" } else { "s" },
            if free { ", 2 free" } else { "" },
        );
        for block in (1..self.count).rev() {
            if self.chosen[block] {
                // Both ways must bring what lives where they meet.
                self.live[block] |= self.live[block + 1] & !2;
            }
        }
        let mut block = 0;
        while block < self.count {
            self.defined = self.header(block);
            if self.index == 0 && block == 0 {
                self.variables();
            }
            for _ in 0..self.dice.below(8) {
                self.instruction(block);
            }
            if block + 2 < self.count && self.may_choose(block) {
                self.choice(block);
                block += 2;
                continue;
            }
            self.end(block);
            block += 1;
        }
        self.header(self.count);
        self.text.push_str("    fixnum 2 1\n    return 2\n");
        out.push_str(&self.text);
    }

    fn may_choose(&self, block: usize) -> bool {
        self.chosen[block + 1] && !has(self.live[block + 2], 1)
    }

    /// Binds the variables: those of the functions, two numbers, and what counts loops.
    fn variables(&mut self) {
        for function in 1..WITH_FREE {
            self.line(format_args!("function 2 {function}"));
            self.line(format_args!("define-global 2 {function}"));
        }
        for (index, value) in ["fixnum 2 20", "constant 2 3", "fixnum 2 60"]
            .into_iter()
            .enumerate()
        {
            self.line(format_args!("{value}"));
            self.line(format_args!("define-global 2 {}", ARGUMENTS.len() + index));
        }
    }
}

/// The unit of a seed.
pub fn unit(seed: u64) -> String {
    let mut dice = Dice(seed.wrapping_mul(104_729) + 1);
    let mut text = String::new();
    for (index, (primitive, _)) in PRIMITIVES.iter().enumerate() {
        let _ = writeln!(text, "primitive {index} = {primitive}");
    }
    for reference in 0..=ARGUMENTS.len() + VARIABLES {
        let _ = writeln!(text, "reference {reference} = own v{reference}");
    }
    text += TABLES;
    for index in 0..ARGUMENTS.len() {
        let count = 2 + dice.below(10);
        let restless = dice.once_in(4);
        let function = Function {
            dice: &mut dice,
            index,
            count,
            live: Vec::new(),
            chosen: Vec::new(),
            defined: 0,
            restless,
            text: String::new(),
        };
        function.write_out(&mut text);
    }
    text
}
