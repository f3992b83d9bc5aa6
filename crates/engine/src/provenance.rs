//! Code of libraries with versions that comes from another node: whether it is the same version, and,
//! if the user wants that, whether it is what the repository gives.
//!
//! ```text
//!   unit of a library with a version, checked, not yet linked
//!     same name here, other sources    ---> refused, both commits and hashes are named
//!     --fetch-code repository, both    ---> the version is installed (by trust) and compiled here
//!         same hash                         ours is used
//!         other hash, same compiler         refused: it is not what the sources give
//!         other hash, other compiler        the peer's is used: its sources are those of the repository
//! ```
//!
//! What a unit says of its provenance is noted beside its code, and has no part in its hash, so a
//! peer could lie. Who must not believe its peers builds from repositories.

use crate::compiler::Job;
use crate::instances::Whose;
use crate::loader;
use crate::state::NodeState;
use mound_bytecode::unit::{Debug, Unit, note};
use mound_machine::LinkedUnit;
use mound_modules::trust::CodeFrom;
use mound_modules::{ModuleName, Record};
use std::sync::Arc;
use tokio::sync::oneshot;

/// Where sources are from, as far as is known.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Provenance {
    commit: String,
    sources: String,
}

impl Provenance {
    fn noted(debug: &Debug) -> Option<Provenance> {
        Some(Provenance {
            commit: debug.note(note::COMMIT)?.to_owned(),
            sources: debug.note(note::SOURCES)?.to_owned(),
        })
    }

    fn recorded(record: &Record) -> Provenance {
        Provenance {
            commit: record.commit.clone(),
            sources: record.source.clone(),
        }
    }
}

impl std::fmt::Display for Provenance {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(
            formatter,
            "commit {} (sources {})",
            self.commit, self.sources
        )
    }
}

/// Whether the unit is a library with a version.
fn has_version(unit: &Unit) -> bool {
    unit.name.contains('@')
}

/// Refuses a library that came from elsewhere and is here with other sources under the same version:
/// linked, or installed.
pub fn compare(state: &NodeState, unit: &Unit, whence: &str) -> Result<(), String> {
    let ours = installed(state, &unit.name);
    compare_with(
        linked(state, &unit.name).into_iter().chain(ours),
        unit,
        whence,
    )
}

/// What is to be told of a library that was compiled here, if other code of its version has come before.
pub fn complaint(state: &NodeState, unit: &Unit) -> Option<String> {
    let ours = linked(state, &unit.name);
    compare_with(ours.into_iter(), unit, "in the program").err()
}

fn compare_with(
    ours: impl Iterator<Item = Provenance>,
    unit: &Unit,
    whence: &str,
) -> Result<(), String> {
    let Some(theirs) = Provenance::noted(&unit.debug).filter(|_| has_version(unit)) else {
        return Ok(());
    };
    let mut others = ours.filter(|ours| ours.sources != theirs.sources);
    match others.next() {
        None => Ok(()),
        Some(ours) => Err(format!(
            "two codes go by the name {}: {whence} it is {theirs}, here it is {ours}",
            unit.name
        )),
    }
}

fn linked(state: &NodeState, name: &str) -> Vec<Provenance> {
    let units = state.linker.linked();
    let same = units.iter().filter_map(|unit| {
        let linked = LinkedUnit::of_fragment(unit)?;
        let same = linked.name == name;
        same.then(|| Provenance::noted(&linked.debug)).flatten()
    });
    same.collect()
}

/// What is installed, without looking at its files.
fn installed(state: &NodeState, name: &str) -> Option<Provenance> {
    let settings = state.options.modules.as_ref()?;
    let name = ModuleName::parse(name).ok()?;
    let version = name.version.as_deref();
    // A record that cannot be read is reported when the library is imported.
    let found = settings.store.find(&name.repository(), version).ok()??;
    Some(Provenance::recorded(&found.record))
}

/// Compiles the library of this name here and instantiates it. With it are those that it imports.
pub async fn load_library(state: &Arc<NodeState>, name: &str) -> Result<(), String> {
    let (done, loaded) = oneshot::channel();
    let loading = Arc::clone(state);
    let finish = move |result: Result<mound_session::Compilation, String>| match result {
        Ok(compilation) => loader::load(&loading, compilation, Whose::Message, move |result| {
            // Nobody waits any more if this fails.
            let _ = done.send(result.map(|_| ()));
        }),
        Err(why) => {
            // As above.
            let _ = done.send(Err(why));
        }
    };
    let name = name.to_owned();
    if state.options.seed.is_some() {
        // The compiler is waited for here; what it takes does not show.
        finish(state.compiler.wait(|done| Job::Library { name, done }));
    } else {
        let done = Box::new(finish);
        state.compiler.ask(Job::Library { name, done });
    }
    // An error means that the node is stopping.
    let stopping = || Err("this node is stopping".to_owned());
    loaded.await.unwrap_or_else(|_| stopping())
}

/// Builds a library from its repository, if the user wants that of libraries that come from other
/// nodes; true if the code that is here then is the one that came.
pub async fn build_own(state: &Arc<NodeState>, unit: &Unit, whence: &str) -> Result<bool, String> {
    let settings = state.options.modules.as_ref();
    let from = settings.map_or(CodeFrom::Peer, |settings| settings.policy.code_from);
    let is_hosted = ModuleName::parse(&unit.name).is_ok_and(|name| name.is_hosted());
    if from == CodeFrom::Peer || !has_version(unit) || !is_hosted {
        return Ok(false);
    }
    if let Err(why) = load_library(state, &unit.name).await {
        return match from {
            CodeFrom::Repository => Err(format!(
                "library {} is built from its repository here, and that failed: {}",
                unit.name,
                why.trim_end()
            )),
            CodeFrom::Both | CodeFrom::Peer => Ok(false),
        };
    }
    if state.linker.find(unit.hash()).is_some() {
        return Ok(true);
    }
    compare(state, unit, whence)?;
    let theirs = (
        unit.debug.note(note::SOURCES),
        unit.debug.note(note::TOOLCHAIN),
    );
    let units = state.linker.linked();
    let ours = units.iter().filter_map(LinkedUnit::of_fragment);
    for ours in ours.filter(|ours| ours.name == unit.name) {
        if theirs.0.is_none() || theirs.0 != ours.debug.note(note::SOURCES) {
            return Err(format!(
                "library {} {whence} does not say that it has the sources of the repository",
                unit.name
            ));
        }
        if theirs.1.is_some() && theirs.1 == ours.debug.note(note::TOOLCHAIN) {
            return Err(format!(
                "library {} {whence} is not what its sources give: its code is {}, and the same compiler gives {}",
                unit.name,
                unit.hash(),
                ours.hash
            ));
        }
    }
    Ok(false)
}
