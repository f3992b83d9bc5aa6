//! What the linker makes of a unit, and what it refuses.

mod support;

use mound_bytecode::unit::UnitHash;
use mound_machine::LinkError;
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

#[test]
fn unit_is_linked_once() {
    let node = Node::new();
    let unit = unit(&many_calls(2));
    let first = node.linker.link(&unit, false).unwrap();
    let second = node.linker.link(&unit, false).unwrap();
    assert!(first.is_same(&second));
    assert!(node.linker.find(unit.hash()).is_some());
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
