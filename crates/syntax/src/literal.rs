//! The parts of the lexer for literals: strings, symbols in bars, and whatever
//! begins with `#`.

use crate::DatumKind;
use crate::characters::{ESCAPES, NAMES, escaped, from_hexadecimal, named};
use crate::lexer::{Lexer, Token};
use crate::reader::ReadError;
use mound_base::nearest;
use mound_numbers::Elements;

/// Longest piece of source quoted in a message, in characters.
const QUOTED_MAX: usize = 40;

impl Lexer<'_> {
    /// The contents of a string or a symbol in bars that starts here.
    pub(crate) fn quoted(&mut self, delimiter: char) -> Result<String, ReadError> {
        let start = self.position;
        self.position += 1;
        let mut contents = String::new();
        loop {
            let rest = self.rest();
            // Lines of a string may end as on other systems; the string is the same. In a
            // symbol each character stands for itself.
            let is_end = |letter| {
                letter == delimiter || letter == '\\' || letter == '\r' && delimiter == '"'
            };
            let Some(place) = rest.find(is_end) else {
                return Err(self.unterminated(start, delimiter));
            };
            contents.push_str(&rest[..place]);
            let found = rest.as_bytes()[place];
            self.position += place + 1;
            match found {
                b'\\' => self.escape(start, delimiter, &mut contents)?,
                b'\r' => {
                    if !self.rest().starts_with('\n') {
                        contents.push('\n');
                    }
                }
                _ => return Ok(contents),
            }
        }
    }

    fn unterminated(&mut self, start: usize, delimiter: char) -> ReadError {
        self.position = start + 1;
        let (headline, label) = match delimiter {
            '"' => ("unterminated string", "this string has no closing `\"`"),
            _ => ("unterminated symbol", "this symbol has no closing `|`"),
        };
        let unterminated = self.invalid(start, headline, label);
        self.position = self.text.len();
        ReadError::Incomplete(unterminated)
    }

    /// What follows a `\`.
    fn escape(
        &mut self,
        literal: usize,
        delimiter: char,
        contents: &mut String,
    ) -> Result<(), ReadError> {
        let start = self.position - 1;
        let Some(letter) = self.rest().chars().next() else {
            return Err(self.unterminated(literal, delimiter));
        };
        if matches!(letter, 'x' | 'X') {
            contents.push(self.hexadecimal_escape(literal, delimiter)?);
            return Ok(());
        }
        if let Some(character) = escaped(letter) {
            self.position += letter.len_utf8();
            contents.push(character);
            return Ok(());
        }
        if letter.is_whitespace() {
            return self.line_continuation(literal, delimiter);
        }
        self.position += letter.len_utf8();
        let letters: Vec<String> = ESCAPES
            .iter()
            .map(|(letter, _)| format!("\\{letter}"))
            .collect();
        let unknown = self
            .invalid(
                start,
                format!("unknown escape `\\{letter}`"),
                "not an escape",
            )
            .with_hint(format!(
                "the escapes are {} and \\x41; (a character by number)",
                letters.join(" ")
            ));
        Err(ReadError::Invalid(unknown))
    }

    /// `\` at the end of a line: the line end and the blanks around it do not count.
    fn line_continuation(&mut self, literal: usize, delimiter: char) -> Result<(), ReadError> {
        let start = self.position - 1;
        let is_blank = |character| matches!(character, ' ' | '\t');
        let after_blanks = self.rest().trim_start_matches(is_blank);
        let next_line = after_blanks
            .strip_prefix("\r\n")
            .or_else(|| after_blanks.strip_prefix(['\n', '\r']));
        match next_line {
            Some(line) => {
                self.position = self.text.len() - line.trim_start_matches(is_blank).len();
                Ok(())
            }
            None if after_blanks.is_empty() => Err(self.unterminated(literal, delimiter)),
            None => {
                self.position += 1;
                while !self.text.is_char_boundary(self.position) {
                    self.position += 1;
                }
                let unknown = self
                    .invalid(start, "unknown escape `\\ `", "not an escape")
                    .with_hint("a `\\` before blanks must be the last on its line");
                Err(ReadError::Invalid(unknown))
            }
        }
    }

    /// `x41;` of an escape.
    fn hexadecimal_escape(&mut self, literal: usize, delimiter: char) -> Result<char, ReadError> {
        let start = self.position - 1;
        self.position += 1;
        let rest = self.rest();
        let length = rest
            .find(|character: char| !character.is_ascii_hexdigit())
            .unwrap_or(rest.len());
        if length == rest.len() {
            return Err(self.unterminated(literal, delimiter));
        }
        self.position += length;
        let character = from_hexadecimal(&rest[..length]);
        let closed = rest[length..].starts_with(';');
        if closed {
            self.position += 1;
        }
        match character {
            Some(character) if closed => Ok(character),
            Some(_) => Err(ReadError::Invalid(self.invalid(
                start,
                "unterminated escape",
                "expected `;` after the digits",
            ))),
            None => Err(ReadError::Invalid(
                self.invalid(start, "no such character", "not the number of a character")
                    .with_hint("write `\\x`, hexadecimal digits up to 10ffff, and `;`"),
            )),
        }
    }

    /// What begins with `#`, comments and directives excepted.
    pub(crate) fn hash(&mut self) -> Result<Token, ReadError> {
        let start = self.position;
        let rest = self.rest();
        if rest.starts_with("#\\") {
            return self.character();
        }
        for (text, token) in [
            ("#(", Token::VectorOpen),
            ("#;", Token::DatumComment),
            ("#u8(", Token::BytevectorOpen),
            ("#U8(", Token::BytevectorOpen),
        ] {
            if rest.starts_with(text) {
                self.position += text.len();
                return Ok(token);
            }
        }
        if let Some(object) = self.object() {
            return Ok(object);
        }
        if let Some(kind) = numbers(rest) {
            self.position += kind.name().len() + 2;
            return Ok(Token::NumbersOpen(kind));
        }
        if let Some(prefix) = self.syntax_prefix()? {
            return Ok(prefix);
        }
        if let Some(label) = self.label() {
            return Ok(label);
        }
        self.position += 1;
        let word = self.take_word();
        self.check_finished(start)?;
        match word.to_ascii_lowercase().as_str() {
            "t" | "true" => return Ok(Token::Atom(DatumKind::Boolean(true))),
            "f" | "false" => return Ok(Token::Atom(DatumKind::Boolean(false))),
            _ => {}
        }
        if let Some(numeral) = self.defer(start, None) {
            return Ok(numeral);
        }
        match mound_numbers::parse(&self.text[start..self.position], 10) {
            Some(number) => Ok(Token::Atom(DatumKind::Number(number))),
            None => Err(self.unknown_hash(start, word)),
        }
    }

    fn unknown_hash(&self, start: usize, word: &str) -> ReadError {
        let shown = shorten(word);
        let first = word.bytes().next().map(|byte| byte.to_ascii_lowercase());
        if matches!(first, Some(b'b' | b'o' | b'd' | b'x' | b'e' | b'i')) {
            let bad = self.invalid(start, format!("bad number `#{shown}`"), "not a number");
            let is_decimal = without_radix(word).is_some_and(|rest| {
                let decimal = mound_numbers::parse(rest, 10);
                rest.contains('.') || decimal.is_some_and(|number| !number.is_exact())
            });
            if is_decimal {
                return ReadError::Invalid(bad.with_hint(
                    "a point and an exponent are for radix 10 only: write the number as a fraction, such as `#x3/2`, or without `#b` `#o` `#x`",
                ));
            }
            let bad = bad.with_hint("`#b` `#o` `#d` `#x` begin numbers in radix 2, 8, 10, 16; `#e` `#i` make them exact or inexact");
            return ReadError::Invalid(bad);
        }
        let unknown = self.invalid(
            start,
            format!("unknown syntax `#{shown}`"),
            "nothing begins like this",
        );
        let hint = match nearest(word, ["true", "false"]) {
            _ if word.starts_with('<') => "`#<…>` shows an object that cannot be read again; write a variable that holds it".to_owned(),
            _ if word.is_empty() => "a comment begins with `;`; `#` begins `#t`, `#f`, `#(`, `#u8(`, `#\\` and numbers such as `#xff`".to_owned(),
            _ if word == "lang" => "there is no `#lang` here: a program begins with its imports, as in (import (scheme base) (scheme write))".to_owned(),
            _ if word.starts_with(':') && word.len() > 1 => {
                format!("keywords end in a colon here: `{}:`", shorten(&word[1..]))
            }
            Some(meant) => format!("did you mean `#{meant}`?"),
            None => "`#` begins `#t`, `#f`, `#(`, `#u8(`, `#f64(`, `#\\` and numbers such as `#xff`; a symbol with it is written in bars: `|#…|`".to_owned(),
        };
        ReadError::Invalid(unknown.with_hint(hint))
    }

    /// `#<object 12>`, where there are such.
    fn object(&mut self) -> Option<Token> {
        let evaluation = self.objects?;
        let (index, _) = self.rest().strip_prefix("#<object ")?.split_once('>')?;
        let token = Token::Atom(DatumKind::Object {
            evaluation,
            index: index.parse().ok()?,
        });
        self.position += "#<object >".len() + index.len();
        Some(token)
    }

    /// `#12=` or `#12#`.
    fn label(&mut self) -> Option<Token> {
        let after = self.rest().strip_prefix('#')?;
        let length = after.bytes().take_while(u8::is_ascii_digit).count();
        let number = after.get(..length)?.parse().ok()?;
        let token = match after.as_bytes().get(length)? {
            b'=' => Token::LabelDefinition(number),
            b'#' => Token::LabelReference(number),
            _ => return None,
        };
        self.position += length + 2;
        Some(token)
    }

    fn character(&mut self) -> Result<Token, ReadError> {
        let start = self.position;
        self.position += 2;
        let Some(first) = self.rest().chars().next() else {
            let unfinished = self.invalid(start, "unfinished character", "expected a character");
            return Err(ReadError::Incomplete(unfinished));
        };
        let name_start = self.position;
        self.position += first.len_utf8();
        self.take_word();
        self.check_finished(start)?;
        let name = &self.text[name_start..self.position];
        let character = if name.len() == first.len_utf8() {
            Some(first)
        } else {
            self.character_called(name)
        };
        match character {
            Some(character) => Ok(Token::Atom(DatumKind::Character(character))),
            None => Err(self.unknown_character(start, name)),
        }
    }

    fn character_called(&self, name: &str) -> Option<char> {
        if self.fold_case {
            let name = name.to_lowercase();
            return named(&name).or_else(|| from_hexadecimal(name.strip_prefix('x')?));
        }
        named(name).or_else(|| from_hexadecimal(name.strip_prefix(['x', 'X'])?))
    }

    fn unknown_character(&self, start: usize, name: &str) -> ReadError {
        let unknown = self.invalid(
            start,
            format!("unknown character `#\\{}`", shorten(name)),
            "no character has this name",
        );
        let folded = name.to_lowercase();
        let meant = match named(&folded) {
            Some(_) => Some(folded.as_str()),
            None => nearest(&folded, NAMES.iter().map(|&(name, _)| name)),
        };
        let hint = match meant {
            Some(meant) => format!("did you mean `#\\{meant}`?"),
            None => "a character is `#\\` and the character itself, a name such as `space`, or `x` and its number in hexadecimal".to_owned(),
        };
        ReadError::Invalid(unknown.with_hint(hint))
    }
}

/// The kind of the vector of numbers that begins here, as with `#s16(`.
fn numbers(rest: &str) -> Option<Elements> {
    /// Of the longest name, `c128`, with the `#` before it.
    const BYTES_MAX: usize = 5;
    let length = rest
        .bytes()
        .take(BYTES_MAX + 1)
        .position(|byte| byte == b'(')?;
    Elements::named(rest.get(1..length)?)
}

/// What follows the `b`, `o` or `x` at the beginning of what follows a `#`.
fn without_radix(word: &str) -> Option<&str> {
    let rest = word.trim_start_matches(['e', 'E', 'i', 'I', '#']);
    rest.strip_prefix(['b', 'B', 'o', 'O', 'x', 'X'])
}

/// Source text for a message: neither long nor with line ends.
fn shorten(text: &str) -> String {
    let mut shown: String = text.escape_debug().take(QUOTED_MAX).collect();
    if text.escape_debug().count() > QUOTED_MAX {
        shown.push('…');
    }
    shown
}
