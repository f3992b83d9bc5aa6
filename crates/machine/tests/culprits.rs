//! Who complains, when the compiler has put something else where a call stood.

mod support;

use mound_base::Symbol;
use mound_bytecode::unit::{Debug, Extent, ExtentKind, FunctionDebug, Place};
use support::{MODES, Node, drive, unit};

/// Where all instructions come from, and where none does.
const HERE: (u32, u32, u32) = (0, 10, 20);
const ELSEWHERE: [(u32, u32, u32); 3] = [(1, 10, 20), (0, 11, 20), (0, 10, 21)];

/// What is said of an instruction, in a procedure of this name, beside these extents.
fn said(instruction: &str, own: &str, extents: &[((u32, u32, u32), ExtentKind, &str)]) -> String {
    let mut unit = unit(&format!(
        "constant 0 = string text
         function 0 (0 arguments, 6 slots)
           block 0 (live)
             constant 2 0
             fixnum 3 1
             {instruction}
             return 4"
    ));
    let (source, start, end) = HERE;
    let function = FunctionDebug {
        name: Some(Symbol::intern(own)),
        places: vec![Place {
            word: 0,
            source,
            start,
            end,
        }],
        ..FunctionDebug::default()
    };
    let extent = |&((source, start, end), kind, name): &(_, _, &str)| Extent {
        source,
        start,
        end,
        kind,
        name: Symbol::intern(name),
    };
    unit.debug = Debug {
        sources: vec![("test.scm".into(), " ".repeat(30).into())],
        functions: vec![function],
        extents: extents.iter().map(extent).collect(),
        ..Debug::default()
    };
    let mut texts = MODES.map(|mode| {
        let node = Node::new();
        let fragment = node.linker.link(&unit, false).unwrap();
        drive(&mut node.process(&fragment), mode).text
    });
    assert!(texts.iter().all(|text| *text == texts[0]), "{texts:?}");
    let text = std::mem::take(&mut texts[0]);
    text.strip_prefix("died: type: ")
        .expect("a complaint")
        .to_owned()
}

#[test]
fn a_complaint_bears_the_name_that_the_program_used() {
    use ExtentKind::{Exchanged, Inlined, Procedure};
    let car = |extents: &[_]| said("car 4 2", "own", extents);
    assert_eq!(car(&[]), "car: argument 1 must be a pair (text)");
    // The operands of the instruction are those of the call, the other way round.
    let second = said("add 4 3 2", "own", &[]);
    assert_eq!(second, "+: argument 2 must be a number (text)");
    let exchanged = said("add 4 3 2", "own", &[(HERE, Exchanged, "plus")]);
    assert_eq!(exchanged, "plus: argument 1 must be a number (text)");
    // Of an inlined procedure the name is known, and what its argument was is not.
    assert_eq!(
        car(&[(HERE, Inlined, "first")]),
        "first: expected a pair (text)"
    );
    assert_eq!(
        car(&[(HERE, Procedure(None), "first")]),
        "first: expected a pair (text)"
    );
    // Unless the two are the same, or as good as that.
    assert_eq!(
        car(&[(HERE, Inlined, "car")]),
        "car: argument 1 must be a pair (text)"
    );
    let minus = said("add 4 2 3", "own", &[(HERE, Inlined, "-")]);
    assert_eq!(minus, "-: argument 1 must be a number (text)");
    let times = said("add 4 2 3", "own", &[(HERE, Inlined, "*")]);
    assert_eq!(times, "*: expected a number (text)");
    // What stands elsewhere has nothing to say.
    for place in ELSEWHERE {
        for kind in [Exchanged, Inlined, Procedure(None)] {
            assert_eq!(car(&[(place, kind, "first")]), car(&[]));
        }
    }
}
