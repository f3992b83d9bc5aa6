//! Several nodes in one process of the operating system, under one clock, with a network that is made up.
//!
//! ```text
//!   orders of programs -> | Simulation: one thread |
//!                             |   turns of the drivers of the nodes, drawn from the seed
//!                             |   tasks of the connections, until none is ready
//!                             |   time: on to the next timer or alarm, when nothing is ready
//! ```
//!
//! Each node is an [`Engine`] with its own processes, code, names and connections; what they share is immutable
//! (symbols, machine code) or belongs to the [`World`]: clock, network, record. A run is a function of its seed,
//! its programs and their arguments. It leaves out TLS, and programs have no connections and subprocesses of the
//! operating system here; files are the real ones.
//!
//! - SIM-1. Everything runs on the thread of the simulation, or is waited for by it (the compiler, the console).
//! - SIM-2. What is drawn comes from a source that is named after its purpose and made of the seed.

mod orders;
mod steps;
mod world;

pub use orders::operation;
pub use steps::{LATENCY, TURNS, Without};
pub use world::{Membership, World};

use crate::console::Console;
use crate::distribution;
use crate::engine::{Engine, failed};
use crate::options::Options;
use crate::results::Results;
use crate::waits;
use mound_node::Source;
use mound_process::Clock;
use orders::{Order, Standing};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;
use tokio::runtime::{Builder, Runtime};
use tokio::task::{JoinHandle, yield_now};

/// Longer than any peer is waited for: if no process has done anything for so long, none will.
const STANDSTILL_NS: u64 = 120_000_000_000;

/// What a turn takes at least, whatever is done in it. All nodes together have one processor.
const TURN_NS: u64 = 1_000;

/// What a node runs.
#[derive(Clone, Debug)]
pub struct Program {
    /// In messages, and the first word of its command line.
    pub name: String,
    pub path: Option<PathBuf>,
    pub text: String,
    pub arguments: Vec<String>,
}

/// When a node ends by itself.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Lifetime {
    /// With its program, as with `mound run`.
    Program,
    /// When its program fails or asks for it, as with `mound node`.
    Node,
}

/// The nodes, and what moves them.
pub struct Simulation {
    world: Arc<World>,
    tasks: Runtime,
    console: Console,
    /// What all nodes have in common.
    template: Options,
    members: Vec<Member>,
    /// How often each node was started.
    starts: BTreeMap<String, u64>,
    /// What each node ran last.
    programs: BTreeMap<String, (Program, Lifetime)>,
    /// Decides whose turn it is.
    turns: Source,
    /// Whose was the last, by its index.
    last_turn: usize,
    /// When the run ends, whatever goes on.
    until: Option<u64>,
    /// When a process had a turn last.
    active: u64,
}

struct Member {
    name: String,
    engine: Engine,
    results: Arc<Results>,
    has_halted: bool,
    life: Lifetime,
    /// Its goodbyes, when its program has ended.
    stopping: Option<JoinHandle<()>>,
}

impl Member {
    fn membership(&self) -> Option<&Membership> {
        self.engine.state().membership.as_ref()
    }

    fn runs(&self) -> bool {
        self.stopping.is_none()
    }
}

/// How an attempt to go on ended.
enum Progress {
    Going,
    /// Nothing can happen any more.
    StandsStill,
    /// It was to end now.
    TimeIsUp,
}

impl Simulation {
    /// Without nodes, at the beginning of time. `until`: when the run ends, whatever goes on.
    pub fn new(
        seed: u64,
        without: Without,
        template: Options,
        until: Option<Duration>,
    ) -> Result<Simulation, String> {
        let console =
            Console::start(template.output_is_closed, template.log.clone()).map_err(failed)?;
        let tasks = Builder::new_current_thread()
            // So a task that waits for the others comes after all of them.
            .event_interval(u32::MAX)
            .build()
            .map_err(failed)?;
        Ok(Simulation {
            world: Arc::new(World::new(seed, without, tasks.handle().clone())),
            tasks,
            console,
            template,
            members: Vec::new(),
            starts: BTreeMap::new(),
            programs: BTreeMap::new(),
            turns: Source::of(seed, &["turns"]),
            last_turn: 0,
            until: until.map(|until| u64::try_from(until.as_nanos()).unwrap_or(u64::MAX)),
            active: 0,
        })
    }

    /// Runs the same program on so many nodes, `node1` and so on, which get the addresses of all of them after
    /// its arguments. Ends when all have ended; the status is that of the first that failed.
    pub fn run_nodes(&mut self, count: u16, program: &Program) -> Result<i32, String> {
        let names: Vec<String> = (1..=count).map(|number| format!("node{number}")).collect();
        let mut program = program.clone();
        program
            .arguments
            .extend(names.iter().map(|name| World::address(name)));
        for name in &names {
            self.start(name, &program, Lifetime::Program, true)?;
        }
        Ok(self.run(|simulation| simulation.members.is_empty()))
    }

    /// Runs a scenario: a program on a node of its own, which starts others (see `lib/mound/simulate.sld`). Ends
    /// when it ends, with its status.
    pub fn run_scenario(&mut self, program: &Program) -> Result<i32, String> {
        self.start(SCENARIO, program, Lifetime::Program, false)?;
        Ok(self.run(|simulation| !simulation.is_alive(SCENARIO)))
    }

    /// Goes on until that is so, or nothing can happen any more.
    fn run(&mut self, is_over: impl Fn(&Simulation) -> bool) -> i32 {
        while !is_over(self) {
            match self.progress() {
                Progress::Going => {}
                Progress::StandsStill => self.end_standing_still(),
                Progress::TimeIsUp => break,
            }
        }
        for member in &self.members {
            member.engine.state().console.finish_lines();
        }
        self.world.first_failure()
    }

    /// Waits until what was written has left the program; an error says why some of it was lost.
    pub fn finish_output(&self) -> Result<(), String> {
        self.console.finish()
    }

    /// What happened, as lines that are data of Scheme: steps, trace and history.
    pub fn record(&self) -> String {
        self.world.lines()
    }

    fn is_alive(&self, name: &str) -> bool {
        self.members
            .iter()
            .any(|member| member.name == name && member.runs())
    }

    /// Lets something happen.
    fn progress(&mut self) -> Progress {
        self.run_tasks();
        self.obey();
        self.look_for_ends();
        if self.world.timeline.ring() || self.step() {
            return Progress::Going;
        }
        self.pass_time()
    }

    /// Runs the tasks of the connections until none is ready.
    fn run_tasks(&self) {
        self.tasks.block_on(async {
            // The second time for tasks that made way for others.
            yield_now().await;
            yield_now().await;
        });
    }

    /// Lets a process of one of the nodes have a turn.
    fn step(&mut self) -> bool {
        let count = self.members.len();
        let Some(last) = count.checked_sub(1) else {
            return false;
        };
        let first = match self.world.without.has(TURNS) {
            true => (self.last_turn + 1) % count,
            false => usize::try_from(self.turns.between(0, last as u64)).unwrap_or(0),
        };
        for index in (first..count).chain(0..first) {
            let member = &self.members[index];
            let steps =
                member.runs() && member.engine.with_driver(|driver| driver.step()) == Some(true);
            if steps {
                let now = self.world.clock.now();
                self.active = now;
                self.last_turn = index;
                // Processes that only wake each other must not hold up the time for the others.
                self.world.clock.skip_to(now + TURN_NS);
                return true;
            }
        }
        false
    }

    /// Goes on to what is due next.
    fn pass_time(&mut self) -> Progress {
        let running = self.members.iter().filter(|member| member.runs());
        let timer = running
            .filter_map(|member| member.engine.with_driver(|driver| driver.next_timer())?)
            .min();
        let now = self.world.clock.now();
        if timer.is_none() && now.saturating_sub(self.active) > STANDSTILL_NS {
            return Progress::StandsStill;
        }
        let alarm = self.world.timeline.next();
        let Some(next) = timer.into_iter().chain(alarm).min() else {
            return Progress::StandsStill;
        };
        if let Some(until) = self.until.filter(|until| *until < next) {
            self.world.clock.skip_to(until);
            return Progress::TimeIsUp;
        }
        self.world.clock.skip_to(next);
        Progress::Going
    }

    fn end_standing_still(&mut self) {
        self.active = self.world.clock.now();
        for member in self.members.iter().filter(|member| member.runs()) {
            let run = |driver: &mut mound_process::Driver<_>| {
                waits::end(member.engine.state(), &mut || while driver.step() {});
            };
            member.engine.with_driver(run);
        }
        // Those that only say goodbye would be waited for without an end.
        self.members.retain(Member::runs);
    }

    /// Starts a node. With a label, the lines that it writes begin with its name.
    fn start(
        &mut self,
        name: &str,
        program: &Program,
        life: Lifetime,
        has_label: bool,
    ) -> Result<(), String> {
        let address = World::address(name);
        if mound_node::address::canonical(&address).as_deref() != Some(&*address) {
            return Err(format!("`{name}` cannot be the name of a machine"));
        }
        if self.members.iter().any(|member| member.name == name) {
            return Err(format!("node {name} runs already"));
        }
        let count = self.starts.entry(name.to_owned()).or_default();
        *count += 1;
        let membership = Membership::new(&self.world, name, *count);
        let mut options = self.template.clone();
        options.seed = Some(membership.seed());
        if let Some(beside) = program.path.as_deref().and_then(Path::parent) {
            options.library_directories.insert(0, beside.to_owned());
        }
        options.command_line = std::iter::once(&program.name)
            .chain(&program.arguments)
            .cloned()
            .collect();
        let console = self.console.of_node(has_label.then_some(name));
        let engine = Engine::assemble(options, console, Some(membership))?;
        distribution::start(engine.state(), &address, None)?;
        let (text, path) = (&program.text, program.path.clone());
        let compilation = engine.compile_program(&program.name, path, text)?;
        let (_, results) = engine.begin(compilation)?;
        self.programs
            .insert(name.to_owned(), (program.clone(), life));
        self.world.note_standing(name, Standing::Runs);
        self.world.note(&format!("start {name}"));
        self.members.push(Member {
            name: name.to_owned(),
            engine,
            results,
            has_halted: false,
            life,
            stopping: None,
        });
        Ok(())
    }

    /// Ends a node as `kill -9` does.
    fn crash(&mut self, name: &str) -> bool {
        let is_it = |member: &Member| member.name == name;
        let Some(index) = self.members.iter().position(is_it) else {
            return false;
        };
        let member = self.members.remove(index);
        self.remove(&member);
        self.world.note_standing(name, Standing::Crashed);
        self.world.note(&format!("kill {name}"));
        true
    }

    /// Ends a node so if it runs, and starts it again with the program that it had last.
    fn restart(&mut self, name: &str) -> Result<(), String> {
        let Some((program, life)) = self.programs.get(name).cloned() else {
            return Err(format!("node {name} was never started"));
        };
        self.crash(name);
        self.start(name, &program, life, true)
    }

    fn remove(&self, member: &Member) {
        let state = member.engine.state();
        state.ending.store(true, Ordering::Relaxed);
        state.console.finish_lines();
        if let Some(membership) = member.membership() {
            self.world.network.crash(&membership.life);
        }
        if let Some(stopping) = &member.stopping {
            stopping.abort();
        }
    }

    /// Does what programs have asked for.
    fn obey(&mut self) {
        while let Some((order, asker)) = self.world.next_order() {
            let result = match order {
                Order::Start {
                    name,
                    program,
                    life,
                } => self.start(&name, &program, life, true).map(|()| true),
                Order::Crash { name } => Ok(self.crash(&name)),
                Order::Restart { name } => self.restart(&name).map(|()| true),
            };
            asker.answer(result);
        }
    }

    /// Lets nodes go whose programs have ended.
    fn look_for_ends(&mut self) {
        let mut index = 0;
        while index < self.members.len() {
            let member = &mut self.members[index];
            if let Some(stopping) = &member.stopping {
                if stopping.is_finished() {
                    let member = self.members.remove(index);
                    self.remove(&member);
                    continue;
                }
            } else if let Some(status) = member.status() {
                let state = member.engine.state();
                member
                    .engine
                    .with_driver(|driver| driver.run_blocking_operations());
                state.resources.drain(Duration::ZERO);
                state.ending.store(true, Ordering::Relaxed);
                state.console.finish_lines();
                self.world
                    .note_standing(&member.name, Standing::Ended(status));
                self.world.note(&format!("end {} {status}", member.name));
                member.stopping = state
                    .distribution()
                    .map(|distribution| self.tasks.spawn(distribution.stopping()));
            }
            index += 1;
        }
    }
}

impl Member {
    /// The status with which it ends, if it does.
    fn status(&mut self) -> Option<i32> {
        while let Some(event) = self.results.poll() {
            let status = self.engine.status_after(&event, &mut self.has_halted);
            let asked = self.engine.state().exit_status();
            match status {
                None => {}
                // Its processes go on.
                Some(0) if self.life == Lifetime::Node && asked.is_none() => return None,
                Some(_) => return status,
            }
        }
        self.engine.state().exit_status()
    }
}

/// The node of a scenario.
const SCENARIO: &str = "scenario";
