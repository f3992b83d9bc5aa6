//! Whole functions: the entry, its parts, and the clauses of procedures.

use super::{Context, Emitter, Location};
use crate::closure::Kind;
use crate::ir::{Form, Term, Variable};
use crate::module::{Module, Pending};
use mound_base::Span;
use mound_bytecode::SlotSet;
use mound_bytecode::ops::Op;
use mound_bytecode::unit::{Export, ExportTarget, FunctionDebug};
use mound_expand::core::GlobalId;

/// Forms in one function of the entry; more are spread over several, so that no
/// function grows with the length of a file.
const FORMS_MAX: usize = 256;

pub(super) fn emit_exports(module: &mut Module) {
    for &(name, global) in &module.program.exports {
        let target = match module.procedures.of_global(global) {
            Some(procedure) => ExportTarget::Function(module.whole(procedure)),
            None => ExportTarget::Reference(module.global(global)),
        };
        module.export(Export { name, target });
    }
}

pub(super) fn emit_entry<'a>(
    module: &mut Module<'a>,
    number: u32,
    forms: &'a [Form],
    publishes: bool,
) {
    let parts: Vec<&[Form]> = if forms.len() > FORMS_MAX {
        forms.chunks(FORMS_MAX).collect()
    } else {
        vec![forms]
    };
    let single = parts.len() == 1;
    let mut numbers = Vec::new();
    for part in &parts {
        let number = if single { number } else { module.reserve(0) };
        let mut emitter = Emitter::new(module);
        emitter.forms(part, publishes);
        emitter.finish(number, 0, false, SlotSet::EMPTY, FunctionDebug::default());
        numbers.push(number);
    }
    if !single {
        let mut emitter = Emitter::new(module);
        for (index, &part) in numbers.iter().enumerate() {
            let is_last = index + 1 == numbers.len();
            let op = if is_last {
                Op::TailCallKnown
            } else {
                Op::CallKnown
            };
            emitter.line(op, [emitter.next, 0, 0], part);
        }
        emitter.finish(number, 0, false, SlotSet::EMPTY, FunctionDebug::default());
    }
}

pub(super) fn emit_clause(module: &mut Module, pending: Pending) {
    let procedures = module.procedures;
    let Some(info) = procedures.get(pending.procedure) else {
        return;
    };
    let clause = &info.procedure.clauses[pending.clause];
    let debug = module.describe(pending.procedure, pending.clause);
    let mut emitter = Emitter::new(module);
    emitter.own = Some((pending.procedure, pending.clause));
    let mut defined = SlotSet::EMPTY;
    let passed: &[Variable] = match info.kind {
        Kind::Lifted => &info.needs,
        Kind::Label | Kind::Constant => &[],
        Kind::Closure => {
            for (index, &variable) in info.needs.iter().enumerate() {
                emitter
                    .places
                    .insert(variable, Location::Free(index as u32));
            }
            emitter.places.insert(pending.procedure, Location::Slot(1));
            defined.insert(1);
            &[]
        }
    };
    for variable in passed.iter().copied().chain(clause.parameters()) {
        let slot = emitter.allocate();
        emitter.places.insert(variable, Location::Slot(slot));
        defined.insert(slot as u8);
    }
    emitter.emit(&clause.body, Context::Return);
    let required = passed.len() + clause.required.len();
    emitter.span = info.procedure.span;
    emitter.finish(
        pending.number,
        required as u32,
        clause.rest.is_some(),
        defined,
        debug,
    );
}

impl<'a> Emitter<'_, 'a> {
    /// The top-level forms in order; returns the value of the last.
    fn forms(&mut self, forms: &'a [Form], publishes: bool) {
        for (index, form) in forms.iter().enumerate() {
            let is_last = index + 1 == forms.len();
            match form {
                // Its calls are no tail calls: a trace begins with a line of the top level.
                Form::Expression(term) if is_last => {
                    let slot = self.allocate();
                    self.emit(term, Context::scratch(slot));
                    self.deliver(slot, Context::Return);
                }
                Form::Expression(term) => self.emit(term, Context::Effect),
                Form::Define {
                    global,
                    span,
                    value,
                } => {
                    self.define(*global, *span, value, publishes);
                    if is_last {
                        self.unspecified(Context::Return);
                    }
                }
            }
        }
        if forms.is_empty() {
            self.unspecified(Context::Return);
        }
    }

    fn define(&mut self, global: GlobalId, span: Span, value: &'a Term, publishes: bool) {
        let is_constant = self.module.procedures.of_global(global).is_some();
        if is_constant && !publishes {
            return;
        }
        let saved = self.next;
        let slot = self.operand(value);
        self.span = span;
        let reference = self.module.global(global);
        self.wide(Op::DefineGlobal, slot, reference, 0);
        self.next = saved;
    }
}
