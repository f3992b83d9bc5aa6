//! The sources of the standard libraries, inside the binary.
//!
//! The build script of this crate lists them: a file below `lib/` needs no entry anywhere.

/// Path below `lib/` and text of each source, sorted by path.
pub const SOURCES: &[(&str, &str)] = include!(concat!(env!("OUT_DIR"), "/embedded_list.rs"));

/// The text of the library source with this path below `lib/`.
pub fn find(path: &str) -> Option<&'static str> {
    let index = SOURCES.binary_search_by(|(known, _)| (*known).cmp(path));
    index.ok().map(|index| SOURCES[index].1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn library_sources_are_found_by_path() {
        let text = find("mound/base.sld").expect("it is in lib/");
        assert!(text.contains("(define-library (mound base)"));
        assert!(find("mound/base/lists.scm").is_some());
        assert!(find("mound/base").is_none());
    }
}
