//! `mound observe`: the page itself is Scheme, `lib/mound/observe.scm`. It is served by a node of
//! its own, which asks the other one, so any node can be looked at.

use crate::run::Failure;
use crate::signals;
use mound_engine::{Engine, Options};

const PROGRAM: &str = "(import (mound observe)) (observe-command)";

/// Serves the page until it is told to end; returns the exit status.
pub fn observe(node: &str, port: u16, changes: bool) -> Result<i32, Failure> {
    let arguments = [
        "observe".to_owned(),
        node.to_owned(),
        port.to_string(),
        if changes { "yes" } else { "no" }.to_owned(),
    ];
    let options = Options {
        command_line: arguments.to_vec(),
        ..Options::default()
    };
    let engine = Engine::start(options).map_err(Failure::node)?;
    signals::stop_when_asked(engine.stopper(), None).map_err(Failure::node)?;
    let status = engine
        .run_program("observe", None, PROGRAM)
        .map_err(Failure::source);
    engine.shutdown();
    status
}
