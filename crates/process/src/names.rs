//! Registered names: services of the node, found by name.
//!
//! A name is entered first and the process is marked as named after; a process
//! that ends first becomes unreachable and then looks whether it is marked. So
//! either the end sees the mark, or whoever publishes sees the end: a name of a
//! dead local process never stays.

use crate::pid::{Pid, Serial};
use std::collections::HashMap;
use std::sync::{Arc, PoisonError, RwLock};

#[derive(Default)]
pub(crate) struct Names {
    state: RwLock<State>,
}

#[derive(Default)]
struct State {
    pids: HashMap<Arc<str>, Pid>,
    /// The names of each local process, for its end.
    names: HashMap<Serial, Vec<Arc<str>>>,
}

impl State {
    fn forget(&mut self, name: &str) -> Option<Pid> {
        let pid = self.pids.remove(name)?;
        if let Some(serial) = pid.as_local()
            && let Some(names) = self.names.get_mut(&serial)
        {
            names.retain(|other| &**other != name);
            if names.is_empty() {
                self.names.remove(&serial);
            }
        }
        Some(pid)
    }
}

impl Names {
    /// Enters a name; returns what it meant before.
    pub(crate) fn enter(&self, name: &str, pid: Pid) -> Option<Pid> {
        let mut state = self.state.write().unwrap_or_else(PoisonError::into_inner);
        let previous = state.forget(name);
        let name: Arc<str> = name.into();
        if let Some(serial) = pid.as_local() {
            state.names.entry(serial).or_default().push(name.clone());
        }
        state.pids.insert(name, pid);
        previous
    }

    pub(crate) fn remove(&self, name: &str) -> Option<Pid> {
        let mut state = self.state.write().unwrap_or_else(PoisonError::into_inner);
        state.forget(name)
    }

    /// Removes a name if it still means this process.
    pub(crate) fn remove_if(&self, name: &str, pid: Pid) {
        let mut state = self.state.write().unwrap_or_else(PoisonError::into_inner);
        if state.pids.get(name) == Some(&pid) {
            state.forget(name);
        }
    }

    /// Removes all names of a process that has ended.
    pub(crate) fn remove_all(&self, serial: Serial) {
        let mut state = self.state.write().unwrap_or_else(PoisonError::into_inner);
        for name in state.names.remove(&serial).unwrap_or_default() {
            state.pids.remove(&name);
        }
    }

    pub(crate) fn find(&self, name: &str) -> Option<Pid> {
        let state = self.state.read().unwrap_or_else(PoisonError::into_inner);
        state.pids.get(name).copied()
    }

    /// The processes of this node that have names.
    pub(crate) fn owners(&self) -> Vec<Serial> {
        let state = self.state.read().unwrap_or_else(PoisonError::into_inner);
        state.names.keys().copied().collect()
    }

    /// All names, sorted.
    pub(crate) fn list(&self) -> Vec<(Arc<str>, Pid)> {
        let state = self.state.read().unwrap_or_else(PoisonError::into_inner);
        let mut list: Vec<_> = state
            .pids
            .iter()
            .map(|(name, &pid)| (name.clone(), pid))
            .collect();
        drop(state);
        list.sort();
        list
    }
}
