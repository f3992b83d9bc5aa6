//! Terms to instructions.
//!
//! Slots are given out like a stack: a variable has the next free slot while its
//! body is emitted, temporaries are above, call frames begin at the next free
//! slot. Each term is emitted for a [`Context`], which says what becomes of its value.
//!
//! Invariants:
//! - W1. A slot that is not `scratch` is written only when the value is complete,
//!   as the last act on each path: the term may still read what was there.
//! - W2. When a term has been emitted, `next` is what it was before.

mod call;
mod function;
mod jump;
mod primitive;
mod procedure;
mod test;

use crate::closure::Kind;
use crate::code::{Draft, Label, Line};
use crate::ir::{Form, Literal, Node, Term, Variable};
use crate::module::Module;
use mound_base::Span;
use mound_bytecode::SlotSet;
use mound_bytecode::ops::Op;
use mound_bytecode::unit::{FunctionDebug, Immediate};
use std::collections::HashMap;

/// Instructions whose operand has 16 bits, and those that do the same with one of 32.
const WIDE: [(Op, Op); 5] = [
    (Op::Constant, Op::ConstantWide),
    (Op::Function, Op::FunctionWide),
    (Op::Global, Op::GlobalWide),
    (Op::SetGlobal, Op::SetGlobalWide),
    (Op::DefineGlobal, Op::DefineGlobalWide),
];

/// What becomes of a value.
#[derive(Clone, Copy, Debug)]
enum Context {
    Return,
    Slot {
        slot: u32,
        /// Nothing that is still needed is in the slot.
        scratch: bool,
    },
    Effect,
    /// Only its truth matters; control goes to one of the labels.
    Test {
        yes: Label,
        no: Label,
    },
}

impl Context {
    fn scratch(slot: u32) -> Context {
        Context::Slot {
            slot,
            scratch: true,
        }
    }
}

/// Where the value of a variable is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Location {
    Slot(u32),
    Free(u32),
}

/// A procedure that is a part of the frame.
struct Target {
    label: Label,
    parameters: Vec<u32>,
}

struct Emitter<'m, 'a> {
    module: &'m mut Module<'a>,
    draft: Draft,
    places: HashMap<Variable, Location>,
    targets: HashMap<Variable, Target>,
    /// The next free slot.
    next: u32,
    /// Where errors of the instruction being made are to be shown.
    span: Span,
    /// The clause that is emitted, and where it begins.
    own: Option<(Variable, usize)>,
    entry: Label,
}

/// Emits the entry and all that it and the exports mention.
///
/// `publishes`: constant procedures are also bound by name in the node's environment.
pub fn emit<'a>(module: &mut Module<'a>, forms: &'a [Form], publishes: bool) {
    let entry = module.reserve(0);
    function::emit_entry(module, entry, forms, publishes);
    function::emit_exports(module);
    while let Some(pending) = module.next_pending() {
        function::emit_clause(module, pending);
    }
}

impl<'m, 'a> Emitter<'m, 'a> {
    fn new(module: &'m mut Module<'a>) -> Emitter<'m, 'a> {
        let mut draft = Draft::new();
        let entry = draft.label();
        draft.place(entry);
        Emitter {
            module,
            draft,
            places: HashMap::new(),
            targets: HashMap::new(),
            next: 2,
            span: Span::NONE,
            own: None,
            entry,
        }
    }

    fn finish(
        self,
        number: u32,
        required: u32,
        rest: bool,
        defined: SlotSet,
        debug: FunctionDebug,
    ) {
        if let Some(span) = self.draft.excess {
            let place = if span == Span::NONE { self.span } else { span };
            return self.module.too_many_slots(place);
        }
        let finished = self.draft.finish(required, rest, defined);
        self.module.define(number, finished, debug);
    }

    // Lines.

    fn line(&mut self, op: Op, operands: [u32; 3], w: u32) {
        let bytes = operands.map(|operand| u8::try_from(operand).ok());
        self.limit(bytes.contains(&None));
        let [a, b, c] = bytes.map(Option::unwrap_or_default);
        self.draft.push(Line {
            op,
            a,
            b,
            c,
            w,
            captures: Vec::new(),
            span: self.span,
        });
    }

    /// A line whose second and third byte are one number; a longer one if that is not enough.
    fn wide(&mut self, op: Op, a: u32, d: u32, w: u32) {
        if d <= u32::from(u16::MAX) {
            return self.line(op, [a, d & 0xff, d >> 8], w);
        }
        let wide = WIDE.iter().find(|(narrow, _)| *narrow == op);
        let wide = wide.map(|(_, wide)| *wide);
        self.limit(wide.is_none());
        self.line(wide.unwrap_or(op), [a, 0, 0], d);
    }

    fn goto(&mut self, label: Label) {
        self.line(Op::Jump, [0; 3], label.0);
    }

    fn allocate(&mut self) -> u32 {
        self.next += 1;
        self.limit(self.next > 256);
        self.next - 1
    }

    /// Notes that the limit of slots is passed, if it is and is the first time.
    fn limit(&mut self, is_passed: bool) {
        if is_passed && self.draft.excess.is_none() {
            self.draft.excess = Some(self.span);
        }
    }

    // Terms.

    fn emit(&mut self, term: &'a Term, context: Context) {
        match &term.node {
            Node::Constant(_)
            | Node::Local(_)
            | Node::Packed(..)
            | Node::Global(_)
            | Node::Imported(..) => self.atom(term, context),
            Node::SetGlobal(global, value) => {
                let saved = self.next;
                let slot = self.operand(value);
                self.span = term.span;
                let reference = self.module.global(*global);
                self.wide(Op::SetGlobal, slot, reference, 0);
                self.next = saved;
                self.unspecified(context);
            }
            Node::If(test, consequent, alternative) => {
                self.conditional(test, consequent, alternative, context);
            }
            Node::Sequence(terms) => {
                if let Some((last, before)) = terms.split_last() {
                    for one in before {
                        self.emit(one, Context::Effect);
                    }
                    self.emit(last, context);
                }
            }
            Node::Let(variable, value, body) => {
                let saved = self.next;
                let slot = self.allocate();
                self.emit(value, Context::scratch(slot));
                self.places.insert(*variable, Location::Slot(slot));
                self.emit(body, context);
                self.next = saved;
            }
            Node::Fix(bindings, body) => {
                let saved = self.next;
                self.fix(bindings, body, context);
                self.next = saved;
            }
            Node::Lambda(_) => {
                self.module
                    .error(term.span, "internal: procedure without a name", "");
                self.unspecified(context);
            }
            Node::Call(operator, operands) => {
                self.call(term.span, operator, operands, context);
            }
            Node::Primitive(op, operands) => self.primitive(term.span, op, operands, context),
        }
    }

    fn conditional(
        &mut self,
        test: &'a Term,
        consequent: &'a Term,
        alternative: &'a Term,
        context: Context,
    ) {
        if let (Context::Slot { slot, .. }, Some(tested)) = (context, self.slot_of(test))
            && self.slot_of(consequent) == Some(slot)
        {
            // What it may become is there already.
            let join = self.draft.label();
            self.line(Op::When, [tested, 0, 0], join.0);
            self.emit(alternative, context);
            return self.draft.place(join);
        }
        let (yes, no, join) = (self.draft.label(), self.draft.label(), self.draft.label());
        self.emit(test, Context::Test { yes, no });
        self.draft.place(yes);
        self.emit(consequent, context);
        self.leave(context, join);
        self.draft.place(no);
        self.emit(alternative, context);
        self.draft.place(join);
    }

    /// Goes to `join` where control would fall out of a term.
    fn leave(&mut self, context: Context, join: Label) {
        if matches!(context, Context::Slot { .. } | Context::Effect) {
            self.goto(join);
        }
    }

    /// Emits the term into a slot: that of the variable it names, or a new temporary.
    fn operand(&mut self, term: &'a Term) -> u32 {
        if let Some(slot) = self.slot_of(term) {
            return slot;
        }
        let slot = self.allocate();
        self.emit(term, Context::scratch(slot));
        slot
    }

    /// The slot that has the value of a term already.
    fn slot_of(&self, term: &Term) -> Option<u32> {
        match self.place_of(term.as_local()?)? {
            Location::Slot(slot) => Some(slot),
            Location::Free(_) => None,
        }
    }

    /// Where a variable is; `None` for a procedure that is not an object.
    fn place_of(&self, variable: Variable) -> Option<Location> {
        match self.module.procedures.get(variable) {
            Some(info) if info.kind != Kind::Closure => None,
            _ => self.places.get(&variable).copied(),
        }
    }

    /// Whether a term can be loaded at any later time of the evaluation with the same result.
    fn is_atom(&self, term: &Term) -> bool {
        if let Node::Global(global) = &term.node {
            return self.module.procedures.of_global(*global).is_some();
        }
        matches!(
            term.node,
            Node::Constant(_) | Node::Local(_) | Node::Packed(..)
        )
    }

    fn atom(&mut self, term: &'a Term, context: Context) {
        let is_read = !self.is_atom(term);
        match (context, &term.node) {
            (Context::Effect, _) if !is_read => {}
            (Context::Test { yes, no }, Node::Constant(literal)) => {
                self.goto(if literal.is_true() { yes } else { no });
            }
            _ => {
                let saved = self.next;
                let slot = match (self.slot_of(term), context) {
                    (Some(slot), _) => slot,
                    (None, Context::Slot { slot, .. }) => {
                        self.load(term, slot);
                        slot
                    }
                    (None, _) => {
                        let slot = self.allocate();
                        self.load(term, slot);
                        slot
                    }
                };
                self.next = saved;
                self.deliver(slot, context);
            }
        }
    }

    /// Hands on a value that is in a slot.
    fn deliver(&mut self, slot: u32, context: Context) {
        match context {
            Context::Return => self.line(Op::Return, [slot, 0, 0], 0),
            Context::Slot { slot: wanted, .. } if wanted != slot => {
                self.line(Op::Move, [wanted, slot, 0], 0);
            }
            Context::Slot { .. } | Context::Effect => {}
            Context::Test { yes, no } => {
                self.line(Op::Unless, [slot, 0, 0], no.0);
                self.goto(yes);
            }
        }
    }

    fn unspecified(&mut self, context: Context) {
        match context {
            Context::Effect => {}
            Context::Test { yes, .. } => self.goto(yes),
            Context::Slot { slot, .. } => self.immediate(slot, Immediate::Unspecified),
            Context::Return => {
                self.immediate(self.next, Immediate::Unspecified);
                self.line(Op::Return, [self.next, 0, 0], 0);
            }
        }
    }

    fn immediate(&mut self, slot: u32, immediate: Immediate) {
        self.line(Op::Immediate, [slot, immediate as u32, 0], 0);
    }

    /// Loads an atom or reads a variable of the top level.
    fn load(&mut self, term: &'a Term, slot: u32) {
        match &term.node {
            Node::Constant(literal) => self.literal(literal, slot),
            Node::Local(variable) => self.local(*variable, slot),
            Node::Packed(pack, path) => {
                let mut from = match self.place_of(*pack) {
                    Some(Location::Slot(from)) => from,
                    _ => {
                        self.local(*pack, slot);
                        slot
                    }
                };
                for &is_right in path.iter() {
                    let op = if is_right { Op::Cdr } else { Op::Car };
                    self.line(op, [slot, from, 0], 0);
                    from = slot;
                }
            }
            Node::Global(global) => match self.module.procedures.of_global(*global) {
                Some(procedure) => self.function(procedure, slot),
                None => {
                    self.span = term.span;
                    let reference = self.module.global(*global);
                    self.wide(Op::Global, slot, reference, 0);
                }
            },
            Node::Imported(import, name) => {
                self.span = term.span;
                let reference = self.module.imported(*import, *name);
                self.wide(Op::Global, slot, reference, 0);
            }
            Node::SetGlobal(..)
            | Node::If(..)
            | Node::Sequence(_)
            | Node::Let(..)
            | Node::Fix(..)
            | Node::Lambda(_)
            | Node::Call(..)
            | Node::Primitive(..) => self.emit(term, Context::scratch(slot)),
        }
    }

    fn literal(&mut self, literal: &Literal, slot: u32) {
        match literal {
            Literal::Immediate(immediate) => self.immediate(slot, *immediate),
            Literal::Fixnum(value) if i16::try_from(*value).is_ok() => {
                self.wide(Op::Fixnum, slot, *value as u32 & 0xffff, 0);
            }
            Literal::Fixnum(_)
            | Literal::Character(_)
            | Literal::Symbol(_)
            | Literal::Datum(_)
            | Literal::RecordType(_) => {
                let constant = self.module.constant(literal);
                self.wide(Op::Constant, slot, constant, 0);
            }
        }
    }

    fn local(&mut self, variable: Variable, slot: u32) {
        match self.place_of(variable) {
            Some(Location::Slot(from)) if from == slot => {}
            Some(Location::Slot(from)) => self.line(Op::Move, [slot, from, 0], 0),
            Some(Location::Free(index)) => self.wide(Op::Free, slot, index, 0),
            None => self.function(variable, slot),
        }
    }

    fn function(&mut self, procedure: Variable, slot: u32) {
        let number = self.module.whole(procedure);
        self.wide(Op::Function, slot, number, 0);
    }
}
