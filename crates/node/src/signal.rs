//! Signals: what one node says to another about processes, code and spawning.
//!
//! A signal is a kind byte, fixed fields, and for most kinds a payload that takes the rest of the message.
//! Payloads (values, reasons, options) are bytes here; what they mean is for the layers above.
//!
//! The encoding is canonical: each signal has one form, and decoding accepts nothing else.
//! Kinds from 128 on are optional: a node that does not know one skips it. An unknown kind below 128 ends the
//! connection, since ignoring, say, a new kind of link would break promises silently.
//!
//! A *serial* names a process on its node. `to` is a process of the receiving node, `from` one of the sending node.

use std::sync::Arc;

use mound_bytecode::unit::UnitHash;

use crate::codec::{Input, Malformed, put_bytes, put_number, put_option};
use crate::error::ProtocolError;
use crate::frame::{CODE_LANE, CONTROL_LANE, data_lane};
use crate::identity::BULLETIN_BYTES_MAX;
use crate::identity::member::GRANTED_BYTES_MAX;

/// Names of services and such; long enough for any that a person writes.
pub const NAME_BYTES_MAX: usize = 255;
/// Options of a spawn request are a handful of settings, not data.
pub const OPTIONS_BYTES_MAX: usize = 16 << 10;
/// Hashes in one [`Signal::CodeWant`], so that one request is answered in bounded work.
pub const WANTED_MAX: usize = 256;
/// Why something is refused, in words.
pub const WHY_BYTES_MAX: usize = 1024;
/// First kind that a node may skip when it does not know it.
const FIRST_OPTIONAL_KIND: u8 = 128;

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Signal {
    Send {
        to: u64,
        from: Option<u64>,
        payload: Vec<u8>,
    },
    /// To whatever process is registered under the name.
    SendNamed {
        name: String,
        from: Option<u64>,
        payload: Vec<u8>,
    },
    Link {
        from: u64,
        to: u64,
    },
    /// `from` has linked itself to `to`, and will tell it of its end.
    Linked {
        from: u64,
        to: u64,
    },
    /// That is taken back.
    Unlinked {
        from: u64,
        to: u64,
    },
    /// A message of `to` for a service could not be taken. The payload says why.
    Refused {
        to: u64,
        why: Vec<u8>,
    },
    /// A message of `to` was dropped: for the process `from`, or, if that is 0, for the service with the name.
    Undelivered {
        to: u64,
        from: u64,
        name: String,
        why: String,
    },
    /// There is no room in the mailbox of `from`: processes of the receiving node shall send it no more. With a name,
    /// it was sent to under that, and is not to be sent to so either.
    Hold {
        from: u64,
        name: String,
    },
    /// There is room again.
    Room {
        from: u64,
    },
    /// The process that was started for the request is known to who asked for it.
    SpawnNoted {
        request: u64,
        from: u64,
    },
    /// `id` tells this unlink from earlier ones; the acknowledgement repeats it.
    Unlink {
        from: u64,
        to: u64,
        id: u64,
    },
    UnlinkAck {
        from: u64,
        to: u64,
        id: u64,
    },
    /// `from` has ended or passes an exit on, and `to` is linked to it.
    Exit {
        from: u64,
        to: u64,
        reason: Vec<u8>,
    },
    Monitor {
        from: u64,
        to: u64,
        reference: u64,
    },
    Demonitor {
        from: u64,
        to: u64,
        reference: u64,
    },
    /// `from`, which `to` monitors under `reference`, has ended.
    Down {
        from: u64,
        to: u64,
        reference: u64,
        reason: Vec<u8>,
    },
    SpawnRequest {
        request: u64,
        from: u64,
        options: Vec<u8>,
        payload: Vec<u8>,
    },
    /// The serial of the new process, or why there is none.
    SpawnReply {
        request: u64,
        to: u64,
        result: Result<u64, Vec<u8>>,
    },
    /// End the process whatever it does.
    Terminate {
        to: u64,
        from: Option<u64>,
    },
    /// Answered by the node itself, with one `CodeHave` for each hash.
    CodeWant {
        hashes: Vec<UnitHash>,
    },
    CodeHave {
        hash: UnitHash,
        unit: Option<Arc<[u8]>>,
    },
    /// Answered by the node itself.
    Ping {
        id: u64,
    },
    Pong {
        id: u64,
    },
    /// Whom to believe, by the authority of the cluster. Taken by the node itself, as are the two that follow.
    Bulletin {
        text: Vec<u8>,
    },
    /// The machine of the sender wants a newer certificate, of a node of the authority's machine.
    RenewalWant,
    /// It, or why there is none.
    Renewal {
        result: Result<Vec<u8>, String>,
    },
}

/// What came out of some bytes.
#[derive(Debug, PartialEq, Eq)]
pub enum Decoded {
    Known(Signal),
    /// An optional kind of a later version.
    Skipped {
        kind: u8,
    },
}

/// The end of an encoded signal, kept as it came so that large payloads are not copied.
pub(crate) enum Tail {
    Owned(Vec<u8>),
    Shared(Arc<[u8]>),
}

impl Tail {
    pub fn as_slice(&self) -> &[u8] {
        match self {
            Tail::Owned(bytes) => bytes,
            Tail::Shared(bytes) => bytes,
        }
    }
}

impl Signal {
    /// The process whose signals come in their order: the one that sends it, or of which it tells first. None for
    /// what nodes say to each other.
    ///
    /// So order holds for each pair, even when a process is addressed by pid and by name in turn, and the first words
    /// of a spawned process come after the reply that names it.
    pub(crate) fn source(&self) -> Option<u64> {
        match self {
            Signal::Send { to, from, .. } | Signal::Terminate { to, from } => {
                Some(from.unwrap_or(*to))
            }
            Signal::SendNamed { from, .. } => Some(from.unwrap_or(0)),
            Signal::Link { from, .. }
            | Signal::Linked { from, .. }
            | Signal::Unlinked { from, .. }
            | Signal::Unlink { from, .. }
            | Signal::UnlinkAck { from, .. }
            | Signal::Exit { from, .. }
            | Signal::Monitor { from, .. }
            | Signal::Demonitor { from, .. }
            | Signal::Down { from, .. }
            | Signal::SpawnNoted { from, .. }
            | Signal::Hold { from, .. }
            | Signal::Room { from }
            | Signal::SpawnRequest { from, .. } => Some(*from),
            Signal::Refused { to, .. } | Signal::Undelivered { to, .. } => Some(*to),
            Signal::SpawnReply {
                result: Ok(serial), ..
            } => Some(*serial),
            Signal::SpawnReply {
                to, result: Err(_), ..
            } => Some(*to),
            Signal::CodeWant { .. }
            | Signal::Ping { .. }
            | Signal::Pong { .. }
            | Signal::Bulletin { .. }
            | Signal::RenewalWant
            | Signal::Renewal { .. }
            | Signal::CodeHave { .. } => None,
        }
    }

    /// The lane to which the signal belongs. If it is large it travels in another one ([`crate::frame::travels_in`]).
    pub(crate) fn lane(&self) -> usize {
        match (self, self.source()) {
            (_, Some(source)) => data_lane(source),
            (Signal::CodeHave { .. }, None) => CODE_LANE,
            (_, None) => CONTROL_LANE,
        }
    }

    /// The bytes that take the rest of the message, where they are this signal's own.
    pub(crate) fn rest_mut(&mut self) -> Option<&mut Vec<u8>> {
        match self {
            Signal::Send { payload, .. }
            | Signal::SendNamed { payload, .. }
            | Signal::SpawnRequest { payload, .. } => Some(payload),
            Signal::Exit { reason, .. } | Signal::Down { reason, .. } => Some(reason),
            Signal::Refused { why, .. }
            | Signal::SpawnReply {
                result: Err(why), ..
            } => Some(why),
            _ => None,
        }
    }

    /// Whether a process sends it and can be made to wait, as opposed to the system that reports what has happened.
    pub(crate) fn can_wait(&self) -> bool {
        matches!(
            self,
            Signal::Send { .. } | Signal::SendNamed { .. } | Signal::SpawnRequest { .. }
        )
    }

    /// Bytes of the variable parts, to compare with limits before encoding.
    pub(crate) fn variable_bytes(&self) -> usize {
        match self {
            Signal::Send { payload, .. } | Signal::SendNamed { payload, .. } => payload.len(),
            Signal::SpawnRequest {
                options, payload, ..
            } => options.len() + payload.len(),
            Signal::Exit { reason, .. } | Signal::Down { reason, .. } => reason.len(),
            Signal::Refused { why, .. } => why.len(),
            Signal::Hold { name, .. } => name.len(),
            Signal::Undelivered { name, why, .. } => name.len() + why.len(),
            Signal::SpawnReply {
                result: Err(reason),
                ..
            } => reason.len(),
            Signal::CodeHave {
                unit: Some(unit), ..
            } => unit.len(),
            Signal::CodeWant { hashes } => hashes.len() * 32,
            Signal::Bulletin { text } => text.len(),
            Signal::Renewal { result: Ok(bytes) } => bytes.len(),
            Signal::Renewal { result: Err(_) } | Signal::RenewalWant => 0,
            Signal::CodeHave { unit: None, .. }
            | Signal::SpawnReply { result: Ok(_), .. }
            | Signal::Link { .. }
            | Signal::Linked { .. }
            | Signal::Unlinked { .. }
            | Signal::Unlink { .. }
            | Signal::UnlinkAck { .. }
            | Signal::Monitor { .. }
            | Signal::Demonitor { .. }
            | Signal::Terminate { .. }
            | Signal::SpawnNoted { .. }
            | Signal::Room { .. }
            | Signal::Ping { .. }
            | Signal::Pong { .. } => 0,
        }
    }

    /// Whether every part is within the limits that the receiver will check.
    pub(crate) fn is_encodable(&self) -> bool {
        match self {
            Signal::SendNamed { name, .. } | Signal::Hold { name, .. } => {
                name.len() <= NAME_BYTES_MAX
            }
            Signal::SpawnRequest { options, .. } => options.len() <= OPTIONS_BYTES_MAX,
            Signal::CodeWant { hashes } => hashes.len() <= WANTED_MAX,
            Signal::Undelivered { name, why, .. } => {
                name.len() <= NAME_BYTES_MAX && why.len() <= WHY_BYTES_MAX
            }
            _ => true,
        }
    }

    /// Encodes everything but the payload.
    pub(crate) fn into_parts(self) -> (Vec<u8>, Tail) {
        let mut head = Vec::with_capacity(24);
        let tail = self.encode_head(&mut head);
        (head, tail)
    }

    pub fn encode(self) -> Vec<u8> {
        let (mut head, tail) = self.into_parts();
        head.extend_from_slice(tail.as_slice());
        head
    }

    fn encode_head(self, head: &mut Vec<u8>) -> Tail {
        match self {
            Signal::Send { to, from, payload } => {
                head.push(kind::SEND);
                put_number(head, to);
                put_option(head, from);
                return Tail::Owned(payload);
            }
            Signal::SendNamed {
                name,
                from,
                payload,
            } => {
                head.push(kind::SEND_NAMED);
                put_bytes(head, name.as_bytes());
                put_option(head, from);
                return Tail::Owned(payload);
            }
            Signal::Link { from, to } => put_numbers(head, kind::LINK, &[from, to]),
            Signal::Linked { from, to } => put_numbers(head, kind::LINKED, &[from, to]),
            Signal::Unlinked { from, to } => put_numbers(head, kind::UNLINKED, &[from, to]),
            Signal::Refused { to, why } => {
                put_numbers(head, kind::REFUSED, &[to]);
                return Tail::Owned(why);
            }
            Signal::Undelivered {
                to,
                from,
                name,
                why,
            } => {
                put_numbers(head, kind::UNDELIVERED, &[to, from]);
                put_bytes(head, name.as_bytes());
                put_bytes(head, why.as_bytes());
            }
            Signal::Hold { from, name } => {
                put_numbers(head, kind::HOLD, &[from]);
                put_bytes(head, name.as_bytes());
            }
            Signal::Room { from } => put_numbers(head, kind::ROOM, &[from]),
            Signal::SpawnNoted { request, from } => {
                put_numbers(head, kind::SPAWN_NOTED, &[request, from]);
            }
            Signal::Unlink { from, to, id } => put_numbers(head, kind::UNLINK, &[from, to, id]),
            Signal::UnlinkAck { from, to, id } => {
                put_numbers(head, kind::UNLINK_ACK, &[from, to, id])
            }
            Signal::Exit { from, to, reason } => {
                put_numbers(head, kind::EXIT, &[from, to]);
                return Tail::Owned(reason);
            }
            Signal::Monitor {
                from,
                to,
                reference,
            } => put_numbers(head, kind::MONITOR, &[from, to, reference]),
            Signal::Demonitor {
                from,
                to,
                reference,
            } => {
                put_numbers(head, kind::DEMONITOR, &[from, to, reference]);
            }
            Signal::Down {
                from,
                to,
                reference,
                reason,
            } => {
                put_numbers(head, kind::DOWN, &[from, to, reference]);
                return Tail::Owned(reason);
            }
            Signal::SpawnRequest {
                request,
                from,
                options,
                payload,
            } => {
                put_numbers(head, kind::SPAWN_REQUEST, &[request, from]);
                put_bytes(head, &options);
                return Tail::Owned(payload);
            }
            Signal::SpawnReply {
                request,
                to,
                result: Ok(serial),
            } => {
                put_numbers(head, kind::SPAWNED, &[request, to, serial]);
            }
            Signal::SpawnReply {
                request,
                to,
                result: Err(reason),
            } => {
                put_numbers(head, kind::SPAWN_FAILED, &[request, to]);
                return Tail::Owned(reason);
            }
            Signal::Terminate { to, from } => {
                put_numbers(head, kind::TERMINATE, &[to]);
                put_option(head, from);
            }
            Signal::CodeWant { hashes } => {
                head.push(kind::CODE_WANT);
                for hash in hashes {
                    head.extend_from_slice(&hash.0);
                }
            }
            Signal::CodeHave { hash, unit } => {
                head.push(if unit.is_some() {
                    kind::CODE_HAVE
                } else {
                    kind::CODE_MISSING
                });
                head.extend_from_slice(&hash.0);
                return unit.map_or(Tail::Owned(Vec::new()), Tail::Shared);
            }
            Signal::Ping { id } => put_numbers(head, kind::PING, &[id]),
            Signal::Pong { id } => put_numbers(head, kind::PONG, &[id]),
            Signal::Bulletin { text } => {
                head.push(kind::BULLETIN);
                return Tail::Owned(text);
            }
            Signal::RenewalWant => head.push(kind::RENEWAL_WANT),
            Signal::Renewal { result: Ok(bytes) } => {
                head.push(kind::RENEWAL);
                return Tail::Owned(bytes);
            }
            Signal::Renewal { result: Err(why) } => {
                head.push(kind::RENEWAL_REFUSED);
                put_bytes(head, why.as_bytes());
            }
        }
        Tail::Owned(Vec::new())
    }

    pub fn decode(bytes: &[u8]) -> Result<Decoded, ProtocolError> {
        let mut input = Input::new(bytes);
        let kind = input
            .byte()
            .map_err(|Malformed| ProtocolError::BadSignal { kind: 0 })?;
        if !kind::ALL.contains(&kind) && !kind::ALL_OPTIONAL.contains(&kind) {
            return match kind >= FIRST_OPTIONAL_KIND {
                true => Ok(Decoded::Skipped { kind }),
                false => Err(ProtocolError::UnknownSignal { kind }),
            };
        }
        match decode_known(kind, &mut input) {
            Ok(signal) if input.remaining() == 0 => Ok(Decoded::Known(signal)),
            Ok(_) | Err(Malformed) => Err(ProtocolError::BadSignal { kind }),
        }
    }
}

fn put_numbers(head: &mut Vec<u8>, kind: u8, numbers: &[u64]) {
    head.push(kind);
    for number in numbers {
        put_number(head, *number);
    }
}

fn decode_known(kind: u8, input: &mut Input<'_>) -> Result<Signal, Malformed> {
    Ok(match kind {
        kind::SEND => Signal::Send {
            to: input.number()?,
            from: input.option()?,
            payload: input.rest().to_vec(),
        },
        kind::SEND_NAMED => Signal::SendNamed {
            name: input.string(NAME_BYTES_MAX)?,
            from: input.option()?,
            payload: input.rest().to_vec(),
        },
        kind::LINK => Signal::Link {
            from: input.number()?,
            to: input.number()?,
        },
        kind::LINKED => Signal::Linked {
            from: input.number()?,
            to: input.number()?,
        },
        kind::UNLINKED => Signal::Unlinked {
            from: input.number()?,
            to: input.number()?,
        },
        kind::REFUSED => Signal::Refused {
            to: input.number()?,
            why: input.rest().to_vec(),
        },
        kind::UNLINK => Signal::Unlink {
            from: input.number()?,
            to: input.number()?,
            id: input.number()?,
        },
        kind::UNLINK_ACK => Signal::UnlinkAck {
            from: input.number()?,
            to: input.number()?,
            id: input.number()?,
        },
        kind::EXIT => Signal::Exit {
            from: input.number()?,
            to: input.number()?,
            reason: input.rest().to_vec(),
        },
        kind::MONITOR => Signal::Monitor {
            from: input.number()?,
            to: input.number()?,
            reference: input.number()?,
        },
        kind::DEMONITOR => Signal::Demonitor {
            from: input.number()?,
            to: input.number()?,
            reference: input.number()?,
        },
        kind::DOWN => Signal::Down {
            from: input.number()?,
            to: input.number()?,
            reference: input.number()?,
            reason: input.rest().to_vec(),
        },
        kind::SPAWN_REQUEST => Signal::SpawnRequest {
            request: input.number()?,
            from: input.number()?,
            options: input.bytes(OPTIONS_BYTES_MAX)?.to_vec(),
            payload: input.rest().to_vec(),
        },
        kind::SPAWNED => Signal::SpawnReply {
            request: input.number()?,
            to: input.number()?,
            result: Ok(input.number()?),
        },
        kind::SPAWN_FAILED => Signal::SpawnReply {
            request: input.number()?,
            to: input.number()?,
            result: Err(input.rest().to_vec()),
        },
        kind::TERMINATE => Signal::Terminate {
            to: input.number()?,
            from: input.option()?,
        },
        kind::CODE_WANT => Signal::CodeWant {
            hashes: decode_hashes(input)?,
        },
        kind::CODE_HAVE => Signal::CodeHave {
            hash: input.hash()?,
            unit: Some(input.rest().into()),
        },
        kind::CODE_MISSING => Signal::CodeHave {
            hash: input.hash()?,
            unit: None,
        },
        kind::PING => Signal::Ping {
            id: input.number()?,
        },
        kind::PONG => Signal::Pong {
            id: input.number()?,
        },
        kind::BULLETIN => Signal::Bulletin {
            text: input.bytes_to_end(BULLETIN_BYTES_MAX)?.to_vec(),
        },
        kind::RENEWAL_WANT => Signal::RenewalWant,
        kind::RENEWAL => Signal::Renewal {
            result: Ok(input.bytes_to_end(GRANTED_BYTES_MAX)?.to_vec()),
        },
        kind::UNDELIVERED => Signal::Undelivered {
            to: input.number()?,
            from: input.number()?,
            name: input.string(NAME_BYTES_MAX)?,
            why: input.string(WHY_BYTES_MAX)?,
        },
        kind::SPAWN_NOTED => Signal::SpawnNoted {
            request: input.number()?,
            from: input.number()?,
        },
        kind::HOLD => Signal::Hold {
            from: input.number()?,
            name: input.string(NAME_BYTES_MAX)?,
        },
        kind::ROOM => Signal::Room {
            from: input.number()?,
        },
        kind::RENEWAL_REFUSED => Signal::Renewal {
            result: Err(input.string(WHY_BYTES_MAX)?),
        },
        _ => return Err(Malformed),
    })
}

fn decode_hashes(input: &mut Input<'_>) -> Result<Vec<UnitHash>, Malformed> {
    let count = input.remaining() / 32;
    if count > WANTED_MAX {
        return Err(Malformed);
    }
    (0..count).map(|_| input.hash()).collect()
}

/// Kind bytes. Never reuse one.
mod kind {
    pub const SEND: u8 = 1;
    pub const SEND_NAMED: u8 = 2;
    pub const LINK: u8 = 3;
    pub const UNLINK: u8 = 4;
    pub const UNLINK_ACK: u8 = 5;
    pub const EXIT: u8 = 6;
    pub const MONITOR: u8 = 7;
    pub const DEMONITOR: u8 = 8;
    pub const DOWN: u8 = 9;
    pub const SPAWN_REQUEST: u8 = 10;
    pub const SPAWNED: u8 = 11;
    pub const SPAWN_FAILED: u8 = 12;
    pub const TERMINATE: u8 = 13;
    pub const CODE_WANT: u8 = 14;
    pub const CODE_HAVE: u8 = 15;
    pub const CODE_MISSING: u8 = 16;
    pub const PING: u8 = 17;
    pub const PONG: u8 = 18;
    pub const LINKED: u8 = 19;
    pub const UNLINKED: u8 = 20;
    pub const REFUSED: u8 = 21;

    pub const BULLETIN: u8 = 128;
    pub const RENEWAL_WANT: u8 = 129;
    pub const RENEWAL: u8 = 130;
    pub const RENEWAL_REFUSED: u8 = 131;
    pub const UNDELIVERED: u8 = 132;
    pub const SPAWN_NOTED: u8 = 133;
    pub const HOLD: u8 = 134;
    pub const ROOM: u8 = 135;

    pub const ALL: std::ops::RangeInclusive<u8> = SEND..=REFUSED;
    pub const ALL_OPTIONAL: std::ops::RangeInclusive<u8> = BULLETIN..=ROOM;
}

#[cfg(test)]
pub(crate) mod tests;
