//! Text to tokens.
//!
//! Comments, white space and directives are passed over here, except `#;`, whose
//! end only the reader knows. A token ends before a delimiter: white space, any
//! bracket, `"` `;` `'` `` ` `` `,` or `|`.
//!
//! After an error the position is behind what was wrong, so reading on always
//! makes progress.

use crate::DatumKind;
use crate::characters::is_invisible;
use crate::reader::ReadError;
use mound_base::nesting::is_delimiter;
use mound_base::{Diagnostic, SourceId, Span, Symbol, SymbolRef, nearest};
use mound_numbers::Elements;

/// Prefixes and the symbols they stand for; longer prefixes first.
pub(crate) const PREFIXES: &[(&str, &str)] = &[
    ("'", "quote"),
    ("`", "quasiquote"),
    (",@", "unquote-splicing"),
    (",", "unquote"),
];

/// Prefixes of syntax, which are read and not written; longer prefixes first.
const SYNTAX_PREFIXES: &[(&str, &str)] = &[
    ("#'", "syntax"),
    ("#`", "quasisyntax"),
    ("#,@", "unsyntax-splicing"),
    ("#,", "unsyntax"),
];

const DIRECTIVES: &[&str] = &["fold-case", "no-fold-case"];
/// What is written for `#!optional` and the like of other Schemes.
const ARGUMENTS: &str = "arguments that may be left out: (define f (case-lambda ((a) ...) ((a b) ...))); all that follow: (define (f a . more) ...)";

#[derive(Clone, Debug)]
pub(crate) enum Token {
    Open,
    Close,
    VectorOpen,
    BytevectorOpen,
    /// `#s16(` and its like.
    NumbersOpen(Elements),
    /// `'` and its like: the symbol it stands for.
    Prefix(&'static str),
    Dot,
    /// `#;`
    DatumComment,
    /// `#12=`
    LabelDefinition(u64),
    /// `#12#`
    LabelReference(u64),
    Atom(DatumKind),
    End,
}

#[derive(Clone, Debug)]
pub(crate) struct Lexer<'text> {
    pub(crate) source: SourceId,
    pub(crate) text: &'text str,
    pub(crate) position: usize,
    pub(crate) fold_case: bool,
    /// The text may go on: a token that touches its end is not finished.
    pub(crate) more_may_follow: bool,
    pub(crate) symbols: Symbols,
    /// Long numbers of this text, if somebody else converts them.
    pub(crate) numerals: Option<Vec<(Span, Numeral)>>,
    /// The evaluation whose values without a written form stand in the text.
    pub(crate) objects: Option<u64>,
}

/// What becomes of the symbols of a text.
#[derive(Clone, Debug)]
pub(crate) enum Symbols {
    /// They last: it is a program.
    Last,
    /// They are counted: it is data. These are the references.
    Counted(Vec<SymbolRef>),
    /// Many last, and the others are counted: it is evaluated. These are the references to the others.
    Evaluated(Vec<SymbolRef>),
}

/// A long word that is most likely a number: see [`crate::Reader::deferring_numerals`].
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Numeral {
    pub text: String,
    /// The symbol that it is if it is no number. `None`: then it is an error.
    pub name: Option<String>,
}

/// Words of fewer bytes are converted at once: it takes less than a millisecond.
pub(crate) const NUMERAL_BYTES_MIN: usize = 1 << 13;

impl<'text> Lexer<'text> {
    pub(crate) fn next(&mut self) -> Result<(Token, Span), ReadError> {
        self.skip_space()?;
        let start = self.position;
        let Some(first) = self.rest().chars().next() else {
            return Ok((Token::End, self.span(start)));
        };
        let token = match first {
            '(' => self.punctuation("(", Token::Open),
            ')' => self.punctuation(")", Token::Close),
            '[' | ']' | '{' | '}' => return Err(self.bracket(first)),
            '"' => {
                let text = self.quoted('"')?;
                Token::Atom(DatumKind::String(text.into()))
            }
            '|' => {
                let name = self.quoted('|')?;
                Token::Atom(DatumKind::Symbol(self.intern(start, &name)?))
            }
            '\'' | '`' | ',' => self.prefix()?,
            '#' => self.hash()?,
            _ => self.word()?,
        };
        Ok((token, self.span(start)))
    }

    pub(crate) fn rest(&self) -> &'text str {
        self.text.get(self.position..).unwrap_or("")
    }

    /// From `start` to here. Offsets fit: the reader refuses longer texts.
    pub(crate) fn span(&self, start: usize) -> Span {
        Span {
            source: self.source,
            start: start as u32,
            end: self.position as u32,
        }
    }

    pub(crate) fn invalid(
        &self,
        start: usize,
        headline: impl Into<String>,
        label: impl Into<String>,
    ) -> Diagnostic {
        Diagnostic::error(self.span(start), headline, label)
    }

    /// The text of a word that starts here, which is passed.
    pub(crate) fn take_word(&mut self) -> &'text str {
        let rest = self.rest();
        // Nearly all of nearly all words.
        let bytes = rest.as_bytes();
        let plain = bytes.iter().position(|&byte| !PLAIN[byte as usize]);
        let plain = plain.unwrap_or(bytes.len());
        let length = rest[plain..]
            .find(is_delimiter)
            .map_or(rest.len(), |more| plain + more);
        self.position += length;
        &rest[..length]
    }

    /// An error if the word that was just passed may go on in text not yet here.
    pub(crate) fn check_finished(&self, start: usize) -> Result<(), ReadError> {
        if self.more_may_follow && self.position == self.text.len() {
            let unfinished = self.invalid(start, "unfinished datum", "the text ends here");
            return Err(ReadError::Incomplete(unfinished));
        }
        Ok(())
    }

    pub(crate) fn intern(&mut self, start: usize, name: &str) -> Result<Symbol, ReadError> {
        let found = match &mut self.symbols {
            Symbols::Last => Some(Symbol::intern(name)),
            Symbols::Counted(references) => SymbolRef::intern(name).map(|reference| {
                let symbol = reference.symbol();
                references.push(reference);
                symbol
            }),
            Symbols::Evaluated(references) => Symbol::intern_evaluated(name).map(|reference| {
                let symbol = reference.symbol();
                if symbol.is_counted() {
                    references.push(reference);
                }
                symbol
            }),
        };
        found.ok_or_else(|| {
            let refused = self.invalid(start, "too many symbols", "this one is new");
            ReadError::Invalid(refused)
        })
    }

    fn skip_space(&mut self) -> Result<(), ReadError> {
        if self.position == 0 {
            self.skip_beginning()?;
        }
        loop {
            let rest = self.rest();
            // Most tokens stand behind one space, or none.
            let is_space = rest.starts_with(' ');
            if rest
                .as_bytes()
                .get(usize::from(is_space))
                .is_some_and(|&byte| begins_token(byte))
            {
                self.position += usize::from(is_space);
                return Ok(());
            }
            let text = rest.trim_start();
            self.position += rest.len() - text.len();
            if text.starts_with(';') {
                self.skip_line()?;
            } else if text.starts_with("#|") {
                self.skip_block_comment()?;
            } else if text.starts_with("#!") {
                self.directive()?;
            } else {
                return Ok(());
            }
        }
    }

    /// A byte order mark, and a first line for the shell: `#!/usr/bin/env mound`.
    fn skip_beginning(&mut self) -> Result<(), ReadError> {
        if self.rest().starts_with('\u{feff}') {
            self.position += '\u{feff}'.len_utf8();
        }
        if self.rest().starts_with("#!/") || self.rest().starts_with("#! ") {
            self.skip_line()?;
        }
        Ok(())
    }

    fn skip_line(&mut self) -> Result<(), ReadError> {
        let start = self.position;
        let rest = self.rest();
        self.position += rest.find(['\n', '\r']).unwrap_or(rest.len());
        self.check_finished(start)
    }

    fn skip_block_comment(&mut self) -> Result<(), ReadError> {
        let start = self.position;
        let bytes = self.text.as_bytes();
        let mut depth = 0_usize;
        let mut place = start;
        while let Some(pair) = bytes.get(place..place + 2) {
            match pair {
                b"#|" => depth += 1,
                b"|#" => depth -= 1,
                _ => {
                    place += 1;
                    continue;
                }
            }
            place += 2;
            if depth == 0 {
                self.position = place;
                return Ok(());
            }
        }
        self.position = start + 2;
        let unclosed = self
            .invalid(start, "unclosed comment", "this `#|` has no `|#`")
            .with_hint("comments nest: each `#|` needs its own `|#`");
        self.position = self.text.len();
        Err(ReadError::Incomplete(unclosed))
    }

    fn directive(&mut self) -> Result<(), ReadError> {
        let start = self.position;
        self.position += 2;
        let name = self.take_word();
        self.check_finished(start)?;
        match name {
            "fold-case" => self.fold_case = true,
            "no-fold-case" => self.fold_case = false,
            _ => {
                let unknown = self.invalid(
                    start,
                    format!("unknown directive `#!{name}`"),
                    "not a directive",
                );
                let hint = match nearest(name, DIRECTIVES.iter().copied()) {
                    _ if ["optional", "rest", "key", "default"].contains(&name) => {
                        ARGUMENTS.to_owned()
                    }
                    Some(meant) => format!("did you mean `#!{meant}`?"),
                    None => "the directives are `#!fold-case` and `#!no-fold-case`".to_owned(),
                };
                return Err(ReadError::Invalid(unknown.with_hint(hint)));
            }
        }
        Ok(())
    }

    fn punctuation(&mut self, text: &str, token: Token) -> Token {
        self.position += text.len();
        token
    }

    fn bracket(&mut self, bracket: char) -> ReadError {
        let start = self.position;
        self.position += bracket.len_utf8();
        let instead = if matches!(bracket, '[' | '{') {
            '('
        } else {
            ')'
        };
        ReadError::Invalid(
            self.invalid(
                start,
                format!("unexpected `{bracket}`"),
                "not part of any datum",
            )
            .with_hint(format!("lists are written in `(` and `)`: use `{instead}`")),
        )
    }

    fn prefix(&mut self) -> Result<Token, ReadError> {
        let start = self.position;
        let rest = self.rest();
        // `,` at the end may still become `,@`.
        let known = PREFIXES.iter().find(|(prefix, _)| rest.starts_with(prefix));
        let &(prefix, name) = known.unwrap_or(&PREFIXES[0]);
        self.position += prefix.len();
        self.check_finished(start)?;
        Ok(Token::Prefix(name))
    }

    /// `#'` and its like.
    pub(crate) fn syntax_prefix(&mut self) -> Result<Option<Token>, ReadError> {
        let start = self.position;
        let rest = self.rest();
        let mut known = SYNTAX_PREFIXES.iter();
        let Some(&(prefix, name)) = known.find(|(prefix, _)| rest.starts_with(prefix)) else {
            return Ok(None);
        };
        self.position += prefix.len();
        self.check_finished(start)?;
        Ok(Some(Token::Prefix(name)))
    }

    /// A number, a symbol or the dot of a list.
    /// Notes a word that was just passed for whoever converts long numbers, if it is one and there is
    /// somebody. What stands for it until then is no byte, and neither an index nor a label.
    pub(crate) fn defer(
        &mut self,
        start: usize,
        name: Option<&dyn Fn() -> String>,
    ) -> Option<Token> {
        let word = &self.text[start..self.position];
        let is_long = word.len() >= NUMERAL_BYTES_MIN && word.bytes().all(is_of_number);
        if !is_long || self.numerals.is_none() {
            return None;
        }
        let numeral = Numeral {
            text: word.to_owned(),
            name: name.map(|name| name()),
        };
        let span = self.span(start);
        self.numerals.as_mut()?.push((span, numeral));
        let nothing = mound_numbers::Number::Flonum(f64::NAN);
        Some(Token::Atom(DatumKind::Number(nothing)))
    }

    fn word(&mut self) -> Result<Token, ReadError> {
        let start = self.position;
        let word = self.take_word();
        // Also where the word may go on: what has no end would be read to its end.
        if word.bytes().any(|byte| byte == 0) {
            let label = "a byte of zero, as in files that are no text";
            let refused = self.invalid(start, "a NUL character is part of no name", label);
            return Err(ReadError::Invalid(refused));
        }
        self.check_finished(start)?;
        if word == "." {
            return Ok(Token::Dot);
        }
        let refused = word.len() >= NUMERAL_BYTES_MIN && has_zero_denominator(word);
        if begins_number(word) && !refused {
            let folds = self.fold_case;
            let name = || match folds {
                true => crate::characters::fold_case(word),
                false => word.to_owned(),
            };
            if let Some(numeral) = self.defer(start, Some(&name)) {
                return Ok(numeral);
            }
        }
        if let Some(number) = number(word).filter(|_| !refused) {
            return Ok(Token::Atom(DatumKind::Number(number)));
        }
        if has_zero_denominator(word) {
            let refused = self.invalid(start, "division by zero", "not a number");
            return Err(ReadError::Invalid(refused));
        }
        let symbol = if self.fold_case {
            self.intern(start, &crate::characters::fold_case(word))
        } else {
            self.intern(start, word)
        };
        Ok(Token::Atom(DatumKind::Symbol(symbol?)))
    }
}

/// Whether no white space or comment begins with this byte.
fn begins_token(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'(' | b')' | b'"')
}

/// Which bytes are characters of words.
const PLAIN: [bool; 256] = {
    let others = b"-+*/<=>!?.:%_&~^$@";
    let mut plain = [false; 256];
    let mut byte = 0;
    while byte < 128 {
        plain[byte] = (byte as u8).is_ascii_alphanumeric();
        byte += 1;
    }
    let mut index = 0;
    while index < others.len() {
        plain[others[index] as usize] = true;
        index += 1;
    }
    plain
};

/// Whether the reader reads `name`, written as it is, as the symbol of that name.
pub(crate) fn is_plain_symbol(name: &str) -> bool {
    let needs_bars =
        |character| is_delimiter(character) || is_invisible(character) || character == '\\';
    // Whether so long a name is a number would take long to find out.
    let is_doubtful = name.len() >= NUMERAL_BYTES_MIN && begins_number(name);
    !is_doubtful
        && !name.is_empty()
        && !name.starts_with('#')
        && name != "."
        && !name.contains(needs_bars)
        && number(name).is_none()
        && !has_zero_denominator(name)
}

fn number(word: &str) -> Option<mound_numbers::Number> {
    // Most words are names: look at the first letter before parsing.
    begins_number(word)
        .then(|| mound_numbers::parse(word, 10))
        .flatten()
}

fn begins_number(word: &str) -> bool {
    word.starts_with(|first: char| first.is_ascii_digit() || "+-.".contains(first))
}

/// Whether the byte may be part of a number.
fn is_of_number(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || b"+-./@#".contains(&byte)
}

fn has_zero_denominator(word: &str) -> bool {
    // Most words are names.
    if !begins_number(word) {
        return false;
    }
    let digits = word.strip_prefix(['+', '-']).unwrap_or(word);
    let is_number = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    digits.split_once('/').is_some_and(|(top, bottom)| {
        is_number(top) && is_number(bottom) && bottom.bytes().all(|byte| byte == b'0')
    })
}
