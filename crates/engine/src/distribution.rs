//! This node among others: signals out and in, values to bytes and back, missing code.
//!
//! Outgoing: a process's message is encoded in its own turn; other signals come
//! from the process crate through [`mound_process::Router`]. Incoming: the node
//! calls [`mound_node::Handler`]; a payload whose units are not here waits until
//! they have been fetched, checked and linked, and what comes later on the same
//! lane waits with it.
//!
//! A pid's node index is 1 + the index of the peer; 0 is this node.

use crate::body::SchemeProcess;
use crate::state::{NodeState, ServiceWatch};
use crate::{code, requests, transport};
use mound_base::Symbol;
use mound_bytecode::unit::UnitHash;
use mound_heap::freeze::Frozen;
use mound_heap::object::Vector;
use mound_heap::value::Name;
use mound_heap::{FragmentBuilder, Value};
use mound_machine::Reply;
use mound_node::{
    ConnectError, DownReason, Epoch, Handled, Handler, Node, NodeId, PeerId, PeerInfo, Queued,
    SendError, Signal as Wire, Target,
};
use mound_process::{Control, Flow, Pid, Reason, Router, Serial, Signal, SpawnOptions};
use mound_wire::{Mode, NodeIdentity};
use std::collections::HashMap;
use std::sync::{Arc, Mutex, OnceLock, PoisonError, RwLock, Weak};

/// The connections of a node and what goes over them.
pub struct Distribution {
    node: Node,
    peers: RwLock<HashMap<u16, PeerId>>,
    /// The peer that answered at an address.
    reached: Mutex<HashMap<String, PeerId>>,
    /// Processes that wait for room on the way to some peer.
    congested: Mutex<Vec<Serial>>,
    /// Requests that a peer has to answer: number, and the peer.
    open: Mutex<HashMap<u64, PeerId>>,
}

/// A process to be started on another node.
pub struct RemoteSpawn {
    pub thunk: Vec<u8>,
    pub name: Option<Symbol>,
    pub links: Vec<Name>,
}

/// Starts listening, once; returns the address.
pub fn start(state: &Arc<NodeState>, address: &str) -> Result<String, String> {
    let _guard = state
        .starting
        .lock()
        .unwrap_or_else(PoisonError::into_inner);
    if let Some(distribution) = state.distribution() {
        return Err(format!(
            "this node already listens at {}",
            distribution.address()
        ));
    }
    let mut config = mound_node::Config::new(&state.options.home);
    config.listen = address.to_owned();
    let receiver = Arc::new(Receiver {
        state: Arc::downgrade(state),
        ready: OnceLock::new(),
    });
    let node = Node::start(config, receiver.clone()).map_err(|error| error.to_string())?;
    let distribution = Arc::new(Distribution {
        node,
        peers: RwLock::default(),
        reached: Mutex::default(),
        congested: Mutex::default(),
        open: Mutex::default(),
    });
    state.set_distribution(distribution.clone());
    if let Some(handle) = state.handle() {
        handle.set_router(Arc::new(Outgoing {
            state: Arc::downgrade(state),
        }));
    }
    // From here on what has come meanwhile can be handled.
    let _ = receiver.ready.set(());
    Ok(distribution.address().to_owned())
}

impl Distribution {
    pub fn address(&self) -> &str {
        self.node.address()
    }

    /// Whether `address` means this node.
    pub fn is_this_address(&self, address: &str) -> bool {
        let own = self.node.address();
        let port = |address: &str| address.rsplit_once(':').map(|(_, port)| port.to_owned());
        let loopback = |address: &str| {
            address.starts_with("localhost:")
                || address.starts_with("127.0.0.1:")
                || address.starts_with("[::1]:")
        };
        address == own || (loopback(address) && loopback(own) && port(address) == port(own))
    }

    /// The node index of a peer, for pids.
    fn index(&self, peer: PeerId) -> Option<u16> {
        let index = u16::try_from(peer.index() + 1)
            .ok()
            .filter(|&index| index <= mound_heap::value::NODE_INDEX_MAX)?;
        let known = self
            .peers
            .read()
            .unwrap_or_else(PoisonError::into_inner)
            .contains_key(&index);
        if !known {
            self.peers
                .write()
                .unwrap_or_else(PoisonError::into_inner)
                .insert(index, peer);
        }
        Some(index)
    }

    fn peer(&self, index: u16) -> Option<PeerId> {
        self.peers
            .read()
            .unwrap_or_else(PoisonError::into_inner)
            .get(&index)
            .copied()
    }

    pub fn peer_address(&self, index: u16) -> Option<String> {
        Some(self.node.peer_info(self.peer(index)?)?.address.to_string())
    }

    /// `host:port` of a peer, for messages.
    pub fn address_of(&self, peer: PeerId) -> String {
        self.node
            .peer_info(peer)
            .map_or("of unknown address".to_owned(), |info| {
                info.address.to_string()
            })
    }

    /// What a node index means to every node.
    pub fn identity(&self, index: u16) -> Option<NodeIdentity> {
        if index == 0 {
            return Some(NodeIdentity {
                id: self.node.id().0,
                incarnation: self.node.incarnation(),
                address: self.node.address().into(),
            });
        }
        let info = self.node.peer_info(self.peer(index)?)?;
        Some(NodeIdentity {
            id: info.node.0,
            incarnation: info.incarnation,
            address: info.address.to_string(),
        })
    }

    /// The index of a node that was named in a message.
    pub fn index_of(&self, identity: &NodeIdentity) -> Option<u16> {
        if identity.id == self.node.id().0 && identity.incarnation == self.node.incarnation() {
            return Some(0);
        }
        let peer =
            self.node
                .introduce(NodeId(identity.id), identity.incarnation, &identity.address);
        self.index(peer)
    }

    pub fn send(&self, from: Serial, to: Pid, payload: Vec<u8>) -> Result<Queued, SendError> {
        let signal = Wire::Send {
            to: to.serial().number(),
            from: Some(from.number()),
            payload,
        };
        let Some(peer) = self.peer(to.node()) else {
            return Err(SendError::NotConnected(signal));
        };
        self.send_or_wait(from, signal, |signal| self.node.send(peer, signal))
    }

    pub fn send_service(
        &self,
        from: Serial,
        node: &str,
        name: &str,
        payload: Vec<u8>,
    ) -> Result<Queued, SendError> {
        let signal = Wire::SendNamed {
            name: name.to_owned(),
            from: Some(from.number()),
            payload,
        };
        self.send_or_wait(from, signal, |signal| self.node.send_to(node, signal))
    }

    /// Sends, or remembers a sender that has to wait. Once it is remembered it tries again, since
    /// there may have been room before anybody knew of it.
    fn send_or_wait(
        &self,
        from: Serial,
        signal: Wire,
        send: impl Fn(Wire) -> Result<Queued, SendError>,
    ) -> Result<Queued, SendError> {
        match send(signal) {
            Err(SendError::Full(signal)) => {
                self.congested
                    .lock()
                    .unwrap_or_else(PoisonError::into_inner)
                    .push(from);
                send(signal)
            }
            other => other,
        }
    }

    fn wake_congested(&self, state: &NodeState) {
        let waiting = std::mem::take(
            &mut *self
                .congested
                .lock()
                .unwrap_or_else(PoisonError::into_inner),
        );
        for process in waiting {
            state.wake(process);
        }
    }

    pub fn fetch(
        &self,
        peer: PeerId,
        hashes: Vec<UnitHash>,
    ) -> mound_node::BoxFuture<Result<Vec<Arc<[u8]>>, mound_node::FetchError>> {
        self.node.fetch_units(peer, hashes)
    }

    /// Says goodbye to all peers.
    pub fn stop(&self) {
        self.node.stop(
            "the program has ended",
            std::time::Duration::from_millis(500),
        );
    }

    fn open_request(&self, number: u64, peer: PeerId) {
        self.open
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .insert(number, peer);
    }

    fn close_request(&self, number: u64) -> bool {
        self.open
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .remove(&number)
            .is_some()
    }
}

/// Signals of local processes for other nodes, except messages, which are bytes already.
struct Outgoing {
    state: Weak<NodeState>,
}

impl Router<Frozen> for Outgoing {
    fn route(&self, from: Option<Serial>, to: Pid, signal: Signal<Frozen>) -> Flow {
        let Some(state) = self.state.upgrade() else {
            return Flow::Free;
        };
        let Some(distribution) = state.distribution() else {
            return Flow::Free;
        };
        let Some(peer) = distribution.peer(to.node()) else {
            return Flow::Free;
        };
        let sent = match to_wire(&state, from, to, signal) {
            Some(signal) => distribution.node.send(peer, signal),
            None => return Flow::Free,
        };
        if let Err(SendError::NotConnected(signal)) = sent {
            unreachable_signal(&state, to, &signal);
        }
        Flow::Free
    }
}

/// The form of a signal on the wire; `None` for what never leaves a node.
fn to_wire(
    state: &NodeState,
    from: Option<Serial>,
    to: Pid,
    signal: Signal<Frozen>,
) -> Option<Wire> {
    let target = to.serial().number();
    let own = from.map(Serial::number);
    let control = match signal {
        Signal::Message(message) => {
            let payload = transport::encode_frozen(state, &message).ok()?;
            return Some(Wire::Send {
                to: target,
                from: own,
                payload,
            });
        }
        Signal::Control(control) => *control,
    };
    match control {
        Control::Exit {
            from,
            origin,
            reason,
        } => Some(Wire::Exit {
            from: from.serial().number(),
            to: target,
            reason: encode_reason(state, Some(origin), reason),
        }),
        Control::Link { to: watcher } => Some(Wire::Link {
            from: watcher.as_local()?.number(),
            to: target,
        }),
        Control::Unlink { to: watcher } => Some(Wire::Unlink {
            from: watcher.as_local()?.number(),
            to: target,
            id: 0,
        }),
        Control::Monitor { watcher, reference } => Some(Wire::Monitor {
            from: watcher.as_local()?.number(),
            to: target,
            reference,
        }),
        Control::Demonitor { watcher, reference } => Some(Wire::Demonitor {
            from: watcher.as_local()?.number(),
            to: target,
            reference,
        }),
        Control::Down {
            reference,
            process,
            reason,
        } => Some(Wire::Down {
            from: process.serial().number(),
            to: target,
            reference,
            reason: encode_reason(state, None, reason),
        }),
        Control::Terminate => Some(Wire::Terminate {
            to: target,
            from: own,
        }),
        Control::Inform(_) | Control::OnEnd(_) => None,
    }
}

/// Answers a signal that cannot be sent, as its sender must be told.
fn unreachable_signal(state: &NodeState, to: Pid, signal: &Wire) {
    let Some(handle) = state.handle() else { return };
    let deliver = |serial: u64, control: Control<Frozen>| {
        if let Some(serial) = Serial::from_number(serial) {
            handle.deliver(serial, Signal::Control(Box::new(control)));
        }
    };
    match *signal {
        Wire::Link { from, .. } => {
            deliver(
                from,
                Control::Exit {
                    from: to,
                    origin: to,
                    reason: Reason::NodeDown,
                },
            );
        }
        Wire::Monitor {
            from, reference, ..
        } => {
            deliver(
                from,
                Control::Down {
                    reference,
                    process: to,
                    reason: Reason::NodeDown,
                },
            );
        }
        _ => {}
    }
}

/// `#(origin reason object)` as bytes.
fn encode_reason(state: &NodeState, origin: Option<Pid>, reason: Reason<Frozen>) -> Vec<u8> {
    let (word, object) = match reason {
        Reason::Normal => ("normal", None),
        Reason::Failure(object) => ("failure", Some(object)),
        Reason::Terminated => ("terminated", None),
        Reason::NoProcess => ("noproc", None),
        Reason::NodeDown => ("node-down", None),
    };
    let mut builder = FragmentBuilder::new();
    let origin = origin.map_or(Value::FALSE, |origin| Value::pid(crate::host::name(origin)));
    let word = Value::symbol(Symbol::intern(word));
    let parts =
        |builder: &mut FragmentBuilder, object: Value| builder.vector(&[origin, word, object]);
    if let Some(object) = &object {
        if let Some(fragment) = object.fragment() {
            builder.edge(fragment);
        }
        let vector = parts(&mut builder, object.root());
        if let Ok(bytes) = transport::encode_frozen(state, &builder.finish_message(vector)) {
            return bytes;
        }
        builder = FragmentBuilder::new();
    }
    let vector = parts(&mut builder, Value::FALSE);
    transport::encode_frozen(state, &builder.finish_message(vector)).unwrap_or_default()
}

/// The way back of [`encode_reason`].
fn decode_reason(state: &NodeState, bytes: &[u8]) -> (Option<Pid>, Reason<Frozen>) {
    let Ok(decoded) = transport::decode(state, bytes, Mode::Frozen) else {
        return (None, Reason::NodeDown);
    };
    let Some(parts) = Vector::of(decoded.root()) else {
        return (None, Reason::NodeDown);
    };
    let origin = parts
        .get(0)
        .and_then(Value::as_name)
        .and_then(crate::host::pid);
    let word = parts
        .get(1)
        .and_then(Value::as_symbol)
        .map(|word| word.name());
    let reason = match word.as_deref() {
        Some("normal") => Reason::Normal,
        Some("terminated") => Reason::Terminated,
        Some("noproc") => Reason::NoProcess,
        Some("node-down") => Reason::NodeDown,
        _ => decoded.part(2).map_or(Reason::NodeDown, Reason::Failure),
    };
    (origin, reason)
}

/// Starts a process on another node, connecting first.
pub fn spawn_remote(
    state: &Arc<NodeState>,
    process: Serial,
    number: u64,
    address: &str,
    spawn: RemoteSpawn,
) {
    let Some(distribution) = state.distribution() else {
        return requests::answer(state, number, not_started());
    };
    if distribution.is_this_address(address) {
        return spawn_on_this_node(state, number, &spawn);
    }
    let reached = Arc::clone(state);
    distribution
        .node
        .connect(address, move |result| match result {
            Ok(peer) => request_spawn(&reached, process, number, peer, spawn),
            Err(error) => requests::answer(&reached, number, unreachable(&error)),
        });
}

/// A remote spawn that is none.
fn spawn_on_this_node(state: &Arc<NodeState>, number: u64, spawn: &RemoteSpawn) {
    let options = encode_options(spawn.name, &spawn.links);
    let reply = match spawn_here(state, 0, &options, &spawn.thunk) {
        Ok(serial) => spawn_reply(0, Ok(serial)),
        Err(why) => requests::raise("refused", why),
    };
    requests::answer(state, number, reply);
}

fn request_spawn(
    state: &NodeState,
    process: Serial,
    number: u64,
    peer: PeerId,
    spawn: RemoteSpawn,
) {
    let Some(distribution) = state.distribution() else {
        return;
    };
    distribution.index(peer);
    distribution.open_request(number, peer);
    let signal = Wire::SpawnRequest {
        request: number,
        from: process.number(),
        options: encode_options(spawn.name, &spawn.links),
        payload: spawn.thunk,
    };
    if let Err(error) = distribution.node.send(peer, signal)
        && distribution.close_request(number)
    {
        requests::answer(
            state,
            number,
            requests::raise("unreachable", error.to_string()),
        );
    }
}

fn not_started() -> Reply {
    requests::raise(
        "node",
        "this node does not listen yet: call (node-init), or run with --listen".to_owned(),
    )
}

fn unreachable(error: &ConnectError) -> Reply {
    requests::raise("unreachable", error.to_string())
}

/// Is a node there?
pub fn ping(state: &Arc<NodeState>, number: u64, address: &str) {
    let Some(distribution) = state.distribution() else {
        return requests::answer(state, number, not_started());
    };
    if distribution.is_this_address(address) {
        return requests::answer(state, number, requests::plain(Value::TRUE));
    }
    let asked = Arc::clone(state);
    distribution
        .node
        .connect(address, move |result| match result {
            Ok(peer) => {
                let Some(distribution) = asked.distribution() else {
                    return;
                };
                distribution.index(peer);
                distribution.open_request(number, peer);
                if distribution
                    .node
                    .send(peer, Wire::Ping { id: number })
                    .is_err()
                {
                    pong(&asked, number, false);
                }
            }
            Err(_) => requests::answer(&asked, number, requests::plain(Value::FALSE)),
        });
}

fn pong(state: &NodeState, number: u64, here: bool) {
    let known = state
        .distribution()
        .is_some_and(|distribution| distribution.close_request(number));
    if known {
        requests::answer(state, number, requests::plain(Value::boolean(here)));
    }
}

/// Name and links of a spawn request: count-prefixed text, then serials of the asking node.
fn encode_options(name: Option<Symbol>, links: &[Name]) -> Vec<u8> {
    let name = name.map_or(String::new(), |name| name.name().chars().take(64).collect());
    let mut bytes = vec![name.len() as u8];
    bytes.extend(name.as_bytes());
    for link in links.iter().filter(|link| link.node == 0) {
        bytes.extend(link.serial.to_le_bytes());
    }
    bytes
}

fn decode_options(bytes: &[u8], node: u16) -> Option<SpawnOptions> {
    let (&length, rest) = bytes.split_first()?;
    let name = std::str::from_utf8(rest.get(..length as usize)?).ok()?;
    let serials = rest.get(length as usize..)?.chunks_exact(8);
    let links = serials.map(|bytes| {
        let serial = Serial::from_number(u64::from_le_bytes(bytes.try_into().ok()?))?;
        Some(Pid::new(node, serial))
    });
    Some(SpawnOptions {
        name: (!name.is_empty()).then(|| name.into()),
        links: links.collect::<Option<Vec<Pid>>>()?,
    })
}

/// Hears what comes from other nodes.
struct Receiver {
    state: Weak<NodeState>,
    /// Set when the node's own tables stand.
    ready: OnceLock<()>,
}

impl Receiver {
    fn state(&self) -> Option<Arc<NodeState>> {
        self.state.upgrade()
    }
}

impl Handler for Receiver {
    fn signal(&self, peer: PeerId, signal: Wire) -> Handled {
        let Some(state) = self.state() else {
            return Handled::Now;
        };
        let missing = code::missing(&state, payload(&signal));
        if missing.is_empty() && self.ready.get().is_some() {
            receive(&state, peer, signal);
            return Handled::Now;
        }
        Handled::Later(Box::pin(async move {
            match code::obtain(&state, peer, missing).await {
                Ok(()) => receive(&state, peer, signal),
                Err(why) => refuse(&state, peer, signal, &why),
            }
        }))
    }

    fn unit(&self, hash: UnitHash) -> Option<Arc<[u8]>> {
        self.state()?.store.get(hash)
    }

    fn node_up(&self, peer: PeerId, _: Epoch, _: &PeerInfo) {
        if let Some(state) = self.state()
            && let Some(distribution) = state.distribution()
        {
            distribution.index(peer);
        }
    }

    fn node_down(&self, peer: PeerId, _: Epoch, reason: &DownReason) {
        let Some(state) = self.state() else { return };
        let Some(distribution) = state.distribution() else {
            return;
        };
        if let (Some(handle), Some(index)) = (state.handle(), distribution.index(peer)) {
            handle.node_down(index);
        }
        distribution.wake_congested(&state);
        fail_requests(&state, distribution, peer, &reason.to_string());
        let address = distribution.node.peer_info(peer).map(|info| info.address);
        let mut reached = distribution
            .reached
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        end_service_watches(&state, "node-down", |watch| {
            reached.get(&watch.node) == Some(&peer) || address.as_deref() == Some(&*watch.node)
        });
        reached.retain(|_, at| *at != peer);
    }

    fn reached(&self, address: &str, peer: PeerId) {
        if let Some(state) = self.state()
            && let Some(distribution) = state.distribution()
        {
            let mut reached = distribution
                .reached
                .lock()
                .unwrap_or_else(PoisonError::into_inner);
            reached.insert(address.to_owned(), peer);
        }
        self.node_room(peer);
    }

    fn unreachable(&self, target: &Target, error: &ConnectError) {
        let Some(state) = self.state() else { return };
        let Some(distribution) = state.distribution() else {
            return;
        };
        distribution.wake_congested(&state);
        if let Target::Address(address) = target {
            end_service_watches(&state, "node-down", |watch| *watch.node == **address);
        }
        if let Target::Peer(peer) = target {
            fail_requests(&state, distribution, *peer, &error.to_string());
            if let (Some(handle), Some(index)) = (state.handle(), distribution.index(*peer)) {
                handle.node_down(index);
            }
        }
    }

    fn drained(&self, peer: PeerId) {
        self.node_room(peer);
    }

    fn notice(&self, notice: &mound_node::Notice) {
        if let Some(state) = self.state() {
            state.console.write_error(&format!("node: {notice}\n"));
        }
    }
}

impl Receiver {
    fn node_room(&self, peer: PeerId) {
        if let Some(state) = self.state()
            && let Some(distribution) = state.distribution()
        {
            distribution.index(peer);
            distribution.wake_congested(&state);
        }
    }
}

fn fail_requests(state: &NodeState, distribution: &Distribution, peer: PeerId, why: &str) {
    let failed: Vec<u64> = {
        let open = distribution
            .open
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        open.iter()
            .filter(|(_, of)| **of == peer)
            .map(|(number, _)| *number)
            .collect()
    };
    for number in failed {
        if distribution.close_request(number) {
            requests::answer(
                state,
                number,
                requests::raise("node-down", format!("the node is gone: {why}")),
            );
        }
    }
}

/// The bytes of a signal that are a value.
fn payload(signal: &Wire) -> &[u8] {
    match signal {
        Wire::Send { payload, .. }
        | Wire::SendNamed { payload, .. }
        | Wire::SpawnRequest { payload, .. } => payload,
        Wire::Exit { reason, .. } | Wire::Down { reason, .. } => reason,
        Wire::SpawnReply {
            result: Err(reason),
            ..
        } => reason,
        _ => &[],
    }
}

/// Does what a signal asks; its code is here.
fn receive(state: &Arc<NodeState>, peer: PeerId, signal: Wire) {
    let Some(distribution) = state.distribution() else {
        return;
    };
    let Some(handle) = state.handle() else { return };
    let Some(node) = distribution.index(peer) else {
        return;
    };
    let remote = |serial: u64| Serial::from_number(serial).map(|serial| Pid::new(node, serial));
    let control = |to: u64, control: Control<Frozen>| {
        if let Some(to) = Serial::from_number(to) {
            handle.deliver(to, Signal::Control(Box::new(control)));
        }
    };
    match signal {
        Wire::Send { to, payload, .. } => {
            if let Some(to) = Serial::from_number(to) {
                deliver(state, to, &payload);
            }
        }
        Wire::SendNamed {
            name,
            from,
            payload,
        } => match handle.resolve(&name) {
            Some(process) if process.is_local() => deliver(state, process.serial(), &payload),
            Some(process) => {
                if let Ok(message) = transport::decode(state, &payload, Mode::Frozen) {
                    handle.send(process, message);
                }
            }
            None => no_service(state, distribution, peer, from, &name),
        },
        Wire::Link { from, to } => {
            if let Some(watcher) = remote(from) {
                control(to, Control::Link { to: watcher });
            }
        }
        Wire::Unlink { from, to, .. } => {
            if let Some(watcher) = remote(from) {
                control(to, Control::Unlink { to: watcher });
            }
        }
        Wire::Exit { from, to, reason } => {
            if let Some(from) = remote(from) {
                let (origin, reason) = decode_reason(state, &reason);
                control(
                    to,
                    Control::Exit {
                        from,
                        origin: origin.unwrap_or(from),
                        reason,
                    },
                );
            }
        }
        Wire::Monitor {
            from,
            to,
            reference,
        } => {
            if let Some(watcher) = remote(from) {
                control(to, Control::Monitor { watcher, reference });
            }
        }
        Wire::Demonitor {
            from,
            to,
            reference,
        } => {
            if let Some(watcher) = remote(from) {
                control(to, Control::Demonitor { watcher, reference });
            }
        }
        Wire::Down {
            to,
            reference: 0,
            reason,
            ..
        } => service_unknown(state, to, &reason),
        Wire::Down {
            from,
            to,
            reference,
            reason,
        } => {
            if let Some(process) = remote(from) {
                let (_, reason) = decode_reason(state, &reason);
                control(
                    to,
                    Control::Down {
                        reference,
                        process,
                        reason,
                    },
                );
            }
        }
        Wire::SpawnRequest {
            request,
            from,
            options,
            payload,
        } => {
            let result = spawn_here(state, node, &options, &payload);
            reply_spawn(distribution, peer, request, from, result);
        }
        Wire::SpawnReply {
            request, result, ..
        } => {
            if distribution.close_request(request) {
                requests::answer(state, request, spawn_reply(node, result));
            }
        }
        Wire::Terminate { to, .. } => control(to, Control::Terminate),
        Wire::Pong { id } => pong(state, id, true),
        Wire::UnlinkAck { .. }
        | Wire::CodeWant { .. }
        | Wire::CodeHave { .. }
        | Wire::Ping { .. } => {}
    }
}

/// Tells the sender of a message that no process has the name. Such a `Down` has reference 0, and the
/// name where others have the object.
fn no_service(
    state: &NodeState,
    distribution: &Distribution,
    peer: PeerId,
    sender: Option<u64>,
    name: &str,
) {
    let Some(to) = sender else { return };
    let mut builder = FragmentBuilder::new();
    let parts = [
        Value::FALSE,
        Value::symbol(Symbol::intern("noproc")),
        Value::symbol(Symbol::intern(name)),
    ];
    let vector = builder.vector(&parts);
    let reason =
        transport::encode_frozen(state, &builder.finish_message(vector)).unwrap_or_default();
    // If it cannot be sent, the peer is gone and tells its processes itself.
    let _ = distribution.node.send(
        peer,
        Wire::Down {
            from: 0,
            to,
            reference: 0,
            reason,
        },
    );
}

fn service_unknown(state: &NodeState, to: u64, reason: &[u8]) {
    let Ok(decoded) = transport::decode(state, reason, Mode::Frozen) else {
        return;
    };
    let name = Vector::of(decoded.root())
        .and_then(|parts| parts.get(2))
        .and_then(Value::as_symbol);
    let Some(name) = name.map(|name| name.name()) else {
        return;
    };
    end_service_watches(state, "noproc", |watch| {
        watch.process.number() == to && *watch.service == *name
    });
}

/// Ends watches of services with the message that `%monitor-service` promises.
fn end_service_watches(state: &NodeState, reason: &str, gone: impl Fn(&ServiceWatch) -> bool) {
    for watch in state.take_service_watches(gone) {
        let mut builder = FragmentBuilder::new();
        let tag = Value::tag(Name {
            node: 0,
            serial: watch.reference,
        });
        let word = |word: &str| Value::symbol(Symbol::intern(word));
        let list = builder.list(&[word("down"), tag, Value::FALSE, word(reason), Value::FALSE]);
        if let Some(handle) = state.handle() {
            handle.deliver(watch.process, Signal::Message(builder.finish_message(list)));
        }
    }
}

fn deliver(state: &NodeState, to: Serial, payload: &[u8]) {
    let Some(handle) = state.handle() else { return };
    match transport::decode(state, payload, Mode::Frozen) {
        Ok(message) => handle.deliver(to, Signal::Message(message)),
        Err(why) => state
            .console
            .write_error(&format!("node: a message was dropped: {why}\n")),
    }
}

fn spawn_here(
    state: &Arc<NodeState>,
    node: u16,
    options: &[u8],
    payload: &[u8],
) -> Result<u64, String> {
    let options = decode_options(options, node).ok_or("malformed options")?;
    let thunk = transport::decode(state, payload, Mode::Private)?;
    let handle = state.handle().ok_or("the node does not run")?;
    let serial = handle
        .spawn(SchemeProcess::new(state, thunk), options)
        .map_err(|error| error.to_string())?;
    Ok(serial.number())
}

fn reply_spawn(
    distribution: &Distribution,
    peer: PeerId,
    request: u64,
    to: u64,
    result: Result<u64, String>,
) {
    let signal = Wire::SpawnReply {
        request,
        to,
        result: result.map_err(String::into_bytes),
    };
    // If it cannot be sent, the peer is gone and has answered its request itself.
    let _ = distribution.node.send(peer, signal);
}

fn spawn_reply(node: u16, result: Result<u64, Vec<u8>>) -> Reply {
    match result {
        Ok(serial) => match Serial::from_number(serial) {
            Some(serial) => requests::plain(Value::pid(Name {
                node,
                serial: serial.number(),
            })),
            None => requests::raise("node", "the node answered with a malformed pid".to_owned()),
        },
        Err(why) => requests::raise(
            "refused",
            format!("the node refused: {}", String::from_utf8_lossy(&why)),
        ),
    }
}

/// A signal whose code cannot be had: its sender is told if there is a way.
fn refuse(state: &Arc<NodeState>, peer: PeerId, signal: Wire, why: &str) {
    let Some(distribution) = state.distribution() else {
        return;
    };
    match signal {
        Wire::SpawnRequest { request, from, .. } => {
            reply_spawn(distribution, peer, request, from, Err(why.to_owned()));
        }
        _ => state
            .console
            .write_error(&format!("node: a message was dropped: {why}\n")),
    }
}
