//! Which files are installed, and where. Paths are relative to `/usr` or to where a tar archive is unpacked.

use crate::Result;
use crate::build::{Made, output, run};
use flate2::{Compression, GzBuilder};
use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::Command;

/// A file of a package.
pub struct File {
    /// With `/`, and without one in front.
    pub path: String,
    pub bytes: Vec<u8>,
    pub is_program: bool,
}

/// Directories of the project that are copied, and where to.
const COPIED: &[(&str, &str)] = &[
    ("docs/book", "share/doc/mound/book"),
    ("docs/spec", "share/doc/mound/spec"),
    ("examples", "share/doc/mound/examples"),
    ("editors", "share/mound/editors"),
];

/// Single files of the project.
const DOCUMENTS: &[&str] = &[
    "README.md",
    "CHANGELOG.md",
    "LICENSE-MIT",
    "LICENSE-APACHE",
    "docs/conformance.md",
    "docs/glossary.md",
];

/// Shells, and where each looks for completions.
const SHELLS: &[(&str, &str)] = &[
    ("bash", "share/bash-completion/completions/mound"),
    ("zsh", "share/zsh/vendor-completions/_mound"),
    ("fish", "share/fish/vendor_completions.d/mound.fish"),
];

/// All files, sorted by path.
pub fn collect(root: &Path, made: &Made) -> Result<Vec<File>> {
    let mut files = vec![File {
        path: "bin/mound".to_owned(),
        bytes: read(&made.binary)?,
        is_program: true,
    }];
    for name in DOCUMENTS {
        let base = name.rsplit('/').next().unwrap_or(name);
        files.push(plain(
            format!("share/doc/mound/{base}"),
            read(&root.join(name))?,
        ));
    }
    for (from, to) in COPIED {
        copy_known(root, from, to, &mut files)?;
    }
    generated(made, &mut files)?;
    files.sort_by(|left, right| left.path.cmp(&right.path));
    Ok(files)
}

fn plain(path: String, bytes: Vec<u8>) -> File {
    File {
        path,
        bytes,
        is_program: false,
    }
}

/// The files of a directory that git knows: nothing that happens to lie around.
fn copy_known(root: &Path, from: &str, to: &str, files: &mut Vec<File>) -> Result<()> {
    let mut command = Command::new("git");
    command
        .current_dir(root)
        .args(["ls-files", "--stage", "-z", from]);
    for line in output(command)?.split_terminator('\0') {
        let (entry, name) = line.split_once('\t').ok_or("git ls-files prints no tab")?;
        let base = name.strip_prefix(from).unwrap_or(name);
        files.push(File {
            path: format!("{to}{base}"),
            bytes: read(&root.join(name))?,
            is_program: entry.starts_with("100755"),
        });
    }
    Ok(())
}

/// What the program itself writes: completions, manual pages, the reference of its libraries.
fn generated(made: &Made, files: &mut Vec<File>) -> Result<()> {
    for (shell, path) in SHELLS {
        let mut command = Command::new(&made.runnable);
        command.args(["completions", shell]);
        files.push(plain((*path).to_owned(), output(command)?.into_bytes()));
    }
    let scratch = scratch_directory()?;
    let result = pages(made, &scratch, files);
    fs::remove_dir_all(&scratch)?;
    result
}

fn pages(made: &Made, scratch: &Path, files: &mut Vec<File>) -> Result<()> {
    let manual = scratch.join("manual");
    let mut command = Command::new(&made.runnable);
    command.arg("manual").arg(&manual);
    run(command)?;
    for page in fs::read_dir(&manual)? {
        let page = page?;
        let name = page
            .file_name()
            .into_string()
            .map_err(|_| "a manual page has a strange name")?;
        let packed = compressed(&read(&page.path())?)?;
        files.push(plain(format!("share/man/man1/{name}.gz"), packed));
    }
    let reference = scratch.join("reference");
    let mut command = Command::new(&made.runnable);
    command
        .current_dir(scratch)
        .arg("doc")
        .arg("--output")
        .arg(&reference);
    output(command)?;
    copy_all(&reference, "share/doc/mound/reference", files)
}

fn copy_all(from: &Path, to: &str, files: &mut Vec<File>) -> Result<()> {
    for entry in fs::read_dir(from)? {
        let entry = entry?;
        let name = entry
            .file_name()
            .into_string()
            .map_err(|_| "a page has a strange name")?;
        let path = format!("{to}/{name}");
        match entry.file_type()?.is_dir() {
            true => copy_all(&entry.path(), &path, files)?,
            false => files.push(plain(path, read(&entry.path())?)),
        }
    }
    Ok(())
}

fn scratch_directory() -> Result<std::path::PathBuf> {
    let directory = std::env::temp_dir().join(format!("mound-package-{}", std::process::id()));
    fs::create_dir(&directory)
        .map_err(|error| format!("cannot make {}: {error}", directory.display()))?;
    Ok(directory)
}

/// As gzip makes it, without a name and a time.
pub fn compressed(bytes: &[u8]) -> Result<Vec<u8>> {
    let mut writer = GzBuilder::new()
        .mtime(0)
        .write(Vec::new(), Compression::best());
    writer.write_all(bytes)?;
    Ok(writer.finish()?)
}

pub fn read(path: &Path) -> Result<Vec<u8>> {
    fs::read(path).map_err(|error| format!("cannot read {}: {error}", path.display()).into())
}
