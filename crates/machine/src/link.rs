//! Units become runnable.
//!
//! Linking makes a fragment of the constants, resolves references to values or
//! cells, gives each primitive its implementation and turns instructions into what the
//! interpreter wants. A unit is linked once per node: equal hashes are one
//! linked unit. But a program or form of which the names or places differ has its
//! code beside that, with the same constants, to be told of as it was written.
//! What it needs (imports, primitives) must be there, else the error says what is
//! missing and nothing has changed.
//!
//! ```text
//!   fragment of the unit
//!     constants, closures of functions without free values      frozen objects
//!     codes      Code of each function, with its points
//!     attached   LinkedUnit: tables of values, cells, primitives, names
//! ```
//!
//! Invariants:
//! - L1. Only verified units are linked.
//! - L2. Linked instructions are those of the unit, but for operands that name blocks
//!   and functions (see `link/code.rs`).

mod code;
mod constants;
mod debug;
mod error;
mod hooks;
mod unit;
mod unused;
mod uses;

pub use code::{SLOTS, slot_of};
pub use debug::DebugSource;
pub use error::LinkError;
pub use hooks::Hooks;
pub use unit::LinkedUnit;
pub use uses::Uses;

use crate::cells::{Cell, CellTable};
use crate::condition::{ConditionKind, Raise};
use crate::context::Context;
use crate::host::{Arguments, Control, Host, Leaf, Outcome};
use crate::native::Native;
use crate::quick::Quick;
use mound_base::Symbol;
use mound_bytecode::unit::{ExportTarget, Import, Reference, Unit, UnitHash};
use mound_heap::Value;
use mound_heap::builder::FragmentBuilder;
use mound_heap::fragment::FragmentRef;
use mound_heap::object::RecordType;
use std::collections::{HashMap, HashSet};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, OnceLock, RwLock};
use unused::Gone;

/// What a reference of a unit stands for on this node.
#[derive(Clone, Debug)]
pub enum Resolved {
    /// A constant procedure of an imported library.
    Constant(Value),
    Cell(Arc<Cell>),
}

/// The leaves of a unit with their quick entries, and its control primitives.
type Implementations = (Vec<(Leaf, Option<Quick>)>, Vec<Control>);

/// The implementation of a primitive.
#[derive(Clone, Copy)]
pub enum Implementation {
    Leaf(Leaf),
    /// A leaf of which machine code first tries the quick entry.
    Quick(Leaf, Quick),
    Control(Control),
}

/// The units of a node.
#[derive(Default)]
struct Units {
    linked: HashMap<UnitHash, FragmentRef>,
    /// Record types of libraries by their uids. Where a record was made, and where it is used, the
    /// type is then the same object, which machine code sees at once.
    types: HashMap<[u64; 2], KnownType>,
    /// Number of units at which to look for some that nobody holds any more.
    sweep_at: usize,
    /// The libraries that imports of this node mean, which stay. Without it all libraries stay.
    meant: Option<HashSet<UnitHash>>,
    /// Those that they no longer mean, and that are still here.
    replaced: HashSet<UnitHash>,
}

/// A record type among the constants of a library.
#[derive(Clone)]
struct KnownType {
    value: Value,
    fragment: FragmentRef,
}

/// Fewest units worth a sweep.
const SWEEP_AT_LEAST: usize = 64;

impl Units {
    /// Remembers the record types of a library.
    fn note_types(&mut self, library: &FragmentRef) {
        let constants = LinkedUnit::of_fragment(library).map_or(&[][..], |unit| &unit.constants);
        for &value in constants {
            if let Some(record_type) = RecordType::of(value) {
                let noted = self.types.entry(record_type.uid());
                noted.or_insert_with(|| KnownType {
                    value,
                    fragment: library.clone(),
                });
            }
        }
    }

    /// Lets go of programs and forms of which no closure, frame, name or other unit is left, and of
    /// libraries to which nothing leads and that imports do not mean, if there are many units.
    fn sweep(&mut self) -> Option<Gone> {
        if self.linked.len() < self.sweep_at.max(SWEEP_AT_LEAST) {
            return None;
        }
        self.sweep_programs();
        let gone = self.take_unused(|units, hash| {
            let meant = units.meant.as_ref();
            meant.is_some_and(|meant| !meant.contains(&hash))
        });
        self.sweep_at = 2 * self.linked.len();
        Some(gone)
    }

    /// The same for libraries that were replaced, however many units there are.
    fn sweep_replaced(&mut self) -> Option<Gone> {
        if self.replaced.is_empty() {
            return None;
        }
        self.sweep_programs();
        Some(self.take_unused(|units, hash| units.replaced.contains(&hash)))
    }

    fn mark(&self, hash: UnitHash, is_replaced: bool) {
        let unit = self.linked.get(&hash).and_then(LinkedUnit::of_fragment);
        if let Some(unit) = unit {
            unit.replaced.store(is_replaced, Ordering::Relaxed);
        }
    }

    fn sweep_programs(&mut self) {
        let is_library = |unit: &FragmentRef| {
            LinkedUnit::of_fragment(unit).is_some_and(|unit| !unit.name.is_empty())
        };
        self.linked
            .retain(|_, unit| !unit.is_sole() || is_library(unit));
    }

    /// Takes out the libraries, of those that may go, to which nothing leads.
    fn take_unused(&mut self, may_go: impl Fn(&Units, UnitHash) -> bool) -> Gone {
        let types = self.types.values().map(|known| &known.fragment);
        let gone = unused::take(&self.linked, types, |hash| may_go(self, hash));
        for unit in &gone.units {
            self.types.retain(|_, known| !known.fragment.is_same(unit));
        }
        self.linked
            .retain(|_, unit| !gone.units.iter().any(|gone| gone.is_same(unit)));
        let linked = &self.linked;
        self.replaced.retain(|hash| linked.contains_key(hash));
        gone
    }
}

/// Links units for one node and knows those that are linked.
pub struct Linker {
    pub cells: CellTable,
    pub hooks: Arc<Hooks>,
    primitives: HashMap<&'static str, Implementation>,
    units: RwLock<Units>,
}

impl Linker {
    /// A linker for a node that only interprets.
    pub fn new(primitives: HashMap<&'static str, Implementation>) -> Linker {
        Linker::with_native(primitives, None)
    }

    /// A linker for a node with a compiler to machine code, if there is one for this machine.
    pub fn with_native(
        primitives: HashMap<&'static str, Implementation>,
        native: Option<Box<dyn Native>>,
    ) -> Linker {
        Linker {
            cells: CellTable::default(),
            hooks: Arc::new(Hooks::new(native)),
            primitives,
            units: RwLock::default(),
        }
    }

    /// Lets go of all units and of what top-level variables hold, for tests that look at what is
    /// left. No process is left that could use them.
    pub fn forget_all(&self) {
        self.cells.unbind_all();
        let mut units = self
            .units
            .write()
            .unwrap_or_else(|poisoned| poisoned.into_inner());
        *units = Units::default();
    }

    /// The linked unit with this hash.
    pub fn find(&self, hash: UnitHash) -> Option<FragmentRef> {
        self.units
            .read()
            .unwrap_or_else(|poisoned| poisoned.into_inner())
            .linked
            .get(&hash)
            .cloned()
    }

    /// Links `unit`, which is verified. An immortal unit is never freed; the libraries in the binary are.
    pub fn link(&self, unit: &Unit, immortal: bool) -> Result<FragmentRef, LinkError> {
        let debug = DebugSource::from(unit.debug.clone());
        self.link_as(unit, unit.hash(), debug, immortal)
    }

    /// The same if its hash is known. What tools want to know is in `debug`, not in the unit.
    pub fn link_as(
        &self,
        unit: &Unit,
        hash: UnitHash,
        debug: DebugSource,
        immortal: bool,
    ) -> Result<FragmentRef, LinkError> {
        debug_assert_eq!(unit.hash(), hash);
        if let Some(found) = self.find(hash) {
            let known = LinkedUnit::of_fragment(&found);
            let is_told_alike = known.is_none_or(|known| *known.debug == *debug);
            return match !unit.name.is_empty() || is_told_alike {
                true => Ok(found),
                false => self.build(unit, hash, debug, false, Some(&found)),
            };
        }
        let fragment = self.build(unit, hash, debug, immortal, None)?;
        let mut units = self
            .units
            .write()
            .unwrap_or_else(|poisoned| poisoned.into_inner());
        let linked = units.linked.entry(hash).or_insert(fragment).clone();
        if !unit.name.is_empty() {
            units.note_types(&linked);
        }
        let gone = units.sweep();
        drop(units);
        self.let_go(gone);
        Ok(linked)
    }

    /// What was taken out of the table is freed when that is no longer locked.
    fn let_go(&self, gone: Option<Gone>) {
        if gone.is_some() {
            drop(gone);
            self.cells.sweep();
        }
    }

    /// Imports of this node mean the library from now on, if it is here; whether it is.
    pub fn mean(&self, hash: UnitHash) -> bool {
        let mut units = self
            .units
            .write()
            .unwrap_or_else(|poisoned| poisoned.into_inner());
        let is_here = units.linked.contains_key(&hash);
        if is_here {
            units.replaced.remove(&hash);
            units.mark(hash, false);
            units.meant.get_or_insert_default().insert(hash);
        }
        is_here
    }

    /// Imports of this node mean these libraries and no others. Those that they meant before go as soon
    /// as no process, message or name leads to them; now, or when [`Linker::sweep_replaced`] finds that.
    pub fn mean_only(&self, meant: HashSet<UnitHash>) {
        let mut units = self
            .units
            .write()
            .unwrap_or_else(|poisoned| poisoned.into_inner());
        let before = units.meant.take().unwrap_or_default();
        for &hash in before.difference(&meant) {
            units.replaced.insert(hash);
            units.mark(hash, true);
        }
        for &hash in &meant {
            if units.replaced.remove(&hash) {
                units.mark(hash, false);
            }
        }
        units.meant = Some(meant);
        drop(units);
        self.sweep_replaced();
    }

    /// Whether there are libraries that were replaced.
    pub fn has_replaced(&self) -> bool {
        let units = self.units.read();
        let units = units.unwrap_or_else(|poisoned| poisoned.into_inner());
        !units.replaced.is_empty()
    }

    /// Lets go of libraries that were replaced and to which nothing leads.
    pub fn sweep_replaced(&self) {
        let mut units = self
            .units
            .write()
            .unwrap_or_else(|poisoned| poisoned.into_inner());
        let gone = units.sweep_replaced();
        drop(units);
        self.let_go(gone);
    }

    /// The units that are linked.
    pub fn linked(&self) -> Vec<FragmentRef> {
        let units = self.units.read();
        let units = units.unwrap_or_else(|poisoned| poisoned.into_inner());
        units.linked.values().cloned().collect()
    }

    /// How many units are linked.
    pub fn unit_count(&self) -> usize {
        let units = self.units.read();
        units
            .unwrap_or_else(|poisoned| poisoned.into_inner())
            .linked
            .len()
    }

    /// A fragment of the unit, with the constants of `other`, which is one of the same hash.
    fn build(
        &self,
        unit: &Unit,
        hash: UnitHash,
        debug: DebugSource,
        immortal: bool,
        other: Option<&FragmentRef>,
    ) -> Result<FragmentRef, LinkError> {
        let stubs = self.hooks.stubs();
        let mut builder = FragmentBuilder::new();
        builder.unit_hash(hash.0);
        let imports = self.imports(unit, &mut builder)?;
        let references = self.references(unit, hash, &imports)?;
        let (leaves, controls) = self.implementations(unit)?;
        builder.codes(code::codes(&unit.functions, stubs));
        // One list of roots, which get their addresses when the fragment stands: constants, then closures.
        let mut roots = match other.and_then(|other| Some((other, LinkedUnit::of_fragment(other)?)))
        {
            Some((other, linked)) => {
                builder.edge(other);
                linked.constants.to_vec()
            }
            None => self.constants(unit, &mut builder, immortal)?,
        };
        let constant_count = roots.len();
        for (index, function) in unit.functions.iter().enumerate() {
            let closure = match builder.code(index) {
                Some(code) if function.free_count == 0 => builder.closure(code, &[]),
                _ => Value::FALSE,
            };
            roots.push(closure);
        }
        let fragment = if immortal {
            builder.finish_immortal(&mut roots)
        } else {
            builder.finish(&mut roots)
        };
        let functions = roots.split_off(constant_count);
        let linked = Box::new(LinkedUnit {
            hash,
            name: unit.name.clone(),
            debug,
            constants: roots.into(),
            objects: OnceLock::new(),
            callers: OnceLock::new(),
            exports: exports(unit, &functions, &references),
            functions: functions.into(),
            codes: fragment.codes().as_ptr(),
            code_count: unit.functions.len(),
            uses: uses::of(unit, &references),
            references: references.into(),
            own_references: unit
                .references
                .iter()
                .map(|reference| matches!(reference, Reference::Own { .. }))
                .collect(),
            leaves: leaves.into(),
            controls: controls.into(),
            primitive_names: unit.primitives.clone().into(),
            faults: Mutex::default(),
            stubs,
            symbols: OnceLock::new(),
            origin: OnceLock::new(),
            bringer: OnceLock::new(),
            replaced: AtomicBool::new(false),
            ready: AtomicBool::new(false),
            native: OnceLock::new(),
        });
        let address = std::ptr::from_ref(&*linked) as *mut ();
        for code in fragment.codes() {
            code.unit.store(address, Ordering::Relaxed);
        }
        let attached = fragment.attach(linked);
        debug_assert!(attached, "a new fragment of a unit takes its tables");
        Ok(fragment)
    }

    fn constants(
        &self,
        unit: &Unit,
        builder: &mut FragmentBuilder,
        immortal: bool,
    ) -> Result<Vec<Value>, LinkError> {
        constants::build(unit, builder, &self.hooks, &|uid| {
            if let Some(known) = self.hooks.known_type(uid) {
                return Some(known);
            }
            let units = self.units.read();
            let units = units.unwrap_or_else(|poisoned| poisoned.into_inner());
            let known = units.types.get(&uid);
            // H5: an immortal points to immortals.
            known
                .filter(|known| !immortal || known.fragment.is_immortal())
                .cloned()
        })
    }

    fn imports(
        &self,
        unit: &Unit,
        builder: &mut FragmentBuilder,
    ) -> Result<Vec<FragmentRef>, LinkError> {
        let find = |import: &Import| {
            let missing = || LinkError::MissingImport {
                library: import.library.clone(),
                hash: import.hash,
            };
            let fragment = self.find(import.hash).ok_or_else(missing)?;
            builder.edge(&fragment);
            Ok(fragment)
        };
        unit.imports.iter().map(find).collect()
    }

    fn references(
        &self,
        unit: &Unit,
        hash: UnitHash,
        imports: &[FragmentRef],
    ) -> Result<Vec<Resolved>, LinkError> {
        // A library has its variables once per node and unit; a program's are the node's, by name.
        let own = if unit.name.is_empty() {
            String::new()
        } else {
            format!("{}@{hash}", unit.name)
        };
        let resolve = |reference: &Reference| match reference {
            Reference::Own { name } => Ok(Resolved::Cell(self.cells.cell(&own, *name))),
            Reference::Interactive { name } => Ok(Resolved::Cell(self.cells.cell("", *name))),
            Reference::Imported { import, name } => {
                let library = &unit.imports[*import as usize].library;
                let missing = || LinkError::MissingExport {
                    library: library.clone(),
                    name: *name,
                };
                let linked =
                    LinkedUnit::of_fragment(&imports[*import as usize]).ok_or_else(missing)?;
                linked.export(*name).cloned().ok_or_else(missing)
            }
        };
        unit.references.iter().map(resolve).collect()
    }

    fn implementations(&self, unit: &Unit) -> Result<Implementations, LinkError> {
        let mut leaves: Vec<(Leaf, Option<Quick>)> = Vec::new();
        let mut controls: Vec<Control> = Vec::new();
        for name in &unit.primitives {
            match self.primitives.get(name.as_str()) {
                Some(Implementation::Leaf(leaf)) => {
                    leaves.push((*leaf, None));
                    controls.push(not_a_control);
                }
                Some(Implementation::Quick(leaf, quick)) => {
                    leaves.push((*leaf, Some(*quick)));
                    controls.push(not_a_control);
                }
                Some(Implementation::Control(control)) => {
                    leaves.push((not_a_leaf, None));
                    controls.push(*control);
                }
                None => return Err(LinkError::UnknownPrimitive(name.clone())),
            }
        }
        Ok((leaves, controls))
    }
}

/// Stands in the table of leaves for control primitives; verified code never calls it.
fn not_a_leaf(context: &mut Context, _: &mut dyn Host, _: Arguments) -> Result<Value, Raise> {
    Err(context.condition(
        ConditionKind::Error,
        None,
        "damaged code: not a leaf primitive",
        &[],
    ))
}

/// Stands in the table of control primitives for leaves; verified code never calls it.
fn not_a_control(context: &mut Context, _: &mut dyn Host, _: Arguments) -> Result<Outcome, Raise> {
    Err(context.condition(
        ConditionKind::Error,
        None,
        "damaged code: not a control primitive",
        &[],
    ))
}

fn exports(unit: &Unit, functions: &[Value], references: &[Resolved]) -> HashMap<Symbol, Resolved> {
    let resolve = |target: ExportTarget| match target {
        ExportTarget::Function(index) => Resolved::Constant(functions[index as usize]),
        ExportTarget::Reference(index) => references[index as usize].clone(),
    };
    unit.exports
        .iter()
        .map(|export| (export.name, resolve(export.target)))
        .collect()
}
