//! Libraries for data beside programs of others: Python's `json` and `sqlite3`. Those for the web are in `web.rs`.
//!
//! What needs no other program is in `tests/batteries`.

mod support;

use std::fs::Permissions;
use std::io::{BufRead, BufReader};
use std::os::unix::fs::{MetadataExt, PermissionsExt};
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use support::{fresh_directory, is_installed, mound, root, run};

/// The output of a program in Scheme, which must end well.
fn output(name: &str, program: &str, arguments: &[&str]) -> String {
    let path = fresh_directory(name).join("program.scm");
    std::fs::write(&path, program).expect("temporary files can be written");
    let run = run(mound().arg("run").arg(&path).args(arguments));
    assert_eq!(run.status, Some(0), "{}{}", run.output, run.errors);
    run.output
}

const JSON_CASES: &str = r#"
(import (scheme base) (scheme write) (scheme file) (scheme process-context)
        (mound json) (mound port))
(call-with-input-file (cadr (command-line))
  (lambda (port)
    (for-each
     (lambda (line)
       (display (guard (e ((read-error? e) "refused"))
                  (json->string (string->json (string-copy line 2)))))
       (newline))
     (read-lines port))))
"#;

#[test]
fn json_is_accepted_refused_and_understood_as_by_python() {
    let cases = root().join("tests/batteries/json.cases");
    let cases = cases.to_str().expect("the path is text");
    let answers = output("json", JSON_CASES, &[cases]);
    let verdicts = std::fs::read_to_string(cases).expect("the cases are there");
    assert_eq!(verdicts.split('\n').count(), answers.split('\n').count());
    for (case, answer) in verdicts.split('\n').zip(answers.split('\n')) {
        assert_eq!(case.starts_with('n'), answer == "refused", "{case}");
    }
    if !is_installed("python3") {
        return;
    }
    let path = fresh_directory("json-answers").join("answers");
    std::fs::write(&path, answers).expect("temporary files can be written");
    let judge = root().join("tests/batteries/judge.py");
    let run = run(Command::new("python3").arg(judge).arg(cases).arg(&path));
    assert_eq!((run.status, &*run.output), (Some(0), ""), "{}", run.errors);
}

const DEEP: &str = r#"
(import (scheme base) (scheme write) (mound html) (mound json))
(define count 50000)
(define text
  (string-append (make-string count #\[) (make-string count #\])))
(define deep (string->json text depth: count))
(write (string=? text (json->string deep depth: count)))
(define element
  (let loop ((count count) (inside "x"))
    (if (= count 0) inside (loop (- count 1) (list 'i inside)))))
(write (string-length (html->string element)))
"#;

#[test]
fn depth_of_data_needs_no_native_stack() {
    assert_eq!(output("deep", DEEP, &[]), "#t350001");
}

const DATABASE: &str = r#"
(import (scheme base) (scheme write) (scheme process-context) (mound sql))
(define db (sql-open (cadr (command-line))))
(sql-script! db "create table if not exists t (id integer primary key, name, size, data)")
(if (= 0 (sql-value db "select count(*) from t"))
    (sql-transaction
     db
     (lambda ()
       (sql-execute! db "insert into t values (?, ?, ?, ?)" 1 "äöü" 0.5 #u8(1 255))
       (sql-execute! db "insert into t values (?, ?, ?, ?)" 2 'null 7 "x"))))
(write (sql-query db "select * from t order by id"))
"#;

/// Killed while the database has changes that are not committed.
const KILLED: &str = r#"
(import (except (scheme base) error raise) (scheme write) (scheme process-context) (termite) (mound sql))
(define db (sql-open (cadr (command-line))))
(sql-transaction
 db
 (lambda ()
   (sql-execute! db "delete from t")
   (write-string "deleted\n")
   (flush-output-port)
   (?)))
"#;

#[test]
fn databases_are_those_of_python_and_survive_a_kill() {
    let directory = fresh_directory("database");
    let path = directory.join("t.db");
    let path = path.to_str().expect("the path is text");
    let first = r#"((1 "äöü" 0.5 #u8(1 255)) (2 null 7 "x"))"#;
    assert_eq!(output("database-written", DATABASE, &[path]), first);
    let program = directory.join("killed.scm");
    std::fs::write(&program, KILLED).expect("temporary files can be written");
    let mut killed = mound()
        .arg("run")
        .arg(&program)
        .arg(path)
        .stdout(Stdio::piped())
        .spawn()
        .expect("mound runs");
    let said = BufReader::new(killed.stdout.take().expect("a pipe"))
        .lines()
        .next();
    assert_eq!(said.expect("a line").expect("it is text"), "deleted");
    killed.kill().expect("it is killed");
    killed.wait().expect("it ends");
    if !is_installed("python3") {
        return assert_eq!(output("database-read", DATABASE, &[path]), first);
    }
    let script = root().join("tests/batteries/database.py");
    let judged = run(Command::new("python3").arg(script).arg(path));
    let found = "ok\n(1, 'äöü', 0.5, b'\\x01\\xff')\n(2, None, 7, 'x')\n";
    assert_eq!(
        (judged.status, &*judged.output),
        (Some(0), found),
        "{}",
        judged.errors
    );
    let last = r#"((1 "äöü" 0.5 #u8(1 255)) (2 null 7 "x") (5 "von Python" 2.5 null))"#;
    assert_eq!(output("database-read", DATABASE, &[path]), last);
}

/// A server of PostgreSQL in a directory of its own, until it is dropped.
struct Postgres {
    server: Child,
    directory: PathBuf,
    /// Where it listens on loopback, and the file with its certificate.
    port: u16,
    certificate: PathBuf,
}

impl Drop for Postgres {
    fn drop(&mut self) {
        let pid = rustix::process::Pid::from_child(&self.server);
        // To end fast, it rolls back what is open.
        let _ = rustix::process::kill_process(pid, rustix::process::Signal::INT);
        let _ = self.server.wait();
        let _ = std::fs::remove_dir_all(&self.directory);
    }
}

/// Where Debian puts the programs of the server, if they are there.
fn postgres_programs() -> Option<PathBuf> {
    let versions = std::fs::read_dir("/usr/lib/postgresql").ok()?;
    let programs = versions.flatten().map(|version| version.path().join("bin"));
    programs.filter(|bin| bin.join("initdb").exists()).max()
}

/// A command that is not run as root, which the server refuses.
fn as_nobody_else(program: PathBuf) -> Command {
    if !rustix::process::geteuid().is_root() {
        return Command::new(program);
    }
    let mut command = Command::new("setpriv");
    let user = ["--reuid=postgres", "--regid=postgres", "--clear-groups"];
    command.args(user).arg(program);
    command
}

const CERTIFICATE: &str = r#"
(import (scheme base) (scheme process-context) (mound file) (mound tls))
(define-values (certificate key) (make-certificate "localhost"))
(write-file (cadr (command-line)) certificate)
(write-file (list-ref (command-line) 2) key)
"#;

fn postgres() -> Option<Postgres> {
    let bin = postgres_programs()?;
    let name = format!("mound-postgres-{}", std::process::id());
    let directory = std::env::temp_dir().join(name);
    let made = run(as_nobody_else(bin.join("initdb"))
        .args([
            "-A",
            "trust",
            "-U",
            "postgres",
            "--no-sync",
            "-E",
            "UTF8",
            "-D",
        ])
        .arg(&directory)
        .current_dir("/"));
    assert_eq!(made.status, Some(0), "{}{}", made.output, made.errors);
    let own = fresh_directory("postgres");
    let log = std::fs::File::create(own.join("log")).ok()?;
    let (certificate, key) = (own.join("certificate.pem"), own.join("key.pem"));
    let paths = [&certificate, &key].map(|path| path.to_str().expect("the path is text"));
    output("postgres-certificate", CERTIFICATE, &paths);
    // The server reads a key that is its own and nobody else may read.
    let of_server = directory.join("key.pem");
    std::fs::copy(&key, &of_server).expect("it was written");
    let owner = std::fs::metadata(&directory).expect("it was made");
    std::os::unix::fs::chown(&of_server, Some(owner.uid()), Some(owner.gid()))
        .and_then(|()| std::fs::set_permissions(&of_server, Permissions::from_mode(0o600)))
        .expect("it can be given away");
    std::fs::copy(&certificate, directory.join("certificate.pem")).expect("it was written");
    let port = std::net::TcpListener::bind("127.0.0.1:0").and_then(|free| free.local_addr());
    let port = port.expect("loopback has ports").port();
    let server = as_nobody_else(bin.join("postgres"))
        .args(["-c", "listen_addresses=127.0.0.1", "-c", "fsync=off"])
        .args(["-c", "ssl=on", "-c", "ssl_cert_file=certificate.pem"])
        .args(["-c", "ssl_key_file=key.pem", "-p", &port.to_string(), "-k"])
        .arg(&directory)
        .arg("-D")
        .arg(&directory)
        .current_dir("/")
        .stderr(log)
        .spawn()
        .expect("it can be started");
    Some(Postgres {
        server,
        directory,
        port,
        certificate,
    })
}

const POSTGRES: &str = r#"
(import (except (scheme base) error raise) (scheme write) (scheme process-context)
        (termite) (mound conditions) (mound sql))
(define address (cadr (command-line)))
(define (open . options) (apply sql-open address options))
(define (connected left)
  (guard (e ((and (< 0 left) (sql-error? e)
                  (memq (sql-error-code e) '(cannot-open closed)))
             (? 0.1 'again)
             (connected (- left 1))))
    (open)))
(define db (connected 600))
(define-syntax show
  (syntax-rules ()
    ((_ expression)
     (begin
       (write (guard (e ((sql-error? e) (sql-error-code e))
                        (#t (list 'raised e)))
                expression))
       (newline)))))
(show (sql-script! db "create table t (id serial primary key, name text unique, size float8, data bytea, price numeric(8, 2), made timestamp)"))
(show (sql-execute! db "insert into t (name, size, data, price, made) values (?, ?, ?, ?, ?)"
                    "ä?ö" 0.5 #u8(0 255) "12.50" "2026-11-28 03:04:05.5"))
(show (sql-execute! db "insert into t (name, size) values (?, ?), ('why?', ?)" "b" 7 'null))
(show (sql-query db "select * from t order by id"))
(show (sql-alists db "select count(*), sum(id), bool_and(id > ?) as big from t" 0))
(show (sql-row db "select name from t where id = ?" 99))
(show (sql-value db "insert into t (name) values ('r') returning name"))
(show (sql-execute! db "update t set size = 1 where id > ?" 1))
(show (sql-execute! db "insert into t (name) values ('b')"))
(show (sql-query db "selec 1"))
(show (sql-query db "select ?"))
(show (sql-query db "select '1 day'::interval"))
(show (sql-value db "select '1 day'::interval::text"))
;; Many rows, and another statement while they are read.
(define numbers "select i from generate_series(1, ?::int) i")
(show (apply + (map car (sql-query db numbers 5000))))
(show (sql-fold (lambda (sum i)
                  (if (= i 700) (sql-value db "select 1") #f)
                  (+ sum i))
                0 db numbers 5000))
(show (sql-fold (lambda (count a) (+ count (sql-fold (lambda (n b) (+ n 1)) 0 db numbers 600)))
                0 db numbers 3))
(show (call/cc (lambda (k) (sql-for-each k db numbers 5000))))
;; Transactions are those of processes.
(define (count) (sql-value db "select count(*) from t"))
(show (sql-transaction db (lambda () (sql-execute! db "delete from t") (raise 'no))))
(show (count))
(show (sql-transaction
       db
       (lambda ()
         (sql-execute! db "insert into t (name) values ('kept')")
         (guard (e (#t #f))
           (sql-transaction db (lambda ()
                                 (sql-execute! db "insert into t (name) values ('lost')")
                                 (raise 'no))))
         (count))))
(show (sql-execute! db "begin"))
(show (sql-script! db "begin; delete from t"))
(show (count))
;; After a fault, the server takes nothing more, and a commit is none.
(show (sql-transaction
       db
       (lambda ()
         (guard (e (#t #f)) (sql-execute! db "insert into t (name) values ('b')"))
         'unaware)))
(define me (self))
(define other
  (spawn (lambda ()
           (sql-transaction db (lambda ()
                                 (sql-execute! db "delete from t")
                                 (! me 'deleted)
                                 (?))))))
(? 60)
(terminate! other)
(show (count))
(show (sql-value (open timeout: 0.2) "select pg_sleep(60)::text"))
(show (sql-execute! (open read-only: #t) "delete from t"))
(show (sql-open "postgres://nobody@%2Fnowhere/x"))
;; However a transaction is begun, it is not left open.
(show (sql-execute! db "/* hidden */ begin"))
(show (sql-execute! db "-- hidden\n start transaction"))
(show (sql-transaction db (lambda () (sql-execute! db "commit and chain") (count))))
(show (count))
;; A question mark in a string is none.
(show (sql-query db "select E'it\\'s ?', ?::int" 5))
(show (sql-execute! db "with a as (select 1) insert into t (name) select 'w' from a"))
;; Reports do not have the password.
(show (guard (e ((sql-error? e) (error-object-irritants e)))
        (sql-open "postgres://nobody:secret@%2Fnowhere/x?options=-cx=y")))
;; TLS.
(define plain (list-ref (command-line) 2))
(define certificate (list-ref (command-line) 3))
(define (over-tls host mode . options)
  (apply sql-open
         (string-append "postgres://postgres@" host ":" plain "/postgres?" mode)
         options))
(define trusted (string-append "sslmode=verify-full&sslrootcert=" certificate))
(define (secured? db)
  (sql-value db "select ssl from pg_stat_ssl where pid = pg_backend_pid()"))
(show (secured? (over-tls "localhost" trusted)))
(show (sql-value (over-tls "localhost" trusted timeout: 0.2) "select pg_sleep(60)::text"))
(show (secured? (over-tls "localhost" "")))
(show (secured? (over-tls "localhost" "sslmode=disable")))
;; Whom nobody believes, who is another one, and what protects from nobody.
(show (over-tls "localhost" "sslmode=require"))
(show (over-tls "127.0.0.1" trusted))
(show (over-tls "localhost" "sslmode=prefer"))
"#;

#[test]
fn postgresql_has_the_interface_of_sqlite() {
    let Some(server) = postgres() else {
        return eprintln!("note: there is no PostgreSQL, so it is not connected with");
    };
    let path = server.directory.to_str().expect("the path is text");
    let port = server.port.to_string();
    let host = path.replace('/', "%2F");
    let address = format!("postgres://postgres@{host}:{port}/postgres");
    let certificate = server.certificate.to_str().expect("the path is text");
    let expected = include_str!("../../../tests/batteries/postgres.expected");
    let found = output(
        "postgres-program",
        POSTGRES,
        &[&address, &port, certificate],
    );
    assert!(found == expected, "{found}");
}
