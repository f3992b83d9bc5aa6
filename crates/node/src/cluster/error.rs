//! Why a machine is not let in, or does not get in.

use std::fmt;

use crate::error::NodeError;

#[derive(Debug)]
pub enum ClusterError {
    Node(NodeError),
    /// This machine has joined a cluster under this name.
    IsMember(String),
    /// It cannot be the name of a machine.
    Name(String),
    NameTaken(String),
    /// No machine of the cluster has this name.
    Unknown(String),
    /// The key of the authority is being replaced, until that day.
    Rotating(String),
    /// It is no `host:port`.
    Address(String),
    /// It is no token, or not all of one.
    Token,
    /// The invitation's time is over.
    NobodyCame,
    /// A machine showed the token and was gone before it said that it had its certificate.
    WentAway(String),
    /// Whoever answers is not of the cluster that the token names.
    OtherCluster,
    /// The one who invites has said no, and why.
    Refused(String),
    Io(String),
}

impl From<NodeError> for ClusterError {
    fn from(error: NodeError) -> ClusterError {
        ClusterError::Node(error)
    }
}

impl std::error::Error for ClusterError {}

impl fmt::Display for ClusterError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ClusterError::Node(error) => write!(formatter, "{error}"),
            ClusterError::IsMember(name) => write!(
                formatter,
                "this machine belongs to a cluster already, as {name}: machines are let in where the authority is; to join another cluster, use mound cluster join --replace"
            ),
            ClusterError::Name(name) => write!(
                formatter,
                "{name:?} is no name of a machine: expected 1 to 63 letters, digits, `-`, `_` and `.`"
            ),
            ClusterError::NameTaken(name) => write!(
                formatter,
                "a machine named {name} is in the cluster already (mound cluster list); choose another name"
            ),
            ClusterError::Unknown(name) => write!(
                formatter,
                "no machine named {name} is in the cluster (mound cluster list)"
            ),
            ClusterError::Rotating(day) => write!(
                formatter,
                "the key of the authority is being replaced already; the old one is believed until {day}"
            ),
            ClusterError::Address(address) => write!(
                formatter,
                "{address} is no address: expected a host, a colon and a port, as in alpha:3000"
            ),
            ClusterError::Token => write!(
                formatter,
                "this is no token of an invitation: expected the 64 digits and letters that mound cluster invite has printed"
            ),
            ClusterError::NobodyCame => {
                write!(formatter, "nobody came while the invitation was good")
            }
            ClusterError::WentAway(name) => write!(
                formatter,
                "a machine showed the token and went away before it said that it had its certificate; it may belong to the cluster now, as {name}: invite it again under another name"
            ),
            ClusterError::OtherCluster => write!(
                formatter,
                "whoever answers there is not the one who made this token, so nothing was said to it"
            ),
            ClusterError::Refused(why) => write!(formatter, "the invitation is refused: {why}"),
            ClusterError::Io(error) => write!(formatter, "{error}"),
        }
    }
}
