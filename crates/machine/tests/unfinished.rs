//! Work that takes too long for a scheduler is done elsewhere, and its result is that of the
//! instruction that asked for it.

mod support;

use mound_heap::Value;
use mound_machine::link::Implementation;
use mound_machine::{
    Arguments, Cluster, Context, Cost, Host, Linker, Outcome, Processes, Raise, Reply, Request,
    Requests, Resources, Stop, System, unfinished::SHORT_NS,
};
use std::num::NonZeroU64;
use support::{Node, primitives, show};

/// Keeps what was asked for, until the test answers.
#[derive(Default)]
struct Elsewhere {
    asked: Vec<Request>,
    answer: Option<Reply>,
    cancelled: Vec<u64>,
}

impl Requests for Elsewhere {
    fn start(&mut self, request: Request) -> NonZeroU64 {
        self.asked.push(request);
        NonZeroU64::new(7).expect("it is not zero")
    }
    fn poll(&mut self, request: u64) -> Option<Reply> {
        assert_eq!(request, 7);
        self.answer.take()
    }
    fn cancel(&mut self, request: u64) {
        self.cancelled.push(request);
    }
}

impl Elsewhere {
    /// Does the one thing that was asked for.
    fn work(&mut self, is_long: bool) {
        match self.asked.pop() {
            Some(Request::Compute(computation)) => {
                assert_eq!(computation.is_long(), is_long);
                self.answer = computation.run();
                assert!(self.answer.is_some(), "somebody waits for it");
            }
            other => panic!("{other:?}"),
        }
        assert!(self.asked.is_empty());
    }
}

impl Host for Elsewhere {
    fn system(&mut self) -> &mut dyn System {
        unreachable!("the tests only compute")
    }
    fn processes(&mut self) -> &mut dyn Processes {
        unreachable!("the tests only compute")
    }
    fn cluster(&mut self) -> &mut dyn Cluster {
        unreachable!("the tests only compute")
    }
    fn requests(&mut self) -> &mut dyn Requests {
        self
    }
    fn resources(&mut self) -> &mut dyn Resources {
        unreachable!("the tests only compute")
    }
}

fn doubled(context: &mut Context, arguments: Arguments) -> Result<i64, Raise> {
    let number = context.argument(arguments, 0).as_fixnum();
    let number = number.expect("the tests pass fixnums");
    // What is said of the cost is the number itself, in nanoseconds.
    let cost = Cost {
        nanoseconds: number.unsigned_abs(),
        bytes: 100,
    };
    let result = context.compute("length", cost, move |_| {
        Ok(move || {
            assert!(number >= 0, "it cannot be done");
            2 * number
        })
    })?;
    context.pay(cost);
    Ok(result)
}

fn leaf(context: &mut Context, _: &mut dyn Host, arguments: Arguments) -> Result<Value, Raise> {
    doubled(context, arguments).map(Value::fixnum)
}

fn control(
    context: &mut Context,
    _: &mut dyn Host,
    arguments: Arguments,
) -> Result<Outcome, Raise> {
    let result = doubled(context, arguments)?;
    Ok(Outcome::Die(Value::fixnum(result)))
}

/// A process that doubles a number: in a leaf primitive, or in one that ends it.
fn process(number: i64, is_leaf: bool) -> Context {
    let mut table = primitives::table();
    table.insert("length", Implementation::Leaf(leaf));
    table.insert("%die", Implementation::Control(control));
    let mut node = Node::new();
    node.linker = Linker::new(table);
    let rest = match is_leaf {
        true => "primitive 2 4 1 0\n return 2",
        false => "move 2 4\n tail-call-primitive 0 1 1",
    };
    let mut context = node.start(&format!(
        "primitive 0 = length
         primitive 1 = %die
         constant 0 = integer {number}
         function 0 (0 arguments, 8 slots)
           block 0 (live)
             constant 4 0
             {rest}"
    ));
    context.fuel = 1_000_000;
    context
}

/// The number that it ends with.
fn ended(stop: &Stop) -> String {
    match stop {
        Stop::Done(value) | Stop::Died(value) => show::show(*value),
        other => panic!("{other:?}"),
    }
}

const LONG_NS: i64 = 100_000_000;

#[test]
fn results_are_the_same_here_and_elsewhere() {
    let short = SHORT_NS as i64;
    for is_leaf in [true, false] {
        for number in [0, 1, short] {
            let mut host = Elsewhere::default();
            let stop = mound_machine::run(&mut process(number, is_leaf), &mut host);
            assert_eq!(ended(&stop), (2 * number).to_string());
            assert!(host.asked.is_empty(), "{number} is done at once");
        }
        for number in [short + 1, LONG_NS, LONG_NS + 1] {
            let mut host = Elsewhere::default();
            let mut context = process(number, is_leaf);
            // It may be run again before there is an answer.
            for _ in 0..3 {
                let stop = mound_machine::run(&mut context, &mut host);
                assert!(matches!(stop, Stop::Wait { deadline: None }), "{stop:?}");
                assert_eq!(host.asked.len(), 1, "it asks once");
            }
            let fuel = context.fuel;
            host.work(number > LONG_NS);
            let stop = mound_machine::run(&mut context, &mut host);
            assert_eq!(ended(&stop), (2 * number).to_string());
            let paid = fuel - context.fuel;
            let expected = (number - 2000) / 64;
            assert!((expected..expected + 10).contains(&paid), "{paid}");
        }
    }
}

#[test]
fn a_panic_elsewhere_is_one_here() {
    // The size of the number is its cost.
    for is_leaf in [true, false] {
        let mut host = Elsewhere::default();
        let mut context = process(-1 - SHORT_NS as i64, is_leaf);
        mound_machine::run(&mut context, &mut host);
        host.work(false);
        let again = || mound_machine::run(&mut context, &mut host);
        let result = std::panic::catch_unwind(std::panic::AssertUnwindSafe(again));
        let panic = result.expect_err("it cannot be done");
        assert!(
            panic
                .downcast_ref::<&str>()
                .is_some_and(|text| text.contains("cannot be done"))
        );
    }
}

#[test]
fn what_nobody_waits_for_is_not_done() {
    let mut host = Elsewhere::default();
    let mut context = process(LONG_NS, true);
    mound_machine::run(&mut context, &mut host);
    drop(context);
    match host.asked.pop() {
        Some(Request::Compute(computation)) => assert!(computation.run().is_none()),
        other => panic!("{other:?}"),
    }
}
