//! What can be said on the command line.

use crate::about;
use crate::simulating::Diagram;
use clap::{Args, Parser, Subcommand};
use clap_complete::Shell;
use mound_engine::{Limits, Log, Roles, Without, parse_limits, parse_size};
use mound_modules::Mode;
use mound_modules::trust::CodeFrom;
use std::ffi::OsString;
use std::ops::RangeInclusive;
use std::path::PathBuf;
use std::time::Duration;

/// Mound: a Scheme for programs that run on many machines.
#[derive(Parser, Debug)]
#[command(name = "mound", version = about::short(), long_version = about::long(), about, after_help = EXIT_STATUS)]
pub struct Arguments {
    #[command(subcommand)]
    pub command: Command,
}

/// More threads than any machine has cores for; thousands of them only wait for each other.
const MOST_SCHEDULERS: i64 = 1024;

/// Simulated nodes, each of which takes megabytes and a thread of its compiler.
const MOST_NODES: i64 = 256;

/// Reductions in one turn of a process.
const USUAL_FUEL: i64 = 4000;

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
        #[arg(long, value_name = "N", conflicts_with_all = ["schedulers", "listen"])]
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
        #[arg(long, value_name = "N", default_value_t = 1, conflicts_with = "seeds")]
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
    #[arg(long, value_name = "N", conflicts_with = "schedulers")]
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
}

/// What may be fetched.
#[derive(Args, Debug, Clone, Default)]
pub struct Modules {
    /// Fetch libraries from this location without asking, such as github.com/fred (may be given
    /// several times; `none` forgets those of the configuration; also MOUND_TRUST in the environment)
    #[arg(long, value_name = "LOCATION")]
    pub trust: Vec<String>,
    /// When to ask before a library is fetched: always, repl or never (also MOUND_ASK) [default: repl]
    #[arg(long, value_name = "MODE")]
    pub ask: Option<Mode>,
    /// Install libraries into this directory, and look for them there (also MOUND_MODULES in the
    /// environment, which all commands heed) [default: modules below MOUND_HOME]
    #[arg(long, value_name = "DIRECTORY")]
    pub modules: Option<PathBuf>,
    /// Fetch nothing: use what is installed
    #[arg(long)]
    pub offline: bool,
    /// Where the code of a library with a version is from that another node uses and this one lacks: from
    /// that node (peer), built here from its repository by the rules of trust (repository), or
    /// that if it can be and else from the node (both) [default: peer]
    #[arg(long, value_name = "FROM")]
    pub fetch_code: Option<CodeFrom>,
}

/// How a program or REPL is a node that others reach.
#[derive(Args, Debug)]
pub struct Listening {
    /// Listen for other nodes at HOST:PORT meanwhile
    #[arg(long, value_name = "HOST:PORT", value_parser = parse_address)]
    pub listen: Option<String>,
    /// The address that other nodes are told and dial, if they cannot dial that of --listen
    #[arg(long, value_name = "HOST:PORT", requires = "listen", value_parser = parse_address)]
    pub advertise: Option<String>,
    #[command(flatten)]
    pub watching: Watching,
}

impl Listening {
    /// Where to listen, and what others are told.
    pub fn place(&self) -> Option<(&str, Option<&str>)> {
        let listen = self.listen.as_deref()?;
        Some((listen, self.advertise.as_deref()))
    }
}

/// How a node is watched from outside.
#[derive(Args, Debug)]
pub struct Watching {
    /// Serve http://HOST:PORT/metrics, /healthz and /readyz meanwhile
    #[arg(long, value_name = "[HOST:]PORT", value_parser = parse_metrics)]
    pub metrics: Option<String>,
}

/// What all commands that run programs know.
#[derive(Args, Debug, Clone)]
pub struct Settings {
    #[command(flatten)]
    pub modules: Modules,
    /// Look for libraries in this directory first (may be given several times)
    #[arg(short = 'I', value_name = "DIR")]
    pub library_directories: Vec<PathBuf>,
    /// Take Mound's own libraries from this directory, if they are there (for tests of Mound)
    #[arg(long, value_name = "DIR", hide = true)]
    pub own_libraries: Option<PathBuf>,
    /// Scheduler threads; 0 means one for each core
    #[arg(long, default_value_t = 0, value_name = "N",
          value_parser = clap::value_parser!(u16).range(0..=MOST_SCHEDULERS))]
    pub schedulers: u16,
    /// Interpret everything: make no machine code (also with MOUND_NATIVE=off in the environment)
    #[arg(long)]
    pub no_native: bool,
    /// Interpret some procedures and compile the others, as the seed decides (for tests of Mound)
    #[arg(long, value_name = "SEED", hide = true)]
    pub mixed: Option<u64>,
    /// Memory that all processes together may take, such as 512m or 4g; none: no limit (also
    /// MOUND_MEMORY in the environment) [default: three quarters of what is free]
    #[arg(long, value_name = "SIZE", value_parser = parse_memory)]
    pub memory: Option<u64>,
    /// What a process may take that is not given limits of its own: heap=SIZE (none: as much as there
    /// is; usually a quarter of the memory of all), mailbox=COUNT,
    /// mailbox-bytes=SIZE, when-heap-full=kill|raise,
    /// when-mailbox-full=kill|raise|drop-newest|drop-oldest|suspend, with commas between them
    #[arg(long, value_name = "LIMITS", value_parser = parse_limits)]
    pub limits: Option<Limits>,
    /// Another node is lost when nothing was heard of it for so long [default: 4]
    #[arg(long, value_name = "SECONDS", value_parser = clap::value_parser!(u16).range(2..=3600))]
    pub node_timeout: Option<u16>,
    /// What is written down on standard error: off, error, warning, info or debug, and with commas
    /// others for single subjects, as in warning,node=info; subjects are compiler, code, memory,
    /// node, process, program and scheduler (also MOUND_LOG) [default: warning]
    #[arg(long, value_name = "LEVELS", value_parser = parse_log)]
    pub log: Option<String>,
    /// How that looks: plain, text (with the time) or json (also MOUND_LOG_FORMAT) [default: plain]
    #[arg(long, value_name = "FORMAT", value_parser = ["plain", "text", "json"])]
    pub log_format: Option<String>,
    /// Reductions in one turn of a process
    #[arg(long, default_value_t = USUAL_FUEL, value_name = "N", hide = true)]
    pub fuel: i64,
    /// Collect at each chance and check the heap afterwards (for tests of Mound)
    #[arg(long, hide = true)]
    pub zeal: bool,
    /// Turn running processes into bytes and back at random safepoints (for tests of Mound)
    #[arg(long, value_name = "SEED", hide = true)]
    pub serialize_anywhere: Option<u64>,
    /// Write to this file which lines and procedures of the program's files were run, and how often,
    /// in the format of LCOV
    #[arg(long, value_name = "FILE", hide = true)]
    pub report_coverage: Option<PathBuf>,
    /// Say at the end how much fuel the program's process has used (for tests of Mound)
    #[arg(long, hide = true)]
    pub report_fuel: bool,
    /// Say after the end what did not come back: bytes of the budget, timers, monitors, handles and the
    /// like (for tests of Mound)
    #[arg(long, hide = true)]
    pub report_left: bool,
    /// Say at the end how much machine code was made, and in what time (for measurements)
    #[arg(long, hide = true)]
    pub report_code: bool,
}

/// What commands know that compile and run nothing.
#[derive(Args, Debug, Clone)]
pub struct Sourcing {
    #[command(flatten)]
    pub modules: Modules,
    /// Look for libraries in this directory first (may be given several times)
    #[arg(short = 'I', value_name = "DIR")]
    pub library_directories: Vec<PathBuf>,
    /// Take Mound's own libraries from this directory, if they are there (for tests of Mound)
    #[arg(long, value_name = "DIR", hide = true)]
    pub own_libraries: Option<PathBuf>,
}

impl Sourcing {
    /// The same with what is usual for all else.
    pub fn settings(self) -> Settings {
        Settings {
            modules: self.modules,
            library_directories: self.library_directories,
            own_libraries: self.own_libraries,
            schedulers: 0,
            no_native: false,
            mixed: None,
            memory: None,
            limits: None,
            node_timeout: None,
            fuel: USUAL_FUEL,
            zeal: false,
            serialize_anywhere: None,
            report_coverage: None,
            report_fuel: false,
            report_left: false,
            report_code: false,
            log: None,
            log_format: None,
        }
    }
}

impl Settings {
    /// The flags that say the same to another process of this program.
    pub fn flags(&self) -> Vec<OsString> {
        let mut flags: Vec<OsString> = Vec::new();
        for directory in &self.library_directories {
            flags.extend(["-I".into(), directory.into()]);
        }
        if let Some(directory) = &self.own_libraries {
            flags.extend(["--own-libraries".into(), directory.into()]);
        }
        for (flag, said) in [("--log", &self.log), ("--log-format", &self.log_format)] {
            if let Some(said) = said {
                flags.extend([flag.into(), said.into()]);
            }
        }
        for location in &self.modules.trust {
            flags.extend(["--trust".into(), location.into()]);
        }
        if let Some(mode) = self.modules.ask {
            flags.extend(["--ask".into(), mode.word().into()]);
        }
        if let Some(directory) = &self.modules.modules {
            flags.extend(["--modules".into(), directory.into()]);
        }
        if self.modules.offline {
            flags.push("--offline".into());
        }
        if self.schedulers > 0 {
            flags.extend(["--schedulers".into(), self.schedulers.to_string().into()]);
        }
        if self.no_native {
            flags.push("--no-native".into());
        }
        if let Some(seed) = self.mixed {
            flags.extend(["--mixed".into(), seed.to_string().into()]);
        }
        if self.fuel != USUAL_FUEL {
            flags.extend(["--fuel".into(), self.fuel.to_string().into()]);
        }
        if let Some(bytes) = self.memory {
            flags.extend(["--memory".into(), bytes.to_string().into()]);
        }
        if let Some(limits) = self.limits {
            flags.extend(["--limits".into(), limits.to_string().into()]);
        }
        if let Some(seconds) = self.node_timeout {
            flags.extend(["--node-timeout".into(), seconds.to_string().into()]);
        }
        if self.zeal {
            flags.push("--zeal".into());
        }
        if let Some(seed) = self.serialize_anywhere {
            flags.extend(["--serialize-anywhere".into(), seed.to_string().into()]);
        }
        flags
    }
}

fn usual_jobs() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}

/// The memory of all processes together.
pub fn parse_memory(text: &str) -> Result<u64, String> {
    match parse_size(text)? {
        0 => Err("no process runs without memory; `none` is no limit".to_owned()),
        bytes => Ok(bytes),
    }
}

/// The address of a node, as it was written: what it is called is the node's business.
fn parse_address(text: &str) -> Result<String, String> {
    match mound_engine::is_address(text) {
        true => Ok(text.to_owned()),
        false => Err(
            "an address is a host, a colon and a port, as in localhost:3001 or [::1]:3001"
                .to_owned(),
        ),
    }
}

/// Levels of the log, as they were written.
fn parse_log(text: &str) -> Result<String, String> {
    Log::parse(text).map(|_| text.to_owned())
}

/// Where metrics are served: an address, or a port of loopback.
fn parse_metrics(text: &str) -> Result<String, String> {
    match text.parse::<u16>() {
        Ok(port) => Ok(format!("localhost:{port}")),
        Err(_) => parse_address(text),
    }
}

/// `1-100`.
fn parse_seeds(text: &str) -> Result<RangeInclusive<u64>, String> {
    let ends = text.split_once('-');
    let ends = ends.and_then(|(first, last)| Some((first.parse().ok()?, last.parse().ok()?)));
    match ends {
        Some((first, last)) if first <= last => Ok(first..=last),
        _ => Err("seeds are two numbers with a hyphen between them, as in 1-100".to_owned()),
    }
}

/// `observe,message`, or `all`.
fn parse_roles(text: &str) -> Result<Roles, String> {
    Roles::parse(text).map_err(|word| {
        format!("`{word}` is no role: expected observe, message, spawn, code, admin, or all")
    })
}

/// `30` or `30d`, `12h`, `90m`, `20s`.
fn parse_overlap(text: &str) -> Result<Duration, String> {
    let (number, unit) = match text.find(|letter: char| !letter.is_ascii_digit()) {
        Some(end) => text.split_at(end),
        None => (text, "d"),
    };
    let seconds: Option<u64> = match unit {
        "d" => Some(24 * 3600),
        "h" => Some(3600),
        "m" => Some(60),
        "s" => Some(1),
        _ => None,
    };
    let number: Option<u64> = number.parse().ok();
    let time = number.and_then(|number| number.checked_mul(seconds?));
    time.filter(|time| *time <= TIME_MAX)
        .map(Duration::from_secs)
        .ok_or_else(|| {
            "a time is a number of days up to 36500, or of hours, minutes or seconds with h, m or s"
                .to_owned()
        })
}

/// A hundred years.
const TIME_MAX: u64 = 36_500 * 24 * 3600;

/// The same, and more than nothing.
fn parse_time(text: &str) -> Result<Duration, String> {
    match parse_overlap(text)? {
        Duration::ZERO => Err("it would be over at once".to_owned()),
        time => Ok(time),
    }
}
