//! Primitives applied to operands that are known.
//!
//! Only what can not raise is computed here, and only on fixnums whose result is
//! a fixnum; everything else is left to the run time, which knows the rest of
//! the numeric tower.

use crate::ir::{Literal, Node, Term};
use crate::primitive::{self, PrimitiveOp, Shape};
use mound_base::Span;
use mound_bytecode::ops::{Kind, Op};
use mound_bytecode::unit::Immediate;
use mound_numbers::fits_fixnum;

/// A simpler term for the primitive applied to these operands, or the operands back.
pub fn fold(span: Span, op: &'static PrimitiveOp, operands: Vec<Term>) -> Result<Term, Vec<Term>> {
    let known: Option<Vec<&Literal>> = operands.iter().map(Term::as_constant).collect();
    if let Some(literal) = known.and_then(|known| evaluate(op, &known)) {
        return Ok(Term::new(span, Node::Constant(literal)));
    }
    if op.shape == Shape::Unary(Op::Not) {
        return negate(span, operands);
    }
    if op.name == "eqv?" || op.name == "equal?" || op.shape == Shape::Binary(Op::IsEq) {
        return Ok(identity(span, op, operands));
    }
    Err(operands)
}

/// `(not (not x))` where `x` is a boolean.
fn negate(span: Span, mut operands: Vec<Term>) -> Result<Term, Vec<Term>> {
    if let Node::Primitive(inner, within) = &mut operands[0].node
        && inner.shape == Shape::Unary(Op::Not)
        && is_boolean(&within[0])
    {
        let mut term = within.remove(0);
        term.span = span;
        return Ok(term);
    }
    Err(operands)
}

/// Whether the value is always a boolean.
pub fn is_boolean(term: &Term) -> bool {
    match &term.node {
        Node::Constant(Literal::Immediate(immediate)) => {
            matches!(immediate, Immediate::True | Immediate::False)
        }
        Node::Primitive(op, _) => op.is_predicate(),
        Node::If(_, consequent, alternative) => is_boolean(consequent) && is_boolean(alternative),
        Node::Let(_, _, body) => is_boolean(body),
        Node::Constant(_)
        | Node::Local(_)
        | Node::Packed(..)
        | Node::Global(_)
        | Node::Imported(..)
        | Node::SetGlobal(..)
        | Node::Sequence(_)
        | Node::Fix(..)
        | Node::Lambda(_)
        | Node::Call(..) => false,
    }
}

/// Equivalence with a literal that is an immediate value is sameness, and
/// sameness with `#f` or `()` has instructions of its own.
fn identity(span: Span, op: &'static PrimitiveOp, mut operands: Vec<Term>) -> Term {
    let literal = operands
        .iter()
        .position(|operand| matches!(&operand.node, Node::Constant(one) if is_immediate(one)));
    let Some(position) = literal else {
        return Term::new(span, Node::Primitive(op, operands));
    };
    let name = match operands[position].as_constant() {
        Some(Literal::Immediate(Immediate::False)) => "not",
        Some(Literal::Immediate(Immediate::Null)) => "null?",
        _ => return Term::new(span, Node::Primitive(primitive::known("eq?"), operands)),
    };
    operands.remove(position);
    Term::new(span, Node::Primitive(primitive::known(name), operands))
}

/// Whether equal literals of this form are the same object.
pub fn is_immediate(literal: &Literal) -> bool {
    !matches!(literal, Literal::Datum(_) | Literal::RecordType(_))
}

fn evaluate(op: &PrimitiveOp, operands: &[&Literal]) -> Option<Literal> {
    match (op.shape, operands) {
        (Shape::Unary(Op::Not), [operand]) => Some(boolean(!operand.is_true())),
        (Shape::Kind(kind), [operand]) => kind_of(operand)
            .map(|found| boolean(found == kind || found == Kind::Fixnum && includes_fixnums(kind))),
        (Shape::Binary(Op::IsEq), [left, right]) => same(left, right).map(boolean),
        (Shape::Zero, [Literal::Fixnum(value)]) => Some(boolean(*value == 0)),
        (Shape::Binary(op), [Literal::Fixnum(left), Literal::Fixnum(right)]) => {
            arithmetic(op, *left, *right)
        }
        _ => None,
    }
}

fn boolean(value: bool) -> Literal {
    Literal::Immediate(if value {
        Immediate::True
    } else {
        Immediate::False
    })
}

fn arithmetic(op: Op, left: i64, right: i64) -> Option<Literal> {
    let fixnum = |value: Option<i64>| {
        value
            .filter(|&value| fits_fixnum(value))
            .map(Literal::Fixnum)
    };
    use Op::*;
    match op {
        Add => fixnum(left.checked_add(right)),
        Subtract => fixnum(left.checked_sub(right)),
        Multiply => fixnum(left.checked_mul(right)),
        Quotient => fixnum(left.checked_div(right)),
        Remainder => fixnum(left.checked_rem(right)),
        Less => Some(boolean(left < right)),
        LessOrEqual => Some(boolean(left <= right)),
        Greater => Some(boolean(left > right)),
        GreaterOrEqual => Some(boolean(left >= right)),
        NumberEqual => Some(boolean(left == right)),
        Move | Constant | Fixnum | Immediate | Function | Free | Closure | Patch | Global
        | SetGlobal | DefineGlobal | Box | Unbox | SetBox | Jump | Loop | Return | Call
        | CallKnown | CallGlobal | CallPrimitive | TailCall | TailCallKnown | TailCallGlobal
        | TailCallPrimitive | Unless | When | UnlessLess | UnlessLessOrEqual | UnlessEqual
        | UnlessLessI | UnlessGreaterI | UnlessEqualI | UnlessEq | UnlessEqConstant
        | UnlessNull | UnlessPair | UnlessKind | UnlessRecord | IsEq | IsKind | IsRecord | Not
        | AddI | Cons | Car | Cdr | SetCar | SetCdr | VectorRef | VectorSet | VectorLength
        | BytevectorRef | BytevectorSet | StringRef | Record | RecordRef | RecordSet
        | Primitive | UnlessGreater | UnlessGreaterOrEqual | ConstantWide | FunctionWide
        | ClosureWide | GlobalWide | SetGlobalWide | DefineGlobalWide => None,
    }
}

fn includes_fixnums(kind: Kind) -> bool {
    matches!(
        kind,
        Kind::Number | Kind::Real | Kind::ExactInteger | Kind::Exact
    )
}

/// The narrowest kind of a literal, where the literal alone tells.
fn kind_of(literal: &Literal) -> Option<Kind> {
    match literal {
        Literal::Fixnum(_) => Some(Kind::Fixnum),
        Literal::Character(_) => Some(Kind::Character),
        Literal::Symbol(_) => Some(Kind::Symbol),
        Literal::Immediate(immediate) => Some(match immediate {
            Immediate::True | Immediate::False => Kind::Boolean,
            Immediate::Null => Kind::Null,
            Immediate::Unspecified => Kind::Unspecified,
            Immediate::Eof => Kind::Eof,
            Immediate::Absent => Kind::Absent,
        }),
        Literal::Datum(_) | Literal::RecordType(_) => None,
    }
}

fn same(left: &Literal, right: &Literal) -> Option<bool> {
    match (left, right) {
        (Literal::Datum(_) | Literal::RecordType(_), _)
        | (_, Literal::Datum(_) | Literal::RecordType(_)) => None,
        (Literal::Immediate(left), Literal::Immediate(right)) => Some(left == right),
        (Literal::Fixnum(left), Literal::Fixnum(right)) => Some(left == right),
        (Literal::Character(left), Literal::Character(right)) => Some(left == right),
        (Literal::Symbol(left), Literal::Symbol(right)) => Some(left == right),
        _ => Some(false),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn folded(name: &str, operands: &[i64]) -> Option<Literal> {
        let literals: Vec<Literal> = operands.iter().copied().map(Literal::Fixnum).collect();
        evaluate(primitive::known(name), &literals.iter().collect::<Vec<_>>())
    }

    #[test]
    fn folds_only_what_stays_a_fixnum_and_can_not_raise() {
        assert!(matches!(folded("add", &[2, 3]), Some(Literal::Fixnum(5))));
        assert!(matches!(
            folded("remainder", &[-7, 2]),
            Some(Literal::Fixnum(-1))
        ));
        assert!(folded("quotient", &[1, 0]).is_none());
        assert!(folded("multiply", &[1 << 40, 1 << 40]).is_none());
        assert!(folded("add", &[mound_numbers::FIXNUM_MAX, 1]).is_none());
        assert!(folded("car", &[1]).is_none());
    }

    fn literals() -> Vec<Literal> {
        use Immediate::{Absent, Eof, False, Null, True, Unspecified};
        let immediates = [True, False, Null, Unspecified, Eof, Absent];
        let mut all: Vec<Literal> = immediates.into_iter().map(Literal::Immediate).collect();
        all.extend([0, 1, -1].map(Literal::Fixnum));
        all.extend(['a', 'b'].map(Literal::Character));
        all.extend(["a", "b"].map(|name| Literal::Symbol(mound_base::Symbol::intern(name))));
        all
    }

    fn truth(literal: Option<Literal>) -> Option<bool> {
        match literal {
            None => None,
            Some(Literal::Immediate(Immediate::True)) => Some(true),
            Some(Literal::Immediate(Immediate::False)) => Some(false),
            Some(other) => panic!("no boolean: {other:?}"),
        }
    }

    /// What becomes of a primitive applied to the variables x and y, or to literals.
    fn shown(name: &str, operands: &[Operand]) -> String {
        let span = Span::NONE;
        let node = |operand: &Operand| match operand {
            Operand::X => Node::Local(crate::ir::Variable(0)),
            Operand::Y => Node::Local(crate::ir::Variable(1)),
            Operand::Of(literal) => Node::Constant(literal.clone()),
        };
        let terms = operands
            .iter()
            .map(|operand| Term::new(span, node(operand)));
        match fold(span, primitive::known(name), terms.collect()) {
            Ok(term) => text(&term),
            Err(_) => "as it is".to_owned(),
        }
    }

    enum Operand {
        X,
        Y,
        Of(Literal),
    }

    fn text(term: &Term) -> String {
        match &term.node {
            Node::Local(crate::ir::Variable(0)) => "x".to_owned(),
            Node::Local(_) => "y".to_owned(),
            Node::Constant(Literal::Fixnum(value)) => value.to_string(),
            Node::Constant(literal) => format!("{literal:?}"),
            Node::Primitive(op, operands) => {
                let operands: Vec<String> = operands.iter().map(text).collect();
                format!("({} {})", op.name, operands.join(" "))
            }
            other @ (Node::Packed(..)
            | Node::Global(_)
            | Node::Imported(..)
            | Node::SetGlobal(..)
            | Node::If(..)
            | Node::Sequence(_)
            | Node::Let(..)
            | Node::Fix(..)
            | Node::Lambda(_)
            | Node::Call(..)) => panic!("{other:?}"),
        }
    }

    #[test]
    fn equivalence_with_what_is_known_is_sameness() {
        use Operand::{Of, X, Y};
        let immediate = |immediate| Of(Literal::Immediate(immediate));
        let number = || Of(Literal::Fixnum(7));
        for name in ["eq?", "eqv?", "equal?"] {
            let same = |operands: &[Operand]| shown(name, operands);
            assert_eq!(same(&[X, immediate(Immediate::False)]), "(not x)");
            assert_eq!(same(&[immediate(Immediate::False), X]), "(not x)");
            assert_eq!(same(&[X, immediate(Immediate::Null)]), "(null? x)");
            assert_eq!(same(&[immediate(Immediate::Null), Y]), "(null? y)");
            assert_eq!(same(&[X, number()]), "(eq? x 7)");
            assert_eq!(same(&[number(), X]), "(eq? 7 x)");
            assert_eq!(same(&[X, Y]), format!("({name} x y)"));
        }
        assert_eq!(shown("car", &[X]), "as it is");
        assert_eq!(shown("add", &[X, number()]), "as it is");
        assert_eq!(shown("not", &[X]), "as it is");
    }

    #[test]
    fn two_negations_of_a_boolean_are_none() {
        let span = Span::NONE;
        let apply =
            |name, term| Term::new(span, Node::Primitive(primitive::known(name), vec![term]));
        let x = || Term::new(span, Node::Local(crate::ir::Variable(0)));
        let negated = |term| match fold(span, primitive::known("not"), vec![term]) {
            Ok(term) => text(&term),
            Err(operands) => format!("(not {})", text(&operands[0])),
        };
        assert_eq!(negated(apply("not", apply("pair?", x()))), "(pair? x)");
        assert_eq!(negated(apply("not", apply("not", x()))), "(not x)");
        assert_eq!(negated(apply("not", x())), "(not (not x))");
        assert_eq!(negated(apply("car", x())), "(not (car x))");
    }

    #[test]
    fn arithmetic_on_fixnums_is_that_of_wide_integers() {
        use mound_numbers::{FIXNUM_MAX, FIXNUM_MIN};
        type Operation = fn(i128, i128) -> Option<i128>;
        let operations: [(&str, Operation); 5] = [
            ("add", |a, b| Some(a + b)),
            ("subtract", |a, b| Some(a - b)),
            ("multiply", |a, b| Some(a * b)),
            ("quotient", |a, b| a.checked_div(b)),
            ("remainder", |a, b| a.checked_rem(b)),
        ];
        type Comparison = fn(&i64, &i64) -> bool;
        let comparisons: [(&str, Comparison); 5] = [
            ("<", i64::lt),
            ("<=", i64::le),
            (">", i64::gt),
            (">=", i64::ge),
            ("=", i64::eq),
        ];
        let edges = [0, 1, 2, 7, 1 << 30, 1 << 59, FIXNUM_MAX - 1, FIXNUM_MAX];
        let edges = edges.into_iter().flat_map(|edge| [edge, -edge]);
        let edges: Vec<i64> = edges.chain([FIXNUM_MIN, FIXNUM_MIN + 1]).collect();
        for (&a, &b) in edges.iter().flat_map(|a| edges.iter().map(move |b| (a, b))) {
            for (name, operation) in operations {
                let expected = operation(a.into(), b.into());
                let expected = expected.and_then(|value| i64::try_from(value).ok());
                let expected = expected.filter(|&value| fits_fixnum(value));
                let found = match folded(name, &[a, b]) {
                    Some(Literal::Fixnum(value)) => Some(value),
                    None => None,
                    Some(other) => panic!("{name}: {other:?}"),
                };
                assert_eq!(found, expected, "({name} {a} {b})");
            }
            for (name, comparison) in comparisons {
                let found = truth(folded(name, &[a, b]));
                assert_eq!(found, Some(comparison(&a, &b)), "({name} {a} {b})");
            }
        }
        for value in edges {
            assert_eq!(truth(folded("zero?", &[value])), Some(value == 0));
        }
    }

    #[test]
    fn literals_are_the_same_as_themselves_and_of_their_kinds() {
        let all = literals();
        for (place, one) in all.iter().enumerate() {
            for (other_place, other) in all.iter().enumerate() {
                let found = truth(evaluate(primitive::known("eq?"), &[one, other]));
                assert_eq!(found, Some(place == other_place), "{one:?} {other:?}");
            }
            let is_false = matches!(one, Literal::Immediate(Immediate::False));
            let found = truth(evaluate(primitive::known("not"), &[one]));
            assert_eq!(found, Some(is_false), "{one:?}");
        }
        // The predicates that hold, for each literal of the list.
        let number = "exact-integer? exact-number? fixnum? number? real?";
        let expected = [
            "boolean?",
            "boolean?",
            "null?",
            "unspecified?",
            "eof-object?",
            "absent?",
            number,
            number,
            number,
            "char?",
            "char?",
            "symbol?",
            "symbol?",
        ];
        let predicates = [
            "absent?",
            "boolean?",
            "char?",
            "eof-object?",
            "exact-integer?",
            "exact-number?",
            "fixnum?",
            "flonum?",
            "null?",
            "number?",
            "pair?",
            "procedure?",
            "real?",
            "string?",
            "symbol?",
            "unspecified?",
            "vector?",
        ];
        for (one, expected) in all.iter().zip(expected) {
            let holds =
                |name: &&&str| truth(evaluate(primitive::known(name), &[one])) == Some(true);
            let found: Vec<&str> = predicates.iter().filter(holds).copied().collect();
            assert_eq!(found.join(" "), expected, "{one:?}");
        }
    }

    #[test]
    fn results_are_folded_up_to_the_last_fixnum_and_no_farther() {
        use mound_numbers::{FIXNUM_MAX, FIXNUM_MIN};
        for (name, operands, expected) in [
            ("add", [FIXNUM_MAX - 1, 1], Some(FIXNUM_MAX)),
            ("add", [FIXNUM_MAX, 1], None),
            ("add", [FIXNUM_MIN + 1, -1], Some(FIXNUM_MIN)),
            ("add", [FIXNUM_MIN, -1], None),
            ("subtract", [FIXNUM_MIN + 1, 1], Some(FIXNUM_MIN)),
            ("subtract", [FIXNUM_MIN, 1], None),
            ("subtract", [FIXNUM_MAX - 1, -1], Some(FIXNUM_MAX)),
            ("subtract", [FIXNUM_MAX, -1], None),
            ("subtract", [0, FIXNUM_MIN], None),
            ("multiply", [FIXNUM_MIN, 1], Some(FIXNUM_MIN)),
            ("multiply", [FIXNUM_MIN, -1], None),
            ("quotient", [FIXNUM_MIN, -1], None),
        ] {
            let found = match folded(name, &operands) {
                Some(Literal::Fixnum(value)) => Some(value),
                None => None,
                Some(other) => panic!("{name}: {other:?}"),
            };
            assert_eq!(found, expected, "{name} {operands:?}");
        }
    }
}
