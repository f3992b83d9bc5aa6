//! One line of assembler text, as tokens.

use super::{AsmFault, Result};

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Token {
    /// A name, a number, or one of `( ) , =`.
    Word(String),
    /// A text in quotation marks.
    Text(String),
}

pub struct Line {
    /// Last token first.
    tokens: Vec<Token>,
}

impl Line {
    pub fn new(text: &str) -> Result<Line> {
        let mut tokens = Vec::new();
        let mut characters = text.chars().peekable();
        while let Some(character) = characters.next() {
            match character {
                ';' => break,
                '"' => tokens.push(Token::Text(quoted(&mut characters)?)),
                '(' | ')' | ',' => tokens.push(Token::Word(character.into())),
                _ if character.is_whitespace() => {}
                _ => {
                    let mut word = String::from(character);
                    while let Some(next) = characters.next_if(|&next| !is_delimiter(next)) {
                        word.push(next);
                    }
                    tokens.push(Token::Word(word));
                }
            }
        }
        tokens.reverse();
        Ok(Line { tokens })
    }

    pub fn next(&mut self) -> Option<Token> {
        self.tokens.pop()
    }

    /// Whether the token after the next is `word`: tells an item with a number from
    /// the instruction of that name.
    pub fn peek_second_is(&self, word: &str) -> bool {
        let second = self.tokens.len().checked_sub(2);
        second.is_some_and(|index| is_word(&self.tokens[index], word))
    }

    pub fn accept(&mut self, word: &str) -> bool {
        let found = self.tokens.last().is_some_and(|token| is_word(token, word));
        if found {
            self.tokens.pop();
        }
        found
    }

    pub fn expect(&mut self, word: &'static str) -> Result<()> {
        if self.accept(word) {
            return Ok(());
        }
        Err(AsmFault::Expected(word, self.next().map(Token::into_text)))
    }

    pub fn end(&mut self) -> Result<()> {
        match self.next() {
            None => Ok(()),
            Some(token) => Err(AsmFault::Expected(
                "the end of the line",
                Some(token.into_text()),
            )),
        }
    }

    pub fn word(&mut self, what: &'static str) -> Result<String> {
        match self.next() {
            Some(Token::Word(word)) => Ok(word),
            other => Err(AsmFault::Expected(what, other.map(Token::into_text))),
        }
    }

    /// A name, quoted or not.
    pub fn name(&mut self) -> Result<String> {
        match self.next() {
            Some(token) => Ok(token.into_text()),
            None => Err(AsmFault::Expected("a name", None)),
        }
    }

    pub fn unsigned(&mut self) -> Result<u32> {
        number(&self.word("a number")?)
    }

    /// What `element` reads, up to the end of the line.
    pub fn rest<T>(&mut self, element: impl Fn(&mut Line) -> Result<T>) -> Result<Vec<T>> {
        let mut elements = Vec::new();
        while !self.tokens.is_empty() {
            elements.push(element(self)?);
        }
        Ok(elements)
    }

    /// Numbers up to the end of the line, a comma or a parenthesis.
    pub fn numbers(&mut self) -> Result<Vec<u32>> {
        let mut numbers = Vec::new();
        while let Some(token) = self.tokens.last() {
            if is_word(token, ",") || is_word(token, ")") {
                break;
            }
            numbers.push(self.unsigned()?);
        }
        Ok(numbers)
    }

    /// Bytes as two digits each, up to the end of the line.
    pub fn bytes(&mut self) -> Result<Vec<u8>> {
        self.rest(|line| {
            let digits = line.word("a byte")?;
            u8::from_str_radix(&digits, 16).map_err(|_| AsmFault::Expected("a byte", Some(digits)))
        })
    }
}

impl Token {
    fn into_text(self) -> String {
        match self {
            Token::Word(text) | Token::Text(text) => text,
        }
    }
}

fn is_word(token: &Token, expected: &str) -> bool {
    matches!(token, Token::Word(word) if word == expected)
}

/// A number in decimal or, after `0x`, hexadecimal.
pub fn number(word: &str) -> Result<u32> {
    let parsed = match word.strip_prefix("0x") {
        Some(digits) => u32::from_str_radix(digits, 16),
        None => word.parse(),
    };
    parsed.map_err(|_| AsmFault::Expected("a number", Some(word.to_owned())))
}

/// Characters that end a bare word.
pub fn is_delimiter(character: char) -> bool {
    character.is_whitespace() || matches!(character, ';' | '"' | '(' | ')' | ',')
}

/// The rest of a quoted text, after its first quotation mark.
fn quoted(characters: &mut impl Iterator<Item = char>) -> Result<String> {
    let mut text = String::new();
    loop {
        match characters.next().ok_or(AsmFault::Unclosed)? {
            '"' => return Ok(text),
            '\\' => text.push(escaped(characters)?),
            character => text.push(character),
        }
    }
}

/// `\n`, `\x41;`, or a character as it is.
fn escaped(characters: &mut impl Iterator<Item = char>) -> Result<char> {
    match characters.next() {
        Some('n') => Ok('\n'),
        Some('x') => {
            let digits: String = characters.take_while(|&next| next != ';').collect();
            u32::from_str_radix(&digits, 16)
                .ok()
                .and_then(char::from_u32)
                .ok_or(AsmFault::Unclosed)
        }
        Some(character) => Ok(character),
        None => Err(AsmFault::Unclosed),
    }
}

/// `text` as a token that reads back: bare if it can be, else in quotation marks.
pub fn quote(text: &str) -> String {
    let bare = !text.is_empty()
        && text != "="
        && text
            .chars()
            .all(|character| !is_delimiter(character) && !character.is_control());
    if bare {
        text.to_owned()
    } else {
        in_quotes(text)
    }
}

/// `text` in quotation marks.
pub fn in_quotes(text: &str) -> String {
    let mut quoted = String::from('"');
    for character in text.chars() {
        match character {
            '"' | '\\' => quoted.extend(['\\', character]),
            '\n' => quoted.push_str("\\n"),
            _ if character.is_control() => {
                quoted.push_str(&format!("\\x{:x};", character as u32));
            }
            _ => quoted.push(character),
        }
    }
    quoted.push('"');
    quoted
}
