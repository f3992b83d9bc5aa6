//! The verifier accepts `tests/verify/good` and refuses `tests/verify/bad`, each with the
//! error of its first line.

mod support;

use mound_base::Symbol;
use mound_bytecode::error::VerifyFault;
use mound_bytecode::instruction::{defined_at, result_slots};
use mound_bytecode::unit::{Code, Extent, ExtentKind, FunctionKind, Unit};
use mound_bytecode::{SlotSet, asm, verify};
use support::{assemble, cases, with_debug};

#[test]
fn good_units_are_accepted() {
    for case in cases("good") {
        let unit = assemble(&case);
        if let Err(error) = verify::verify(&unit) {
            panic!("{}: {error}", case.name);
        }
    }
}

#[test]
fn bad_units_are_refused_for_their_fault() {
    let cases = cases("bad");
    assert!(cases.len() >= 100);
    let mut wrong = Vec::new();
    for case in &cases {
        let first = case.text.lines().next().unwrap_or("");
        let expected = first.strip_prefix(";; error: ").expect("says its error");
        let found = match verify::verify(&assemble(case)) {
            Ok(()) => "accepted".to_owned(),
            Err(error) => error.to_string(),
        };
        if !found.contains(expected) {
            wrong.push(format!(
                "{}: expected `{expected}`, found `{found}`",
                case.name
            ));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn debug_information_is_for_all_functions_or_none() {
    let mut unit = with_debug(assemble(&cases("good")[0]));
    assert_eq!(verify::verify(&unit), Ok(()));
    unit.debug.functions.pop();
    let fault = verify::verify(&unit).unwrap_err().fault;
    assert!(matches!(fault, VerifyFault::DebugCount { .. }));
}

#[test]
fn debug_information_is_about_the_code_and_the_texts() {
    let mut good = with_debug(assemble(&cases("good")[0]));
    for function in &mut good.debug.functions {
        function.places.truncate(1);
    }
    assert_eq!(verify::debug(&good), Ok(()));
    let check = |change: fn(&mut Unit)| {
        let mut unit = good.clone();
        change(&mut unit);
        assert_eq!(verify::verify(&unit), Ok(()), "it can be run");
        verify::debug(&unit).unwrap_err().fault
    };
    let extent = |source, start, end| Extent {
        source,
        start,
        end,
        kind: ExtentKind::Inlined,
        name: Symbol::intern("f"),
    };
    let (no_source, no_range) = (extent(7, 0, 0), extent(0, 1, 1 << 20));
    for fault in [
        check(|unit| unit.debug.functions[0].span = (9, 0, 0)),
        check(|unit| unit.debug.functions[0].span = (0, 2, 1)),
        check(|unit| unit.debug.functions[0].places[0].end = 1 << 20),
        check(|unit| unit.debug.sources.clear()),
    ] {
        assert!(
            matches!(fault, VerifyFault::DebugSource { .. }),
            "{fault:?}"
        );
    }
    for extent in [no_source, no_range] {
        let mut unit = good.clone();
        unit.debug.extents.push(extent);
        assert!(verify::debug(&unit).is_err());
    }
    for fault in [
        check(|unit| unit.debug.functions[0].places[0].word = 1 << 20),
        check(|unit| {
            let places = &mut unit.debug.functions[0].places;
            places.push(places[0]);
        }),
    ] {
        assert_eq!(fault, VerifyFault::DebugOrder);
    }
}

#[test]
fn too_many_functions_are_refused() {
    let mut unit = assemble(&cases("good")[0]);
    let most = mound_bytecode::limits::FUNCTIONS_MAX;
    unit.functions = vec![unit.functions[0].clone(); most + 1];
    let error = verify::verify(&unit).unwrap_err();
    assert_eq!(error.to_string(), "the unit has too many functions");
}

#[test]
fn too_much_code_is_refused() {
    let mut unit = asm::assemble("function 0 (0 arguments, 3 slots)\n block 0 (live)\n").unwrap();
    if let FunctionKind::Code(code) = &mut unit.functions[0].kind {
        code.instructions = vec![0; (1 << 24) + 1];
    }
    let error = verify::verify(&unit).unwrap_err();
    assert_eq!(error.to_string(), "function 0 has too many words of code");
}

fn code_of(unit: &Unit, index: usize) -> &Code {
    match &unit.functions[index].kind {
        FunctionKind::Code(code) => code,
        FunctionKind::Clauses(_) => panic!("function {index} has code"),
    }
}

const EXAMPLE: &str = "
function 0 (0 arguments, 3 slots)
  block 0 (live)
    fixnum 2 0
    return 2
function 1 (1 argument, 2 free, 8 slots)
  block 0 (live 1 2)
    free 3 0
    closure 4 1 2 3 2
    move 6 4
    move 7 2
    call 5 1
  block 1 (live 2 5)
    jump 2
  block 2 (live 5)
    return 5
";

#[test]
fn defined_slots_are_known_at_each_instruction() {
    let unit = asm::assemble(EXAMPLE).unwrap();
    verify::verify(&unit).unwrap();
    let code = code_of(&unit, 1);
    let at = |word| defined_at(&code.blocks, &code.instructions, word);
    assert_eq!(at(0), SlotSet::from_slots(&[1, 2]));
    assert_eq!(at(1), SlotSet::from_slots(&[1, 2, 3]));
    assert_eq!(at(4), SlotSet::from_slots(&[1, 2, 3, 4]));
    assert_eq!(at(6), SlotSet::from_slots(&[1, 2, 3, 4, 6, 7]));
    assert_eq!(at(7), SlotSet::from_slots(&[2, 5]));
    assert_eq!(at(9), SlotSet::from_slots(&[5]));
}

#[test]
fn return_points_know_where_the_result_arrives() {
    let unit = asm::assemble(EXAMPLE).unwrap();
    assert_eq!(result_slots(code_of(&unit, 1)), [None, Some(5), None]);
}

#[test]
fn defined_slots_of_broken_code_do_not_panic() {
    for case in cases("bad").iter().chain(&cases("good")) {
        let unit = assemble(case);
        for function in &unit.functions {
            if let FunctionKind::Code(code) = &function.kind {
                result_slots(code);
                for word in 0..code.instructions.len() as u32 + 2 {
                    defined_at(&code.blocks, &code.instructions, word);
                }
            }
        }
    }
}
