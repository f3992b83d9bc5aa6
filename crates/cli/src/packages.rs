//! Libraries with versions: what is fetched, what is here, and why.
//!
//! `mound install` is consent to fetch the libraries that it names and what they depend on; it runs
//! nothing of them.

use crate::arguments::Modules;
use crate::run::{Failure, Source};
use crate::standard;
use mound_engine::default_home;
use mound_modules::resolver::{Person, Settings};
use mound_modules::trouble::short;
use mound_modules::trust::Audience;
use mound_modules::{
    Installed, Kind, ModuleName, Policy, Project, Resolver, Store, Trouble, Wanted, dependencies,
};
use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::io::IsTerminal;
use std::path::{Path, PathBuf};

/// A library could not be installed, found or removed.
const STATUS_FAILED: i32 = 1;

pub fn failed(trouble: Trouble) -> Failure {
    let mut text = format!("error: {trouble}\n");
    if let Some(hint) = trouble.hint() {
        text += &format!("  hint: {hint}\n");
    }
    Failure {
        text,
        status: STATUS_FAILED,
    }
}

fn wrong(text: &str) -> Failure {
    Failure {
        text: format!("error: {text}\n"),
        status: STATUS_FAILED,
    }
}

/// The project that a directory is in.
pub fn project(directory: &Path) -> Result<Option<Project>, Failure> {
    Project::around(directory).map_err(failed)
}

/// The files and directories that are named, or else that of the project, as it is seen from here; none
/// outside of projects.
pub fn named_or_project(paths: Vec<PathBuf>) -> Result<Vec<PathBuf>, Failure> {
    let project = match paths.is_empty() {
        true => project(Path::new(""))?,
        false => None,
    };
    let Some(project) = project else {
        return Ok(paths);
    };
    let here = std::fs::canonicalize(".").unwrap_or_default();
    let above = here.strip_prefix(&project.root).map(Path::components);
    Ok(vec![match above.map(Iterator::count) {
        Ok(0) => PathBuf::from("."),
        Ok(levels) => PathBuf::from_iter(std::iter::repeat_n("..", levels)),
        Err(_) => project.root,
    }])
}

/// What a node needs to find libraries with versions; nothing if there is no home directory.
pub fn settings(modules: &Modules, directory: &Path) -> Result<Option<Settings>, Failure> {
    let Some(home) = default_home() else {
        return Ok(None);
    };
    let mut policy = Policy::default();
    policy.read(&home.join("config")).map_err(failed)?;
    let variable = |name| std::env::var(name).ok();
    policy
        .environment(
            variable("MOUND_TRUST").as_deref(),
            variable("MOUND_ASK").as_deref(),
        )
        .map_err(|why| wrong(&why))?;
    for location in &modules.trust {
        policy
            .trust(location)
            .map_err(|why| wrong(&format!("--trust: {why}")))?;
    }
    policy.mode = modules.ask.unwrap_or(policy.mode);
    policy.is_offline = modules.offline;
    policy.code_from = modules.fetch_code.unwrap_or(policy.code_from);
    let is_terminal = std::io::stdin().is_terminal() && std::io::stderr().is_terminal();
    Ok(Some(Settings {
        store: store_at(modules, &home)?,
        policy,
        person: Person {
            audience: match is_terminal {
                true => Audience::Script,
                false => Audience::Nobody,
            },
            ask,
            tell: standard::error,
        },
        directory: directory.to_owned(),
    }))
}

/// Where libraries are kept: as the option says, or the environment, or else below the home directory.
fn store_at(modules: &Modules, home: &Path) -> Result<Store, Failure> {
    let named = std::env::var_os("MOUND_MODULES").map(PathBuf::from);
    match modules.modules.clone().or(named) {
        Some(directory) if directory.as_os_str().is_empty() => Err(wrong(
            "the directory for libraries has an empty name: see --modules and MOUND_MODULES",
        )),
        Some(directory) => Ok(Store::at(&directory)),
        None => Ok(Store::in_home(home)),
    }
}

/// The one who types forms.
pub fn person_at_a_repl() -> Person {
    Person {
        audience: match std::io::stdin().is_terminal() {
            true => Audience::Repl,
            false => Audience::Nobody,
        },
        ask,
        tell: standard::error,
    }
}

/// Everything but `y` and `yes` means no.
fn ask(question: &str) -> bool {
    standard::error(question);
    let mut answer = String::new();
    let read = std::io::stdin().read_line(&mut answer);
    read.is_ok() && ["y", "yes"].contains(&answer.trim())
}

/// The program that runs a library, if `file` names one and is no file.
pub fn library_source(file: &str) -> Option<Source> {
    if file == "-" || Path::new(file).exists() {
        return None;
    }
    let name = ModuleName::parse(file).ok()?;
    let is_library = name.is_hosted() && !file.ends_with(".scm") || name.version.is_some();
    (is_library && !name.is_relative()).then(|| Source {
        name: file.to_owned(),
        path: None,
        text: format!("(import {name})\n"),
    })
}

fn resolver(modules: &Modules) -> Result<Resolver, Failure> {
    let settings = settings(modules, Path::new(""))?;
    let settings = settings.ok_or_else(|| wrong("there is no home directory: set MOUND_HOME"))?;
    Resolver::new(settings).map_err(failed)
}

fn store() -> Result<Store, Failure> {
    Ok(resolver(&Modules::default())?.store().clone())
}

fn parsed(text: &str) -> Result<ModuleName, Failure> {
    ModuleName::parse(text).map_err(|why| {
        failed(Trouble::Malformed {
            name: text.to_owned(),
            why,
        })
    })
}

/// A library to install, and where from if that was said.
fn origin(text: &str) -> Result<(ModuleName, Option<String>), Failure> {
    let (place, version) = match text.rsplit_once('@') {
        Some((place, version)) if !version.contains(['/', ':']) => (place, Some(version)),
        _ => (text, None),
    };
    // A name that leads to a host is no path, even if there is a directory of that name.
    let is_hosted = ModuleName::parse(text).is_ok_and(|name| name.is_hosted());
    let is_path = place.starts_with(['/', '.']) || !is_hosted && Path::new(place).is_dir();
    let Some(name) = name_of_origin(place, is_path) else {
        return Ok((parsed(text)?, None));
    };
    let name = parsed(&name)?.with_version(version);
    let name = parsed(&name.to_string())?;
    let url = match is_path {
        true => std::path::absolute(place)
            .map_err(|error| wrong(&format!("{place}: {error}")))?
            .display()
            .to_string(),
        false => place.to_owned(),
    };
    Ok((name, Some(url)))
}

/// The name of a library for a URL or a path; `None` if it is a name.
fn name_of_origin(place: &str, is_path: bool) -> Option<String> {
    let local = |path: &str| {
        let path = path.trim_end_matches('/');
        let last = path.rsplit('/').next().unwrap_or(path);
        last.trim_end_matches(".git").to_owned()
    };
    if is_path {
        let absolute = std::fs::canonicalize(place).ok();
        let absolute = absolute.as_ref().and_then(|path| path.to_str());
        return Some(local(absolute.unwrap_or(place)));
    }
    let rest = match place.split_once("://") {
        Some(("file", path)) => return Some(local(path)),
        Some((_, rest)) => rest.to_owned(),
        // As in git@host:account/repository.
        None => match place.split_once(':') {
            Some((host, path)) if host.contains('@') => format!("{host}/{path}"),
            _ => return None,
        },
    };
    let (host, path) = rest.trim_end_matches('/').split_once('/')?;
    let host = host.rsplit('@').next().unwrap_or(host);
    let path = path.trim_end_matches(".git");
    Some(match path.split('/').count() {
        2 => format!("{host}/{path}"),
        // Only the mark says where the repository ends.
        _ => format!("{host}/{path}.git"),
    })
}

pub fn install(modules: &Modules, libraries: &[String]) -> Result<i32, Failure> {
    let mut resolver = resolver(modules)?;
    let before = resolver.store().list().map_err(failed)?;
    let mut installed = Vec::new();
    if libraries.is_empty() {
        let project = project(Path::new(""))?
            .ok_or_else(|| wrong("no library is named, and this directory is in no project"))?;
        let needed = dependencies::of_tree(&project.root, true).map_err(failed)?;
        let hosted = needed.into_iter().filter(ModuleName::is_hosted).collect();
        installed = resolver.install(hosted, None).map_err(failed)?;
    }
    for library in libraries {
        let (name, url) = origin(library)?;
        let found = resolver.install(vec![name], url.as_deref());
        installed.extend(found.map_err(|trouble| match trouble {
            Trouble::NothingInstalled(name) => wrong(&format!(
                "{name} leads to no repository; a library is named by host, account and repository, \
                 as in github.com/fred/hello, by a URL or by a directory"
            )),
            trouble => failed(trouble),
        })?);
    }
    let mut told = BTreeSet::new();
    for installed in installed {
        // Several of those that were named may need it.
        if !told.insert(spelled(&installed)) {
            continue;
        }
        let done = match before.contains(&installed) {
            true => "already installed:",
            false => "installed",
        };
        let record = &installed.record;
        standard::output(&format!(
            "{done} {} ({} {}) from {}\n",
            spelled(&installed),
            record.kind.word(),
            short(&record.commit),
            record.url
        ))?;
    }
    Ok(0)
}

pub fn uninstall(libraries: &[String]) -> Result<i32, Failure> {
    let store = store()?;
    for library in libraries {
        let name = parsed(library)?;
        let version = name.version.as_deref();
        store
            .uninstall(&name.repository(), version)
            .map_err(failed)?;
        standard::output(&format!("uninstalled {library}\n"))?;
    }
    Ok(0)
}

/// The repositories that are meant, each once.
fn repositories(store: &Store, libraries: &[String]) -> Result<BTreeSet<String>, Failure> {
    if libraries.is_empty() {
        let installed = store.list().map_err(failed)?;
        return Ok(installed
            .into_iter()
            .map(|installed| installed.repository)
            .collect());
    }
    let names = libraries.iter().map(|library| parsed(library));
    names
        .map(|name| name.map(|name| name.repository()))
        .collect()
}

pub fn update(libraries: &[String]) -> Result<i32, Failure> {
    let mut resolver = resolver(&Modules::default())?;
    let store = resolver.store().clone();
    for_each(repositories(&store, libraries)?, |repository| {
        store.refresh(repository).map_err(failed)?;
        for before in store.versions(repository).map_err(failed)? {
            if before.record.kind != Kind::Branch {
                continue;
            }
            let version = before.record.version.as_deref();
            let wanted = Wanted {
                is_update: true,
                ..Wanted::new(repository, version)
            };
            let now = store.install(wanted).map_err(failed)?;
            if now.record.commit != before.record.commit {
                resolver.relock(&now).map_err(failed)?;
                standard::output(&format!(
                    "updated {}: {} is {} now\n",
                    spelled(&now),
                    short(&before.record.commit),
                    short(&now.record.commit)
                ))?;
            }
        }
        Ok(())
    })
}

/// What goes wrong with one repository is told, and does not keep it from the others.
fn for_each(
    repositories: BTreeSet<String>,
    mut act: impl FnMut(&str) -> Result<(), Failure>,
) -> Result<i32, Failure> {
    let mut last = None;
    for repository in repositories {
        if let Err(failure) = act(&repository)
            && let Some(before) = last.replace(failure)
        {
            standard::error(&before.text);
        }
    }
    last.map_or(Ok(0), Err)
}

fn spelled(installed: &Installed) -> String {
    match &installed.record.version {
        Some(version) => format!("{}@{version}", installed.repository),
        None => installed.repository.clone(),
    }
}

fn line(installed: &Installed) -> String {
    let record = &installed.record;
    format!(
        "{}  {} {}  {}\n",
        spelled(installed),
        record.kind.word(),
        short(&record.commit),
        record.url
    )
}

pub fn list() -> Result<i32, Failure> {
    let installed = store()?.list().map_err(failed)?;
    standard::output(&installed.iter().map(line).collect::<String>())?;
    Ok(0)
}

pub fn outdated() -> Result<i32, Failure> {
    let store = store()?;
    for_each(repositories(&store, &[])?, |repository| {
        store.refresh(repository).map_err(failed)?;
        let tags = store.known_tags(repository).map_err(failed)?;
        for installed in store.versions(repository).map_err(failed)? {
            let version = installed.record.version.as_deref();
            let name = spelled(&installed);
            let newer = match installed.record.kind {
                Kind::Tag => {
                    let position = tags.iter().position(|tag| Some(&**tag) == version);
                    let last = tags.last().filter(|_| position != Some(tags.len() - 1));
                    last.map(|tag| format!("{name}: there is {tag}\n"))
                }
                Kind::Branch => {
                    let now = store.cached_commit(repository, version).map_err(failed)?;
                    let now = now.filter(|now| *now != installed.record.commit);
                    let before = short(&installed.record.commit);
                    now.map(|now| format!("{name}: {before} is {} there\n", short(&now)))
                }
                Kind::Commit => None,
            };
            standard::output(&newer.unwrap_or_default())?;
        }
        Ok(())
    })
}

pub fn info(library: &str) -> Result<i32, Failure> {
    let store = store()?;
    let name = parsed(library)?;
    let repository = name.repository();
    let versions = store.versions(&repository).map_err(failed)?;
    let wanted =
        |installed: &&Installed| name.version.is_none() || installed.record.version == name.version;
    let shown: Vec<&Installed> = versions.iter().filter(wanted).collect();
    if shown.is_empty() {
        return Err(failed(Trouble::NothingInstalled(library.to_owned())));
    }
    let mut text = String::new();
    for installed in shown {
        let record = &installed.record;
        text += &line(installed);
        let mut field = |name: &str, value: &str| {
            // Writing to a string cannot fail.
            let _ = writeln!(text, "  {name:<10} {value}");
        };
        field("commit", &record.commit);
        field("sources", &record.source);
        field("directory", &installed.directory.display().to_string());
        for library in installed.libraries().map_err(failed)? {
            field("library", &library.to_string());
        }
        for needed in dependencies::of_tree(&installed.directory, false).map_err(failed)? {
            field("imports", &needed.to_string());
        }
    }
    let tags = store.known_tags(&repository).map_err(failed)?;
    if !tags.is_empty() {
        let _ = writeln!(text, "tags: {}", tags.join(" "));
    }
    standard::output(&text)?;
    Ok(0)
}

/// The shortest chain of imports from the project, or else from each installed library that is not
/// imported by another.
pub fn why(library: &str) -> Result<i32, Failure> {
    let store = store()?;
    let name = parsed(library)?;
    let mut chains: Vec<Vec<String>> = Vec::new();
    let mut open: Vec<(Vec<String>, Vec<ModuleName>)> = Vec::new();
    match project(Path::new(""))? {
        Some(project) => {
            let needed = dependencies::of_tree(&project.root, true).map_err(failed)?;
            open.push((vec!["this project".to_owned()], needed));
        }
        None => {
            for installed in store.list().map_err(failed)? {
                let needed = dependencies::of_tree(&installed.directory, false).map_err(failed)?;
                open.push((vec![spelled(&installed)], needed));
            }
        }
    }
    while let Some((chain, needed)) = open.pop() {
        for next in needed {
            let text = next.to_string();
            if chain.contains(&text) {
                continue;
            }
            let mut chain = chain.clone();
            chain.push(text);
            if name.covers(&next) {
                chains.push(chain);
                continue;
            }
            let found = store.find(&next.repository(), next.version.as_deref());
            if let Some(installed) = found.map_err(failed)? {
                let needed = dependencies::of_tree(&installed.directory, false).map_err(failed)?;
                open.push((chain, needed));
            }
        }
    }
    if chains.is_empty() {
        standard::output(&format!("nothing imports {name}\n"))?;
        return Ok(STATUS_FAILED);
    }
    chains.sort_unstable();
    for chain in chains {
        standard::output(&format!("{}\n", chain.join(" imports ")))?;
    }
    Ok(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn origins_have_names() {
        for (text, name, url) in [
            (
                "github.com/fred/hello@1.0",
                "github.com/fred/hello@1.0",
                None,
            ),
            (
                "https://github.com/fred/hello@1.0",
                "github.com/fred/hello@1.0",
                Some("https://github.com/fred/hello"),
            ),
            (
                "https://github.com/fred/hello.git",
                "github.com/fred/hello",
                Some("https://github.com/fred/hello.git"),
            ),
            (
                "ssh://git@host.org:2222/a/b/c@v1",
                "host.org:2222/a/b/c.git@v1",
                Some("ssh://git@host.org:2222/a/b/c"),
            ),
            (
                "git@github.com:fred/hello.git@v1",
                "github.com/fred/hello@v1",
                Some("git@github.com:fred/hello.git"),
            ),
            (
                "git@github.com:fred/hello",
                "github.com/fred/hello",
                Some("git@github.com:fred/hello"),
            ),
            (
                "file:///srv/mylib.git@v1",
                "mylib@v1",
                Some("file:///srv/mylib.git"),
            ),
            ("/nowhere/mylib@v1", "mylib@v1", Some("/nowhere/mylib")),
        ] {
            let (found, place) = origin(text).expect(text);
            assert_eq!(found.to_string(), name, "{text}");
            assert_eq!(place.as_deref(), url, "{text}");
        }
    }
}
