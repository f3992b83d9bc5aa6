//! What is copied to the place of a call: which procedures, how much of them, and how much in all.
//!
//! ```text
//!   procedure                                     copied                         by
//!   small                                         whole                          simplify::calls
//!   calls a parameter                             whole, where that is known     simplify::calls
//!   waits for itself at several places            what it does where it ends     recursion
//!   waits for itself once or twice, and is small  whole, once                    recursion
//! ```
//!
//! Two places copy, since they are at different levels. Procedures that do not call themselves are copied while terms
//! are simplified: what a copy brings is seen there, and is often what makes the next one small. A recursion is copied
//! once, when nothing more can be simplified, since it goes by the size that is left. Both ask this module, and both
//! take from one [`Budget`].
//!
//! A procedure that is called at one place only is moved there, not copied; that is not the concern of this module.
//! Nor is machine code, which copies nothing: frames and fuel are those of bytecode.
//!
//! Copies change neither what is evaluated nor in which order; only that a procedure is entered, and pays fuel for it,
//! less often, and that a trace has fewer lines.

pub mod copy;
mod recursion;

use crate::ir::{Form, Node, Procedure, Term, Variable};
use crate::simplify::RECEIVE;
pub use recursion::inline_recursions;

/// Nodes of a body up to which a call is no smaller than a copy.
const SMALL_NODES: usize = 12;

/// Nodes of a body that calls a parameter, up to which it is copied where a procedure is given.
const HIGHER_NODES: usize = 48;

/// Nodes of the tests and of what is done at once, up to which calls of a recursion are worth copies of them.
const LEAVES_NODES: usize = 16;

/// Calls of itself in a procedure up to which they are.
const LEAVES_CALLS: usize = 8;

/// Nodes of a recursion up to which its calls are worth copies of the whole.
const RECURSION_NODES: usize = 32;

/// Calls of itself up to which they are: with more of them the copies are as large as a procedure, and most of their
/// calls are made all the same (`tak`: four times the code, and nothing was gained).
const RECURSION_CALLS: usize = 2;

/// Nodes that may be copied into each form ...
const BUDGET_NODES: usize = 100;

/// ... and so many times what it has itself. Of the forms of our libraries, of the classical programs and of 300
/// programs of the tests, none takes more than 3.3 times, but for small procedures that call each other, which are
/// copied into each other until there is nothing left.
const BUDGET_TIMES: usize = 4;

/// How much more may be copied into the forms of a program, by the number of the form.
pub struct Budget {
    left: Vec<usize>,
}

impl Budget {
    /// What the forms may have, of which nothing was simplified yet; without inlining nothing.
    pub fn new(forms: &[Form], without_inlining: bool) -> Budget {
        let nodes = |form: &Form| match without_inlining {
            true => 0,
            false => BUDGET_NODES + BUDGET_TIMES * size(form.term()),
        };
        Budget {
            left: forms.iter().map(nodes).collect(),
        }
    }

    /// Takes so many nodes for a copy into a form; false, and nothing is taken, if there are fewer left.
    pub fn pay(&mut self, form: usize, nodes: usize) -> bool {
        let left = self.left[form].checked_sub(nodes);
        self.left[form] = left.unwrap_or(self.left[form]);
        left.is_some()
    }
}

/// Nodes of a term.
pub fn size(term: &Term) -> usize {
    let mut sum = 1;
    term.children(&mut |child| sum += size(child));
    sum
}

/// Whether calls of a procedure are worth a copy of it, wherever they are: few nodes, no procedures within, and no calls of
/// local ones.
pub fn is_small(procedure: &Procedure) -> bool {
    let mut room = SMALL_NODES;
    !procedure.sealed
        && procedure.clauses.len() == 1
        && procedure.clauses[0].rest.is_none()
        && fits(&procedure.clauses[0].body, &mut room)
}

fn fits(term: &Term, room: &mut usize) -> bool {
    if *room == 0 {
        return false;
    }
    *room -= 1;
    if matches!(
        term.node,
        Node::Fix(..) | Node::Lambda(_) | Node::Packed(..)
    ) {
        return false;
    }
    if let Node::Call(operator, _) = &term.node
        && operator.as_local().is_some()
    {
        return false;
    }
    if let Node::Primitive(op, operands) = &term.node
        && op.name == RECEIVE
        && operands[0].as_local().is_some()
    {
        return false;
    }
    let mut all = true;
    term.children(&mut |child| all = all && fits(child, room));
    all
}

/// The parameters that the procedure calls, and does nothing else with, by number, if it may be copied to where one of
/// them is known. It may hold procedures of its own; nothing outside is mentioned but globals.
pub fn applied_parameters(procedure: &Procedure) -> Option<Vec<usize>> {
    let [clause] = &procedure.clauses[..] else {
        return None;
    };
    let mut room = HIGHER_NODES;
    if procedure.sealed || clause.rest.is_some() || !fits_higher(&clause.body, &mut room) {
        return None;
    }
    let mut applied = Vec::new();
    find_applied(&clause.body, &clause.required, &mut applied);
    let mut mentions = vec![0; clause.required.len()];
    clause.body.mentions(&mut |variable| {
        if let Some(number) = clause.required.iter().position(|&one| one == variable) {
            mentions[number] += 1;
        }
    });
    let calls = |number: usize| applied.iter().filter(|&&one| one == number).count();
    let only_called: Vec<usize> = (0..mentions.len())
        .filter(|&number| mentions[number] > 0 && calls(number) == mentions[number])
        .collect();
    (!only_called.is_empty()).then_some(only_called)
}

fn fits_higher(term: &Term, room: &mut usize) -> bool {
    if *room == 0 || matches!(term.node, Node::Packed(..)) {
        return false;
    }
    *room -= 1;
    let mut all = true;
    term.children(&mut |child| all = all && fits_higher(child, room));
    all
}

fn find_applied(term: &Term, parameters: &[Variable], applied: &mut Vec<usize>) {
    if let Node::Call(operator, _) = &term.node
        && let Node::Local(called) = operator.node
        && let Some(number) = parameters.iter().position(|&one| one == called)
    {
        applied.push(number);
    }
    term.children(&mut |child| find_applied(child, parameters, applied));
}
