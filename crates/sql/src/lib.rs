//! Databases of the language SQL, for programs of Mound.
//!
//! A [`Database`] is one connection. It has a thread of its own, which does one thing after another;
//! whoever asks is told by a call, so nobody waits here.
//!
//! ```text
//!   submit(job) --> channel --> thread of the database --> done(answer)
//!                                  |
//!                                  +-- statements that are kept prepared, open cursors
//! ```
//!
//! What is not here: who may use a connection, transactions that belong to a process, values of Scheme.
//! The library `(mound sql)` has the first two, the engine the last.
//!
//! Invariants:
//! - S1. Each job is answered exactly once, also if the database is closed before its turn.
//! - S2. What is given at a time is bounded: by the rows asked for, and by [`BATCH_BYTES`] and one row.
//! - S3. A cursor is open from the answer that names it until its last row was given or it is closed.

#![forbid(unsafe_code)]
#![cfg_attr(not(test), deny(clippy::wildcard_enum_match_arm))]

mod memory;
mod postgres;
mod sqlite;
#[cfg(test)]
mod tests;

use memory::Memory;
use std::fmt;
use std::io;
use std::sync::mpsc::{Sender, channel};
use std::thread::Builder;
use std::time::Duration;

/// Bytes of rows given at a time, beyond which no further row is added.
pub const BATCH_BYTES: usize = 256 << 10;
/// Cursors of one connection that may be open, or have ended before one that was opened later.
pub const CURSORS_MAX: usize = 32;
/// Bytes of a file that a connection with SQLite keeps in memory at most.
const CACHE_BYTES: usize = 2 << 20;
/// Statements that a connection keeps prepared.
const PREPARED_MAX: usize = 64;

/// Version of the SQLite that is built in.
pub fn sqlite_version() -> &'static str {
    rusqlite::version()
}

/// A value in a row, or a parameter of a statement.
#[derive(Clone, PartialEq, Debug)]
pub enum Datum {
    Null,
    Integer(i64),
    Real(f64),
    Text(String),
    Bytes(Vec<u8>),
}

impl Datum {
    /// About the memory that it takes.
    fn bytes(&self) -> usize {
        16 + match self {
            Datum::Text(text) => text.len(),
            Datum::Bytes(bytes) => bytes.len(),
            Datum::Null | Datum::Integer(_) | Datum::Real(_) => 0,
        }
    }
}

/// Why something could not be done.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fault {
    /// A name for programs: that of SQLite's result code without its prefix, in lower case with hyphens
    /// ("constraint-unique"), or one of ours ("arguments", "cursor", "closed").
    pub code: String,
    /// For people.
    pub message: String,
}

impl Fault {
    fn new(code: &str, message: impl Into<String>) -> Fault {
        Fault {
            code: code.to_owned(),
            message: message.into(),
        }
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(&self.message)
    }
}

impl std::error::Error for Fault {}

/// How a database is opened.
#[derive(Clone, Debug)]
pub struct Options {
    /// The path of a file, `:memory:`, or the address of a server, `postgres://...`.
    pub path: String,
    /// Nothing can be changed, and the file must exist.
    pub read_only: bool,
    /// How long a statement waits for another connection that has locked the database.
    pub patience: Duration,
    /// Bytes that one value or row may have.
    pub largest: usize,
    /// Bytes that SQLite may take for all its databases, if that is bounded. Of several such bounds the lowest counts.
    pub memory: Option<usize>,
    /// Told by how many bytes the memory of the database has grown, or with a negative number has shrunk.
    pub count: fn(isize),
}

/// Rows of a result, and what the statement did.
#[derive(Clone, PartialEq, Default, Debug)]
pub struct Answer {
    /// Names of the columns; none for a statement without a result.
    pub columns: Vec<String>,
    pub rows: Vec<Vec<Datum>>,
    /// Where to fetch further rows, if there may be some.
    pub cursor: Option<u64>,
    /// Rows that the statement has changed, inserted or deleted, as far as it was run.
    pub changed: u64,
    /// The row inserted last by this connection.
    pub last_row: i64,
    /// Whether a transaction is open now.
    pub in_transaction: bool,
}

/// Told what came out.
pub type Done = Box<dyn FnOnce(Result<Answer, Fault>) + Send>;

/// What a database is asked for.
pub enum Request {
    /// One statement with its parameters; its rows up to so many, and a cursor for more. With a bound of 0
    /// it is run to its end, and its rows are dropped.
    Run {
        statement: String,
        parameters: Vec<Datum>,
        most: usize,
    },
    /// Begins a transaction, which may write.
    Begin,
    /// Statements without parameters, whose results are dropped.
    Script(String),
    /// Further rows.
    Fetch { cursor: u64, most: usize },
    /// Closes a cursor, if it is open.
    Close { cursor: u64 },
    /// Closes all cursors.
    CloseAll,
}

/// A request, and who is told the answer.
struct Job {
    request: Request,
    done: Option<Done>,
}

impl Job {
    fn answer(mut self, answer: Result<Answer, Fault>) {
        if let Some(done) = self.done.take() {
            done(answer);
        }
    }
}

impl Drop for Job {
    /// S1.
    fn drop(&mut self) {
        if let Some(done) = self.done.take() {
            done(Err(closed()));
        }
    }
}

fn no_cursor() -> Fault {
    Fault::new("cursor", "the rows of this statement are not read any more")
}

fn closed() -> Fault {
    Fault::new("closed", "the database is closed")
}

/// A connection with a database. It is closed when this is dropped, after the statement that is run.
pub struct Database {
    jobs: Sender<Job>,
    interrupt: Interrupt,
}

/// What ends a statement from another thread.
enum Interrupt {
    Sqlite(sqlite::Interrupt),
    Postgres(Box<postgres::Interrupt>),
}

impl Database {
    /// Opens a database; waits for the file system or the server.
    pub fn open(options: &Options) -> Result<Database, Fault> {
        let (jobs, received) = channel();
        let thread = Builder::new().name("mound-sql".to_owned());
        let (interrupt, thread) = if postgres::is_address(&options.path) {
            let connection = postgres::open(options)?;
            let interrupt = Interrupt::Postgres(Box::new(connection.interrupt()));
            (interrupt, thread.spawn(move || connection.serve(&received)))
        } else {
            let connection = sqlite::open(options)?;
            let interrupt = Interrupt::Sqlite(sqlite::interrupt(&connection));
            let memory = Memory::new(&connection, options.count);
            let serve = move || sqlite::serve(&connection, &memory, &received);
            (interrupt, thread.spawn(serve))
        };
        thread.map_err(|error: io::Error| Fault::new("thread", format!("no thread: {error}")))?;
        Ok(Database { jobs, interrupt })
    }

    /// Puts a request after those that were made before. `done` is called on the thread of the database.
    pub fn submit(&self, request: Request, done: Done) {
        let done = Some(done);
        // One that is not taken is dropped, and so answered (S1).
        let _ = self.jobs.send(Job { request, done });
    }

    /// Ends the statement that is run, if there is one, with the code "interrupt".
    pub fn interrupt(&self) {
        match &self.interrupt {
            Interrupt::Sqlite(handle) => handle.interrupt(),
            Interrupt::Postgres(handle) => handle.interrupt(),
        }
    }
}
