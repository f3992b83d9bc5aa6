//! Files and directories: opening, and what is done to them by name.

use super::input::{Input, Reader};
use super::output::{Output, Writer};
use super::why::failure;
use super::{Resource, bind, closed};
use crate::items;
use crate::requests::answer;
use crate::state::NodeState;
use mound_base::Symbol;
use mound_machine::{Item, Reply};
use mound_process::Serial;
use std::collections::hash_map::RandomState;
use std::fs::{self, File, Metadata, OpenOptions};
use std::hash::{BuildHasher, Hasher};
use std::io;
use std::os::unix::fs::{FileTypeExt, MetadataExt, PermissionsExt};
use std::path::Path;
use std::sync::Arc;
use std::time::UNIX_EPOCH;

/// What becomes of a file that is opened for writing.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Mode {
    /// It is made anew, or emptied.
    Truncate,
    /// What is written goes to its end.
    Append,
    /// It must not exist.
    Create,
}

/// Runs an operation where it may block, and answers with what it gives.
pub fn perform(
    node: &Arc<NodeState>,
    number: u64,
    operation: impl FnOnce(&Arc<NodeState>) -> Reply + Send + 'static,
) {
    if let Some(handle) = node.handle() {
        let node = node.clone();
        handle.run_blocking(move || {
            let reply = operation(&node);
            answer(&node, number, reply);
        });
    }
}

/// The reply of an operation that gives plain data, or why it could not be done: "cannot WHAT NAME".
fn reply(what: &str, name: &str, result: io::Result<Item>) -> Reply {
    away_from_schedulers();
    match result {
        Ok(item) => items::reply(&item),
        Err(error) => failure(what, name, &error),
    }
}

/// Opens a file for its owner; `mode` is how to write to it, if it is not to be read.
pub fn open(node: &Arc<NodeState>, number: u64, owner: Serial, path: String, mode: Option<Mode>) {
    let Some(handle) = node.handle() else {
        return;
    };
    let node = node.clone();
    handle.run_blocking(move || open_here(&node, number, owner, path, mode));
}

/// The same on a thread that may wait for the file system, though not for ever.
fn open_here(node: &Arc<NodeState>, number: u64, owner: Serial, path: String, mode: Option<Mode>) {
    away_from_schedulers();
    let is_pipe = fs::metadata(&path).is_ok_and(|found| found.file_type().is_fifo());
    let work = move |node: &Arc<NodeState>| match opened(&path, mode) {
        Ok(resource) => match bind(node, owner, resource) {
            true => items::reply(&Item::Boolean(true)),
            false => closed(),
        },
        Err(error) => failure("open", &path, &error),
    };
    let given = node.clone();
    let work = move || {
        let reply = work(&given);
        answer(&given, number, reply);
    };
    if !is_pipe {
        return work();
    }
    // To open a named pipe waits for its other end.
    if let Err(error) = node.slow_threads.run(work) {
        answer(node, number, failure("open", "a named pipe", &error));
    }
}

/// The file system may take long to answer, so no scheduler asks it. Without real schedulers, in a
/// run with a seed, there is one thread for everything, which has another name.
fn away_from_schedulers() {
    debug_assert!(
        std::thread::current()
            .name()
            .is_none_or(|name| !name.starts_with(mound_process::SCHEDULER_THREAD)),
        "the thread of a scheduler asks the file system"
    );
}

fn opened(path: &str, mode: Option<Mode>) -> io::Result<Resource> {
    let mut options = OpenOptions::new();
    match mode {
        None => options.read(true),
        Some(Mode::Truncate) => options.write(true).create(true).truncate(true),
        Some(Mode::Append) => options.append(true).create(true),
        Some(Mode::Create) => options.write(true).create_new(true),
    };
    let file = options.open(path)?;
    let kind = file.metadata()?.file_type();
    if kind.is_dir() {
        return Err(io::ErrorKind::IsADirectory.into());
    }
    let slow = kind.is_fifo() || kind.is_char_device();
    Ok(match mode {
        None if slow => Resource::Input(Input::new(path, Reader::Slow(file))),
        None => Resource::Input(Input::new(path, Reader::File(file))),
        Some(_) if slow => Resource::Output(Output::new(path, Writer::Slow(file))),
        Some(_) => Resource::Output(Output::new(path, Writer::File(file))),
    })
}

/// The whole of a file as bytes or text.
pub fn read_whole(path: &str, as_text: bool) -> Reply {
    away_from_schedulers();
    // The value is made while the bytes are still there.
    let most = mound_heap::budget::room() / 2;
    let read = File::open(path).and_then(|file| mound_base::read_at_most(file, most));
    let bytes = match read {
        Ok(bytes) => bytes,
        Err(error) => return failure("read", path, &error),
    };
    if !as_text {
        return items::reply(&Item::Bytes(bytes));
    }
    match String::from_utf8(bytes) {
        Ok(text) => items::reply(&Item::Text(text)),
        Err(error) => {
            let offset = error.utf8_error().valid_up_to();
            crate::requests::raise("file", format!("{path} is not UTF-8 at byte {offset}"))
        }
    }
}

/// Writes a whole file.
pub fn write_whole(path: &str, bytes: &[u8], mode: Mode) -> Reply {
    let written = match mode {
        Mode::Truncate => fs::write(path, bytes),
        _ => OpenOptions::new()
            .append(mode == Mode::Append)
            .write(true)
            .create(mode == Mode::Append)
            .create_new(mode == Mode::Create)
            .open(path)
            .and_then(|mut file| io::Write::write_all(&mut file, bytes)),
    };
    reply("write", path, written.map(|()| Item::Boolean(true)))
}

/// What is known of a file: kind, size in bytes, time of the last change in seconds, permissions,
/// number of the file and of its device; `#f` if there is none.
pub fn information(path: &str, follow: bool) -> Reply {
    away_from_schedulers();
    let found = match follow {
        true => fs::metadata(path),
        false => fs::symlink_metadata(path),
    };
    match found {
        Ok(metadata) => items::reply(&describe(&metadata)),
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            items::reply(&Item::Boolean(false))
        }
        Err(error) => failure("look at", path, &error),
    }
}

fn describe(metadata: &Metadata) -> Item {
    let seconds = metadata
        .modified()
        .map_or(0.0, |time| match time.duration_since(UNIX_EPOCH) {
            Ok(since) => since.as_secs_f64(),
            Err(before) => -before.duration().as_secs_f64(),
        });
    let integer = |number: u64| Item::Integer(i64::try_from(number).unwrap_or(i64::MAX));
    Item::List(vec![
        Item::Symbol(Symbol::intern(kind_name(metadata)).counted()),
        integer(metadata.len()),
        Item::Real(seconds),
        Item::Integer(i64::from(metadata.permissions().mode() & 0o7777)),
        integer(metadata.ino()),
        integer(metadata.dev()),
    ])
}

fn kind_name(metadata: &Metadata) -> &'static str {
    let kind = metadata.file_type();
    if kind.is_file() {
        "file"
    } else if kind.is_dir() {
        "directory"
    } else if kind.is_symlink() {
        "link"
    } else {
        "other"
    }
}

/// Names in a directory, sorted, without `.` and `..`.
pub fn list(path: &str) -> Reply {
    let names = fs::read_dir(path).and_then(|entries| {
        let mut names = Vec::new();
        for entry in entries {
            names.push(entry?.file_name().to_string_lossy().into_owned());
        }
        names.sort();
        Ok(Item::List(names.into_iter().map(Item::Text).collect()))
    });
    reply("list", path, names)
}

/// Makes a file or directory whose name nobody else has; gives its path.
pub fn temporary(directory: Option<&str>, prefix: &str, is_directory: bool) -> Reply {
    let base = directory.map_or_else(std::env::temp_dir, Into::into);
    let mut result = Err(io::ErrorKind::AlreadyExists.into());
    for _ in 0..100 {
        // The hasher's keys are random, so that programs do not meet each other's names.
        let random = RandomState::new().build_hasher().finish();
        let path = base.join(format!("{prefix}{:012x}", random >> 16));
        let made = match is_directory {
            true => fs::create_dir(&path),
            false => File::create_new(&path).map(drop),
        };
        match made {
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
            made => {
                result = made.map(|()| Item::Text(path.to_string_lossy().into_owned()));
                break;
            }
        }
    }
    reply("make a file in", &base.to_string_lossy(), result)
}

fn done(result: io::Result<()>) -> io::Result<Item> {
    result.map(|()| Item::Boolean(true))
}

pub fn remove(path: &str) -> Reply {
    reply("delete", path, done(fs::remove_file(path)))
}

pub fn remove_directory(path: &str, with_contents: bool) -> Reply {
    let removed = match with_contents {
        true => fs::remove_dir_all(path),
        false => fs::remove_dir(path),
    };
    reply("delete", path, done(removed))
}

pub fn make_directory(path: &str, with_parents: bool) -> Reply {
    let made = match with_parents {
        true => fs::create_dir_all(path),
        false => fs::create_dir(path),
    };
    reply("create", path, done(made))
}

pub fn rename(from: &str, to: &str) -> Reply {
    reply("rename", from, done(fs::rename(from, to)))
}

pub fn copy(from: &str, to: &str) -> Reply {
    let copied = fs::copy(from, to);
    let item = copied.map(|bytes| Item::Integer(i64::try_from(bytes).unwrap_or(i64::MAX)));
    reply("copy", from, item)
}

pub fn link(target: &str, path: &str) -> Reply {
    reply("link", path, done(std::os::unix::fs::symlink(target, path)))
}

pub fn read_link(path: &str) -> Reply {
    reply("read the link", path, fs::read_link(path).map(text_of))
}

pub fn resolve(path: &str) -> Reply {
    reply("resolve", path, fs::canonicalize(path).map(text_of))
}

pub fn set_permissions(path: &str, mode: u32) -> Reply {
    let set = fs::set_permissions(path, fs::Permissions::from_mode(mode));
    reply("change", path, done(set))
}

pub fn current_directory() -> Reply {
    reply(
        "find",
        "the current directory",
        std::env::current_dir().map(text_of),
    )
}

/// Operating system, architecture, processors, number of this process, directory for temporary files,
/// name of the machine.
pub fn surroundings() -> Reply {
    let processors = std::thread::available_parallelism().map_or(1, |count| count.get());
    let name = rustix::system::uname();
    items::reply(&Item::List(vec![
        Item::Text(std::env::consts::OS.to_owned()),
        Item::Text(std::env::consts::ARCH.to_owned()),
        Item::Integer(i64::try_from(processors).unwrap_or(i64::MAX)),
        Item::Integer(std::process::id().into()),
        text_of(std::env::temp_dir()),
        Item::Text(name.nodename().to_string_lossy().into_owned()),
    ]))
}

fn text_of(path: impl AsRef<Path>) -> Item {
    Item::Text(path.as_ref().to_string_lossy().into_owned())
}
