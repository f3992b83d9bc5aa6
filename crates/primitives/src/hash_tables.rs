//! Hash tables: what Scheme may do with them.
//!
//! How a table is laid out and found in is in `table`, hashes are in `hashing`.
//! Whatever may move objects comes first in each primitive: hashes of pairs are
//! good only until then.

mod hashing;
mod table;

use crate::arguments::{self, symbol};
use crate::{Area, leaf};
use hashing::Equivalence;
use mound_base::Symbol;
use mound_heap::layout::HASH_TABLE_FIELDS;
use mound_heap::{Heap, Value};
use mound_machine::{Arguments, Context, Host, Raise};
use table::Table;

pub(crate) const AREA: Area = &[
    leaf("%hash", hash),
    leaf("%hash-table->alist", to_alist),
    leaf("%hash-table-clear!", clear),
    leaf("%hash-table-contains?", contains),
    leaf("%hash-table-copy", copy),
    leaf("%hash-table-count", count),
    leaf("%hash-table-delete!", delete),
    leaf("%hash-table-kind", kind),
    leaf("%hash-table-ref", get),
    leaf("%hash-table-set!", set),
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
    let equivalence = match &*symbol(context, arguments, 0, who)?.text() {
        "eq" => Equivalence::Eq,
        "eqv" => Equivalence::Eqv,
        "equal" => Equivalence::Equal,
        _ => {
            return Err(arguments::wrong(
                context,
                arguments,
                0,
                who,
                "eq, eqv or equal",
            ));
        }
    };
    new(context, equivalence)
}

fn new(context: &mut Context, equivalence: Equivalence) -> Result<Value, Raise> {
    context.reserve(Heap::WORDS_FOR_HASH_TABLE)?;
    let fields: [Value; HASH_TABLE_FIELDS] = table::empty_fields(equivalence);
    Ok(context.heap.hash_table(fields))
}

fn kind(context: &mut Context, _: &mut dyn Host, arguments: Arguments) -> Result<Value, Raise> {
    let table = table(context, arguments, "hash-table-equivalence-function")?;
    Ok(Value::symbol(Symbol::intern(match table.equivalence() {
        Equivalence::Eq => "eq",
        Equivalence::Eqv => "eqv",
        Equivalence::Equal => "equal",
    })))
}

fn count(context: &mut Context, _: &mut dyn Host, arguments: Arguments) -> Result<Value, Raise> {
    let table = table(context, arguments, "hash-table-count")?;
    Ok(Value::fixnum(table.count() as i64))
}

fn get(context: &mut Context, _: &mut dyn Host, arguments: Arguments) -> Result<Value, Raise> {
    let table = table(context, arguments, "hash-table-ref")?;
    let key = context.argument(arguments, 1);
    Ok(match table.find(context, key)? {
        Some(entry) => table.value(entry),
        None => context.argument(arguments, 2),
    })
}

fn contains(context: &mut Context, _: &mut dyn Host, arguments: Arguments) -> Result<Value, Raise> {
    let table = table(context, arguments, "hash-table-contains?")?;
    let key = context.argument(arguments, 1);
    Ok(Value::boolean(table.find(context, key)?.is_some()))
}

fn set(context: &mut Context, _: &mut dyn Host, arguments: Arguments) -> Result<Value, Raise> {
    let who = "hash-table-set!";
    let found = mutable_table(context, arguments, who)?;
    if context.argument(arguments, 1) == Value::ABSENT {
        return Err(arguments::wrong(context, arguments, 1, who, "an object"));
    }
    let growth = found.growth();
    if let Some(growth) = growth {
        arguments::check_size(context, growth.size(), who)?;
        context.reserve(growth.words())?;
    }
    let table = mutable_table(context, arguments, who)?;
    let (key, value) = (
        context.argument(arguments, 1),
        context.argument(arguments, 2),
    );
    match table.find(context, key)? {
        Some(entry) => table.set_value(&mut context.heap, entry, value),
        None => {
            if let Some(growth) = growth {
                table.grow(context, growth);
            }
            table.add(context, key, value);
        }
    }
    Ok(Value::UNSPECIFIED)
}

fn delete(context: &mut Context, _: &mut dyn Host, arguments: Arguments) -> Result<Value, Raise> {
    let table = mutable_table(context, arguments, "hash-table-delete!")?;
    let key = context.argument(arguments, 1);
    if let Some(entry) = table.find(context, key)? {
        table.remove(&mut context.heap, entry);
    }
    Ok(Value::UNSPECIFIED)
}

fn clear(context: &mut Context, _: &mut dyn Host, arguments: Arguments) -> Result<Value, Raise> {
    let table = mutable_table(context, arguments, "hash-table-clear!")?;
    table.clear(&mut context.heap);
    Ok(Value::UNSPECIFIED)
}

fn copy(context: &mut Context, _: &mut dyn Host, arguments: Arguments) -> Result<Value, Raise> {
    let who = "hash-table-copy";
    let found = table(context, arguments, who)?;
    let growth = found.growth_of_copy();
    arguments::check_size(context, growth.size(), who)?;
    context.reserve(growth.words() + Heap::WORDS_FOR_HASH_TABLE)?;
    let source = table(context, arguments, who)?;
    let copy = context
        .heap
        .hash_table(table::empty_fields(source.equivalence()));
    if let Some(table) = Table::of(copy) {
        table.fill_from(context, source, growth);
    }
    Ok(copy)
}

fn to_alist(context: &mut Context, _: &mut dyn Host, arguments: Arguments) -> Result<Value, Raise> {
    let who = "hash-table->alist";
    let count = table(context, arguments, who)?.counted();
    arguments::charge(context, count);
    arguments::reserve_list(context, 2 * count, who)?;
    let table = table(context, arguments, who)?;
    let mut list = Value::NULL;
    for (key, value) in table.newest_first() {
        let association = context.heap.pair(key, value);
        list = context.heap.pair(association, list);
    }
    Ok(list)
}

fn hash(context: &mut Context, _: &mut dyn Host, arguments: Arguments) -> Result<Value, Raise> {
    let object = context.argument(arguments, 0);
    Ok(Value::fixnum(
        hashing::portable_hash(context, object).into(),
    ))
}
