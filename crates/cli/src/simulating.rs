//! Programs whose nodes are simulated: `mound run --nodes` and `mound simulate`.
//!
//! A search tries one seed after another, each in a process of its own, as whoever repeats it will.

use crate::arguments::Settings;
use crate::run::{self, Failure, Source};
use crate::standard;
use mound_engine::{Program, Simulation};
use std::ops::RangeInclusive;
use std::process::Command;
use std::time::Duration;

/// What the nodes of a run have in common.
pub struct Plan<'a> {
    pub settings: &'a Settings,
    pub seed: u64,
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
        self.simulate(source, arguments, |simulation, program| {
            simulation.run_nodes(count, program)
        })
    }

    fn run_scenario(&self, source: Source, arguments: Vec<String>) -> Result<i32, Failure> {
        self.simulate(source, arguments, |simulation, program| {
            simulation.run_scenario(program)
        })
    }

    fn simulate(
        &self,
        source: Source,
        arguments: Vec<String>,
        run: impl FnOnce(&mut Simulation, &Program) -> Result<i32, String>,
    ) -> Result<i32, Failure> {
        let options = run::options(self.settings, &[], None)?;
        let until = self
            .until
            .map(|seconds| Duration::from_secs(seconds.into()));
        let mut simulation = Simulation::new(self.seed, options, until).map_err(Failure::node)?;
        let program = Program {
            name: source.name,
            path: source.path,
            text: source.text,
            arguments,
        };
        let status = run(&mut simulation, &program).map_err(Failure::source);
        match (status, simulation.finish_output()) {
            (Ok(0), Err(why)) => Err(Failure {
                text: format!("error: {why}\n"),
                status: 1,
            }),
            (status, _) => status,
        }
    }
}

/// Runs a scenario with a seed, or with several until one fails.
pub fn simulate(
    settings: &Settings,
    seeds: RangeInclusive<u64>,
    until: Option<u32>,
    file: &str,
    arguments: Vec<String>,
) -> Result<i32, Failure> {
    if seeds.start() == seeds.end() {
        let plan = Plan {
            settings,
            seed: *seeds.start(),
            until,
        };
        return plan.run_scenario(run::read_source(file)?, arguments);
    }
    let mound = std::env::current_exe()
        .map_err(|error| Failure::source(format!("error: cannot find mound itself: {error}")))?;
    let (first, last) = (*seeds.start(), *seeds.end());
    for seed in seeds {
        let mut command = Command::new(&mound);
        command.arg("simulate").args(settings.flags());
        command.args(["--seed", &seed.to_string()]);
        if let Some(until) = until {
            command.args(["--until", &until.to_string()]);
        }
        let output = command
            .arg(file)
            .args(&arguments)
            .output()
            .map_err(|error| Failure::source(format!("error: cannot run mound: {error}")))?;
        if !output.status.success() {
            standard::output(&String::from_utf8_lossy(&output.stdout))?;
            standard::error(&String::from_utf8_lossy(&output.stderr));
            standard::output(&format!("seed {seed} fails\n"))?;
            return Ok(output.status.code().unwrap_or(1));
        }
    }
    standard::output(&format!("no seed from {first} to {last} fails\n"))?;
    Ok(0)
}
