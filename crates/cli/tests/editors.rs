//! What `editors/` knows of the language is what the compiler knows.

mod support;

use mound_expand::syntax_library;
use serde_json::Value;
use std::collections::BTreeSet;
use std::path::Path;
use std::process::Command;
use support::{fresh_directory, read, root, run};

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

/// A program with a name that means nothing, for the editors to tell of.
const PROGRAM: &str =
    "(import (scheme base))\n;;> (f x): twice.\n(define (f x) (* 2 x))\n(duoble (f 3))\n";

/// What an editor without a screen prints that opens the program with the extension in `editors/`; `None`
/// if there is no such editor here, or `probe` says that it is too old.
fn edited(editor: &str, probe: &[&str], arguments: &[&str], script: &str) -> Option<String> {
    let is_there = Command::new(editor).args(probe).output();
    if !is_there.is_ok_and(|probe| probe.status.success()) {
        eprintln!("{editor} is not there, or lacks what is needed: left out");
        return None;
    }
    let directory = fresh_directory("editor");
    let write = |name: &str, text: &str| {
        std::fs::write(directory.join(name), text).expect("temporary files can be written");
    };
    write("program.scm", PROGRAM);
    write("script", script);
    // The editor runs `mound` from its path, as it is installed.
    let mound = Path::new(env!("CARGO_BIN_EXE_mound"));
    let programs = std::env::var("PATH").unwrap_or_default();
    let found = mound.parent().expect("a directory").display();
    let mut command = Command::new("timeout");
    command
        .args(["120", editor])
        .args(arguments)
        .current_dir(&directory)
        .env("HOME", &directory)
        .env("MOUND_EDITORS", root().join("editors"))
        .env("PATH", format!("{found}:{programs}"));
    let ended = run(&mut command);
    Some(ended.output + &ended.errors)
}

fn expect_all(found: Option<String>, wanted: &[&str]) {
    let Some(found) = found else { return };
    for wanted in wanted {
        assert!(found.contains(wanted), "no {wanted:?} in:\n{found}");
    }
}

#[test]
fn emacs_talks_with_the_server() {
    let script = r#"
(add-to-list 'load-path (expand-file-name "emacs" (getenv "MOUND_EDITORS")))
(require 'mound-mode)
(require 'eglot)
(setq eglot-sync-connect t eglot-autoshutdown t)
(find-file "program.scm")
(message "mode: %s" major-mode)
(font-lock-ensure)
(search-forward "(define")
(message "face: %s" (get-text-property (1- (point)) 'face))
(call-interactively #'eglot)
(while (null (flymake-diagnostics))
  (accept-process-output nil 0.05)
  (flymake-start))
(message "told: %s" (mapcar #'flymake-diagnostic-text (flymake-diagnostics)))
(search-forward "(f 3")
(backward-char 3)
(message "hover: %S" (jsonrpc-request (eglot--current-server-or-lose) :textDocument/hover
                                     (eglot--TextDocumentPositionParams)))
"#;
    let site = "/usr/share/emacs/site-lisp/debian-startup.el";
    let set_up = ["--batch", "--eval", "(package-initialize)"];
    let probe = [&set_up[..], &["--eval", "(require 'eglot)"]].concat();
    let arguments = [&set_up[..], &["-l", "script"]].concat();
    let found = match Path::new(site).is_file() {
        true => {
            let probe = ["--batch", "-l", site, "--eval", "(require 'eglot)"];
            edited(
                "emacs",
                &probe,
                &["--batch", "-l", site, "-l", "script"],
                script,
            )
        }
        false => edited("emacs", &probe, &arguments, script),
    };
    let face = "face: font-lock-keyword-face";
    let told = "unbound variable `duoble`";
    expect_all(found, &["mode: mound-mode", face, told, "(f x)", "twice."]);
}

#[test]
fn neovim_talks_with_the_server() {
    let script = r#"
vim.wait(60000, function() return #vim.diagnostic.get(0) > 0 end, 20)
for _, told in ipairs(vim.diagnostic.get(0)) do print(told.message) end
local at = {
  textDocument = vim.lsp.util.make_text_document_params(),
  position = { line = 3, character = 9 },
}
print(vim.inspect(vim.lsp.buf_request_sync(0, "textDocument/hover", at, 60000)))
print("highlighted: " .. vim.fn.synIDattr(vim.fn.synID(3, 2, 1), "name"))
vim.cmd("qall!")
"#;
    let path = "lua vim.opt.runtimepath:append(vim.env.MOUND_EDITORS .. '/neovim')";
    let probe = [
        "--headless",
        "-u",
        "NONE",
        "+if has('nvim-0.7') | qall | else | cquit | endif",
    ];
    let arguments = [
        "--headless",
        "--cmd",
        path,
        "program.scm",
        "+luafile script",
    ];
    let found = edited("nvim", &probe, &arguments, script);
    let highlighted = "highlighted: schemeSyntax";
    expect_all(
        found,
        &["unbound variable `duoble`", "(f x)", "twice.", highlighted],
    );
}
