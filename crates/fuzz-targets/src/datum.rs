//! Data that the bytes describe, written and read: numbers in all notations, odd names, texts
//! and characters, labels in circles.

use crate::bytes::Decisions;
use mound_base::{SourceId, Span, Symbol};
use mound_numbers::{Elements, IBig, Number};
use mound_syntax::{Datum, DatumKind};
use std::rc::Rc;

/// How deep data nest, and how many parts a list or vector has.
const DEPTH_MAX: usize = 12;
const PARTS_MAX: usize = 6;

/// Pieces of names and texts: what a writer has to take care of.
const PIECES: &[&str] = &[
    "a",
    "Z",
    "0",
    "9",
    ".",
    "+",
    "-",
    "...",
    "|",
    "\\",
    "\"",
    "#",
    "'",
    "`",
    ",",
    "@",
    ";",
    "(",
    ")",
    " ",
    "\t",
    "\n",
    "\r",
    "\u{0}",
    "\u{7f}",
    "\u{a0}",
    "\u{2028}",
    "λ",
    "ß",
    "İ",
    "é",
    "\u{301}",
    "𝒳",
    "\u{10ffff}",
    "\u{feff}",
    "⌁",
    "+inf.0",
    "-nan.0",
    "1e5",
    "+i",
    "#!eof",
    "[",
    "]",
    "{",
    "}",
    "x41;",
    "\u{85}",
    "nil",
    "#t",
    "=>",
];

/// What is written reads again the same.
pub fn datum(bytes: &[u8]) {
    let mut generator = Generator {
        decisions: Decisions::new(bytes),
        labels: 0,
        open: Vec::new(),
    };
    let datum = generator.datum(DEPTH_MAX);
    let written = mound_syntax::write(&datum);
    match mound_syntax::read_all(SourceId(0), &written) {
        Ok(data) => {
            assert_eq!(data.len(), 1, "{written} reads as several data");
            let again = mound_syntax::write(&data[0]);
            assert_eq!(again, written, "written again");
            assert!(
                data[0].stray_reference().is_none(),
                "{written}: a label is lost"
            );
            assert!(
                is_alike(&data[0], &datum),
                "{written} reads as {:?}",
                data[0]
            );
        }
        Err(error) => panic!("{written} cannot be read: {}", error.headline),
    }
}

/// Equal but for what labels are called, which depends on the place.
fn is_alike(one: &Datum, other: &Datum) -> bool {
    let mut labels: Vec<(Span, Span)> = Vec::new();
    let mut pending = vec![(one, other)];
    while let Some((one, other)) = pending.pop() {
        match (&one.kind, &other.kind) {
            (
                DatumKind::Labelled { label, datum },
                DatumKind::Labelled {
                    label: other,
                    datum: other_datum,
                },
            ) => {
                labels.push((*label, *other));
                pending.push((datum, other_datum));
            }
            (DatumKind::Reference(label), DatumKind::Reference(other)) => {
                let known = labels.iter().find(|pair| pair.0 == *label);
                if known.is_none_or(|pair| pair.1 != *other) {
                    return false;
                }
            }
            (
                DatumKind::List { items, tail },
                DatumKind::List {
                    items: others,
                    tail: other_tail,
                },
            ) => {
                if items.len() != others.len() || tail.is_some() != other_tail.is_some() {
                    return false;
                }
                pending.extend(tail.as_deref().zip(other_tail.as_deref()));
                pending.extend(items.iter().zip(others.iter()));
            }
            (DatumKind::Vector(items), DatumKind::Vector(others)) => {
                if items.len() != others.len() {
                    return false;
                }
                pending.extend(items.iter().zip(others.iter()));
            }
            _ if !one.is_equal(other) => return false,
            _ => {}
        }
    }
    true
}

struct Generator<'a> {
    decisions: Decisions<'a>,
    labels: u32,
    /// Labels of the data that are being made, and whether something refers to them.
    open: Vec<(Span, bool)>,
}

impl Generator<'_> {
    /// A vector of numbers that all kinds can hold.
    fn numbers(&mut self) -> DatumKind {
        let kind = Elements::ALL[self.decisions.below(Elements::ALL.len())];
        let mut bytes = Vec::new();
        for _ in 0..self.decisions.below(4) {
            let element = Number::from(self.decisions.below(100) as i64);
            assert!(kind.push(&element, &mut bytes), "it fits into each kind");
        }
        DatumKind::Numbers(kind, bytes.into())
    }

    fn datum(&mut self, depth: usize) -> Datum {
        let kind = match self.decisions.below(if depth == 0 { 6 } else { 12 }) {
            0 => DatumKind::Boolean(self.decisions.below(2) == 0),
            1 => DatumKind::Number(self.number()),
            2 => DatumKind::Symbol(Symbol::intern(&self.text())),
            3 => DatumKind::String(self.text().into()),
            4 => DatumKind::Character(self.character()),
            5 => match self.decisions.below(4) {
                0 => DatumKind::Bytevector((0..self.decisions.below(5)).map(|n| n as u8).collect()),
                1 => self.numbers(),
                _ => self.reference(),
            },
            6 | 7 => DatumKind::Vector(self.parts(depth).into()),
            8 => return self.labelled(depth),
            _ => {
                let items = self.parts(depth);
                let dotted = self.decisions.below(3) == 0;
                let tail = dotted.then(|| self.datum(depth - 1));
                return match tail {
                    Some(tail) => Datum::dotted(Span::NONE, items, tail),
                    None => Datum::list(Span::NONE, items),
                };
            }
        };
        Datum::new(Span::NONE, kind)
    }

    fn parts(&mut self, depth: usize) -> Vec<Datum> {
        let count = self.decisions.below(PARTS_MAX);
        (0..count).map(|_| self.datum(depth - 1)).collect()
    }

    /// A vector or list that something in it may refer to.
    fn labelled(&mut self, depth: usize) -> Datum {
        self.labels += 1;
        let label = Span {
            source: SourceId(7),
            start: self.labels,
            end: self.labels,
        };
        self.open.push((label, false));
        let mut parts = self.parts(depth);
        parts.push(Datum::new(Span::NONE, self.reference()));
        let is_used = self.open.pop().is_some_and(|(_, is_used)| is_used);
        let datum = match self.decisions.below(2) {
            0 => Datum::new(Span::NONE, DatumKind::Vector(parts.into())),
            _ => {
                let last = parts.pop().unwrap_or_else(|| Datum::empty_list(Span::NONE));
                parts.push(Datum::boolean(Span::NONE, true));
                Datum::dotted(Span::NONE, parts, last)
            }
        };
        if !is_used {
            return datum;
        }
        let datum = Rc::new(datum);
        Datum::new(Span::NONE, DatumKind::Labelled { label, datum })
    }

    /// A reference to something that is being made, if there is such.
    fn reference(&mut self) -> DatumKind {
        if self.open.is_empty() {
            return DatumKind::Boolean(false);
        }
        let index = self.decisions.below(self.open.len());
        self.open[index].1 = true;
        DatumKind::Reference(self.open[index].0)
    }

    fn text(&mut self) -> String {
        let count = self.decisions.below(5);
        (0..count)
            .map(|_| PIECES[self.decisions.below(PIECES.len())])
            .collect()
    }

    fn character(&mut self) -> char {
        match self.decisions.below(3) {
            0 => char::from(self.decisions.byte() & 0x7f),
            1 => PIECES[self.decisions.below(PIECES.len())]
                .chars()
                .next()
                .unwrap_or('x'),
            _ => char::from_u32(self.decisions.word() as u32 % 0x11_0000).unwrap_or('\u{fffd}'),
        }
    }

    fn number(&mut self) -> Number {
        match self.decisions.below(4) {
            0 => self.real(),
            1 => Number::from(f64::from_bits(self.decisions.word())),
            _ => {
                let exact = self.decisions.below(2) == 0;
                let mut part = || match exact {
                    true => self.exact(),
                    false => Number::from(f64::from_bits(self.decisions.word())),
                };
                let (real, imaginary) = (part(), part());
                Number::rectangular(real, imaginary).unwrap_or_else(|_| Number::from(0))
            }
        }
    }

    fn real(&mut self) -> Number {
        match self.decisions.below(2) {
            0 => self.exact(),
            _ => Number::from(self.decisions.below(200) as f64 / 8.0),
        }
    }

    fn exact(&mut self) -> Number {
        let mut integer = || {
            let word = self.decisions.word() as i64;
            let small = IBig::from(word >> self.decisions.below(64));
            match self.decisions.below(4) {
                0 => small * IBig::from(self.decisions.word()),
                _ => small,
            }
        };
        let (numerator, denominator) = (integer(), integer());
        Number::from_fraction(numerator.clone(), denominator).unwrap_or(Number::Integer(numerator))
    }
}
