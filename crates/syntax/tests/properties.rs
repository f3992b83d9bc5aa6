//! Reading what was written gives the same data; reading anything gives no panic.

use mound_base::{Nesting, SourceId, Span, Symbol};
use mound_numbers::{Elements, IBig, Number};
use mound_syntax::{Datum, DatumKind, ReadError, Reader, read_all, write};
use proptest::prelude::*;

fn any_name() -> impl Strategy<Value = String> {
    prop_oneof![
        "[a-z!?+*/<=>:.-]{0,6}",
        "[-+.0-9/ei#@|\\\\a(]{0,6}",
        any::<String>().prop_map(|text| text.chars().take(6).collect()),
        Just("quote".to_owned()),
        Just("unquote".to_owned()),
    ]
}

fn any_number() -> impl Strategy<Value = Number> {
    prop_oneof![
        any::<i128>().prop_map(|value| Number::Integer(IBig::from(value))),
        any::<u64>().prop_map(|bits| Number::Flonum(f64::from_bits(bits))),
        (any::<i64>(), 1_i64..).prop_map(|(top, bottom)| {
            Number::from_fraction(top.into(), bottom.into()).expect("not by zero")
        }),
    ]
}

fn numbers(kind: Elements, elements: &[i32]) -> Datum {
    let mut bytes = Vec::new();
    for &element in elements {
        assert!(kind.push(&Number::from(element), &mut bytes));
    }
    Datum::new(Span::NONE, DatumKind::Numbers(kind, bytes.into()))
}

fn any_datum() -> impl Strategy<Value = Datum> {
    const NONE: Span = Span::NONE;
    let atom = prop_oneof![
        any::<bool>().prop_map(|value| Datum::boolean(NONE, value)),
        any::<char>().prop_map(|value| Datum::character(NONE, value)),
        any_number().prop_map(|value| Datum::number(NONE, value)),
        any::<String>().prop_map(|value| Datum::string(NONE, &value)),
        any_name().prop_map(|name| Datum::symbol(NONE, Symbol::intern(&name))),
        any::<Vec<u8>>().prop_map(|bytes| Datum::bytevector(NONE, bytes)),
        any::<Vec<i32>>().prop_map(|elements| numbers(Elements::S32, &elements)),
        any::<Vec<i32>>().prop_map(|elements| numbers(Elements::C64, &elements)),
    ];
    atom.prop_recursive(5, 40, 5, |part| {
        let parts = prop::collection::vec(part.clone(), 0..5);
        prop_oneof![
            parts.clone().prop_map(|items| Datum::list(NONE, items)),
            parts.clone().prop_map(|items| Datum::vector(NONE, items)),
            (parts, part).prop_map(|(items, tail)| Datum::dotted(NONE, items, tail)),
        ]
    })
}

proptest! {
    #[test]
    fn written_data_reads_back(datum in any_datum()) {
        let text = write(&datum);
        let back = read_all(SourceId(0), &text);
        prop_assert!(back.as_ref().is_ok_and(|data| data.len() == 1), "{} {:?}", text, back);
        prop_assert!(back.is_ok_and(|data| data[0].is_equal(&datum)), "{}", text);
    }
}

/// A small generator with a fixed start: every run tries the same texts.
struct Random(u64);

impl Random {
    fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) as usize % bound
    }
}

/// Reads to the end with every setting; each step must make progress.
fn read_everything(text: &str) {
    let readers = [
        Reader::new(SourceId(0), text),
        Reader::new(SourceId(0), text)
            .expecting_more()
            .folding_case(true),
    ];
    for mut reader in readers {
        for _ in 0..=text.len() + 1 {
            match reader.next() {
                Ok(None) | Err(mound_syntax::ReadError::Incomplete(_)) => break,
                Ok(Some(datum)) => {
                    let written = write(&datum);
                    let back = read_all(SourceId(0), &written);
                    assert!(back.is_ok_and(|data| data[0].is_equal(&datum)), "{written}");
                }
                Err(mound_syntax::ReadError::Invalid(_)) => {}
            }
        }
        assert!(reader.position() <= text.len());
    }
}

#[test]
fn random_text_never_panics() {
    const PIECES: &[&str] = &[
        "(",
        ")",
        "#(",
        "#u8(",
        "#s16(",
        "'",
        "`",
        ",",
        ",@",
        " ",
        "\n",
        ".",
        " . ",
        "#;",
        "#|",
        "|#",
        ";",
        "\"",
        "\\",
        "|",
        "#\\",
        "x41",
        ";",
        "#0=",
        "#0#",
        "#1=",
        "#!fold-case",
        "#!",
        "#",
        "12",
        "1/2",
        "1e9",
        "-",
        "+inf.0",
        "abc",
        "λ",
        "\u{feff}",
        "\r\n",
        "#t",
        "#false",
        "[",
        "}",
        "#e1e9",
        "\u{0}",
        "space",
        "#x",
    ];
    let mut random = Random(0x9e37_79b9_7f4a_7c15);
    for _ in 0..20_000 {
        let text: String = (0..random.below(20))
            .map(|_| PIECES[random.below(PIECES.len())])
            .collect();
        read_everything(&text);
    }
}

#[test]
fn damaged_text_never_panics() {
    let valid = "#!fold-case (define (f x . y) \"s\\x41;\\n\" #\\space `(a ,@b) #u8(1 2) #f64(1 2.5) #(1.5 -2/3) #0=(q) #0# #;no |a b|)\n; end λ";
    let mut random = Random(42);
    for _ in 0..20_000 {
        let mut bytes = valid.as_bytes().to_vec();
        for _ in 0..=random.below(4) {
            let place = random.below(bytes.len());
            match random.below(3) {
                0 => bytes[place] = random.below(256) as u8,
                1 => drop(bytes.remove(place)),
                _ => bytes.insert(place, valid.as_bytes()[random.below(valid.len())]),
            }
        }
        read_everything(&String::from_utf8_lossy(&bytes));
    }
}

/// Where lines of a datum are certainly not all of it, the reader says so too; and a text that opens nothing
/// new is not held back.
#[test]
fn what_is_open_is_no_whole_datum() {
    const PIECES: &[&str] = &[
        "(",
        "(",
        "(",
        ")",
        ")",
        "#(",
        "#u8(",
        "#s16(1 ",
        "'",
        ",@",
        "#'",
        "#,@",
        "\"",
        "|",
        "\\",
        "\\\"",
        "\n",
        "\n",
        "\n",
        " ",
        ";",
        "#;",
        "#|",
        "|#",
        "#\\(",
        "#\\)",
        "#\\\"",
        "#\\;",
        "#\\|",
        "#\\a",
        "#t",
        "#0=",
        "#0#",
        "a",
        "12",
        "a#|",
        ".",
        "\u{3000}",
        "\u{feff}",
        "#! ",
        "#!/bin/(\n",
        "#!fold-case ",
        "é",
        "#",
        "[",
        "\r",
    ];
    let mut random = Random(0x9e37_79b9_7f4a_7c15);
    let (mut opened, mut wholes) = (0, 0);
    for _ in 0..400_000 {
        let count = 1 + random.below(12);
        let mut text: String = (0..count)
            .map(|_| PIECES[random.below(PIECES.len())])
            .collect();
        text.push('\n');
        let mut nesting = Nesting::default();
        let mut end = 0;
        while end < text.len() {
            end = text.ceil_char_boundary(end + 1 + random.below(8));
            let part = &text[..end];
            let is_open = nesting.is_unfinished(part.as_bytes());
            let read = Reader::new(SourceId(0), part).expecting_more().next();
            match (is_open, read) {
                (true, Ok(Some(datum))) => panic!("{part:?} is {datum:?}"),
                // The reader tells of an error, sooner or later.
                (true, Err(ReadError::Invalid(_))) => {}
                (true, _) => opened += 1,
                (false, Ok(Some(_))) => {
                    wholes += 1;
                    break;
                }
                (false, Err(ReadError::Invalid(_))) => break,
                (false, _) if random.below(2) == 0 => nesting.note_unfinished(part.as_bytes()),
                (false, _) => {}
            }
        }
    }
    assert!(opened > 1000 && wholes > 1000, "{opened} {wholes}");
}
