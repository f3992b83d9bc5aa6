//! Quick entries of hash tables: keys that are found, or added where there is room, without hashing the others
//! anew ([`mound_machine::quick`]).

use super::table::{Found, Table};
use mound_heap::Value;
use mound_machine::quick::Quick;
use mound_machine::{Arguments, Context, quick_entry};

pub(super) const CONTAINS: Quick = quick_entry!(contains);
pub(super) const COUNT: Quick = quick_entry!(count);
pub(super) const DELETE: Quick = quick_entry!(delete);
pub(super) const REF: Quick = quick_entry!(get);
pub(super) const SET: Quick = quick_entry!(set);

fn table(context: &Context, arguments: Arguments) -> Option<Table> {
    Table::of(context.argument(arguments, 0))
}

fn mutable_table(context: &Context, arguments: Arguments) -> Option<Table> {
    table(context, arguments).filter(|table| !table.is_frozen())
}

/// The entry of the key that argument 1 is.
fn find(context: &mut Context, table: Table, arguments: Arguments) -> Option<Found> {
    let key = context.argument(arguments, 1);
    table.find_at_once(context, key)
}

fn count(context: &mut Context, arguments: Arguments) -> Option<Value> {
    let table = table(context, arguments)?;
    Some(Value::fixnum(table.count() as i64))
}

fn get(context: &mut Context, arguments: Arguments) -> Option<Value> {
    let table = table(context, arguments)?;
    match find(context, table, arguments)? {
        Found::Entry(entry) => Some(table.value(entry)),
        Found::Nothing(_) => Some(context.argument(arguments, 2)),
        Found::Unfinished => None,
    }
}

fn contains(context: &mut Context, arguments: Arguments) -> Option<Value> {
    let table = table(context, arguments)?;
    match find(context, table, arguments)? {
        Found::Entry(_) => Some(Value::TRUE),
        Found::Nothing(_) => Some(Value::FALSE),
        Found::Unfinished => None,
    }
}

fn set(context: &mut Context, arguments: Arguments) -> Option<Value> {
    let table = mutable_table(context, arguments)?;
    let (key, value) = (
        context.argument(arguments, 1),
        context.argument(arguments, 2),
    );
    if key == Value::ABSENT {
        return None;
    }
    match find(context, table, arguments)? {
        Found::Entry(entry) => table.set_value(&mut context.heap, entry, value),
        Found::Nothing(hash) if table.is_ready(context) => table.add(context, key, value, hash),
        Found::Nothing(_) | Found::Unfinished => return None,
    }
    Some(Value::UNSPECIFIED)
}

fn delete(context: &mut Context, arguments: Arguments) -> Option<Value> {
    let table = mutable_table(context, arguments)?;
    match find(context, table, arguments)? {
        Found::Entry(entry) => table.remove(&mut context.heap, entry),
        Found::Nothing(_) => {}
        Found::Unfinished => return None,
    }
    Some(Value::UNSPECIFIED)
}
