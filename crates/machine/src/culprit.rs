//! Whose name a complaint bears: that of the procedure which the program called,
//! whatever procedures of the libraries are between it and what failed.
//!
//! A frame tells the call that made it. A call that names its procedure is a
//! matter of the library. So is one of a procedure that a library passed (`unzip1`
//! passes `car` to `map`, which calls its argument); if the program passed it, the
//! search ends there, and it ends at the program's own code.
//! Frames of tail calls are gone, so there the code is asked: whether the
//! procedure that was called leads by tail calls to the one that runs.
//!
//! ```text
//!   frames, youngest first                       who
//!   %find  (searches)                            private
//!   lookup (called %find by name)                lookup
//!   fetch  (in the program; its call is of       remove, which leads to
//!           `remove` of the library)               lookup by a tail call
//! ```
//!
//! Says nothing of places; those are the concern of [`crate::trace`].

use crate::access::closure_code;
use crate::context::{Context, LiveSlots, block_of, instruction_words};
use crate::link::{LinkedUnit, Resolved};
use crate::trace::{is_at, is_built_in, outermost, place_of};
use mound_base::Symbol;
use mound_bytecode::ops::{self, Op};
use mound_bytecode::unit::{ExtentKind, Place};
use mound_heap::Value;
use mound_heap::code::Code;
use mound_heap::object::Pair;
use std::collections::{HashMap, HashSet};

/// Frames that are looked at for the procedure that the program called.
const FRAMES_ASKED: usize = 32;

/// Functions that are looked at for a way of tail calls.
const WAY_MAX: usize = 64;

/// Who leads to a procedure by tail calls, of those that programs know.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Caller {
    Nobody,
    Only(Symbol),
    Several,
}

impl Caller {
    fn or(self, other: Caller) -> Caller {
        match (self, other) {
            (Caller::Nobody, known) | (known, Caller::Nobody) => known,
            (first, second) if first == second => first,
            _ => Caller::Several,
        }
    }
}

impl Context {
    /// Who complains, as the program would say it, when the running instruction does
    /// so as `who` about argument `position`. `None`: the position means nothing to
    /// the program.
    pub(crate) fn culprit(&self, who: &str, position: u32) -> (String, Option<u32>) {
        let unchanged = || (who.to_owned(), Some(position));
        let Some(point) = self.running_point() else {
            return unchanged();
        };
        // SAFETY: M1.
        let code = unsafe { &*point.code };
        // SAFETY: the unit lives as long as its code.
        let unit = unsafe { LinkedUnit::of(code) };
        let Some(place) = place_of(&unit.debug, code.function, point.word) else {
            return unchanged();
        };
        let (mut name, mut position) = unchanged();
        for extent in unit.debug.extents.iter().filter(|one| is_at(one, &place)) {
            match extent.kind {
                ExtentKind::Exchanged => {
                    name = extent.name.to_string();
                    position = position.map(|position| 3_u32.saturating_sub(position));
                }
                ExtentKind::Inlined | ExtentKind::Procedure(_) => {}
            }
        }
        let inlined = unit.debug.extents.iter().find(|extent| {
            let generated = matches!(extent.kind, ExtentKind::Procedure(_));
            is_at(extent, &place) && (generated || extent.kind == ExtentKind::Inlined)
        });
        let is_built_in = is_built_in(&unit.name);
        let outer = match inlined {
            _ if is_built_in => self.called(),
            Some(extent) => Some(extent.name),
            None => None,
        };
        let Some(outer) = outer.map(|name| name.to_string()) else {
            return (name, position);
        };
        let own = unit.function_name(code.function);
        // `x - 1` adds -1, and `zero?` compares.
        let instruction = (&*outer, &*name);
        let is_same = outer == name || [("-", "+"), ("zero?", "=")].contains(&instruction);
        let is_elsewhere = own != outer && !is_private(&own);
        if !is_same || (is_built_in || inlined.is_none()) && (code.rest || is_elsewhere) {
            position = None;
        }
        (outer, position)
    }

    /// Who complains if a library does so as `who`: the procedure that the program called, or, if
    /// `who` is a list, its first element.
    pub fn complainant(&mut self, who: Value) -> Value {
        if let Some(given) = Pair::of(who) {
            return given.car();
        }
        match self.called() {
            Some(called) if who.is_symbol() => self.heap.symbol(called.counted()),
            _ => who,
        }
    }

    /// The procedure of a library that the program called, as far as the frames and the code of
    /// the libraries tell; `None` also if what runs is not of a library.
    fn called(&self) -> Option<Symbol> {
        let mut known = None;
        // The oldest function so far, and where it is written.
        let mut oldest: Option<(&Code, Option<Symbol>)> = None;
        // What a procedure of a library was passed and calls, until it is found who passed it.
        let mut passed: Option<(&Code, Option<Symbol>)> = None;
        let gone = self.running_point().filter(|_| self.is_in_tail_call());
        for point in gone.into_iter().chain(self.frame_points(FRAMES_ASKED)) {
            // SAFETY: M1: what the frames of a context stand at is live while it is not run.
            let code = unsafe { &*point.code };
            let target = oldest.and_then(|_| self.called_at(code, point.word));
            if !is_library(code) {
                let entered = |(oldest, _)| self.entered_by(target?, oldest, passed);
                match oldest.and_then(entered) {
                    Some(called) => return Some(called),
                    None => match self.given_by(code, passed.or(oldest)?.0) {
                        Some(given) => return Some(given),
                        None => break,
                    },
                }
            }
            let home = home(code);
            let names = |one| self.named(code).any(|named| self.leads(named, one));
            if passed.is_some_and(|(passed, _)| names(passed)) {
                passed = None;
            }
            if let Some((inner, its_home)) = oldest
                && its_home != home
                && !target.is_some_and(|target| self.leads(target, inner))
                && !names(inner)
            {
                // Neither the call nor what is around it names it, so somebody passed it.
                if passed.is_some() {
                    break;
                }
                passed = oldest;
            }
            oldest = Some((code, home));
            if passed.is_none() {
                known = home.filter(is_public).or(known);
            }
        }
        match passed.or(oldest) {
            Some((code, Some(home))) if !is_public(&home) => {
                unit_of(code).only_caller(home).or(known)
            }
            _ => known,
        }
    }

    /// Whether a tail call is being made, so that the frame of who makes it is gone.
    fn is_in_tail_call(&self) -> bool {
        self.live_slots != LiveSlots::Running
            && self.running_point().is_some_and(|point| {
                // SAFETY: M1: `code` is live while it runs.
                let code = unsafe { &*point.code };
                let word = code.instructions.get(point.word as usize);
                word.and_then(|&word| Op::from_byte(word as u8))
                    .is_some_and(is_tail)
            })
    }

    /// The function that the call at instruction `word` names.
    fn called_at<'a>(&'a self, code: &'a Code, word: u32) -> Option<&'a Code> {
        let start = code.blocks[block_of(code, word as usize)];
        instructions(code, start as usize)
            .find(|&(at, op)| at + op.row().words as usize > word as usize)
            .and_then(|(at, op)| self.target(code, at, op))
    }

    /// The function that a call names, if it does.
    fn target<'a>(&'a self, code: &'a Code, at: usize, op: Op) -> Option<&'a Code> {
        let operand = *code.instructions.get(at + 1)?;
        match op {
            Op::CallKnown | Op::TailCallKnown => Some(known(code, operand)),
            Op::CallGlobal | Op::TailCallGlobal => self.referred(code, operand),
            _ => None,
        }
    }

    /// The function of the procedure that a reference names.
    fn referred<'a>(&'a self, code: &'a Code, reference: u32) -> Option<&'a Code> {
        let procedure = match unit_of(code).reference(reference) {
            Resolved::Constant(value) => *value,
            Resolved::Cell(cell) => self.globals.get(cell)?,
        };
        let target = closure_code(procedure)?;
        // SAFETY: H1: the code word of a closure is a pointer to live code, which the reference of a
        // live unit or the table of this process keeps alive.
        Some(unsafe { &*target })
    }

    /// Whether `from` is the function `to`, or leads there by tail calls of named procedures of
    /// libraries.
    fn leads(&self, from: &Code, to: &Code) -> bool {
        let mut seen = vec![from];
        self.any_ahead(&mut seen, |code| std::ptr::eq(code, to))
    }

    /// The procedure of a library by which the call of `target`, in the program, has led to the
    /// function `to`, and, if that was passed something, to who passed it.
    fn entered_by(
        &self,
        target: &Code,
        to: &Code,
        passed: Option<(&Code, Option<Symbol>)>,
    ) -> Option<Symbol> {
        let mut found = None;
        let leads = |code: &Code| is_library(code) && self.leads(code, to);
        self.any_ahead(&mut vec![target], |code| {
            if leads(code) {
                found = Some(code);
            }
            found.is_some()
        });
        if let Some((passed, _)) = passed {
            let names = |code| self.named(code).any(|named| self.leads(named, passed));
            if !self.any_ahead(&mut vec![target], |code| leads(code) && names(code)) {
                return None;
            }
        }
        home(found?).filter(is_public)
    }

    /// The only procedure of a library by which what a function of the program gives away, as to `apply` or `map`,
    /// may have led to the function `to`.
    fn given_by(&self, code: &Code, to: &Code) -> Option<Symbol> {
        let is_meant = |named: &&Code| is_library(named) && self.leads(named, to);
        let mut homes = self.named(code).filter(is_meant).map(home);
        let first = homes.next()?.filter(is_public)?;
        homes.all(|other| other == Some(first)).then_some(first)
    }

    /// Whether a function passes, of those in `seen` and those to which they lead by tail calls;
    /// from the code of a library only to that of libraries.
    fn any_ahead<'a>(
        &'a self,
        seen: &mut Vec<&'a Code>,
        mut passes: impl FnMut(&'a Code) -> bool,
    ) -> bool {
        let mut next = 0;
        while let Some(&code) = seen.get(next) {
            if passes(code) {
                return true;
            }
            next += 1;
            for target in clauses(code).chain(self.ahead(code)) {
                let is_new = !seen.iter().any(|&one| std::ptr::eq(one, target));
                if is_new && seen.len() < WAY_MAX && (is_library(target) || !is_library(code)) {
                    seen.push(target);
                }
            }
        }
        false
    }

    /// Where the tail calls of a function lead. A call that names nothing, as `apply` makes, may
    /// lead to what else the function names, and so may a call of who makes one.
    fn ahead<'a>(&'a self, code: &'a Code) -> Vec<&'a Code> {
        let mut ahead: Vec<&Code> = self.tails(code).flatten().collect();
        let is_open = |code| self.tails(code).any(|target| target.is_none());
        let mut callees = ahead
            .iter()
            .flat_map(|&callee| clauses(callee).chain([callee]));
        if is_open(code) || callees.any(is_open) {
            ahead.extend(self.named(code));
        }
        ahead
    }

    /// The functions that the tail calls of a function name, if they do.
    fn tails<'a>(&'a self, code: &'a Code) -> impl Iterator<Item = Option<&'a Code>> {
        let tails = instructions(code, 0).filter(|&(_, op)| is_tail(op));
        tails.map(|(at, op)| self.target(code, at, op))
    }

    /// The procedures that a function names without calling them.
    fn named<'a>(&'a self, code: &'a Code) -> impl Iterator<Item = &'a Code> {
        instructions(code, 0).filter_map(|(at, op)| self.value(code, at, op))
    }

    fn value<'a>(&'a self, code: &'a Code, at: usize, op: Op) -> Option<&'a Code> {
        let narrow = || u32::from(ops::fields(code.instructions[at]).d);
        let wide = || code.instructions[at + 1];
        match op {
            Op::Function | Op::Closure => unit_of(code).find_code(narrow()),
            Op::FunctionWide | Op::ClosureWide => unit_of(code).find_code(wide()),
            Op::Global => self.referred(code, narrow()),
            Op::GlobalWide => self.referred(code, wide()),
            _ => None,
        }
    }
}

/// Who leads to each private procedure of a unit by tail calls.
pub(crate) fn callers(unit: &LinkedUnit) -> HashMap<Symbol, Caller> {
    let codes: Vec<&Code> = (0..).map_while(|index| unit.find_code(index)).collect();
    let homes: Vec<Option<Symbol>> = codes.iter().map(|code| home(code)).collect();
    let mut edges: HashSet<(Symbol, Symbol)> = HashSet::new();
    for code in codes {
        let tails = instructions(code, 0).filter(|&(_, op)| op == Op::TailCallKnown);
        let targets = tails.map(|(at, _)| known(code, code.instructions[at + 1]));
        for target in clauses(code).chain(targets) {
            let ends = (
                homes[code.function as usize],
                homes[target.function as usize],
            );
            if let (Some(from), Some(to)) = ends
                && !is_public(&to)
            {
                edges.insert((from, to));
            }
        }
    }
    let mut callers = HashMap::new();
    let mut is_changed = true;
    while is_changed {
        is_changed = false;
        for &(from, to) in &edges {
            let through = match is_public(&from) {
                true => Caller::Only(from),
                false => callers.get(&from).copied().unwrap_or(Caller::Nobody),
            };
            let before = callers.get(&to).copied().unwrap_or(Caller::Nobody);
            let all = before.or(through);
            is_changed |= all != before;
            callers.insert(to, all);
        }
    }
    callers
}

fn is_library(code: &Code) -> bool {
    is_built_in(&unit_of(code).name)
}

fn unit_of(code: &Code) -> &LinkedUnit {
    // SAFETY: the unit lives as long as its code, which the caller holds.
    unsafe { LinkedUnit::of(code) }
}

/// The target of a call of a function of the same unit.
fn known(code: &Code, distance: u32) -> &Code {
    // SAFETY: L2: the operand is the distance in bytes to a function of the same unit.
    unsafe { &*(&raw const *code).byte_offset(distance as i32 as isize) }
}

/// What a `case-lambda` chooses from.
fn clauses(code: &Code) -> impl Iterator<Item = &Code> {
    let unit = unit_of(code);
    code.clauses
        .iter()
        .filter_map(|&clause| unit.find_code(clause))
}

/// The instructions of a function from word `at` on, which begins one.
fn instructions(code: &Code, mut at: usize) -> impl Iterator<Item = (usize, Op)> {
    std::iter::from_fn(move || {
        let op = Op::from_byte(*code.instructions.get(at)? as u8)?;
        let here = at;
        at += instruction_words(code, at, op).max(1);
        Some((here, op))
    })
}

fn is_tail(op: Op) -> bool {
    matches!(
        op,
        Op::TailCall | Op::TailCallKnown | Op::TailCallGlobal | Op::TailCallPrimitive
    )
}

/// The outermost procedure in which a function is written, or the name it has.
fn home(code: &Code) -> Option<Symbol> {
    let debug = &unit_of(code).debug;
    let function = debug.functions.get(code.function as usize)?;
    let (source, start, end) = function.span;
    let place = Place {
        word: 0,
        source,
        start,
        end,
    };
    let written = (end > 0).then(|| outermost(debug, &place)).flatten();
    written.or(function.name)
}

/// Whether a name means something to programs, which private ones of a library do not.
fn is_public(name: &Symbol) -> bool {
    !is_private(&name.text())
}

fn is_private(name: &str) -> bool {
    name.is_empty() || name.starts_with('%')
}
