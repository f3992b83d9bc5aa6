//! The unit while it is made: its tables and the functions still to be emitted.
//!
//! Functions get their numbers when they are first mentioned and are emitted in
//! that order, so what is never mentioned is not part of the unit, and the same
//! program always gives the same unit.

use crate::closure::{Kind, Procedures};
use crate::code::Finished;
use crate::constants::Constants;
use crate::ir::{Variable, Variables};
use crate::notes::{Note, Notes};
use mound_base::{Diagnostic, SourceMap, Span, Symbol};
use mound_bytecode::limits::FUNCTIONS_MAX;
use mound_bytecode::unit::{
    Extent, ExtentKind, Function, FunctionDebug, FunctionKind, Import, Place, Reference, Unit,
    UnitHash,
};
use mound_expand::core::{GlobalId, ImportId, Program, TopForm};
use std::collections::{HashMap, VecDeque};

/// A clause that has a number but no code yet.
#[derive(Clone, Copy)]
pub struct Pending {
    pub number: u32,
    pub procedure: Variable,
    pub clause: usize,
}

pub struct Module<'a> {
    pub program: &'a Program,
    pub procedures: &'a Procedures<'a>,
    pub variables: &'a Variables,
    pub diagnostics: Vec<Diagnostic>,
    pub notes: Notes,
    sources: &'a SourceMap,
    source_numbers: HashMap<u32, u32>,
    unit: Unit,
    constants: Constants,
    references: HashMap<ReferenceKey, u32>,
    primitives: HashMap<&'static str, u32>,
    clauses: HashMap<(Variable, usize), u32>,
    /// Procedures of several clauses.
    wholes: HashMap<Variable, u32>,
    pending: VecDeque<Pending>,
}

#[derive(PartialEq, Eq, Hash)]
enum ReferenceKey {
    Global(GlobalId),
    Imported(ImportId, Symbol),
}

/// Procedures of `(mound base)` that never return, and those of the Termite paper that hardly ever
/// do: calls of them are kept on the stack, so that reports have their places.
const RAISING: &[&str] = &[
    "%assertion-failed",
    "%bad-match",
    "%error-of-kind",
    "%type-error",
    "error",
    "raise",
];

impl<'a> Module<'a> {
    pub fn new(
        program: &'a Program,
        sources: &'a SourceMap,
        procedures: &'a Procedures<'a>,
        variables: &'a Variables,
        notes: Notes,
    ) -> Module<'a> {
        let imports = program.imports.iter().map(|import| Import {
            library: import.library.clone(),
            hash: UnitHash(import.hash),
        });
        let unit = Unit {
            name: program.name.clone(),
            imports: imports.collect(),
            ..Unit::default()
        };
        Module {
            program,
            procedures,
            variables,
            diagnostics: Vec::new(),
            notes,
            sources,
            source_numbers: HashMap::new(),
            unit,
            constants: Constants::default(),
            references: HashMap::new(),
            primitives: HashMap::new(),
            clauses: HashMap::new(),
            wholes: HashMap::new(),
            pending: VecDeque::new(),
        }
    }

    /// The unit, with its tables in canonical order.
    pub fn finish(mut self) -> Unit {
        self.extents();
        self.unit.constants = self.constants.table;
        self.unit.sort_tables();
        self.unit
    }

    /// Fills in what the passes noted about sources that the unit mentions.
    fn extents(&mut self) {
        for note in self.notes.list() {
            let (span, name, kind) = match note {
                Note::Procedure { span, name, call } => {
                    let call = call.map(|call| self.place(call));
                    let name = name.unwrap_or_else(|| Symbol::intern(""));
                    (span, name, ExtentKind::Procedure(call))
                }
                Note::Inlined(span, name) => (span, name, ExtentKind::Inlined),
                Note::Exchanged(span, name) => (span, name, ExtentKind::Exchanged),
            };
            let (source, start, end) = self.place(span);
            if source != u32::MAX {
                self.unit.debug.extents.push(Extent {
                    source,
                    start,
                    end,
                    kind,
                    name,
                });
            }
        }
    }

    pub fn next_pending(&mut self) -> Option<Pending> {
        self.pending.pop_front()
    }

    pub fn export(&mut self, export: mound_bytecode::unit::Export) {
        self.unit.exports.push(export);
    }

    // Functions.

    /// A number for a function whose code comes later.
    pub fn reserve(&mut self, free_count: u32) -> u32 {
        let number = self.unit.functions.len() as u32;
        self.unit.functions.push(Function {
            kind: FunctionKind::Clauses(Vec::new()),
            free_count,
        });
        self.unit.debug.functions.push(FunctionDebug::default());
        number
    }

    /// The function of one clause of a procedure.
    pub fn clause(&mut self, procedure: Variable, clause: usize) -> u32 {
        if let Some(&number) = self.clauses.get(&(procedure, clause)) {
            return number;
        }
        let number = self.reserve(self.free_count(procedure));
        self.clauses.insert((procedure, clause), number);
        self.pending.push_back(Pending {
            number,
            procedure,
            clause,
        });
        number
    }

    /// The function that closures of a procedure are made of.
    pub fn whole(&mut self, procedure: Variable) -> u32 {
        let clauses = self
            .procedures
            .get(procedure)
            .map_or(1, |info| info.procedure.clauses.len());
        if clauses == 1 {
            return self.clause(procedure, 0);
        }
        if let Some(&number) = self.wholes.get(&procedure) {
            return number;
        }
        let number = self.reserve(self.free_count(procedure));
        self.wholes.insert(procedure, number);
        let clauses = (0..clauses)
            .map(|clause| self.clause(procedure, clause))
            .collect();
        self.unit.functions[number as usize].kind = FunctionKind::Clauses(clauses);
        let debug = self.describe(procedure, 0);
        self.unit.debug.functions[number as usize] = debug;
        number
    }

    fn free_count(&self, procedure: Variable) -> u32 {
        match self.procedures.get(procedure) {
            Some(info) if info.kind == Kind::Closure => info.needs.len() as u32,
            _ => 0,
        }
    }

    /// Fills in the function `number`.
    pub fn define(&mut self, number: u32, finished: Finished, mut debug: FunctionDebug) {
        debug.places = finished
            .places
            .into_iter()
            .map(|(word, span)| {
                let (source, start, end) = self.place(span);
                Place {
                    word,
                    source,
                    start,
                    end,
                }
            })
            .collect();
        self.unit.functions[number as usize].kind = FunctionKind::Code(finished.code);
        self.unit.debug.functions[number as usize] = debug;
    }

    /// What tools show of one clause, without places.
    pub fn describe(&mut self, procedure: Variable, clause: usize) -> FunctionDebug {
        let procedures = self.procedures;
        let Some(info) = procedures.get(procedure) else {
            return FunctionDebug::default();
        };
        let variables = self.variables;
        let names = |list: &[Variable]| list.iter().map(|&one| variables.name(one)).collect();
        let passed: &[Variable] = match info.kind {
            Kind::Lifted => &info.needs,
            Kind::Label | Kind::Constant | Kind::Closure => &[],
        };
        let mut parameters: Vec<Symbol> = names(passed);
        parameters.extend(
            info.procedure.clauses[clause]
                .parameters()
                .map(|parameter| variables.name(parameter)),
        );
        FunctionDebug {
            name: info.procedure.name,
            parameters,
            free: match info.kind {
                Kind::Closure => names(&info.needs),
                Kind::Label | Kind::Constant | Kind::Lifted => Vec::new(),
            },
            span: self.place(info.procedure.span),
            places: Vec::new(),
        }
    }

    /// A span with the number its source has in the unit.
    pub fn place(&mut self, span: Span) -> (u32, u32, u32) {
        if let Some(&number) = self.source_numbers.get(&span.source.0) {
            return (number, span.start, span.end);
        }
        let Some(shared) = self.sources.share(span.source) else {
            return (u32::MAX, 0, 0);
        };
        let number = self.unit.debug.sources.len() as u32;
        self.unit.debug.sources.push(shared);
        let first_line = self.sources.first_line(span.source);
        if first_line != 1 {
            self.unit.debug.first_lines.push((number, first_line));
        }
        self.source_numbers.insert(span.source.0, number);
        (number, span.start, span.end)
    }

    // Tables.

    pub fn constant(&mut self, literal: &crate::ir::Literal) -> u32 {
        self.constants.literal(literal)
    }

    pub fn global(&mut self, global: GlobalId) -> u32 {
        let entry = &self.program.globals[global.0 as usize];
        let name = entry.name;
        let reference = if entry.defined {
            Reference::Own { name }
        } else {
            Reference::Interactive { name }
        };
        self.reference(ReferenceKey::Global(global), reference)
    }

    pub fn imported(&mut self, import: ImportId, name: Symbol) -> u32 {
        let reference = Reference::Imported {
            import: import.0,
            name,
        };
        self.reference(ReferenceKey::Imported(import, name), reference)
    }

    /// Whether a reference is a procedure of the base library, or of the Termite paper, that raises.
    pub fn reference_raises(&self, number: u32) -> bool {
        match self.unit.references.get(number as usize) {
            Some(Reference::Imported { import, name }) => {
                ["mound/base", "termite/exceptions"]
                    .contains(&&*self.unit.imports[*import as usize].library)
                    && RAISING.contains(&&*name.text())
            }
            _ => false,
        }
    }

    fn reference(&mut self, key: ReferenceKey, reference: Reference) -> u32 {
        let table = &mut self.unit.references;
        *self.references.entry(key).or_insert_with(|| {
            table.push(reference);
            table.len() as u32 - 1
        })
    }

    pub fn primitive(&mut self, name: &'static str) -> u32 {
        let table = &mut self.unit.primitives;
        *self.primitives.entry(name).or_insert_with(|| {
            table.push(name.to_owned());
            table.len() as u32 - 1
        })
    }

    /// Tells if the unit has more procedures than units may have.
    pub fn check_size(&mut self) {
        if self.unit.functions.len() > FUNCTIONS_MAX {
            let span = self
                .program
                .body
                .first()
                .map_or(Span::NONE, |form| match form {
                    TopForm::Define { value, .. } | TopForm::Expression(value) => value.span,
                });
            let label = format!("this unit has more than {FUNCTIONS_MAX} procedures");
            let error = Diagnostic::error(span, "unit is too large", label);
            self.diagnostics
                .push(error.with_hint("divide the program into libraries"));
        }
    }

    /// Tells that a procedure needs more slots than a frame has.
    pub fn too_many_slots(&mut self, span: Span) {
        let label = "this procedure needs more than 255 variables and temporary values";
        let error = Diagnostic::error(span, "procedure is too large", label);
        self.diagnostics
            .push(error.with_hint("keep what belongs together in a list, vector or record"));
    }

    pub fn error(&mut self, span: Span, headline: &str, label: &str) {
        self.diagnostics
            .push(Diagnostic::error(span, headline, label));
    }
}
