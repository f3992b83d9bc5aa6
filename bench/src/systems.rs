//! The systems that are compared, and how each turns a program into a command.
//!
//! Compiled programs, generated sources and error outputs are kept in
//! `target/bench`, so a second run does not compile again what is unchanged.

use std::env;
use std::fs;
use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::catalogue::{Program, Shape};
use crate::source;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Language {
    Mound,
    Erlang,
    Gambit,
    Chez,
    Guile,
}

/// A column of the table.
pub struct System {
    pub title: &'static str,
    pub language: Language,
    /// Options of the system, before the program.
    flags: &'static [&'static str],
    runs: Runs,
}

/// Which programs a column is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Runs {
    All,
    /// Those where the number of scheduler threads matters.
    Concurrent,
    /// Those where nothing but the execution of code matters.
    Sequential,
}

pub const SYSTEMS: &[System] = &[
    System {
        title: "mound",
        language: Language::Mound,
        flags: &[],
        runs: Runs::All,
    },
    System {
        title: "mound 1",
        language: Language::Mound,
        flags: &["--schedulers", "1"],
        runs: Runs::Concurrent,
    },
    System {
        title: "mound int",
        language: Language::Mound,
        flags: &["--no-native"],
        runs: Runs::Sequential,
    },
    System {
        title: "erlang",
        language: Language::Erlang,
        flags: &[],
        runs: Runs::All,
    },
    System {
        title: "erlang +S 1",
        language: Language::Erlang,
        flags: &["+S", "1:1", "+sbwt", "none"],
        runs: Runs::Concurrent,
    },
    System {
        title: "gambit",
        language: Language::Gambit,
        flags: &[],
        runs: Runs::All,
    },
    System {
        title: "chez",
        language: Language::Chez,
        flags: &[],
        runs: Runs::All,
    },
    System {
        title: "guile",
        language: Language::Guile,
        flags: &[],
        runs: Runs::All,
    },
];

impl System {
    /// Whether the program says anything about this system.
    pub fn runs(&self, program: &Program) -> bool {
        let able = self.language == Language::Mound || program.peers.contains(&self.language);
        able && match self.runs {
            Runs::All => true,
            Runs::Concurrent => program.concurrent,
            Runs::Sequential => !program.concurrent && program.shape != Shape::Everyday,
        }
    }
}

/// Names of the two nodes of one run, and the port where Erlang's find each other.
pub struct Nodes {
    pub first: String,
    pub second: String,
    pub meeting_port: u16,
}

/// Where everything is.
pub struct Workshop {
    bench: PathBuf,
    programs: PathBuf,
    work: PathBuf,
    mound: PathBuf,
    /// What is missing, for the reader of the table.
    pub missing: Vec<String>,
    present: Vec<Language>,
}

impl Workshop {
    /// Finds the systems and makes the directories.
    pub fn open() -> Result<Workshop, String> {
        let executable = env::current_exe().map_err(|error| error.to_string())?;
        let build = executable.parent().unwrap_or(Path::new("."));
        let mut workshop = Workshop {
            bench: PathBuf::from(env!("CARGO_MANIFEST_DIR")),
            programs: Path::new(env!("CARGO_MANIFEST_DIR")).join("programs"),
            work: build.join("../bench"),
            mound: env::var_os("MOUND").map_or_else(|| build.join("mound"), PathBuf::from),
            missing: Vec::new(),
            present: Vec::new(),
        };
        for directory in [
            "mound",
            "erlang",
            "gambit",
            "chez",
            "guile",
            "mound-home",
            "errors",
        ] {
            let directory = workshop.work.join(directory);
            fs::create_dir_all(&directory)
                .map_err(|error| format!("{}: {error}", directory.display()))?;
        }
        workshop.look_around();
        Ok(workshop)
    }

    fn look_around(&mut self) {
        let needed: [(Language, &[&str]); 4] = [
            (Language::Erlang, &["erl", "erlc", "epmd"]),
            (Language::Gambit, &["gsc"]),
            (Language::Chez, &["scheme"]),
            (Language::Guile, &["guile"]),
        ];
        if self.mound.is_file() {
            self.present.push(Language::Mound);
        } else {
            self.missing.push(format!(
                "no Mound at {}; build it with: cargo build --release -p mound",
                self.mound.display()
            ));
        }
        for (language, tools) in needed {
            match tools.iter().find(|tool| !is_in_path(tool)) {
                None => self.present.push(language),
                Some(tool) => self
                    .missing
                    .push(format!("no {language:?}: {tool} is not installed")),
            }
        }
    }

    pub fn has(&self, language: Language) -> bool {
        self.present.contains(&language)
    }

    /// Where a run of the system leaves its error output.
    pub fn errors(&self, system: &System, role: &str) -> PathBuf {
        let name = format!("{:?}-{role}", system.language).to_lowercase();
        self.work.join("errors").join(name)
    }

    /// Compiles the program for the language, if it is compiled beforehand.
    pub fn prepare(&self, language: Language, program: &Program) -> Result<(), String> {
        match language {
            Language::Mound if program.shape.is_assembled() => {
                let text = self.scheme_text(program, "mound.scm")?;
                write(&self.scheme_source(program), &text)
            }
            Language::Mound => Ok(()),
            Language::Erlang => self.prepare_erlang(program),
            Language::Gambit => self.prepare_gambit(program),
            Language::Chez => self.prepare_chez(program),
            Language::Guile => {
                let text = self.scheme_text(program, "guile.scm")?;
                write(&self.guile_source(program), &text)
            }
        }
    }

    fn prepare_erlang(&self, program: &Program) -> Result<(), String> {
        let file = format!("{}.erl", module(program.name));
        let mut command = Command::new("erlc");
        command
            .arg("-o")
            .arg(self.work.join("erlang"))
            .arg(self.programs.join("measure.erl"))
            .arg(self.programs.join("second_node.erl"))
            .arg(self.programs.join(program.name).join(file));
        finish(command)
    }

    fn prepare_gambit(&self, program: &Program) -> Result<(), String> {
        let text = self.scheme_text(program, "gambit.scm")?;
        let directory = self.work.join("gambit");
        let source = directory.join(format!("{}.scm", program.name));
        let result = directory.join(program.name);
        if is_current(&source, &text, &result) {
            return Ok(());
        }
        write(&source, &text)?;
        let mut command = Command::new("gsc");
        command.arg("-exe").arg("-o").arg(&result).arg(&source);
        finish(command)
    }

    fn prepare_chez(&self, program: &Program) -> Result<(), String> {
        let text = self.scheme_text(program, "chez.scm")?;
        let directory = self.work.join("chez");
        let source = directory.join(format!("{}.ss", program.name));
        let result = directory.join(format!("{}.so", program.name));
        if is_current(&source, &text, &result) {
            return Ok(());
        }
        write(&source, &text)?;
        let script = directory.join("compile.ss");
        let compile = format!(
            "(optimize-level 2)\n(compile-program {:?} {:?})\n",
            source.display().to_string(),
            result.display().to_string()
        );
        write(&script, &compile)?;
        let mut command = Command::new("scheme");
        command.arg("--script").arg(&script);
        finish(command)
    }

    /// The text of the program for the system with this prelude.
    fn scheme_text(&self, program: &Program, prelude: &str) -> Result<String, String> {
        match program.shape {
            Shape::Collected(collection, size) => {
                source::collected(&self.bench, prelude, collection, program.name, size)
            }
            Shape::Everyday => source::everyday(&self.bench, prelude, program.name),
            Shape::Alone | Shape::TwoNodes | Shape::TwoNodesOneCore | Shape::Idle(_) => {
                source::for_prelude(&self.scheme_source(program), prelude)
            }
        }
    }

    fn guile_source(&self, program: &Program) -> PathBuf {
        let file = format!("{}.scm", program.name);
        self.work.join("guile").join(file)
    }

    fn scheme_source(&self, program: &Program) -> PathBuf {
        if program.shape.is_assembled() {
            let file = format!("{}.scm", program.name);
            return self.work.join("mound").join(file);
        }
        self.programs
            .join(program.name)
            .join(format!("{}.scm", program.name))
    }

    /// The command that runs the program; `nodes` if it is the first of two.
    pub fn command(&self, system: &System, program: &Program, nodes: Option<&Nodes>) -> Command {
        let mut command = match system.language {
            Language::Mound => self.mound(system, &self.scheme_source(program), program.shape),
            Language::Erlang => {
                let name = nodes.map(|nodes| nodes.first.as_str());
                self.erlang(system, &module(program.name), name, program.shape)
            }
            Language::Gambit => Command::new(self.work.join("gambit").join(program.name)),
            Language::Chez => {
                let compiled = format!("{}.so", program.name);
                let mut command = Command::new("scheme");
                command
                    .arg("--program")
                    .arg(self.work.join("chez").join(compiled));
                command
            }
            Language::Guile => self.guile(program),
        };
        self.set_environment(&mut command, program.shape, nodes);
        command
    }

    /// Guile compiles a program when it first runs it, and keeps that in a cache.
    fn guile(&self, program: &Program) -> Command {
        let mut command = Command::new("guile");
        command
            .arg("-s")
            .arg(self.guile_source(program))
            .env("XDG_CACHE_HOME", self.work.join("guile"));
        command
    }

    /// The command that runs the second of two nodes.
    pub fn second_command(&self, system: &System, program: &Program, nodes: &Nodes) -> Command {
        let mut command = match system.language {
            Language::Erlang => {
                self.erlang(system, "second_node", Some(&nodes.second), program.shape)
            }
            _ => self.mound(
                system,
                &self.programs.join("second-node.scm"),
                program.shape,
            ),
        };
        self.set_environment(&mut command, program.shape, Some(nodes));
        command
    }

    fn set_environment(&self, command: &mut Command, shape: Shape, nodes: Option<&Nodes>) {
        command.env("MOUND_HOME", self.work.join("mound-home"));
        if let Some(nodes) = nodes {
            command
                .env("BENCH_FIRST", &nodes.first)
                .env("BENCH_SECOND", &nodes.second)
                .env("ERL_EPMD_PORT", nodes.meeting_port.to_string());
        }
        if let Shape::Idle(count) = shape {
            command.env("BENCH_COUNT", count.to_string());
        }
    }

    fn mound(&self, system: &System, program: &Path, shape: Shape) -> Command {
        let mut command = on_cores(&self.mound, shape);
        command.args(["run", "--report-code"]);
        command.args(system.flags).arg(program);
        command
    }

    fn erlang(&self, system: &System, module: &str, node: Option<&str>, shape: Shape) -> Command {
        let mut command = on_cores(Path::new("erl"), shape);
        command
            // More processes than the default limit; for `idle`.
            .args(["-noshell", "-noinput", "+P", "4000000"])
            .args(system.flags)
            .arg("-pa")
            .arg(self.work.join("erlang"))
            // Keeps its cookie file out of the user's directory.
            .env("HOME", &self.work);
        if let Some(node) = node {
            command
                .args(["-sname", node, "-setcookie", node_cookie()])
                .args(["-kernel", "inet_dist_use_interface", "{127,0,0,1}"]);
        }
        command.args(["-s", module, "main"]);
        command
    }

    /// The registry of Erlang's nodes, only for this run and this computer.
    pub fn meeting_point(&self, nodes: &Nodes) -> Command {
        let mut command = Command::new("epmd");
        command
            .args(["-address", "127.0.0.1", "-port"])
            .arg(nodes.meeting_port.to_string());
        command
    }

    /// Free names for two nodes of the language.
    pub fn node_names(&self, language: Language) -> Result<Nodes, String> {
        let (first, second, meeting_port) = (free_port()?, free_port()?, free_port()?);
        Ok(match language {
            Language::Erlang => Nodes {
                first: format!("bench_{first}@localhost"),
                second: format!("bench_{second}@localhost"),
                meeting_port,
            },
            _ => Nodes {
                first: format!("localhost:{first}"),
                second: format!("localhost:{second}"),
                meeting_port,
            },
        })
    }
}

/// Both nodes listen on the loopback interface only, for some seconds.
fn node_cookie() -> &'static str {
    "mound_bench"
}

/// The command, on one core only if the shape says so. It is the last, for
/// interrupts mostly go to the first.
fn on_cores(program: &Path, shape: Shape) -> Command {
    if shape != Shape::TwoNodesOneCore {
        return Command::new(program);
    }
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let mut command = Command::new("taskset");
    command.arg("-c").arg((cores - 1).to_string()).arg(program);
    command
}

/// Erlang's module of a program.
fn module(program: &str) -> String {
    program.replace('-', "_")
}

fn is_in_path(tool: &str) -> bool {
    let path = env::var_os("PATH").unwrap_or_default();
    env::split_paths(&path).any(|directory| directory.join(tool).is_file())
}

fn is_current(source: &Path, text: &str, result: &Path) -> bool {
    result.is_file() && fs::read_to_string(source).is_ok_and(|old| old == text)
}

fn write(path: &Path, text: &str) -> Result<(), String> {
    fs::write(path, text).map_err(|error| format!("{}: {error}", path.display()))
}

/// Runs a compiler; its output is the problem if it fails.
fn finish(mut command: Command) -> Result<(), String> {
    let output = command
        .output()
        .map_err(|error| format!("the compiler cannot be started: {error}"))?;
    if output.status.success() {
        return Ok(());
    }
    Err(format!(
        "cannot be compiled: {}{}",
        String::from_utf8_lossy(&output.stdout).trim(),
        String::from_utf8_lossy(&output.stderr).trim()
    ))
}

fn free_port() -> Result<u16, String> {
    let listener = TcpListener::bind("127.0.0.1:0").map_err(|error| error.to_string())?;
    let address = listener.local_addr().map_err(|error| error.to_string())?;
    Ok(address.port())
}
