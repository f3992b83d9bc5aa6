//! What Miri leaves out of the tests of the heap is named in `.ci/run`, each with a reason, and is there.

use crate::files::{Complaint, SourceFile};

const SCRIPT: &str = ".ci/run";
/// What stands around the names.
const BEGINNING: &str = "miri_leaves_out=(";
const END: &str = ")";

pub fn check(files: &[SourceFile]) -> Vec<Complaint> {
    let Some(script) = files.iter().find(|file| file.path == SCRIPT) else {
        return vec![format!("{SCRIPT} is missing")];
    };
    let is_test = |file: &&SourceFile| file.path.starts_with("crates/heap/src/") && file.is_test();
    let mut complaints = Vec::new();
    let (mut names, mut has_reason) = (0, false);
    let listed = script.lines().skip_while(|(_, line)| *line != BEGINNING);
    for (number, line) in listed.skip(1).take_while(|(_, line)| *line != END) {
        let name = line.trim();
        if name.starts_with('#') {
            has_reason = true;
            continue;
        }
        names += 1;
        if !has_reason {
            complaints.push(format!("{SCRIPT}:{number}: `{name}` has no reason"));
        }
        let head = format!("fn {name}()");
        if !files
            .iter()
            .filter(is_test)
            .any(|file| file.text.contains(&head))
        {
            complaints.push(format!("{SCRIPT}:{number}: no test is called `{name}`"));
        }
    }
    if names == 0 {
        complaints.push(format!("{SCRIPT} has no names after `{BEGINNING}`"));
    }
    complaints
}

#[cfg(test)]
mod tests {
    use super::*;

    fn complaints(list: &str) -> usize {
        let text = format!("step\n{BEGINNING}\n{list}{END}\n# other\n");
        let test = SourceFile::new("crates/heap/src/tests/a.rs", "#[test]\nfn a_test() {}\n");
        check(&[SourceFile::new(SCRIPT, text), test]).len()
    }

    #[test]
    fn names_are_those_of_tests_and_have_reasons() {
        assert_eq!(complaints("    # It takes hours.\n    a_test\n"), 0);
        assert_eq!(complaints("    a_test\n"), 1);
        assert_eq!(complaints("    # It takes hours.\n    a_tes\n"), 1);
        assert_eq!(complaints(""), 1);
        assert_eq!(check(&[]).len(), 1);
    }
}
