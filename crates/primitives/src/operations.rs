//! Operations of the host on files, connections and subprocesses: one primitive
//! for all, since they differ only in what the host does. The libraries give
//! them their names and check what they are given.

use crate::arguments::{self, pid, symbol};
use crate::items::item_of;
use crate::{Area, control, leaf};
use mound_heap::Value;
use mound_machine::{Arguments, Context, Host, Item, Outcome, Raise, Request};

pub(crate) const AREA: Area = &[
    control("%operate", operate),
    leaf("%resource-open?", is_open),
];

fn operate(
    context: &mut Context,
    host: &mut dyn Host,
    arguments: Arguments,
) -> Result<Outcome, Raise> {
    context.close_windows(host.resources());
    let deadline = arguments::deadline(context, arguments, 2, "operate")?;
    context.request(host, deadline, |context, _| {
        let name = symbol(context, arguments, 0, "operate")?;
        arguments::list(context, arguments, 1, "operate")?;
        match item_of(context.argument(arguments, 1)) {
            Some(Item::List(items)) => Ok(Request::Operation {
                name,
                arguments: items,
            }),
            _ => {
                let expected = "a list of strings, numbers, symbols and the like";
                Err(arguments::wrong(context, arguments, 1, "operate", expected))
            }
        }
    })
}

fn is_open(
    context: &mut Context,
    host: &mut dyn Host,
    arguments: Arguments,
) -> Result<Value, Raise> {
    let owner = pid(context, arguments, 0, "input-port-open?")?;
    if owner.node != 0 {
        return Ok(Value::ABSENT);
    }
    Ok(Value::boolean(host.resources().is_open(owner)))
}
