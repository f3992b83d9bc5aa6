//! Data that goes out comes back the same.

mod support;

use mound_heap::layout::{HASH_TABLE_EPOCH, HASH_TABLE_EPOCH_FOREIGN};
use mound_heap::object::{BoxCell, HashTable, Pair, Vector};
use mound_heap::{Heap, StringView, Value};
use mound_wire::encode::Budget;
use mound_wire::{EncodeError, Mode, encode, units_needed};
use support::graph::Graphs;
use support::same::{astray, difference, private_difference};
use support::{Names, bytes_in, bytes_of, frozen_copy, value_of};

#[test]
fn random_graphs_come_back_the_same() {
    for seed in 0..600 {
        let names = Names::new();
        let mut graphs = Graphs::new(seed);
        let graph = graphs.graph(1 + seed as usize % 60);
        for mode in [Mode::Frozen, Mode::Private] {
            let bytes = bytes_in(graph, &names, mode);
            let frozen = value_of(&bytes, &names, mode)
                .unwrap_or_else(|error| panic!("seed {seed}: {error}"));
            let difference = match mode {
                Mode::Frozen => difference(graph, frozen.root()),
                Mode::Private => private_difference(graph, frozen.root()),
            };
            if let Some(difference) = difference.or_else(|| astray(frozen.root())) {
                panic!("seed {seed}: {difference}");
            }
            let again = bytes_in(frozen.root(), &names, mode);
            assert_eq!(bytes, again, "seed {seed}: the bytes are canonical");
        }
    }
}

#[test]
fn a_long_list_is_a_count_and_its_elements() {
    let mut heap = Heap::new(1 << 22);
    let elements = vec![Value::fixnum(5); 1_000_000];
    let list = heap.list(&elements);
    let names = Names::new();
    let bytes = bytes_of(list, &names);
    assert_eq!(bytes.len(), 2 + 4 + 1_000_000);
    let frozen = value_of(&bytes, &names, Mode::Frozen).unwrap();
    assert!(difference(list, frozen.root()).is_none());
}

#[test]
fn depth_costs_no_native_stack() {
    let mut heap = Heap::new(1 << 23);
    let names = Names::new();
    let deep_cars = (0..1_000_000).fold(Value::NULL, |inner, _| heap.pair(inner, Value::TRUE));
    let deep_boxes = (0..1_000_000).fold(Value::NULL, |inner, _| heap.new_box(inner));
    for deep in [deep_cars, deep_boxes] {
        let bytes = bytes_of(deep, &names);
        let frozen = value_of(&bytes, &names, Mode::Frozen).unwrap();
        assert_eq!(bytes, bytes_of(frozen.root(), &names));
    }
}

#[test]
fn small_messages_are_tiny() {
    let mut heap = Heap::new(1 << 10);
    let names = Names::new();
    assert_eq!(bytes_of(Value::fixnum(1), &names).len(), 3);
    let list = heap.list(&[Value::fixnum(1), Value::fixnum(-16), Value::fixnum(-8192)]);
    assert_eq!(bytes_of(list, &names), [2, 0, 0x82, 1, 0x70, 0xc0, 0]);
}

#[test]
fn cycles_and_sharing_survive() {
    let mut heap = Heap::new(1 << 10);
    let names = Names::new();
    let ring = heap.list(&[Value::fixnum(1), Value::fixnum(2)]);
    let second = Pair::of(Pair::of(ring).unwrap().cdr()).unwrap();
    second.set_cdr(&mut heap, ring).unwrap();
    let frozen = value_of(&bytes_of(ring, &names), &names, Mode::Frozen).unwrap();
    let first = Pair::of(frozen.root()).unwrap();
    let second = Pair::of(first.cdr()).unwrap();
    assert_eq!(second.cdr(), frozen.root());
}

#[test]
fn the_same_graph_has_the_same_bytes_in_every_place() {
    let names = Names::new();
    let mut first = Graphs::new(7);
    let mut second = Graphs::new(7);
    // Other addresses in the second heap.
    second.heap.list(&[Value::TRUE; 13]);
    assert_eq!(
        bytes_of(first.graph(50), &names),
        bytes_of(second.graph(50), &names)
    );
}

#[test]
fn private_memory_keeps_what_is_frozen() {
    let mut heap = Heap::new(1 << 10);
    let names = Names::new();
    let parts = [
        heap.string("shared"),
        heap.bytevector(&[1]),
        heap.flonum(0.5),
    ];
    let literal = heap.list(&parts);
    let literal = frozen_copy(&mut heap, literal);
    let shared = Pair::of(literal).unwrap().car();
    let number = heap.flonum(2.5);
    let own = heap.list(&[number, number]);
    // A list that can be changed as far as its literal tail, met by its inside first.
    let own = heap.pair(own, literal);
    let vector = heap.vector_from(&[shared, own, literal, shared]);
    let bytes = bytes_in(vector, &names, Mode::Private);
    let decoded = value_of(&bytes, &names, Mode::Private).unwrap();
    assert_eq!(private_difference(vector, decoded.root()), None);
    let marks = bytes.iter().filter(|&&byte| byte == 0xbb).count();
    assert_eq!(marks, 2, "the string, and the list that holds it");
    // A message of the same says nothing of it, and has the list as one.
    assert_eq!(bytes.len(), bytes_of(vector, &names).len() + marks + 1);
}

#[test]
fn private_memory_that_is_all_frozen_has_one_mark() {
    for seed in 0..50 {
        let names = Names::new();
        let mut graphs = Graphs::new(seed);
        let graph = graphs.graph(20);
        let frozen = frozen_copy(&mut graphs.heap, graph);
        let mut expected = bytes_of(frozen, &names);
        expected.insert(2, 0xbb);
        let bytes = bytes_in(frozen, &names, Mode::Private);
        assert_eq!(bytes, expected, "seed {seed}");
        let decoded = value_of(&bytes, &names, Mode::Private).unwrap();
        assert_eq!(private_difference(frozen, decoded.root()), None);
    }
}

#[test]
fn messages_are_frozen_and_private_data_are_not() {
    let mut heap = Heap::new(1 << 10);
    let names = Names::new();
    let cell = heap.new_box(Value::TRUE);
    let string = heap.string("text");
    let list = heap.list(&[cell, string]);
    let bytes = bytes_of(list, &names);
    for (mode, changes) in [(Mode::Frozen, false), (Mode::Private, true)] {
        let frozen = value_of(&bytes, &names, mode).unwrap();
        let pair = Pair::of(heap.receive(frozen)).unwrap();
        let cell = BoxCell::of(pair.car()).unwrap();
        let string = StringView::of(Pair::of(pair.cdr()).unwrap().car()).unwrap();
        assert_eq!(cell.set(&mut heap, Value::FALSE).is_ok(), changes);
        assert_eq!(!string.is_frozen(), changes);
        assert_eq!(pair.set_car(&mut heap, Value::FALSE).is_ok(), changes);
    }
}

#[test]
fn a_widened_string_is_sent_as_what_it_is_now() {
    let mut heap = Heap::new(1 << 10);
    let names = Names::new();
    let string = heap.string("abc");
    let pair = heap.pair(string, string);
    let view = StringView::of(string).unwrap();
    view.set(&mut heap, 1, 'λ').unwrap();
    let frozen = value_of(&bytes_of(pair, &names), &names, Mode::Frozen).unwrap();
    let pair = Pair::of(frozen.root()).unwrap();
    assert_eq!(pair.car(), pair.cdr());
    assert_eq!(StringView::of(pair.car()).unwrap().to_string(), "aλc");
}

#[test]
fn tables_from_elsewhere_say_so_and_copies_of_them_too() {
    let mut heap = Heap::new(1 << 10);
    let names = Names::new();
    let keys = heap.vector(4, Value::ABSENT);
    let zero = Value::fixnum(0);
    let table = heap.hash_table([zero, zero, zero, Value::fixnum(9), keys, keys, Value::FALSE]);
    let frozen = value_of(&bytes_of(table, &names), &names, Mode::Private).unwrap();
    let table = heap.receive(frozen);
    let epoch = |table: Value| HashTable::of(table).unwrap().get(HASH_TABLE_EPOCH);
    let foreign = Value::fixnum(HASH_TABLE_EPOCH_FOREIGN);
    assert_eq!(epoch(table), foreign);
    assert_eq!(epoch(heap.freeze(table).unwrap().root()), foreign);
}

#[test]
fn pids_are_translated_through_the_tables_of_both_nodes() {
    let (here, there) = (Names::new(), Names::new());
    let name = mound_heap::Name {
        node: 3,
        serial: 12345,
    };
    let mut heap = Heap::new(1 << 10);
    let pids = [Value::pid(name), Value::tag(name), Value::pid(name)];
    let list = heap.list(&pids);
    let bytes = bytes_of(list, &here);
    let frozen = value_of(&bytes, &there, Mode::Frozen).unwrap();
    let pid = Pair::of(frozen.root()).unwrap().car();
    let moved = pid.as_name().unwrap();
    assert_eq!((moved.node, moved.serial), (0, 12345));
    let address = b"node-3.example:4000";
    let found = bytes.windows(address.len()).filter(|part| part == address);
    assert_eq!(found.count(), 1, "an identity is sent once");
    assert_eq!(bytes, bytes_of(frozen.root(), &there));
}

#[test]
fn a_value_beyond_the_budget_is_refused() {
    let mut heap = Heap::new(1 << 12);
    let names = Names::new();
    let list = heap.list(&[Value::fixnum(1 << 40); 100]);
    let vector = heap.vector(100, list);
    let whole = bytes_of(vector, &names).len();
    assert!(encode(vector, &mut Heap::new(16), &names, Mode::Frozen, whole).is_ok());
    for budget in [0, 50, 200, whole - 1] {
        let result = encode(vector, &mut Heap::new(16), &names, Mode::Frozen, budget);
        assert_eq!(result, Err(EncodeError::TooLarge { budget }));
    }
}

#[test]
fn many_objects_cost_more_than_long_ones() {
    let mut heap = Heap::new(1 << 12);
    let names = Names::new();
    let budget = Budget {
        bytes: 10_000,
        objects: 50,
    };
    let encoded = |value| encode(value, &mut Heap::new(16), &names, Mode::Frozen, budget);
    let long = heap.bytevector_fill(9000, 7);
    assert!(encoded(long).is_ok());
    let longer = heap.bytevector_fill(11_000, 7);
    assert_eq!(
        encoded(longer),
        Err(EncodeError::TooLarge { budget: 10_000 })
    );
    let list = heap.list(&[Value::TRUE; 60]);
    assert_eq!(encoded(list), Err(EncodeError::TooMany { budget: 50 }));
}

/// A budget is what a value may take: that, and not one byte or object less.
#[test]
fn budgets_are_reached_and_not_passed() {
    let mut heap = Heap::new(1 << 14);
    let names = Names::new();
    let pairs = heap.list(&[Value::TRUE; 60]);
    let strings: Vec<Value> = (0..30).map(|_| heap.bytevector_fill(20, 7)).collect();
    let vector = heap.vector(20, pairs);
    let kept = [
        (pairs, 60),
        (heap.list(&strings), 60),
        (vector, 61),
        (heap.bytevector_fill(3, 1), 1),
    ];
    for (value, objects) in kept {
        let encoded = |bytes, objects| {
            let budget = Budget { bytes, objects };
            let encoded = encode(value, &mut Heap::new(16), &names, Mode::Frozen, budget);
            encoded.map(|encoded| encoded.bytes)
        };
        let bytes = encoded(usize::MAX, usize::MAX).expect("within the budget");
        assert_eq!(encoded(bytes.len(), usize::MAX).as_ref(), Ok(&bytes));
        let budget = bytes.len() - 1;
        let refused = encoded(budget, usize::MAX);
        assert_eq!(refused, Err(EncodeError::TooLarge { budget }));
        let fewer: Vec<_> = (0..objects)
            .map(|fewer| encoded(usize::MAX, fewer))
            .collect();
        for (budget, refused) in fewer.into_iter().enumerate() {
            assert_eq!(refused, Err(EncodeError::TooMany { budget }));
        }
        assert!((objects..objects + 10).all(|objects| encoded(usize::MAX, objects).is_ok()));
    }
}

#[test]
fn what_means_nothing_elsewhere_is_named_with_its_path() {
    let mut heap = Heap::new(1 << 10);
    let names = Names::new();
    let vector = heap.vector_from(&[Value::TRUE, Value::UNBOUND]);
    let list = heap.list(&[Value::NULL, Value::NULL, vector]);
    let error = encode(list, &mut Heap::new(16), &names, Mode::Frozen, 1000).unwrap_err();
    assert_eq!(
        error.to_string(),
        "the value of an unbound variable cannot be sent; \
         it is element 1 of a vector in element 2 of a list"
    );
}

#[test]
fn data_need_no_units() {
    let names = Names::new();
    let mut graphs = Graphs::new(3);
    let graph = graphs.graph(30);
    let encoded = encode(graph, &mut Heap::new(16), &names, Mode::Frozen, 1 << 20).unwrap();
    assert!(encoded.units.is_empty());
    assert_eq!(units_needed(&encoded.bytes), Ok(Vec::new()));
    assert!(encoded.work > 10);
    assert!(Vector::of(graph).is_some());
}
