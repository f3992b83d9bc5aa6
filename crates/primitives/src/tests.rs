//! Primitives called directly, on a context without a program.

mod basics;
mod quick;
mod tables;

use crate::alone::LoneHost;
use mound_heap::Value;
use mound_heap::freeze::Frozen;
use mound_heap::object::Condition;
use mound_machine::link::{Implementation, Linker};
use mound_machine::{Arguments, Context, Outcome, Raise};
use mound_syntax::reader::read_all;

/// A process that runs nothing, and the world around it. Values that a test needs
/// across calls are the temporaries of the context, by number.
pub(crate) struct Rig {
    pub context: Context,
    pub host: LoneHost,
}

impl Rig {
    pub fn new() -> Rig {
        let linker = Linker::new(crate::table());
        let nothing = Frozen::immediate(Value::FALSE).unwrap();
        let mut context = Context::new(linker.hooks.clone(), 4096, nothing);
        context.heap.set_zeal(true);
        context.fuel = 1 << 40;
        Rig {
            context,
            host: LoneHost::default(),
        }
    }

    /// Calls a leaf; a condition becomes its kind and message.
    pub fn call(&mut self, name: &str, arguments: &[Value]) -> Result<Value, String> {
        let table = crate::table();
        let (Implementation::Leaf(leaf) | Implementation::Quick(leaf, _)) = table[name] else {
            panic!("{name} is no leaf")
        };
        let count = self.context.prepare_call(Value::FALSE, arguments).unwrap();
        let arguments = Arguments { first: 2, count };
        leaf(&mut self.context, &mut self.host, arguments).map_err(|raise| self.describe(raise))
    }

    pub fn control(&mut self, name: &str, arguments: &[Value]) -> Result<Outcome, String> {
        let table = crate::table();
        let Implementation::Control(control) = table[name] else {
            panic!("{name} is a leaf")
        };
        let count = self.context.prepare_call(Value::FALSE, arguments).unwrap();
        let arguments = Arguments { first: 2, count };
        control(&mut self.context, &mut self.host, arguments).map_err(|raise| self.describe(raise))
    }

    fn describe(&mut self, raise: Raise) -> String {
        let condition = Condition::of(raise.0).unwrap();
        let (kind, message) = (condition.kind(), condition.message());
        format!(
            "{}: {}",
            self.show(kind),
            self.show(message).trim_matches('"')
        )
    }

    pub fn show(&mut self, value: Value) -> String {
        let style = crate::print::Style::Write;
        let objects = Value::FALSE;
        crate::printing::text_with_objects(&mut self.context, &mut self.host, value, style, objects)
            .unwrap()
    }

    /// The values of a text of data, kept as temporaries from now on.
    pub fn read(&mut self, text: &str) -> Vec<usize> {
        let data = read_all(mound_base::SourceId(0), text).unwrap();
        let mut numbers = Vec::new();
        for datum in data {
            let read = crate::reading::Labelled::of(datum);
            let read = crate::reading::datum_value(&mut self.context, &read, "", (false, false), 0);
            let value = read.unwrap();
            numbers.push(self.keep(value));
        }
        numbers
    }

    pub fn keep(&mut self, value: Value) -> usize {
        self.context.temporaries.push(value);
        self.context.temporaries.len() - 1
    }

    pub fn kept(&self, number: usize) -> Value {
        self.context.temporaries[number]
    }

    /// Calls a leaf with arguments given as data: result or condition as text.
    pub fn eval(&mut self, name: &str, arguments: &str) -> String {
        let kept = self.context.temporaries.len();
        let numbers = self.read(arguments);
        let values: Vec<Value> = numbers.iter().map(|&number| self.kept(number)).collect();
        let result = self.call(name, &values);
        self.context.temporaries.truncate(kept);
        match result {
            Ok(value) => self.show(value),
            Err(text) => text,
        }
    }
}

/// Each line: primitive, arguments => result.
pub(crate) fn check(table: &str) {
    let mut rig = Rig::new();
    let mut failures = Vec::new();
    for line in table.lines().map(str::trim).filter(|line| !line.is_empty()) {
        let (call, expected) = line.split_once(" => ").expect("an arrow");
        let (name, arguments) = call.split_once(' ').unwrap_or((call, ""));
        let found = rig.eval(name, arguments);
        if found != expected {
            failures.push(format!("{call}\n  expected {expected}\n  found    {found}"));
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

#[test]
fn every_primitive_has_an_implementation_of_its_kind() {
    let mut table = crate::table();
    let names: usize = crate::AREAS.iter().map(|area| area.len()).sum();
    assert_eq!(names, table.len(), "a name has two implementations");
    for signature in mound_bytecode::primitives::PRIMITIVES {
        match table.remove(signature.name) {
            Some(Implementation::Leaf(_) | Implementation::Quick(..)) => {
                assert!(!signature.control, "{}", signature.name);
            }
            Some(Implementation::Control(_)) => assert!(signature.control, "{}", signature.name),
            None => panic!("{} has no implementation", signature.name),
        }
    }
    assert!(table.is_empty(), "not in the table: {:?}", table.keys());
}

/// Whatever the arguments are, a primitive gives a value or a condition.
#[test]
fn no_arguments_make_a_primitive_panic() {
    let mut rig = Rig::new();
    let data = rig.read(
        "() 0 1 -1 5 1/2 2.5 -0.0 100000000000000000000 #t #\\a #\\λ \"text\" \"λ\" \"\" sym write \
         eq (1 2) (\"a\" \"b\") (#\\a) (#(1)) #(1 2 3) #() #u8(1 2 255) #u8() (1 . 2) 1152921504606846975",
    );
    let circular = data[20];
    let pair = mound_heap::object::Pair::of(rig.kept(circular)).unwrap();
    let fixed = rig.context.temporaries.len();
    let table = crate::table();
    let mut random: u64 = 42;
    let mut next = move |bound: usize| {
        random = random
            .wrapping_mul(6364136223846793005)
            .wrapping_add(1442695040888963407);
        (random >> 33) as usize % bound
    };
    let _ = pair.set_cdr(&mut rig.context.heap, pair.value());
    for signature in mound_bytecode::primitives::PRIMITIVES {
        if matches!(signature.name, "%call/cc" | "%end" | "%throw") {
            continue;
        }
        for _ in 0..300 {
            let count = signature.min.max(next(5) as u8).min(signature.max);
            let arguments: Vec<Value> = (0..count).map(|_| rig.kept(next(fixed))).collect();
            rig.context.request = None;
            let count = rig.context.prepare_call(Value::FALSE, &arguments).unwrap();
            let arguments = Arguments { first: 2, count };
            match table[signature.name] {
                Implementation::Leaf(leaf) | Implementation::Quick(leaf, _) => {
                    let _ = leaf(&mut rig.context, &mut rig.host, arguments);
                }
                Implementation::Control(control) => {
                    let _ = control(&mut rig.context, &mut rig.host, arguments);
                }
            }
            assert_eq!(rig.context.temporaries.len(), fixed, "{}", signature.name);
            rig.context.dynamic = Value::FALSE;
        }
    }
}
