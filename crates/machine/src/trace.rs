//! Stack traces: the frames of a process by name and place.
//!
//! Code does not always stand where it was written: the compiler puts bodies of
//! procedures in the place of their calls. [`Extent`]s of the debug section say
//! where, so one frame may become several lines. Whose name a complaint bears is
//! found in `crate::culprit`.

use crate::context::{Context, LiveSlots, Pending, live_at};
use crate::link::LinkedUnit;
use mound_base::diagnostic::marked_line;
use mound_bytecode::ops::Op;
use mound_bytecode::unit::{Debug, Extent, ExtentKind, Place, note};
use mound_heap::Value;
use mound_heap::code::{Code, Point, PointKind};
use mound_heap::continuation::Chunk;
use mound_heap::object::Closure;

/// Calls that one frame may show; each is one body put in the place of a call.
const LINES_PER_FRAME: usize = 16;
/// Characters of source text that are looked at to say what is written at a place.
const TEXT_MAX: usize = 2_000;

/// One line of a stack trace.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TraceLine {
    pub procedure: String,
    /// Library or program unit.
    pub unit: String,
    /// The call or instruction, if it is known.
    pub place: Option<TracePlace>,
    /// In a procedure that is written nowhere, like the accessor of a record.
    pub is_generated: bool,
}

/// A place in a source text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TracePlace {
    pub file: String,
    /// From 1, in characters.
    pub line: u32,
    pub column: u32,
    /// The whole line.
    pub source_line: String,
    /// What is written at the place, or its beginning.
    pub text: String,
}

impl TracePlace {
    /// The line with the place marked and `label` beside the mark.
    pub fn excerpt(&self, label: &str) -> String {
        let width = self.text.lines().next().unwrap_or("").chars().count();
        self.excerpt_of(0, width, label)
    }

    /// The line with the operator of the call marked, if it is a name or a literal.
    pub fn excerpt_of_operator(&self) -> String {
        let written = self.text.strip_prefix('(').unwrap_or("");
        let ends = |one: char| one.is_whitespace() || "()\"'`,;".contains(one);
        let width = written.chars().take_while(|&one| !ends(one)).count();
        match width {
            0 => self.excerpt(""),
            width => self.excerpt_of(1, width, ""),
        }
    }

    /// The line with a part of the place marked: `width` characters from `skip` on.
    pub fn excerpt_of(&self, skip: usize, width: usize, label: &str) -> String {
        let column = self.column + skip as u32;
        marked_line(
            &self.file,
            self.line,
            column,
            &self.source_line,
            width,
            label,
        )
    }
}

impl std::fmt::Display for TraceLine {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(formatter, "{}", self.procedure)?;
        match &self.place {
            Some(place) => {
                let TracePlace {
                    file, line, column, ..
                } = place;
                write!(formatter, " at {file}:{line}:{column}")
            }
            None if self.unit.is_empty() => Ok(()),
            None => write!(formatter, " in {}", self.unit),
        }
    }
}

/// Whether a unit is part of Mound.
pub fn is_built_in(unit: &str) -> bool {
    let first = unit.split('/').next().unwrap_or_default();
    ["mound", "pony", "scheme", "srfi", "termite"].contains(&first)
        || unit.starts_with("util/concurrent")
}

/// An instruction of a function that is alive as long as the context is not run.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct FramePoint {
    pub(crate) code: *const Code,
    pub(crate) word: u32,
}

impl Context {
    /// The instructions at which the frames stand, youngest first, at most `limit`.
    pub fn frame_points(&self, limit: usize) -> Vec<FramePoint> {
        let mut points = Vec::new();
        if self.live_slots == LiveSlots::Running
            && let Some(point) = self.running_point()
        {
            points.push(point);
        }
        let mut fp = self.fp;
        while points.len() < limit {
            // SAFETY: M1: slot 0 of each frame is a pointer to a live point.
            let point = unsafe { &*(self.heap.return_word(fp) as *const Point) };
            if point.kind == PointKind::Underflow {
                break;
            }
            points.push(frame_point(point));
            // SAFETY: C1: the caller's frame begins `base` words above.
            fp = unsafe { fp.add(point.base as usize) };
        }
        let mut next = (self.rest, self.rest_offset);
        while let Some(chunk) = Chunk::of(next.0) {
            for frame in chunk.frames(next.1) {
                if points.len() >= limit {
                    return points;
                }
                // SAFETY: H1: points in chunks are pointers to live points.
                points.push(frame_point(unsafe { &*frame.point }));
            }
            next = (chunk.next(), chunk.offset());
        }
        points
    }

    /// What a frame point of this context means, in one line or more.
    pub fn describe_point(&self, point: FramePoint) -> Vec<TraceLine> {
        // SAFETY: M1: what the frames of a context stand at is live while it is not run.
        lines_at(unsafe { &*point.code }, point.word)
    }

    /// The unit in which a frame point of this context is.
    pub(crate) fn unit_of_point(&self, point: FramePoint) -> &LinkedUnit {
        // SAFETY: M1: what the frames of a context stand at is live while it is not run, and the unit
        // lives as long as its code.
        unsafe { LinkedUnit::of(&*point.code) }
    }

    /// The frames below the running one, youngest first, at most `limit`.
    pub fn trace(&self, limit: usize) -> Vec<TraceLine> {
        let points = self.frame_points(limit);
        let lines = points
            .into_iter()
            .flat_map(|point| self.describe_point(point));
        lines.take(limit).collect()
    }

    /// The same as text, without the procedures that programs do not know: what a condition keeps.
    pub fn trace_text(&self, limit: usize) -> String {
        let lines = self.trace(limit).into_iter();
        let told = lines.filter(|line| {
            let nameless = is_built_in(&line.unit) && line.procedure.starts_with("an anonymous");
            !is_plumbing(line) && !is_internal(line) && !line.is_generated && !nameless
        });
        told.map(|line| line.to_string())
            .collect::<Vec<_>>()
            .join("\n")
    }

    /// The procedure that a preempted process has just entered, and its arguments, as far as it will
    /// use them. `None` if it stands elsewhere.
    pub fn entered(&self) -> Option<(TraceLine, Vec<Value>)> {
        let point = self.running_point().filter(|point| point.word == 0)?;
        if self.live_slots != LiveSlots::Running {
            return None;
        }
        // SAFETY: M1.
        let code = unsafe { &*point.code };
        let mut line = lines_at(code, 0).into_iter().last()?;
        if line.place.is_none() {
            // SAFETY: M1: the unit lives as long as its code.
            line.place = place_of_function(unsafe { LinkedUnit::of(code) }, code.function);
        }
        let live = live_at(code, 0);
        let count = code.exact_arity as usize;
        let used = (2..2 + count.min(64)).filter(|slot| live[slot / 64] >> (slot % 64) & 1 == 1);
        let arguments = used.map(|slot| self.slot(slot)).collect();
        Some((line, arguments))
    }

    /// The procedure with which a process begins that has not run yet.
    pub fn beginning(&self) -> Option<TraceLine> {
        if !self.code.is_null() || !matches!(self.pending, Pending::Enter(0)) {
            return None;
        }
        let closure = self.slot(1);
        let code = Closure::of(closure)?.code();
        // SAFETY: as in `procedure_name`.
        let mut line = lines_at(unsafe { &*code }, 0).into_iter().last()?;
        line.place = procedure_place(closure);
        Some(line)
    }

    /// The instruction that runs, or whose call is being made.
    pub(crate) fn running_point(&self) -> Option<FramePoint> {
        if self.code.is_null() {
            return None;
        }
        // SAFETY: M1: `pc` lies in the instructions of `code`.
        let word = unsafe { self.pc.offset_from((*self.code).instructions.as_ptr()) };
        Some(FramePoint {
            code: self.code,
            word: u32::try_from(word).ok()?,
        })
    }

    /// Where the program makes the tail call that is being made; its frame is gone.
    pub(crate) fn tail_call_line(&self) -> Option<TraceLine> {
        let point = self.running_point()?;
        // SAFETY: M1.
        let code = unsafe { &*point.code };
        let op = Op::from_byte(*code.instructions.get(point.word as usize)? as u8)?;
        let is_tail = matches!(
            op,
            Op::TailCall | Op::TailCallKnown | Op::TailCallGlobal | Op::TailCallPrimitive
        );
        if !is_tail {
            return None;
        }
        let line = lines_at(code, point.word).into_iter().next()?;
        (!is_built_in(&line.unit)).then_some(line)
    }
}

/// The instruction that is meant by a point.
pub(crate) fn point_word(point: &Point) -> u32 {
    // The return point lies after the call that is meant.
    if point.kind == PointKind::Return {
        point.start.saturating_sub(1)
    } else {
        point.start
    }
}

fn frame_point(point: &Point) -> FramePoint {
    // Only underflow points have no code, and callers leave those out.
    FramePoint {
        code: point.code,
        word: point_word(point),
    }
}

/// What stands at instruction `word`: the innermost procedure first, then the calls
/// in whose place bodies were put.
pub(crate) fn lines_at(code: &Code, word: u32) -> Vec<TraceLine> {
    known_lines_at(code, word).0
}

/// The same, with the procedure to which the frame belongs at the end, which else is left out if the body
/// of one that is written in it stands in the place of a call.
pub(crate) fn whole_lines_at(code: &Code, word: u32) -> Vec<TraceLine> {
    let (mut lines, is_whole) = known_lines_at(code, word);
    if !is_whole {
        // SAFETY: the unit lives as long as its code, which the caller holds.
        let unit = unsafe { LinkedUnit::of(code) };
        lines.push(TraceLine {
            procedure: unit.function_name(code.function),
            unit: unit.name.clone(),
            place: place_of_function(unit, code.function),
            is_generated: false,
        });
    }
    lines
}

/// Whether the last of the lines is the procedure to which the frame belongs.
fn known_lines_at(code: &Code, word: u32) -> (Vec<TraceLine>, bool) {
    // SAFETY: the unit lives as long as its code, which the caller holds.
    let unit = unsafe { LinkedUnit::of(code) };
    let debug = &unit.debug;
    let function = debug.functions.get(code.function as usize);
    let own = function.map_or((0, 0, 0), |function| function.span);
    let line = |procedure: String, place: Option<&Place>, is_generated| TraceLine {
        procedure,
        unit: unit.name.clone(),
        place: place.and_then(|place| trace_place(debug, place)),
        is_generated,
    };
    let Some(mut place) = place_of(debug, code.function, word) else {
        return (
            vec![line(unit.function_name(code.function), None, false)],
            true,
        );
    };
    let mut lines = Vec::new();
    let mut is_whole = true;
    while lines.len() < LINES_PER_FRAME {
        let around = procedures_around(debug, &place);
        let Some(inner) = around.first() else {
            let name = match own {
                (_, 0, 0) => "top level".to_owned(),
                _ => unit.function_name(code.function),
            };
            lines.push(line(name, Some(&place), false));
            break;
        };
        let name = procedure_text(&around, is_built_in(&unit.name));
        let is_generated = has_name(inner) && is_at(inner, &place);
        lines.push(line(name, Some(&place), is_generated));
        let (source, start, end) = own;
        // One of them holds the other: the place is in a procedure of this frame.
        let is_related = extent_overlaps(inner, source, start, end);
        if is_related && end > 0 {
            // Not each procedure has an extent; that of a smaller one is of one written in this.
            is_whole = inner.start <= start && end <= inner.end;
            break;
        }
        match inner.kind {
            ExtentKind::Procedure(Some((source, start, end))) => {
                place = Place {
                    word,
                    source,
                    start,
                    end,
                };
            }
            // It was put in several places, so all that is known is what runs.
            _ if own.2 > 0 => {
                lines.push(line(unit.function_name(code.function), None, false));
                break;
            }
            _ => {
                is_whole = false;
                break;
            }
        }
    }
    (lines, is_whole)
}

fn extent_overlaps(extent: &Extent, source: u32, start: u32, end: u32) -> bool {
    extent.source == source && extent.start < end && start < extent.end
}

/// What the innermost of these procedures is called. Of a library of Mound only the
/// outermost means something to the programmer.
fn procedure_text(around: &[&Extent], is_built_in: bool) -> String {
    let mut named = around.iter().filter(|extent| has_name(extent));
    let (Some(first), Some(last)) = (named.next(), named.next_back()) else {
        let only = around.iter().find(|extent| has_name(extent));
        return match only {
            Some(only) if has_name(around[0]) => only.name.to_string(),
            Some(only) => format!("an anonymous procedure in {}", only.name),
            None => "an anonymous procedure".to_owned(),
        };
    };
    match has_name(around[0]) {
        _ if is_built_in => last.name.to_string(),
        true => format!("{} in {}", first.name, last.name),
        false => format!("an anonymous procedure in {}", last.name),
    }
}

pub(crate) fn has_name(extent: &Extent) -> bool {
    !extent.name.text().is_empty()
}

pub(crate) fn is_at(extent: &Extent, place: &Place) -> bool {
    (extent.source, extent.start, extent.end) == (place.source, place.start, place.end)
}

/// The procedures in whose text the place lies, innermost first.
pub(crate) fn procedures_around<'a>(debug: &'a Debug, place: &Place) -> Vec<&'a Extent> {
    let mut around: Vec<&Extent> = debug
        .extents
        .iter()
        .filter(|extent| {
            matches!(extent.kind, ExtentKind::Procedure(_))
                && extent.source == place.source
                && extent.start <= place.start
                && place.end <= extent.end
        })
        .collect();
    around.sort_by_key(|extent| extent.end - extent.start);
    around
}

/// The name of the outermost procedure in whose text the place lies.
pub(crate) fn outermost(debug: &Debug, place: &Place) -> Option<mound_base::Symbol> {
    procedures_around(debug, place)
        .last()
        .map(|extent| extent.name)
}

/// The place in the source of the instruction `word` of a function.
pub(crate) fn place_of(debug: &Debug, function: u32, word: u32) -> Option<Place> {
    let places = &debug.functions.get(function as usize)?.places;
    let index = places.partition_point(|place| place.word <= word);
    places.get(index.checked_sub(1)?).copied()
}

/// How many lines end in a text. Whoever lists processes asks for each frame of each, in sources of any length, so it
/// is counted as vectors of bytes.
fn newlines(text: &str) -> usize {
    let in_piece = |piece: &[u8]| -> u8 { piece.iter().map(|&byte| u8::from(byte == b'\n')).sum() };
    let pieces = text.as_bytes().chunks(usize::from(u8::MAX));
    pieces.map(|piece| usize::from(in_piece(piece))).sum()
}

fn trace_place(debug: &Debug, place: &Place) -> Option<TracePlace> {
    let (file, text) = debug.sources.get(place.source as usize)?;
    let before = text.get(..place.start as usize)?;
    let number = newlines(before);
    let start = before.rfind('\n').map_or(0, |newline| newline + 1);
    let column = before[start..].chars().count();
    let source_line = text[start..].lines().next().unwrap_or("");
    let written = text.get(place.start as usize..place.end as usize);
    Some(TracePlace {
        file: file.to_string(),
        line: debug.first_line(place.source).saturating_add(number as u32),
        column: column as u32 + 1,
        source_line: source_line.to_owned(),
        text: written.unwrap_or("").chars().take(TEXT_MAX).collect(),
    })
}

/// The name of a closure's procedure alone, if it has one.
pub fn plain_procedure_name(closure: Value) -> Option<String> {
    let code = Closure::of(closure)?.code();
    // SAFETY: as in `procedure_name`.
    let (unit, function) = unsafe { (LinkedUnit::of(&*code), (*code).function) };
    Some(
        unit.debug
            .functions
            .get(function as usize)?
            .name?
            .to_string(),
    )
}

/// The name of a closure's procedure, if it has one, in its namespace: that of a library with a
/// version is the library, since there may be several, as in `github.com/fred/hello@1.0#hi`.
pub fn procedure_name(closure: Value) -> Option<String> {
    let code = Closure::of(closure)?.code();
    // SAFETY: H1: the code word of a closure is a pointer to live code, and its unit is alive with it.
    let (unit, function) = unsafe { (LinkedUnit::of(&*code), (*code).function) };
    let name = unit.debug.functions.get(function as usize)?.name?;
    Some(match unit.debug.note(note::NAMESPACE) {
        Some(namespace) => format!("{namespace}{name}"),
        None if unit.name.contains('@') => format!("{}#{name}", unit.name),
        None => name.to_string(),
    })
}

/// Where a closure's procedure is written, unless it is part of Mound.
pub fn procedure_place(closure: Value) -> Option<TracePlace> {
    let code = Closure::of(closure)?.code();
    // SAFETY: as in `procedure_name`.
    let (unit, function) = unsafe { (LinkedUnit::of(&*code), (*code).function) };
    place_of_function(unit, function)
}

fn place_of_function(unit: &LinkedUnit, function: u32) -> Option<TracePlace> {
    let (source, start, end) = unit.debug.functions.get(function as usize)?.span;
    if is_built_in(&unit.name) {
        return None;
    }
    let place = Place {
        word: 0,
        source,
        start,
        end,
    };
    trace_place(&unit.debug, &place)
}

/// Procedures of the base library that raise on behalf of others.
pub fn is_plumbing(line: &TraceLine) -> bool {
    let procedure = &*line.procedure;
    (line.unit == "mound/base" || line.unit.starts_with("termite"))
        && (procedure.starts_with('%')
            || procedure.contains(" in %")
            || ["raise", "raise-continuable", "error"].contains(&procedure))
}

/// Procedures of other libraries of Mound that are called by these only: names with `%`.
pub fn is_internal(line: &TraceLine) -> bool {
    let procedure = &*line.procedure;
    is_built_in(&line.unit) && (procedure.starts_with('%') || procedure.contains(" in %"))
}

#[cfg(test)]
mod tests;
