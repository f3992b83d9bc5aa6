//! Ranges of strings: copies, conversions, changes.

use crate::arguments::{
    self, STEP_BYTES_MAX, STEP_MAX, UNFINISHED, character, place, range, string,
};
use crate::strings::{new_from_characters, reserve_width, size};
use crate::{Area, leaf, quick};
use mound_heap::Value;
use mound_heap::text::{StringView, width_of};
use mound_machine::condition::ConditionKind;
use mound_machine::{Arguments, Context, Host, Raise};
use std::ops::Range;

pub(crate) const AREA: Area = &[
    quick("string->list", to_list, quick::STRING_TO_LIST),
    leaf("string->utf8", to_utf8),
    quick("string-copy!", copy_to, quick::STRING_COPY),
    leaf("string-fill!", fill),
    quick("substring", substring, quick::SUBSTRING),
    leaf("utf8->string", from_utf8),
];

/// The characters of a range of the string that argument `index` is.
fn characters(
    context: &Context,
    arguments: Arguments,
    index: u32,
    range: Range<usize>,
) -> Vec<char> {
    let string = StringView::of(context.argument(arguments, index));
    let character = |at| string.and_then(|string| string.char_at(at));
    range.filter_map(character).collect()
}

fn substring(
    context: &mut Context,
    _: &mut dyn Host,
    arguments: Arguments,
) -> Result<Value, Raise> {
    let who = "substring";
    let length = string(context, arguments, 0, who)?.len();
    let range = range(context, arguments, 1, length, 0, who)?;
    if range.len() > STEP_MAX {
        return Ok(UNFINISHED);
    }
    let source = string(context, arguments, 0, who)?;
    if source.width() > 1 {
        // What is cut out may be narrower than the whole.
        let characters = characters(context, arguments, 0, range);
        return new_from_characters(context, &characters, who);
    }
    arguments::charge(context, range.len());
    arguments::reserve_object(context, size(range.len(), 1), who)?;
    let source = string(context, arguments, 0, who)?;
    let length = range.len();
    let parts = std::iter::once((source, range));
    Ok(context.heap.string_of_parts(length, 1, parts))
}

fn to_list(context: &mut Context, _: &mut dyn Host, arguments: Arguments) -> Result<Value, Raise> {
    let who = "string->list";
    let length = string(context, arguments, 0, who)?.len();
    let range = range(context, arguments, 1, length, 0, who)?;
    if range.len() > STEP_MAX {
        return Ok(UNFINISHED);
    }
    arguments::charge(context, range.len());
    arguments::reserve_list(context, range.len(), who)?;
    let source = string(context, arguments, 0, who)?;
    let mut list = Value::NULL;
    for character in range.rev().filter_map(|index| source.char_at(index)) {
        list = context.heap.pair(Value::character(character), list);
    }
    Ok(list)
}

fn to_utf8(context: &mut Context, _: &mut dyn Host, arguments: Arguments) -> Result<Value, Raise> {
    let who = "string->utf8";
    let length = string(context, arguments, 0, who)?.len();
    let range = range(context, arguments, 1, length, 0, who)?;
    if range.len() > STEP_MAX {
        return Ok(UNFINISHED);
    }
    let source = string(context, arguments, 0, who)?;
    if source.width() == 1 && source.bytes()[range.clone()].is_ascii() {
        arguments::charge(context, range.len());
        arguments::reserve_object(context, 1 + range.len().div_ceil(8), who)?;
        let source = string(context, arguments, 0, who)?;
        return Ok(context.heap.bytevector(&source.bytes()[range]));
    }
    let text: String = characters(context, arguments, 0, range)
        .into_iter()
        .collect();
    arguments::charge(context, text.len());
    arguments::reserve_object(context, 1 + text.len().div_ceil(8), who)?;
    Ok(context.heap.bytevector(text.as_bytes()))
}

fn from_utf8(
    context: &mut Context,
    _: &mut dyn Host,
    arguments: Arguments,
) -> Result<Value, Raise> {
    let who = "utf8->string";
    let length = arguments::bytevector(context, arguments, 0, who)?.len();
    let range = range(context, arguments, 1, length, 0, who)?;
    if range.len() > STEP_BYTES_MAX / 4 {
        return Ok(UNFINISHED);
    }
    let bytes = arguments::bytevector(context, arguments, 0, who)?;
    if bytes.slice()[range.clone()].is_ascii() {
        arguments::charge(context, range.len());
        arguments::reserve_object(context, size(range.len(), 1), who)?;
        let bytes = arguments::bytevector(context, arguments, 0, who)?;
        return Ok(context.heap.string_of_latin_1(&bytes.slice()[range]));
    }
    match std::str::from_utf8(&bytes.slice()[range.clone()]) {
        Ok(text) => {
            let text = text.to_owned();
            arguments::new_string(context, &text, who)
        }
        Err(error) => {
            let index = Value::fixnum((range.start + error.valid_up_to()) as i64);
            let what = "the bytes are not UTF-8 from here on";
            Err(context.complaint(ConditionKind::Range, who, what, &[index]))
        }
    }
}

fn require_mutable(context: &mut Context, arguments: Arguments, who: &str) -> Result<(), Raise> {
    if string(context, arguments, 0, who)?.is_frozen() {
        let object = context.argument(arguments, 0);
        return Err(context.frozen(who, object));
    }
    Ok(())
}

/// Whether making the string so wide takes more than one step.
fn is_long_to_widen(target: StringView, width: usize) -> bool {
    width > target.width() && target.len() > STEP_MAX
}

fn fill(context: &mut Context, _: &mut dyn Host, arguments: Arguments) -> Result<Value, Raise> {
    let who = "string-fill!";
    let length = string(context, arguments, 0, who)?.len();
    let fill = character(context, arguments, 1, who)?;
    let range = range(context, arguments, 2, length, 0, who)?;
    require_mutable(context, arguments, who)?;
    let target = string(context, arguments, 0, who)?;
    if range.len() > STEP_MAX || is_long_to_widen(target, width_of(fill)) {
        return Ok(UNFINISHED);
    }
    arguments::charge(context, range.len());
    reserve_width(context, arguments, 0, fill)?;
    if let Some(first) = range.clone().next() {
        let target = string(context, arguments, 0, who)?;
        // Not frozen, so this succeeds, and it is wide enough afterwards.
        let _ = target.set(&mut context.heap, first, fill);
        let target = string(context, arguments, 0, who)?;
        let _ = target.fill(&mut context.heap, range, fill);
    }
    Ok(Value::UNSPECIFIED)
}

fn copy_to(context: &mut Context, _: &mut dyn Host, arguments: Arguments) -> Result<Value, Raise> {
    let who = "string-copy!";
    let target_length = string(context, arguments, 0, who)?.len();
    let source_length = string(context, arguments, 2, who)?.len();
    let range = range(context, arguments, 3, source_length, 2, who)?;
    let at = place(context, arguments, 1, range.len(), target_length, 0, who)?;
    require_mutable(context, arguments, who)?;
    let (target, source) = (
        string(context, arguments, 0, who)?,
        string(context, arguments, 2, who)?,
    );
    if range.len() > STEP_MAX || is_long_to_widen(target, source.width()) {
        return Ok(UNFINISHED);
    }
    arguments::charge(context, range.len());
    if source.width() <= target.width() {
        // Not frozen, as was asked before.
        let _ = target.copy_from(&mut context.heap, at, source, range);
        return Ok(Value::UNSPECIFIED);
    }
    // A copy, since the two may be the same string.
    let characters = characters(context, arguments, 2, range);
    let widest = characters
        .iter()
        .enumerate()
        .max_by_key(|(_, character)| width_of(**character));
    let Some((index, &character)) = widest else {
        return Ok(Value::UNSPECIFIED);
    };
    reserve_width(context, arguments, 0, character)?;
    // The widest first: it makes the string as wide as it has to be, in one step.
    let target = string(context, arguments, 0, who)?;
    let _ = target.set(&mut context.heap, at + index, character);
    let target = string(context, arguments, 0, who)?;
    for (index, character) in characters.into_iter().enumerate() {
        // Not frozen, and wide enough now.
        let _ = target.set(&mut context.heap, at + index, character);
    }
    Ok(Value::UNSPECIFIED)
}
