//! Which instruction a primitive name stands for.
//!
//! One table. Names that are not in it must be in
//! [`mound_bytecode::primitives::PRIMITIVES`] and are run by `primitive` or
//! `call-primitive`.

use mound_bytecode::ops::{Kind, Op};
use mound_bytecode::primitives::{self, Signature};
use std::collections::HashMap;
use std::sync::LazyLock;

/// A primitive as the compiler sees it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PrimitiveOp {
    pub name: &'static str,
    pub min: usize,
    pub max: usize,
    pub shape: Shape,
    pub effect: Effect,
}

/// How operands are laid out in the instruction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shape {
    /// `op result operand`
    Unary(Op),
    /// `op result left right`
    Binary(Op),
    /// `kind? result operand kind`
    Kind(Kind),
    /// `(zero? x)`
    Zero,
    /// `op first second`, without a value.
    Store2(Op),
    /// `op first second third`, without a value.
    Store3(Op),
    /// `(record type field ...)`
    Record,
    /// `(record-ref record type index)`
    RecordRef,
    /// `(record-set! record type index value)`
    RecordSet,
    /// By number, operands in consecutive slots.
    Leaf,
    /// By number, in a frame of its own.
    Control,
}

/// What a use of a primitive can do besides giving a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Effect {
    /// Nothing: an unused one can go, and it can be moved.
    Pure,
    /// Makes a new object or reads a mutable one: an unused one can go, but it stays in its place.
    Fresh,
    /// May raise, changes nothing.
    Raises,
    /// Anything.
    Writes,
}

const fn row(name: &'static str, count: usize, shape: Shape, effect: Effect) -> PrimitiveOp {
    PrimitiveOp {
        name,
        min: count,
        max: count,
        shape,
        effect,
    }
}

const fn kind(name: &'static str, kind: Kind) -> PrimitiveOp {
    row(name, 1, Shape::Kind(kind), Effect::Pure)
}

const fn arithmetic(name: &'static str, op: Op) -> PrimitiveOp {
    row(name, 2, Shape::Binary(op), Effect::Raises)
}

static TABLE: &[PrimitiveOp] = &[
    // Arithmetic.
    arithmetic("add", Op::Add),
    arithmetic("subtract", Op::Subtract),
    arithmetic("multiply", Op::Multiply),
    arithmetic("quotient", Op::Quotient),
    arithmetic("remainder", Op::Remainder),
    arithmetic("<", Op::Less),
    arithmetic("<=", Op::LessOrEqual),
    arithmetic("=", Op::NumberEqual),
    arithmetic(">", Op::Greater),
    arithmetic(">=", Op::GreaterOrEqual),
    row("zero?", 1, Shape::Zero, Effect::Raises),
    // Tests.
    row("eq?", 2, Shape::Binary(Op::IsEq), Effect::Pure),
    row("not", 1, Shape::Unary(Op::Not), Effect::Pure),
    kind("absent?", Kind::Absent),
    kind("boolean?", Kind::Boolean),
    kind("box?", Kind::Box),
    kind("bytevector?", Kind::Bytevector),
    kind("char?", Kind::Character),
    kind("condition?", Kind::Condition),
    kind("eof-object?", Kind::Eof),
    kind("exact-integer?", Kind::ExactInteger),
    kind("exact-number?", Kind::Exact),
    kind("fixnum?", Kind::Fixnum),
    kind("flonum?", Kind::Flonum),
    kind("hash-table?", Kind::HashTable),
    kind("null?", Kind::Null),
    kind("number?", Kind::Number),
    kind("pair?", Kind::Pair),
    kind("pid?", Kind::Pid),
    kind("procedure?", Kind::Procedure),
    kind("promise?", Kind::Promise),
    kind("real?", Kind::Real),
    kind("string?", Kind::String),
    kind("symbol?", Kind::Symbol),
    kind("tag?", Kind::Tag),
    kind("unspecified?", Kind::Unspecified),
    kind("vector?", Kind::Vector),
    // Pairs and boxes.
    row("cons", 2, Shape::Binary(Op::Cons), Effect::Fresh),
    row("car", 1, Shape::Unary(Op::Car), Effect::Raises),
    row("cdr", 1, Shape::Unary(Op::Cdr), Effect::Raises),
    row("set-car!", 2, Shape::Store2(Op::SetCar), Effect::Writes),
    row("set-cdr!", 2, Shape::Store2(Op::SetCdr), Effect::Writes),
    row("box", 1, Shape::Unary(Op::Box), Effect::Fresh),
    row("unbox", 1, Shape::Unary(Op::Unbox), Effect::Raises),
    row("set-box!", 2, Shape::Store2(Op::SetBox), Effect::Writes),
    // Vectors, bytevectors, strings.
    row(
        "vector-ref",
        2,
        Shape::Binary(Op::VectorRef),
        Effect::Raises,
    ),
    row(
        "vector-set!",
        3,
        Shape::Store3(Op::VectorSet),
        Effect::Writes,
    ),
    row(
        "vector-length",
        1,
        Shape::Unary(Op::VectorLength),
        Effect::Raises,
    ),
    row(
        "bytevector-u8-ref",
        2,
        Shape::Binary(Op::BytevectorRef),
        Effect::Raises,
    ),
    row(
        "bytevector-u8-set!",
        3,
        Shape::Store3(Op::BytevectorSet),
        Effect::Writes,
    ),
    row(
        "string-ref",
        2,
        Shape::Binary(Op::StringRef),
        Effect::Raises,
    ),
    // Records.
    row("record?", 2, Shape::Binary(Op::IsRecord), Effect::Raises),
    PrimitiveOp {
        name: "record",
        min: 1,
        max: 121,
        shape: Shape::Record,
        effect: Effect::Raises,
    },
    row("record-ref", 3, Shape::RecordRef, Effect::Raises),
    // Multiple values.
    PrimitiveOp {
        name: "%make-values",
        min: 0,
        max: OPERANDS_MAX,
        shape: Shape::Leaf,
        effect: Effect::Fresh,
    },
    row("%values-of?", 2, Shape::Leaf, Effect::Pure),
    // Asked for only after it is seen how many there are.
    row("%values-ref", 2, Shape::Leaf, Effect::Fresh),
    row("record-set!", 4, Shape::RecordSet, Effect::Writes),
];

impl PrimitiveOp {
    pub fn accepts(&self, count: usize) -> bool {
        (self.min..=self.max).contains(&count)
    }

    /// Whether its value is always a boolean.
    pub fn is_predicate(&self) -> bool {
        match self.shape {
            Shape::Kind(_) | Shape::Zero => true,
            Shape::Unary(op) | Shape::Binary(op) => matches!(
                op,
                Op::Not
                    | Op::IsEq
                    | Op::IsRecord
                    | Op::Less
                    | Op::LessOrEqual
                    | Op::Greater
                    | Op::GreaterOrEqual
                    | Op::NumberEqual
            ),
            Shape::Store2(_)
            | Shape::Store3(_)
            | Shape::Record
            | Shape::RecordRef
            | Shape::RecordSet
            | Shape::Leaf
            | Shape::Control => false,
        }
    }
}

/// The primitive called `name`.
pub fn find(name: &str) -> Option<&'static PrimitiveOp> {
    static INDEX: LazyLock<HashMap<&'static str, PrimitiveOp>> = LazyLock::new(|| {
        // The table of instructions wins over a numbered primitive of the same name.
        let numbered = primitives::PRIMITIVES.iter().map(numbered);
        numbered
            .chain(TABLE.iter().copied())
            .map(|one| (one.name, one))
            .collect()
    });
    INDEX.get(name)
}

/// The row of a primitive that the compiler itself uses.
pub fn known(name: &str) -> &'static PrimitiveOp {
    find(name).expect("the compiler names only primitives of the tables")
}

fn numbered(signature: &Signature) -> PrimitiveOp {
    PrimitiveOp {
        name: signature.name,
        min: signature.min.into(),
        max: match signature.max {
            u8::MAX => OPERANDS_MAX,
            max => max.into(),
        },
        shape: if signature.control {
            Shape::Control
        } else {
            Shape::Leaf
        },
        effect: Effect::Writes,
    }
}

/// Operands that one use of a primitive may have, so that they fit in a frame.
pub const OPERANDS_MAX: usize = 120;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_occur_once() {
        for (index, one) in TABLE.iter().enumerate() {
            assert!(TABLE[..index].iter().all(|other| other.name != one.name));
        }
    }

    #[test]
    fn numbered_primitives_have_one_row() {
        let first = find("%apply").unwrap();
        assert!(std::ptr::eq(first, find("%apply").unwrap()));
        assert_eq!(first.shape, Shape::Control);
        assert_eq!(find("no such primitive"), None);
    }
}
