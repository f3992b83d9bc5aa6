//! What the passes note about code that no longer stands where it was written, so
//! that errors in it can be told in the words of the program: see
//! [`mound_bytecode::unit::Extent`].
//!
//! Code is known by its span. Where one span stands for several things, as in what
//! a macro made, nothing is said of it.

use crate::ir::{Form, Node, Term};
use mound_base::{SourceMap, Span, Symbol};
use std::collections::{BTreeMap, HashMap, HashSet};

#[derive(Default)]
pub struct Notes {
    /// Calls in whose place stands a body, and whose; `None`: of several procedures.
    inlined: HashMap<Span, Option<Symbol>>,
    exchanged: HashMap<Span, Symbol>,
    /// Where the body of a procedure went; `None`: to several places.
    calls: HashMap<Span, Option<Span>>,
    /// The procedures as they were written.
    procedures: Vec<(Span, Option<Symbol>)>,
    /// Procedures that are written nowhere, like accessors of records.
    generated: HashSet<Span>,
}

/// One line of the notes, for the debug section.
pub enum Note {
    Procedure {
        span: Span,
        name: Option<Symbol>,
        call: Option<Span>,
    },
    Inlined(Span, Symbol),
    Exchanged(Span, Symbol),
}

impl Notes {
    /// Notes the procedures in `forms`, before any pass moves them.
    pub fn procedures(&mut self, forms: &[Form], sources: &SourceMap) {
        for form in forms {
            self.procedures_in(form.term(), sources);
        }
    }

    fn procedures_in(&mut self, term: &Term, sources: &SourceMap) {
        let procedures = if let Node::Lambda(procedure) = &term.node {
            vec![&**procedure]
        } else if let Node::Fix(bindings, _) = &term.node {
            bindings.iter().map(|binding| &binding.1).collect()
        } else {
            Vec::new()
        };
        for procedure in procedures {
            let text = text(sources, procedure.span);
            let is_name = |name: Symbol| text == Some(&*name.text());
            if procedure.name.is_some_and(is_name) {
                self.generated.insert(procedure.span);
            }
            // What core forms made of their bodies belongs to the procedure around it.
            let is_loop = procedure.name == Some(Symbol::intern("do"));
            // What came with a body of another unit was written there.
            let is_foreign = self.is_inlined(procedure.span);
            let written = procedure.name.is_some() && !is_loop && !is_foreign
                || text.is_some_and(|text| {
                    let begins = |keyword| text.starts_with(keyword);
                    ["(lambda", "(case-lambda"].into_iter().any(begins)
                });
            if written {
                self.procedures.push((procedure.span, procedure.name));
            }
        }
        term.children(&mut |child| self.procedures_in(child, sources));
    }

    /// The body of `name`, a procedure of another unit, goes in the place of this call.
    pub fn inlined(&mut self, call: Span, name: Symbol) {
        let noted = self.inlined.entry(call).or_insert(Some(name));
        if *noted != Some(name) {
            *noted = None;
        }
    }

    /// Whether what stands at this place is from another unit.
    pub fn is_inlined(&self, place: Span) -> bool {
        self.inlined.contains_key(&place)
    }

    /// The operands of this primitive are the other way round in its instruction.
    pub fn exchanged(&mut self, place: Span, primitive: &str) {
        self.exchanged.insert(place, Symbol::intern(primitive));
    }

    /// The body of a procedure goes in the place of this call.
    pub fn moved(&mut self, procedure: Span, call: Span) {
        let noted = self.calls.entry(procedure).or_insert(Some(call));
        if *noted != Some(call) {
            *noted = None;
        }
    }

    pub fn is_generated(&self, procedure: Span) -> bool {
        self.generated.contains(&procedure)
    }

    /// All notes, in an order that does not depend on chance.
    pub fn list(&self) -> Vec<Note> {
        let order = |span: &Span| (span.source, span.start, span.end);
        let mut list = Vec::new();
        let mut seen = HashSet::new();
        for &(span, name) in &self.procedures {
            if seen.insert(span) {
                let call = self.calls.get(&span).copied().flatten();
                list.push(Note::Procedure { span, name, call });
            }
        }
        let inlined: BTreeMap<_, _> = self
            .inlined
            .iter()
            .filter_map(|(span, name)| Some((order(span), (*span, (*name)?))))
            .collect();
        let exchanged: BTreeMap<_, _> = self
            .exchanged
            .iter()
            .map(|(span, name)| (order(span), (*span, *name)))
            .collect();
        list.extend(
            inlined
                .into_values()
                .map(|(span, name)| Note::Inlined(span, name)),
        );
        list.extend(
            exchanged
                .into_values()
                .map(|(span, name)| Note::Exchanged(span, name)),
        );
        list
    }
}

fn text(sources: &SourceMap, span: Span) -> Option<&str> {
    sources
        .text(span.source)?
        .get(span.start as usize..span.end as usize)
}
