//! Connections: two resources over one socket.

use super::input::{Input, Reader};
use super::output::{Output, Writer};
use super::why::{failure, why};
use super::{Resource, bind, release, try_answer_item};
use crate::requests::{answer, raise};
use crate::state::NodeState;
use mound_machine::{Item, Reply};
use mound_process::Serial;
use std::io;
use std::sync::Arc;
use std::time::Duration;
use tokio::net::TcpStream;
use tokio::sync::OwnedSemaphorePermit;

/// The owners of the two sides of a connection.
#[derive(Clone, Copy)]
pub struct Pair {
    pub input: Serial,
    pub output: Serial,
}

/// What bytes go over.
pub enum Socket {
    Plain(TcpStream),
    Other(mound_web::Stream),
}

/// A connection that has no owners yet.
pub struct Connected {
    /// The addresses of this side and of the other.
    pub here: String,
    pub there: String,
    pub socket: Socket,
    /// Its place among those that wait to be accepted.
    pub room: Option<OwnedSemaphorePermit>,
}

impl Connected {
    pub fn plain(stream: TcpStream) -> Connected {
        let (here, there) = addresses(&stream);
        // What is written is gathered here already.
        let _ = stream.set_nodelay(true);
        Connected {
            here,
            there,
            socket: Socket::Plain(stream),
            room: None,
        }
    }
}

/// Of this side and of the other; empty if the connection has ended already.
pub fn addresses(stream: &TcpStream) -> (String, String) {
    let text = |address: io::Result<std::net::SocketAddr>| {
        address.map_or(String::new(), |address| address.to_string())
    };
    (text(stream.local_addr()), text(stream.peer_addr()))
}

/// Connects to `host:port`; the answer is the addresses of this side and the other.
pub fn connect(
    node: &Arc<NodeState>,
    number: u64,
    pair: Pair,
    place: (String, u16),
    limit: Option<Duration>,
) {
    connecting(node, number, pair, place, limit, |_, stream| async {
        Ok(Socket::Plain(stream))
    });
}

/// The same, where the connection goes on after the greeting.
pub fn connecting<F>(
    node: &Arc<NodeState>,
    number: u64,
    pair: Pair,
    (host, port): (String, u16),
    limit: Option<Duration>,
    greet: impl FnOnce(String, TcpStream) -> F + Send + 'static,
) where
    F: Future<Output = io::Result<Socket>> + Send + 'static,
{
    let tasks = match node.resources.tasks() {
        Ok(tasks) => tasks,
        Err(error) => {
            answer(node, number, failure("connect to", &host, &error));
            return;
        }
    };
    let node = node.clone();
    tasks.spawn(async move {
        let name = host.clone();
        let connecting = async {
            let stream = TcpStream::connect((host.as_str(), port)).await?;
            let (here, there) = addresses(&stream);
            let _ = stream.set_nodelay(true);
            let socket = greet(host, stream).await?;
            Ok::<_, io::Error>(Connected {
                here,
                there,
                socket,
                room: None,
            })
        };
        let result = match limit {
            Some(limit) => tokio::time::timeout(limit, connecting)
                .await
                .unwrap_or_else(|_| Err(io::ErrorKind::TimedOut.into())),
            None => connecting.await,
        };
        match result {
            Ok(connected) => {
                deliver(&node, number, pair, connected);
            }
            Err(error) => {
                let kind = match error.kind() {
                    io::ErrorKind::TimedOut => "timeout",
                    _ => "file",
                };
                let why = unresolved(&error).unwrap_or_else(|| why(&error));
                let message = format!("cannot connect to {name}:{port}: {why}");
                answer(&node, number, raise(kind, message));
            }
        }
    });
}

/// The words for a name that has no address: the texts of the system differ.
fn unresolved(error: &io::Error) -> Option<String> {
    let text = error.to_string();
    text.contains("lookup address")
        .then(|| "there is no host of this name".to_owned())
}

/// Makes a connection the resources of its owners and answers the request. Gives the connection back
/// if nobody waits for it any more.
pub fn deliver(
    node: &Arc<NodeState>,
    number: u64,
    pair: Pair,
    connected: Connected,
) -> Option<Connected> {
    if !node.requests.is_open(number) {
        return Some(connected);
    }
    let name = connected.there;
    let (reader, writer) = match connected.socket {
        Socket::Plain(stream) => {
            let (reading, writing) = stream.into_split();
            (
                Reader::Stream(Box::new(reading)),
                Writer::Stream(Box::new(writing)),
            )
        }
        Socket::Other(stream) => {
            let (reading, writing) = tokio::io::split(stream);
            (
                Reader::Stream(Box::new(reading)),
                Writer::Stream(Box::new(writing)),
            )
        }
    };
    let input = Resource::Input(Input::new(&name, reader));
    let output = Resource::Output(Output::new(&name, writer));
    let bound = bind(node, pair.input, input) && bind(node, pair.output, output);
    let both = vec![Item::Text(connected.here), Item::Text(name.clone())];
    let told = bound && try_answer_item(node, number, Item::List(both));
    if !told {
        // Its owners have ended, or who asked for it has.
        release(node, pair.input);
        release(node, pair.output);
        let reply: Reply = raise("file", format!("the connection to {name} has no owner"));
        answer(node, number, reply);
    }
    None
}
