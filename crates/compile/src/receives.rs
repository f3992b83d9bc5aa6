//! What `%receive` becomes where nothing shows how many values come: a look at what came, and the
//! body of the procedure right behind it.
//!
//! ```text
//!   (%receive (lambda (a b) body) (f))
//!
//!   (let ((came (f)))
//!     (if (%values-of? came 2)
//!         (let ((a (%values-ref came 0)) (b (%values-ref came 1))) body)
//!         (%receive (lambda (a b)) came)))        raises
//! ```
//!
//! So the procedure needs no object, and its body sees the variables of the frame; that is the gain for
//! `let-values` and the like around calls of any procedures. Of a procedure with a name the body stays where it is.
//! Those with several clauses or a rest parameter are left to the machine.
//! Runs once, on terms that are simplified.

use crate::ir::{Clause, Form, Literal, Node, Procedure, Term, Variable, Variables};
use crate::notes::Notes;
use crate::primitive;
use crate::simplify::RECEIVE;
use mound_base::{Span, Symbol};
use std::collections::HashMap;

/// Does so in all forms. Whether there was something.
pub fn expand(forms: &mut [Form], variables: &mut Variables, notes: &mut Notes) -> bool {
    let mut expansion = Expansion {
        variables,
        notes,
        named: HashMap::new(),
        changed: false,
    };
    for form in forms.iter() {
        expansion.note_names(form.term());
    }
    for form in forms {
        expansion.term(form.term_mut());
    }
    expansion.changed
}

/// What an error says of a procedure.
#[derive(Clone)]
struct Header {
    name: Option<Symbol>,
    span: Span,
    parameters: Vec<Variable>,
}

impl Header {
    /// That of a procedure that takes one number of arguments.
    fn of(procedure: &Procedure) -> Option<Header> {
        match &procedure.clauses[..] {
            [clause] if clause.rest.is_none() => Some(Header {
                name: procedure.name,
                span: procedure.span,
                parameters: clause.required.clone(),
            }),
            _ => None,
        }
    }
}

struct Expansion<'a> {
    variables: &'a mut Variables,
    notes: &'a mut Notes,
    /// Local procedures by name.
    named: HashMap<Variable, Header>,
    changed: bool,
}

impl Expansion<'_> {
    fn note_names(&mut self, term: &Term) {
        if let Node::Fix(bindings, _) = &term.node {
            for (variable, procedure) in bindings {
                if let Some(header) = Header::of(procedure) {
                    self.named.insert(*variable, header);
                }
            }
        }
        term.children(&mut |child| self.note_names(child));
    }

    fn term(&mut self, term: &mut Term) {
        term.children_mut(&mut |child| self.term(child));
        let span = term.span;
        let Node::Primitive(op, operands) = &mut term.node else {
            return;
        };
        if op.name != RECEIVE {
            return;
        }
        let [consumer, _] = &operands[..] else { return };
        let header = if let Node::Lambda(procedure) = &consumer.node
            && !procedure.sealed
        {
            Header::of(procedure)
        } else {
            let variable = consumer.as_local();
            variable.and_then(|variable| self.named.get(&variable).cloned())
        };
        let Some(header) = header else { return };
        self.changed = true;
        let value = operands.pop().unwrap_or_else(|| Term::unspecified(span));
        let consumer = operands.pop().unwrap_or_else(|| Term::unspecified(span));
        *term = self.expanded(span, header, consumer, value);
    }

    fn expanded(&mut self, span: Span, header: Header, consumer: Term, value: Term) -> Term {
        let came = self.variables.fresh(Symbol::intern("came"));
        let count = header.parameters.len();
        let part = |index: usize| match count {
            1 => Term::local(span, came),
            _ => on_values(span, "%values-ref", came, index),
        };
        let parts: Vec<Term> = (0..count).map(part).collect();
        let fits = if let Node::Lambda(mut procedure) = consumer.node {
            self.notes.moved(procedure.span, span);
            let clause = procedure.clauses.swap_remove(0);
            let bindings = clause.required.into_iter().zip(parts).rev();
            bindings.fold(clause.body, |body, (variable, part)| {
                body.bind(variable, part)
            })
        } else {
            Term::new(span, Node::Call(Box::new(consumer), parts))
        };
        let fails = self.failure(span, header, came);
        let test = on_values(span, "%values-of?", came, count);
        let node = Node::If(Box::new(test), Box::new(fits), Box::new(fails));
        Term::new(span, node).bind(came, value)
    }

    /// What complains of a wrong number of values as the procedure would: one that looks like it.
    fn failure(&mut self, span: Span, header: Header, came: Variable) -> Term {
        let parameters = header.parameters.iter();
        let required = parameters
            .map(|&parameter| self.variables.fresh(self.variables.name(parameter)))
            .collect();
        let procedure = Procedure {
            name: header.name,
            span: header.span,
            clauses: vec![Clause {
                required,
                rest: None,
                body: Term::unspecified(header.span),
            }],
            sealed: true,
        };
        let consumer = Term::new(header.span, Node::Lambda(Box::new(procedure)));
        let operands = vec![consumer, Term::local(span, came)];
        Term::new(span, Node::Primitive(primitive::known(RECEIVE), operands))
    }
}

/// `(name came number)`
fn on_values(span: Span, name: &str, came: Variable, number: usize) -> Term {
    let number = Node::Constant(Literal::Fixnum(number as i64));
    let operands = vec![Term::local(span, came), Term::new(span, number)];
    Term::new(span, Node::Primitive(primitive::known(name), operands))
}
