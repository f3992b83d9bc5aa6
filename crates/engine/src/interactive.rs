//! Forms typed one after another, and what can be asked about them.

use crate::compiler::Job;
use crate::console::Diversion;
use crate::documentation::{self, Documentation};
use crate::loader;
use crate::profile::Samples;
use crate::results::Event;
use crate::state::NodeState;
use crate::versions;
use crate::watch::{Frame, Watch};
use crate::work::{WorkQueue, WorkResult};
use mound_base::Symbol;
use mound_machine::Kept;
use mound_session::{Compilation, Form};
use std::sync::Arc;
use std::sync::mpsc::channel;
use std::time::Duration;

/// What is shown when the interactive process ends.
const ENDED: &str = "the interactive process has ended; the next form begins a new one\n";

/// What became of a form.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ReplOutcome {
    /// The value as text, unless it is unspecified.
    Value(Option<String>),
    /// What to show of a form that could not be read or compiled.
    Rejected(String),
    /// What to show of an error in running it.
    Error(String),
    /// The program is to end with this status.
    Exit(i32),
}

/// The interactive process of a node. It lives on after errors; if it ends, the next form is evaluated by
/// a new one.
pub struct Interactive {
    pub(crate) state: Arc<NodeState>,
    pub(crate) queue: Arc<WorkQueue>,
}

impl Interactive {
    /// Compiles and runs the first form at `offset`; the value of an expression gets the name `result`
    /// too. `None` if there is none; else what became of it, warnings, and the offset after it.
    pub fn evaluate(
        &self,
        name: &str,
        text: &str,
        offset: usize,
        result: Option<&str>,
    ) -> Option<(ReplOutcome, String, usize)> {
        if offset >= text.len() {
            return None;
        }
        let (job_name, job_text) = (name.to_owned(), text.to_owned());
        let result = result.map(str::to_owned);
        let compiled = self.state.compiler.wait(|done| Job::Form {
            name: job_name,
            text: job_text,
            offset,
            result,
            done,
        });
        let Form { compiled, next } = match compiled {
            Ok(form) => form,
            Err(why) => return Some((ReplOutcome::Rejected(why), String::new(), text.len())),
        };
        let next = next?;
        match compiled {
            Err(errors) => Some((ReplOutcome::Rejected(errors), String::new(), next)),
            Ok(compilation) => {
                let warnings = compilation.warnings.clone();
                Some((self.run(compilation), warnings, next))
            }
        }
    }

    fn run(&self, compilation: Compilation) -> ReplOutcome {
        let interrupted = || self.queue.watch().is_some_and(Watch::take_interrupt);
        let (load, main) = match loader::prepare(&self.state, &compilation, interrupted) {
            Ok(Some(prepared)) => prepared,
            Ok(None) => return ReplOutcome::Error("interrupted\n".to_owned()),
            Err(why) => return ReplOutcome::Error(format!("error: {why}\n")),
        };
        if let Some(watch) = self.queue.watch() {
            // What was asked when nothing ran is not meant for this.
            watch.take_interrupt();
        }
        let results = self.state.new_results();
        self.queue.push(load, main, &results);
        match self.queue.worker() {
            Some(process) => self.state.wake(process),
            None => {
                if let Err(why) = self.queue.spawn_worker(&self.state, "repl") {
                    return ReplOutcome::Error(format!("error: {why}\n"));
                }
            }
        }
        let mut outcome = ReplOutcome::Value(None);
        loop {
            match results.wait() {
                // An error in a library that the form imports is not over with the form.
                Event::Result(_) if matches!(outcome, ReplOutcome::Error(_)) => {}
                Event::Result(WorkResult::Value(value)) => outcome = ReplOutcome::Value(value),
                Event::Result(WorkResult::Died(report)) => outcome = ReplOutcome::Error(report),
                Event::Result(WorkResult::Halted | WorkResult::Terminated) => {
                    outcome = ReplOutcome::Error(ENDED.to_owned())
                }
                // What it needs has told of its error.
                Event::Result(WorkResult::Skipped) | Event::Interrupted => {}
                Event::Closed => break,
            }
            if let Some(status) = self.state.exit_status() {
                return ReplOutcome::Exit(status);
            }
        }
        self.state.exit_status().map_or(outcome, ReplOutcome::Exit)
    }

    /// Loads a library again, or all whose files have changed, and gives new meanings to what was imported
    /// from them. The names of the libraries, and names that they no longer export.
    pub fn reload(&self, library: Option<&str>) -> Result<(Vec<String>, Vec<String>), String> {
        let library = library.map(str::to_owned);
        let reload = self.state.compiler.wait(|done| Job::Reload {
            library,
            rehearse: false,
            done,
        })?;
        let mut compilation = reload.compilation;
        loader::leave_out_ready(&self.state, &mut compilation);
        let warnings = std::mem::take(&mut compilation.warnings);
        self.state.console.tell(&warnings);
        let outcome = self.run(compilation);
        versions::let_replaced_go(&self.state);
        match outcome {
            ReplOutcome::Error(why) | ReplOutcome::Rejected(why) => Err(why),
            ReplOutcome::Value(_) | ReplOutcome::Exit(_) => {
                let changed = reload.changed.into_iter().map(|(name, _)| name);
                Ok((changed.collect(), reload.lost))
            }
        }
    }

    /// Names that can be typed, for completion.
    pub fn names(&self) -> Vec<Symbol> {
        let (answer, wait) = channel();
        self.state.compiler.ask(Job::Names {
            done: Box::new(move |names| {
                // Nobody waits any more if this fails.
                let _ = answer.send(names);
            }),
        });
        wait.recv().unwrap_or_default()
    }

    /// What the sources of the libraries in the binary and of the node's programs say about a name.
    pub fn documentation(&self, name: &str) -> Vec<Documentation> {
        let mut found = documentation::of_linked(&self.state.linker, name);
        found.extend(documentation::of(name));
        found
    }

    /// Names and texts of the sources that were compiled here and are not part of Mound, in no order:
    /// files of programs and libraries, and what was typed.
    pub fn sources(&self) -> Vec<(String, String)> {
        documentation::linked_sources(&self.state.linker)
    }

    /// Has what processes print shown by `to` in the place of the standard streams, or by these again.
    pub fn divert(&self, to: Option<Diversion>) {
        self.state.console.divert(to);
    }

    /// Writes out what processes have printed.
    pub fn flush(&self) {
        self.state.console.flush();
    }

    /// A way to stop the form that is running, from another thread.
    pub fn interrupter(&self) -> Interrupter {
        Interrupter {
            state: Arc::clone(&self.state),
            queue: Arc::clone(&self.queue),
        }
    }

    /// The stack at the last error or interruption, youngest frame first; then it is forgotten.
    pub fn take_frames(&self) -> Vec<Frame> {
        self.queue
            .watch()
            .map_or_else(Vec::new, |watch| watch.take_frames())
    }

    /// The computation that the last error or interruption left, if it can go on; then that is forgotten.
    pub fn take_kept(&self) -> Option<Kept> {
        self.queue.watch().and_then(|watch| watch.take_kept())
    }

    /// Reductions used and words allocated by all forms until now.
    pub fn counters(&self) -> (u64, u64) {
        let allocated = self
            .queue
            .watch()
            .map_or(0, |watch| watch.allocated_words());
        (self.queue.fuel_used(), allocated)
    }

    /// Samples from now on where processes use fuel and memory.
    pub fn start_profile(&self) {
        self.state.profile.start();
    }

    /// Ends that, and gives the samples.
    pub fn stop_profile(&self) -> Samples {
        self.state.profile.stop()
    }

    /// The first form of `text` in the core language, or rendered errors.
    pub fn expansion(&self, text: &str) -> Result<String, String> {
        let text = text.to_owned();
        self.state
            .compiler
            .wait(|done| Job::Expansion { text, done })
    }

    /// The instructions of the procedure that `expression` evaluates to.
    pub fn disassembly(&self, expression: &str) -> Result<String, String> {
        match self.evaluate("disassemble", expression, 0, None) {
            Some((ReplOutcome::Value(_), ..)) => {}
            Some((ReplOutcome::Rejected(why) | ReplOutcome::Error(why), ..)) => return Err(why),
            Some((ReplOutcome::Exit(_), ..)) | None => {
                return Err("a procedure is wanted\n".to_owned());
            }
        }
        let code = self.queue.watch().and_then(|watch| watch.take_code());
        let (hash, function) = code.ok_or("this is not a procedure of Mound code\n")?;
        let bytes = self.state.store.get(hash);
        let bytes = bytes.or_else(|| crate::embedded::BUILT_IN.container(hash));
        let unit = bytes
            .and_then(|bytes| mound_bytecode::decode::from_bytes(&bytes).ok())
            .ok_or("its code is not kept any more\n")?;
        Ok(function_text(&crate::disassemble(&unit), function))
    }

    /// A line for each process of the node, with a heading.
    pub fn processes(&self) -> Vec<String> {
        let mut lines = vec![format!(
            "{:>8}  {:<12} {:<8} {:<8} {:>7} {:>10} {:>9} {:>8} {:>9} {:>5} {:>8}  {}",
            "process",
            "name",
            "state",
            "priority",
            "mailbox",
            "reductions",
            "heap",
            "stack",
            "shared",
            "links",
            "monitors",
            "in"
        )];
        let Some(handle) = self.state.handle() else {
            return lines;
        };
        let (answer, answers) = channel();
        let mut serials = handle.processes();
        serials.sort_by_key(|serial| serial.number());
        let mut asked = 0;
        for serial in serials {
            let answer = answer.clone();
            asked += 1;
            handle.request_info(
                serial,
                Box::new(move |info| {
                    // Nobody waits any more if this fails.
                    let _ = answer.send((serial, info));
                }),
            );
        }
        drop(answer);
        let mut found = Vec::new();
        for _ in 0..asked {
            // A process in a long primitive answers later than anybody wants to wait.
            let Ok((serial, info)) = answers.recv_timeout(Duration::from_secs(2)) else {
                break;
            };
            if let Some(info) = info {
                found.push((serial, info));
            }
        }
        found.sort_by_key(|(serial, _)| serial.number());
        lines.extend(found.into_iter().map(|(serial, info)| {
            let number = serial.to_string();
            let bytes = |wanted: &str| {
                let found = info.body.facts.iter().find(|(name, _)| *name == wanted);
                found.map_or(String::new(), |(_, fact)| fact.to_string())
            };
            let limits = info.body.limits.iter();
            let limits: String = limits.map(|(name, fact)| format!(" [{name} {fact}]")).collect();
            format!(
                "{number:>8}  {:<12} {:<8} {:<8} {:>7} {:>10} {:>9} {:>8} {:>9} {:>5} {:>8}  {}{limits}",
                info.name.as_deref().unwrap_or("-"),
                format!("{:?}", info.state).to_lowercase(),
                format!("{:?}", info.priority).to_lowercase(),
                info.mailbox_length,
                info.reductions,
                bytes("heap-bytes"),
                bytes("stack-bytes"),
                bytes("shared-bytes"),
                info.links.len(),
                info.monitors.len(),
                info.body.function,
            )
        }));
        lines
    }
}

/// Stops the form that runs in an interactive process.
#[derive(Clone)]
pub struct Interrupter {
    state: Arc<NodeState>,
    queue: Arc<WorkQueue>,
}

impl Interrupter {
    /// Ends the form that is running, if there is one; its outcome is then an error.
    pub fn interrupt(&self) {
        if let (Some(watch), Some(process)) = (self.queue.watch(), self.queue.worker()) {
            watch.interrupt();
            self.state.wake(process);
        }
    }
}

/// The part of a disassembled unit that is about one function; of a `case-lambda` its clauses too.
fn function_text(unit: &str, function: u32) -> String {
    let mut found = String::new();
    let mut wanted = vec![function];
    let mut index = 0;
    while let Some(number) = wanted.get(index).copied() {
        index += 1;
        let head = format!("function {number} ");
        let lines = unit.lines().skip_while(|line| !line.starts_with(&head));
        for (place, line) in lines.enumerate() {
            if place > 0 && !line.starts_with(' ') {
                break;
            }
            if place == 0
                && let Some((_, clauses)) = line.split_once("clauses ")
            {
                let numbers = clauses.split(';').next().unwrap_or_default();
                wanted.extend(
                    numbers
                        .split(|c: char| !c.is_ascii_digit())
                        .filter_map(|text| {
                            text.parse().ok().filter(|number| !wanted.contains(number))
                        })
                        .collect::<Vec<u32>>(),
                );
            }
            found.push_str(line);
            found.push('\n');
        }
    }
    found
}
