//! The limits of processes, see `machine::limits`.

use crate::arguments::{self, elements};
use crate::{Area, leaf};
use mound_base::Symbol;
use mound_heap::object::Pair;
use mound_heap::{FragmentBuilder, Value};
use mound_machine::{Arguments, Context, Host, Limits, NO_POSITION, Raise, Setting};

pub(crate) const AREA: Area = &[
    leaf("%default-limits", default_limits),
    leaf("%default-limits!", set_default_limits),
    leaf("%limits", limits),
    leaf("%limits!", set_limits),
];

/// The limits in an argument, on top of those that are usual on the node.
pub(crate) fn limits_argument(
    context: &mut Context,
    host: &mut dyn Host,
    arguments: Arguments,
    index: u32,
    who: &str,
) -> Result<Limits, Raise> {
    let base = host.processes().default_limits();
    settings(context, arguments, (index, NO_POSITION), who, base)
}

fn settings(
    context: &mut Context,
    arguments: Arguments,
    (index, position): (u32, u32),
    who: &str,
    mut limits: Limits,
) -> Result<Limits, Raise> {
    arguments::list(context, arguments, index, who)?;
    let list = context.argument(arguments, index);
    for element in elements(list) {
        let name = Pair::of(element).and_then(|pair| pair.car().as_symbol());
        let (Some(pair), Some(name)) = (Pair::of(element), name) else {
            let wanted = "a list of limits such as (heap . 1000000)";
            return Err(context.wrong_type(who, position, wanted, element));
        };
        let word = pair.cdr().symbol_text();
        let number = pair.cdr().as_fixnum();
        let number = number.map(|number| usize::try_from(number).unwrap_or(0));
        let setting = match (number, &word) {
            (Some(number), _) => Setting::Number(number),
            (None, Some(word)) => Setting::Word(word),
            (None, None) if pair.cdr() == Value::FALSE => Setting::None,
            (None, None) => Setting::Number(0),
        };
        if let Err(wrong) = limits.set(&name.text(), setting) {
            let wanted = format!("a list of limits: {wrong}");
            return Err(context.wrong_type(who, position, &wanted, element));
        }
    }
    Ok(limits)
}

fn give(context: &mut Context, limits: Limits) -> Value {
    let mut builder = FragmentBuilder::new();
    let entries = alist(&mut builder, limits);
    let message = builder.finish_message(entries);
    context.heap.receive(message)
}

/// Limits as an association list.
pub fn alist(builder: &mut FragmentBuilder, limits: Limits) -> Value {
    let symbol = |name: &str| Value::symbol(Symbol::intern(name));
    let entries = limits.entries().into_iter().map(|(name, setting)| {
        let setting = match setting {
            Setting::None => Value::FALSE,
            // No limit that was set is larger than a fixnum.
            Setting::Number(number) => Value::fixnum(number as i64),
            Setting::Word(word) => symbol(word),
        };
        builder.pair(symbol(name), setting)
    });
    let entries: Vec<Value> = entries.collect();
    builder.list(&entries)
}

fn limits(context: &mut Context, _: &mut dyn Host, _: Arguments) -> Result<Value, Raise> {
    let limits = context.limits();
    Ok(give(context, limits))
}

fn default_limits(
    context: &mut Context,
    host: &mut dyn Host,
    _: Arguments,
) -> Result<Value, Raise> {
    let limits = host.processes().default_limits();
    Ok(give(context, limits))
}

fn set_limits(
    context: &mut Context,
    host: &mut dyn Host,
    arguments: Arguments,
) -> Result<Value, Raise> {
    let own = context.limits();
    let limits = settings(context, arguments, (0, 1), "process-limits-set!", own)?;
    host.processes().set_limits(context, limits);
    Ok(Value::UNSPECIFIED)
}

fn set_default_limits(
    context: &mut Context,
    host: &mut dyn Host,
    arguments: Arguments,
) -> Result<Value, Raise> {
    let old = host.processes().default_limits();
    let limits = settings(context, arguments, (0, 1), "default-limits-set!", old)?;
    host.processes().set_default_limits(limits);
    Ok(Value::UNSPECIFIED)
}
