//! Quick entries of primitives that make and compare short strings, lists, vectors and bytevectors: what
//! machine code calls first ([`mound_machine::quick`]).
//!
//! Each does the usual case of the leaf of that name, which does all cases: proper lists, strings of one byte a
//! character, objects for which there is room.

use crate::arguments::{self, ListLength, STEP_MAX, has_room, proper_length};
use crate::equality::compared;
use crate::strings::{FEW_STRINGS, few_bytes, size};
use mound_base::SymbolRef;
use mound_heap::equality::{equal, eqv};
use mound_heap::object::{Pair, Vector};
use mound_heap::text::{Bytevector, StringView};
use mound_heap::{Value, short};
use mound_machine::quick::Quick;
use mound_machine::{Arguments, Context, quick_entry};
use std::ops::Range;

pub(crate) const APPEND: Quick = quick_entry!(append);
pub(crate) const BYTEVECTOR_COPY: Quick = quick_entry!(bytevector_copy);
pub(crate) const BYTEVECTOR_LENGTH: Quick = quick_entry!(bytevector_length);
pub(crate) const IS_EQUAL: Quick = quick_entry!(is_equal);
pub(crate) const IS_EQV: Quick = quick_entry!(is_eqv);
pub(crate) const IS_LIST: Quick = quick_entry!(is_list);
pub(crate) const LENGTH: Quick = quick_entry!(length);
pub(crate) const LIST_TO_STRING: Quick = quick_entry!(list_to_string);
pub(crate) const LIST_TO_VECTOR: Quick = quick_entry!(list_to_vector);
pub(crate) const MAKE_BYTEVECTOR: Quick = quick_entry!(make_bytevector);
pub(crate) const MAKE_STRING: Quick = quick_entry!(make_string);
pub(crate) const MAKE_VECTOR: Quick = quick_entry!(make_vector);
pub(crate) const REVERSE: Quick = quick_entry!(reverse);
pub(crate) const STRING_APPEND: Quick = quick_entry!(string_append);
pub(crate) const STRING_COMPARE: Quick = quick_entry!(string_compare);
pub(crate) const STRING_COPY: Quick = quick_entry!(string_copy);
pub(crate) const STRING_TO_LIST: Quick = quick_entry!(string_to_list);
pub(crate) const STRING_TO_SYMBOL: Quick = quick_entry!(string_to_symbol);
pub(crate) const SUBSTRING: Quick = quick_entry!(substring);
pub(crate) const SYMBOL_TO_STRING: Quick = quick_entry!(symbol_to_string);
pub(crate) const VECTOR_COPY: Quick = quick_entry!(vector_copy);
pub(crate) const VECTOR_COPY_TO: Quick = quick_entry!(vector_copy_to);
pub(crate) const VECTOR_FILL: Quick = quick_entry!(vector_fill);
pub(crate) const VECTOR_TO_LIST: Quick = quick_entry!(vector_to_list);

/// Elements of a list of which something is made here. There is no room for more ([`has_room`]), and to go through
/// so many in vain is little beside what the leaf does.
const ELEMENTS_MAX: usize = 128;

/// Longer names are not looked for here.
const NAME_MAX: usize = 256;

/// A string of one byte a character.
fn bytes_of(context: &Context, arguments: Arguments, index: u32) -> Option<StringView> {
    let string = StringView::of(context.argument(arguments, index));
    string.filter(|string| string.width() == 1)
}

fn vector(context: &Context, arguments: Arguments, index: u32) -> Option<Vector> {
    Vector::of(context.argument(arguments, index))
}

fn bytevector(context: &Context, arguments: Arguments, index: u32) -> Option<Bytevector> {
    Bytevector::of(context.argument(arguments, index))
}

fn count(context: &Context, arguments: Arguments, index: u32) -> Option<usize> {
    let count = context.argument(arguments, index).as_fixnum()?;
    usize::try_from(count).ok()
}

/// Arguments `first` and `first + 1` as a range of an object of `length` elements.
fn range(
    context: &Context,
    arguments: Arguments,
    first: u32,
    length: usize,
) -> Option<Range<usize>> {
    let start = count(context, arguments, first)?;
    let end = count(context, arguments, first + 1)?;
    (start <= end && end <= length).then_some(start..end)
}

/// The number of elements of the proper list that argument 0 is, about `most` at most, which are paid.
fn list(context: &mut Context, arguments: Arguments, most: usize) -> Option<usize> {
    const FEW: usize = 8;
    let (mut length, mut rest) = (0, context.argument(arguments, 0));
    while let Some(pair) = Pair::of(rest) {
        if length == FEW {
            length += longer_list(rest, most - FEW)?;
            arguments::charge(context, length);
            return Some(length);
        }
        length += 1;
        rest = pair.cdr();
    }
    (rest == Value::NULL).then_some(length)
}

#[inline(never)]
fn longer_list(list: Value, most: usize) -> Option<usize> {
    match proper_length(list, most) {
        ListLength::Proper(length) => Some(length),
        ListLength::Improper | ListLength::Long => None,
    }
}

fn length(context: &mut Context, arguments: Arguments) -> Option<Value> {
    list(context, arguments, STEP_MAX).map(|length| Value::fixnum(length as i64))
}

fn is_list(context: &mut Context, arguments: Arguments) -> Option<Value> {
    list(context, arguments, STEP_MAX).map(|_| Value::TRUE)
}

fn reverse(context: &mut Context, arguments: Arguments) -> Option<Value> {
    let count = list(context, arguments, ELEMENTS_MAX)?;
    has_room(context, 2 * count)?;
    let mut rest = context.argument(arguments, 0);
    let mut reversed = Value::NULL;
    while let Some(pair) = Pair::of(rest) {
        reversed = context.heap.pair(pair.car(), reversed);
        rest = pair.cdr();
    }
    Some(reversed)
}

fn append(context: &mut Context, arguments: Arguments) -> Option<Value> {
    let count = list(context, arguments, ELEMENTS_MAX)?;
    has_room(context, 2 * count)?;
    let (list, tail) = (
        context.argument(arguments, 0),
        context.argument(arguments, 1),
    );
    Some(context.heap.list_before(list, tail))
}

fn list_to_vector(context: &mut Context, arguments: Arguments) -> Option<Value> {
    let length = list(context, arguments, ELEMENTS_MAX)?;
    has_room(context, length)?;
    let mut elements = arguments::elements(context.argument(arguments, 0));
    let element = |_| elements.next().unwrap_or(Value::FALSE);
    Some(context.heap.vector_with(length, element))
}

fn list_to_string(context: &mut Context, arguments: Arguments) -> Option<Value> {
    let (bytes, length) = few_bytes::<ELEMENTS_MAX>(context.argument(arguments, 0))?;
    arguments::charge(context, length);
    has_room(context, size(length, 1))?;
    Some(context.heap.string_of_latin_1(&bytes[..length]))
}

fn make_string(context: &mut Context, arguments: Arguments) -> Option<Value> {
    let length = count(context, arguments, 0)?;
    let fill = context.argument(arguments, 1).as_character()?;
    if u8::try_from(fill).is_err() {
        return None;
    }
    has_room(context, size(length, 1))?;
    arguments::charge(context, length);
    Some(context.heap.string_fill(length, fill))
}

fn string_append(context: &mut Context, arguments: Arguments) -> Option<Value> {
    let count = arguments.count as usize;
    if count > FEW_STRINGS {
        return None;
    }
    let (mut parts, mut length) = ([None; FEW_STRINGS], 0);
    for (part, index) in parts[..count].iter_mut().zip(0..) {
        let string = bytes_of(context, arguments, index)?;
        length += string.len();
        *part = Some(string);
    }
    has_room(context, size(length, 1))?;
    arguments::charge(context, length);
    let parts = parts.into_iter().flatten();
    let parts = parts.map(|part| (part, 0..part.len()));
    Some(context.heap.string_of_parts(length, 1, parts))
}

fn string_compare(context: &mut Context, arguments: Arguments) -> Option<Value> {
    let left = bytes_of(context, arguments, 0)?;
    let right = bytes_of(context, arguments, 1)?;
    let shorter = left.len().min(right.len());
    if shorter > STEP_MAX {
        return None;
    }
    arguments::charge(context, shorter);
    let ordering = short::order(left.bytes(), right.bytes());
    Some(Value::fixnum(ordering as i64))
}

fn substring(context: &mut Context, arguments: Arguments) -> Option<Value> {
    let source = bytes_of(context, arguments, 0)?;
    let range = range(context, arguments, 1, source.len())?;
    has_room(context, size(range.len(), 1))?;
    arguments::charge(context, range.len());
    Some(context.heap.string_of_latin_1(&source.bytes()[range]))
}

fn string_to_list(context: &mut Context, arguments: Arguments) -> Option<Value> {
    let source = bytes_of(context, arguments, 0)?;
    let range = range(context, arguments, 1, source.len())?;
    has_room(context, 2 * range.len())?;
    arguments::charge(context, range.len());
    let characters = source.bytes()[range].iter().rev();
    let list = characters.fold(Value::NULL, |list, &byte| {
        let character = Value::character(byte.into());
        context.heap.pair(character, list)
    });
    Some(list)
}

fn string_copy(context: &mut Context, arguments: Arguments) -> Option<Value> {
    let target = StringView::of(context.argument(arguments, 0))?;
    let at = count(context, arguments, 1)?;
    let source = bytes_of(context, arguments, 2)?;
    let range = range(context, arguments, 3, source.len())?;
    let fits = at <= target.len() && range.len() <= target.len() - at;
    if !fits || range.len() > STEP_MAX {
        return None;
    }
    arguments::charge(context, range.len());
    let copied = target.copy_from(&mut context.heap, at, source, range);
    copied.ok().map(|()| Value::UNSPECIFIED)
}

fn symbol_to_string(context: &mut Context, arguments: Arguments) -> Option<Value> {
    let symbol = context.argument(arguments, 0).as_symbol()?;
    let name = symbol.text();
    // As of the leaf: at most four bytes for each of the name.
    has_room(context, 2 + name.len() / 2)?;
    arguments::charge(context, name.len());
    Some(context.heap.string(&name))
}

fn string_to_symbol(context: &mut Context, arguments: Arguments) -> Option<Value> {
    let string = bytes_of(context, arguments, 0)?;
    if string.len() > NAME_MAX || !context.has_room(0) {
        return None;
    }
    context.heap.check_scratch(4 * string.len()).ok()?;
    let symbol = SymbolRef::intern(string.ascii()?)?;
    arguments::charge(context, string.len());
    Some(context.heap.symbol(symbol))
}

fn is_eqv(context: &mut Context, arguments: Arguments) -> Option<Value> {
    let (left, right) = (
        context.argument(arguments, 0),
        context.argument(arguments, 1),
    );
    Some(Value::boolean(eqv(left, right)))
}

fn is_equal(context: &mut Context, arguments: Arguments) -> Option<Value> {
    let (left, right) = (
        context.argument(arguments, 0),
        context.argument(arguments, 1),
    );
    Some(compared(context, |budget| equal(left, right, budget)))
}

fn make_vector(context: &mut Context, arguments: Arguments) -> Option<Value> {
    let length = count(context, arguments, 0)?;
    has_room(context, length)?;
    arguments::charge(context, length);
    let fill = context.argument(arguments, 1);
    Some(context.heap.vector(length, fill))
}

fn vector_copy(context: &mut Context, arguments: Arguments) -> Option<Value> {
    let source = vector(context, arguments, 0)?;
    let range = range(context, arguments, 1, source.len())?;
    has_room(context, range.len())?;
    arguments::charge(context, range.len());
    Some(context.heap.vector_from(&source.slice()[range]))
}

fn vector_to_list(context: &mut Context, arguments: Arguments) -> Option<Value> {
    let source = vector(context, arguments, 0)?;
    let range = range(context, arguments, 1, source.len())?;
    has_room(context, 2 * range.len())?;
    arguments::charge(context, range.len());
    Some(context.heap.list(&source.slice()[range]))
}

fn vector_copy_to(context: &mut Context, arguments: Arguments) -> Option<Value> {
    let target = vector(context, arguments, 0)?;
    let at = count(context, arguments, 1)?;
    let source = vector(context, arguments, 2)?;
    let range = range(context, arguments, 3, source.len())?;
    let fits = at <= target.len() && range.len() <= target.len() - at;
    if !fits || range.len() > STEP_MAX {
        return None;
    }
    arguments::charge(context, range.len());
    let heap = &mut context.heap;
    let copied = target.copy_from(heap, at, source, range.start, range.len());
    copied.ok().map(|()| Value::UNSPECIFIED)
}

fn vector_fill(context: &mut Context, arguments: Arguments) -> Option<Value> {
    let target = vector(context, arguments, 0)?;
    let range = range(context, arguments, 2, target.len())?;
    if range.len() > STEP_MAX || target.is_frozen() {
        return None;
    }
    arguments::charge(context, range.len());
    let value = context.argument(arguments, 1);
    let filled = target.fill(&mut context.heap, range, value);
    filled.ok().map(|()| Value::UNSPECIFIED)
}

fn bytevector_length(context: &mut Context, arguments: Arguments) -> Option<Value> {
    let bytes = bytevector(context, arguments, 0)?;
    Some(Value::fixnum(bytes.len() as i64))
}

fn make_bytevector(context: &mut Context, arguments: Arguments) -> Option<Value> {
    let length = count(context, arguments, 0)?;
    let fill = context.argument(arguments, 1).as_fixnum()?;
    let fill = u8::try_from(fill).ok()?;
    has_room(context, 1 + length.div_ceil(8))?;
    crate::bytevectors::charge(context, length);
    Some(context.heap.bytevector_fill(length, fill))
}

fn bytevector_copy(context: &mut Context, arguments: Arguments) -> Option<Value> {
    let source = bytevector(context, arguments, 0)?;
    let range = range(context, arguments, 1, source.len())?;
    has_room(context, 1 + range.len().div_ceil(8))?;
    crate::bytevectors::charge(context, range.len());
    Some(context.heap.bytevector(&source.slice()[range]))
}
