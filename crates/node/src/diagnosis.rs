//! Why two nodes cannot talk: each step of a connection by itself, with what to do about it.
//!
//! The steps are those of [`crate::Node::connect`], and the last one is that function itself, so that what is
//! found here is what programs meet.

use std::io;
use std::net::{SocketAddr, TcpStream, ToSocketAddrs};
use std::path::Path;
use std::sync::Arc;
use std::sync::mpsc::sync_channel;
use std::time::{Duration, Instant};

use mound_bytecode::unit::UnitHash;

use crate::address;
use crate::cluster;
use crate::config::Config;
use crate::error::{CarrierError, ConnectError, DownReason};
use crate::handler::{Handled, Handler};
use crate::node::Node;
use crate::peers::{Epoch, PeerId, PeerInfo};
use crate::signal::Signal;

/// What was looked at, and what was found.
pub struct Finding {
    /// A word or two.
    pub subject: &'static str,
    pub verdict: Verdict,
    pub text: String,
    /// What to do, where something is wrong.
    pub advice: Option<String>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    Good,
    /// It works here, and may not elsewhere.
    Doubtful,
    Bad,
}

/// Longest wait for one address to take a connection.
const CONNECT_LIMIT: Duration = Duration::from_secs(3);
/// Longest wait for a node to finish its greeting.
const GREETING_LIMIT: Duration = Duration::from_secs(10);
/// A node has about twenty files and sockets of its own, and one for each connection.
const DESCRIPTORS_FEW: u64 = 256;

/// What this machine needs to run nodes.
pub fn this_machine(home: &Path) -> Vec<Finding> {
    vec![identity(home), descriptors()]
}

/// Whether a node of this machine can talk to the one at an address. Ends with the first step that fails.
pub fn other_node(home: &Path, node: &str) -> Vec<Finding> {
    let mut findings = Vec::new();
    let Some(name) = address::canonical(node) else {
        findings.push(bad(
            "name",
            format!("{node} is no address of a node"),
            "an address is a host, a colon and a port, as in alpha:3001 or [::1]:3001",
        ));
        return findings;
    };
    if address::is_everywhere(&name) {
        findings.push(bad(
            "name",
            format!("{name} means all addresses of a machine"),
            "use a name or an address that means the machine of the node",
        ));
        return findings;
    }
    let addresses = match name.to_socket_addrs() {
        Ok(addresses) => addresses.collect::<Vec<SocketAddr>>(),
        Err(error) => {
            findings.push(bad(
                "name",
                format!("{name}: {}", plain(&error)),
                "this machine does not know that name: check its spelling, /etc/hosts and DNS, or use the number",
            ));
            return findings;
        }
    };
    let listed: Vec<String> = addresses.iter().map(SocketAddr::to_string).collect();
    findings.push(good("name", format!("{name} is {}", listed.join(" and "))));
    match port(&addresses) {
        Ok(address) => findings.push(good("port", format!("{address} takes connections"))),
        Err(finding) => {
            findings.push(finding);
            return findings;
        }
    }
    findings.extend(greeting(home, &name));
    findings
}

fn identity(home: &Path) -> Finding {
    let place = home.display();
    match cluster::membership(home) {
        Ok(Some(joined)) => {
            let (name, authority, day) = (&joined.name, &joined.authority, joined.last_day());
            let text = format!("this machine is {name} in the cluster {authority}, until {day}");
            if joined.expires > crate::identity::unix_time() {
                good("identity", text)
            } else {
                bad(
                    "identity",
                    text,
                    "its time is over, if the clock is right: ask for a new invitation, and use mound cluster join --replace",
                )
            }
        }
        Ok(None) => match cluster::authority(home) {
            Ok(Some(authority)) => good(
                "identity",
                format!("the authority of the cluster {authority} is in {place}"),
            ),
            Ok(None) => good(
                "identity",
                format!("none yet: the first node that starts makes an authority in {place}"),
            ),
            Err(error) => bad("identity", error.to_string(), HOME_ADVICE),
        },
        Err(error) => bad("identity", error.to_string(), HOME_ADVICE),
    }
}

const HOME_ADVICE: &str = "no node can start here until the keys in MOUND_HOME can be used";

fn descriptors() -> Finding {
    let limit = rustix::process::getrlimit(rustix::process::Resource::Nofile).current;
    match limit {
        Some(count) if count < DESCRIPTORS_FEW => Finding {
            subject: "descriptors",
            verdict: Verdict::Doubtful,
            text: format!("{count} files and connections may be open at a time"),
            advice: Some("raise the limit (ulimit -n) for nodes with many connections".into()),
        },
        Some(count) => good(
            "descriptors",
            format!("{count} files and connections may be open at a time"),
        ),
        None => good("descriptors", "there is no limit of open files".into()),
    }
}

/// The first of several addresses that takes a connection.
fn port(addresses: &[SocketAddr]) -> Result<SocketAddr, Finding> {
    let mut why = "it means no address".to_owned();
    let mut advice = "use a name that means an address";
    for address in addresses {
        match TcpStream::connect_timeout(address, CONNECT_LIMIT) {
            Ok(_) => return Ok(*address),
            Err(error) => {
                why = format!("{address}: {}", plain(&error));
                advice = match error.kind() {
                    io::ErrorKind::ConnectionRefused => {
                        "nobody listens there: is the node running, with that port, and not at localhost only (--listen)?"
                    }
                    io::ErrorKind::TimedOut => {
                        "nothing comes back: the machine is down, or a firewall drops what is sent there"
                    }
                    _ => "this machine has no way to that address: check its network and routes",
                };
            }
        }
    }
    Err(bad("port", why, advice))
}

/// A connection as a program makes it.
fn greeting(home: &Path, name: &str) -> Vec<Finding> {
    let node = match Node::start(Config::new(home), Arc::new(Silent)) {
        Ok(node) => node,
        Err(error) => return vec![bad("greeting", error.to_string(), HOME_ADVICE)],
    };
    let began = Instant::now();
    let (sender, result) = sync_channel(1);
    node.connect(name, move |result| {
        // Nobody waits any more when the limit has passed.
        let _ = sender.send(result);
    });
    let result = result.recv_timeout(GREETING_LIMIT);
    let took = began.elapsed();
    let result = result.unwrap_or(Err(ConnectError::TimedOut));
    let info = result.map(|peer| node.peer_info(peer));
    node.stop("that was all", Duration::from_millis(200));
    match info {
        Ok(Some(info)) => met(name, &info, took),
        Ok(None) => vec![bad(
            "greeting",
            "it left at once".into(),
            "look at what it has logged",
        )],
        Err(error) => vec![bad("greeting", error.to_string(), advice(&error))],
    }
}

fn met(name: &str, info: &PeerInfo, took: Duration) -> Vec<Finding> {
    let (build, version) = (&info.build, info.version);
    let took = took.as_millis();
    let greeted = format!("{build} answers, with protocol {version}, after {took} ms");
    let mut findings = vec![good("greeting", greeted)];
    let own = &*info.address;
    let text = format!("it calls itself {own}");
    findings.push(if own == name {
        good("its name", text)
    } else if address::is_loopback(own) && !address::is_loopback(name) {
        bad(
            "its name",
            text,
            "no other machine can dial that name, so pids that it sends lead nowhere: start it with --advertise HOST:PORT",
        )
    } else {
        Finding {
            subject: "its name",
            verdict: Verdict::Doubtful,
            text,
            advice: Some(format!(
                "others will dial that name, not {name}: it must mean that node for all of them"
            )),
        }
    });
    findings
}

fn advice(error: &ConnectError) -> &'static str {
    match error {
        ConnectError::Carrier(CarrierError::ForeignPeer | CarrierError::ForeignToPeer) => {
            "that node belongs to another cluster: let one machine join the other's (mound cluster invite, join), and start its nodes again"
        }
        ConnectError::Carrier(CarrierError::RevokedPeer | CarrierError::RevokedToPeer) => {
            "a machine that was put out gets in again by a new invitation (mound cluster invite, join --replace)"
        }
        ConnectError::Carrier(CarrierError::Tls(_)) => {
            "is it a node? If a certificate has ended or is not valid yet, compare the clocks of both machines"
        }
        ConnectError::Carrier(CarrierError::Io(_)) | ConnectError::Protocol(_) => {
            "something listens there that is no node, or something between changes what is sent"
        }
        ConnectError::Version { .. }
        | ConnectError::Bytecode { .. }
        | ConnectError::Capabilities { .. } => {
            "the two are of different versions of Mound: use the same on both"
        }
        ConnectError::TimedOut => {
            "the port is open, but nobody greets: the node is stopped or overloaded, or it is no node"
        }
        ConnectError::TooManyConnections | ConnectError::GaveWay | ConnectError::Refused(..) => {
            "the node is there and lets nobody in now: look at what it has logged"
        }
        ConnectError::Itself | ConnectError::Gone | ConnectError::Stopped => {
            "try again: it has just been started anew"
        }
    }
}

/// Hears nothing: it only wants to know who is there.
struct Silent;

impl Handler for Silent {
    fn signal(&self, _: PeerId, _: Signal) -> Handled {
        Handled::Now
    }

    fn unit(&self, _: UnitHash) -> Option<Arc<[u8]>> {
        None
    }

    fn node_down(&self, _: PeerId, _: Epoch, _: &DownReason) {}
}

/// Without the number that the system adds.
fn plain(error: &io::Error) -> String {
    let text = error.to_string();
    match text.split_once(" (os error") {
        Some((text, _)) => text.to_owned(),
        None => text,
    }
}

fn good(subject: &'static str, text: String) -> Finding {
    Finding {
        subject,
        verdict: Verdict::Good,
        text,
        advice: None,
    }
}

fn bad(subject: &'static str, text: String, advice: &str) -> Finding {
    Finding {
        subject,
        verdict: Verdict::Bad,
        text,
        advice: Some(advice.to_owned()),
    }
}
