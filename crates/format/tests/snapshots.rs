//! What the formatter makes of texts: each file of `tests/snapshots` has a text and its result, between
//! lines of dashes. `UPDATE_EXPECT=1` writes the results anew.

use mound_base::SourceId;
use mound_format::format;
use proptest::prelude::*;
use std::path::Path;

const BETWEEN: &str = "\n--------\n";

fn formatted(text: &str) -> String {
    match format(SourceId(0), text) {
        Ok(text) => text,
        Err(problem) => panic!("{}: {text}", problem.headline),
    }
}

#[test]
fn texts_are_formatted_as_the_snapshots_show() {
    let directory = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/snapshots");
    let update = std::env::var_os("UPDATE_EXPECT").is_some();
    let mut failures = Vec::new();
    let mut count = 0;
    for entry in std::fs::read_dir(directory).expect("there are snapshots") {
        let path = entry.expect("it can be listed").path();
        let text = std::fs::read_to_string(&path).expect("it is text");
        let (source, expected) = text.split_once(BETWEEN).unwrap_or((&text, ""));
        let result = formatted(source);
        assert_eq!(formatted(&result), result, "{}", path.display());
        if update {
            let text = format!("{source}{BETWEEN}{result}");
            std::fs::write(&path, text).expect("it can be written");
        } else if result != expected {
            failures.push(format!("{}:\n{result}", path.display()));
        }
        count += 1;
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
    assert!(count > 5);
}

#[test]
fn text_that_cannot_be_read_is_refused_with_its_place() {
    let problem = format(SourceId(0), "(define x\n").expect_err("it is not closed");
    assert_eq!((problem.span.start, problem.span.end), (0, 1));
}

#[test]
fn nesting_as_deep_as_the_reader_takes_is_formatted() {
    let depth = mound_syntax::NESTING_MAX - 1;
    let text = format!("{}x{}\n", "(".repeat(depth), ")".repeat(depth));
    assert_eq!(formatted(&text).matches('(').count(), depth);
    let quoted = format!("{}x\n", "'".repeat(depth));
    assert_eq!(formatted(&quoted), quoted);
}

#[test]
fn line_ends_of_other_systems_become_ours() {
    assert_eq!(
        formatted("(f\r\n x)\r\n\r\n\r\n; c  \r\n"),
        "(f\n x)\n\n; c\n"
    );
    assert_eq!(formatted("\u{feff}(f)"), "(f)\n");
    assert_eq!(formatted(""), "");
    assert_eq!(formatted(" \n\n"), "");
}

/// Pieces of programs, with and without sense, and what may stand between them.
fn text() -> impl Strategy<Value = String> {
    let atom = prop_oneof![
        "[a-z]{1,12}",
        Just("\"a ; (\n  b\"".to_owned()),
        Just("#\\(".to_owned()),
        Just("|a b|".to_owned()),
        Just("@".to_owned()),
        Just("...".to_owned()),
        Just("=>".to_owned()),
    ];
    let name = prop_oneof![
        Just("define"),
        Just("let"),
        Just("lambda"),
        Just("cond"),
        Just("if"),
        Just("case-lambda"),
        Just("guard"),
        Just("do"),
        Just("import"),
        Just("syntax-rules"),
        Just("f"),
        Just(""),
    ];
    let between = prop_oneof![
        4 => Just(" "),
        2 => Just("\n  "),
        1 => Just("\n\n"),
        1 => Just(" ; c\n"),
        1 => Just("\n;; d\n"),
        1 => Just(" #| e\n f |# "),
        1 => Just(" #;(g h) "),
        1 => Just("\n#!fold-case\n"),
    ];
    let prefix = prop_oneof![
        6 => Just(""),
        1 => Just("'"),
        1 => Just("`"),
        1 => Just(", "),
        1 => Just("#'"),
    ];
    let datum = atom.prop_recursive(5, 40, 6, move |inner| {
        let parts = prop::collection::vec((between.clone(), prefix.clone(), inner), 0..6);
        (name.clone(), parts, prop::bool::ANY).prop_map(|(name, parts, is_vector)| {
            let open = if is_vector { "#(" } else { "(" };
            let mut text = format!("{open}{name}");
            for (between, prefix, part) in parts {
                text += &format!("{between}{prefix}{part}");
            }
            text + ")"
        })
    });
    prop::collection::vec(datum, 0..4).prop_map(|data| data.join("\n"))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    /// `format` itself refuses a result that reads as other data.
    #[test]
    fn formatting_twice_is_formatting_once(text in text()) {
        let once = formatted(&text);
        prop_assert_eq!(formatted(&once), once);
    }
}
