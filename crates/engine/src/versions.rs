//! Which libraries a node has, in which versions, who is in their code, and how they are loaded again:
//! the operations behind `lib/mound/modules.scm`, which says what the lists are.
//!
//! Libraries of Mound are left out: they are the same as long as the node runs.

use crate::body::SchemeProcess;
use crate::compiler::Job;
use crate::embedded::BUILT_IN;
use crate::requests::{answer, raise};
use crate::resources::{answer_item, files};
use crate::state::NodeState;
use crate::{items, loader};
use mound_bytecode::unit::{UnitHash, note};
use mound_heap::fragment::FragmentRef;
use mound_machine::{Item, LinkedUnit};
use mound_process::{Handle, Pid, ProcessInfo};
use mound_session::Reload;
use std::collections::HashMap;
use std::sync::mpsc::channel;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// Processes that are asked in which code they are: more take too long.
const ASKED_MAX: usize = 10_000;
/// How long they have to answer, all together.
const PATIENCE: Duration = Duration::from_secs(2);

/// What is asked about libraries and done with them. False if it is no such operation.
pub fn operation(node: &Arc<NodeState>, number: u64, name: &str, arguments: &[Item]) -> bool {
    match (name, arguments) {
        ("library-versions", []) if node.options.seed.is_some() => {
            // Nothing waits here: the processes answer in their turns, and the last of them answers this.
            let (state, told) = (Arc::clone(node), Told::default());
            let all = told.clone();
            let done = move || answer_item(&state, number, versions(&state, &all.take()));
            match node.handle() {
                Some(handle) => ask_all(handle, &told, done),
                None => done(),
            }
        }
        ("library-versions", []) => {
            files::perform(node, number, |state| {
                let processes = state.handle().map_or_else(Vec::new, in_use);
                items::reply(&versions(state, &processes))
            });
        }
        ("reload-library", [library, Item::Boolean(rehearse)]) => {
            let library = match library {
                Item::Text(library) => Some(library.clone()),
                Item::Boolean(false) => None,
                _ => return false,
            };
            reload(node, number, library, *rehearse);
        }
        _ => return false,
    }
    true
}

fn reload(node: &Arc<NodeState>, number: u64, library: Option<String>, rehearse: bool) {
    let state = Arc::clone(node);
    let whose = node.requests.whose(number);
    let done = Box::new(move |result: Result<Reload, String>| match result {
        Ok(reload) => {
            let changed = changed(&reload);
            let mut compilation = reload.compilation;
            loader::leave_out_ready(&state, &mut compilation);
            let node = Arc::clone(&state);
            loader::load(&state, compilation, whose, move |loaded| {
                match loaded {
                    Ok(_) => answer_item(&node, number, changed),
                    Err(why) => answer(&node, number, raise("error", why)),
                }
                let_replaced_go(&node);
            });
        }
        Err(errors) => {
            let errors = errors.trim_end().to_owned();
            answer(&state, number, raise("syntax", errors));
        }
    });
    node.compiler.ask(Job::Reload {
        library,
        rehearse,
        done,
    });
}

/// Has the processes forget what they can no longer reach of code that was replaced, and lets go of what
/// none of them can.
pub fn let_replaced_go(node: &Arc<NodeState>) {
    if node.options.seed.is_some() || !node.linker.has_replaced() {
        return;
    }
    let state = Arc::clone(node);
    let ask = move || {
        if let Some(handle) = state.handle() {
            in_use(handle);
            state.linker.sweep_replaced();
        }
    };
    // Without a thread it goes at the next change, or when somebody asks for the versions.
    let _ = node.slow_threads.run(ask);
}

/// Lists of name and hash; of what was only looked at, the hash is `#f`.
fn changed(reload: &Reload) -> Item {
    let row = |(name, hash): &(String, Option<UnitHash>)| {
        let hash = hash.map_or(Item::Boolean(false), |hash| Item::Text(whole(hash)));
        Item::List(vec![Item::Text(name.clone()), hash])
    };
    Item::List(reload.changed.iter().map(row).collect())
}

/// All digits of a hash.
pub fn whole(hash: UnitHash) -> String {
    hash.0.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// A row for each library: name, hash, commit, hash of the sources, URL, the node that it came from, whether imports
/// mean it now, what imports it, and the processes in it.
fn versions(state: &Arc<NodeState>, processes: &[ProcessInfo]) -> Item {
    let current = state
        .compiler
        .wait(|done| Job::Current { done })
        .unwrap_or_default();
    state.linker.sweep_replaced();
    let mut units = state.linker.linked();
    units.retain(|unit| library(unit).is_some());
    let mut importers: HashMap<UnitHash, Vec<String>> = HashMap::new();
    for unit in state.linker.linked() {
        let Some(importer) = LinkedUnit::of_fragment(&unit) else {
            continue;
        };
        let name = match &*importer.name {
            "" => "a program".to_owned(),
            name => name.to_owned(),
        };
        for imported in unit.edges().iter().filter_map(library) {
            let names = importers.entry(imported.hash).or_default();
            if !names.contains(&name) {
                names.push(name.clone());
            }
        }
    }
    let mut rows: Vec<(String, Item)> = Vec::new();
    for unit in &units {
        let Some(linked) = library(unit) else {
            continue;
        };
        let is_current = current.contains(&(linked.name.clone(), linked.hash));
        let mut importers = importers.remove(&linked.hash).unwrap_or_default();
        importers.sort_unstable();
        let row = row(linked, is_current, importers, processes);
        let key = format!("{} {}", linked.name, whole(linked.hash));
        rows.push((key, row));
    }
    rows.sort_by(|one, other| one.0.cmp(&other.0));
    Item::List(rows.into_iter().map(|(_, row)| row).collect())
}

/// The unit, if it is a library that is not part of Mound.
fn library(unit: &FragmentRef) -> Option<&LinkedUnit> {
    let linked = LinkedUnit::of_fragment(unit)?;
    (!linked.name.is_empty() && BUILT_IN.library(&linked.name).is_none()).then_some(linked)
}

fn row(
    linked: &LinkedUnit,
    is_current: bool,
    importers: Vec<String>,
    processes: &[ProcessInfo],
) -> Item {
    let text =
        |text: Option<&str>| text.map_or(Item::Boolean(false), |text| Item::Text(text.to_owned()));
    let there = processes.iter().filter_map(|process| {
        let mut code = process.code.iter();
        let used = code.find(|used| used.hash == linked.hash.0)?;
        let pid = crate::host::name(Pid::from(process.serial));
        Some(Item::List(vec![
            Item::Process(pid),
            Item::Integer(process.serial.number() as i64),
            Item::Text(process.name.as_deref().unwrap_or("anonymous").to_owned()),
            Item::Integer(used.frames as i64),
        ]))
    });
    Item::List(vec![
        Item::Text(linked.name.clone()),
        Item::Text(whole(linked.hash)),
        text(linked.debug.note(note::COMMIT)),
        text(linked.debug.note(note::SOURCES)),
        text(linked.debug.note(note::ORIGIN)),
        text(linked.brought_by()),
        Item::Boolean(is_current),
        Item::List(importers.into_iter().map(Item::Text).collect()),
        Item::List(there.collect()),
    ])
}

/// What the processes of the node tell of the code that they are in; those that tell it in time.
fn in_use(handle: &Handle<SchemeProcess>) -> Vec<ProcessInfo> {
    let (sender, all) = channel();
    let told = Told::default();
    ask_all(handle, &told, move || {
        // Nobody listens any more if this fails.
        let _ = sender.send(());
    });
    // Who has told nothing by then is left out.
    let _ = all.recv_timeout(PATIENCE);
    told.take()
}

/// Asks the processes in which code they are; `done` is called when the last of them has told it or has
/// ended.
fn ask_all(
    handle: &Handle<SchemeProcess>,
    told: &Told,
    done: impl FnOnce() + Send + Sync + 'static,
) {
    let mut living = handle.processes();
    living.sort_unstable_by_key(|process| process.number());
    living.truncate(ASKED_MAX);
    let last = Arc::new(Last(Some(done)));
    for process in living {
        let (told, last) = (told.clone(), Arc::clone(&last));
        let tell = move |info: Option<ProcessInfo>| {
            told.lock().extend(info);
            drop(last);
        };
        handle.request_code(process, Box::new(tell));
    }
}

/// What was told so far.
#[derive(Clone, Default)]
struct Told(Arc<Mutex<Vec<ProcessInfo>>>);

impl Told {
    fn lock(&self) -> MutexGuard<'_, Vec<ProcessInfo>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn take(&self) -> Vec<ProcessInfo> {
        let mut infos = std::mem::take(&mut *self.lock());
        infos.sort_unstable_by_key(|info| info.serial.number());
        infos
    }
}

/// Calls something when the last reference to it has gone.
struct Last<F: FnOnce()>(Option<F>);

impl<F: FnOnce()> Drop for Last<F> {
    fn drop(&mut self) {
        if let Some(done) = self.0.take() {
            done();
        }
    }
}
