//! Faults in the libraries, and whether the tests notice them.
//!
//! A copy of `lib/` with one fault takes the place of the libraries in the binary
//! (`--own-libraries`); then the programs that concern the library run, and the examples of the
//! source, until one of them does something else than it should. The output of the programs is in
//! their `.out`; what ends with an error, or takes far longer than usual, has noticed the fault too.

pub mod faults;
pub mod programs;

use crate::examples::{MARK, examples, program};
use crate::support::{Run, fresh_directory, mound, read, relative, root, run_within};
use faults::Fault;
use programs::{World, below_lib, sources};
use std::path::{Path, PathBuf};
use std::time::Duration;

/// Programs take a second or two on a busy machine.
const LIMIT: Duration = Duration::from_secs(20);

/// A fault in one source below `lib/`.
#[derive(Clone, Debug)]
pub struct Mutant {
    pub file: String,
    pub fault: Fault,
}

impl Mutant {
    /// Where it is and what it is, for people.
    pub fn describe(&self) -> String {
        let text = read(&root().join("lib").join(&self.file));
        let line = text[..self.fault.start].matches('\n').count() + 1;
        let original = &text[self.fault.start..self.fault.end];
        let Fault {
            definition,
            kind,
            replacement,
            ..
        } = &self.fault;
        let shown = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
        let (original, replacement) = (shown(original), shown(replacement));
        format!(
            "lib/{}:{line}: {definition}: {kind}\n  - {original}\n  + {replacement}",
            self.file
        )
    }
}

/// All mutants of the sources whose path below `lib/` begins with this.
pub fn mutants(prefix: &str) -> Vec<Mutant> {
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

/// A copy of the libraries, in which one source at a time has a fault.
pub struct Copy {
    directory: PathBuf,
    /// Not that of the libraries: those beside a program count as the program's own.
    examples: PathBuf,
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
            examples: fresh_directory("examples").join("examples.scm"),
        }
    }

    fn run(&self, program: &Path) -> Run {
        let mut command = mound();
        command.args(["run", "--memory", "1g", "--own-libraries"]);
        run_within(command.arg(&self.directory).arg(program), "", LIMIT)
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
        let text = read(&root().join("lib").join(&mutant.file));
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
        for test in tests {
            match self.verdict(&test) {
                Verdict::Uncompiled if sound(&test) => return Outcome::Invalid,
                Verdict::Wrong if sound(&test) => return Outcome::Noticed(relative(&test)),
                _ => {}
            }
        }
        Outcome::Survived
    }

    /// What a program with its output beside it does, or the examples in a source of a library.
    pub fn verdict(&self, test: &Path) -> Verdict {
        let file = below_lib(test);
        if relative(test) == file {
            let run = self.run(test);
            let expected = read(&test.with_extension("out"));
            let is_right = run.in_time && run.status == Some(0) && run.output == expected;
            return Verdict::of(is_right, &run);
        }
        let text = read(test);
        let examples = examples(&text);
        if examples.is_empty() {
            return Verdict::Right;
        }
        std::fs::write(&self.examples, program(&format!("lib/{file}"), &examples))
            .expect("temporary files can be written");
        let run = self.run(&self.examples);
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
}

/// What becomes of a mutant.
pub enum Outcome {
    /// By this program, or by the examples of this source.
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
