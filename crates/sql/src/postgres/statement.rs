//! Texts of statements: `?` becomes a number, and a few words are known.
//!
//! What is text, a name or a comment is found as the server finds it (PostgreSQL's manual, 4.1), with
//! `standard_conforming_strings`, which the connection sets.

/// The text with `$1`, `$2` ... for each `?` that stands outside of strings, names and comments; `??` is one `?`.
pub fn with_numbers(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + 8);
    let mut rest = text;
    let mut number = 0;
    while !rest.is_empty() {
        if let Some(after) = rest.strip_prefix("??") {
            out.push('?');
            rest = after;
        } else if let Some(after) = rest.strip_prefix('?') {
            number += 1;
            out.push_str(&format!("${number}"));
            rest = after;
        } else {
            let (taken, after) = rest.split_at(piece(rest));
            out.push_str(taken);
            rest = after;
        }
    }
    out
}

/// The length of what the text begins with: a string, a name or word, a comment, or else a character.
fn piece(text: &str) -> usize {
    let Some(first) = text.chars().next() else {
        return 0;
    };
    match first {
        '\'' | '"' => quoted(text, first),
        'e' | 'E' if text[1..].starts_with('\'') => 1 + escaped(&text[1..]),
        '-' if text.starts_with("--") => text.find('\n').unwrap_or(text.len()),
        '/' if text.starts_with("/*") => comment(text),
        '$' => dollar_quoted(text),
        first if begins_word(first) => word(text).len(),
        other => other.len_utf8(),
    }
}

fn begins_word(char: char) -> bool {
    char.is_ascii_alphabetic() || char == '_' || !char.is_ascii()
}

/// A dollar in a name does not begin a string.
fn word(text: &str) -> &str {
    let inside = |char: char| begins_word(char) || char.is_ascii_digit() || char == '$';
    let end = text.find(|char| !inside(char)).unwrap_or(text.len());
    &text[..end]
}

/// The length of a string or name with its quotes. A doubled quote ends one and begins another.
fn quoted(text: &str, quote: char) -> usize {
    text[1..].find(quote).map_or(text.len(), |at| at + 2)
}

/// The length of a string in which a backslash stands before what means something else.
fn escaped(text: &str) -> usize {
    let mut at = 1;
    loop {
        match text.as_bytes().get(at) {
            None => return text.len(),
            Some(b'\'') => return at + 1,
            // If what follows is longer than a byte, its rest is no quote either.
            Some(b'\\') => at += 2,
            Some(_) => at += 1,
        }
    }
}

/// Comments may stand in comments.
fn comment(text: &str) -> usize {
    let (mut depth, mut at) = (0, 0);
    while at < text.len() {
        let step = match &text.as_bytes()[at..] {
            [b'/', b'*', ..] => {
                depth += 1;
                2
            }
            [b'*', b'/', ..] => {
                depth -= 1;
                2
            }
            _ => 1,
        };
        at += step;
        if depth == 0 {
            return at;
        }
    }
    text.len()
}

/// The length of `$tag$ ... $tag$`, or of the dollar alone.
fn dollar_quoted(text: &str) -> usize {
    let Some(end) = text[1..].find('$').map(|at| at + 2) else {
        return 1;
    };
    let tag = &text[..end];
    let name = &tag[1..end - 1];
    let is_name = name
        .chars()
        .all(|char| begins_word(char) || char.is_ascii_digit());
    if !is_name || name.starts_with(|char: char| char.is_ascii_digit()) {
        return 1;
    }
    text[end..]
        .find(tag)
        .map_or(text.len(), |at| end + at + end)
}

/// The words of a statement that stand outside of parentheses, in small letters.
fn words(text: &str) -> impl Iterator<Item = String> {
    let (mut rest, mut depth) = (text, 0_usize);
    std::iter::from_fn(move || {
        while !rest.is_empty() {
            let (taken, after) = rest.split_at(piece(rest));
            rest = after;
            match taken {
                "(" => depth += 1,
                ")" => depth = depth.saturating_sub(1),
                word if depth == 0 && word.starts_with(begins_word) && !word.contains('\'') => {
                    return Some(word.to_ascii_lowercase());
                }
                _ => {}
            }
        }
        None
    })
}

/// Whether it may begin or end a transaction.
pub fn concerns_transactions(text: &str) -> bool {
    const WORDS: [&str; 8] = [
        "abort", "begin", "commit", "end", "prepare", "rollback", "start", "call",
    ];
    words(text)
        .next()
        .is_some_and(|word| WORDS.contains(&&*word))
}

/// Whether the count that the server tells is that of rows which were changed.
pub fn changes_rows(text: &str) -> bool {
    const READING: [&str; 3] = ["select", "table", "values"];
    const WRITING: [&str; 4] = ["insert", "update", "delete", "merge"];
    let is_writing = |word: &String| WRITING.contains(&&**word);
    match words(text).next() {
        // What it is for comes behind the queries that it names.
        Some(first) if first == "with" => words(text)
            .find(|word| is_writing(word) || READING.contains(&&**word))
            .is_some_and(|word| is_writing(&word)),
        first => first.as_ref().is_some_and(is_writing),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn question_marks_become_numbers_where_they_are_no_text() {
        for (text, numbered) in [
            ("select ?, ?", "select $1, $2"),
            ("select '?''?', \"a?\", ?", "select '?''?', \"a?\", $1"),
            ("select ? -- ?\n, ?", "select $1 -- ?\n, $2"),
            ("/* ? /* ? */ ? */ ?", "/* ? /* ? */ ? */ $1"),
            ("select $a$ ? $a$, $$?$$, ?", "select $a$ ? $a$, $$?$$, $1"),
            ("select $1 + $2, a ?? 'b'", "select $1 + $2, a ? 'b'"),
            ("select 'äö?", "select 'äö?"),
            // A backslash keeps a quote from ending a string only where the string begins with E.
            (r"select E'\'?', ?", r"select E'\'?', $1"),
            (r"select e'\\', ?", r"select e'\\', $1"),
            (r"select '\', ?, '?'", r"select '\', $1, '?'"),
            (r"select E'\ä?', ?, e'\", r"select E'\ä?', $1, e'\"),
            (r"select nice'\', ?", r"select nice'\', $1"),
            // Names with dollars.
            (
                "select a$b$ from t where a$b$ = ?",
                "select a$b$ from t where a$b$ = $1",
            ),
            ("select ä$1 = ?", "select ä$1 = $1"),
            ("", ""),
        ] {
            assert_eq!(with_numbers(text), numbered);
        }
    }

    #[test]
    fn transactions_are_known_by_their_words() {
        for text in [
            " BEGIN immediate",
            "/* x */ begin",
            "-- x\n;; start transaction",
            "rollback to a",
            "COMMIT;",
            "prepare transaction 'x'",
        ] {
            assert!(concerns_transactions(text), "{text}");
        }
        for text in ["beginning", "select 'begin'", "(begin)", "\"begin\"", ""] {
            assert!(!concerns_transactions(text), "{text}");
        }
    }

    #[test]
    fn what_changes_rows_is_known() {
        for text in [
            "insert into t values (1)",
            "/* select */ DELETE from t",
            "with a as (select 1) insert into t select * from a",
            "with recursive a(b) as (values (1)), c as (select 2) update t set x = 1",
        ] {
            assert!(changes_rows(text), "{text}");
        }
        for text in [
            "select 1",
            "with a as (insert into t values (1) returning x) select * from a",
            "with a as (select 1) table a",
        ] {
            assert!(!changes_rows(text), "{text}");
        }
    }
}
