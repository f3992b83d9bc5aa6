//! Sets of characters as ranges: a vector of ascending fixnums, of which the
//! first begins a range, the second ends it (and is not in it), the third begins
//! the next, and so on.

use crate::arguments::{self, text, vector};
use crate::{Area, leaf};
use mound_heap::Value;
use mound_machine::condition::ConditionKind;
use mound_machine::{Arguments, Context, Host, Raise};
use regex_syntax::hir::{Class, ClassUnicode, ClassUnicodeRange, HirKind};

pub(crate) const AREA: Area = &[
    leaf("%fold-ranges", fold_ranges),
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

/// The bounds of what a class holds; the class of a pattern may be a single character.
fn bounds_of(class: &ClassUnicode) -> Vec<Value> {
    let ranges = class.ranges().iter();
    ranges
        .flat_map(|range| [u32::from(range.start()), u32::from(range.end()) + 1])
        .map(|bound| Value::fixnum(bound.into()))
        .collect()
}

/// The characters with one of the properties, whose names have a space between them; `None` if
/// there is no such property.
fn class_of(properties: &str) -> Option<ClassUnicode> {
    let known = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'=');
    let mut pattern = String::from("[");
    for property in properties.split(' ') {
        if property.is_empty() || !property.bytes().all(known) {
            return None;
        }
        pattern.push_str(&format!(r"\p{{{property}}}"));
    }
    pattern.push(']');
    let parsed = regex_syntax::parse(&pattern).ok()?;
    match parsed.kind() {
        HirKind::Class(Class::Unicode(class)) => Some(class.clone()),
        // A set of one character.
        HirKind::Literal(literal) => {
            let text = std::str::from_utf8(&literal.0).ok()?;
            let ranges = text.chars().map(|only| ClassUnicodeRange::new(only, only));
            Some(ClassUnicode::new(ranges))
        }
        _ => None,
    }
}

/// The class with these bounds, if they are such.
fn class_with(bounds: &[Value]) -> Option<ClassUnicode> {
    let character = |code: i64| char::from_u32(u32::try_from(code).ok()?);
    let mut ranges = Vec::with_capacity(bounds.len() / 2);
    for pair in bounds.chunks(2) {
        let start = character(pair.first()?.as_fixnum()?)?;
        let end = character(pair.get(1)?.as_fixnum()?.checked_sub(1)?)?;
        ranges.push(ClassUnicodeRange::new(start, end));
    }
    Some(ClassUnicode::new(ranges))
}

fn new_bounds(context: &mut Context, bounds: &[Value], who: &str) -> Result<Value, Raise> {
    arguments::charge(context, bounds.len());
    arguments::reserve_object(context, bounds.len(), who)?;
    Ok(context.heap.vector_from(bounds))
}

fn fold_ranges(
    context: &mut Context,
    _: &mut dyn Host,
    arguments: Arguments,
) -> Result<Value, Raise> {
    let who = "%fold-ranges";
    let class = class_with(vector(context, arguments, 0, who)?.slice());
    let Some(mut class) = class else {
        return Err(arguments::wrong(
            context,
            arguments,
            0,
            who,
            "bounds of ranges of characters",
        ));
    };
    // Looks at each character that has a case, of which there are some thousand.
    arguments::charge(context, 2 * class.ranges().len() + 4096);
    class.case_fold_simple();
    new_bounds(context, &bounds_of(&class), who)
}

fn property_ranges(
    context: &mut Context,
    _: &mut dyn Host,
    arguments: Arguments,
) -> Result<Value, Raise> {
    let who = "%property-ranges";
    let name = text(context, arguments, 0, who)?;
    let Some(class) = class_of(&name) else {
        let found = context.argument(arguments, 0);
        let what = "there is no such property of characters";
        return Err(context.complaint(ConditionKind::Range, who, what, &[found]));
    };
    new_bounds(context, &bounds_of(&class), who)
}
