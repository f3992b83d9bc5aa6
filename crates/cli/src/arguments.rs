//! What can be said on the command line.

mod options;
mod values;
mod words;

pub use options::{Listening, Modules, Settings, Sourcing, Watching};
pub use values::parse_memory;
pub use words::with_tip;

use crate::about;
use crate::simulating::Diagram;
use clap::{Args, Parser, Subcommand};
use clap_complete::Shell;
use mound_engine::{Roles, Without};
use std::ops::RangeInclusive;
use std::path::PathBuf;
use std::time::Duration;
use values::{parse_address, parse_overlap, parse_roles, parse_seed, parse_seeds, parse_time};

/// Mound: a Scheme for programs that run on many machines.
#[derive(Parser, Debug)]
#[command(name = "mound", version = about::short(), long_version = about::long(), about, after_help = EXIT_STATUS)]
pub struct Arguments {
    #[command(subcommand)]
    pub command: Command,
}

/// Simulated nodes, each of which takes megabytes and a thread of its compiler.
const MOST_NODES: i64 = 256;

/// The statuses, as documented in the help text and the book.
const EXIT_STATUS: &str = "\
Exit status:
  0   the program ended, or called (exit) or (exit #t)
  n   it called (exit n); 1 for (exit #f); the last eight bits of n above 255, or 255 if these are 0
  1   its process died of an error that nobody handled, or output was lost; `check --strict` had warnings,
      or `fmt --check` found files that are not formatted
  2   the command line was wrong
  3   the program could not be read or compiled
  4   the node could not be started
  5   the program stood still: all its processes waited, and nothing could wake them
  130 it was interrupted (SIGINT); 143 if it was told to end (SIGTERM)
  70  a defect of Mound";

#[derive(Subcommand, Debug)]
pub enum Command {
    /// Compile a program or a library and run it; `-` reads it from standard input
    Run {
        #[command(flatten)]
        settings: Settings,
        #[command(flatten)]
        listening: Listening,
        /// Repeatable: one scheduler, made-up time, and an order of events that follows from N
        #[arg(long, value_name = "N", conflicts_with_all = ["schedulers", "listen"],
              value_parser = parse_seed)]
        seed: Option<u64>,
        /// Run the program on so many nodes, node1:1 and so on, with a network that is made up; each
        /// gets the addresses of all after its arguments
        #[arg(long, value_name = "K", requires = "seed", conflicts_with = "metrics",
              value_parser = clap::value_parser!(u16).range(1..=MOST_NODES))]
        nodes: Option<u16>,
        /// End after so many seconds of the made-up time
        #[arg(long, value_name = "SECONDS", requires = "nodes")]
        until: Option<u32>,
        /// Sample where processes use fuel and memory: print a table at the end, and write flame graphs and
        /// folded stacks beside FILE
        #[arg(long, value_name = "FILE", num_args = 0..=1, require_equals = true,
              default_missing_value = "profile.svg", conflicts_with = "nodes")]
        profile: Option<PathBuf>,
        /// The program, what `mound bundle` has made, or an installed library as LIBRARY@VERSION,
        /// then its arguments; in a project, its program if there is none
        #[arg(value_name = "FILE|LIBRARY")]
        file: Option<String>,
        #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
        arguments: Vec<String>,
    },
    /// Run a scenario: a program that starts nodes, cuts their network and ends them, in made-up
    /// time, with (mound simulate)
    Simulate {
        #[command(flatten)]
        settings: Settings,
        /// What everything that is random follows from
        #[arg(long, value_name = "N", default_value_t = 1, conflicts_with = "seeds",
              value_parser = parse_seed)]
        seed: u64,
        /// Try these seeds until the scenario fails with one: it ends with another status than 0. Then
        /// look for the steps that it needs to fail, and show what happened
        #[arg(long, value_name = "FROM-TO", value_parser = parse_seeds)]
        seeds: Option<RangeInclusive<u64>>,
        /// How many runs a search makes to find fewer steps
        #[arg(long, value_name = "RUNS", default_value_t = 100, requires = "seeds")]
        shrink: u32,
        /// Leave out these steps, as a search names them: scenario:2,client:1,latency
        #[arg(long, value_name = "STEPS", conflicts_with = "seeds")]
        without: Option<Without>,
        /// Show which messages were sent, what nodes noted, and what happened to them
        #[arg(long, value_enum, value_name = "FORM")]
        diagram: Option<Diagram>,
        /// Write what happened to a file, for recorded-outcome of (mound simulate)
        #[arg(long, value_name = "FILE", conflicts_with = "seeds")]
        record: Option<PathBuf>,
        /// End after so many seconds of the made-up time
        #[arg(long, value_name = "SECONDS")]
        until: Option<u32>,
        file: String,
        #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
        arguments: Vec<String>,
    },
    /// Type expressions and see their values
    Repl {
        #[command(flatten)]
        settings: Settings,
        #[command(flatten)]
        listening: Listening,
    },
    /// Type expressions that a running node evaluates, and see their values here
    Attach {
        #[command(flatten)]
        settings: Settings,
        /// The node
        #[arg(value_name = "HOST:PORT", value_parser = parse_address)]
        node: String,
    },
    /// Evaluate expressions and print the value of each
    Eval {
        #[command(flatten)]
        settings: Settings,
        expression: String,
    },
    /// Run a node that others can connect to, until it is told to end
    Node {
        #[command(flatten)]
        settings: Settings,
        /// Where to listen; port 0 lets the system choose, and 0.0.0.0 means all addresses
        #[arg(long, value_name = "HOST:PORT", value_parser = parse_address)]
        listen: String,
        /// The address that other nodes are told and dial, if they cannot dial that of --listen:
        /// this machine's name among them, or what a router or container forwards; port 0 means
        /// that of --listen
        #[arg(long, value_name = "HOST:PORT", value_parser = parse_address)]
        advertise: Option<String>,
        #[command(flatten)]
        watching: Watching,
        /// A program to run on it, or what `mound bundle` has made
        file: Option<String>,
        #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
        arguments: Vec<String>,
    },
    /// Run an application name server for channels of (pony), until it is told to end
    #[command(args_conflicts_with_subcommands = true)]
    Ans {
        #[command(flatten)]
        settings: Settings,
        /// Where to listen; port 0 lets the system choose [default: localhost, with the port that the
        /// file .pony.tcpip.ans-conf of this directory or of the home directory has in a line port=,
        /// or 7400]
        #[arg(long, value_name = "HOST:PORT", value_parser = parse_address)]
        listen: Option<String>,
        /// The address that other nodes are told and dial, if they cannot dial that of --listen
        #[arg(long, value_name = "HOST:PORT", requires = "listen", value_parser = parse_address)]
        advertise: Option<String>,
        /// Write the address into this file: .pony.tcpip.ans.NAME is found by the name NAME
        #[arg(long, value_name = "FILE")]
        address_file: Option<PathBuf>,
        #[command(subcommand)]
        command: Option<NameServer>,
    },
    /// Compile programs and libraries and report what is wrong with them, without running them
    Check {
        #[command(flatten)]
        sourcing: Sourcing,
        /// Exit with status 1 if there are warnings
        #[arg(long)]
        strict: bool,
        /// Print an object of JSON in a line for each thing that is wrong, on standard output
        #[arg(long)]
        json: bool,
        /// Also show, on standard output, what each procedure takes along that is written where it is sent to
        /// another node; how large that is when it runs, `mound report` tells
        #[arg(long)]
        travels: bool,
        /// Programs and libraries, and directories whose files *.scm, *.sld, *.sps and *.sls are
        /// checked, except those that others include; `-` is standard input; in a project, all of it if
        /// none is given
        #[arg(value_name = "FILE|DIR")]
        paths: Vec<PathBuf>,
    },
    /// Write programs and libraries anew in one style: indentation, spaces, line ends
    Fmt {
        /// Change nothing; name the files that are not formatted, and exit with status 1 if there
        /// are any
        #[arg(long)]
        check: bool,
        /// Files, and directories whose files *.scm, *.sld, *.sps and *.sls are formatted; this
        /// directory if none is given; `-` formats standard input to standard output
        #[arg(value_name = "FILE|DIR")]
        paths: Vec<PathBuf>,
    },
    /// Write a reference of all libraries as pages of HTML, from the `;;>` comments of their sources
    Doc {
        #[command(flatten)]
        settings: Settings,
        /// Where the pages are written
        #[arg(long, value_name = "DIR", default_value = "mound-reference")]
        output: PathBuf,
        /// Libraries, or a directory of them, to describe beside those of Mound; without one, those
        /// of the project if this directory is in one
        #[arg(value_name = "FILE|DIR")]
        path: Option<PathBuf>,
    },
    /// Serve an editor, by the language server protocol on standard input and output
    Lsp {
        #[command(flatten)]
        settings: Settings,
    },
    /// Find out whether nodes can run here, and why two of them cannot talk
    Doctor {
        /// Another node
        #[arg(value_name = "HOST:PORT")]
        node: Option<String>,
    },
    /// Show what the processes of a running node do
    Top {
        /// The node
        #[arg(value_name = "HOST:PORT", value_parser = parse_address)]
        node: String,
        /// Print one table and end
        #[arg(long)]
        once: bool,
        /// Seconds between two looks at the node
        #[arg(long, default_value_t = 2.0, value_name = "SECONDS")]
        interval: f64,
        /// Processes shown
        #[arg(long, default_value_t = 20, value_name = "N")]
        count: usize,
        /// What the first process has most of
        #[arg(long, value_enum, default_value_t = Order::Cpu)]
        by: Order,
    },
    /// Show which libraries a running node has, in which versions, and which processes are in them
    Versions {
        /// The node
        #[arg(value_name = "HOST:PORT", value_parser = parse_address)]
        node: String,
        /// Print an array of JSON
        #[arg(long)]
        json: bool,
    },
    /// Load changed libraries on a running node, and show which processes stay in old code
    Upgrade {
        /// The node
        #[arg(value_name = "HOST:PORT", value_parser = parse_address)]
        node: String,
        /// Load nothing; show what would be loaded, and who would stay in old code
        #[arg(long)]
        dry_run: bool,
        /// Print an object of JSON
        #[arg(long)]
        json: bool,
        /// Libraries in directories of the node, as greeter/words, or versions, as
        /// github.com/fred/hello@1.5; all whose files have changed if none is given
        #[arg(value_name = "LIBRARY")]
        libraries: Vec<String>,
    },
    /// Show a running node in a browser: a page on loopback, for the first one that opens its link
    Observe {
        /// The node
        #[arg(value_name = "HOST:PORT", value_parser = parse_address)]
        node: String,
        /// The port of loopback at which the page is served; a free one if it is 0
        #[arg(long, default_value_t = 0)]
        port: u16,
        /// Let the page end processes
        #[arg(long)]
        changes: bool,
    },
    /// Run suites of tests that use (srfi 64), each in a process of its own
    Test {
        #[command(flatten)]
        settings: Settings,
        #[command(flatten)]
        suites: Suites,
    },
    /// Fetch libraries and what they depend on; in a project, without names, what it imports
    Install {
        #[command(flatten)]
        modules: Modules,
        /// Libraries as github.com/fred/hello@1.0, or URLs or directories of git repositories, with
        /// @VERSION (a tag, branch or commit) or without
        #[arg(value_name = "LIBRARY|URL")]
        libraries: Vec<String>,
    },
    /// Remove installed versions of libraries, or all versions if none is given
    Uninstall {
        #[arg(required = true, value_name = "LIBRARY")]
        libraries: Vec<String>,
    },
    /// Fetch branches again, those of all installed libraries if none is given; tags stay as they are
    Update {
        #[arg(value_name = "LIBRARY")]
        libraries: Vec<String>,
    },
    /// Show the libraries that are installed: version, commit, and where they are from
    List,
    /// Ask the origins of installed libraries whether there is something newer
    Outdated,
    /// Show what is known of a library: its versions, its parts and what it imports
    Info {
        #[arg(value_name = "LIBRARY")]
        library: String,
    },
    /// Show what imports a library: the project, or other libraries
    Why {
        #[arg(value_name = "LIBRARY")]
        library: String,
    },
    /// Make a project: a program or library, a test, a manifest and a first commit
    New {
        /// The directory, whose name is that of the project
        name: PathBuf,
        /// Make a library for others to import
        #[arg(long)]
        library: bool,
    },
    /// Make one executable file of a program, its libraries and Mound
    Build {
        #[command(flatten)]
        settings: Settings,
        /// The file to make [default: the name of the program, without .scm; in a project, the name
        /// of the project]
        #[arg(long, short, value_name = "FILE")]
        output: Option<PathBuf>,
        /// The program; in a project, its program if there is none
        file: Option<String>,
    },
    /// Pack a program, or an installed library, with all libraries that it needs into one file, for
    /// `mound run` and `mound node` where there is nothing to fetch them from
    Bundle {
        #[command(flatten)]
        settings: Settings,
        /// The file to make [default: the name of the program or library, and .bundle]
        #[arg(long, short, value_name = "FILE")]
        output: Option<PathBuf>,
        /// The program, or a library as LIBRARY@VERSION; in a project, its program if there is none
        #[arg(value_name = "FILE|LIBRARY")]
        file: Option<String>,
    },
    /// Run a program and show what would travel with one of its procedures to another node
    Report {
        #[command(flatten)]
        settings: Settings,
        file: String,
        /// The name of a procedure, or an expression that gives one
        #[arg(value_name = "PROCEDURE")]
        procedure: String,
    },
    /// Let machines into a cluster, whose nodes trust each other
    Cluster {
        #[command(subcommand)]
        command: Cluster,
    },
    /// Show the bytecode of a program and of the libraries it brings along
    Disassemble {
        #[command(flatten)]
        settings: Settings,
        /// Show the machine code of this processor beside it
        #[arg(long)]
        native: bool,
        file: String,
    },
    /// Print what a shell needs to complete the command line of `mound`
    Completions { shell: Shell },
    /// Write the manual pages of `mound` and of its commands
    Manual {
        /// Where the pages, mound.1 and others, are written
        #[arg(value_name = "DIR")]
        directory: PathBuf,
    },
}

/// Which tests are run, and how.
#[derive(Args, Debug)]
pub struct Suites {
    /// Run only the tests whose names, with those of their groups, contain this text
    #[arg(long, value_name = "PATTERN")]
    pub filter: Option<String>,
    /// Files to run at the same time
    #[arg(long, value_name = "N", default_value_t = usual_jobs())]
    pub jobs: usize,
    /// How long each test may take
    #[arg(long, value_name = "SECONDS", default_value_t = 60, value_parser = clap::value_parser!(u32).range(1..))]
    pub timeout: u32,
    /// Show the output of tests that passed, too
    #[arg(long)]
    pub show_output: bool,
    /// Run the tests again whenever a source changes
    #[arg(long)]
    pub watch: bool,
    /// Run them repeatably, as `mound run --seed N` does
    #[arg(long, value_name = "N", conflicts_with = "schedulers", value_parser = parse_seed)]
    pub seed: Option<u64>,
    /// Run them with each of the seeds from 1 to N
    #[arg(long, value_name = "N", conflicts_with_all = ["seed", "schedulers"],
          value_parser = clap::value_parser!(u64).range(1..))]
    pub seeds: Option<u64>,
    /// Print how many lines and procedures of the files that the tests import were run, and write
    /// lcov.info and pages of HTML into this directory
    #[arg(long, value_name = "DIR", num_args = 0..=1, require_equals = true,
          default_missing_value = "coverage")]
    pub coverage: Option<PathBuf>,
    /// Suites, and directories whose files *-test.scm, and all files in directories `tests`,
    /// are suites, and whose libraries' documented examples are tests; if none is given, the
    /// project, or this directory
    #[arg(value_name = "FILE|DIR")]
    pub paths: Vec<PathBuf>,
}

/// What can be done with the cluster of this machine: the one whose authority it holds, or that it joined.
#[derive(Subcommand, Debug)]
pub enum Cluster {
    /// Make the authority of a cluster here; its key stays on this machine
    Init,
    /// Let one machine in: prints a token and waits until that machine has joined
    Invite {
        /// The name of the machine in the cluster
        name: String,
        /// Where to wait for it; port 0 lets the system choose
        #[arg(long, value_name = "HOST:PORT", value_parser = parse_address)]
        listen: String,
        /// What the machine is to dial, if it cannot dial the address of --listen
        #[arg(long, value_name = "HOST:PORT", value_parser = parse_address)]
        advertise: Option<String>,
        /// How long the token is good
        #[arg(long, default_value_t = 15, value_name = "MINUTES",
              value_parser = clap::value_parser!(u32).range(1..=10_080))]
        minutes: u32,
        /// How long its certificate is good, in days, or with h or m in hours or minutes; it is
        /// renewed before, as long as its nodes meet one of this machine
        #[arg(long, default_value = "365", value_name = "TIME", value_parser = parse_time)]
        valid: Duration,
        /// What its nodes may do on others: observe, message, spawn, code, admin, with commas
        /// between them, or all
        #[arg(long, default_value_t = Roles::USUAL, value_name = "ROLES", value_parser = parse_roles)]
        roles: Roles,
    },
    /// Join the cluster that has invited this machine
    Join {
        /// Where `mound cluster invite` waits
        #[arg(value_name = "HOST:PORT", value_parser = parse_address)]
        address: String,
        /// The token that it has printed; read from standard input if it is not here
        token: Option<String>,
        /// Give up the cluster that this machine belongs to
        #[arg(long)]
        replace: bool,
    },
    /// Show the machines that were let in, or what this machine is in its cluster
    List,
    /// Put a machine out: its connections end, and it gets no new ones
    Revoke {
        /// The name of the machine in the cluster
        name: String,
        /// Tell this node at once (may be given several times); usually a node of this machine
        /// tells those that it meets
        #[arg(long, value_name = "HOST:PORT", value_parser = parse_address)]
        tell: Vec<String>,
    },
    /// Replace the key of the authority; machines get new certificates while their nodes run
    Rotate {
        /// How long the old key is believed, in days, or with h or m in hours or minutes: a machine
        /// that is away for longer than half of it has to join again
        #[arg(long, default_value = "30", value_name = "TIME", value_parser = parse_overlap)]
        overlap: Duration,
        /// Tell this node at once (may be given several times)
        #[arg(long, value_name = "HOST:PORT", value_parser = parse_address)]
        tell: Vec<String>,
    },
}

/// What can be asked of a name server that runs.
#[derive(Subcommand, Debug)]
pub enum NameServer {
    /// Show the applications that it knows: `active`, or `pending` if slaves wait for the master
    List {
        /// HOST:PORT, or NAME for what the file .pony.tcpip.ans.NAME says [default: what
        /// .pony.tcpip.ans says, or localhost:7400]
        #[arg(value_name = "SERVER", default_value = "", hide_default_value = true)]
        server: String,
    },
    /// End it; applications that run go on
    Stop {
        /// HOST:PORT, or NAME for what the file .pony.tcpip.ans.NAME says [default: what
        /// .pony.tcpip.ans says, or localhost:7400]
        #[arg(value_name = "SERVER", default_value = "", hide_default_value = true)]
        server: String,
    },
}

/// How `top` sorts processes.
#[derive(clap::ValueEnum, Debug, Clone, Copy, PartialEq, Eq)]
pub enum Order {
    /// Reductions since the last look
    Cpu,
    /// Bytes of memory
    Memory,
    /// Messages that wait
    Mailbox,
    /// Seconds for which its oldest message has been seen to wait
    Oldest,
}

fn usual_jobs() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}
