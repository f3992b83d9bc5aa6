//! Bytevectors.

use crate::arguments::{
    self, STEP_BYTES_MAX, UNFINISHED, byte, bytevector, count, elements, list_of_step, place,
    range, string,
};
use crate::{Area, leaf, quick};
use mound_heap::Value;
use mound_heap::text::Bytevector;
use mound_machine::{Arguments, Context, Host, Raise};

pub(crate) const AREA: Area = &[
    leaf("%bytevector-concatenate", concatenate),
    leaf("%bytevector-of-zeros", of_zeros),
    leaf("%list->bytevector", from_list),
    leaf("%string->utf8!", encode),
    quick("bytevector-copy", copy, quick::BYTEVECTOR_COPY),
    leaf("bytevector-copy!", copy_to),
    leaf("bytevector-fill!", fill),
    quick("bytevector-length", length, quick::BYTEVECTOR_LENGTH),
    quick("make-bytevector", make, quick::MAKE_BYTEVECTOR),
];

/// Bytes are cheap: they are copied eight at a time.
pub(crate) fn charge(context: &mut Context, bytes: usize) {
    arguments::charge(context, bytes / 8);
}

/// A new bytevector.
pub(crate) fn new(context: &mut Context, bytes: &[u8], who: &str) -> Result<Value, Raise> {
    charge(context, bytes.len());
    arguments::reserve_object(context, 1 + bytes.len().div_ceil(8), who)?;
    Ok(context.heap.bytevector(bytes))
}

fn length(context: &mut Context, _: &mut dyn Host, arguments: Arguments) -> Result<Value, Raise> {
    let bytes = bytevector(context, arguments, 0, "bytevector-length")?;
    Ok(Value::fixnum(bytes.len() as i64))
}

fn make(context: &mut Context, _: &mut dyn Host, arguments: Arguments) -> Result<Value, Raise> {
    let who = "make-bytevector";
    let length = count(context, arguments, 0, who)?;
    let fill = byte(context, arguments, 1, who)?;
    if length > STEP_BYTES_MAX {
        return Ok(UNFINISHED);
    }
    arguments::reserve_object(context, 1 + length.div_ceil(8), who)?;
    charge(context, length);
    Ok(context.heap.bytevector_fill(length, fill))
}

/// Costs the same for any length: nothing goes through them before they are used.
fn of_zeros(context: &mut Context, _: &mut dyn Host, arguments: Arguments) -> Result<Value, Raise> {
    let who = "make-bytevector";
    let length = count(context, arguments, 0, who)?;
    arguments::reserve_object(context, 1 + length.div_ceil(8), who)?;
    Ok(context.heap.bytevector_of_zeros(length))
}

fn from_list(
    context: &mut Context,
    _: &mut dyn Host,
    arguments: Arguments,
) -> Result<Value, Raise> {
    let who = "bytevector";
    let Some(length) = list_of_step(context, arguments, 0, who)? else {
        return Ok(UNFINISHED);
    };
    arguments::check_scratch(context, length, who)?;
    let mut bytes = Vec::with_capacity(length);
    for (index, element) in elements(context.argument(arguments, 0)).enumerate() {
        match element.as_fixnum().and_then(|byte| u8::try_from(byte).ok()) {
            Some(byte) => bytes.push(byte),
            None => {
                let position = index as u32 + 1;
                return Err(context.wrong_type(who, position, "a byte, 0 to 255", element));
            }
        }
    }
    new(context, &bytes, who)
}

fn copy(context: &mut Context, _: &mut dyn Host, arguments: Arguments) -> Result<Value, Raise> {
    let who = "bytevector-copy";
    let length = bytevector(context, arguments, 0, who)?.len();
    let range = range(context, arguments, 1, length, 0, who)?;
    if range.len() > STEP_BYTES_MAX {
        return Ok(UNFINISHED);
    }
    charge(context, range.len());
    arguments::reserve_object(context, 1 + range.len().div_ceil(8), who)?;
    let source = bytevector(context, arguments, 0, who)?;
    Ok(context.heap.bytevector(&source.slice()[range]))
}

fn copy_to(context: &mut Context, _: &mut dyn Host, arguments: Arguments) -> Result<Value, Raise> {
    let who = "bytevector-copy!";
    let mut target = bytevector(context, arguments, 0, who)?;
    let source = bytevector(context, arguments, 2, who)?;
    let range = range(context, arguments, 3, source.len(), 2, who)?;
    let at = place(context, arguments, 1, range.len(), target.len(), 0, who)?;
    if target.is_frozen() {
        let object = context.argument(arguments, 0);
        return Err(context.frozen(who, object));
    }
    if range.len() > STEP_BYTES_MAX {
        return Ok(UNFINISHED);
    }
    charge(context, range.len());
    let is_same = context.argument(arguments, 0) == context.argument(arguments, 2);
    if let Ok(target) = target.slice_mut() {
        match is_same {
            true => target.copy_within(range, at),
            false => target[at..at + range.len()].copy_from_slice(&source.slice()[range]),
        }
    }
    Ok(Value::UNSPECIFIED)
}

fn fill(context: &mut Context, _: &mut dyn Host, arguments: Arguments) -> Result<Value, Raise> {
    let who = "bytevector-fill!";
    let mut target = bytevector(context, arguments, 0, who)?;
    let fill = byte(context, arguments, 1, who)?;
    let range = range(context, arguments, 2, target.len(), 0, who)?;
    if range.len() > STEP_BYTES_MAX && !target.is_frozen() {
        return Ok(UNFINISHED);
    }
    charge(context, range.len());
    match target.slice_mut() {
        Ok(bytes) => bytes[range].fill(fill),
        Err(_) => {
            let object = context.argument(arguments, 0);
            return Err(context.frozen(who, object));
        }
    }
    Ok(Value::UNSPECIFIED)
}

fn concatenate(
    context: &mut Context,
    _: &mut dyn Host,
    arguments: Arguments,
) -> Result<Value, Raise> {
    let who = "bytevector-append";
    if list_of_step(context, arguments, 0, who)?.is_none() {
        return Ok(UNFINISHED);
    }
    let mut length = 0;
    for (index, element) in elements(context.argument(arguments, 0)).enumerate() {
        match Bytevector::of(element) {
            Some(part) => length += part.len(),
            None => {
                let position = index as u32 + 1;
                return Err(context.wrong_type(who, position, "a bytevector", element));
            }
        }
    }
    if length > STEP_BYTES_MAX {
        return Ok(UNFINISHED);
    }
    charge(context, length);
    arguments::reserve_object(context, 1 + length.div_ceil(8), who)?;
    let joined = context.heap.bytevector_fill(length, 0);
    if let Some(mut target) = Bytevector::of(joined)
        && let Ok(target) = target.slice_mut()
    {
        let mut at = 0;
        for part in elements(context.argument(arguments, 0)).filter_map(Bytevector::of) {
            target[at..at + part.len()].copy_from_slice(part.slice());
            at += part.len();
        }
    }
    Ok(joined)
}

fn encode(context: &mut Context, _: &mut dyn Host, arguments: Arguments) -> Result<Value, Raise> {
    let who = "write-string";
    let length = string(context, arguments, 2, who)?.len();
    let range = range(context, arguments, 3, length, 2, who)?;
    let at = count(context, arguments, 1, who)?;
    let mut bytes = bytevector(context, arguments, 0, who)?;
    let text = string(context, arguments, 2, who)?;
    let Ok(bytes) = bytes.slice_mut() else {
        return Ok(Value::FALSE);
    };
    let Some(room) = bytes.get_mut(at..).filter(|room| room.len() >= range.len()) else {
        return Ok(Value::FALSE);
    };
    if range.len() > STEP_BYTES_MAX {
        return Ok(Value::FALSE);
    }
    let count = range.len();
    let written = match text.width() {
        1 if text.bytes()[range.clone()].is_ascii() => {
            room[..count].copy_from_slice(&text.bytes()[range]);
            count
        }
        _ => {
            let mut written = 0;
            for character in range.filter_map(|index| text.char_at(index)) {
                let Some(place) = room.get_mut(written..written + character.len_utf8()) else {
                    return Ok(Value::FALSE);
                };
                written += character.encode_utf8(place).len();
            }
            written
        }
    };
    arguments::charge(context, written);
    Ok(Value::fixnum((at + written) as i64))
}
