//! `define-module-alias`: other names for libraries, in programs and in files `_setup_.scm`.
//!
//! ```scheme
//! (define-module-alias (fh) (github.com/fred hello))          ; (fh @1.0), (fh demo)
//! (define-module-alias (gitlab.com/zoo cats) @2.0)            ; a version of itself
//! ```
//!
//! The left side stands for itself and all that is below it. The version of the result is that of
//! the right side, else that of the import. The result is looked at again, and each alias serves
//! once: one that would serve twice, and not give the same, leads in a circle.
//!
//! An alias of `_setup_.scm` holds for the files in its directory and below, up to the root of the
//! repository or project; of two for one name the inner one counts.

use crate::name::{Malformed, ModuleName};
use crate::trouble::Trouble;
use mound_base::SourceId;
use mound_syntax::Datum;
use std::path::{Path, PathBuf};

/// The file with the aliases of a directory.
pub const SETUP: &str = "_setup_.scm";

/// What a directory has that is the root of a repository or project.
const ROOT_MARKS: [&str; 3] = [".git", crate::project::FILE, crate::lock::FILE];

/// Aliases, those of the innermost scope first.
#[derive(Clone, Debug, Default)]
pub struct Aliases {
    scopes: Vec<Vec<Alias>>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
struct Alias {
    from: ModuleName,
    /// `None`: the name itself, in another version.
    to: Option<Vec<String>>,
    version: Option<String>,
}

impl Alias {
    fn applied(&self, name: &ModuleName) -> ModuleName {
        let version = self.version.clone().or_else(|| name.version.clone());
        let Some(to) = &self.to else {
            let path = name.path.clone();
            return ModuleName { path, version };
        };
        let mut path = to.clone();
        path.extend_from_slice(&name.path[self.from.path.len()..]);
        ModuleName { path, version }
    }

    /// Whether it only says which version of itself a library is.
    fn is_pin(&self) -> bool {
        self.to.as_ref().is_none_or(|to| *to == self.from.path)
    }

    fn serves(&self, name: &ModuleName) -> bool {
        // Who says a version does not mean another.
        self.from.covers(name) && !(self.is_pin() && name.version != self.from.version)
    }
}

impl Aliases {
    /// Those for the sources in a directory, by its setup file and those above.
    pub fn of_directory(directory: &Path) -> Result<Aliases, Trouble> {
        let mut scopes = Vec::new();
        for path in setup_files(directory) {
            let text = match std::fs::read_to_string(&path) {
                Ok(text) => text,
                Err(error) if error.kind() == std::io::ErrorKind::NotFound => continue,
                Err(error) => return Err(Trouble::io(&path)(error)),
            };
            scopes.push(setup(&path, &text)?);
        }
        Ok(Aliases { scopes })
    }

    /// Adds the alias of a form to the innermost scope; see [`is_alias`].
    pub fn define(&mut self, form: &Datum) -> Result<(), String> {
        let alias = alias(form)?;
        if self.scopes.is_empty() {
            self.scopes.push(Vec::new());
        }
        let scope = &mut self.scopes[0];
        scope.retain(|old| old.from != alias.from);
        scope.push(alias);
        Ok(())
    }

    /// These within others.
    pub fn within(&self, outer: &Aliases) -> Aliases {
        let scopes = self.scopes.iter().chain(&outer.scopes).cloned().collect();
        Aliases { scopes }
    }

    /// What a name means here.
    pub fn apply(&self, name: &ModuleName) -> Result<ModuleName, Trouble> {
        let mut name = name.clone();
        let mut used: Vec<&Alias> = Vec::new();
        let mut chain = vec![name.to_string()];
        while let Some(alias) = self.serving(&name) {
            let next = alias.applied(&name);
            if next == name {
                break;
            }
            chain.push(next.to_string());
            if used.iter().any(|old| std::ptr::eq(*old, alias)) {
                return Err(Trouble::AliasCycle(chain));
            }
            used.push(alias);
            name = next;
        }
        Ok(name)
    }

    /// The alias of the innermost scope that has one, with the longest left side there.
    fn serving(&self, name: &ModuleName) -> Option<&Alias> {
        self.scopes.iter().find_map(|scope| {
            let serving = scope.iter().filter(|alias| alias.serves(name));
            serving.max_by_key(|alias| (alias.from.path.len(), alias.from.version.is_some()))
        })
    }
}

/// Whether a form is a `define-module-alias`.
pub fn is_alias(form: &Datum) -> bool {
    matches!(form.as_list(), Some([head, ..]) if head.is_symbol("define-module-alias"))
}

/// The strings of which a name consists: of a symbol, or of a list of symbols and numbers.
pub fn parts(datum: &Datum) -> Option<Vec<String>> {
    let number = |datum: &Datum| datum.as_number()?.to_string().parse::<u64>().ok();
    let part = |datum: &Datum| match datum.as_symbol() {
        Some(name) => Some(name.to_string()),
        None => number(datum).map(|number| number.to_string()),
    };
    match datum.as_list() {
        Some([]) => None,
        Some(items) => items.iter().map(part).collect(),
        None => Some(vec![datum.as_symbol()?.to_string()]),
    }
}

fn alias(form: &Datum) -> Result<Alias, String> {
    let wrong = || "expected (define-module-alias name name), both names of libraries".to_owned();
    let Some([_, from, to]) = form.as_list() else {
        return Err(wrong());
    };
    let spelled = |datum: &Datum, why: Malformed| {
        format!(
            "ill-formed library name {}: {why}",
            mound_syntax::write(datum)
        )
    };
    let from_parts = parts(from).ok_or_else(wrong)?;
    let from_name = ModuleName::from_parts(&from_parts).map_err(|why| spelled(from, why))?;
    let to_parts = parts(to).ok_or_else(wrong)?;
    if let [only] = &to_parts[..]
        && let Some(version) = only.strip_prefix('@')
    {
        // Any name checks the version.
        let checked = ModuleName::parse(&format!("x@{version}"));
        return Ok(Alias {
            from: from_name,
            to: None,
            version: checked.map_err(|why| spelled(to, why))?.version,
        });
    }
    let to_name = ModuleName::from_parts(&to_parts).map_err(|why| spelled(to, why))?;
    if from_name.is_relative() || to_name.is_relative() {
        return Err("an alias and what it stands for are not relative names".to_owned());
    }
    Ok(Alias {
        from: from_name,
        to: Some(to_name.path),
        version: to_name.version,
    })
}

/// The aliases in the text of a setup file, which has nothing else.
fn setup(path: &Path, text: &str) -> Result<Vec<Alias>, Trouble> {
    let bad = |line: usize, why: String| Trouble::BadFile {
        path: path.to_owned(),
        line,
        why,
    };
    let line_of = |offset: usize| {
        text.get(..offset)
            .map_or(1, |text| text.lines().count().max(1))
    };
    let data = mound_syntax::read_all(SourceId(u32::MAX), text)
        .map_err(|error| bad(line_of(error.span.start as usize), error.headline.clone()))?;
    let mut aliases: Vec<Alias> = Vec::new();
    for form in &data {
        let line = line_of(form.span.start as usize + 1);
        if !is_alias(form) {
            let why = "only (define-module-alias name name) may stand here".to_owned();
            return Err(bad(line, why));
        }
        let alias = alias(form).map_err(|why| bad(line, why))?;
        aliases.retain(|old| old.from != alias.from);
        aliases.push(alias);
    }
    Ok(aliases)
}

/// The setup files for a directory, the innermost first: up to the root of its repository or project,
/// and only its own if it is in none.
fn setup_files(directory: &Path) -> Vec<PathBuf> {
    let Some(directory) = crate::project::resolved(directory) else {
        return Vec::new();
    };
    let is_root = |path: &&Path| {
        let is_tree = |above: &Path| above.file_name().is_some_and(|name| name == "@sources");
        path.parent().is_some_and(is_tree) || ROOT_MARKS.iter().any(|mark| path.join(mark).exists())
    };
    let depth = directory.ancestors().position(|path| is_root(&path));
    directory
        .ancestors()
        .take(depth.unwrap_or(0) + 1)
        .map(|path| path.join(SETUP))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn aliases(scopes: &[&str]) -> Aliases {
        let scopes = scopes.iter();
        let scopes = scopes.map(|text| setup(Path::new("x"), text).expect("it is well-formed"));
        Aliases {
            scopes: scopes.collect(),
        }
    }

    fn meaning(aliases: &Aliases, name: &str) -> Result<String, String> {
        let name = ModuleName::parse(name).expect("a name");
        let applied = aliases.apply(&name);
        applied
            .map(|name| name.to_string())
            .map_err(|error| error.to_string())
    }

    #[test]
    fn aliases_stand_for_prefixes_and_versions() {
        let aliases = aliases(&["
            (define-module-alias (fh) (github.com/fred hello))
            (define-module-alias (SDL2) (github.com/ann SDL2 @0.0.3))
            (define-module-alias (gitlab.com/zoo cats) (gitlab.com/zoo cats @2.0))
            (define-module-alias gitlab.com/zoo/dogs @3.0)
            (define-module-alias (h2 @1) (fh @2))
            (define-module-alias (again) (fh demo))"]);
        for (name, expected) in [
            ("fh@1.0", "github.com/fred/hello@1.0"),
            ("fh/demo@1.5", "github.com/fred/hello/demo@1.5"),
            ("fh", "github.com/fred/hello"),
            ("fhx", "fhx"),
            ("SDL2/ttf", "github.com/ann/SDL2/ttf@0.0.3"),
            // A pin of a library to a version of itself ends, and an import that says one stays.
            ("gitlab.com/zoo/cats", "gitlab.com/zoo/cats@2.0"),
            ("gitlab.com/zoo/cats/x", "gitlab.com/zoo/cats/x@2.0"),
            ("gitlab.com/zoo/cats@1.0", "gitlab.com/zoo/cats@1.0"),
            ("gitlab.com/zoo/dogs", "gitlab.com/zoo/dogs@3.0"),
            ("h2@1", "github.com/fred/hello@2"),
            ("h2@3", "h2@3"),
            ("again", "github.com/fred/hello/demo"),
        ] {
            assert_eq!(meaning(&aliases, name).as_deref(), Ok(expected), "{name}");
        }
    }

    #[test]
    fn circles_are_reported() {
        for (text, name, expected) in [
            (
                "(define-module-alias (a) (b)) (define-module-alias (b) (a))",
                "a",
                "a -> b -> a -> b",
            ),
            ("(define-module-alias (a) (a b))", "a", "a -> a/b -> a/b/b"),
        ] {
            let error = meaning(&aliases(&[text]), name).expect_err("a circle");
            assert!(error.ends_with(expected), "{error}");
        }
    }

    #[test]
    fn inner_scopes_come_first() {
        let aliases = aliases(&[
            "(define-module-alias (x) (inner))",
            "(define-module-alias (x) (outer)) (define-module-alias (y) (outer))",
        ]);
        assert_eq!(meaning(&aliases, "x").as_deref(), Ok("inner"));
        assert_eq!(meaning(&aliases, "y").as_deref(), Ok("outer"));
    }

    #[test]
    fn setup_files_are_nested() {
        let root = std::env::temp_dir().join(format!("mound-setup-{}", std::process::id()));
        let deep = root.join("a/b");
        std::fs::create_dir_all(&deep).expect("temporary files can be written");
        let write = |path: &str, text: &str| {
            std::fs::write(root.join(path), text).expect("temporary files can be written");
        };
        write("mound.lock", "");
        write(
            SETUP,
            "(define-module-alias (x) (outer)) (define-module-alias (y) (outer))",
        );
        write("a/_setup_.scm", "(define-module-alias (x) (inner))");
        let found = Aliases::of_directory(&deep).expect("they are well-formed");
        assert_eq!(meaning(&found, "x").as_deref(), Ok("inner"));
        assert_eq!(meaning(&found, "y").as_deref(), Ok("outer"));
        let found = Aliases::of_directory(&root).expect("they are well-formed");
        assert_eq!(meaning(&found, "x").as_deref(), Ok("outer"));
        write("a/_setup_.scm", "\n\n(display 1)");
        let error = Aliases::of_directory(&deep)
            .expect_err("it is malformed")
            .to_string();
        assert!(error.contains("_setup_.scm:3:"), "{error}");
        std::fs::remove_dir_all(&root).expect("it was made");
    }

    #[test]
    fn malformed_aliases_are_refused() {
        for text in [
            "(define-module-alias (a))",
            "(define-module-alias (a) ())",
            "(define-module-alias \"a\" (b))",
            "(define-module-alias (a @1 b) (b))",
            "(define-module-alias (a) (@))",
            "(define-module-alias (.. a) (b))",
        ] {
            assert!(setup(Path::new("x"), text).is_err(), "{text}");
        }
    }
}
