//! Windows: characters that a process reads from a resource, or writes to one, in its
//! own memory for a while.
//!
//! ```text
//!   port record    kind open? content name | buffer next end | filled room
//!                             owner          reading            writing
//! ```
//!
//! To read or write a character is then a matter of two fields and a buffer, without
//! a primitive. A window is open for the rest of a turn at most, and is closed before
//! anybody else could notice it: before a primitive uses the same resource, and before
//! the process sends, spawns or ends anything.
//!
//! - N1. Closing a window tells the resource how much was read, or gives it what was
//!   written. Meanwhile what was lent for reading is nobody else's. If the machine panics,
//!   the memory of the process says nothing: what was lent counts as not read, and what
//!   was written is lost.
//! - N2. A copy of the record has no window.

use crate::context::Context;
use crate::flags::WINDOWS;
use crate::held;
use crate::host::Host;
use crate::interpret::{Stop, run_in};
use crate::resource::Resources;
use mound_heap::object::Record;
use mound_heap::text::{Bytevector, StringView};
use mound_heap::value::Name;
use mound_heap::{Heap, Value};

/// Fields of a record of type `port` (`lib/mound/base/ports.scm`).
pub mod field {
    /// A symbol.
    pub const KIND: usize = 0;
    /// The pid of the port process.
    pub const CONTENT: usize = 2;
    pub const BUFFER: usize = 4;
    pub const NEXT: usize = 5;
    pub const END: usize = 6;
    pub const FILLED: usize = 7;
    pub const ROOM: usize = 8;
    pub const COUNT: usize = 9;
}

/// What a port without a window has from [`field::BUFFER`] on.
const CLOSED: [Value; 5] = [
    Value::FALSE,
    Value::fixnum(0),
    Value::fixnum(0),
    Value::fixnum(0),
    Value::fixnum(0),
];

/// Windows that a process may have open at once: more ports than a loop uses.
const OPEN_MAX: usize = 4;

/// The ports of a process that have open windows, each with the owner of its resource.
#[derive(Default)]
pub(crate) struct Windows(Vec<(Value, Name)>);

impl Windows {
    pub(crate) fn ports_mut(&mut self) -> impl Iterator<Item = &mut Value> {
        self.0.iter_mut().map(|(port, _)| port)
    }
}

/// Runs a process until it stops, as [`crate::run`] does, and closes its windows. The process may give
/// its place to another one ([`crate::Host::give_place`], [`crate::Host::leave_place`]), which is there in the end.
#[inline(always)]
pub fn run_turn(context: &mut Box<Context>, host: &mut dyn Host) -> Stop {
    held::count(1);
    let turn = Lent { context, host };
    let stop = run_in(turn.context, turn.host);
    if turn.context.has_windows() {
        turn.context.close_windows(turn.host.resources());
    }
    stop
}

/// A process that runs. What is still lent to it at the end is what a panic left (N1).
struct Lent<'a> {
    context: &'a mut Box<Context>,
    host: &'a mut dyn Host,
}

impl Drop for Lent<'_> {
    #[inline]
    fn drop(&mut self) {
        held::count(1);
        if self.context.has_windows() {
            self.context.abandon_windows(self.host.resources());
        }
    }
}

impl Context {
    /// Opens a window on the resource of `owner`: of a port that can be changed and has none open.
    pub fn open_window(
        &mut self,
        resources: &mut dyn Resources,
        port: Value,
        owner: Name,
        fields: [Value; 5],
    ) {
        if self.rare().windows.0.len() >= OPEN_MAX {
            self.close_windows(resources);
        }
        set_fields(&mut self.heap, port, fields);
        self.rare().windows.0.push((port, owner));
        self.set_flags(WINDOWS, true);
    }

    /// Closes all windows.
    #[inline]
    pub fn close_windows(&mut self, resources: &mut dyn Resources) {
        if self.has_windows() {
            self.close_some(resources, &|_| true);
        }
    }

    /// Closes the windows of one resource.
    #[inline]
    pub fn close_windows_of(&mut self, resources: &mut dyn Resources, owner: Name) {
        if self.has_windows() {
            self.close_some(resources, &|other| other == owner);
        }
    }

    #[inline]
    fn has_windows(&self) -> bool {
        self.has_flags(WINDOWS)
    }

    fn close_some(&mut self, resources: &mut dyn Resources, chosen: &dyn Fn(Name) -> bool) {
        let Some(rare) = &mut self.rare else {
            return;
        };
        let heap = &mut self.heap;
        rare.windows.0.retain(|&(port, owner)| {
            if !chosen(owner) {
                return true;
            }
            give_back(port, owner, resources);
            set_fields(heap, port, CLOSED);
            false
        });
        let open = !rare.windows.0.is_empty();
        self.set_flags(WINDOWS, open);
    }

    /// Gives back what was lent for all windows, without a look at the memory of the process.
    #[cold]
    fn abandon_windows(&mut self, resources: &mut dyn Resources) {
        self.set_flags(WINDOWS, false);
        for (_, owner) in std::mem::take(&mut self.rare().windows.0) {
            resources.give_back(owner, 0);
        }
    }

    /// What the action does with the heap, while no window can be seen (N2).
    #[inline]
    pub(crate) fn without_windows<T>(&mut self, action: impl FnOnce(&mut Heap) -> T) -> T {
        let rare = self.rare.as_ref().filter(|_| self.has_flags(WINDOWS));
        let Some(rare) = rare else {
            return action(&mut self.heap);
        };
        let ports: Vec<(Value, [Value; 5])> = rare
            .windows
            .0
            .iter()
            .map(|&(port, _)| (port, fields(port)))
            .collect();
        for &(port, _) in &ports {
            set_fields(&mut self.heap, port, CLOSED);
        }
        // It moves nothing: only a context collects.
        let result = action(&mut self.heap);
        for (port, fields) in ports {
            set_fields(&mut self.heap, port, fields);
        }
        result
    }
}

/// Tells the resource what was done in a window (N1).
fn give_back(port: Value, owner: Name, resources: &mut dyn Resources) {
    let [buffer, next, end, filled, _] = fields(port);
    let number = |value: Value| usize::try_from(value.as_fixnum().unwrap_or(0)).unwrap_or(0);
    if let Some(text) = StringView::of(buffer)
        && number(end) > 0
    {
        resources.give_back(owner, bytes_of(text, number(next)));
    }
    if let Some(bytes) = Bytevector::of(buffer)
        && let Some(written) = bytes.slice().get(..number(filled))
        && !written.is_empty()
    {
        resources.put_anyway(owner, written);
    }
}

/// Bytes that the first characters of a text take as UTF-8.
fn bytes_of(text: StringView, count: usize) -> usize {
    if text.width() == 1 {
        let bytes = &text.bytes()[..count.min(text.len())];
        return bytes.len() + bytes.iter().filter(|&&byte| byte >= 0x80).count();
    }
    text.chars().take(count).map(char::len_utf8).sum()
}

/// The fields of a window; of what cannot have one, those of a port without.
fn fields(port: Value) -> [Value; 5] {
    let Some(record) = Record::of(port).filter(|record| record.len() == field::COUNT) else {
        return CLOSED;
    };
    std::array::from_fn(|index| record.get(field::BUFFER + index).unwrap_or(Value::FALSE))
}

fn set_fields(heap: &mut Heap, port: Value, fields: [Value; 5]) {
    let Some(record) = Record::of(port).filter(|record| record.len() == field::COUNT) else {
        return;
    };
    for (index, value) in fields.into_iter().enumerate() {
        // Only what can be changed has a window.
        let _ = record.set(heap, field::BUFFER + index, value);
    }
}
