//! What text reads as, shown by what the printer writes for it.

use mound_base::counted::is_counted;
use mound_base::{SourceId, SourceMap, Span};
use mound_syntax::{Datum, ReadError, Reader, display, read_all, write};

const SOURCE: SourceId = SourceId(0);

fn read(text: &str) -> Vec<Datum> {
    read_all(SOURCE, text).unwrap_or_else(|problem| panic!("{text}: {}", problem.headline))
}

fn rewritten(text: &str) -> String {
    let data: Vec<String> = read(text).iter().map(write).collect();
    data.join(" ")
}

#[test]
fn lexical_syntax_of_the_standard() {
    let cases: &[(&str, &str)] = &[
        ("", ""),
        ("  ; nothing\n", ""),
        ("42 -7/3 1e3 #xff #e1.5", "42 -7/3 1000.0 255 3/2"),
        ("+inf.0 -inf.0 +nan.0", "+inf.0 -inf.0 +nan.0"),
        ("#t #f #true #false #TRUE", "#t #f #t #f #t"),
        ("a ; b\n c", "a c"),
        ("a #| b #| c |# d |# e", "a e"),
        ("a #;b c #;(d e) f #; #;g h i", "a c f i"),
        ("(a #;b)", "(a)"),
        ("(a . #;b c)", "(a . c)"),
        ("#;#;a b c", "c"),
        (
            "! !? ? ?? ... + - ->x 1+ -1+ .. .x +.x -- <=? a.b",
            "! !? ? ?? ... + - ->x 1+ -1+ .. .x +.x -- <=? a.b",
        ),
        ("name: :name a:b", "name: :name a:b"),
        (
            "|sym bol| |a\\x41;b| |a\\|b| || |x|",
            "|sym bol| aAb |a\\|b| || x",
        ),
        (
            "Abc #!fold-case Abc |Abc| ΣA #\\SPACE #!no-fold-case Abc",
            "Abc abc Abc σa #\\space Abc",
        ),
        (
            "#\\a #\\A #\\( #\\) #\\; #\\\" #\\  #\\x #\\x41 #\\λ #\\# #\\'",
            "#\\a #\\A #\\( #\\) #\\; #\\\" #\\space #\\x #\\A #\\λ #\\# #\\'",
        ),
        (
            r#""a\n\t\"\\\a\b\r\x41;\x3bb;b""#,
            r#""a\n\t\"\\\a\b\rAλb""#,
        ),
        ("\"one \\   \n   line\"", "\"one line\""),
        ("\"one\\\r\n line\"", "\"oneline\""),
        ("\"two\r\nlines\rthree\"", "\"two\\nlines\\nthree\""),
        ("|two\r\nlines\rthree|", "|two\\r\\nlines\\rthree|"),
        ("\"; no #| comment\"", "\"; no #| comment\""),
        ("#u8(0 255 #xff) #u8()", "#u8(0 255 255) #u8()"),
        ("#S16(1 #;2 -2) #u64()", "#s16(1 -2) #u64()"),
        (
            "#f32(1 1/4) #C64(1 +i)",
            "#f32(1.0 0.25) #c64(1.0+0.0i 0.0+1.0i)",
        ),
        ("#(1 #(2) \"x\") #()", "#(1 #(2) \"x\") #()"),
        (
            "#'a #`(b #,c #,@d)",
            "(syntax a) (quasisyntax (b (unsyntax c) (unsyntax-splicing d)))",
        ),
        ("'a `(b ,c ,@d) ' a '()", "'a `(b ,c ,@d) 'a '()"),
        (
            "(quote a b) (quote . a) (unquote @x)",
            "(quote a b) (quote . a) (unquote @x)",
        ),
        (
            "(a b . c) (a . (b c)) (a . (b . c)) (a . ()) (a . 'b)",
            "(a b . c) (a b c) (a b . c) (a) (a quote b)",
        ),
        ("(a . (b . (c . (d))) )", "(a b c d)"),
        ("()(a)(b)\"c\"d", "() (a) (b) \"c\" d"),
        ("a'b", "a 'b"),
        ("#!/usr/bin/env mound\n(a)", "(a)"),
        ("\u{feff}#! /bin/sh\n(a)", "(a)"),
        ("#0=(a b) ", "(a b)"),
        ("(#0=(a) #0# #1=b #1# . #0#)", "((a) (a) b b a)"),
        ("(x . #0=(y z))", "(x y z)"),
        ("(#10='a #10#)", "('a 'a)"),
        ("λ élan 日本", "λ élan 日本"),
    ];
    for (text, expected) in cases {
        assert_eq!(rewritten(text), *expected, "{text}");
    }
}

#[test]
fn characters_by_name() {
    let names = "#\\space #\\newline #\\nul #\\null #\\altmode #\\escape #\\backspace #\\delete \
                 #\\rubout #\\alarm #\\tab #\\return #\\linefeed #\\page";
    let characters: String = read(names).iter().filter_map(Datum::as_character).collect();
    assert_eq!(
        characters,
        " \n\0\0\u{1b}\u{1b}\u{8}\u{7f}\u{7f}\u{7}\t\r\n\u{c}"
    );
}

#[test]
fn display_is_for_people() {
    let datum = &read("(\"a\\nb\" #\\c |d e| \"f\")")[0];
    assert_eq!(display(datum), "(a\nb c d e f)");
}

#[test]
fn spans_cover_the_text_of_a_datum() {
    let text = "  (a 'b . #(c))";
    let data = read(text);
    let slice = |span: Span| &text[span.start as usize..span.end as usize];
    assert_eq!(slice(data[0].span), "(a 'b . #(c))");
    let (items, tail) = data[0].as_dotted().expect("a list");
    assert_eq!(slice(items[1].span), "'b");
    assert_eq!(tail.map(|tail| slice(tail.span)), Some("#(c)"));
}

#[test]
fn incomplete_text_is_told_from_wrong_text() {
    let incomplete = [
        "(", "(a", "'", "#(", "#u8(1", "#f64(1", "\"abc", "\"abc\\", "\"a\\x4", "\"a\\  ", "|a",
        "#|", "#| #| |#", "#;", "#\\", "(a .", "(a . b", "#0=", "(a #;",
    ];
    for text in incomplete {
        let mut reader = Reader::new(SOURCE, text);
        assert!(
            matches!(reader.next(), Err(ReadError::Incomplete(_))),
            "{text}"
        );
        assert_eq!(reader.position(), 0, "{text}");
    }
    let wrong = [
        ")",
        "]",
        "[a]",
        "(a . )",
        "( . a)",
        "(a . b c)",
        "(a . b . c)",
        ".",
        "#(a . b)",
        "(')",
        "(#;)",
        "#u8(256)",
        "#u8(a)",
        "#s8(128)",
        "#u16(1.5)",
        "#f64(+i)",
        "#c64(a)",
        "#u16(1 . 2)",
        "#x1.5",
        "#\\spac",
        "#foo",
        "#",
        "#x",
        "\"\\q\"",
        "\"\\x;\"",
        "\"\\x110000;\"",
        "\"\\xd800;\"",
        "#0#",
        "#0=#0#",
        "#0=#1=#0#",
        "(#0=a #0=b)",
        "1/0",
        "#!foo",
        "(a . (b) c)",
    ];
    for text in wrong {
        let mut reader = Reader::new(SOURCE, text);
        assert!(
            matches!(reader.next(), Err(ReadError::Invalid(_))),
            "{text}"
        );
    }
}

#[test]
fn a_token_at_the_end_waits_for_more_if_more_may_follow() {
    for text in ["12", "abc", "#\\a", "#tru", "#", ",", "; comment", "#!fold"] {
        let mut reader = Reader::new(SOURCE, text).expecting_more();
        assert!(
            matches!(reader.next(), Err(ReadError::Incomplete(_))),
            "{text}"
        );
    }
    for text in ["12 ", "(a)", "\"s\"", "|s|"] {
        let mut reader = Reader::new(SOURCE, text).expecting_more();
        assert!(matches!(reader.next(), Ok(Some(_))), "{text}");
    }
}

#[test]
fn any_split_of_a_text_reads_as_the_whole() {
    let text = "(define (f x) #;no \"s\\x41;t\" #\\space 'a) #!fold-case ABC 12 #u8(1 2) ; end\n";
    let expected = rewritten(text);
    for split in 0..text.len() {
        let mut first = Reader::new(SOURCE, &text[..split]).expecting_more();
        let mut data = Vec::new();
        while let Ok(Some(datum)) = first.next() {
            data.push(write(&datum));
        }
        let mut second = Reader::new(SOURCE, text)
            .starting_at(first.position())
            .folding_case(first.folds_case());
        while let Some(datum) = second.next().expect("complete") {
            data.push(write(&datum));
        }
        assert_eq!(data.join(" "), expected, "split at {split}");
    }
}

#[test]
fn a_reader_goes_on_after_an_error() {
    let mut reader = Reader::new(SOURCE, ") a #\\foo b");
    let mut seen = Vec::new();
    loop {
        match reader.next() {
            Ok(None) => break,
            Ok(Some(datum)) => seen.push(write(&datum)),
            Err(_) => seen.push("error".to_owned()),
        }
    }
    assert_eq!(seen, ["error", "a", "error", "b"]);
}

#[test]
fn depth_is_bounded_and_costs_no_stack() {
    let depth = mound_syntax::NESTING_MAX;
    for (open, close) in [("(", ")"), ("#(", ")"), ("'", ""), ("#;", "")] {
        let text = format!("{}x{}", open.repeat(depth + 1), close.repeat(depth + 1));
        let problem = read_all(SOURCE, &text).expect_err("too deep");
        assert_eq!(problem.headline, "data nested too deep");
    }
    let nested = format!("{}x{}", "(".repeat(depth), ")".repeat(depth));
    let small_stack = std::thread::Builder::new().stack_size(1 << 20);
    let check = move || {
        let data = read(&nested);
        assert_eq!(write(&data[0]), nested);
        assert!(data[0].is_equal(&data[0].clone()));
    };
    let thread = small_stack.spawn(check).expect("a thread");
    thread.join().expect("a megabyte of stack is enough");
    // Chains of pairs are not depth.
    let chain = format!("{}(){}", "(a . ".repeat(100_000), ")".repeat(100_000));
    assert_eq!(read(&chain)[0].as_list().map(<[Datum]>::len), Some(100_000));
}

#[test]
fn circular_data_are_written_as_they_are_read() {
    for text in [
        "#0=(a . #0#)",
        "(x #0=#(1 #0# #1=(#0# . #1#)))",
        "#0=(a #1=(b . #0#) #1#)",
    ] {
        let data = read(text);
        let written = write(&data[0]);
        assert!(read(&written)[0].stray_reference().is_none());
        assert_eq!(write(&read(&written)[0]), written);
    }
    assert_eq!(write(&read("#7=(a . #7#)")[0]), "#0=(a . #0#)");
    // What is not circular is a copy.
    assert_eq!(write(&read("(#0=(a) #0#)")[0]), "((a) (a))");
}

#[test]
fn labels_can_not_name_more_copies_than_memory_holds() {
    let mut doubling = String::from("(#0=(a a)");
    for label in 1..60 {
        doubling.push_str(&format!(" #{label}=(#{}# #{}#)", label - 1, label - 1));
    }
    let problem = read_all(SOURCE, &(doubling + ")")).expect_err("too large");
    assert!(problem.headline.contains("too large"));
    let tails: String = (0..9_000).map(|label| format!("(a . #{label}=")).collect();
    let text = format!("{tails}b{}", ")".repeat(9_000));
    assert!(read_all(SOURCE, &text).is_err());
}

#[test]
fn symbols_of_data_live_as_long_as_they_are_kept() {
    let text = "(read-as-data-1 |read-as-data-2|)";
    let mut reader = Reader::new(SOURCE, text).counting_symbols();
    let datum = reader.next().expect("it is well formed").expect("a datum");
    let symbols = reader.take_symbols();
    drop(reader);
    assert_eq!(symbols.len(), 2);
    assert!(
        ["read-as-data-1", "read-as-data-2"]
            .into_iter()
            .all(is_counted)
    );
    assert_eq!(write(&datum), "(read-as-data-1 read-as-data-2)");
    drop(symbols);
    assert!(!is_counted("read-as-data-1") && !is_counted("read-as-data-2"));
}

#[test]
fn errors_say_what_is_wrong_where_and_what_would_be_right() {
    let snapshots = include_str!("errors.txt");
    let mut produced = String::new();
    for case in snapshots.split("=== ").skip(1) {
        let (text, _) = case.split_once("\n---\n").expect("input and output");
        let mut sources = SourceMap::default();
        let source = sources.add("a.scm", text);
        let problem = read_all(source, text).expect_err(text);
        produced.push_str(&format!("=== {text}\n---\n{}", problem.render(&sources)));
    }
    if std::env::var_os("UPDATE_EXPECT").is_some() {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/errors.txt");
        std::fs::write(path, produced).expect("the snapshots are writable");
    } else {
        assert_eq!(produced, snapshots, "set UPDATE_EXPECT=1 to accept");
    }
}
