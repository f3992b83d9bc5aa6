//! Missing code: found in the binary, or fetched from the peer that uses it, checked and linked.

use crate::apart::apart;
use crate::instances::Whose;
use crate::loader;
use crate::log::{Level, Subject};
use crate::provenance;
use crate::state::NodeState;
use mound_bytecode::decode::{self, Foreign};
use mound_bytecode::hash::hash_canonical;
use mound_bytecode::unit::{Debug, Unit, UnitHash};
use mound_bytecode::verify;
use mound_heap::fragment::FragmentRef;
use mound_machine::LinkedUnit;
use mound_node::PeerId;
use mound_process::Serial;
use std::collections::HashMap;
use std::sync::Arc;
use tokio::sync::oneshot;

/// What becomes of a message whose node ends.
const STOPPING: &str = "this node is stopping";

/// Units that one message may bring along, with all they import.
const UNITS_MAX: usize = 1024;

/// Bytes of these: more than any program has, and little beside the budget of a node.
fn units_bytes_max() -> usize {
    (mound_heap::budget::room() / 8).clamp(1 << 20, 64 << 20)
}

/// The units of a payload: those that are here, held so that they stay, and the hashes of the others.
pub fn survey(state: &NodeState, payload: &[u8]) -> (Vec<FragmentRef>, Vec<UnitHash>) {
    let (mut here, mut missing) = (Vec::new(), Vec::new());
    if payload.is_empty() {
        return (here, missing);
    }
    // What cannot be read is refused when it is decoded.
    for hash in mound_wire::units_needed(payload).unwrap_or_default() {
        match state.linker.find(hash) {
            Some(unit) => here.push(unit),
            None => missing.push(hash),
        }
    }
    (here, missing)
}

/// Gets, checks and links units and everything they import, and instantiates these and those that are
/// here, for a message to a process, if that is known. Holding what is returned keeps them from being let go before they are used.
pub async fn obtain(
    state: &Arc<NodeState>,
    peer: PeerId,
    here: Vec<FragmentRef>,
    wanted: Vec<UnitHash>,
    addressee: Option<Serial>,
) -> Result<Vec<FragmentRef>, String> {
    let mut units: HashMap<UnitHash, Foreign<Unit>> = HashMap::new();
    let mut wanted = without_own(state, wanted).await;
    let mut bytes = 0;
    let mut own = here;
    while !wanted.is_empty() {
        if units.len() + wanted.len() > UNITS_MAX {
            return Err("the code of this message imports too many units".to_owned());
        }
        let fetched = fetch(state, peer, wanted, &mut bytes).await?;
        wanted = Vec::new();
        let from = state.distribution().map(|found| found.address_of(peer));
        let whence = format!("from node {}", from.unwrap_or_default());
        for unit in fetched {
            provenance::compare(state, &unit.decoded, &whence)?;
            if provenance::build_own(state, &unit.decoded, &whence).await? {
                own.extend(state.linker.find(unit.decoded.hash()));
                continue;
            }
            for import in &unit.decoded.imports {
                if is_here(state, &import.library, import.hash).await {
                    // So that it stays until it is referred to.
                    own.extend(state.linker.find(import.hash));
                } else if !units.contains_key(&import.hash) && !wanted.contains(&import.hash) {
                    wanted.push(import.hash);
                }
            }
            units.insert(unit.decoded.hash(), unit);
        }
    }
    own.append(&mut link(state, peer, (units, bytes)).await?);
    young_loads_are_over(state, &own, addressee).await;
    let (done, instantiated) = oneshot::channel();
    loader::instantiate(state, own.clone(), Whose::Message, move |result| {
        // Nobody waits any more if this fails.
        let _ = done.send(result);
    });
    instantiated
        .await
        .unwrap_or_else(|_| Err(STOPPING.to_owned()))?;
    Ok(own)
}

/// Waits for what programs of this node are loading now, but not for long.
async fn young_loads_are_over(state: &NodeState, units: &[FragmentRef], addressee: Option<Serial>) {
    // In a simulation the time is another one, and messages come in the order that it has decided.
    while state.membership.is_none()
        && let Some((load, until)) = state.instances.young_load(units, addressee)
    {
        let (over, wait) = oneshot::channel();
        state.instances.wait(load, Whose::Message, move || {
            // Nobody waits any more if this fails.
            let _ = over.send(());
        });
        // If the time is over, the load is old.
        let _ = tokio::time::timeout_at(until.into(), wait).await;
    }
}

/// Loads those that are libraries in the binary, and gives the others. One of them that came from a peer would be freed
/// some day, and those in the binary that import it are not (H5).
async fn without_own(state: &Arc<NodeState>, hashes: Vec<UnitHash>) -> Vec<UnitHash> {
    let mut others = Vec::new();
    for hash in hashes {
        let own = crate::embedded::BUILT_IN.of_hash(hash);
        match own {
            Some(library) if is_here(state, library.name, hash).await => {}
            _ => others.push(hash),
        }
    }
    others
}

/// Whether a library is linked, or can be made from the binary with the same hash.
async fn is_here(state: &Arc<NodeState>, library: &str, hash: UnitHash) -> bool {
    if state.linker.find(hash).is_some() {
        return true;
    }
    if crate::embedded::BUILT_IN.library(library).is_none() {
        return false;
    }
    // An error means that the library could not be compiled; then it is not here.
    let _ = provenance::load_library(state, library).await;
    state.linker.find(hash).is_some()
}

async fn fetch(
    state: &Arc<NodeState>,
    peer: PeerId,
    hashes: Vec<UnitHash>,
    total_bytes: &mut usize,
) -> Result<Vec<Foreign<Unit>>, String> {
    let distribution = state.distribution().ok_or("this node does not listen")?;
    let bytes = distribution
        .fetch(peer, hashes.clone())
        .await
        .map_err(|error| error.to_string())?;
    let mut units = Vec::new();
    let length = bytes.iter().map(|unit| unit.len()).sum::<usize>();
    *total_bytes += length;
    if *total_bytes > units_bytes_max() {
        return Err("the code of this message is too large".to_owned());
    }
    let foreign = hashes.clone().into_iter().zip(bytes);
    let check_all = move || -> Result<Vec<_>, String> {
        foreign.map(|(hash, bytes)| check(hash, &bytes)).collect()
    };
    let checked = apart(state, length, check_all).await.ok_or(STOPPING)??;
    for (hash, (unit, complaint)) in hashes.into_iter().zip(checked) {
        if let Some(complaint) = complaint {
            let from = distribution.address_of(peer);
            let text = format!(
                "errors in unit {hash} from node {from} will be told without names and places: {complaint}"
            );
            let fields = [("peer", &*from)];
            state
                .console
                .log(Level::Warning, Subject::Node, &text, &fields);
        }
        units.push(unit);
    }
    Ok(units)
}

/// The unit in foreign bytes, if it is valid and the one that was asked for. Its hash says nothing of
/// its debug information; what is wrong there is told, and then the unit has none.
fn check(hash: UnitHash, bytes: &[u8]) -> Result<(Foreign<Unit>, Option<String>), String> {
    let invalid = |error: &dyn std::fmt::Display| format!("unit {hash}: {error}");
    let (canonical, debug) = decode::sections(bytes).map_err(|error| invalid(&error))?;
    let found = hash_canonical(canonical);
    if found != hash {
        return Err(format!("unit {hash}: the peer sent another unit, {found}"));
    }
    let mut unit = decode::foreign_canonical(canonical).map_err(|error| invalid(&error))?;
    verify::verify(&unit.decoded).map_err(|error| invalid(&error))?;
    let complaint = match decode::foreign_debug(debug) {
        Ok(debug) => {
            unit.decoded.debug = debug.decoded;
            unit.symbols.extend(debug.symbols);
            let complaint = verify::debug(&unit.decoded).err();
            complaint.map(|error| error.to_string())
        }
        Err(error) => Some(error.to_string()),
    };
    if complaint.is_some() {
        unit.decoded.debug = Debug::default();
    }
    Ok((unit, complaint))
}

/// A variable that is bound where the code came from need not be bound here; the message says both names.
fn note_origin(state: &NodeState, peer: PeerId, fragment: &FragmentRef) {
    if let Some(distribution) = state.distribution()
        && let Some(unit) = LinkedUnit::of_fragment(fragment)
    {
        let from = distribution.address_of(peer);
        unit.set_origin(format!(
            "on node {} (the code came from node {from})",
            distribution.address()
        ));
        unit.set_bringer(from);
    }
}

/// Links units after what they import.
async fn link(
    state: &Arc<NodeState>,
    peer: PeerId,
    (units, bytes): (HashMap<UnitHash, Foreign<Unit>>, usize),
) -> Result<Vec<FragmentRef>, String> {
    let node = Arc::clone(state);
    let link_all = move || link_in_order(&node, peer, units);
    apart(state, bytes, link_all).await.ok_or(STOPPING)?
}

fn link_in_order(
    state: &Arc<NodeState>,
    peer: PeerId,
    mut units: HashMap<UnitHash, Foreign<Unit>>,
) -> Result<Vec<FragmentRef>, String> {
    let mut linked: Vec<FragmentRef> = Vec::new();
    while !units.is_empty() {
        let mut ready: Vec<UnitHash> = units
            .iter()
            .filter(|(_, unit)| {
                let mut imports = unit.decoded.imports.iter();
                imports.all(|import| state.linker.find(import.hash).is_some())
            })
            .map(|(hash, _)| *hash)
            .collect();
        // In an order that follows from the units.
        ready.sort_unstable_by_key(|hash| hash.0);
        if ready.is_empty() {
            return Err("the code of this message imports itself in a cycle".to_owned());
        }
        for hash in ready {
            if let Some(unit) = units.remove(&hash) {
                let fragment = loader::link(state, &unit.decoded, hash, false)?;
                note_origin(state, peer, &fragment);
                if let Some(linked) = LinkedUnit::of_fragment(&fragment) {
                    linked.keep_symbols(unit.symbols);
                }
                linked.push(fragment);
            }
        }
    }
    Ok(linked)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Engine, Options};

    fn unit() -> Unit {
        let engine = Engine::start(Options::default()).unwrap();
        let text = "(import (scheme base)) (define (f x) (list x 'a \"b\" (+ x 1))) (f 1)";
        let (mut units, _) = engine.compile("a.scm", None, text).unwrap();
        engine.shutdown();
        units.pop().unwrap()
    }

    /// Where the debug section begins.
    fn debug_start(bytes: &[u8]) -> usize {
        bytes.len() - decode::sections(bytes).unwrap().1.len()
    }

    #[test]
    fn units_that_are_cut_or_altered_are_refused() {
        let unit = unit();
        let hash = unit.hash();
        let bytes = mound_bytecode::encode::to_bytes(&unit);
        let (found, complaint) = check(hash, &bytes).unwrap();
        assert_eq!((found.decoded, complaint), (unit, None));
        for length in 0..bytes.len() {
            assert!(
                check(hash, &bytes[..length]).is_err(),
                "cut to {length} bytes"
            );
        }
        for position in 0..debug_start(&bytes) {
            let mut altered = bytes.clone();
            altered[position] ^= 1;
            assert!(check(hash, &altered).is_err(), "byte {position}");
        }
    }

    #[test]
    fn a_unit_goes_without_debug_information_that_is_damaged() {
        let unit = unit();
        let hash = unit.hash();
        let bytes = mound_bytecode::encode::to_bytes(&unit);
        let (mut whole, mut without) = (0, 0);
        for position in debug_start(&bytes)..bytes.len() {
            let mut altered = bytes.clone();
            altered[position] ^= 0x80;
            let (other, complaint) = check(hash, &altered).unwrap();
            let other = other.decoded;
            assert_eq!(other.functions, unit.functions, "byte {position}");
            assert_eq!(other.constants, unit.constants, "byte {position}");
            match complaint {
                Some(_) => {
                    assert_eq!(other.debug, Debug::default(), "byte {position}");
                    without += 1;
                }
                // Another number or letter of the same length cannot be told from the true one.
                None => whole += 1,
            }
        }
        assert!(without > whole, "{without} noticed, {whole} not");
    }

    #[test]
    fn another_unit_than_the_one_asked_for_is_refused() {
        let bytes = mound_bytecode::encode::to_bytes(&unit());
        assert!(check(UnitHash([7; 32]), &bytes).is_err());
    }
}
