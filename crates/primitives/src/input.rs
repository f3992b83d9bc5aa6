//! Reading from resources: what has come for one is looked at, and more is asked
//! for until there is what is wanted.
//!
//! A read consumes nothing until it has all of it, so two processes that read
//! lines from one file each get whole lines.

mod datum;
mod decode;
#[cfg(test)]
mod tests;

use crate::arguments::{self, pid};
use crate::{Area, control};
use decode::{first_character, line, string};
use mound_base::Symbol;
use mound_heap::value::Name;
use mound_heap::{Heap, Value};
use mound_machine::resource::Incoming;
use mound_machine::{Arguments, Context, Host, Outcome, Raise, Request};

pub(crate) const AREA: Area = &[
    control("%input-byte", read_byte),
    control("%input-bytes", read_bytes),
    control("%input-char", read_char),
    control("%input-datum", datum::read_datum),
    control("%input-line", read_line),
    control("%input-ready?", is_ready),
    control("%input-string", read_string),
];

/// Bytes of one line, datum, string or bytevector: what is longer is a mistake or an attack, and would
/// have to be kept whole.
const PIECE_BYTES_MAX: usize = 256 << 20;

/// No more than half of what a process may have, which has to hold what is made of them.
pub(crate) fn piece_bytes_max() -> usize {
    let share = mound_heap::budget::share().unwrap_or(usize::MAX);
    PIECE_BYTES_MAX.min(share / 2)
}

/// What a look at the incoming bytes finds.
pub(crate) enum Look<T> {
    Found(T),
    /// There is not enough, and the end has not been seen.
    More,
    /// Nothing but the end.
    End,
    /// Bytes that are not UTF-8, consumed; the offset of the first.
    NotText(u64),
}

/// The condition that the resource is not there.
pub(crate) fn closed(context: &mut Context, who: &str) -> Raise {
    context.condition_of(Symbol::intern("file"), Some(who), "the port is closed", &[])
}

/// Gives what `look` finds, asking for more until it finds something. `None` for a process of
/// another node.
pub(crate) fn take<T>(
    context: &mut Context,
    host: &mut dyn Host,
    owner: Name,
    who: &str,
    mut look: impl FnMut(&mut Incoming) -> Look<T>,
) -> Result<Taken<T>, Raise> {
    let mut version = 0;
    loop {
        if context.request.is_none() {
            let mut seen = Look::More;
            let mut length = 0;
            let there = host.resources().with_incoming(owner, &mut |incoming| {
                seen = look(incoming);
                (version, length) = (incoming.version, incoming.rest().len());
                if matches!(seen, Look::End) {
                    incoming.end = false;
                }
            });
            if !there {
                return Err(closed(context, who));
            }
            match seen {
                Look::Found(found) => return Ok(Taken::Found(found)),
                Look::End => return Ok(Taken::End),
                Look::NotText(offset) => return Err(not_text(context, host, owner, who, offset)),
                Look::More if length > piece_bytes_max() => {
                    let message = format!("no end was found in {length} bytes");
                    return Err(context.condition_of(
                        Symbol::intern("file"),
                        Some(who),
                        &message,
                        &[],
                    ));
                }
                Look::More => {}
            }
        }
        match context.request(host, None, |_, _| Ok(Request::Fill { owner, version }))? {
            Outcome::Value(_) => {}
            pending => return Ok(Taken::Pending(pending)),
        }
    }
}

/// What came of [`take`].
pub(crate) enum Taken<T> {
    Found(T),
    End,
    Pending(Outcome),
}

fn not_text(
    context: &mut Context,
    host: &mut dyn Host,
    owner: Name,
    who: &str,
    offset: u64,
) -> Raise {
    let mut name = String::new();
    host.resources().with_incoming(owner, &mut |incoming| {
        name = incoming.name.to_string();
    });
    let message = format!("{name} is not UTF-8 at byte {offset}");
    context.condition_of(Symbol::intern("file"), Some(who), &message, &[])
}

/// The owner that argument 0 names, unless it is of another node. What the process has done with
/// the resource in a window is done.
pub(crate) fn owner(
    context: &mut Context,
    host: &mut dyn Host,
    arguments: Arguments,
    who: &str,
) -> Result<Option<Name>, Raise> {
    let owner = pid(context, arguments, 0, who)?;
    if owner.node != 0 {
        return Ok(None);
    }
    context.close_windows_of(host.resources(), owner);
    Ok(Some(owner))
}

const ELSEWHERE: Outcome = Outcome::Value(Value::ABSENT);

/// The outcome of a read, whose result `value` makes.
fn finish<T>(
    context: &mut Context,
    taken: Taken<T>,
    value: impl FnOnce(&mut Context, T) -> Result<Value, Raise>,
) -> Result<Outcome, Raise> {
    match taken {
        Taken::Found(found) => value(context, found).map(Outcome::Value),
        Taken::End => Ok(Outcome::Value(Value::EOF)),
        Taken::Pending(outcome) => Ok(outcome),
    }
}

fn read_char(
    context: &mut Context,
    host: &mut dyn Host,
    arguments: Arguments,
) -> Result<Outcome, Raise> {
    let is_taken = context.argument(arguments, 1) != Value::FALSE;
    let who = if is_taken { "read-char" } else { "peek-char" };
    let Some(owner) = owner(context, host, arguments, who)? else {
        return Ok(ELSEWHERE);
    };
    let taken = take(context, host, owner, who, |incoming| {
        let seen = first_character(incoming);
        match seen {
            Look::Found((character, width)) => {
                if is_taken {
                    incoming.consume(width);
                }
                Look::Found(character)
            }
            Look::More => Look::More,
            Look::End => Look::End,
            Look::NotText(offset) => Look::NotText(offset),
        }
    })?;
    finish(context, taken, |_, character| {
        Ok(Value::character(character))
    })
}

fn read_byte(
    context: &mut Context,
    host: &mut dyn Host,
    arguments: Arguments,
) -> Result<Outcome, Raise> {
    let is_taken = context.argument(arguments, 1) != Value::FALSE;
    let who = if is_taken { "read-u8" } else { "peek-u8" };
    let Some(owner) = owner(context, host, arguments, who)? else {
        return Ok(ELSEWHERE);
    };
    let taken = take(context, host, owner, who, |incoming| {
        match (incoming.rest().first().copied(), incoming.end) {
            (Some(byte), _) => {
                if is_taken {
                    incoming.consume(1);
                }
                Look::Found(byte)
            }
            (None, true) => Look::End,
            (None, false) => Look::More,
        }
    })?;
    finish(context, taken, |_, byte| Ok(Value::fixnum(byte.into())))
}

fn read_line(
    context: &mut Context,
    host: &mut dyn Host,
    arguments: Arguments,
) -> Result<Outcome, Raise> {
    let who = "read-line";
    let Some(owner) = owner(context, host, arguments, who)? else {
        return Ok(ELSEWHERE);
    };
    let taken = take(context, host, owner, who, line)?;
    finish(context, taken, |context, line| {
        arguments::new_string(context, &line, who)
    })
}

/// Arguments 1 and 2: how many, and whether all of them.
fn amount(context: &mut Context, arguments: Arguments, who: &str) -> Result<(usize, bool), Raise> {
    let count = arguments::count(context, arguments, 1, who)?;
    let all = context.argument(arguments, 2) != Value::FALSE;
    Ok((count, all))
}

fn read_string(
    context: &mut Context,
    host: &mut dyn Host,
    arguments: Arguments,
) -> Result<Outcome, Raise> {
    let who = "read-string";
    let Some(owner) = owner(context, host, arguments, who)? else {
        return Ok(ELSEWHERE);
    };
    let (count, all) = amount(context, arguments, who)?;
    let taken = take(context, host, owner, who, |incoming| {
        string(incoming, count, all)
    })?;
    finish(context, taken, |context, text| {
        arguments::new_string(context, &text, who)
    })
}

fn read_bytes(
    context: &mut Context,
    host: &mut dyn Host,
    arguments: Arguments,
) -> Result<Outcome, Raise> {
    let who = "read-bytevector";
    let Some(owner) = owner(context, host, arguments, who)? else {
        return Ok(ELSEWHERE);
    };
    let (count, all) = amount(context, arguments, who)?;
    let taken = take(context, host, owner, who, |incoming| {
        let length = incoming.rest().len();
        let enough = length >= count || incoming.end || (!all && length > 0);
        if !enough {
            return Look::More;
        }
        if length == 0 && count > 0 {
            return Look::End;
        }
        let bytes = incoming.rest()[..count.min(length)].to_vec();
        incoming.consume(bytes.len());
        Look::Found(bytes)
    })?;
    finish(context, taken, |context, bytes| {
        arguments::charge(context, bytes.len());
        arguments::check_size(context, 2 + bytes.len() / 8, who)?;
        context.reserve(Heap::words_for_bytevector(bytes.len()))?;
        Ok(context.heap.bytevector(&bytes))
    })
}

fn is_ready(
    context: &mut Context,
    host: &mut dyn Host,
    arguments: Arguments,
) -> Result<Outcome, Raise> {
    let text = context.argument(arguments, 1) != Value::FALSE;
    let who = if text { "char-ready?" } else { "u8-ready?" };
    let Some(owner) = owner(context, host, arguments, who)? else {
        return Ok(ELSEWHERE);
    };
    let mut seen = false;
    let taken = take(context, host, owner, who, |incoming| {
        let ready = if text {
            !matches!(first_character(incoming), Look::More)
        } else {
            !incoming.rest().is_empty() || incoming.end
        };
        seen = ready;
        if ready || !incoming.is_prompt {
            Look::Found(())
        } else {
            Look::More
        }
    })?;
    if !seen && matches!(taken, Taken::Found(())) {
        host.resources().prefetch(owner);
    }
    finish(context, taken, |_, ()| Ok(Value::boolean(seen)))
}
