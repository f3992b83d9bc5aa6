//! What can go wrong, with what a person needs to mend it.

use crate::name::Malformed;
use std::fmt;
use std::io;
use std::path::{Path, PathBuf};

/// Why a library is not there.
#[derive(Debug)]
pub enum Trouble {
    Malformed {
        name: String,
        why: Malformed,
    },
    /// Nobody has consented to installing it, or it would have to be asked for and cannot be.
    NotInstalled {
        name: String,
        why: Refusal,
    },
    NoSuchVersion {
        repository: String,
        version: String,
    },
    NoSuchLibrary {
        name: String,
        /// The files looked for.
        files: Vec<String>,
    },
    /// A version is another commit than it was.
    Moved {
        repository: String,
        version: String,
        before: String,
        now: String,
    },
    /// A version is the same commit and has other sources, or its sources on disk were changed.
    Differs {
        repository: String,
        version: String,
        expected: String,
        found: String,
    },
    Git {
        doing: String,
        said: String,
    },
    Io {
        path: PathBuf,
        why: io::Error,
    },
    /// A line of a lock file, a record or a configuration is not what it has to be.
    BadFile {
        path: PathBuf,
        line: usize,
        why: String,
    },
    /// Aliases that lead back to where they began.
    AliasCycle(Vec<String>),
    /// To remove or update what is not there.
    NothingInstalled(String),
}

/// Why a library was not installed when it was needed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Refusal {
    NotTrusted,
    Declined,
    Offline,
}

impl Trouble {
    pub(crate) fn io(path: &Path) -> impl FnOnce(io::Error) -> Trouble + use<> {
        let path = path.to_owned();
        move |why| Trouble::Io { path, why }
    }

    /// What a person can do about it.
    pub fn hint(&self) -> Option<String> {
        match self {
            Trouble::NotInstalled { name, why } => Some(match why {
                Refusal::Offline => format!("`mound install {name}` without --offline fetches it"),
                Refusal::NotTrusted | Refusal::Declined => format!(
                    "`mound install {name}` fetches it; `--trust` and the configuration say what is fetched without asking"
                ),
            }),
            Trouble::Moved { before, .. } => Some(format!(
                "if the new one is right, remove the line from mound.lock and `mound uninstall` the version; else import @{}",
                short(before)
            )),
            Trouble::Differs { .. } => {
                Some("`mound uninstall` and `mound install` fetch it again".to_owned())
            }
            Trouble::Git { said, .. } if NO_ACCESS.iter().any(|text| said.contains(text)) => Some(
                "git has no access; once `git ls-remote` of that address works, with your keys or a credential helper, this does".to_owned(),
            ),
            Trouble::Malformed { .. }
            | Trouble::NoSuchVersion { .. }
            | Trouble::NoSuchLibrary { .. }
            | Trouble::Git { .. }
            | Trouble::Io { .. }
            | Trouble::BadFile { .. }
            | Trouble::AliasCycle(_)
            | Trouble::NothingInstalled(_) => None,
        }
    }
}

/// What `git` and `ssh` say of somebody whom a server does not know.
const NO_ACCESS: [&str; 5] = [
    "Authentication failed",
    "could not read Username",
    "could not read Password",
    "Permission denied",
    "Host key verification failed",
];

/// Enough of a commit for a person.
pub fn short(commit: &str) -> &str {
    commit.get(..12).unwrap_or(commit)
}

impl fmt::Display for Trouble {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Trouble::Malformed { name, why } => {
                write!(formatter, "ill-formed library name {name}: {why}")
            }
            Trouble::NotInstalled { name, why } => {
                let why = match why {
                    Refusal::NotTrusted => "its location is not trusted",
                    Refusal::Declined => "installing it was declined",
                    Refusal::Offline => "nothing is fetched now (--offline)",
                };
                write!(formatter, "library {name} is not installed, and {why}")
            }
            Trouble::NoSuchVersion {
                repository,
                version,
            } => write!(
                formatter,
                "{repository} has no version {version}: no tag, branch or commit of that name"
            ),
            Trouble::NoSuchLibrary { name, files } => {
                write!(
                    formatter,
                    "there is no library {name}: no file {}",
                    files.join(" or ")
                )
            }
            Trouble::Moved {
                repository,
                version,
                before,
                now,
            } => write!(
                formatter,
                "version {version} of {repository} has moved: it was commit {before}, and is commit {now} now"
            ),
            Trouble::Differs {
                repository,
                version,
                expected,
                found,
            } => write!(
                formatter,
                "the sources of {repository}@{version} are not those that were installed or locked: their hash was {expected}, and is {found}"
            ),
            Trouble::Git { doing, said } => {
                write!(formatter, "cannot {doing}: {}", said.trim_end())
            }
            Trouble::Io { path, why } => {
                write!(formatter, "{}: {}", path.display(), mound_base::why(why))
            }
            Trouble::BadFile { path, line, why } => {
                write!(formatter, "{}:{line}: {why}", path.display())
            }
            Trouble::AliasCycle(chain) => {
                write!(
                    formatter,
                    "aliases of libraries lead in a circle: {}",
                    chain.join(" -> ")
                )
            }
            Trouble::NothingInstalled(name) => write!(formatter, "{name} is not installed"),
        }
    }
}

impl std::error::Error for Trouble {}
