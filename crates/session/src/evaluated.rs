//! What texts leave behind that are evaluated or typed, one after another.
//!
//! Such a text is forgotten when it has been compiled, with its names, unless the interactive
//! environment has a definition of it. What that keeps is bounded, since any process can define in
//! it: a definition that goes beyond is refused.

use crate::session::{Outcome, Session};
use mound_base::{Diagnostic, SourceId, Span, SymbolRef};
use std::collections::HashMap;

/// What a definition takes in the interactive environment beside its text and for each byte of that:
/// the text, the datum, the names and what they mean. Seen were 400 and 20.
const DEFINITION_BYTES: usize = 512;
const BYTES_FOR_BYTE: usize = 24;

/// How an error begins that says that there is no more room.
pub const FULL: &str = "the interactive environment is full";

#[derive(Default)]
pub(crate) struct Evaluated {
    /// References to the names of the present text.
    pub(crate) symbols: Vec<SymbolRef>,
    /// The sources of the present text, and how many bytes of each were read.
    passing: Vec<(SourceId, usize)>,
    /// Texts that have left definitions, with the names in them and how much they take.
    texts: HashMap<SourceId, (Vec<SymbolRef>, usize)>,
    bytes: usize,
    /// What all of them may take, in bytes.
    pub(crate) bytes_max: Option<usize>,
}

impl Evaluated {
    /// This source can be forgotten after its compilation, if nothing is left of it.
    pub(crate) fn passes(&mut self, source: SourceId) {
        self.passing.push((source, 0));
    }

    /// So many bytes of the last source were read, with references to these names.
    pub(crate) fn was_read(&mut self, length: usize, symbols: Vec<SymbolRef>) {
        if let Some(last) = self.passing.last_mut() {
            last.1 = length;
        }
        self.symbols.extend(symbols);
    }
}

impl Session {
    /// Bounds what definitions of texts that are evaluated or typed may take, in bytes.
    pub fn with_room(mut self, bytes_max: Option<usize>) -> Session {
        self.evaluated.bytes_max = bytes_max;
        self
    }

    /// How many bytes definitions of texts that were evaluated or typed take.
    pub fn kept_bytes(&self) -> usize {
        self.evaluated.bytes
    }

    /// Refuses what the present text has defined, if there is no room for it.
    pub(crate) fn check_room(&mut self) -> Outcome<()> {
        let most = self.evaluated.bytes_max.unwrap_or(usize::MAX);
        let passing = self.evaluated.passing.iter();
        let holding = passing.filter(|text| self.interactive.holds(text.0));
        let holding: Vec<(SourceId, usize)> = holding.copied().collect();
        let more: usize = holding.iter().map(|text| bytes_of(text.1)).sum();
        let released = self.interactive.released().iter();
        let texts = &self.evaluated.texts;
        let less: usize = released
            .filter(|source| !self.interactive.holds(**source))
            .filter_map(|source| texts.get(source))
            .map(|text| text.1)
            .sum();
        if more <= less || self.evaluated.bytes + more - less <= most {
            return Ok(());
        }
        for (source, _) in holding {
            self.interactive.forget(source);
        }
        Err(self.full())
    }

    fn full(&self) -> Vec<Diagnostic> {
        let most = self.evaluated.bytes_max.unwrap_or(usize::MAX);
        let headline = format!("{FULL}: definitions in it may take {most} bytes in all");
        let error = Diagnostic::error(Span::NONE, headline, "");
        vec![error.with_hint(
            "keep many things in a hash table instead of variables, or give the node more memory",
        )]
    }

    /// The present text defines libraries, which stay, and so do its names.
    pub(crate) fn keep_libraries(&mut self) -> Outcome<()> {
        let texts = self.evaluated.passing.iter();
        let bytes: usize = texts.map(|text| 4 * bytes_of(text.1)).sum();
        if self.evaluated.bytes + bytes > self.evaluated.bytes_max.unwrap_or(usize::MAX) {
            return Err(self.full());
        }
        self.evaluated.bytes += bytes;
        self.evaluated.passing.clear();
        for reference in &self.evaluated.symbols {
            reference.symbol().keep();
        }
        Ok(())
    }

    /// After a text: forgets what nothing refers to.
    pub(crate) fn forget_unreachable(&mut self) {
        let symbols = std::mem::take(&mut self.evaluated.symbols);
        for (source, length) in std::mem::take(&mut self.evaluated.passing) {
            if self.interactive.holds(source) {
                let bytes = bytes_of(length);
                self.evaluated.bytes += bytes;
                self.evaluated
                    .texts
                    .insert(source, (symbols.clone(), bytes));
            } else {
                self.forget_source(source);
            }
        }
        for source in self.interactive.take_released() {
            if let Some((_, bytes)) = self.evaluated.texts.remove(&source) {
                self.evaluated.bytes -= bytes;
                self.forget_source(source);
            }
        }
    }

    pub(crate) fn forget_source(&mut self, source: SourceId) {
        self.sources.forget(source);
        self.includers.remove(&source);
        self.origins.remove(&source);
    }
}

/// What definitions in so many bytes of text are taken to need.
fn bytes_of(length: usize) -> usize {
    DEFINITION_BYTES + BYTES_FOR_BYTE * length
}
