//! Nodes by their addresses, the connections between them, and what is wrong with those.
//!
//! Who adds connections: nodes that dial. They go when both ends have dropped them; the registry forgets them with
//! the next one that is made.

use std::collections::{BTreeMap, BTreeSet};
use std::io;
use std::pin::Pin;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};
use std::task::{Context, Poll};

use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::sync::Notify;

use super::pipe::{Found, Pipe, Taken};
use super::quality::{Latency, Loss, Quality};
use super::source::Source;
use super::timeline::{Sleep, Timeline};
use crate::carrier::{BoxFutureOf, Carrier, Connected, Incoming, Listener, Opened, Switchboard};
use crate::error::CarrierError;
use crate::host::BoxFuture;
use crate::identity::NodeId;

/// All nodes that can reach each other.
#[derive(Clone)]
pub struct ModelledNetwork {
    shared: Arc<Shared>,
}

struct Shared {
    seed: u64,
    timeline: Arc<Timeline>,
    state: Mutex<State>,
    /// Told when something is healed.
    healed: Notify,
}

struct State {
    switchboard: Switchboard<Life, Stream>,
    quality: Quality,
    /// Ways, from and to, on which nothing arrives.
    cut: BTreeSet<(String, String)>,
    sources: BTreeMap<(String, String), Source>,
    /// Writer, reader, and the way between them.
    ways: Vec<(String, String, Weak<Pipe>)>,
}

/// One node from its start to its end.
#[derive(Clone)]
pub struct Life {
    place: Arc<str>,
    id: NodeId,
    is_over: Arc<AtomicBool>,
}

impl Life {
    /// Where it lives: by this name the network is told what is wrong.
    pub fn place(&self) -> &str {
        &self.place
    }

    pub fn is_over(&self) -> bool {
        self.is_over.load(Ordering::Acquire)
    }
}

impl ModelledNetwork {
    pub fn new(seed: u64, timeline: Arc<Timeline>) -> ModelledNetwork {
        let state = State {
            switchboard: Switchboard::default(),
            quality: Quality::default(),
            cut: BTreeSet::new(),
            sources: BTreeMap::new(),
            ways: Vec::new(),
        };
        ModelledNetwork {
            shared: Arc::new(Shared {
                seed,
                timeline,
                state: Mutex::new(state),
                healed: Notify::new(),
            }),
        }
    }

    /// A node comes to life at a place, for the so-and-so-manieth time.
    pub fn life(&self, place: &str, count: u64) -> Life {
        let words = ["identity", place, &count.to_string()];
        let mut id = [0; 16];
        Source::of(self.shared.seed, &words).fill(&mut id);
        Life {
            place: place.into(),
            id: NodeId(id),
            is_over: Arc::default(),
        }
    }

    /// A node's access to the network.
    pub fn carrier(&self, life: &Life) -> Arc<dyn Carrier> {
        Arc::new(ModelledCarrier {
            life: life.clone(),
            network: self.clone(),
        })
    }

    /// The end of a node without a word. Its peers find the end of the stream after what it has sent.
    pub fn crash(&self, life: &Life) {
        life.is_over.store(true, Ordering::Release);
        let mut state = self.state();
        state.switchboard.close(|of| of.id == life.id);
        drop(state);
        let place = life.place();
        for (from, to, pipe) in self.ways(|from, to| from == place || to == place) {
            if from == place {
                pipe.close(self.arrival(&from, &to));
            }
            if to == place {
                pipe.abandon();
            }
        }
    }

    /// Nothing arrives any more on the way from one place to another, until it is healed. What goes the other way
    /// arrives.
    pub fn cut(&self, from: &str, to: &str) {
        self.state().cut.insert((from.to_owned(), to.to_owned()));
        for (_, _, pipe) in self.ways(|start, end| start == from && end == to) {
            pipe.hold();
        }
    }

    /// What is sent from one place to another arrives again.
    pub fn heal(&self, from: &str, to: &str) {
        self.state().cut.remove(&(from.to_owned(), to.to_owned()));
        for (_, _, pipe) in self.ways(|start, end| start == from && end == to) {
            pipe.release(self.arrival(from, to));
        }
        self.shared.healed.notify_waiters();
    }

    /// Heals all that was cut.
    pub fn heal_all(&self) {
        let cut: Vec<_> = self.state().cut.iter().cloned().collect();
        for (from, to) in cut {
            self.heal(&from, &to);
        }
    }

    /// Ends the connections of two places, as a router does that forgets them.
    pub fn break_off(&self, one: &str, other: &str) {
        for (_, _, pipe) in self.between(one, other) {
            pipe.break_off();
        }
    }

    /// How long what is sent from now on takes: on one way, or on all of them.
    pub fn set_latency(&self, way: Option<(&str, &str)>, latency: Latency) {
        self.state().quality.set_latency(way, latency);
    }

    /// How much of what is sent from now on is lost at first: on one way, or on all of them.
    pub fn set_loss(&self, way: Option<(&str, &str)>, loss: Loss) {
        self.state().quality.set_loss(way, loss);
    }

    /// From now on, nothing is drawn: each way takes the time that is usual there, and nothing is lost.
    pub fn keep_calm(&self) {
        self.state().quality.keep_calm();
    }

    fn state(&self) -> MutexGuard<'_, State> {
        let state = &self.shared.state;
        state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn between(&self, one: &str, other: &str) -> Vec<(String, String, Arc<Pipe>)> {
        self.ways(|from, to| (from == one && to == other) || (from == other && to == one))
    }

    fn ways(&self, is_meant: impl Fn(&str, &str) -> bool) -> Vec<(String, String, Arc<Pipe>)> {
        let state = self.state();
        let meant = state.ways.iter().filter(|(from, to, _)| is_meant(from, to));
        meant
            .filter_map(|(from, to, pipe)| Some((from.clone(), to.clone(), pipe.upgrade()?)))
            .collect()
    }

    /// When what is sent now arrives.
    fn arrival(&self, from: &str, to: &str) -> u64 {
        let mut state = self.state();
        let State {
            quality, sources, ..
        } = &mut *state;
        let source = sources
            .entry((from.to_owned(), to.to_owned()))
            .or_insert_with(|| Source::of(self.shared.seed, &["way", from, to]));
        let time = quality.time_under_way(from, to, source);
        self.shared.timeline.now().saturating_add(time)
    }

    fn is_cut(&self, from: &str, to: &str) -> bool {
        self.state().cut.contains(&(from.to_owned(), to.to_owned()))
    }

    /// Ends when something that is sent now has arrived.
    async fn travel(&self, from: &str, to: &str) {
        loop {
            let mut healed = std::pin::pin!(self.shared.healed.notified());
            healed.as_mut().enable();
            if !self.is_cut(from, to) {
                let arrival = self.arrival(from, to);
                self.shared.timeline.sleep_until(arrival).await;
                if !self.is_cut(from, to) {
                    return;
                }
            }
            healed.await;
        }
    }

    /// The two ends of a new connection.
    fn connection(&self, near: &Life, far: &Life) -> (Stream, Stream) {
        let is_held = |from: &Life, to: &Life| self.is_cut(from.place(), to.place());
        let out = Arc::new(Pipe::new(is_held(near, far)));
        let back = Arc::new(Pipe::new(is_held(far, near)));
        let mut state = self.state();
        state.ways.retain(|(_, _, pipe)| pipe.strong_count() > 0);
        let way = |from: &Life, to: &Life, pipe: &Arc<Pipe>| {
            let (from, to) = (from.place().to_owned(), to.place().to_owned());
            (from, to, Arc::downgrade(pipe))
        };
        state.ways.push(way(near, far, &out));
        state.ways.push(way(far, near, &back));
        drop(state);
        let stream = |own: &Life, other: &Life, reads: &Arc<Pipe>, writes: &Arc<Pipe>| Stream {
            network: self.clone(),
            own: own.clone(),
            other: other.place.clone(),
            reads: Arc::clone(reads),
            writes: Arc::clone(writes),
            arrival: None,
        };
        (
            stream(near, far, &back, &out),
            stream(far, near, &out, &back),
        )
    }
}

struct ModelledCarrier {
    life: Life,
    network: ModelledNetwork,
}

impl Carrier for ModelledCarrier {
    fn node(&self) -> NodeId {
        self.life.id
    }

    fn listen(&self, address: &str) -> BoxFuture<Result<Box<dyn Listener>, io::Error>> {
        let switchboard = &mut self.network.state().switchboard;
        let opened = switchboard.listen(address, self.life.clone(), Life::is_over);
        let listener = opened.map(|opened| Box::new(ModelledListener(opened)) as Box<dyn Listener>);
        Box::pin(std::future::ready(listener))
    }

    fn dial(&self, address: &str) -> BoxFuture<Result<Connected, CarrierError>> {
        let (address, life, network) =
            (address.to_owned(), self.life.clone(), self.network.clone());
        Box::pin(async move {
            let refused = || CarrierError::Io("connection refused".into());
            let find = || network.state().switchboard.find(&address);
            // Where nobody lives, the machine says so.
            let place = find().map_or(address.clone(), |(peer, _)| peer.place().to_owned());
            network.travel(life.place(), &place).await;
            let found = find();
            network.travel(&place, life.place()).await;
            let (peer, door) = found.ok_or_else(refused)?;
            if life.is_over() || peer.is_over() {
                return Err(refused());
            }
            let (near, far) = network.connection(&life, &peer);
            let dialled = door.send((life.clone(), far)).await;
            dialled.map_err(|_| refused())?;
            Ok(Connected::inside(peer.id, address, near))
        })
    }
}

struct ModelledListener(Opened<Life, Stream>);

impl Listener for ModelledListener {
    fn address(&self) -> String {
        self.0.address.clone()
    }

    fn accept(&mut self) -> BoxFutureOf<'_, io::Result<Incoming>> {
        Box::pin(async move {
            let (life, stream) = loop {
                match self.0.dialled.recv().await {
                    Some((life, _)) if life.is_over() => {}
                    Some(dialled) => break dialled,
                    // This node has crashed, and does nothing any more.
                    None => std::future::pending().await,
                }
            };
            let remote = life.place().to_owned();
            let connected = Connected::inside(life.id, remote.clone(), stream);
            Ok(Incoming {
                remote,
                authenticate: Box::pin(std::future::ready(Ok(connected))),
            })
        })
    }
}

/// One end of a connection.
struct Stream {
    network: ModelledNetwork,
    own: Life,
    other: Arc<str>,
    reads: Arc<Pipe>,
    writes: Arc<Pipe>,
    /// Of the next bytes, while they are waited for.
    arrival: Option<Sleep>,
}

impl Stream {
    fn check(&self) -> io::Result<()> {
        match self.own.is_over() {
            true => Err(io::Error::from(io::ErrorKind::ConnectionAborted)),
            false => Ok(()),
        }
    }
}

fn reset() -> io::Error {
    io::Error::from(io::ErrorKind::ConnectionReset)
}

impl AsyncRead for Stream {
    fn poll_read(
        self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        let this = self.get_mut();
        this.check()?;
        let timeline = &this.network.shared.timeline;
        loop {
            match this.reads.read(timeline.now(), buffer, context.waker()) {
                Found::Bytes | Found::End => return Poll::Ready(Ok(())),
                Found::Broken => return Poll::Ready(Err(reset())),
                Found::Nothing => return Poll::Pending,
                Found::Later(time) => {
                    let sleep = this.arrival.insert(timeline.sleep_until(time));
                    std::task::ready!(Pin::new(sleep).poll(context));
                }
            }
        }
    }
}

impl AsyncWrite for Stream {
    fn poll_write(
        self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        self.check()?;
        let arrival = self.network.arrival(self.own.place(), &self.other);
        match self.writes.write(arrival, bytes, context.waker()) {
            Taken::Bytes(length) => Poll::Ready(Ok(length)),
            Taken::Broken => Poll::Ready(Err(reset())),
            Taken::Full => Poll::Pending,
        }
    }

    fn poll_flush(self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<io::Result<()>> {
        Poll::Ready(Ok(()))
    }

    fn poll_shutdown(self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<io::Result<()>> {
        let arrival = self.network.arrival(self.own.place(), &self.other);
        self.writes.close(arrival);
        Poll::Ready(Ok(()))
    }
}

impl Drop for Stream {
    fn drop(&mut self) {
        let arrival = self.network.arrival(self.own.place(), &self.other);
        self.writes.close(arrival);
        self.reads.abandon();
    }
}
