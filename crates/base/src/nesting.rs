//! Whether a datum of which only the beginning is there may be whole by now.
//!
//! Text comes in lines or pieces, and to read a datum again after each of them takes time that grows with the
//! square of their number. So each piece is looked at once, for what opens and closes. Only "not whole" is certain:
//! anything else says that the reader is to be asked. What is an error may be found late, but is found
//! where all that was opened is closed.
//!
//! A piece may end anywhere. A token of which the beginning says too little is not passed until more is there.
//!
//! Not here: what is read (`mound_syntax`), whose tokens this follows. A test there compares the two.

/// What was opened in the text of a datum until now.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub struct Nesting {
    bytes: usize,
    depth: usize,
    inside: Inside,
    /// The reader has said that what was looked at then is no whole datum.
    was_unfinished: bool,
    /// Something has ended outside of all brackets since then: it may be the datum.
    may_be_whole: bool,
}

/// What goes on at the end of the text, if anything does.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
enum Inside {
    #[default]
    Nothing,
    /// A string or a symbol, up to this character.
    Quoted(char),
    /// A comment up to the end of the line.
    Line,
    /// So many comments within each other.
    Comments(usize),
    /// Letters up to a delimiter.
    Word,
}

/// Bytes after which a token that begins with `#` is a word, whatever follows.
const LONG_TOKEN: usize = 64;

impl Nesting {
    /// Notes that the reader has found no whole datum in this text, which begins with all that was looked at.
    pub fn note_unfinished(&mut self, text: &[u8]) {
        self.look(text);
        self.was_unfinished = true;
        self.may_be_whole = false;
    }

    /// Whether this text, which begins with all that was looked at, is certainly no whole datum.
    pub fn is_unfinished(&mut self, text: &[u8]) -> bool {
        self.look(text);
        let goes_on = self.was_unfinished || self.depth > 0 || self.inside != Inside::Nothing;
        goes_on && !self.may_be_whole
    }

    /// Looks at what was added.
    fn look(&mut self, text: &[u8]) {
        let added = text.get(self.bytes..).unwrap_or_default();
        let mut rest = match std::str::from_utf8(added) {
            Ok(added) => added,
            Err(error) => {
                // A character of which the end has not come is looked at later.
                self.may_be_whole |= error.error_len().is_some();
                std::str::from_utf8(&added[..error.valid_up_to()]).unwrap_or_default()
            }
        };
        let length = rest.len();
        if self.bytes == 0 {
            rest = rest.strip_prefix('\u{feff}').unwrap_or(rest);
            match rest {
                "" | "#" | "#!" => return,
                _ if rest.starts_with("#!/") || rest.starts_with("#! ") => {
                    self.inside = Inside::Line;
                }
                _ => {}
            }
        }
        while let Some(next) = self.pass(rest) {
            rest = next;
        }
        self.bytes += length - rest.len();
    }

    fn ends(&mut self) {
        self.may_be_whole |= self.depth == 0;
    }

    /// Passes something at the front and gives what follows, if there is enough to know what it is.
    fn pass<'text>(&mut self, rest: &'text str) -> Option<&'text str> {
        let first = rest.chars().next()?;
        let behind = &rest[first.len_utf8()..];
        match self.inside {
            Inside::Nothing => self.token(first, rest),
            Inside::Quoted(_) if first == '\\' => {
                let escaped = behind.chars().next()?;
                Some(&behind[escaped.len_utf8()..])
            }
            Inside::Quoted(end) if first == end => {
                self.inside = Inside::Nothing;
                self.ends();
                Some(behind)
            }
            Inside::Quoted(end) => Some(from(rest, rest.find([end, '\\']))),
            Inside::Line => {
                let end = rest.find(['\n', '\r']);
                if end.is_some() {
                    self.inside = Inside::Nothing;
                }
                Some(from(rest, end))
            }
            Inside::Comments(count) => match rest.as_bytes() {
                [b'#' | b'|'] => None,
                [b'#', b'|', ..] => {
                    self.inside = Inside::Comments(count + 1);
                    Some(&rest[2..])
                }
                [b'|', b'#', ..] => {
                    self.inside = match count {
                        0 | 1 => Inside::Nothing,
                        _ => Inside::Comments(count - 1),
                    };
                    Some(&rest[2..])
                }
                [b'#' | b'|', ..] => Some(behind),
                _ => Some(from(rest, rest.find(['#', '|']))),
            },
            Inside::Word => {
                let end = rest.find(is_delimiter);
                let next = from(rest, end);
                // The reader refuses it at once.
                self.may_be_whole |= rest[..rest.len() - next.len()].contains('\0');
                if end.is_some() {
                    self.inside = Inside::Nothing;
                    self.ends();
                }
                Some(next)
            }
        }
    }

    /// Passes a token, or its beginning.
    fn token<'text>(&mut self, first: char, rest: &'text str) -> Option<&'text str> {
        let behind = &rest[first.len_utf8()..];
        match first {
            '(' => self.depth += 1,
            // It may become `,@`.
            ',' if behind.is_empty() => return None,
            ',' => return Some(behind.strip_prefix('@').unwrap_or(behind)),
            ')' => {
                self.depth = self.depth.saturating_sub(1);
                self.ends();
            }
            '"' | '|' => self.inside = Inside::Quoted(first),
            ';' => self.inside = Inside::Line,
            // An error, of which the reader tells.
            '[' | ']' | '{' | '}' => self.may_be_whole = true,
            '#' => return self.hash(behind),
            _ if is_delimiter(first) => return Some(behind.trim_start()),
            _ => {
                self.inside = Inside::Word;
                return Some(rest);
            }
        }
        Some(behind)
    }

    /// Passes a token, or its beginning: `#` and this.
    fn hash<'text>(&mut self, behind: &'text str) -> Option<&'text str> {
        let kind = behind.chars().next()?;
        match kind {
            '|' => {
                self.inside = Inside::Comments(1);
                return Some(&behind[1..]);
            }
            ';' => return Some(&behind[1..]),
            '\\' => {
                let letter = behind[1..].chars().next()?;
                self.inside = Inside::Word;
                return Some(&behind[1 + letter.len_utf8()..]);
            }
            _ => {}
        }
        let label = behind.trim_start_matches(|letter: char| letter.is_ascii_digit());
        let has_digits = label.len() < behind.len();
        if has_digits && let Some(next) = label.strip_prefix('=') {
            return Some(next);
        }
        if has_digits && let Some(next) = label.strip_prefix('#') {
            self.ends();
            return Some(next);
        }
        let Some(length) = behind.find(is_delimiter) else {
            if behind.len() < LONG_TOKEN {
                return None;
            }
            self.inside = Inside::Word;
            return Some(behind);
        };
        let (word, next) = behind.split_at(length);
        // `#(`, `#u8(` and the like, but not `#t(`.
        let is_numbers = matches!(kind, 'u' | 'U' | 's' | 'f' | 'c')
            && word.ends_with(|last: char| last.is_ascii_digit());
        let is_vector = word.is_empty() || is_numbers;
        if !(is_vector && next.starts_with('(')) {
            self.ends();
        }
        Some(next)
    }
}

/// The text from there on; the end of it if there is no such place.
fn from(text: &str, place: Option<usize>) -> &str {
    &text[place.unwrap_or(text.len())..]
}

/// Whether a word ends before this character.
pub fn is_delimiter(character: char) -> bool {
    character.is_whitespace()
        || matches!(
            character,
            '(' | ')' | '[' | ']' | '{' | '}' | '"' | ';' | '\'' | '`' | ',' | '|'
        )
}
