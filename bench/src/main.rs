//! Compares Mound with the peers on this computer: one run, one table.
//!
//! ```text
//!   catalogue   what is measured, and the right answers
//!   collections the same for sequential programs of one row:
//!   classical     small ones that all Schemes are compared by
//!   whole         larger ones of other kinds
//!   aside         as those, but run only when asked for
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

mod aside;
mod catalogue;
mod classical;
mod collections;
mod everyday;
mod launch;
mod measure;
mod short;
mod source;
mod systems;
mod table;
mod whole;

use std::process::ExitCode;

use catalogue::Program;
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

/// All programs.
fn programs() -> impl Iterator<Item = &'static Program> {
    catalogue::PROGRAMS
        .iter()
        .chain(classical::PROGRAMS)
        .chain(whole::PROGRAMS)
        .chain(aside::PROGRAMS)
        .chain(everyday::PROGRAMS)
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
    for program in programs() {
        if program.matches(&arguments.filter) && !(arguments.quick && program.slow) {
            session.measure(program);
        }
    }
    print!("{}", table::render(&workshop, &session));
    Ok(!session.failed())
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use crate::catalogue::Shape;

    /// Their names are those of the files that are made for a system, and of their rows.
    #[test]
    fn no_two_programs_of_collections_have_the_same_name() {
        let mut names = BTreeSet::new();
        for program in super::programs() {
            if matches!(program.shape, Shape::Collected(..)) {
                assert!(names.insert(program.name), "there are two {}", program.name);
            }
        }
    }
}
