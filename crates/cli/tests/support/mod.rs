//! What the tests of the program `mound` share: running it with a time limit,
//! finding the data in `tests/`, and showing how two texts differ.

#![allow(dead_code, reason = "each test crate uses a part of it")]

pub mod machines;
pub mod nodes;
#[cfg(target_os = "linux")]
pub mod terminal;

use std::cell::RefCell;
use std::collections::BTreeSet;
use std::fs::DirBuilder;
use std::io::{BufRead, BufReader, Read, Write};
use std::os::unix::fs::DirBuilderExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::atomic::{AtomicBool, AtomicU32, AtomicUsize, Ordering};
use std::sync::{Mutex, Once, mpsc};
use std::time::{Duration, Instant};

/// Far more than any program needs, also where many tests share two cores.
pub const TIME_LIMIT: Duration = Duration::from_secs(180);

/// Where programs are that have their output beside them, and print it however they are run.
pub const PROGRAMS: &[&str] = &[
    "tests/language",
    "tests/r7rs",
    "tests/srfi",
    "tests/termite",
    "tests/termite/rows",
    "tests/concurrent",
    "tests/kompics",
    "tests/pony",
    "tests/input-output",
    "tests/batteries",
    "tests/bugs",
    "tests/classical",
    "tests/everyday",
];

/// The program under test, with a home directory of its own.
///
/// `MOUND_TEST_COMMAND` in the environment is what to start in its place, words between spaces: a
/// `mound` for another processor, for example, after the emulator that runs it.
pub fn mound() -> Command {
    match std::env::var("MOUND_TEST_COMMAND") {
        Ok(words) => mound_by(&words),
        Err(_) => at_home(Command::new(env!("CARGO_BIN_EXE_mound"))),
    }
}

/// The same, started by a command in words between spaces.
pub fn mound_by(words: &str) -> Command {
    let mut words = words.split_whitespace();
    let mut command = Command::new(words.next().expect("a command has a word"));
    command.args(words);
    at_home(command)
}

/// The same, started by a shell after a line that limits it, such as `ulimit -n 30`.
pub fn mound_after(line: &str) -> Command {
    let mound = mound();
    let mut shell = Command::new("sh");
    shell
        .args(["-c", &format!("{line}; exec \"$0\" \"$@\"")])
        .arg(mound.get_program())
        .args(mound.get_args());
    at_home(shell)
}

fn at_home(mut command: Command) -> Command {
    command
        .current_dir(root())
        .env("MOUND_HOME", fresh_directory("home"))
        .env_remove("MOUND_PATH");
    command
}

/// Whether the program is there; without it, what it would judge is left out with a note.
pub fn is_installed(program: &str) -> bool {
    let found = Command::new(program).arg("--version").output().is_ok();
    if !found {
        eprintln!("note: there is no {program}, so it is not compared with");
    }
    found
}

/// The directory of the workspace.
pub fn root() -> PathBuf {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    here.ancestors()
        .nth(2)
        .expect("this crate is two directories down")
        .to_owned()
}

/// The directories that a thread has made. They go when it ends, unless a test has failed, whose
/// files one may want to see.
#[derive(Default)]
struct Made(RefCell<Vec<PathBuf>>);

impl Drop for Made {
    fn drop(&mut self) {
        self.remove();
    }
}

impl Made {
    fn remove(&self) {
        if SOME_TEST_FAILED.load(Ordering::Relaxed) {
            return;
        }
        for directory in self.0.take() {
            // The test may have removed it.
            let _ = std::fs::remove_dir_all(&directory);
        }
    }
}

static SOME_TEST_FAILED: AtomicBool = AtomicBool::new(false);

thread_local! {
    static MADE: Made = Made::default();
}

/// Has the directories of this thread removed at its end, unless a test fails first.
fn remove_at_end(directory: &Path) {
    static HOOK: Once = Once::new();
    HOOK.call_once(|| {
        let usual = std::panic::take_hook();
        std::panic::set_hook(Box::new(move |panic| {
            SOME_TEST_FAILED.store(true, Ordering::Relaxed);
            usual(panic);
        }));
    });
    MADE.with(|made| made.0.borrow_mut().push(directory.to_owned()));
}

/// An empty directory that no other test has, for as long as the thread lives.
pub fn fresh_directory(purpose: &str) -> PathBuf {
    static NEXT: AtomicU32 = AtomicU32::new(0);
    let number = NEXT.fetch_add(1, Ordering::Relaxed);
    let name = format!("{purpose}-{}-{number}", std::process::id());
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    // Left over from an earlier process of the same number, if it is there at all.
    let _ = std::fs::remove_dir_all(&path);
    // Nobody else may write to a home, whatever the mask of the shell is.
    let made = DirBuilder::new().recursive(true).mode(0o755).create(&path);
    made.expect("the directory for temporary files can be written");
    remove_at_end(&path);
    path
}

/// What a run of a program left behind.
#[derive(Debug)]
pub struct Run {
    /// `None` if a signal ended it or it took too long.
    pub status: Option<i32>,
    pub output: String,
    pub errors: String,
    pub in_time: bool,
}

impl Run {
    /// Panics unless the status is `status`.
    pub fn expect_status(self, status: i32) -> Run {
        assert_eq!(self.status, Some(status), "{self:#?}");
        self
    }
}

/// Runs to the end, or to the time limit, with `input` on standard input.
pub fn run_with_input(command: &mut Command, input: &str) -> Run {
    run_within(command, input, TIME_LIMIT)
}

/// The same with another time limit.
pub fn run_within(command: &mut Command, input: &str, limit: Duration) -> Run {
    let mut child = command
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("mound can be started");
    let mut stdin = child.stdin.take().expect("it is piped");
    let input = input.to_owned();
    std::thread::spawn(move || {
        // A program need not read its input.
        let _ = stdin.write_all(input.as_bytes());
    });
    let output = read_in_background(child.stdout.take().expect("it is piped"));
    let errors = read_in_background(child.stderr.take().expect("it is piped"));
    let status = wait(&mut child, limit);
    let text = |receiver: mpsc::Receiver<Vec<u8>>| {
        let bytes = receiver.recv_timeout(Duration::from_secs(10));
        String::from_utf8_lossy(&bytes.unwrap_or_default()).into_owned()
    };
    Run {
        status: status.and_then(|status| status.code()),
        output: text(output),
        errors: text(errors),
        in_time: status.is_some(),
    }
}

pub fn run(command: &mut Command) -> Run {
    run_with_input(command, "")
}

/// Waits; kills after the limit and then returns `None`.
pub fn wait(child: &mut Child, limit: Duration) -> Option<ExitStatus> {
    let start = Instant::now();
    loop {
        if let Some(status) = child.try_wait().expect("the child is ours") {
            return Some(status);
        }
        if start.elapsed() > limit {
            let _ = child.kill();
            let _ = child.wait();
            return None;
        }
        std::thread::sleep(Duration::from_millis(5));
    }
}

fn read_in_background(mut stream: impl Read + Send + 'static) -> mpsc::Receiver<Vec<u8>> {
    let (sender, receiver) = mpsc::channel();
    std::thread::spawn(move || {
        let mut bytes = Vec::new();
        let _ = stream.read_to_end(&mut bytes);
        let _ = sender.send(bytes);
    });
    receiver
}

/// A node that runs no program, ended when it is dropped.
pub struct PlainNode {
    child: Child,
    pub address: String,
}

impl PlainNode {
    /// Starts one that trusts whoever has the same home.
    pub fn start(home: &Path) -> PlainNode {
        PlainNode::start_heard(home).0
    }

    /// The same with the lines that it prints.
    pub fn start_heard(home: &Path) -> (PlainNode, impl Iterator<Item = String>) {
        let mut child = mound()
            .env("MOUND_HOME", home)
            .args(["node", "--listen", "127.0.0.1:0"])
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .spawn()
            .expect("mound can be started");
        let output = child.stdout.take().expect("it is piped");
        let mut lines = BufReader::new(output).lines().map_while(Result::ok);
        let address = lines
            .find_map(|line| line.strip_prefix("listening at ").map(str::to_owned))
            .expect("it says where it listens");
        (PlainNode { child, address }, lines)
    }
}

impl Drop for PlainNode {
    fn drop(&mut self) {
        // It may have ended by itself.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// The files of a directory of the workspace with this extension, sorted.
pub fn files(directory: &str, extension: &str) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(root().join(directory)).expect("the directory exists");
    let mut files: Vec<PathBuf> = entries
        .map(|entry| entry.expect("the directory can be read").path())
        .filter(|path| path.extension().is_some_and(|found| found == extension))
        .collect();
    files.sort();
    files
}

/// The libraries below `lib/` by unit name: `srfi/146/hash`.
pub fn unit_names() -> Vec<String> {
    let mut names = Vec::new();
    let mut directories = vec![root().join("lib")];
    while let Some(directory) = directories.pop() {
        for entry in std::fs::read_dir(directory).expect("the libraries can be read") {
            let path = entry.expect("the libraries can be read").path();
            let file = relative(&path);
            let name = file
                .strip_prefix("lib/")
                .and_then(|file| file.strip_suffix(".sld"));
            if path.is_dir() {
                directories.push(path);
            } else if let Some(name) = name {
                names.push(name.to_owned());
            }
        }
    }
    names.sort();
    names
}

pub fn read(path: &Path) -> String {
    std::fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// The path as it is seen from the directory of the workspace.
pub fn relative(path: &Path) -> String {
    let root = root();
    path.strip_prefix(&root)
        .unwrap_or(path)
        .display()
        .to_string()
}

/// The names that the library in this file below `lib/` exports.
pub fn exports(file: &str) -> BTreeSet<String> {
    let text = read(&root().join("lib").join(file));
    let lines = text
        .lines()
        .map(|line| line.split(';').next().unwrap_or_default());
    let code = lines.collect::<Vec<_>>().join(" ");
    let mut names = BTreeSet::new();
    for part in code.split("(export").skip(1) {
        let spaced = part.replace('(', " ( ").replace(')', " ) ");
        let mut depth = 0;
        let mut words = spaced.split_whitespace();
        while let Some(word) = words.next() {
            match word {
                "(" => depth += 1,
                ")" if depth == 0 => break,
                ")" => depth -= 1,
                // The name inside is of no concern.
                "rename" if depth > 0 => drop(words.next()),
                _ => drop(names.insert(word.to_owned())),
            }
        }
    }
    names
}

/// Does the work for each item on a few threads; the results are in the order of the items.
pub fn in_parallel<T: Sync, R: Send>(items: &[T], work: impl Fn(&T) -> R + Sync) -> Vec<R> {
    let workers = std::thread::available_parallelism().map_or(2, usize::from);
    let next = AtomicUsize::new(0);
    let results = Mutex::new(Vec::new());
    std::thread::scope(|scope| {
        for _ in 0..workers.min(items.len()) {
            scope.spawn(|| {
                while let Some((index, item)) = {
                    let index = next.fetch_add(1, Ordering::Relaxed);
                    items.get(index).map(|item| (index, item))
                } {
                    let result = work(item);
                    results
                        .lock()
                        .expect("no worker panics")
                        .push((index, result));
                }
                // A scope does not wait for the destructors of its threads.
                MADE.with(Made::remove);
            });
        }
    });
    let mut results = results.into_inner().expect("no worker panics");
    results.sort_by_key(|(index, _)| *index);
    results.into_iter().map(|(_, result)| result).collect()
}

/// The first lines in which two texts differ; `None` if they are equal.
pub fn difference(expected: &str, found: &str) -> Option<String> {
    if expected == found {
        return None;
    }
    let (mut expected_lines, mut found_lines) = (expected.lines(), found.lines());
    for number in 1.. {
        let pair = (expected_lines.next(), found_lines.next());
        match pair {
            (Some(one), Some(other)) if one == other => {}
            (None, None) => return Some("they differ only in how lines end".to_owned()),
            (one, other) => {
                let show = |line: Option<&str>| line.map_or("(the end)".to_owned(), str::to_owned);
                return Some(format!(
                    "line {number}\n  - {}\n  + {}",
                    show(one),
                    show(other)
                ));
            }
        }
    }
    None
}

/// Compares with the text in a file, or writes it there if `UPDATE_EXPECT` is set.
pub fn compare_with_file(path: &Path, found: &str) -> Option<String> {
    if std::env::var_os("UPDATE_EXPECT").is_some() {
        std::fs::write(path, found).expect("the tests can be written");
        return None;
    }
    difference(&read(path), found)
}

/// Fails with all the reports there are.
pub fn check_failures(failures: Vec<String>) {
    assert!(
        failures.is_empty(),
        "{} failed:\n\n{}\n",
        failures.len(),
        failures.join("\n\n")
    );
}

/// The report with `N` for each number of a process and `T` for each moment, since these
/// differ from run to run.
pub fn normalised(report: &str) -> String {
    let numbered = replaced(report, "process ", "N", |text| {
        let digits = |text: &str| {
            let end = text.find(|character: char| !character.is_ascii_digit());
            end.unwrap_or(text.len())
        };
        let place = digits(text);
        match text[place..].strip_prefix('.').map(digits) {
            Some(generation) if place > 0 && generation > 0 => place + 1 + generation,
            _ => place,
        }
    });
    replaced(&numbered, " died at ", "T", |text| {
        let line = text.lines().next().unwrap_or("");
        if is_moment(line) { line.len() } else { 0 }
    })
}

/// The text with `word` for what has that length after each `mark`.
fn replaced(text: &str, mark: &str, word: &str, length: impl Fn(&str) -> usize) -> String {
    let mut replaced = String::new();
    let mut rest = text;
    while let Some(at) = rest.find(mark) {
        let (before, after) = rest.split_at(at + mark.len());
        let length = length(after);
        replaced.push_str(before);
        if length > 0 {
            replaced.push_str(word);
        }
        rest = &after[length..];
    }
    replaced + rest
}

/// Whether the text is a moment as a report has it: `2020-09-13T12:26:40.000Z`.
fn is_moment(text: &str) -> bool {
    let form = text.chars().map(|character| match character {
        '0'..='9' => '0',
        other => other,
    });
    form.eq("0000-00-00T00:00:00.000Z".chars())
}
