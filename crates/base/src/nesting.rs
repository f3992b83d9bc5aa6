//! Whether a datum of which only the beginning is there may be whole by now.
//!
//! Text comes in lines, and to read a datum again after each of them takes time that grows with the square
//! of their number. So each line is looked at once, for what opens and closes. Only "not whole" is certain:
//! anything else says that the reader is to be asked. What is an error may be found late, but is found
//! where all that was opened is closed.
//!
//! Not here: what is read (`mound_syntax`), whose tokens this follows. A test there compares the two.

use std::iter::Peekable;
use std::str::Chars;

/// What was opened in the lines of a datum until now.
#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub struct Nesting {
    bytes: usize,
    depth: usize,
    inside: Inside,
    /// Something has ended outside of all brackets: it may be the datum.
    may_be_whole: bool,
}

/// What goes on at the end of a line, if anything does.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
enum Inside {
    #[default]
    Nothing,
    /// A string or a symbol, up to this character.
    Quoted(char),
    /// So many comments within each other.
    Comments(usize),
}

impl Nesting {
    /// Bytes that were looked at.
    pub fn bytes(&self) -> usize {
        self.bytes
    }

    /// Looks at more text of the datum: whole lines with their ends.
    pub fn add(&mut self, lines: &str) {
        let mut rest = lines;
        if self.bytes == 0 {
            rest = rest.strip_prefix('\u{feff}').unwrap_or(rest);
            if rest.starts_with("#!/") || rest.starts_with("#! ") {
                rest = rest.find(['\n', '\r']).map_or("", |end| &rest[end..]);
            }
        }
        self.bytes += lines.len();
        let mut letters = rest.chars().peekable();
        loop {
            match self.inside {
                Inside::Nothing => {
                    let Some(first) = letters.next() else {
                        return;
                    };
                    self.token(first, &mut letters);
                }
                Inside::Quoted(end) => match letters.next() {
                    None => return,
                    Some('\\') => {
                        letters.next();
                    }
                    Some(letter) if letter == end => {
                        self.inside = Inside::Nothing;
                        self.ends();
                    }
                    Some(_) => {}
                },
                Inside::Comments(count) => match letters.next() {
                    None => return,
                    Some('#') if letters.next_if_eq(&'|').is_some() => {
                        self.inside = Inside::Comments(count + 1);
                    }
                    Some('|') if letters.next_if_eq(&'#').is_some() => {
                        self.inside = match count {
                            0 | 1 => Inside::Nothing,
                            _ => Inside::Comments(count - 1),
                        };
                    }
                    Some(_) => {}
                },
            }
        }
    }

    /// Whether what was added is certainly no whole datum.
    pub fn is_open(&self) -> bool {
        let goes_on = self.depth > 0 || self.inside != Inside::Nothing;
        goes_on && !self.may_be_whole
    }

    fn ends(&mut self) {
        self.may_be_whole |= self.depth == 0;
    }

    /// Passes what begins with `first`, or its beginning.
    fn token(&mut self, first: char, letters: &mut Peekable<Chars<'_>>) {
        match first {
            '(' => self.depth += 1,
            ',' => {
                letters.next_if_eq(&'@');
            }
            ')' => {
                self.depth = self.depth.saturating_sub(1);
                self.ends();
            }
            '"' | '|' => self.inside = Inside::Quoted(first),
            ';' => {
                while letters
                    .next_if(|&letter| letter != '\n' && letter != '\r')
                    .is_some()
                {}
            }
            // An error, of which the reader tells.
            '[' | ']' | '{' | '}' => self.may_be_whole = true,
            '#' => self.hash(letters),
            _ if is_delimiter(first) => {}
            _ => {
                pass_word(letters);
                self.ends();
            }
        }
    }

    /// Passes what begins with `#`.
    fn hash(&mut self, letters: &mut Peekable<Chars<'_>>) {
        match letters.peek().copied() {
            Some('|') => {
                letters.next();
                self.inside = Inside::Comments(1);
            }
            Some(';') => {
                letters.next();
            }
            Some('\\') => {
                letters.nth(1);
                pass_word(letters);
                self.ends();
            }
            kind => match pass_label(letters) {
                Some('=') => {}
                Some(_) => self.ends(),
                None => {
                    let last = pass_word(letters);
                    // `#(`, `#u8(` and the like, but not `#t(`.
                    let is_numbers = matches!(kind, Some('u' | 'U' | 's' | 'f' | 'c'))
                        && last.is_some_and(|last| last.is_ascii_digit());
                    let is_vector = last.is_none() || is_numbers;
                    if !(is_vector && letters.peek() == Some(&'(')) {
                        self.ends();
                    }
                }
            },
        }
    }
}

/// Passes `0=` or `0#` and the like, if that is what follows; its last letter. A token may begin behind it.
fn pass_label(letters: &mut Peekable<Chars<'_>>) -> Option<char> {
    let mut ahead = letters.clone();
    let mut digits = 0;
    while ahead.next_if(char::is_ascii_digit).is_some() {
        digits += 1;
    }
    let last = ahead.next_if(|letter| digits > 0 && matches!(letter, '=' | '#'))?;
    *letters = ahead;
    Some(last)
}

/// Passes the letters of a word; the last of them.
fn pass_word(letters: &mut Peekable<Chars<'_>>) -> Option<char> {
    let mut last = None;
    while let Some(letter) = letters.next_if(|&letter| !is_delimiter(letter)) {
        last = Some(letter);
    }
    last
}

/// Whether a word ends before this character.
pub fn is_delimiter(character: char) -> bool {
    character.is_whitespace()
        || matches!(
            character,
            '(' | ')' | '[' | ']' | '{' | '}' | '"' | ';' | '\'' | '`' | ',' | '|'
        )
}
