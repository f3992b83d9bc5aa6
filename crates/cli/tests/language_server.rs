//! `mound lsp`, driven as an editor drives it: messages over its standard input and output.

mod support;

use serde_json::{Value, json};
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, Stdio};
use std::sync::mpsc::{Receiver, channel};
use support::{TIME_LIMIT, fresh_directory, mound};

/// An editor that has opened a directory.
struct Editor {
    child: Child,
    input: Option<ChildStdin>,
    messages: Receiver<Value>,
    /// Notifications that came before an answer.
    waiting: Vec<Value>,
    requests: u64,
    directory: PathBuf,
}

/// Reads one message; `None` at the end.
fn message(output: &mut impl BufRead) -> Option<Value> {
    let mut length = None;
    loop {
        let mut line = String::new();
        if output.read_line(&mut line).expect("it can be read") == 0 {
            return None;
        }
        match line.trim_end() {
            "" => break,
            line => {
                if let Some(number) = line.strip_prefix("Content-Length: ") {
                    length = Some(number.parse().expect("a number"));
                }
            }
        }
    }
    let mut bytes = vec![0; length.expect("a length")];
    output.read_exact(&mut bytes).expect("it is whole");
    Some(serde_json::from_slice(&bytes).expect("JSON"))
}

impl Editor {
    /// Starts the server in a directory with these files.
    fn start(files: &[(&str, &str)]) -> Editor {
        let directory = fresh_directory("editor");
        for (name, text) in files {
            let path = directory.join(name);
            std::fs::create_dir_all(path.parent().expect("a directory")).expect("it can be made");
            std::fs::write(path, text).expect("it can be written");
        }
        let mut child = mound()
            .arg("lsp")
            .current_dir(&directory)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("mound can be started");
        let input = child.stdin.take();
        let mut output = BufReader::new(child.stdout.take().expect("it is piped"));
        let (send, messages) = channel();
        std::thread::spawn(move || {
            while let Some(message) = message(&mut output) {
                // The test may have ended.
                let _ = send.send(message);
            }
        });
        let mut editor = Editor {
            child,
            input,
            messages,
            waiting: Vec::new(),
            requests: 0,
            directory,
        };
        let root = editor.address("");
        let answer = editor.request("initialize", json!({ "rootUri": root, "capabilities": {} }));
        assert_eq!(answer["serverInfo"]["name"], "mound");
        assert_eq!(answer["capabilities"]["hoverProvider"], true);
        editor.notify("initialized", json!({}));
        editor
    }

    fn address(&self, name: &str) -> String {
        let path = self.directory.join(name);
        format!(
            "file://{}",
            path.display().to_string().trim_end_matches('/')
        )
    }

    fn send(&mut self, message: &Value) {
        let text = message.to_string();
        let input = self.input.as_mut().expect("it is open");
        write!(input, "Content-Length: {}\r\n\r\n{text}", text.len()).expect("it can be written");
        input.flush().expect("it can be written");
    }

    fn notify(&mut self, method: &str, parameters: Value) {
        self.send(&json!({ "jsonrpc": "2.0", "method": method, "params": parameters }));
    }

    fn receive(&mut self) -> Value {
        self.messages
            .recv_timeout(TIME_LIMIT)
            .expect("the server answers")
    }

    /// The whole answer to a request.
    fn answer(&mut self, method: &str, parameters: Value) -> Value {
        self.requests += 1;
        let id = self.requests;
        self.send(&json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": parameters }));
        loop {
            let message = self.receive();
            match message.get("id") {
                Some(found) if *found == id => return message,
                _ => self.waiting.push(message),
            }
        }
    }

    fn request(&mut self, method: &str, parameters: Value) -> Value {
        let answer = self.answer(method, parameters);
        assert!(answer.get("error").is_none(), "{method}: {answer}");
        answer["result"].clone()
    }

    fn open(&mut self, name: &str, text: &str) {
        let document = json!({
            "uri": self.address(name), "languageId": "scheme", "version": 1, "text": text,
        });
        self.notify("textDocument/didOpen", json!({ "textDocument": document }));
    }

    fn change(&mut self, name: &str, version: u64, text: &str) {
        let document = json!({ "uri": self.address(name), "version": version });
        let parameters = json!({ "textDocument": document, "contentChanges": [{ "text": text }] });
        self.notify("textDocument/didChange", parameters);
    }

    /// What is said of a version of a file.
    fn diagnostics(&mut self, name: &str, version: u64) -> Value {
        let address = self.address(name);
        let is_it = |message: &Value| {
            let parameters = &message["params"];
            message["method"] == "textDocument/publishDiagnostics"
                && parameters["uri"] == address
                && parameters["version"] == version
        };
        loop {
            if let Some(index) = self.waiting.iter().position(is_it) {
                return self.waiting.remove(index)["params"]["diagnostics"].clone();
            }
            let message = self.receive();
            self.waiting.push(message);
        }
    }

    /// The parameters of a request about the place behind `mark` in a text.
    fn at(&self, name: &str, text: &str, mark: &str) -> Value {
        let end = text.find(mark).expect("the mark is there") + mark.len();
        json!({ "textDocument": { "uri": self.address(name) }, "position": position(text, end) })
    }

    /// `name:line:from-to` of each location.
    fn places(&self, locations: &Value) -> Vec<String> {
        let prefix = format!("{}/", self.address(""));
        let place = |one: &Value| {
            let address = one["uri"].as_str().expect("an address");
            let name = address.strip_prefix(&prefix).expect("it is of the project");
            format!("{name}:{}", shown(&one["range"]))
        };
        locations
            .as_array()
            .expect("a list")
            .iter()
            .map(place)
            .collect()
    }

    /// The text of a file after the changes of a rename or an action.
    fn changed(&self, name: &str, text: &str, edit: &Value) -> String {
        let edits = &edit["changes"][self.address(name)];
        let mut edits: Vec<&Value> = edits
            .as_array()
            .map_or(Vec::new(), |all| all.iter().collect());
        edits.sort_by_key(|edit| offset(text, &edit["range"]["start"]));
        let mut text = text.to_owned();
        for edit in edits.into_iter().rev() {
            let range = &edit["range"];
            let place = offset(&text, &range["start"])..offset(&text, &range["end"]);
            text.replace_range(place, edit["newText"].as_str().expect("a text"));
        }
        text
    }

    /// Says goodbye; the status of the server.
    fn end(mut self) -> Option<i32> {
        assert_eq!(self.request("shutdown", Value::Null), Value::Null);
        self.notify("exit", Value::Null);
        self.child.wait().expect("it ends").code()
    }
}

impl Drop for Editor {
    fn drop(&mut self) {
        // It ends when there is no more input; after a failed test it is made to.
        drop(self.input.take());
        if std::thread::panicking() {
            let _ = self.child.kill();
        }
        let _ = self.child.wait();
    }
}

/// Texts of these tests are ASCII, so that units are bytes.
fn position(text: &str, offset: usize) -> Value {
    let before = &text[..offset];
    let start = before.rfind('\n').map_or(0, |place| place + 1);
    json!({ "line": before.matches('\n').count(), "character": offset - start })
}

fn offset(text: &str, position: &Value) -> usize {
    let line = position["line"].as_u64().expect("a line") as usize;
    let lines: Vec<&str> = text.split_inclusive('\n').take(line).collect();
    lines.concat().len() + position["character"].as_u64().expect("a unit") as usize
}

/// `line:from-to`, the line from 1.
fn shown(range: &Value) -> String {
    let (start, end) = (&range["start"], &range["end"]);
    let line = start["line"].as_u64().expect("a line") + 1;
    format!("{line}:{}-{}", start["character"], end["character"])
}

const PROGRAM: &str = "(import (scheme base) (scheme write))\n\n\
    (define (twice x) (* 2 x))\n(write (twice 21))\n";

#[test]
fn diagnostics_follow_what_is_typed() {
    let mut editor = Editor::start(&[]);
    let name = "a.scm";
    editor.open(name, &PROGRAM.replace("(twice 21)", "(twise 21)"));
    assert_eq!(
        editor.diagnostics(name, 1),
        json!([
            {
                "range": {
                    "start": { "line": 3, "character": 8 },
                    "end": { "line": 3, "character": 13 },
                },
                "severity": 1,
                "source": "mound",
                "message": "unbound variable `twise`\nnot defined or imported here\n\
                            did you mean `twice`?",
            },
            {
                "range": {
                    "start": { "line": 2, "character": 9 },
                    "end": { "line": 2, "character": 14 },
                },
                "severity": 2,
                "source": "mound",
                "message": "`twice` is not used\nnothing uses it",
            },
        ])
    );
    editor.change(name, 2, PROGRAM);
    assert_eq!(editor.diagnostics(name, 2), json!([]));
    editor.change(name, 3, &PROGRAM.replace("x))", "x)"));
    let found = editor.diagnostics(name, 3);
    assert_eq!(found[0]["severity"], 1, "{found}");
    assert_eq!(editor.end(), Some(0));
}

const LIBRARY: &str = "(define-library (shop price)\n  (import (scheme base))\n  \
    (export total price<?)\n  (include \"price.scm\"))\n";
const PRICES: &str = ";;> (total price ...): the sum of the prices.\n\
    ;;> Example: (total 1 2) => 3\n(define (total . prices) (apply + prices))\n\
    (define (price<? a b) (< (total a) (total b)))\n";
const CLIENT: &str = "(import (scheme base) (scheme write)\n  \
    (only (prefix (shop price) p:) p:total))\n(write (p:total 1 2))\n";

fn shop() -> Editor {
    let mut editor = Editor::start(&[
        ("shop/price.sld", LIBRARY),
        ("shop/price.scm", PRICES),
        ("client.scm", CLIENT),
    ]);
    editor.open("client.scm", CLIENT);
    editor
}

#[test]
fn hover_shows_use_documentation_and_origin() {
    let mut editor = shop();
    let value = |answer: &Value| {
        answer["contents"]["value"]
            .as_str()
            .unwrap_or("")
            .to_owned()
    };
    let at = editor.at("client.scm", CLIENT, "(write (p:to");
    let answer = editor.request("textDocument/hover", at);
    assert_eq!(
        value(&answer),
        "```scheme\n(total price ...)\n```\n\nthe sum of the prices.\n\n\
         ```scheme\n(total 1 2)\n;=> 3\n```"
    );
    assert_eq!(shown(&answer["range"]), "3:8-15");
    let at = editor.at("client.scm", CLIENT, "\n(wri");
    let answer = value(&editor.request("textDocument/hover", at));
    assert!(
        answer.starts_with("```scheme\n(write object [port])\n```"),
        "{answer}"
    );
    assert!(answer.ends_with("From `(scheme write)`."), "{answer}");
    // A form of the core language, and a variable.
    let text = "(define (f count) (if count 1 2))";
    editor.open("b.scm", text);
    let at = editor.at("b.scm", text, "(i");
    let answer = value(&editor.request("textDocument/hover", at));
    assert!(answer.contains("Takes a test, a consequent"), "{answer}");
    let at = editor.at("b.scm", text, "(if cou");
    assert_eq!(
        value(&editor.request("textDocument/hover", at)),
        "```scheme\ncount\n```"
    );
    let at = editor.at("b.scm", text, "count 1");
    assert_eq!(editor.request("textDocument/hover", at), Value::Null);
}

#[test]
fn completion_knows_variables_definitions_and_imports() {
    let mut editor = shop();
    // It is being typed: nothing is closed.
    let text = "(import (scheme base) (shop price))\n\
        (define (first-price prices)\n  (let ((pr-local 1))\n    (pr\n(define (priced? x) x)\n";
    editor.open("c.scm", text);
    let at = editor.at("c.scm", text, "(pr\n");
    let mut at = at;
    at["position"] = position(text, text.find("(pr\n").expect("it is there") + 3);
    let answer = editor.request("textDocument/completion", at);
    let items = answer["items"].as_array().expect("a list").clone();
    let labels: Vec<&str> = items
        .iter()
        .filter_map(|item| item["label"].as_str())
        .collect();
    for wanted in ["pr-local", "prices", "price<?", "priced?", "first-price"] {
        assert!(labels.contains(&wanted), "{wanted}: {labels:?}");
    }
    let begins = |label: &&&str| label.starts_with("pr");
    let first = labels.iter().take_while(begins).count();
    assert_eq!(first, labels.iter().filter(begins).count(), "{labels:?}");
    let item = items
        .iter()
        .find(|item| item["label"] == "price<?")
        .expect("it is offered");
    assert_eq!(item["detail"], "(price<? a b)");
    assert_eq!(item["textEdit"]["newText"], "price<?");
    assert_eq!(shown(&item["textEdit"]["range"]), "4:5-7");
    let text = text.replace("(pr\n", "(vector-ma\n");
    editor.change("c.scm", 2, &text);
    let mut at = editor.at("c.scm", &text, "(vector-ma");
    let answer = editor.request("textDocument/completion", at.take());
    let found = answer["items"].as_array().expect("a list");
    let item = found
        .iter()
        .find(|item| item["label"] == "vector-map")
        .expect("it is offered");
    let documentation = item["documentation"]["value"].as_str().expect("a text");
    assert!(
        item["detail"]
            .as_str()
            .is_some_and(|use_| use_.starts_with("(vector-map ")),
        "{item}"
    );
    assert!(
        documentation.contains("Raises") && documentation.contains(";=>"),
        "{item}"
    );
}

#[test]
fn definitions_and_references_are_found_across_files() {
    let mut editor = shop();
    let at = editor.at("client.scm", CLIENT, "(write (p:to");
    let found = editor.request("textDocument/definition", at.clone());
    assert_eq!(editor.places(&json!([found])), ["shop/price.scm:3:9-14"]);
    let mut parameters = at;
    parameters["context"] = json!({ "includeDeclaration": true });
    let found = editor.request("textDocument/references", parameters.clone());
    assert_eq!(
        editor.places(&found),
        [
            "client.scm:2:33-40",
            "client.scm:3:8-15",
            "shop/price.scm:3:9-14",
            "shop/price.scm:4:26-31",
            "shop/price.scm:4:36-41",
            "shop/price.sld:3:10-15",
        ]
    );
    parameters["context"] = json!({ "includeDeclaration": false });
    let found = editor.request("textDocument/references", parameters);
    assert_eq!(found.as_array().map(Vec::len), Some(5), "{found}");
    // What is of Mound is shown in a copy of its source.
    let at = editor.at("client.scm", CLIENT, "\n(wri");
    let found = editor.request("textDocument/definition", at);
    let address = found["uri"].as_str().expect("an address");
    let file = address.strip_prefix("file://").expect("a file");
    let text = std::fs::read_to_string(Path::new(file)).expect("it is there");
    let line = found["range"]["start"]["line"].as_u64().expect("a line") as usize;
    let line = text.lines().nth(line).expect("it has the line");
    assert!(line.starts_with("(define write"), "{line}");
}

#[test]
fn rename_changes_all_files_or_nothing() {
    let mut editor = shop();
    let mut at = editor.at("client.scm", CLIENT, "(write (p:to");
    let answer = editor.request("textDocument/prepareRename", at.clone());
    assert_eq!(shown(&answer), "3:8-15");
    at["newName"] = "sum".into();
    let edit = editor.request("textDocument/rename", at.clone());
    assert_eq!(
        editor.changed("client.scm", CLIENT, &edit),
        CLIENT.replace("p:total", "p:sum")
    );
    assert_eq!(
        editor.changed("shop/price.sld", LIBRARY, &edit),
        LIBRARY.replace("total", "sum")
    );
    assert_eq!(
        editor.changed("shop/price.scm", PRICES, &edit),
        PRICES
            .replace("(define (total", "(define (sum")
            .replace("< (total a) (total b)", "< (sum a) (sum b)")
    );
    // A name that is in use, no name, and a name of Mound.
    for (mark, new) in [
        ("(write (p:to", "price<?"),
        ("(write (p:to", "a b"),
        ("\n(wri", "x"),
    ] {
        let mut at = editor.at("client.scm", CLIENT, mark);
        at["newName"] = new.into();
        let answer = editor.answer("textDocument/rename", at);
        assert_eq!(answer["error"]["code"], -32803, "{answer}");
    }
    // A variable, which another of the same name hides.
    let text = "(define (f x) (let ((x x)) x))";
    editor.open("b.scm", text);
    let mut at = editor.at("b.scm", text, "(f x");
    at["newName"] = "y".into();
    let edit = editor.request("textDocument/rename", at);
    assert_eq!(
        editor.changed("b.scm", text, &edit),
        "(define (f y) (let ((x y)) x))"
    );
}

#[test]
fn symbols_and_format_of_a_file() {
    let mut editor = Editor::start(&[]);
    let text = "(define-record-type point (point x) point? (x point-x))\n(define   origin (point 0))\n\
        (define (norm p)\n(abs (point-x p)))\n(define-syntax swap! (syntax-rules ()))\n";
    editor.open("a.scm", text);
    let document = json!({ "textDocument": { "uri": editor.address("a.scm") } });
    let found = editor.request("textDocument/documentSymbol", document.clone());
    let found: Vec<(&str, u64)> = found
        .as_array()
        .expect("a list")
        .iter()
        .map(|one| {
            (
                one["name"].as_str().expect("a name"),
                one["kind"].as_u64().expect("a kind"),
            )
        })
        .collect();
    let expected = [
        ("point", 23),
        ("point?", 12),
        ("point-x", 12),
        ("origin", 13),
        ("norm", 12),
        ("swap!", 12),
    ];
    assert_eq!(found, expected);
    let edits = editor.request("textDocument/formatting", document.clone());
    let edit = json!({ "changes": { editor.address("a.scm"): edits } });
    assert_eq!(
        editor.changed("a.scm", text, &edit),
        text.replace("define   o", "define o")
            .replace("\n(abs", "\n  (abs")
    );
    editor.change("a.scm", 2, "(define (f");
    assert_eq!(
        editor.request("textDocument/formatting", document),
        Value::Null
    );
}

#[test]
fn hints_are_actions() {
    let mut editor = Editor::start(&[]);
    let text = "(import (scheme base) (scheme char) (scheme write))\n\
        (define (double x) (* 2 x))\n(write (duoble (fold + 0 '(1))))\n(write (list (double 1)))\n";
    editor.open("a.scm", text);
    editor.diagnostics("a.scm", 1);
    let mut actions = |mark: &str| -> Vec<(String, String)> {
        let mut at = editor.at("a.scm", text, mark);
        let place = at["position"].take();
        at["range"] = json!({ "start": place, "end": place });
        at["context"] = json!({ "diagnostics": [] });
        let found = editor.request("textDocument/codeAction", at);
        let found = found.as_array().expect("a list").iter();
        found
            .map(|one| {
                let title = one["title"].as_str().expect("a title").to_owned();
                (title, editor.changed("a.scm", text, &one["edit"]))
            })
            .collect()
    };
    let replaced = |from: &str, to: &str| text.replace(from, to);
    assert_eq!(
        actions("(write (duo"),
        [(
            "Replace it with `double`".to_owned(),
            replaced("duoble", "double")
        )]
    );
    let imports = actions("(fol");
    let lists = (
        "Import (srfi 1)".to_owned(),
        replaced("write))\n(def", "write) (srfi 1))\n(def"),
    );
    assert!(imports.contains(&lists), "{imports:?}");
    assert_eq!(
        actions("(scheme ch"),
        [(
            "Remove this import".to_owned(),
            replaced(" (scheme char)", "")
        )]
    );
    assert_eq!(actions("(define (dou"), []);
}

#[test]
fn what_a_procedure_takes_along_is_shown_where_it_is_sent() {
    let mut editor = shop();
    let text = "(import (termite) (only (shop price) total))\n\
        (define rate 3)\n(define count 0)\n\
        (define (square n) (count!) (* rate n n))\n\
        (define (count!) (set! count (+ count 1)))\n\
        (define (ask node limit)\n  (on node (lambda () (square (total limit 1)))))\n\
        (define (alone node) (on node (lambda (x) (* x x))))\n\
        (define (here limit) (map (lambda (x) (* x limit)) '(on 1)))\n";
    editor.open("a.scm", text);
    let lines = text.lines().count();
    let mut asked = json!({ "textDocument": { "uri": editor.address("a.scm") } });
    asked["range"] = json!({
        "start": { "line": 0, "character": 0 }, "end": { "line": lines, "character": 0 },
    });
    let found = editor.request("textDocument/inlayHint", asked.clone());
    let found = found.as_array().expect("a list");
    assert_eq!(found.len(), 1, "{found:?}");
    assert_eq!(
        found[0]["label"],
        "takes along: count!, limit, rate, square, (shop price); stays: count"
    );
    let (before, _) = text.split_at(offset(text, &found[0]["position"]));
    assert!(before.ends_with("(on node (lambda ()"), "{before}");
    asked["range"]["end"]["line"] = json!(3);
    assert_eq!(editor.request("textDocument/inlayHint", asked), json!([]));
}

#[test]
fn unsaved_texts_count_in_checks_of_others() {
    let mut editor = shop();
    assert_eq!(editor.diagnostics("client.scm", 1), json!([]));
    // An included file is checked with its library, as it is in the editor.
    editor.open(
        "shop/price.scm",
        &PRICES.replace("apply + prices", "apply + price"),
    );
    let found = editor.diagnostics("shop/price.scm", 1);
    assert!(
        found[0]["message"]
            .as_str()
            .is_some_and(|text| text.contains("`price`")),
        "{found}"
    );
    editor.change("client.scm", 2, CLIENT);
    let found = editor.diagnostics("client.scm", 2);
    let message = found[0]["message"].as_str().expect("it is told");
    assert!(
        message.contains("price.scm:3: unbound variable `price`"),
        "{found}"
    );
    editor.change("shop/price.scm", 2, PRICES);
    assert_eq!(editor.diagnostics("shop/price.scm", 2), json!([]));
}

/// Each text that comes while one is typed gets answers, whatever it is.
#[test]
fn broken_texts_and_requests_do_not_end_it() {
    let mut editor = Editor::start(&[]);
    let text = "(define-library (a) (export f) (begin (define (f . x) `(#(1 ,x) \"s\\n\" |b| #\\a))))\n\
        (import (only (a) f)) (let loop ((i 0)) (match i ((x . _) (where x) x))) #;(x\n";
    editor.open("a.scm", "");
    let methods = [
        "completion",
        "hover",
        "definition",
        "references",
        "prepareRename",
        "rename",
        "documentSymbol",
        "formatting",
        "codeAction",
    ];
    for (version, end) in (0..text.len()).enumerate() {
        let half = &text[..end];
        editor.change("a.scm", version as u64 + 2, half);
        let method = format!("textDocument/{}", methods[version % methods.len()]);
        let place = position(half, end);
        let parameters = json!({
            "textDocument": { "uri": editor.address("a.scm") },
            "position": place,
            "range": { "start": place, "end": place },
            "newName": "new",
        });
        let answer = editor.answer(&method, parameters);
        assert_ne!(answer["error"]["code"], -32603, "{half}: {answer}");
    }
    // Nesting that no stack holds, and what is no request of ours.
    let deep = "(".repeat(100_000);
    editor.change("a.scm", 9999, &deep);
    let document = json!({ "textDocument": { "uri": editor.address("a.scm") } });
    assert!(
        editor
            .answer("textDocument/documentSymbol", document)
            .get("result")
            .is_some()
    );
    assert_eq!(
        editor.answer("no/such", Value::Null)["error"]["code"],
        -32601
    );
    for method in methods {
        editor.answer(&format!("textDocument/{method}"), json!([1]));
        let elsewhere = json!({ "textDocument": { "uri": "untitled:1" }, "position": 7 });
        editor.answer(&format!("textDocument/{method}"), elsewhere);
    }
    editor.notify("no/such", json!({ "textDocument": 1 }));
    editor.notify("textDocument/didChange", json!({ "contentChanges": [] }));
    assert_eq!(editor.end(), Some(0));
}

#[test]
fn server_ends_with_its_editor() {
    let mut editor = Editor::start(&[]);
    drop(editor.input.take());
    assert_eq!(editor.child.wait().expect("it ends").code(), Some(1));
}
