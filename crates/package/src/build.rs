//! Builds the program so that it does not say where it was built.

use crate::Result;
use std::env;
use std::path::{Path, PathBuf};
use std::process::Command;

/// A program that can be packed.
pub struct Made {
    pub binary: PathBuf,
    /// A `mound` of the same sources that runs on this machine.
    pub runnable: PathBuf,
    pub target: String,
    /// The time of the commit, in seconds since 1970.
    pub seconds: u64,
}

impl Made {
    /// The first part of the name of its target, `x86_64`.
    pub fn processor(&self) -> &str {
        self.target.split('-').next().unwrap_or(&self.target)
    }
}

/// Builds for `target`, or takes a binary that was built for it.
pub fn build(root: &Path, target: Option<&str>, binary: Option<&Path>) -> Result<Made> {
    let host = host()?;
    let target = target.unwrap_or(&host).to_owned();
    let seconds = commit_time(root)?;
    let binary = match binary {
        // It is run in other directories.
        Some(binary) => binary
            .canonicalize()
            .map_err(|error| format!("cannot read {}: {error}", binary.display()))?,
        None => compiled(root, &target, seconds)?,
    };
    let runnable = match target == host {
        true => binary.clone(),
        false => runnable(root)?,
    };
    Ok(Made {
        binary,
        runnable,
        target,
        seconds,
    })
}

/// The program for release. It has a directory of its own: flags without paths of this machine are other flags.
fn compiled(root: &Path, target: &str, seconds: u64) -> Result<PathBuf> {
    let directory = root.join("target/package");
    // Paths may have spaces. So flags are divided by what no path has, and those for C quoted as for a shell.
    let given = env::var("RUSTFLAGS").unwrap_or_default();
    let mut flags: Vec<String> = given.split_whitespace().map(str::to_owned).collect();
    let mut c_flags = env::var("CFLAGS").unwrap_or_default();
    for (path, name) in [(root.to_owned(), "/mound"), (cargo_home()?, "/cargo")] {
        let path = path.display();
        flags.push(format!("--remap-path-prefix={path}={name}"));
        c_flags.push_str(&format!(" '-ffile-prefix-map={path}={name}'"));
    }
    let mut command = Command::new(cargo());
    command
        .current_dir(root)
        .args([
            "build",
            "--release",
            "--locked",
            "-p",
            "mound",
            "--target",
            target,
        ])
        .env("CARGO_ENCODED_RUSTFLAGS", flags.join("\x1f"))
        .env("CFLAGS", c_flags)
        .env("CC_SHELL_ESCAPED_FLAGS", "1")
        .env("CARGO_TARGET_DIR", &directory)
        .env("CARGO_INCREMENTAL", "0")
        .env("SOURCE_DATE_EPOCH", seconds.to_string());
    run(command)?;
    Ok(directory.join(target).join("release/mound"))
}

fn runnable(root: &Path) -> Result<PathBuf> {
    let mut command = Command::new(cargo());
    command.current_dir(root).args(["build", "-p", "mound"]);
    run(command)?;
    let directory =
        env::var_os("CARGO_TARGET_DIR").map_or_else(|| root.join("target"), PathBuf::from);
    Ok(directory.join("debug/mound"))
}

fn cargo() -> String {
    env::var("CARGO").unwrap_or_else(|_| "cargo".to_owned())
}

fn cargo_home() -> Result<PathBuf> {
    if let Some(home) = env::var_os("CARGO_HOME") {
        return Ok(home.into());
    }
    let home = env::var_os("HOME").ok_or("neither CARGO_HOME nor HOME is set")?;
    Ok(Path::new(&home).join(".cargo"))
}

/// `SOURCE_DATE_EPOCH`, or what git says of the commit.
fn commit_time(root: &Path) -> Result<u64> {
    if let Ok(text) = env::var("SOURCE_DATE_EPOCH") {
        return text
            .parse()
            .map_err(|_| format!("SOURCE_DATE_EPOCH is no number: {text}").into());
    }
    let mut command = Command::new("git");
    command
        .current_dir(root)
        .args(["show", "--no-patch", "--format=%ct", "HEAD"]);
    Ok(output(command)?.trim().parse()?)
}

/// The target of this machine.
fn host() -> Result<String> {
    let mut command = Command::new(env::var("RUSTC").unwrap_or_else(|_| "rustc".to_owned()));
    command.arg("-vV");
    let text = output(command)?;
    let host = text.lines().find_map(|line| line.strip_prefix("host: "));
    Ok(host
        .ok_or("rustc does not say for which machine it compiles")?
        .to_owned())
}

/// Runs a command whose output people see.
pub fn run(mut command: Command) -> Result<()> {
    let status = command
        .status()
        .map_err(|error| format!("cannot run {command:?}: {error}"))?;
    match status.success() {
        true => Ok(()),
        false => Err(format!("{command:?}: {status}").into()),
    }
}

/// What a command prints.
pub fn output(mut command: Command) -> Result<String> {
    let output = command
        .output()
        .map_err(|error| format!("cannot run {command:?}: {error}"))?;
    match output.status.success() {
        true => Ok(String::from_utf8(output.stdout)?),
        false => Err(format!(
            "{command:?}: {}\n{}",
            output.status,
            String::from_utf8_lossy(&output.stderr)
        )
        .into()),
    }
}
