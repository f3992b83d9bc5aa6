//! What the user of an engine can choose.

use crate::fast_paths::FastPath;
use crate::log::Log;
use mound_machine::Limits;
use mound_session::Coverage;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

/// How programs are run.
#[derive(Clone, Debug)]
pub struct Options {
    /// Directories searched for libraries, before those in the binary.
    pub library_directories: Vec<PathBuf>,
    /// A directory whose libraries take the place of those in the binary and may do what they may;
    /// for tests of changed libraries.
    pub own_libraries: Option<PathBuf>,
    /// What finds and installs libraries that name their repository; without it, there are none.
    pub modules: Option<mound_modules::resolver::Settings>,
    /// Arguments of the program, its name first.
    pub command_line: Vec<String>,
    /// Scheduler threads; 0: one a core.
    pub schedulers: u16,
    /// Fuel of one turn.
    pub fuel: i64,
    /// Collect whenever memory is asked for, and poison what was left.
    pub zeal: bool,
    /// At random safepoints, take a process apart into bytes and put it together again; the seed.
    pub serialize_anywhere: Option<u64>,
    /// Run on one scheduler, with a clock that is made up, in an order that follows from this number.
    pub seed: Option<u64>,
    /// Whether procedures are compiled to machine code, where that can be done.
    pub native: Native,
    /// Fast paths that are not taken; for tests.
    pub no_fast_paths: Vec<FastPath>,
    /// Bytes that all processes together may take; `None`: a share of what the machine has free.
    pub memory: Option<u64>,
    /// What each process may take that is not given limits of its own.
    pub limits: Limits,
    /// Where the node keeps its identity; without it, it meets no other nodes.
    pub home: Option<PathBuf>,
    /// After so much silence another node is lost; none: after what is usual.
    pub node_timeout: Option<Duration>,
    /// Report the death of processes that nobody handles on standard error.
    pub report_deaths: bool,
    /// Report on standard error the fuel that the process of a program used.
    pub report_fuel: bool,
    /// Whether to say at the end of a program how much machine code was made, and how fast.
    pub report_code: bool,
    /// Whether all processes and all code go before the end, so that whatever is left is a fault.
    pub count_left: bool,
    /// Whether a program ends, with status 5, when its processes all wait and nothing can wake them. Not for programs to
    /// which the host sends messages.
    pub ends_standing_still: bool,
    /// Counts which lines and procedures of the program are run.
    pub coverage: Option<Arc<Coverage>>,
    /// Called on the thread of each scheduler that had nothing to do for a second: it may tell the
    /// allocator of the program to give memory back.
    pub on_lull: Option<fn()>,
    /// There is no standard output; whoever writes to it is told.
    pub output_is_closed: bool,
    /// What is written down on standard error for those who run the node.
    pub log: Log,
}

/// What runs procedures.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Native {
    /// Machine code, if this machine and its system allow it.
    #[default]
    On,
    /// The same, and all of it is looked at closely before it runs, which makes starting slower.
    Checked,
    /// The interpreter.
    Off,
    /// Some of them the one, some the other, as this seed decides; for tests.
    Mixed(u64),
}

impl Default for Options {
    fn default() -> Options {
        Options {
            library_directories: Vec::new(),
            own_libraries: None,
            modules: None,
            command_line: Vec::new(),
            schedulers: 0,
            fuel: 4000,
            zeal: false,
            serialize_anywhere: None,
            seed: None,
            native: Native::default(),
            no_fast_paths: Vec::new(),
            memory: None,
            limits: Limits::default(),
            home: default_home(),
            node_timeout: None,
            report_deaths: true,
            report_fuel: false,
            report_code: false,
            count_left: false,
            ends_standing_still: false,
            coverage: None,
            on_lull: None,
            output_is_closed: false,
            log: Log::default(),
        }
    }
}

/// `$MOUND_HOME`, else `~/.local/share/mound`; `None` where the first is empty, or there is neither.
/// No place is made up then: in one that is the same for all users, anyone could put the key that
/// decides who gets in.
pub fn default_home() -> Option<PathBuf> {
    let named = |variable| {
        let path = std::env::var_os(variable)?;
        Some((!path.is_empty()).then(|| PathBuf::from(path)))
    };
    match named("MOUND_HOME") {
        Some(home) => home,
        None => Some(named("HOME")??.join(".local/share/mound")),
    }
}
