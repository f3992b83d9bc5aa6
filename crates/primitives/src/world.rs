//! Time, the program's surroundings, and evaluation.

use crate::arguments::{self, UNFINISHED, charge, count, elements, list, symbol, text};
use crate::print::Style;
use crate::printing::{text_at_once, text_with_objects};
use crate::{Area, control, leaf};
use mound_base::{SourcePart, Symbol};
use mound_heap::equality::numbers_of;
use mound_heap::layout::Kind;
use mound_heap::number::size_of;
use mound_heap::object::{Pair, Vector, kind_of};
use mound_heap::text::Bytevector;
use mound_heap::{Heap, StringView, Value};
use mound_machine::{Arguments, Context, Host, Outcome, Raise, Request, compiling_bytes};
use std::collections::HashSet;

pub(crate) const AREA: Area = &[
    leaf("%command-line", command_line),
    leaf("%cover", cover),
    leaf("%current-second", current_second),
    leaf("%environment-variable", environment_variable),
    leaf("%environment-variables", environment_variables),
    control("%eval", eval),
    leaf("%eval-objects", eval_objects),
    control("%eval-text", eval_text),
    leaf("%features", features),
    leaf("%log", log),
    leaf("%logs?", logs),
    leaf("%now", now),
];

fn cover(context: &mut Context, host: &mut dyn Host, arguments: Arguments) -> Result<Value, Raise> {
    let number = count(context, arguments, 0, "%cover")?;
    host.system().cover(number);
    Ok(Value::UNSPECIFIED)
}

fn log(context: &mut Context, host: &mut dyn Host, arguments: Arguments) -> Result<Value, Raise> {
    let who = "log-message";
    let level = symbol(context, arguments, 0, who)?;
    let message = text(context, arguments, 1, who)?;
    list(context, arguments, 2, who)?;
    let mut parts = Vec::new();
    let mut bytes = 0;
    for element in elements(context.argument(arguments, 2)) {
        let Some(string) = StringView::of(element) else {
            return Err(context.wrong_type(who, 3, "names and values as strings", element));
        };
        bytes += string.len();
        if bytes > LOGGED_MAX {
            break;
        }
        parts.push(string.chars().collect::<String>());
    }
    charge(context, message.len() + bytes);
    let fields: Vec<(&str, &str)> = parts
        .chunks_exact(2)
        .map(|pair| (&*pair[0], &*pair[1]))
        .collect();
    let end = message.floor_char_boundary(LOGGED_MAX);
    host.system().log(&level.text(), &message[..end], &fields);
    Ok(Value::UNSPECIFIED)
}

/// Bytes of a message, and of its fields, that are logged: nobody reads more.
const LOGGED_MAX: usize = 1 << 16;

fn logs(context: &mut Context, host: &mut dyn Host, arguments: Arguments) -> Result<Value, Raise> {
    let level = symbol(context, arguments, 0, "log-level?")?;
    Ok(Value::boolean(host.system().logs(&level.text())))
}

fn now(_: &mut Context, host: &mut dyn Host, _: Arguments) -> Result<Value, Raise> {
    // 61 bits of nanoseconds are 36 years of running.
    let now = i64::try_from(host.system().now())
        .ok()
        .and_then(Value::try_fixnum);
    Ok(now.unwrap_or(Value::fixnum(mound_heap::value::FIXNUM_MAX)))
}

fn current_second(
    context: &mut Context,
    host: &mut dyn Host,
    _: Arguments,
) -> Result<Value, Raise> {
    let seconds = host.system().seconds();
    context.reserve(Heap::WORDS_FOR_FLONUM)?;
    Ok(context.heap.flonum(seconds))
}

/// A list of strings, or of pairs of strings.
fn string_list(
    context: &mut Context,
    items: &[(&str, Option<&str>)],
    who: &str,
) -> Result<Value, Raise> {
    let kept = context.temporaries.len();
    context.temporaries.push(Value::NULL);
    let result = items.iter().rev().try_for_each(|(first, second)| {
        let string = arguments::new_string(context, first, who)?;
        context.temporaries.push(string);
        let second = match second {
            Some(second) => Some(arguments::new_string(context, second, who)?),
            None => None,
        };
        context.temporaries.extend(second);
        context.reserve(4)?;
        let item = match (
            second.and_then(|_| context.temporaries.pop()),
            context.temporaries.pop(),
        ) {
            (Some(second), Some(first)) => context.heap.pair(first, second),
            (_, first) => first.unwrap_or(Value::NULL),
        };
        if let Some(list) = context.temporaries.last_mut() {
            *list = context.heap.pair(item, *list);
        }
        Ok(())
    });
    let list = context.temporaries.get(kept).copied();
    context.temporaries.truncate(kept);
    result.map(|()| list.unwrap_or(Value::NULL))
}

fn command_line(context: &mut Context, host: &mut dyn Host, _: Arguments) -> Result<Value, Raise> {
    let words = host.system().command_line();
    let items: Vec<_> = words.iter().map(|word| (word.as_str(), None)).collect();
    string_list(context, &items, "command-line")
}

fn environment_variable(
    context: &mut Context,
    host: &mut dyn Host,
    arguments: Arguments,
) -> Result<Value, Raise> {
    let who = "get-environment-variable";
    let name = text(context, arguments, 0, who)?;
    let variables = host.system().environment_variables();
    match variables.iter().find(|(variable, _)| *variable == name) {
        Some((_, value)) => arguments::new_string(context, value, who),
        None => Ok(Value::FALSE),
    }
}

fn environment_variables(
    context: &mut Context,
    host: &mut dyn Host,
    _: Arguments,
) -> Result<Value, Raise> {
    let variables = host.system().environment_variables();
    let items: Vec<_> = variables
        .iter()
        .map(|(name, value)| (name.as_str(), Some(value.as_str())))
        .collect();
    string_list(context, &items, "get-environment-variables")
}

fn features(context: &mut Context, host: &mut dyn Host, _: Arguments) -> Result<Value, Raise> {
    let features: Vec<Value> = host
        .system()
        .features()
        .into_iter()
        .map(Value::symbol)
        .collect();
    arguments::reserve_list(context, features.len(), "features")?;
    Ok(context.heap.list(&features))
}

/// The datum goes to the compiler as text; what comes back is a thunk. What has no text stays here: it
/// has a number in the text, and the thunk asks for it (`%eval-object` of the base library).
fn eval(
    context: &mut Context,
    host: &mut dyn Host,
    arguments: Arguments,
) -> Result<Outcome, Raise> {
    let outcome = context.request(host, None, |context, host| {
        let libraries = import_sets(context, host, arguments)?;
        let datum = context.argument(arguments, 0);
        // Messages show the text, in which labels for all sharing are hard to read.
        let style = match is_small_tree(datum) {
            true => Style::Write,
            false => Style::Shared,
        };
        let objects = context.argument(arguments, 2);
        let text = text_with_objects(context, host, datum, style, objects)?;
        arguments::check_scratch(context, compiling_bytes(&text), "eval")?;
        Ok(Request::Compile {
            text,
            libraries,
            place: None,
        })
    })?;
    call_thunk(context, outcome)
}

/// The same for a datum in a text. If that is part of a file, messages can name its place.
fn eval_text(
    context: &mut Context,
    host: &mut dyn Host,
    arguments: Arguments,
) -> Result<Outcome, Raise> {
    let outcome = context.request(host, None, |context, host| {
        let libraries = import_sets(context, host, arguments)?;
        let text = text(context, arguments, 0, "load")?;
        let (place, who) = match context.argument(arguments, 2) {
            Value::FALSE => (None, "eval"),
            _ => (Some(source_part(context, arguments, &text)?), "load"),
        };
        arguments::check_scratch(context, compiling_bytes(&text), who)?;
        Ok(Request::Compile {
            text,
            libraries,
            place,
        })
    })?;
    call_thunk(context, outcome)
}

/// The third argument: file, first line, characters before the datum, whether case is folded.
fn source_part(
    context: &mut Context,
    arguments: Arguments,
    text: &str,
) -> Result<SourcePart, Raise> {
    let place = context.argument(arguments, 2);
    let part = Vector::of(place).and_then(|place| {
        let &[name, line, before, folds] = place.slice() else {
            return None;
        };
        let before = usize::try_from(before.as_fixnum()?).ok()?;
        let offset = text.char_indices().nth(before);
        Some(SourcePart {
            name: StringView::of(name)?.chars().collect(),
            first_line: u32::try_from(line.as_fixnum()?).ok()?,
            offset: offset.map_or(text.len(), |found| found.0),
            folds_case: folds != Value::FALSE,
        })
    });
    part.ok_or_else(|| arguments::wrong(context, arguments, 2, "load", "a place in a file"))
}

fn call_thunk(context: &mut Context, outcome: Outcome) -> Result<Outcome, Raise> {
    match outcome {
        Outcome::Value(thunk) => Ok(Outcome::Call(context.prepare_call(thunk, &[])?)),
        pending => Ok(pending),
    }
}

/// The import sets of the second argument; none for the interactive environment.
fn import_sets(
    context: &mut Context,
    host: &mut dyn Host,
    arguments: Arguments,
) -> Result<Vec<String>, Raise> {
    match context.argument(arguments, 1) {
        Value::FALSE => Ok(Vec::new()),
        _ => library_texts(context, host, arguments),
    }
}

/// The values in a datum that are no syntax, each once. Of `(quote x)` where such a value is in `x`, it
/// is `x`: so what is quoted is the same object, and not a copy.
fn eval_objects(
    context: &mut Context,
    _: &mut dyn Host,
    arguments: Arguments,
) -> Result<Value, Raise> {
    let datum = context.argument(arguments, 0);
    let mut parts = Parts(PARTS_MAX);
    let objects = objects_in(datum, &mut parts);
    arguments::charge(context, 8 * (PARTS_MAX - parts.0));
    let Some(objects) = objects else {
        return Ok(UNFINISHED);
    };
    if objects.is_empty() {
        return Ok(Value::FALSE);
    }
    // No collection has come between.
    let kept = context.temporaries.len();
    context.temporaries.extend(objects);
    let reserved = arguments::reserve_object(context, context.temporaries.len() - kept, "eval");
    let objects = context.temporaries.split_off(kept);
    reserved.map(|()| context.heap.vector_from(&objects))
}

/// Parts of a datum that are looked at in one step, and printed for the compiler. The library evaluates
/// what has more (`lib/mound/eval-in-steps.scm`).
const PARTS_MAX: usize = 1 << 13;

/// Parts of an import set. People write a few, programs some thousands.
const IMPORT_PARTS_MAX: usize = 1 << 14;

/// Bytes of a string or number that are as much work as a part.
const PART_BYTES: usize = 1 << 5;

/// Digits of a word of a number.
const DIGITS_OF_WORD: usize = 20;

/// How many parts may still be looked at.
struct Parts(usize);

impl Parts {
    /// Counts a part; `None` if there are too many.
    fn count(&mut self, part: Value) -> Option<()> {
        let bytes = match (Vector::of(part), StringView::of(part)) {
            _ if !part.is_object() => 0,
            (Some(vector), _) => PART_BYTES * vector.len(),
            (_, Some(string)) => string.len(),
            _ => match Bytevector::of(part).or_else(|| Some(numbers_of(part)?.1)) {
                Some(bytes) => bytes.len(),
                None => DIGITS_OF_WORD * size_of(part).words,
            },
        };
        self.0 = self.0.checked_sub(1 + bytes / PART_BYTES)?;
        Some(())
    }
}

/// What is no syntax in the datum; `None` if it has too many parts.
fn objects_in(datum: Value, parts: &mut Parts) -> Option<Vec<Value>> {
    let mut objects = Vec::new();
    let mut found = HashSet::new();
    let mut seen = HashSet::new();
    let mut work = vec![datum];
    while let Some(value) = work.pop() {
        parts.count(value)?;
        if let Some(pair) = Pair::of(value) {
            if !seen.insert(value) {
                continue;
            }
            match quoted(pair) {
                Some(part) if is_datum(part, parts)? => {}
                Some(part) if found.insert(part) => objects.push(part),
                Some(_) => {}
                None => work.extend([pair.cdr(), pair.car()]),
            }
        } else if let Some(vector) = Vector::of(value) {
            if seen.insert(value) {
                work.extend_from_slice(vector.slice());
            }
        } else if !is_atom(value) && found.insert(value) {
            objects.push(value);
        }
    }
    Some(objects)
}

/// `x` of `(quote x)`.
fn quoted(pair: Pair) -> Option<Value> {
    let is_quote = pair.car().as_symbol()? == Symbol::intern("quote");
    let rest = Pair::of(pair.cdr()).filter(|rest| rest.cdr() == Value::NULL)?;
    is_quote.then(|| rest.car())
}

/// The import sets of an environment, as they are written.
fn library_texts(
    context: &mut Context,
    host: &mut dyn Host,
    arguments: Arguments,
) -> Result<Vec<String>, Raise> {
    let count = arguments::list(context, arguments, 1, "environment")?;
    let mut texts = Vec::with_capacity(count);
    for index in 0..count {
        let import_set = arguments::elements(context.argument(arguments, 1)).nth(index);
        let import_set = import_set.unwrap_or(Value::NULL);
        let expected = match is_datum(import_set, &mut Parts(IMPORT_PARTS_MAX)) {
            Some(true) => None,
            Some(false) => Some("an import set".to_owned()),
            None => Some(format!("an import set of at most {IMPORT_PARTS_MAX} parts")),
        };
        if let Some(expected) = expected {
            let position = index as u32 + 1;
            return Err(context.wrong_type("environment", position, &expected, import_set));
        }
        texts.push(text_at_once(context, host, import_set, Style::Shared)?);
    }
    Ok(texts)
}

/// Whether the value has few parts, each counted as often as it occurs: no circle and not much
/// sharing.
fn is_small_tree(value: Value) -> bool {
    const PARTS_MAX: usize = 10_000;
    let mut work = vec![value];
    for _ in 0..PARTS_MAX {
        let Some(value) = work.pop() else {
            return true;
        };
        if let Some(pair) = Pair::of(value) {
            work.extend([pair.cdr(), pair.car()]);
        } else if let Some(vector) = Vector::of(value) {
            if work.len() + vector.len() > PARTS_MAX {
                return false;
            }
            work.extend_from_slice(vector.slice());
        }
    }
    false
}

/// Whether all parts of the value have a text that the reader reads; `None` if it has too many.
fn is_datum(value: Value, parts: &mut Parts) -> Option<bool> {
    let mut seen = HashSet::new();
    let mut work = vec![value];
    while let Some(value) = work.pop() {
        parts.count(value)?;
        if let Some(pair) = Pair::of(value) {
            if seen.insert(value) {
                work.extend([pair.cdr(), pair.car()]);
            }
        } else if let Some(vector) = Vector::of(value) {
            if seen.insert(value) {
                work.extend_from_slice(vector.slice());
            }
        } else if !is_atom(value) {
            return Some(false);
        }
    }
    Some(true)
}

fn is_atom(value: Value) -> bool {
    let simple = value.is_fixnum()
        || value.is_symbol()
        || value.is_character()
        || value.is_boolean()
        || value == Value::NULL;
    simple
        || numbers_of(value).is_some()
        || matches!(
            kind_of(value),
            Some(
                Kind::String
                    | Kind::Forward
                    | Kind::Bytevector
                    | Kind::Flonum
                    | Kind::Bignum
                    | Kind::Ratio
                    | Kind::Complex
            )
        )
}
