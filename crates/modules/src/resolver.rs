//! From the name in an import to a file, by aliases, lock, store, and consent.

use crate::aliases::Aliases;
use crate::dependencies;
use crate::lock::{Lock, Pin};
use crate::name::{Malformed, ModuleName};
use crate::project::Project;
use crate::record::Record;
use crate::store::{Installed, Store, Wanted};
use crate::trouble::{Refusal, Trouble, short};
use crate::trust::{Audience, Decision, Policy};
use std::collections::{HashMap, HashSet, VecDeque};
use std::io::Write;
use std::path::{Path, PathBuf};

/// How a resolver talks to a person.
#[derive(Clone, Copy)]
pub struct Person {
    pub audience: Audience,
    /// Puts a question; whether the answer was yes.
    pub ask: fn(&str) -> bool,
    /// Says what was done.
    pub tell: fn(&str),
}

/// What a resolver is made of; plain data, for the thread that compiles.
#[derive(Clone)]
pub struct Settings {
    pub store: Store,
    pub policy: Policy,
    pub person: Person,
    /// The directory whose project, if it is in one, has the lock file.
    pub directory: PathBuf,
}

impl std::fmt::Debug for Settings {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter
            .debug_struct("Settings")
            .field("store", &self.store)
            .field("policy", &self.policy)
            .finish_non_exhaustive()
    }
}

/// Who imports.
#[derive(Clone, Copy, Debug, Default)]
pub struct Importer<'a> {
    /// The library, if it is one.
    pub library: Option<&'a ModuleName>,
    /// Where its source is.
    pub directory: Option<&'a Path>,
    /// Aliases that the program itself defines.
    pub aliases: Option<&'a Aliases>,
}

/// A library of a version that is here.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Located {
    /// Its identity: the version is a tag, or else the beginning of the commit.
    pub name: ModuleName,
    pub file: PathBuf,
    pub record: Record,
}

/// Finds libraries for one session.
pub struct Resolver {
    settings: Settings,
    /// `None`: there is no project.
    lock: Option<Lock>,
    aliases: HashMap<PathBuf, Aliases>,
    /// Trees whose files have been compared with their records.
    verified: HashSet<PathBuf>,
}

impl Resolver {
    pub fn new(settings: Settings) -> Result<Resolver, Trouble> {
        let project = Project::around(&settings.directory)?;
        let lock = project
            .map(|project| Lock::read(&project.root))
            .transpose()?;
        Ok(Resolver {
            settings,
            lock,
            aliases: HashMap::new(),
            verified: HashSet::new(),
        })
    }

    /// What the parts of a name mean where they stand.
    pub fn meaning(
        &mut self,
        parts: &[String],
        importer: Importer<'_>,
    ) -> Result<ModuleName, Trouble> {
        let malformed = |why: Malformed| Trouble::Malformed {
            name: format!("({})", parts.join(" ")),
            why,
        };
        let name = ModuleName::from_parts(parts).map_err(malformed)?;
        if name.is_relative() {
            return name.relative_to(importer.library).map_err(malformed);
        }
        let name = match importer.aliases {
            Some(aliases) => aliases
                .within(self.setup(importer.directory)?)
                .apply(&name)?,
            None => self.setup(importer.directory)?.apply(&name)?,
        };
        Ok(name)
    }

    /// The aliases for a directory.
    fn setup(&mut self, directory: Option<&Path>) -> Result<&Aliases, Trouble> {
        let directory = directory.unwrap_or(Path::new("")).to_owned();
        if !self.aliases.contains_key(&directory) {
            let aliases = Aliases::of_directory(&directory)?;
            self.aliases.insert(directory.clone(), aliases);
        }
        Ok(&self.aliases[&directory])
    }

    /// Reads files of aliases again when they are next needed.
    pub fn forget_aliases(&mut self) {
        self.aliases.clear();
    }

    /// The library of this name, which is installed first if there is consent. `None`: it has neither
    /// host nor version and is not installed, so it is for others to find.
    pub fn locate(&mut self, name: &ModuleName) -> Result<Option<Located>, Trouble> {
        let repository = name.repository();
        let version = name.version.as_deref();
        let installed = match self.installed(&repository, version)? {
            Some(installed) => installed,
            None if name.is_hosted() => self.with_consent(name)?,
            None if version.is_none() => return Ok(None),
            None => {
                let name = format!("{repository}@{}", version.unwrap_or_default());
                return Err(Trouble::NothingInstalled(name));
            }
        };
        if !self.verified.contains(&installed.directory) {
            self.settings.store.verify(&installed)?;
            self.verified.insert(installed.directory.clone());
        }
        let file = installed.file(name)?;
        let label = installed.record.label();
        Ok(Some(Located {
            name: name.with_version(Some(&label)),
            file,
            record: installed.record,
        }))
    }

    /// Whether a library could be located without installing anything.
    pub fn is_here(&self, name: &ModuleName) -> bool {
        let found = self.here(&name.repository(), name.version.as_deref());
        matches!(found, Ok(Some(installed)) if installed.file(name).is_ok())
    }

    fn pin(&self, repository: &str, version: Option<&str>) -> Option<Pin> {
        self.lock.as_ref()?.get(repository, version).cloned()
    }

    /// What is here of a version. Other sources than those of the lock file are refused.
    fn here(&self, repository: &str, version: Option<&str>) -> Result<Option<Installed>, Trouble> {
        let store = &self.settings.store;
        if let Some(pin) = self.pin(repository, version) {
            let found = store.find_pinned(repository, version, &pin)?;
            if let Some(found) = &found
                && found.record.source != pin.source
            {
                return Err(Trouble::Differs {
                    repository: repository.to_owned(),
                    version: found.record.label(),
                    expected: pin.source,
                    found: found.record.source.clone(),
                });
            }
            return Ok(found);
        }
        if let Some(found) = store.find(repository, version)? {
            return Ok(Some(found));
        }
        // A library of a branch names others of its own repository by the commit.
        let Some(version) = version else {
            return Ok(None);
        };
        let versions = store.versions(repository)?;
        let mut labelled = versions.into_iter();
        Ok(labelled.find(|installed| installed.record.label() == version))
    }

    fn installed(
        &mut self,
        repository: &str,
        version: Option<&str>,
    ) -> Result<Option<Installed>, Trouble> {
        let found = self.here(repository, version)?;
        if let Some(found) = &found
            && found.record.version.as_deref() == version
        {
            self.lock_in(found)?;
        }
        Ok(found)
    }

    fn lock_in(&mut self, installed: &Installed) -> Result<(), Trouble> {
        match &mut self.lock {
            Some(lock) => lock.set(&installed.repository, &installed.record),
            None => Ok(()),
        }
    }

    /// Installs a library that is needed, if trust or a person allow it.
    fn with_consent(&mut self, name: &ModuleName) -> Result<Installed, Trouble> {
        let repository = name.repository();
        let refused = |why| Trouble::NotInstalled {
            name: name.to_string(),
            why,
        };
        let pin = self.pin(&repository, name.version.as_deref());
        let wanted = Wanted {
            pin: pin.as_ref(),
            may_fetch: !self.settings.policy.is_offline,
            ..Wanted::new(&repository, name.version.as_deref())
        };
        let person = self.settings.person;
        match self.settings.policy.decide(name, person.audience) {
            Decision::Refuse => return Err(refused(Refusal::NotTrusted)),
            Decision::Ask if self.settings.policy.is_offline => {
                return Err(refused(Refusal::Offline));
            }
            Decision::Ask => {
                if !(person.ask)(&self.question(name, &wanted)?) {
                    return Err(refused(Refusal::Declined));
                }
            }
            Decision::Install => {}
        }
        let installed = self.settings.store.install(wanted)?;
        self.log(&installed)?;
        self.lock_in(&installed)?;
        Ok(installed)
    }

    /// Names library, version, commit and origin. The origin is asked for the commit, unless the lock
    /// file has it; nothing is fetched.
    fn question(&self, name: &ModuleName, wanted: &Wanted<'_>) -> Result<String, Trouble> {
        let (url, commit) = match wanted.pin {
            Some(pin) => (name.url(), Some(pin.commit.clone())),
            None => self.settings.store.remote_commit(wanted)?,
        };
        let version = name.version.as_deref().unwrap_or("of the default branch");
        let commit = commit.or_else(|| name.version.clone()).unwrap_or_default();
        Ok(format!(
            "Library {} is not installed.\n  version: {version}\n  commit:  {commit}\n  origin:  {url}\nFetch and install it? (y/n) ",
            name.joined()
        ))
    }

    /// Each installation that nobody has typed leaves a line.
    fn log(&self, installed: &Installed) -> Result<(), Trouble> {
        let record = &installed.record;
        let path = self.settings.store.root().join("@log");
        let seconds = std::time::SystemTime::now()
            .duration_since(std::time::UNIX_EPOCH)
            .map_or(0, |time| time.as_secs());
        let version = record.version.as_deref().unwrap_or("-");
        let line = format!(
            "{seconds} installed {} {version} {} {} from {}\n",
            installed.repository, record.commit, record.source, record.url
        );
        let mut options = std::fs::File::options();
        let file = options.create(true).append(true).open(&path);
        let written = file.and_then(|mut file| file.write_all(line.as_bytes()));
        written.map_err(Trouble::io(&path))?;
        let text = format!(
            "installed {} {version} (commit {}) from {}\n",
            installed.repository,
            short(&record.commit),
            record.url
        );
        (self.settings.person.tell)(&text);
        Ok(())
    }

    /// Installs what a person has named, and what it depends on, whether trusted or not; gives all
    /// that is there now, in the order in which it was found.
    pub fn install(
        &mut self,
        names: Vec<ModuleName>,
        url: Option<&str>,
    ) -> Result<Vec<Installed>, Trouble> {
        let mut waiting: VecDeque<(ModuleName, Option<&str>)> =
            names.into_iter().map(|name| (name, url)).collect();
        let mut done: Vec<Installed> = Vec::new();
        let mut seen = HashSet::new();
        while let Some((name, url)) = waiting.pop_front() {
            let repository = name.repository();
            if !seen.insert((repository.clone(), name.version.clone())) {
                continue;
            }
            let pin = self.pin(&repository, name.version.as_deref());
            let installed = self.settings.store.install(Wanted {
                url,
                pin: pin.as_ref(),
                may_fetch: !self.settings.policy.is_offline,
                ..Wanted::new(&repository, name.version.as_deref())
            })?;
            self.lock_in(&installed)?;
            let needed = dependencies::of_tree(&installed.directory, false)?;
            // A local library of another version is where only its author knows.
            let hosted = needed.into_iter().filter(ModuleName::is_hosted);
            waiting.extend(hosted.map(|name| (name, None)));
            done.push(installed);
        }
        Ok(done)
    }

    /// Lets a version that the lock file has mean what it is now; others are not added.
    pub fn relock(&mut self, installed: &Installed) -> Result<(), Trouble> {
        let version = installed.record.version.as_deref();
        match self.pin(&installed.repository, version) {
            Some(_) => self.lock_in(installed),
            None => Ok(()),
        }
    }

    /// What may be fetched, for a program that changes it.
    pub fn policy(&mut self) -> &mut Policy {
        &mut self.settings.policy
    }

    pub fn store(&self) -> &Store {
        &self.settings.store
    }

    pub fn lock(&self) -> Option<&Lock> {
        self.lock.as_ref()
    }
}
