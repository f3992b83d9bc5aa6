//! The versions on this machine.
//!
//! ```text
//!   MOUND_HOME/modules/
//!     @locks/...                          one at a time for each repository
//!     github.com/fred/hello/
//!       @git/                             cache: branches and tags, as last fetched
//!       @sources/COMMIT/...               the files of a commit
//!       @versions/1.0, @versions/@default records: see `record`
//!       @new/                             what is being made
//! ```
//!
//! No part of a name begins with `@`. A version is there when its record is; the record is
//! written last, so one that was killed leaves nothing that anyone would see, and the next one to
//! work there removes `@new`.
//!
//! Does not ask anybody: [`crate::resolver`] and the command line do that first.

use crate::exclusive::{Exclusive, write_whole};
use crate::git;
use crate::lock::Pin;
use crate::name::ModuleName;
use crate::record::{Kind, Record};
use crate::tree;
use crate::trouble::{Refusal, Trouble};
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

/// The record of a repository's default branch.
const DEFAULT: &str = "@default";

/// All that is installed for a user.
#[derive(Clone, Debug)]
pub struct Store {
    root: PathBuf,
}

/// A version that is here.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Installed {
    /// `github.com/fred/hello`
    pub repository: String,
    pub record: Record,
    /// Its files.
    pub directory: PathBuf,
}

/// What to install.
#[derive(Clone, Copy, Debug)]
pub struct Wanted<'a> {
    pub repository: &'a str,
    pub version: Option<&'a str>,
    /// Where to fetch it; `None`: where it was fetched before, or as its name says.
    pub url: Option<&'a str>,
    /// What it has to be.
    pub pin: Option<&'a Pin>,
    /// Look at the origin although something is here: a branch may have moved.
    pub is_update: bool,
    /// Whether the network may be used.
    pub may_fetch: bool,
}

impl<'a> Wanted<'a> {
    pub fn new(repository: &'a str, version: Option<&'a str>) -> Wanted<'a> {
        Wanted {
            repository,
            version,
            url: None,
            pin: None,
            is_update: false,
            may_fetch: true,
        }
    }

    fn name(&self) -> String {
        spelled(self.repository, self.version)
    }
}

fn spelled(repository: &str, version: Option<&str>) -> String {
    match version {
        Some(version) => format!("{repository}@{version}"),
        None => repository.to_owned(),
    }
}

impl Store {
    /// The store below a home directory; nothing is made yet.
    pub fn in_home(home: &Path) -> Store {
        Store::at(&home.join("modules"))
    }

    /// The store in this directory.
    pub fn at(root: &Path) -> Store {
        Store {
            root: std::path::absolute(root).unwrap_or_else(|_| root.to_owned()),
        }
    }

    pub fn root(&self) -> &Path {
        &self.root
    }

    /// A version that is here; reads only.
    pub fn find(
        &self,
        repository: &str,
        version: Option<&str>,
    ) -> Result<Option<Installed>, Trouble> {
        let path = self.record_path(repository, version);
        let text = match std::fs::read_to_string(&path) {
            Ok(text) => text,
            Err(error) if is_absence(&error) => return Ok(None),
            Err(error) => return Err(Trouble::io(&path)(error)),
        };
        let record = Record::from_text(&path, &text)?;
        let directory = self.sources(repository, &record.commit);
        Ok(directory.is_dir().then(|| Installed {
            repository: repository.to_owned(),
            record,
            directory,
        }))
    }

    /// A commit whose files are here, whatever version it was installed as.
    pub fn find_pinned(
        &self,
        repository: &str,
        version: Option<&str>,
        pin: &Pin,
    ) -> Result<Option<Installed>, Trouble> {
        let here = self.versions(repository)?;
        let is_it = |found: &Installed| found.record.version.as_deref() == version;
        // The version itself says what it is: a tag or a branch.
        let named = here.iter().find(|found| is_it(found));
        let same = here.iter().find(|found| found.record.commit == pin.commit);
        let Some(found) = named
            .filter(|found| found.record.commit == pin.commit)
            .or(same)
        else {
            return Ok(None);
        };
        let kind = named.map_or(found.record.kind, |named| named.record.kind);
        Ok(Some(Installed {
            record: Record {
                version: version.map(str::to_owned),
                kind,
                ..found.record.clone()
            },
            ..found.clone()
        }))
    }

    /// Compares the files of a version with its record: somebody may have changed them.
    pub fn verify(&self, installed: &Installed) -> Result<(), Trouble> {
        let found = tree::hash(&installed.directory)?;
        same_sources(
            &installed.repository,
            &installed.record,
            &installed.record.source,
            found,
        )
    }

    /// Installs a version, or gives the one that is here.
    pub fn install(&self, wanted: Wanted<'_>) -> Result<Installed, Trouble> {
        let exclusive = self.exclusive(wanted.repository)?;
        let directory = self.directory(wanted.repository);
        let new = directory.join("@new");
        // Also if the one that was killed had only this left to do.
        remove_tree(&new)?;
        let before = self.find(wanted.repository, wanted.version)?;
        if let Some(before) = &before
            && !wanted.is_update
            && wanted
                .pin
                .is_none_or(|pin| pin.commit == before.record.commit)
        {
            check_pin(&wanted, &before.record)?;
            return Ok(before.clone());
        }
        let url = self.url(&wanted, before.as_ref())?;
        std::fs::create_dir_all(&new).map_err(Trouble::io(&new))?;
        let made = self.make(&wanted, before.as_ref(), &url, &new, &exclusive);
        let removed = remove_tree(&new);
        if made.is_err() {
            self.remove_empty(wanted.repository);
        }
        let made = made?;
        removed?;
        Ok(made)
    }

    fn make(
        &self,
        wanted: &Wanted<'_>,
        before: Option<&Installed>,
        url: &str,
        new: &Path,
        exclusive: &Exclusive,
    ) -> Result<Installed, Trouble> {
        let (kind, commit) = self.commit(wanted, url, new, exclusive)?;
        let version = wanted.version.map(str::to_owned);
        if kind == Kind::Tag
            && let Some(before) = before
            && before.record.commit != commit
            && wanted.pin.is_none()
        {
            return Err(moved(wanted, &before.record.commit, &commit));
        }
        let tree = new.join("tree");
        std::fs::create_dir(&tree).map_err(Trouble::io(&tree))?;
        git::export(&self.cache(wanted.repository), &commit, &tree, exclusive)?;
        let record = Record {
            version,
            kind,
            source: tree::hash(&tree)?,
            commit,
            url: git::without_password(url),
        };
        check_pin(wanted, &record)?;
        let directory = self.sources(wanted.repository, &record.commit);
        self.place(&tree, &directory, &record)?;
        let path = self.record_path(wanted.repository, wanted.version);
        make_above(&path)?;
        write_whole(&path, &record.to_text())?;
        Ok(Installed {
            repository: wanted.repository.to_owned(),
            record,
            directory,
        })
    }

    /// Puts a complete tree where it belongs, unless the same is there.
    fn place(&self, tree: &Path, directory: &Path, record: &Record) -> Result<(), Trouble> {
        if directory.is_dir() {
            if tree::hash(directory)? == record.source {
                return Ok(());
            }
            // Somebody has changed it.
            remove_tree(directory)?;
        }
        make_above(directory)?;
        std::fs::rename(tree, directory).map_err(Trouble::io(directory))
    }

    /// The commit that is wanted; it is in the cache then.
    fn commit(
        &self,
        wanted: &Wanted<'_>,
        url: &str,
        new: &Path,
        exclusive: &Exclusive,
    ) -> Result<(Kind, String), Trouble> {
        let cache = self.cache(wanted.repository);
        let here = match cache.is_dir() && !wanted.is_update {
            true => self.in_cache(wanted)?,
            false => None,
        };
        if let Some(here) = here {
            return Ok(here);
        }
        if !wanted.may_fetch {
            return Err(Trouble::NotInstalled {
                name: wanted.name(),
                why: Refusal::Offline,
            });
        }
        match cache.is_dir() {
            true => git::fetch(&cache, url, exclusive)?,
            false => {
                let made = new.join("git");
                git::make(&made, exclusive)?;
                git::fetch(&made, url, exclusive)?;
                std::fs::rename(&made, &cache).map_err(Trouble::io(&cache))?;
            }
        }
        if let Some(here) = self.in_cache(wanted)? {
            return Ok(here);
        }
        // The locked commit is gone. Say where the version has gone to.
        match (wanted.pin, git::resolve(&cache, wanted.version)?) {
            (Some(pin), Some((_, now))) => Err(moved(wanted, &pin.commit, &now)),
            _ => Err(Trouble::NoSuchVersion {
                repository: wanted.repository.to_owned(),
                version: wanted.version.unwrap_or("HEAD").to_owned(),
            }),
        }
    }

    /// What the cache has: of a tag the commit of today, which must be that of the pin; else the commit
    /// of the pin itself.
    fn in_cache(&self, wanted: &Wanted<'_>) -> Result<Option<(Kind, String)>, Trouble> {
        let cache = self.cache(wanted.repository);
        let now = git::resolve(&cache, wanted.version)?;
        let Some(pin) = wanted.pin else {
            return Ok(now);
        };
        match now {
            Some((Kind::Tag, commit)) if commit != pin.commit => {
                Err(moved(wanted, &pin.commit, &commit))
            }
            Some((kind, _)) => {
                let pinned = git::commit_of(&cache, &pin.commit)?;
                Ok(pinned.map(|commit| (kind, commit)))
            }
            None => Ok(None),
        }
    }

    fn url(&self, wanted: &Wanted<'_>, before: Option<&Installed>) -> Result<String, Trouble> {
        if let Some(url) = wanted.url {
            return Ok(url.to_owned());
        }
        let known = match before {
            Some(before) => Some(before.record.url.clone()),
            None => self.known_url(wanted.repository)?,
        };
        let name = ModuleName::parse(wanted.repository);
        match (known, name) {
            (Some(url), _) => Ok(url),
            (None, Ok(name)) if name.is_hosted() => Ok(name.url()),
            (None, _) => Err(Trouble::NothingInstalled(wanted.name())),
        }
    }

    /// Where other versions of a repository came from.
    pub fn known_url(&self, repository: &str) -> Result<Option<String>, Trouble> {
        let mut versions = self.versions(repository)?;
        Ok(versions.pop().map(|installed| installed.record.url))
    }

    /// The installed versions of a repository.
    pub fn versions(&self, repository: &str) -> Result<Vec<Installed>, Trouble> {
        let directory = self.directory(repository).join("@versions");
        let entries = match std::fs::read_dir(&directory) {
            Ok(entries) => entries,
            Err(error) if is_absence(&error) => return Ok(Vec::new()),
            Err(error) => return Err(Trouble::io(&directory)(error)),
        };
        let mut found = Vec::new();
        for entry in entries {
            let name = entry.map_err(Trouble::io(&directory))?.file_name();
            let Some(name) = name.to_str().filter(|name| !name.starts_with('.')) else {
                continue;
            };
            let version = (name != DEFAULT).then_some(name);
            found.extend(self.find(repository, version)?);
        }
        found.sort_by(|one, other| one.record.version.cmp(&other.record.version));
        Ok(found)
    }

    /// All that is installed, by name.
    pub fn list(&self) -> Result<Vec<Installed>, Trouble> {
        let mut found = Vec::new();
        let mut open = vec![String::new()];
        while let Some(repository) = open.pop() {
            let directory = self.root.join(&repository);
            let entries = match std::fs::read_dir(&directory) {
                Ok(entries) => entries,
                Err(error) if is_absence(&error) => continue,
                Err(error) => return Err(Trouble::io(&directory)(error)),
            };
            for entry in entries {
                let name = entry.map_err(Trouble::io(&directory))?.file_name();
                match name.to_str() {
                    Some("@versions") => found.extend(self.versions(&repository)?),
                    Some(name) if !name.starts_with(['@', '.']) => {
                        open.push(match repository.is_empty() {
                            true => name.to_owned(),
                            false => format!("{repository}/{name}"),
                        });
                    }
                    _ => {}
                }
            }
        }
        found.sort_by(|one, other| {
            let key = |installed: &Installed| {
                (
                    installed.repository.clone(),
                    installed.record.version.clone(),
                )
            };
            key(one).cmp(&key(other))
        });
        Ok(found)
    }

    /// The tags that the cache knows.
    pub fn known_tags(&self, repository: &str) -> Result<Vec<String>, Trouble> {
        let cache = self.cache(repository);
        match cache.is_dir() {
            true => git::tags(&cache),
            false => Ok(Vec::new()),
        }
    }

    /// The commit of a version at its origin, without fetching anything.
    pub fn remote_commit(&self, wanted: &Wanted<'_>) -> Result<(String, Option<String>), Trouble> {
        let url = self.url(wanted, None)?;
        let commit = git::remote_commit(&url, wanted.version)?;
        Ok((git::without_password(&url), commit))
    }

    /// Fetches what is new at the origin and looks whether installed tags have moved.
    pub fn refresh(&self, repository: &str) -> Result<(), Trouble> {
        let Some(url) = self.known_url(repository)? else {
            return Err(Trouble::NothingInstalled(repository.to_owned()));
        };
        let exclusive = self.exclusive(repository)?;
        let cache = self.cache(repository);
        git::fetch(&cache, &url, &exclusive)?;
        for installed in self.versions(repository)? {
            let record = &installed.record;
            let version = record.version.as_deref();
            if record.kind == Kind::Tag
                && let Some((_, now)) = git::resolve(&cache, version)?
                && now != record.commit
            {
                let wanted = Wanted::new(repository, version);
                return Err(moved(&wanted, &record.commit, &now));
            }
        }
        Ok(())
    }

    /// The commit that a version means in the cache, as last fetched.
    pub fn cached_commit(
        &self,
        repository: &str,
        version: Option<&str>,
    ) -> Result<Option<String>, Trouble> {
        let found = git::resolve(&self.cache(repository), version)?;
        Ok(found.map(|(_, commit)| commit))
    }

    /// Removes a version, or all of a repository.
    pub fn uninstall(&self, repository: &str, version: Option<&str>) -> Result<(), Trouble> {
        let _exclusive = self.exclusive(repository)?;
        let here = self.versions(repository)?;
        let goes = |installed: &Installed| {
            version.is_none() || installed.record.version.as_deref() == version
        };
        if !here.iter().any(goes) {
            return Err(Trouble::NothingInstalled(spelled(repository, version)));
        }
        for installed in here.iter().filter(|installed| goes(installed)) {
            let path = self.record_path(repository, installed.record.version.as_deref());
            std::fs::remove_file(&path).map_err(Trouble::io(&path))?;
        }
        let kept: Vec<&Installed> = here.iter().filter(|installed| !goes(installed)).collect();
        if kept.is_empty() {
            for part in ["@versions", "@sources", "@git", "@new"] {
                remove_tree(&self.directory(repository).join(part))?;
            }
            self.remove_empty(repository);
            return Ok(());
        }
        for installed in here.iter().filter(|installed| goes(installed)) {
            let is_kept = |kept: &&&Installed| kept.record.commit == installed.record.commit;
            if !kept.iter().any(|kept| is_kept(&kept)) {
                remove_tree(&installed.directory)?;
            }
        }
        Ok(())
    }

    /// The directories above and of a repository that have become empty.
    fn remove_empty(&self, repository: &str) {
        let mut directory = self.directory(repository);
        // It fails where something is left.
        while directory != self.root && std::fs::remove_dir(&directory).is_ok() {
            directory.pop();
        }
    }

    fn exclusive(&self, repository: &str) -> Result<Exclusive, Trouble> {
        let name = repository.replace('/', "%");
        Exclusive::of_file(&self.root.join("@locks").join(name))
    }

    fn directory(&self, repository: &str) -> PathBuf {
        self.root.join(repository)
    }

    fn cache(&self, repository: &str) -> PathBuf {
        self.directory(repository).join("@git")
    }

    fn sources(&self, repository: &str, commit: &str) -> PathBuf {
        self.directory(repository).join("@sources").join(commit)
    }

    fn record_path(&self, repository: &str, version: Option<&str>) -> PathBuf {
        let versions = self.directory(repository).join("@versions");
        versions.join(version.unwrap_or(DEFAULT))
    }
}

impl Installed {
    /// The libraries in it, by the names under which they can be imported.
    pub fn libraries(&self) -> Result<Vec<ModuleName>, Trouble> {
        let name = self.name()?;
        tree::libraries(&self.directory, &name)
    }

    /// Repository and version, as they are imported.
    pub fn name(&self) -> Result<ModuleName, Trouble> {
        let name = spelled(&self.repository, self.record.version.as_deref());
        ModuleName::parse(&name).map_err(|why| Trouble::Malformed { name, why })
    }

    /// The file of a library in it.
    pub fn file(&self, name: &ModuleName) -> Result<PathBuf, Trouble> {
        let files = tree::candidates(name);
        let mut paths = files.iter().map(|file| self.directory.join(file));
        paths
            .find(|path| path.is_file())
            .ok_or_else(|| Trouble::NoSuchLibrary {
                name: name.to_string(),
                files,
            })
    }
}

fn moved(wanted: &Wanted<'_>, before: &str, now: &str) -> Trouble {
    Trouble::Moved {
        repository: wanted.repository.to_owned(),
        version: wanted.version.unwrap_or("(none)").to_owned(),
        before: before.to_owned(),
        now: now.to_owned(),
    }
}

fn check_pin(wanted: &Wanted<'_>, record: &Record) -> Result<(), Trouble> {
    match wanted.pin {
        Some(pin) => same_sources(
            wanted.repository,
            record,
            &pin.source,
            record.source.clone(),
        ),
        None => Ok(()),
    }
}

fn same_sources(
    repository: &str,
    record: &Record,
    expected: &str,
    found: String,
) -> Result<(), Trouble> {
    if expected == found {
        return Ok(());
    }
    Err(Trouble::Differs {
        repository: repository.to_owned(),
        version: record.label(),
        expected: expected.to_owned(),
        found,
    })
}

/// Nothing there, or a part of the path is a file.
fn is_absence(error: &std::io::Error) -> bool {
    matches!(error.kind(), ErrorKind::NotFound | ErrorKind::NotADirectory)
}

fn make_above(path: &Path) -> Result<(), Trouble> {
    match path.parent() {
        Some(above) => std::fs::create_dir_all(above).map_err(Trouble::io(above)),
        None => Ok(()),
    }
}

fn remove_tree(path: &Path) -> Result<(), Trouble> {
    let mut tries = REMOVALS;
    loop {
        match std::fs::remove_dir_all(path) {
            Ok(()) => return Ok(()),
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(()),
            Err(error) if error.kind() == ErrorKind::DirectoryNotEmpty && tries > 0 => {
                tries -= 1;
                std::thread::sleep(REMOVAL_WAIT);
            }
            Err(error) => return Err(Trouble::io(path)(error)),
        }
    }
}

/// The helpers of a `git` that was killed do not have the lock, and may write a last file.
const REMOVALS: u32 = 500;
const REMOVAL_WAIT: std::time::Duration = std::time::Duration::from_millis(10);
