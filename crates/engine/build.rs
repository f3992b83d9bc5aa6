//! Finds the libraries below `lib/` and compiles them.
//!
//! Writes what `src/embedded.rs` includes: `sources.rs`, one row a source, and
//! `libraries.rs`, one row a library, whose parts are in `libraries.bin`. All is sorted by
//! name: the order of a directory must not be seen in the binary. Cargo runs it again when
//! anything below `lib/`, or the compiler, changes.

use mound_session::{BuiltIn, Session, StoredParts};
use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::{env, fs, io, thread};

/// Stack of the compiler, as in a node.
const STACK_BYTES: usize = 512 << 20;

fn main() -> io::Result<ExitCode> {
    let manifest = PathBuf::from(variable("CARGO_MANIFEST_DIR"));
    let root = manifest.join("../../lib").canonicalize()?;
    println!("cargo:rerun-if-changed={}", root.display());
    let mut paths = Vec::new();
    walk(&root, "", &mut paths)?;
    paths.sort();

    let out = PathBuf::from(variable("OUT_DIR"));
    fs::write(out.join("sources.rs"), list_of_sources(&root, &paths))?;
    let sources = read(&root, &paths)?;
    let compiler = thread::Builder::new()
        .stack_size(STACK_BYTES)
        .spawn(move || compile(sources))?;
    match compiler.join().expect("the compiler does not panic") {
        Ok(libraries) => write_libraries(libraries, &out).map(|()| ExitCode::SUCCESS),
        Err(errors) => {
            eprintln!("a library of Mound cannot be compiled\n{errors}");
            Ok(ExitCode::FAILURE)
        }
    }
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

fn list_of_sources(root: &Path, paths: &[String]) -> String {
    let mut list = String::from("&[\n");
    for path in paths {
        let file = root.join(path);
        list.push_str(&format!("    ({path:?}, include_str!({file:?})),\n"));
    }
    list.push_str("]\n");
    list
}

/// The texts, for the rest of this program's short life.
fn read(root: &Path, paths: &[String]) -> io::Result<&'static [(&'static str, &'static str)]> {
    let mut sources: Vec<(&str, &str)> = Vec::new();
    for path in paths {
        let text = fs::read_to_string(root.join(path))?;
        sources.push((path.clone().leak(), text.leak()));
    }
    Ok(sources.leak())
}

fn compile(sources: &'static [(&'static str, &'static str)]) -> Result<Vec<StoredParts>, String> {
    let built_in = Box::leak(Box::new(BuiltIn {
        sources,
        libraries: &[],
    }));
    let mut libraries = Session::store(built_in)?;
    libraries.sort_by(|left, right| left.name.cmp(&right.name));
    Ok(libraries)
}

/// All parts in one file, and a table of where they are.
fn write_libraries(libraries: Vec<StoredParts>, out: &Path) -> io::Result<()> {
    let file = out.join("libraries.bin");
    let mut bytes = Vec::new();
    let mut table = format!(
        "{{\n    const BYTES: &[u8] = include_bytes!({file:?});\n    \
         const fn part(start: usize, length: usize) -> &'static [u8] {{ \
         BYTES.split_at(start).1.split_at(length).0 }}\n    &[\n"
    );
    for library in libraries {
        let mut part = |part: &[u8]| {
            let start = bytes.len();
            bytes.extend_from_slice(part);
            format!("part({start}, {})", part.len())
        };
        writeln!(
            table,
            "        StoredLibrary {{ name: {:?}, hash: {:?}, imports: &{:?}, \
             unit: {}, debug: {}, interface: {} }},",
            library.name,
            library.hash,
            library.imports,
            part(&library.unit),
            part(&library.debug),
            part(&library.interface),
        )
        .expect("a string takes what is written");
    }
    table.push_str("    ]\n}\n");
    fs::write(&file, bytes)?;
    fs::write(out.join("libraries.rs"), table)
}
