//! Tests of the text of standard input.

use super::*;

#[test]
fn what_is_consumed_is_gone_and_what_comes_stands_behind() {
    let mut input = Input::default();
    assert_eq!(input.rest(), "");
    input.add("first\n");
    input.add("second\n");
    assert_eq!(input.rest(), "first\nsecond\n");
    input.consume(3);
    assert_eq!(input.rest(), "st\nsecond\n");
    input.has_ended = true;
    input.add("third");
    assert!(!input.has_ended, "more has come");
    assert_eq!(input.rest(), "st\nsecond\nthird");
    input.consume(3);
    input.consume(1000);
    assert_eq!(input.rest(), "");
}

#[test]
fn whole_characters_are_consumed() {
    let letters = ["a", "ä", "€", "😀"];
    for letter in letters {
        for bytes in 1..=letter.len() {
            let mut input = Input::default();
            input.add(&format!("{letter}x"));
            input.consume(bytes);
            assert_eq!(input.rest(), "x", "{bytes} of {letter}");
        }
    }
}

/// Texts as they come, line by line, and after which of them the datum is certainly no whole one.
#[test]
fn a_datum_is_unfinished_until_what_it_opened_is_closed() {
    for lines in [
        &[
            ("(a\n", true),
            ("(b\n", true),
            (")\n", true),
            (")\n", false),
        ][..],
        &[("\"text\n", true), ("(\n", true), ("end\"\n", false)],
        &[("#| a\n", true), ("(( |#\n", true), ("(a\n", true)],
        &[("(\n", true), (") (a\n", false)],
        &[("'\n", true), ("; b\n", true), ("a\n", false)],
    ] {
        let mut input = Input::default();
        for (index, &(line, expected)) in lines.iter().enumerate() {
            input.add(line);
            if index == 0 {
                assert!(!input.is_unfinished(), "nobody has tried to read {line:?}");
                input.note_unfinished();
            }
            assert_eq!(input.is_unfinished(), expected, "{lines:?} at {line:?}");
            assert_eq!(input.is_unfinished(), expected, "the same again");
        }
        input.add("(\n");
        input.note_unfinished();
        input.consume(1);
        assert!(!input.is_unfinished(), "the rest is another datum");
    }
}
