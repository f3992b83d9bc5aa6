//! What comes in pieces is read as if it had come at once.

use super::Look;
use super::decode::{first_character, line, string};
use mound_machine::resource::Incoming;

/// Feeds `pieces` to a read until it finds something; `None` for the end.
fn next<T>(
    incoming: &mut Incoming,
    pieces: &mut Vec<&[u8]>,
    read: &mut impl FnMut(&mut Incoming) -> Look<T>,
) -> Option<Result<T, u64>> {
    loop {
        match read(incoming) {
            Look::Found(found) => return Some(Ok(found)),
            Look::NotText(offset) => return Some(Err(offset)),
            Look::End => return None,
            Look::More if pieces.is_empty() => incoming.end = true,
            Look::More => incoming.add(pieces.remove(0)),
        }
    }
}

/// All that a read finds in `text`, cut at this place.
fn all<T>(
    text: &[u8],
    cut: usize,
    mut read: impl FnMut(&mut Incoming) -> Look<T>,
) -> Vec<Result<T, u64>> {
    let mut incoming = Incoming::new("test".into(), true);
    let (first, second) = text.split_at(cut);
    let mut pieces: Vec<&[u8]> = [first, second]
        .into_iter()
        .filter(|piece| !piece.is_empty())
        .collect();
    let mut found = Vec::new();
    while let Some(next) = next(&mut incoming, &mut pieces, &mut read) {
        found.push(next);
    }
    found
}

fn check<T: PartialEq + std::fmt::Debug>(
    text: &[u8],
    expected: &[Result<T, u64>],
    mut read: impl FnMut(&mut Incoming) -> Look<T>,
) {
    for cut in 0..=text.len() {
        assert_eq!(all(text, cut, &mut read), expected, "cut at {cut}");
    }
}

fn character(incoming: &mut Incoming) -> Look<char> {
    match first_character(incoming) {
        Look::Found((character, width)) => {
            incoming.consume(width);
            Look::Found(character)
        }
        Look::More => Look::More,
        Look::End => Look::End,
        Look::NotText(offset) => Look::NotText(offset),
    }
}

#[test]
fn characters_of_each_width_may_be_cut_anywhere() {
    let expected = ['a', 'λ', '€', '😀', '\n'].map(Ok);
    check("aλ€😀\n".as_bytes(), &expected, character);
}

#[test]
fn bytes_that_are_no_text_are_told_of_once_and_passed() {
    let text = b"a\xffb\xc3(\xe2\x82";
    let expected = [Ok('a'), Err(1), Ok('b'), Err(3), Ok('('), Err(5)];
    check(text, &expected, character);
    // Not the shortest form, a surrogate, and more than there is.
    let expected = [Err(0), Err(1), Ok('x')];
    check(b"\xc0\xafx", &expected, character);
}

#[test]
fn lines_end_in_three_ways() {
    let lines = ["one", "two", "", "three λ", "", "four"].map(|line| Ok(line.to_owned()));
    check("one\ntwo\r\n\rthree λ\n\r\nfour".as_bytes(), &lines, line);
    let lines = ["a", "b"].map(|line| Ok(line.to_owned()));
    check(b"a\rb\r", &lines, line);
}

#[test]
fn a_line_that_is_no_text_is_passed_whole() {
    let expected = [Ok("a".to_owned()), Err(3), Ok("c".to_owned())];
    check(b"a\nb\xff\xffd\nc", &expected, line);
}

#[test]
fn strings_have_as_many_characters_as_were_asked_for() {
    let parts = ["aλ€", "😀bc", "d"].map(|part| Ok(part.to_owned()));
    check("aλ€😀bcd".as_bytes(), &parts, |incoming| {
        string(incoming, 3, true)
    });
}

#[test]
fn a_string_ends_before_what_is_no_text() {
    let expected = [Ok("ab".to_owned()), Err(2), Ok("cd".to_owned())];
    check(b"ab\xffcd", &expected, |incoming| string(incoming, 9, true));
}

#[test]
fn what_is_there_is_enough_unless_all_is_wanted() {
    let mut incoming = Incoming::new("test".into(), false);
    incoming.add("ab€".as_bytes());
    incoming.add(b"\xe2");
    assert!(matches!(string(&mut incoming, 9, true), Look::More));
    assert!(matches!(string(&mut incoming, 9, false), Look::Found(text) if text == "ab€"));
    assert!(matches!(string(&mut incoming, 9, false), Look::More));
    assert_eq!(incoming.offset(), 5);
}
