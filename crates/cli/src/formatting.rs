//! `mound fmt`: writes sources anew in the style of the house.

use crate::run::{Failure, read_source};
use crate::{sources, standard};
use mound_base::SourceMap;
use mound_engine::why;
use std::path::{Path, PathBuf};

/// `fmt --check` found a file that is not formatted.
const STATUS_UNFORMATTED: i32 = 1;
/// A file could not be read or written.
const STATUS_SOURCE: i32 = 3;

/// Formats the files, or only names those that are not formatted. One that cannot be read is
/// reported, and the others are formatted all the same.
pub fn run(paths: &[PathBuf], check: bool) -> Result<i32, Failure> {
    if paths == [PathBuf::from("-")] {
        return standard_input(check);
    }
    let mut status = 0;
    for path in sources::find(paths, sources::is_scheme)? {
        match file(&path, check) {
            Ok(Outcome::Same) => {}
            Ok(Outcome::Written) => {}
            Ok(Outcome::Unformatted) => {
                standard::output(&format!("{}\n", path.display()))?;
                status = status.max(STATUS_UNFORMATTED);
            }
            Err(failure) => {
                standard::error(&failure.text);
                status = STATUS_SOURCE;
            }
        }
    }
    Ok(status)
}

enum Outcome {
    Same,
    Written,
    Unformatted,
}

fn file(path: &Path, check: bool) -> Result<Outcome, Failure> {
    let name = path.display().to_string();
    let text = read_source(&name)?.text;
    let formatted = formatted(&name, &text)?;
    if formatted == text {
        return Ok(Outcome::Same);
    }
    if check {
        return Ok(Outcome::Unformatted);
    }
    std::fs::write(path, formatted)
        .map_err(|error| Failure::source(format!("error: cannot write {name}: {}", why(&error))))?;
    Ok(Outcome::Written)
}

fn standard_input(check: bool) -> Result<i32, Failure> {
    let source = read_source("-")?;
    let formatted = formatted(&source.name, &source.text)?;
    if !check {
        standard::output(&formatted)?;
        return Ok(0);
    }
    match formatted == source.text {
        true => Ok(0),
        false => {
            standard::output(&format!("{}\n", source.name))?;
            Ok(STATUS_UNFORMATTED)
        }
    }
}

fn formatted(name: &str, text: &str) -> Result<String, Failure> {
    let mut sources = SourceMap::default();
    let source = sources.add(name, text);
    mound_format::format(source, text).map_err(|problem| Failure::source(problem.render(&sources)))
}
