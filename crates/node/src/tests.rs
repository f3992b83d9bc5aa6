//! Whole nodes against each other and against hostile strangers; first the tools, then a file per theme.

mod at_once;
mod bulk;
mod code;
mod counts;
mod cut_greetings;
mod flow;
mod greedy;
mod hostile;
mod lifecycle;
mod recorded;
mod signals;
pub(crate) mod specification;
mod standing;

use std::collections::HashMap;
use std::path::Path;
use std::sync::atomic::{AtomicIsize, AtomicUsize, Ordering};
use std::sync::{Arc, Condvar, Mutex};
use std::time::Duration;

use mound_bytecode::unit::UnitHash;
use tokio::sync::watch;

use crate::frame::{FrameKind, FrameReader, put_header};
use crate::handshake::{Hello, Verdict, write};
use crate::*;

/// A test that has not seen what it waits for by then has failed.
const PATIENCE: Duration = Duration::from_secs(20);

#[derive(Clone, PartialEq, Debug)]
enum Event {
    Signal(PeerId, Signal),
    Up(PeerId, Epoch),
    Down(PeerId, Epoch, DownReason),
    Reached(String, PeerId),
    Unreachable(Target, ConnectError),
    Drained(PeerId),
    Refused(ConnectError),
    Other(String),
}

/// A handler that writes everything down.
struct Recorder {
    events: Mutex<Vec<Event>>,
    changed: Condvar,
    units: Mutex<HashMap<UnitHash, Arc<[u8]>>>,
    /// How often a unit was asked for.
    units_read: AtomicUsize,
    /// While false, signals to process 0 are not handled.
    open: watch::Sender<bool>,
}

impl Recorder {
    fn new() -> Arc<Recorder> {
        Arc::new(Recorder {
            events: Mutex::default(),
            changed: Condvar::new(),
            units: Mutex::default(),
            units_read: AtomicUsize::new(0),
            open: watch::Sender::new(false),
        })
    }

    fn add(&self, event: Event) {
        self.events.lock().unwrap().push(event);
        self.changed.notify_all();
    }

    fn events(&self) -> Vec<Event> {
        self.events.lock().unwrap().clone()
    }

    fn find<T>(&self, choose: impl Fn(&Event) -> Option<T>) -> Vec<T> {
        self.events
            .lock()
            .unwrap()
            .iter()
            .filter_map(choose)
            .collect()
    }

    /// Waits, on a thread, until `count` events match, and returns them.
    fn wait<T>(&self, count: usize, choose: impl Fn(&Event) -> Option<T>) -> Vec<T> {
        let end = std::time::Instant::now() + PATIENCE;
        let mut events = self.events.lock().unwrap();
        loop {
            let found: Vec<T> = events.iter().filter_map(&choose).collect();
            if found.len() >= count {
                return found;
            }
            let left = end.saturating_duration_since(std::time::Instant::now());
            assert!(
                !left.is_zero(),
                "only {} of {count} events came; last: {:?}",
                found.len(),
                events.last()
            );
            events = self.changed.wait_timeout(events, left).unwrap().0;
        }
    }

    /// The same under virtual time.
    async fn wait_here<T>(&self, count: usize, choose: impl Fn(&Event) -> Option<T>) -> Vec<T> {
        for _ in 0..100_000 {
            let found = self.find(&choose);
            if found.len() >= count {
                return found;
            }
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
        panic!("{count} events did not come: {:?}", self.events());
    }
}

impl Handler for Recorder {
    fn signal(&self, peer: PeerId, signal: Signal) -> Handled {
        let waits = matches!(signal, Signal::Send { to: 0, .. }) && !*self.open.borrow();
        self.add(Event::Signal(peer, signal));
        if !waits {
            return Handled::Now;
        }
        let mut open = self.open.subscribe();
        Handled::Later(Box::pin(async move {
            let _ = open.wait_for(|open| *open).await;
        }))
    }

    fn unit(&self, hash: UnitHash) -> Option<Arc<[u8]>> {
        self.units_read.fetch_add(1, Ordering::Relaxed);
        self.units.lock().unwrap().get(&hash).cloned()
    }

    fn node_up(&self, peer: PeerId, epoch: Epoch, _info: &PeerInfo) {
        self.add(Event::Up(peer, epoch));
    }

    fn node_down(&self, peer: PeerId, epoch: Epoch, reason: &DownReason) {
        self.add(Event::Down(peer, epoch, reason.clone()));
    }

    fn reached(&self, address: &str, peer: PeerId) {
        self.add(Event::Reached(address.to_owned(), peer));
    }

    fn unreachable(&self, target: &Target, error: &ConnectError) {
        self.add(Event::Unreachable(target.clone(), error.clone()));
    }

    fn drained(&self, peer: PeerId) {
        self.add(Event::Drained(peer));
    }

    fn notice(&self, notice: &Notice) {
        self.add(match notice {
            Notice::Refused { error, .. } => Event::Refused(error.clone()),
            other => Event::Other(other.to_string()),
        });
    }
}

fn signal(event: &Event) -> Option<Signal> {
    if let Event::Signal(_, signal) = event {
        Some(signal.clone())
    } else {
        None
    }
}

fn up(event: &Event) -> Option<(PeerId, Epoch)> {
    if let Event::Up(peer, epoch) = event {
        Some((*peer, *epoch))
    } else {
        None
    }
}

fn down(event: &Event) -> Option<(PeerId, Epoch, DownReason)> {
    if let Event::Down(peer, epoch, reason) = event {
        Some((*peer, *epoch, reason.clone()))
    } else {
        None
    }
}

fn refused(event: &Event) -> Option<ConnectError> {
    if let Event::Refused(error) = event {
        Some(error.clone())
    } else {
        None
    }
}

fn unreachable(event: &Event) -> Option<(Target, ConnectError)> {
    if let Event::Unreachable(target, error) = event {
        Some((target.clone(), error.clone()))
    } else {
        None
    }
}

/// A message from `from` to 1 that carries a number.
fn numbered(from: u64, number: u64) -> Signal {
    Signal::Send {
        to: 1,
        from: Some(from),
        payload: number.to_le_bytes().to_vec(),
    }
}

/// The numbers that came from a sender, in their order.
fn numbers(recorder: &Recorder, sender: u64) -> Vec<u64> {
    recorder.find(|event| match event {
        Event::Signal(
            _,
            Signal::Send {
                from: Some(from),
                payload,
                ..
            },
        ) if *from == sender => payload.as_slice().try_into().ok().map(u64::from_le_bytes),
        _ => None,
    })
}

/// A node with real sockets.
fn tls_node(home: &Path) -> (Node, Arc<Recorder>) {
    tls_node_with(Config::new(home))
}

fn tls_node_with(config: Config) -> (Node, Arc<Recorder>) {
    let recorder = Recorder::new();
    (
        Node::start(config, Arc::clone(&recorder) as Arc<dyn Handler>).unwrap(),
        recorder,
    )
}

/// A node in a network in memory; `number` becomes its id, and the greater id is the arbiter.
async fn memory_node(network: &MemoryNetwork, number: u8) -> (Node, Arc<Recorder>) {
    memory_node_with(network, number, |_| ()).await
}

async fn memory_node_with(
    network: &MemoryNetwork,
    number: u8,
    change: impl FnOnce(&mut Config),
) -> (Node, Arc<Recorder>) {
    let carrier = CarrierChoice::Given(Arc::new(network.carrier(NodeId([number; 16]))));
    let mut config = Config::with_carrier(carrier, &format!("node{number}:1"));
    change(&mut config);
    let recorder = Recorder::new();
    (
        Node::start_here(config, Arc::clone(&recorder) as Arc<dyn Handler>)
            .await
            .unwrap(),
        recorder,
    )
}

/// A peer played by hand.
struct Stranger {
    connected: Connected,
    node: NodeId,
}

impl Stranger {
    async fn dial(network: &MemoryNetwork, number: u8, address: &str) -> Stranger {
        let node = NodeId([number; 16]);
        let connected = network.carrier(node).dial(address).await.unwrap();
        Stranger { connected, node }
    }

    fn hello(&self) -> Hello {
        Hello {
            versions: PROTOCOL,
            node: self.node,
            incarnation: 1,
            nonce: 7,
            capabilities: Capabilities::default(),
            address: "stranger:1".into(),
            build: "stranger".into(),
            code: CodeVersions::NONE,
        }
    }

    async fn send(&mut self, bytes: &[u8]) {
        write(&mut self.connected.writer, bytes).await.unwrap();
    }

    /// Sends small signals, each in the lane where it belongs.
    async fn send_signals(&mut self, signals: &[Signal]) {
        let mut bytes = Vec::new();
        for signal in signals {
            let (lane, content) = (signal.lane(), signal.clone().encode());
            put_header(&mut bytes, FrameKind::Whole, lane, content.len());
            bytes.extend_from_slice(&content);
        }
        self.send(&bytes).await;
    }

    /// Reads up to the goodbye of the node.
    async fn goodbye(&mut self) -> (Code, String) {
        let mut frames = FrameReader::new(&mut self.connected.reader);
        loop {
            while let Some(frame) = frames.next().unwrap() {
                if frame.kind == FrameKind::Goodbye {
                    let (code, words) = frame.content.split_first_chunk().unwrap();
                    let words = String::from_utf8(words.to_vec()).unwrap();
                    return (Code(u16::from_le_bytes(*code)), words);
                }
            }
            frames.fill().await.expect("a goodbye comes first");
        }
    }

    /// Greets a node with a greater id, up to its verdict.
    async fn greet(&mut self) -> Verdict {
        self.greet_as(PROTOCOL).await
    }

    /// The same as a peer that speaks these versions.
    async fn greet_as(&mut self, versions: Versions) -> Verdict {
        let hello = Hello {
            versions,
            ..self.hello()
        };
        self.send(&hello.encode()).await;
        Hello::read(&mut self.connected.reader).await.unwrap();
        Verdict::read(&mut self.connected.reader).await.unwrap()
    }
}
