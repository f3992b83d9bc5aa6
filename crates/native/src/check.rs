//! Looks at the machine code of a function before it can run: always at a glance, and closely in debug
//! builds and for whoever asks for it ([`crate::Choice::Checked`]).
//!
//! A *glance* looks at what the assembler has noted, which takes next to no time: K7, and of K2 that each
//! label has one place and each jump out leads to a stub or to the function that is called.
//!
//! A *close look* reads the bytes. They are read once from the beginning to the end by a reader that knows the instructions the
//! emitter uses and no others (`x64/reader.rs`, `a64/reader.rs`). It does not believe the emitter what
//! it meant to write. Code passes only if
//!
//! - K1. every instruction is one of those, and one begins where the one before it ends;
//! - K2. every jump and branch leads to the beginning of an instruction of the same code, to a stub
//!   that is there to be jumped to, or to where a known call enters the function that the emitter says
//!   is called; jumps through memory go to what a function or a point holds;
//! - K3. calls lead to ways to the stubs that are called, and nothing else leads to those, so that the
//!   native stack is even;
//! - K4. behind what goes on there is an instruction: neither the end nor a way to a stub;
//! - K5. the pinned registers change only as frames, objects and fuel do: the frame pointer by at
//!   most a frame, the heap pointer upwards, fuel by one, the context and the native stack not at all;
//! - K6. what is read and written of the frame lies in the frame, what is written to the heap at
//!   its end, and of the context only the dynamic state is written;
//! - K7. each block at which a process can be suspended has a way in, and all ways in and all jumps
//!   that are to be patched are such instructions.
//!
//! This does not say that the code computes what it should: a wrong register or a fact that does not
//! hold passes. Comparing with the interpreter is for tests.

#[cfg(test)]
pub mod tests;

use crate::fault::Fault;
use crate::flow::Block;
use crate::processor::reader::{self, Reader};
use crate::stubs::Offsets;
use mound_heap::code::{Code, Point};
use mound_machine::native::offsets;
use std::mem::offset_of;

/// What an instruction does, as far as it matters here. Distances are from its beginning.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Effect {
    Plain,
    /// Puts a number in the register that tells stubs the code.
    Number,
    #[allow(dead_code, reason = "of one processor")]
    /// Loads the address to jump to from a word so many bytes from some place.
    Target(i32),
    #[allow(dead_code, reason = "of one processor")]
    /// Jumps there. Belongs to the instruction before it.
    ToTarget,
    #[allow(dead_code, reason = "of the other")]
    /// Both at once.
    Through(i32),
    Jump(i64),
    Branch(i64),
    Call(i64),
}

/// An instruction that was read.
#[derive(Clone, Copy, Debug)]
pub struct Read {
    pub length: u32,
    pub effect: Effect,
}

/// What is checked.
pub struct Made<'a> {
    pub bytes: &'a [u8],
    /// Where it is going to run.
    pub address: usize,
    pub stubs: &'a Offsets,
    /// Slots of the frame.
    pub slots: u32,
    /// Jumps to where known calls enter other functions, by their places, and those functions.
    pub known_calls: &'a [(u32, u32)],
    /// Where known calls enter each function.
    pub known_entries: &'a [usize],
    /// Where the code is entered.
    pub entries: [u32; 2],
    /// Jumps that will be patched.
    pub sites: &'a [(u32, u32)],
}

/// Lists that are used again.
#[derive(Default)]
pub struct Checker {
    /// For each unit of code whether an instruction begins there to which jumps may lead.
    starts: Vec<u64>,
    /// Where jumps are, and where they lead.
    jumps: Vec<(u32, u32)>,
    calls: Vec<(u32, u32)>,
    /// Where the ways to stubs begin that are called, upwards.
    ways: Vec<u32>,
    /// Blocks with a way in, and where that is.
    points: Vec<(usize, u32)>,
}

impl Checker {
    /// Forgets what was noted.
    pub fn begin(&mut self) {
        self.points.clear();
    }

    /// Notes that a process that was suspended at a block goes on at a place.
    pub fn enter_at(&mut self, block: usize, place: u32) {
        self.points.push((block, place));
    }

    /// Takes a glance. `ways_out` are the jumps out of the code and where they lead.
    pub fn glance(
        &mut self,
        made: &Made<'_>,
        ways_out: impl Iterator<Item = (u32, usize)>,
        blocks: &[Block],
        is_emitted: impl Fn(usize) -> bool,
    ) -> Result<(), Fault> {
        for (at, to) in ways_out {
            let is_stub = made.stubs.jumped_to().contains(&to) || made.stubs.called().contains(&to);
            if !is_stub && !is_known_call(made, at, to) {
                return Err(Fault::Outside(at));
            }
        }
        let is_jump = |site: u32| reader::jump_of_site(made.bytes, site).is_some();
        if let Some(&(site, _)) = made.sites.iter().find(|&&(site, _)| !is_jump(site)) {
            return Err(Fault::Site(site));
        }
        self.check_points(blocks, is_emitted)
    }

    /// Takes a close look, after the glance.
    pub fn look(&mut self, made: &Made<'_>) -> Result<(), Fault> {
        self.read(made)?;
        self.check_targets()?;
        self.check_entries(made)
    }

    /// K1, K5 and K6, and what of the others is seen at once.
    fn read(&mut self, made: &Made<'_>) -> Result<(), Fault> {
        let end = u32::try_from(made.bytes.len()).map_err(|_| Fault::OutOfReach(u32::MAX))?;
        self.starts.clear();
        self.starts.resize(end as usize / reader::UNIT / 64 + 1, 0);
        self.jumps.clear();
        self.calls.clear();
        self.ways.clear();
        let mut reader = Reader::new(made.bytes, made.slots);
        let (mut at, mut goes_on, mut has_target) = (0, true, false);
        // Where the numbers for a stub begin that stand directly before here, and whether the code
        // before them goes on there.
        let mut numbers: Option<(u32, bool)> = None;
        while at < end {
            let Read { length, effect } = reader.read(at)?;
            if has_target != (effect == Effect::ToTarget) {
                return Err(Fault::Indirect(at));
            }
            has_target = false;
            if effect != Effect::ToTarget {
                self.set(at);
            }
            let before = numbers.take().unwrap_or((at, goes_on));
            goes_on = true;
            match effect {
                Effect::Plain => {}
                Effect::Number => numbers = Some(before),
                Effect::Target(distance) => {
                    check_word(at, distance)?;
                    has_target = true;
                }
                Effect::ToTarget => goes_on = false,
                Effect::Through(distance) => {
                    check_word(at, distance)?;
                    goes_on = false;
                }
                Effect::Branch(distance) => {
                    let to = inside(at, distance, end).ok_or(Fault::Outside(at))?;
                    self.jumps.push((at, to));
                }
                Effect::Call(distance) => {
                    let to = inside(at, distance, end).ok_or(Fault::Outside(at))?;
                    self.calls.push((at, to));
                }
                Effect::Jump(distance) => {
                    match inside(at, distance, end) {
                        Some(to) => self.jumps.push((at, to)),
                        None => self.leave(made, at, distance, before)?,
                    }
                    goes_on = false;
                }
            }
            at += length;
        }
        if goes_on || at != end {
            return Err(Fault::Falls(at));
        }
        Ok(())
    }

    /// A jump out of the code; `before` is where the numbers begin that belong to it.
    fn leave(
        &mut self,
        made: &Made<'_>,
        at: u32,
        distance: i64,
        before: (u32, bool),
    ) -> Result<(), Fault> {
        let to = (made.address + at as usize).wrapping_add_signed(distance as isize);
        if made.stubs.jumped_to().contains(&to) {
            return Ok(());
        }
        if made.stubs.called().contains(&to) {
            let (start, goes_on) = before;
            if goes_on {
                return Err(Fault::Stack(at));
            }
            // Only calls may lead here.
            let units = start as usize / reader::UNIT..=at as usize / reader::UNIT;
            units.for_each(|unit| self.starts[unit / 64] &= !(1 << (unit % 64)));
            self.ways.push(start);
            return Ok(());
        }
        match is_known_call(made, at, to) {
            true => Ok(()),
            false => Err(Fault::Outside(at)),
        }
    }

    /// K2 and K3.
    fn check_targets(&self) -> Result<(), Fault> {
        if let Some(&(at, to)) = self.jumps.iter().find(|&&(_, to)| !self.has(to)) {
            return Err(Fault::Middle { at, to });
        }
        let is_way = |to: u32| self.ways.binary_search(&to).is_ok();
        match self.calls.iter().find(|&&(_, to)| !is_way(to)) {
            Some(&(at, _)) => Err(Fault::Stack(at)),
            None => Ok(()),
        }
    }

    /// The rest of K7.
    fn check_entries(&self, made: &Made<'_>) -> Result<(), Fault> {
        let points = self.points.iter().map(|&(_, place)| place);
        if let Some(place) = made
            .entries
            .into_iter()
            .chain(points)
            .find(|&at| !self.has(at))
        {
            return Err(Fault::Entry(place));
        }
        let is_jump =
            |site: u32| reader::jump_of_site(made.bytes, site).is_some_and(|start| self.has(start));
        match made.sites.iter().find(|&&(site, _)| !is_jump(site)) {
            Some(&(site, _)) => Err(Fault::Site(site)),
            None => Ok(()),
        }
    }

    /// The first part of K7.
    fn check_points(
        &mut self,
        blocks: &[Block],
        is_emitted: impl Fn(usize) -> bool,
    ) -> Result<(), Fault> {
        self.points.sort_unstable();
        let is_entered = |index: usize| self.points.binary_search_by_key(&index, |point| point.0);
        for (index, block) in blocks.iter().enumerate() {
            let suspends = index == 0 || block.after_call.is_some() || !block.is_inner();
            if suspends && !(is_emitted(index) && is_entered(index).is_ok()) {
                return Err(Fault::NoPoint(index));
            }
        }
        Ok(())
    }

    fn set(&mut self, at: u32) {
        let unit = at as usize / reader::UNIT;
        self.starts[unit / 64] |= 1 << (unit % 64);
    }

    fn has(&self, at: u32) -> bool {
        let unit = at as usize / reader::UNIT;
        let set = self
            .starts
            .get(unit / 64)
            .is_some_and(|word| word >> (unit % 64) & 1 != 0);
        set && (at as usize).is_multiple_of(reader::UNIT)
    }
}

/// Whether the jump at a place enters the function that the emitter says is called there.
fn is_known_call(made: &Made<'_>, at: u32, to: usize) -> bool {
    let call = made.known_calls.binary_search_by_key(&at, |call| call.0);
    let function = call.ok().map(|index| made.known_calls[index].1 as usize);
    let entry = function.and_then(|function| made.known_entries.get(function));
    to != 0 && entry == Some(&to)
}

/// Whether code may write the word of the context at a distance.
pub fn is_written(distance: i32) -> bool {
    distance == offsets::DYNAMIC as i32
}

/// Where a distance leads, if that is in the code.
fn inside(at: u32, distance: i64, end: u32) -> Option<u32> {
    let to = u32::try_from(i64::from(at) + distance).ok()?;
    (to < end).then_some(to)
}

/// Whether a word may say where to go on: that of a function or of a point.
fn check_word(at: u32, distance: i32) -> Result<(), Fault> {
    let words = [offset_of!(Code, native), offset_of!(Point, native)];
    match usize::try_from(distance).is_ok_and(|distance| words.contains(&distance)) {
        true => Ok(()),
        false => Err(Fault::Indirect(at)),
    }
}
