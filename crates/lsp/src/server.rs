//! Requests and notifications of the editor, one after another.

use crate::checks::{Asked, Checks};
use crate::meaning::Meanings;
use crate::workspace::{Workspace, normal};
use crate::{Compiler, actions, completion, hover, inlays, navigation, renaming, text};
use lsp_server::{Connection, ErrorCode, Message, Notification, Request, Response};
use mound_base::SourceId;
use serde_json::{Value, json};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Stack for data that nest as deeply as the reader allows; only touched pages are paid for.
const STACK_BYTES: usize = 256 << 20;

/// Serves the editor at the other end of standard input and output until it says that it is enough.
/// `Ok(false)` if it went without saying so.
pub fn serve(compiler: Arc<dyn Compiler>) -> Result<bool, String> {
    let (connection, threads) = Connection::stdio();
    let server = std::thread::Builder::new()
        .name("mound-lsp".to_owned())
        .stack_size(STACK_BYTES)
        .spawn(move || Server::run(connection, compiler))
        .map_err(|error| error.to_string())?;
    let ended = server
        .join()
        .map_err(|_| "the server has panicked".to_owned())??;
    threads.join().map_err(|error| error.to_string())?;
    Ok(ended)
}

struct Server {
    workspace: Workspace,
    checks: Checks,
}

type Outcome = Result<Value, String>;

impl Server {
    fn run(connection: Connection, compiler: Arc<dyn Compiler>) -> Result<bool, String> {
        let failed = |error: lsp_server::ProtocolError| error.to_string();
        let (id, parameters) = connection.initialize_start().map_err(failed)?;
        let answer = json!({
            "capabilities": capabilities(),
            "serverInfo": { "name": "mound", "version": env!("CARGO_PKG_VERSION") },
        });
        connection.initialize_finish(id, answer).map_err(failed)?;
        let sender = connection.sender.clone();
        let publish = move |parameters| {
            let method = "textDocument/publishDiagnostics".to_owned();
            let notification = Notification::new(method, parameters);
            // The editor may have gone.
            let _ = sender.send(Message::Notification(notification));
        };
        let checks = Checks::start(compiler.clone(), publish).map_err(|error| error.to_string())?;
        let mut server = Server {
            workspace: Workspace::new(root(&parameters), compiler),
            checks,
        };
        for message in &connection.receiver {
            match message {
                Message::Request(request) => {
                    if connection.handle_shutdown(&request).map_err(failed)? {
                        return Ok(true);
                    }
                    let answer = server.answer(request);
                    // The editor may have gone; then the next message does not come.
                    let _ = connection.sender.send(Message::Response(answer));
                }
                Message::Notification(notification) => {
                    let taken = catch_unwind(AssertUnwindSafe(|| server.take(&notification)));
                    if taken.is_err() {
                        eprintln!("a defect of mound lsp, in {}", notification.method);
                    }
                }
                // Nothing is asked of the editor.
                Message::Response(_) => {}
            }
        }
        Ok(false)
    }

    fn answer(&self, Request { id, method, params }: Request) -> Response {
        let answer = catch_unwind(AssertUnwindSafe(|| self.outcome(&method, &params)));
        match answer {
            Ok(Some(Ok(value))) => Response::new_ok(id, value),
            Ok(Some(Err(why))) => Response::new_err(id, ErrorCode::RequestFailed as i32, why),
            Ok(None) => {
                let why = format!("there is no {method} here");
                Response::new_err(id, ErrorCode::MethodNotFound as i32, why)
            }
            Err(_) => {
                let why = format!("a defect of mound lsp, in {method}");
                Response::new_err(id, ErrorCode::InternalError as i32, why)
            }
        }
    }

    /// What a request gives; `None` if it is not known.
    fn outcome(&self, method: &str, parameters: &Value) -> Option<Outcome> {
        let answer: fn(&Meanings<'_>, &Path, usize, &Value) -> Outcome = match method {
            "textDocument/completion" => {
                |all, file, at, _| Ok(completion::completion(all, file, at))
            }
            "textDocument/hover" => |all, file, at, _| Ok(hover::hover(all, file, at)),
            "textDocument/definition" => {
                |all, file, at, _| Ok(navigation::definition(all, file, at))
            }
            "textDocument/references" => |all, file, at, parameters| {
                let with = parameters["context"]["includeDeclaration"].as_bool();
                Ok(navigation::references(all, file, at, with.unwrap_or(true)))
            },
            "textDocument/prepareRename" => |all, file, at, _| renaming::prepare(all, file, at),
            "textDocument/rename" => |all, file, at, parameters| {
                let new = parameters["newName"].as_str().unwrap_or_default();
                renaming::rename(all, file, at, new)
            },
            "textDocument/documentSymbol" => |all, file, _, _| Ok(navigation::symbols(all, file)),
            "textDocument/formatting" => |all, file, _, _| Ok(formatting(all, file)),
            "textDocument/inlayHint" => {
                |all, file, _, parameters| Ok(inlays::hints(all, file, parameters))
            }
            "textDocument/codeAction" => return Some(Ok(self.actions(parameters))),
            _ => return None,
        };
        let Some(file) = file(parameters) else {
            return Some(Ok(Value::Null));
        };
        let snapshot = self.workspace.snapshot();
        let meanings = Meanings {
            workspace: &self.workspace,
            snapshot: &snapshot,
        };
        let Some(document) = meanings.document(&file) else {
            return Some(Ok(Value::Null));
        };
        let offset = text::offset_of(&document.text, &parameters["position"]);
        Some(answer(&meanings, &file, offset, parameters))
    }

    fn actions(&self, parameters: &Value) -> Value {
        let file = file(parameters);
        let document = file
            .as_deref()
            .and_then(|file| self.workspace.document(file));
        let (Some(file), Some(document)) = (file, document) else {
            return Value::Null;
        };
        let range = &parameters["range"];
        let from = text::offset_of(&document.text, &range["start"]);
        let to = text::offset_of(&document.text, &range["end"]);
        let findings = self.checks.found(&file, &document.text);
        let snapshot = self.workspace.snapshot();
        let mut units = snapshot.units_at(&file, from);
        // The imports of a file that another includes stand there.
        units.retain(|unit| unit.files[0] == file);
        actions::actions(&file, &document, &units, &findings, from, to)
    }

    fn take(&mut self, notification: &Notification) {
        let parameters = &notification.params;
        match notification.method.as_str() {
            "textDocument/didOpen" => {
                let document = &parameters["textDocument"];
                self.workspace.files_changed();
                self.changed(parameters, document["text"].as_str());
            }
            "textDocument/didChange" => {
                let changes = parameters["contentChanges"].as_array();
                let last = changes.and_then(|changes| changes.last());
                self.changed(parameters, last.and_then(|last| last["text"].as_str()));
            }
            "textDocument/didSave" | "workspace/didChangeWatchedFiles" => {
                self.workspace.files_changed();
                // What one file exports concerns others.
                let open: Vec<PathBuf> = self.workspace.open_files().cloned().collect();
                open.iter().for_each(|file| self.check(file, &Value::Null));
            }
            "textDocument/didClose" => {
                if let Some(file) = file(parameters) {
                    self.workspace.close(&file);
                    self.workspace.files_changed();
                }
            }
            _ => {}
        }
    }

    fn changed(&mut self, parameters: &Value, text: Option<&str>) {
        if let (Some(file), Some(text)) = (file(parameters), text) {
            self.workspace.open(file.clone(), text);
            self.check(&file, &parameters["textDocument"]["version"]);
        }
    }

    /// Has a file checked, as a part of the file that includes it if there is one.
    fn check(&self, file: &Path, version: &Value) {
        let snapshot = self.workspace.snapshot();
        let Some(document) = snapshot.documents.get(file) else {
            return;
        };
        let units = snapshot.units.iter();
        let mut wholes = units.filter(|unit| unit.files.iter().any(|one| one == file));
        let is_own = snapshot.units.iter().any(|unit| unit.files[0] == file);
        let whole = match wholes.next().filter(|_| !is_own) {
            Some(unit) => &unit.files[0],
            None => file,
        };
        let whole_text = snapshot.documents.get(whole).unwrap_or(document);
        let root = self.workspace.root.as_deref().or(file.parent());
        self.checks.ask(Asked {
            file: file.to_owned(),
            version: version.clone(),
            text: document.text.to_string(),
            whole: whole.to_owned(),
            whole_text: whole_text.text.to_string(),
            root: root.unwrap_or(Path::new("/")).to_owned(),
            unsaved: self.workspace.unsaved(),
        });
    }
}

fn capabilities() -> Value {
    json!({
        // The whole text with each change.
        "textDocumentSync": { "openClose": true, "change": 1, "save": true },
        "completionProvider": {},
        "hoverProvider": true,
        "definitionProvider": true,
        "referencesProvider": true,
        "renameProvider": { "prepareProvider": true },
        "documentSymbolProvider": true,
        "documentFormattingProvider": true,
        "inlayHintProvider": true,
        "codeActionProvider": { "codeActionKinds": ["quickfix"] },
    })
}

/// The directory that the editor has opened.
fn root(parameters: &Value) -> Option<PathBuf> {
    let folder = parameters["workspaceFolders"][0]["uri"].as_str();
    let address = folder.or(parameters["rootUri"].as_str())?;
    text::path(address).map(|path| normal(&path))
}

/// The file that a message is about.
fn file(parameters: &Value) -> Option<PathBuf> {
    let address = parameters["textDocument"]["uri"].as_str()?;
    text::path(address).map(|path| normal(&path))
}

/// The change that formats a file; none if it cannot be read.
fn formatting(meanings: &Meanings<'_>, file: &Path) -> Value {
    let Some(document) = meanings.document(file) else {
        return Value::Null;
    };
    match mound_format::format(SourceId(0), &document.text) {
        Ok(formatted) if *formatted == *document.text => json!([]),
        Ok(formatted) => {
            let all = text::range(&document.text, 0, document.text.len());
            json!([{ "range": all, "newText": formatted }])
        }
        Err(_) => Value::Null,
    }
}
