//! Places in source text.

use std::sync::{Arc, OnceLock};

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

/// Where a text that is compiled stands in a file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SourcePart {
    /// The file, as messages name it.
    pub name: String,
    /// The line with which the text begins, from 1.
    pub first_line: u32,
    /// Bytes before the datum, which are there for messages.
    pub offset: usize,
    /// Whether `#!fold-case` is in force there.
    pub folds_case: bool,
}

/// The source texts of one compilation, by number.
#[derive(Default, Clone, Debug)]
pub struct SourceMap {
    /// None where a text was forgotten.
    sources: Vec<Option<Source>>,
    /// The numbers of those that were forgotten, which are given again.
    free: Vec<u32>,
}

#[derive(Clone, Debug)]
struct Source {
    name: Arc<str>,
    text: Text,
    /// The line with which the text begins, from 1: a part of a file begins later.
    first_line: u32,
    /// Offset of each line, found when it is first asked for.
    lines: OnceLock<Vec<u32>>,
}

#[derive(Clone, Debug)]
enum Text {
    Shared(Arc<str>),
    /// Part of the binary; copied when somebody wants to share it.
    Static(&'static str, OnceLock<Arc<str>>),
}

impl SourceMap {
    /// Adds a text under the name that diagnostics show.
    pub fn add(&mut self, name: &str, text: &str) -> SourceId {
        self.push(name, Text::Shared(text.into()))
    }

    /// The same for a text that is part of the binary, which is not copied.
    pub fn add_static(&mut self, name: &str, text: &'static str) -> SourceId {
        self.push(name, Text::Static(text, OnceLock::new()))
    }

    /// The same for a part of a text that begins with this line, from 1.
    pub fn add_part(&mut self, name: &str, text: &str, first_line: u32) -> SourceId {
        let id = self.add(name, text);
        if let Some(Some(source)) = self.sources.get_mut(id.0 as usize) {
            source.first_line = first_line;
        }
        id
    }

    /// The line with which a text begins, from 1.
    pub fn first_line(&self, id: SourceId) -> u32 {
        self.source(id).map_or(1, |source| source.first_line)
    }

    fn push(&mut self, name: &str, text: Text) -> SourceId {
        let source = Some(Source {
            name: name.into(),
            text,
            first_line: 1,
            lines: OnceLock::new(),
        });
        if let Some(id) = self.free.pop() {
            self.sources[id as usize] = source;
            return SourceId(id);
        }
        let id = u32::try_from(self.sources.len()).expect("fewer than 2^32 sources");
        self.sources.push(source);
        SourceId(id)
    }

    /// Lets go of a text to which no place refers any more: its number may be given to another.
    pub fn forget(&mut self, id: SourceId) {
        if let Some(source) = self.sources.get_mut(id.0 as usize)
            && source.take().is_some()
        {
            self.free.push(id.0);
        }
    }

    /// How many texts are kept.
    pub fn len(&self) -> usize {
        self.sources.len() - self.free.len()
    }

    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    fn source(&self, id: SourceId) -> Option<&Source> {
        self.sources.get(id.0 as usize)?.as_ref()
    }

    pub fn name(&self, id: SourceId) -> Option<&str> {
        self.source(id).map(|source| &*source.name)
    }

    pub fn text(&self, id: SourceId) -> Option<&str> {
        self.source(id).map(Source::text)
    }

    /// Name and text, for what outlives this map.
    pub fn share(&self, id: SourceId) -> Option<(Arc<str>, Arc<str>)> {
        let source = self.source(id)?;
        let text = match &source.text {
            Text::Shared(text) => text.clone(),
            Text::Static(text, shared) => shared.get_or_init(|| (*text).into()).clone(),
        };
        Some((source.name.clone(), text))
    }

    /// Line and column (both from 1, columns in characters) of a byte offset.
    pub fn line_and_column(&self, id: SourceId, offset: u32) -> Option<(u32, u32)> {
        let source = self.source(id)?;
        let text = source.text();
        let before = text.get(..(offset as usize).min(text.len()))?;
        let lines = source.lines.get_or_init(|| line_starts(text));
        let line = lines.partition_point(|&start| start as usize <= before.len());
        let start = lines[line - 1] as usize;
        let column = before[start..].chars().count() + 1;
        let line = source.first_line.saturating_add(line as u32 - 1);
        Some((line, column as u32))
    }
}

impl Source {
    fn text(&self) -> &str {
        match &self.text {
            Text::Shared(text) => text,
            Text::Static(text, _) => text,
        }
    }
}

/// The offset of each line; the first is 0.
fn line_starts(text: &str) -> Vec<u32> {
    let ends = text.bytes().enumerate().filter(|(_, byte)| *byte == b'\n');
    std::iter::once(0)
        .chain(ends.map(|(at, _)| at as u32 + 1))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_and_columns_count_characters_from_one() {
        let mut sources = SourceMap::default();
        let source = sources.add_static("a.scm", "aλb\n\nc");
        let places: Vec<_> = [0, 1, 3, 4, 5, 6, 7, 99]
            .map(|offset| sources.line_and_column(source, offset))
            .into();
        let expected = [
            (1, 1),
            (1, 2),
            (1, 3),
            (1, 4),
            (2, 1),
            (3, 1),
            (3, 2),
            (3, 2),
        ];
        assert_eq!(places, expected.map(Some));
        // In the middle of a character.
        assert_eq!(sources.line_and_column(source, 2), None);
    }

    #[test]
    fn a_part_counts_its_lines_from_its_first() {
        let mut sources = SourceMap::default();
        let part = sources.add_part("a.scm", "x\ny", 7);
        assert_eq!(sources.line_and_column(part, 0), Some((7, 1)));
        assert_eq!(sources.line_and_column(part, 2), Some((8, 1)));
        assert_eq!(sources.first_line(part), 7);
    }

    #[test]
    fn numbers_of_forgotten_texts_are_given_again() {
        let mut sources = SourceMap::default();
        let first = sources.add("a.scm", "1");
        let second = sources.add("b.scm", "2");
        sources.forget(first);
        sources.forget(first);
        assert_eq!((sources.len(), sources.text(first)), (1, None));
        assert_eq!(sources.add("c.scm", "3"), first);
        assert_eq!(sources.text(first), Some("3"));
        assert_eq!(sources.add("d.scm", "4").0, second.0 + 1);
    }

    #[test]
    fn shared_text_is_the_text() {
        let mut sources = SourceMap::default();
        let source = sources.add_static("a.scm", "text");
        assert_eq!(sources.share(source), Some(("a.scm".into(), "text".into())));
    }
}
