//! `mound lsp`: what the language server asks of the compiler, and `mound check --travels` with it.

use crate::arguments::Settings;
use crate::checking::{self, Program};
use crate::references;
use crate::run::{Failure, Source, start};
use mound_engine::{Engine, Finding, Unsaved, default_home};
use mound_reference::{Library, Owner};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

/// The editor went without a word.
const STATUS_LOST: i32 = 1;

pub fn run(settings: Settings) -> Result<i32, Failure> {
    match mound_lsp::serve(compiler(settings)) {
        Ok(true) => Ok(0),
        Ok(false) => Ok(STATUS_LOST),
        Err(why) => Err(Failure::node(why)),
    }
}

/// What knows the libraries of Mound, for what looks at texts.
pub fn compiler(settings: Settings) -> Arc<dyn mound_lsp::Compiler> {
    Arc::new(Compiler {
        settings,
        engine: Mutex::new(None),
    })
}

struct Compiler {
    settings: Settings,
    /// Knows the libraries of Mound; each check has an engine of its own.
    engine: Mutex<Option<Engine>>,
}

impl Compiler {
    fn exports(&self, unit: &str) -> Result<Vec<mound_engine::Exported>, Failure> {
        let mut engine = self.engine.lock().unwrap_or_else(PoisonError::into_inner);
        if engine.is_none() {
            *engine = Some(start(&self.settings, &[], None)?);
        }
        let engine = engine.as_ref().expect("it was started above");
        engine.exports(unit).map_err(Failure::source)
    }
}

impl mound_lsp::Compiler for Compiler {
    fn check(
        &self,
        file: &Path,
        text: &str,
        root: &Path,
        unsaved: Unsaved,
    ) -> Result<Vec<Finding>, String> {
        let program = Program {
            file: file.to_owned(),
            directories: vec![root.to_owned()],
        };
        let source = Source {
            name: file.display().to_string(),
            path: Some(file.to_owned()),
            text: text.to_owned(),
        };
        checking::findings(&self.settings, &program, source, unsaved)
            .map_err(|failure| failure.text)
    }

    fn library(&self, unit: &str) -> Option<Library> {
        if !references::units().any(|known| known == unit) {
            return None;
        }
        Some(Library {
            unit: unit.to_owned(),
            owner: Owner::Mound,
            sources: references::of_mound(unit),
            // One of the user that takes its place may be wrong, which the check of it tells.
            exports: self.exports(unit).ok()?,
        })
    }

    fn default_imports(&self) -> Vec<String> {
        mound_engine::default_imports()
    }

    fn sources(&self) -> Option<PathBuf> {
        let version = env!("CARGO_PKG_VERSION");
        Some(default_home()?.join("sources").join(version))
    }
}
