//! The sources of the standard libraries, inside the binary.
//!
//! A list, and not a directory read at build time, so that the compiler sees
//! when one of them changes. A test compares it with the directory.

macro_rules! embed {
    ($($path:literal,)*) => {
        /// Path below `lib/` and text of each source.
        pub const SOURCES: &[(&str, &str)] =
            &[$(($path, include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/../../lib/", $path))),)*];
    };
}

include!("embedded_list.rs");

/// The text of the library source with this path below `lib/`.
pub fn find(path: &str) -> Option<&'static str> {
    SOURCES
        .iter()
        .find(|(known, _)| *known == path)
        .map(|(_, text)| *text)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::path::Path;

    fn walk(directory: &Path, root: &Path, found: &mut Vec<String>) {
        for entry in std::fs::read_dir(directory).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                walk(&path, root, found);
            } else if path
                .extension()
                .is_some_and(|extension| extension == "sld" || extension == "scm")
            {
                found.push(
                    path.strip_prefix(root)
                        .unwrap()
                        .to_str()
                        .unwrap()
                        .to_owned(),
                );
            }
        }
    }

    #[test]
    fn every_library_source_is_embedded() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../lib");
        let mut found = Vec::new();
        walk(&root, &root, &mut found);
        found.sort();
        let listed: Vec<&str> = SOURCES.iter().map(|(path, _)| *path).collect();
        assert_eq!(
            listed, found,
            "crates/engine/src/embedded_list.rs must list what is in lib/, sorted"
        );
    }
}
