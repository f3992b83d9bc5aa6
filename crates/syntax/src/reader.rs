//! Tokens to data.
//!
//! The stack of unfinished data is explicit, so depth costs heap and not native
//! stack here; [`NESTING_MAX`] bounds it for those who drop or walk the data.
//!
//! ```text
//!   (a #(b 'c        frames:  List [a]  ·  Vector [b]  ·  Prefix '
//!                                                          └ c completes: 'c goes
//!                                                            to Vector, and so on
//! ```
//!
//! `(a . (b c))` does not nest: after a dot, an opening parenthesis continues the
//! same frame, which then has two parentheses to close. So data written as chains
//! of dotted pairs reads in linear time, and in the normal form of D1.
//!
//! Data with labels are trees too: `#0#` is a copy, or, inside of what it refers to, a
//! [`DatumKind::Reference`]; unless the labels are kept ([`Reader::keeping_labels`]). The size
//! of a copy counts against [`COPIES_MAX`], because a few nested labels name more copies than
//! memory holds.

mod frame;
mod message;

pub use crate::lexer::Numeral;
use crate::lexer::{Lexer, NUMERAL_BYTES_MIN, Symbols, Token};
use crate::{Datum, DatumKind};
use frame::{Frame, ListFrame};
use mound_base::{Diagnostic, SourceId, Span, Symbol, SymbolRef};
use std::collections::HashMap;
use std::rc::Rc;

/// How deep data may nest. Dropping data recurses, at some 110 bytes a level; code
/// that walks it may do so too. Both then need less than a megabyte of stack, and
/// no program comes near.
pub const NESTING_MAX: usize = 5_000;

/// Parts that references to labels may add to one datum.
pub const COPIES_MAX: usize = 1 << 16;

/// Why there is no datum.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ReadError {
    /// The text ends inside a datum: more text may finish it. The diagnostic is
    /// what to report if there is no more.
    Incomplete(Diagnostic),
    Invalid(Diagnostic),
}

impl ReadError {
    pub fn into_diagnostic(self) -> Diagnostic {
        match self {
            ReadError::Incomplete(diagnostic) | ReadError::Invalid(diagnostic) => diagnostic,
        }
    }
}

/// All data of a text.
pub fn read_all(source: SourceId, text: &str) -> Result<Vec<Datum>, Diagnostic> {
    let mut reader = Reader::new(source, text);
    let mut data = Vec::new();
    while let Some(datum) = reader.next().map_err(ReadError::into_diagnostic)? {
        data.push(datum);
    }
    Ok(data)
}

/// Reads one datum after the other from a text.
///
/// When more text arrives, go on with a new reader of the longer text, started
/// at [`Reader::position`]:
///
/// ```
/// use mound_base::SourceId;
/// use mound_syntax::{ReadError, Reader, write};
///
/// let mut reader = Reader::new(SourceId(0), "1 (2 ");
/// assert!(reader.next().is_ok_and(|datum| datum.is_some()));
/// assert!(matches!(reader.next(), Err(ReadError::Incomplete(_))));
/// let mut reader = Reader::new(SourceId(0), "1 (2 3)").starting_at(reader.position());
/// let datum = reader.next().expect("a datum").expect("not the end");
/// assert_eq!(write(&datum), "(2 3)");
/// ```
pub struct Reader<'text> {
    lexer: Lexer<'text>,
    frames: Vec<Frame>,
    labels: HashMap<u64, Label>,
    /// What [`Reader::keeping_labels`] keeps.
    kept: Option<Labels>,
    /// Data completed within the present one, copies with all their parts.
    made: usize,
    /// Parts made by references to labels, and items moved out of lists that were
    /// read as tails.
    copied: usize,
    moved: usize,
    /// The first form in column 1 inside an open list: see [`Suspect`].
    suspect: Option<Suspect>,
}

/// The labels of one datum, by the places of what they label and of references.
#[derive(Clone, Default, Debug)]
pub struct Labels {
    pub definitions: HashMap<Span, Vec<u64>>,
    /// At such a place the datum has `#f`.
    pub references: HashMap<Span, u64>,
}

/// What a label stands for.
enum Label {
    /// The datum is not complete: a reference makes a cycle.
    Open {
        place: Span,
        is_cyclic: bool,
    },
    Complete {
        datum: Datum,
        size: usize,
    },
}

/// A list that begins in column 1 although others are open: probably one of those
/// lacks its `)`.
struct Suspect {
    line_start: Span,
    /// Frames open before it, the innermost of them a list that opened here.
    depth: usize,
    opened: Span,
    name: Option<Symbol>,
}

type Step = Result<Option<Datum>, ReadError>;

impl<'text> Reader<'text> {
    pub fn new(source: SourceId, text: &'text str) -> Reader<'text> {
        Reader {
            lexer: Lexer {
                source,
                text,
                position: 0,
                fold_case: false,
                more_may_follow: false,
                symbols: Symbols::Last,
                numerals: None,
                objects: None,
            },
            frames: Vec::new(),
            labels: HashMap::new(),
            kept: None,
            made: 0,
            copied: 0,
            moved: 0,
            suspect: None,
        }
    }

    /// Starts at this byte (or at the character it is part of).
    pub fn starting_at(mut self, offset: usize) -> Self {
        let mut offset = offset.min(self.lexer.text.len());
        while !self.lexer.text.is_char_boundary(offset) {
            offset -= 1;
        }
        self.lexer.position = offset;
        self
    }

    /// Whether letters of symbols are read as small ones, until `#!no-fold-case`.
    pub fn folding_case(mut self, fold: bool) -> Self {
        self.lexer.fold_case = fold;
        self
    }

    /// The text is the beginning of a longer one: `12` at its end is incomplete,
    /// because digits may follow.
    pub fn expecting_more(mut self) -> Self {
        self.lexer.more_may_follow = true;
        self
    }

    /// The text is data, and its symbols are counted: those of a datum live as long as
    /// [`Reader::take_symbols`] is kept, or the reader if they are not taken.
    pub fn counting_symbols(mut self) -> Self {
        self.lexer.symbols = Symbols::Counted(Vec::new());
        self
    }

    /// The text is evaluated or typed: most of its symbols last, and of the others what
    /// [`Reader::counting_symbols`] says.
    pub fn evaluating(mut self) -> Self {
        self.lexer.symbols = Symbols::Evaluated(Vec::new());
        self
    }

    /// The symbols read since this was last asked, if they are counted.
    pub fn take_symbols(&mut self) -> Vec<SymbolRef> {
        match &mut self.lexer.symbols {
            Symbols::Counted(references) | Symbols::Evaluated(references) => {
                std::mem::take(references)
            }
            Symbols::Last => Vec::new(),
        }
    }

    /// References to labels are not replaced by copies, but kept with the labels, and may be inside
    /// of what they refer to. A list with a label stays the tail that it is (an exception to D1).
    pub fn keeping_labels(mut self) -> Self {
        self.kept = Some(Labels::default());
        self
    }

    /// `#<object 0>` is a value without a written form, number 0 of this evaluation.
    pub fn with_objects(mut self, evaluation: u64) -> Self {
        self.lexer.objects = Some(evaluation);
        self
    }

    /// Long numbers are not converted, which takes long, but kept with their places; the datum has
    /// a NaN there. Whether they are numbers at all is not looked at either.
    pub fn deferring_numerals(mut self) -> Self {
        self.lexer.numerals = Some(Vec::new());
        self
    }

    /// The long numbers of the last datum read, if they are kept.
    pub fn take_numerals(&mut self) -> Vec<(Span, Numeral)> {
        self.lexer
            .numerals
            .as_mut()
            .map(std::mem::take)
            .unwrap_or_default()
    }

    /// The labels of the last datum read, if they are kept.
    pub fn take_labels(&mut self) -> Labels {
        self.kept.as_mut().map(std::mem::take).unwrap_or_default()
    }

    /// The byte behind the last datum read or the last error; the start of the
    /// datum if it was incomplete.
    pub fn position(&self) -> usize {
        self.lexer.position
    }

    /// Whether `#!fold-case` is in force.
    pub fn folds_case(&self) -> bool {
        self.lexer.fold_case
    }

    /// The next datum; `None` at the end of the text.
    #[expect(
        clippy::should_implement_trait,
        reason = "an iterator would have to end after an error; a reader may go on"
    )]
    pub fn next(&mut self) -> Result<Option<Datum>, ReadError> {
        if u32::try_from(self.lexer.text.len()).is_err() {
            return Err(ReadError::Invalid(message::text_too_long()));
        }
        let (start, fold_case) = (self.lexer.position, self.lexer.fold_case);
        self.frames.clear();
        self.labels.clear();
        self.take_labels();
        self.take_numerals();
        (self.made, self.copied, self.moved) = (0, 0, 0);
        self.suspect = None;
        let result = self.read_datum();
        if let Err(ReadError::Incomplete(_)) = &result {
            self.lexer.position = start;
            self.lexer.fold_case = fold_case;
        }
        result
    }

    fn read_datum(&mut self) -> Step {
        loop {
            let (token, span) = self.lexer.next()?;
            if matches!(token, Token::End) && self.frames.is_empty() {
                return Ok(None);
            }
            if let Some(datum) = self.token(token, span)? {
                return Ok(Some(datum));
            }
        }
    }

    /// One step; the datum if this token completes the outermost one.
    fn token(&mut self, token: Token, span: Span) -> Step {
        match token {
            Token::Open => self.open(span),
            Token::VectorOpen => self.push(Frame::Vector(span, Vec::new())),
            Token::BytevectorOpen => self.push(Frame::Bytevector(span, Vec::new())),
            Token::NumbersOpen(kind) => self.push(Frame::Numbers(span, kind, Vec::new())),
            Token::Prefix(name) => self.push(Frame::Prefix(span, name)),
            Token::DatumComment => self.push(Frame::Comment(span)),
            Token::LabelDefinition(label) => self.define_label(span, label),
            Token::LabelReference(label) => self.refer_to_label(span, label),
            Token::Atom(kind) => self.complete(Datum::new(span, kind), 1),
            Token::Dot => self.dot(span),
            Token::Close => self.close(span),
            Token::End => Err(ReadError::Incomplete(self.unclosed())),
        }
    }

    fn push(&mut self, frame: Frame) -> Step {
        if self.frames.len() >= NESTING_MAX {
            return Err(ReadError::Invalid(message::too_deep(frame.span())));
        }
        self.frames.push(frame);
        Ok(None)
    }

    fn open(&mut self, span: Span) -> Step {
        self.suspect_unclosed(span);
        if let Some(Frame::List(list)) = self.frames.last_mut()
            && list.continue_after_dot(span)
        {
            return Ok(None);
        }
        self.push(Frame::List(ListFrame::new(span)))
    }

    fn dot(&mut self, span: Span) -> Step {
        let problem = match self.frames.last_mut() {
            Some(Frame::List(list)) => list.dot(span),
            _ => Some("a dot has a place only in lists"),
        };
        match problem {
            None => Ok(None),
            Some(label) => Err(ReadError::Invalid(message::misplaced_dot(span, label))),
        }
    }

    fn close(&mut self, span: Span) -> Step {
        let Some(frame) = self.frames.pop() else {
            return Err(ReadError::Invalid(message::stray_close(span)));
        };
        if self
            .suspect
            .as_ref()
            .is_some_and(|suspect| self.frames.len() < suspect.depth)
        {
            self.suspect = None;
        }
        let whole = frame.span().to(span);
        let datum = match frame {
            Frame::List(mut list) => {
                if let Some(dot) = list.unfinished_dot() {
                    let label = "expected a datum between this dot and the `)`";
                    return Err(ReadError::Invalid(message::misplaced_dot(dot, label)));
                }
                if list.close_continued() {
                    self.frames.push(Frame::List(list));
                    return Ok(None);
                }
                list.into_datum(whole)
            }
            Frame::Vector(_, items) => Datum::vector(whole, items),
            Frame::Bytevector(_, bytes) => Datum::bytevector(whole, bytes),
            Frame::Numbers(_, kind, bytes) => {
                Datum::new(whole, DatumKind::Numbers(kind, bytes.into()))
            }
            Frame::Prefix(at, _) | Frame::Comment(at) | Frame::Label(at, ..) => {
                let text = self.lexer.text.get(at.start as usize..at.end as usize);
                let missing = message::nothing_to_prefix(at, text.unwrap_or(""));
                return Err(ReadError::Invalid(missing));
            }
        };
        self.complete(datum, 1)
    }

    /// Hands a datum of `size` parts (or one whose parts were counted) to the
    /// frames that wait for it.
    fn complete(&mut self, mut datum: Datum, size: usize) -> Step {
        self.made += size;
        let mut is_labelled = false;
        loop {
            match self.frames.last_mut() {
                None => return Ok(Some(datum)),
                Some(Frame::List(list)) => {
                    let span = datum.span;
                    let Some(moved) = list.add(datum, is_labelled) else {
                        return Err(ReadError::Invalid(message::after_tail(span)));
                    };
                    return self.count_moved(span, moved);
                }
                Some(Frame::Vector(_, items)) => {
                    items.push(datum);
                    return Ok(None);
                }
                Some(Frame::Bytevector(_, bytes)) => match byte(&datum) {
                    Some(value) => {
                        bytes.push(value);
                        return Ok(None);
                    }
                    None => return Err(ReadError::Invalid(message::not_a_byte(datum.span))),
                },
                Some(Frame::Numbers(_, kind, bytes)) => {
                    let DatumKind::Number(number) = &datum.kind else {
                        return Err(ReadError::Invalid(message::not_an_element(
                            datum.span, *kind,
                        )));
                    };
                    // Such a number may not be converted yet.
                    if (datum.span.end - datum.span.start) as usize >= NUMERAL_BYTES_MIN {
                        return Err(ReadError::Invalid(message::long_element(datum.span)));
                    }
                    if !kind.push(number, bytes) {
                        return Err(ReadError::Invalid(message::not_an_element(
                            datum.span, *kind,
                        )));
                    }
                    return Ok(None);
                }
                Some(Frame::Comment(_)) => {
                    self.frames.pop();
                    return Ok(None);
                }
                Some(Frame::Prefix(span, name)) => {
                    let whole = span.to(datum.span);
                    let keyword = Datum::symbol(*span, Symbol::intern(name));
                    datum = Datum::list(whole, vec![keyword, datum]);
                    self.made += 2;
                    is_labelled = false;
                    self.frames.pop();
                }
                Some(Frame::Label(_, label, made_before)) => {
                    let size = self.made - *made_before;
                    let label = *label;
                    if let Some(kept) = &mut self.kept {
                        kept.definitions.entry(datum.span).or_default().push(label);
                        is_labelled = true;
                    } else {
                        if let Some(Label::Open {
                            place,
                            is_cyclic: true,
                        }) = self.labels.get(&label)
                        {
                            let kind = DatumKind::Labelled {
                                label: *place,
                                datum: Rc::new(datum.clone()),
                            };
                            datum = Datum::new(datum.span, kind);
                        }
                        let complete = Label::Complete {
                            datum: datum.clone(),
                            size,
                        };
                        self.labels.insert(label, complete);
                    }
                    self.frames.pop();
                }
            }
        }
    }

    /// Labelled tails within tails would be kept at every length they had: what
    /// they cost is bounded by the length of the text.
    fn count_moved(&mut self, span: Span, moved: usize) -> Step {
        self.moved += moved;
        if self.moved > COPIES_MAX + self.lexer.position {
            return Err(ReadError::Invalid(message::too_many_copies(span)));
        }
        Ok(None)
    }

    fn define_label(&mut self, span: Span, label: u64) -> Step {
        if self.labels.contains_key(&label) {
            return Err(ReadError::Invalid(message::label_defined_twice(
                span, label,
            )));
        }
        let open = Label::Open {
            place: span,
            is_cyclic: false,
        };
        self.labels.insert(label, open);
        self.push(Frame::Label(span, label, self.made))
    }

    fn refer_to_label(&mut self, span: Span, label: u64) -> Step {
        let known = self.labels.get_mut(&label);
        if known.is_some() {
            let frames = self.frames.iter().rev();
            let mut own = frames.map_while(|frame| {
                let Frame::Label(_, label, _) = frame else {
                    return None;
                };
                Some(*label)
            });
            // `#0=#0#` is nothing.
            if own.any(|open| open == label) {
                return Err(ReadError::Invalid(message::cyclic(span, label)));
            }
        }
        if let (Some(kept), Some(_)) = (&mut self.kept, &known) {
            kept.references.insert(span, label);
            return self.complete(Datum::boolean(span, false), 1);
        }
        match known {
            None => Err(ReadError::Invalid(message::unknown_label(span, label))),
            Some(Label::Open { place, is_cyclic }) => {
                *is_cyclic = true;
                let reference = DatumKind::Reference(*place);
                self.complete(Datum::new(span, reference), 1)
            }
            Some(Label::Complete { datum, size }) => {
                let size = *size;
                self.copied = self.copied.saturating_add(size);
                if self.copied > COPIES_MAX {
                    return Err(ReadError::Invalid(message::too_many_copies(span)));
                }
                let datum = Datum {
                    span,
                    ..datum.clone()
                };
                self.complete(datum, size)
            }
        }
    }

    fn suspect_unclosed(&mut self, span: Span) {
        let before = self
            .lexer
            .text
            .as_bytes()
            .get((span.start as usize).wrapping_sub(1));
        if self.suspect.is_some() || before != Some(&b'\n') {
            return;
        }
        if let Some(Frame::List(list)) = self.frames.last() {
            self.suspect = Some(Suspect {
                line_start: span,
                depth: self.frames.len(),
                opened: list.last_open(),
                name: list.name(),
            });
        }
    }

    /// What is wrong when the text ends here.
    fn unclosed(&self) -> Diagnostic {
        if let Some(suspect) = &self.suspect {
            let before = &self.lexer.text[..suspect.line_start.start as usize];
            let line = before.bytes().filter(|&byte| byte == b'\n').count() + 1;
            return message::unclosed_list(suspect.opened, suspect.name).with_hint(format!(
                "line {line} begins a form in column 1: a `)` is probably missing before it"
            ));
        }
        match self.frames.last() {
            Some(Frame::List(list)) => message::unclosed_list(list.last_open(), list.name()),
            Some(Frame::Vector(span, _)) => message::unclosed(*span, "vector"),
            Some(Frame::Bytevector(span, _)) => message::unclosed(*span, "bytevector"),
            Some(Frame::Numbers(span, ..)) => message::unclosed(*span, "vector of numbers"),
            Some(Frame::Prefix(span, _) | Frame::Comment(span) | Frame::Label(span, ..)) => {
                let text = self.lexer.text.get(span.start as usize..span.end as usize);
                message::nothing_to_prefix(*span, text.unwrap_or(""))
            }
            None => message::unclosed(self.lexer.span(self.lexer.position), "text"),
        }
    }
}

fn byte(datum: &Datum) -> Option<u8> {
    u8::try_from(datum.as_number()?.to_i64()?).ok()
}
