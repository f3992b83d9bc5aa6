//! Contexts beside each other and over time: variables, units, memory, traces.

mod support;

use mound_base::Symbol;
use mound_bytecode::unit::{Debug, FunctionDebug};
use mound_heap::Frozen;
use mound_machine::{Context, Limits, LinkedUnit, Stop};
use support::{MODES, Node, Nowhere, drive, show, unit};

const PLAIN: support::Mode = MODES[0];

/// Runs `text` in a new process of the node.
fn result(node: &Node, text: &str) -> String {
    drive(&mut node.start(text), PLAIN).text
}

const READ: &str = "
    reference 0 = interactive x
    function 0 (0 arguments, 4 slots)
      block 0 (live)
        global 2 0
        return 2";

fn define(constant: &str) -> String {
    format!(
        "reference 0 = own x
         constant 0 = {constant}
         function 0 (0 arguments, 4 slots)
           block 0 (live)
             constant 2 0
             define-global 2 0
             return 2"
    )
}

#[test]
fn every_process_sees_a_definition_and_its_successors() {
    let node = Node::new();
    assert!(result(&node, READ).starts_with("died: unbound"));
    result(&node, &define("integer 1"));
    assert_eq!(result(&node, READ), "1");
    result(&node, &define("string text"));
    assert_eq!(result(&node, READ), "text");
    result(&node, &define("integer 2"));
    assert_eq!(result(&node, READ), "2");
}

#[test]
fn cached_value_gives_way_to_a_new_one() {
    let node = Node::new();
    result(&node, &define("string old"));
    // Reads the variable twice, with a turn in between.
    let reader = "
        reference 0 = interactive x
        function 0 (0 arguments, 6 slots)
          block 0 (live)
            global 2 0
            global 2 0
            call-known 3 0 1
          block 1 (live 2)
            global 3 0
            cons 2 2 3
            return 2
        function 1 (0 arguments, 3 slots)
          block 0 (live)
            fixnum 2 0
            return 2";
    let mut context = node.start(reader);
    context.fuel = 2;
    let stop = mound_machine::run(&mut context, &mut Nowhere);
    assert!(matches!(stop, Stop::Yield), "{stop:?}");
    result(&node, &define("string new"));
    assert_eq!(drive(&mut context, PLAIN).text, "(old . new)");
}

#[test]
fn assignment_stays_in_its_process() {
    let node = Node::new();
    result(&node, &define("integer 1"));
    let assign = "
        reference 0 = interactive x
        function 0 (0 arguments, 4 slots)
          block 0 (live)
            fixnum 2 7
            set-global 2 0
            global 3 0
            return 3";
    assert_eq!(result(&node, assign), "7");
    assert_eq!(result(&node, READ), "1");
}

#[test]
fn published_closure_keeps_its_unit_and_those_it_imports() {
    let node = Node::new();
    let library = unit(
        "unit test/library
         reference 0 = own count
         constant 0 = string \"from the library\"
         function 0 (0 arguments, 3 slots)
           block 0 (live)
             constant 2 0
             define-global 2 0
             return 2
         function 1 (0 arguments, 3 slots)
           block 0 (live)
             global 2 0
             return 2
         export text function 1",
    );
    let fragment = node.linker.link(&library, false).unwrap();
    drive(&mut node.process(&fragment), PLAIN);
    let digits: String = library
        .hash()
        .0
        .iter()
        .map(|b| format!("{b:02x}"))
        .collect();
    let user = format!(
        "import 0 = test/library {digits}
         reference 0 = imported 0 text
         reference 1 = own x
         function 0 (0 arguments, 5 slots)
           block 0 (live)
             fixnum 2 5
             closure 3 1 1 2
             define-global 3 1
             return 2
         function 1 (0 arguments, 1 free, 8 slots)
           block 0 (live 1)
             global 2 0
             move 5 2
             call 4 0
           block 1 (live 1 4)
             free 5 0
             cons 4 5 4
             return 4"
    );
    result(&node, &user);
    let caller = "
        reference 0 = interactive x
        function 0 (0 arguments, 4 slots)
          block 0 (live)
            tail-call-global 2 0 0";
    for mode in MODES {
        let outcome = drive(&mut node.start(caller), mode);
        assert_eq!(outcome.text, "(5 . from the library)", "{}", mode.name);
    }
}

/// Keeps a continuation, then raises.
const CAPTURE_AND_DIE: &str = "
    primitive 0 = %call/cc
    function 0 (0 arguments, 8 slots)
      block 0 (live)
        function 4 1
        call-primitive 2 1 0
      block 1 (live)
        fixnum 2 99
        return 2
    function 1 (1 argument, 4 slots)
      block 0 (live 2)
        car 3 2
        return 3";

#[test]
fn new_thunk_forgets_what_ran_before() {
    let node = Node::new();
    let mut context = node.start(CAPTURE_AND_DIE);
    assert!(drive(&mut context, PLAIN).text.starts_with("died: type"));
    let next = node.link(&define("integer 3"));
    context.heap.hold(&next);
    context.begin(LinkedUnit::of_fragment(&next).unwrap().entry());
    assert_eq!(drive(&mut context, PLAIN).text, "3");
    context.fuel = 1;
    let stop = mound_machine::run(&mut context, &mut Nowhere);
    assert!(matches!(stop, Stop::Halted), "{stop:?}");
}

#[test]
fn process_that_ended_by_a_throw_can_collect() {
    let text = "
        primitive 0 = %throw
        primitive 1 = %call/cc
        function 0 (0 arguments, 8 slots)
          block 0 (live)
            function 2 1
            tail-call-primitive 0 1 1
        function 1 (1 argument, 8 slots)
          block 0 (live 2)
            immediate 3 2
            cons 3 2 3
            tail-call 1 1";
    // The continuation stands in slot 2, and is called with a list.
    let text = text.replace("tail-call 1 1", "move 4 2\n move 5 3\n tail-call 3 1");
    let mut context = Node::new().start(&text);
    assert_eq!(drive(&mut context, PLAIN).text, "(continuation)");
    context.heap.set_zeal(true);
    context.reserve(100).unwrap();
}

#[test]
fn limit_ends_only_the_process_that_reaches_it() {
    // Conses for ever.
    let text = "
        function 0 (0 arguments, 4 slots)
          block 0 (live)
            immediate 2 2
          block 1 (live 2)
            cons 2 2 2
            loop 1";
    // Calls for ever.
    let deep = "
        function 0 (0 arguments, 4 slots)
          block 0 (live)
            call-known 2 0 0
          block 1 (live)
            fixnum 2 1
            return 2";
    let node = Node::new();
    for text in [text, deep] {
        let mut context = node.start(text);
        context.set_limits(Limits {
            heap: Some(400_000),
            ..Limits::default()
        });
        let outcome = drive(&mut context, PLAIN);
        let text = &outcome.text;
        assert!(
            text.starts_with("died: memory: out of memory: the process needs "),
            "{text}"
        );
        assert!(text.ends_with(", its limit is 400 kB ()"), "{text}");
        let next = node.link(&define("integer 4"));
        context.heap.hold(&next);
        context.begin(LinkedUnit::of_fragment(&next).unwrap().entry());
        assert_eq!(
            drive(&mut context, PLAIN).text,
            "4",
            "the memory is free again"
        );
    }
    assert_eq!(result(&node, READ), "4");
}

#[test]
fn who_was_busy_and_waits_gives_its_memory_back() {
    // Garbage, and a list of two elements that it keeps.
    let text = "
        function 0 (0 arguments, 6 slots)
          block 0 (live)
            fixnum 2 7
            immediate 3 2
            cons 3 2 3
            cons 3 2 3
          block 1 (live 3)
            cons 4 3 3
            loop 1";
    let mut context = Node::new().start(text);
    let mut turns = 0;
    while !context.heap.has_been_very_busy() {
        context.fuel = 4000;
        let stop = mound_machine::run(&mut context, &mut Nowhere);
        assert!(matches!(stop, Stop::Yield), "{stop:?}");
        turns += 1;
        assert!(turns < 100_000, "it conses in each turn");
    }
    let busy = context.heap.size_words();
    assert!(!context.can_wait(), "it has something to do before");
    context.prepare_to_wait();
    let idle = context.heap.size_words();
    assert!(idle < 200 && idle < busy / 10, "{busy} words, then {idle}");
    assert!(context.can_wait());
    // Once is enough.
    context.prepare_to_wait();
    assert_eq!(context.heap.size_words(), idle);
    context.fuel = 4000;
    let stop = mound_machine::run(&mut context, &mut Nowhere);
    assert!(matches!(stop, Stop::Yield), "it goes on: {stop:?}");
}

#[test]
fn limits_are_kept_as_they_were_set() {
    let mut context = Node::new().start(READ);
    assert!(!context.is_limited() && context.limits() == Limits::default());
    let limits = Limits {
        heap: Some(400_000),
        mailbox: Some(7),
        mailbox_bytes: Some(5000),
        ..Limits::default()
    };
    context.set_limits(limits);
    assert!(context.is_limited() && context.limits() == limits);
    // Before it waits, its memory is looked at.
    assert!(!context.can_wait());
    assert_eq!(context.heap.limit(), Some(50_000));
    let mailbox = context.mailbox.limit().expect("it has one");
    assert_eq!((mailbox.messages, mailbox.bytes), (7, 5000));
    let inside = context.without_limit(|context| context.heap.limit());
    assert_eq!((inside, context.heap.limit()), (None, Some(50_000)));
    context.set_limits(Limits::default());
    assert!(!context.is_limited() && context.limits() == Limits::default());
    assert!(context.heap.limit().is_none() && context.mailbox.limit().is_none());
    assert!(context.can_wait());
}

#[test]
fn a_process_dies_of_its_messages_once_and_only_if_there_were_too_many() {
    let node = Node::new();
    let full = Limits {
        mailbox: Some(1),
        ..Limits::default()
    };
    for limits in [Limits::default(), full] {
        let mut context = node.start(READ);
        context.set_limits(limits);
        assert_eq!(context.die_of_messages(), None);
        // Without a limit there is nothing that could overflow.
        context.overflow();
        let dies = limits == full;
        assert_eq!(context.die_of_messages().is_some(), dies);
        assert_eq!(context.die_of_messages(), None);
    }
    let mut context = node.start(READ);
    context.starve();
    assert!(!context.can_wait());
    assert!(context.die_of_messages().is_some());
    assert_eq!(context.die_of_messages(), None);
}

#[test]
fn captures_in_a_loop_are_linear() {
    let text = include_str!("programs/generators.asm");
    let words = |n: &str| {
        let mut context = Node::new().start(&text.replace("{n}", n));
        drive(&mut context, PLAIN);
        // The frames that a capture copies are allocated.
        (context.allocated_words(), context.heap.size_words())
    };
    let (small, _) = words("1000");
    let (large, size) = words("100000");
    assert!(large < 200 * small, "{small} and {large} words allocated");
    assert!(size < 20_000, "{size} words at the end");
}

#[test]
fn trace_names_the_frames_on_the_stack_and_in_chunks() {
    let mut unit = unit(
        "primitive 0 = %call/cc
         function 0 (0 arguments, 8 slots)
           block 0 (live)
             call-known 2 0 1
           block 1 (live 2)
             return 2
         function 1 (0 arguments, 8 slots)
           block 0 (live)
             function 4 2
             call-primitive 2 1 0
           block 1 (live 2)
             return 2
         function 2 (1 argument, 8 slots)
           block 0 (live 2)
             move 5 2
             call-known 3 1 3
           block 1 (live 3)
             return 3
         function 3 (1 argument, 8 slots)
           block 0 (live 2)
             car 3 2
             return 3",
    );
    let named = |name: &str| FunctionDebug {
        name: Some(Symbol::intern(name)),
        ..FunctionDebug::default()
    };
    unit.debug = Debug {
        functions: ["main", "outer", "inner", "innermost"].map(named).to_vec(),
        ..Debug::default()
    };
    for mode in MODES {
        let node = Node::new();
        let fragment = node.linker.link(&unit, false).unwrap();
        let mut context = node.process(&fragment);
        drive(&mut context, mode);
        let names: Vec<String> = context
            .trace(10)
            .iter()
            .map(|l| l.procedure.clone())
            .collect();
        let expected = ["innermost", "inner", "outer", "main"];
        assert!(names.ends_with(&expected.map(str::to_owned)), "{names:?}");
        assert_eq!(context.trace(2).len(), 2);
        // As many frames as are wanted, of the stack and of chunks, and no more.
        let all = context.frame_points(100);
        for limit in 0..all.len() + 2 {
            let wanted = limit.min(all.len());
            assert_eq!(context.frame_points(limit), all[..wanted], "{}", mode.name);
        }
    }
}

#[test]
fn the_last_few_origins_are_remembered_each_once() {
    let mut context = Node::new().start(READ);
    assert!(!context.has_origins());
    let note = |context: &mut Context, object: &str, trace: &str| {
        context.note_origin(object.to_owned(), trace.to_owned());
    };
    for (object, trace) in [("a", "at 1"), ("b", "at 2"), ("c", "at 3"), ("d", "at 4")] {
        note(&mut context, object, trace);
    }
    assert!(context.has_origins());
    // One that comes again is the last one now, and no other makes room for it.
    note(&mut context, "a", "at 5");
    let known = ["a", "b", "c", "d"].map(|object| context.origin_of(object));
    assert_eq!(known, ["at 5", "at 2", "at 3", "at 4"].map(Some));
    note(&mut context, "e", "at 6");
    let known = ["a", "b", "c", "d", "e"].map(|object| context.origin_of(object));
    let expected = [Some("at 5"), None, Some("at 3"), Some("at 4"), Some("at 6")];
    assert_eq!(known, expected);
}

#[test]
fn suspended_process_can_go_on_where_it_is() {
    let text = include_str!("programs/calls.asm").replace("{n}", "10");
    let mut context = Node::new().start(&text);
    let mut turns = 0;
    let value = loop {
        context.fuel = 3;
        match mound_machine::run(&mut context, &mut Nowhere) {
            Stop::Yield => assert!(context.suspend().unwrap().is_some()),
            Stop::Done(value) => break value,
            other => panic!("{other:?}"),
        }
        assert!(context.suspend().unwrap().is_none(), "it is suspended");
        turns += 1;
    };
    assert_eq!(show::show(value), "55");
    assert!(turns > 20);
}

#[test]
fn frozen_continuation_is_resumed_as_a_private_copy() {
    // Publishes a continuation whose frame has a box, and returns what the box holds, plus 1.
    let text = "
        primitive 0 = %call/cc
        reference 0 = own x
        function 0 (0 arguments, 8 slots)
          block 0 (live)
            fixnum 2 0
            box 2 2
            function 5 1
            call-primitive 3 1 0
          block 1 (live 2 3)
            unbox 4 2
            add-i 4 4 1
            set-box 2 4
            add 4 4 3
            return 4
        function 1 (1 argument, 4 slots)
          block 0 (live 2)
            define-global 2 0
            fixnum 3 10
            return 3";
    let node = Node::new();
    assert_eq!(result(&node, text), "11");
    let again = "
        reference 0 = interactive x
        function 0 (0 arguments, 6 slots)
          block 0 (live)
            fixnum 4 20
            tail-call-global 2 1 0";
    for mode in MODES {
        let outcome = drive(&mut node.start(again), mode);
        assert_eq!(outcome.text, "21", "{}", mode.name);
    }
}

#[test]
fn thunk_that_is_no_procedure_dies() {
    let node = Node::new();
    let thunk = Frozen::immediate(mound_heap::Value::fixnum(3)).unwrap();
    let mut context = mound_machine::Context::new(node.linker.hooks.clone(), 8, thunk);
    let text = drive(&mut context, PLAIN).text;
    assert!(text.starts_with("died: not-procedure"), "{text}");
}

#[test]
fn machine_without_a_base_library_dies_of_the_first_error() {
    let linker = mound_machine::Linker::new(support::primitives::table());
    let text =
        "function 0 (0 arguments, 4 slots)\n block 0 (live)\n fixnum 2 1\n car 2 2\n return 2";
    let fragment = linker.link(&unit(text), false).unwrap();
    let entry = LinkedUnit::of_fragment(&fragment).unwrap().entry();
    let thunk = Frozen::constant(entry, &fragment);
    let mut context = mound_machine::Context::new(linker.hooks.clone(), 96, thunk);
    let text = drive(&mut context, PLAIN).text;
    assert!(text.starts_with("died: type: car"), "{text}");
}
