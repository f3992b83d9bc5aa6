//! Data to text, for ports. Each primitive does one step; the library makes the text of what is large
//! of many (`lib/mound/base/printing-in-steps.scm`).

use crate::arguments::{self, UNFINISHED, symbol};
use crate::print::parts::{self, Elements, Parts, Plain};
use crate::print::{LongNumbers, Names, Style, print_short, print_with_objects, print_within};
use crate::{Area, leaf};
use mound_heap::number::number_of;
use mound_heap::object::Vector;
use mound_heap::{Heap, Value};
use mound_machine::condition::ConditionKind;
use mound_machine::{Arguments, Context, Cost, Effort, Host, Raise};
use mound_numbers::Number;
use mound_syntax::printer::write_number;
use std::cell::RefCell;
use std::collections::HashMap;

pub(crate) const AREA: Area = &[
    leaf("%datum->string", to_string),
    leaf("%print-elements", print_elements),
    leaf("%print-part", print_part),
    leaf("%print-parts", print_parts),
    leaf("%print-range", print_range),
];

/// The names that a host knows.
struct HostNames<'a>(RefCell<&'a mut dyn Host>);

impl Names for HostNames<'_> {
    fn node(&self, index: u16) -> Option<String> {
        self.0.borrow_mut().cluster().node_name(index)
    }

    fn procedure(&self, closure: Value) -> Option<String> {
        mound_machine::trace::procedure_name(closure)
    }
}

/// To print a character of a long text, or to look at an object, is paid as to copy so many.
const PRICE: usize = 8;

/// Characters for which nothing is paid but for copying them.
const FREE: usize = 1 << 10;

/// A text that was made, as a string.
fn printed(context: &mut Context, text: &str) -> Result<Value, Raise> {
    arguments::charge(context, PRICE * text.len().saturating_sub(FREE));
    arguments::new_string(context, text, "write")
}

fn style(context: &mut Context, arguments: Arguments, index: u32) -> Result<Style, Raise> {
    match &*symbol(context, arguments, index, "write")?.text() {
        "display" => Ok(Style::Display),
        "write" => Ok(Style::Write),
        "shared" => Ok(Style::Shared),
        "simple" => Ok(Style::Simple),
        _ => {
            let expected = "a style of printing";
            Err(arguments::wrong(
                context, arguments, index, "write", expected,
            ))
        }
    }
}

fn to_string(
    context: &mut Context,
    host: &mut dyn Host,
    arguments: Arguments,
) -> Result<Value, Raise> {
    let style = style(context, arguments, 1)?;
    let value = context.argument(arguments, 0);
    if let Some(fixnum) = value.as_fixnum() {
        return crate::numbers::fixnum_to_string(context, fixnum, "write");
    }
    let text = with_digits(context, host, |names, long| {
        print_short(value, style, names, long)
    })?;
    match text {
        Some(text) => printed(context, &text),
        None => {
            arguments::charge(context, PRICE * parts::OBJECTS_MAX);
            Ok(UNFINISHED)
        }
    }
}

fn print_part(
    context: &mut Context,
    host: &mut dyn Host,
    arguments: Arguments,
) -> Result<Value, Raise> {
    let style = style(context, arguments, 1)?;
    let names = HostNames(RefCell::new(host));
    match parts::plain(context.argument(arguments, 0), style, &names) {
        Plain::Text(text) => printed(context, &text),
        Plain::Labelled => Ok(Value::FALSE),
        Plain::Large => {
            arguments::charge(context, PRICE * parts::PART_OBJECTS_MAX);
            Ok(UNFINISHED)
        }
    }
}

fn print_elements(
    context: &mut Context,
    host: &mut dyn Host,
    arguments: Arguments,
) -> Result<Value, Raise> {
    let style = style(context, arguments, 2)?;
    let object = context.argument(arguments, 0);
    let elements = match Vector::of(object) {
        Some(vector) => {
            let length = vector.len();
            let index = arguments::index_below(context, arguments, 1, length + 1, 0, "write")?;
            Elements::From(object, index)
        }
        None => Elements::Tail(object),
    };
    let (text, left) = parts::elements(elements, style, &HostNames(RefCell::new(host)));
    let left = match left {
        Elements::Tail(tail) => tail,
        Elements::From(_, index) => Value::fixnum(index as i64),
    };
    context.temporaries.push(left);
    let text = printed(context, &text);
    let text = text.and_then(|text| {
        context.temporaries.push(text);
        let reserved = context.reserve(Heap::WORDS_FOR_PAIR);
        let text = context.temporaries.pop().unwrap_or(Value::FALSE);
        reserved.map(|()| text)
    });
    let left = context.temporaries.pop().unwrap_or(Value::NULL);
    Ok(context.heap.pair(text?, left))
}

fn print_parts(
    context: &mut Context,
    host: &mut dyn Host,
    arguments: Arguments,
) -> Result<Value, Raise> {
    let style = style(context, arguments, 1)?;
    let names = HostNames(RefCell::new(host));
    let found = parts::parts(context.argument(arguments, 0), style, &names);
    let kept = context.temporaries.len();
    let result = match found {
        Parts::None => Ok(Value::FALSE),
        Parts::Range(count, before, after) => {
            context.temporaries.push(Value::fixnum(count as i64));
            keep_text(context, &before)
                .and_then(|()| keep_text(context, after))
                .and_then(|()| arguments::reserve_object(context, 3, "write"))
                .map(|()| {
                    let elements = context.temporaries.split_off(kept);
                    context.heap.vector_from(&elements)
                })
        }
        Parts::Values(texts, values) => {
            // The values first: to make a text may collect.
            context.temporaries.extend(&values);
            texts
                .iter()
                .try_for_each(|text| keep_text(context, text))
                .and_then(|()| {
                    let count = texts.len() + values.len();
                    arguments::reserve_list(context, count, "write")
                })
                .map(|()| {
                    let texts = context.temporaries.split_off(kept + values.len());
                    let values = context.temporaries.split_off(kept);
                    let between = values.iter().copied().map(Some).chain([None]);
                    let all: Vec<Value> = texts
                        .into_iter()
                        .zip(between)
                        .flat_map(|(text, value)| [Some(text), value])
                        .flatten()
                        .collect();
                    context.heap.list(&all)
                })
        }
    };
    context.temporaries.truncate(kept);
    result
}

/// Makes a string that is the last of the temporaries.
fn keep_text(context: &mut Context, text: &str) -> Result<(), Raise> {
    let text = arguments::new_string(context, text, "write")?;
    context.temporaries.push(text);
    Ok(())
}

fn print_range(
    context: &mut Context,
    _: &mut dyn Host,
    arguments: Arguments,
) -> Result<Value, Raise> {
    let style = style(context, arguments, 3)?;
    let end = arguments::index_below(context, arguments, 2, usize::MAX, 0, "write")?;
    let start = arguments::index_below(context, arguments, 1, end + 1, 0, "write")?;
    let object = context.argument(arguments, 0);
    let count = end - start;
    let text = match count <= parts::BYTES_MAX {
        true => parts::range(object, start..end, style),
        false => None,
    };
    match text {
        Some(text) => printed(context, &text),
        None => {
            let expected = "an object of so many parts";
            Err(arguments::wrong(context, arguments, 0, "write", expected))
        }
    }
}

/// The text of a value for the compiler, or the condition that it is too long: the values in this
/// vector, if it is one, are written as `#<object 0>` and so on. The digits of long numbers are found
/// by a computation.
pub(crate) fn text_with_objects(
    context: &mut Context,
    host: &mut dyn Host,
    value: Value,
    style: Style,
    objects: Value,
) -> Result<String, Raise> {
    let vector = Vector::of(objects);
    let objects = vector.iter().flat_map(|objects| objects.slice());
    let numbers: HashMap<Value, usize> = objects.copied().zip(0..).collect();
    let printed = with_digits(context, host, |names, long| {
        print_with_objects(value, style, names, long, &numbers).ok()
    })?;
    printed.ok_or_else(|| {
        let what = "the text would be too long";
        context.complaint(ConditionKind::Memory, "eval", what, &[])
    })
}

/// What the action prints, if it does; it is called again when the digits of long numbers are known.
fn with_digits(
    context: &mut Context,
    host: &mut dyn Host,
    print: impl FnOnce(&dyn Names, &mut LongNumbers) -> Option<String>,
) -> Result<Option<String>, Raise> {
    let mut long = match context.computed::<Digits>() {
        Some(digits) => {
            context.pay(digits.cost);
            LongNumbers::Texts(digits.texts)
        }
        None => LongNumbers::Collected(Vec::new()),
    };
    let printed = print(&HostNames(RefCell::new(host)), &mut long);
    match long {
        LongNumbers::Collected(numbers) if printed.is_some() && !numbers.is_empty() => {
            Err(postpone(context, &numbers))
        }
        _ => Ok(printed),
    }
}

/// The same at once, with long numbers by their lengths only.
pub(crate) fn text_at_once(
    context: &mut Context,
    host: &mut dyn Host,
    value: Value,
    style: Style,
) -> Result<String, Raise> {
    let names = &HostNames(RefCell::new(host));
    print_within(value, style, names, &mut LongNumbers::Lengths).map_err(|_| {
        let what = "the text would be too long";
        context.complaint(ConditionKind::Memory, "write", what, &[])
    })
}

/// The digits of long numbers.
struct Digits {
    texts: Vec<String>,
    cost: Cost,
}

fn postpone(context: &mut Context, numbers: &[Value]) -> Raise {
    let nothing = Value::fixnum(0);
    let costs = numbers
        .iter()
        .map(|&number| Effort::Digits.cost(number, nothing));
    let cost = costs.fold(Cost::default(), Cost::plus);
    context.postpone("write", cost, |_| {
        let numbers: Vec<Number> = numbers.iter().filter_map(|&it| number_of(it)).collect();
        Ok(move || Digits {
            texts: numbers.iter().map(write_number).collect(),
            cost,
        })
    })
}
