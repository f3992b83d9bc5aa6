//! Runs transformers that are procedures, on the thread of the compiler.
//!
//! Each run is a process that nobody sees: it has fuel and no resources. Its primitives are
//! those that neither do anything to the world nor learn anything of it
//! ([`mound_primitives::sealed_table`]), and its host answers two questions only: what the
//! form is, and whether two names mean the same (`lib/mound/macro.scm`). The libraries that a
//! transformer uses are set up once, apart from those of the node; a variable that a run
//! assigns is its own, as in every process, so no run sees another.
//!
//! Everything is interpreted, and the same use of a macro gives the same form everywhere.

mod data;
mod host;

use crate::embedded::BUILT_IN;
use crate::loader;
use crate::report;
use host::Sealed;
use mound_base::Symbol;
use mound_bytecode::unit::{Unit, UnitHash};
use mound_bytecode::{decode, verify};
use mound_expand::{Application, Transformed, TransformerFault as Fault, UseShape};
use mound_heap::Value;
use mound_heap::fragment::FragmentRef;
use mound_heap::heap::BIRTH_WORDS;
use mound_machine::trace::procedure_name;
use mound_machine::{Context, DebugSource, Linker, Stop};
use mound_primitives::print::{Names, Style, print};
use mound_session::{CompiledUnit, Libraries, Transformers, UnitCode};
use std::collections::{HashMap, HashSet};

/// Work between two looks at what a run has used.
const TURN: i64 = 100_000;
/// Memory of one run; a table that is computed takes a few megabytes.
const MEMORY_BYTES_MAX: usize = 256 << 20;
/// What the body of a library may do when it is set up.
const LIBRARY_FUEL: u32 = 10_000_000;
/// Linked transformers that are kept for further uses.
const KEPT_MAX: usize = 256;

/// See the top of this file.
pub struct Machine {
    linker: Linker,
    /// Libraries whose bodies have run.
    ready: HashSet<UnitHash>,
    /// Linked transformers by their bytes.
    linked: HashMap<Box<[u8]>, FragmentRef>,
}

impl Drop for Machine {
    fn drop(&mut self) {
        // Code refers to the variables that hold it.
        self.linker.forget_all();
    }
}

impl Machine {
    pub fn new() -> Machine {
        Machine {
            linker: Linker::new(mound_primitives::sealed_table()),
            ready: HashSet::new(),
            linked: HashMap::new(),
        }
    }

    fn link(&mut self, code: &[u8], libraries: &Libraries<'_>) -> Result<FragmentRef, Fault> {
        if let Some(found) = self.linked.get(code) {
            return Ok(found.clone());
        }
        let damaged = |why: String| Fault::Library(format!("its code is damaged: {why}"));
        let unit = decode::from_bytes(code).map_err(|error| damaged(error.to_string()))?;
        verify::verify(&unit).map_err(|error| damaged(error.to_string()))?;
        self.set_up_imports(&unit, libraries)?;
        let linked = self.linker.link(&unit, false);
        let linked = linked.map_err(|error| Fault::Library(error.to_string()))?;
        if self.linked.len() >= KEPT_MAX {
            self.linked.clear();
        }
        self.linked.insert(code.into(), linked.clone());
        Ok(linked)
    }

    fn set_up_imports(&mut self, unit: &Unit, libraries: &Libraries<'_>) -> Result<(), Fault> {
        for import in &unit.imports {
            if self.ready.contains(&import.hash) {
                continue;
            }
            let Some(library) = libraries.find(import.hash) else {
                let name = import.library.replace('/', " ");
                return Err(Fault::Library(format!("({name}) is not known here")));
            };
            self.set_up(&library, libraries)?;
        }
        Ok(())
    }

    /// Links a library and runs its body, after those that it imports.
    fn set_up(&mut self, library: &CompiledUnit, libraries: &Libraries<'_>) -> Result<(), Fault> {
        let decoded;
        let (unit, debug) = match &library.code {
            UnitCode::Compiled { unit, .. } => (&**unit, DebugSource::from(unit.debug.clone())),
            UnitCode::Stored(stored) => {
                let stored = *stored;
                let unit = stored.decode();
                decoded = unit.map_err(|error| Fault::Library(error.to_string()))?;
                (&decoded, DebugSource::later(|| BUILT_IN.debug(stored)))
            }
        };
        self.set_up_imports(unit, libraries)?;
        let linked = self.linker.link_as(unit, library.hash, debug, false);
        let linked = linked.map_err(|error| Fault::Library(error.to_string()))?;
        if unit.name == "mound/base" {
            loader::set_hooks(&self.linker, &linked);
        }
        let mut never = |_, _| false;
        let mut host = Sealed::new(None, UseShape::Form, 0, &mut never);
        let result = self.run(&linked, &mut host, LIBRARY_FUEL, |_, _| Ok(()));
        let ((), _) = result.map_err(|fault| {
            let name = unit.name.replace('/', " ");
            let why = match fault {
                Fault::Raised { what, .. } => what,
                _ => "its body does not end".to_owned(),
            };
            Fault::Library(format!("it uses ({name}), which cannot be set up: {why}"))
        })?;
        self.ready.insert(library.hash);
        Ok(())
    }

    /// Runs the entry of a unit and takes from its value what is wanted; also gives the fuel
    /// that was used.
    fn run<T>(
        &self,
        unit: &FragmentRef,
        host: &mut Sealed<'_>,
        fuel: u32,
        take: impl FnOnce(Value, &dyn Names) -> Result<T, Fault>,
    ) -> Result<(T, u32), Fault> {
        let raised = |what: &str| Fault::Raised {
            what: what.to_owned(),
            place: None,
        };
        let thunk = loader::entry(unit).ok_or_else(|| raised("its code has no entry"))?;
        let mut context = Context::new(self.linker.hooks.clone(), BIRTH_WORDS, thunk);
        let mut left = i64::from(fuel);
        loop {
            let turn = left.min(TURN);
            context.fuel = turn;
            let stop = mound_machine::run(&mut context, host);
            left -= turn - context.fuel;
            match stop {
                Stop::Yield if left <= 0 => return Err(Fault::Endless),
                Stop::Yield if 8 * context.heap.size_words() > MEMORY_BYTES_MAX => {
                    return Err(raised("it used too much memory"));
                }
                Stop::Yield => {}
                Stop::Apart => context.work_apart(),
                Stop::Done(value) => {
                    let used = i64::from(fuel) - left;
                    let used = u32::try_from(used).unwrap_or(u32::MAX);
                    return take(value, &Nowhere).map(|taken| (taken, used));
                }
                Stop::Died(object) => {
                    let (what, place) = report::brief(&context, object, &Nowhere);
                    return Err(Fault::Raised { what, place });
                }
                Stop::Wait { .. } => return Err(raised("it waits for what cannot come")),
                Stop::Halted | Stop::Exit(_) => return Err(raised("it ended itself")),
            }
        }
    }
}

impl Transformers for Machine {
    fn transform(
        &mut self,
        application: &Application<'_>,
        libraries: &Libraries<'_>,
        same: &mut dyn FnMut(Symbol, Symbol) -> bool,
    ) -> Result<Transformed, Fault> {
        let unit = self.link(application.code, libraries)?;
        let form = data::to_message(application.form, &self.linker.hooks);
        let mut host = Sealed::new(Some(form), application.shape, application.serial, same);
        let take = |value, names: &dyn Names| {
            data::to_datum(value).ok_or_else(|| Fault::NotDatum {
                what: match data::is_circular_or_large(value) {
                    true => "data that are circular or very large".to_owned(),
                    false => print(value, Style::Write, names),
                },
            })
        };
        let (datum, fuel_used) = self.run(&unit, &mut host, application.fuel, take)?;
        Ok(Transformed { datum, fuel_used })
    }

    fn forget(&mut self, libraries: &HashSet<UnitHash>) {
        // Others may refer to them, and all are set up again when they are needed.
        if !self.ready.is_disjoint(libraries) {
            *self = Machine::new();
        }
    }
}

/// Names where there are no nodes.
struct Nowhere;

impl Names for Nowhere {
    fn node(&self, _: u16) -> Option<String> {
        None
    }

    fn procedure(&self, closure: Value) -> Option<String> {
        procedure_name(closure)
    }
}
