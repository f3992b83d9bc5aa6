//! Programs whose nodes are simulated: `mound run --nodes` and `mound simulate`.
//!
//! A search tries one seed after another, each in a process of its own, as whoever repeats it will, and makes the
//! first one that fails shorter ([`shrink`]).

mod shrink;

use crate::arguments::Settings;
use crate::run::{self, Failure, Source};
use crate::standard;
use mound_engine::{Program, Simulation, Without, why};
use shrink::Trial;
use std::ffi::OsString;
use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Duration;

/// What the nodes of a run have in common.
pub struct Plan<'a> {
    pub settings: &'a Settings,
    pub seed: u64,
    pub without: Without,
    /// In seconds of the made-up time.
    pub until: Option<u32>,
}

impl Plan<'_> {
    /// Runs the same program on so many nodes.
    pub fn run_nodes(
        &self,
        count: u16,
        source: Source,
        arguments: Vec<String>,
    ) -> Result<i32, Failure> {
        self.simulate(source, arguments, None, |simulation, program| {
            simulation.run_nodes(count, program)
        })
    }

    /// `record`: a file for what happened.
    fn simulate(
        &self,
        source: Source,
        arguments: Vec<String>,
        record: Option<&Path>,
        run: impl FnOnce(&mut Simulation, &Program) -> Result<i32, String>,
    ) -> Result<i32, Failure> {
        let options = run::options(self.settings, &[], None)?;
        let until = self
            .until
            .map(|seconds| Duration::from_secs(seconds.into()));
        let mut simulation = Simulation::new(self.seed, self.without.clone(), options, until)
            .map_err(Failure::node)?;
        let program = Program {
            name: source.name,
            path: source.path,
            text: source.text,
            arguments,
        };
        let status = run(&mut simulation, &program).map_err(Failure::source);
        let written = simulation.finish_output();
        // What could not be compiled has not run.
        if let (Some(file), Ok(_)) = (record, &status) {
            std::fs::write(file, simulation.record()).map_err(|error| {
                let file = file.display();
                Failure::source(format!("error: cannot write {file}: {}", why(&error)))
            })?;
        }
        match (status, written) {
            (Ok(0), Err(why)) => Err(Failure {
                text: format!("error: {why}\n"),
                status: 1,
            }),
            (status, _) => status,
        }
    }
}

/// How a run is shown.
#[derive(Clone, Copy, Debug, Default, clap::ValueEnum)]
pub enum Diagram {
    /// A line for each message and each event
    #[default]
    Text,
    /// A sequence diagram for Mermaid
    Mermaid,
}

impl Diagram {
    fn word(self) -> &'static str {
        match self {
            Diagram::Text => "text",
            Diagram::Mermaid => "mermaid",
        }
    }

    fn procedure(self) -> &'static str {
        match self {
            Diagram::Text => "sequence-diagram",
            Diagram::Mermaid => "mermaid-diagram",
        }
    }
}

/// A program that starts the nodes, and how it is run.
pub struct Scenario<'a> {
    pub settings: &'a Settings,
    pub until: Option<u32>,
    pub file: &'a str,
    pub arguments: &'a [String],
}

impl Scenario<'_> {
    /// Runs it once.
    pub fn run(
        &self,
        seed: u64,
        without: Without,
        diagram: Option<Diagram>,
        record: Option<&Path>,
    ) -> Result<i32, Failure> {
        let plan = Plan {
            settings: self.settings,
            seed,
            without,
            until: self.until,
        };
        let own = (diagram.is_some() && record.is_none()).then(Record::new);
        let record = record.or(own.as_ref().map(|own| own.file.as_path()));
        let source = run::read_source(self.file)?;
        let arguments = self.arguments.to_vec();
        let status = plan.simulate(source, arguments, record, |simulation, program| {
            simulation.run_scenario(program)
        })?;
        if let (Some(diagram), Some(record)) = (diagram, record) {
            standard::output(&self.diagram(diagram, record)?)?;
        }
        Ok(status)
    }

    /// Runs it with several seeds until one fails, and makes that run shorter.
    pub fn search(
        &self,
        seeds: RangeInclusive<u64>,
        runs: u32,
        diagram: Diagram,
    ) -> Result<i32, Failure> {
        let record = Record::new();
        let (first, last) = (*seeds.start(), *seeds.end());
        for seed in seeds {
            let trial = self.trial(seed, Without::default(), self.until, &record)?;
            if trial.record.is_empty() {
                // It was not run: it cannot be read.
                trial.show()?;
                return Ok(trial.status.unwrap_or(1));
            }
            if trial.status != Some(0) {
                let all = trial.step_count();
                let (trial, runs) = shrink::shrunk(trial, runs, &mut |without, until| {
                    self.trial(seed, without, self.until.or(Some(until)), &record)
                })?;
                std::fs::write(&record.file, &trial.record).map_err(|error| {
                    Failure::source(format!("error: cannot write a file: {}", why(&error)))
                })?;
                trial.show()?;
                standard::output(&self.diagram(diagram, &record.file)?)?;
                standard::output(&trial.summary(seed, all, runs))?;
                let again = self.command_line(seed, &trial.without, diagram);
                standard::output(&format!("to see it again: {again}\n"))?;
                return Ok(trial.status.unwrap_or(1));
            }
        }
        standard::output(&format!("no seed from {first} to {last} fails\n"))?;
        Ok(0)
    }

    /// Runs it in a process of its own.
    fn trial(
        &self,
        seed: u64,
        without: Without,
        until: Option<u32>,
        record: &Record,
    ) -> Result<Trial, Failure> {
        let mut command = Command::new(own_program()?);
        command.args(self.flags(seed, &without, until));
        command.arg("--record").arg(&record.file);
        let output = command
            .arg(self.file)
            .args(self.arguments)
            .output()
            .map_err(cannot_run)?;
        let record = record.take();
        Ok(Trial {
            without,
            status: output.status.code(),
            output: output.stdout,
            errors: output.stderr,
            record,
        })
    }

    fn flags(&self, seed: u64, without: &Without, until: Option<u32>) -> Vec<OsString> {
        let mut flags: Vec<OsString> = vec!["simulate".into()];
        flags.extend(self.settings.flags());
        flags.extend(["--seed".into(), seed.to_string().into()]);
        if !without.is_empty() {
            flags.extend(["--without".into(), without.to_string().into()]);
        }
        if let Some(until) = until {
            flags.extend(["--until".into(), until.to_string().into()]);
        }
        flags
    }

    /// What is typed to see a run.
    fn command_line(&self, seed: u64, without: &Without, diagram: Diagram) -> String {
        let mut words = self.flags(seed, without, self.until);
        words.extend(["--diagram".into(), diagram.word().into()]);
        words.push(self.file.into());
        words.extend(self.arguments.iter().map(OsString::from));
        let words = words.iter().map(|word| shell_word(&word.to_string_lossy()));
        let words: Vec<String> = words.collect();
        format!("mound {}", words.join(" "))
    }

    /// What is in a record, as the procedures of `(kompics sim)` show it.
    fn diagram(&self, diagram: Diagram, record: &Path) -> Result<String, Failure> {
        let program = format!(
            "(import (scheme base) (scheme write) (scheme process-context)
                     (mound simulate) (kompics sim))
             (display ({} (recorded-outcome (cadr (command-line)))))",
            diagram.procedure()
        );
        let mut child = Command::new(own_program()?)
            .arg("run")
            .args(self.settings.flags())
            .args(["-".as_ref(), record])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .map_err(cannot_run)?;
        if let Some(mut input) = child.stdin.take() {
            std::io::Write::write_all(&mut input, program.as_bytes()).map_err(cannot_run)?;
        }
        let output = child.wait_with_output().map_err(cannot_run)?;
        Ok(String::from_utf8_lossy(&output.stdout).into_owned())
    }
}

fn own_program() -> Result<PathBuf, Failure> {
    std::env::current_exe()
        .map_err(|error| Failure::source(format!("error: cannot find mound itself: {error}")))
}

fn cannot_run(error: std::io::Error) -> Failure {
    Failure::source(format!("error: cannot run mound: {}", why(&error)))
}

/// As it is typed at a shell.
fn shell_word(word: &str) -> String {
    let is_plain = |letter: char| {
        letter.is_alphanumeric()
            || matches!(letter, '-' | '_' | '.' | '/' | ':' | ',' | '=' | '@' | '+')
    };
    match !word.is_empty() && word.chars().all(is_plain) {
        true => word.to_owned(),
        false => format!("'{}'", word.replace('\'', "'\\''")),
    }
}

/// A file for what happened in a run; deleted when it is dropped.
struct Record {
    file: PathBuf,
}

impl Record {
    fn new() -> Record {
        let name = format!("mound-simulation-{}", std::process::id());
        Record {
            file: std::env::temp_dir().join(name),
        }
    }

    /// What is in the file, which is deleted; nothing if there is none.
    fn take(&self) -> String {
        let text = std::fs::read_to_string(&self.file).unwrap_or_default();
        self.delete();
        text
    }

    fn delete(&self) {
        // There is none if no program could be run.
        let _ = std::fs::remove_file(&self.file);
    }
}

impl Drop for Record {
    fn drop(&mut self) {
        self.delete();
    }
}

#[cfg(test)]
mod tests {
    use super::shell_word;

    #[test]
    fn words_are_quoted_for_a_shell_where_they_must_be() {
        let words = [
            "a.scm",
            "--seed",
            "",
            "two words",
            "it's",
            "scenario:1,latency",
        ];
        assert_eq!(
            words.map(shell_word),
            [
                "a.scm",
                "--seed",
                "''",
                "'two words'",
                "'it'\\''s'",
                "scenario:1,latency"
            ]
        );
    }
}
