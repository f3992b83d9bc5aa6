//! The façade: start a node, run programs, talk to it.

use crate::body::SchemeProcess;
use crate::bundle;
use crate::compiler::{Compiler, Job};
use crate::console::Console;
use crate::distribution;
use crate::fast_paths;
use crate::interactive::Interactive;
use crate::left::{self, Left};
use crate::loader;
use crate::log::{Level, Subject};
use crate::memory;
use crate::options::Options;
use crate::outside::{Messenger, Observer, Stopper};
use crate::profile::Samples;
use crate::report;
use crate::results::{Event, Results};
use crate::seeded;
use crate::simulation::Membership;
use crate::state::NodeState;
use crate::waits;
use crate::work::{WorkQueue, WorkResult};
use mound_bytecode::unit::Unit;
use mound_process::{Config, Driver, Runtime};
use mound_session::{Compilation, Exported, Finding, UnitCode, Unsaved};
use mound_store::UnitStore;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

/// Memory for units kept for peers.
const STORE_BYTES: usize = 64 << 20;
/// One part in so many of the budget, if that is less.
const STORE_PARTS: usize = 16;

/// How long the end of the program waits for what was written to files and connections: a reader may
/// never come.
const DRAIN_LIMIT: Duration = Duration::from_secs(10);

/// A running node.
pub struct Engine {
    state: Arc<NodeState>,
    runtime: Option<Runtime<SchemeProcess>>,
    /// In place of a runtime, if the run is to be repeatable.
    driver: Option<Mutex<Driver<SchemeProcess>>>,
}

impl Engine {
    /// Starts the schedulers and the compiler. Nothing is compiled yet, and no port is open.
    pub fn start(options: Options) -> Result<Engine, String> {
        let log = options.log.clone();
        let console = Console::start(options.output_is_closed, log).map_err(failed)?;
        Engine::assemble(options, console, None)
    }

    /// The same with a console and, in a simulation, the membership in that.
    pub(crate) fn assemble(
        options: Options,
        console: Console,
        membership: Option<Membership>,
    ) -> Result<Engine, String> {
        memory::set_limit(options.memory);
        let modules = options.modules.clone().map(mound_modules::Resolver::new);
        let modules = modules.transpose().map_err(|trouble| trouble.to_string())?;
        let fast_paths = fast_paths::Taken::without(&options.no_fast_paths);
        let compiler = Compiler::start(
            options.library_directories.clone(),
            options.own_libraries.clone(),
            modules,
            options.coverage.clone(),
            !fast_paths.inline,
            options.on_lull,
        )
        .map_err(failed)?;
        let store = UnitStore::new(identify, store_bytes());
        let mut config = Config {
            schedulers: options.schedulers,
            fuel: options.fuel,
            on_lull: options.on_lull,
            count_bytes: mound_heap::budget::count,
            fast_paths: fast_paths.by_schedulers,
            spares: fast_paths.spares,
            lends: fast_paths.lend_place,
            ..Config::default()
        };
        let seed = options.seed;
        let clock = membership
            .as_ref()
            .map(|membership| membership.world.clock.clone());
        let state = Arc::new(NodeState::new(
            options, compiler, console, store, membership,
        ));
        if let Some(seed) = seed {
            config.clock = clock.unwrap_or_default();
            let driver = Runtime::single_threaded(state.clone(), config, seed);
            state.set_handle(driver.handle().clone());
            return Ok(Engine {
                state,
                runtime: None,
                driver: Some(Mutex::new(driver)),
            });
        }
        let runtime = Runtime::start(state.clone(), config).map_err(failed)?;
        state.set_handle(runtime.handle().clone());
        crate::watchdog::start(&state).map_err(failed)?;
        Ok(Engine {
            state,
            runtime: Some(runtime),
            driver: None,
        })
    }

    /// Listens for other nodes at `host:port`; returns the node's name, which is `advertise` if there is one.
    pub fn listen(&self, address: &str, advertise: Option<&str>) -> Result<String, String> {
        distribution::start(&self.state, address, advertise)
    }

    /// Samples from now on where processes use fuel and memory.
    pub fn start_profile(&self) {
        self.state.profile.start();
    }

    /// Ends that, and gives the samples.
    pub fn stop_profile(&self) -> Samples {
        self.state.profile.stop()
    }

    /// Compiles a program and returns its units without running them, libraries first, and the warnings.
    pub fn compile(
        &self,
        name: &str,
        path: Option<PathBuf>,
        text: &str,
    ) -> Result<(Vec<Unit>, String), String> {
        let compilation = self.compile_program(name, path, text)?;
        for reference in &compilation.symbols {
            // Nobody holds them with the units.
            reference.symbol().keep();
        }
        let units = compilation
            .libraries
            .into_iter()
            .chain(compilation.main)
            .filter_map(|compiled| match compiled.code {
                UnitCode::Compiled {
                    unit,
                    built_in: false,
                } => Some(*unit),
                UnitCode::Compiled { .. } | UnitCode::Stored(_) => None,
            })
            .collect();
        Ok((units, compilation.warnings))
    }

    /// Compiles and links a program and gives the bytecode of its units with the machine code that
    /// each function gets, and the warnings.
    pub fn disassemble(
        &self,
        name: &str,
        path: Option<PathBuf>,
        text: &str,
    ) -> Result<(String, String), String> {
        let compilation = self.compile_program(name, path, text)?;
        let (libraries, main) = loader::link_all(&self.state, &compilation)?;
        let units = compilation.libraries.iter().chain(&compilation.main);
        let mut listing = String::new();
        for (compiled, fragment) in units.zip(libraries.iter().chain(&main)) {
            if let UnitCode::Compiled {
                unit,
                built_in: false,
            } = &compiled.code
            {
                listing += &crate::listing::unit(unit, fragment);
            }
        }
        Ok((listing, compilation.warnings))
    }

    /// Compiles a program or libraries and says what is wrong with them, also what is not used.
    /// Files are as in `unsaved` if they are there.
    pub fn check(
        &self,
        name: &str,
        path: Option<PathBuf>,
        text: &str,
        unsaved: Unsaved,
    ) -> Result<Vec<Finding>, String> {
        let (name, text) = (name.to_owned(), text.to_owned());
        self.state.compiler.wait(|done| Job::Check {
            name,
            path,
            text,
            unsaved,
            done,
        })
    }

    /// What the library with this unit name (`scheme/base`) exports, or rendered errors.
    pub fn exports(&self, library: &str) -> Result<Vec<Exported>, String> {
        let name = library.to_owned();
        self.state.compiler.wait(|done| Job::Exports { name, done })
    }

    pub(crate) fn compile_program(
        &self,
        name: &str,
        path: Option<PathBuf>,
        text: &str,
    ) -> Result<Compilation, String> {
        let (name, text) = (name.to_owned(), text.to_owned());
        self.state.compiler.wait(|done| Job::Program {
            name,
            path,
            text,
            done,
        })
    }

    /// Compiles and runs a program in a process of its own, and waits for the end of that process or
    /// for `(exit)`. Returns the exit status.
    pub fn run_program(
        &self,
        name: &str,
        path: Option<PathBuf>,
        text: &str,
    ) -> Result<i32, String> {
        let compilation = self.compile_program(name, path, text)?;
        self.run_compiled(compilation)
    }

    /// Compiles and runs a program that starts something beside the program of the node, in a process of its own with
    /// this name, and waits for the end of it; what it has started goes on. An error says why it has not.
    pub fn serve(&self, name: &str, text: &str) -> Result<(), String> {
        if self.driver.is_some() {
            return Err("a run with --seed meets nobody from outside".to_owned());
        }
        let compilation = self.compile_program(name, None, text)?;
        let queue = Arc::new(WorkQueue::default());
        let results = self.enqueue(&queue, compilation)?;
        queue.close();
        queue.spawn_worker(&self.state, name)?;
        loop {
            match results.wait() {
                Event::Result(WorkResult::Died(report)) => return Err(report),
                Event::Result(WorkResult::Halted | WorkResult::Terminated) | Event::Closed => {
                    return Ok(());
                }
                _ => {}
            }
        }
    }

    /// Compiles a program and gives it with its libraries as bytes; see the module `bundle`.
    pub fn bundle(
        &self,
        name: &str,
        path: Option<PathBuf>,
        text: &str,
    ) -> Result<(Vec<u8>, String), String> {
        let compilation = self.compile_program(name, path, text)?;
        Ok((bundle::encode(&compilation), compilation.warnings))
    }

    /// Runs a program that [`Engine::bundle`] gave, as [`Engine::run_program`] does.
    pub fn run_bundle(&self, bytes: &[u8]) -> Result<i32, String> {
        let compilation = bundle::decode(&self.state.compiler, bytes)?;
        self.run_compiled(compilation)
    }

    fn run_compiled(&self, compilation: Compilation) -> Result<i32, String> {
        let (queue, results) = self.begin(compilation)?;
        let status = self.await_program(&results);
        if self.state.options.report_fuel {
            let used = queue.fuel_used();
            self.state.console.tell(&format!("fuel: {used}\n"));
        }
        let statistics = self.state.linker.hooks.code_statistics();
        if let (true, Some(code)) = (self.state.options.report_code, statistics) {
            self.state.console.tell(&format!(
                "code: {} procedures, {} bytes, {} nanoseconds\n",
                code.procedures, code.bytes, code.nanoseconds
            ));
        }
        Ok(status)
    }

    /// Makes the process that runs a program.
    pub(crate) fn begin(
        &self,
        compilation: Compilation,
    ) -> Result<(Arc<WorkQueue>, Arc<Results>), String> {
        let warnings = &compilation.warnings;
        if !warnings.is_empty() {
            self.state
                .console
                .log(Level::Warning, Subject::Compiler, warnings, &[]);
        }
        // Of several programs of one engine, those of the first are remembered.
        let _ = self.state.warnings.set(compilation.warnings.clone());
        let queue = Arc::new(WorkQueue::default());
        let results = self.enqueue(&queue, compilation)?;
        queue.close();
        queue.spawn_worker(&self.state, "main")?;
        Ok((queue, results))
    }

    fn enqueue(&self, queue: &WorkQueue, compilation: Compilation) -> Result<Arc<Results>, String> {
        let prepared = loader::prepare(&self.state, &compilation, || false)?;
        let results = self.state.new_results();
        if let Some((load, main)) = prepared {
            queue.push(load, main, &results);
        }
        Ok(results)
    }

    /// Waits for the last result of a program, or for an exit.
    fn await_program(&self, results: &Results) -> i32 {
        let mut has_ended = false;
        loop {
            let event = match &self.driver {
                Some(driver) => {
                    let mut driver = driver.lock().unwrap_or_else(PoisonError::into_inner);
                    seeded::drive(&self.state, &mut driver, results)
                }
                None => match self.next_event(results) {
                    Some(event) => event,
                    None => continue,
                },
            };
            if let Some(status) = self.status_after(&event, &mut has_ended) {
                return status;
            }
        }
    }

    /// The status of the program, if this event was its end.
    pub(crate) fn status_after(&self, event: &Event, has_ended: &mut bool) -> Option<i32> {
        match event {
            Event::Result(WorkResult::Died(report)) => {
                let warnings = self.state.warnings.get().map_or("", String::as_str);
                let report = report::after_warnings(report, warnings);
                self.state
                    .console
                    .log(Level::Error, Subject::Process, &report, &[]);
                return Some(1);
            }
            Event::Result(WorkResult::Halted) => *has_ended = true,
            Event::Closed => return Some(self.state.exit_status().unwrap_or(0)),
            _ => {}
        }
        if let Some(status) = self.state.exit_status() {
            return Some(status);
        }
        // Of what comes after it has ended itself, nothing is done either.
        if *event == Event::Result(WorkResult::Terminated) && !*has_ended {
            let report = "the process that ran the program was terminated";
            self.state
                .console
                .log(Level::Error, Subject::Program, report, &[]);
            return Some(1);
        }
        None
    }

    pub(crate) fn state(&self) -> &Arc<NodeState> {
        &self.state
    }

    /// Does something with the driver of a run that can be repeated.
    pub(crate) fn with_driver<T>(
        &self,
        action: impl FnOnce(&mut Driver<SchemeProcess>) -> T,
    ) -> Option<T> {
        let driver = self.driver.as_ref()?;
        let mut driver = driver.lock().unwrap_or_else(PoisonError::into_inner);
        Some(action(&mut driver))
    }

    /// What happens next, or nothing for a while; ends the program if nothing can happen any more.
    fn next_event(&self, results: &Results) -> Option<Event> {
        if !self.state.options.ends_standing_still {
            return Some(results.wait());
        }
        let event = results.wait_at_most(waits::PERIOD);
        if event.is_none() && waits::stands_still(&self.state) {
            waits::end(&self.state, &mut || {});
        }
        event
    }

    /// A way to look at the processes from another thread.
    pub fn observer(&self) -> Observer {
        Observer::new(&self.state)
    }

    pub fn messenger(&self) -> Messenger {
        Messenger::new(&self.state)
    }

    /// A way to end the program in order, from another thread.
    pub fn stopper(&self) -> Stopper {
        Stopper::new(&self.state)
    }

    /// Waits until some process asks for the end of the program.
    pub fn wait_for_exit(&self) -> i32 {
        self.state.wait_for_exit()
    }

    /// Asks for the end of the program.
    pub fn exit(&self, status: i32) {
        self.state.exit(status);
    }

    /// A process for forms typed one after another.
    pub fn interactive(&self) -> Result<Interactive, String> {
        let queue = Arc::new(WorkQueue::watched());
        queue.spawn_worker(&self.state, "repl")?;
        Ok(Interactive {
            state: self.state.clone(),
            queue,
        })
    }

    /// Waits until what was written has left the program; an error says why some of it was lost, if
    /// the program was not told.
    pub fn finish_output(&self) -> Result<(), String> {
        self.state.console.finish()
    }

    /// Ends the node: output is flushed, peers are told, processes are dropped. If
    /// [`Options::count_left`] is set, gives what did not come back.
    pub fn shutdown(mut self) -> Vec<Left> {
        // A driver runs on this thread, and would not while it waits.
        let counts = self.state.options.count_left && self.driver.is_none();
        let mut found = Vec::new();
        self.state.console.flush();
        if let Some(driver) = &self.driver {
            let driver = driver.lock().unwrap_or_else(PoisonError::into_inner);
            driver.run_blocking_operations();
        }
        self.state.resources.drain(DRAIN_LIMIT);
        if counts {
            found.extend(left::of_living(&self.state));
        }
        self.state.ending.store(true, Ordering::Relaxed);
        if let Some(distribution) = self.state.distribution() {
            distribution.stop();
        }
        if counts {
            found.extend(left::of_ended(&self.state));
        }
        if let Some(runtime) = self.runtime.take() {
            runtime.shutdown();
        }
        self.state.resources.stop();
        self.state.console.flush();
        if self.state.options.count_left {
            // Nobody is left who could ask it.
            let _ = self.state.compiler.wait(|done| Job::Stop { done });
            self.state.linker.forget_all();
        }
        found
    }
}

/// Why a node could not be started.
pub(crate) fn failed(error: std::io::Error) -> String {
    format!(
        "cannot start the threads of a node: {}; where threads or addresses are limited (`ulimit -u`, `ulimit -v`), it needs more of them",
        mound_session::why(&error)
    )
}

/// The hash of the unit in these bytes, which this node has linked: it is valid.
fn identify(bytes: &[u8]) -> Option<mound_bytecode::unit::UnitHash> {
    let (canonical, _) = mound_bytecode::decode::sections(bytes).ok()?;
    Some(mound_bytecode::hash::hash_canonical(canonical))
}

#[cfg(test)]
mod tests;

/// How many bytes of units are kept for peers.
fn store_bytes() -> usize {
    let part = mound_heap::budget::limit().map_or(STORE_BYTES, |limit| limit / STORE_PARTS);
    part.min(STORE_BYTES)
}
