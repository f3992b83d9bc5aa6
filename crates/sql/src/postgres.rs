//! PostgreSQL, a server of others.
//!
//! One connection carries one result at a time. Where another statement comes while rows of a result are still to
//! be fetched, what is left of that result is read first and kept, up to a bound.
//!
//! Parameters are sent as text, so the server makes of them what the statement wants. What cannot be shown as a
//! [`Datum`] has to be cast to text in the statement.

mod address;
mod statement;
mod tls;
mod values;

use crate::{
    Answer, BATCH_BYTES, CURSORS_MAX, Datum, Fault, Job, Options, PREPARED_MAX, Request, no_cursor,
};
use address::Address;
use statement::{changes_rows, concerns_transactions, with_numbers};
use std::collections::{HashMap, VecDeque};
use std::future::poll_fn;
use std::pin::Pin;
use std::sync::mpsc::Receiver;
use std::time::Duration;
use tls::Greeter;
use tokio::runtime::{Builder, Runtime};
use tokio_postgres::config::SslMode;
use tokio_postgres::error::SqlState;
use tokio_postgres::{CancelToken, Client, RowStream, Statement};
use values::{Parameter, datum};

/// How long the server may take to answer at first.
const CONNECT_MAX: Duration = Duration::from_secs(10);

/// Whether a path is the address of a server.
pub fn is_address(path: &str) -> bool {
    path.starts_with("postgres://") || path.starts_with("postgresql://")
}

/// Ends the statement that is run, from another thread.
pub struct Interrupt {
    token: CancelToken,
    greeter: Greeter,
}

impl Interrupt {
    pub fn interrupt(&self) {
        let (token, greeter) = (self.token.clone(), self.greeter.clone());
        // It is told to the server by a connection of its own. Without a thread, or a server that can be reached, the
        // statement goes on.
        let _ = std::thread::Builder::new().spawn(move || {
            if let Ok(runtime) = Builder::new_current_thread().enable_all().build() {
                // Time is that of the runtime, so this is begun in it.
                let _ = runtime.block_on(async {
                    tokio::time::timeout(CONNECT_MAX, token.cancel_query(greeter)).await
                });
            }
        });
    }
}

/// A connection and what drives it.
pub struct Connection {
    runtime: Runtime,
    client: Client,
    greeter: Greeter,
    largest: usize,
    prepared: HashMap<String, Statement>,
    /// In the order in which they were opened; rows of all but the last are here already.
    cursors: Vec<Cursor>,
    last_cursor: u64,
    in_transaction: bool,
}

/// A result of which rows are to be fetched.
struct Cursor {
    number: u64,
    kept: VecDeque<Vec<Datum>>,
    /// None when all rows are kept.
    rows: Option<Pin<Box<RowStream>>>,
}

pub fn open(options: &Options) -> Result<Connection, Fault> {
    let cannot = |why: String| Fault::new("cannot-open", why);
    let Address { mut config, trust } = address::read(&options.path)?;
    let greeter = if config.get_ssl_mode() == SslMode::Disable {
        Greeter::none()
    } else {
        Greeter::new(trust.as_deref()).map_err(cannot)?
    };
    if config.get_connect_timeout().is_none() {
        config.connect_timeout(CONNECT_MAX);
    }
    let runtime = Builder::new_current_thread().enable_all().build();
    let runtime = runtime.map_err(|error| cannot(error.to_string()))?;
    let connected = runtime.block_on(config.connect(greeter.clone()));
    let (client, connection) = connected.map_err(|error| cannot(told(&error)))?;
    // How it ended is told to whoever uses the client.
    runtime.spawn(async move { drop(connection.await) });
    let access = match options.read_only {
        true => "set session characteristics as transaction read only;",
        false => "",
    };
    let patience = options.patience.as_millis().min(i32::MAX as u128);
    let settings =
        format!("{access} set lock_timeout = {patience}; set standard_conforming_strings = on");
    runtime
        .block_on(client.batch_execute(&settings))
        .map_err(fault)?;
    Ok(Connection {
        runtime,
        client,
        greeter,
        largest: options.largest,
        prepared: HashMap::new(),
        cursors: Vec::new(),
        last_cursor: 0,
        in_transaction: false,
    })
}

impl Connection {
    pub fn interrupt(&self) -> Interrupt {
        Interrupt {
            token: self.client.cancel_token(),
            greeter: self.greeter.clone(),
        }
    }

    /// Answers requests until nobody can make any.
    pub fn serve(mut self, jobs: &Receiver<Job>) {
        while let Ok(mut job) = jobs.recv() {
            let request = std::mem::replace(&mut job.request, Request::CloseAll);
            let answer = self.answer(request);
            job.answer(answer);
        }
    }

    fn answer(&mut self, request: Request) -> Result<Answer, Fault> {
        match request {
            Request::Run {
                statement,
                parameters,
                most,
            } => {
                let answer = self.run(&statement, &parameters, most);
                if answer.is_err() && concerns_transactions(&statement) {
                    self.look_for_transaction();
                }
                answer
            }
            Request::Begin => self.run("begin", &[], 0),
            Request::Script(text) => self.script(&text),
            Request::Fetch { cursor, most } => self.fetch(cursor, most),
            Request::Close { cursor } => {
                self.cursors.retain(|open| open.number != cursor);
                Ok(self.plain())
            }
            Request::CloseAll => {
                self.cursors.clear();
                Ok(self.plain())
            }
        }
    }

    /// An answer without rows.
    fn plain(&self) -> Answer {
        Answer {
            in_transaction: self.in_transaction,
            ..Answer::default()
        }
    }

    fn run(&mut self, text: &str, data: &[Datum], most: usize) -> Result<Answer, Fault> {
        self.keep_rest()?;
        // The server answers a commit of what has failed with a rollback, and calls that no error.
        if self.in_transaction && text.eq_ignore_ascii_case("commit") {
            let usable = self.runtime.block_on(self.client.batch_execute("select 1"));
            usable.map_err(fault)?;
        }
        let prepared = self.prepared(text)?;
        let wanted = prepared.params().len();
        if wanted != data.len() {
            let plural = if wanted == 1 { "" } else { "s" };
            let count = data.len();
            let text = format!(
                "the statement has {wanted} parameter{plural}, and there are {count} values"
            );
            return Err(Fault::new("arguments", text));
        }
        let columns = prepared.columns().iter();
        let columns: Vec<String> = columns.map(|column| column.name().to_owned()).collect();
        let parameters = data.iter().map(Parameter);
        let rows = self
            .runtime
            .block_on(self.client.query_raw(&prepared, parameters));
        let mut cursor = Cursor {
            number: self.last_cursor + 1,
            kept: VecDeque::new(),
            rows: Some(Box::pin(rows.map_err(fault)?)),
        };
        let (rows, changed) = match most {
            0 => self.to_the_end(&mut cursor)?,
            _ => self.batch(&mut cursor, most)?,
        };
        match text {
            // The library's own, which are most.
            "begin" => self.in_transaction = true,
            "commit" | "rollback" => self.in_transaction = false,
            text if concerns_transactions(text) => self.look_for_transaction(),
            _ => {}
        }
        let more = cursor.rows.is_some();
        if more {
            if self.cursors.len() >= CURSORS_MAX {
                let text = format!("more than {CURSORS_MAX} results are being read");
                return Err(Fault::new("cursor", text));
            }
            self.last_cursor = cursor.number;
            self.cursors.push(cursor);
        }
        Ok(Answer {
            columns,
            rows,
            cursor: more.then_some(self.last_cursor),
            changed: if changes_rows(text) { changed } else { 0 },
            ..self.plain()
        })
    }

    fn script(&mut self, text: &str) -> Result<Answer, Fault> {
        self.keep_rest()?;
        let done = self.runtime.block_on(self.client.batch_execute(text));
        self.look_for_transaction();
        done.map(|()| self.plain()).map_err(fault)
    }

    /// Asks the server whether a transaction is open: there are many ways to write what begins or ends one.
    fn look_for_transaction(&mut self) {
        // Only within a transaction there are points to go back to.
        let probe = "savepoint mound_probe; release mound_probe";
        let probed = self.runtime.block_on(self.client.batch_execute(probe));
        self.in_transaction = match &probed {
            Ok(()) => true,
            Err(error) => error.code() != Some(&SqlState::NO_ACTIVE_SQL_TRANSACTION),
        };
    }

    fn fetch(&mut self, number: u64, most: usize) -> Result<Answer, Fault> {
        let at = self.cursors.iter().position(|open| open.number == number);
        let mut cursor = self.cursors.remove(at.ok_or_else(no_cursor)?);
        let (rows, _) = self.batch(&mut cursor, most)?;
        let more = cursor.rows.is_some() || !cursor.kept.is_empty();
        if more {
            self.cursors.insert(at.unwrap_or_default(), cursor);
        }
        Ok(Answer {
            rows,
            cursor: more.then_some(number),
            ..self.plain()
        })
    }

    fn prepared(&mut self, text: &str) -> Result<Statement, Fault> {
        if let Some(prepared) = self.prepared.get(text) {
            return Ok(prepared.clone());
        }
        let numbered = with_numbers(text);
        let prepared = self.runtime.block_on(self.client.prepare(&numbered));
        let prepared = prepared.map_err(fault)?;
        if self.prepared.len() >= PREPARED_MAX {
            self.prepared.clear();
        }
        self.prepared.insert(text.to_owned(), prepared.clone());
        Ok(prepared)
    }

    /// Reads what is left of the result that the connection carries, so that it can carry another.
    fn keep_rest(&mut self) -> Result<(), Fault> {
        let Some(cursor) = self.cursors.last_mut() else {
            return Ok(());
        };
        let mut bytes = 0;
        while let Some(rows) = &mut cursor.rows {
            match self.runtime.block_on(next(rows, self.largest))? {
                Some(row) => {
                    bytes += row.iter().map(Datum::bytes).sum::<usize>();
                    cursor.kept.push_back(row);
                }
                None => cursor.rows = None,
            }
            if bytes > self.largest {
                let text = "a result is being read that is too large to be kept meanwhile";
                return Err(Fault::new("too-big", text));
            }
        }
        Ok(())
    }

    /// Takes all rows, and gives none; and how many there were or were changed.
    fn to_the_end(&self, cursor: &mut Cursor) -> Result<(Vec<Vec<Datum>>, u64), Fault> {
        let mut changed = 0;
        if let Some(mut rows) = cursor.rows.take() {
            let rest = async {
                while poll_fn(|context| poll_row(&mut rows, context))
                    .await?
                    .is_some()
                {}
                Ok(())
            };
            self.runtime.block_on(rest).map_err(fault)?;
            changed = rows.rows_affected().unwrap_or(0);
        }
        Ok((Vec::new(), changed))
    }

    /// The next rows (S2); after the last one, the cursor has no stream.
    fn batch(&self, cursor: &mut Cursor, most: usize) -> Result<(Vec<Vec<Datum>>, u64), Fault> {
        let (mut found, mut bytes, mut changed) = (Vec::new(), 0, 0);
        while found.len() < most && bytes < BATCH_BYTES {
            let row = match (cursor.kept.pop_front(), &mut cursor.rows) {
                (Some(row), _) => row,
                (None, Some(rows)) => match self.runtime.block_on(next(rows, self.largest))? {
                    Some(row) => row,
                    None => {
                        changed = rows.rows_affected().unwrap_or(0);
                        cursor.rows = None;
                        break;
                    }
                },
                (None, None) => break,
            };
            bytes += row.iter().map(Datum::bytes).sum::<usize>();
            found.push(row);
        }
        Ok((found, changed))
    }
}

type PolledRow = std::task::Poll<Result<Option<tokio_postgres::Row>, tokio_postgres::Error>>;

fn poll_row(rows: &mut Pin<Box<RowStream>>, context: &mut std::task::Context<'_>) -> PolledRow {
    use futures_core::Stream;
    rows.as_mut().poll_next(context).map(Option::transpose)
}

/// The next row, unless it is larger than it may be.
async fn next(rows: &mut Pin<Box<RowStream>>, largest: usize) -> Result<Option<Vec<Datum>>, Fault> {
    let row = poll_fn(|context| poll_row(rows, context))
        .await
        .map_err(fault)?;
    let Some(row) = row else {
        return Ok(None);
    };
    if row.raw_size_bytes() > largest {
        let bytes = row.raw_size_bytes();
        let text = format!("a row has {bytes} bytes, and may have {largest}");
        return Err(Fault::new("too-big", text));
    }
    let all = 0..row.columns().len();
    all.map(|column| datum(&row, column))
        .collect::<Result<_, _>>()
        .map(Some)
}

/// With what caused it, where the text of the crate leaves that out.
fn told(error: &tokio_postgres::Error) -> String {
    let text = error.to_string();
    match std::error::Error::source(error).map(ToString::to_string) {
        Some(cause) if !text.contains(&cause) => format!("{text}: {cause}"),
        _ => text,
    }
}

fn fault(error: tokio_postgres::Error) -> Fault {
    let Some(server) = error.as_db_error() else {
        let code = if error.is_closed() { "closed" } else { "error" };
        return Fault::new(code, told(&error));
    };
    let code = server.code();
    let name = match code.code() {
        "23505" => "constraint-unique",
        "23502" => "constraint-not-null",
        "23503" => "constraint-foreign-key",
        "23514" => "constraint-check",
        "57014" => "interrupt",
        "25006" => "read-only",
        "25P02" => "aborted",
        "40001" | "40P01" | "55P03" => "busy",
        "53100" => "full",
        "53200" => "out-of-memory",
        "58030" => "io",
        "57P01" | "57P02" | "57P03" => "closed",
        code if code.starts_with("23") => "constraint",
        code if code.starts_with("22") => "type-mismatch",
        _ => "error",
    };
    Fault::new(name, server.message())
}
