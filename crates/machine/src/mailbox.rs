//! The messages of a process that its scheduler has handed over.
//!
//! ```text
//!   looked at        not looked at            in the scheduler's queue
//!   | m0 | m1 | m2 |     m3 | m4 |            | ...
//!                  ^ cursor
//! ```
//!
//! A receive moves the cursor over what does not fit. Each message has a number
//! that no other message of the process ever had, so that a receive that was
//! interrupted by another one, in a guard, finds its place again.
//!
//! Invariants:
//! - B1. Numbers ascend with the age of the message: the oldest has the least.
//! - B2. `exits` counts the conditions among the messages that a receive raises, and
//!   `downs` has the references of the monitors whose message is here. So
//!   neither has to be looked for in a long mailbox.
//! - B3. The room of `messages` is counted in the budget of all processes, and asked for there
//!   before it becomes large.

mod bounded;
mod notice;

pub use bounded::{Arrival, MailboxLimit};

pub(crate) use notice::{is_exit, is_notice};

use bounded::Bounded;
use mound_heap::Value;
use mound_heap::budget;
use mound_heap::object::Condition;
use notice::{answered_tag, down_reference, is_full};
use std::collections::{BTreeSet, HashSet, VecDeque};

/// Requests without an answer that are remembered, so that a late answer can be
/// dropped: more than a process times out of before the answers come, and half a
/// megabyte. The oldest are forgotten first.
const FORSAKEN_MAX: usize = 1 << 14;

/// Messages for which there is room at first.
const ROOM_MIN: usize = 4;

/// More room than this is given back as soon as the mailbox is empty: one burst must not cost a
/// process its memory for ever.
const ROOM_KEPT: usize = 64;

/// See the top of this file.
#[derive(Debug)]
pub struct Mailbox {
    messages: VecDeque<Numbered>,
    next_number: u64,
    /// Messages with lower numbers came before the last collection.
    known: u64,
    /// Messages before this one have been looked at by the receive that is going on.
    cursor: usize,
    /// The message that was received last, until the process waits: for reports. Or `ABSENT`.
    last: Value,
    rare: Option<Box<Rare>>,
}

impl Default for Mailbox {
    fn default() -> Mailbox {
        Mailbox {
            messages: VecDeque::new(),
            next_number: 0,
            known: 0,
            cursor: 0,
            last: Value::ABSENT,
            rare: None,
        }
    }
}

/// A message and its number.
#[derive(Clone, Copy, Debug)]
struct Numbered {
    number: u64,
    message: Value,
}

/// What most mailboxes do not need.
#[derive(Debug, Default)]
struct Rare {
    exits: usize,
    downs: BTreeSet<u64>,
    /// Serials of the tags of requests that nobody waits for any more.
    forsaken: HashSet<u64>,
    /// The same, oldest first.
    forsaken_order: VecDeque<u64>,
    bounded: Option<Bounded>,
}

impl Rare {
    fn is_void(&self) -> bool {
        self.exits == 0
            && self.downs.is_empty()
            && self.forsaken.is_empty()
            && self.bounded.is_none()
    }
}

impl Mailbox {
    /// Makes it as new.
    #[inline]
    pub(crate) fn renew(&mut self) {
        match self.messages.capacity() == 0 && self.rare.is_none() {
            true => {
                (self.next_number, self.known, self.cursor) = (0, 0, 0);
                self.last = Value::ABSENT;
            }
            false => *self = Mailbox::default(),
        }
    }

    pub fn len(&self) -> usize {
        self.messages.len()
    }

    pub fn is_empty(&self) -> bool {
        self.messages.is_empty()
    }

    /// The messages, oldest first.
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = Value> {
        self.messages.iter().map(|numbered| numbered.message)
    }

    /// The message that was received last, if the process has not waited since.
    pub fn last(&self) -> Option<Value> {
        Some(self.last).filter(|&last| last != Value::ABSENT)
    }

    /// The process waits: what it received last is no longer kept for it.
    #[inline]
    pub fn forget_last(&mut self) {
        self.last = Value::ABSENT;
    }

    /// All values here, for the collector.
    pub fn roots_mut(&mut self) -> impl Iterator<Item = &mut Value> {
        let messages = self.messages.iter_mut();
        messages
            .map(|numbered| &mut numbered.message)
            .chain(std::iter::once(&mut self.last))
    }

    /// The messages, oldest first, to be replaced by copies.
    pub fn values_mut(&mut self) -> impl Iterator<Item = &mut Value> {
        self.messages
            .iter_mut()
            .map(|numbered| &mut numbered.message)
    }

    /// The messages that came since the last collection, and the one received last,
    /// which may be one of those.
    pub(crate) fn young_roots_mut(&mut self) -> impl Iterator<Item = &mut Value> {
        let known = self.known;
        let old = self
            .messages
            .partition_point(|numbered| numbered.number < known);
        let young = self.messages.range_mut(old..);
        young
            .map(|numbered| &mut numbered.message)
            .chain(std::iter::once(&mut self.last))
    }

    /// The collector has seen them all.
    pub(crate) fn collected(&mut self) {
        self.known = self.next_number;
    }

    /// Sets the limit, or changes it. What came without one counts as messages without bytes.
    pub fn set_limit(&mut self, limit: Option<MailboxLimit>) {
        if limit.is_none() && self.rare.is_none() {
            return;
        }
        let count = |numbered: &Numbered| !is_notice(numbered.message);
        let counted = self.messages.iter().map(count);
        let bounded = &mut self.rare.get_or_insert_default().bounded;
        *bounded = match (limit, bounded.take()) {
            (None, _) => None,
            (Some(limit), None) => Some(Bounded::new(limit, counted)),
            (Some(limit), Some(mut before)) => {
                before.limit = limit;
                Some(before)
            }
        };
        self.forget_void();
    }

    pub fn limit(&self) -> Option<MailboxLimit> {
        self.bounded().map(|bounded| bounded.limit)
    }

    /// The number of the oldest message, or of the next one to come if there is none (B1).
    pub fn oldest_number(&self) -> u64 {
        let oldest = self.messages.front();
        oldest.map_or(self.next_number, |numbered| numbered.number)
    }

    /// Messages that the limit has cost.
    pub fn lost(&self) -> u64 {
        self.bounded().map_or(0, |bounded| bounded.lost)
    }

    /// The messages that count towards the limit, and their bytes; none without a limit.
    pub fn held(&self) -> (usize, usize) {
        self.bounded().map_or((0, 0), Bounded::held)
    }

    fn bounded(&self) -> Option<&Bounded> {
        self.rare.as_ref()?.bounded.as_ref()
    }

    fn bounded_mut(&mut self) -> Option<&mut Bounded> {
        self.rare.as_mut()?.bounded.as_mut()
    }

    /// The way in: adds a message that somebody has sent, of so many bytes, or a notice, which has no
    /// size and is never refused. The late answer of a forsaken request is dropped.
    #[inline]
    pub fn push(&mut self, message: Value, bytes: Option<usize>) -> Arrival {
        if self.rare.is_some() {
            return self.push_into_special(message, bytes);
        }
        if self.is_out_of_room() && !self.grow(bytes) {
            return Arrival::Starved;
        }
        if message.is_pointer() {
            self.note_kind(message);
        }
        self.append(message);
        Arrival::Kept
    }

    #[cold]
    fn push_into_special(&mut self, message: Value, bytes: Option<usize>) -> Arrival {
        if self.is_late_answer(message) {
            return Arrival::Kept;
        }
        if let Some(bytes) = bytes {
            let lost = self.make_way(bytes);
            if lost != Arrival::Kept {
                return lost;
            }
        }
        // What has a limit is kept without being asked for memory.
        let asks = bytes.filter(|_| self.bounded().is_none());
        if self.is_out_of_room() && !self.grow(asks) {
            return Arrival::Starved;
        }
        if let Some(bounded) = self.bounded_mut() {
            bounded.push(bytes);
        }
        self.note_kind(message);
        self.append(message);
        Arrival::Kept
    }

    /// Lets the oldest go for a message of so many bytes, if that is what the limit says; what becomes of
    /// the message.
    fn make_way(&mut self, bytes: usize) -> Arrival {
        while let Some(oldest) = self.bounded().and_then(|bounded| bounded.oldest(bytes)) {
            self.remove(oldest);
            if let Some(bounded) = self.bounded_mut() {
                bounded.lose(1);
            }
        }
        match self.bounded_mut() {
            Some(bounded) if !bounded.has_room(bytes) => bounded.lose(1),
            _ => Arrival::Kept,
        }
    }

    /// The usual case of [`Mailbox::push`], a few instructions: the message is no object, there is room for
    /// it, and nothing more is to be done. Else nothing has happened.
    #[inline(always)]
    pub(crate) fn push_plainly(&mut self, message: Value) -> bool {
        let is_plain = !message.is_pointer() && self.rare.is_none() && !self.is_out_of_room();
        if is_plain {
            self.append(message);
        }
        is_plain
    }

    #[inline(always)]
    fn append(&mut self, message: Value) {
        self.messages.push_back(Numbered {
            number: self.next_number,
            message,
        });
        self.next_number += 1;
    }

    /// So many messages were lost on the way here.
    pub fn note_losses(&mut self, count: u64) -> Arrival {
        match self.bounded_mut() {
            Some(bounded) if count > 0 => bounded.lose(count),
            _ => Arrival::Kept,
        }
    }

    /// The process died of what is here, and goes on without.
    pub fn clear(&mut self) {
        while !self.messages.is_empty() {
            self.remove(self.messages.len() - 1);
        }
    }

    /// B2, for what is added.
    #[inline]
    fn note_kind(&mut self, message: Value) {
        if is_exit(message) {
            self.rare.get_or_insert_default().exits += 1;
        }
        if let Some(reference) = down_reference(message) {
            self.rare.get_or_insert_default().downs.insert(reference);
        }
    }

    #[inline]
    pub(crate) fn is_out_of_room(&self) -> bool {
        self.messages.len() == self.messages.capacity()
    }

    /// Words of the room for messages (B3).
    pub(crate) fn room_words(&self) -> usize {
        room_bytes(&self.messages) / 8
    }

    /// Makes room for more messages, if there is memory for it. What has no size must not be lost: nobody is
    /// asked.
    #[cold]
    fn grow(&mut self, bytes: Option<usize>) -> bool {
        let held = room_bytes(&self.messages);
        let admitted = bytes.is_none() || budget::admit(2 * held, held).is_ok();
        if admitted {
            self.make_room();
        }
        admitted
    }

    #[cold]
    pub(crate) fn make_room(&mut self) {
        let more = self.messages.len().max(ROOM_MIN);
        self.recounting(|messages| messages.reserve_exact(more));
    }

    #[cold]
    fn give_room_back(&mut self) {
        self.recounting(|messages| *messages = VecDeque::new());
    }

    /// B3.
    fn recounting(&mut self, change: impl FnOnce(&mut VecDeque<Numbered>)) {
        let before = room_bytes(&self.messages);
        change(&mut self.messages);
        budget::count(room_bytes(&self.messages) as isize - before as isize);
    }

    /// Whether a receive that has looked at all messages here may be given `message`, which came after
    /// them, at once: nothing is to be found out about it, and if it stays here, there is room for it.
    #[inline(always)]
    pub(crate) fn gives_at_once(&self, message: Value, stays: bool) -> bool {
        let fits = match stays {
            true => self.looks_for_more() && !self.is_out_of_room() && !is_notice(message),
            false => self.messages.is_empty() && !is_exit(message),
        };
        fits && self.rare.is_none()
    }

    fn looks_for_more(&self) -> bool {
        self.cursor == self.messages.len()
    }

    /// The receive is given that message, which it has looked at then, or removed.
    #[inline(always)]
    pub(crate) fn give(&mut self, message: Value, stays: bool) {
        debug_assert!(self.gives_at_once(message, stays));
        if stays {
            self.append(message);
            self.cursor += 1;
        } else {
            self.last = message;
            self.next_number += 1;
        }
    }

    /// Moves the cursor over the next message, and returns it.
    #[inline]
    pub fn advance(&mut self) -> Option<Value> {
        let numbered = self.messages.get(self.cursor)?;
        self.cursor += 1;
        Some(numbered.message)
    }

    /// The usual case of [`Mailbox::take_first`], a few instructions: nothing more is to be done. Else nothing
    /// has happened.
    #[inline(always)]
    pub(crate) fn take_plainly(&mut self) -> Option<Value> {
        let gives_room_back = self.messages.len() == 1 && self.messages.capacity() > ROOM_KEPT;
        if self.rare.is_some() || gives_room_back {
            return None;
        }
        let message = self.messages.pop_front()?.message;
        self.last = message;
        self.cursor = 0;
        Some(message)
    }

    /// Removes the oldest message, and moves the cursor to the beginning. Not if it is the end of a
    /// linked process.
    pub fn take_first(&mut self) -> Option<Value> {
        let message = self.messages.front()?.message;
        if self.exits() > 0 && is_exit(message) {
            return None;
        }
        self.remove_first();
        self.last = message;
        self.cursor = 0;
        Some(message)
    }

    #[inline]
    pub fn rewind(&mut self) {
        self.cursor = 0;
    }

    /// Moves the cursor behind the newest message, but not past the end of a
    /// linked process; returns how many messages had to be looked at.
    pub fn skip(&mut self) -> usize {
        if self.exits() == 0 {
            self.cursor = self.messages.len();
            return 0;
        }
        let exit = self.iter().position(is_exit);
        self.cursor = exit.unwrap_or(self.messages.len());
        self.cursor
    }

    /// Removes the message before the cursor, which moves to the beginning.
    pub fn accept(&mut self) {
        if let Some(index) = self.cursor.checked_sub(1) {
            if let Some(numbered) = self.messages.get(index) {
                self.last = numbered.message;
            }
            self.remove(index);
        }
        self.cursor = 0;
    }

    /// The number of the message before the cursor, if there is one.
    pub fn place(&self) -> Option<u64> {
        let looked_at = self.messages.get(self.cursor.checked_sub(1)?);
        looked_at.map(|numbered| numbered.number)
    }

    /// Moves the cursor to a place that it had: behind a message, if that is still
    /// there, else to where it was. Whether it is.
    pub fn return_to(&mut self, place: Option<u64>) -> bool {
        let Some(number) = place else {
            self.cursor = 0;
            return true;
        };
        let found = self
            .messages
            .binary_search_by_key(&number, |numbered| numbered.number);
        match found {
            Ok(index) => {
                self.cursor = index + 1;
                true
            }
            Err(index) => {
                self.cursor = index;
                false
            }
        }
    }

    /// Whether the message of a monitor is here.
    pub fn has_down(&self, reference: u64) -> bool {
        self.rare
            .as_ref()
            .is_some_and(|rare| rare.downs.contains(&reference))
    }

    /// Removes the message of a monitor; returns how many had to be looked at.
    pub fn remove_down(&mut self, reference: u64) -> usize {
        if !self.has_down(reference) {
            return 0;
        }
        let found = self
            .iter()
            .position(|message| down_reference(message) == Some(reference));
        if let Some(index) = found {
            self.remove(index);
        }
        found.unwrap_or(self.messages.len())
    }

    /// Nobody waits for the answer to this tag any more: removes it from the
    /// messages behind the cursor, or from those that come. Returns how many had
    /// to be looked at.
    pub fn forsake(&mut self, tag: Value) -> usize {
        let Some(name) = tag.as_name() else {
            return 0;
        };
        let looked_at = self.messages.len() - self.cursor.min(self.messages.len());
        let answer = (self.cursor..self.messages.len())
            .find(|&index| answered_tag(self.messages[index].message) == Some(name.serial));
        if let Some(index) = answer {
            self.remove(index);
            return looked_at;
        }
        let rare = self.rare.get_or_insert_default();
        if rare.forsaken.insert(name.serial) {
            rare.forsaken_order.push_back(name.serial);
        }
        if rare.forsaken_order.len() > FORSAKEN_MAX
            && let Some(oldest) = rare.forsaken_order.pop_front()
        {
            rare.forsaken.remove(&oldest);
        }
        looked_at
    }

    fn is_late_answer(&mut self, message: Value) -> bool {
        let Some(rare) = self.rare.as_mut().filter(|rare| !rare.forsaken.is_empty()) else {
            return false;
        };
        // The order is cleaned when its end comes round: a serial that is not in the set is nothing.
        answered_tag(message).is_some_and(|serial| rare.forsaken.remove(&serial))
    }

    #[inline]
    fn remove(&mut self, index: usize) {
        if index == 0 {
            return self.remove_first();
        }
        if let Some(removed) = self.messages.remove(index) {
            if index + 1 == self.cursor {
                // A receive may be looking at it, and nothing is left for that to remove: not the one before.
                self.cursor = 0;
            } else if index < self.cursor {
                self.cursor -= 1;
            }
            self.forget(index, removed.message);
        }
    }

    #[inline]
    fn remove_first(&mut self) {
        if let Some(removed) = self.messages.pop_front() {
            self.cursor = self.cursor.saturating_sub(1);
            self.forget(0, removed.message);
        }
    }

    /// The message that was at `index` is here no longer.
    #[inline]
    fn forget(&mut self, index: usize, message: Value) {
        // A mailbox that was long and is empty needs no room for much.
        if self.messages.capacity() > ROOM_KEPT && self.messages.is_empty() {
            self.give_room_back();
        }
        if self.rare.is_some() {
            self.forget_kind(index, message);
        }
    }

    /// B2, for what is removed.
    #[cold]
    fn forget_kind(&mut self, index: usize, message: Value) {
        let Some(rare) = &mut self.rare else {
            return;
        };
        rare.exits -= usize::from(rare.exits > 0 && is_exit(message));
        if !rare.downs.is_empty()
            && let Some(reference) = down_reference(message)
        {
            rare.downs.remove(&reference);
        }
        if let Some(bounded) = &mut rare.bounded {
            bounded.remove(index);
            bounded.told &= !Condition::of(message).is_some_and(is_full);
        }
        self.forget_void();
    }

    /// With nothing more to know of it, it is received from as if there had never been anything.
    fn forget_void(&mut self) {
        if self.rare.as_ref().is_some_and(|rare| rare.is_void()) {
            self.rare = None;
        }
    }

    #[inline]
    fn exits(&self) -> usize {
        self.rare.as_ref().map_or(0, |rare| rare.exits)
    }
}

impl Drop for Mailbox {
    fn drop(&mut self) {
        if self.messages.capacity() > 0 {
            self.give_room_back();
        }
    }
}

fn room_bytes(messages: &VecDeque<Numbered>) -> usize {
    messages.capacity() * size_of::<Numbered>()
}

#[cfg(test)]
mod model;
#[cfg(test)]
mod tests;
