//! Compiled units become part of the node: linked, kept for peers, and, if they
//! are libraries, instantiated once ([`crate::instances`]).

use crate::body::SchemeProcess;
use crate::embedded::BUILT_IN;
use crate::instances::{Claim, Load, Whose, are_ready};
use crate::log::{Level, Subject};
use crate::provenance;
use crate::results::{Event, Results};
use crate::state::NodeState;
use crate::work::{WorkQueue, WorkResult};
use mound_base::Symbol;
use mound_bytecode::unit::{Unit, UnitHash};
use mound_heap::fragment::FragmentRef;
use mound_heap::freeze::Frozen;
use mound_machine::{DebugSource, LinkedUnit, Linker, Resolved};
use mound_process::SpawnOptions;
use mound_session::{Compilation, CompiledUnit, UnitCode};
use std::sync::Arc;
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::time::Duration;

/// Links a unit and keeps its bytes for peers that want it.
pub fn link(
    state: &NodeState,
    unit: &Unit,
    hash: UnitHash,
    built_in: bool,
) -> Result<FragmentRef, String> {
    let debug = DebugSource::from(unit.debug.clone());
    let fragment = state
        .linker
        .link_as(unit, hash, debug, built_in)
        .map_err(|error| error.to_string())?;
    let bytes = mound_bytecode::encode::to_bytes(unit);
    let in_use = |hash| state.linker.find(hash).is_some();
    if let Err(error) = state.store.insert(bytes.into(), in_use) {
        let message = format!("unit {hash} cannot be sent to other nodes: {error}");
        state
            .console
            .log(Level::Warning, Subject::Node, &message, &[]);
    }
    if unit.name == "mound/base" {
        set_hooks(&state.linker, &fragment);
    }
    Ok(fragment)
}

/// Links what came from the compiler. A library in the binary was verified when the program was
/// built; peers get it from there, and its debug information is read when somebody asks for it.
fn link_compiled(state: &NodeState, compiled: &CompiledUnit) -> Result<FragmentRef, String> {
    let library = match &compiled.code {
        UnitCode::Compiled { unit, built_in } => {
            if let Some(why) = provenance::complaint(state, unit) {
                state.console.log(Level::Warning, Subject::Node, &why, &[]);
            }
            return link(state, unit, compiled.hash, *built_in);
        }
        UnitCode::Stored(library) => *library,
    };
    let unit = library
        .decode()
        .map_err(|error| format!("library {}: {error}", library.name))?;
    let debug = DebugSource::later(|| BUILT_IN.debug(library));
    let fragment = state
        .linker
        .link_as(&unit, compiled.hash, debug, true)
        .map_err(|error| error.to_string())?;
    if library.name == "mound/base" {
        set_hooks(&state.linker, &fragment);
    }
    Ok(fragment)
}

/// Leaves out libraries that have run: they go on with the state that they have, and imports mean them.
pub fn leave_out_ready(state: &NodeState, compilation: &mut Compilation) {
    let libraries = &mut compilation.libraries;
    libraries.retain(|library| {
        let found = state.linker.find(library.hash);
        let is_ready = found.is_some_and(|found| are_ready(&[found]));
        !(is_ready && state.linker.mean(library.hash))
    });
}

/// Tells the machine the procedures of the base library that it calls.
pub fn set_hooks(linker: &Linker, base: &FragmentRef) {
    let Some(unit) = LinkedUnit::of_fragment(base) else {
        return;
    };
    let export = |name: &str| match unit.export(Symbol::intern(name)) {
        Some(Resolved::Constant(value)) => Some(*value),
        _ => None,
    };
    if let Some((signal, rewind)) = export("%signal").zip(export("%rewind-and-throw")) {
        linker.hooks.set_procedures(signal, rewind);
    }
}

/// Links everything that was compiled. The libraries are returned in the order in which their
/// bodies have to run.
pub fn link_all(
    state: &NodeState,
    compilation: &Compilation,
) -> Result<(Vec<FragmentRef>, Option<FragmentRef>), String> {
    let mut libraries = Vec::new();
    for library in &compilation.libraries {
        libraries.push(link_compiled(state, library)?);
        state.linker.mean(library.hash);
    }
    let main = compilation
        .main
        .as_ref()
        .map(|main| link_compiled(state, main))
        .transpose()?;
    if let Some(unit) = main.as_ref().and_then(LinkedUnit::of_fragment)
        && !compilation.symbols.is_empty()
    {
        unit.keep_symbols(compilation.symbols.clone());
    }
    if let Some(meant) = &compilation.meant {
        state.linker.mean_only(meant.clone());
    }
    Ok((libraries, main))
}

/// Links everything that was compiled: the libraries whose bodies have to run, and the main unit. Waits for
/// those that others run now, until `is_interrupted`; `None` then.
pub fn prepare(
    state: &NodeState,
    compilation: &Compilation,
    is_interrupted: impl Fn() -> bool,
) -> Result<Option<(Load, Option<FragmentRef>)>, String> {
    let (mut units, main) = link_all(state, compilation)?;
    units.extend(main.clone());
    loop {
        let other = match state.instances.claim(&units, Whose::Program) {
            Claim::Run(load) => return Ok(Some((load, main))),
            Claim::Wait(other) => other,
        };
        let (over, wait) = channel();
        state.instances.wait(other, Whose::Program, move || {
            // Nobody waits any more if this fails.
            let _ = over.send(());
        });
        while wait.recv_timeout(LOOK_AROUND) == Err(RecvTimeoutError::Timeout) {
            if is_interrupted() {
                return Ok(None);
            }
        }
    }
}

/// How often a thread that waits for libraries looks whether it is to go on doing so.
const LOOK_AROUND: Duration = Duration::from_millis(50);

/// Links everything that was compiled, runs the bodies of the libraries in a process of
/// their own, then calls `done` with the main unit, on some thread.
pub fn load(
    state: &Arc<NodeState>,
    compilation: Compilation,
    whose: Whose,
    done: impl FnOnce(Result<Option<FragmentRef>, String>) + Send + 'static,
) {
    match link_all(state, &compilation) {
        Ok((mut units, main)) => {
            units.extend(main.clone());
            instantiate(state, units, whose, move |result| {
                done(result.map(|()| main))
            })
        }
        Err(why) => done(Err(why)),
    }
}

/// Runs the bodies of libraries that have not run, one after another: of these units and of all that they
/// import.
pub fn instantiate(
    state: &Arc<NodeState>,
    units: Vec<FragmentRef>,
    whose: Whose,
    done: impl FnOnce(Result<(), String>) + Send + 'static,
) {
    let load = match state.instances.claim(&units, whose) {
        Claim::Run(load) if load.libraries.is_empty() => return done(Ok(())),
        Claim::Run(load) => load,
        Claim::Wait(other) => {
            let node = Arc::clone(state);
            let again = move || instantiate(&node, units, whose, done);
            return state.instances.wait(other, whose, again);
        }
    };
    let Some(handle) = state.handle() else {
        return done(Err("the node does not run".to_owned()));
    };
    let queue = Arc::new(WorkQueue::default());
    let results = Arc::new(Results::default());
    queue.push(load, None, &results);
    queue.close();
    let body = SchemeProcess::with_queue(state, queue);
    let options = SpawnOptions {
        name: Some("loader".into()),
        links: Vec::new(),
        ..SpawnOptions::default()
    };
    match handle.spawn(body, options) {
        Ok(serial) => handle.on_end(
            serial,
            Box::new(move |_| {
                let failed = std::iter::from_fn(|| results.poll())
                    .take_while(|event| *event != Event::Closed)
                    .find_map(|event| match event {
                        Event::Result(WorkResult::Died(report)) => Some(report),
                        Event::Result(WorkResult::Halted | WorkResult::Terminated) => {
                            Some("the body of a library ended its process".to_owned())
                        }
                        Event::Result(WorkResult::Value(_) | WorkResult::Skipped)
                        | Event::Closed
                        | Event::Interrupted => None,
                    });
                done(failed.map_or(Ok(()), Err));
            }),
        ),
        Err(error) => done(Err(error.to_string())),
    }
}

/// The thunk that runs a unit's top-level forms.
pub fn entry(unit: &FragmentRef) -> Option<Frozen> {
    let linked = LinkedUnit::of_fragment(unit)?;
    Some(Frozen::constant(linked.entry(), unit))
}
