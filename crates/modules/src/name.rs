//! The names of libraries, in all their spellings.
//!
//! These are one name:
//!
//! ```text
//!   (github.com/fred hello @1.0)    (github.com fred hello @1.0)
//!   github.com/fred/hello@1.0       (github.com/fred hello@1.0)
//! ```
//!
//! A name whose first part is a host is *hosted*: it leads to a repository, which is the part
//! that ends in `.git`, or else the third part; what follows is a path inside of it. Any other
//! name is *local*. A name that begins with dots is *relative* to the library that imports it.
//!
//! Does not look for anything. Invariant: a [`ModuleName`] joined by `/` is a safe relative path,
//! since no part is empty, begins with a dot or holds a `/`; relative names are the exception, and
//! become others by [`ModuleName::relative_to`].

use std::fmt;

/// A name in its one form.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct ModuleName {
    pub path: Vec<String>,
    pub version: Option<String>,
}

/// Why a name is none.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Malformed {
    Empty,
    /// Nothing between two slashes, or at an end.
    EmptyPart,
    /// This part has a character that no part may have, or one where it may not be.
    Part(String),
    /// A version is only allowed at the end, once.
    VersionInside,
    /// The version is empty or has a character that none may have.
    Version(String),
    /// The first part is a host, and a version follows, but no repository.
    NoRepository,
    /// A relative name has no version of its own.
    RelativeVersion,
    /// A relative name where no library is.
    NothingToBeRelativeTo,
    /// A relative name that leads out of the repository, or beyond the root.
    TooFarUp,
}

impl fmt::Display for Malformed {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Malformed::Empty => formatter.write_str("it has no parts"),
            Malformed::EmptyPart => formatter.write_str("one of its parts is empty"),
            Malformed::Part(part) => write!(
                formatter,
                "a part has letters, digits and - _ . + ~, and no dot at an end, unlike `{part}`"
            ),
            Malformed::VersionInside => formatter
                .write_str("one version stands at the end, as in (github.com/fred hello @1.0)"),
            Malformed::Version(version) => write!(
                formatter,
                "a version is a tag, a branch or a commit, with letters, digits and - _ . +, unlike `@{version}`"
            ),
            Malformed::NoRepository => {
                formatter.write_str("after the host come an account and a repository")
            }
            Malformed::RelativeVersion => formatter
                .write_str("a relative name has the version of the library that imports it"),
            Malformed::NothingToBeRelativeTo => {
                formatter.write_str("a relative name only means something inside of a library")
            }
            Malformed::TooFarUp => {
                formatter.write_str("it leads out of the repository of the library that imports it")
            }
        }
    }
}

impl ModuleName {
    /// The name that a command line has: `github.com/fred/hello@1.0`.
    pub fn parse(text: &str) -> Result<ModuleName, Malformed> {
        ModuleName::from_parts(&[text])
    }

    /// The name that the elements of a list stand for; each may be several parts with slashes.
    pub fn from_parts<Part: AsRef<str>>(parts: &[Part]) -> Result<ModuleName, Malformed> {
        if parts.is_empty() {
            return Err(Malformed::Empty);
        }
        let mut path: Vec<String> = Vec::new();
        let mut version = None;
        let pieces = parts.iter().flat_map(|part| part.as_ref().split('/'));
        for piece in pieces {
            if version.is_some() {
                return Err(Malformed::VersionInside);
            }
            let part = match piece.split_once('@') {
                Some((part, said)) => {
                    version = Some(checked_version(said)?);
                    part
                }
                None => piece,
            };
            match part {
                "" if version.is_none() => return Err(Malformed::EmptyPart),
                // A version of its own, after the other parts.
                "" if path.is_empty() => return Err(Malformed::Empty),
                "" => {}
                part => path.push(part.to_owned()),
            }
        }
        ModuleName { path, version }.checked()
    }

    fn checked(mut self) -> Result<ModuleName, Malformed> {
        let dots = self.path.iter().take_while(|part| is_dots(part)).count();
        if dots > 0 && self.version.is_some() {
            return Err(Malformed::RelativeVersion);
        }
        let has_host = dots == 0 && is_host(&self.path[0]);
        if has_host {
            self.path[0].make_ascii_lowercase();
        }
        let first = dots + usize::from(has_host);
        if let Some(wrong) = self.path[first..].iter().find(|part| !is_part(part)) {
            return Err(Malformed::Part(wrong.clone()));
        }
        if has_host && self.version.is_some() && !self.is_hosted() {
            return Err(Malformed::NoRepository);
        }
        Ok(self)
    }

    /// Whether it leads to a repository on a host.
    pub fn is_hosted(&self) -> bool {
        is_host(&self.path[0]) && (self.path.len() >= 3 || self.git_part().is_some())
    }

    pub fn is_relative(&self) -> bool {
        is_dots(&self.path[0])
    }

    /// How many parts name the repository.
    fn repository_length(&self) -> usize {
        match self.git_part() {
            Some(index) => index + 1,
            None if is_host(&self.path[0]) => self.path.len().min(3),
            None => 1,
        }
    }

    fn git_part(&self) -> Option<usize> {
        let ends = |part: &String| part.len() > 4 && part.ends_with(".git");
        self.path
            .iter()
            .skip(1)
            .position(ends)
            .map(|index| index + 1)
    }

    /// The repository: `github.com/fred/hello`; of a local name, its first part.
    pub fn repository(&self) -> String {
        self.path[..self.repository_length()].join("/")
    }

    /// The parts after the repository.
    pub fn inside(&self) -> &[String] {
        &self.path[self.repository_length()..]
    }

    /// Where the repository of a hosted name is if nothing else was said. The user's own
    /// configuration of `git` may lead elsewhere (`url.<base>.insteadOf`).
    pub fn url(&self) -> String {
        format!("https://{}", self.repository())
    }

    /// The parts with slashes, without the version.
    pub fn joined(&self) -> String {
        self.path.join("/")
    }

    pub fn with_version(&self, version: Option<&str>) -> ModuleName {
        ModuleName {
            path: self.path.clone(),
            version: version.map(str::to_owned),
        }
    }

    /// What this relative name means in the library `importer`, whose version it keeps.
    pub fn relative_to(&self, importer: Option<&ModuleName>) -> Result<ModuleName, Malformed> {
        let importer = importer.ok_or(Malformed::NothingToBeRelativeTo)?;
        let dots = self.path.iter().take_while(|part| is_dots(part));
        // One dot is the library itself, and each further one a step up.
        let (count, up) = dots.fold((0, 0), |(count, up), part| (count + 1, up + part.len() - 1));
        let kept = importer
            .path
            .len()
            .checked_sub(up)
            .ok_or(Malformed::TooFarUp)?;
        let least = match importer.is_hosted() {
            true => importer.repository_length(),
            false => 0,
        };
        if kept < least {
            return Err(Malformed::TooFarUp);
        }
        let mut path = importer.path[..kept].to_vec();
        path.extend_from_slice(&self.path[count..]);
        if path.is_empty() {
            return Err(Malformed::TooFarUp);
        }
        let version = importer.version.clone();
        Ok(ModuleName { path, version })
    }

    /// Whether this is `other` or stands above it, on the boundaries of names. Without a version it
    /// covers all.
    pub fn covers(&self, other: &ModuleName) -> bool {
        other.path.starts_with(&self.path)
            && (self.version.is_none() || self.version == other.version)
    }
}

/// `github.com/fred/hello@1.0`
impl fmt::Display for ModuleName {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.joined())?;
        match &self.version {
            Some(version) => write!(formatter, "@{version}"),
            None => Ok(()),
        }
    }
}

fn is_dots(part: &str) -> bool {
    !part.is_empty() && part.bytes().all(|byte| byte == b'.')
}

fn is_part(part: &str) -> bool {
    let allowed = |byte: u8| byte.is_ascii_alphanumeric() || b"-_.+~".contains(&byte);
    part.bytes().all(allowed)
        && !part.starts_with(['.', '-'])
        && !part.ends_with('.')
        && !part.contains("..")
}

fn checked_version(version: &str) -> Result<String, Malformed> {
    let wrong = || Malformed::Version(version.to_owned());
    let allowed = |byte: u8| byte.is_ascii_alphanumeric() || b"-_.+".contains(&byte);
    if version.contains('@') {
        return Err(Malformed::VersionInside);
    }
    let is_version = !version.is_empty()
        && version.bytes().all(allowed)
        && !version.starts_with(['.', '-'])
        && !version.ends_with('.')
        && !version.ends_with(".lock")
        && !version.contains("..");
    is_version.then(|| version.to_owned()).ok_or_else(wrong)
}

/// A name with a dot, or any name with a port.
fn is_host(part: &str) -> bool {
    let (name, port) = match part.split_once(':') {
        Some((name, port)) => (name, Some(port)),
        None => (part, None),
    };
    let is_port = |port: &str| {
        port.bytes().all(|byte| byte.is_ascii_digit())
            && port.parse::<u16>().is_ok_and(|port| port > 0)
    };
    let is_label = |label: &str| {
        !label.is_empty()
            && label
                .bytes()
                .all(|byte| byte.is_ascii_alphanumeric() || byte == b'-')
            && !label.starts_with('-')
            && !label.ends_with('-')
    };
    name.split('.').all(is_label)
        && port.is_none_or(is_port)
        && (port.is_some() || name.contains('.'))
}

#[cfg(test)]
mod tests;
