//! Why a node refuses or ends a connection, as numbers that other implementations can act on. The text beside one is
//! for people.
//!
//! The table in `docs/spec/codes.md` is written by a test. A number is never given another meaning.

use std::fmt;

/// A reason as a number. Numbers that this version does not know are kept as they came.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Code(pub u16);

impl Code {
    pub const STOPPED: Code = Code(1);
    pub const DISMISSED: Code = Code(2);
    pub const REVOKED: Code = Code(3);
    pub const EXPIRED: Code = Code(4);
    pub const OVERLOADED: Code = Code(5);
    pub const STALLED: Code = Code(6);
    pub const VERSION: Code = Code(16);
    pub const BYTECODE: Code = Code(17);
    pub const CAPABILITIES: Code = Code(18);
    pub const IDENTITY: Code = Code(19);
    pub const ITSELF: Code = Code(20);
    pub const CROWDED: Code = Code(21);
    pub const GREETING: Code = Code(22);
    pub const FRAME_LENGTH: Code = Code(32);
    pub const FRAME_KIND: Code = Code(33);
    pub const LANE: Code = Code(34);
    pub const FRAGMENT: Code = Code(35);
    pub const MESSAGE_LENGTH: Code = Code(36);
    pub const CREDIT: Code = Code(37);
    pub const SIGNAL: Code = Code(38);
    pub const SIGNAL_KIND: Code = Code(39);
    pub const REQUESTS: Code = Code(40);
    pub const OTHER: Code = Code(65535);

    /// All that are known, with the name of each and what it means.
    pub const ALL: &'static [(Code, &'static str, &'static str)] = &[
        (Code::STOPPED, "stopped", "the node stops"),
        (
            Code::DISMISSED,
            "dismissed",
            "the owner of the node does not want the connection",
        ),
        (
            Code::REVOKED,
            "revoked",
            "the machine of the peer was put out of the cluster",
        ),
        (
            Code::EXPIRED,
            "expired",
            "the certificate of the peer has ended",
        ),
        (
            Code::OVERLOADED,
            "overloaded",
            "too much waits for the peer, which takes too little",
        ),
        (
            Code::STALLED,
            "stalled",
            "the peer has read nothing for too long",
        ),
        (
            Code::VERSION,
            "version",
            "no version of the protocol is known to both",
        ),
        (
            Code::BYTECODE,
            "bytecode",
            "no version of units is known to both",
        ),
        (
            Code::CAPABILITIES,
            "capabilities",
            "one side lacks what the other one insists on",
        ),
        (
            Code::IDENTITY,
            "identity",
            "the greeting names another node than the certificate",
        ),
        (Code::ITSELF, "itself", "the peer is the node itself"),
        (Code::CROWDED, "crowded", "there are too many connections"),
        (Code::GREETING, "greeting", "the greeting is malformed"),
        (Code::FRAME_LENGTH, "frame-length", "a frame is too long"),
        (Code::FRAME_KIND, "frame-kind", "a frame of an unknown kind"),
        (
            Code::LANE,
            "lane",
            "an unknown lane, or another one than that of the signal",
        ),
        (
            Code::FRAGMENT,
            "fragment",
            "a part of a message where none belongs",
        ),
        (
            Code::MESSAGE_LENGTH,
            "message-length",
            "a message is too long",
        ),
        (
            Code::CREDIT,
            "credit",
            "more bytes than the credit of a lane",
        ),
        (Code::SIGNAL, "signal", "a malformed signal"),
        (
            Code::SIGNAL_KIND,
            "signal-kind",
            "a signal of an unknown kind below 128",
        ),
        (Code::REQUESTS, "requests", "too many requests at once"),
        (Code::OTHER, "other", "anything else, which the text says"),
    ];
}

impl fmt::Display for Code {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let known = Code::ALL.iter().find(|(code, ..)| code == self);
        match known {
            Some((_, name, _)) => write!(formatter, "{name}"),
            None => write!(formatter, "{}", self.0),
        }
    }
}
