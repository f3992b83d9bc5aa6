//! Other nodes, by their addresses: services there, and values as bytes.
//!
//! Processes of other nodes are reached by their pids, as those of this one.

use super::processes::is_answer;
use super::{TurnHost, name, pid};
use crate::state::{NodeState, Watched};
use crate::tracing::shown;
use mound_heap::Value;
use mound_heap::freeze::Frozen;
use mound_heap::value::Name;
use mound_machine::{Cluster, Context, Delivery, Facts, Move, Processes, Raise};
use mound_node::Roles;
use mound_process::{self as process, Pid, Serial};
use mound_wire::Mode;

impl Cluster for TurnHost<'_, '_> {
    fn this_node(&self) -> Option<String> {
        self.state.node_address()
    }

    fn node_name(&self, index: u16) -> Option<String> {
        self.state.node_name(index)
    }

    fn send_service(
        &mut self,
        context: &mut Context,
        node: &str,
        service: &str,
        message: Value,
    ) -> Result<Delivery, Raise> {
        if self.state.is_this_node(node) {
            if let Some(process) = self.turn.resolve(service) {
                return self.send(context, name(process), message);
            }
            return Ok(Delivery::Sent);
        }
        let this = self.turn.serial();
        let distribution = self.state.distribution();
        let is_alive = |process| self.turn.status(process).is_some();
        let has_room = distribution
            .is_none_or(|others| others.service_has_room(this, (node, service), is_alive));
        if !has_room && !is_answer(message) {
            return Ok(Delivery::Full);
        }
        let bytes = self.encode(context, message, Mode::Frozen)?;
        self.note_departure(|_| Some(node.to_owned()), message, &bytes);
        Ok(self
            .state
            .send_service(self.turn.serial(), node, service, bytes))
    }

    fn monitor_service(&mut self, node: &str, service: &str) -> u64 {
        if self.state.is_this_node(node) {
            // A process that never was ends at once, with reason noproc.
            let process = self.turn.resolve(service).or_else(nobody);
            return process.map_or(0, |process| self.turn.monitor(process));
        }
        let reference = self.turn.fresh_reference();
        self.state.watch_service(
            self.turn.serial(),
            reference,
            node,
            Watched::Service(service.to_owned()),
        );
        reference
    }

    fn monitor_node(&mut self, node: &str) -> u64 {
        let reference = self.turn.fresh_reference();
        crate::distribution::monitor_node(self.state, self.turn.serial(), reference, node);
        reference
    }

    fn monitor_undelivered(&mut self) -> u64 {
        let reference = self.turn.fresh_reference();
        let process = self.turn.serial();
        self.state
            .watch_service(process, reference, "", Watched::Undelivered);
        reference
    }

    fn peers(&self) -> Vec<Facts> {
        let distribution = self.state.distribution();
        distribution.map_or(Vec::new(), |distribution| distribution.peers())
    }

    fn nodes(&self) -> Vec<String> {
        let distribution = self.state.distribution();
        distribution.map_or(Vec::new(), |distribution| distribution.connected())
    }

    fn disconnect_node(&mut self, node: &str) -> bool {
        let distribution = self.state.distribution();
        distribution.is_some_and(|distribution| distribution.disconnect(node))
    }

    fn limit_service(&mut self, service: Name, roles: &str) -> bool {
        let (Some(process), Ok(roles)) = (pid(service), Roles::parse(roles)) else {
            return false;
        };
        if let Some(process) = process.as_local() {
            self.state
                .limited_services
                .limit(&self.turn.handle(), process, roles);
        }
        true
    }

    fn encode_private(&mut self, context: &mut Context, value: Value) -> Result<Vec<u8>, Raise> {
        self.encode(context, value, Mode::Private)
    }

    fn ready_for_move(
        &mut self,
        context: &mut Context,
        node: &str,
        thunk: Value,
    ) -> Result<Option<String>, Raise> {
        let Some(distribution) = self.state.distribution() else {
            return Ok(None);
        };
        context.close_windows(self);
        // What is much, or cannot be sent, is not looked at: the move says so.
        let units = crate::transport::units_of_few(context, self.state, thunk);
        let this = self.turn.serial();
        Ok(units.and_then(|units| distribution.ready_for_move(self.state, this, node, &units)))
    }

    fn begin_move(&mut self, tag: Name) -> bool {
        let is_alive = |process| self.turn.status(process).is_some();
        let this = self.turn.serial();
        let distribution = self.state.distribution();
        distribution.is_some_and(|distribution| distribution.begin_move(this, tag, is_alive))
    }

    fn move_asked(&mut self, tag: Name, run: &str) -> Move {
        let is_alive = |process| self.turn.status(process).is_some();
        let distribution = self.state.distribution();
        distribution.map_or(Move::Unknown, |distribution| {
            distribution.move_asked(tag, run, is_alive)
        })
    }

    fn mobile_report(&mut self, context: &mut Context, value: Value) -> Frozen {
        context.close_windows(self);
        crate::mobile_report::report(context, self.state, value)
    }
}

/// A pid that no process has: its slot would have to be used more often than it ever is.
fn nobody() -> Option<Pid> {
    Serial::from_number((1 << process::SERIAL_BITS) - 1).map(Pid::local)
}

impl TurnHost<'_, '_> {
    /// In a simulation a message to another node is written down.
    pub(super) fn note_departure(
        &self,
        to: impl FnOnce(&NodeState) -> Option<String>,
        message: Value,
        bytes: &[u8],
    ) {
        if let Some(membership) = &self.state.membership
            && let Some(to) = to(self.state)
        {
            membership.note_departure(&to, bytes, || shown(message, self.state));
        }
    }

    pub(super) fn encode(
        &mut self,
        context: &mut Context,
        value: Value,
        mode: Mode,
    ) -> Result<Vec<u8>, Raise> {
        context.close_windows(self);
        crate::transport::encode(context, self.state, value, mode)
    }
}
