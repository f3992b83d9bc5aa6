//! What a scheduler keeps of processes that have ended.

use super::Engine;
use crate::Options;
use mound_bytecode::unit::UnitHash;
use std::sync::PoisonError;
use std::time::{Duration, Instant};

/// Several processes alive at a time, and then none, all of the code of one unit.
const PROGRAM: &str = "(import (scheme base) (termite process))
(let more ((left 40))
  (if (> left 0)
      (let* ((make (lambda (n) (spawn (lambda () (+ n 1)))))
             (pids (list (make left) (make 1) (make 2))))
        (for-each wait-for pids)
        (more (- left 1)))))";

/// As many programs as make the linker look several times for units that nobody holds.
const OTHERS: usize = 200;

/// Runs the program; the hash of its unit.
fn run(engine: &Engine) -> UnitHash {
    let imports = "(import (scheme base) (termite process))";
    assert_eq!(engine.run_program("imports.scm", None, imports), Ok(0));
    let (mut units, _) = engine.compile("a.scm", None, PROGRAM).unwrap();
    let hash = units.pop().unwrap().hash();
    assert_eq!(engine.run_program("a.scm", None, PROGRAM), Ok(0));
    assert!(engine.state.linker.find(hash).is_some());
    hash
}

/// Whether the unit is held by more than the linker, which asks when it has linked many others.
fn is_held(engine: &Engine, hash: UnitHash) -> bool {
    for number in 0..OTHERS {
        let other = format!("(import (scheme base)) (list {number})");
        assert_eq!(engine.run_program("other.scm", None, &other), Ok(0));
    }
    engine.state.linker.find(hash).is_some()
}

#[test]
fn schedulers_that_rest_hold_no_unit_for_the_next_process() {
    let engine = Engine::start(Options {
        schedulers: 2,
        ..Options::default()
    })
    .unwrap();
    let hash = run(&engine);
    let start = Instant::now();
    while is_held(&engine, hash) {
        assert!(
            start.elapsed() < Duration::from_secs(30),
            "the unit is held"
        );
    }
    engine.shutdown();
}

#[test]
fn the_driver_of_a_seed_rests_when_nothing_is_ready() {
    let engine = Engine::start(Options {
        seed: Some(7),
        ..Options::default()
    })
    .unwrap();
    let hash = run(&engine);
    let driver = engine.driver.as_ref().expect("there is a seed");
    let lock = || driver.lock().unwrap_or_else(PoisonError::into_inner);
    lock().run_until_idle();
    assert!(!is_held(&engine, hash));
    engine.shutdown();
}
