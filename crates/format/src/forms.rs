//! How the forms of Mound are written: which of their parts are a head and which a body.
//!
//! A name that is not in the table is a call, or what its author wrote as a form with a body; names
//! that begin with `define` are definitions.

use crate::tree::Node;

/// How the parts of a list are placed when it takes more than one line.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Form {
    /// Below the first, as many in a line as fit.
    Data,
    /// Below the first, one in a line.
    Rows,
    /// A pattern, a test or a name, and below it the rest, one in a line.
    Clause,
    /// Arguments below the first part after the name; or so many columns in, if the line ends before
    /// it. A line that is too long is never broken among the first `names` parts.
    Call {
        hang: usize,
        names: usize,
        is_filled: bool,
    },
    /// So many parts after the name in the first line, and the rest two columns in.
    Body { head: usize },
    /// The same with a body so many columns in, and a head of several lines below its first part.
    OwnBody { head: usize, indent: usize },
}

/// What is known of a form.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Shape {
    pub form: Form,
    /// The part that has a form of its own.
    pub special: Option<(usize, Special)>,
    /// Parts from here on are clauses, if they are lists.
    pub clauses: Option<usize>,
    /// If it takes several lines, parts from here on begin lines.
    pub spread: Option<usize>,
}

/// A part that is neither code nor data.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Special {
    Bindings,
    /// The name of the condition and the clauses of `guard`.
    Handler,
}

pub const CALL: Form = Form::Call {
    hang: 1,
    names: 1,
    is_filled: false,
};

pub const fn plain(form: Form) -> Shape {
    Shape {
        form,
        special: None,
        clauses: None,
        spread: None,
    }
}

/// A form with a body that is spread.
const fn body(head: usize) -> Shape {
    Shape {
        spread: Some(head + 1),
        ..plain(Form::Body { head })
    }
}

const fn binding(head: usize) -> Shape {
    Shape {
        special: Some((head, Special::Bindings)),
        ..body(head)
    }
}

/// A form whose clauses are its body.
const fn choice(head: usize) -> Shape {
    Shape {
        clauses: Some(head + 1),
        ..body(head)
    }
}

/// Clauses below the first, which stands beside the name.
const BESIDE: Shape = Shape {
    clauses: Some(1),
    spread: Some(2),
    ..plain(Form::Call {
        hang: 2,
        names: 1,
        is_filled: false,
    })
};

const LISTING: Shape = plain(Form::Call {
    hang: 2,
    names: 1,
    is_filled: true,
});

/// The clauses of `guard`, behind the name of the condition.
pub const HANDLER: Shape = Shape {
    clauses: Some(1),
    spread: Some(2),
    ..plain(CALL)
};

/// The name of what is called is the second part.
const PRIMITIVE: Shape = plain(Form::Call {
    hang: 1,
    names: 2,
    is_filled: false,
});

const TABLE: &[(&str, Shape)] = &[
    ("%primitive", PRIMITIVE),
    ("and-let*", binding(1)),
    ("begin", body(0)),
    ("case", choice(1)),
    ("case-lambda", choice(0)),
    ("cond", BESIDE),
    ("cond-expand", BESIDE),
    ("define-library", body(1)),
    ("define-record-type", body(1)),
    ("do", DO),
    ("dynamic-wind", plain(CALL)),
    ("export", LISTING),
    ("fluid-let", binding(1)),
    ("guard", GUARD),
    ("if", IF),
    ("import", LISTING),
    ("let*", binding(1)),
    ("let*-values", binding(1)),
    ("let-syntax", binding(1)),
    ("let-values", binding(1)),
    ("letrec", binding(1)),
    ("letrec*", binding(1)),
    ("letrec-syntax", binding(1)),
    ("match", choice(1)),
    ("parameterize", binding(1)),
    ("recv", BESIDE),
    ("unless", body(1)),
    ("when", body(1)),
];

const DO: Shape = Shape {
    special: Some((1, Special::Bindings)),
    spread: Some(3),
    ..plain(Form::OwnBody { head: 2, indent: 2 })
};

const GUARD: Shape = Shape {
    special: Some((1, Special::Handler)),
    ..body(1)
};

const IF: Shape = Shape {
    spread: Some(2),
    ..plain(CALL)
};

/// What is known of the form `name` with these parts, its name among them.
pub fn shape(name: &str, parts: &[&Node<'_>]) -> Option<Shape> {
    let second = parts.get(1);
    match name {
        "let" if second.is_some_and(|part| part.atom().is_some()) && parts.len() > 3 => {
            Some(binding(2))
        }
        "let" => Some(binding(1)),
        // A name before the literals is the ellipsis.
        "syntax-rules" if second.is_some_and(|part| part.atom().is_some()) => Some(choice(2)),
        "syntax-rules" => Some(choice(1)),
        // A procedure of one expression may begin in the line of its arguments.
        "lambda" | "named-lambda" if parts.len() > 3 => Some(body(1)),
        "lambda" | "named-lambda" => Some(plain(Form::Body { head: 1 })),
        "define" if second.is_some_and(|part| part.list().is_some()) => Some(body(1)),
        _ => {
            let row = TABLE.binary_search_by_key(&name, |(known, _)| known);
            match row {
                Ok(index) => Some(TABLE[index].1),
                Err(_) if name.starts_with("define") => Some(plain(Form::Body { head: 1 })),
                Err(_) => None,
            }
        }
    }
}

#[cfg(test)]
mod tests {
    #[test]
    fn table_is_in_order() {
        assert!(super::TABLE.is_sorted_by_key(|(name, _)| name));
    }
}
