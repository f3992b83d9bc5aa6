//! Local procedures: labels become blocks of the frame, closures objects.
//!
//! ```text
//!   (fix ((loop (lambda (i) ...))) body)      slots for i, body, label loop: ...
//! ```

use super::{Context, Emitter, Location, Target};
use crate::closure::{Info, Kind};
use crate::code::Line;
use crate::ir::{Node, Procedure, Term, Variable};
use mound_bytecode::ops::Op;
use mound_bytecode::unit::Immediate;

impl<'a> Emitter<'_, 'a> {
    pub(super) fn fix(
        &mut self,
        bindings: &'a [(Variable, Procedure)],
        body: &'a Term,
        context: Context,
    ) {
        let is_label = |emitter: &Self, variable| {
            emitter
                .module
                .procedures
                .get(variable)
                .is_some_and(|info| info.kind == Kind::Label)
        };
        if bindings
            .iter()
            .any(|&(variable, _)| is_label(self, variable))
        {
            return self.labels(bindings, body, context);
        }
        if let ([(variable, _)], Node::Local(named)) = (bindings, &body.node)
            && variable == named
            && let Context::Slot { slot, .. } = context
            && self.is_closure(*variable)
        {
            return self.closure(*variable, slot);
        }
        self.closures(bindings);
        self.emit(body, context);
    }

    fn labels(&mut self, bindings: &'a [(Variable, Procedure)], body: &'a Term, context: Context) {
        for (variable, procedure) in bindings {
            let mut parameters = Vec::new();
            for parameter in procedure.clauses[0].parameters() {
                let slot = self.allocate();
                self.places.insert(parameter, Location::Slot(slot));
                parameters.push(slot);
            }
            let label = self.draft.label();
            self.targets.insert(*variable, Target { label, parameters });
        }
        let join = self.draft.label();
        self.emit(body, context);
        for (variable, procedure) in bindings {
            self.leave(context, join);
            let label = self.targets[variable].label;
            self.draft.place(label);
            self.emit(&procedure.clauses[0].body, context);
        }
        self.draft.place(join);
    }

    fn is_closure(&self, variable: Variable) -> bool {
        self.info(variable)
            .is_some_and(|info| info.kind == Kind::Closure)
    }

    pub(super) fn info(&self, variable: Variable) -> Option<&'a Info<'a>> {
        self.module.procedures.get(variable)
    }

    /// Makes the closures of a group, in order; a closure that captures a later
    /// one gets it when that is made.
    fn closures(&mut self, bindings: &'a [(Variable, Procedure)]) {
        let made: Vec<Variable> = bindings
            .iter()
            .map(|(variable, _)| *variable)
            .filter(|&variable| self.is_closure(variable))
            .collect();
        for &variable in &made {
            let slot = self.allocate();
            self.places.insert(variable, Location::Slot(slot));
        }
        let mut patches = Vec::new();
        for (index, &variable) in made.iter().enumerate() {
            let needs = self.info(variable).map_or(&[][..], |info| &info.needs);
            for (position, need) in needs.iter().enumerate() {
                if made[index + 1..].contains(need) {
                    patches.push((variable, *need, position as u32));
                }
            }
        }
        for (later, &variable) in made.iter().enumerate() {
            let is_early = |patch: &&(Variable, Variable, u32)| patch.1 == variable;
            if later > 0 && patches.iter().any(|patch| is_early(&patch)) {
                let slot = self.closure_slot(variable);
                self.immediate(slot, Immediate::Unspecified);
            }
        }
        for &variable in &made {
            let slot = self.closure_slot(variable);
            self.closure(variable, slot);
        }
        for (holder, held, position) in patches {
            let (holder, held) = (self.closure_slot(holder), self.closure_slot(held));
            self.line(Op::Patch, [holder, held, position], 0);
        }
    }

    fn closure_slot(&self, variable: Variable) -> u32 {
        match self.places.get(&variable) {
            Some(Location::Slot(slot)) => *slot,
            _ => 0,
        }
    }

    fn closure(&mut self, variable: Variable, slot: u32) {
        let Some(info) = self.info(variable) else {
            return;
        };
        self.span = info.procedure.span;
        let saved = self.next;
        let mut captures = Vec::with_capacity(info.needs.len());
        for &need in &info.needs {
            let from = match self.place_of(need) {
                Some(Location::Slot(from)) => from,
                _ => {
                    let from = self.allocate();
                    self.local(need, from);
                    from
                }
            };
            captures.push(from as u8);
        }
        self.next = saved;
        let number = self.module.whole(variable);
        self.limit(slot > 255);
        let count = captures.len() as u32;
        let (op, d, w) = match number {
            0..=0xffff => (Op::Closure, number, count),
            _ => (Op::ClosureWide, count, number),
        };
        let [low, high, ..] = d.to_le_bytes();
        self.draft.push(Line {
            op,
            a: slot as u8,
            b: low,
            c: high,
            w,
            captures,
            span: self.span,
        });
    }
}
