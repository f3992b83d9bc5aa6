//! Names and escapes of characters, in one place for reader and printer.

/// Names after `#\`. The first name of a character is the one that is written.
pub const NAMES: &[(&str, char)] = &[
    ("alarm", '\u{7}'),
    ("backspace", '\u{8}'),
    ("delete", '\u{7f}'),
    ("rubout", '\u{7f}'),
    ("escape", '\u{1b}'),
    ("altmode", '\u{1b}'),
    ("newline", '\n'),
    ("linefeed", '\n'),
    ("null", '\0'),
    ("nul", '\0'),
    ("page", '\u{c}'),
    ("return", '\r'),
    ("space", ' '),
    ("tab", '\t'),
    ("vtab", '\u{b}'),
];

/// Letters after `\` in strings and symbols in bars.
pub const ESCAPES: &[(char, char)] = &[
    ('a', '\u{7}'),
    ('b', '\u{8}'),
    ('t', '\t'),
    ('n', '\n'),
    ('r', '\r'),
    ('"', '"'),
    ('\\', '\\'),
    ('|', '|'),
];

/// The character called `name`.
pub fn named(name: &str) -> Option<char> {
    NAMES
        .iter()
        .find(|(known, _)| *known == name)
        .map(|&(_, character)| character)
}

/// The name of `character`, if it has one.
pub fn name(character: char) -> Option<&'static str> {
    NAMES
        .iter()
        .find(|(_, named)| *named == character)
        .map(|&(name, _)| name)
}

/// The character that `\letter` stands for.
pub fn escaped(letter: char) -> Option<char> {
    ESCAPES
        .iter()
        .find(|(known, _)| *known == letter)
        .map(|&(_, character)| character)
}

/// The letter that stands for `character` after `\`.
pub fn escape_letter(character: char) -> Option<char> {
    ESCAPES
        .iter()
        .find(|(_, escaped)| *escaped == character)
        .map(|&(letter, _)| letter)
}

/// Whether a reader of the text would not see the character: it is written by number.
pub fn is_invisible(character: char) -> bool {
    character.is_control()
        || (character.is_whitespace() && character != ' ')
        || matches!(character,
            '\u{ad}' | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{206f}'
            | '\u{feff}' | '\u{fff9}'..='\u{fffb}' | '\u{e000}'..='\u{f8ff}')
}

/// The character with this number in hexadecimal digits.
pub fn from_hexadecimal(digits: &str) -> Option<char> {
    let valid = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_hexdigit());
    let number = valid
        .then(|| u32::from_str_radix(digits, 16).ok())
        .flatten()?;
    char::from_u32(number)
}

/// Cherokee had only capitals at first, so its small letters fold to them.
pub fn is_cherokee(character: char) -> bool {
    matches!(character, '\u{13a0}'..='\u{13f5}' | '\u{13f8}'..='\u{13fd}' | '\u{ab70}'..='\u{abbf}')
}

/// Full case folding of a text, as `string-foldcase` and `#!fold-case` do it.
pub fn fold_case(text: &str) -> String {
    let mut folded = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '\u{131}' => folded.push(character),
            _ if is_cherokee(character) => folded.extend(character.to_uppercase()),
            // To small letters first, since the capital sharp s is not that of "ss".
            _ => folded.extend(
                character
                    .to_lowercase()
                    .flat_map(char::to_uppercase)
                    .flat_map(char::to_lowercase),
            ),
        }
    }
    folded
}
