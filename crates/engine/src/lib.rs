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

use std::sync::OnceLock;

/// Names that `cond-expand` and `features` know: those below, and `srfi-N` for each SRFI.
pub fn features() -> &'static [&'static str] {
    static FEATURES: OnceLock<Vec<&'static str>> = OnceLock::new();
    FEATURES.get_or_init(|| {
        let mut srfis: Vec<u32> = embedded::SOURCES
            .iter()
            .filter_map(|(path, _)| {
                path.strip_prefix("srfi/")?
                    .strip_suffix(".sld")?
                    .parse()
                    .ok()
            })
            .collect();
        srfis.sort_unstable();
        let names = srfis.iter().map(|number| &*format!("srfi-{number}").leak());
        FIXED_FEATURES.iter().copied().chain(names).collect()
    })
}

const FIXED_FEATURES: &[&str] = &[
    "r7rs",
    "exact-closed",
    "exact-rational",
    "ieee-float",
    "full-unicode",
    "mound",
    "termite",
];

/// The text form of a unit.
pub fn disassemble(unit: &mound_bytecode::unit::Unit) -> String {
    mound_bytecode::disasm::disassemble(unit)
}
