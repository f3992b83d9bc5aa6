//! Debug information of a unit, made when it is first asked for: a program that runs
//! without errors never does.

use mound_bytecode::unit::Debug;
use std::fmt;
use std::ops::Deref;
use std::sync::OnceLock;

/// Where a linked unit has its debug information from.
pub struct DebugSource {
    known: OnceLock<Debug>,
    make: Box<dyn Fn() -> Debug + Send + Sync>,
}

impl DebugSource {
    /// Debug information that `make` gives when it is wanted.
    pub fn later(make: impl Fn() -> Debug + Send + Sync + 'static) -> DebugSource {
        DebugSource {
            known: OnceLock::new(),
            make: Box::new(make),
        }
    }
}

impl From<Debug> for DebugSource {
    fn from(debug: Debug) -> DebugSource {
        DebugSource {
            known: OnceLock::from(debug),
            make: Box::new(Debug::default),
        }
    }
}

impl Deref for DebugSource {
    type Target = Debug;

    fn deref(&self) -> &Debug {
        self.known.get_or_init(|| (self.make)())
    }
}

impl fmt::Debug for DebugSource {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("DebugSource")
    }
}
