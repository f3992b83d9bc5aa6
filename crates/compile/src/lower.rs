//! Core language to terms: boxes for assigned variables, resolved primitives,
//! inline clauses of imported procedures put in the place of calls.
//!
//! Every assigned variable gets a box. A frame may be resumed more than once, and
//! a slot is as it was when the frame was captured; an assignment must be seen by
//! all who resumed it, so it can not live in a slot.

use crate::ir::{Clause, Form, Literal, Node, Procedure, Term, Variable, Variables};
use crate::letrec::{self, Binding};
use crate::notes::Notes;
use crate::primitive::{self, PrimitiveOp};
use crate::search;
use mound_base::{Diagnostic, Span, Symbol};
use mound_bytecode::limits::RECORD_FIELDS_MAX;
use mound_bytecode::unit;
use mound_expand::core::{
    self, ConstantProcedure, ImportId, InlineClause, Program, TopForm, VariableId,
};
use mound_syntax::{Datum, DatumKind};
use std::collections::HashMap;
use std::rc::Rc;

/// The forms of `program` and their variables.
pub fn lower(
    program: &Program,
    notes: &mut Notes,
    diagnostics: &mut Vec<Diagnostic>,
) -> (Vec<Form>, Variables) {
    let mut lowering = Lowering {
        program,
        variables: Variables::default(),
        assigned: Vec::new(),
        offset: 0,
        place: None,
        parts: HashMap::new(),
        notes,
        own: None,
        diagnostics,
    };
    lowering.declare(&program.variables);
    let forms = program
        .body
        .iter()
        .map(|form| lowering.form(form))
        .collect();
    (forms, lowering.variables)
}

struct Lowering<'a> {
    program: &'a Program,
    variables: Variables,
    /// By variable of the core language, which come before all others of their clause.
    assigned: Vec<bool>,
    /// What is added to a `VariableId`: not 0 within an inline clause.
    offset: u32,
    /// Within an inline clause, whose source is elsewhere: the place of the call.
    place: Option<Span>,
    /// Variables that stand for elements of vectors: the vector, and the index.
    parts: HashMap<Variable, (Variable, i64)>,
    notes: &'a mut Notes,
    /// Within an inline clause: the library it is from.
    own: Option<ImportId>,
    diagnostics: &'a mut Vec<Diagnostic>,
}

impl Lowering<'_> {
    fn declare(&mut self, variables: &[core::Variable]) {
        for variable in variables {
            self.variables.fresh(variable.name);
            self.assigned.push(variable.assigned);
        }
    }

    fn fresh(&mut self, name: Symbol) -> Variable {
        self.assigned.push(false);
        self.variables.fresh(name)
    }

    fn variable(&self, id: VariableId) -> Variable {
        Variable(id.0 + self.offset)
    }

    fn is_assigned(&self, variable: Variable) -> bool {
        self.assigned[variable.index()]
    }

    fn form(&mut self, form: &TopForm) -> Form {
        match form {
            TopForm::Define { global, value } => {
                let name = self.program.globals[global.0 as usize].name;
                Form::Define {
                    global: *global,
                    span: value.span,
                    value: self.named(name, value),
                }
            }
            TopForm::Expression(expression) => Form::Expression(self.expression(expression)),
        }
    }

    /// An expression whose value is given that name, if it is a procedure without one.
    fn named(&mut self, name: Symbol, expression: &core::Expression) -> Term {
        let mut term = self.expression(expression);
        if let Node::Lambda(procedure) = &mut term.node
            && !procedure.sealed
        {
            procedure.name.get_or_insert(name);
        }
        term
    }

    fn boxed(&mut self, expression: &core::Expression) -> Box<Term> {
        Box::new(self.expression(expression))
    }

    fn expressions(&mut self, expressions: &[core::Expression]) -> Vec<Term> {
        expressions
            .iter()
            .map(|expression| self.expression(expression))
            .collect()
    }

    fn expression(&mut self, expression: &core::Expression) -> Term {
        let span = self.place.unwrap_or(expression.span);
        let node = match &expression.node {
            core::Node::Constant(datum) => {
                if datum.has_objects() {
                    self.diagnostics.push(object_in_literal(span));
                }
                Node::Constant(literal(datum))
            }
            core::Node::Unspecified => return Term::unspecified(span),
            core::Node::Immediate(immediate) => {
                let immediate = match immediate {
                    core::Immediate::Eof => unit::Immediate::Eof,
                    core::Immediate::Absent => unit::Immediate::Absent,
                };
                return Term::immediate(span, immediate);
            }
            core::Node::Local(id) => return self.local(span, *id),
            core::Node::Global(global) => Node::Global(*global),
            core::Node::Imported { import, name } => {
                let import = match (*import, self.own) {
                    (ImportId::OWN, Some(own)) => own,
                    (import, _) => import,
                };
                Node::Imported(import, *name)
            }
            core::Node::SetLocal(id, value) => {
                let variable = self.variable(*id);
                let value = self.expression(value);
                if let Some(mut operands) = self.part(span, variable) {
                    operands.push(value);
                    let op = primitive::known("vector-set!");
                    return Term::new(span, Node::Primitive(op, operands));
                }
                let variable = Term::local(span, variable);
                return Term::new(
                    span,
                    Node::Primitive(primitive::known("set-box!"), vec![variable, value]),
                );
            }
            core::Node::SetGlobal(global, value) => Node::SetGlobal(*global, self.boxed(value)),
            core::Node::If(test, consequent, alternative) => Node::If(
                self.boxed(test),
                self.boxed(consequent),
                self.boxed(alternative),
            ),
            core::Node::Lambda(lambda) => Node::Lambda(Box::new(self.procedure(span, lambda))),
            core::Node::Sequence(expressions) => match &expressions[..] {
                [] => return Term::unspecified(span),
                [only] => return self.expression(only),
                _ => Node::Sequence(self.expressions(expressions)),
            },
            core::Node::Let { bindings, body } => return self.let_form(bindings, body),
            core::Node::Letrec { bindings, body } => return self.letrec(bindings, body),
            core::Node::Call { operator, operands } => {
                return self.call(span, operator, operands);
            }
            core::Node::Primitive { name, operands } => {
                return self.primitive(span, *name, operands);
            }
            core::Node::RecordType(record_type) => {
                Node::Constant(Literal::RecordType(Rc::new(record_type.clone())))
            }
        };
        Term::new(span, node)
    }

    fn local(&self, span: Span, id: VariableId) -> Term {
        let variable = self.variable(id);
        if let Some(operands) = self.part(span, variable) {
            let op = primitive::known("vector-ref");
            return Term::new(span, Node::Primitive(op, operands));
        }
        let term = Term::local(span, variable);
        if self.is_assigned(variable) {
            return unbox(span, term);
        }
        term
    }

    /// Vector and index, if the variable stands for an element.
    fn part(&self, span: Span, variable: Variable) -> Option<Vec<Term>> {
        let &(vector, index) = self.parts.get(&variable)?;
        let index = Term::new(span, Node::Constant(Literal::Fixnum(index)));
        Some(vec![Term::local(span, vector), index])
    }

    /// Notes that the variable stands for an element, if this value says so.
    fn note_part(&mut self, id: VariableId, value: &core::Expression) {
        if let core::Node::Primitive { name, operands } = &value.node
            && *name.text() == *core::PART
            && let [vector, index] = operands.as_slice()
            && let core::Node::Local(vector) = vector.node
            && let core::Node::Constant(index) = &index.node
            && let Literal::Fixnum(index) = literal(index)
        {
            let variable = self.variable(id);
            self.parts.insert(variable, (self.variable(vector), index));
        }
    }

    /// The value to bind to `variable`: in a box if it is assigned.
    fn value_for(&mut self, variable: Variable, value: &core::Expression) -> Term {
        let term = self.named(self.variables.name(variable), value);
        if self.is_assigned(variable) {
            return new_box(term);
        }
        term
    }

    fn let_form(
        &mut self,
        bindings: &[(VariableId, core::Expression)],
        body: &core::Expression,
    ) -> Term {
        let values: Vec<(Variable, Term)> = bindings
            .iter()
            .map(|(id, value)| {
                let variable = self.variable(*id);
                (variable, self.value_for(variable, value))
            })
            .collect();
        let body = self.expression(body);
        values
            .into_iter()
            .rev()
            .fold(body, |body, (variable, value)| body.bind(variable, value))
    }

    fn letrec(
        &mut self,
        bindings: &[(VariableId, core::Expression)],
        body: &core::Expression,
    ) -> Term {
        for (id, value) in bindings {
            self.note_part(*id, value);
        }
        let bindings = bindings
            .iter()
            .filter_map(|(id, value)| {
                let variable = self.variable(*id);
                let is_part = self.parts.contains_key(&variable);
                (!is_part).then(|| Binding {
                    variable,
                    name: self.variables.name(variable),
                    assigned: self.is_assigned(variable),
                    value: self.named(self.variables.name(variable), value),
                })
            })
            .collect();
        letrec::bind(bindings, self.expression(body))
    }

    fn procedure(&mut self, span: Span, lambda: &core::Lambda) -> Procedure {
        Procedure {
            name: lambda.name,
            span,
            clauses: lambda
                .clauses
                .iter()
                .map(|clause| self.clause(clause))
                .collect(),
            sealed: lambda.sealed,
        }
    }

    /// An assigned parameter arrives under another name and is put in a box.
    fn clause(&mut self, clause: &core::Clause) -> Clause {
        let mut boxes = Vec::new();
        let mut parameter = |lowering: &mut Self, id: VariableId| {
            let variable = lowering.variable(id);
            if !lowering.is_assigned(variable) {
                return variable;
            }
            let plain = lowering.fresh(lowering.variables.name(variable));
            boxes.push((variable, plain));
            plain
        };
        let required = clause
            .required
            .iter()
            .map(|&id| parameter(self, id))
            .collect();
        let rest = clause.rest.map(|id| parameter(self, id));
        let body = self.expression(&clause.body);
        let body = boxes.into_iter().rev().fold(body, |body, (boxed, plain)| {
            let span = body.span;
            body.bind(boxed, new_box(Term::local(span, plain)))
        });
        Clause {
            required,
            rest,
            body,
        }
    }

    fn call(
        &mut self,
        span: Span,
        operator: &core::Expression,
        operands: &[core::Expression],
    ) -> Term {
        if let core::Node::Imported { import, name } = &operator.node
            && *import != ImportId::OWN
            && let library = &self.program.imports[import.0 as usize].library
            && let Some((sought, items)) = search::search(library, *name, operands)
        {
            let variable = self.fresh(Symbol::intern("sought"));
            let sought = self.expression(sought);
            return search::found(span, variable, items).bind(variable, sought);
        }
        // What is within a copy has been copied as far as it is worth it, and may be recursive.
        if let core::Node::Imported { import, name } = &operator.node
            && self.own.is_none()
            && let Some(procedure) = self.program.imports[import.0 as usize].procedures.get(name)
            && let Some(clause) = clause_to_copy(procedure, operands)
        {
            if !complains_as(&clause.body, *name) {
                self.notes.inlined(span, *name);
            }
            let operands = self.expressions(operands);
            return self.inline(span, *import, clause, operands);
        }
        let operator = self.boxed(operator);
        Term::new(span, Node::Call(operator, self.expressions(operands)))
    }

    /// The body of an inline clause with its parameters bound to the operands.
    fn inline(
        &mut self,
        span: Span,
        import: ImportId,
        clause: &InlineClause,
        operands: Vec<Term>,
    ) -> Term {
        let (offset, place, own) = (self.offset, self.place, self.own);
        self.offset = self.variables.len() as u32;
        self.place = Some(span);
        self.own = Some(import);
        let first = self.offset;
        self.declare(&clause.variables);
        let mut body = self.expression(&clause.body);
        (self.offset, self.place, self.own) = (offset, place, own);
        for (index, operand) in operands.into_iter().enumerate().rev() {
            let variable = Variable(first + index as u32);
            let value = if self.is_assigned(variable) {
                new_box(operand)
            } else {
                operand
            };
            body = body.bind(variable, value);
        }
        body
    }

    fn primitive(&mut self, span: Span, name: Symbol, operands: &[core::Expression]) -> Term {
        let terms = self.expressions(operands);
        let found = match &*name.text() {
            core::PART => Some(primitive::known("vector-ref")),
            name => primitive::find(name),
        };
        let Some(primitive) = found else {
            self.diagnostics.push(Diagnostic::error(
                span,
                format!("unknown primitive `{name}`"),
                "not in the table of primitives",
            ));
            return Term::unspecified(span);
        };
        if !primitive.accepts(terms.len()) {
            self.diagnostics
                .push(wrong_count(span, primitive, terms.len()));
            return Term::unspecified(span);
        }
        if let Some(diagnostic) = bad_index(span, primitive, &terms) {
            self.diagnostics.push(diagnostic);
            return Term::unspecified(span);
        }
        Term::new(span, Node::Primitive(primitive, terms))
    }
}

/// The clause of an imported procedure that is worth a copy at a call with these operands.
fn clause_to_copy<'a>(
    procedure: &'a ConstantProcedure,
    operands: &[core::Expression],
) -> Option<&'a InlineClause> {
    let fits = |clause: &InlineClause| clause.parameter_count as usize == operands.len();
    let simple = procedure.inline.iter().find(|clause| fits(clause));
    let is_lambda = |&number: &u32| {
        let operand = operands.get(number as usize);
        operand.is_some_and(|operand| matches!(operand.node, core::Node::Lambda(_)))
    };
    let higher = || {
        let mut clauses = procedure.higher.iter();
        let found =
            clauses.find(|higher| fits(&higher.clause) && higher.applied.iter().any(is_lambda));
        found.map(|higher| &higher.clause)
    };
    simple.or_else(higher)
}

/// Primitives that complain under the name of another, whose instruction they are.
const NAMED_OTHERWISE: &[&str] = &["zero?"];

/// Whether all that can complain in the body of `name` does so under that name anyway: it is one
/// primitive that is called so.
fn complains_as(body: &core::Expression, name: Symbol) -> bool {
    let is_plain =
        |operand: &core::Expression| !matches!(operand.node, core::Node::Primitive { .. });
    let core::Node::Primitive {
        name: made,
        operands,
    } = &body.node
    else {
        return false;
    };
    let is_own = *made == name && !NAMED_OTHERWISE.contains(&&*name.text());
    is_own && operands.iter().all(is_plain)
}

fn wrong_count(span: Span, primitive: &PrimitiveOp, found: usize) -> Diagnostic {
    let expected = if primitive.min == primitive.max {
        primitive.min.to_string()
    } else {
        format!("{} to {}", primitive.min, primitive.max)
    };
    Diagnostic::error(
        span,
        format!(
            "wrong number of operands for primitive `{}`",
            primitive.name
        ),
        format!("{found} given, {expected} expected"),
    )
}

/// Of a form that takes data apart itself, such as a pattern, in evaluated data.
fn object_in_literal(span: Span) -> Diagnostic {
    Diagnostic::error(
        span,
        "a value that cannot be written stands in a literal of this form",
        "expected data that can be written, and found a procedure, a record or the like",
    )
}

/// The fields that a record can have.
const FIELDS: std::ops::Range<i64> = 0..RECORD_FIELDS_MAX as i64;

/// The index of a record field is part of the instruction, so it must be a literal.
fn bad_index(span: Span, primitive: &PrimitiveOp, operands: &[Term]) -> Option<Diagnostic> {
    use crate::primitive::Shape;
    if !matches!(primitive.shape, Shape::RecordRef | Shape::RecordSet) {
        return None;
    }
    let field = operands[2].as_fixnum();
    if field.is_some_and(|field| FIELDS.contains(&field)) {
        return None;
    }
    Some(Diagnostic::error(
        span,
        format!("field of `{}` is not a literal index", primitive.name),
        "third operand must be 0 to 254",
    ))
}

/// A literal in the form the later passes look at.
pub fn literal(datum: &Datum) -> Literal {
    match &datum.kind {
        DatumKind::Boolean(true) => Literal::Immediate(unit::Immediate::True),
        DatumKind::Boolean(false) => Literal::Immediate(unit::Immediate::False),
        DatumKind::Character(character) => Literal::Character(*character),
        DatumKind::Symbol(symbol) => Literal::Symbol(*symbol),
        DatumKind::Number(number) => match number.to_fixnum() {
            Some(value) => Literal::Fixnum(value),
            None => Literal::Datum(Rc::new(datum.clone())),
        },
        DatumKind::List { items, tail: None } if items.is_empty() => {
            Literal::Immediate(unit::Immediate::Null)
        }
        DatumKind::String(_)
        | DatumKind::Bytevector(_)
        | DatumKind::Numbers(..)
        | DatumKind::Object { .. }
        | DatumKind::Vector(_)
        | DatumKind::Labelled { .. }
        | DatumKind::Reference(_)
        | DatumKind::List { .. } => Literal::Datum(Rc::new(datum.clone())),
    }
}

pub fn new_box(value: Term) -> Term {
    let span = value.span;
    Term::new(span, Node::Primitive(primitive::known("box"), vec![value]))
}

pub fn unbox(span: Span, value: Term) -> Term {
    Term::new(
        span,
        Node::Primitive(primitive::known("unbox"), vec![value]),
    )
}
