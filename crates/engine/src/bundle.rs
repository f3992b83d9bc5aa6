//! A program with its libraries as bytes, for a file that runs by itself.
//!
//! ```text
//!   "MOUNDPRG" { kind (1 byte) length (8) bytes }
//!     kind 0: the name of a library that is part of Mound
//!     kind 1: an encoded unit of another library
//!     kind 2: the unit of the program, the last
//! ```
//!
//! The libraries of Mound are not in it: it is read by the same binary that wrote it.

use crate::compiler::{Compiler, Job};
use crate::embedded::BUILT_IN;
use mound_session::{Compilation, CompiledUnit, UnitCode};

/// What the bytes begin with.
pub const BEGINNING: &[u8; 8] = b"MOUNDPRG";
const BUILT_IN_LIBRARY: u8 = 0;
const LIBRARY: u8 = 1;
const PROGRAM: u8 = 2;

/// What was compiled, as bytes.
pub(crate) fn encode(compilation: &Compilation) -> Vec<u8> {
    let mut bytes = BEGINNING.to_vec();
    let mut add = |kind: u8, part: &[u8]| {
        bytes.push(kind);
        bytes.extend((part.len() as u64).to_le_bytes());
        bytes.extend(part);
    };
    let mut unit = |kind, compiled: &CompiledUnit| match &compiled.code {
        UnitCode::Stored(library) => add(BUILT_IN_LIBRARY, library.name.as_bytes()),
        UnitCode::Compiled { unit, .. } => add(kind, &mound_bytecode::encode::to_bytes(unit)),
    };
    for library in &compilation.libraries {
        unit(LIBRARY, library);
    }
    if let Some(main) = &compilation.main {
        unit(PROGRAM, main);
    }
    bytes
}

/// What was compiled, from these bytes. The libraries of Mound come from the compiler, which knows
/// then that they are here.
pub(crate) fn decode(compiler: &Compiler, bytes: &[u8]) -> Result<Compilation, String> {
    let cut = || "this packed program is cut off".to_owned();
    let mut rest = bytes.strip_prefix(BEGINNING).ok_or_else(cut)?;
    let mut compilation = Compilation::default();
    while let Some((kind, after)) = rest.split_first() {
        let (length, after) = after.split_first_chunk().ok_or_else(cut)?;
        let length = usize::try_from(u64::from_le_bytes(*length)).map_err(|_| cut())?;
        let (part, after) = after.split_at_checked(length).ok_or_else(cut)?;
        rest = after;
        match *kind {
            BUILT_IN_LIBRARY => {
                let name = String::from_utf8_lossy(part).into_owned();
                if BUILT_IN.library(&name).is_none() {
                    return Err(format!("library {name} is not in this version of Mound"));
                }
                let made = compiler.wait(|done| Job::Library { name, done })?;
                compilation.libraries.extend(made.libraries);
            }
            LIBRARY => compilation.libraries.push(unit(part)?),
            PROGRAM => compilation.main = Some(unit(part)?),
            _ => return Err(cut()),
        }
    }
    Ok(compilation)
}

fn unit(bytes: &[u8]) -> Result<CompiledUnit, String> {
    let invalid = |error: &dyn std::fmt::Display| format!("a unit of this program: {error}");
    let unit = mound_bytecode::decode::from_bytes(bytes).map_err(|error| invalid(&error))?;
    mound_bytecode::verify::verify(&unit).map_err(|error| invalid(&error))?;
    mound_bytecode::verify::debug(&unit).map_err(|error| invalid(&error))?;
    Ok(CompiledUnit {
        hash: unit.hash(),
        code: UnitCode::Compiled {
            unit: Box::new(unit),
            built_in: false,
        },
    })
}
