//! The program `mound`: the command line over the engine.
//!
//! Start reading at [`arguments`] for what can be asked, then [`run`] and [`repl`].

#![deny(unsafe_code)]

mod about;
#[expect(unsafe_code, reason = "the allocator is not written in Rust")]
mod allocator;
mod ans;
mod arguments;
mod checking;
#[expect(unsafe_code, reason = "it is called before there is a runtime of Rust")]
mod closed;
mod cluster;
mod doctor;
mod formatting;
mod language;
mod manuals;
mod observe;
mod packages;
mod profiling;
mod projects;
mod references;
mod repl;
mod reporting;
mod run;
mod signals;
mod simulating;
mod sources;
mod standard;
mod suites;
mod top;
mod versions;

use clap::Parser;
use std::process::ExitCode;

fn main() -> ExitCode {
    allocator::save_addresses();
    allocator::keep_for_a_while();
    let done = match projects::own_program() {
        Some(program) => projects::run(program),
        None => by_arguments(),
    };
    let status = match done {
        Ok(status) => status,
        Err(failure) => {
            standard::error(&failure.text);
            failure.status
        }
    };
    ExitCode::from((status & 0xff) as u8)
}

fn by_arguments() -> Result<i32, run::Failure> {
    match arguments::Arguments::try_parse() {
        Ok(arguments) => run::perform(arguments),
        Err(error) if error.use_stderr() => arguments::with_tip(error).exit(),
        // It is what was asked for: help, or the version.
        Err(answer) => standard::written(|| answer.print()).map(|()| 0),
    }
}
