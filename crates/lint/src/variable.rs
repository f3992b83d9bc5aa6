//! Variables of a program, local or of the top level, as the keys of what is known of them.

use mound_expand::core::{Expression, Node};

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Variable {
    Local(u32),
    Global(u32),
}

impl Variable {
    /// The variable whose value the expression is.
    pub fn of(expression: &Expression) -> Option<Variable> {
        match expression.node {
            Node::Local(variable) => Some(Variable::Local(variable.0)),
            Node::Global(global) => Some(Variable::Global(global.0)),
            Node::Constant(_)
            | Node::Unspecified
            | Node::Immediate(_)
            | Node::Imported { .. }
            | Node::SetLocal(..)
            | Node::SetGlobal(..)
            | Node::If(..)
            | Node::Lambda(_)
            | Node::Sequence(_)
            | Node::Let { .. }
            | Node::Letrec { .. }
            | Node::Call { .. }
            | Node::Primitive { .. }
            | Node::RecordType(_) => None,
        }
    }
}
