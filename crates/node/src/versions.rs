//! What two nodes must agree on, as ranges: the newest that both know is spoken.
//!
//! The protocol counts for signals and values too. The bytecode says which units can be exchanged; a peer that has
//! no code speaks with everybody about everything else.

use std::fmt;
use std::sync::LazyLock;

/// From the oldest to the newest version that a node knows.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Versions {
    pub oldest: u16,
    pub newest: u16,
}

/// What this program speaks. It was one number up to 4, and a range since.
pub const PROTOCOL: Versions = Versions {
    oldest: 5,
    newest: 6,
};
/// The first version whose greeting has a range.
pub(crate) const FIRST_RANGE: u16 = 5;
/// The first version with a lane for large messages.
const FIRST_BULK: u16 = 6;

/// Whether large messages have a lane of their own on a connection of this version.
pub(crate) fn has_bulk_lane(version: u16) -> bool {
    version >= FIRST_BULK
}

impl Versions {
    pub const fn only(version: u16) -> Versions {
        Versions {
            oldest: version,
            newest: version,
        }
    }

    /// The newest version that both know.
    pub fn agree(self, other: Versions) -> Option<u16> {
        let newest = self.newest.min(other.newest);
        (newest >= self.oldest.max(other.oldest)).then_some(newest)
    }
}

impl fmt::Display for Versions {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.oldest == self.newest {
            true => write!(formatter, "{}", self.newest),
            false => write!(formatter, "{} to {}", self.oldest, self.newest),
        }
    }
}

/// Which code a node can take.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct CodeVersions {
    /// Versions of units; 0 if it has no code.
    pub bytecode: Versions,
    /// Tells sets of primitives apart.
    pub primitives: [u8; 16],
}

impl CodeVersions {
    /// A node without code.
    pub const NONE: CodeVersions = CodeVersions {
        bytecode: Versions::only(0),
        primitives: [0; 16],
    };

    /// That of this program.
    pub fn own() -> CodeVersions {
        static OWN: LazyLock<CodeVersions> = LazyLock::new(|| CodeVersions {
            bytecode: Versions::only(mound_bytecode::encode::VERSION as u16),
            primitives: mound_bytecode::primitives::fingerprint(),
        });
        *OWN
    }

    pub fn is_none(&self) -> bool {
        self.bytecode.newest == 0
    }

    /// Whether units of the one can be read by the other, or one of them has none.
    pub fn fit(&self, other: &CodeVersions) -> bool {
        self.is_none() || other.is_none() || self.bytecode.agree(other.bytecode).is_some()
    }

    /// Whether both have code, and one may have primitives that the other lacks.
    pub fn differ(&self, other: &CodeVersions) -> bool {
        !self.is_none() && !other.is_none() && self.primitives != other.primitives
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_newest_version_that_both_know_is_spoken() {
        let range = |oldest, newest| Versions { oldest, newest };
        for (left, right, agreed) in [
            (range(5, 5), range(5, 5), Some(5)),
            (range(5, 7), range(6, 9), Some(7)),
            (range(5, 7), range(7, 9), Some(7)),
            (range(5, 9), range(6, 7), Some(7)),
            (range(5, 6), range(7, 9), None),
            (range(5, 5), Versions::only(4), None),
        ] {
            assert_eq!(left.agree(right), agreed, "{left} and {right}");
            assert_eq!(right.agree(left), agreed, "{right} and {left}");
        }
    }

    #[test]
    fn ranges_are_named_briefly() {
        assert_eq!(Versions::only(5).to_string(), "5");
        let range = Versions {
            oldest: 5,
            newest: 8,
        };
        assert_eq!(range.to_string(), "5 to 8");
    }

    #[test]
    fn a_node_without_code_fits_every_node() {
        let own = CodeVersions::own();
        assert!(!own.is_none() && own.fit(&own) && !own.differ(&own));
        let later = CodeVersions {
            bytecode: Versions::only(own.bytecode.newest + 1),
            ..own
        };
        assert!(!own.fit(&later));
        assert!(CodeVersions::NONE.fit(&later) && own.fit(&CodeVersions::NONE));
        let other = CodeVersions {
            primitives: [7; 16],
            ..own
        };
        assert!(own.differ(&other) && !own.differ(&CodeVersions::NONE));
    }
}
