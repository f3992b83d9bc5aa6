//! Which lines and procedures of a program were run, and how often.
//!
//! If a session is asked for that, it puts a primitive, `%cover NUMBER`, in front of the first
//! expression of each line, of the branches of `if`, and of the body of each procedure, after
//! expansion and before anything is compiled. The node counts by these numbers. Without that
//! nothing is different: no instruction, no test.
//!
//! Counted are files of the user, not the libraries of Mound and not what was typed. Exported
//! procedures are not copied to where they are called: a copy would be counted nowhere.

use mound_base::{SourceId, SourceMap, Span, Symbol};
use mound_expand::ExpandedLibrary;
use mound_expand::core::{Expression, Lambda, Node, Program, TopForm};
use mound_expand::interface::Target;
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::rc::Rc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, PoisonError, RwLock};

/// The primitive that counts.
const COVER: &str = "%cover";

/// The points of all sources compiled by one node, and how often each was reached.
#[derive(Debug, Default)]
pub struct Coverage {
    points: RwLock<Vec<Point>>,
}

#[derive(Debug)]
struct Point {
    file: Arc<str>,
    line: u32,
    /// The procedure, and the line it begins in, if it is entered here.
    procedure: Option<(String, u32)>,
    count: AtomicU64,
}

impl Coverage {
    /// Counts that the point with this number was reached.
    pub fn reach(&self, number: usize) {
        let points = self.points.read().unwrap_or_else(PoisonError::into_inner);
        if let Some(point) = points.get(number) {
            point.count.fetch_add(1, Ordering::Relaxed);
        }
    }

    fn add(&self, point: Point) -> usize {
        let mut points = self.points.write().unwrap_or_else(PoisonError::into_inner);
        points.push(point);
        points.len() - 1
    }

    /// All counts, in the format of LCOV.
    pub fn as_lcov(&self) -> String {
        let points = self.points.read().unwrap_or_else(PoisonError::into_inner);
        let mut files: BTreeMap<&str, File<'_>> = BTreeMap::new();
        for point in &*points {
            let count = point.count.load(Ordering::Relaxed);
            let file = files.entry(&point.file).or_default();
            let line = file.lines.entry(point.line).or_default();
            *line = count.max(*line);
            if let Some((name, line)) = &point.procedure {
                *file.procedures.entry((*line, name)).or_default() += count;
            }
        }
        let mut text = String::new();
        for (name, file) in &files {
            file.write(name, &mut text);
        }
        text
    }
}

/// The counts of a file.
#[derive(Default)]
struct File<'a> {
    lines: BTreeMap<u32, u64>,
    procedures: BTreeMap<(u32, &'a str), u64>,
}

impl File<'_> {
    fn write(&self, name: &str, text: &mut String) {
        let _ = writeln!(text, "SF:{name}");
        for (line, name) in self.procedures.keys() {
            let _ = writeln!(text, "FN:{line},{name}");
        }
        for ((_, name), count) in &self.procedures {
            let _ = writeln!(text, "FNDA:{count},{name}");
        }
        for (line, count) in &self.lines {
            let _ = writeln!(text, "DA:{line},{count}");
        }
        text.push_str("end_of_record\n");
    }
}

/// What is needed to mark a program.
pub(crate) struct Marker<'a> {
    pub(crate) coverage: &'a Coverage,
    pub(crate) sources: &'a SourceMap,
    /// Whether the lines of a source are counted.
    pub(crate) is_counted: &'a dyn Fn(SourceId) -> bool,
}

impl Marker<'_> {
    /// Puts counting in front of what can be reached.
    pub(crate) fn mark(&self, program: &mut Program) {
        for form in &mut program.body {
            match form {
                TopForm::Define { value, .. } => self.expression(value, None, false),
                TopForm::Expression(expression) => self.expression(expression, None, true),
            }
        }
    }

    /// `line` is the line that is counted when the expression is reached; `is_first` says that it
    /// may be reached without what is written before it.
    fn expression(&self, expression: &mut Expression, line: Option<u32>, is_first: bool) {
        let is_counted = match &expression.node {
            Node::Lambda(_) | Node::Sequence(_) | Node::Unspecified | Node::RecordType(_) => false,
            Node::Constant(_)
            | Node::Immediate(_)
            | Node::Local(_)
            | Node::Global(_)
            | Node::Imported { .. } => is_first,
            Node::SetLocal(..)
            | Node::SetGlobal(..)
            | Node::If(..)
            | Node::Let { .. }
            | Node::Letrec { .. }
            | Node::Call { .. }
            | Node::Primitive { .. } => true,
        };
        let own = is_counted.then(|| self.line(expression.span)).flatten();
        let own = own.filter(|own| line != Some(*own));
        self.parts(expression, own.or(line));
        if let Some(line) = own {
            self.count(expression, line, None);
        }
    }

    fn parts(&self, expression: &mut Expression, line: Option<u32>) {
        match &mut expression.node {
            Node::Constant(_)
            | Node::Unspecified
            | Node::Immediate(_)
            | Node::Local(_)
            | Node::Global(_)
            | Node::Imported { .. }
            | Node::RecordType(_) => {}
            Node::SetLocal(_, value) | Node::SetGlobal(_, value) => {
                self.expression(value, line, false);
            }
            Node::If(test, consequent, alternative) => {
                self.expression(test, line, false);
                self.expression(consequent, line, true);
                self.expression(alternative, line, true);
            }
            Node::Lambda(lambda) => self.lambda(lambda, expression.span),
            Node::Sequence(parts) => {
                for part in parts {
                    self.expression(part, line, true);
                }
            }
            Node::Primitive { operands, .. } => {
                for operand in operands {
                    self.expression(operand, line, false);
                }
            }
            Node::Let { bindings, body } | Node::Letrec { bindings, body } => {
                for (_, value) in bindings {
                    self.expression(value, line, false);
                }
                self.expression(body, line, true);
            }
            Node::Call { operator, operands } => {
                self.expression(operator, line, false);
                for operand in operands {
                    self.expression(operand, line, false);
                }
            }
        }
    }

    fn lambda(&self, lambda: &mut Lambda, span: Span) {
        for clause in &mut lambda.clauses {
            let line = self.line(span);
            self.expression(&mut clause.body, None, true);
            let first = first_line(&clause.body).and_then(|span| self.line(span));
            let Some((line, first)) = line.zip(first.or(line)) else {
                continue;
            };
            let name = lambda.name.map(|name| (name.to_string(), line));
            self.count(&mut clause.body, first, name);
        }
    }

    /// The line that a place begins in, if its source is counted.
    fn line(&self, span: Span) -> Option<u32> {
        if !(self.is_counted)(span.source) {
            return None;
        }
        let (line, _) = self.sources.line_and_column(span.source, span.start)?;
        Some(line)
    }

    fn count(&self, expression: &mut Expression, line: u32, procedure: Option<(String, u32)>) {
        let span = expression.span;
        let Some(file) = self.sources.name(span.source) else {
            return;
        };
        let number = self.coverage.add(Point {
            file: file.into(),
            line,
            procedure,
            count: AtomicU64::new(0),
        });
        let read = mound_syntax::read_all(span.source, &number.to_string()).ok();
        let Some(number) = read.and_then(|data| data.into_iter().next()) else {
            return;
        };
        let part = |node| Expression { span, node };
        let cover = part(Node::Primitive {
            name: Symbol::intern(COVER),
            operands: vec![part(Node::Constant(number))],
        });
        let counted = std::mem::replace(expression, part(Node::Unspecified));
        expression.node = Node::Sequence(vec![cover, counted]);
    }
}

/// Where the first expression of a body stands.
fn first_line(body: &Expression) -> Option<Span> {
    if let Node::Sequence(parts) = &body.node {
        first_line(parts.first()?)
    } else {
        Some(body.span)
    }
}

/// Lets importers call its procedures, which are counted, and copy none.
pub(crate) fn keep_whole(library: &mut ExpandedLibrary) {
    for target in library.exports.values_mut() {
        if let Target::Own {
            procedure: Some(procedure),
            ..
        } = target
        {
            let procedure = Rc::make_mut(procedure);
            procedure.inline.clear();
            procedure.higher.clear();
        }
    }
}
