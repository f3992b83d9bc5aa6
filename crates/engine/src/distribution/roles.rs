//! What machines may do here by their roles (`node: identity/roles.rs`), as far as it concerns processes and code:
//! services that are limited to some roles, code that is brought, and how a refusal is told.
//!
//! All this is asked before anything of a signal is read or any code is fetched.

use super::reasons::encode_reason;
use super::undelivered::{self, Addressee};
use crate::body::SchemeProcess;
use crate::state::NodeState;
use mound_node::{PeerId, Role, Roles, Signal as Wire};
use mound_process::{Handle, Reason, Serial};
use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// Processes that hear only machines with certain roles.
///
/// Programs add them, by publishing; those that have ended are taken out when the next one is added.
#[derive(Default)]
pub struct LimitedServices {
    /// Looked at by each message from elsewhere; the lock is not for that.
    any: AtomicBool,
    roles: Mutex<HashMap<Serial, Roles>>,
}

impl LimitedServices {
    /// Limits a process to roles; all of them: it is not limited any more.
    pub fn limit(&self, handle: &Handle<SchemeProcess>, process: Serial, roles: Roles) {
        let mut limited = self.lock();
        limited.retain(|process, _| handle.is_alive(*process));
        match roles == Roles::ALL {
            true => limited.remove(&process),
            false => limited.insert(process, roles),
        };
        self.any.store(!limited.is_empty(), Ordering::Release);
    }

    pub(super) fn is_limited(&self, process: Serial) -> bool {
        self.any.load(Ordering::Acquire) && self.of(process).is_some()
    }

    fn of(&self, process: Serial) -> Option<Roles> {
        self.lock().get(&process).copied()
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<Serial, Roles>> {
        self.roles.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The rule by which a signal that brings code, perhaps, is refused.
pub(super) fn refusal(
    state: &NodeState,
    peer: PeerId,
    signal: &Wire,
    missing: usize,
) -> Option<String> {
    let limited = &state.limited_services;
    if missing == 0 && !limited.any.load(Ordering::Acquire) {
        return None;
    }
    let credential = state.distribution()?.node.credential(peer)?;
    let (roles, who) = (credential.roles, &credential);
    if missing > 0 && !roles.allow(Role::Code) {
        return Some(format!(
            "it brings code that is not here, which needs the role code, and {who} has the roles {roles}"
        ));
    }
    let wanted = limited.of(addressee(state, signal)?)?;
    (!roles.allow_any(wanted)).then(|| {
        format!(
            "the service is limited to machines with one of the roles {wanted}, and {who} has the roles {roles}"
        )
    })
}

/// The process of this node that a signal does something to.
pub(super) fn addressee(state: &NodeState, signal: &Wire) -> Option<Serial> {
    match signal {
        Wire::SendNamed { name, .. } => state.handle()?.resolve(name)?.as_local(),
        Wire::Send { to, .. } | Wire::Linked { to, .. } | Wire::Terminate { to, .. } => {
            Serial::from_number(*to)
        }
        _ => None,
    }
}

/// Tells whoever has sent something that it is refused, if they wait for what becomes of it.
pub(super) fn refuse(state: &NodeState, peer: PeerId, signal: Wire, why: &str) {
    let Some(distribution) = state.distribution() else {
        return;
    };
    let ended = || {
        let why = format!("node {} refused: {why}", distribution.address());
        Reason::Failure(undelivered::condition(&why))
    };
    match signal {
        Wire::SpawnRequest { request, from, .. } => {
            super::spawning::reply_spawn(distribution, peer, request, from, Err(why.to_owned()));
        }
        Wire::Send { to, from, .. } => {
            undelivered::tell(state, peer, from, Addressee::Process(to), why);
        }
        Wire::SendNamed { name, from, .. } => {
            undelivered::tell(state, peer, from, Addressee::Service(&name), why);
        }
        Wire::Monitor {
            from,
            to,
            reference,
        } => {
            let down = Wire::Down {
                from: to,
                to: from,
                reference,
                reason: encode_reason(state, None, ended()),
            };
            // If it cannot be sent, the peer is gone, and its processes know.
            let _ = distribution.node.send(peer, down);
        }
        Wire::Link { from, to } => {
            let exit = Wire::Exit {
                from: to,
                to: from,
                reason: encode_reason(state, None, ended()),
            };
            let _ = distribution.node.send(peer, exit);
        }
        _ => distribution.tell(peer, format!("a signal was dropped: {why}")),
    }
}
