//! What is known of globals before a round: which are procedures, and of which of those a call
//! may be replaced by a copy.

use crate::inline::{applied_parameters, is_small};
use crate::ir::{Form, Node, Procedure, Term};
use mound_expand::core::GlobalId;
use std::rc::Rc;

/// What is known of a global: that it is a procedure, and a small one's code.
#[derive(Clone)]
pub(super) enum KnownGlobal {
    Procedure,
    Small(Rc<Procedure>),
    /// Calls these parameters: worth a copy where one of them is a procedure.
    Higher(Rc<Procedure>, Rc<[usize]>),
}

pub(super) fn known_globals(forms: &[Form], constant: &[bool]) -> Vec<Option<KnownGlobal>> {
    let mut known = vec![None; constant.len()];
    for form in forms {
        if let Form::Define { global, value, .. } = form
            && constant[global.0 as usize]
            && let Node::Lambda(procedure) = &value.node
        {
            known[global.0 as usize] = Some(if mentions_global(value, *global) {
                KnownGlobal::Procedure
            } else if is_small(procedure) {
                KnownGlobal::Small(Rc::new((**procedure).clone()))
            } else if let Some(applied) = applied_parameters(procedure) {
                KnownGlobal::Higher(Rc::new((**procedure).clone()), applied.into())
            } else {
                KnownGlobal::Procedure
            });
        }
    }
    known
}

fn mentions_global(term: &Term, global: GlobalId) -> bool {
    let mut found = matches!(term.node, Node::Global(one) if one == global);
    term.children(&mut |child| found = found || mentions_global(child, global));
    found
}
