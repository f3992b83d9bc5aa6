//! The thread on which a [`Session`] lives.
//!
//! It has a stack that is large enough for the expander's depth limit. Jobs are
//! done one after another; the answer goes to a callback on that thread.

use crate::embedded::BUILT_IN;
use crate::transformers::Machine;
use mound_base::{SourcePart, Symbol};
use mound_bytecode::unit::UnitHash;
use mound_expand::LibraryName;
use mound_heap::budget;
use mound_heap::heap::Bytes;
use mound_session::{Compilation, Coverage, Exported, Finding, Form, Reload, Session, Unsaved};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::mpsc::{Sender, channel};

/// Stack of the compiler thread: what expander and compiler need at their deepest, and as much again
/// for libraries that are compiled while others are. Only touched pages are paid for.
const STACK_BYTES: usize = 256 << 20;

/// One part in so many of the budget may be taken by what typed and evaluated definitions leave with
/// the compiler.
const KEPT_PARTS: usize = 8;

/// To give back what a job has left costs some tens of milliseconds, and is done if it is so much.
const MUCH_BYTES: usize = 16 << 20;

/// What the compiler can be asked.
pub enum Job {
    Program {
        name: String,
        path: Option<PathBuf>,
        text: String,
        done: Done<Compilation>,
    },
    /// What is wrong with a program that is not run.
    Check {
        name: String,
        path: Option<PathBuf>,
        text: String,
        unsaved: Unsaved,
        done: Done<Vec<Finding>>,
    },
    Form {
        name: String,
        text: String,
        offset: usize,
        /// The name that its value gets.
        result: Option<String>,
        done: Done<Form>,
    },
    Datum {
        text: String,
        libraries: Vec<String>,
        /// Where it was read from, if it comes from a file.
        place: Option<SourcePart>,
        done: Done<Compilation>,
    },
    Library {
        name: String,
        done: Done<Compilation>,
    },
    /// What a library exports.
    Exports {
        name: String,
        done: Done<Vec<Exported>>,
    },
    /// The core language of a form, as text.
    Expansion { text: String, done: Done<String> },
    /// Trusts a location, or none any more (`none`), or only asks; gives those that are trusted then.
    Trust {
        location: Option<String>,
        done: Done<Vec<String>>,
    },
    /// Compiles a library again, or all whose files have changed; see [`Session::reload`].
    Reload {
        library: Option<String>,
        rehearse: bool,
        done: Done<Reload>,
    },
    /// What imports mean now: names and hashes of libraries that are not part of Mound.
    Current { done: Done<Vec<(String, UnitHash)>> },
    Names {
        done: Box<dyn FnOnce(Vec<Symbol>) + Send>,
    },
    /// The last one: everything that the compiler has made is let go.
    Stop { done: Done<()> },
}

impl Job {
    /// What is to be compiled, if it comes with the job.
    fn text(&self) -> Option<&str> {
        match self {
            Job::Program { text, .. }
            | Job::Check { text, .. }
            | Job::Form { text, .. }
            | Job::Datum { text, .. }
            | Job::Expansion { text, .. } => Some(text),
            Job::Library { .. }
            | Job::Exports { .. }
            | Job::Trust { .. }
            | Job::Reload { .. }
            | Job::Current { .. }
            | Job::Names { .. }
            | Job::Stop { .. } => None,
        }
    }
}

/// Called with the result, or with the rendered errors.
pub type Done<T> = Box<dyn FnOnce(Result<T, String>) + Send>;

/// Gives jobs to the compiler thread.
#[derive(Clone)]
pub struct Compiler {
    jobs: Sender<Job>,
}

impl Compiler {
    /// Starts the thread, which ends when the last handle is gone.
    ///
    /// What a text is expected to need is counted in the budget while it is compiled. After a large one
    /// `on_lull` is called, which gives memory back to the system.
    pub fn start(
        directories: Vec<PathBuf>,
        own_libraries: Option<PathBuf>,
        modules: Option<mound_modules::Resolver>,
        coverage: Option<Arc<Coverage>>,
        without_inlining: bool,
        on_lull: Option<fn()>,
    ) -> std::io::Result<Compiler> {
        let (jobs, queue) = channel::<Job>();
        std::thread::Builder::new()
            .name("mound-compiler".to_owned())
            .stack_size(STACK_BYTES)
            .spawn(move || {
                let mut session = Session::new(&BUILT_IN, directories)
                    .with_own_libraries(own_libraries)
                    .with_modules(modules)
                    .with_coverage(coverage)
                    .without_inlining(without_inlining)
                    .with_transformers(Box::new(Machine::new()))
                    .with_room(budget::limit().map(|limit| limit / KEPT_PARTS));
                let mut kept = budget::Scratch::new(0);
                while let Ok(job) = queue.recv() {
                    if let Job::Stop { done } = job {
                        drop((session, kept));
                        budget::tell();
                        return done(Ok(()));
                    }
                    let bytes = job.text().map_or(0, mound_machine::compiling_bytes);
                    // Whoever asked had been told that there was room, but that may be long ago.
                    let room = budget::admit(bytes, 0).map_err(|_| no_room(bytes));
                    let counted = budget::Scratch::new(bytes);
                    perform(&mut session, job, room);
                    drop(counted);
                    if kept.bytes() != session.kept_bytes() {
                        kept = budget::Scratch::new(session.kept_bytes());
                    }
                    // What it linked is counted on this thread.
                    budget::tell();
                    if let Some(on_lull) = on_lull.filter(|_| bytes > MUCH_BYTES) {
                        on_lull();
                    }
                }
            })?;
        Ok(Compiler { jobs })
    }

    pub fn ask(&self, job: Job) {
        // The thread lives as long as there is a handle.
        let _ = self.jobs.send(job);
    }

    /// Asks and waits for the answer; not for use on scheduler threads.
    pub fn wait<T: Send + 'static>(&self, job: impl FnOnce(Done<T>) -> Job) -> Result<T, String> {
        let (answer, wait) = channel();
        self.ask(job(Box::new(move |result| {
            // Nobody waits any more if this fails.
            let _ = answer.send(result);
        })));
        wait.recv()
            .unwrap_or_else(|_| Err("the compiler has stopped".to_owned()))
    }
}

/// How the error begins that others have taken the memory meanwhile which compiling takes.
pub const NO_ROOM: &str = "out of memory for compiling";

fn no_room(bytes: usize) -> String {
    let needed = Bytes(bytes);
    format!("{NO_ROOM}: it needs {needed}, and other processes have taken them")
}

/// Does a job. What is evaluated is refused if there is no room for it.
fn perform(session: &mut Session, job: Job, room: Result<(), String>) {
    match job {
        Job::Program {
            name,
            path,
            text,
            done,
        } => done(session.program(&name, path, &text)),
        Job::Check {
            name,
            path,
            text,
            unsaved,
            done,
        } => done(Ok(session.check(&name, path, &text, unsaved))),
        Job::Form {
            name,
            text,
            offset,
            result,
            done,
        } => done(Ok(session.form(&name, &text, offset, result.as_deref()))),
        Job::Datum {
            text,
            libraries,
            place,
            done,
        } => done(room.and_then(|()| session.datum(&text, &libraries, place))),
        Job::Library { name, done } => done(session.library(&LibraryName::new(name.split('/')))),
        Job::Exports { name, done } => done(session.exports(&LibraryName::new(name.split('/')))),
        Job::Expansion { text, done } => done(session.expansion(&text)),
        Job::Trust { location, done } => done(session.trust(location.as_deref())),
        Job::Reload {
            library,
            rehearse,
            done,
        } => done(session.reload(library.as_deref(), rehearse)),
        Job::Current { done } => done(Ok(session.current())),
        Job::Names { done } => done(session.interactive_names()),
        Job::Stop { done } => done(Ok(())),
    }
}
