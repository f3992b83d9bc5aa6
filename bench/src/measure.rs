//! Rounds: in each round every system runs the program once, in turns, so that
//! a slow minute of the computer falls on all of them.

use std::thread;
use std::time::Duration;

use crate::catalogue::{Program, Row, Shape};
use crate::launch::{CodeMade, Report, Running};
use crate::systems::{Language, SYSTEMS, System, Workshop};

/// Programs wait a second in each phase; the size is read when they are still.
const SETTLING: Duration = Duration::from_millis(600);

/// The samples of one row of one system.
#[derive(Default)]
pub struct Samples {
    /// In the unit of the row.
    pub values: Vec<f64>,
    /// Fuel of one operation, if the system counts it.
    pub reductions: Vec<f64>,
}

/// The samples of a row, by the index of the system.
pub struct MeasuredRow {
    pub row: &'static Row,
    pub samples: Vec<Samples>,
}

/// Everything measured in this run.
pub struct Session<'a> {
    workshop: &'a Workshop,
    rounds: usize,
    pub rows: Vec<MeasuredRow>,
    /// The machine code of all runs of programs of the collections.
    pub code: CodeMade,
    /// What went wrong, for the reader of the table.
    pub notes: Vec<String>,
}

impl<'a> Session<'a> {
    pub fn new(workshop: &'a Workshop, rounds: usize) -> Session<'a> {
        Session {
            workshop,
            rounds,
            rows: Vec::new(),
            code: CodeMade::default(),
            notes: Vec::new(),
        }
    }

    pub fn rounds(&self) -> usize {
        self.rounds
    }

    pub fn failed(&self) -> bool {
        !self.notes.is_empty()
    }

    /// Measures all rows of the program.
    pub fn measure(&mut self, program: &'static Program) {
        let first = self.rows.len();
        self.rows.extend(program.rows.iter().map(|row| MeasuredRow {
            row,
            samples: SYSTEMS.iter().map(|_| Samples::default()).collect(),
        }));
        let mut running = self.prepare(program);
        for round in 1..=self.rounds {
            eprintln!("{}: round {round} of {}", program.name, self.rounds);
            running.retain(|&index| {
                let outcome = run(self.workshop, &SYSTEMS[index], program, &mut self.code)
                    .and_then(|reports| keep(&mut self.rows[first..], index, &reports));
                self.note(index, program, outcome)
            });
        }
    }

    /// The indices of the systems that can run the program.
    fn prepare(&mut self, program: &Program) -> Vec<usize> {
        let mut ready = Vec::new();
        for (index, system) in SYSTEMS.iter().enumerate() {
            if !system.runs(program) || !self.workshop.has(system.language) {
                continue;
            }
            let outcome = self.workshop.prepare(system.language, program);
            if self.note(index, program, outcome) {
                ready.push(index);
            }
        }
        ready
    }

    /// Whether it went well; if not, writes down what happened.
    fn note(&mut self, index: usize, program: &Program, outcome: Result<(), String>) -> bool {
        let Err(problem) = outcome else {
            return true;
        };
        let note = format!("{}, {}: {problem}", SYSTEMS[index].title, program.name);
        eprintln!("{note}");
        self.notes.push(note);
        false
    }
}

/// Adds the reports to the rows; an unknown row or a wrong answer is an error.
fn keep(rows: &mut [MeasuredRow], system: usize, reports: &[Report]) -> Result<(), String> {
    for report in reports {
        let Some(measured) = rows.iter_mut().find(|m| m.row.name == report.row) else {
            return Err(format!("reports the unknown row {}", report.row));
        };
        if report.answer != measured.row.answer {
            return Err(format!(
                "wrong answer of {}: {}, not {}",
                report.row, report.answer, measured.row.answer
            ));
        }
        let samples = &mut measured.samples[system];
        let value = measured.row.unit.convert(report.microseconds);
        samples.values.push(value);
        samples.reductions.extend(report.reductions);
    }
    match rows.iter().find(|m| m.samples[system].values.is_empty()) {
        Some(missing) => Err(format!("does not report {}", missing.row.name)),
        None => Ok(()),
    }
}

fn run(
    workshop: &Workshop,
    system: &System,
    program: &Program,
    code: &mut CodeMade,
) -> Result<Vec<Report>, String> {
    match program.shape {
        Shape::Alone | Shape::Collected(..) | Shape::Everyday => {
            let command = workshop.command(system, program, None);
            let mut running = Running::start(command, &workshop.errors(system, program.name))?;
            let reports = running.reports()?;
            if let (Shape::Collected(..), Some(made)) = (program.shape, running.code_made()) {
                code.procedures += made.procedures;
                code.bytes += made.bytes;
                code.nanoseconds += made.nanoseconds;
            }
            Ok(reports)
        }
        Shape::TwoNodes | Shape::TwoNodesOneCore => run_two(workshop, system, program),
        Shape::Idle(count) => run_idle(workshop, system, program, count),
    }
}

fn run_two(workshop: &Workshop, system: &System, program: &Program) -> Result<Vec<Report>, String> {
    let nodes = workshop.node_names(system.language)?;
    // Ended last, as it is declared first.
    let _meeting_point = match system.language {
        Language::Erlang => Some(Running::start(
            workshop.meeting_point(&nodes),
            &workshop.errors(system, "epmd"),
        )?),
        _ => None,
    };
    if system.language == Language::Erlang {
        // epmd does not say when it listens; a node that starts before starts its own.
        thread::sleep(Duration::from_millis(200));
    }
    let mut second = Running::start(
        workshop.second_command(system, program, &nodes),
        &workshop.errors(system, "second-node"),
    )?;
    second.wait_for_phase("ready")?;
    let command = workshop.command(system, program, Some(&nodes));
    Running::start(command, &workshop.errors(system, program.name))?.reports()
}

/// One report, whose "time" is the growth in bytes for each process.
fn run_idle(
    workshop: &Workshop,
    system: &System,
    program: &Program,
    count: u32,
) -> Result<Vec<Report>, String> {
    let command = workshop.command(system, program, None);
    let mut running = Running::start(command, &workshop.errors(system, program.name))?;
    running.wait_for_phase("before")?;
    thread::sleep(SETTLING);
    let before = running.resident_bytes()?;
    running.wait_for_phase("after")?;
    thread::sleep(SETTLING);
    let after = running.resident_bytes()?;
    let mut reports = running.reports()?;
    for report in &mut reports {
        report.microseconds = (after as f64 - before as f64) / f64::from(count);
    }
    Ok(reports)
}
