//! The thread that compiles texts to find out what is wrong with them.
//!
//! Of a file that changes while another is compiled only the last text is compiled.

use crate::{Compiler, actions, text};
use mound_session::{Finding, Unsaved};
use serde_json::{Value, json};
use std::collections::HashMap;
use std::path::PathBuf;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};

/// A file that is to be checked.
pub(crate) struct Asked {
    /// The file that is open, with its version and text.
    pub(crate) file: PathBuf,
    pub(crate) version: Value,
    pub(crate) text: String,
    /// The file that is compiled: this one, or one that includes it.
    pub(crate) whole: PathBuf,
    pub(crate) whole_text: String,
    pub(crate) root: PathBuf,
    pub(crate) unsaved: Unsaved,
}

/// What was found in each file, for its text.
pub(crate) type Found = Arc<Mutex<HashMap<PathBuf, (String, Vec<Finding>)>>>;

pub(crate) struct Checks {
    asked: Sender<Asked>,
    found: Found,
}

impl Checks {
    /// `publish` is given the parameters of `textDocument/publishDiagnostics`.
    pub(crate) fn start(
        compiler: Arc<dyn Compiler>,
        publish: impl Fn(Value) + Send + 'static,
    ) -> std::io::Result<Checks> {
        let (asked, queue) = channel();
        let found = Found::default();
        let results = found.clone();
        std::thread::Builder::new()
            .name("mound-lsp-checks".to_owned())
            .spawn(move || work(&queue, &*compiler, &results, publish))?;
        Ok(Checks { asked, found })
    }

    pub(crate) fn ask(&self, asked: Asked) {
        // The thread lives as long as this does.
        let _ = self.asked.send(asked);
    }

    /// What was found in a file, if that was for this text.
    pub(crate) fn found(&self, file: &PathBuf, text: &str) -> Vec<Finding> {
        let found = self.found.lock().unwrap_or_else(PoisonError::into_inner);
        match found.get(file) {
            Some((known, findings)) if known == text => findings.clone(),
            _ => Vec::new(),
        }
    }
}

fn work(queue: &Receiver<Asked>, compiler: &dyn Compiler, found: &Found, publish: impl Fn(Value)) {
    while let Ok(first) = queue.recv() {
        let mut waiting = vec![first];
        waiting.extend(queue.try_iter());
        for index in 0..waiting.len() {
            let one = &waiting[index];
            let is_newer = |other: &Asked| other.file == one.file;
            if waiting[index + 1..].iter().any(is_newer) {
                continue;
            }
            let unsaved = one.unsaved.clone();
            let checked = compiler.check(&one.whole, &one.whole_text, &one.root, unsaved);
            let findings = match checked {
                Ok(findings) => findings,
                // A defect of Mound, or no memory: the next text may do.
                Err(why) => {
                    eprintln!("{}: {why}", one.whole.display());
                    continue;
                }
            };
            let diagnostics = actions::diagnostics(&one.file, &one.text, &findings);
            // The editor may ask for changes as soon as it is told.
            let row = (one.text.clone(), findings);
            let mut all = found.lock().unwrap_or_else(PoisonError::into_inner);
            all.insert(one.file.clone(), row);
            drop(all);
            let mut told = json!({
                "uri": text::address(&one.file),
                "diagnostics": diagnostics,
            });
            // It is not known of a file that is checked since another one was saved.
            if !one.version.is_null() {
                told["version"] = one.version.clone();
            }
            publish(told);
        }
    }
}
