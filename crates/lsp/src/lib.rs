//! A language server for editors, over standard input and output: `mound lsp`.
//!
//! ```text
//!   editor <--requests--> server --> workspace: texts, names, units --> features (one file each)
//!                           |            |
//!                           +--checks----+--exports--> Compiler: what compiles
//! ```
//!
//! What names mean is found in the text as it is written (`scope`, `meaning`), also where it cannot be
//! compiled; what is wrong with it is found by compiling it, on a thread of its own (`checks`). This
//! crate compiles nothing itself: [`Compiler`] does.
//!
//! Invariants:
//! - LSP-1. A request never ends the server: one that fails is answered with an error.
//! - LSP-2. A rename changes every use of a name or nothing; where that is not certain it is refused.
//!
//! Start reading at `server`, then `workspace`, then `meaning`.

#![forbid(unsafe_code)]
#![cfg_attr(not(test), deny(clippy::wildcard_enum_match_arm))]

mod actions;
mod binders;
mod catalog;
mod checks;
mod completion;
mod hover;
mod imports;
mod inlays;
mod listing;
mod meaning;
mod navigation;
mod reading;
mod renaming;
mod scope;
mod server;
mod text;
mod travel;
mod workspace;

use mound_reference::Library;
use mound_session::{Finding, Unsaved};
use std::path::{Path, PathBuf};
use std::sync::Arc;

pub use server::serve;

/// What a procedure takes along that is written where it is sent to another node, in words, and where it
/// stands: line and column in characters, both from 1.
pub struct Traveller {
    pub line: usize,
    pub column: usize,
    pub takes: String,
}

/// The procedures that a file sends to other nodes, in order. Libraries are looked for below `root`.
pub fn travellers(
    compiler: Arc<dyn Compiler>,
    root: Option<PathBuf>,
    file: &Path,
    text: &str,
) -> Vec<Traveller> {
    let file = workspace::normal(file);
    let mut workspace = workspace::Workspace::new(root, compiler);
    workspace.open(file.clone(), text);
    let meanings = meaning::Meanings {
        snapshot: &workspace.snapshot(),
        workspace: &workspace,
    };
    let Some(document) = meanings.document(&file) else {
        return Vec::new();
    };
    let found = travel::travellers(&meanings, &file, document, usize::MAX, |_| true);
    let placed = found.into_iter().map(|traveller| {
        let before = &text[..traveller.whole.start as usize];
        let line = before.rsplit('\n').next().unwrap_or_default();
        Traveller {
            line: before.matches('\n').count() + 1,
            column: line.chars().count() + 1,
            takes: traveller.label,
        }
    });
    placed.collect()
}

/// What compiles, and knows the libraries of Mound.
pub trait Compiler: Send + Sync + 'static {
    /// What is wrong with a program or library. Files are as in `unsaved` if they are there.
    fn check(
        &self,
        file: &Path,
        text: &str,
        root: &Path,
        unsaved: Unsaved,
    ) -> Result<Vec<Finding>, String>;

    /// The library of Mound with this unit name, if there is one.
    fn library(&self, unit: &str) -> Option<Library>;

    /// The unit names of what a program imports that does not say so.
    fn default_imports(&self) -> Vec<String>;

    /// Where copies of the sources of Mound are kept, for those who want to look at them.
    fn sources(&self) -> Option<PathBuf>;
}
