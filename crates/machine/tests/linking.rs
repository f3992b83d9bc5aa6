//! What the linker makes of a unit, and what it refuses.

mod support;

use mound_base::Symbol;
use mound_base::counted::is_counted;
use mound_bytecode::unit::{Debug, FunctionDebug, Unit, UnitHash};
use mound_heap::Kind;
use mound_machine::{LinkError, LinkedUnit};
use support::{MODES, Node, run, unit};

/// A function with `calls` calls, each of which ends a block.
fn many_calls(calls: usize) -> String {
    let blocks: String = (1..=calls)
        .map(|block| {
            format!(
                "  add 2 2 3
                   call-known 3 0 1
                 block {block} (live 2 3)
                "
            )
        })
        .collect();
    format!(
        "function 0 (0 arguments, 6 slots)
           block 0 (live)
             fixnum 2 0
             fixnum 3 0
             {blocks}
             add 2 2 3
             return 2
         function 1 (0 arguments, 3 slots)
           block 0 (live)
             fixnum 2 1
             return 2"
    )
}

#[test]
fn return_points_of_long_functions_are_found() {
    for calls in [1, 254, 255, 256, 257, 1000] {
        for mode in MODES {
            let outcome = run(&many_calls(calls), mode);
            assert_eq!(outcome.text, calls.to_string(), "{}", mode.name);
        }
    }
}

/// From each instruction to the next leads to the beginning of each block, and to the end.
#[test]
fn blocks_of_linked_code_begin_between_instructions() {
    use mound_bytecode::ops::Op;
    use mound_machine::context::{block_of, instruction_words};
    let directory = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/programs");
    let mut counted = 0;
    for file in std::fs::read_dir(directory).expect("the programs are there") {
        let text = std::fs::read_to_string(file.expect("a file").path()).expect("text");
        // Any size will do: it is not run.
        let text = text.replace("{n}", "7");
        let node = Node::new();
        let fragment = node.link(&text);
        for code in fragment.codes() {
            let mut word = 0;
            for (block, &start) in code.blocks.iter().enumerate() {
                while word < start as usize {
                    assert_eq!(block_of(code, word), block - 1);
                    let op = Op::from_byte(code.instructions[word] as u8).expect("an instruction");
                    word += instruction_words(code, word, op);
                    counted += 1;
                }
                assert_eq!(word, start as usize, "block {block}");
                assert_eq!(block_of(code, word), block);
            }
        }
    }
    assert!(counted > 300, "{counted} instructions");
}

#[test]
fn functions_and_their_instructions_are_found_where_they_are_and_nowhere_else() {
    use mound_bytecode::ops::Op;
    use mound_machine::context::instruction_words;
    let node = Node::new();
    let fragment = node.link(&many_calls(3));
    let unit = LinkedUnit::of_fragment(&fragment).unwrap();
    let count = unit.function_count() as u32;
    assert_eq!(count, 2);
    for index in 0..count {
        let code = unit.find_code(index).expect("it is one of them");
        assert_eq!(code.function, index);
        assert!(unit.find_function(index).is_some());
        let mut begins = Vec::new();
        let mut word = 0;
        while word < code.instructions.len() {
            begins.push(word);
            let op = Op::from_byte(code.instructions[word] as u8).expect("an instruction");
            word += instruction_words(code, word, op);
        }
        for word in 0..code.instructions.len() + 2 {
            let found = unit.fault_at(index, word as u32).is_some();
            assert_eq!(
                found,
                begins.contains(&word),
                "word {word} of function {index}"
            );
        }
    }
    for index in [count, count + 1, u32::MAX] {
        assert!(unit.find_code(index).is_none() && unit.find_function(index).is_none());
        assert!(unit.fault_at(index, 0).is_none());
    }
}

#[test]
fn unit_is_linked_once() {
    let node = Node::new();
    let unit = unit(&many_calls(2));
    let first = node.linker.link(&unit, false).unwrap();
    let second = node.linker.link(&unit, false).unwrap();
    assert!(first.is_same(&second));
    assert!(node.linker.find(unit.hash()).is_some());
}

/// A unit with the constant `"text"` and a function of this name in a source of this name.
fn named(procedure: &str, source: &str) -> Unit {
    let mut unit = unit(
        "constant 0 = string \"text\"
         function 0 (0 arguments, 3 slots)
           block 0 (live)
             constant 2 0
             return 2",
    );
    unit.debug = Debug {
        sources: vec![(source.into(), "text".into())],
        functions: vec![FunctionDebug {
            name: Some(Symbol::intern(procedure)),
            ..FunctionDebug::default()
        }],
        extents: Vec::new(),
        ..Debug::default()
    };
    unit
}

#[test]
fn each_program_is_told_of_by_its_own_names() {
    let node = Node::new();
    let link = |unit: &Unit| node.linker.link(unit, false).unwrap();
    let first = link(&named("first", "first.scm"));
    let second = link(&named("second", "second.scm"));
    let again = link(&named("first", "first.scm"));
    assert!(first.is_same(&again) && !first.is_same(&second));
    let of = |fragment| LinkedUnit::of_fragment(fragment).unwrap();
    assert_eq!(of(&first).hash, of(&second).hash);
    assert_eq!(of(&first).function_name(0), "first");
    assert_eq!(of(&second).function_name(0), "second");
    assert_eq!(&*of(&second).debug.sources[0].0, "second.scm");
    // Their constants are the same objects, so it does not matter which of the two code is.
    assert_eq!(of(&first).constant(0), of(&second).constant(0));
}

#[test]
fn constants_outlive_the_program_that_came_first() {
    let node = Node::new();
    let link = |unit: &Unit| node.linker.link(unit, false).unwrap();
    drop(link(&named("first", "first.scm")));
    let second = link(&named("second", "second.scm"));
    let text = LinkedUnit::of_fragment(&second).unwrap().constant(0);
    for calls in 1..200 {
        drop(link(&unit(&many_calls(calls))));
    }
    let hash = LinkedUnit::of_fragment(&second).unwrap().hash;
    let first = node
        .linker
        .find(hash)
        .expect("what shares constants is in use");
    assert!(first.contains(text) && node.linker.unit_count() < 150);
    drop((first, second));
    for calls in 200..400 {
        drop(link(&unit(&many_calls(calls))));
    }
    assert!(node.linker.find(hash).is_none(), "nobody holds either");
}

#[test]
fn the_first_node_that_brought_code_is_told() {
    let node = Node::new();
    let text = |number| {
        format!("function 0 (0 arguments, 3 slots)\n block 0 (live)\n fixnum 2 {number}\n return 2")
    };
    let fragments = [1, 2].map(|number| node.link(&text(number)));
    let [brought, own] = [0, 1].map(|place| LinkedUnit::of_fragment(&fragments[place]).unwrap());
    assert_eq!((brought.brought_by(), own.brought_by()), (None, None));
    for bringer in ["near:1", "far:1"] {
        brought.set_bringer(bringer.to_owned());
        assert_eq!(brought.brought_by(), Some("near:1"));
    }
    assert_eq!(own.brought_by(), None);
}

// What has a number is an object that the unit holds, or a record type, of which there may be one for several.
#[test]
fn constants_are_known_by_their_numbers() {
    let node = Node::new();
    let text = |header: &str, words: &str| {
        format!(
            "{header}
             constant 0 = string {words}
             constant 1 = record-type point test x y
             constant 2 = integer 5
             constant 3 = immediate null
             function 0 (0 arguments, 3 slots)
               block 0 (live)
                 constant 2 0
                 constant 2 1
                 constant 2 2
                 constant 2 3
                 return 2"
        )
    };
    // The type is that of the library, which came first.
    let units = [("unit test/points", "library"), ("", "program")]
        .map(|(header, words)| node.link(&text(header, words)));
    let constant = |unit: usize, number| LinkedUnit::numbered_constant(&units[unit], number);
    let mut found = Vec::new();
    for (place, unit) in units.iter().enumerate() {
        let known: Vec<_> = (0..6)
            .filter_map(|number| Some((number, constant(place, number)?)))
            .collect();
        for &(number, value) in &known {
            let back = LinkedUnit::constant_number(unit, value);
            let expected = unit.contains(value).then_some(number);
            assert_eq!(back, expected, "constant {number} of unit {place}");
        }
        found.push(known);
    }
    let numbers = found
        .iter()
        .map(|known| known.iter().map(|one| one.0).collect::<Vec<_>>());
    let kinds = found.iter().flatten().map(|one| mound_heap::kind_of(one.1));
    assert_eq!(numbers.collect::<Vec<_>>(), [[0, 1], [0, 1]]);
    let expected = [Kind::String, Kind::RecordType].map(Some);
    assert_eq!(kinds.collect::<Vec<_>>(), [expected, expected].concat());
    assert_ne!(found[0][0].1, found[1][0].1);
    assert_eq!(found[0][1].1, found[1][1].1, "one type for both");
}

#[test]
fn missing_import_is_named_and_nothing_is_linked() {
    let node = Node::new();
    let unit = unit(&format!(
        "import 0 = test/nowhere {}
         reference 0 = imported 0 f
         {}",
        "ab".repeat(32),
        many_calls(1)
    ));
    let missing = LinkError::MissingImport {
        library: "test/nowhere".to_owned(),
        hash: UnitHash([0xab; 32]),
    };
    assert_eq!(node.linker.link(&unit, false).unwrap_err(), missing);
    assert!(node.linker.find(unit.hash()).is_none());
}

#[test]
fn primitive_that_the_node_lacks_is_named() {
    let node = Node::new();
    let unit = unit(&format!("primitive 0 = append\n{}", many_calls(1)));
    let unknown = LinkError::UnknownPrimitive("append".to_owned());
    assert_eq!(node.linker.link(&unit, false).unwrap_err(), unknown);
}

#[test]
fn programs_that_nobody_holds_are_let_go() {
    let node = Node::new();
    let held = node.linker.link(&unit(&many_calls(1)), false).unwrap();
    for number in 2..500 {
        node.linker.link(&unit(&many_calls(number)), false).unwrap();
    }
    assert!(node.linker.unit_count() < 200);
    assert!(held.is_same(&node.linker.find(unit(&many_calls(1)).hash()).unwrap()));
}

/// Names of a constant and of a variable in foreign code, too long to last.
fn foreign_names(number: usize) -> [String; 2] {
    ["constant", "variable"].map(|what| format!("{what}-{number:04}-{}", "n".repeat(80)))
}

/// A linked unit of another node with such names.
fn link_foreign(node: &Node, number: usize) -> mound_heap::FragmentRef {
    // The assembler makes its names last, so these are others, of the same length.
    let known = foreign_names(9999);
    let unit = unit(&format!(
        "reference 0 = interactive {}
         constant 0 = symbol {}
         {}",
        known[1],
        known[0],
        many_calls(1)
    ));
    let mut bytes = mound_bytecode::encode::canonical(&unit);
    for (known, name) in known.iter().zip(foreign_names(number)) {
        let windows = bytes.windows(known.len());
        let place = windows
            .into_iter()
            .position(|part| part == known.as_bytes());
        let place = place.expect("the name is there");
        bytes[place..place + name.len()].copy_from_slice(name.as_bytes());
    }
    let foreign = mound_bytecode::decode::foreign_canonical(&bytes).expect("it is well formed");
    let fragment = node
        .linker
        .link(&foreign.decoded, false)
        .expect("it can be linked");
    let linked = LinkedUnit::of_fragment(&fragment).expect("a unit");
    linked.keep_symbols(foreign.symbols);
    fragment
}

#[test]
fn names_of_foreign_code_go_with_it() {
    let node = Node::new();
    let held = link_foreign(&node, 0);
    for number in 1..400 {
        drop(link_foreign(&node, number));
    }
    let counted =
        (0..400).filter(|&number| foreign_names(number).iter().all(|name| is_counted(name)));
    assert!(counted.count() < 200);
    let linked = LinkedUnit::of_fragment(&held).expect("a unit");
    let name = linked.constant(0).symbol_text().expect("a symbol");
    assert_eq!(*name, *foreign_names(0)[0]);
    drop(held);
    for number in 400..800 {
        drop(link_foreign(&node, number));
    }
    assert!(foreign_names(0).iter().all(|name| !is_counted(name)));
}
