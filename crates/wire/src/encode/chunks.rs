//! Frames: see the picture at the top of [`super`].

use super::{Encoder, Stop, Task};
use crate::format::*;
use mound_heap::{Chunk, Suspension, Value};
use std::collections::HashMap;

/// What has been written of chunks.
#[derive(Default)]
pub struct Chunks {
    /// For each chunk the first words and the numbers of its pieces, latest word first.
    pieces: HashMap<usize, Vec<(usize, u32)>>,
    /// Slots of pieces that are being written; the newest piece's at the end.
    slots: Vec<Value>,
}

/// What is left of a piece.
#[derive(Clone, Copy)]
pub struct Piece {
    /// Its slots in the list, of which those before `next` are written.
    first: usize,
    next: usize,
    after: Rest,
}

/// What follows the frames of a piece.
#[derive(Clone, Copy)]
enum Rest {
    /// The piece with this number.
    Piece(u32),
    Chunk(Value, usize),
}

impl Encoder<'_> {
    /// The frames of `chunk` from word `offset` on, or those after them if there are none.
    pub(super) fn frames(&mut self, chunk: Value, offset: usize) -> Result<(), Stop> {
        let (chunk, offset) = skip_empty(chunk, offset);
        let Some(view) = Chunk::of(chunk) else {
            self.push(FALSE);
            return Ok(());
        };
        let pieces = self.chunks.pieces.entry(chunk.address()).or_default();
        let index = pieces.partition_point(|&(start, _)| start > offset);
        if let Some(&(start, number)) = pieces.get(index) {
            self.piece(number, offset - start);
            return Ok(());
        }
        let later = pieces.last().copied();
        pieces.push((offset, self.objects));
        self.objects += 1;
        if view.is_frozen() {
            self.mark();
        }
        let end = later.map_or(usize::MAX, |(start, _)| start);
        let first = self.chunks.slots.len();
        self.descriptions(chunk, offset, end)?;
        let after = match later {
            Some((_, number)) => Rest::Piece(number),
            None => Rest::Chunk(view.next(), view.offset()),
        };
        let piece = Piece {
            first,
            next: first,
            after,
        };
        self.scratch.tasks.push(Task::Piece(piece));
        Ok(())
    }

    fn piece(&mut self, number: u32, offset: usize) {
        self.push(CHUNK_AT);
        self.number(u64::from(self.objects - number));
        self.number(offset as u64);
    }

    /// The places of the frames from `offset` to `end`; their slots are put into the list.
    fn descriptions(&mut self, chunk: Value, offset: usize, end: usize) -> Result<(), Stop> {
        let frames = || {
            let frames = Chunk::of(chunk).map(|view| view.frames(offset));
            frames
                .into_iter()
                .flatten()
                .take_while(move |frame| frame.offset < end)
        };
        self.push(CHUNK);
        self.number(frames().count() as u64);
        for frame in frames() {
            let home = frame.home();
            let place = home.and_then(|home| Some((self.unit(home.unit)?, home.function)));
            let (unit, function) =
                place.ok_or(Stop::Unsendable(chunk, "a frame whose code has no name"))?;
            self.functions.push((unit, function));
            self.number(u64::from(unit));
            self.number(u64::from(function));
            self.number(match frame.suspension() {
                Suspension::Block(block) => u64::from(block) << 1,
                Suspension::Fault(word) => u64::from(word) << 1 | 1,
            });
            self.number(frame.slot_count() as u64);
            let slots = frame.slots().map(|(_, value)| value);
            self.chunks.slots.extend(slots);
        }
        Ok(())
    }

    pub(super) fn continue_piece(&mut self, piece: Piece) -> Result<(), Stop> {
        let Piece { first, next, after } = piece;
        // Whatever was opened inside this piece is done, so its slots are the last ones.
        for index in next..self.chunks.slots.len() {
            let value = self.chunks.slots[index];
            if value.is_pointer() {
                self.scratch.tasks.push(Task::Piece(Piece {
                    first,
                    next: index + 1,
                    after,
                }));
                return self.value(value);
            }
            self.value(value)?;
        }
        self.chunks.slots.truncate(first);
        match after {
            Rest::Piece(number) => {
                self.piece(number, 0);
                Ok(())
            }
            Rest::Chunk(chunk, offset) => self.frames(chunk, offset),
        }
    }
}

/// The first frame at or after `offset`, over all chunks.
fn skip_empty(mut chunk: Value, mut offset: usize) -> (Value, usize) {
    while let Some(view) = Chunk::of(chunk) {
        if view.frames(offset).next().is_some() {
            break;
        }
        offset = view.offset();
        chunk = view.next();
    }
    (chunk, offset)
}
