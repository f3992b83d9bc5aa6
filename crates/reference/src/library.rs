//! What is known of a library before pages are made of it.

use mound_session::Exported;
use std::rc::Rc;

/// Whose library it is; those of the project come first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Owner {
    Project,
    Mound,
}

/// A text, and the path by which people know it. An owner has one text for a path.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Source {
    pub owner: Owner,
    pub path: String,
    pub text: Rc<str>,
}

#[derive(Clone, Debug)]
pub struct Library {
    /// `scheme/base`
    pub unit: String,
    pub owner: Owner,
    /// The file of the library, then those that it includes. One without a file has none.
    pub sources: Vec<Source>,
    pub exports: Vec<Exported>,
}

impl Library {
    /// `(scheme base)`
    pub fn name(&self) -> String {
        format!("({})", self.unit.replace('/', " "))
    }
}
