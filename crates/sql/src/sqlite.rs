//! SQLite, which is part of the program.
//!
//! Rows lead to their statement, and a statement to its connection. So an open cursor lives in a call of
//! [`serve_with`], which answers requests until the cursor is closed; a cursor that is opened meanwhile
//! is served by a call within it. A cursor that ends while others were opened after it waits, empty, for
//! their end.

use crate::memory::Memory;
use crate::{
    Answer, BATCH_BYTES, CACHE_BYTES, CURSORS_MAX, Datum, Fault, Job, Options, PREPARED_MAX,
    Request, no_cursor,
};
use rusqlite::limits::Limit;
use rusqlite::types::ValueRef;
use rusqlite::{
    CachedStatement, Connection, ErrorCode, InterruptHandle, OpenFlags, Rows, Statement, ffi,
};
use std::sync::mpsc::Receiver;

pub type Interrupt = InterruptHandle;

pub fn open(options: &Options) -> Result<Connection, Fault> {
    let access = match options.read_only {
        true => OpenFlags::SQLITE_OPEN_READ_ONLY,
        false => OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_CREATE,
    };
    let flags = access | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let connection = Connection::open_with_flags(&options.path, flags).map_err(fault)?;
    connection.busy_timeout(options.patience).map_err(fault)?;
    connection.set_prepared_statement_cache_capacity(PREPARED_MAX);
    let largest = i32::try_from(options.largest).unwrap_or(i32::MAX);
    connection
        .set_limit(Limit::SQLITE_LIMIT_LENGTH, largest)
        .map_err(fault)?;
    connection
        .pragma_update(None, "foreign_keys", true)
        .map_err(fault)?;
    // In units of 1024 bytes where it is negative.
    let cache = i64::try_from(CACHE_BYTES / 1024).unwrap_or(i64::MAX);
    connection
        .pragma_update(None, "cache_size", -cache)
        .map_err(fault)?;
    if let Some(memory) = options.memory {
        let memory = i64::try_from(memory).unwrap_or(i64::MAX);
        // It answers with what counts now.
        connection
            .pragma_update_and_check(None, "hard_heap_limit", memory, |_| Ok(()))
            .map_err(fault)?;
    }
    Ok(connection)
}

pub fn interrupt(connection: &Connection) -> Interrupt {
    connection.get_interrupt_handle()
}

/// Answers requests until nobody can make any.
pub fn serve(connection: &Connection, memory: &Memory, jobs: &Receiver<Job>) {
    let mut server = Server {
        connection,
        memory,
        jobs,
        cursors: 0,
        last_cursor: 0,
    };
    server.serve_with(None);
}

struct Server<'a> {
    connection: &'a Connection,
    memory: &'a Memory,
    jobs: &'a Receiver<Job>,
    /// So many cursors are open.
    cursors: usize,
    last_cursor: u64,
}

/// An open cursor.
struct Cursor<'a, 's> {
    number: u64,
    /// None when it has ended.
    rows: Option<&'a mut Rows<'s>>,
    outer: Option<&'a mut dyn Cursors>,
}

/// An open cursor and those that were opened before it.
trait Cursors {
    /// Rows of the cursor with this number, if it is open; and whether there are more.
    fn fetch(&mut self, number: u64, most: usize) -> Result<(Vec<Vec<Datum>>, bool), Fault>;
    fn close(&mut self, number: u64);
    fn close_all(&mut self);
    /// Whether the one opened last is open.
    fn is_open(&self) -> bool;
}

impl Cursors for Cursor<'_, '_> {
    fn fetch(&mut self, number: u64, most: usize) -> Result<(Vec<Vec<Datum>>, bool), Fault> {
        if number != self.number {
            return match &mut self.outer {
                Some(outer) => outer.fetch(number, most),
                None => Err(no_cursor()),
            };
        }
        let rows = self.rows.as_mut().ok_or_else(no_cursor)?;
        let batch = batch(rows, most);
        if !matches!(batch, Ok((_, true))) {
            self.rows = None;
        }
        batch
    }

    fn close(&mut self, number: u64) {
        if number == self.number {
            self.rows = None;
        } else if let Some(outer) = &mut self.outer {
            outer.close(number);
        }
    }

    fn close_all(&mut self) {
        self.rows = None;
        if let Some(outer) = &mut self.outer {
            outer.close_all();
        }
    }

    fn is_open(&self) -> bool {
        self.rows.is_some()
    }
}

impl Server<'_> {
    /// Answers requests while the cursor that was opened last is open; false if there are no more.
    fn serve_with(&mut self, mut cursors: Option<&mut dyn Cursors>) -> bool {
        while cursors.as_ref().is_none_or(|cursors| cursors.is_open()) {
            let Ok(mut job) = self.jobs.recv() else {
                return false;
            };
            let request = std::mem::replace(&mut job.request, Request::CloseAll);
            match request {
                Request::Run {
                    statement,
                    parameters,
                    most,
                } => {
                    let outer = cursors.as_mut().map(|cursors| &mut **cursors as _);
                    if !self.run(job, &statement, &parameters, most, outer) {
                        return false;
                    }
                }
                Request::Begin => {
                    // One that would write only later could find that another has written meanwhile.
                    let begun = self.connection.execute_batch("begin immediate");
                    job.answer(begun.map_err(fault).map(|()| self.answer()));
                }
                Request::Script(text) => {
                    let before = self.connection.total_changes();
                    let done = self.connection.execute_batch(&text).map_err(fault);
                    let changed = self.connection.total_changes() - before;
                    job.answer(done.map(|()| Answer {
                        changed,
                        ..self.answer()
                    }));
                }
                Request::Fetch { cursor, most } => {
                    let fetched = match &mut cursors {
                        Some(cursors) => cursors.fetch(cursor, most),
                        None => Err(no_cursor()),
                    };
                    job.answer(fetched.map(|(rows, more)| Answer {
                        rows,
                        cursor: more.then_some(cursor),
                        ..self.answer()
                    }));
                }
                Request::Close { cursor } => {
                    if let Some(cursors) = &mut cursors {
                        cursors.close(cursor);
                    }
                    job.answer(Ok(self.answer()));
                }
                Request::CloseAll => {
                    if let Some(cursors) = &mut cursors {
                        cursors.close_all();
                    }
                    job.answer(Ok(self.answer()));
                }
            }
        }
        true
    }

    /// An answer without rows.
    fn answer(&self) -> Answer {
        self.memory.look(self.connection);
        Answer {
            last_row: self.connection.last_insert_rowid(),
            in_transaction: !self.connection.is_autocommit(),
            ..Answer::default()
        }
    }

    /// Runs a statement, and serves the cursor that it leaves open; false if there are no more requests.
    fn run<'a>(
        &mut self,
        job: Job,
        text: &str,
        parameters: &[Datum],
        most: usize,
        outer: Option<&'a mut (dyn Cursors + 'a)>,
    ) -> bool {
        let connection = self.connection;
        let mut statement = match prepared(connection, text, parameters) {
            Ok(statement) => statement,
            Err(fault) => {
                job.answer(Err(fault));
                return true;
            }
        };
        let before = self.connection.total_changes();
        let columns = statement.column_names();
        let columns: Vec<String> = columns.into_iter().map(str::to_owned).collect();
        let mut rows = statement.raw_query();
        let first = match most {
            0 => to_the_end(&mut rows),
            _ => batch(&mut rows, most),
        };
        let changed = self.connection.total_changes() - before;
        let (first, more) = match first {
            Ok(first) => first,
            Err(fault) => {
                drop(rows);
                job.answer(Err(fault));
                return true;
            }
        };
        if more && self.cursors >= CURSORS_MAX {
            let text = format!("more than {CURSORS_MAX} results are being read");
            job.answer(Err(Fault::new("cursor", text)));
            return true;
        }
        let answer = |server: &Server<'_>| Answer {
            columns,
            rows: first,
            changed,
            ..server.answer()
        };
        if !more {
            // The statement is at its end, and a transaction of its own with it.
            drop(rows);
            job.answer(Ok(answer(self)));
            return true;
        }
        self.last_cursor += 1;
        job.answer(Ok(Answer {
            cursor: Some(self.last_cursor),
            ..answer(self)
        }));
        self.cursors += 1;
        let mut cursor = Cursor {
            number: self.last_cursor,
            rows: Some(&mut rows),
            outer: outer.map(|outer| outer as _),
        };
        let goes_on = self.serve_with(Some(&mut cursor));
        self.cursors -= 1;
        goes_on
    }
}

/// The statement with its parameters in place.
fn prepared<'a>(
    connection: &'a Connection,
    text: &str,
    parameters: &[Datum],
) -> Result<CachedStatement<'a>, Fault> {
    let mut statement = connection.prepare_cached(text).map_err(fault)?;
    let wanted = statement.parameter_count();
    if wanted != parameters.len() {
        let text = format!(
            "the statement has {wanted} parameter{}, and there are {} values",
            if wanted == 1 { "" } else { "s" },
            parameters.len()
        );
        return Err(Fault::new("arguments", text));
    }
    for (index, datum) in parameters.iter().enumerate() {
        bind(&mut statement, index + 1, datum).map_err(fault)?;
    }
    Ok(statement)
}

fn bind(statement: &mut Statement<'_>, index: usize, datum: &Datum) -> rusqlite::Result<()> {
    match datum {
        Datum::Null => statement.raw_bind_parameter(index, rusqlite::types::Null),
        Datum::Integer(integer) => statement.raw_bind_parameter(index, integer),
        Datum::Real(real) => statement.raw_bind_parameter(index, real),
        Datum::Text(text) => statement.raw_bind_parameter(index, text),
        Datum::Bytes(bytes) => statement.raw_bind_parameter(index, bytes),
    }
}

/// Takes all rows, and gives none.
fn to_the_end(rows: &mut Rows<'_>) -> Result<(Vec<Vec<Datum>>, bool), Fault> {
    while rows.next().map_err(fault)?.is_some() {}
    Ok((Vec::new(), false))
}

/// The next rows, and whether there may be more (S2).
fn batch(rows: &mut Rows<'_>, most: usize) -> Result<(Vec<Vec<Datum>>, bool), Fault> {
    let mut found = Vec::new();
    let mut bytes = 0;
    while found.len() < most && bytes < BATCH_BYTES {
        let Some(row) = rows.next().map_err(fault)? else {
            return Ok((found, false));
        };
        let count = row.as_ref().column_count();
        let mut data = Vec::with_capacity(count);
        for column in 0..count {
            let datum = datum(row.get_ref(column).map_err(fault)?)?;
            bytes += datum.bytes();
            data.push(datum);
        }
        found.push(data);
    }
    Ok((found, true))
}

fn datum(value: ValueRef<'_>) -> Result<Datum, Fault> {
    Ok(match value {
        ValueRef::Null => Datum::Null,
        ValueRef::Integer(integer) => Datum::Integer(integer),
        ValueRef::Real(real) => Datum::Real(real),
        ValueRef::Text(text) => match std::str::from_utf8(text) {
            Ok(text) => Datum::Text(text.to_owned()),
            Err(_) => {
                let text = "a text in a row is not UTF-8; cast it to blob to see its bytes";
                return Err(Fault::new("text", text));
            }
        },
        ValueRef::Blob(bytes) => Datum::Bytes(bytes.to_owned()),
    })
}

/// What SQLite says, as a fault.
fn fault(error: rusqlite::Error) -> Fault {
    #[expect(
        clippy::wildcard_enum_match_arm,
        reason = "the faults of SQLite are not all known: the enum is open"
    )]
    match error {
        rusqlite::Error::SqliteFailure(failure, message) => {
            let message = message.unwrap_or_else(|| failure.to_string());
            Fault::new(code(&failure), message)
        }
        rusqlite::Error::SqlInputError {
            error,
            msg,
            sql,
            offset,
        } => {
            let from = usize::try_from(offset).ok();
            let rest = from.and_then(|from| sql.get(from..));
            let at = match rest.map(first_word) {
                Some(word) if !word.is_empty() && !msg.contains(word) => format!(", at {word}"),
                _ => String::new(),
            };
            Fault::new(code(&error), format!("{msg}{at}"))
        }
        rusqlite::Error::MultipleStatement => Fault::new(
            "arguments",
            "more than one statement; sql-script! runs several",
        ),
        other => Fault::new("error", other.to_string()),
    }
}

/// Up to the next space, and not long.
fn first_word(text: &str) -> &str {
    let end = text
        .char_indices()
        .take_while(|(index, char)| *index < 40 && !char.is_whitespace())
        .last();
    end.map_or("", |(index, char)| &text[..index + char.len_utf8()])
}

fn code(failure: &ffi::Error) -> &'static str {
    #[expect(
        clippy::wildcard_enum_match_arm,
        reason = "the codes of SQLite are not all known: the enum is open"
    )]
    match failure.extended_code {
        ffi::SQLITE_CONSTRAINT_CHECK => "constraint-check",
        ffi::SQLITE_CONSTRAINT_FOREIGNKEY => "constraint-foreign-key",
        ffi::SQLITE_CONSTRAINT_NOTNULL => "constraint-not-null",
        ffi::SQLITE_CONSTRAINT_PRIMARYKEY => "constraint-primary-key",
        ffi::SQLITE_CONSTRAINT_TRIGGER => "constraint-trigger",
        ffi::SQLITE_CONSTRAINT_UNIQUE => "constraint-unique",
        _ => match failure.code {
            ErrorCode::ConstraintViolation => "constraint",
            ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked => "busy",
            ErrorCode::OperationInterrupted => "interrupt",
            ErrorCode::ReadOnly => "read-only",
            ErrorCode::CannotOpen => "cannot-open",
            ErrorCode::NotADatabase => "not-a-database",
            ErrorCode::DatabaseCorrupt => "corrupt",
            ErrorCode::DiskFull => "full",
            ErrorCode::SystemIoFailure => "io",
            ErrorCode::TooBig => "too-big",
            ErrorCode::OutOfMemory => "out-of-memory",
            ErrorCode::TypeMismatch => "type-mismatch",
            ErrorCode::OperationAborted => "aborted",
            _ => "error",
        },
    }
}
