//! Requests to databases in memory, and to one file from two connections.

use crate::{Answer, CURSORS_MAX, Database, Datum, Fault, Options, Request};
use std::sync::atomic::{AtomicIsize, Ordering};
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;

fn options(path: &str) -> Options {
    Options {
        path: path.to_owned(),
        read_only: false,
        patience: Duration::ZERO,
        largest: 1 << 20,
        memory: None,
        count: |_| {},
    }
}

fn memory() -> Database {
    Database::open(&options(":memory:")).expect("it opens")
}

fn ask(database: &Database, request: Request) -> Receiver<Result<Answer, Fault>> {
    let (answer, answered) = channel();
    let done = move |result| answer.send(result).expect("somebody waits");
    database.submit(request, Box::new(done));
    answered
}

fn wait(database: &Database, request: Request) -> Result<Answer, Fault> {
    ask(database, request).recv().expect("an answer")
}

fn run(
    database: &Database,
    statement: &str,
    parameters: &[Datum],
    most: usize,
) -> Result<Answer, Fault> {
    wait(
        database,
        Request::Run {
            statement: statement.to_owned(),
            parameters: parameters.to_vec(),
            most,
        },
    )
}

fn rows(database: &Database, statement: &str, parameters: &[Datum]) -> Vec<Vec<Datum>> {
    run(database, statement, parameters, 1000)
        .expect("it runs")
        .rows
}

fn code(result: Result<Answer, Fault>) -> String {
    result.expect_err("it fails").code
}

fn fetch(database: &Database, cursor: u64, most: usize) -> Result<Answer, Fault> {
    wait(database, Request::Fetch { cursor, most })
}

/// `count` rows with the numbers from one.
const COUNT: &str = "with recursive n(i) as (select 1 union all select i + 1 from n where i < ?) \
                     select i from n";

#[test]
fn values_come_back_as_they_went() {
    let database = memory();
    let values = [
        Datum::Null,
        Datum::Integer(i64::MIN),
        Datum::Integer(i64::MAX),
        Datum::Real(-0.5),
        Datum::Text("a\0b \u{1F600}".to_owned()),
        Datum::Text(String::new()),
        Datum::Bytes(vec![0, 255]),
        Datum::Bytes(Vec::new()),
    ];
    let statement = "select ?, ?, ?, ?, ?, ?, ?, ?";
    assert_eq!(rows(&database, statement, &values), [values.to_vec()]);
}

#[test]
fn an_answer_says_what_was_done() {
    let database = memory();
    let made = run(
        &database,
        "create table t (a integer primary key, b)",
        &[],
        0,
    );
    assert_eq!(made.expect("it is made").changed, 0);
    let put = run(&database, "insert into t (b) values (1), (2), (3)", &[], 0).expect("it is put");
    assert_eq!((put.changed, put.last_row, put.columns.len()), (3, 3, 0));
    let back = run(
        &database,
        "delete from t where b > 1 returning b as c",
        &[],
        9,
    );
    let back = back.expect("it is deleted");
    assert_eq!(
        (back.changed, back.columns, back.rows.len()),
        (2, vec!["c".to_owned()], 2)
    );
    assert!(back.cursor.is_none());
    let begun = run(&database, "begin", &[], 0).expect("it begins");
    assert!(begun.in_transaction);
    assert!(
        !run(&database, "rollback", &[], 0)
            .expect("it ends")
            .in_transaction
    );
}

#[test]
fn statements_that_are_wrong_say_why() {
    let database = memory();
    let script = "create table t (a primary key, b not null check (b < 9) unique, \
                  c references t); insert into t values (1, 2, null)";
    wait(&database, Request::Script(script.to_owned())).expect("it runs");
    let cases = [
        ("selec 1", "error"),
        ("select ? + ?", "arguments"),
        ("select 1; select 2", "arguments"),
        ("insert into t values (2, 2, null)", "constraint-unique"),
        (
            "insert into t values (1, 3, null)",
            "constraint-primary-key",
        ),
        (
            "insert into t values (2, null, null)",
            "constraint-not-null",
        ),
        ("insert into t values (2, 9, null)", "constraint-check"),
        ("insert into t values (2, 3, 7)", "constraint-foreign-key"),
        ("select cast(x'ff' as text)", "text"),
        ("select zeroblob(2000000)", "too-big"),
    ];
    for (statement, expected) in cases {
        assert_eq!(
            code(run(&database, statement, &[], 9)),
            expected,
            "{statement}"
        );
    }
    let fault = run(&database, "select * form t", &[], 9).expect_err("it is wrong");
    assert!(fault.message.contains("form"), "{fault}");
    assert_eq!(
        rows(&database, "select count(*) from t", &[]),
        [[Datum::Integer(1)]]
    );
}

#[test]
fn rows_come_in_batches_while_other_statements_run() {
    let database = memory();
    let many = [Datum::Integer(10)];
    let outer = run(&database, COUNT, &many, 4).expect("it runs");
    let outer_cursor = outer.cursor.expect("there is more");
    let inner = run(&database, COUNT, &many, 1).expect("it runs");
    let inner_cursor = inner.cursor.expect("there is more");
    let more = fetch(&database, outer_cursor, 4).expect("it is open");
    assert_eq!(more.rows[0], [Datum::Integer(5)]);
    assert_eq!(rows(&database, "select 7", &[]), [[Datum::Integer(7)]]);
    // The outer one ends while the inner one is open.
    let last = fetch(&database, outer_cursor, 4).expect("it is open");
    assert_eq!((last.rows.len(), last.cursor), (2, None));
    assert_eq!(code(fetch(&database, outer_cursor, 4)), "cursor");
    let more = fetch(&database, inner_cursor, 100).expect("it is open");
    assert_eq!((more.rows.len(), more.cursor), (9, None));
    assert_eq!(code(fetch(&database, inner_cursor, 1)), "cursor");
}

#[test]
fn cursors_are_closed_one_by_one_and_all_at_once() {
    let database = memory();
    let open = || {
        run(&database, COUNT, &[Datum::Integer(9)], 1)
            .expect("it runs")
            .cursor
    };
    let first = open().expect("there is more");
    let second = open().expect("there is more");
    wait(&database, Request::Close { cursor: first }).expect("it is closed");
    assert_eq!(code(fetch(&database, first, 1)), "cursor");
    assert!(fetch(&database, second, 1).is_ok());
    // The second one stands in the way of the end of the first.
    for _ in 2..CURSORS_MAX {
        open();
    }
    assert_eq!(
        code(run(&database, COUNT, &[Datum::Integer(9)], 1)),
        "cursor"
    );
    wait(&database, Request::CloseAll).expect("they are closed");
    assert_eq!(code(fetch(&database, second, 1)), "cursor");
    assert!(open().is_some());
}

#[test]
fn large_rows_come_few_at_a_time() {
    let database = memory();
    let statement = "with recursive n(i) as (select 1 union all select i + 1 from n where i < 9) \
                     select zeroblob(200000) from n";
    let answer = run(&database, statement, &[], 1000).expect("it runs");
    assert_eq!(answer.rows.len(), 2);
    assert!(answer.cursor.is_some());
}

#[test]
fn a_long_statement_is_interrupted() {
    let database = memory();
    let endless = Request::Run {
        statement: COUNT.replace("select i from", "select sum(i) from"),
        parameters: vec![Datum::Integer(i64::MAX)],
        most: 1,
    };
    let answered = ask(&database, endless);
    // It may not have begun: then it is not running, and the interrupt has no effect.
    let answer = loop {
        database.interrupt();
        if let Ok(answer) = answered.recv_timeout(Duration::from_millis(10)) {
            break answer;
        }
    };
    assert_eq!(code(answer), "interrupt");
    assert_eq!(rows(&database, "select 1", &[]), [[Datum::Integer(1)]]);
}

#[test]
fn what_was_asked_of_a_closed_database_is_answered() {
    let database = memory();
    let answers: Vec<_> = (0..10)
        .map(|_| {
            let statement = "select 1".to_owned();
            let parameters = Vec::new();
            ask(
                &database,
                Request::Run {
                    statement,
                    parameters,
                    most: 1,
                },
            )
        })
        .collect();
    drop(database);
    for answer in answers {
        let answer = answer.recv().expect("an answer");
        assert!(answer.is_ok() || code(answer) == "closed");
    }
}

#[test]
fn files_keep_what_was_committed() {
    let directory = std::env::temp_dir().join(format!("mound-sql-{}", std::process::id()));
    std::fs::create_dir_all(&directory).expect("a directory");
    let path = directory.join("t.db");
    let path = path.to_str().expect("a name");
    let mut read_only = options(path);
    read_only.read_only = true;
    let missing = Database::open(&read_only).map(drop).expect_err("no file");
    assert_eq!(missing.code, "cannot-open");
    let one = Database::open(&options(path)).expect("it opens");
    let two = Database::open(&options(path)).expect("it opens");
    run(&one, "create table t (a)", &[], 0).expect("it is made");
    run(&one, "begin immediate", &[], 0).expect("it begins");
    run(&one, "insert into t values (1)", &[], 0).expect("it is put");
    assert_eq!(
        rows(&two, "select count(*) from t", &[]),
        [[Datum::Integer(0)]]
    );
    assert_eq!(code(run(&two, "insert into t values (2)", &[], 0)), "busy");
    // Closed in the middle of a transaction.
    drop(one);
    let three = Database::open(&read_only).expect("it opens");
    assert_eq!(
        code(run(&three, "insert into t values (2)", &[], 0)),
        "read-only"
    );
    std::fs::write(
        directory.join("no.db"),
        "this is no database, but a text of some length",
    )
    .expect("a file");
    let path = directory.join("no.db");
    let other = Database::open(&options(path.to_str().expect("a name")));
    let code_of_other = match other {
        Ok(other) => code(run(&other, "select * from t", &[], 1)),
        Err(fault) => fault.code,
    };
    assert_eq!(code_of_other, "not-a-database");
    std::fs::remove_dir_all(&directory).expect("it is removed");
}

/// What is counted goes when the database does, and there is a bound for all.
#[test]
fn memory_is_counted_and_bounded() {
    static COUNTED: AtomicIsize = AtomicIsize::new(0);
    let options = Options {
        // The other tests together are far below it.
        memory: Some(64 << 20),
        count: |bytes| {
            COUNTED.fetch_add(bytes, Ordering::SeqCst);
        },
        ..options(":memory:")
    };
    let database = Database::open(&options).expect("it opens");
    let fill = |rows: usize| {
        let text = format!(
            "create table if not exists t (a); \
             with recursive n(i) as (select 1 union all select i + 1 from n where i < {rows}) \
             insert into t select zeroblob(900000) from n"
        );
        wait(&database, Request::Script(text))
    };
    fill(10).expect("there is room");
    let counted = COUNTED.load(Ordering::SeqCst);
    assert!((9_000_000..12_000_000).contains(&counted), "{counted}");
    let code = fill(100).expect_err("90 MB are too much").code;
    assert_eq!(code, "out-of-memory");
    drop(database);
    while COUNTED.load(Ordering::SeqCst) != 0 {
        std::thread::yield_now();
    }
}
