//! Files that hold secrets: made so that nobody else can read them, and not believed if somebody could have
//! put them there (Y3 of `identity.rs`).

use std::fs::{self, File, Metadata, OpenOptions};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

use crate::error::NodeError;

/// The text of a private file; none if there is no such file.
pub(crate) fn read_private(path: &Path) -> Result<Option<String>, NodeError> {
    let wrong = |why: &str| at(path)(io::Error::new(io::ErrorKind::InvalidData, why));
    // To open a pipe takes until somebody writes to it.
    match fs::metadata(path) {
        Ok(metadata) if metadata.is_file() => {}
        Ok(_) => return Err(wrong("it is no file")),
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(at(path)(error)),
    }
    let file = File::open(path).map_err(at(path))?;
    // Of the file that is read, not of one that has its name a moment later.
    check_private(path, &file.metadata().map_err(at(path))?)?;
    let mut bytes = Vec::new();
    let read = file.take(PRIVATE_BYTES_MAX + 1).read_to_end(&mut bytes);
    let length = read.map_err(at(path))?;
    if length as u64 > PRIVATE_BYTES_MAX {
        return Err(wrong("it is too large for a key with certificates"));
    }
    let text = String::from_utf8(bytes).map_err(|_| wrong("it is no text"))?;
    Ok(Some(text))
}

/// Far more than a key with its certificates and roles takes.
const PRIVATE_BYTES_MAX: u64 = 1 << 20;

/// Puts a private file in place, whole or not at all.
pub(crate) fn replace_private(path: &Path, text: &str) -> Result<(), NodeError> {
    let temporary = path.with_extension(format!("new-{}", std::process::id()));
    let replaced = write_private(&temporary, text).and_then(|()| fs::rename(&temporary, path));
    if replaced.is_err() {
        // On a full disk, each attempt would leave one, perhaps with a part of a secret.
        let _ = fs::remove_file(&temporary);
    }
    replaced.map_err(at(path))
}

/// The directory of a home, made if it is missing.
pub(crate) fn open_home(home: &Path) -> Result<(), NodeError> {
    create_private_directory(home).map_err(at(home))?;
    check_directory(home)
}

/// Holds a lock of the home until it is dropped.
pub(crate) fn lock(path: &Path) -> Result<File, NodeError> {
    let lock = private_file()
        .truncate(false)
        .open(path)
        .map_err(at(path))?;
    lock.lock().map_err(at(path))?;
    Ok(lock)
}

pub(crate) fn at(path: &Path) -> impl FnOnce(io::Error) -> NodeError {
    let path: PathBuf = path.to_owned();
    move |error| NodeError::Home { path, error }
}

pub(crate) fn write_private(path: &Path, text: &str) -> io::Result<()> {
    // What a crashed process of the same number left; nobody else writes this name.
    let _ = fs::remove_file(path);
    let mut file: File = private_file().truncate(true).open(path)?;
    file.write_all(text.as_bytes())?;
    file.sync_all()
}

#[cfg(unix)]
fn private_file() -> OpenOptions {
    use std::os::unix::fs::OpenOptionsExt;
    let mut options = OpenOptions::new();
    options.read(true).write(true).create(true).mode(0o600);
    options
}

#[cfg(not(unix))]
fn private_file() -> OpenOptions {
    let mut options = OpenOptions::new();
    options.read(true).write(true).create(true);
    options
}

#[cfg(unix)]
fn create_private_directory(path: &Path) -> io::Result<()> {
    use std::os::unix::fs::DirBuilderExt;
    fs::DirBuilder::new()
        .recursive(true)
        .mode(0o700)
        .create(path)
}

#[cfg(not(unix))]
fn create_private_directory(path: &Path) -> io::Result<()> {
    fs::create_dir_all(path)
}

/// Y3, of a file with a secret.
#[cfg(unix)]
fn check_private(path: &Path, metadata: &Metadata) -> Result<(), NodeError> {
    use std::os::unix::fs::PermissionsExt;
    check_owner(path, metadata)?;
    let mode = metadata.permissions().mode() & 0o777;
    if mode & 0o077 == 0 {
        Ok(())
    } else {
        Err(NodeError::Exposed {
            path: path.to_owned(),
            mode,
        })
    }
}

/// Y3, of the directory, which may be a link to one.
#[cfg(unix)]
fn check_directory(path: &Path) -> Result<(), NodeError> {
    use std::os::unix::fs::PermissionsExt;
    let metadata = fs::metadata(path).map_err(at(path))?;
    check_owner(path, &metadata)?;
    let mode = metadata.permissions().mode() & 0o777;
    if mode & 0o022 == 0 {
        Ok(())
    } else {
        Err(NodeError::Writable {
            path: path.to_owned(),
            mode,
        })
    }
}

#[cfg(unix)]
fn check_owner(path: &Path, metadata: &Metadata) -> Result<(), NodeError> {
    use std::os::unix::fs::MetadataExt;
    let (owner, user) = (metadata.uid(), rustix::process::geteuid().as_raw());
    // Root can read and write everything anyway.
    if owner == user || owner == 0 {
        Ok(())
    } else {
        Err(NodeError::ForeignHome {
            path: path.to_owned(),
            owner,
            user,
        })
    }
}

#[cfg(not(unix))]
fn check_private(_path: &Path, _metadata: &Metadata) -> Result<(), NodeError> {
    Ok(())
}

#[cfg(not(unix))]
fn check_directory(_path: &Path) -> Result<(), NodeError> {
    Ok(())
}
