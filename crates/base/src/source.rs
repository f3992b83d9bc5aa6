//! Places in source text.

use std::sync::Arc;

/// A source text known to a [`SourceMap`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub struct SourceId(pub u32);

/// A range of bytes in one source text.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Span {
    pub source: SourceId,
    pub start: u32,
    pub end: u32,
}

impl Span {
    /// The place of what no source text contains.
    pub const NONE: Span = Span {
        source: SourceId(u32::MAX),
        start: 0,
        end: 0,
    };

    /// The smallest span that covers both, which lie in one source.
    pub fn to(self, other: Span) -> Span {
        if self.source != other.source {
            return self;
        }
        Span {
            source: self.source,
            start: self.start.min(other.start),
            end: self.end.max(other.end),
        }
    }
}

/// The source texts of one compilation, by number.
#[derive(Default, Clone, Debug)]
pub struct SourceMap {
    sources: Vec<(Arc<str>, Arc<str>)>,
}

impl SourceMap {
    /// Adds a text under the name that diagnostics show.
    pub fn add(&mut self, name: &str, text: &str) -> SourceId {
        let id = u32::try_from(self.sources.len()).expect("fewer than 2^32 sources");
        self.sources.push((name.into(), text.into()));
        SourceId(id)
    }

    pub fn name(&self, id: SourceId) -> Option<&str> {
        self.sources.get(id.0 as usize).map(|(name, _)| &**name)
    }

    pub fn text(&self, id: SourceId) -> Option<&str> {
        self.sources.get(id.0 as usize).map(|(_, text)| &**text)
    }

    /// Line and column (both from 1, columns in characters) of a byte offset.
    pub fn line_and_column(&self, id: SourceId, offset: u32) -> Option<(u32, u32)> {
        let text = self.text(id)?;
        let before = text.get(..(offset as usize).min(text.len()))?;
        let line = before.bytes().filter(|&byte| byte == b'\n').count() + 1;
        let column = before
            .rsplit('\n')
            .next()
            .map_or(0, |last| last.chars().count())
            + 1;
        Some((line as u32, column as u32))
    }
}
