//! What comes between instructions: calls that need more than a jump, control
//! primitives, values on their way to a frame, errors, the end.
//!
//! ```text
//!   instructions, by the interpreter or as machine code
//!        |    ^
//!   Next |    | the process stands at the beginning of a block
//!        v    |
//!      proceed, again and again ------> Stop: waits, gives way, ends
//! ```

use crate::capture::Delivered;
use crate::condition::Raise;
use crate::context::{Context, LiveSlots, Pending};
use crate::held;
use crate::host::{Arguments, Control, Host, Outcome};
use crate::interpret::Stop;
use crate::procedures::Entered;
use mound_heap::Value;
use mound_heap::code::{Code, Point};
use mound_heap::freeze::Frozen;

/// What comes after instructions.
pub(crate) enum Next {
    /// Execute at `pc`.
    Go,
    /// Enter the procedure in slot 1 of the frame at `context.fp`.
    Enter(u32),
    /// Enter this function in the frame at `context.fp`, which has exactly what it wants in so many
    /// slots: a list of the rest is made already.
    EnterCode(*const Code, u32),
    /// Run a control primitive in the frame at `context.fp`.
    Primitive(Control, u32),
    /// Give the value to the frame below the one at `context.fp`.
    Deliver(Value),
    /// The same, after the continuation was replaced: this pays fuel.
    Throw(Value),
    /// An instruction or primitive of the running frame raised.
    Fault(Raise),
    /// The call whose frame is at `context.fp` raised: that frame makes room for the error procedure.
    Refuse(Raise),
    /// The running instruction, or a control primitive, gave up and is to be run again (`unfinished.rs`).
    Unfinished(Option<(Control, u32)>),
    /// Run it again, if that can be finished now.
    Resume(Option<(Control, u32)>),
    /// The fuel is used up.
    Yield,
    /// The process has ended already.
    Halted,
    /// The process stops.
    Stop(Stop),
}

impl Context {
    /// Whether the process waits for a message ([`Outcome::Receive`]).
    #[inline]
    pub fn receives(&self) -> bool {
        matches!(self.pending, Pending::Receive { .. })
    }

    /// Of a process that waits for room to send ([`Outcome::Suspend`]): the first two arguments of what sends.
    pub fn suspended_at(&self) -> Option<(Value, Value)> {
        match self.pending {
            Pending::Suspended { count, .. } if count >= 2 => Some((self.slot(2), self.slot(3))),
            _ => None,
        }
    }

    /// Ends a wait for a message with the first that comes, in a turn of the process. It is given back if the
    /// process does not wait for it, or more is to be done about it.
    #[inline(always)]
    pub fn receive(&mut self, message: Frozen) -> Result<(), Frozen> {
        let Some(stays) = self.accepts(message.root()) else {
            return Err(message);
        };
        let message = self.adopt(message);
        self.end_receive(message, stays);
        Ok(())
    }

    /// The same in a turn of another process, in which nothing can be collected for it.
    #[inline(always)]
    pub fn accept(&mut self, message: Frozen) -> Result<(), Frozen> {
        let Some(stays) = self.accepts(message.root()) else {
            return Err(message);
        };
        let message = match message.fragment() {
            None => message.root(),
            Some(_) => self.adopt_at_once(message)?,
        };
        self.end_receive(message, stays);
        Ok(())
    }

    /// The same with a message that is not frozen: a word that is no object, or a small list of `sender`, which
    /// is copied from one block to the other. `None` if it is to be sent as usual.
    #[inline(always)]
    pub fn accept_from(&mut self, sender: &mut Context, message: Value) -> Option<()> {
        if message.is_pointer() {
            return self.accept_list(sender, message);
        }
        let stays = self.accepts(message)?;
        self.end_receive(message, stays);
        Some(())
    }

    #[inline(never)]
    fn accept_list(&mut self, sender: &mut Context, list: Value) -> Option<()> {
        let stays = self.accepts(list)?;
        let low = self.lowest();
        let message = sender.copying(|heap| heap.give_list(&mut self.heap, list, low))?;
        self.end_receive(message, stays);
        Some(())
    }

    /// Whether the process waits for a message, and this one may be it; and whether it stays in
    /// the mailbox.
    #[inline(always)]
    fn accepts(&self, message: Value) -> Option<bool> {
        match self.pending {
            Pending::Receive { stays, .. } => {
                self.mailbox.gives_at_once(message, stays).then_some(stays)
            }
            _ => None,
        }
    }

    #[inline(always)]
    fn end_receive(&mut self, message: Value, stays: bool) {
        self.mailbox.give(message, stays);
        self.set_slot(2, message);
        self.live_slots = LiveSlots::Arguments(1);
        self.pending = Pending::Deliver;
    }

    /// What a process begins its turn with.
    pub(crate) fn pending(&mut self) -> Next {
        match self.pending {
            Pending::Run => Next::Go,
            Pending::Enter(count) => Next::Enter(count),
            Pending::Primitive { primitive, count }
            | Pending::Suspended { primitive, count }
            | Pending::Receive {
                primitive, count, ..
            } => Next::Primitive(primitive, count),
            Pending::UnfinishedLeaf => Next::Resume(None),
            Pending::UnfinishedControl { primitive, count } => {
                Next::Resume(Some((primitive, count)))
            }
            Pending::Deliver => Next::Deliver(self.slot(2)),
            Pending::Over => Next::Halted,
            Pending::Died => {
                self.pending = Pending::Over;
                let object = self.temporaries.pop().unwrap_or(Value::FALSE);
                Next::Stop(Stop::Died(object))
            }
        }
    }
}

/// Runs a control primitive with the arguments in the frame at `context.fp`; [`after_primitive`] says
/// what comes of it.
#[inline(always)]
pub(crate) fn begin_primitive(
    context: &mut Context,
    host: &mut dyn Host,
    primitive: Control,
    count: u32,
) -> Result<Outcome, Raise> {
    context.live_slots = LiveSlots::Arguments(count);
    let outcome = primitive(context, host, Arguments { first: 2, count });
    held::look(context);
    outcome
}

/// What comes after a control primitive.
pub(crate) fn after_primitive(
    context: &mut Context,
    primitive: Control,
    count: u32,
    outcome: Result<Outcome, Raise>,
) -> Next {
    match outcome {
        Ok(Outcome::Value(value)) => Next::Deliver(value),
        Ok(Outcome::Throw(value)) => Next::Throw(value),
        Ok(Outcome::Call(count)) => Next::Enter(count),
        Ok(Outcome::GoOn) => Next::Go,
        Ok(Outcome::Wait { deadline }) => {
            context.pending = Pending::Primitive { primitive, count };
            Next::Stop(Stop::Wait { deadline })
        }
        Ok(Outcome::Suspend { deadline }) => {
            context.pending = Pending::Suspended { primitive, count };
            Next::Stop(Stop::Wait { deadline })
        }
        Ok(Outcome::Receive { deadline, stays }) => {
            context.pending = Pending::Receive {
                primitive,
                count,
                stays,
            };
            Next::Stop(Stop::Wait { deadline })
        }
        Ok(Outcome::Again) => {
            context.pending = Pending::Primitive { primitive, count };
            Next::Stop(Stop::Yield)
        }
        Ok(Outcome::Halt) => Next::Stop(context.over(Stop::Halted)),
        Ok(Outcome::Die(object)) => Next::Stop(context.over(Stop::Died(object))),
        Ok(Outcome::Exit(status)) => Next::Stop(context.over(Stop::Exit(status.into()))),
        Err(raise) if raise.is_unfinished() => Next::Unfinished(Some((primitive, count))),
        Err(raise) => Next::Refuse(raise),
    }
}

/// Does what comes next until there are instructions to execute, at `context.pc`, the beginning of a
/// block. The point there, if it is known without a search; an error if the process stops instead.
pub(crate) fn proceed(
    context: &mut Context,
    host: &mut dyn Host,
    mut next: Next,
) -> Result<Option<*const Point>, Stop> {
    let point = loop {
        next = match next {
            Next::Go => break None,
            Next::Enter(count) => match context.enter(count) {
                Ok(Entered::Code) if context.fuel <= 0 => Next::Yield,
                Ok(Entered::Code) => break None,
                Ok(Entered::Throw(value)) => Next::Throw(value),
                // The error procedure itself cannot be called.
                Err(raise) if context.is_signal(context.slot(1)) => {
                    return Err(context.over(Stop::Died(raise.0)));
                }
                Err(raise) => Next::Refuse(raise),
            },
            Next::EnterCode(code, count) => {
                // If it must be collected now, nothing else may hold the unit of the function.
                context.stand_at(code, 0);
                match context.enter_prepared(code, count) {
                    Ok(()) if context.fuel <= 0 => Next::Yield,
                    Ok(()) => break None,
                    Err(raise) => Next::Refuse(raise),
                }
            }
            Next::Primitive(primitive, count) => {
                match begin_primitive(context, host, primitive, count) {
                    // The usual one first: the others are moved about.
                    Ok(Outcome::Value(value)) => Next::Deliver(value),
                    outcome => after_primitive(context, primitive, count, outcome),
                }
            }
            Next::Deliver(value) => match context.deliver(value) {
                Ok(Delivered::To(point)) => break Some(point),
                Ok(Delivered::Result(result)) => return Err(context.over(Stop::Done(result))),
                Err(raise) => return Err(context.over(Stop::Died(raise.0))),
            },
            Next::Throw(value) => {
                context.fuel -= 1;
                match context.deliver(value) {
                    Ok(Delivered::To(_)) if context.fuel <= 0 => Next::Yield,
                    Ok(Delivered::To(point)) => break Some(point),
                    Ok(Delivered::Result(result)) => return Err(context.over(Stop::Done(result))),
                    Err(raise) => return Err(context.over(Stop::Died(raise.0))),
                }
            }
            Next::Fault(raise) if raise.is_unfinished() => Next::Unfinished(None),
            Next::Unfinished(control) => match context.leave_unfinished(host, control) {
                Some(stop) => return Err(stop),
                None => Next::Resume(control),
            },
            Next::Resume(_) if !context.is_finished(host) => {
                return Err(Stop::Wait { deadline: None });
            }
            Next::Resume(None) => break None,
            Next::Resume(Some((primitive, count))) => Next::Primitive(primitive, count),
            Next::Fault(raise) | Next::Refuse(raise) if context.is_fatal(raise) => {
                return Err(context.over(Stop::Died(raise.0)));
            }
            Next::Fault(raise) => Next::Enter(context.fault(raise)),
            Next::Refuse(raise) => Next::Enter(context.signal_in_place(raise)),
            Next::Yield => {
                context.pending = Pending::Run;
                return Err(Stop::Yield);
            }
            Next::Halted => return Err(Stop::Halted),
            Next::Stop(stop) => return Err(stop),
        }
    };
    context.live_slots = LiveSlots::Running;
    Ok(point)
}
