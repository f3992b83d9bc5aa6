//! What is unusual about a process, in one byte: so one look tells that nothing is.
//!
//! - F1. [`LIMITED`], [`WINDOWS`], [`TRAVELLED`] and [`INHERITANCE`] say what is in `rare`: they are set together
//!   with it.

use crate::context::Context;
use std::any::Any;

/// There was no memory for a message.
pub(crate) const STARVED: u8 = 1;
/// The process has limits.
pub(crate) const LIMITED: u8 = 1 << 1;
/// It has open windows.
pub(crate) const WINDOWS: u8 = 1 << 2;
/// Something belongs to it that is the host's.
const ATTACHED: u8 = 1 << 3;
/// The host is to be asked before it runs.
const ATTENDED: u8 = 1 << 4;
/// It has variables of other nodes.
pub(crate) const TRAVELLED: u8 = 1 << 5;
/// It has changed top-level variables, or inherited changes.
pub(crate) const INHERITANCE: u8 = 1 << 6;

impl Context {
    #[inline(always)]
    pub(crate) fn has_flags(&self, flags: u8) -> bool {
        self.flags & flags != 0
    }

    pub(crate) fn set_flags(&mut self, flags: u8, set: bool) {
        self.flags = match set {
            true => self.flags | flags,
            false => self.flags & !flags,
        };
    }

    /// Whether the process has limits or open windows.
    #[inline(always)]
    pub fn is_watched(&self) -> bool {
        self.has_flags(LIMITED | WINDOWS)
    }

    /// Whether nothing comes before the program in a turn: there are no limits, and nobody has said that it
    /// [is attended](Context::set_attended).
    #[inline(always)]
    pub fn begins_plainly(&self) -> bool {
        !self.has_flags(LIMITED | ATTENDED)
    }

    /// Whether nothing at all is unusual.
    #[inline(always)]
    pub(crate) fn is_plain(&self) -> bool {
        self.flags == 0
    }

    /// Says whether something is to be done before the process runs in a turn; the host sees to that.
    pub fn set_attended(&mut self, attended: bool) {
        self.set_flags(ATTENDED, attended);
    }

    /// Keeps what the host needs to know of the process with it.
    pub fn attach(&mut self, attachment: Box<dyn Any + Send>) {
        self.rare().attachment = Some(attachment);
        self.set_flags(ATTACHED, true);
    }

    /// Whether there is something by [`Context::attach`].
    #[inline(always)]
    pub fn is_attached(&self) -> bool {
        self.has_flags(ATTACHED)
    }

    /// What was attached, if it is of this type.
    pub fn attachment<T: Any>(&self) -> Option<&T> {
        self.rare.as_ref()?.attachment.as_ref()?.downcast_ref()
    }

    /// The same, to be changed.
    pub fn attachment_mut<T: Any>(&mut self) -> Option<&mut T> {
        self.rare.as_mut()?.attachment.as_mut()?.downcast_mut()
    }
}
