//! Connections by TLS, and HTTP/2: operations on certificates, listeners and connections.
//!
//! ```text
//!   TcpListener --> greeting of TLS, --+--> a connection for the next who accepts
//!                   or first bytes     |
//!                   (a task each)      |
//!                                      +--> HTTP/2: a pipe for each request, likewise (crate `web`)
//! ```
//!
//! What is between the network and whoever accepts is bounded by [`Door::room`] and [`Door::http2`].

use super::listener::{self, Listener};
use super::sockets::{self, Connected, Pair, Socket};
use super::{Resource, answer_item, lock};
use crate::operations::{duration, local, pair};
use crate::requests::{answer, raise};
use crate::state::NodeState;
use mound_machine::Item;
use mound_process::Serial;
use mound_web::{Accepted, Acceptor, Client, Pool, Trust};
use std::io;
use std::sync::{Arc, Mutex};
use std::time::Duration;
use tokio::net::TcpStream;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::time::timeout;

/// Connections and requests of one listener that nobody has accepted yet. A greeting takes some ten kilobytes.
const ROOM: usize = 4096;
/// Connections of one listener on which HTTP/2 is spoken; they are kept here, since programs see their requests.
const HTTP2_MAX: usize = 1024;
/// How long one more may wait until another ends.
const HTTP2_WAIT: Duration = Duration::from_secs(2);

/// Connections of HTTP/2 by who shares them, host, port and the certificates that are believed; with their addresses.
pub type SharedConnections = Pool<(Serial, String, u16, Option<String>), (String, String)>;

/// What stands between a socket that listens and whoever accepts.
pub struct Door {
    acceptor: Mutex<Acceptor>,
    room: Arc<Semaphore>,
    http2: Arc<Semaphore>,
}

impl Door {
    fn new(acceptor: Acceptor) -> Door {
        Door {
            acceptor: Mutex::new(acceptor),
            room: Arc::new(Semaphore::new(ROOM)),
            http2: Arc::new(Semaphore::new(HTTP2_MAX)),
        }
    }

    /// Waits until another connection may be greeted.
    pub async fn room(&self) -> io::Result<OwnedSemaphorePermit> {
        let room = self.room.clone().acquire_owned().await;
        room.map_err(io::Error::other)
    }

    /// Greets a connection and hands it to whoever accepts. One that does not greet well is dropped: whom it came
    /// from knows why.
    pub async fn greet(
        &self,
        node: &Arc<NodeState>,
        resource: Arc<Resource>,
        stream: TcpStream,
        room: OwnedSemaphorePermit,
    ) {
        let Resource::Listener(listener) = &*resource else {
            return;
        };
        let acceptor = lock(&self.acceptor).clone();
        let (here, there) = sockets::addresses(&stream);
        let _ = stream.set_nodelay(true);
        let named = |socket| Connected {
            here: here.clone(),
            there: there.clone(),
            socket,
            room: None,
        };
        let hand_out = |socket, room| {
            let mut connected = named(socket);
            connected.room = Some(room);
            listener.hand_out(node, connected);
        };
        match acceptor.accept(stream).await {
            Err(_) => {}
            Ok(Accepted::Clear(stream)) => hand_out(Socket::Plain(stream), room),
            Ok(Accepted::Stream(stream)) => hand_out(Socket::Other(stream), room),
            Ok(Accepted::Http2(connection)) => {
                // One for which there is no room soon is dropped: those that wait would keep others from being greeted.
                let counted = self.http2.clone().acquire_owned();
                let Ok(Ok(_counted)) = timeout(HTTP2_WAIT, counted).await else {
                    return;
                };
                drop(room);
                let (node, resource, all_room) =
                    (node.clone(), resource.clone(), self.room.clone());
                let deliver = move |stream| {
                    let mut connected = Connected {
                        here: here.clone(),
                        there: there.clone(),
                        socket: Socket::Other(stream),
                        room: None,
                    };
                    let (node, resource) = (node.clone(), resource.clone());
                    let all_room = all_room.clone();
                    async move {
                        connected.room = all_room.acquire_owned().await.ok();
                        match &*resource {
                            Resource::Listener(listener) => listener.hand_out(&node, connected),
                            _ => false,
                        }
                    }
                };
                connection.serve(deliver).await;
            }
        }
    }
}

/// Starts the operation `name`. False if it is no operation on connections by TLS, or has other arguments.
pub fn operation(node: &Arc<NodeState>, number: u64, name: &str, arguments: &[Item]) -> bool {
    use Item::{Boolean, Integer, List, Process, Text};
    match (name, arguments) {
        ("make-certificate", [List(names)]) => {
            let text = |item: &Item| match item {
                Text(name) => Some(name.clone()),
                _ => None,
            };
            let Some(names) = names.iter().map(text).collect::<Option<Vec<_>>>() else {
                return false;
            };
            match mound_web::self_made(&names) {
                Ok((certificate, key)) => {
                    let both = vec![Text(certificate), Text(key)];
                    answer_item(node, number, List(both));
                }
                Err(why) => answer(node, number, refused(&why)),
            }
        }
        (
            "listen-tls",
            [
                Process(owner),
                Text(host),
                Integer(port),
                Text(certificate),
                Text(key),
                Boolean(http2),
            ],
        ) => {
            let (Some(owner), Ok(port)) = (local(*owner), u16::try_from(*port)) else {
                return false;
            };
            match Acceptor::new(certificate, key, *http2) {
                Ok(acceptor) => {
                    let door = Some(Door::new(acceptor));
                    listener::listen(node, number, owner, host.clone(), port, door);
                }
                Err(why) => answer(node, number, refused(&why)),
            }
        }
        ("listen-http", [Process(owner), Text(host), Integer(port)]) => {
            let (Some(owner), Ok(port)) = (local(*owner), u16::try_from(*port)) else {
                return false;
            };
            let door = Some(Door::new(Acceptor::Clear));
            listener::listen(node, number, owner, host.clone(), port, door);
        }
        ("renew-tls", [Process(owner), Text(certificate), Text(key), Boolean(http2)]) => {
            let found = local(*owner).and_then(|owner| node.resources.find(owner));
            let door = match found.as_deref() {
                Some(Resource::Listener(Listener {
                    door: Some(door), ..
                })) => door,
                _ => return false,
            };
            match Acceptor::new(certificate, key, *http2) {
                Ok(acceptor) => {
                    *lock(&door.acceptor) = acceptor;
                    answer_item(node, number, Item::Unspecified);
                }
                Err(why) => answer(node, number, refused(&why)),
            }
        }
        (
            "connect-tls",
            [
                Process(input),
                Process(output),
                Text(host),
                Integer(port),
                seconds,
                trust,
                http2,
            ],
        ) => {
            let (Some(pair), Ok(port)) = (pair(*input, *output), u16::try_from(*port)) else {
                return false;
            };
            let trust = match trust {
                Text(text) => Some(text.clone()),
                _ => None,
            };
            let http2 = match http2 {
                Process(sharer) => Http2::Shared(local(*sharer)),
                Boolean(true) => Http2::Shared(None),
                _ => Http2::No,
            };
            let place = (host.clone(), port);
            connect(node, number, pair, place, duration(seconds), trust, http2);
        }
        _ => return false,
    }
    true
}

fn refused(why: &str) -> mound_machine::Reply {
    raise("tls", why.to_owned())
}

/// Whether HTTP/2 may be spoken, and with whom the connection is shared then.
enum Http2 {
    No,
    Shared(Option<Serial>),
}

/// Connects to host and port, and greets who answers there, all within the time; or takes a connection that the sharer
/// has there already.
fn connect(
    node: &Arc<NodeState>,
    number: u64,
    pair: Pair,
    (host, port): (String, u16),
    limit: Option<Duration>,
    trust: Option<String>,
    http2: Http2,
) {
    let key = match &http2 {
        Http2::Shared(Some(sharer)) => Some((*sharer, host.clone(), port, trust.clone())),
        _ => None,
    };
    if let Some((shared, (here, there))) = key.as_ref().and_then(|key| node.http2.find(key))
        && let Ok(tasks) = node.resources.tasks()
    {
        let node = node.clone();
        tasks.spawn(async move {
            let connected = Connected {
                here,
                there,
                socket: Socket::Other(shared.stream()),
                room: None,
            };
            sockets::deliver(&node, number, pair, connected);
        });
        return;
    }
    let state = node.clone();
    sockets::connecting(
        node,
        number,
        pair,
        (host, port),
        limit,
        move |host, stream| async move {
            let trust = trust.map_or(Trust::System, Trust::These);
            let with_http2 = !matches!(http2, Http2::No);
            // Certificates are read from files.
            let made = tokio::task::spawn_blocking(move || Client::new(&trust, with_http2)).await;
            let client = made.map_err(io::Error::other)?.map_err(io::Error::other)?;
            let addresses = sockets::addresses(&stream);
            Ok(Socket::Other(match client.connect(stream, &host).await? {
                mound_web::Connected::Stream(stream) => stream,
                mound_web::Connected::Http2(shared) => {
                    if let Some(key) = key {
                        state.http2.add(key, addresses, &shared);
                    }
                    shared.stream()
                }
            }))
        },
    );
}
