//! Programs that need many processes or much memory, run plainly: in the other modes they take
//! too long.

mod support;

use support::{difference, mound, read, root, run};

fn check(name: &str) {
    let program = root().join("tests/scale").join(name);
    let run = run(mound().arg("run").arg(&program)).expect_status(0);
    let expected = read(&program.with_extension("out"));
    assert_eq!(difference(&expected, &run.output), None);
}

#[test]
fn a_quarter_of_a_million_processes_live_at_once() {
    check("ring.scm");
}

#[test]
fn old_memory_keeps_what_is_reached() {
    check("old-memory.scm");
}

#[test]
fn mixed_work_leaves_nothing_behind() {
    check("soak.scm");
}
