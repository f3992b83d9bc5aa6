//! What `editors/` knows of the language is what the compiler knows.

mod support;

use mound_expand::syntax_library;
use serde_json::Value;
use std::collections::BTreeSet;
use support::{read, root};

type Words = BTreeSet<String>;

/// Keywords that mean something only inside of another form.
const AUXILIARY: &[&str] = &["...", "=>", "_", "else"];

/// The forms of the core language that programs may use.
fn forms() -> Words {
    let library = syntax_library();
    let names = library.exports.keys().map(ToString::to_string);
    names
        .filter(|name| !name.starts_with('%') && !AUXILIARY.contains(&&**name))
        .collect()
}

fn json(path: &str) -> Value {
    let text = read(&root().join("editors").join(path));
    serde_json::from_str(&text).unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// The alternatives of the first group `(?:a|b)` in a pattern of the grammar.
fn alternatives(grammar: &Value, rule: &str) -> Words {
    let pattern = grammar["repository"][rule]["match"]
        .as_str()
        .expect("a pattern");
    let start = pattern.find("(?:").expect("a group") + 3;
    let list = pattern[start..].split(")(?=").next().expect("a part");
    let list = list.trim_end_matches(')');
    list.split('|').map(|word| word.replace('\\', "")).collect()
}

fn words<'a>(words: impl IntoIterator<Item = &'a str>) -> Words {
    words.into_iter().map(str::to_owned).collect()
}

#[test]
fn grammar_knows_all_forms() {
    let grammar = json("vscode/syntaxes/mound.tmLanguage.json");
    let mut found = alternatives(&grammar, "definition");
    found.extend(alternatives(&grammar, "form"));
    assert_eq!(found, forms());
    assert_eq!(
        alternatives(&grammar, "auxiliary"),
        words(AUXILIARY.iter().copied())
    );
    // Each rule that is included is there, and the other way round.
    let mut included = Words::new();
    let mut pending = vec![&grammar];
    while let Some(value) = pending.pop() {
        if let Some(name) = value["include"].as_str() {
            included.insert(name.trim_start_matches('#').to_owned());
        }
        pending.extend(value.as_array().into_iter().flatten());
        pending.extend(value.as_object().into_iter().flat_map(|rule| rule.values()));
    }
    let rules = grammar["repository"].as_object().expect("rules");
    assert_eq!(included, rules.keys().cloned().collect::<Words>());
}

#[test]
fn modes_know_the_forms_of_the_grammar() {
    let grammar = json("vscode/syntaxes/mound.tmLanguage.json");
    let mut all = forms();
    all.extend(alternatives(&grammar, "macro"));

    let emacs = read(&root().join("editors/emacs/mound-mode.el"));
    let list = |name: &str| {
        let (_, rest) = emacs
            .split_once(&format!("(defconst {name}"))
            .expect("a list");
        let list = rest.split_once(')').expect("its end").0;
        words(list.split('"').skip(1).step_by(2))
    };
    assert_eq!(list("mound-mode-forms"), forms());
    assert_eq!(list("mound-mode-macros"), alternatives(&grammar, "macro"));

    let neovim = read(&root().join("editors/neovim/after/syntax/scheme.vim"));
    let lines = neovim.lines();
    let lines = lines.filter_map(|line| line.strip_prefix("syntax keyword schemeSyntax "));
    assert_eq!(words(lines.flat_map(str::split_whitespace)), all);
}

#[test]
fn extension_names_files_that_are_there() {
    let package = json("vscode/package.json");
    json("vscode/language-configuration.json");
    let contributes = &package["contributes"];
    let paths = [
        &package["main"],
        &contributes["languages"][0]["configuration"],
        &contributes["grammars"][0]["path"],
    ];
    for path in paths {
        let path = path.as_str().expect("a path");
        assert!(root().join("editors/vscode").join(path).is_file(), "{path}");
    }
    assert_eq!(package["version"], env!("CARGO_PKG_VERSION"));
}
