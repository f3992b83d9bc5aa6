//! What comes from a peer: fragments put together to signals, which are handled in order (`inbox/delivery.rs`).
//!
//! ```text
//!   frames -> Assembly (one a lane) -> Signal -> handler, at once
//!                                          \--> queue behind an earlier signal of its process that is being handled
//! ```
//!
//! - N4. What waits or is put together is counted in the budget of the program.
//! - N5. Nobody's signal waits here while a large message of somebody else is copied: its bytes come to where they stay.

use std::sync::Arc;

use tokio::runtime::Handle;

use crate::charge::Charge;
use crate::config::Limits;
use crate::error::ProtocolError;
use crate::frame::{
    BULK_LANE, CODE_LANE, FIRST_DATA_LANE, Frame, FrameKind, LANES, LARGE_BYTES, travels_in,
};
use crate::outbox::Outbox;
use crate::signal::{Decoded, Signal};
pub(crate) use delivery::{Delivery, Receiver};
use order::Message;

mod backlog;
mod delivery;
mod order;

/// So many times what has come of a message, room is made for it, as far as it is announced to be that long: the less
/// often it grows, the less is copied meanwhile. Room in which nothing stands takes no memory.
const AHEAD: usize = 16;

/// The reader's side; owned by the one task that reads.
pub(crate) struct Inbox {
    has_bulk_lane: bool,
    assemblies: [Option<Assembly>; LANES],
    /// Bytes in `assemblies`.
    assembling_bytes: usize,
    charge: Charge,
    message_bytes: usize,
    unit_bytes: usize,
    delivery: Arc<Delivery>,
}

/// A message of which not all is here.
struct Assembly {
    length: usize,
    /// So much of it has come.
    count: usize,
    parts: Parts,
}

enum Parts {
    Bytes(Vec<u8>),
    /// The head is read, and what comes belongs to the rest.
    Begun(Signal),
}

impl Inbox {
    pub fn new(
        limits: &Limits,
        runtime: Handle,
        outbox: Arc<Outbox>,
        receiver: Arc<dyn Receiver>,
        has_bulk_lane: bool,
    ) -> Inbox {
        Inbox {
            has_bulk_lane,
            assemblies: std::array::from_fn(|_| None),
            assembling_bytes: 0,
            charge: Charge::new(limits.budget),
            message_bytes: limits.message_bytes,
            unit_bytes: limits.unit_bytes,
            delivery: Arc::new(Delivery::new(limits, runtime, outbox, receiver)),
        }
    }

    pub fn delivery(&self) -> Arc<Delivery> {
        Arc::clone(&self.delivery)
    }

    /// Whether the lane of a frame is one of the version that is spoken.
    pub fn check_lane(&self, frame: &Frame<'_>) -> Result<(), ProtocolError> {
        match frame.lane == BULK_LANE && !self.has_bulk_lane {
            true => Err(unknown(frame.lane)),
            false => Ok(()),
        }
    }

    /// Takes a frame that carries a message or a part of one.
    pub fn accept(&mut self, frame: Frame<'_>) -> Result<(), ProtocolError> {
        let lane = frame.lane;
        let misplaced = ProtocolError::FragmentOutOfPlace { lane: lane as u8 };
        let content = match frame.kind {
            FrameKind::First => self.begin(lane, frame.content)?,
            _ => frame.content,
        };
        self.delivery.count_received(lane, content.len())?;
        if frame.kind == FrameKind::Whole {
            if self.assemblies[lane].is_some() {
                return Err(misplaced);
            }
            return self.deliver_bytes(lane, content);
        }
        let assembly = self.assemblies[lane].as_mut().ok_or(misplaced.clone())?;
        assembly.append(lane, content);
        let complete = assembly.count == assembly.length;
        if assembly.count > assembly.length || complete != (frame.kind == FrameKind::Last) {
            return Err(misplaced);
        }
        self.count_assembling(self.assembling_bytes + content.len());
        self.check_room(lane)?;
        if complete && let Some(assembly) = self.assemblies[lane].take() {
            self.count_assembling(self.assembling_bytes - assembly.count);
            return match assembly.parts {
                Parts::Bytes(bytes) => self.deliver_bytes(lane, &bytes),
                Parts::Begun(signal) => self.deliver(lane, Message::Whole(signal, assembly.length)),
            };
        }
        Ok(())
    }

    fn begin<'a>(&mut self, lane: usize, content: &'a [u8]) -> Result<&'a [u8], ProtocolError> {
        let misplaced = ProtocolError::FragmentOutOfPlace { lane: lane as u8 };
        let (length, content) = content.split_first_chunk::<4>().ok_or(misplaced.clone())?;
        let length = u32::from_le_bytes(*length);
        // The head of a signal is not counted by the sender's limit.
        let limit = 1024
            + if lane == CODE_LANE {
                self.unit_bytes
            } else {
                self.message_bytes
            };
        if u64::from(length) > limit as u64 {
            return Err(ProtocolError::MessageTooLong {
                length: u64::from(length),
            });
        }
        let is_large = length as usize > LARGE_BYTES;
        let is_bulk = lane == BULK_LANE;
        if self.has_bulk_lane && lane >= FIRST_DATA_LANE && is_large != is_bulk {
            return Err(unknown(lane));
        }
        if self.assemblies[lane].is_some() {
            return Err(misplaced);
        }
        // Memory grows with what comes, not with what is announced.
        self.assemblies[lane] = Some(Assembly {
            length: length as usize,
            count: 0,
            parts: Parts::Bytes(Vec::new()),
        });
        Ok(content)
    }

    fn deliver_bytes(&self, lane: usize, bytes: &[u8]) -> Result<(), ProtocolError> {
        match Signal::decode(bytes)? {
            Decoded::Known(signal) => self.deliver(lane, Message::Bytes(signal, bytes)),
            Decoded::Skipped { kind } => {
                self.delivery.skip(kind);
                Ok(())
            }
        }
    }

    fn deliver(&self, lane: usize, message: Message<'_>) -> Result<(), ProtocolError> {
        // Data in a lane without credit, or in another lane than its sender's, would escape the limits and the order.
        let belongs = message.signal().lane();
        if travels_in(belongs, message.len(), self.has_bulk_lane) != lane {
            return Err(unknown(lane));
        }
        self.delivery.deliver(lane, message);
        Ok(())
    }

    fn count_assembling(&mut self, bytes: usize) {
        self.assembling_bytes = bytes;
        self.charge.set(bytes);
    }

    /// A correct peer sends one large message at a time (O2).
    fn check_room(&self, lane: usize) -> Result<(), ProtocolError> {
        let most = self.message_bytes + self.unit_bytes + LANES * LARGE_BYTES;
        if self.assembling_bytes > most {
            let length = self.assemblies[lane]
                .as_ref()
                .map_or(0, |assembly| assembly.length as u64);
            return Err(ProtocolError::MessageTooLong { length });
        }
        Ok(())
    }
}

impl Assembly {
    fn append(&mut self, lane: usize, content: &[u8]) {
        let is_first = self.count == 0;
        self.count += content.len();
        // If the head does not stand in the first fragment, or is not one, that is found when all is here.
        if is_first
            && lane >= FIRST_DATA_LANE
            && let Ok(Decoded::Known(mut signal)) = Signal::decode(content)
            && signal.rest_mut().is_some()
        {
            self.parts = Parts::Begun(signal);
            return;
        }
        let bytes = match &mut self.parts {
            Parts::Bytes(bytes) => Some(bytes),
            Parts::Begun(signal) => signal.rest_mut(),
        };
        let Some(bytes) = bytes else { return };
        if bytes.capacity() - bytes.len() < content.len() {
            let most = self.length.saturating_sub(bytes.len());
            let room = (AHEAD * self.count).min(most);
            bytes.reserve_exact(room.max(content.len()));
        }
        bytes.extend_from_slice(content);
    }
}

fn unknown(lane: usize) -> ProtocolError {
    ProtocolError::UnknownLane { lane: lane as u8 }
}

#[cfg(test)]
mod conversations;
#[cfg(test)]
mod tests;
