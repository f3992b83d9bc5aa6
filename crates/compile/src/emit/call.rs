//! Calls: building the frame of the callee above the slots in use.
//!
//! ```text
//!   base      the result, later
//!   base + 1  the procedure, if it is called as a value
//!   base + 2  what a lifted procedure needs, then the arguments
//! ```
//!
//! Arguments are evaluated in their slots from left to right; the atoms among
//! them are loaded at the end, so that they do not live on across other calls.

use super::{Context, Emitter, Location};
use crate::closure::Kind;
use crate::ir::{Node, Term, Variable};
use mound_base::Span;
use mound_bytecode::ops::Op;

/// What is called.
pub(super) enum Callee<'a> {
    /// A function of the unit and what is passed to it before the arguments.
    Known(u32, &'a [Variable]),
    Reference(u32),
    Primitive(u32),
    Value(&'a Term),
}

impl<'a> Emitter<'_, 'a> {
    pub(super) fn call(
        &mut self,
        span: Span,
        operator: &'a Term,
        operands: &'a [Term],
        context: Context,
    ) {
        let callee = match &operator.node {
            Node::Local(variable) => {
                if let Some(target) = self.targets.get(variable)
                    && target.parameters.len() == operands.len()
                {
                    let (label, slots) = (target.label, target.parameters.clone());
                    return self.jump(label, &slots, operands);
                }
                if self.is_self_tail_call(*variable, operands.len(), context) {
                    return self.restart(operands);
                }
                self.known(*variable, operands.len())
            }
            Node::Global(global) => match self.module.procedures.of_global(*global) {
                Some(variable) if self.is_self_tail_call(variable, operands.len(), context) => {
                    return self.restart(operands);
                }
                Some(variable) => self.known(variable, operands.len()),
                None => Some(Callee::Reference(self.module.global(*global))),
            },
            Node::Imported(import, name) => {
                Some(Callee::Reference(self.module.imported(*import, *name)))
            }
            Node::Constant(_)
            | Node::Packed(..)
            | Node::SetGlobal(..)
            | Node::If(..)
            | Node::Sequence(_)
            | Node::Let(..)
            | Node::Fix(..)
            | Node::Lambda(_)
            | Node::Call(..)
            | Node::Primitive(..) => None,
        };
        let callee = callee.unwrap_or(Callee::Value(operator));
        self.call_frame(span, callee, operands, context);
    }

    fn known(&mut self, procedure: Variable, count: usize) -> Option<Callee<'a>> {
        let info = self.info(procedure)?;
        let clause = info.procedure.clause_for(count)?;
        match info.kind {
            Kind::Label | Kind::Closure => None,
            Kind::Constant | Kind::Lifted => Some(Callee::Known(
                self.module.clause(procedure, clause),
                &info.needs,
            )),
        }
    }

    /// Whether a call begins the clause that is emitted anew, in the same frame.
    fn is_self_tail_call(&self, called: Variable, count: usize, context: Context) -> bool {
        let Some((own, clause)) = self.own else {
            return false;
        };
        own == called
            && matches!(context, Context::Return)
            && self.info(own).is_some_and(|info| {
                info.procedure.clause_for(count) == Some(clause)
                    && info.procedure.clauses[clause].rest.is_none()
            })
    }

    /// A call of the clause by itself in tail position.
    fn restart(&mut self, operands: &'a [Term]) {
        let passed = match self.own.and_then(|(own, _)| self.info(own)) {
            Some(info) if info.kind == Kind::Lifted => info.needs.len() as u32,
            _ => 0,
        };
        let slots: Vec<u32> = (0..operands.len() as u32)
            .map(|index| 2 + passed + index)
            .collect();
        self.jump(self.entry, &slots, operands);
    }

    pub(super) fn call_frame(
        &mut self,
        span: Span,
        callee: Callee<'a>,
        operands: &'a [Term],
        context: Context,
    ) {
        let saved = self.next;
        let base = match context {
            Context::Slot { slot, .. } if slot + 1 == self.next => slot,
            Context::Return | Context::Slot { .. } | Context::Effect | Context::Test { .. } => {
                self.next
            }
        };
        let passed: &[Variable] = if let Callee::Known(_, passed) = callee {
            passed
        } else {
            &[]
        };
        let first = base + 2 + passed.len() as u32;
        self.next = base + 2;
        let late_operator = match callee {
            Callee::Value(operator) if self.is_atom(operator) => Some(operator),
            Callee::Value(operator) => {
                self.emit(operator, Context::scratch(base + 1));
                None
            }
            Callee::Known(..) | Callee::Reference(_) | Callee::Primitive(_) => None,
        };
        for (index, operand) in operands.iter().enumerate() {
            let slot = first + index as u32;
            if !self.is_atom(operand) {
                self.next = slot + 1;
                self.emit(operand, Context::scratch(slot));
            }
        }
        self.next = first + operands.len() as u32;
        self.limit(self.next > 256);
        for (index, &variable) in passed.iter().enumerate() {
            self.local(variable, base + 2 + index as u32);
        }
        for (index, operand) in operands.iter().enumerate() {
            if self.is_atom(operand) {
                self.load(operand, first + index as u32);
            }
        }
        if let Some(operator) = late_operator {
            self.load(operator, base + 1);
        }
        self.span = span;
        let count = (passed.len() + operands.len()) as u32;
        let is_tail = matches!(context, Context::Return) && !self.raises(&callee);
        let (op, number) = instruction(&callee, is_tail);
        self.line(op, [base, count, 0], number);
        self.next = saved;
        if !is_tail {
            self.deliver(base, context);
        }
    }

    /// Whether the callee is known never to return. Such a call keeps its frame, for
    /// the trace of the error.
    fn raises(&self, callee: &Callee<'_>) -> bool {
        let Callee::Reference(number) = callee else {
            return false;
        };
        self.module.reference_raises(*number)
    }

    /// Whether evaluating the term reads the slot, be it for a procedure it calls.
    pub(super) fn reads_slot(&self, term: &Term, slot: u32) -> bool {
        let mut found = false;
        term.mentions(&mut |variable| {
            found |= self.places.get(&variable) == Some(&Location::Slot(slot));
            if let Some(info) = self.module.procedures.get(variable) {
                found |= info
                    .needs
                    .iter()
                    .any(|need| self.places.get(need) == Some(&Location::Slot(slot)));
            }
        });
        found
    }
}

fn instruction(callee: &Callee, is_tail: bool) -> (Op, u32) {
    match (callee, is_tail) {
        (Callee::Known(number, _), false) => (Op::CallKnown, *number),
        (Callee::Known(number, _), true) => (Op::TailCallKnown, *number),
        (Callee::Reference(number), false) => (Op::CallGlobal, *number),
        (Callee::Reference(number), true) => (Op::TailCallGlobal, *number),
        (Callee::Primitive(number), false) => (Op::CallPrimitive, *number),
        (Callee::Primitive(number), true) => (Op::TailCallPrimitive, *number),
        (Callee::Value(_), false) => (Op::Call, 0),
        (Callee::Value(_), true) => (Op::TailCall, 0),
    }
}
