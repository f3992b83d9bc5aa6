//! Symbols and tags.

use crate::arguments::{self, STEP_MAX, read_text, symbol};
use crate::{Area, leaf, quick};
use mound_base::SymbolRef;
use mound_heap::Value;
use mound_heap::value::Name;
use mound_machine::condition::ConditionKind;
use mound_machine::{Arguments, Context, Host, Raise};

pub(crate) const AREA: Area = &[
    leaf("%generate-symbol", generate),
    leaf("%make-tag", make_tag),
    leaf("%this-node", this_node),
    quick("string->symbol", from_string, quick::STRING_TO_SYMBOL),
    quick("symbol->string", to_string, quick::SYMBOL_TO_STRING),
];

fn generate(context: &mut Context, host: &mut dyn Host, _: Arguments) -> Result<Value, Raise> {
    let who = "generate-symbol";
    arguments::reserve_symbol(context)?;
    let name = crate::numbers::fresh_name(host);
    arguments::new_symbol(context, SymbolRef::intern(&name), who)
}

fn make_tag(_: &mut Context, host: &mut dyn Host, _: Arguments) -> Result<Value, Raise> {
    let serial = host.processes().fresh_serial();
    Ok(Value::tag(Name { node: 0, serial }))
}

/// The serial number that no process gets.
const NO_PROCESS: u64 = 0;

fn this_node(_: &mut Context, _: &mut dyn Host, _: Arguments) -> Result<Value, Raise> {
    Ok(Value::pid(Name {
        node: 0,
        serial: NO_PROCESS,
    }))
}

fn from_string(
    context: &mut Context,
    _: &mut dyn Host,
    arguments: Arguments,
) -> Result<Value, Raise> {
    let who = "string->symbol";
    if arguments::string(context, arguments, 0, who)?.len() > STEP_MAX {
        let what = "a symbol cannot have so long a name";
        return Err(context.complaint(ConditionKind::Range, who, what, &[]));
    }
    arguments::reserve_symbol(context)?;
    let symbol = read_text(context, arguments, 0, who, SymbolRef::intern)?;
    arguments::new_symbol(context, symbol, who)
}

fn to_string(
    context: &mut Context,
    _: &mut dyn Host,
    arguments: Arguments,
) -> Result<Value, Raise> {
    let who = "symbol->string";
    let name = symbol(context, arguments, 0, who)?.text();
    arguments::new_string(context, &name, who)
}
