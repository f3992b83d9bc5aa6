//! Trees of source files: their hash, and the files of libraries in them.

use crate::name::ModuleName;
use crate::trouble::Trouble;
use std::path::{Path, PathBuf};

/// What keeps these hashes apart from others.
const DOMAIN: &str = "mound source tree v1";

/// The hash of all files below a directory: their paths and what is in them, in the order of the
/// paths. Nothing that `git` knows has a part in it, so it is the same for a copy without history.
pub(crate) fn hash(root: &Path) -> Result<String, Trouble> {
    let mut hasher = blake3::Hasher::new_derive_key(DOMAIN);
    for relative in files(root)? {
        let path = root.join(&relative);
        let name = relative.to_string_lossy();
        let bytes = std::fs::read(&path).map_err(Trouble::io(&path))?;
        for part in [name.as_bytes(), &bytes] {
            hasher.update(&(part.len() as u64).to_le_bytes());
            hasher.update(part);
        }
    }
    Ok(hasher.finalize().to_hex().to_string())
}

/// The files below a directory, by paths relative to it, sorted. Links are not followed.
pub(crate) fn files(root: &Path) -> Result<Vec<PathBuf>, Trouble> {
    let mut found = Vec::new();
    let mut open = vec![PathBuf::new()];
    while let Some(relative) = open.pop() {
        let directory = root.join(&relative);
        let entries = std::fs::read_dir(&directory).map_err(Trouble::io(&directory))?;
        for entry in entries {
            let entry = entry.map_err(Trouble::io(&directory))?;
            let kind = entry.file_type().map_err(Trouble::io(&directory))?;
            let path = relative.join(entry.file_name());
            if kind.is_dir() {
                open.push(path);
            } else if kind.is_file() {
                found.push(path);
            }
        }
    }
    found.sort_unstable();
    Ok(found)
}

/// Where the file of a library may be in the tree of its repository: for `sub/part` that is
/// `sub/part/part.sld` or `sub/part.sld`, and for the repository itself a file of its name.
pub(crate) fn candidates(name: &ModuleName) -> Vec<String> {
    let last = name.path.last().map_or("", String::as_str);
    match name.inside() {
        [] => {
            let bare = last.trim_end_matches(".git").trim_end_matches(".scm");
            let mut files = vec![format!("{last}.sld")];
            if bare != last && !bare.is_empty() {
                files.push(format!("{bare}.sld"));
            }
            files
        }
        inside => {
            let path = inside.join("/");
            vec![format!("{path}/{last}.sld"), format!("{path}.sld")]
        }
    }
}

/// The libraries in a tree, by the names under which they can be imported.
pub(crate) fn libraries(root: &Path, repository: &ModuleName) -> Result<Vec<ModuleName>, Trouble> {
    let mut found = Vec::new();
    for path in files(root)? {
        let Some(stem) = path.to_str().and_then(|path| path.strip_suffix(".sld")) else {
            continue;
        };
        let mut parts: Vec<String> = stem.split('/').map(str::to_owned).collect();
        if let [.., above, last] = &parts[..]
            && above == last
        {
            parts.pop();
        }
        let mut name = repository.clone();
        let file = path.to_string_lossy();
        if !candidates(&name).iter().any(|candidate| *candidate == file) {
            name.path.extend(parts);
        }
        found.push(name);
    }
    found.sort_unstable();
    found.dedup();
    Ok(found)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_of_libraries() {
        for (name, expected) in [
            ("github.com/fred/hello", &["hello.sld"][..]),
            ("github.com/fred/foo.scm", &["foo.scm.sld", "foo.sld"]),
            ("gitlab.com/a/b/tool.git", &["tool.git.sld", "tool.sld"]),
            ("github.com/fred/hello/demo", &["demo/demo.sld", "demo.sld"]),
            ("github.com/fred/hello/a/b", &["a/b/b.sld", "a/b.sld"]),
            ("mylib", &["mylib.sld"]),
            ("mylib/sub", &["sub/sub.sld", "sub.sld"]),
        ] {
            let name = ModuleName::parse(name).expect("a name");
            assert_eq!(candidates(&name), expected, "{name}");
        }
    }
}
