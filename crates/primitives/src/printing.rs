//! Data to text, for ports.

use crate::arguments::{self, symbol};
use crate::print::{Names, Style, print_within};
use crate::{Area, leaf};
use mound_heap::Value;
use mound_machine::condition::ConditionKind;
use mound_machine::{Arguments, Context, Host, Raise};
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

/// The text of a value, or the condition that it is too long.
pub(crate) fn text_of(
    context: &mut Context,
    host: &mut dyn Host,
    value: Value,
    style: Style,
) -> Result<String, Raise> {
    match print_within(value, style, &HostNames(RefCell::new(host))) {
        Ok(text) => Ok(text),
        Err(_) => {
            let what = "the text would be too long";
            Err(context.complaint(ConditionKind::Memory, "write", what, &[]))
        }
    }
}
