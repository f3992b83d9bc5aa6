//! Pages that walk through the code name what is there: in a link such as
//! ``[`send`](../../crates/engine/src/host.rs)`` the file must define the name. Of a path
//! (`Heap::freeze`) that is the last part.

use crate::files::{Complaint, SourceFile};

/// Where the pages are.
const PAGES: &str = "docs/internals/";

/// What stands before a name where Rust or Scheme defines it.
const DEFINITIONS: &[&str] = &[
    "fn ",
    "struct ",
    "enum ",
    "trait ",
    "type ",
    "const ",
    "static ",
    "union ",
    "mod ",
    "(define (",
    "(define ",
    "(define-syntax ",
    "(define-record-type ",
];

/// Names and the files that are to define them, in a line of Markdown.
fn names(line: &str) -> impl Iterator<Item = (&str, &str)> {
    line.split("[`").skip(1).filter_map(|rest| {
        let (name, rest) = rest.split_once("`](")?;
        let (target, _) = rest.split_once(')')?;
        let is_code = target.ends_with(".rs") || target.ends_with(".scm");
        is_code.then_some((name, target))
    })
}

/// Whether a text of code defines the name, or has it as a variant of an enum.
fn defines(text: &str, name: &str) -> bool {
    let last = name.rsplit("::").next().unwrap_or(name);
    let ends = |rest: &str| {
        !rest.starts_with(|next: char| next.is_alphanumeric() || "_-!?*>%".contains(next))
    };
    let follows = |before: &str| {
        let wanted = format!("{before}{last}");
        text.match_indices(&wanted)
            .any(|(at, _)| ends(&text[at + wanted.len()..]))
    };
    DEFINITIONS.iter().any(|before| follows(before))
        || text.lines().any(|line| {
            let line = line.trim_start();
            line.strip_prefix(last)
                .is_some_and(|rest| rest == "," || rest.starts_with('(') || rest.starts_with(" {"))
                && last.starts_with(char::is_uppercase)
        })
}

/// Names in the pages that their files do not define.
pub fn check(files: &[SourceFile]) -> Vec<Complaint> {
    let mut complaints = Vec::new();
    for page in files {
        if !page.path.starts_with(PAGES) || !page.ends_with("md") {
            continue;
        }
        for (number, line) in page.lines() {
            for (name, target) in names(line) {
                let path = target.trim_start_matches("../");
                let found = files.iter().find(|file| file.path == path);
                if !found.is_some_and(|file| defines(&file.text, name)) {
                    complaints.push(format!(
                        "{}:{number}: {path} does not define {name}",
                        page.path
                    ));
                }
            }
        }
    }
    complaints
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_that_is_gone_is_caught() {
        let code = SourceFile::new(
            "crates/a/src/b.rs",
            "fn send_here() {}\nenum Way {\n    Near,\n    Far(u8),\n}\nfn walk(Walk: u8) {}\n",
        );
        let line = |name: &str| format!("[`{name}`](../../crates/a/src/b.rs)");
        let good = [
            "send_here",
            "A::send_here",
            "Way",
            "Way::Near",
            "Way::Far",
            "walk",
        ];
        let bad = ["send", "here", "Way::Nearer", "Walk"];
        let names = good.iter().chain(&bad);
        let page: Vec<String> = names.map(|name| line(name)).collect();
        let page = SourceFile::new("docs/internals/page.md", page.join(" and "));
        let expected = bad.map(|name| {
            format!("docs/internals/page.md:1: crates/a/src/b.rs does not define {name}")
        });
        assert_eq!(check(&[code, page]), expected);
    }

    #[test]
    fn a_file_that_is_gone_is_caught_and_other_links_are_not() {
        let page = SourceFile::new(
            "docs/internals/page.md",
            "[`a`](../../crates/gone.rs), [`b`](other.md), [c](../../crates/gone.rs)",
        );
        assert_eq!(check(&[page]).len(), 1);
    }
}
