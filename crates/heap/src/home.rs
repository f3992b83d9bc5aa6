//! Where code stands, without addresses: for those who write values as bytes.
//!
//! A closure runs, and a frame goes on in, a function of a unit. The unit is
//! named by its fragment here, the function and the place in it by numbers.

use crate::code::{Code, Point, PointKind};
use crate::continuation::{Frame, live_slots};
use crate::fragment::{Fragment, FragmentRef};
use crate::object::{Closure, Object};
use crate::text::follow;
use crate::value::Value;
use std::sync::atomic::Ordering;

/// A function of a linked unit.
#[derive(Clone, Copy, Debug)]
pub struct Home<'a> {
    pub unit: &'a Fragment,
    /// Index in the unit.
    pub function: u32,
}

/// Where in its function a frame goes on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Suspension {
    /// At the beginning of this block.
    Block(u32),
    /// At no place: the instruction that begins at this word raised.
    Fault(u32),
}

/// The home of code, if it belongs to a fragment.
///
/// # Safety
/// The code lives for `'a`.
unsafe fn home_of<'a>(code: *const Code) -> Option<Home<'a>> {
    // SAFETY: as required of the caller.
    let code = unsafe { code.as_ref() }?;
    // SAFETY: code lives in its fragment.
    let unit = unsafe { code.fragment.load(Ordering::Acquire).as_ref() }?;
    let function = code.function;
    Some(Home { unit, function })
}

impl Closure {
    /// The function it runs.
    pub fn home(&self) -> Option<Home<'_>> {
        // SAFETY: H4: the closure is reachable, so its code lives; views are short-lived (H6).
        unsafe { home_of(self.code()) }
    }
}

impl Frame {
    fn the_point(&self) -> PointRef<'_> {
        // SAFETY: C1: a return word of a frame points to a point, which lives with its code.
        PointRef(unsafe { &*self.point })
    }

    /// The function it runs.
    pub fn home(&self) -> Option<Home<'_>> {
        // SAFETY: H4: the frame is reachable, so its code lives; views are short-lived (H6).
        unsafe { home_of(self.the_point().0.code) }
    }

    pub fn suspension(&self) -> Suspension {
        let point = self.the_point().0;
        match point.kind {
            PointKind::Return | PointKind::Resume | PointKind::Underflow => {
                Suspension::Block(point.block)
            }
            PointKind::Fault => Suspension::Fault(point.start),
        }
    }

    /// Number of its live slots.
    pub fn slot_count(&self) -> usize {
        self.the_point().slot_count()
    }
}

/// A point of a unit that lives for `'a`.
#[derive(Clone, Copy, Debug)]
pub struct PointRef<'a>(&'a Point);

impl<'a> PointRef<'a> {
    /// The point at the beginning of a block.
    pub fn of_block(unit: &'a FragmentRef, function: u32, block: u32) -> Option<PointRef<'a>> {
        let code = unit.codes().get(function as usize)?;
        code.points.get(block as usize).map(PointRef)
    }

    /// # Safety
    /// The point belongs to a function of a linked unit.
    pub unsafe fn new(point: &'a Point) -> PointRef<'a> {
        PointRef(point)
    }

    /// Words of a frame suspended here.
    pub fn base(self) -> usize {
        self.0.base as usize
    }

    /// The live slots of a frame suspended here, ascending.
    pub fn slots(self) -> impl Iterator<Item = usize> {
        live_slots(self.0.live)
    }

    pub fn slot_count(self) -> usize {
        let ones = self.0.live.iter().map(|bits| bits.count_ones() as usize);
        ones.sum()
    }

    pub(crate) fn word(self) -> u64 {
        std::ptr::from_ref(self.0) as u64
    }
}

/// The value that counts as `value`: for a string that was widened the wider one.
#[inline]
pub fn current(value: Value) -> Value {
    Object::of(value).map_or(value, |object| follow(object).value())
}
