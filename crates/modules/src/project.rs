//! Projects: a directory with a manifest `mound.project`, or only with a lock file.
//!
//! ```scheme
//! (project
//!   (name hello)
//!   (program "main.scm"))        ; or (library "hello.sld")
//! ```

use crate::lock;
use crate::trouble::Trouble;
use mound_base::SourceId;
use std::path::{Path, PathBuf};

pub const FILE: &str = "mound.project";

/// What a manifest says.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Project {
    pub root: PathBuf,
    pub name: Option<String>,
    /// The program that `run` and `build` mean, relative to the root.
    pub program: Option<PathBuf>,
}

impl Project {
    /// The project that a directory is in.
    pub fn around(directory: &Path) -> Result<Option<Project>, Trouble> {
        // One that is gone is in no project.
        let Some(directory) = resolved(directory) else {
            return Ok(None);
        };
        let is_root = |path: &&Path| path.join(FILE).is_file() || path.join(lock::FILE).is_file();
        match directory.ancestors().find(is_root) {
            Some(root) => Project::read(root).map(Some),
            None => Ok(None),
        }
    }

    fn read(root: &Path) -> Result<Project, Trouble> {
        let mut project = Project {
            root: root.to_owned(),
            name: None,
            program: None,
        };
        let path = root.join(FILE);
        let text = match std::fs::read_to_string(&path) {
            Ok(text) => text,
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(project),
            Err(error) => return Err(Trouble::io(&path)(error)),
        };
        let bad = |why: &str| Trouble::BadFile {
            path: path.clone(),
            line: 1,
            why: why.to_owned(),
        };
        let data = mound_syntax::read_all(SourceId(u32::MAX), &text)
            .map_err(|error| bad(&error.headline))?;
        let [form] = &data[..] else {
            return Err(bad("expected one form (project ...)"));
        };
        let Some([head, fields @ ..]) = form.as_list() else {
            return Err(bad("expected (project ...)"));
        };
        if !head.is_symbol("project") {
            return Err(bad("expected (project ...)"));
        }
        for field in fields {
            let Some([key, value]) = field.as_list() else {
                return Err(bad("expected fields (name value)"));
            };
            let text = value.as_string().map(str::to_owned);
            let text = text.or_else(|| value.as_symbol().map(|name| name.to_string()));
            let text = text.ok_or_else(|| bad("the value of a field is a name or a string"))?;
            match key.as_symbol() {
                Some(key) if key.name() == "name" => project.name = Some(text),
                Some(key) if key.name() == "program" => project.program = Some(text.into()),
                Some(key) if key.name() == "library" => {}
                _ => return Err(bad("the fields of a project are name, program and library")),
            }
        }
        Ok(project)
    }
}

/// The directory without links and `..`, so that its ancestors are those above it; the empty path is
/// where this process works.
pub(crate) fn resolved(directory: &Path) -> Option<PathBuf> {
    let directory = match directory.as_os_str().is_empty() {
        true => Path::new("."),
        false => directory,
    };
    std::fs::canonicalize(directory).ok()
}
