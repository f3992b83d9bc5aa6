//! Data to text.
//!
//! The token-level functions are also what the printer of run-time values uses,
//! so that a value and the datum it was read as are written alike.

use crate::characters::{escape_letter, is_invisible, name};
use crate::lexer;
use crate::{Datum, DatumKind};
use mound_base::Span;
use mound_numbers::Number;
use std::collections::{HashMap, HashSet};
use std::fmt::Write as _;

/// The text of `write`: reading it gives an equal datum.
pub fn write(datum: &Datum) -> String {
    print(datum, Style::Write)
}

/// The text of `display`: for people, strings and characters as they are.
pub fn display(datum: &Datum) -> String {
    print(datum, Style::Display)
}

/// A symbol, in bars if it would not be read back without.
pub fn write_symbol(name: &str) -> String {
    if lexer::is_plain_symbol(name) {
        name.to_owned()
    } else {
        quoted(name, '|')
    }
}

/// A string in double quotes.
pub fn write_string(text: &str) -> String {
    quoted(text, '"')
}

/// A character as `#\…`.
pub fn write_char(character: char) -> String {
    match name(character) {
        Some(name) => format!("#\\{name}"),
        None if is_invisible(character) => format!("#\\x{:x}", u32::from(character)),
        None => format!("#\\{character}"),
    }
}

/// A number in radix 10.
pub fn write_number(number: &Number) -> String {
    mound_numbers::to_string(number, 10)
}

/// A bytevector as `#u8(…)`.
pub fn write_bytevector(bytes: &[u8]) -> String {
    let mut text = String::from("#u8(");
    for (index, byte) in bytes.iter().enumerate() {
        let gap = if index == 0 { "" } else { " " };
        let _ = write!(text, "{gap}{byte}");
    }
    text.push(')');
    text
}

/// The prefix that `(name x)` is written with, if it has one.
pub fn abbreviation(name: &str) -> Option<&'static str> {
    lexer::PREFIXES
        .iter()
        .find(|(_, long)| *long == name)
        .map(|&(prefix, _)| prefix)
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Style {
    Write,
    Display,
}

/// What remains to be printed, last first.
enum Pending<'datum> {
    Datum(&'datum Datum),
    Text(&'static str),
}

fn print(datum: &Datum, style: Style) -> String {
    let mut text = String::new();
    let mut pending = vec![Pending::Datum(datum)];
    let (mut labels, mut written) = (HashMap::new(), HashSet::new());
    while let Some(next) = pending.pop() {
        let datum = match next {
            Pending::Text(fixed) => {
                text.push_str(fixed);
                continue;
            }
            Pending::Datum(datum) => datum,
        };
        match &datum.kind {
            DatumKind::List { items, tail } => {
                if let Some((prefix, quoted)) = abbreviated(datum) {
                    text.push_str(prefix);
                    pending.push(Pending::Datum(quoted));
                } else {
                    text.push('(');
                    push_sequence(&mut pending, items, tail.as_deref());
                }
            }
            DatumKind::Vector(items) => {
                text.push_str("#(");
                push_sequence(&mut pending, items, None);
            }
            DatumKind::Labelled { label, datum } => {
                let number = number_of(*label, &mut labels);
                let is_new = written.insert(*label);
                let _ = write!(text, "#{number}{}", if is_new { "=" } else { "#" });
                if is_new {
                    pending.push(Pending::Datum(datum));
                }
            }
            DatumKind::Reference(label) => {
                let _ = write!(text, "#{}#", number_of(*label, &mut labels));
            }
            DatumKind::Boolean(_)
            | DatumKind::Character(_)
            | DatumKind::Number(_)
            | DatumKind::String(_)
            | DatumKind::Symbol(_)
            | DatumKind::Bytevector(_)
            | DatumKind::Numbers(..)
            | DatumKind::Object { .. } => print_atom(&mut text, &datum.kind, style),
        }
    }
    text
}

/// Labels are numbered in the order in which they are written.
fn number_of(label: Span, labels: &mut HashMap<Span, usize>) -> usize {
    let next = labels.len();
    *labels.entry(label).or_insert(next)
}

fn print_atom(text: &mut String, atom: &DatumKind, style: Style) {
    match (atom, style) {
        (DatumKind::Boolean(true), _) => text.push_str("#t"),
        (DatumKind::Boolean(false), _) => text.push_str("#f"),
        (DatumKind::Number(number), _) => text.push_str(&write_number(number)),
        (DatumKind::Bytevector(bytes), _) => text.push_str(&write_bytevector(bytes)),
        (DatumKind::Object { index, .. }, _) => {
            let _ = write!(text, "#<object {index}>");
        }
        (DatumKind::Numbers(kind, bytes), _) => {
            let texts: Vec<String> = kind.texts(bytes).collect();
            let _ = write!(text, "#{}({})", kind.name(), texts.join(" "));
        }
        (DatumKind::Character(character), Style::Display) => text.push(*character),
        (DatumKind::Character(character), Style::Write) => text.push_str(&write_char(*character)),
        (DatumKind::String(string), Style::Display) => text.push_str(string),
        (DatumKind::String(string), Style::Write) => text.push_str(&write_string(string)),
        (DatumKind::Symbol(symbol), Style::Display) => text.push_str(&symbol.text()),
        (DatumKind::Symbol(symbol), Style::Write) => text.push_str(&write_symbol(&symbol.text())),
        // Printed by parts.
        (
            DatumKind::Vector(_)
            | DatumKind::List { .. }
            | DatumKind::Labelled { .. }
            | DatumKind::Reference(_),
            _,
        ) => {}
    }
}

fn push_sequence<'datum>(
    pending: &mut Vec<Pending<'datum>>,
    items: &'datum [Datum],
    tail: Option<&'datum Datum>,
) {
    pending.push(Pending::Text(")"));
    if let Some(tail) = tail {
        pending.push(Pending::Datum(tail));
        pending.push(Pending::Text(" . "));
    }
    for (index, item) in items.iter().enumerate().rev() {
        pending.push(Pending::Datum(item));
        if index > 0 {
            pending.push(Pending::Text(" "));
        }
    }
}

/// The prefix and the part of `(quote x)` and its like.
fn abbreviated(datum: &Datum) -> Option<(&'static str, &Datum)> {
    let [keyword, quoted] = datum.as_list()? else {
        return None;
    };
    let prefix = abbreviation(&keyword.as_symbol()?.text())?;
    // `,` before `@x` would be read as `,@` before `x`.
    let ambiguous = prefix == ","
        && quoted
            .as_symbol()
            .is_some_and(|symbol| symbol.text().starts_with('@'));
    (!ambiguous).then_some((prefix, quoted))
}

fn quoted(text: &str, delimiter: char) -> String {
    let mut quoted = String::with_capacity(text.len() + 2);
    quoted.push(delimiter);
    for character in text.chars() {
        let other_delimiter = matches!(character, '"' | '|') && character != delimiter;
        match escape_letter(character) {
            Some(letter) if !other_delimiter => {
                quoted.push('\\');
                quoted.push(letter);
            }
            None if is_invisible(character) => {
                let _ = write!(quoted, "\\x{:x};", u32::from(character));
            }
            Some(_) | None => quoted.push(character),
        }
    }
    quoted.push(delimiter);
    quoted
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn symbols_get_bars_when_needed() {
        let cases = [
            ("abc", "abc"),
            ("->x", "->x"),
            ("...", "..."),
            ("1+", "1+"),
            ("name:", "name:"),
            ("λ", "λ"),
            ("", "||"),
            (".", "|.|"),
            ("12", "|12|"),
            ("+inf.0", "|+inf.0|"),
            ("a b", "|a b|"),
            ("a|b", "|a\\|b|"),
            ("a\"b", "|a\"b|"),
            ("#foo", "|#foo|"),
            ("a\u{1}", "|a\\x1;|"),
            ("x[1]", "|x[1]|"),
        ];
        for (name, expected) in cases {
            assert_eq!(write_symbol(name), expected);
        }
    }

    #[test]
    fn strings_and_characters_are_escaped() {
        assert_eq!(
            write_string("a\"b\\c\n\u{0}|λ"),
            "\"a\\\"b\\\\c\\n\\x0;|λ\""
        );
        assert_eq!(write_char('a'), "#\\a");
        assert_eq!(write_char(' '), "#\\space");
        assert_eq!(write_char('\u{1b}'), "#\\escape");
        assert_eq!(write_char('\u{1}'), "#\\x1");
        assert_eq!(write_char('('), "#\\(");
    }
}
