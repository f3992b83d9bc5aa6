//! Faults in the libraries, and whether the tests notice them.
//!
//! A copy of `lib/` with one fault takes the place of the libraries in the binary
//! (`--own-libraries`); then the examples of the source run, the programs that concern the library,
//! and what calls its procedures with nonsense, until one of them does something else than it
//! should. The output of the programs is in their `.out`, the complaints are in
//! `tests/complaints`; what ends with an error, or takes far longer than usual, has noticed the
//! fault too.

pub mod faults;
pub mod meaningless;
pub mod programs;

use crate::complaints;
use crate::examples::{MARK, examples, program};
use crate::support::nodes::server_of;
use crate::support::{PlainNode, Run, fresh_directory, mound, read, relative, root, run_within};
use faults::Fault;
use programs::{World, below_lib, is_of_nodes, is_of_pages, sources};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

/// Programs take a second or two, and far longer where others have the processors.
const LIMIT: Duration = Duration::from_secs(120);

/// Most programs need less than a second of a processor, those of large data (`tests/steps`) three;
/// what a fault makes endless is over sooner by this limit, which does not depend on how busy the
/// machine is.
const PROCESSOR_SECONDS: &str = "12";

/// A fault in one source below `lib/`.
#[derive(Clone, Debug)]
pub struct Mutant {
    pub file: String,
    pub fault: Fault,
}

impl Mutant {
    /// Where it is and what it is: the lines that it changes, without and with it.
    pub fn describe(&self) -> String {
        let text = self.source();
        let line = text[..self.fault.start].matches('\n').count() + 1;
        format!("lib/{}:{line}: {}", self.file, self.change())
    }

    fn source(&self) -> String {
        read(&root().join("lib").join(&self.file))
    }

    /// The same without the number of the line, which changes with what stands before it.
    pub fn change(&self) -> String {
        let text = self.source();
        let Fault {
            start,
            end,
            definition,
            kind,
            replacement,
        } = &self.fault;
        let first = text[..*start].rfind('\n').map_or(0, |at| at + 1);
        let last = text[*end..].find('\n').map_or(text.len(), |at| end + at);
        let (before, after) = (&text[first..*start], &text[*end..last]);
        let shown = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
        let original = shown(&text[first..last]);
        let changed = shown(&format!("{before}{replacement}{after}"));
        let change = format!("{definition}: {kind}\n  - {original}\n  + {changed}");
        // Nothing may be left of the line.
        change.trim_end().to_owned()
    }
}

/// All mutants of the sources whose path below `lib/` begins with this.
pub fn all_mutants(prefix: &str) -> Vec<Mutant> {
    let mut mutants = Vec::new();
    for path in sources("scm") {
        let file = below_lib(&path);
        if file.starts_with(prefix) {
            let found = faults::faults(&read(&path)).into_iter();
            mutants.extend(found.map(|fault| Mutant {
                file: file.clone(),
                fault,
            }));
        }
    }
    mutants
}

/// The same without those that mean nothing.
pub fn mutants(prefix: &str) -> Vec<Mutant> {
    let mut mutants = all_mutants(prefix);
    mutants.retain(|mutant| {
        let left_out = meaningless::of(&mutant.file);
        left_out.is_empty() || !left_out.contains(&mutant.change().as_str())
    });
    mutants
}

/// A command that is ended when it has used a processor for too long.
fn limited(command: &Command) -> Command {
    let mut limited = Command::new("sh");
    let script = format!("ulimit -t {PROCESSOR_SECONDS}; exec \"$@\"");
    limited.args(["-c", &script, "sh"]);
    limited.arg(command.get_program()).args(command.get_args());
    if let Some(directory) = command.get_current_dir() {
        limited.current_dir(directory);
    }
    for (name, value) in command.get_envs() {
        match value {
            Some(value) => limited.env(name, value),
            None => limited.env_remove(name),
        };
    }
    limited
}

/// A copy of the libraries, in which one source at a time has a fault.
pub struct Copy {
    directory: PathBuf,
    /// A program that is made. Not in the directory of the libraries: those beside a program count
    /// as the program's own.
    program: PathBuf,
}

impl Copy {
    pub fn new() -> Copy {
        let directory = fresh_directory("libraries");
        for path in [sources("scm"), sources("sld")].concat() {
            let target = directory.join(below_lib(&path));
            let parent = target.parent().expect("it is below the directory");
            std::fs::create_dir_all(parent).expect("temporary files can be written");
            std::fs::copy(&path, &target).expect("temporary files can be written");
        }
        Copy {
            directory,
            program: fresh_directory("programs").join("program.scm"),
        }
    }

    fn run(&self, program: &Path) -> Run {
        let mut command = mound();
        let mut beside = None;
        if is_of_pages(program) {
            let home = fresh_directory("home");
            let node = PlainNode::start(&home);
            command.env("MOUND_HOME", &home);
            command.args(["run", "--memory", "1g", "--listen", "127.0.0.1:0"]);
            command.arg("--own-libraries").arg(&self.directory);
            command.arg(program).arg(&node.address);
            beside = Some(node);
        } else if is_of_nodes(program) {
            command.args(["simulate", "--seed", "1", "--own-libraries"]);
            command.arg(&self.directory);
            command.arg(root().join("tests/simulated/pair.scm"));
            command.args([program, &server_of(program)]);
        } else {
            command.args(["run", "--memory", "1g", "--own-libraries"]);
            command.arg(&self.directory).arg(program);
        }
        // What has a fault may write and delete what it should not.
        let scratch = self.program.parent().expect("it is in a directory");
        command.current_dir(scratch).env("TMPDIR", scratch);
        let run = run_within(&mut limited(&command), "", LIMIT);
        drop(beside);
        run
    }

    /// What becomes of the mutant. `sound` tells whether a program, or the examples of a source,
    /// do what they should without a fault.
    pub fn try_mutant(
        &self,
        mutant: &Mutant,
        world: &World,
        sound: &(dyn Fn(&Path) -> bool + Sync),
    ) -> Outcome {
        let path = self.directory.join(&mutant.file);
        let text = mutant.source();
        std::fs::write(&path, mutant.fault.apply(&text)).expect("temporary files can be written");
        let outcome = self.outcome(mutant, world, sound);
        std::fs::write(&path, text).expect("temporary files can be written");
        outcome
    }

    fn outcome(
        &self,
        mutant: &Mutant,
        world: &World,
        sound: &(dyn Fn(&Path) -> bool + Sync),
    ) -> Outcome {
        let source = root().join("lib").join(&mutant.file);
        let concerned = world.concerned(&mutant.file, &mutant.fault.definition);
        let mut tests = vec![source];
        tests.extend(concerned.iter().map(|program| program.path.clone()));
        let tables = world
            .libraries_of(&mutant.file)
            .map(|name| complaints::table_path(name));
        tests.extend(tables.filter(|path| path.exists()));
        for test in tests {
            match self.verdict(&test) {
                Verdict::Uncompiled if sound(&test) => return Outcome::Invalid,
                Verdict::Wrong if sound(&test) => return Outcome::Noticed(relative(&test)),
                _ => {}
            }
        }
        Outcome::Survived
    }

    /// What a program with its output beside it does, or the examples in a source of a library, or
    /// what calls the procedures of a library with nonsense.
    pub fn verdict(&self, test: &Path) -> Verdict {
        if let Some(library) = complaints::library_of(test) {
            return self.complaints(test, &library);
        }
        let file = below_lib(test);
        if relative(test) == file {
            let run = self.run(test);
            let expected = read(&test.with_extension("out"));
            let output = match is_of_nodes(test) {
                true => of_driver(&run.output),
                false => run.output.clone(),
            };
            let is_right = run.in_time && run.status == Some(0) && output == expected;
            return Verdict::of(is_right, &run);
        }
        let text = read(test);
        let examples = examples(&text);
        if examples.is_empty() {
            return Verdict::Right;
        }
        let run = self.run_text(&program(&format!("lib/{file}"), &examples));
        let result = |line: usize, kind: &str| {
            let prefix = format!("{MARK}{line} {kind} ");
            let mut lines = run.output.lines();
            lines.find_map(|output| output.strip_prefix(&prefix))
        };
        let are_right = run.status == Some(0)
            && examples.iter().all(|example| {
                let expected = result(example.line, "expected");
                expected.is_some() && expected == result(example.line, "found")
            });
        Verdict::of(are_right, &run)
    }

    fn complaints(&self, table: &Path, library: &str) -> Verdict {
        let run = self.run_text(&complaints::program(library));
        let is_right = run.status == Some(0) && complaints::table(&run.output) == read(table);
        Verdict::of(is_right, &run)
    }

    fn run_text(&self, text: &str) -> Run {
        std::fs::write(&self.program, text).expect("temporary files can be written");
        self.run(&self.program)
    }
}

/// What the driver of two simulated nodes prints.
fn of_driver(output: &str) -> String {
    let lines = output
        .lines()
        .filter_map(|line| line.strip_prefix("driver| "));
    lines.map(|line| format!("{line}\n")).collect()
}

/// What becomes of a mutant.
pub enum Outcome {
    /// By this program, by the examples of this source, or by this table of complaints.
    Noticed(String),
    Survived,
    /// It cannot be compiled, so it could not have been written by mistake.
    Invalid,
}

/// What a test says.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Verdict {
    Right,
    Wrong,
    Uncompiled,
}

impl Verdict {
    fn of(is_right: bool, run: &Run) -> Verdict {
        match (is_right, run.status) {
            (true, _) => Verdict::Right,
            // The status of a program that could not be compiled.
            (false, Some(3)) => Verdict::Uncompiled,
            (false, _) => Verdict::Wrong,
        }
    }
}
