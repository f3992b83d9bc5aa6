//! A process that waits or ends gives its place to another one, without leaving machine code.
//!
//! Machine code calls [`give_place`] where it would stop to wait for a message, and [`leave_place`] where it
//! would stop since there is nothing more to do. The host decides whether another process goes on at
//! once, prepares it with [`Context::take_place`], and exchanges the boxes; then machine code loads the
//! registers of that one and jumps to where it goes on.
//!
//! - L1. What machine code keeps in registers, and what the machine keeps in `native::Exchange`, is of
//!   the process that is in the place. The other one is not touched once the host has it.

use crate::context::{Context, LiveSlots, Pending};
use crate::held;
use crate::host::Host;
use crate::native::{Answer, ELSEWHERE, Exchange, LEAVE};
use mound_heap::code::{Code, Point};
use std::any::Any;
use std::num::NonZeroU64;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::ptr::NonNull;

/// A process that is ready to go on in machine code.
#[derive(Clone, Copy, Debug)]
pub struct Successor {
    context: NonNull<Context>,
    point: *const Point,
}

/// What became of the place of a process.
pub(crate) enum Succession {
    /// Nothing has changed.
    Kept,
    /// Machine code goes on in this context, at this point.
    Taken(*mut Context, *const Point),
    /// Machine code is to be left.
    Broken,
}

impl Context {
    /// Prepares the process for a turn of so much fuel, in the place of another one that gives it up. `None`
    /// if that takes more than machine code to go on with: then it begins a turn as usual.
    #[inline(always)]
    pub fn take_place(&mut self, fuel: i64) -> Option<Successor> {
        self.fuel = fuel;
        let point = self.go_on_quickly()?;
        Some(Successor {
            context: NonNull::from(self),
            point,
        })
    }
}

/// Lets another process go on in the place of this one, which waits for a message, at most until the
/// deadline, in the control primitive that it runs, for the instruction at a word of a function.
///
/// # Safety
/// N1: machine code has passed its context on, and waits.
#[inline(always)]
pub(crate) unsafe fn give_place(
    context: *mut Context,
    code: *const Code,
    pending: Pending,
    count: u32,
    word: u32,
    deadline: Option<NonZeroU64>,
) -> Option<Answer> {
    let wait = |this: &mut Context| {
        let waits = this.can_wait();
        if waits {
            this.stand_at(code, word);
            this.live_slots = LiveSlots::Arguments(count);
            this.pending = pending;
        }
        waits
    };
    // SAFETY: as the caller says.
    match unsafe {
        change_place(context, wait, |host, place| {
            host.give_place(place, deadline)
        })
    } {
        Succession::Kept => None,
        Succession::Taken(context, point) => Some(Answer {
            word: point as u64,
            kind: context as u64,
        }),
        Succession::Broken => Some(Answer {
            word: LEAVE as u64,
            kind: ELSEWHERE,
        }),
    }
}

/// Lets another process begin in the place of this one, which has nothing more to do.
///
/// # Safety
/// N1: machine code has passed its context on, and waits.
#[inline(always)]
pub(crate) unsafe fn leave_place(context: *mut Context) -> Succession {
    let end = |this: &mut Context| this.is_plain();
    // SAFETY: as the caller says.
    unsafe { change_place(context, end, |host, place| host.leave_place(place)) }
}

/// Asks the host with `ask` for another process, once this one is prepared, which may refuse.
///
/// # Safety
/// N1: machine code has passed its context on, and waits.
#[inline(always)]
unsafe fn change_place(
    context: *mut Context,
    prepare: impl FnOnce(&mut Context) -> bool,
    ask: impl FnOnce(&mut dyn Host, &mut Box<Context>) -> Option<Successor>,
) -> Succession {
    // SAFETY: as the caller says. Not used any more once the host is asked.
    let this = unsafe { &mut *context };
    let exchange = this.exchange;
    // SAFETY: `native::run_at` set it before machine code was entered, and waits for it.
    let place = unsafe { (*exchange).place };
    if place.is_null() {
        return Succession::Kept;
    }
    match catch_unwind(AssertUnwindSafe(|| prepare(this))) {
        Ok(true) => {}
        Ok(false) => return Succession::Kept,
        // SAFETY: as above.
        Err(panic) => return unsafe { broken(exchange, panic) },
    }
    this.exchange = std::ptr::null_mut();
    // SAFETY: as above: `run_at` has borrowed the host and the place.
    let (host, place) = unsafe { (&mut *(*exchange).host, &mut *place) };
    let given = catch_unwind(AssertUnwindSafe(|| ask(host, place)));
    // L1.
    place.exchange = exchange;
    let now = std::ptr::from_mut(&mut **place);
    // SAFETY: as above.
    unsafe { (*exchange).context = now };
    match given {
        Ok(Some(successor)) if std::ptr::eq(successor.context.as_ptr(), now) => {
            held::count(2);
            Succession::Taken(now, successor.point)
        }
        // SAFETY: as above.
        Ok(Some(_)) => unsafe { broken(exchange, Box::new("another process was to go on here")) },
        Ok(None) => Succession::Kept,
        // SAFETY: as above.
        Err(panic) => unsafe { broken(exchange, panic) },
    }
}

/// Keeps a panic (N2).
///
/// # Safety
/// The exchange is the one that `native::run_at` has set.
#[cold]
unsafe fn broken(exchange: *mut Exchange, panic: Box<dyn Any + Send>) -> Succession {
    // SAFETY: as the caller says.
    unsafe { (*exchange).panic = Some(panic) };
    Succession::Broken
}
