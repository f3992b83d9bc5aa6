//! `,edit`: a file, or the definition of a name, in the editor of the user, and its forms afterwards.

use super::Repl;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The editor if no variable names one.
const EDITOR: &str = "vi";

/// What is edited.
struct Target {
    file: PathBuf,
    line: usize,
    /// Written for this purpose, since what is edited was typed.
    is_temporary: bool,
}

impl Repl {
    /// Opens the editor on a file or on what defines a name, and evaluates the file when it is left.
    pub(super) fn edit(&mut self, what: &str) -> Option<i32> {
        match self.edited(what) {
            Ok(Some((name, text))) => self.evaluate(&name, &text),
            Ok(None) => {
                eprintln!("nothing was changed");
                None
            }
            Err(why) => {
                eprintln!("error: {why}");
                None
            }
        }
    }

    /// The name and the text of what was edited; `None` if it was left as it was.
    fn edited(&self, what: &str) -> Result<Option<(String, String)>, String> {
        let target = self.target(what)?;
        let file = &target.file;
        let read = |path: &Path| std::fs::read_to_string(path).unwrap_or_default();
        let before = read(file);
        open(&target)?;
        let after = read(file);
        let name = file.display().to_string();
        if target.is_temporary {
            std::fs::remove_file(file)
                .map_err(|error| format!("{name}: {}", mound_engine::why(&error)))?;
        }
        Ok((before != after).then_some((name, after)))
    }

    fn target(&self, what: &str) -> Result<Target, String> {
        let path = PathBuf::from(what.trim_matches('"'));
        let looks_like_file = path.exists() || what.contains(['/', '.']);
        let Some(found) = self.definition(what).filter(|_| !path.exists()) else {
            return match looks_like_file {
                true => Ok(Target {
                    file: path,
                    line: 1,
                    is_temporary: false,
                }),
                false => Err(format!(
                    "there is no file {what}, and nothing defines {what}"
                )),
            };
        };
        let file = PathBuf::from(&found.source);
        if file.is_file() {
            return Ok(Target {
                file,
                line: found.line,
                is_temporary: false,
            });
        }
        if found.source.starts_with("lib/") {
            return Err(format!("{what} is part of Mound; ,source {what} shows it"));
        }
        // It was typed: its text becomes a file for the time.
        let file = std::env::temp_dir().join(format!("mound-edit-{}.scm", std::process::id()));
        std::fs::write(&file, format!("{}\n", found.text))
            .map_err(|error| format!("{}: {}", file.display(), mound_engine::why(&error)))?;
        Ok(Target {
            file,
            line: 1,
            is_temporary: true,
        })
    }
}

/// Runs the editor until it is left.
fn open(target: &Target) -> Result<(), String> {
    let named = |variable: &str| std::env::var(variable).ok().filter(|name| !name.is_empty());
    let editor = named("VISUAL").or_else(|| named("EDITOR"));
    let editor = editor.unwrap_or_else(|| EDITOR.to_owned());
    let mut words = editor.split_whitespace();
    let program = words.next().unwrap_or(EDITOR);
    let mut command = Command::new(program);
    command.args(words);
    if target.line > 1 {
        // As the usual editors have it.
        command.arg(format!("+{}", target.line));
    }
    match command.arg(&target.file).status() {
        Ok(status) if status.success() => Ok(()),
        Ok(_) => Err(format!(
            "{program} ended with an error, so nothing is evaluated"
        )),
        Err(error) => Err(format!(
            "{program} cannot be started: {}; VISUAL or EDITOR name another one",
            mound_engine::why(&error)
        )),
    }
}
