//! What this build of Mound can do: what two nodes must agree on, and what is built in.

use mound_node::{CodeVersions, PROTOCOL};

/// One line each of `mound --version`.
#[derive(Debug)]
pub struct Capabilities {
    /// As the architecture is usually called, `x86_64`.
    pub processor: &'static str,
    /// Whether procedures become machine code of this processor.
    pub machine_code: bool,
    /// Versions of the protocol between nodes.
    pub protocol: String,
    /// Versions of units.
    pub bytecode: String,
    /// The beginning of the fingerprint of the set of primitives, in hexadecimal.
    pub primitives: String,
    /// Version of the SQLite inside.
    pub sqlite: &'static str,
    /// How many libraries are inside.
    pub libraries: usize,
}

/// How much of the fingerprint is shown.
const SHOWN_BYTES: usize = 4;

pub fn capabilities() -> Capabilities {
    let code = CodeVersions::own();
    let beginning = &code.primitives[..SHOWN_BYTES];
    Capabilities {
        processor: std::env::consts::ARCH,
        machine_code: mound_native::IS_KNOWN_HERE,
        protocol: PROTOCOL.to_string(),
        bytecode: code.bytecode.to_string(),
        primitives: beginning.iter().map(|byte| format!("{byte:02x}")).collect(),
        sqlite: mound_sql::sqlite_version(),
        libraries: crate::built_in().libraries.len(),
    }
}
