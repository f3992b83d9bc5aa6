//! A node, assembled: compiler, linker, schedulers, console, connections.
//!
//! [`Engine`] is what programs that embed Mound use, and what the command line
//! program is made of. Start reading at [`Engine`], then `state`, `body`, `host`.

#![forbid(unsafe_code)]

mod body;
mod code;
pub mod compiler;
mod console;
mod distribution;
mod embedded;
mod engine;
mod host;
mod info;
mod loader;
mod options;
mod report;
mod requests;
pub mod session;
mod state;
mod transport;

pub use body::WorkResult;
pub use engine::{Engine, Interactive, ReplOutcome};
pub use options::{Options, default_home};

/// Names that `cond-expand` and `features` know.
pub fn features() -> &'static [&'static str] {
    &[
        "r7rs",
        "exact-closed",
        "exact-rational",
        "ieee-float",
        "full-unicode",
        "mound",
        "termite",
        "srfi-1",
        "srfi-69",
    ]
}

/// The text form of a unit.
pub fn disassemble(unit: &mound_bytecode::unit::Unit) -> String {
    mound_bytecode::disasm::disassemble(unit)
}
