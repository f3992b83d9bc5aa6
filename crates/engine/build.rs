//! Lists the sources below `lib/`, for `src/embedded.rs`.
//!
//! Writes `embedded_list.rs`, one row a source, sorted by path: the order of a directory
//! must not be seen in the binary. Cargo runs it again when anything below `lib/` changes.

use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::{env, fs, io};

fn main() -> io::Result<()> {
    let manifest = PathBuf::from(variable("CARGO_MANIFEST_DIR"));
    let root = manifest.join("../../lib").canonicalize()?;
    println!("cargo:rerun-if-changed={}", root.display());
    let mut sources = Vec::new();
    walk(&root, "", &mut sources)?;
    sources.sort();

    let mut list = String::from("&[\n");
    for source in &sources {
        let file = root.join(source);
        let row = format!("    ({source:?}, include_str!({file:?})),");
        writeln!(list, "{row}").expect("a string takes what is written");
    }
    list.push_str("]\n");
    fs::write(
        Path::new(&variable("OUT_DIR")).join("embedded_list.rs"),
        list,
    )
}

fn variable(name: &str) -> String {
    env::var(name).expect("cargo tells build scripts where they are")
}

/// Finds the sources in `directory`, whose path below the root is `prefix`.
fn walk(directory: &Path, prefix: &str, found: &mut Vec<String>) -> io::Result<()> {
    for entry in fs::read_dir(directory)? {
        let entry = entry?;
        let name = entry.file_name().to_string_lossy().into_owned();
        let path = format!("{prefix}{name}");
        if entry.file_type()?.is_dir() {
            walk(&entry.path(), &format!("{path}/"), found)?;
        } else if path.ends_with(".sld") || path.ends_with(".scm") {
            found.push(path);
        }
    }
    Ok(())
}
