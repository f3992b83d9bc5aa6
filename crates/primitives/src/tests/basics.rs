//! Leaves by area: what they give, and what they complain about.

use super::{Rig, check};
use mound_base::Symbol;
use mound_heap::Value;
use mound_heap::object::Pair;
use mound_machine::Outcome;

#[test]
fn bits() {
    check(
        r##"
        bitwise-and 12 10 => 8
        bitwise-and -1 100000000000000000000 => 100000000000000000000
        bitwise-ior 12 10 => 14
        bitwise-xor 12 10 => 6
        bitwise-xor 100000000000000000000 100000000000000000000 => 0
        bitwise-not 0 => -1
        bitwise-not 100000000000000000000 => -100000000000000000001
        bitwise-and 1 2.0 => type: bitwise-and: expected an exact integer
        bitwise-and 1 x => type: bitwise-and: argument 2 must be a number
        arithmetic-shift 1 100 => 1267650600228229401496703205376
        arithmetic-shift -1 -63 => -1
        arithmetic-shift -5 -1 => -3
        arithmetic-shift -1152921504606846976 1 => -2305843009213693952
        arithmetic-shift 1 -1000000000000000000000 => 0
        bit-count 7 => 3
        bit-count -8 => 3
        bit-count 1/2 => type: bit-count: expected an exact integer
        bit-set? 2 4 => #t
        bit-set? 100 -1 => #t
        bit-set? -1 4 => type: bit-set?: argument 1 must be an exact index
        bit-set? 1 "x" => type: bit-set?: argument 2 must be a number
        first-set-bit 40 => 3
        first-set-bit 0 => -1
        integer-length -9 => 4
        integer-length 100000000000000000000 => 67
    "##,
    );
}

#[test]
fn sets_of_characters() {
    check(
        r##"
        %in-ranges? #(97 100 110 111) #\a => #t
        %in-ranges? #(97 100 110 111) #\d => #f
        %in-ranges? #(97 100 110 111) 110 => #t
        %in-ranges? #() #\a => #f
        %in-ranges? #(a b) #\a => #f
        %in-ranges? #(97) "a" => type: char-set-contains?: argument 2 must be a character
        %in-ranges? 5 #\a => type: char-set-contains?: argument 1 must be a vector
        %property-ranges "ASCII_Hex_Digit" => #(48 58 65 71 97 103)
        %property-ranges "Line_Separator" => #(8232 8233)
        %property-ranges "Line_Separator Paragraph_Separator" => #(8232 8234)
        %property-ranges "" => range: %property-ranges: there is no such property of characters
        %fold-ranges #(107 108) => #(75 76 107 108 8490 8491)
        %fold-ranges #() => #()
        %fold-ranges #(107) => type: %fold-ranges: argument 1 must be bounds of ranges of characters
        %fold-ranges #(55296 55300) => type: %fold-ranges: argument 1 must be bounds of ranges of characters
        %property-ranges "no such" => range: %property-ranges: there is no such property of characters
        %property-ranges "L}|\\p{N" => range: %property-ranges: there is no such property of characters
    "##,
    );
}

#[test]
fn numbers() {
    check(
        r##"
        divide 6 4 => 3/2
        divide 6 3 => 2
        divide 1.0 4 => 0.25
        divide 1 0 => divide-by-zero: /: division by zero
        divide 1 0.0 => +inf.0
        modulo -7 2 => 1
        modulo -7 0 => divide-by-zero: modulo: division by zero
        modulo -7.0 2 => 1.0
        floor-quotient -7 2 => -4
        gcd 12 18 => 6
        gcd -1152921504606846976 0 => 1152921504606846976
        lcm 4 6 => 12
        max 1 2.0 => 2.0
        min 1/2 1/3 => 1/3
        abs -1152921504606846976 => 1152921504606846976
        negate 0.0 => -0.0
        negate 5 => -5
        negate "x" => type: -: argument 1 must be a number
        round 2.5 => 2.0
        round 7/2 => 4
        floor -3/2 => -2
        exact 2.5 => 5/2
        exact +nan.0 => range: exact: an infinity or NaN has no exact value
        inexact 1/3 => 0.3333333333333333
        sqrt 16 => 4
        sqrt 2 => 1.4142135623730951
        sqrt -4 => +2i
        real-part 1+2i => 1
        imag-part 1+2i => 2
        imag-part x => type: imag-part: argument 1 must be a number
        magnitude 3-4i => 5
        make-rectangular 1 +i => type: make-rectangular: argument 2 must be a real number
        exp 0 => 1
        log 1 => 0
        sin 0 => 0
        %atan2 1 1 => 0.7853981633974483
        expt 2 100 => 1267650600228229401496703205376
        expt 0 -1 => divide-by-zero: expt: division by zero
        %integer-sqrt 17 => 4
        %integer-sqrt -1 => range: exact-integer-sqrt: expected an integer that is not negative
        %integer? 2.0 => #t
        %integer? sym => #f
        exact? 1/2 => #t
        finite? +inf.0 => #f
        infinite? -inf.0 => #t
        nan? 1 => #f
        nan? x => type: nan?: argument 1 must be a number
        number->string 255 16 => "ff"
        number->string 255 1 => type: number->string: argument 2 must be a radix, 2 to 36
        string->number "ff" 16 => 255
        string->number "abc" 10 => #f
        %random-integer 1 => 0
        %random-integer 0 => range: random-integer: the bound must be positive
        numerator 6/4 => 3
        denominator 0.5 => 2.0
        numerator +inf.0 => +inf.0
        "##,
    );
}

#[test]
fn lists_and_equality() {
    check(
        r##"
        length (1 2 3) => 3
        length (1 . 2) => type: length: argument 1 must be a proper list
        list? (1 2) => #t
        list? (1 . 2) => #f
        reverse (1 2 3) => (3 2 1)
        append (1 2) (3) => (1 2 3)
        append () 5 => 5
        append (1 . 2) 3 => type: append: argument 1 must be a proper list
        eqv? 1.0 1.0 => #t
        eqv? "a" "a" => #f
        equal? (1 #(2 "x")) (1 #(2 "x")) => #t
        string->symbol "A b" => |A b|
        symbol->string abc => "abc"
        "##,
    );
}

#[test]
fn circular_lists_end_in_a_condition() {
    let mut rig = Rig::new();
    let list = rig.read("(1 2 3)")[0];
    let pair = Pair::of(rig.kept(list)).unwrap();
    pair.set_cdr(&mut rig.context.heap, pair.value()).unwrap();
    assert_eq!(rig.call("list?", &[rig.kept(list)]), Ok(Value::FALSE));
    assert!(rig.call("length", &[rig.kept(list)]).is_err());
    assert_eq!(rig.show(rig.kept(list)), "#0=(1 . #0#)");
}

#[test]
fn characters_and_strings() {
    check(
        r##"
        char-upcase #\ß => #\ß
        char-foldcase #\ς => #\σ
        digit-value #\٣ => 3
        digit-value #\a => #f
        char-numeric? #\5 => #t
        integer->char 955 => #\λ
        integer->char 55296 => range: integer->char: this is not a Unicode scalar value
        char->integer "a" => type: char->integer: argument 1 must be a character
        string-length "λx" => 2
        make-string 3 #\λ => "λλλ"
        make-string -1 #\a => type: make-string: argument 1 must be an exact index
        substring "aλb" 1 3 => "λb"
        substring "abc" 2 1 => range: substring: start out of range, 0 to 1 are valid
        substring "abc" 0 4 => range: substring: end out of range, 0 to 3 are valid
        string-append => ""
        string-append "a" "λ" "b" => "aλb"
        string-append "a" 1 => type: string-append: argument 2 must be a string
        %string-concatenate ("a" "b") => "ab"
        string->list "abc" 1 3 => (#\b #\c)
        list->string (#\a #\λ) => "aλ"
        list->string (1) => type: list->string: argument 1 must be a list of characters
        string-upcase "straße" => "STRASSE"
        string-foldcase "Straße" => "strasse"
        string-downcase "ΑΣ" => "ας"
        string->utf8 "λ" 0 1 => #u8(206 187)
        utf8->string #u8(206 187) 0 2 => "λ"
        utf8->string #u8(65 206) 0 2 => range: utf8->string: the bytes are not UTF-8 from here on
        %string-compare "a" "b" => -1
        %string-compare "λ" "b" => 1
        %string-compare "a" "a" => 0
        %string-search "aab" "aaaab" 0 5 => 2
        %string-search "" "abc" 3 3 => 3
        %string-search "x" "abc" 0 3 => #f
        %string-search "x" "abc" 4 3 => range: string-search: index out of range, 0 to 3 are valid
        "##,
    );
}

#[test]
fn a_string_gets_wider_in_place() {
    let mut rig = Rig::new();
    let kept = rig.read("\"abcdef\" \"x😀λ\"");
    let (string, other) = (kept[0], kept[1]);
    let index = Value::fixnum;
    let arguments = [rig.kept(string), index(1), Value::character('λ')];
    rig.call("string-set!", &arguments).unwrap();
    assert_eq!(rig.show(rig.kept(string)), "\"aλcdef\"");
    let arguments = [
        rig.kept(string),
        index(2),
        rig.kept(other),
        index(0),
        index(3),
    ];
    rig.call("string-copy!", &arguments).unwrap();
    assert_eq!(rig.show(rig.kept(string)), "\"aλx😀λf\"");
    let arguments = [
        rig.kept(string),
        index(1),
        rig.kept(string),
        index(0),
        index(5),
    ];
    rig.call("string-copy!", &arguments).unwrap();
    assert_eq!(rig.show(rig.kept(string)), "\"aaλx😀λ\"");
    let arguments = [rig.kept(string), Value::character('é'), index(4), index(6)];
    rig.call("string-fill!", &arguments).unwrap();
    assert_eq!(rig.show(rig.kept(string)), "\"aaλxéé\"");
}

/// The beginning of a long text costs what the beginning costs.
#[test]
fn the_start_of_a_text_is_printed_alone() {
    struct Counting(std::cell::Cell<usize>);
    impl crate::print::Names for Counting {
        fn node(&self, _: u16) -> Option<String> {
            self.0.set(self.0.get() + 1);
            Some("other:1".to_owned())
        }
        fn procedure(&self, _: mound_heap::Value) -> Option<String> {
            None
        }
    }
    let mut rig = Rig::new();
    rig.context.heap.set_zeal(false);
    let name = mound_heap::value::Name { node: 1, serial: 5 };
    let pids = vec![mound_heap::Value::pid(name); 100_000];
    rig.context.reserve(2 * pids.len()).unwrap();
    let list = rig.context.heap.list(&pids);
    let names = Counting(std::cell::Cell::new(0));
    let style = crate::print::Style::Write;
    let text = crate::print::print_start(list, style, &names, 30, "...");
    assert_eq!(text, "(#<process 5 on other:1> #<pro...");
    assert!(names.0.get() < 20, "{} were printed", names.0.get());
    let zeros = rig.context.heap.bignum(false, &vec![1; 100_000]);
    let text = crate::print::print_start(zeros, style, &names, 30, "...");
    assert!(text.starts_with("#<number of about 19265"), "{text}");
    let short = rig.read("(1 \"x\" #(a))")[0];
    let text = crate::print::print_start(rig.kept(short), style, &names, 30, "...");
    assert_eq!(text, "(1 \"x\" #(a))");
}

#[test]
fn vectors_and_bytevectors() {
    check(
        r##"
        make-vector 2 x => #(x x)
        make-vector 1152921504606846975 0 => #<absent>
        %vector-of-zeros 1152921504606846975 => memory: make-vector: no memory for an object of 1152921504606846975 words
        vector 1 2 => #(1 2)
        list->vector (1 2) => #(1 2)
        vector->list #(1 2 3) 1 3 => (2 3)
        vector-copy #(1 2 3) 0 2 => #(1 2)
        vector-copy #(1 2 3) 0 -1 => range: vector-copy: end out of range, 0 to 3 are valid
        %vector-concatenate (#(1) #(2 3)) => #(1 2 3)
        %vector-concatenate (1) => type: vector-append: argument 1 must be a vector
        make-bytevector 2 7 => #u8(7 7)
        make-bytevector 2 256 => type: make-bytevector: argument 2 must be a byte, 0 to 255
        %list->bytevector (1 2) => #u8(1 2)
        %bytevector-concatenate (#u8(1) #u8(2)) => #u8(1 2)
        bytevector-copy #u8(1 2 3) 1 2 => #u8(2)
        bytevector-length #u8(1 2) => 2
        "##,
    );
}

#[test]
fn copying_into_itself_keeps_what_overlaps() {
    let mut rig = Rig::new();
    let kept = rig.read("#(1 2 3 4) #u8(1 2 3 4)");
    let index = Value::fixnum;
    for (name, object, expected) in [
        ("vector-copy!", kept[0], "#(1 1 2 3)"),
        ("bytevector-copy!", kept[1], "#u8(1 1 2 3)"),
    ] {
        let arguments = [
            rig.kept(object),
            index(1),
            rig.kept(object),
            index(0),
            index(3),
        ];
        rig.call(name, &arguments).unwrap();
        assert_eq!(rig.show(rig.kept(object)), expected);
    }
}

#[test]
fn frozen_objects_are_not_changed() {
    let mut rig = Rig::new();
    let kept = rig.read("(\"abc\" #(1 2) #u8(1 2))")[0];
    let frozen = rig.context.heap.freeze(rig.kept(kept)).unwrap();
    let frozen = rig.context.heap.receive(frozen);
    let frozen = rig.keep(frozen);
    let part = |rig: &Rig, index| {
        crate::arguments::elements(rig.kept(frozen))
            .nth(index)
            .unwrap()
    };
    let (zero, two) = (Value::fixnum(0), Value::fixnum(2));
    let string = part(&rig, 0);
    let kind =
        |result: Result<Value, String>| result.unwrap_err().split(':').next().unwrap().to_owned();
    let result = rig.call("string-set!", &[string, zero, Value::character('x')]);
    assert_eq!(kind(result), "frozen");
    let string = part(&rig, 0);
    let result = rig.call("string-fill!", &[string, Value::character('x'), zero, two]);
    assert_eq!(kind(result), "frozen");
    let vector = part(&rig, 1);
    let result = rig.call("vector-fill!", &[vector, zero, zero, zero]);
    assert_eq!(kind(result), "frozen");
    let bytes = part(&rig, 2);
    let result = rig.call("bytevector-fill!", &[bytes, zero, zero, two]);
    assert_eq!(kind(result), "frozen");
}

#[test]
fn reading_goes_on_where_it_stopped() {
    let mut rig = Rig::new();
    let long = format!("\"λ ({} . x) ; end\"", "word ".repeat(1000));
    let text = rig.read(&long)[0];
    let first = rig
        .call(
            "%read-datum",
            &[rig.kept(text), Value::fixnum(0), Value::FALSE],
        )
        .unwrap();
    assert_eq!(rig.show(first), "(λ 1 . #f)");
    let second = rig
        .call(
            "%read-datum",
            &[rig.kept(text), Value::fixnum(1), Value::FALSE],
        )
        .unwrap();
    let second = Pair::of(second).unwrap();
    assert_eq!(
        Pair::of(second.cdr()).map(Pair::car),
        Some(Value::fixnum(5008))
    );
    let end = rig
        .call(
            "%read-datum",
            &[rig.kept(text), Value::fixnum(5008), Value::TRUE],
        )
        .unwrap();
    assert_eq!(rig.show(end), "(#<eof> 5014 . #t)");
    assert_eq!(
        rig.eval("%read-datum", "\"(1\" 0 #f").split(':').next(),
        Some("read")
    );
    assert_eq!(
        rig.eval("%read-datum", "\"(a #(1 \\\"x\\\") #u8(1) . 2.5)\" 0 #f"),
        "((a #(1 \"x\") #u8(1) . 2.5) 25 . #f)"
    );
}

#[test]
fn the_console_reads_lines_and_data() {
    let mut rig = Rig::new();
    rig.host
        .lines
        .extend(["(a", "b) c", "rest"].map(str::to_owned));
    let mut value = |name: &str| match rig.control(name, &[]).unwrap() {
        Outcome::Value(value) => rig.show(value),
        other => format!("{other:?}"),
    };
    assert_eq!(value("%console-read-datum"), "(a b)");
    assert_eq!(value("%console-peek-char"), "#\\space");
    assert_eq!(value("%console-read-char"), "#\\space");
    assert_eq!(value("%console-read-datum"), "c");
    assert_eq!(value("%console-read-line"), "\"\"");
    assert_eq!(value("%console-read-line"), "\"rest\"");
    assert_eq!(value("%console-read-line"), "#<eof>");
    assert_eq!(value("%console-read-datum"), "#<eof>");
}

#[test]
fn messages_are_looked_at_in_order_and_taken_out() {
    let mut rig = Rig::new();
    let me = rig.call("%self", &[]).unwrap();
    for number in 1..4 {
        rig.control("%send", &[me, Value::fixnum(number)]).unwrap();
    }
    let next = |rig: &mut Rig| match rig.control("%mailbox-next!", &[Value::fixnum(5)]).unwrap() {
        Outcome::Value(value) => rig.show(value),
        other => format!("{other:?}"),
    };
    assert_eq!(next(&mut rig), "1");
    assert_eq!(next(&mut rig), "2");
    rig.call("%mailbox-accept!", &[]).unwrap();
    assert_eq!(next(&mut rig), "1");
    assert_eq!(next(&mut rig), "3");
    assert_eq!(next(&mut rig), "Receive { deadline: Some(5), stays: true }");
    rig.host.clock = 5;
    assert_eq!(next(&mut rig), "#<absent>");
    rig.call("%mailbox-rewind!", &[]).unwrap();
    assert_eq!(next(&mut rig), "1");
    rig.call("%mailbox-skip!", &[]).unwrap();
    rig.host.clock = 0;
    assert_eq!(next(&mut rig), "Receive { deadline: Some(5), stays: true }");
}

/// Gives the compiler's answer, and remembers what it was asked.
fn with_compiler(rig: &mut Rig) -> std::rc::Rc<std::cell::RefCell<String>> {
    let asked = std::rc::Rc::new(std::cell::RefCell::new(String::new()));
    let notes = asked.clone();
    rig.host.compiler = Some(Box::new(move |text, libraries| {
        *notes.borrow_mut() = format!("{text} in {libraries:?}");
        mound_machine::Reply::Raise {
            kind: mound_base::Symbol::intern("syntax"),
            message: "asked".to_owned(),
        }
    }));
    asked
}

#[test]
fn eval_hands_text_to_the_compiler() {
    let mut rig = Rig::new();
    let asked = with_compiler(&mut rig);
    let kept = rig.read("(f \"x\" '(y)) ((scheme base) (srfi 1) (only (mound sort) sort))");
    let error = rig
        .control(
            "%eval",
            &[rig.kept(kept[0]), rig.kept(kept[1]), Value::FALSE],
        )
        .unwrap_err();
    assert_eq!(error, "syntax: asked");
    let expected = r#"(f "x" '(y)) in ["(scheme base)", "(srfi 1)", "(only (mound sort) sort)"]"#;
    assert_eq!(*asked.borrow(), expected);
    let error = rig
        .control("%eval", &[rig.context.dynamic, Value::FALSE, Value::FALSE])
        .unwrap_err();
    assert_eq!(error, "syntax: asked");
}

#[test]
fn eval_writes_numbers_for_what_has_no_text() {
    let mut rig = Rig::new();
    let asked = with_compiler(&mut rig);
    let me = rig.call("%self", &[]).unwrap();
    let quote = Value::symbol(Symbol::intern("quote"));
    let inner = rig.context.heap.list(&[Value::fixnum(1), me]);
    let quoted = rig.context.heap.list(&[quote, inner]);
    let datum = rig.context.heap.list(&[me, quoted, inner]);
    rig.context.temporaries.push(datum);
    let objects = rig.call("%eval-objects", &[datum]).unwrap();
    let datum = rig.context.temporaries.pop().unwrap();
    rig.control("%eval", &[datum, Value::FALSE, objects])
        .unwrap_err();
    // What is quoted is one object; the same list elsewhere is code.
    let expected = "(#<object 0> '#<object 1> (1 #<object 0>)) in []";
    assert_eq!(*asked.borrow(), expected);
    let plain = rig.read("(f \"x\" '(y) #(1 2.5))")[0];
    let plain = rig.kept(plain);
    assert_eq!(rig.call("%eval-objects", &[plain]), Ok(Value::FALSE));
}
