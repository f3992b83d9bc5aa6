//! Makes what people install: a tar archive, and a package for Debian and its relatives.
//!
//! ```text
//! cargo run -p mound-package [-- --target aarch64-unknown-linux-gnu] [--output DIR]
//! ```
//!
//! builds `mound` for release and writes to `target/packages`:
//!
//! - `mound-VERSION-PROCESSOR-linux.tar.gz`: a directory with `bin/mound`, manual pages, completions
//!   for shells, extensions for editors, the book, the reference and the examples;
//! - `mound_VERSION_ARCHITECTURE.deb`: the same below `/usr`;
//! - `SHA256SUMS`.
//!
//! Invariant: what is written is a function of the commit and the toolchain. Paths of this machine are
//! taken out of the program, files are in the order of their names, and all times are that of the commit.
//!
//! What is not here: how a container is made of the package; see `packaging/Containerfile`.
//!
//! Start reading at [`contents`].

#![forbid(unsafe_code)]

mod archive;
mod build;
mod contents;
mod debian;

use archive::Archive;
use clap::Parser;
use std::error::Error;
use std::fs;
use std::path::{Path, PathBuf};

/// Any error ends the program with its text.
type Result<T> = std::result::Result<T, Box<dyn Error>>;

/// Make a tar archive and a package for Debian
#[derive(Parser)]
struct Arguments {
    /// The processor and system to build for, as Rust names them; those of this machine if none is given
    #[arg(long, value_name = "TRIPLE")]
    target: Option<String>,
    /// Pack this program instead of building one
    #[arg(long, value_name = "FILE", requires = "target")]
    binary: Option<PathBuf>,
    /// Where the packages are written
    #[arg(long, value_name = "DIR", default_value = "target/packages")]
    output: PathBuf,
}

fn main() -> Result<()> {
    let arguments = Arguments::parse();
    let root = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../..")
        .canonicalize()?;
    let made = build::build(
        &root,
        arguments.target.as_deref(),
        arguments.binary.as_deref(),
    )?;
    let version = env!("CARGO_PKG_VERSION");

    let tree = contents::collect(&root, &made)?;
    fs::create_dir_all(&arguments.output)?;
    let mut names = Vec::new();
    let mut write = |name: String, bytes: Vec<u8>| -> Result<()> {
        let path = arguments.output.join(&name);
        fs::write(&path, &bytes)
            .map_err(|error| format!("cannot write {}: {error}", path.display()))?;
        println!("{}  {} bytes", path.display(), bytes.len());
        names.push((name, bytes));
        Ok(())
    };

    let directory = format!("mound-{version}-{}-linux", made.processor());
    let mut archive = Archive::new(&directory, made.seconds)?;
    tree.iter().try_for_each(|file| archive.add(file))?;
    write(format!("{directory}.tar.gz"), archive.finish()?)?;

    let architecture = debian::architecture(made.processor())?;
    let package = debian::package(&tree, version, architecture, &made)?;
    write(format!("mound_{version}_{architecture}.deb"), package)?;

    let sums: String = names
        .iter()
        .map(|(name, bytes)| digest_line(name, bytes))
        .collect();
    fs::write(arguments.output.join("SHA256SUMS"), sums)?;
    Ok(())
}

/// As `sha256sum` writes and reads it.
fn digest_line(name: &str, bytes: &[u8]) -> String {
    let digest = ring::digest::digest(&ring::digest::SHA256, bytes);
    let digits: String = digest
        .as_ref()
        .iter()
        .map(|byte| format!("{byte:02x}"))
        .collect();
    format!("{digits}  {name}\n")
}
