//! Whole strings: making, comparing, searching, changing case.
//!
//! Ranges of strings are in `string_ranges`.

use crate::arguments::{
    self, STEP_MAX, UNFINISHED, character, count, elements, index_below, list_of_step, range,
    string, text,
};
use crate::{Area, leaf, quick};
use mound_heap::equality::same_text;
use mound_heap::object::Pair;
use mound_heap::short;
use mound_heap::text::{StringView, width_of};
use mound_heap::{Heap, Value};
use mound_machine::{Arguments, Context, Host, Raise};
use std::cmp::Ordering;

pub(crate) const AREA: Area = &[
    leaf("%string-become!", become_like),
    quick("%string-compare", compare, quick::STRING_COMPARE),
    leaf("%string-concatenate", concatenate),
    leaf("%string-of-zeros", of_zeros),
    leaf("%string-search", search),
    leaf("%string-width", width),
    quick("list->string", from_list, quick::LIST_TO_STRING),
    quick("make-string", make, quick::MAKE_STRING),
    quick("string-append", append, quick::STRING_APPEND),
    leaf("string-downcase", downcase),
    leaf("string-foldcase", foldcase),
    leaf("string-length", length),
    leaf("string-set!", set),
    leaf("string-upcase", upcase),
];

/// Words after the header of a string of `length` characters of `width` bytes.
pub(crate) fn size(length: usize, width: usize) -> usize {
    1 + length.saturating_mul(width).div_ceil(8)
}

fn length(context: &mut Context, _: &mut dyn Host, arguments: Arguments) -> Result<Value, Raise> {
    Ok(Value::fixnum(
        string(context, arguments, 0, "string-length")?.len() as i64,
    ))
}

fn make(context: &mut Context, _: &mut dyn Host, arguments: Arguments) -> Result<Value, Raise> {
    let who = "make-string";
    let length = count(context, arguments, 0, who)?;
    let fill = character(context, arguments, 1, who)?;
    if length > STEP_MAX {
        return Ok(UNFINISHED);
    }
    arguments::reserve_object(context, size(length, width_of(fill)), who)?;
    arguments::charge(context, length);
    Ok(context.heap.string_fill(length, fill))
}

/// A string of the character 0 that others fit in, of a width that argument 1 is. Costs the same for
/// any length: nothing goes through them before they are used.
fn of_zeros(context: &mut Context, _: &mut dyn Host, arguments: Arguments) -> Result<Value, Raise> {
    let who = "make-string";
    let length = count(context, arguments, 0, who)?;
    let width = count(context, arguments, 1, who)?;
    if !matches!(width, 1 | 2 | 4) {
        return Err(arguments::wrong(context, arguments, 1, who, "1, 2 or 4"));
    }
    arguments::reserve_object(context, size(length, width), who)?;
    Ok(context.heap.string_of_zeros(length, width))
}

fn width(context: &mut Context, _: &mut dyn Host, arguments: Arguments) -> Result<Value, Raise> {
    let argument = context.argument(arguments, 0);
    let width = match argument.as_character() {
        Some(character) => width_of(character),
        None => string(context, arguments, 0, "string")?.width(),
    };
    Ok(Value::fixnum(width as i64))
}

/// The first string gets the characters of the second, which is as long, and wider, and is of no more
/// use.
fn become_like(
    context: &mut Context,
    _: &mut dyn Host,
    arguments: Arguments,
) -> Result<Value, Raise> {
    let who = "string-set!";
    let target = string(context, arguments, 0, who)?;
    let source = string(context, arguments, 1, who)?;
    if target.become_like(&mut context.heap, source).is_err() {
        let wanted = "another string that can be changed, as long and wider";
        return Err(arguments::wrong(context, arguments, 1, who, wanted));
    }
    Ok(Value::UNSPECIFIED)
}

fn set(context: &mut Context, _: &mut dyn Host, arguments: Arguments) -> Result<Value, Raise> {
    let who = "string-set!";
    let target = string(context, arguments, 0, who)?;
    let index = index_below(context, arguments, 1, target.len(), 0, who)?;
    let character = character(context, arguments, 2, who)?;
    if target.is_frozen() {
        let object = context.argument(arguments, 0);
        return Err(context.frozen(who, object));
    }
    let words = target.words_to_set(character);
    if width_of(character) > target.width() {
        if target.len() > STEP_MAX {
            return Ok(UNFINISHED);
        }
        context.reserve(words)?;
    }
    let target = string(context, arguments, 0, who)?;
    // Not frozen, so this succeeds.
    let _ = target.set(&mut context.heap, index, character);
    Ok(Value::UNSPECIFIED)
}

fn compare(context: &mut Context, _: &mut dyn Host, arguments: Arguments) -> Result<Value, Raise> {
    let who = "string comparison";
    let left = string(context, arguments, 0, who)?;
    let right = string(context, arguments, 1, who)?;
    if left.len().min(right.len()) > STEP_MAX {
        return Ok(UNFINISHED);
    }
    arguments::charge(context, left.len().min(right.len()));
    let ordering = if left.width() == 1 && right.width() == 1 {
        short::order(left.bytes(), right.bytes())
    } else if same_text(left, right) {
        Ordering::Equal
    } else {
        left.chars().cmp(right.chars())
    };
    Ok(Value::fixnum(ordering as i64))
}

/// Knuth, Morris, Pratt: no step is taken twice, and nothing behind the first
/// occurrence is looked at. Long patterns are for the library.
fn search(context: &mut Context, _: &mut dyn Host, arguments: Arguments) -> Result<Value, Raise> {
    let who = "string-search";
    let pattern = string(context, arguments, 0, who)?;
    let text = string(context, arguments, 1, who)?;
    index_below(context, arguments, 2, text.len() + 1, 1, who)?;
    let text = string(context, arguments, 1, who)?;
    let range = range(context, arguments, 2, text.len(), 1, who)?;
    if range.len() > STEP_MAX || pattern.len() > PATTERN_MAX {
        return Ok(UNFINISHED);
    }
    let (start, end) = (range.start, range.end);
    if let (&[byte], 1, 1) = (pattern.bytes(), pattern.width(), text.width()) {
        let found = text.bytes()[range].iter().position(|&one| one == byte);
        arguments::charge(context, found.unwrap_or(end - start));
        return Ok(found.map_or(Value::FALSE, |at| Value::fixnum((start + at) as i64)));
    }
    let pattern: Vec<char> = pattern.chars().collect();
    let Some(&last) = pattern.last() else {
        return Ok(Value::fixnum(start as i64));
    };
    let fallback = fallbacks(&pattern);
    let mut matched = 0;
    for index in start..end {
        let Some(character) = text.char_at(index) else {
            break;
        };
        while matched > 0 && pattern[matched] != character {
            matched = fallback[matched - 1];
        }
        if pattern[matched] == character {
            matched += 1;
        }
        if matched == pattern.len() {
            debug_assert_eq!(character, last);
            arguments::charge(context, index - start);
            return Ok(Value::fixnum((index + 1 - matched) as i64));
        }
    }
    arguments::charge(context, end - start);
    Ok(Value::FALSE)
}

/// Characters of a pattern that is prepared in one step, for each step again.
const PATTERN_MAX: usize = 1 << 12;

/// For each beginning of the pattern: the length of the longest shorter beginning that ends it.
fn fallbacks(pattern: &[char]) -> Vec<usize> {
    let mut table = vec![0; pattern.len()];
    let mut matched = 0;
    for index in 1..pattern.len() {
        while matched > 0 && pattern[matched] != pattern[index] {
            matched = table[matched - 1];
        }
        if pattern[matched] == pattern[index] {
            matched += 1;
        }
        table[index] = matched;
    }
    table
}

/// Characters of a list that are gone through once.
const FEW_CHARACTERS: usize = 128;

/// The characters of a short proper list and how many these are, if each is a byte.
pub(crate) fn few_bytes<const MOST: usize>(mut list: Value) -> Option<([u8; MOST], usize)> {
    let (mut bytes, mut length) = ([0; MOST], 0);
    while let Some(pair) = Pair::of(list) {
        let character = pair.car().as_character()?;
        *bytes.get_mut(length)? = u8::try_from(character).ok()?;
        length += 1;
        list = pair.cdr();
    }
    (list == Value::NULL).then_some((bytes, length))
}

fn from_list(
    context: &mut Context,
    _: &mut dyn Host,
    arguments: Arguments,
) -> Result<Value, Raise> {
    let who = "list->string";
    if let Some((bytes, length)) = few_bytes::<FEW_CHARACTERS>(context.argument(arguments, 0)) {
        arguments::charge(context, length);
        arguments::reserve_object(context, size(length, 1), who)?;
        return Ok(context.heap.string_of_latin_1(&bytes[..length]));
    }
    let Some(length) = list_of_step(context, arguments, 0, who)? else {
        return Ok(UNFINISHED);
    };
    let mut widest = '\0';
    for element in elements(context.argument(arguments, 0)) {
        match element.as_character() {
            Some(character) => widest = widest.max(character),
            None => return Err(context.wrong_type(who, 1, "a list of characters", element)),
        }
    }
    let width = width_of(widest);
    arguments::reserve_object(context, size(length, width), who)?;
    let list = context.argument(arguments, 0);
    let characters = elements(list).filter_map(Value::as_character);
    Ok(context.heap.string_with(length, width, characters))
}

/// Strings that are joined without a list of them outside the heap.
pub(crate) const FEW_STRINGS: usize = 4;

fn append(context: &mut Context, _: &mut dyn Host, arguments: Arguments) -> Result<Value, Raise> {
    let who = "string-append";
    for index in 0..arguments.count {
        string(context, arguments, index, who)?;
    }
    if arguments.count as usize > FEW_STRINGS {
        return join(context, who, |context| {
            let strings = (0..arguments.count).map(|index| context.argument(arguments, index));
            strings.filter_map(StringView::of).collect::<Vec<_>>()
        });
    }
    join(context, who, |context| {
        let string = |index: usize| match index < arguments.count as usize {
            true => StringView::of(context.argument(arguments, index as u32)),
            false => None,
        };
        let strings: [_; FEW_STRINGS] = std::array::from_fn(string);
        strings.into_iter().flatten()
    })
}

fn concatenate(
    context: &mut Context,
    _: &mut dyn Host,
    arguments: Arguments,
) -> Result<Value, Raise> {
    let who = "string-append";
    if list_of_step(context, arguments, 0, who)?.is_none() {
        return Ok(UNFINISHED);
    }
    for (index, element) in elements(context.argument(arguments, 0)).enumerate() {
        if StringView::of(element).is_none() {
            return Err(context.wrong_type(who, index as u32 + 1, "a string", element));
        }
    }
    join(context, who, |context| {
        elements(context.argument(arguments, 0)).filter_map(StringView::of)
    })
}

/// One string of those that `strings` finds, before and after a collection.
fn join<S: IntoIterator<Item = StringView>>(
    context: &mut Context,
    who: &str,
    strings: impl Fn(&Context) -> S,
) -> Result<Value, Raise> {
    let (mut length, mut width) = (0, 1);
    for part in strings(context) {
        length += part.len();
        width = width.max(part.width());
    }
    if length > STEP_MAX {
        return Ok(UNFINISHED);
    }
    arguments::charge(context, length);
    arguments::reserve_object(context, size(length, width), who)?;
    let parts = strings(context).into_iter();
    let parts = parts.map(|part| (part, 0..part.len()));
    Ok(context.heap.string_of_parts(length, width, parts))
}

fn convert(
    context: &mut Context,
    arguments: Arguments,
    who: &str,
    convert: impl FnOnce(&str) -> String,
) -> Result<Value, Raise> {
    if string(context, arguments, 0, who)?.len() > STEP_MAX / 4 {
        return Ok(UNFINISHED);
    }
    let text = text(context, arguments, 0, who)?;
    arguments::new_string(context, &convert(&text), who)
}

fn upcase(context: &mut Context, _: &mut dyn Host, arguments: Arguments) -> Result<Value, Raise> {
    convert(context, arguments, "string-upcase", str::to_uppercase)
}

fn downcase(context: &mut Context, _: &mut dyn Host, arguments: Arguments) -> Result<Value, Raise> {
    convert(context, arguments, "string-downcase", str::to_lowercase)
}

fn foldcase(context: &mut Context, _: &mut dyn Host, arguments: Arguments) -> Result<Value, Raise> {
    convert(
        context,
        arguments,
        "string-foldcase",
        mound_syntax::characters::fold_case,
    )
}

/// Room to make the string that argument `index` is wide enough for `character`.
pub(crate) fn reserve_width(
    context: &mut Context,
    arguments: Arguments,
    index: u32,
    character: char,
) -> Result<(), Raise> {
    let found = StringView::of(context.argument(arguments, index));
    match found.map_or(0, |string| string.words_to_set(character)) {
        0 => Ok(()),
        words => context.reserve(words),
    }
}

/// Room for `text`, none wider than four bytes, is what [`Heap::words_for_characters`] says.
pub(crate) fn new_from_characters(
    context: &mut Context,
    characters: &[char],
    who: &str,
) -> Result<Value, Raise> {
    arguments::charge(context, characters.len());
    arguments::check_size(context, size(characters.len(), 4), who)?;
    context.reserve(Heap::words_for_characters(characters))?;
    Ok(context.heap.string_from(characters))
}
