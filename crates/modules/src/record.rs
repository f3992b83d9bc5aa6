//! What is kept of an installed version: the provenance of its code, which is no part of the code.
//!
//! A record is a small text, a word and its value a line, in the order of the fields.

use crate::trouble::Trouble;
use std::path::Path;

/// What a version is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// It should never mean another commit.
    Tag,
    /// It moves, and what was installed is as it was then.
    Branch,
    Commit,
}

const KINDS: [(Kind, &str); 3] = [
    (Kind::Tag, "tag"),
    (Kind::Branch, "branch"),
    (Kind::Commit, "commit"),
];

impl Kind {
    pub fn word(self) -> &'static str {
        let row = KINDS.iter().find(|(kind, _)| *kind == self);
        row.map_or("", |(_, word)| word)
    }
}

/// A version of a repository, as it was installed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Record {
    /// As it was asked for; `None`: the branch that the repository has by default.
    pub version: Option<String>,
    pub kind: Kind,
    /// All hexadecimal digits.
    pub commit: String,
    /// The hash of the source tree.
    pub source: String,
    /// Where it was fetched from.
    pub url: String,
}

impl Record {
    /// What stands for the version in the names of units: the tag, or else the commit, since a
    /// branch means other code tomorrow.
    pub fn label(&self) -> String {
        match (&self.version, self.kind) {
            (Some(version), Kind::Tag) => version.clone(),
            _ => crate::trouble::short(&self.commit).to_owned(),
        }
    }

    pub(crate) fn to_text(&self) -> String {
        let version = self.version.as_deref().unwrap_or("-");
        let kind = self.kind.word();
        format!(
            "version {version}\nkind {kind}\ncommit {}\nsource {}\nurl {}\n",
            self.commit, self.source, self.url
        )
    }

    pub(crate) fn from_text(path: &Path, text: &str) -> Result<Record, Trouble> {
        let mut lines = text.lines();
        let mut value = |line: usize, word: &str| {
            let found = lines.next().and_then(|line| line.split_once(' '));
            match found {
                Some((said, value)) if said == word => Ok(value.to_owned()),
                _ => Err(Trouble::BadFile {
                    path: path.to_owned(),
                    line,
                    why: format!("expected `{word}` and its value"),
                }),
            }
        };
        let version = value(1, "version")?;
        let said = value(2, "kind")?;
        let kind = KINDS.iter().find(|(_, word)| *word == said);
        let kind = kind
            .map(|(kind, _)| *kind)
            .ok_or_else(|| Trouble::BadFile {
                path: path.to_owned(),
                line: 2,
                why: format!("`{said}` is no kind of version"),
            })?;
        Ok(Record {
            version: (version != "-").then_some(version),
            kind,
            commit: value(3, "commit")?,
            source: value(4, "source")?,
            url: value(5, "url")?,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn records_read_back() {
        for (version, kind, label) in [
            (Some("1.0"), Kind::Tag, "1.0"),
            (Some("main"), Kind::Branch, "0123456789ab"),
            (None, Kind::Branch, "0123456789ab"),
        ] {
            let record = Record {
                version: version.map(str::to_owned),
                kind,
                commit: "0123456789abcdef".into(),
                source: "ff".into(),
                url: "ssh://git@host:22/a b".into(),
            };
            let read = Record::from_text(Path::new("x"), &record.to_text());
            assert_eq!(read.expect("it was written"), record);
            assert_eq!(record.label(), label);
        }
        assert!(Record::from_text(Path::new("x"), "version 1\nkind odd\n").is_err());
        assert!(Record::from_text(Path::new("x"), "version 1\n").is_err());
    }
}
