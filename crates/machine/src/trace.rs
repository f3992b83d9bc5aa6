//! Stack traces: the frames of a process by name and place.

use crate::context::{Context, Extent};
use crate::link::LinkedUnit;
use mound_heap::Value;
use mound_heap::code::{Code, Point, PointKind};
use mound_heap::continuation::Chunk;
use mound_heap::object::Closure;

/// One line of a stack trace.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TraceLine {
    pub procedure: String,
    /// Library or program unit.
    pub unit: String,
    /// File, line and column (from 1) of the call or instruction, if known.
    pub place: Option<(String, u32, u32)>,
    /// The text of that line.
    pub source_line: String,
}

impl std::fmt::Display for TraceLine {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(formatter, "{}", self.procedure)?;
        match &self.place {
            Some((file, line, column)) => write!(formatter, " at {file}:{line}:{column}"),
            None if self.unit.is_empty() => Ok(()),
            None => write!(formatter, " in {}", self.unit),
        }
    }
}

impl Context {
    /// The frames below the running one, youngest first, at most `limit`.
    pub fn trace(&self, limit: usize) -> Vec<TraceLine> {
        let mut lines = Vec::new();
        if self.extent == Extent::Running && !self.code.is_null() {
            // SAFETY: M1: `pc` lies in the instructions of `code`.
            let word = unsafe { self.pc.offset_from((*self.code).instructions.as_ptr()) };
            // SAFETY: M1.
            lines.push(unsafe { describe(&*self.code, word as u32) });
        }
        let mut fp = self.fp;
        while lines.len() < limit {
            // SAFETY: M1: slot 0 of each frame is a pointer to a live point.
            let point = unsafe { &*(self.heap.return_word(fp) as *const Point) };
            if point.kind == PointKind::Underflow {
                break;
            }
            lines.push(describe_point(point));
            // SAFETY: C1: the caller's frame begins `base` words above.
            fp = unsafe { fp.add(point.base as usize) };
        }
        let mut next = (self.rest, self.rest_offset);
        while let Some(chunk) = Chunk::of(next.0) {
            for frame in chunk.frames(next.1) {
                if lines.len() >= limit {
                    return lines;
                }
                // SAFETY: H1: points in chunks are pointers to live points.
                lines.push(describe_point(unsafe { &*frame.point }));
            }
            next = (chunk.next(), chunk.offset());
        }
        lines
    }
}

fn describe_point(point: &Point) -> TraceLine {
    // The return point lies after the call that is meant.
    let word = if point.kind == PointKind::Return {
        point.start.saturating_sub(1)
    } else {
        point.start
    };
    // SAFETY: only underflow points have no code, and callers leave those out.
    describe(unsafe { &*point.code }, word)
}

/// The procedure and the source place of instruction `word`.
pub fn describe(code: &Code, word: u32) -> TraceLine {
    // SAFETY: the unit lives as long as its code, which the caller holds.
    let unit = unsafe { LinkedUnit::of(code) };
    let procedure = unit.function_name(code.function);
    let mut line = TraceLine {
        procedure,
        unit: unit.name.clone(),
        place: None,
        source_line: String::new(),
    };
    let Some(function) = unit.debug.functions.get(code.function as usize) else {
        return line;
    };
    let index = function.places.partition_point(|place| place.word <= word);
    let Some(place) = index
        .checked_sub(1)
        .and_then(|index| function.places.get(index))
    else {
        return line;
    };
    let Some((file, text)) = unit.debug.sources.get(place.source as usize) else {
        return line;
    };
    let Some(before) = text.get(..place.start as usize) else {
        return line;
    };
    let number = before.bytes().filter(|&byte| byte == b'\n').count();
    let column = before
        .rsplit('\n')
        .next()
        .map_or(0, |last| last.chars().count());
    line.place = Some((file.to_string(), number as u32 + 1, column as u32 + 1));
    line.source_line = text.lines().nth(number).unwrap_or("").to_owned();
    line
}

/// The name of a closure's procedure, if it has one.
pub fn procedure_name(closure: Value) -> Option<String> {
    let code = Closure::of(closure)?.code();
    // SAFETY: H1: the code word of a closure is a pointer to live code, and its unit is alive with it.
    let (unit, function) = unsafe { (LinkedUnit::of(&*code), (*code).function) };
    let debug = unit.debug.functions.get(function as usize)?;
    Some(debug.name?.to_string())
}
