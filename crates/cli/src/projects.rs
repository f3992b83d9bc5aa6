//! Projects, and programs that run by themselves.
//!
//! `mound build` copies this program and puts the units of the other one behind it:
//!
//! ```text
//!   mound | units (see `engine::bundle`) | their length (8 bytes) | MARK
//! ```
//!
//! When it starts, `mound` looks at its own end; with a program there it runs that one and no
//! command.

use crate::arguments::{Arguments, Command as Asked, Settings};
use crate::packages;
use crate::run::{Failure, Source, command_line, finish, options, read_source};
use crate::{signals, standard};
use clap::Parser;
use mound_engine::Engine;
use mound_modules::{Project, project};
use std::fs::File;
use std::io::{Read, Seek, SeekFrom, Write};
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The end of a file that has a program.
const MARK: &[u8; 16] = b"\x7fmound program\x01\n";
const LENGTH_BYTES: u64 = 8;

/// The program at the end of this executable file.
pub fn own_program() -> Option<Vec<u8>> {
    let mut file = File::open(std::env::current_exe().ok()?).ok()?;
    let end = LENGTH_BYTES + MARK.len() as u64;
    let start = file.seek(SeekFrom::End(-(end as i64))).ok()?;
    let mut length = [0; LENGTH_BYTES as usize];
    let mut mark = [0; MARK.len()];
    file.read_exact(&mut length).ok()?;
    file.read_exact(&mut mark).ok()?;
    if mark != *MARK {
        return None;
    }
    let length = u64::from_le_bytes(length);
    file.seek(SeekFrom::Start(start.checked_sub(length)?))
        .ok()?;
    let mut program = Vec::new();
    file.take(length).read_to_end(&mut program).ok()?;
    Some(program)
}

/// Runs the program at the end of this file; all arguments are its own.
pub fn run(program: Vec<u8>) -> Result<i32, Failure> {
    let usual = Arguments::parse_from(["mound", "run"]);
    let Asked::Run { settings, .. } = usual.command else {
        return Err(Failure::node(
            "the settings of a program are not known".to_owned(),
        ));
    };
    let mut words = std::env::args_os().map(|word| word.to_string_lossy().into_owned());
    let name = words.next().unwrap_or_default();
    let options = options(&settings, &command_line(&name, words.collect()), None)?;
    let engine = Engine::start(options).map_err(Failure::node)?;
    signals::stop_when_asked(engine.stopper(), Some(engine.observer())).map_err(Failure::node)?;
    let status = engine.run_bundle(&program).map_err(Failure::node);
    finish(engine, status).0
}

/// The program that a command means: the one that is named, or that of the project.
pub fn program(file: Option<&str>) -> Result<String, Failure> {
    if let Some(file) = file {
        return Ok(file.to_owned());
    }
    let of_project = |project: Project| Some(project.root.join(project.program?));
    let found = packages::project(Path::new(""))?.and_then(of_project);
    let found = found.ok_or_else(|| Failure {
        text: "error: no program is named, and this directory is in no project that has one\n\nUsage: mound run [OPTIONS] FILE|LIBRARY [ARGUMENTS]..., or mound build [OPTIONS] FILE\n"
            .to_owned(),
        status: 2,
    })?;
    Ok(found.display().to_string())
}

/// The program to pack, and the name of the file to make of it.
fn to_pack(file: Option<&str>) -> Result<(Source, PathBuf), Failure> {
    let name = match file {
        Some("-") => Some("program".to_owned()),
        Some(_) => None,
        None => packages::project(Path::new(""))?.and_then(|project| project.name),
    };
    let file = program(file)?;
    let (source, usual) = match packages::library_source(&file) {
        Some(source) => {
            // Its last part, without the version.
            let last = file.rsplit('/').next().unwrap_or(&file);
            let name = last.split('@').next().unwrap_or(last).into();
            (source, name)
        }
        None => {
            let stem = Path::new(&file).file_stem();
            (read_source(&file)?, stem.unwrap_or_default().into())
        }
    };
    Ok((source, name.map_or(usual, PathBuf::from)))
}

/// The program itself is not written over.
fn check_output(output: &Path, source: &Source) -> Result<(), Failure> {
    let same = |path: &PathBuf| {
        let files = (std::fs::canonicalize(path), std::fs::canonicalize(output));
        matches!(files, (Ok(path), Ok(output)) if path == output)
    };
    match source.path.as_ref().is_some_and(same) {
        false => Ok(()),
        true => Err(Failure {
            text: format!(
                "error: {} is the program itself: name another file with -o\n",
                output.display()
            ),
            status: 1,
        }),
    }
}

/// The source with all libraries that it needs, as bytes.
fn pack(settings: &Settings, source: Source) -> Result<Vec<u8>, Failure> {
    let options = options(settings, &[], source.path.as_deref())?;
    let engine = Engine::start(options).map_err(Failure::node)?;
    let bundle = engine.bundle(&source.name, source.path, &source.text);
    engine.shutdown();
    let (bundle, warnings) = bundle.map_err(Failure::source)?;
    standard::error(&warnings);
    Ok(bundle)
}

fn not_written<'a>(output: &'a Path) -> impl Fn(std::io::Error) -> Failure + 'a {
    |error| Failure {
        text: format!("error: cannot write {}: {error}\n", output.display()),
        status: 1,
    }
}

pub fn build(
    settings: &Settings,
    file: Option<&str>,
    output: Option<PathBuf>,
) -> Result<i32, Failure> {
    let (source, name) = to_pack(file)?;
    let output = output.unwrap_or(name);
    check_output(&output, &source)?;
    let bundle = pack(settings, source)?;
    write_program(&output, &bundle).map_err(not_written(&output))?;
    Ok(0)
}

pub fn bundle(
    settings: &Settings,
    file: Option<&str>,
    output: Option<PathBuf>,
) -> Result<i32, Failure> {
    let (source, mut name) = to_pack(file)?;
    name.as_mut_os_string().push(".bundle");
    let output = output.unwrap_or(name);
    check_output(&output, &source)?;
    let bundle = pack(settings, source)?;
    std::fs::write(&output, bundle).map_err(not_written(&output))?;
    Ok(0)
}

/// The bytes of a file that is to be run, and whether [`bundle`] has made it. It is read once, since it may be a pipe.
pub fn read_program(file: &Path) -> std::io::Result<(Vec<u8>, bool)> {
    let mut file = File::open(file)?;
    let beginning = mound_engine::BUNDLE_BEGINNING;
    let mut bytes = Vec::new();
    (&mut file)
        .take(beginning.len() as u64)
        .read_to_end(&mut bytes)?;
    if bytes == beginning {
        file.read_to_end(&mut bytes)?;
        return Ok((bytes, true));
    }
    let source = mound_base::read_source(bytes.as_slice().chain(file))?;
    Ok((source, false))
}

/// Writes the file under another name first: one that runs is not written to.
fn write_program(output: &Path, bundle: &[u8]) -> std::io::Result<()> {
    let mut name = output.as_os_str().to_owned();
    name.push(".new");
    let new = PathBuf::from(name);
    let write = || {
        std::fs::copy(std::env::current_exe()?, &new)?;
        let mut file = File::options().append(true).open(&new)?;
        file.write_all(bundle)?;
        file.write_all(&(bundle.len() as u64).to_le_bytes())?;
        file.write_all(MARK)?;
        file.sync_all()?;
        let mut permissions = file.metadata()?.permissions();
        permissions.set_mode(permissions.mode() | 0o111);
        file.set_permissions(permissions)?;
        std::fs::rename(&new, output)
    };
    let written = write();
    if written.is_err() {
        // The error says what matters.
        let _ = std::fs::remove_file(&new);
    }
    written
}

/// The files of a new project; NAME stands for its name.
type Files = &'static [(&'static str, &'static str)];

const PROGRAM_FILES: Files = &[
    (
        project::FILE,
        "(project\n  (name NAME)\n  (program \"main.scm\"))\n",
    ),
    (
        "main.scm",
        ";;; The program.\n\n(import (scheme base) (scheme write) (greeting))\n\n(display (greeting \"world\"))\n(newline)\n",
    ),
    (
        "greeting.sld",
        ";;; What the program says.\n\n(define-library (greeting)\n  (import (scheme base))\n  (export greeting)\n  (begin\n    (define (greeting name)\n      (string-append \"Hello, \" name \"!\"))))\n",
    ),
    (
        "tests/greeting-test.scm",
        "(import (scheme base) (srfi 64) (greeting))\n\n(test-begin \"greeting\")\n(test-equal \"Hello, Ann!\" (greeting \"Ann\"))\n(test-end \"greeting\")\n",
    ),
    (".gitignore", "/NAME\n*.bundle\n*.new\n"),
];

const LIBRARY_FILES: Files = &[
    (
        project::FILE,
        "(project\n  (name NAME)\n  (library \"NAME.sld\"))\n",
    ),
    (
        "NAME.sld",
        ";;; What this library does.\n\n(define-library (NAME)\n  (import (scheme base))\n  (export greeting)\n  (begin\n    (define (greeting name)\n      (string-append \"Hello, \" name \"!\"))))\n",
    ),
    (
        "tests/NAME-test.scm",
        "(import (scheme base) (srfi 64) (NAME))\n\n(test-begin \"NAME\")\n(test-equal \"Hello, Ann!\" (greeting \"Ann\"))\n(test-end \"NAME\")\n",
    ),
    (".gitignore", "*.bundle\n*.new\n"),
];

pub fn new(directory: &Path, is_library: bool) -> Result<i32, Failure> {
    let failed = |text: String| Failure {
        text: format!("error: {text}\n"),
        status: 1,
    };
    let name = directory.file_name().and_then(|name| name.to_str());
    let is_name = |name: &&str| {
        let mut characters = name.chars();
        characters
            .next()
            .is_some_and(|first| first.is_ascii_alphabetic())
            && characters.all(|other| other.is_ascii_alphanumeric() || "-_".contains(other))
    };
    let name = name.filter(is_name).ok_or_else(|| {
        failed("the name of a project is a letter, then letters, digits, - and _".to_owned())
    })?;
    if directory.exists() {
        return Err(failed(format!("{} exists already", directory.display())));
    }
    let files = match is_library {
        true => LIBRARY_FILES,
        false => PROGRAM_FILES,
    };
    for (path, text) in files {
        let path = directory.join(path.replace("NAME", name));
        let written = path
            .parent()
            .map_or(Ok(()), std::fs::create_dir_all)
            .and_then(|()| std::fs::write(&path, text.replace("NAME", name)));
        written.map_err(|error| failed(format!("{}: {error}", path.display())))?;
    }
    for arguments in [
        &["init", "--quiet"][..],
        &["add", "--all"],
        &["commit", "--quiet", "--message", "Begin"],
    ] {
        let mut git = Command::new("git");
        let said = git.current_dir(directory).args(arguments).output();
        let why = match said {
            Ok(output) if output.status.success() => continue,
            Ok(output) => String::from_utf8_lossy(&output.stderr).into_owned(),
            Err(error) => error.to_string(),
        };
        // The project is complete without; somebody may not have told git who they are.
        let why = match why.contains("user.email") {
            true => "git does not know who you are (git config --global user.name and user.email)",
            false => why.lines().next().unwrap_or_default(),
        };
        standard::error(&format!("note: there is no first commit: {why}\n"));
        break;
    }
    let what = if is_library { "library" } else { "program" };
    let place = directory.display();
    standard::output(&format!("made the {what} {name} in {place}\n"))?;
    Ok(0)
}
