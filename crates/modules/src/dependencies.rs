//! What sources import, by reading them and nothing else: no macro is expanded, since installing a
//! library runs none of its code.
//!
//! All branches of a `cond-expand` count. Declarations in other files
//! (`include-library-declarations`) are read too.

use crate::aliases::{Aliases, parts};
use crate::name::ModuleName;
use crate::tree;
use crate::trouble::Trouble;
use mound_base::SourceId;
use mound_syntax::Datum;
use std::path::Path;

/// What an import set can do with another.
const MODIFIERS: [&str; 4] = ["only", "except", "prefix", "rename"];

/// Nesting of sets, conditions and included declarations that is looked into.
const DEPTH_MAX: u32 = 64;

/// The libraries of other repositories that the libraries in a tree import, and with
/// `has_programs` those of programs in it. What cannot be read is left to the compiler, which says
/// what is wrong with it.
pub fn of_tree(root: &Path, has_programs: bool) -> Result<Vec<ModuleName>, Trouble> {
    let mut found = Vec::new();
    for relative in tree::files(root)? {
        if relative.starts_with(".git") {
            continue;
        }
        let extension = relative
            .extension()
            .and_then(|extension| extension.to_str());
        if extension == Some("sld") || (has_programs && extension == Some("scm")) {
            found.extend(of_file(&root.join(relative))?);
        }
    }
    found.sort_unstable();
    found.dedup();
    Ok(found)
}

/// The libraries that a file imports and that may have to be installed.
pub fn of_file(path: &Path) -> Result<Vec<ModuleName>, Trouble> {
    let directory = path.parent().unwrap_or(Path::new(""));
    let mut outer = Aliases::of_directory(directory)?;
    let data = read(path);
    let mut own = Aliases::default();
    for form in data.iter().filter(|form| crate::aliases::is_alias(form)) {
        // A malformed one is an error of the compiler's.
        let _ = own.define(form);
    }
    outer = own.within(&outer);
    let mut sets = Vec::new();
    for datum in &data {
        declaration(datum, directory, DEPTH_MAX, &mut sets);
    }
    let mut found = Vec::new();
    for set in sets {
        let Some(name) = parts(&set).and_then(|parts| ModuleName::from_parts(&parts).ok()) else {
            continue;
        };
        if name.is_relative() {
            continue;
        }
        let name = outer.apply(&name)?;
        if name.is_hosted() || name.version.is_some() {
            found.push(name);
        }
    }
    Ok(found)
}

fn read(path: &Path) -> Vec<Datum> {
    let Ok(text) = std::fs::read_to_string(path) else {
        return Vec::new();
    };
    mound_syntax::read_all(SourceId(u32::MAX), &text).unwrap_or_default()
}

/// Collects the names in the import sets of a declaration, or of a whole library.
fn declaration(datum: &Datum, directory: &Path, depth: u32, into: &mut Vec<Datum>) {
    let Some([head, rest @ ..]) = datum.as_list() else {
        return;
    };
    let Some(head) = head.as_symbol().filter(|_| depth > 0) else {
        return;
    };
    match head.name() {
        "import" => into.extend(rest.iter().filter_map(|set| imported(set, depth))),
        "define-library" => {
            for part in rest {
                declaration(part, directory, depth - 1, into);
            }
        }
        "cond-expand" => {
            let clauses = rest.iter().filter_map(|clause| clause.as_list());
            for part in clauses.flat_map(|clause| clause.get(1..).unwrap_or_default()) {
                declaration(part, directory, depth - 1, into);
            }
        }
        "include-library-declarations" => {
            for file in rest.iter().filter_map(|part| part.as_string()) {
                for part in read(&directory.join(file)) {
                    declaration(&part, directory, depth - 1, into);
                }
            }
        }
        _ => {}
    }
}

/// The name in an import set.
fn imported(set: &Datum, depth: u32) -> Option<Datum> {
    if let Some([head, inner, ..]) = set.as_list()
        && inner.as_list().is_some()
        && MODIFIERS.iter().any(|modifier| head.is_symbol(modifier))
    {
        return imported(inner, depth.checked_sub(1)?);
    }
    Some(set.clone())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn imports_are_found_without_expanding() {
        let root = std::env::temp_dir().join(format!("mound-imports-{}", std::process::id()));
        std::fs::create_dir_all(root.join("sub")).expect("temporary files can be written");
        let write = |path: &str, text: &str| {
            std::fs::write(root.join(path), text).expect("temporary files can be written");
        };
        write("mound.lock", "");
        write(
            "_setup_.scm",
            "(define-module-alias (fh) (github.com/fred hello @1.0))",
        );
        write(
            "sub/a.sld",
            "(define-library (a)
               (import (scheme base) (only (prefix (a.org/x y @1) p:) p:z) (.. b) (fh))
               (include-library-declarations \"more.scm\")
               (cond-expand (mound (import (a.org/x two))) (else (import a.org/x/three@v)))
               (begin (import (a.org/not counted))))",
        );
        write("sub/more.scm", "(import (a.org/x more))");
        write("main.scm", "(import (a.org/x program) (local @2))");
        write("broken.sld", "(define-library (");
        let names = |has_programs| -> Vec<String> {
            let found = of_tree(&root, has_programs).expect("files can be read");
            found.iter().map(ToString::to_string).collect()
        };
        let libraries = [
            "a.org/x/more",
            "a.org/x/three@v",
            "a.org/x/two",
            "a.org/x/y@1",
            "github.com/fred/hello@1.0",
        ];
        assert_eq!(names(false), libraries);
        let all = names(true);
        assert!(all.contains(&"a.org/x/program".to_owned()), "{all:?}");
        assert!(all.contains(&"local@2".to_owned()), "{all:?}");
        std::fs::remove_dir_all(&root).expect("it was made");
    }
}
