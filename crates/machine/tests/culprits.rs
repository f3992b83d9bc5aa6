//! Who complains, when the compiler has put something else where a call stood.

mod support;

use mound_base::Symbol;
use mound_bytecode::unit::Unit;
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

/// The unit that a text describes, whose functions have these names, the first that of its forms. All
/// instructions come from one place.
fn named_unit(text: &str, names: &[&str]) -> Unit {
    let mut unit = unit(text);
    let (source, start, end) = HERE;
    let function = |name: &&str| FunctionDebug {
        name: Some(Symbol::intern(name)),
        places: vec![Place {
            word: 0,
            source,
            start,
            end,
        }],
        ..FunctionDebug::default()
    };
    unit.debug = Debug {
        sources: vec![("test.scm".into(), " ".repeat(30).into())],
        functions: names.iter().map(function).collect(),
        ..Debug::default()
    };
    unit
}

/// The library, whose private `%find` takes the `car` of its argument. The others call it, or each other.
const LIBRARY: &str = "
    unit mound/things
    function 0 (0 arguments, 4 slots)
      block 0 (live)
        fixnum 2 0
        return 2
    function 1 (1 argument, 6 slots)
      block 0 (live 2)
        car 3 2
        return 3
    function 2 (1 argument, 6 slots)
      block 0 (live 2)
        move 5 2
        tail-call-known 3 1 1
    function 3 (1 argument, 6 slots)
      block 0 (live 2)
        move 5 2
        tail-call-known 3 1 2
    function 4 (1 argument, 6 slots)
      block 0 (live 2)
        move 5 2
        call-known 3 1 2
      block 1 (live 3)
        return 3
    function 5 (2 arguments, 8 slots)
      block 0 (live 2 3)
        move 5 2
        move 6 3
        call 4 1
      block 1 (live 4)
        return 4
    function 6 (1 argument, 8 slots)
      block 0 (live 2)
        function 6 1
        move 7 2
        call-known 4 2 5
      block 1 (live 4)
        return 4
";

/// What a program is told that calls the procedure of the library with a number, by its name or as a value.
fn told(names: [&str; 7], procedure: u32, is_named: bool) -> String {
    let exports: String = (1..7)
        .map(|function| format!("export f{function} function {function}\n"))
        .collect();
    let library = named_unit(&format!("{LIBRARY}{exports}"), &names);
    let digits: String = library
        .hash()
        .0
        .iter()
        .map(|b| format!("{b:02x}"))
        .collect();
    let call = match is_named {
        true => "call-global 2 1 0",
        false => "global 3 0\n call 2 1",
    };
    let program = named_unit(
        &format!(
            "import 0 = mound/things {digits}
             reference 0 = imported 0 f{procedure}
             function 0 (0 arguments, 6 slots)
               block 0 (live)
                 fixnum 4 7
                 {call}
               block 1 (live 2)
                 return 2"
        ),
        &["program"],
    );
    let texts = MODES.map(|mode| {
        let node = Node::new();
        let _library = node.linker.link(&library, false).unwrap();
        let fragment = node.linker.link(&program, false).unwrap();
        drive(&mut node.process(&fragment), mode).text
    });
    assert!(texts.iter().all(|text| *text == texts[0]), "{texts:?}");
    let text = texts[0].strip_prefix("died: type: ").expect("a complaint");
    text.to_owned()
}

#[test]
fn a_library_complains_by_the_procedure_that_the_program_called() {
    let by = |name: &str| format!("{name}: expected a pair (7)");
    // %find is private, and so is what leads to it, or not.
    let all_private = ["", "%find", "%2", "%3", "%4", "%5", "%6"];
    let names = |public: &[(usize, &'static str)]| {
        let mut names = all_private;
        for &(function, name) in public {
            names[function] = name;
        }
        names
    };
    for (public, called, complainant) in [
        // It fails itself.
        (&[(1, "find")][..], 1, by("find")),
        // By a tail call, and by two.
        (&[(2, "two")], 2, by("two")),
        (&[(3, "three")], 3, by("three")),
        // Of two public ones, the program called the first.
        (&[(2, "two"), (3, "three")], 3, by("three")),
        (&[(2, "two"), (3, "three")], 2, by("two")),
        // By a call whose frame is there.
        (&[(4, "four")], 4, by("four")),
        (&[(4, "four"), (2, "two")], 4, by("four")),
        // %find is passed, and called by who does not know it.
        (&[(6, "six")], 6, by("six")),
        (&[(6, "six"), (5, "each")], 6, by("six")),
    ] {
        let names = names(public);
        for is_named in [true, false] {
            let told = told(names, called, is_named);
            assert_eq!(told, complainant, "{public:?}, by name: {is_named}");
        }
    }
}
