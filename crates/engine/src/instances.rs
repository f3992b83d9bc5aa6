//! Which libraries have run: the body of each runs once in a node, and who needs one that is running
//! waits for its end.
//!
//! A *load* is the run of some bodies by one process, one after another. A unit is *ready* when all that it
//! imports has run, and its own body too if it is a library ([`LinkedUnit::is_ready`]). Who needs units that are not
//! ready begins a load of those that are missing, or waits for the load that runs one of them and looks again.
//! What a load has not run to its end when it is over is tried again by the next one.
//!
//! Invariants:
//! - I1. A unit is in one load at most.
//! - I2. No process waits for a load that waits for this process, as with a body that evaluates
//!   something that imports its own library: it goes on with what there is of it. Messages of other nodes wait
//!   for loads of messages; for others only as long as these are young ([`Instances::young_load`]), as their
//!   bodies may wait for a message.

use mound_bytecode::unit::UnitHash;
use mound_heap::fragment::FragmentRef;
use mound_machine::LinkedUnit;
use mound_process::Serial;
use std::collections::{BTreeMap, HashMap, HashSet};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// How long messages wait for what a program or process is loading. The bodies of most libraries take a few
/// milliseconds; one that takes longer may serve, or wait for the message.
const YOUNG: Duration = Duration::from_secs(2);

/// For whom libraries are loaded.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Whose {
    /// A process, which waits.
    Process(Serial),
    /// A message from another node.
    Message,
    /// A program or form that is about to run.
    Program,
}

/// The loads of a node.
#[derive(Default)]
pub struct Instances {
    table: Mutex<Table>,
}

#[derive(Default)]
struct Table {
    /// The loads that have units whose bodies have not run to their end.
    running: HashMap<UnitHash, u64>,
    loads: BTreeMap<u64, Entry>,
    last: u64,
}

struct Entry {
    whose: Whose,
    begun: Instant,
    /// Known when the first body begins.
    worker: Option<Serial>,
    waiting: Vec<(Whose, Again)>,
}

type Again = Box<dyn FnOnce() + Send>;

/// What has to happen before units are ready.
pub enum Claim {
    /// These bodies have to run; none if all is ready.
    Run(Load),
    /// This load has to end; then one has to look again.
    Wait(u64),
}

/// Bodies that one process has to run. The load is over when this is dropped.
pub struct Load {
    instances: Arc<Instances>,
    /// 0: there is nothing to run.
    number: u64,
    /// The libraries, after those that they import.
    pub libraries: Vec<FragmentRef>,
}

impl Instances {
    fn lock(&self) -> MutexGuard<'_, Table> {
        self.table.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Takes the bodies that have to run before these units are ready.
    pub fn claim(self: &Arc<Self>, units: &[FragmentRef], whose: Whose) -> Claim {
        let mut load = Load {
            instances: Arc::clone(self),
            number: 0,
            libraries: Vec::new(),
        };
        if are_ready(units) {
            return Claim::Run(load);
        }
        let mut table = self.lock();
        let (mut programs, mut is_whole) = (Vec::new(), true);
        for unit in unready(units) {
            let Some(linked) = LinkedUnit::of_fragment(&unit) else {
                continue;
            };
            match table.running.get(&linked.hash) {
                Some(&other) if table.may_wait(whose, other) => return Claim::Wait(other),
                Some(_) => is_whole = false,
                None if linked.name.is_empty() => programs.push(unit),
                None => load.libraries.push(unit),
            }
        }
        if load.libraries.is_empty() {
            if is_whole {
                let programs = programs.iter().filter_map(LinkedUnit::of_fragment);
                programs.for_each(LinkedUnit::set_ready);
            }
            return Claim::Run(load);
        }
        table.last += 1;
        load.number = table.last;
        let libraries = load.libraries.iter().filter_map(LinkedUnit::of_fragment);
        for linked in libraries {
            table.running.insert(linked.hash, load.number);
        }
        let entry = Entry {
            whose,
            begun: Instant::now(),
            worker: None,
            waiting: Vec::new(),
        };
        table.loads.insert(load.number, entry);
        Claim::Run(load)
    }

    /// A load of a program or process that runs one of these units or of what they import, and until when a
    /// message to `addressee` waits for it; `None` if it does not.
    pub fn young_load(
        &self,
        units: &[FragmentRef],
        addressee: Option<Serial>,
    ) -> Option<(u64, Instant)> {
        let table = self.lock();
        if !table.loads.values().any(|entry| entry.delays(addressee)) {
            return None;
        }
        unready(units).iter().find_map(|unit| {
            let linked = LinkedUnit::of_fragment(unit)?;
            let load = *table.running.get(&linked.hash)?;
            let entry = table.loads.get(&load)?;
            let delays = entry.delays(addressee);
            delays.then_some((load, entry.begun + YOUNG))
        })
    }

    /// Has `again` called when the load is over, on some thread.
    pub fn wait(&self, load: u64, whose: Whose, again: impl FnOnce() + Send + 'static) {
        let mut table = self.lock();
        match table.loads.get_mut(&load) {
            Some(entry) => entry.waiting.push((whose, Box::new(again))),
            None => {
                drop(table);
                again();
            }
        }
    }
}

impl Entry {
    /// Whether messages to the process wait for it: not if it is old, and not if that process runs the bodies, and
    /// so waits for the message, perhaps.
    fn delays(&self, addressee: Option<Serial>) -> bool {
        let is_own = addressee.is_some() && self.worker == addressee;
        self.whose != Whose::Message && !is_own && self.begun.elapsed() < YOUNG
    }
}

impl Table {
    /// See I2.
    fn may_wait(&self, whose: Whose, load: u64) -> bool {
        let entry = self.loads.get(&load);
        match whose {
            Whose::Process(process) => !self.waits_for(load, process),
            Whose::Message => entry.is_some_and(|entry| entry.whose == Whose::Message),
            Whose::Program => true,
        }
    }

    /// Whether the load cannot end before this process goes on.
    fn waits_for(&self, load: u64, process: Serial) -> bool {
        let mut seen = HashSet::new();
        let mut open = vec![load];
        while let Some(load) = open.pop() {
            let worker = self.loads.get(&load).and_then(|entry| entry.worker);
            let Some(worker) = worker.filter(|_| seen.insert(load)) else {
                continue;
            };
            if worker == process {
                return true;
            }
            let worker = Whose::Process(worker);
            let others = self.loads.iter().filter(|(_, entry)| {
                entry.whose == worker || entry.waiting.iter().any(|waiter| waiter.0 == worker)
            });
            open.extend(others.map(|(&other, _)| other));
        }
        false
    }
}

impl Load {
    /// This process runs the bodies.
    pub fn begin(&self, worker: Serial) {
        if let Some(entry) = self.instances.lock().loads.get_mut(&self.number) {
            entry.worker = Some(worker);
        }
    }

    /// The body of this library has run to its end.
    pub fn done(&self, library: &FragmentRef) {
        if let Some(linked) = LinkedUnit::of_fragment(library) {
            linked.set_ready();
            self.instances.lock().running.remove(&linked.hash);
        }
    }
}

impl Drop for Load {
    fn drop(&mut self) {
        if self.number == 0 {
            return;
        }
        let mut table = self.instances.lock();
        let entry = table.loads.remove(&self.number);
        table.running.retain(|_, load| *load != self.number);
        drop(table);
        for (_, again) in entry.into_iter().flat_map(|entry| entry.waiting) {
            again();
        }
    }
}

/// Whether all that these units import has run, and they too.
pub fn are_ready(units: &[FragmentRef]) -> bool {
    let mut linked = units.iter().filter_map(LinkedUnit::of_fragment);
    linked.all(LinkedUnit::is_ready)
}

/// These units and all that they import, but for what is ready; what is imported comes first.
fn unready(units: &[FragmentRef]) -> Vec<FragmentRef> {
    let mut seen = HashSet::new();
    let mut found = Vec::new();
    // A unit twice: to look at what it imports, and when that has been done.
    let mut open: Vec<(FragmentRef, bool)> = Vec::new();
    open.extend(units.iter().rev().map(|unit| (unit.clone(), false)));
    while let Some((unit, is_after)) = open.pop() {
        let linked = LinkedUnit::of_fragment(&unit).filter(|linked| !linked.is_ready());
        if is_after {
            found.push(unit);
        } else if linked.is_some_and(|linked| seen.insert(std::ptr::from_ref(linked))) {
            let imports: Vec<_> = unit.edges().iter().rev().cloned().collect();
            open.push((unit, true));
            open.extend(imports.into_iter().map(|import| (import, false)));
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn messages_wait_for_young_loads_of_others() {
        let [worker, other] = [1, 2].map(|number| Serial::from_number(number << 22 | 1));
        assert!(worker.is_some() && worker != other);
        let entry = |whose, begun| Entry {
            whose,
            begun,
            worker,
            waiting: Vec::new(),
        };
        let young = entry(Whose::Program, Instant::now() + YOUNG);
        assert!(young.delays(None) && young.delays(other));
        assert!(!young.delays(worker), "it may wait for the message");
        let of_message = entry(Whose::Message, Instant::now());
        assert!(!of_message.delays(None), "these are waited for anyway");
        let old = Instant::now().checked_sub(YOUNG);
        let old = entry(Whose::Program, old.expect("the machine is not so young"));
        assert!(!old.delays(None));
    }
}
