//! What is unusual about a process, in one byte: so one look tells that nothing is.
//!
//! - F1. [`LIMITED`], [`WINDOWS`], [`TRAVELLED`], [`INHERITANCE`] and [`INDEBTED`] say what is in `rare`:
//!   they are set together with it.

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
/// It owes turns for its collections.
pub(crate) const INDEBTED: u8 = 1 << 7;

/// Words that a collection moves in the time of one unit of fuel, about.
const WORDS_PER_REDUCTION: u64 = 2;
/// Less is not asked for: about the words of one turn.
const LEAST_DEBT_WORDS: u64 = 8192;

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

    /// Whether nothing comes before the program in a turn: there are no limits, it owes nothing, and nobody
    /// has said that it [is attended](Context::set_attended).
    #[inline(always)]
    pub fn begins_plainly(&self) -> bool {
        !self.has_flags(LIMITED | ATTENDED | INDEBTED)
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

    /// Notes that a collection has moved so many words. They are not paid with fuel, since what a program
    /// pays must not depend on when there is a collection, but with turns.
    pub(crate) fn owe(&mut self, words: u64) {
        let rare = self.rare();
        rare.owed_words = rare.owed_words.saturating_add(words);
        if rare.owed_words >= LEAST_DEBT_WORDS {
            self.set_flags(INDEBTED, true);
        }
    }

    /// Whether the process owes a turn for collections; if so, it has paid with this one, of so much fuel.
    pub fn pays_for_collections(&mut self, fuel: i64) -> bool {
        if !self.has_flags(INDEBTED) {
            return false;
        }
        let paid = u64::try_from(fuel).unwrap_or(0).max(1) * WORDS_PER_REDUCTION;
        let rare = self.rare();
        rare.owed_words = rare.owed_words.saturating_sub(paid);
        let owes = rare.owed_words >= LEAST_DEBT_WORDS;
        self.set_flags(INDEBTED, owes);
        true
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
