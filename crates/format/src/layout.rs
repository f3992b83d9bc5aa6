//! The tree as text: indentation, and line ends where a line would be too long.
//!
//! A list that fits stays in one line. One that does not is broken where its form says; of those
//! that have line ends already, only the parts that go beyond the edge begin new lines.

use crate::breaks::needs_space;
use crate::comments;
use crate::forms::Form;
use crate::tree::{Node, NodeKind};

/// The whole text.
pub fn lay_out(nodes: &mut [Node<'_>], edge: usize) -> String {
    let mut page = Page {
        text: String::new(),
        column: 0,
        edge,
        comments: Vec::new(),
    };
    for (index, node) in nodes.iter_mut().enumerate() {
        if index > 0 {
            match node.starts_line {
                true => page.new_line(node.is_apart, 0),
                false => page.put(" "),
            }
        }
        page.node(node, 0);
    }
    if !page.text.is_empty() {
        page.text.push('\n');
    }
    comments::align(page.text, &page.comments, edge)
}

struct Page {
    text: String,
    column: usize,
    edge: usize,
    /// Where comments begin that have code before them in their lines.
    comments: Vec<usize>,
}

impl Page {
    fn put(&mut self, text: &str) {
        self.text.push_str(text);
        match text.rsplit_once('\n') {
            Some((_, last)) => self.column = last.chars().count(),
            None => self.column += text.chars().count(),
        }
    }

    fn new_line(&mut self, is_apart: bool, indent: usize) {
        self.text.push_str(if is_apart { "\n\n" } else { "\n" });
        self.text.extend(std::iter::repeat_n(' ', indent));
        self.column = indent;
    }

    /// `closing` parentheses follow in the same line.
    fn node(&mut self, node: &mut Node<'_>, closing: usize) {
        let (width, is_broken, starts_line) = (node.width, node.is_broken, node.starts_line);
        match &mut node.kind {
            NodeKind::Atom(text) | NodeKind::BlockComment(text) | NodeKind::Directive(text) => {
                self.put(text);
            }
            NodeKind::LineComment(text) => {
                // One behind a parenthesis belongs to what follows.
                if !starts_line && self.text.ends_with(' ') {
                    self.comments.push(self.text.len());
                }
                self.put(text);
            }
            NodeKind::Prefixed(prefix, inner) => {
                self.put(prefix);
                if needs_space(prefix, inner) {
                    self.put(" ");
                }
                self.node(inner, closing);
            }
            NodeKind::Omitted(inner) => {
                self.put("#;");
                self.node(inner, closing);
            }
            NodeKind::List { open, items, form } => {
                if !is_broken && self.column + width + closing > self.edge {
                    self.break_up(items, *form);
                }
                self.list(open, items, *form, closing);
            }
        }
    }

    /// Chooses the parts that begin lines in a list that has none and does not fit.
    fn break_up(&self, items: &mut [Node<'_>], form: Form) {
        let from = match form {
            Form::Data
            | Form::Call {
                is_filled: true, ..
            } => return,
            Form::Rows | Form::Clause => 1,
            Form::Body { head } | Form::OwnBody { head, .. } => head + 1,
            Form::Call { hang, names: 1, .. } if self.hangs(items, hang) => 1,
            Form::Call { names, .. } => names + 1,
        };
        let data = items.iter_mut().filter(|item| item.is_datum());
        data.skip(from)
            .for_each(|item| item.starts_line = !item.is_ellipsis());
    }

    /// Whether the arguments fit only if they begin below the name.
    fn hangs(&self, items: &[Node<'_>], hang: usize) -> bool {
        let mut data = items.iter().filter(|item| item.is_datum());
        let Some(name) = data.next() else {
            return false;
        };
        let widest = data.map(|item| item.width).max().unwrap_or(0);
        let beside = self.column + 1 + name.width + 1;
        let below = self.column + hang;
        beside + widest >= self.edge && below + widest < self.edge
    }

    fn list(&mut self, open: &str, items: &mut [Node<'_>], form: Form, closing: usize) {
        let start = self.column;
        self.put(open);
        let mut indentation = Indentation {
            form,
            start,
            inner: self.column,
            first: None,
        };
        let count = items.len();
        let (mut datum, mut after_comment) = (0, false);
        for (index, item) in items.iter_mut().enumerate() {
            let closing = if index + 1 == count { closing + 1 } else { 0 };
            let indent = indentation.indent(datum);
            if index > 0 {
                let is_beyond = || self.is_beyond(item, indentation, datum, closing);
                match item.starts_line || after_comment || is_beyond() {
                    true => self.new_line(item.is_apart && item.starts_line, indent),
                    false => self.put(" "),
                }
            }
            if item.is_datum() {
                if datum == 1 {
                    indentation.first = Some(self.column);
                }
                datum += 1;
            }
            self.node(item, closing);
            after_comment = item.ends_line();
        }
        if after_comment {
            self.new_line(false, indentation.indent(datum));
        }
        self.put(")");
    }

    /// Whether the part goes beyond the edge here, and less so in a line of its own.
    fn is_beyond(
        &self,
        item: &Node<'_>,
        indentation: Indentation,
        datum: usize,
        closing: usize,
    ) -> bool {
        let first = match indentation.form {
            Form::Data | Form::Rows | Form::Clause => 1,
            Form::Call { names, .. } => names + 1,
            Form::Body { head } | Form::OwnBody { head, .. } => head + 1,
        };
        let closing = if item.is_broken { 0 } else { closing };
        item.is_datum()
            && !item.is_ellipsis()
            && datum >= first
            && self.column + 1 + item.width + closing > self.edge
            && indentation.indent(datum) < self.column + 1
    }
}

/// Where the parts of a list go.
#[derive(Clone, Copy)]
struct Indentation {
    form: Form,
    /// The column of its parenthesis.
    start: usize,
    /// The column behind it.
    inner: usize,
    /// The column of the first argument.
    first: Option<usize>,
}

impl Indentation {
    /// Where a part begins in a line of its own; the name is part 0.
    fn indent(&self, datum: usize) -> usize {
        match self.form {
            Form::Data | Form::Rows | Form::Clause => self.inner,
            _ if datum == 0 => self.inner,
            Form::Call { hang, .. } => self.first.unwrap_or(self.start + hang),
            Form::Body { head } if datum <= head => self.start + 4,
            Form::OwnBody { head, .. } if datum <= head => self.first.unwrap_or(self.start + 4),
            Form::OwnBody { indent, .. } => self.start + indent,
            Form::Body { .. } => self.start + 2,
        }
    }
}
