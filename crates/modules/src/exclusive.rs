//! One at a time on this machine, and files that are replaced whole.
//!
//! The system gives a lock back when nobody has the file open any more, so one that was killed
//! leaves none behind. What it has started has the file open too, as its standard input: then the
//! lock lasts until that has ended as well.

use crate::trouble::Trouble;
use std::fs::File;
use std::path::Path;
use std::process::Stdio;
use std::sync::atomic::{AtomicU32, Ordering};

/// As long as it lives, no other has it.
pub(crate) struct Exclusive {
    file: File,
}

impl Exclusive {
    /// Waits for the lock of this file, which is made if it is not there and never removed.
    pub(crate) fn of_file(path: &Path) -> Result<Exclusive, Trouble> {
        if let Some(directory) = path.parent() {
            std::fs::create_dir_all(directory).map_err(Trouble::io(directory))?;
        }
        let mut options = File::options();
        let file = options.create(true).append(true).read(true).open(path);
        let file = file.map_err(Trouble::io(path))?;
        Exclusive::of(file, path)
    }

    pub(crate) fn of_directory(path: &Path) -> Result<Exclusive, Trouble> {
        let file = File::open(path).map_err(Trouble::io(path))?;
        Exclusive::of(file, path)
    }

    fn of(file: File, path: &Path) -> Result<Exclusive, Trouble> {
        file.lock().map_err(Trouble::io(path))?;
        Ok(Exclusive { file })
    }

    /// The standard input of a subprocess that has to end before another gets the lock.
    pub(crate) fn stdin(&self) -> std::io::Result<Stdio> {
        Ok(Stdio::from(self.file.try_clone()?))
    }
}

/// Writes a file so that at each time there is the old one or the new one, and the new one also
/// after the machine has lost power.
pub(crate) fn write_whole(path: &Path, text: &str) -> Result<(), Trouble> {
    static SERIAL: AtomicU32 = AtomicU32::new(0);
    let serial = SERIAL.fetch_add(1, Ordering::Relaxed);
    let name = format!(".mound-new-{}-{serial}", std::process::id());
    let new = path.with_file_name(name);
    let write = || -> std::io::Result<()> {
        std::fs::write(&new, text)?;
        File::open(&new)?.sync_all()?;
        std::fs::rename(&new, path)
    };
    write().map_err(|error| {
        // It may not be there; the error says what matters.
        let _ = std::fs::remove_file(&new);
        Trouble::io(path)(error)
    })
}
