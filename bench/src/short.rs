//! The table of the README: a few rows that say most, each system by the best of its columns, with the
//! computer and the versions. Not a choice of the rows in which Mound does best; the whole table is
//! one command away.

use std::fmt::Write;
use std::fs;
use std::process::Command;

use crate::catalogue::{PROGRAMS, Program, Shape};
use crate::measure::{MeasuredRow, Session};
use crate::systems::Language::{self, Chez, Erlang, Gambit, Mound};
use crate::table::{best, load, median, short};

/// The row of a program, and what it is for somebody who does not know the programs.
const ROWS: &[(&str, Shape, &str, &str)] = &[
    (
        "fresh-ping-pong",
        Shape::Alone,
        "fresh-100",
        "a list of 100 new integers to another process",
    ),
    (
        "spawn-chain",
        Shape::Alone,
        "spawn",
        "a process begins and ends",
    ),
    (
        "idle",
        Shape::Idle(100_000),
        "idle",
        "memory of each of 100 000 processes that wait",
    ),
    (
        "nodes-ping-pong",
        Shape::TwoNodes,
        "nodes-100",
        "the list to another node on the same machine (Mound by TLS, Erlang in clear)",
    ),
    (
        "nodes-migrate",
        Shape::TwoNodes,
        "nodes-migrate",
        "a running process moves to another node",
    ),
    ("fib", Shape::Alone, "fib", "fib 34"),
    (
        "nrev",
        Shape::Alone,
        "nrev",
        "naive reversal of 5000 elements",
    ),
    (
        "qsort",
        Shape::Alone,
        "qsort",
        "quicksort of a list of 250 000 integers",
    ),
];

const LANGUAGES: [Language; 4] = [Mound, Erlang, Gambit, Chez];

/// The programs that the table needs.
pub fn programs() -> impl Iterator<Item = &'static Program> {
    let is_needed = |program: &&Program| {
        let mut rows = ROWS.iter();
        rows.any(|(name, shape, ..)| *name == program.name && *shape == program.shape)
    };
    PROGRAMS.iter().filter(is_needed)
}

/// The table as Markdown.
pub fn render(session: &Session<'_>) -> String {
    let mut text = String::from("| | Mound | Erlang | Gambit | Chez |\n|---|---|---|---|---|\n");
    for (_, _, name, words) in ROWS {
        let Some(measured) = session.rows.iter().find(|one| one.row.name == *name) else {
            continue;
        };
        let cells = LANGUAGES.map(|language| cell(measured, language));
        // Writing to a string cannot fail.
        let _ = writeln!(text, "| {words} | {} |", cells.join(" | "));
    }
    let _ = write!(
        text,
        "\nMedians of {} rounds, the better of the columns of a system; {}; load {} at the end.\n{}.\n",
        session.rounds(),
        computer(),
        load(),
        versions().join(", "),
    );
    for note in &session.notes {
        let _ = writeln!(text, "note: {note}");
    }
    text
}

fn cell(measured: &MeasuredRow, wanted: Language) -> String {
    let number = best(measured, median, |language| language == wanted);
    number.map_or_else(String::new, |number| {
        format!("{} {}", short(number), measured.row.unit.name())
    })
}

/// Processor and memory, as the kernel tells.
fn computer() -> String {
    let of = |file: &str, key: &str| {
        let text = fs::read_to_string(file).unwrap_or_default();
        let line = text.lines().find(|line| line.starts_with(key));
        let value = line.and_then(|line| line.split_once(':'));
        value.map_or("unknown".to_owned(), |(_, value)| value.trim().to_owned())
    };
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let kilobytes: f64 = of("/proc/meminfo", "MemTotal")
        .trim_end_matches(" kB")
        .parse()
        .unwrap_or(0.0);
    format!(
        "{} with {cores} cores and {:.0} GB",
        of("/proc/cpuinfo", "model name"),
        kilobytes / 1e6
    )
}

/// What the systems call themselves.
fn versions() -> Vec<String> {
    const ERLANG: &str = "io:format(\"Erlang/OTP ~s~n\",[erlang:system_info(otp_release)]),halt().";
    let mound = format!("Mound {}", env!("CARGO_PKG_VERSION"));
    let told = |program: &str, arguments: &[&str], prefix: &str| {
        let output = Command::new(program).args(arguments).output().ok()?;
        // Chez tells its version on standard error.
        let text = String::from_utf8_lossy(&[output.stdout, output.stderr].concat()).into_owned();
        let line = text.lines().next()?.split_whitespace();
        Some(format!(
            "{prefix}{}",
            line.take(2).collect::<Vec<_>>().join(" ")
        ))
    };
    let others = [
        told("erl", &["-noshell", "-eval", ERLANG], ""),
        told("gsc", &["-v"], "Gambit "),
        told("scheme", &["--version"], "Chez Scheme "),
    ];
    [mound]
        .into_iter()
        .chain(others.into_iter().flatten())
        .collect()
}
