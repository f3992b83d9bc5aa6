//! The program `mound`: the command line over the engine.
//!
//! Start reading at [`arguments`] for what can be asked, then [`run`] and [`repl`].

#![forbid(unsafe_code)]

mod arguments;
mod repl;
mod run;
mod signals;
mod suites;
mod top;

use clap::Parser;
use std::process::ExitCode;

/// Many small, short-lived blocks from several threads.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    let arguments = arguments::Arguments::parse();
    let status = match run::perform(arguments) {
        Ok(status) => status,
        Err(failure) => {
            eprint!("{}", failure.text);
            failure.status
        }
    };
    ExitCode::from((status & 0xff) as u8)
}
