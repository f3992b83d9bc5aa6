//! Where unsafe code may stand.

use crate::files::{Complaint, SourceFile, code_of};

/// Crates that may have unsafe code; all others forbid it.
pub const CRATES: &[&str] = &["cli", "heap", "machine", "native", "process"];

/// The files with unsafe code. A new one is a decision: it needs a named invariant
/// and tests that Miri (or loom) runs.
pub const FILES: &[&str] = &[
    "crates/cli/src/allocator.rs",
    "crates/cli/src/closed.rs",
    "crates/heap/src/alloc.rs",
    "crates/heap/src/barrier.rs",
    "crates/heap/src/birth.rs",
    "crates/heap/src/buffers.rs",
    "crates/heap/src/builder.rs",
    "crates/heap/src/code.rs",
    "crates/heap/src/collect/moving.rs",
    "crates/heap/src/collector.rs",
    "crates/heap/src/continuation.rs",
    "crates/heap/src/copy.rs",
    "crates/heap/src/fragment.rs",
    "crates/heap/src/freeze.rs",
    "crates/heap/src/generation.rs",
    "crates/heap/src/give.rs",
    "crates/heap/src/handles.rs",
    "crates/heap/src/heap.rs",
    "crates/heap/src/home.rs",
    "crates/heap/src/memory.rs",
    "crates/heap/src/models.rs",
    "crates/heap/src/notes.rs",
    "crates/heap/src/number.rs",
    "crates/heap/src/object.rs",
    "crates/heap/src/receive.rs",
    "crates/heap/src/sanity.rs",
    "crates/heap/src/short.rs",
    "crates/heap/src/sparse/part.rs",
    "crates/heap/src/tests/collecting.rs",
    "crates/heap/src/tests/generations.rs",
    "crates/heap/src/tests/sparse.rs",
    "crates/heap/src/tests/support.rs",
    "crates/heap/tests/scarce.rs",
    "crates/heap/src/text.rs",
    "crates/heap/src/thaw.rs",
    "crates/heap/src/value.rs",
    "crates/machine/src/access.rs",
    "crates/machine/src/arity.rs",
    "crates/machine/src/capture.rs",
    "crates/machine/src/cells.rs",
    "crates/machine/src/context.rs",
    "crates/machine/src/context/room.rs",
    "crates/machine/src/culprit.rs",
    "crates/machine/src/frames.rs",
    "crates/machine/src/interpret.rs",
    "crates/machine/src/interpret/calls.rs",
    "crates/machine/src/interpret/numbers.rs",
    "crates/machine/src/interpret/objects.rs",
    "crates/machine/src/interpret/registers.rs",
    "crates/machine/src/kept.rs",
    "crates/machine/src/returning.rs",
    "crates/machine/src/link/unit.rs",
    "crates/machine/src/native.rs",
    "crates/machine/src/procedures.rs",
    "crates/machine/src/place.rs",
    "crates/machine/src/shortcuts.rs",
    "crates/machine/src/trace.rs",
    "crates/native/src/a64/caches.rs",
    "crates/native/src/arena.rs",
    "crates/native/src/compiler.rs",
    "crates/native/src/unit.rs",
    "crates/process/src/locked.rs",
];

/// Whether the line uses `unsafe`, by the word and not by what it is part of. Every
/// second piece between quotation marks is the text of a string.
fn is_unsafe(line: &str) -> bool {
    let part = |character: char| character.is_alphanumeric() || character == '_';
    code_of(line)
        .split('"')
        .step_by(2)
        .flat_map(|code| code.split(|character: char| !part(character)))
        .any(|word| word == "unsafe")
}

pub fn check(file: &SourceFile) -> Vec<Complaint> {
    let Some(rest) = file.path.strip_prefix("crates/") else {
        return Vec::new();
    };
    if !file.ends_with("rs") {
        return Vec::new();
    }
    let directory = rest.split('/').next().unwrap_or_default();
    let mut complaints = Vec::new();
    let is_root = rest.ends_with("/src/lib.rs") || rest.ends_with("/src/main.rs");
    let forbids = file.text.contains("#![forbid(unsafe_code)]");
    if is_root && !forbids && !CRATES.contains(&directory) {
        complaints.push(format!("{}: no `#![forbid(unsafe_code)]`", file.path));
    }
    if !FILES.contains(&file.path.as_str()) {
        let found = file.lines().find(|(_, line)| is_unsafe(line));
        complaints.extend(found.map(|(number, _)| {
            format!(
                "{}:{number}: the file is not in the list of such files",
                file.path
            )
        }));
    }
    complaints
}

/// Listed files that are not there or have no unsafe code any more.
pub fn stale(files: &[SourceFile]) -> Vec<Complaint> {
    let uses = |path: &str| {
        files
            .iter()
            .any(|file| file.path == path && file.lines().any(|(_, line)| is_unsafe(line)))
    };
    FILES
        .iter()
        .filter(|path| !uses(path))
        .map(|path| format!("{path} is listed, but has no unsafe code"))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn complaints(path: &str, text: &str) -> usize {
        check(&SourceFile::new(path, text)).len()
    }

    #[test]
    fn unsafe_block_in_another_file_is_caught() {
        let line = "let a = unsafe { b };\n";
        assert_eq!(complaints("crates/node/src/link.rs", line), 1);
        assert_eq!(complaints("crates/heap/src/value.rs", line), 0);
    }

    #[test]
    fn missing_lint_is_caught() {
        assert_eq!(complaints("crates/node/src/lib.rs", "mod link;\n"), 1);
        let line = "#![forbid(unsafe_code)]\n";
        assert_eq!(complaints("crates/node/src/lib.rs", line), 0);
    }

    #[test]
    fn word_in_a_comment_is_free() {
        let line = "// No unsafe code here.\n";
        assert_eq!(complaints("crates/node/src/link.rs", line), 0);
    }
}
