//! Notes the commit of a release build for `mound --version`: `MOUND_COMMIT` if it is set, or what git says.
//!
//! Other builds are made all day long, and would be linked anew with each commit.

use std::path::Path;
use std::process::Command;

/// What a release build is made of, relative to this crate.
const SOURCES: &[&str] = &["../../crates", "../../lib", "../../Cargo.lock"];

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    println!("cargo:rerun-if-env-changed=MOUND_COMMIT");
    if let Ok(commit) = std::env::var("MOUND_COMMIT") {
        return note(&commit);
    }
    if std::env::var("PROFILE").as_deref() != Ok("release") {
        return;
    }
    for source in SOURCES {
        println!("cargo:rerun-if-changed={source}");
    }
    // It grows with each commit and each change of branch.
    if let Some(log) = git(&["rev-parse", "--git-path", "logs/HEAD"])
        && Path::new(&log).exists()
    {
        println!("cargo:rerun-if-changed={log}");
    }
    let arguments = [
        "show",
        "--no-patch",
        "--format=%h %cs",
        "--abbrev=12",
        "HEAD",
    ];
    if let Some(commit) = git(&arguments) {
        let changed = git(&["status", "--porcelain", "--untracked-files=no", "../.."]);
        note(&match changed.is_some_and(|files| !files.is_empty()) {
            true => format!("{commit}, changed since"),
            false => commit,
        });
    }
}

fn note(commit: &str) {
    println!("cargo:rustc-env=MOUND_COMMIT={commit}");
}

/// What git prints, or nothing where there is no git or no repository.
fn git(arguments: &[&str]) -> Option<String> {
    let output = Command::new("git").args(arguments).output().ok()?;
    let text = String::from_utf8(output.stdout).ok()?;
    output.status.success().then(|| text.trim().to_owned())
}
