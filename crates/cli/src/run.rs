//! The commands, except the REPL.

use crate::arguments::{Arguments, Command, Settings, Watching, parse_memory};
use crate::{
    ans, checking, cluster, doctor, formatting, language, manuals, observe, packages, profiling,
    projects, references, repl, reporting, signals, simulating, standard, suites, top, versions,
};
use mound_engine::{Coverage, Engine, Left, Log, Native, Options, ReplOutcome};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

/// The program could not be read or compiled.
pub const STATUS_SOURCE: i32 = 3;
/// The node could not be started.
pub const STATUS_NODE: i32 = 4;

/// What to print on standard error, and the status to exit with.
#[derive(Debug)]
pub struct Failure {
    pub text: String,
    pub status: i32,
}

impl Failure {
    pub fn source(text: String) -> Failure {
        Failure {
            text: with_newline(text),
            status: STATUS_SOURCE,
        }
    }

    pub fn node(text: String) -> Failure {
        Failure {
            text: format!("error: {}", with_newline(text)),
            status: STATUS_NODE,
        }
    }
}

fn with_newline(mut text: String) -> String {
    if !text.ends_with('\n') {
        text.push('\n');
    }
    text
}

/// Does what was asked; returns the exit status.
pub fn perform(arguments: Arguments) -> Result<i32, Failure> {
    match arguments.command {
        Command::Run {
            settings,
            listening,
            seed,
            nodes,
            until,
            profile,
            file,
            arguments,
        } => {
            if let (Some(seed), Some(count)) = (seed, nodes) {
                let file = projects::program(file.as_deref())?;
                let Program::Source(source) = Program::find(&file)? else {
                    let text =
                        format!("error: {file} is a bundle; nodes are simulated from sources");
                    return Err(Failure::source(text));
                };
                let settings = &settings;
                let plan = simulating::Plan {
                    settings,
                    seed,
                    without: mound_engine::Without::default(),
                    until,
                };
                return plan.run_nodes(count, source, arguments);
            }
            let way = Way {
                addresses: listening.addresses(),
                watching: &listening.watching,
                seed,
                profile: profile.as_deref(),
            };
            run(&settings, way, file.as_deref(), arguments)
        }
        Command::Simulate {
            settings,
            seed,
            seeds,
            shrink,
            without,
            diagram,
            record,
            until,
            file,
            arguments,
        } => {
            let scenario = simulating::Scenario {
                settings: &settings,
                until,
                file: &file,
                arguments: &arguments,
            };
            match seeds {
                Some(seeds) => scenario.search(seeds, shrink, diagram.unwrap_or_default()),
                None => {
                    let without = without.unwrap_or_default();
                    scenario.run(seed, without, diagram, record.as_deref())
                }
            }
        }
        Command::Repl {
            settings,
            listening,
        } => {
            let mut options = options(&settings, &["repl".to_owned()], None)?;
            if let Some(modules) = &mut options.modules {
                modules.person = packages::person_at_a_repl();
            }
            let engine = Engine::start(options).map_err(Failure::node)?;
            if let Some((listen, advertise)) = listening.addresses() {
                let address = engine.listen(listen, advertise).map_err(Failure::node)?;
                standard::output(&format!("listening at {address}\n"))?;
            }
            serve_metrics(&listening.watching, &engine)?;
            let status = repl::run(&engine).map_err(Failure::node)?;
            engine.shutdown();
            Ok(status)
        }
        Command::Attach { settings, node } => {
            let options = options(&settings, &["attach".to_owned(), node.clone()], None)?;
            let engine = Engine::start(options).map_err(Failure::node)?;
            let status = repl::attach(&engine, &node).map_err(Failure::node)?;
            engine.shutdown();
            Ok(status)
        }
        Command::Eval {
            settings,
            expression,
        } => eval(&settings, &expression),
        Command::Node {
            settings,
            listen,
            advertise,
            watching,
            file,
            arguments,
        } => {
            let addresses = (&*listen, advertise.as_deref());
            node(&settings, addresses, &watching, file.as_deref(), arguments)
        }
        Command::Ans {
            settings,
            listen,
            advertise,
            address_file,
            command,
        } => match command {
            Some(command) => ans::ask(&command),
            None => {
                let addresses = listen
                    .as_deref()
                    .map(|listen| (listen, advertise.as_deref()));
                ans::run(&settings, addresses, address_file)
            }
        },
        Command::Doctor { node } => doctor::examine(node.as_deref()),
        Command::Cluster { command } => cluster::perform(&command),
        Command::Doc {
            settings,
            output,
            path,
        } => references::run(&settings, path, &output),
        Command::Lsp { settings } => language::run(settings),
        Command::Completions { shell } => manuals::completions(shell),
        Command::Manual { directory } => manuals::write(&directory),
        Command::Fmt { check, paths } => formatting::run(&paths, check),
        Command::Install { modules, libraries } => packages::install(&modules, &libraries),
        Command::Uninstall { libraries } => packages::uninstall(&libraries),
        Command::Update { libraries } => packages::update(&libraries),
        Command::List => packages::list(),
        Command::Outdated => packages::outdated(),
        Command::Info { library } => packages::info(&library),
        Command::Why { library } => packages::why(&library),
        Command::New { name, library } => projects::new(&name, library),
        Command::Build {
            settings,
            output,
            file,
        } => projects::build(&settings, file.as_deref(), output),
        Command::Bundle {
            settings,
            output,
            file,
        } => projects::bundle(&settings, file.as_deref(), output),
        Command::Report {
            settings,
            file,
            procedure,
        } => reporting::run(&settings, &file, &procedure),
        Command::Check {
            sourcing,
            strict,
            json,
            travels,
            paths,
        } => {
            let paths = packages::named_or_project(paths)?;
            if paths.is_empty() {
                let text = "error: no file is named, and this directory is in no project\n\nUsage: mound check [OPTIONS] FILE|DIR...\n";
                return Err(Failure {
                    text: text.to_owned(),
                    status: 2,
                });
            }
            let telling = checking::Telling {
                strict,
                json,
                travels,
            };
            checking::run(&sourcing.settings(), &paths, &telling)
        }
        Command::Top {
            node,
            once,
            interval,
            count,
            by,
        } => top::top(&node, once, interval, count, by),
        Command::Versions { node, json } => versions::versions(&node, json),
        Command::Upgrade {
            node,
            dry_run,
            json,
            libraries,
        } => versions::upgrade(&node, dry_run, json, libraries),
        Command::Observe {
            node,
            port,
            changes,
        } => observe::observe(&node, port, changes),
        Command::Disassemble {
            settings,
            native,
            file,
        } => disassemble(&settings, &file, native),
        Command::Test {
            settings,
            mut suites,
        } => {
            suites.paths = packages::named_or_project(suites.paths)?;
            suites::run(&settings, &suites)
        }
    }
}

/// A program's text, its name in messages, and the file it came from.
pub struct Source {
    pub name: String,
    pub path: Option<PathBuf>,
    pub text: String,
}

/// What is to be run.
enum Program {
    Source(Source),
    /// What `mound bundle` has made, and its path.
    Bundle(PathBuf, Vec<u8>),
}

impl Program {
    /// In a file.
    fn read(file: &str) -> Result<Program, Failure> {
        if file == "-" {
            return read_source(file).map(Program::Source);
        }
        let path = PathBuf::from(file);
        match projects::read_program(&path) {
            Ok((bytes, true)) => Ok(Program::Bundle(path, bytes)),
            read => source_in(&path, read.map(|(bytes, _)| bytes)).map(Program::Source),
        }
    }

    /// In a file, or an installed library.
    fn find(file: &str) -> Result<Program, Failure> {
        match packages::library_source(file) {
            Some(source) => Ok(Program::Source(source)),
            None => Program::read(file),
        }
    }

    fn path(&self) -> Option<&Path> {
        match self {
            Program::Source(source) => source.path.as_deref(),
            Program::Bundle(path, _) => Some(path),
        }
    }

    fn run(self, engine: &Engine) -> Result<i32, Failure> {
        match self {
            Program::Source(Source { name, path, text }) => engine
                .run_program(&name, path, &text)
                .map_err(Failure::source),
            Program::Bundle(path, bytes) => engine
                .run_bundle(&bytes)
                .map_err(|why| Failure::source(format!("error: {}: {why}", path.display()))),
        }
    }
}

pub fn read_source(file: &str) -> Result<Source, Failure> {
    if file == "-" {
        let read = mound_base::read_source(std::io::stdin());
        return source("standard input", None, read);
    }
    let path = Path::new(file);
    source_in(path, mound_base::read_source_file(path))
}

fn source_in(path: &Path, bytes: std::io::Result<Vec<u8>>) -> Result<Source, Failure> {
    let name = path.display().to_string();
    source(&name, Some(path.to_owned()), bytes).map_err(|failure| with_similar(failure, path))
}

/// Files of a directory among which a similar name is sought.
const NAMES_LOOKED_AT: usize = 1000;

/// Says what was probably meant by a file that cannot be read.
fn with_similar(mut failure: Failure, path: &Path) -> Failure {
    let hint = if path.is_dir() {
        "a program is one file; `mound test` and `mound check` take directories".to_owned()
    } else if let Some(meant) = ["scm", "sld"]
        .map(|ending| path.with_added_extension(ending))
        .into_iter()
        .find(|meant| !path.exists() && meant.is_file())
    {
        format!("did you mean {}?", meant.display())
    } else if let Some(meant) = nearest_beside(path) {
        format!("did you mean {meant}?")
    } else {
        return failure;
    };
    failure.text.push_str(&format!("  hint: {hint}\n"));
    failure
}

/// The source in the directory of a file that is not there whose name is most like it.
fn nearest_beside(path: &Path) -> Option<String> {
    if path.exists() {
        return None;
    }
    let name = path.file_name()?.to_str()?;
    let directory = path
        .parent()
        .filter(|parent| !parent.as_os_str().is_empty());
    let entries = std::fs::read_dir(directory.unwrap_or(Path::new("."))).ok()?;
    let names = entries.flatten().take(NAMES_LOOKED_AT);
    let mut names: Vec<String> = names
        .filter_map(|entry| entry.file_name().into_string().ok())
        .filter(|name| {
            [".scm", ".sld", ".sps", ".sls"]
                .iter()
                .any(|ending| name.ends_with(ending))
        })
        .collect();
    names.sort_unstable();
    let same = names.iter().find(|other| other.eq_ignore_ascii_case(name));
    let nearest = same.cloned().or_else(|| {
        let nearest = mound_base::nearest(name, names.iter().map(String::as_str));
        nearest.map(str::to_owned)
    })?;
    Some(path.with_file_name(nearest).display().to_string())
}

fn source(
    name: &str,
    path: Option<PathBuf>,
    bytes: std::io::Result<Vec<u8>>,
) -> Result<Source, Failure> {
    let unreadable = |error: std::io::Error| {
        let why = mound_engine::why(&error);
        Failure::source(format!("error: cannot read {name}: {why}"))
    };
    let text = mound_base::decode(bytes.map_err(unreadable)?)
        .map_err(|error| Failure::source(error.render(name)))?;
    Ok(Source {
        name: name.to_owned(),
        path,
        text,
    })
}

/// Options for an engine that finds libraries beside `file`, in the directories given, and in
/// `MOUND_PATH`.
pub fn options(
    settings: &Settings,
    command_line: &[String],
    file: Option<&Path>,
) -> Result<Options, Failure> {
    let mut library_directories = settings.sourcing.library_directories.clone();
    if let Some(beside) = file.and_then(Path::parent) {
        library_directories.insert(0, beside.to_owned());
    }
    let directory = file.and_then(Path::parent).unwrap_or(Path::new(""));
    let modules = packages::settings(&settings.sourcing.modules, directory)?;
    if let Some(project) = packages::project(directory)? {
        library_directories.push(project.root);
    }
    if let Some(path) = std::env::var_os("MOUND_PATH") {
        library_directories.extend(std::env::split_paths(&path));
    }
    let memory = mound_engine::memory_limit(memory(settings)?);
    crate::allocator::use_pages_for(memory);
    Ok(Options {
        library_directories,
        own_libraries: settings.sourcing.own_libraries.clone(),
        modules,
        command_line: command_line.to_vec(),
        schedulers: settings.schedulers,
        fuel: settings.fuel.max(1),
        zeal: settings.zeal,
        serialize_anywhere: settings.serialize_anywhere,
        report_fuel: settings.report_fuel,
        report_code: settings.report_code,
        count_left: settings.report_left,
        ends_standing_still: true,
        native: native(settings)?,
        no_fast_paths: settings.no_fast_paths.clone(),
        memory,
        limits: settings.limits.unwrap_or_default(),
        node_timeout: settings
            .node_timeout
            .map(|seconds| Duration::from_secs(seconds.into())),
        on_lull: Some(crate::allocator::give_back),
        output_is_closed: standard::output_is_closed(),
        log: log(settings)?,
        ..Options::default()
    })
}

/// What is written down and how, by the flags and the environment.
fn log(settings: &Settings) -> Result<Log, Failure> {
    let said = |flag: &Option<String>, variable: &str| match flag {
        Some(said) => Some(("command line".to_owned(), said.clone())),
        None => Some((variable.to_owned(), std::env::var(variable).ok()?)),
    };
    let failed = |place: &str, why: String| Failure::node(format!("{place}: {why}"));
    let log = match said(&settings.log, "MOUND_LOG") {
        Some((place, levels)) => Log::parse(&levels).map_err(|why| failed(&place, why))?,
        None => Log::default(),
    };
    match said(&settings.log_format, "MOUND_LOG_FORMAT") {
        Some((place, form)) => log.in_form(&form).map_err(|why| failed(&place, why)),
        None => Ok(log),
    }
}

/// Serves what there is to tell of the node to those who watch it. A program of Scheme does that, in a process of the
/// node, so that an answer shows that its processes get on.
fn serve_metrics(watching: &Watching, engine: &Engine) -> Result<(), Failure> {
    let Some(address) = &watching.metrics else {
        return Ok(());
    };
    let program = format!("(import (mound metrics)) (metrics-command {address:?})");
    let served = engine.serve("metrics", &program);
    served.map_err(|why| Failure::node(format!("--metrics {address}: {why}")))
}

/// How much memory processes may take, by the flags and the environment.
fn memory(settings: &Settings) -> Result<Option<u64>, Failure> {
    match std::env::var("MOUND_MEMORY") {
        Ok(size) if settings.memory.is_none() => match parse_memory(&size) {
            Ok(bytes) => Ok(Some(bytes)),
            Err(why) => Err(Failure::node(format!("MOUND_MEMORY: {why}"))),
        },
        _ => Ok(settings.memory),
    }
}

pub fn start(
    settings: &Settings,
    command_line: &[String],
    file: Option<&Path>,
) -> Result<Engine, Failure> {
    Engine::start(options(settings, command_line, file)?).map_err(Failure::node)
}

/// What runs procedures, by the flags and the environment.
fn native(settings: &Settings) -> Result<Native, Failure> {
    let said = std::env::var_os("MOUND_NATIVE").unwrap_or_default();
    let native = match said.to_str() {
        Some("off") => Native::Off,
        Some("checked") => Native::Checked,
        Some("" | "on") => Native::On,
        _ => {
            let said = said.display();
            let why = format!("MOUND_NATIVE: expected `on`, `checked` or `off`, found `{said}`");
            return Err(Failure::node(why));
        }
    };
    Ok(match settings.mixed {
        _ if settings.no_native || native == Native::Off => Native::Off,
        Some(seed) => Native::Mixed(seed),
        None => native,
    })
}

pub fn command_line(file: &str, arguments: Vec<String>) -> Vec<String> {
    std::iter::once(file.to_owned()).chain(arguments).collect()
}

/// Where to listen, and what others are told.
pub type Addresses<'a> = (&'a str, Option<&'a str>);

/// How a program is run, beside the settings of all commands.
struct Way<'a> {
    addresses: Option<Addresses<'a>>,
    watching: &'a Watching,
    seed: Option<u64>,
    /// Where a profile goes.
    profile: Option<&'a Path>,
}

fn run(
    settings: &Settings,
    way: Way<'_>,
    file: Option<&str>,
    arguments: Vec<String>,
) -> Result<i32, Failure> {
    let file = &projects::program(file)?;
    let program = Program::find(file)?;
    let mut options = options(settings, &command_line(file, arguments), program.path())?;
    options.seed = way.seed;
    let coverage = settings
        .report_coverage
        .is_some()
        .then(Arc::<Coverage>::default);
    options.coverage = coverage.clone();
    let engine = Engine::start(options).map_err(Failure::node)?;
    signals::stop_when_asked(engine.stopper(), Some(engine.observer())).map_err(Failure::node)?;
    if let Some((listen, advertise)) = way.addresses {
        engine.listen(listen, advertise).map_err(Failure::node)?;
    }
    serve_metrics(way.watching, &engine)?;
    if way.profile.is_some() {
        engine.start_profile();
    }
    let status = program.run(&engine);
    let samples = way.profile.map(|file| (engine.stop_profile(), file));
    let (status, mut left) = finish(engine, status);
    if let Some((samples, file)) = samples {
        standard::error(&profiling::write(&samples, file)?);
    }
    if let Some((coverage, file)) = coverage.zip(settings.report_coverage.as_ref()) {
        std::fs::write(file, coverage.as_lcov()).map_err(|error| {
            let why = mound_engine::why(&error);
            Failure::node(format!("cannot write {}: {why}", file.display()))
        })?;
    }
    if settings.report_left {
        let bytes = mound_engine::unreturned_memory();
        if bytes != 0 {
            left.push(Left::new("memory", format!("{bytes} bytes")));
        }
        standard::error(&report_left(&left));
    }
    status
}

/// Each entry that did not come back, in a line.
fn report_left(left: &[Left]) -> String {
    match left {
        [] => "left: nothing\n".to_owned(),
        left => left
            .iter()
            .map(|Left { kind, what }| format!("left: {kind}: {what}\n"))
            .collect(),
    }
}

/// Ends the node; gives what did not come back. Output that was lost without the program's knowing is a failure.
pub fn finish(engine: Engine, status: Result<i32, Failure>) -> (Result<i32, Failure>, Vec<Left>) {
    let output = engine.finish_output();
    let left = engine.shutdown();
    let status = match (status, output) {
        (Ok(0), Err(why)) => Err(Failure {
            text: format!("error: {why}\n"),
            status: 1,
        }),
        (status, _) => status,
    };
    (status, left)
}

fn eval(settings: &Settings, expression: &str) -> Result<i32, Failure> {
    let engine = start(settings, &["eval".to_owned()], None)?;
    let interactive = engine.interactive().map_err(Failure::node)?;
    let mut offset = 0;
    let mut status = 0;
    while let Some((outcome, warnings, next)) =
        interactive.evaluate("expression", expression, offset, None)
    {
        standard::error(&warnings);
        interactive.flush();
        offset = next;
        match outcome {
            ReplOutcome::Value(Some(value)) => standard::output(&format!("{value}\n"))?,
            ReplOutcome::Value(None) => {}
            ReplOutcome::Rejected(text) => {
                standard::error(&text);
                status = STATUS_SOURCE;
                break;
            }
            ReplOutcome::Error(text) => {
                standard::error(&text);
                status = 1;
                break;
            }
            ReplOutcome::Exit(code) => {
                status = code;
                break;
            }
        }
    }
    finish(engine, Ok(status)).0
}

fn node(
    settings: &Settings,
    (listen, advertise): Addresses<'_>,
    watching: &Watching,
    file: Option<&str>,
    arguments: Vec<String>,
) -> Result<i32, Failure> {
    let program = file.map(Program::read).transpose()?;
    let engine = start(
        settings,
        &command_line(file.unwrap_or("node"), arguments),
        program.as_ref().and_then(Program::path),
    )?;
    signals::stop_when_asked(engine.stopper(), Some(engine.observer())).map_err(Failure::node)?;
    let address = engine.listen(listen, advertise).map_err(Failure::node)?;
    serve_metrics(watching, &engine)?;
    standard::output(&format!("listening at {address}\n"))?;
    if let Some(program) = program {
        let status = program.run(&engine)?;
        // A program that fails ends the node; one that has set up its processes leaves them running.
        if status != 0 {
            engine.shutdown();
            return Ok(status);
        }
    }
    let status = engine.wait_for_exit();
    engine.shutdown();
    Ok(status)
}

fn disassemble(settings: &Settings, file: &str, native: bool) -> Result<i32, Failure> {
    let source = read_source(file)?;
    let engine = start(settings, &[], source.path.as_deref())?;
    if native {
        let listing = engine.disassemble(&source.name, source.path, &source.text);
        let (listing, warnings) = listing.map_err(Failure::source)?;
        standard::error(&warnings);
        standard::output(&listing)?;
        engine.shutdown();
        return Ok(0);
    }
    let compiled = engine.compile(&source.name, source.path, &source.text);
    let (units, warnings) = compiled.map_err(Failure::source)?;
    standard::error(&warnings);
    for unit in units {
        standard::output(&format!("{}\n", mound_engine::disassemble(&unit)))?;
    }
    engine.shutdown();
    Ok(0)
}
