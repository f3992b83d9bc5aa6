//! Whole strings: making, comparing, searching, changing case.
//!
//! Ranges of strings are in `string_ranges`.

use crate::arguments::{self, character, count, elements, index_below, list, string, text};
use crate::{Area, leaf};
use mound_heap::equality::same_text;
use mound_heap::text::{StringView, width_of};
use mound_heap::{Heap, Value};
use mound_machine::{Arguments, Context, Host, Raise};
use std::cmp::Ordering;

pub(crate) const AREA: Area = &[
    leaf("%string-compare", compare),
    leaf("%string-concatenate", concatenate),
    leaf("%string-search", search),
    leaf("list->string", from_list),
    leaf("make-string", make),
    leaf("string-append", append),
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
    arguments::reserve_object(context, size(length, width_of(fill)), who)?;
    arguments::charge(context, length);
    Ok(context.heap.string_fill(length, fill))
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
    if words > 0 {
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
    arguments::charge(context, left.len().min(right.len()));
    let ordering = if same_text(left, right) {
        Ordering::Equal
    } else if left.width() == 1 && right.width() == 1 {
        left.bytes().cmp(right.bytes())
    } else {
        left.chars().cmp(right.chars())
    };
    Ok(Value::fixnum(ordering as i64))
}

/// Knuth, Morris, Pratt: no step is taken twice, and nothing behind the first
/// occurrence is looked at.
fn search(context: &mut Context, _: &mut dyn Host, arguments: Arguments) -> Result<Value, Raise> {
    let who = "string-search";
    let pattern: Vec<char> = string(context, arguments, 0, who)?.chars().collect();
    let text = string(context, arguments, 1, who)?;
    let start = index_below(context, arguments, 2, text.len() + 1, 1, who)?;
    let Some(&last) = pattern.last() else {
        return Ok(Value::fixnum(start as i64));
    };
    let fallback = fallbacks(&pattern);
    let mut matched = 0;
    for index in start..text.len() {
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
    let length = text.len();
    arguments::charge(context, length - start);
    Ok(Value::FALSE)
}

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

fn from_list(
    context: &mut Context,
    _: &mut dyn Host,
    arguments: Arguments,
) -> Result<Value, Raise> {
    let who = "list->string";
    let length = list(context, arguments, 0, who)?;
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

fn append(context: &mut Context, _: &mut dyn Host, arguments: Arguments) -> Result<Value, Raise> {
    let who = "string-append";
    for index in 0..arguments.count {
        string(context, arguments, index, who)?;
    }
    let strings = |context: &Context| -> Vec<StringView> {
        (0..arguments.count)
            .filter_map(|index| StringView::of(context.argument(arguments, index)))
            .collect()
    };
    join(context, who, strings)
}

fn concatenate(
    context: &mut Context,
    _: &mut dyn Host,
    arguments: Arguments,
) -> Result<Value, Raise> {
    let who = "string-append";
    let length = list(context, arguments, 0, who)?;
    arguments::check_scratch(context, length * size_of::<StringView>(), who)?;
    for (index, element) in elements(context.argument(arguments, 0)).enumerate() {
        if StringView::of(element).is_none() {
            return Err(context.wrong_type(who, index as u32 + 1, "a string", element));
        }
    }
    join(context, who, |context| {
        elements(context.argument(arguments, 0))
            .filter_map(StringView::of)
            .collect()
    })
}

/// One string of those that `strings` finds, before and after a collection.
fn join(
    context: &mut Context,
    who: &str,
    strings: impl Fn(&Context) -> Vec<StringView>,
) -> Result<Value, Raise> {
    let parts = strings(context);
    let length = parts.iter().map(|part| part.len()).sum();
    let width = parts.iter().map(|part| part.width()).max().unwrap_or(1);
    arguments::charge(context, length);
    arguments::reserve_object(context, size(length, width), who)?;
    let parts = strings(context);
    let parts = parts.into_iter().map(|part| (part, 0..part.len()));
    Ok(context.heap.string_of_parts(length, width, parts))
}

fn convert(
    context: &mut Context,
    arguments: Arguments,
    who: &str,
    convert: impl FnOnce(&str) -> String,
) -> Result<Value, Raise> {
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
