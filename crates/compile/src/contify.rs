//! Finds the local procedures that are loops or join points.
//!
//! If every mention of the procedures of a `Fix` is a call in tail position of
//! the `Fix` or of one of these procedures, all calls return to the same place.
//! Then they need neither closure nor frame: they become blocks (*labels*), their
//! parameters slots, and calls jumps.
//! (Kennedy, "Compiling with Continuations, Continued", 2007.)

use crate::ir::{Node, Procedure, Term, Variable};

/// Parameters above which a label would take too many slots of the frame.
const PARAMETERS_MAX: usize = 60;

/// For each variable whether it is a label. Adds those of `term`.
pub fn contify(term: &Term, uses: &[u32], labels: &mut [bool]) {
    // Inner groups first: their bodies count as tail positions of outer ones.
    term.children(&mut |child| contify(child, uses, labels));
    let Node::Fix(bindings, body) = &term.node else {
        return;
    };
    if !bindings
        .iter()
        .all(|(_, procedure)| is_candidate(procedure))
    {
        return;
    }
    let mut search = Search {
        group: bindings,
        labels,
        found: 0,
    };
    search.tail(body);
    for (_, procedure) in bindings {
        search.tail(&procedure.clauses[0].body);
    }
    let found = search.found;
    let mentions: u32 = bindings
        .iter()
        .map(|(variable, _)| uses[variable.index()])
        .sum();
    if found == mentions {
        for (variable, _) in bindings {
            labels[variable.index()] = true;
        }
    }
}

/// Counts the mentions of all variables in `term`.
pub fn count_uses(term: &Term, uses: &mut [u32]) {
    term.mentions(&mut |variable| uses[variable.index()] += 1);
}

fn is_candidate(procedure: &Procedure) -> bool {
    !procedure.sealed
        && procedure.clauses.len() == 1
        && procedure.clauses[0].rest.is_none()
        && procedure.clauses[0].required.len() <= PARAMETERS_MAX
}

struct Search<'a> {
    group: &'a [(Variable, Procedure)],
    labels: &'a [bool],
    found: u32,
}

impl Search<'_> {
    /// Counts calls of the group in tail positions of `term`.
    fn tail(&mut self, term: &Term) {
        match &term.node {
            Node::If(_, consequent, alternative) => {
                self.tail(consequent);
                self.tail(alternative);
            }
            Node::Sequence(terms) => {
                if let Some(last) = terms.last() {
                    self.tail(last);
                }
            }
            Node::Let(_, _, body) => self.tail(body),
            Node::Fix(bindings, body) => {
                self.tail(body);
                for (variable, procedure) in bindings {
                    if self.labels[variable.index()] {
                        self.tail(&procedure.clauses[0].body);
                    }
                }
            }
            Node::Call(operator, operands) => {
                if let Node::Local(called) = operator.node {
                    let fits = |(variable, procedure): &(Variable, Procedure)| {
                        *variable == called && procedure.clauses[0].accepts(operands.len())
                    };
                    self.found += u32::from(self.group.iter().any(fits));
                }
            }
            Node::Constant(_)
            | Node::Local(_)
            | Node::Packed(..)
            | Node::Global(_)
            | Node::Imported(..)
            | Node::SetGlobal(..)
            | Node::Lambda(_)
            | Node::Primitive(..) => {}
        }
    }
}
