//! The program `git`, which knows all protocols and has the user's credentials.
//!
//! A cache is a bare repository with the branches and tags of the other one. Hooks, templates and
//! links of a foreign repository are left out, and submodules are not fetched: nothing of it runs.
//! Whatever writes has the lock of the repository as its standard input; see [`Exclusive`].

use crate::exclusive::Exclusive;
use crate::patience;
use crate::record::Kind;
use crate::trouble::Trouble;
use std::io::IsTerminal;
use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::time::Duration;

/// What all commands get. Links become files that hold their target, so none leads out of a tree.
const SETTINGS: [&str; 9] = [
    "core.hooksPath=/dev/null",
    "core.symlinks=false",
    "core.autocrlf=false",
    "gc.auto=0",
    "maintenance.auto=false",
    "advice.detachedHead=false",
    "init.defaultBranch=main",
    // A server that sends nothing for a minute is given up; a node waits for it with what it was sent.
    "http.lowSpeedLimit=1",
    "http.lowSpeedTime=60",
];

/// The same for `ssh`, which would wait for ever: for the connection, and four times for a sign of life.
const SSH: &str = "ssh -o ConnectTimeout=60 -o ServerAliveInterval=15 -o ServerAliveCountMax=4";

/// For how many seconds a transfer may stand still, if the user does not say otherwise: longer than what
/// `git` and `ssh` themselves wait for, whose errors say more.
const PATIENCE: u64 = 120;
const PATIENCE_VARIABLE: &str = "MOUND_FETCH_PATIENCE";

/// Branches and tags, as they are there; [`crate::store`] looks for tags that have moved.
const EVERYTHING: [&str; 2] = ["+refs/heads/*:refs/heads/*", "+refs/tags/*:refs/tags/*"];

/// Variables that would lead `git` to a repository around this process.
const SURROUNDINGS: [&str; 5] = [
    "GIT_DIR",
    "GIT_WORK_TREE",
    "GIT_INDEX_FILE",
    "GIT_OBJECT_DIRECTORY",
    "GIT_COMMON_DIR",
];

fn git(directory: Option<&Path>) -> Command {
    let mut command = Command::new("git");
    for setting in SETTINGS {
        command.args(["-c", setting]);
    }
    for variable in SURROUNDINGS {
        command.env_remove(variable);
    }
    if let Some(directory) = directory {
        command.arg("--git-dir").arg(directory);
    }
    // Without a terminal there is nobody who could type a password.
    if !std::io::stdin().is_terminal() {
        command.env("GIT_TERMINAL_PROMPT", "0");
    }
    command.stdin(Stdio::null());
    command
}

/// A command that goes over the network.
fn transfer(directory: Option<&Path>) -> Command {
    let mut command = git(directory);
    let is_named = ["GIT_SSH_COMMAND", "GIT_SSH"]
        .iter()
        .any(|variable| std::env::var_os(variable).is_some());
    if !is_named && !has_setting("core.sshCommand") {
        command.env("GIT_SSH_COMMAND", SSH);
    }
    command.stderr(Stdio::piped());
    command
}

/// Runs a command that goes over the network, as long as something happens.
fn transferred(mut command: Command, doing: &str) -> Result<String, Trouble> {
    let failed = |said: String| Trouble::Git {
        doing: doing.to_owned(),
        said,
    };
    let seconds = match std::env::var(PATIENCE_VARIABLE) {
        Ok(text) => match text.parse() {
            Ok(seconds @ 1..) => seconds,
            _ => {
                return Err(failed(format!(
                    "{PATIENCE_VARIABLE} is no number of seconds: {text}"
                )));
            }
        },
        Err(_) => PATIENCE,
    };
    command.stdout(Stdio::piped());
    match patience::output(command, Duration::from_secs(seconds)) {
        Ok(Some(output)) => written(&output).map_err(failed),
        Ok(None) => Err(failed(format!(
            "nothing came for {seconds} s, and it was given up ({PATIENCE_VARIABLE} says after how many)"
        ))),
        Err(error) => Err(failed(not_run(&error))),
    }
}

/// Whether the user has configured this.
fn has_setting(name: &str) -> bool {
    let mut command = git(None);
    command.args(["config", "--get", name]);
    // If `git` cannot be run, what follows says so.
    command.output().is_ok_and(|output| output.status.success())
}

/// Runs a command; gives what it wrote, or what it complained of.
fn output(mut command: Command, doing: &str) -> Result<String, Trouble> {
    let failed = |said: String| Trouble::Git {
        doing: doing.to_owned(),
        said,
    };
    let output = command.output().map_err(|error| failed(not_run(&error)))?;
    written(&output).map_err(failed)
}

/// What a command wrote, or what it complained of.
fn written(output: &Output) -> Result<String, String> {
    match output.status.success() {
        true => Ok(String::from_utf8_lossy(&output.stdout).into_owned()),
        false => Err(String::from_utf8_lossy(&output.stderr).into_owned()),
    }
}

fn not_run(error: &std::io::Error) -> String {
    if error.kind() == std::io::ErrorKind::NotFound {
        "the program `git` is not installed".to_owned()
    } else {
        format!("git: {}", mound_base::why(error))
    }
}

/// Makes an empty cache.
pub(crate) fn make(cache: &Path, lock: &Exclusive) -> Result<(), Trouble> {
    let mut command = git(None);
    command.args(["init", "--quiet", "--bare", "--template="]);
    command.arg(cache);
    command.stdin(lock.stdin().map_err(Trouble::io(cache))?);
    output(command, "make a cache").map(drop)
}

/// Brings branches and tags here. Progress is shown on a terminal.
pub(crate) fn fetch(cache: &Path, url: &str, lock: &Exclusive) -> Result<(), Trouble> {
    let doing = format!("fetch {}", without_password(url));
    remove_stale_locks(cache).map_err(Trouble::io(cache))?;
    let mut command = transfer(Some(cache));
    command.args(["fetch", "--no-tags", "--prune", "--no-recurse-submodules"]);
    let shows = std::io::stderr().is_terminal();
    command.arg(if shows { "--progress" } else { "--quiet" });
    if shows {
        command.stderr(Stdio::inherit());
    }
    command.arg("--").arg(url).args(EVERYTHING);
    command.stdin(lock.stdin().map_err(Trouble::io(cache))?);
    transferred(command, &doing)?;
    if let Some(branch) = default_branch(url)? {
        let mut command = git(Some(cache));
        command.args(["symbolic-ref", "HEAD", &branch]);
        command.stdin(lock.stdin().map_err(Trouble::io(cache))?);
        output(command, &doing)?;
    }
    Ok(())
}

/// `git` refuses to work where another that was killed has left its lock files, and never removes what has
/// come of a pack. Nobody else works here: this process has the lock of the whole repository.
fn remove_stale_locks(cache: &Path) -> std::io::Result<()> {
    let packs = cache.join("objects/pack");
    for entry in std::fs::read_dir(&packs)? {
        let path = entry?.path();
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        if name.starts_with("tmp_") {
            std::fs::remove_file(&path)?;
        }
    }
    let mut open = vec![cache.to_owned()];
    while let Some(directory) = open.pop() {
        for entry in std::fs::read_dir(directory)? {
            let path = entry?.path();
            let is_objects = path.file_name().is_some_and(|name| name == "objects");
            if path.is_dir() && !is_objects {
                open.push(path);
            } else if path
                .extension()
                .is_some_and(|extension| extension == "lock")
            {
                std::fs::remove_file(path)?;
            }
        }
    }
    Ok(())
}

/// The URL as it may be kept, shown and sent to other nodes: `https://ann@host/a` of `https://ann:secret@host/a`.
pub(crate) fn without_password(url: &str) -> String {
    let kept = || {
        let (scheme, rest) = url.split_once("://")?;
        let host = rest.split('/').next().unwrap_or(rest);
        let (user, _) = host.rsplit_once('@')?;
        let (name, _) = user.split_once(':')?;
        Some(format!("{scheme}://{name}{}", &rest[user.len()..]))
    };
    kept().unwrap_or_else(|| url.to_owned())
}

/// The branch that the other repository has by default: `refs/heads/main`.
fn default_branch(url: &str) -> Result<Option<String>, Trouble> {
    let mut command = transfer(None);
    command.args(["ls-remote", "--symref", "--", url, "HEAD"]);
    let listed = transferred(command, &format!("look at {}", without_password(url)))?;
    let branch = listed.lines().find_map(|line| {
        let (branch, name) = line.strip_prefix("ref: ")?.split_once('\t')?;
        (name == "HEAD").then(|| branch.to_owned())
    });
    Ok(branch)
}

/// The commit of a version at its origin, without fetching anything.
pub(crate) fn remote_commit(url: &str, version: Option<&str>) -> Result<Option<String>, Trouble> {
    let mut command = transfer(None);
    command.args(["ls-remote", "--", url]);
    let listed = transferred(command, &format!("look at {}", without_password(url)))?;
    let find = |wanted: &str| {
        let mut rows = listed.lines().filter_map(|line| line.split_once('\t'));
        rows.find(|(_, name)| *name == wanted)
            .map(|(commit, _)| commit.to_owned())
    };
    let Some(version) = version else {
        return Ok(find("HEAD"));
    };
    let found = find(&format!("refs/tags/{version}^{{}}"))
        .or_else(|| find(&format!("refs/tags/{version}")))
        .or_else(|| find(&format!("refs/heads/{version}")));
    Ok(found)
}

/// What a version means in the cache: a tag, a branch, or the beginning of a commit.
pub(crate) fn resolve(
    cache: &Path,
    version: Option<&str>,
) -> Result<Option<(Kind, String)>, Trouble> {
    let Some(version) = version else {
        return Ok(commit_of(cache, "HEAD")?.map(|commit| (Kind::Branch, commit)));
    };
    for (kind, name) in [
        (Kind::Tag, format!("refs/tags/{version}")),
        (Kind::Branch, format!("refs/heads/{version}")),
    ] {
        if let Some(commit) = commit_of(cache, &name)? {
            return Ok(Some((kind, commit)));
        }
    }
    let is_digits = version.bytes().all(|byte| byte.is_ascii_hexdigit());
    if version.len() < COMMIT_LEAST || !is_digits {
        return Ok(None);
    }
    Ok(commit_of(cache, version)?.map(|commit| (Kind::Commit, commit)))
}

/// Digits of a commit that a version has to have, as `git` prints them.
const COMMIT_LEAST: usize = 7;

/// The commit that a name stands for, if there is one.
pub(crate) fn commit_of(cache: &Path, name: &str) -> Result<Option<String>, Trouble> {
    let mut command = git(Some(cache));
    command.args(["rev-parse", "--verify", "--quiet", "--end-of-options"]);
    command.arg(format!("{name}^{{commit}}"));
    let found = command.output().map_err(|error| Trouble::Git {
        doing: "look for a version".to_owned(),
        said: error.to_string(),
    })?;
    let commit = String::from_utf8_lossy(&found.stdout).trim().to_owned();
    Ok((found.status.success() && !commit.is_empty()).then_some(commit))
}

/// The tags, those of higher versions last.
pub(crate) fn tags(cache: &Path) -> Result<Vec<String>, Trouble> {
    let mut command = git(Some(cache));
    command.args(["tag", "--list", "--sort=version:refname"]);
    let listed = output(command, "list versions")?;
    Ok(listed.lines().map(str::to_owned).collect())
}

/// Puts the files of a commit into an empty directory.
pub(crate) fn export(
    cache: &Path,
    commit: &str,
    into: &Path,
    lock: &Exclusive,
) -> Result<(), Trouble> {
    let index = into.with_extension("index");
    for arguments in [
        &["read-tree", "--reset", commit][..],
        &["checkout-index", "--all", "--force"],
    ] {
        let mut command = git(Some(cache));
        command.arg("--work-tree").arg(into).args(arguments);
        command.env("GIT_INDEX_FILE", &index);
        command.stdin(lock.stdin().map_err(Trouble::io(cache))?);
        output(command, "take a version out of the cache")?;
    }
    std::fs::remove_file(&index).map_err(Trouble::io(&index))
}

#[cfg(test)]
mod tests {
    use super::without_password;

    #[test]
    fn passwords_are_not_kept() {
        for (url, kept) in [
            ("https://ann:secret@host:81/a/b", "https://ann@host:81/a/b"),
            ("https://ann:se@cret@host/a", "https://ann@host/a"),
            ("https://host/a@b:c/d", "https://host/a@b:c/d"),
            ("ssh://git@host:22/a", "ssh://git@host:22/a"),
            ("git@host:a/b", "git@host:a/b"),
            ("/some/where:a@b", "/some/where:a@b"),
        ] {
            assert_eq!(without_password(url), kept);
        }
    }
}
