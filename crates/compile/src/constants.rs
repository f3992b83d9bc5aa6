//! The table of constants of a unit.
//!
//! Equal constants are one entry, and parts come before what they are part of
//! (U3), or are holes that stand for it. Data may be nested to any depth: the walk keeps its own stack.

use crate::ir::Literal;
use mound_base::Span;
use mound_bytecode::integer;
use mound_bytecode::unit::{Constant, Immediate};
use mound_numbers::{IBig, Number, double_bits};
use mound_syntax::{Datum, DatumKind};
use std::collections::HashMap;

/// Constants by number, each once.
#[derive(Default)]
pub struct Constants {
    pub table: Vec<Constant>,
    /// What a constant is, in bytes, to its number.
    numbers: HashMap<Vec<u8>, u32>,
    /// Circular data by their labels: a literal may come again where a procedure was copied, and
    /// is the same object there.
    labels: HashMap<Span, Tied>,
}

/// A step of the walk over a datum.
enum Step<'a> {
    Visit(&'a Datum),
    /// The number of a list's pairs is made from the parts on the stack.
    List {
        count: usize,
        has_tail: bool,
    },
    Vector {
        count: usize,
    },
    /// The last part is what the label stands for.
    Tie {
        label: Span,
    },
}

/// What is known of a label of a literal.
struct Tied {
    hole: u32,
    /// The number of the whole, once it is made.
    whole: Option<u32>,
}

impl Constants {
    /// The number of a literal.
    pub fn literal(&mut self, literal: &Literal) -> u32 {
        match literal {
            Literal::Immediate(immediate) => self.add(Constant::Immediate(*immediate)),
            Literal::Fixnum(value) => self.integer(&IBig::from(*value)),
            Literal::Character(character) => self.add(Constant::Character(*character)),
            Literal::Symbol(symbol) => self.add(Constant::Symbol(*symbol)),
            Literal::Datum(datum) => self.datum(datum),
            Literal::RecordType(record_type) => self.add(Constant::RecordType {
                name: record_type.name,
                library: record_type.library.clone(),
                fields: record_type.fields.clone(),
            }),
        }
    }

    fn integer(&mut self, value: &IBig) -> u32 {
        self.add(Constant::Integer(integer::to_bytes(value)))
    }

    fn number(&mut self, number: &Number) -> u32 {
        match number {
            Number::Integer(value) => self.integer(value),
            Number::Ratio(ratio) => {
                let numerator = self.integer(ratio.numerator());
                let denominator = self.integer(&IBig::from(ratio.denominator().clone()));
                self.add(Constant::Ratio(numerator, denominator))
            }
            Number::Flonum(value) => self.add(Constant::Flonum(double_bits(*value))),
            Number::Complex(parts) => {
                // The parts are real, so this goes one level deep.
                let (real, imaginary) = (self.number(parts.real()), self.number(parts.imaginary()));
                self.add(Constant::Complex(real, imaginary))
            }
        }
    }

    fn datum(&mut self, datum: &Datum) -> u32 {
        let mut steps = vec![Step::Visit(datum)];
        let mut parts: Vec<u32> = Vec::new();
        while let Some(step) = steps.pop() {
            let number = match step {
                Step::Visit(Datum {
                    kind: DatumKind::Reference(label),
                    ..
                }) => self.tied(*label).hole,
                Step::Visit(Datum {
                    kind: DatumKind::Labelled { label, datum },
                    ..
                }) => match self.tied(*label).whole {
                    Some(whole) => whole,
                    None => {
                        steps.push(Step::Tie { label: *label });
                        steps.push(Step::Visit(datum));
                        continue;
                    }
                },
                Step::Tie { label } => {
                    let value = parts.pop().unwrap_or_default();
                    let hole = self.tied(label).hole;
                    let whole = self.push(Constant::Tie { hole, value });
                    self.tied(label).whole = Some(whole);
                    whole
                }
                Step::Visit(datum) => match self.leaf(datum) {
                    Some(number) => number,
                    None => {
                        open(datum, &mut steps);
                        continue;
                    }
                },
                Step::List { count, has_tail } => {
                    let given = if has_tail { parts.pop() } else { None };
                    let tail =
                        given.unwrap_or_else(|| self.add(Constant::Immediate(Immediate::Null)));
                    let items = parts.split_off(parts.len() - count);
                    items
                        .into_iter()
                        .rev()
                        .fold(tail, |tail, item| self.add(Constant::Pair(item, tail)))
                }
                Step::Vector { count } => {
                    let items = parts.split_off(parts.len() - count);
                    self.add(Constant::Vector(items))
                }
            };
            parts.push(number);
        }
        parts.pop().unwrap_or_default()
    }

    fn tied(&mut self, label: Span) -> &mut Tied {
        if !self.labels.contains_key(&label) {
            let hole = self.push(Constant::Hole);
            self.labels.insert(label, Tied { hole, whole: None });
        }
        self.labels.get_mut(&label).expect("it was just put there")
    }

    /// A constant that is like no other.
    fn push(&mut self, constant: Constant) -> u32 {
        self.table.push(constant);
        self.table.len() as u32 - 1
    }

    fn leaf(&mut self, datum: &Datum) -> Option<u32> {
        let constant = match &datum.kind {
            DatumKind::Boolean(true) => Constant::Immediate(Immediate::True),
            DatumKind::Boolean(false) => Constant::Immediate(Immediate::False),
            DatumKind::Character(character) => Constant::Character(*character),
            DatumKind::Number(number) => return Some(self.number(number)),
            DatumKind::String(text) => Constant::String(text.to_string()),
            DatumKind::Symbol(symbol) => Constant::Symbol(*symbol),
            DatumKind::Bytevector(bytes) => Constant::Bytevector(bytes.to_vec()),
            // Lowering refuses them.
            DatumKind::Object { .. } => Constant::Immediate(Immediate::Unspecified),
            DatumKind::Numbers(kind, bytes) => Constant::Numbers(*kind, bytes.to_vec()),
            DatumKind::List { items, .. } if items.is_empty() => {
                Constant::Immediate(Immediate::Null)
            }
            DatumKind::Vector(_)
            | DatumKind::List { .. }
            | DatumKind::Labelled { .. }
            | DatumKind::Reference(_) => return None,
        };
        Some(self.add(constant))
    }

    fn add(&mut self, constant: Constant) -> u32 {
        let next = self.table.len() as u32;
        let number = *self.numbers.entry(key(&constant)).or_insert(next);
        if number == next {
            self.table.push(constant);
        }
        number
    }
}

/// Puts the steps for the parts of a list or vector on the stack, the first part on top.
fn open<'a>(datum: &'a Datum, steps: &mut Vec<Step<'a>>) {
    match &datum.kind {
        DatumKind::List { items, tail } => {
            steps.push(Step::List {
                count: items.len(),
                has_tail: tail.is_some(),
            });
            steps.extend(tail.iter().map(|tail| Step::Visit(tail)));
            steps.extend(items.iter().rev().map(Step::Visit));
        }
        DatumKind::Vector(items) => {
            steps.push(Step::Vector { count: items.len() });
            steps.extend(items.iter().rev().map(Step::Visit));
        }
        DatumKind::Boolean(_)
        | DatumKind::Character(_)
        | DatumKind::Number(_)
        | DatumKind::String(_)
        | DatumKind::Symbol(_)
        | DatumKind::Bytevector(_)
        | DatumKind::Numbers(..)
        | DatumKind::Object { .. }
        | DatumKind::Labelled { .. }
        | DatumKind::Reference(_) => {}
    }
}

/// Bytes that differ for different constants.
fn key(constant: &Constant) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut put = |tag: u8, parts: &[&[u8]]| {
        bytes.push(tag);
        for part in parts {
            bytes.extend((part.len() as u64).to_le_bytes());
            bytes.extend(*part);
        }
    };
    match constant {
        Constant::Immediate(immediate) => put(0, &[&[*immediate as u8]]),
        Constant::Character(character) => put(1, &[&(*character as u32).to_le_bytes()]),
        Constant::Integer(integer) => put(2, &[integer]),
        Constant::Ratio(numerator, denominator) => {
            put(3, &[&numerator.to_le_bytes(), &denominator.to_le_bytes()]);
        }
        Constant::Complex(real, imaginary) => {
            put(11, &[&real.to_le_bytes(), &imaginary.to_le_bytes()]);
        }
        Constant::Flonum(bits) => put(4, &[&bits.to_le_bytes()]),
        Constant::Symbol(symbol) => put(5, &[&symbol.index().to_le_bytes()]),
        Constant::String(text) => put(6, &[text.as_bytes()]),
        Constant::Bytevector(contents) => put(7, &[contents]),
        Constant::Pair(first, rest) => put(8, &[&first.to_le_bytes(), &rest.to_le_bytes()]),
        Constant::Vector(items) => {
            let items: Vec<u8> = items.iter().flat_map(|item| item.to_le_bytes()).collect();
            put(9, &[&items]);
        }
        Constant::Numbers(kind, contents) => put(12, &[kind.name().as_bytes(), contents]),
        Constant::Hole | Constant::Tie { .. } => unreachable!("`push` puts them in the table"),
        Constant::RecordType {
            name,
            library,
            fields,
        } => {
            let fields: Vec<u8> = fields
                .iter()
                .flat_map(|field| field.index().to_le_bytes())
                .collect();
            put(
                10,
                &[&name.index().to_le_bytes(), library.as_bytes(), &fields],
            );
        }
    }
    bytes
}
