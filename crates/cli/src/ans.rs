//! `mound ans`: a node that is the application name server of `(pony ans)` and nothing else, and the
//! questions to one that runs. The server itself is Scheme, `lib/pony/ans.scm`.

use crate::arguments::{NameServer, Settings};
use crate::run::{Addresses, Failure, finish, start};
use crate::signals;
use std::path::PathBuf;

/// Its arguments are whether the node listens already, and the file that gets the address, or empty.
const SERVER: &str = "(import (scheme base) (scheme process-context) (termite process) (pony ans))
(define listens? (string=? (cadr (command-line)) \"listens\"))
(define file (list-ref (command-line) 2))
(ans-run (if listens? (current-node) #f) (if (string=? file \"\") #f file))";

/// Its arguments are what is asked, and of which server.
const QUESTION: &str = "(import (scheme base) (scheme process-context) (scheme write)
  (termite process) (pony ans) (pony error))
(define what (cadr (command-line)))
(define server (list-ref (command-line) 2))
(guard (e ((pony-error? e)
           (let ((port (current-error-port)))
             (write-string \"error: \" port)
             (write-string (error-object-message e) port)
             (for-each (lambda (object) (write-char #\\space port) (write object port))
                       (error-object-irritants e))
             (newline port)
             (exit 1))))
  (node-init \"127.0.0.1:0\")
  (if (string=? what \"stop\")
      (ans-stop server)
      (for-each (lambda (application)
                  (display (car application))
                  (write-char #\\tab)
                  (display (cadr application))
                  (newline))
                (ans-applications server))))";

/// Runs the server until it is stopped; returns the exit status.
pub fn run(
    settings: &Settings,
    addresses: Option<Addresses<'_>>,
    address_file: Option<PathBuf>,
) -> Result<i32, Failure> {
    let file = address_file.unwrap_or_default().display().to_string();
    let listens = if addresses.is_some() { "listens" } else { "" };
    let engine = start(
        settings,
        &["ans".to_owned(), listens.to_owned(), file],
        None,
    )?;
    signals::stop_when_asked(engine.stopper(), Some(engine.observer())).map_err(Failure::node)?;
    if let Some((listen, advertise)) = addresses {
        engine.listen(listen, advertise).map_err(Failure::node)?;
    }
    let status = engine.run_program("ans", None, SERVER);
    finish(engine, status.map_err(Failure::source)).0
}

/// Asks a server that runs; returns the exit status.
pub fn ask(question: &NameServer) -> Result<i32, Failure> {
    let (what, server) = match question {
        NameServer::List { server } => ("list", server),
        NameServer::Stop { server } => ("stop", server),
    };
    let options = mound_engine::Options {
        command_line: vec!["ans".to_owned(), what.to_owned(), server.clone()],
        ..mound_engine::Options::default()
    };
    let engine = mound_engine::Engine::start(options).map_err(Failure::node)?;
    signals::stop_when_asked(engine.stopper(), None).map_err(Failure::node)?;
    let status = engine.run_program("ans", None, QUESTION);
    finish(engine, status.map_err(Failure::source)).0
}
