//! Checks of arguments: each gives the Rust form of an argument or the condition
//! that says what is wrong with it.
//!
//! Positions are counted from 0 here and from 1 in messages. What is given back
//! is good until the next thing that can collect.

use mound_base::{Symbol, SymbolRef};
use mound_heap::heap::{OutOfMemory, Shortage};
use mound_heap::object::{Pair, Vector};
use mound_heap::text::{Bytevector, StringView};
use mound_heap::value::Name;
use mound_heap::{Heap, Value};
use mound_machine::{Arguments, Context, Raise};
use std::ops::Range;

/// Elements handled for one unit of fuel.
const ELEMENTS_PER_REDUCTION: usize = 32;

/// Elements (words, pairs, characters) that one primitive goes through: copying so many takes a
/// scheduler well below a millisecond, and some milliseconds if none of them is in a cache.
pub(crate) const STEP_MAX: usize = 1 << 16;

/// The same for bytes, which are copied eight at a time.
pub(crate) const STEP_BYTES_MAX: usize = 8 * STEP_MAX;

/// What a primitive gives that would have to do more than one step may, and has done nothing: the
/// library does it in steps (`lib/mound/base/steps.scm`).
pub(crate) const UNFINISHED: Value = Value::ABSENT;

/// Elements of a list that is gone through in one step because nobody needs a longer one.
const LIST_MAX: usize = 1 << 20;

/// Takes the price of going through `count` elements off the fuel.
pub(crate) fn charge(context: &mut Context, count: usize) {
    context.fuel -= (count / ELEMENTS_PER_REDUCTION) as i64;
}

/// The condition that argument `index` is not what was expected.
pub(crate) fn wrong(
    context: &mut Context,
    arguments: Arguments,
    index: u32,
    who: &str,
    expected: &str,
) -> Raise {
    let found = context.argument(arguments, index);
    context.wrong_type(who, index + 1, expected, found)
}

/// Sees to it that an argument is a number, without copying it.
pub(crate) fn some_number(
    context: &mut Context,
    arguments: Arguments,
    index: u32,
    who: &str,
) -> Result<Value, Raise> {
    let value = context.argument(arguments, index);
    match mound_heap::number::is_number(value) {
        true => Ok(value),
        false => Err(wrong(context, arguments, index, who, "a number")),
    }
}

pub(crate) fn string(
    context: &mut Context,
    arguments: Arguments,
    index: u32,
    who: &str,
) -> Result<StringView, Raise> {
    match StringView::of(context.argument(arguments, index)) {
        Some(string) => Ok(string),
        None => Err(wrong(context, arguments, index, who, "a string")),
    }
}

pub(crate) fn text(
    context: &mut Context,
    arguments: Arguments,
    index: u32,
    who: &str,
) -> Result<String, Raise> {
    let bytes = 4 * string(context, arguments, index, who)?.len();
    check_scratch(context, bytes, who)?;
    let string = string(context, arguments, index, who)?;
    let text = match string.ascii() {
        Some(text) => text.to_owned(),
        None => string.chars().collect(),
    };
    charge(context, text.len());
    Ok(text)
}

/// What `action` makes of the text of a string, which is copied for that only if it must be.
pub(crate) fn read_text<T>(
    context: &mut Context,
    arguments: Arguments,
    index: u32,
    who: &str,
    action: impl FnOnce(&str) -> T,
) -> Result<T, Raise> {
    // What `action` does may be a copy of its own.
    let bytes = 4 * string(context, arguments, index, who)?.len();
    check_scratch(context, bytes, who)?;
    let string = string(context, arguments, index, who)?;
    match string.ascii() {
        Some(text) => {
            let (result, length) = (action(text), text.len());
            charge(context, length);
            Ok(result)
        }
        None => text(context, arguments, index, who).map(|text| action(&text)),
    }
}

pub(crate) fn vector(
    context: &mut Context,
    arguments: Arguments,
    index: u32,
    who: &str,
) -> Result<Vector, Raise> {
    match Vector::of(context.argument(arguments, index)) {
        Some(vector) => Ok(vector),
        None => Err(wrong(context, arguments, index, who, "a vector")),
    }
}

pub(crate) fn bytevector(
    context: &mut Context,
    arguments: Arguments,
    index: u32,
    who: &str,
) -> Result<Bytevector, Raise> {
    match Bytevector::of(context.argument(arguments, index)) {
        Some(bytes) => Ok(bytes),
        None => Err(wrong(context, arguments, index, who, "a bytevector")),
    }
}

pub(crate) fn character(
    context: &mut Context,
    arguments: Arguments,
    index: u32,
    who: &str,
) -> Result<char, Raise> {
    match context.argument(arguments, index).as_character() {
        Some(character) => Ok(character),
        None => Err(wrong(context, arguments, index, who, "a character")),
    }
}

pub(crate) fn symbol(
    context: &mut Context,
    arguments: Arguments,
    index: u32,
    who: &str,
) -> Result<Symbol, Raise> {
    match context.argument(arguments, index).as_symbol() {
        Some(symbol) => Ok(symbol),
        None => Err(wrong(context, arguments, index, who, "a symbol")),
    }
}

#[inline]
pub(crate) fn pid(
    context: &mut Context,
    arguments: Arguments,
    index: u32,
    who: &str,
) -> Result<Name, Raise> {
    let value = context.argument(arguments, index);
    match value.as_pid() {
        Some(name) => Ok(name),
        None => Err(wrong(context, arguments, index, who, "a pid")),
    }
}

pub(crate) fn byte(
    context: &mut Context,
    arguments: Arguments,
    index: u32,
    who: &str,
) -> Result<u8, Raise> {
    let byte = context.argument(arguments, index).as_fixnum();
    match byte.and_then(|byte| u8::try_from(byte).ok()) {
        Some(byte) => Ok(byte),
        None => Err(wrong(context, arguments, index, who, "a byte, 0 to 255")),
    }
}

/// A length or an index, without an upper limit.
pub(crate) fn count(
    context: &mut Context,
    arguments: Arguments,
    index: u32,
    who: &str,
) -> Result<usize, Raise> {
    let count = context.argument(arguments, index).as_fixnum();
    match count.and_then(|count| usize::try_from(count).ok()) {
        Some(count) => Ok(count),
        None => Err(wrong(context, arguments, index, who, "an exact index")),
    }
}

/// Argument `index` as an index of an object of `length` elements, argument `object`.
pub(crate) fn index_below(
    context: &mut Context,
    arguments: Arguments,
    index: u32,
    length: usize,
    object: u32,
    who: &str,
) -> Result<usize, Raise> {
    let found = fixnum_index(context, arguments, index, who)?;
    if found < length {
        return Ok(found);
    }
    let found = context.argument(arguments, index);
    let object = context.argument(arguments, object);
    Err(context.not_below(who, found, length, object))
}

/// Arguments `first` and `first + 1` as start and end in an object of `length` elements.
pub(crate) fn range(
    context: &mut Context,
    arguments: Arguments,
    first: u32,
    length: usize,
    object: u32,
    who: &str,
) -> Result<Range<usize>, Raise> {
    let start = fixnum_index(context, arguments, first, who)?;
    let end = fixnum_index(context, arguments, first + 1, who)?;
    if end > length {
        let what = format!("end out of range, 0 to {length} are valid");
        return Err(out_of_bounds(
            context,
            arguments,
            first + 1,
            object,
            who,
            &what,
        ));
    }
    if start > end {
        let what = format!("start out of range, 0 to {end} are valid");
        return Err(out_of_bounds(context, arguments, first, object, who, &what));
    }
    Ok(start..end)
}

/// Argument `index` as the place in an object of `length` elements for `count` more.
pub(crate) fn place(
    context: &mut Context,
    arguments: Arguments,
    index: u32,
    count: usize,
    length: usize,
    object: u32,
    who: &str,
) -> Result<usize, Raise> {
    let at = fixnum_index(context, arguments, index, who)?;
    if at.checked_add(count).is_some_and(|end| end <= length) {
        return Ok(at);
    }
    let what = match length.checked_sub(count) {
        Some(last) => format!("start out of range for {count} elements, 0 to {last} are valid"),
        None => format!("there is no room for {count} elements in {length}"),
    };
    Err(out_of_bounds(context, arguments, index, object, who, &what))
}

/// A fixnum as an index; negative ones become too large for every object.
fn fixnum_index(
    context: &mut Context,
    arguments: Arguments,
    index: u32,
    who: &str,
) -> Result<usize, Raise> {
    match context.argument(arguments, index).as_fixnum() {
        Some(found) => Ok(found as usize),
        None => Err(wrong(context, arguments, index, who, "an exact index")),
    }
}

fn out_of_bounds(
    context: &mut Context,
    arguments: Arguments,
    index: u32,
    object: u32,
    who: &str,
    what: &str,
) -> Raise {
    let found = context.argument(arguments, index);
    let object = context.argument(arguments, object);
    context.out_of_bounds(who, what, found, object)
}

/// A clock value, or `None` for `#f`.
pub(crate) fn deadline(
    context: &mut Context,
    arguments: Arguments,
    index: u32,
    who: &str,
) -> Result<Option<u64>, Raise> {
    let value = context.argument(arguments, index);
    if value == Value::FALSE {
        return Ok(None);
    }
    match value.as_fixnum() {
        // A moment before the clock's beginning has passed, as has its beginning.
        Some(moment) => Ok(Some(u64::try_from(moment).unwrap_or(0))),
        None if mound_heap::number::integer_of(value).is_some() => Ok(None),
        None => Err(wrong(context, arguments, index, who, "a moment or #f")),
    }
}

/// What is found out about a list in one step.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum ListLength {
    Proper(usize),
    /// Not a list, or a circular one.
    Improper,
    /// It has more pairs than were to be looked at, or goes round in a circle.
    Long,
}

/// The length of a proper list of at most about `max` elements.
pub(crate) fn proper_length(list: Value, max: usize) -> ListLength {
    const PAIR_BYTES: u64 = 16;
    let (mut length, mut hare, mut stride) = (0, list, PAIR_BYTES);
    // Brent: the tortoise jumps to the hare each time the distance doubles. It is only looked for
    // where the stride changes, which it does on each way round a circle.
    let (mut tortoise, mut turns, mut jump) = (list, 0, 64);
    while let Some(pair) = Pair::of(hare) {
        let (count, last, rest) = pair.stride_along(stride, max);
        length += count + 1;
        if rest == tortoise && rest.is_pair() {
            return ListLength::Improper;
        }
        if length > max {
            return ListLength::Long;
        }
        turns += 1;
        if turns == jump {
            tortoise = rest;
            jump *= 2;
        }
        stride = rest.bits().wrapping_sub(last.value().bits());
        if stride == 0 || stride % 8 != 0 {
            stride = PAIR_BYTES;
        }
        hare = rest;
    }
    match hare == Value::NULL {
        true if length > max => ListLength::Long,
        true => ListLength::Proper(length),
        false => ListLength::Improper,
    }
}

/// The length of the proper list that argument `index` must be, if one step may go through it.
pub(crate) fn list_of_step(
    context: &mut Context,
    arguments: Arguments,
    index: u32,
    who: &str,
) -> Result<Option<usize>, Raise> {
    match proper_length(context.argument(arguments, index), STEP_MAX) {
        ListLength::Proper(length) => {
            charge(context, length);
            Ok(Some(length))
        }
        ListLength::Improper => Err(wrong(context, arguments, index, who, "a proper list")),
        ListLength::Long => {
            charge(context, STEP_MAX);
            Ok(None)
        }
    }
}

/// The length of the proper list, not extremely long, that argument `index` must be.
pub(crate) fn list(
    context: &mut Context,
    arguments: Arguments,
    index: u32,
    who: &str,
) -> Result<usize, Raise> {
    match proper_length(context.argument(arguments, index), LIST_MAX) {
        ListLength::Proper(length) => {
            charge(context, length);
            Ok(length)
        }
        ListLength::Improper => Err(wrong(context, arguments, index, who, "a proper list")),
        ListLength::Long => {
            let expected = format!("a proper list of at most {LIST_MAX} elements");
            Err(wrong(context, arguments, index, who, &expected))
        }
    }
}

/// The elements of a list, which is not changed while they are gone through.
pub(crate) fn elements(list: Value) -> impl Iterator<Item = Value> {
    std::iter::successors(Pair::of(list), |pair| Pair::of(pair.cdr())).map(Pair::car)
}

/// Whether `words` more words may be allocated; asked before the program's wish is followed. May
/// collect.
pub(crate) fn check_size(context: &mut Context, words: usize, who: &str) -> Result<(), Raise> {
    let checked = context.prepare(words);
    checked.map_err(|error| context.too_large(who, error))
}

/// Whether `bytes` bytes may be taken outside the heap for a while; asked before something of the
/// program's is copied there.
pub(crate) fn check_scratch(context: &mut Context, bytes: usize, who: &str) -> Result<(), Raise> {
    let checked = context.heap.check_scratch(bytes);
    checked.map_err(|error| context.too_large(who, error))
}

/// Words of an object whose size is no question: where there is room for it, it is made, as machine
/// code makes pairs and closures. Limits are looked at when there is none.
const SMALL_WORDS: usize = 256;

/// Room for an object with `words` words after its header.
#[inline]
pub(crate) fn reserve_object(context: &mut Context, words: usize, who: &str) -> Result<(), Raise> {
    if words <= SMALL_WORDS && context.has_room(words + 1) {
        return Ok(());
    }
    reserve_checked(context, words, Heap::words_for_vector(words), who)
}

/// Whether there is room for an object with `words` words after its header, and its size is no question; for
/// quick entries.
#[inline]
pub(crate) fn has_room(context: &Context, words: usize) -> Option<()> {
    (words <= SMALL_WORDS && context.has_room(words + 1)).then_some(())
}

/// Room for a list of `count` elements.
pub(crate) fn reserve_list(context: &mut Context, count: usize, who: &str) -> Result<(), Raise> {
    if 2 * count <= SMALL_WORDS && context.has_room(2 * count) {
        return Ok(());
    }
    reserve_checked(context, 2 * count, 2 * count, who)
}

/// Room for `room` words, if so many as `words` are within the limits.
#[inline(never)]
fn reserve_checked(
    context: &mut Context,
    words: usize,
    room: usize,
    who: &str,
) -> Result<(), Raise> {
    check_size(context, words, who)?;
    context.reserve(room)
}

/// `text` as a new string.
pub(crate) fn new_string(context: &mut Context, text: &str, who: &str) -> Result<Value, Raise> {
    charge(context, text.len());
    // At most four bytes for each of the text.
    let words = 2 + text.len() / 2;
    if words > SMALL_WORDS || !context.has_room(words + 1) {
        check_size(context, words, who)?;
        context.reserve(Heap::words_for_string(text))?;
    }
    Ok(context.heap.string(text))
}

/// To be asked before [`new_symbol`]: a symbol takes no memory in the heap, but the process is
/// charged for it, and whoever makes many has to collect, too.
pub(crate) fn reserve_symbol(context: &mut Context) -> Result<(), Raise> {
    context.reserve(0)
}

/// A symbol as a value; there is none if the node has no number left for it.
pub(crate) fn new_symbol(
    context: &mut Context,
    symbol: Option<SymbolRef>,
    who: &str,
) -> Result<Value, Raise> {
    match symbol {
        Some(symbol) => Ok(context.heap.symbol(symbol)),
        None => {
            let shortage = Shortage::Machine;
            let refusal = OutOfMemory {
                words_needed: 1,
                shortage,
            };
            Err(context.too_large(who, refusal))
        }
    }
}
