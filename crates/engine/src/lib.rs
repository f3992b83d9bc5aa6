//! A node, assembled: compiler, linker, schedulers, console, connections.
//!
//! [`Engine`] is what programs that embed Mound use, and what the command line
//! program is made of. Start reading at [`Engine`], then `state`, `body`, `host`.

#![forbid(unsafe_code)]

mod apart;
mod body;
mod bundle;
mod capabilities;
mod code;
pub mod compiler;
mod console;
mod crash;
mod death;
mod distribution;
pub mod documentation;
mod embedded;
mod engine;
mod fast_paths;
mod holder;
mod host;
mod info;
mod instances;
mod interactive;
mod items;
mod left;
mod listing;
mod loader;
mod log;
mod memory;
mod mobile_report;
mod moment;
mod operations;
mod options;
mod origin;
mod outside;
mod profile;
mod provenance;
mod repeats;
mod report;
mod requests;
mod resources;
mod results;
mod seeded;
mod simulation;
mod slow_threads;
mod state;
mod tracing;
mod transformers;
mod transport;
mod versions;
mod waits;
mod watch;
mod watchdog;
mod work;

pub use bundle::BEGINNING as BUNDLE_BEGINNING;
pub use capabilities::{Capabilities, capabilities};
pub use console::Diversion;
pub use engine::Engine;
pub use fast_paths::FastPath;
pub use interactive::{Interactive, Interrupter, ReplOutcome};
pub use left::Left;
pub use log::{Form, Level, Log, Subject};
pub use memory::limit as memory_limit;
pub use memory::{parse_limits, parse_size, unreturned as unreturned_memory};
pub use mound_heap::budget::is_scarce as is_memory_scarce;
pub use mound_heap::may_do_without_memory;
pub use mound_machine::Kept;
pub use mound_machine::Limits;
pub use mound_machine::trace::TraceLine;
pub use mound_node::{Roles, cluster, diagnosis};
pub use mound_session::{Coverage, Exported, Finding, Place, Unsaved, why};
pub use options::{Native, Options, default_home};
pub use outside::{Messenger, Observer, Stopper};
pub use profile::{Samples, Site, Used};
pub use simulation::{LATENCY, Program, Simulation, TURNS, Without};
pub use watch::Frame;
pub use work::WorkResult;

/// Whether a text is of the form `host:port` that names a node.
pub fn is_address(text: &str) -> bool {
    mound_node::address::canonical(text).is_some()
}

use std::sync::OnceLock;

/// Names that `cond-expand` and `features` know.
pub fn features() -> &'static [String] {
    static FEATURES: OnceLock<Vec<String>> = OnceLock::new();
    FEATURES.get_or_init(|| embedded::BUILT_IN.features())
}

/// The unit names of what a program imports that does not say so.
pub fn default_imports() -> Vec<String> {
    let names = mound_session::Session::default_imports();
    names.map(|name| name.unit_name()).collect()
}

/// The libraries in the binary.
pub fn built_in() -> &'static mound_session::BuiltIn {
    &embedded::BUILT_IN
}

/// The text form of a unit.
pub fn disassemble(unit: &mound_bytecode::unit::Unit) -> String {
    mound_bytecode::disasm::disassemble(unit)
}
