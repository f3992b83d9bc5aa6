//! Sockets that wait for connections.
//!
//! One task accepts as long as somebody waits. A connection whose request was
//! given up meanwhile goes to the next who waits, or is kept for the next who asks.
//! Behind a [`Door`] each connection is greeted by a task of its own before it is
//! handed out.

use super::secured::Door;
use super::sockets::{Connected, Pair, deliver};
use super::why::{failure, why};
use super::{Resource, answer_item, bind, closed, lock};
use crate::log::{Level, Subject};
use crate::requests::answer;
use crate::state::NodeState;
use mound_machine::Item;
use mound_process::Serial;
use std::collections::VecDeque;
use std::io;
use std::sync::{Arc, Mutex};
use std::time::Duration;
use tokio::net::TcpListener;
use tokio::task::AbortHandle;

/// How long one that cannot accept (no file descriptor is left, no memory) waits before it tries again.
const PAUSE: Duration = Duration::from_millis(100);

/// See the top of this file.
pub struct Listener {
    name: String,
    socket: Arc<TcpListener>,
    /// What greets connections; `None` if they are taken as they come.
    pub door: Option<Door>,
    state: Mutex<State>,
}

#[derive(Default)]
struct State {
    waiting: VecDeque<(u64, Pair)>,
    kept: VecDeque<Connected>,
    task: Option<AbortHandle>,
    closed: bool,
}

/// Listens at `host:port`; the answer is the address, with the real port.
pub fn listen(
    node: &Arc<NodeState>,
    number: u64,
    owner: Serial,
    host: String,
    port: u16,
    door: Option<Door>,
) {
    let tasks = match node.resources.tasks() {
        Ok(tasks) => tasks,
        Err(error) => {
            answer(node, number, failure("listen at", &host, &error));
            return;
        }
    };
    let node = node.clone();
    tasks.spawn(async move {
        let socket = match TcpListener::bind((host.as_str(), port)).await {
            Ok(socket) => socket,
            Err(error) => {
                let name = format!("{host}:{port}");
                answer(&node, number, failure("listen at", &name, &error));
                return;
            }
        };
        let address = socket
            .local_addr()
            .map_or(String::new(), |address| address.to_string());
        let listener = Listener {
            name: address.clone(),
            socket: Arc::new(socket),
            door,
            state: Mutex::default(),
        };
        if bind(&node, owner, Resource::Listener(listener)) {
            answer_item(&node, number, Item::Text(address));
        } else {
            answer(&node, number, closed());
        }
    });
}

impl Listener {
    /// Gives the next connection to these owners.
    pub fn accept(&self, node: &Arc<NodeState>, resource: &Arc<Resource>, number: u64, pair: Pair) {
        let mut state = lock(&self.state);
        if state.closed {
            drop(state);
            answer(node, number, closed());
            return;
        }
        if let Some(connected) = state.kept.pop_front() {
            drop(state);
            if let Some(back) = deliver(node, number, pair, connected) {
                lock(&self.state).kept.push_front(back);
            }
            return;
        }
        // Those that were given up would pile up where nobody connects.
        state
            .waiting
            .retain(|&(number, _)| node.requests.is_open(number));
        state.waiting.push_back((number, pair));
        if state.task.is_some() {
            return;
        }
        match node.resources.tasks() {
            Ok(tasks) => {
                let (node, resource) = (node.clone(), resource.clone());
                let task = tasks.spawn(async move {
                    if let Resource::Listener(listener) = &*resource {
                        listener.work(&node, &resource).await;
                    }
                });
                state.task = Some(task.abort_handle());
            }
            Err(error) => {
                state.waiting.pop_back();
                drop(state);
                answer(node, number, failure("accept at", &self.name, &error));
            }
        }
    }

    async fn work(&self, node: &Arc<NodeState>, resource: &Arc<Resource>) {
        let mut told = false;
        loop {
            let taken = match &self.door {
                Some(door) => self.take_in(door, resource, node).await,
                None => self.socket.accept().await.map(|(stream, _)| {
                    self.hand_out(node, Connected::plain(stream));
                }),
            };
            match taken {
                Ok(()) => told = false,
                Err(error) if is_of_one(&error) => {}
                // Others must not be able to end a server by opening so many connections that there is nothing left to
                // accept one with.
                Err(error) => {
                    if !told {
                        let (name, why) = (&self.name, why(&error));
                        let text = format!("cannot accept at {name}: {why}; it goes on trying");
                        node.console
                            .log(Level::Warning, Subject::Program, &text, &[]);
                    }
                    told = true;
                    tokio::time::sleep(PAUSE).await;
                }
            }
            let mut state = lock(&self.state);
            if state.closed || state.waiting.is_empty() {
                state.task = None;
                return;
            }
        }
    }

    /// Accepts one connection, which a task of its own greets.
    async fn take_in(
        &self,
        door: &Door,
        resource: &Arc<Resource>,
        node: &Arc<NodeState>,
    ) -> io::Result<()> {
        let room = door.room().await?;
        let (stream, _) = self.socket.accept().await?;
        let (node, resource) = (node.clone(), resource.clone());
        tokio::spawn(async move {
            let whole = resource.clone();
            if let Resource::Listener(Listener {
                door: Some(door), ..
            }) = &*resource
            {
                door.greet(&node, whole, stream, room).await;
            }
        });
        Ok(())
    }

    /// Gives a connection to the first who still wants one, or keeps it; false if the listener is closed.
    pub fn hand_out(&self, node: &Arc<NodeState>, connected: Connected) -> bool {
        let mut connected = connected;
        loop {
            let mut state = lock(&self.state);
            if state.closed {
                return false;
            }
            let Some((number, pair)) = state.waiting.pop_front() else {
                state.kept.push_back(connected);
                return true;
            };
            drop(state);
            match deliver(node, number, pair, connected) {
                Some(back) => connected = back,
                None => return true,
            }
        }
    }

    pub fn close(&self, node: &NodeState) {
        let mut state = lock(&self.state);
        state.closed = true;
        let waiting = std::mem::take(&mut state.waiting);
        state.kept.clear();
        if let Some(task) = state.task.take() {
            // With the task goes the last use of the socket.
            task.abort();
        }
        drop(state);
        for (number, _) in waiting {
            answer(node, number, closed());
        }
    }
}

/// Whether the error is that of a connection which ended before it was accepted.
fn is_of_one(error: &io::Error) -> bool {
    use io::ErrorKind::{ConnectionAborted, ConnectionRefused, ConnectionReset};
    matches!(
        error.kind(),
        ConnectionAborted | ConnectionRefused | ConnectionReset
    )
}
