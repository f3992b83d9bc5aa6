//! Programs that need many processes, run plainly: in the other modes they take
//! too long.

mod support;

use support::{difference, mound, read, root, run};

#[test]
fn a_quarter_of_a_million_processes_live_at_once() {
    let program = root().join("tests/scale/ring.scm");
    let run = run(mound().arg("run").arg(&program)).expect_status(0);
    let expected = read(&program.with_extension("out"));
    assert_eq!(difference(&expected, &run.output), None);
}
