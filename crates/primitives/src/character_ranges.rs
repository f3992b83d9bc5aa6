//! Sets of characters as ranges: a vector of ascending fixnums, of which the
//! first begins a range, the second ends it (and is not in it), the third begins
//! the next, and so on.

use crate::arguments::{self, text, vector};
use crate::{Area, leaf};
use mound_heap::Value;
use mound_machine::condition::ConditionKind;
use mound_machine::{Arguments, Context, Host, Raise};
use regex_syntax::hir::{Class, HirKind};

pub(crate) const AREA: Area = &[
    leaf("%in-ranges?", is_in_ranges),
    leaf("%property-ranges", property_ranges),
];

/// Whether an integer is in a range: that is so if the number of bounds up to it is odd.
fn is_in_ranges(
    context: &mut Context,
    _: &mut dyn Host,
    arguments: Arguments,
) -> Result<Value, Raise> {
    let who = "char-set-contains?";
    let code = context.argument(arguments, 1);
    let code = match (code.as_fixnum(), code.as_character()) {
        (Some(code), _) => code,
        (None, Some(character)) => character as i64,
        (None, None) => {
            return Err(arguments::wrong(context, arguments, 1, who, "a character"));
        }
    };
    let ranges = vector(context, arguments, 0, who)?;
    // What is no fixnum counts as beyond every character; nothing worse comes of it.
    let below = ranges
        .slice()
        .partition_point(|bound| bound.as_fixnum().is_some_and(|bound| bound <= code));
    Ok(Value::boolean(below % 2 == 1))
}

/// The characters with a property, as bounds; `None` if there is no such property.
fn bounds(property: &str) -> Option<Vec<i64>> {
    let known = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'=');
    if !property.bytes().all(known) {
        return None;
    }
    let parsed = regex_syntax::parse(&format!(r"\p{{{property}}}")).ok()?;
    let ranges: Vec<(char, char)> = match parsed.kind() {
        HirKind::Class(Class::Unicode(class)) => class
            .ranges()
            .iter()
            .map(|range| (range.start(), range.end()))
            .collect(),
        // A set of one character.
        HirKind::Literal(literal) => {
            let text = std::str::from_utf8(&literal.0).ok()?;
            text.chars().map(|only| (only, only)).collect()
        }
        _ => return None,
    };
    let bounds = ranges.into_iter();
    Some(
        bounds
            .flat_map(|(start, end)| [i64::from(u32::from(start)), i64::from(u32::from(end)) + 1])
            .collect(),
    )
}

fn property_ranges(
    context: &mut Context,
    _: &mut dyn Host,
    arguments: Arguments,
) -> Result<Value, Raise> {
    let who = "%property-ranges";
    let name = text(context, arguments, 0, who)?;
    let Some(bounds) = bounds(&name) else {
        let found = context.argument(arguments, 0);
        let message = format!("{who}: there is no such property of characters");
        return Err(context.condition(ConditionKind::Range, Some(who), &message, &[found]));
    };
    arguments::charge(context, bounds.len());
    arguments::reserve_object(context, bounds.len(), who)?;
    let bounds: Vec<Value> = bounds.into_iter().map(Value::fixnum).collect();
    Ok(context.heap.vector_from(&bounds))
}
