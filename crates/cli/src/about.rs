//! `mound --version`: which build this is, and what it can do.
//!
//! The first line is for people and scripts; the others say what two nodes must agree on, and what a
//! report of a defect should name.

use mound_engine::{Capabilities, capabilities};
use std::sync::LazyLock;

/// Commit and its date, if the build has noted them.
const COMMIT: Option<&str> = option_env!("MOUND_COMMIT");

/// The first line, without the name of the program.
pub fn short() -> &'static str {
    static TEXT: LazyLock<String> = LazyLock::new(|| match COMMIT {
        Some(commit) => format!("{} ({commit})", env!("CARGO_PKG_VERSION")),
        None => format!("{} (development build)", env!("CARGO_PKG_VERSION")),
    });
    &TEXT
}

/// All lines.
pub fn long() -> &'static str {
    static TEXT: LazyLock<String> = LazyLock::new(|| {
        let Capabilities {
            processor,
            machine_code,
            protocol,
            bytecode,
            primitives,
            sqlite,
            libraries,
        } = capabilities();
        let code = match machine_code {
            true => "with machine code",
            false => "interpreted, without machine code",
        };
        format!(
            "{}\n\
             processor:  {processor}, {code}\n\
             protocol:   {protocol} between nodes\n\
             bytecode:   {bytecode}, primitives {primitives}\n\
             libraries:  {libraries} built in; SQLite {sqlite}",
            short()
        )
    });
    &TEXT
}
