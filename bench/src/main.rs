//! Compares Mound with the peers on this computer: one run, one table.
//!
//! ```text
//!   catalogue   what is measured, and the right answers
//!   classical   the same for the sequential programs of all Schemes
//!   everyday    the same for what programs do all the time
//!   systems     what is compared, and how a program becomes a command
//!   source      one Scheme program for several Scheme systems
//!   launch      a running program and the lines it prints
//!   measure     rounds: the systems in turns, answers checked
//!   table       medians, minima and ratios as text
//!   short       the table of the README
//! ```
//!
//! It does not judge: it prints numbers, and fails only if a system that is
//! here fails or gives a wrong answer. Start reading at [`catalogue`].

#![forbid(unsafe_code)]

mod catalogue;
mod classical;
mod everyday;
mod launch;
mod measure;
mod short;
mod source;
mod systems;
mod table;

use std::process::ExitCode;

use measure::Session;
use systems::Workshop;

const USAGE: &str = "\
usage: mound-bench [--quick | --readme] [--rounds N] [FILTER]

  --quick      two rounds, and no million idle processes
  --readme     only the rows of the table in the README, which it prints
  --rounds N   how often each system runs each program (5)
  FILTER       only programs or rows whose name contains this
";

/// What was asked for.
struct Arguments {
    quick: bool,
    readme: bool,
    rounds: usize,
    filter: String,
}

fn main() -> ExitCode {
    let Some(arguments) = parse(std::env::args().skip(1)) else {
        eprint!("{USAGE}");
        return ExitCode::from(2);
    };
    match run(&arguments) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(problem) => {
            eprintln!("mound-bench: {problem}");
            ExitCode::FAILURE
        }
    }
}

fn parse(words: impl Iterator<Item = String>) -> Option<Arguments> {
    let mut words = words;
    let mut quick = false;
    let mut readme = false;
    let mut rounds = None;
    let mut filter = None;
    while let Some(word) = words.next() {
        match word.as_str() {
            "--quick" => quick = true,
            "--readme" => readme = true,
            "--rounds" => rounds = Some(words.next()?.parse().ok().filter(|&n| n > 0)?),
            _ if word.starts_with('-') || filter.is_some() => return None,
            _ => filter = Some(word),
        }
    }
    Some(Arguments {
        quick,
        readme,
        rounds: rounds.unwrap_or(if quick { 2 } else { 5 }),
        filter: filter.unwrap_or_default(),
    })
}

/// Whether all systems that are here did all they should.
fn run(arguments: &Arguments) -> Result<bool, String> {
    let workshop = Workshop::open()?;
    let mut session = Session::new(&workshop, arguments.rounds);
    if arguments.readme {
        short::programs().for_each(|program| session.measure(program));
        print!("{}", short::render(&session));
        return Ok(!session.failed());
    }
    let programs = catalogue::PROGRAMS
        .iter()
        .chain(classical::PROGRAMS)
        .chain(everyday::PROGRAMS);
    for program in programs {
        if program.matches(&arguments.filter) && !(arguments.quick && program.slow) {
            session.measure(program);
        }
    }
    print!("{}", table::render(&workshop, &session));
    Ok(!session.failed())
}
