//! Valid inputs, from which the changed ones are made. One for each feature of a format.

use mound_bytecode::unit::UnitHash;
use mound_bytecode::{asm, encode};
use mound_node::Signal;
use mound_session::{BuiltIn, Session, StoredParts};
use std::sync::{Arc, OnceLock};

/// Units as text: those that are data for the verifier's tests, and some that compute.
pub fn units() -> [&'static str; 9] {
    [
        include_str!("../../bytecode/tests/verify/good/arguments-in-place.asm"),
        include_str!("../../bytecode/tests/verify/good/closures.asm"),
        include_str!("../../bytecode/tests/verify/good/code-nobody-reaches.asm"),
        include_str!("../../bytecode/tests/verify/good/constants.asm"),
        include_str!("../../bytecode/tests/verify/good/factorial.asm"),
        include_str!("../../bytecode/tests/verify/good/smallest.asm"),
        include_str!("seeds/captures.asm"),
        include_str!("seeds/data.asm"),
        include_str!("seeds/loop.asm"),
    ]
}

pub fn text() -> Vec<Vec<u8>> {
    let texts: [&str; 10] = [
        "(define (f x . rest) `(,x ,@rest))",
        "#(1 2.5 #t \"a\\x41;\\n\" #\\a #\\x3bb) ; a comment",
        "#0=(a b . #0#)",
        "(#1=(1 2) #1# #1#)",
        "#| block #| nested |# |# |a symbol \\| | #;(left out) #u8(0 255)",
        "'a `b ,c ,@d #!fold-case ABC #!no-fold-case",
        "(((((((((())))))))))",
        "#e1.5e10 #x-ff/1a +inf.0 -nan.0 1/3",
        "\"line\\\n    continued\" #\\space #\\newline #true #false",
        include_str!("../../../lib/mound/receive.scm"),
    ];
    texts.iter().map(|text| text.as_bytes().to_vec()).collect()
}

/// Programs as text, and as the bytes of tokens (see `expander`).
pub fn programs() -> Vec<Vec<u8>> {
    let texts = [
        "(define-syntax m (syntax-rules () ((_ x ...) (list x ...)))) (m 1 2)",
        "(define-syntax m (syntax-rules () ((_ (x y ...) ...) '((x ...) (y ... ...))))) (m (1 2) (3))",
        "(define-syntax m (syntax-rules () ((_ () e) e) ((_ (a . r) e) (m r (list e e))))) (m (1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1) 1)",
        "(define-syntax m (syntax-rules () ((_ () e) 'e) ((_ (a . r) e) (m r (e e))))) (m (1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1) 1)",
        "(define-syntax m (syntax-rules () ((_ x) (m (x))))) (m 1)",
        "(define-syntax b (syntax-rules () ((_ n) (define-syntax n (syntax-rules () ((_ x (... ...)) (begin x (... ...)))))))) (b s) (s 1 2)",
        "(let loop ((i 0)) (if (= i 3) i (loop (+ i 1))))",
        "(letrec-syntax ((e (syntax-rules () ((_) 1) ((_ x . r) (o . r)))) (o (syntax-rules () ((_) 2) ((_ x . r) (e . r))))) (e 1 2 3))",
        "(define-record-type p (make-p x) p? (x p-x set-p-x!)) (p-x (make-p 1))",
        "(define (f) (define-values (a . b) (values 1 2 3)) (define-syntax m (syntax-rules () ((_) a))) (m)) `(1 ,(f) ,@(f) #(2 ,x))",
    ];
    let text = texts.iter().map(|text| text.as_bytes().to_vec());
    // Any bytes are tokens.
    let tokens = (0..8_u8).map(|seed| {
        let byte = |index: u8| index.wrapping_mul(37).wrapping_add(seed.wrapping_mul(91));
        std::iter::once(0xff).chain((0..60).map(byte)).collect()
    });
    text.chain(tokens).collect()
}

pub fn numerals() -> Vec<Vec<u8>> {
    let texts = [
        "0",
        "-1",
        "170141183460469231731687303715884105728",
        "1/3",
        "-10/4",
        "1.5",
        "-0.0",
        ".5e-300",
        "1e400",
        "4.9e-324",
        "1.7976931348623157e308",
        "+inf.0",
        "-inf.0",
        "+nan.0",
        "#xff",
        "#b-101",
        "#e1.25",
        "#i1/3",
        "123456789.123456789e12",
        "#e1e100",
        "+i",
        "1/2-3/4i",
        "-1.5e3+2e-7I",
        "+inf.0-nan.0i",
        "2@-1.5",
        "#x-a/b+ci",
        "#e1.5@0",
    ];
    texts.iter().map(|text| text.as_bytes().to_vec()).collect()
}

/// Containers and canonical sections.
pub fn unit_bytes() -> Vec<Vec<u8>> {
    let assemble = |text| asm::assemble(text).expect("the seeds are right");
    let containers = units().map(|text| encode::to_bytes(&assemble(text)));
    containers.into_iter().chain(sections()).collect()
}

/// Libraries with all that an interface can hold: small procedures, record types, macros with
/// ellipses, literals and vectors, and names of other libraries.
pub fn libraries() -> &'static [StoredParts] {
    static LIBRARIES: OnceLock<Vec<StoredParts>> = OnceLock::new();
    static SOURCES: BuiltIn = BuiltIn {
        sources: &[
            ("other.sld", include_str!("seeds/other.sld")),
            ("small.sld", include_str!("seeds/small.sld")),
        ],
        libraries: &[],
    };
    let compile = || Session::store(&SOURCES).expect("the seeds are right");
    LIBRARIES.get_or_init(|| {
        // The compiler wants more stack than a thread of a test has.
        let thread = std::thread::Builder::new().stack_size(512 << 20);
        let compiled = thread.spawn(compile).expect("there is memory for a thread");
        compiled.join().expect("the seeds are right")
    })
}

pub fn interfaces() -> Vec<Vec<u8>> {
    let libraries = libraries().iter();
    libraries.map(|library| library.interface.clone()).collect()
}

/// Canonical sections alone.
pub fn sections() -> Vec<Vec<u8>> {
    let section = |text| encode::canonical(&asm::assemble(text).expect("the seeds are right"));
    units().map(section).to_vec()
}

pub fn signals() -> Vec<Vec<u8>> {
    let payload = b"payload".to_vec();
    let hash = UnitHash([7; 32]);
    let (from, to, id, reference, request) = (300, u64::MAX, 1, 2, 3);
    let signals = [
        Signal::Send {
            to,
            from: Some(from),
            payload: payload.clone(),
        },
        Signal::Send {
            to: 1,
            from: None,
            payload: Vec::new(),
        },
        Signal::SendNamed {
            name: "service".into(),
            from: Some(1),
            payload: payload.clone(),
        },
        Signal::Link { from, to },
        Signal::Linked { from, to },
        Signal::Unlinked { from, to },
        Signal::Refused {
            to,
            why: payload.clone(),
        },
        Signal::SpawnNoted { request, from },
        Signal::Hold {
            from,
            name: "service".into(),
        },
        Signal::Room { from },
        Signal::Undelivered {
            to,
            from,
            name: "service".into(),
            why: "no".into(),
        },
        Signal::Unlink { from, to, id },
        Signal::UnlinkAck { from, to, id },
        Signal::Exit {
            from,
            to,
            reason: payload.clone(),
        },
        Signal::Monitor {
            from,
            to,
            reference,
        },
        Signal::Demonitor {
            from,
            to,
            reference,
        },
        Signal::Down {
            from,
            to,
            reference,
            reason: payload.clone(),
        },
        Signal::SpawnRequest {
            request,
            from,
            options: vec![1, 2],
            payload: payload.clone(),
        },
        Signal::SpawnReply {
            request,
            to,
            result: Ok(9),
        },
        Signal::SpawnReply {
            request,
            to,
            result: Err(payload.clone()),
        },
        Signal::Terminate { to, from: None },
        Signal::CodeWant {
            hashes: vec![hash, UnitHash([9; 32])],
        },
        Signal::CodeHave {
            hash,
            unit: Some(Arc::from(&b"unit"[..])),
        },
        Signal::CodeHave { hash, unit: None },
        Signal::Ping { id },
        Signal::Pong { id },
    ];
    signals.into_iter().map(Signal::encode).collect()
}

/// Values as they travel, written out by hand after `docs/internals/wire-values.md`.
pub fn values() -> Vec<Vec<u8>> {
    let captures = asm::assemble(include_str!("seeds/captures.asm")).expect("the seeds are right");
    let captures = captures.hash().0;
    let data = asm::assemble(include_str!("seeds/data.asm")).expect("the seeds are right");
    let data = data.hash().0;
    let plain: &[&[u8]] = &[
        // 5, -16, a fixnum of two bytes, a longer one.
        &[0x05],
        &[0x70],
        &[0xe0, 0x80],
        &[0x9a, 0x80, 0x80, 0x80, 0x01],
        // Booleans and the like, a character.
        &[0x84, 0x9b, 0x9c, 0x9d, 0x9e, 0x9f],
        &[0xa1, 0xbb, 0x07],
        // (1 2 3), (1 . 2), a list of 17 elements.
        &[0x82, 1, 2, 3],
        &[0x90, 1, 2],
        &[
            0x98, 17, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16,
        ],
        // A symbol twice, a string, a bytevector.
        &[0x81, 0xa2, 0, 1, b'a', 0xa2, 0],
        &[0xa6, 3, b'a', 0xce, 0xbb],
        &[0xa7, 2, 0, 255],
        // 1.5, a bignum, a ratio.
        &[0xa8, 0, 0, 0, 0, 0, 0, 0xf8, 0x3f],
        &[0xa9, 8, 0, 0, 0, 0, 0, 0, 0, 0x80],
        &[0xab, 1, 1, 1, 3],
        // 1+2i, 0.0+1.5i, a complex number of bignum and ratio.
        &[0xba, 1, 2],
        &[
            0xba, 0xa8, 0, 0, 0, 0, 0, 0, 0, 0, 0xa8, 0, 0, 0, 0, 0, 0, 0xf8, 0x3f,
        ],
        &[0xba, 0xaa, 8, 0, 0, 0, 0, 0, 0, 0, 0x80, 0xab, 1, 1, 1, 3],
        // A vector, a box, several values, promises.
        &[0xad, 2, 0x80, 1, 0x9b],
        &[0xae, 5],
        &[0xaf, 2, 1, 2],
        &[0x81, 0xb3, 1, 0xb4, 2],
        // A vector twice, and one in itself.
        &[0x81, 0xad, 0, 0xa5, 1],
        &[0xad, 1, 0xa5, 1],
        // A condition.
        &[0xb5, 1, 2, 3, 4, 5, 6],
        // Private memory: a frozen list with a string that stands elsewhere, too, a frozen tail, a
        // box with a frozen box with itself.
        &[
            0xad, 2, 0xbb, 0x81, 1, 0xa6, 1, b'a', 0xad, 2, 0xa5, 2, 0xa5, 4,
        ],
        &[0x91, 1, 2, 0xbb, 0x80, 3],
        &[0xae, 0xbb, 0xae, 0xa5, 1],
    ];
    let mut values: Vec<Vec<u8>> = plain.iter().map(|bytes| message(&[], bytes)).collect();
    let code: &[&[u8]] = &[
        // Closures without and with free values.
        &[0xb0, 0, 1, 0],
        &[0xb0, 0, 2, 2, 5, 6],
        // A continuation of one frame: function 1 goes on at block 1, where slot 2 lives.
        &[
            0xb7, 0xb8, 1, 0, 1, 2, 1, 7, 0x9b, 0xad, 4, 0x9d, 0x9d, 0x9d, 0x9b,
        ],
        // The same in private memory, with frames that are frozen, and all of it frozen.
        &[
            0xb7, 0xbb, 0xb8, 1, 0, 1, 2, 1, 7, 0x9b, 0xad, 4, 0x9d, 0x9d, 0x9d, 0x9b,
        ],
        &[
            0xbb, 0xb7, 0xb8, 1, 0, 1, 2, 1, 7, 0x9b, 0xad, 4, 0x9d, 0x9d, 0x9d, 0x9b,
        ],
    ];
    values.extend(code.iter().map(|bytes| message(&[captures], bytes)));
    // In private memory constants of units are named: a vector, and a record type.
    let constants: &[&[u8]] = &[
        &[0x82, 0xbc, 0, 5, 0xbc, 0, 6, 0xa5, 2],
        &[0xb1, 2, 0xbc, 0, 2, 1, 0xbb, 0x80, 0xbc, 0, 4],
    ];
    values.extend(constants.iter().map(|bytes| message(&[data], bytes)));
    values
}

fn message(units: &[[u8; 32]], value: &[u8]) -> Vec<u8> {
    let mut bytes = vec![2, units.len() as u8];
    units.iter().for_each(|hash| bytes.extend(hash));
    bytes.extend(value);
    bytes
}

/// One with two authorities, signed by both, as `mound cluster rotate` makes it.
pub fn bulletins() -> Vec<Vec<u8>> {
    vec![include_bytes!("seeds/bulletin.txt").to_vec()]
}
