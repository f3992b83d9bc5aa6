//! `mound versions` and `mound upgrade`: the work is Scheme, `lib/mound/module-commands.scm`, which
//! asks the node as any other node could.

use crate::run::Failure;
use crate::signals;
use mound_engine::{Engine, Options};

/// Shows the libraries of a node; returns the exit status.
pub fn versions(node: &str, json: bool) -> Result<i32, Failure> {
    let program = "(import (mound module-commands)) (versions-command)";
    ask("versions", program, &[node, format(json)], Vec::new())
}

/// Loads changed libraries on a node; returns the exit status.
pub fn upgrade(
    node: &str,
    dry_run: bool,
    json: bool,
    libraries: Vec<String>,
) -> Result<i32, Failure> {
    let program = "(import (mound module-commands)) (upgrade-command)";
    let how = if dry_run { "dry-run" } else { "load" };
    ask("upgrade", program, &[node, format(json), how], libraries)
}

fn format(json: bool) -> &'static str {
    if json { "json" } else { "text" }
}

fn ask(name: &str, program: &str, first: &[&str], more: Vec<String>) -> Result<i32, Failure> {
    let first = std::iter::once(&name).chain(first);
    let mut arguments: Vec<String> = first.map(ToString::to_string).collect();
    arguments.extend(more);
    let options = Options {
        command_line: arguments,
        ..Options::default()
    };
    let engine = Engine::start(options).map_err(Failure::node)?;
    signals::stop_when_asked(engine.stopper(), None).map_err(Failure::node)?;
    let status = engine
        .run_program(name, None, program)
        .map_err(Failure::source);
    engine.shutdown();
    status
}
