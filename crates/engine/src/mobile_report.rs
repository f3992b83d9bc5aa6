//! What would travel with a procedure, without sending it: for `lib/mound/mobile.scm`,
//! which says what the lists are.
//!
//! The value is encoded as for a message, and so is each thing of which the report tells
//! a size. The variables are found as [`transport::encode`] finds them, but here those
//! that stay are told of, too, and the functions of libraries are followed: a library
//! keeps its variables, and each node has its own. Libraries of Mound are left out, as
//! every node has them.

use crate::embedded::BUILT_IN;
use crate::state::NodeState;
use crate::transport::{functions_of, try_to_encode};
use mound_base::Symbol;
use mound_bytecode::decode;
use mound_bytecode::unit::{Unit, UnitHash};
use mound_heap::freeze::Frozen;
use mound_heap::object::{BoxCell, Closure};
use mound_heap::{FragmentBuilder, Value};
use mound_machine::cells::{Cell, Lookup};
use mound_machine::{Context, LinkedUnit, Resolved, Uses};
use mound_wire::{Binding, EncodeError};
use std::collections::{HashMap, HashSet};

/// Procedures within procedures that are searched for what cannot be sent.
const DEPTH_MAX: usize = 16;

/// A unit that the receiver has to have.
struct Code {
    /// That of the library with its version, or of the file of a program.
    name: String,
    is_library: bool,
    hash: UnitHash,
    bytes: usize,
}

/// A value that a procedure has captured.
struct Captured {
    name: Symbol,
    /// `None`: it cannot be sent.
    bytes: Option<usize>,
    /// It is assigned somewhere, so what travels is a copy of the variable.
    is_assigned: bool,
}

/// A top-level variable that stays on its node.
struct Staying {
    name: Symbol,
    /// Empty for that of a program.
    library: String,
    why: &'static str,
}

/// What keeps a value from being sent: the variables that lead to it, and why.
struct Blocker {
    names: Vec<Symbol>,
    why: String,
}

struct Survey<'a> {
    context: &'a mut Context,
    state: &'a NodeState,
    to_do: Vec<(UnitHash, u32)>,
    done: HashSet<(UnitHash, u32)>,
    cells: HashSet<u32>,
    decoded: HashMap<UnitHash, Option<Unit>>,
    code: Vec<Code>,
    travelling: Vec<(Binding, usize)>,
    staying: Vec<Staying>,
    blockers: Vec<Blocker>,
}

/// The report as a list, see `%mobile-report`.
pub fn report(context: &mut Context, state: &NodeState, value: Value) -> Frozen {
    let mut survey = Survey {
        context,
        state,
        to_do: Vec::new(),
        done: HashSet::new(),
        cells: HashSet::new(),
        decoded: HashMap::new(),
        code: Vec::new(),
        travelling: Vec::new(),
        staying: Vec::new(),
        blockers: Vec::new(),
    };
    let alone = try_to_encode(survey.context, state, value, &[]);
    let captured = survey.captured(value);
    match &alone {
        Ok(encoded) => survey.to_do = functions_of(encoded),
        Err(why) => {
            // What can be told without its bytes: the code of the procedure itself.
            survey.to_do.extend(own_function(value));
            survey.find_blockers(value, &mut Vec::new(), why);
        }
    }
    survey.follow();
    survey
        .travelling
        .sort_by_cached_key(|(binding, _)| binding.0.text().to_string());
    let bindings: Vec<Binding> = survey.travelling.iter().map(|(one, _)| *one).collect();
    let bytes = alone.ok().and_then(|_| {
        let whole = try_to_encode(survey.context, state, value, &bindings);
        if let Err(why) = &whole {
            // Each of them would do, but not all together.
            let names = Vec::new();
            let why = why.to_string();
            survey.blockers.push(Blocker { names, why });
        }
        whole.ok().map(|encoded| encoded.bytes.len())
    });
    survey.list(bytes, &captured)
}

fn own_function(value: Value) -> Option<(UnitHash, u32)> {
    let closure = Closure::of(value)?;
    let home = closure.home()?;
    Some((UnitHash(home.unit.unit_hash()?), home.function))
}

impl Survey<'_> {
    /// The captured values of a procedure with their names; those of others are not named.
    fn captured(&mut self, value: Value) -> Vec<Captured> {
        let free = self.free_values(value);
        let sizes = free.into_iter().map(|(name, value)| Captured {
            name,
            bytes: try_to_encode(self.context, self.state, value, &[])
                .ok()
                .map(|encoded| encoded.bytes.len()),
            is_assigned: BoxCell::of(value).is_some(),
        });
        sizes.collect()
    }

    fn free_values(&self, value: Value) -> Vec<(Symbol, Value)> {
        let (Some(closure), Some((hash, function))) = (Closure::of(value), own_function(value))
        else {
            return Vec::new();
        };
        let unit = self.state.linker.find(hash);
        let linked = unit.as_ref().and_then(LinkedUnit::of_fragment);
        let debug = linked.and_then(|linked| linked.debug.functions.get(function as usize));
        let values = (0..closure.free_count()).filter_map(|index| {
            let name = debug.and_then(|debug| debug.free.get(index).copied());
            let name = name.unwrap_or_else(|| Symbol::intern("_"));
            Some((name, closure.free(index)?))
        });
        values.collect()
    }

    /// Goes from captured value to captured value, to the last one that cannot be sent by itself.
    fn find_blockers(&mut self, value: Value, names: &mut Vec<Symbol>, why: &EncodeError) {
        let inner = BoxCell::of(value).map_or(value, BoxCell::get);
        let mut found = false;
        if names.len() < DEPTH_MAX {
            for (name, free) in self.free_values(inner) {
                if let Err(why) = try_to_encode(self.context, self.state, free, &[]) {
                    found = true;
                    names.push(name);
                    self.find_blockers(free, names, &why);
                    names.pop();
                }
            }
        }
        if !found {
            self.blockers.push(Blocker {
                names: names.clone(),
                why: why.to_string(),
            });
        }
    }

    /// Looks at all functions that are named, and at what they name.
    fn follow(&mut self) {
        while let Some((hash, function)) = self.to_do.pop() {
            if !self.done.insert((hash, function)) {
                continue;
            }
            let Some(unit) = self.state.linker.find(hash) else {
                continue;
            };
            let Some(linked) = LinkedUnit::of_fragment(&unit) else {
                continue;
            };
            if BUILT_IN.library(&linked.name).is_some() {
                continue;
            }
            self.note_code(linked);
            let uses = match linked.uses(function) {
                Some(uses) => uses.clone(),
                None => self.uses_in_library(hash, function),
            };
            let functions = uses.functions.iter();
            self.to_do
                .extend(functions.map(|&function| (hash, function)));
            let (variables, _) = self.context.travelling(&unit, function);
            for variable in variables {
                if self.cells.insert(variable.cell) {
                    self.note_variable(variable.name, variable.value);
                }
            }
            for &reference in &uses.references {
                match linked.reference(reference) {
                    Resolved::Constant(value) => self.to_do.extend(own_function(*value)),
                    Resolved::Cell(cell) => {
                        if self.cells.insert(cell.id) {
                            self.note_staying(cell);
                        }
                    }
                }
            }
        }
    }

    /// A library keeps no note of what its functions name; its bytes are here for peers.
    fn uses_in_library(&mut self, hash: UnitHash, function: u32) -> Uses {
        let function = |unit: &Unit| unit.functions.get(function as usize).map(Uses::of);
        self.unit(hash).and_then(function).unwrap_or_default()
    }

    fn unit(&mut self, hash: UnitHash) -> Option<&Unit> {
        let bytes = || self.state.store.get(hash);
        let decoded = self
            .decoded
            .entry(hash)
            .or_insert_with(|| decode::from_bytes(&bytes()?).ok());
        decoded.as_ref()
    }

    /// Notes a unit and those that it imports.
    fn note_code(&mut self, linked: &LinkedUnit) {
        if self.code.iter().any(|code| code.hash == linked.hash) {
            return;
        }
        let source = linked.debug.sources.first();
        let is_library = !linked.name.is_empty();
        self.code.push(Code {
            name: match is_library {
                true => linked.name.clone(),
                false => source.map_or(String::new(), |(name, _)| name.to_string()),
            },
            is_library,
            hash: linked.hash,
            bytes: self
                .state
                .store
                .get(linked.hash)
                .map_or(0, |bytes| bytes.len()),
        });
        let imports = self
            .unit(linked.hash)
            .map_or_else(Vec::new, |unit| unit.imports.clone());
        for import in imports {
            let is_built_in = BUILT_IN.library(&import.library).is_some();
            let unit = self.state.linker.find(import.hash);
            let imported = unit.as_ref().and_then(LinkedUnit::of_fragment);
            if let (false, Some(imported)) = (is_built_in, imported) {
                self.note_code(imported);
            }
        }
    }

    fn note_variable(&mut self, name: Symbol, value: Value) {
        match try_to_encode(self.context, self.state, value, &[]) {
            Ok(encoded) => {
                self.to_do.extend(functions_of(&encoded));
                self.travelling.push(((name, value), encoded.bytes.len()));
            }
            Err(_) => self.stays(name, "", "unsendable"),
        }
    }

    fn note_staying(&mut self, cell: &Cell) {
        // The hash of the unit is no part of the name.
        let library = cell.library.rsplit_once('@');
        let library = library.map_or(&*cell.library, |(library, _)| library);
        if BUILT_IN.library(library).is_some() {
            return;
        }
        let why = match cell.look() {
            _ if !library.is_empty() => "library",
            _ if cell.is_assigned() => "assigned",
            Lookup::Private(_) => "private",
            Lookup::Unbound | Lookup::Value(..) => "unbound",
        };
        self.stays(cell.name, library, why);
    }

    fn stays(&mut self, name: Symbol, library: &str, why: &'static str) {
        self.staying.push(Staying {
            name,
            library: library.to_owned(),
            why,
        });
    }

    fn list(&mut self, bytes: Option<usize>, captured: &[Captured]) -> Frozen {
        let mut builder = FragmentBuilder::new();
        let size = |bytes: usize| Value::fixnum(bytes as i64);
        let size_or_false = |bytes: Option<usize>| bytes.map_or(Value::FALSE, size);
        let word = |word: &str| Value::symbol(Symbol::intern(word));
        self.staying
            .sort_by_cached_key(|one| (one.library.clone(), one.name.text().to_string()));
        let mut lists: [Vec<Value>; 5] = Default::default();
        for code in &self.code {
            let (name, version) = parts(&code.name, code.is_library);
            let name = builder.string(name);
            let version = version.map_or(Value::FALSE, |version| builder.string(version));
            let hash: String = code.hash.0.iter().map(|b| format!("{b:02x}")).collect();
            let hash = builder.string(&hash);
            let kind = word(if code.is_library {
                "library"
            } else {
                "program"
            });
            lists[0].push(builder.list(&[kind, name, version, hash, size(code.bytes)]));
        }
        for one in captured {
            let name = builder.symbol(one.name.counted());
            let is_assigned = Value::boolean(one.is_assigned);
            lists[1].push(builder.list(&[name, size_or_false(one.bytes), is_assigned]));
        }
        for ((name, _), bytes) in &self.travelling {
            let name = builder.symbol(name.counted());
            lists[2].push(builder.list(&[name, size(*bytes)]));
        }
        for one in &self.staying {
            let name = builder.symbol(one.name.counted());
            let library = match &*one.library {
                "" => Value::FALSE,
                library => builder.string(library),
            };
            lists[3].push(builder.list(&[name, library, word(one.why)]));
        }
        for blocker in &self.blockers {
            let names = blocker.names.iter();
            let names: Vec<Value> = names.map(|name| builder.symbol(name.counted())).collect();
            let names = builder.list(&names);
            let why = builder.string(&blocker.why);
            lists[4].push(builder.list(&[names, why]));
        }
        let mut report = vec![size_or_false(bytes)];
        for list in lists {
            report.push(builder.list(&list));
        }
        let report = builder.list(&report);
        builder.finish_message(report)
    }
}

/// The name of a library and its version, if it has one.
fn parts(name: &str, is_library: bool) -> (&str, Option<&str>) {
    match name.rsplit_once('@') {
        Some((name, version)) if is_library => (name, Some(version)),
        _ => (name, None),
    }
}
