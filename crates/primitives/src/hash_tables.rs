//! Hash tables: what Scheme may do with them.
//!
//! How a table is laid out and found in is in `table`, hashes are in `hashing`.
//! Whatever may move objects comes first in each primitive: hashes of pairs are
//! good only until then.
//!
//! No primitive does more than a step of bounded length. What would take longer gives
//! [`UNFINISHED`] and has done nothing; then the library does it by many primitives
//! (`lib/mound/base/tables-in-steps.scm`).

mod hashing;
mod table;
#[cfg(test)]
mod tests;

use crate::arguments::{self, UNFINISHED, symbol};
use crate::{Area, leaf};
pub(crate) use hashing::Equivalence;
use mound_base::Symbol;
use mound_heap::layout::HASH_TABLE_FIELDS;
use mound_heap::{Heap, Value};
use mound_machine::{Arguments, Context, Host, Raise};
use std::sync::LazyLock;
use table::{Found, Growth, Table};

pub(crate) const AREA: Area = &[
    leaf("%hash", hash),
    leaf("%hash-table->alist", to_alist),
    leaf("%hash-table-add!", add),
    leaf("%hash-table-become!", become_like),
    leaf("%hash-table-clear!", clear),
    leaf("%hash-table-contains?", contains),
    leaf("%hash-table-copy", copy),
    leaf("%hash-table-count", count),
    leaf("%hash-table-delete!", delete),
    leaf("%hash-table-delete-at!", delete_at),
    leaf("%hash-table-key-at", key_at),
    leaf("%hash-table-kind", kind),
    leaf("%hash-table-next", next),
    leaf("%hash-table-ref", get),
    leaf("%hash-table-roomy", roomy),
    leaf("%hash-table-set!", set),
    leaf("%hash-table-set-at!", set_at),
    leaf("%hash-table-successor", successor),
    leaf("%hash-table-take!", take),
    leaf("%hash-table-used", used),
    leaf("%hash-table-value-at", value_at),
    leaf("%make-hash-table", make),
];

fn table(context: &mut Context, arguments: Arguments, who: &str) -> Result<Table, Raise> {
    match Table::of(context.argument(arguments, 0)) {
        Some(table) => Ok(table),
        None => Err(arguments::wrong(context, arguments, 0, who, "a hash table")),
    }
}

fn mutable_table(context: &mut Context, arguments: Arguments, who: &str) -> Result<Table, Raise> {
    let table = table(context, arguments, who)?;
    if table.is_frozen() {
        let object = context.argument(arguments, 0);
        return Err(context.frozen(who, object));
    }
    Ok(table)
}

fn make(context: &mut Context, _: &mut dyn Host, arguments: Arguments) -> Result<Value, Raise> {
    let who = "make-hash-table";
    let name = symbol(context, arguments, 0, who)?;
    match EQUIVALENCES.iter().find(|(known, _)| *known == name) {
        Some((_, equivalence)) => new(context, *equivalence),
        None => {
            let wanted = "eq, eqv or equal";
            Err(arguments::wrong(context, arguments, 0, who, wanted))
        }
    }
}

/// The equivalences by the names that the library gives them.
static EQUIVALENCES: LazyLock<[(Symbol, Equivalence); 3]> = LazyLock::new(|| {
    [
        (Symbol::intern("eq"), Equivalence::Eq),
        (Symbol::intern("eqv"), Equivalence::Eqv),
        (Symbol::intern("equal"), Equivalence::Equal),
    ]
});

fn new(context: &mut Context, equivalence: Equivalence) -> Result<Value, Raise> {
    context.reserve(Heap::WORDS_FOR_HASH_TABLE)?;
    let fields: [Value; HASH_TABLE_FIELDS] = table::empty_fields(equivalence);
    Ok(context.heap.hash_table(fields))
}

fn kind(context: &mut Context, _: &mut dyn Host, arguments: Arguments) -> Result<Value, Raise> {
    let table = table(context, arguments, "hash-table-equivalence-function")?;
    let equivalence = table.equivalence();
    let named = EQUIVALENCES.iter().find(|(_, known)| *known == equivalence);
    Ok(named.map_or(Value::FALSE, |(name, _)| Value::symbol(*name)))
}

fn count(context: &mut Context, _: &mut dyn Host, arguments: Arguments) -> Result<Value, Raise> {
    let table = table(context, arguments, "hash-table-count")?;
    Ok(Value::fixnum(table.count() as i64))
}

/// The entry of the key that argument 1 is.
fn find(context: &mut Context, host: &mut dyn Host, table: Table, arguments: Arguments) -> Found {
    let key = context.argument(arguments, 1);
    table.find(context, key, || host.system().hash_seed())
}

fn get(context: &mut Context, host: &mut dyn Host, arguments: Arguments) -> Result<Value, Raise> {
    let table = table(context, arguments, "hash-table-ref")?;
    Ok(match find(context, host, table, arguments) {
        Found::Entry(entry) => table.value(entry),
        Found::Nothing(_) => context.argument(arguments, 2),
        Found::Unfinished => UNFINISHED,
    })
}

fn contains(
    context: &mut Context,
    host: &mut dyn Host,
    arguments: Arguments,
) -> Result<Value, Raise> {
    let table = table(context, arguments, "hash-table-contains?")?;
    Ok(match find(context, host, table, arguments) {
        Found::Entry(_) => Value::TRUE,
        Found::Nothing(_) => Value::FALSE,
        Found::Unfinished => UNFINISHED,
    })
}

fn require_key(context: &mut Context, arguments: Arguments, who: &str) -> Result<(), Raise> {
    match context.argument(arguments, 1) {
        Value::ABSENT => Err(arguments::wrong(context, arguments, 1, who, "an object")),
        _ => Ok(()),
    }
}

fn set(context: &mut Context, host: &mut dyn Host, arguments: Arguments) -> Result<Value, Raise> {
    let who = "hash-table-set!";
    let table = mutable_table(context, arguments, who)?;
    require_key(context, arguments, who)?;
    match find(context, host, table, arguments) {
        Found::Entry(entry) => {
            let value = context.argument(arguments, 2);
            table.set_value(&mut context.heap, entry, value);
            return Ok(Value::UNSPECIFIED);
        }
        Found::Nothing(hash) => {
            if table.is_ready(context) {
                let (key, value) = (
                    context.argument(arguments, 1),
                    context.argument(arguments, 2),
                );
                table.add(context, key, value, hash);
                return Ok(Value::UNSPECIFIED);
            }
        }
        Found::Unfinished => return Ok(UNFINISHED),
    }
    if !make_room(context, host, arguments, who)? {
        return Ok(UNFINISHED);
    }
    add(context, host, arguments)
}

/// Sees to it that a key can be added to the table; false if that would take too long.
fn make_room(
    context: &mut Context,
    host: &mut dyn Host,
    arguments: Arguments,
    who: &str,
) -> Result<bool, Raise> {
    let found = mutable_table(context, arguments, who)?;
    let Some(growth) = found.growth() else {
        return Ok(found.is_ready(context));
    };
    if !growth.is_small() {
        return Ok(false);
    }
    arguments::check_size(context, growth.size(), who)?;
    context.reserve(growth.words())?;
    let found = mutable_table(context, arguments, who)?;
    let larger = Table::of(found.roomy(&mut context.heap, growth, || host.system().hash_seed()));
    if let Some(larger) = larger {
        if larger.take(context, found, 0).is_some() {
            return Ok(false);
        }
        found.become_like(&mut context.heap, larger);
    }
    Ok(true)
}

/// Adds a key that the table does not have, if it can be added at once.
fn add(context: &mut Context, _: &mut dyn Host, arguments: Arguments) -> Result<Value, Raise> {
    let who = "hash-table-set!";
    let table = mutable_table(context, arguments, who)?;
    require_key(context, arguments, who)?;
    if !table.is_ready(context) {
        return Ok(UNFINISHED);
    }
    let (key, value) = (
        context.argument(arguments, 1),
        context.argument(arguments, 2),
    );
    table.add(context, key, value, None);
    Ok(Value::UNSPECIFIED)
}

fn delete(
    context: &mut Context,
    host: &mut dyn Host,
    arguments: Arguments,
) -> Result<Value, Raise> {
    let table = mutable_table(context, arguments, "hash-table-delete!")?;
    match find(context, host, table, arguments) {
        Found::Entry(entry) => table.remove(&mut context.heap, entry),
        Found::Nothing(_) => {}
        Found::Unfinished => return Ok(UNFINISHED),
    }
    Ok(Value::UNSPECIFIED)
}

fn clear(context: &mut Context, _: &mut dyn Host, arguments: Arguments) -> Result<Value, Raise> {
    let table = mutable_table(context, arguments, "hash-table-clear!")?;
    table.clear(&mut context.heap);
    Ok(Value::UNSPECIFIED)
}

fn copy(context: &mut Context, host: &mut dyn Host, arguments: Arguments) -> Result<Value, Raise> {
    let who = "hash-table-copy";
    let growth = table(context, arguments, who)?.growth_of_copy();
    if !growth.is_small() {
        return Ok(UNFINISHED);
    }
    let copy = roomy(context, host, arguments)?;
    let source = table(context, arguments, who)?;
    Ok(match Table::of(copy) {
        Some(table) if table.take(context, source, 0).is_some() => UNFINISHED,
        _ => copy,
    })
}

/// An empty table that has room for what this one has.
fn roomy(context: &mut Context, host: &mut dyn Host, arguments: Arguments) -> Result<Value, Raise> {
    let who = "hash-table-copy";
    let growth = table(context, arguments, who)?.growth_of_copy();
    new_table(context, host, arguments, growth, who)
}

/// An empty table to become what the table is to be, if that has no room or its hashes are out of
/// date; else false.
fn successor(
    context: &mut Context,
    host: &mut dyn Host,
    arguments: Arguments,
) -> Result<Value, Raise> {
    let who = "hash-table-set!";
    let found = table(context, arguments, who)?;
    if found.is_frozen() || found.is_ready(context) {
        return Ok(Value::FALSE);
    }
    let growth = found.growth().unwrap_or_else(|| found.growth_of_copy());
    new_table(context, host, arguments, growth, who)
}

fn new_table(
    context: &mut Context,
    host: &mut dyn Host,
    arguments: Arguments,
    growth: Growth,
    who: &str,
) -> Result<Value, Raise> {
    arguments::check_size(context, growth.size(), who)?;
    context.reserve(growth.words())?;
    let found = table(context, arguments, who)?;
    Ok(found.roomy(&mut context.heap, growth, || host.system().hash_seed()))
}

/// The second of two tables, of one equivalence.
fn other(context: &mut Context, arguments: Arguments, who: &str) -> Result<Table, Raise> {
    let first = table(context, arguments, who)?;
    let other = Table::of(context.argument(arguments, 1));
    match other.filter(|other| other.equivalence() == first.equivalence()) {
        Some(other) => Ok(other),
        None => Err(arguments::wrong(
            context,
            arguments,
            1,
            who,
            "a hash table of the same kind",
        )),
    }
}

fn take(context: &mut Context, _: &mut dyn Host, arguments: Arguments) -> Result<Value, Raise> {
    let who = "hash-table-copy";
    let target = mutable_table(context, arguments, who)?;
    let source = other(context, arguments, who)?;
    let from = arguments::count(context, arguments, 2, who)?;
    let next = target.take(context, source, from);
    Ok(next.map_or(Value::FALSE, |next| Value::fixnum(next as i64)))
}

fn become_like(
    context: &mut Context,
    _: &mut dyn Host,
    arguments: Arguments,
) -> Result<Value, Raise> {
    let who = "hash-table-set!";
    let target = mutable_table(context, arguments, who)?;
    let source = other(context, arguments, who)?;
    if source.is_frozen() {
        let object = context.argument(arguments, 1);
        return Err(context.frozen(who, object));
    }
    target.become_like(&mut context.heap, source);
    Ok(Value::UNSPECIFIED)
}

fn used(context: &mut Context, _: &mut dyn Host, arguments: Arguments) -> Result<Value, Raise> {
    let table = table(context, arguments, "hash-table->alist")?;
    Ok(Value::fixnum(table.used() as i64))
}

fn next(context: &mut Context, _: &mut dyn Host, arguments: Arguments) -> Result<Value, Raise> {
    let who = "hash-table-ref";
    let table = table(context, arguments, who)?;
    let place = match context.argument(arguments, 2) {
        Value::FALSE => None,
        _ => Some(arguments::count(context, arguments, 2, who)?),
    };
    let key = context.argument(arguments, 1);
    let next = table.next_place(context, key, place);
    Ok(next.map_or(Value::FALSE, |place| Value::fixnum(place as i64)))
}

/// The entry at the place that argument 1 is.
fn entry(
    context: &mut Context,
    table: Table,
    arguments: Arguments,
    who: &str,
) -> Result<Option<usize>, Raise> {
    let place = arguments::count(context, arguments, 1, who)?;
    let entry = table.entry_of_place(context, place);
    Ok(entry.filter(|&entry| table.key(entry) != Value::ABSENT))
}

fn key_at(context: &mut Context, _: &mut dyn Host, arguments: Arguments) -> Result<Value, Raise> {
    let who = "hash-table-ref";
    let table = table(context, arguments, who)?;
    let entry = entry(context, table, arguments, who)?;
    Ok(entry.map_or(Value::ABSENT, |entry| table.key(entry)))
}

fn value_at(context: &mut Context, _: &mut dyn Host, arguments: Arguments) -> Result<Value, Raise> {
    let who = "hash-table-ref";
    let table = table(context, arguments, who)?;
    let entry = entry(context, table, arguments, who)?;
    Ok(entry.map_or(Value::ABSENT, |entry| table.value(entry)))
}

fn set_at(context: &mut Context, _: &mut dyn Host, arguments: Arguments) -> Result<Value, Raise> {
    let who = "hash-table-set!";
    let table = mutable_table(context, arguments, who)?;
    if let Some(entry) = entry(context, table, arguments, who)? {
        let value = context.argument(arguments, 2);
        table.set_value(&mut context.heap, entry, value);
    }
    Ok(Value::UNSPECIFIED)
}

fn delete_at(
    context: &mut Context,
    _: &mut dyn Host,
    arguments: Arguments,
) -> Result<Value, Raise> {
    let who = "hash-table-delete!";
    let table = mutable_table(context, arguments, who)?;
    if let Some(entry) = entry(context, table, arguments, who)? {
        table.remove(&mut context.heap, entry);
    }
    Ok(Value::UNSPECIFIED)
}

/// Entries that become associations in one step; the library knows the number.
const ASSOCIATIONS_MAX: usize = 1 << 14;

/// The associations of the entries of a range, in front of a list.
fn to_alist(context: &mut Context, _: &mut dyn Host, arguments: Arguments) -> Result<Value, Raise> {
    let who = "hash-table->alist";
    let used = table(context, arguments, who)?.used();
    let entries = arguments::range(context, arguments, 1, used, 0, who)?;
    if entries.len() > ASSOCIATIONS_MAX {
        return Ok(UNFINISHED);
    }
    arguments::charge(context, entries.len());
    arguments::reserve_list(context, 2 * entries.len(), who)?;
    let table = table(context, arguments, who)?;
    let mut list = context.argument(arguments, 3);
    for (key, value) in table.newest_first(entries) {
        let association = context.heap.pair(key, value);
        list = context.heap.pair(association, list);
    }
    Ok(list)
}

/// The associations among the first `most` entries of a table, oldest first, and how many the table has.
pub(crate) fn entries(table: Value, most: usize) -> (Vec<(Value, Value)>, usize) {
    let Some(table) = Table::of(table) else {
        return (Vec::new(), 0);
    };
    let mut found: Vec<(Value, Value)> = table.newest_first(0..most).collect();
    found.reverse();
    (found, table.count())
}

fn hash(context: &mut Context, _: &mut dyn Host, arguments: Arguments) -> Result<Value, Raise> {
    let object = context.argument(arguments, 0);
    Ok(Value::fixnum(
        hashing::portable_hash(context, object).into(),
    ))
}
