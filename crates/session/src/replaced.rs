//! What a session lets go of when a library takes the place of another.
//!
//! It keeps what somebody can still import or name: the libraries that imports mean now, those that
//! were there when such a library was compiled, and those that names lead to which were typed. Of the
//! others the code, which transformers could use, and the texts are forgotten, and the node is told
//! which libraries are meant, so that it can let the others go.

use crate::session::{Library, Session};
use mound_base::SourceId;
use mound_bytecode::unit::UnitHash;
use mound_expand::LibraryName;
use std::collections::{HashMap, HashSet};

#[derive(Default)]
pub(crate) struct Replaced {
    /// Something has been replaced, or was not compiled to its end.
    has_come: bool,
    /// What libraries import that are not part of Mound, as it was when they were compiled.
    imports: HashMap<UnitHash, Vec<UnitHash>>,
    /// What transformers use that were typed or are in programs.
    used: HashSet<UnitHash>,
    /// The texts of libraries in directories, and which libraries were made of them.
    texts: Vec<(SourceId, Option<UnitHash>)>,
}

impl Replaced {
    /// Something may go after the present text.
    pub(crate) fn note(&mut self) {
        self.has_come = true;
    }

    /// A library was compiled from this text, or could not be compiled.
    pub(crate) fn note_text(&mut self, source: SourceId, hash: Option<[u8; 32]>) {
        self.texts.push((source, hash.map(UnitHash)));
        self.has_come |= hash.is_none();
    }

    /// A transformer that is not in a library uses these libraries.
    pub(crate) fn note_used(&mut self, libraries: impl Iterator<Item = UnitHash>) {
        self.used.extend(libraries);
    }

    /// These libraries and all that they were compiled against.
    fn reached(&self, from: impl IntoIterator<Item = UnitHash>) -> HashSet<UnitHash> {
        let mut reached = HashSet::new();
        let mut open: Vec<UnitHash> = from.into_iter().collect();
        while let Some(hash) = open.pop() {
            if let Some(imports) = self.imports.get(&hash)
                && reached.insert(hash)
            {
                open.extend(imports);
            }
        }
        reached
    }
}

impl Session {
    /// A library that is no part of Mound was compiled against these.
    pub(crate) fn note_library(&mut self, hash: UnitHash, imports: &[String]) {
        let current = |import: &String| {
            let found = self.libraries.get(&LibraryName::new(import.split('/')))?;
            match found {
                Library::Ready(interface) => Some(UnitHash(interface.hash)),
                Library::Open => None,
            }
        };
        let imports = imports.iter().filter_map(current).collect();
        self.replaced.imports.insert(hash, imports);
    }

    /// After a text: if libraries were replaced, forgets what nobody can import or name any more, and
    /// gives all that somebody can.
    pub(crate) fn let_replaced_go(&mut self) -> Option<HashSet<UnitHash>> {
        if !std::mem::take(&mut self.replaced.has_come) {
            return None;
        }
        let current: HashSet<UnitHash> = self.current().into_iter().map(|it| it.1).collect();
        // These were compiled once, and mean what was there then.
        let lasting = self.libraries.iter().filter_map(|(name, library)| {
            let Library::Ready(interface) = library else {
                return None;
            };
            (!self.has_file(name)).then_some(UnitHash(interface.hash))
        });
        let used = self.replaced.used.iter().copied();
        let lasting = self.replaced.reached(lasting.chain(used));
        let named = self.interactive.mentioned().into_iter().map(UnitHash);
        let named = self.replaced.reached(named);
        let mut meant = self.replaced.reached(current.iter().copied());
        meant.extend(lasting.iter().chain(&named));
        self.forget_texts(&|hash| {
            // Names that were typed lead to the new text of a library that came out the same.
            lasting.contains(&hash) || named.contains(&hash) && !current.contains(&hash)
        });
        self.forget_code(&meant);
        Some(meant)
    }

    fn forget_code(&mut self, meant: &HashSet<UnitHash>) {
        let known = self.replaced.imports.keys().copied();
        let gone: HashSet<UnitHash> = known.filter(|hash| !meant.contains(hash)).collect();
        if gone.is_empty() {
            return;
        }
        self.replaced.imports.retain(|hash, _| meant.contains(hash));
        self.compiled.retain(|hash, _| !gone.contains(hash));
        if let Some(transformers) = &mut self.transformers {
            transformers.forget(&gone);
        }
    }

    fn forget_texts(&mut self, is_named: &dyn Fn(UnitHash) -> bool) {
        // Findings of a check and counts of coverage name places.
        if self.check.is_some() || self.coverage.is_some() {
            return;
        }
        let current: HashSet<SourceId> = self.library_sources.values().copied().collect();
        let stays = |(source, hash): &(SourceId, Option<UnitHash>)| {
            current.contains(source) || hash.is_some_and(is_named)
        };
        let texts = std::mem::take(&mut self.replaced.texts);
        let (stay, go): (Vec<_>, Vec<_>) = texts.into_iter().partition(stays);
        self.replaced.texts = stay;
        let go: HashSet<SourceId> = go.into_iter().map(|text| text.0).collect();
        let included = self.includers.keys().copied();
        let included: Vec<SourceId> = included
            .filter(|source| go.contains(&self.outermost(*source)))
            .collect();
        for source in included.into_iter().chain(go) {
            self.forget_source(source);
        }
    }
}
