//! Everything that can go wrong between nodes, as data; the texts are made here and nowhere else.

use mound_base::why;
use std::fmt;
use std::io;
use std::path::PathBuf;
use std::sync::Arc;

use mound_bytecode::unit::UnitHash;

use crate::codes::Code;
use crate::versions::Versions;

/// Why a node cannot start.
#[derive(Debug)]
pub enum NodeError {
    /// A file of the local identity.
    Home {
        path: PathBuf,
        error: io::Error,
    },
    /// The file of the authority is there but is not what this program wrote.
    Authority {
        path: PathBuf,
        problem: &'static str,
    },
    /// Others can read the key of the authority.
    Exposed {
        path: PathBuf,
        mode: u32,
    },
    /// Others can write to the directory of the authority.
    Writable {
        path: PathBuf,
        mode: u32,
    },
    /// The directory or a file of the authority belongs to another user.
    ForeignHome {
        path: PathBuf,
        owner: u32,
        user: u32,
    },
    /// The certificate of the machine has ended.
    Expired {
        name: String,
        path: PathBuf,
    },
    /// A certificate cannot be made.
    Certificate(String),
    /// It is not of the form `host:port`.
    NoAddress {
        address: String,
    },
    /// It means all addresses of a machine, and others need one that they can dial.
    NothingToDial {
        address: String,
    },
    Listen {
        address: String,
        error: io::Error,
    },
    Runtime(io::Error),
}

/// Why a carrier gives no connection.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CarrierError {
    /// No connection: refused, unreachable, unknown host.
    Io(String),
    /// The other side's certificate is not from our authority.
    ForeignPeer,
    /// The other side says that our certificate is not from its authority.
    ForeignToPeer,
    /// The other side's machine was put out of the cluster.
    RevokedPeer,
    /// The other side says so of this machine.
    RevokedToPeer,
    /// What came was not TLS, or broken TLS.
    Tls(String),
}

/// Why a peer cannot be reached.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ConnectError {
    Carrier(CarrierError),
    TimedOut,
    Version {
        ours: Versions,
        theirs: Versions,
        build: String,
    },
    /// Units of the one cannot be read by the other.
    Bytecode {
        ours: Versions,
        theirs: Versions,
        build: String,
    },
    /// The peer insists on capabilities that we lack, or the other way round (bits).
    Capabilities {
        missing_here: u64,
        missing_there: u64,
    },
    /// The other side said no.
    Refused(Code, String),
    /// The address is this node's own.
    Itself,
    /// Another incarnation answers at the peer's address: the one that was asked for is gone for ever.
    Gone,
    Protocol(ProtocolError),
    TooManyConnections,
    /// It had not proved who it is, or not finished its greeting, when others needed its place.
    GaveWay,
    /// This node is stopping.
    Stopped,
}

/// What a peer sent that no correct peer sends.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ProtocolError {
    NotMound,
    Truncated,
    BadHandshake,
    /// The name in the greeting is not the one in the certificate.
    OtherIdentity,
    FrameTooLong {
        length: u32,
    },
    UnknownFrame {
        kind: u8,
    },
    UnknownLane {
        lane: u8,
    },
    FragmentOutOfPlace {
        lane: u8,
    },
    MessageTooLong {
        length: u64,
    },
    CreditExceeded {
        lane: u8,
    },
    BadSignal {
        kind: u8,
    },
    UnknownSignal {
        kind: u8,
    },
    TooManyRequests,
}

/// Why a connection ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum DownReason {
    /// The peer closed it in an orderly way and said why.
    Goodbye(Code, String),
    /// The stream ended or broke.
    Lost(String),
    /// Nothing was heard for this long.
    Silent {
        milliseconds: u64,
    },
    Protocol(ProtocolError),
    /// The peer made a new connection, having lost this one.
    Replaced,
    /// This node closed it.
    Stopped,
    /// The peer does not take what is sent to it, and too much waits.
    Overloaded,
    /// The peer lives, but has taken nothing of what was written for this long.
    Stalled {
        milliseconds: u64,
    },
    /// The owner of this node closed it, and says why.
    Dismissed(Code, String),
    Internal(&'static str),
}

/// Why units did not come.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FetchError {
    /// The peer does not have these.
    Missing(Vec<UnitHash>),
    TimedOut,
    /// So many bytes came, and they are not all.
    TooLarge(usize),
    /// The connection ended or could not be made.
    Unreachable(String),
}

/// Something an operator may want to read in a log.
#[derive(Clone, Debug)]
pub enum Notice {
    /// A connection that did not become one.
    Refused { remote: String, error: ConnectError },
    /// There is a connection with the peer at this address. This and the next are news, and no faults.
    Connected { address: Arc<str> },
    /// There is none any more.
    Disconnected { address: Arc<str>, why: String },
    /// A connection with the peer at this address was closed because of what the peer did.
    Closed {
        address: Arc<str>,
        reason: DownReason,
    },
    /// A peer sent an optional signal that this version does not know; it was skipped.
    SkippedSignal { address: Arc<str>, kind: u8 },
    /// Handlers of a lost connection did not finish in time; their signals were dropped.
    Abandoned { address: Arc<str> },
    /// What the owner of the node has to say of a peer.
    About { address: Arc<str>, text: String },
    /// The listening socket failed and is tried again.
    Accept(String),
    /// So many more happened in the last ten seconds than were told each, most of them of this origin.
    More { count: u64, origin: Arc<str> },
}

impl Notice {
    /// Whether it tells of what is no fault.
    pub fn is_news(&self) -> bool {
        matches!(self, Notice::Connected { .. } | Notice::Disconnected { .. })
    }

    /// The address of the peer or stranger of whom it tells.
    pub fn about(&self) -> Option<&str> {
        Some(self.origin()).filter(|origin| !origin.is_empty())
    }

    /// Of whom it tells: an address, or nobody.
    pub(crate) fn origin(&self) -> &str {
        match self {
            Notice::Refused { remote, .. } => crate::strangers::origin(remote),
            Notice::Closed { address, .. }
            | Notice::Connected { address }
            | Notice::Disconnected { address, .. }
            | Notice::SkippedSignal { address, .. }
            | Notice::Abandoned { address }
            | Notice::About { address, .. } => address,
            Notice::Accept(_) | Notice::More { .. } => "",
        }
    }
}

impl DownReason {
    /// What is said to the peer when the connection is closed because of it, if anything.
    pub(crate) fn last_words(&self) -> Option<(Code, String)> {
        let own = |code| Some((code, self.to_string()));
        match self {
            DownReason::Protocol(error) => own(error.code()),
            DownReason::Overloaded => own(Code::OVERLOADED),
            DownReason::Stalled { .. } => own(Code::STALLED),
            DownReason::Dismissed(code, why) => Some((*code, why.clone())),
            DownReason::Goodbye(..)
            | DownReason::Lost(_)
            | DownReason::Silent { .. }
            | DownReason::Replaced
            | DownReason::Stopped
            | DownReason::Internal(_) => None,
        }
    }
}

impl ConnectError {
    /// What is said to a peer that is refused because of it.
    pub(crate) fn code(&self) -> Code {
        match self {
            ConnectError::Version { .. } => Code::VERSION,
            ConnectError::Bytecode { .. } => Code::BYTECODE,
            ConnectError::Capabilities { .. } => Code::CAPABILITIES,
            ConnectError::Itself => Code::ITSELF,
            ConnectError::TooManyConnections | ConnectError::GaveWay => Code::CROWDED,
            ConnectError::Stopped => Code::STOPPED,
            ConnectError::Protocol(error) => error.code(),
            ConnectError::Carrier(_)
            | ConnectError::TimedOut
            | ConnectError::Refused(..)
            | ConnectError::Gone => Code::OTHER,
        }
    }
}

impl ProtocolError {
    /// What is said to the peer whose connection ends because of it.
    pub(crate) fn code(&self) -> Code {
        match self {
            ProtocolError::NotMound | ProtocolError::Truncated | ProtocolError::BadHandshake => {
                Code::GREETING
            }
            ProtocolError::OtherIdentity => Code::IDENTITY,
            ProtocolError::FrameTooLong { .. } => Code::FRAME_LENGTH,
            ProtocolError::UnknownFrame { .. } => Code::FRAME_KIND,
            ProtocolError::UnknownLane { .. } => Code::LANE,
            ProtocolError::FragmentOutOfPlace { .. } => Code::FRAGMENT,
            ProtocolError::MessageTooLong { .. } => Code::MESSAGE_LENGTH,
            ProtocolError::CreditExceeded { .. } => Code::CREDIT,
            ProtocolError::BadSignal { .. } => Code::SIGNAL,
            ProtocolError::UnknownSignal { .. } => Code::SIGNAL_KIND,
            ProtocolError::TooManyRequests => Code::REQUESTS,
        }
    }
}

impl fmt::Display for NodeError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NodeError::Home { path, error } => {
                write!(formatter, "{}: {}", path.display(), why(error))
            }
            NodeError::Authority { path, problem } => {
                write!(
                    formatter,
                    "{} is not a node authority: {problem}",
                    path.display()
                )
            }
            NodeError::Exposed { path, mode } => write!(
                formatter,
                "{} holds a secret key but others can read it (mode {mode:o}); make it readable by its owner only (chmod 600)",
                path.display()
            ),
            NodeError::Writable { path, mode } => write!(
                formatter,
                "{} is where the key of this user's nodes is kept, but others can write to it (mode {mode:o}); make it writable by its owner only (chmod go-w)",
                path.display()
            ),
            NodeError::ForeignHome { path, owner, user } => write!(
                formatter,
                "{} belongs to user {owner}, and this is user {user}: a key that another user keeps would let that user in; set MOUND_HOME to a directory of your own",
                path.display()
            ),
            NodeError::Expired { name, path } => write!(
                formatter,
                "the time of this machine, {name}, in its cluster has ended ({}); ask for a new invitation (mound cluster invite there, mound cluster join --replace here)",
                path.display()
            ),
            NodeError::Certificate(problem) => {
                write!(formatter, "cannot make a certificate: {problem}")
            }
            NodeError::NoAddress { address } => write!(
                formatter,
                "{address} is no address of a node: expected a host, a colon and a port, as in localhost:3001, or [::1]:3001 for an address of IPv6"
            ),
            NodeError::NothingToDial { address } => write!(
                formatter,
                "{address} means all addresses of this machine, and is none that another node could dial; say with --advertise HOST:PORT (or as second argument of node-init) what others are to dial"
            ),
            NodeError::Listen { address, error } => {
                write!(formatter, "cannot listen on {address}: {}", why(error))?;
                match error.kind() {
                    std::io::ErrorKind::AddrInUse => formatter.write_str(
                        ": another program listens there; port 0 takes one that is free",
                    ),
                    _ => Ok(()),
                }
            }
            NodeError::Runtime(error) => {
                write!(formatter, "cannot start the node's threads: {}", why(error))
            }
        }
    }
}

impl fmt::Display for CarrierError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            CarrierError::Io(problem) => write!(formatter, "{problem}"),
            CarrierError::ForeignPeer => {
                write!(
                    formatter,
                    "the peer's certificate is not from this node's authority: nodes that belong together have the same MOUND_HOME, or their machines are in one cluster (mound cluster)"
                )
            }
            CarrierError::ForeignToPeer => {
                write!(
                    formatter,
                    "the peer does not accept this node's certificate: its authority is another one; nodes that belong together have the same MOUND_HOME, or their machines are in one cluster (mound cluster)"
                )
            }
            CarrierError::RevokedPeer => {
                write!(formatter, "the peer's machine was put out of the cluster")
            }
            CarrierError::RevokedToPeer => {
                write!(
                    formatter,
                    "the peer says that this machine was put out of the cluster"
                )
            }
            CarrierError::Tls(problem) => write!(formatter, "no secure connection: {problem}"),
        }
    }
}

impl fmt::Display for ConnectError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ConnectError::Carrier(error) => write!(formatter, "{error}"),
            ConnectError::TimedOut => write!(formatter, "no answer in time"),
            ConnectError::Version {
                ours,
                theirs,
                build,
            } => write!(
                formatter,
                "the peer ({build}) speaks protocol version {theirs}, and this node {ours}: they have none in common"
            ),
            ConnectError::Bytecode {
                ours,
                theirs,
                build,
            } => write!(
                formatter,
                "the peer ({build}) has code of version {theirs}, and this node of version {ours}: they have none in common"
            ),
            ConnectError::Capabilities {
                missing_here,
                missing_there,
            } => write!(
                formatter,
                "capabilities do not match: missing here {missing_here:#x}, missing there {missing_there:#x}"
            ),
            ConnectError::Refused(_, why) => write!(formatter, "refused by the peer: {why}"),
            ConnectError::Itself => write!(formatter, "the address is this node's own"),
            ConnectError::Gone => write!(formatter, "another node answers at that address now"),
            ConnectError::Protocol(error) => write!(formatter, "{error}"),
            ConnectError::TooManyConnections => write!(formatter, "too many connections"),
            ConnectError::GaveWay => write!(
                formatter,
                "too many connections that have not said who they are; it gave way to a newer one"
            ),
            ConnectError::Stopped => write!(formatter, "this node is stopping"),
        }
    }
}

impl fmt::Display for ProtocolError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ProtocolError::NotMound => {
                write!(formatter, "the other side does not speak this protocol")
            }
            ProtocolError::Truncated => write!(formatter, "the stream ended inside a greeting"),
            ProtocolError::BadHandshake => write!(formatter, "malformed greeting"),
            ProtocolError::OtherIdentity => write!(
                formatter,
                "the greeting names another node than the certificate"
            ),
            ProtocolError::FrameTooLong { length } => write!(formatter, "frame of {length} bytes"),
            ProtocolError::UnknownFrame { kind } => write!(formatter, "unknown frame kind {kind}"),
            ProtocolError::UnknownLane { lane } => write!(formatter, "unknown lane {lane}"),
            ProtocolError::FragmentOutOfPlace { lane } => {
                write!(formatter, "fragment out of place in lane {lane}")
            }
            ProtocolError::MessageTooLong { length } => {
                write!(formatter, "message of {length} bytes")
            }
            ProtocolError::CreditExceeded { lane } => {
                write!(formatter, "more bytes than credit in lane {lane}")
            }
            ProtocolError::BadSignal { kind } => {
                write!(formatter, "malformed signal of kind {kind}")
            }
            ProtocolError::UnknownSignal { kind } => {
                write!(formatter, "unknown signal of kind {kind}")
            }
            ProtocolError::TooManyRequests => write!(formatter, "too many requests at once"),
        }
    }
}

impl fmt::Display for DownReason {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            DownReason::Goodbye(_, why) => write!(formatter, "the node said goodbye: {why}"),
            DownReason::Lost(problem) => write!(formatter, "connection lost: {problem}"),
            DownReason::Silent { milliseconds } => {
                write!(formatter, "nothing heard for {milliseconds} ms")
            }
            DownReason::Protocol(error) => write!(formatter, "protocol error: {error}"),
            DownReason::Replaced => write!(formatter, "the peer connected anew"),
            DownReason::Stopped => write!(formatter, "closed by this node"),
            DownReason::Overloaded => write!(
                formatter,
                "the peer takes nothing and too much waits for it"
            ),
            DownReason::Stalled { milliseconds } => {
                write!(formatter, "the peer has read nothing for {milliseconds} ms")
            }
            DownReason::Dismissed(_, why) => write!(formatter, "closed by this node: {why}"),
            DownReason::Internal(problem) => write!(formatter, "internal error: {problem}"),
        }
    }
}

impl fmt::Display for FetchError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            FetchError::Missing(hashes) => {
                write!(
                    formatter,
                    "the peer does not have {} of the units",
                    hashes.len()
                )
            }
            FetchError::TimedOut => write!(formatter, "the units did not come in time"),
            FetchError::TooLarge(bytes) => {
                write!(
                    formatter,
                    "the units are too large: more than {bytes} bytes"
                )
            }
            FetchError::Unreachable(problem) => write!(formatter, "{problem}"),
        }
    }
}

/// A peer in the log. Some have no address: they only dial, or speak the protocol without being a node.
struct Whom<'a>(&'a str);

impl fmt::Display for Whom<'_> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            "" => write!(formatter, "a peer without an address"),
            address => write!(formatter, "node {address}"),
        }
    }
}

impl fmt::Display for Notice {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Notice::Refused { remote, error } => {
                write!(formatter, "connection with {remote} refused: {error}")
            }
            Notice::Closed { address, reason } => {
                write!(
                    formatter,
                    "closed the connection with {}: {reason}",
                    Whom(address)
                )
            }
            Notice::Connected { address } => write!(formatter, "connected with {}", Whom(address)),
            Notice::Disconnected { address, why } => {
                write!(
                    formatter,
                    "the connection with {} has ended: {why}",
                    Whom(address)
                )
            }
            Notice::SkippedSignal { address, kind } => {
                write!(
                    formatter,
                    "skipped a signal of unknown kind {kind} from {}",
                    Whom(address)
                )
            }
            Notice::Abandoned { address } => write!(
                formatter,
                "dropped unfinished signals of {}, which is down",
                Whom(address)
            ),
            Notice::About { address, text } => write!(formatter, "{}: {text}", Whom(address)),
            Notice::More { count, origin } if origin.is_empty() => write!(
                formatter,
                "{count} more lines like these in the last ten seconds"
            ),
            Notice::More { count, origin } => write!(
                formatter,
                "{count} more lines like these in the last ten seconds, most of them about {origin}"
            ),
            Notice::Accept(problem) => write!(formatter, "cannot accept connections: {problem}"),
        }
    }
}

impl std::error::Error for NodeError {}
impl std::error::Error for CarrierError {}
impl std::error::Error for ConnectError {}
impl std::error::Error for ProtocolError {}
impl std::error::Error for FetchError {}

impl From<CarrierError> for ConnectError {
    fn from(error: CarrierError) -> ConnectError {
        ConnectError::Carrier(error)
    }
}

impl From<ProtocolError> for ConnectError {
    fn from(error: ProtocolError) -> ConnectError {
        ConnectError::Protocol(error)
    }
}
