//! What is lent to a process comes back, however its turn ends.

mod support;

use mound_heap::{Heap, Name, Record, Value};
use mound_machine::host::Control;
use mound_machine::link::Implementation;
use mound_machine::windows::field;
use mound_machine::{
    Cluster, Host, Incoming, Linker, Outcome, Processes, Put, Requests, Resources, Stop, System,
    run_turn,
};
use std::panic::{AssertUnwindSafe, catch_unwind};
use support::{Node, primitives};

/// Notes what comes back.
#[derive(Default)]
struct Lender {
    read: Vec<(Name, usize)>,
    written: Vec<(Name, Vec<u8>)>,
}

impl Resources for Lender {
    fn with_incoming(&mut self, _: Name, _: &mut dyn FnMut(&mut Incoming)) -> bool {
        false
    }
    fn prefetch(&mut self, _: Name) {}
    fn put(&mut self, _: Name, _: &[u8]) -> Put {
        Put::Queued
    }
    fn give_back(&mut self, owner: Name, consumed: usize) {
        self.read.push((owner, consumed));
    }
    fn put_anyway(&mut self, owner: Name, bytes: &[u8]) {
        self.written.push((owner, bytes.to_vec()));
    }
    fn is_open(&self, _: Name) -> bool {
        true
    }
}

impl Host for Lender {
    fn system(&mut self) -> &mut dyn System {
        unreachable!("the tests only read and write")
    }
    fn processes(&mut self) -> &mut dyn Processes {
        unreachable!("the tests only read and write")
    }
    fn cluster(&mut self) -> &mut dyn Cluster {
        unreachable!("the tests only read and write")
    }
    fn requests(&mut self) -> &mut dyn Requests {
        unreachable!("the tests only read and write")
    }
    fn resources(&mut self) -> &mut dyn Resources {
        self
    }
}

/// A port with a window: characters to read, of which one was read, and room with two bytes written.
fn port(heap: &mut Heap, owner: Name, fields: [Value; 5]) -> Value {
    let nothing = heap.vector(0, Value::FALSE);
    let library = heap.string("test");
    let name = Value::symbol(mound_base::Symbol::intern("port"));
    let record_type = heap.record_type(name, library, nothing, [1, 2]);
    let mut all = [Value::FALSE; field::COUNT];
    all[field::CONTENT] = Value::pid(owner);
    all[field::BUFFER..].copy_from_slice(&fields);
    heap.record(record_type, &all)
}

/// A turn of a process with two windows that calls this primitive; whether it panicked, what came
/// back, and whether the windows are closed.
fn turn(primitive: Control) -> (bool, Lender, bool) {
    let mut table = primitives::table();
    table.insert("%halt", Implementation::Control(primitive));
    let mut node = Node::new();
    node.linker = Linker::new(table);
    let mut context = node.start(
        "
primitive 0 = %halt
function 0 (0 arguments, 4 slots)
  block 0 (live)
    call-primitive 2 0 0
  block 1 (live 2)
    return 2
",
    );
    context.fuel = 100;
    let mut lender = Lender::default();
    context.reserve(200).unwrap();
    let fixnum = Value::fixnum;
    let text = context.heap.string("\u{e9}bc");
    let reading = [text, fixnum(1), fixnum(3), fixnum(0), fixnum(0)];
    let bytes = context.heap.bytevector(&[7, 8, 0]);
    let writing = [bytes, fixnum(0), fixnum(0), fixnum(2), fixnum(3)];
    let ports = [(READER, reading), (WRITER, writing)].map(|(owner, fields)| {
        let port = port(&mut context.heap, owner, fields);
        context.open_window(&mut lender, port, owner, fields);
        port
    });
    let mut process = Box::new(context);
    let epoch = process.heap.epoch();
    let stop = catch_unwind(AssertUnwindSafe(|| run_turn(&mut process, &mut lender)));
    let stop = stop.map(|stop| assert!(matches!(stop, Stop::Done(Value::TRUE))));
    // If nothing was collected, the ports are where they were.
    let stand_there = process.heap.epoch() == epoch;
    let closed = |&port: &Value| Record::of(port).unwrap().get(field::BUFFER) == Some(Value::FALSE);
    let all_closed = !stand_there || ports.iter().all(closed);
    (stop.is_err(), lender, all_closed)
}

const READER: Name = Name { node: 0, serial: 5 };
const WRITER: Name = Name { node: 0, serial: 6 };

#[test]
fn windows_are_closed_when_a_turn_ends() {
    let (panicked, lender, closed) = turn(|_, _, _| Ok(Outcome::Value(Value::TRUE)));
    assert!(!panicked && closed);
    assert_eq!(lender.read, [(READER, 2)]);
    assert_eq!(lender.written, [(WRITER, vec![7, 8])]);
}

/// Nobody but the windows knows the ports, which move twice.
#[test]
fn windows_keep_their_ports() {
    let (panicked, lender, _) = turn(|context, _, _| {
        let epoch = context.heap.epoch();
        context.heap.set_zeal(true);
        for _ in 0..2 {
            context.reserve(10_000)?;
        }
        context.heap.set_zeal(false);
        assert!(context.heap.epoch() > epoch, "they have moved");
        Ok(Outcome::Value(Value::TRUE))
    });
    assert!(!panicked);
    assert_eq!(lender.read, [(READER, 2)]);
    assert_eq!(lender.written, [(WRITER, vec![7, 8])]);
}

#[test]
fn what_was_lent_comes_back_unread_after_a_panic() {
    let (panicked, lender, _) = turn(|_, _, _| panic!("for the test"));
    assert!(panicked);
    assert_eq!(lender.read, [(READER, 0), (WRITER, 0)]);
    assert_eq!(lender.written, []);
}
