//! Why a unit cannot be linked: what it needs and the node lacks, or what is wrong with it.

use mound_base::Symbol;
use mound_bytecode::unit::UnitHash;

/// Why a unit could not be linked.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum LinkError {
    MissingImport { library: String, hash: UnitHash },
    MissingExport { library: String, name: Symbol },
    UnknownPrimitive(String),
    Invalid(String),
}

impl std::fmt::Display for LinkError {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            LinkError::MissingImport { library, hash } => {
                write!(formatter, "library {library} ({hash}) is not on this node")
            }
            LinkError::MissingExport { library, name } => {
                write!(formatter, "library {library} does not export {name}")
            }
            LinkError::UnknownPrimitive(name) => {
                write!(formatter, "this node has no primitive called {name}")
            }
            LinkError::Invalid(what) => formatter.write_str(what),
        }
    }
}

impl std::error::Error for LinkError {}
