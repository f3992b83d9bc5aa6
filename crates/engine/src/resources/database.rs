//! Databases: operations on them, and their answers as plain data.
//!
//! An answer is a list: names of columns, rows, cursor or `#f`, rows changed, row inserted last, whether a
//! transaction is open. A fault is `(fault CODE MESSAGE)`; the library makes a condition of it.

use super::{Resource, answer_item, bind, closed};
use crate::items;
use crate::operations::local;
use crate::requests::{answer, raise};
use crate::state::NodeState;
use mound_base::SymbolRef;
use mound_heap::budget;
use mound_machine::Item;
use mound_process::Serial;
use mound_sql::{Answer, Database, Datum, Done, Fault, Options, Request};
use std::sync::Arc;
use std::sync::mpsc::channel;
use std::time::Duration;

/// Of the memory that is left to the node, the part that one value may take.
const LARGEST_PART: usize = 8;
/// Of the memory that the node may take, the part that SQLite may take for all databases together.
const SQLITE_PART: usize = 4;

/// Starts the operation `name`. False if it is no operation on databases, or has other arguments.
pub fn operation(node: &Arc<NodeState>, number: u64, name: &str, arguments: &[Item]) -> bool {
    match (name, arguments) {
        (
            "sql-open",
            [
                Item::Process(owner),
                Item::Text(path),
                Item::Boolean(read_only),
                Item::Real(patience),
            ],
        ) => {
            let (Some(owner), Ok(patience)) =
                (local(*owner), Duration::try_from_secs_f64(*patience))
            else {
                return false;
            };
            let options = Options {
                path: path.clone(),
                read_only: *read_only,
                patience,
                largest: budget::room() / LARGEST_PART,
                memory: budget::limit().map(|limit| limit / SQLITE_PART),
                count: |bytes| {
                    budget::count(bytes);
                    // The thread of a database may do nothing else for long.
                    budget::tell();
                },
            };
            open(node, number, owner, options);
            true
        }
        (
            "sql-run",
            [
                owner,
                Item::Text(statement),
                Item::List(parameters),
                Item::Integer(most),
            ],
        ) => {
            let parameters: Option<Vec<Datum>> = parameters.iter().map(datum).collect();
            let (Some(parameters), Ok(most)) = (parameters, usize::try_from(*most)) else {
                return false;
            };
            let statement = statement.clone();
            let request = Request::Run {
                statement,
                parameters,
                most,
            };
            submit(node, number, owner, request)
        }
        ("sql-begin", [owner]) => submit(node, number, owner, Request::Begin),
        ("sql-script", [owner, Item::Text(text)]) => {
            submit(node, number, owner, Request::Script(text.clone()))
        }
        ("sql-fetch", [owner, Item::Integer(cursor), Item::Integer(most)]) => {
            let (Ok(cursor), Ok(most)) = (u64::try_from(*cursor), usize::try_from(*most)) else {
                return false;
            };
            submit(node, number, owner, Request::Fetch { cursor, most })
        }
        ("sql-close-cursor", [owner, Item::Integer(cursor)]) => match u64::try_from(*cursor) {
            Ok(cursor) => submit(node, number, owner, Request::Close { cursor }),
            Err(_) => false,
        },
        ("sql-close-cursors", [owner]) => submit(node, number, owner, Request::CloseAll),
        ("sql-interrupt", [owner]) => with_database(node, number, owner, |database| {
            database.interrupt();
            answer_item(node, number, Item::Boolean(true));
        }),
        _ => false,
    }
}

fn open(node: &Arc<NodeState>, number: u64, owner: Serial, options: Options) {
    let Some(handle) = node.handle() else {
        return;
    };
    let node = node.clone();
    handle.run_blocking(move || {
        let reply = match Database::open(&options) {
            Ok(database) => match bind(&node, owner, Resource::Database(database)) {
                true => items::reply(&Item::Boolean(true)),
                false => closed(),
            },
            Err(fault) => items::reply(&fault_item(fault)),
        };
        answer(&node, number, reply);
    });
}

/// Answers when the database has done it. False if the owner has something else than a database.
fn submit(node: &Arc<NodeState>, number: u64, owner: &Item, request: Request) -> bool {
    let state = node.clone();
    let done: Done = Box::new(move |result| {
        let item = match result {
            Ok(answer) => answer_list(answer),
            Err(fault) => fault_item(fault),
        };
        answer_item(&state, number, item);
    });
    if node.options.seed.is_none() {
        return with_database(node, number, owner, |database| {
            database.submit(request, done);
        });
    }
    // What goes on meanwhile must not depend on how long this takes: nothing does.
    let (end, ended) = channel();
    let done: Done = Box::new(move |result| {
        done(result);
        let _ = end.send(());
    });
    with_database(node, number, owner, |database| {
        database.submit(request, done);
        let _ = ended.recv();
    })
}

fn with_database(
    node: &Arc<NodeState>,
    number: u64,
    owner: &Item,
    action: impl FnOnce(&Database),
) -> bool {
    let Item::Process(owner) = owner else {
        return false;
    };
    match local(*owner).and_then(|owner| node.resources.find(owner)) {
        Some(resource) => match &*resource {
            Resource::Database(database) => action(database),
            _ => return false,
        },
        None => answer(
            node,
            number,
            raise("file", "the database is closed".to_owned()),
        ),
    }
    true
}

/// A parameter. The library gives no others.
fn datum(item: &Item) -> Option<Datum> {
    Some(match item {
        Item::Boolean(truth) => Datum::Integer(i64::from(*truth)),
        Item::Integer(integer) => Datum::Integer(*integer),
        Item::Real(real) => Datum::Real(*real),
        Item::Text(text) => Datum::Text(text.clone()),
        Item::Bytes(bytes) => Datum::Bytes(bytes.clone()),
        Item::Symbol(symbol) if &*symbol.symbol().text() == "null" => Datum::Null,
        _ => return None,
    })
}

fn item(datum: Datum) -> Item {
    match datum {
        Datum::Null => word("null"),
        Datum::Integer(integer) => Item::Integer(integer),
        Datum::Real(real) => Item::Real(real),
        Datum::Text(text) => Item::Text(text),
        Datum::Bytes(bytes) => Item::Bytes(bytes),
    }
}

fn word(name: &str) -> Item {
    // Symbols of a few letters can be made unless there are too many: then the library complains of the text.
    SymbolRef::intern(name).map_or_else(|| Item::Text(name.to_owned()), Item::Symbol)
}

fn answer_list(answer: Answer) -> Item {
    let columns = answer.columns.into_iter().map(Item::Text).collect();
    let row = |row: Vec<Datum>| Item::List(row.into_iter().map(item).collect());
    let rows = answer.rows.into_iter().map(row).collect();
    let number = |number: u64| Item::Integer(i64::try_from(number).unwrap_or(i64::MAX));
    Item::List(vec![
        Item::List(columns),
        Item::List(rows),
        answer.cursor.map_or(Item::Boolean(false), number),
        number(answer.changed),
        Item::Integer(answer.last_row),
        Item::Boolean(answer.in_transaction),
    ])
}

fn fault_item(fault: Fault) -> Item {
    Item::List(vec![
        word("fault"),
        Item::Text(fault.code),
        Item::Text(fault.message),
    ])
}
