//! Which parts begin a line, before it is known what fits: the line ends of the author, and those
//! that a form asks for when it takes several lines.
//!
//! Also the form of each list. In the body of an unknown form the author decides: parts that are
//! two columns in are a body, others are arguments. In quoted data, parts one column in are data and
//! others code, since programs are quoted too.

use crate::forms::{CALL, Form, HANDLER, Shape, Special, plain, shape};
use crate::tree::{Node, NodeKind};

/// What a list is to the list around it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Role {
    Code,
    Quoted,
    /// In a quasiquotation.
    Template,
    Clause,
    Bindings,
    /// What `guard` has in front of its body.
    Handler,
    /// In the head of a form with a body: often the names of parameters.
    Head,
}

/// Decides for the nodes of the outermost level and all in them.
pub fn decide(nodes: &mut [Node<'_>]) {
    let mut after_comment = false;
    for (index, node) in nodes.iter_mut().enumerate() {
        visit(node, Role::Code);
        node.starts_line |= index > 0 && (node.is_datum() || after_comment);
        after_comment = node.ends_line();
    }
}

fn visit(node: &mut Node<'_>, role: Role) {
    let (width, is_broken) = match &mut node.kind {
        NodeKind::Atom(text) | NodeKind::BlockComment(text) => {
            let first = text.lines().next().unwrap_or("");
            (first.chars().count(), text.contains('\n'))
        }
        NodeKind::LineComment(text) | NodeKind::Directive(text) => (text.chars().count(), true),
        NodeKind::Omitted(inner) => {
            visit(inner, role);
            (2 + inner.width, inner.is_broken)
        }
        NodeKind::Prefixed(prefix, inner) => {
            let role = match *prefix {
                "'" => Role::Quoted,
                "`" | "#`" => Role::Template,
                "," | ",@" | "#," | "#,@" | "#'" => Role::Code,
                // A label.
                _ => role,
            };
            visit(inner, role);
            let space = usize::from(needs_space(prefix, inner));
            (
                prefix.chars().count() + space + inner.width,
                inner.is_broken,
            )
        }
        NodeKind::List { .. } => list(node, role),
    };
    (node.width, node.is_broken) = (width, is_broken);
}

/// Whether prefix and datum would read as another prefix: `, @x` is not `,@x`.
pub fn needs_space(prefix: &str, inner: &Node<'_>) -> bool {
    prefix.ends_with(',') && inner.atom().is_some_and(|text| text.starts_with('@'))
}

/// Decides for a list; its width and whether it is broken.
fn list(node: &mut Node<'_>, role: Role) -> (usize, bool) {
    let column = node.column;
    let NodeKind::List { open, items, form } = &mut node.kind else {
        return (0, false);
    };
    let open_width = open.chars().count();
    let is_vector = *open != "(";
    let known = match is_vector {
        true => plain(Form::Data),
        false => shape_of(items, role, column),
    };
    *form = known.form;
    let mut after_comment = false;
    let mut after_arrow = false;
    let mut datum = 0;
    for (index, item) in items.iter_mut().enumerate() {
        visit(item, role_of_part(known, role, is_vector, datum));
        if index == 0 || after_arrow {
            item.starts_line = false;
        }
        after_arrow = role == Role::Clause && item.atom() == Some("=>");
        if item.is_datum() {
            // What belongs beside the name stands there.
            if let Form::Body { head } = known.form
                && datum <= head
            {
                item.starts_line = false;
            }
            datum += 1;
        }
        item.starts_line |= after_comment;
        after_comment = item.ends_line();
    }
    let is_broken = items.iter().any(|item| item.starts_line || item.is_broken);
    if let (true, Some(first)) = (is_broken, known.spread) {
        let data = items.iter_mut().filter(|item| item.is_datum());
        for item in data.skip(first.max(1)) {
            item.starts_line |= !item.is_ellipsis();
        }
    }
    (first_line(items, open_width), is_broken)
}

/// Characters of a list up to its end or its first line end.
fn first_line(items: &[Node<'_>], open: usize) -> usize {
    let mut width = open;
    for (index, item) in items.iter().enumerate() {
        if item.starts_line {
            return width;
        }
        width += item.width + usize::from(index > 0);
        if item.is_broken {
            return width;
        }
    }
    width + 1
}

fn shape_of(items: &[Node<'_>], role: Role, column: usize) -> Shape {
    let parts: Vec<&Node<'_>> = items.iter().filter(|item| item.is_datum()).collect();
    let name = parts.first().and_then(|first| first.atom());
    let known = name.and_then(|name| shape(name, &parts));
    match role {
        Role::Clause if name == Some("after") => shape("when", &parts).unwrap_or(plain(CALL)),
        Role::Clause => clause(&parts),
        Role::Bindings => Shape {
            spread: Some(1),
            ..plain(Form::Rows)
        },
        Role::Handler => HANDLER,
        Role::Quoted | Role::Template => match places(&parts, column).next() {
            Some((_, 1)) => plain(Form::Data),
            None if role == Role::Quoted => plain(Form::Data),
            _ => known.unwrap_or(plain(CALL)),
        },
        // One column in: a list of names and not a call.
        Role::Head if matches!(places(&parts, column).next(), Some((_, 1))) => plain(Form::Data),
        Role::Code | Role::Head => known.unwrap_or_else(|| own(&parts, column)),
    }
}

/// Parts that begin lines, and their columns from the parenthesis, as the author wrote them.
fn places(parts: &[&Node<'_>], column: usize) -> impl Iterator<Item = (usize, usize)> {
    (parts.iter().enumerate().skip(1))
        .filter(|(_, part)| part.starts_line)
        .map(move |(index, part)| (index, part.column.wrapping_sub(column)))
}

/// The form of a list whose name is not known.
fn own(parts: &[&Node<'_>], column: usize) -> Shape {
    if let Some((index, _)) = places(parts, column).find(|&(_, place)| place == 2) {
        return plain(Form::OwnBody {
            head: index - 1,
            indent: 2,
        });
    }
    match places(parts, column).next() {
        // A procedure as the last argument, which would begin too far on the right.
        Some((index, 1)) if index > 1 && index + 1 == parts.len() && is_procedure(parts[index]) => {
            plain(Form::OwnBody {
                head: index - 1,
                indent: 1,
            })
        }
        _ => plain(CALL),
    }
}

fn is_procedure(part: &Node<'_>) -> bool {
    let name = part.list().and_then(|items| items.first()?.atom());
    name == Some("lambda")
}

/// A body of several parts is spread, and what is behind an arrow is not.
fn clause(parts: &[&Node<'_>]) -> Shape {
    let has_arrow = parts.iter().any(|part| part.atom() == Some("=>"));
    Shape {
        spread: (parts.len() > 2 && !has_arrow).then_some(1),
        ..plain(Form::Clause)
    }
}

fn is_head(form: Form, datum: usize) -> bool {
    match form {
        Form::Body { head } | Form::OwnBody { head, .. } => (1..=head).contains(&datum),
        Form::Data | Form::Rows | Form::Clause | Form::Call { .. } => false,
    }
}

fn role_of_part(known: Shape, role: Role, is_vector: bool, datum: usize) -> Role {
    match known.special {
        Some((part, Special::Bindings)) if part == datum => return Role::Bindings,
        Some((part, Special::Handler)) if part == datum => return Role::Handler,
        _ => {}
    }
    if known.clauses.is_some_and(|first| datum >= first) {
        return Role::Clause;
    }
    match role {
        Role::Bindings => Role::Clause,
        Role::Quoted | Role::Template => role,
        _ if is_vector => Role::Quoted,
        _ if is_head(known.form, datum) => Role::Head,
        Role::Code | Role::Clause | Role::Handler | Role::Head => Role::Code,
    }
}
