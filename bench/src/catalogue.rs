//! What is measured: the programs, the rows each of them reports, and the
//! right answers.
//!
//! A program is the directory `programs/<name>`; it prints one line
//! `result <row> <answer> <microseconds> <operations> <reductions>` for each
//! sample (see `programs/measure.scm`). This file is a table.

use crate::systems::Language::{self, Chez, Erlang, Gambit};

/// A program to be run by several systems.
pub struct Program {
    /// Its directory.
    pub name: &'static str,
    pub shape: Shape,
    pub rows: &'static [Row],
    /// Who can run it beside Mound.
    pub peers: &'static [Language],
    /// Whether it is also run with one scheduler thread only.
    pub concurrent: bool,
    /// Left out of quick runs.
    pub slow: bool,
}

/// How a program is run.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Shape {
    /// One operating system process.
    Alone,
    /// Two nodes, each free to use all cores.
    TwoNodes,
    /// Two nodes that share one core.
    TwoNodesOneCore,
    /// Its memory is measured before and after it makes so many processes.
    Idle(u32),
    /// One operating system process that calls the procedure `benchmark` of a program of this
    /// collection with this.
    Collected(Collection, &'static str),
    /// One operating system process that measures the rows of `everyday` (see there).
    Everyday,
}

/// Where programs are that define `benchmark`, one source for all Schemes.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Collection {
    /// Small ones, of the kinds with which Schemes are always compared (see `classical`).
    Classical,
    /// Larger ones, of other kinds (see `whole`).
    Whole,
    /// As those, but laid aside (see `aside`).
    Aside,
}

impl Collection {
    /// The name of its directory, which is also what a filter may say for all of them.
    pub fn directory(self) -> &'static str {
        match self {
            Collection::Classical => "classical",
            Collection::Whole => "whole",
            Collection::Aside => "aside",
        }
    }

    /// What the text under the table calls its programs.
    pub fn title(self) -> &'static str {
        match self {
            Collection::Classical => "classical programs",
            Collection::Whole => "whole programs",
            Collection::Aside => "programs laid aside",
        }
    }
}

impl Shape {
    /// What a filter may say for all programs of this shape.
    fn group(self) -> Option<&'static str> {
        match self {
            Shape::Collected(collection, _) => Some(collection.directory()),
            Shape::Everyday => Some("everyday"),
            Shape::Alone | Shape::TwoNodes | Shape::TwoNodesOneCore | Shape::Idle(_) => None,
        }
    }

    /// Whether the source is definitions alone, of which the runner makes a program.
    pub fn is_assembled(self) -> bool {
        self.group().is_some()
    }
}

/// A line of the table.
pub struct Row {
    /// As the program reports it.
    pub name: &'static str,
    /// As the table shows it.
    pub label: &'static str,
    pub unit: Unit,
    pub answer: &'static str,
}

/// What the number of a row is.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Unit {
    /// Milliseconds of one run.
    Milliseconds,
    /// Nanoseconds of one operation.
    Nanoseconds,
    /// Microseconds of one operation.
    Microseconds,
    /// Bytes of one process.
    Bytes,
}

impl Unit {
    pub fn name(self) -> &'static str {
        match self {
            Unit::Milliseconds => "ms",
            Unit::Nanoseconds => "ns",
            Unit::Microseconds => "us",
            Unit::Bytes => "bytes",
        }
    }

    /// The time of one operation in this unit.
    pub fn convert(self, microseconds: f64) -> f64 {
        match self {
            Unit::Milliseconds => microseconds / 1000.0,
            Unit::Nanoseconds => microseconds * 1000.0,
            Unit::Microseconds | Unit::Bytes => microseconds,
        }
    }
}

impl Program {
    /// Whether the name of its group, of the program or of a row contains the text. What is laid
    /// aside is run only if something is asked for.
    pub fn matches(&self, filter: &str) -> bool {
        if filter.is_empty() {
            return !matches!(self.shape, Shape::Collected(Collection::Aside, _));
        }
        self.shape
            .group()
            .is_some_and(|group| group.contains(filter))
            || self.name.contains(filter)
            || self
                .rows
                .iter()
                .any(|row| row.name.contains(filter) || row.label.contains(filter))
    }
}

pub const fn row(name: &'static str, label: &'static str, unit: Unit, answer: &'static str) -> Row {
    Row {
        name,
        label,
        unit,
        answer,
    }
}

const fn sequential(name: &'static str, rows: &'static [Row]) -> Program {
    Program {
        name,
        shape: Shape::Alone,
        rows,
        peers: &[Erlang, Gambit, Chez],
        concurrent: false,
        slow: false,
    }
}

const fn concurrent(name: &'static str, rows: &'static [Row]) -> Program {
    Program {
        name,
        shape: Shape::Alone,
        rows,
        peers: &[Erlang, Gambit],
        concurrent: true,
        slow: false,
    }
}

const fn distributed(
    name: &'static str,
    shape: Shape,
    peers: &'static [Language],
    rows: &'static [Row],
) -> Program {
    Program {
        name,
        shape,
        rows,
        peers,
        concurrent: true,
        slow: false,
    }
}

/// What not all systems with processes can do: those that can.
const fn beside(
    name: &'static str,
    peers: &'static [Language],
    slow: bool,
    rows: &'static [Row],
) -> Program {
    Program {
        name,
        shape: Shape::Alone,
        rows,
        peers,
        concurrent: true,
        slow,
    }
}

const fn idle(count: u32, slow: bool, rows: &'static [Row]) -> Program {
    Program {
        name: "idle",
        shape: Shape::Idle(count),
        rows,
        peers: &[Erlang, Gambit],
        concurrent: false,
        slow,
    }
}

/// The whole suite, in the order of the table.
pub const PROGRAMS: &[Program] = &[
    concurrent(
        "fresh-ping-pong",
        &[
            row("fresh-10", "ping-pong, new 10", Unit::Nanoseconds, "452147"),
            row(
                "fresh-100",
                "ping-pong, new 100",
                Unit::Nanoseconds,
                "700578",
            ),
            row(
                "fresh-1000",
                "ping-pong, new 1000",
                Unit::Nanoseconds,
                "501947",
            ),
        ],
    ),
    sequential(
        "fib",
        &[row("fib", "fib 34", Unit::Milliseconds, "5702887")],
    ),
    sequential(
        "tak",
        &[row("tak", "tak 27 18 9", Unit::Milliseconds, "18")],
    ),
    sequential(
        "nrev",
        &[row("nrev", "nrev 5000", Unit::Milliseconds, "455145")],
    ),
    sequential(
        "qsort",
        &[row("qsort", "qsort 250000", Unit::Milliseconds, "884725")],
    ),
    sequential(
        "smith",
        &[row("smith", "smith 600", Unit::Milliseconds, "450")],
    ),
    concurrent(
        "spawn-chain",
        &[row("spawn", "spawn, each", Unit::Nanoseconds, "done")],
    ),
    concurrent(
        "self-send",
        &[row("send", "send to self, each", Unit::Nanoseconds, "done")],
    ),
    concurrent(
        "ring",
        &[
            row("ring-0", "ring K=0, a process", Unit::Microseconds, "done"),
            row(
                "ring-1000000",
                "ring K=1000000, a process",
                Unit::Microseconds,
                "done",
            ),
        ],
    ),
    concurrent(
        "ping-pong",
        &[
            row("ping-pong-0", "ping-pong 0", Unit::Nanoseconds, "0"),
            row("ping-pong-10", "ping-pong 10", Unit::Nanoseconds, "301337"),
            row(
                "ping-pong-100",
                "ping-pong 100",
                Unit::Nanoseconds,
                "262322",
            ),
            row(
                "ping-pong-1000",
                "ping-pong 1000",
                Unit::Nanoseconds,
                "630221",
            ),
        ],
    ),
    concurrent(
        "large-ping-pong",
        &[
            row(
                "large-same",
                "ping-pong, 10 MB",
                Unit::Microseconds,
                "380447",
            ),
            row(
                "large-new",
                "ping-pong, new 10 MB",
                Unit::Microseconds,
                "55",
            ),
        ],
    ),
    distributed(
        "nodes-ping-pong",
        Shape::TwoNodes,
        &[Erlang],
        &[
            row("nodes-0", "two nodes 0", Unit::Microseconds, "0"),
            row("nodes-10", "two nodes 10", Unit::Microseconds, "301337"),
            row("nodes-100", "two nodes 100", Unit::Microseconds, "262322"),
            row("nodes-1000", "two nodes 1000", Unit::Microseconds, "630221"),
        ],
    ),
    distributed(
        "nodes-ping-pong",
        Shape::TwoNodesOneCore,
        &[Erlang],
        &[
            row("nodes-0", "one core, two nodes 0", Unit::Microseconds, "0"),
            row(
                "nodes-10",
                "one core, two nodes 10",
                Unit::Microseconds,
                "301337",
            ),
            row(
                "nodes-100",
                "one core, two nodes 100",
                Unit::Microseconds,
                "262322",
            ),
            row(
                "nodes-1000",
                "one core, two nodes 1000",
                Unit::Microseconds,
                "630221",
            ),
        ],
    ),
    distributed(
        "migrate",
        Shape::Alone,
        &[],
        &[row(
            "migrate",
            "migrate within a node",
            Unit::Microseconds,
            "arrived",
        )],
    ),
    distributed(
        "nodes-migrate",
        Shape::TwoNodes,
        &[],
        &[row(
            "nodes-migrate",
            "migrate between two nodes",
            Unit::Microseconds,
            "arrived",
        )],
    ),
    distributed(
        "nodes-migrate",
        Shape::TwoNodesOneCore,
        &[],
        &[row(
            "nodes-migrate",
            "one core, migrate between two",
            Unit::Microseconds,
            "arrived",
        )],
    ),
    beside(
        "broadcast",
        &[Erlang, Gambit],
        false,
        &[row(
            "broadcast",
            "one to 10000 and back, each",
            Unit::Nanoseconds,
            "2100000",
        )],
    ),
    beside(
        "commstime",
        &[Erlang],
        false,
        &[row(
            "commstime",
            "commstime, a communication",
            Unit::Nanoseconds,
            "0",
        )],
    ),
    beside(
        "plain-channels",
        &[],
        false,
        &[
            row(
                "plain-channel",
                "plain channel, a value",
                Unit::Nanoseconds,
                "done",
            ),
            row(
                "plain-choice",
                "choice of two channels",
                Unit::Nanoseconds,
                "done",
            ),
        ],
    ),
    beside(
        "many-to-one",
        &[Erlang, Gambit],
        false,
        &[row(
            "many-to-one",
            "1000 senders to one, each",
            Unit::Nanoseconds,
            "45150000",
        )],
    ),
    beside(
        "long-mailbox",
        &[Erlang],
        false,
        &[
            row(
                "request-0",
                "request, empty mailbox",
                Unit::Nanoseconds,
                "100000",
            ),
            row(
                "request-1000000",
                "request, 1M messages waiting",
                Unit::Nanoseconds,
                "100000",
            ),
        ],
    ),
    beside(
        "timers",
        &[Erlang],
        false,
        &[row(
            "timers",
            "request with timers, of 100k set",
            Unit::Nanoseconds,
            "done",
        )],
    ),
    beside(
        "parallel-fib",
        &[Erlang, Gambit],
        false,
        &[row(
            "parallel-fib",
            "fib 36 by 1024 processes",
            Unit::Milliseconds,
            "14930352",
        )],
    ),
    beside(
        "fairness",
        &[Erlang],
        true,
        &[
            row(
                "fairness-normal",
                "answer beside 1000 busy, 99 %",
                Unit::Microseconds,
                "done",
            ),
            row(
                "fairness-high",
                "the same, high priority",
                Unit::Microseconds,
                "done",
            ),
        ],
    ),
    distributed(
        "pause",
        Shape::Alone,
        &[],
        &[
            row(
                "pause-median",
                "pause at 1 GB, median",
                Unit::Microseconds,
                "1",
            ),
            row(
                "pause-99",
                "pause at 1 GB, 99 of 100",
                Unit::Microseconds,
                "1",
            ),
            row(
                "pause-longest",
                "pause at 1 GB, longest",
                Unit::Microseconds,
                "1",
            ),
        ],
    ),
    idle(
        100_000,
        false,
        &[row("idle", "idle process, of 100k", Unit::Bytes, "100000")],
    ),
    idle(
        1_000_000,
        true,
        &[row("idle", "idle process, of 1M", Unit::Bytes, "1000000")],
    ),
];
