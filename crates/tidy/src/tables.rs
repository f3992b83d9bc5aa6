//! Everything of a node that can grow is in the inventory, `docs/internals/tables.md`, and nothing else is.
//!
//! Looked at is each field of a struct, each variant of an enum and each `static` of the crates of a node whose
//! type names a collection, a channel or a boxed slice, directly or by a `type` of these crates. So a new table
//! without an entry is a failing test, whatever its file says. A collection under another name would not be
//! seen, so `use` may not rename one.
//!
//! Place names look like `node: outbox.rs Lane.messages`; a field of a tuple is known by its number, a static
//! by its own name, and what stands in a variant by the variant.

use crate::files::{Complaint, SourceFile, code_of};
use std::collections::BTreeSet;

/// The crates that a node consists of when it runs, but for the heap, which has one owner each.
const CRATES: &[&str] = &[
    "base", "engine", "machine", "node", "process", "store", "wire",
];

/// The inventory.
const PAGE: &str = "docs/internals/tables.md";

/// Names of types that can hold any number of things.
const GROWING: &[&str] = &[
    "BTreeMap",
    "BTreeSet",
    "BinaryHeap",
    "HashMap",
    "HashSet",
    "Injector",
    "JoinSet",
    "LinkedList",
    "Receiver",
    "Sender",
    "SyncSender",
    "UnboundedReceiver",
    "UnboundedSender",
    "Vec",
    "VecDeque",
    "Worker",
];

/// What is wrong with the inventory.
pub fn check(files: &[SourceFile]) -> Vec<Complaint> {
    let found = places(files);
    let page = files.iter().find(|file| file.path == PAGE);
    let listed: Vec<String> = page.map(listed).unwrap_or_default();
    let known: BTreeSet<&String> = listed.iter().collect();
    let mut complaints = renamed(files);
    for place in found.iter().filter(|place| !known.contains(place)) {
        complaints.push(format!(
            "{PAGE}: no row for `{place}`: say who makes it grow, its bound, what happens there and who empties it, or why it is none of that"
        ));
    }
    for place in known.iter().filter(|place| !found.contains(**place)) {
        complaints.push(format!("{PAGE}: `{place}` is not in the code"));
    }
    if known.len() < listed.len() {
        complaints.push(format!("{PAGE}: a place has two rows"));
    }
    complaints.extend(page.map(incomplete).unwrap_or_default());
    complaints
}

/// The places in the first column of the tables of the page.
fn listed(page: &SourceFile) -> Vec<String> {
    let rows = page
        .lines()
        .filter_map(|(_, line)| line.strip_prefix("| `"));
    rows.filter_map(|row| row.split_once('`'))
        .map(|(place, _)| place.to_owned())
        .collect()
}

/// Rows with an empty column.
fn incomplete(page: &SourceFile) -> Vec<Complaint> {
    let rows = page.lines().filter(|(_, line)| line.starts_with("| `"));
    rows.filter(|(_, line)| {
        let mut columns = line.trim_matches('|').split('|');
        columns.any(|column| column.trim().is_empty())
    })
    .map(|(number, _)| format!("{PAGE}:{number}: a column is empty"))
    .collect()
}

/// The crate of a file and its path there, if it is looked at.
fn place_of(file: &SourceFile) -> Option<(&str, &str)> {
    let (name, path) = file
        .path
        .strip_prefix("crates/")?
        .split_once("/src/")
        .filter(|(name, _)| CRATES.contains(name))?;
    (file.ends_with("rs") && !file.is_test()).then_some((name, path))
}

/// All places that can grow.
fn places(files: &[SourceFile]) -> BTreeSet<String> {
    CRATES
        .iter()
        .flat_map(|name| places_of_crate(files, name))
        .collect()
}

fn places_of_crate(files: &[SourceFile], name: &str) -> Vec<String> {
    let own = files
        .iter()
        .filter_map(|file| Some((file, place_of(file)?)))
        .filter(|(file, place)| place.0 == name && !is_declared_for_tests(files, file));
    let own: Vec<(&str, String)> = own.map(|(file, place)| (place.1, code(file))).collect();
    let mut growing: BTreeSet<String> = GROWING.iter().map(|&name| name.to_owned()).collect();
    // A name for a name for a table is found at the second look.
    for _ in 0..2 {
        for (_, code) in &own {
            growing.extend(aliases(code, &growing));
        }
    }
    let mut found = Vec::new();
    for (path, code) in &own {
        let places = types(code, &growing).into_iter();
        let places = places.chain(statics(code, &growing));
        found.extend(places.map(|place| format!("{name}: {path} {place}")));
    }
    found
}

/// Whether the module around a file has it for tests only.
fn is_declared_for_tests(files: &[SourceFile], file: &SourceFile) -> bool {
    let Some((directory, name)) = file.path.rsplit_once('/') else {
        return false;
    };
    let module = name.trim_end_matches(".rs");
    let parents = [format!("{directory}.rs"), format!("{directory}/lib.rs")];
    let parent = files.iter().find(|file| parents.contains(&file.path));
    let declaration = format!("#[cfg(test)]\nmod {module};");
    parent.is_some_and(|parent| parent.text.contains(&declaration))
}

/// The code of a file that is not for tests only, without comments.
fn code(file: &SourceFile) -> String {
    let mut code = String::new();
    let mut lines = file.text.lines().peekable();
    while let Some(line) = lines.next() {
        let next = lines.peek().copied().unwrap_or_default();
        let tests =
            line.starts_with("#[cfg(") && line.contains("test") && !line.contains("not(test");
        // What follows a module of tests are more tests.
        if tests && next.contains("mod ") && next.ends_with('{') {
            break;
        }
        code.push_str(code_of(line));
        code.push('\n');
    }
    code
}

fn is_word(character: char) -> bool {
    character.is_alphanumeric() || character == '_'
}

fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|character| !is_word(character))
        .filter(|word| !word.is_empty())
}

fn grows(text: &str, growing: &BTreeSet<String>) -> bool {
    let boxed = ["Box<[", "Arc<[", "Rc<["];
    // The dot of a trait object is no type that holds anything.
    let text = text.replace("dyn Receiver", "").replace("dyn Sender", "");
    boxed.iter().any(|start| text.contains(start))
        || words(&text).any(|word| growing.contains(word))
}

/// The rest of `code` behind each place where `keyword` stands as a word.
fn after<'a>(code: &'a str, keyword: &'a str) -> impl Iterator<Item = &'a str> {
    code.match_indices(keyword).filter_map(move |(at, _)| {
        let before = code[..at].chars().next_back();
        let rest = &code[at + keyword.len()..];
        // A lifetime has a quote before it.
        let inside = |before| is_word(before) || before == '\'';
        let alone = !before.is_some_and(inside) && rest.starts_with([' ', '\n']);
        alone.then(|| rest.trim_start())
    })
}

/// Names that are given to types that grow.
fn aliases(code: &str, growing: &BTreeSet<String>) -> Vec<String> {
    let definitions = after(code, "type").filter_map(|rest| rest.split_once(';'));
    definitions
        .filter_map(|(definition, _)| definition.split_once('='))
        .filter(|(_, meaning)| grows(meaning, growing))
        .filter_map(|(name, _)| words(name).next())
        .map(str::to_owned)
        .collect()
}

/// Statics that grow.
fn statics(code: &str, growing: &BTreeSet<String>) -> Vec<String> {
    let definitions = after(code, "static").filter_map(|rest| rest.split_once(['=', ';']));
    definitions
        .filter_map(|(definition, _)| definition.split_once(':'))
        .filter(|(_, meaning)| grows(meaning, growing))
        .filter_map(|(name, _)| words(name).last())
        .map(str::to_owned)
        .collect()
}

/// Fields and variants that grow, with the types they are of.
fn types(code: &str, growing: &BTreeSet<String>) -> Vec<String> {
    let mut found = Vec::new();
    for keyword in ["struct", "enum", "union"] {
        for rest in after(code, keyword) {
            let Some(name) = words(rest).next() else {
                continue;
            };
            let Some((named, body)) = body(rest) else {
                continue;
            };
            for (number, part) in parts(body).iter().enumerate() {
                if !grows(part, growing) {
                    continue;
                }
                let own = if named { field(part) } else { None };
                let own = own.map_or_else(|| number.to_string(), str::to_owned);
                found.push(format!("{name}.{own}"));
            }
        }
    }
    found
}

/// What stands in the braces or parentheses of a definition, and whether it is braces.
fn body(rest: &str) -> Option<(bool, &str)> {
    let start = rest.find(['{', '(', ';'])?;
    let open = rest[start..].chars().next()?;
    if open == ';' {
        return None;
    }
    let mut depth = 0;
    for (at, character) in rest[start..].char_indices() {
        match character {
            '{' | '(' | '[' => depth += 1,
            '}' | ')' | ']' => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return Some((open == '{', &rest[start + 1..start + at]));
        }
    }
    None
}

/// A body at its commas.
fn parts(body: &str) -> Vec<&str> {
    let (mut depth, mut start, mut before) = (0, 0, ' ');
    let mut parts = Vec::new();
    for (at, character) in body.char_indices() {
        match character {
            '{' | '(' | '[' | '<' => depth += 1,
            '}' | ')' | ']' => depth -= 1,
            '>' if before != '-' => depth -= 1,
            ',' if depth == 0 => {
                parts.push(&body[start..at]);
                start = at + 1;
            }
            _ => {}
        }
        before = character;
    }
    parts.push(&body[start..]);
    parts
}

/// The name at the beginning of a field or variant, behind attributes and visibility.
fn field(part: &str) -> Option<&str> {
    let mut rest = part.trim_start();
    while rest.starts_with("#[") {
        rest = rest.split_once(']')?.1.trim_start();
    }
    if let Some(visible) = rest.strip_prefix("pub") {
        let visible = visible.trim_start();
        rest = match visible.strip_prefix('(') {
            Some(restricted) => restricted.split_once(')')?.1,
            None => visible,
        };
    }
    words(rest).next()
}

/// Imports that give a collection another name.
fn renamed(files: &[SourceFile]) -> Vec<Complaint> {
    let looked_at = files.iter().filter(|file| place_of(file).is_some());
    let lines = looked_at.flat_map(|file| file.lines().map(move |line| (file, line)));
    lines
        .filter(|(_, (_, line))| {
            let code = code_of(line);
            let mut names = code.split(" as ").filter_map(|before| words(before).last());
            code.contains(" as ")
                && code.trim_start().starts_with("use ")
                && names.any(|name| GROWING.contains(&name))
        })
        .map(|(file, (number, _))| {
            format!("{}:{number}: a collection under another name", file.path)
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const CODE: &str = "
//! Vec<u8> in a comment.
type Waiting = HashMap<u64, u64>;
type Again = Mutex<Waiting>;
pub(crate) struct One<T> {
    /// Not Vec.
    number: u64,
    pub(crate) list: Vec<T>,
    #[expect(dead_code)] again: Option<Box<Again>>,
    call: Box<dyn FnOnce(u64) -> u64 + Send>,
}
struct Tuple(u64, pub Arc<[u8]>);
enum Choice { Plain(u64), Full { bytes: Vec<u8> } }
static NAMES: OnceLock<Vec<String>> = OnceLock::new();
fn name(word: &'static str, list: Vec<u8>) {}
struct Nothing;
#[cfg(test)]
mod tests {
    struct Hidden { list: Vec<u8> }
}
";

    #[test]
    fn tables_are_found_however_they_are_named() {
        let found = places(&[SourceFile::new("crates/node/src/a.rs", CODE)]);
        let expected = ["Choice.Full", "NAMES", "One.again", "One.list", "Tuple.1"]
            .map(|place| format!("node: a.rs {place}"));
        assert_eq!(found, BTreeSet::from(expected));
        assert!(places(&[SourceFile::new("crates/syntax/src/a.rs", CODE)]).is_empty());
    }

    #[test]
    fn a_table_without_a_row_and_a_row_without_a_table_are_caught() {
        let code = SourceFile::new("crates/node/src/a.rs", "struct A { list: Vec<u8>, }\n");
        let rows = |rows: &str| check(&[code.clone(), SourceFile::new(PAGE, rows)]).len();
        assert_eq!(rows("| `node: a.rs A.list` | a | b |\n"), 0);
        assert_eq!(rows("| `node: a.rs A.list` | a | |\n"), 1);
        assert_eq!(rows(""), 1);
        assert_eq!(rows("| `node: a.rs A.other` | a |\n"), 2);
        let twice = "| `node: a.rs A.list` | a |\n| `node: a.rs A.list` | a |\n";
        assert_eq!(rows(twice), 1);
    }

    #[test]
    fn a_collection_under_another_name_is_caught() {
        let code = "use std::collections::HashMap as Map;\n";
        assert_eq!(
            renamed(&[SourceFile::new("crates/node/src/a.rs", code)]).len(),
            1
        );
        let code = "use mound_node::Signal as Wire;\n";
        assert!(renamed(&[SourceFile::new("crates/node/src/a.rs", code)]).is_empty());
    }
}
