//! Data to text, for ports.

use crate::arguments::{self, symbol};
use crate::print::{LongNumbers, Names, Style, print_within};
use crate::{Area, leaf};
use mound_heap::Value;
use mound_heap::number::number_of;
use mound_machine::condition::ConditionKind;
use mound_machine::{Arguments, Context, Cost, Effort, Host, Raise};
use mound_numbers::Number;
use mound_syntax::printer::write_number;
use std::cell::RefCell;

pub(crate) const AREA: Area = &[leaf("%datum->string", to_string)];

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

fn to_string(
    context: &mut Context,
    host: &mut dyn Host,
    arguments: Arguments,
) -> Result<Value, Raise> {
    let style = match &*symbol(context, arguments, 1, "write")?.text() {
        "display" => Style::Display,
        "write" => Style::Write,
        "shared" => Style::Shared,
        "simple" => Style::Simple,
        _ => {
            return Err(arguments::wrong(
                context,
                arguments,
                1,
                "write",
                "a style of printing",
            ));
        }
    };
    let text = text_of(context, host, context.argument(arguments, 0), style)?;
    arguments::new_string(context, &text, "write")
}

/// The text of a value, or the condition that it is too long. The digits of long numbers are found by a
/// computation.
pub(crate) fn text_of(
    context: &mut Context,
    host: &mut dyn Host,
    value: Value,
    style: Style,
) -> Result<String, Raise> {
    let names = &HostNames(RefCell::new(host));
    let mut long = match context.computed::<Digits>() {
        Some(digits) => {
            context.pay(digits.cost);
            LongNumbers::Texts(digits.texts)
        }
        None => LongNumbers::Collected(Vec::new()),
    };
    let printed = print_within(value, style, names, &mut long);
    if let LongNumbers::Collected(numbers) = long
        && !numbers.is_empty()
    {
        return Err(postpone(context, &numbers));
    }
    printed.map_err(|_| {
        let what = "the text would be too long";
        context.complaint(ConditionKind::Memory, "write", what, &[])
    })
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
