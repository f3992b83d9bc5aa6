//! Access to the processes of a node from any thread.

use crate::body::Body;
use crate::bound::Waiter;
use crate::clock::Clock;
use crate::info::ProcessState;
use crate::pid::{Pid, Serial};
use crate::remote::{Flow, Router, Watch};
use crate::rest::Rest;
use crate::runtime::{SpawnError, SpawnOptions};
use crate::shared::{NoSuchProcess, Outside, Shared};
use crate::signal::{
    Also, Control, EndCallback, InfoCallback, InfoRequest, Reason, ReleaseCallback, Signal,
};
use crate::statistics::Statistics;
use crate::timers::{Event, Timer};
use std::sync::atomic::Ordering;
use std::sync::{Arc, mpsc};

/// A node's processes, for threads that are no schedulers and for the network.
///
/// Cheap to clone. It does not keep the schedulers running.
pub struct Handle<B: Body> {
    pub(crate) shared: Arc<Shared<B>>,
}

impl<B: Body> Clone for Handle<B> {
    fn clone(&self) -> Self {
        Handle::new(self.shared.clone())
    }
}

impl<B: Body> Handle<B> {
    pub(crate) fn new(shared: Arc<Shared<B>>) -> Self {
        Handle { shared }
    }

    pub fn node(&self) -> &B::Node {
        &self.shared.node
    }

    pub fn clock(&self) -> &Arc<dyn Clock> {
        &self.shared.clock
    }

    /// Sets the way to other nodes, once. False if there was one already.
    pub fn set_router(&self, router: Arc<dyn Router<B::Message>>) -> bool {
        self.shared.router.set(router).is_ok()
    }

    /// Makes a process that starts to run soon.
    pub fn spawn(&self, body: B, options: SpawnOptions) -> Result<Serial, SpawnError> {
        if self.shared.is_stopping() {
            return Err(SpawnError::Stopping);
        }
        let mut slots = Vec::new();
        self.shared.table.take_slots(&mut slots, 1);
        let slot = slots.pop().ok_or(SpawnError::TooManyProcesses)?;
        (self.shared).spawn_in(&mut Outside, slot, body, Some(Box::new(options)))
    }

    /// Sends a message in the name of the host.
    pub fn send(&self, to: Pid, message: B::Message) -> Flow {
        self.shared
            .signal(&mut Outside, None, to, Signal::Message(message))
    }

    /// Hands over a signal that came from another node (or from the host). If
    /// the process is dead, whoever has to know is told through the router.
    pub fn deliver(&self, to: Serial, signal: Signal<B::Message>) {
        self.shared.post(&mut Outside, to, signal);
    }

    /// Does what makes processes of this node ready, such as handing over what was read from a connection. If one
    /// is ready at the end, and a scheduler sleeps, it runs here for a turn or a few: the thread that has work for it
    /// is awake, and to wake another one takes longer than most turns. So the caller holds no lock.
    pub fn together<T>(&self, work: impl FnOnce() -> T) -> T {
        crate::lending::together(&self.shared, work)
    }

    /// Tells a process that `from`, of another node, has linked itself to it. Whoever calls this does
    /// so before [`Handle::node_down`] for that node, which then reaches the process.
    pub fn told_of_link(&self, to: Serial, from: Pid) {
        // At once: the process may look at its signals when the node is lost already.
        self.shared.watches.add(to, Watch::Link { process: from });
        self.deliver(to, Signal::control(Control::Linked { from }));
    }

    /// Tells a process that a message of `sender`, of another node, could not be taken for it, and why.
    /// Only requests end by that, of one of them to the other.
    pub fn message_refused(&self, process: Serial, sender: Pid, why: B::Message) {
        self.deliver(process, Signal::control(Control::Refuse { sender, why }));
    }

    /// Whether the mailbox of a process of this node has a bound.
    pub fn has_bound(&self, process: Serial) -> bool {
        let slot = self.shared.table.slot(process.slot());
        slot.is_some_and(|slot| slot.is_bounded())
    }

    /// Whether a process of this node takes one more message from a node. If not, and it is given one all the same,
    /// the node is to be told to send no more; [`Router::room`] says when it may.
    pub fn admit(&self, to: Serial, node: u16) -> bool {
        self.shared.admit(to, Waiter::Node(node))
    }

    /// Sends a signal that came from another node to a process of any node.
    pub fn pass_on(&self, to: Pid, signal: Signal<B::Message>) {
        self.shared.signal(&mut Outside, None, to, signal);
    }

    /// Ends a process of any node.
    pub fn terminate(&self, process: Pid) {
        self.control(process, Control::Terminate);
    }

    /// Ends a process of this node for a reason of its own.
    pub fn end(&self, process: Serial, reason: Reason<B::Message>) {
        let reason = Box::new(reason);
        self.control(process.into(), Control::End { reason });
    }

    fn control(&self, to: Pid, control: Control<B::Message>) {
        self.shared
            .signal(&mut Outside, None, to, Signal::control(control));
    }

    /// Lets a process run once, for instance because a full lane has room again.
    pub fn wake(&self, process: Serial) {
        self.shared.notify(&mut Outside, process, 0);
    }

    /// Tells all local processes that watch processes of a lost node.
    pub fn node_down(&self, node: u16) {
        self.shared.node_down(&mut Outside, node);
    }

    /// How many links and monitors of processes of a node, and of processes of this node there, are kept
    /// here. Bounding it is up to whoever hands over signals of that node.
    pub fn claims(&self, node: u16) -> usize {
        self.shared.claims.of(node) + self.shared.watches.of(node)
    }

    pub fn is_alive(&self, process: Serial) -> bool {
        self.shared.table.status(process).is_some()
    }

    /// What a process of this node does; `None` if it is dead.
    pub fn status(&self, process: Serial) -> Option<ProcessState> {
        self.shared.table.status(process).and_then(ProcessState::of)
    }

    /// The living processes of this node.
    pub fn processes(&self) -> Vec<Serial> {
        self.shared.table.living().collect()
    }

    /// Says how many schedulers are held by a turn that lasts: so many spares run processes until it is said
    /// again, as far as there are ([`crate::Config::spares`]).
    pub fn relieve(&self, held: usize) {
        self.shared.spares.want(held);
    }

    /// Waits while all schedulers sleep, and sometimes shorter; not at all when they have been told to end. Whether
    /// they go on. For the one thread that watches them.
    pub fn wait_while_all_sleep(&self) -> bool {
        if !self.shared.is_stopping() {
            self.shared.idle.wait_while_all_sleep();
        }
        !self.shared.is_stopping()
    }

    /// What the schedulers have done.
    pub fn statistics(&self) -> Statistics {
        self.shared.statistics()
    }

    /// Asks a process to describe itself before its next turn. The callback
    /// runs on a scheduler and must be short.
    pub fn request_info(&self, process: Serial, callback: InfoCallback) {
        self.inform(process, callback, Also::Nothing);
    }

    /// The same, with what [`Body::details`] tells.
    pub fn request_details(&self, process: Serial, callback: InfoCallback) {
        self.inform(process, callback, Also::Details);
    }

    /// The same, with what [`Body::code`] tells.
    pub fn request_code(&self, process: Serial, callback: InfoCallback) {
        self.inform(process, callback, Also::Code);
    }

    /// The same, with what [`Body::stack`] tells.
    pub fn request_stack(&self, process: Serial, callback: InfoCallback) {
        self.inform(process, callback, Also::Stack);
    }

    fn inform(&self, process: Serial, callback: InfoCallback, also: Also) {
        let request = InfoRequest { callback, also };
        self.control(process.into(), Control::Inform(request));
    }

    /// A token if the node is at rest: all processes wait, no timer is set, and no scheduler is awake. If two of
    /// them are equal, nothing has happened between.
    pub fn rest(&self) -> Option<Rest> {
        self.shared.rest()
    }

    /// Calls back when a process ends, at once if it has. The callback runs on
    /// a scheduler and must be short.
    pub fn on_end(&self, process: Serial, callback: EndCallback<B::Message>) {
        self.control(process.into(), Control::OnEnd(callback));
    }

    /// Calls back when a process ends, before anybody can know that it has: to release what was held for
    /// it. At once if it has ended. The callback runs on a scheduler and must be short.
    pub fn release_at_end(&self, process: Serial, callback: ReleaseCallback) {
        self.control(process.into(), Control::Release(callback));
    }

    /// Blocks this thread until a process ends; `None` if the node stopped
    /// first. Not for use inside a body, nor beside a deterministic driver.
    pub fn wait_for(&self, process: Serial) -> Option<Reason<B::Message>> {
        let (sender, receiver) = mpsc::channel();
        self.on_end(
            process,
            Box::new(move |reason| {
                // Nobody to tell means that the waiting thread is gone.
                sender.send(reason.clone()).ok();
            }),
        );
        receiver.recv().ok()
    }

    /// Sends a message when the clock shows `time`.
    pub fn send_at(&self, time: u64, to: Pid, message: B::Message) -> Timer {
        let event = Event::Send {
            from: None,
            to,
            message,
        };
        let timer = self.shared.timers.set(0, time, event);
        self.shared.idle.unpark(0);
        timer
    }

    /// Takes a timer back; false if it has fired.
    pub fn cancel_timer(&self, timer: Timer) -> bool {
        self.shared.timers.cancel(timer)
    }

    /// Timers that are set and have not fired.
    pub fn timer_count(&self) -> usize {
        self.shared.timers.count()
    }

    /// Runs a host operation that may block; its result is sent to `to`.
    pub fn spawn_blocking(
        &self,
        to: Serial,
        operation: impl FnOnce() -> B::Message + Send + 'static,
    ) {
        self.shared.run_blocking(to, operation);
    }

    /// Runs a host operation that may block, and tells nobody. If it panics, that is the end of it.
    pub fn run_blocking(&self, operation: impl FnOnce() + Send + 'static) {
        self.shared.blocking.submit(Box::new(operation));
    }

    /// Runs work that needs a processor and nothing else. What is long waits behind others that are,
    /// what is not never does.
    pub fn run_computation(&self, is_long: bool, work: impl FnOnce() + Send + 'static) {
        self.shared.compute(is_long, work);
    }

    /// Gives a process a name; returns what the name meant before.
    pub fn publish(&self, name: &str, process: Pid) -> Result<Option<Pid>, NoSuchProcess> {
        self.shared.publish(name, process)
    }

    pub fn unpublish(&self, name: &str) -> Option<Pid> {
        self.shared.names.remove(name)
    }

    pub fn resolve(&self, name: &str) -> Option<Pid> {
        self.shared.names.find(name)
    }

    /// All registered names, sorted.
    pub fn names(&self) -> Vec<(Arc<str>, Pid)> {
        self.shared.names.list()
    }

    /// A number that no other call on this node returns.
    pub fn fresh_reference(&self) -> u64 {
        self.shared.references.fetch_add(1, Ordering::Relaxed)
    }
}
