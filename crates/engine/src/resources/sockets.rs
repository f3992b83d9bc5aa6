//! TCP connections: two resources over one socket.

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

/// The owners of the two sides of a connection.
#[derive(Clone, Copy)]
pub struct Pair {
    pub input: Serial,
    pub output: Serial,
}

/// Connects to `host:port`; the answer is the addresses of this side and the other.
pub fn connect(
    node: &Arc<NodeState>,
    number: u64,
    pair: Pair,
    host: String,
    port: u16,
    timeout: Option<Duration>,
) {
    let tasks = match node.resources.tasks() {
        Ok(tasks) => tasks,
        Err(error) => {
            answer(node, number, failure("connect to", &host, &error));
            return;
        }
    };
    let node = node.clone();
    tasks.spawn(async move {
        let connecting = TcpStream::connect((host.as_str(), port));
        let result = match timeout {
            Some(timeout) => tokio::time::timeout(timeout, connecting)
                .await
                .unwrap_or_else(|_| Err(io::ErrorKind::TimedOut.into())),
            None => connecting.await,
        };
        match result {
            Ok(stream) => {
                deliver(&node, number, pair, stream);
            }
            Err(error) => {
                let kind = match error.kind() {
                    io::ErrorKind::TimedOut => "timeout",
                    _ => "file",
                };
                let why = unresolved(&error).unwrap_or_else(|| why(&error));
                let message = format!("cannot connect to {host}:{port}: {why}");
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
    stream: TcpStream,
) -> Option<TcpStream> {
    let address = |address: io::Result<std::net::SocketAddr>| {
        Item::Text(address.map_or(String::new(), |address| address.to_string()))
    };
    let (here, there) = (address(stream.local_addr()), address(stream.peer_addr()));
    let Item::Text(name) = there.clone() else {
        return None;
    };
    if !node.requests.is_open(number) {
        return Some(stream);
    }
    // What is written is gathered here already.
    let _ = stream.set_nodelay(true);
    let (reading, writing) = stream.into_split();
    let input = Resource::Input(Input::new(&name, Reader::Stream(Box::new(reading))));
    let output = Resource::Output(Output::new(&name, Writer::Stream(Box::new(writing))));
    let bound = bind(node, pair.input, input) && bind(node, pair.output, output);
    let told = bound && try_answer_item(node, number, Item::List(vec![here, there]));
    if !told {
        // Its owners have ended, or who asked for it has.
        release(node, pair.input);
        release(node, pair.output);
        let reply: Reply = raise("file", format!("the connection to {name} has no owner"));
        answer(node, number, reply);
    }
    None
}
