//! Frames: the pieces in which lanes share one stream.
//!
//! ```text
//!   byte 0     1      2        4
//!   +--------+------+---------+----------- - -
//!   | kind   | lane | length  | content, `length` bytes (u16, little-endian)
//!   +--------+------+---------+----------- - -
//!
//!   kind        content
//!   heartbeat   nothing
//!   credit      u32: so many more bytes may be sent in the lane
//!   goodbye     u16: why (`codes.rs`); the same in words, UTF-8; nothing comes after it
//!   whole       a message
//!   first       u32: length of the message; then its beginning
//!   middle      more of it
//!   last        its end
//! ```
//!
//! A frame, with its header, is at most 16 KiB, which is one TLS record; so what is urgent never waits for more than
//! one frame of each lane.
//!
//! Lanes: 0 control, 1 code, 2 to 9 data, 10 bulk (from version 6 of the protocol on), for messages of the data lanes
//! that are longer than [`LARGE_BYTES`].
//! Data and bulk have *credit*: the content bytes that may still be sent, at first [`WINDOW_BYTES`].
//! Control and code have none, because a data lane may be waiting for code.

use tokio::io::{AsyncRead, AsyncReadExt};

use crate::error::{DownReason, ProtocolError};

pub(crate) const HEADER_BYTES: usize = 4;
pub(crate) const CONTENT_BYTES_MAX: usize = (16 << 10) - HEADER_BYTES;

pub(crate) const CONTROL_LANE: usize = 0;
pub(crate) const CODE_LANE: usize = 1;
pub(crate) const FIRST_DATA_LANE: usize = 2;
/// Enough that a blocked pair seldom blocks another; each costs a queue at both ends.
pub(crate) const DATA_LANES: usize = 8;
pub(crate) const BULK_LANE: usize = FIRST_DATA_LANE + DATA_LANES;
pub(crate) const LANES: usize = BULK_LANE + 1;

/// About the bandwidth-delay product of 1 Gbit/s and 8 ms; a lane alone is slower beyond that distance.
pub(crate) const WINDOW_BYTES: usize = 1 << 20;
/// A message longer than this counts as large.
pub(crate) const LARGE_BYTES: usize = WINDOW_BYTES;
/// Credit is given back in pieces of at least this size, so that it costs little.
pub(crate) const CREDIT_STEP_BYTES: usize = WINDOW_BYTES / 4;
/// The same for bulk, so that little of it need be under way, and what is small waits for little.
pub(crate) const BULK_STEP_BYTES: usize = WINDOW_BYTES / 16;

/// The lane of a process, by its serial.
pub(crate) fn data_lane(serial: u64) -> usize {
    // Serials are counted up, so neighbours spread well after a multiplicative mix.
    let mixed = serial.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 32;
    FIRST_DATA_LANE + (mixed as usize % DATA_LANES)
}

/// The lane in which a message of so many bytes travels whose signal belongs to `lane`.
pub(crate) fn travels_in(lane: usize, bytes: usize, has_bulk_lane: bool) -> usize {
    match has_bulk_lane && lane >= FIRST_DATA_LANE && bytes > LARGE_BYTES {
        true => BULK_LANE,
        false => lane,
    }
}

/// In which pieces credit of a lane is given back.
pub(crate) fn credit_step(lane: usize) -> usize {
    match lane {
        BULK_LANE => BULK_STEP_BYTES,
        _ => CREDIT_STEP_BYTES,
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub(crate) enum FrameKind {
    Heartbeat = 0,
    Credit = 1,
    Goodbye = 2,
    Whole = 3,
    First = 4,
    Middle = 5,
    Last = 6,
}

impl FrameKind {
    fn from_byte(byte: u8) -> Result<FrameKind, ProtocolError> {
        Ok(match byte {
            0 => FrameKind::Heartbeat,
            1 => FrameKind::Credit,
            2 => FrameKind::Goodbye,
            3 => FrameKind::Whole,
            4 => FrameKind::First,
            5 => FrameKind::Middle,
            6 => FrameKind::Last,
            kind => return Err(ProtocolError::UnknownFrame { kind }),
        })
    }
}

/// A frame as it stands in the buffer of its reader.
#[derive(Debug)]
pub(crate) struct Frame<'a> {
    pub kind: FrameKind,
    pub lane: usize,
    pub content: &'a [u8],
}

pub(crate) fn put_header(buffer: &mut Vec<u8>, kind: FrameKind, lane: usize, length: usize) {
    debug_assert!(length <= CONTENT_BYTES_MAX && lane < LANES);
    buffer.extend_from_slice(&[kind as u8, lane as u8]);
    buffer.extend_from_slice(&(length as u16).to_le_bytes());
}

/// Cuts a stream into frames.
pub(crate) struct FrameReader<R> {
    stream: R,
    buffer: Vec<u8>,
    start: usize,
    end: usize,
}

impl<R: AsyncRead + Unpin> FrameReader<R> {
    pub fn new(stream: R) -> FrameReader<R> {
        FrameReader {
            stream,
            buffer: vec![0; 64 << 10],
            start: 0,
            end: 0,
        }
    }

    /// Waits for more bytes, and says how many came. Cancelling loses nothing.
    pub async fn fill(&mut self) -> Result<usize, DownReason> {
        self.buffer.copy_within(self.start..self.end, 0);
        self.end -= self.start;
        self.start = 0;
        match self.stream.read(&mut self.buffer[self.end..]).await {
            Ok(0) => Err(DownReason::Lost("the peer closed it".into())),
            Ok(count) => {
                self.end += count;
                Ok(count)
            }
            Err(error) => Err(DownReason::Lost(error.to_string())),
        }
    }

    /// The next frame that is wholly here.
    pub fn next(&mut self) -> Result<Option<Frame<'_>>, ProtocolError> {
        let bytes = &self.buffer[self.start..self.end];
        let Some((&[kind, lane, low, high], rest)) = bytes.split_first_chunk::<HEADER_BYTES>()
        else {
            return Ok(None);
        };
        let length = usize::from(u16::from_le_bytes([low, high]));
        let kind = FrameKind::from_byte(kind)?;
        if usize::from(lane) >= LANES {
            return Err(ProtocolError::UnknownLane { lane });
        }
        if length > CONTENT_BYTES_MAX {
            return Err(ProtocolError::FrameTooLong {
                length: length as u32,
            });
        }
        if rest.len() < length {
            return Ok(None);
        }
        let start = self.start + HEADER_BYTES;
        self.start = start + length;
        Ok(Some(Frame {
            kind,
            lane: usize::from(lane),
            content: &self.buffer[start..start + length],
        }))
    }
}
