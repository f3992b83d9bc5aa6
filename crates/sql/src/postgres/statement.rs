//! Texts of statements: `?` becomes a number, and a few words are known.

/// The text with `$1`, `$2` ... for each `?` that stands outside of strings, names and comments; `??` is one `?`.
pub fn with_numbers(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + 8);
    let mut rest = text;
    let mut number = 0;
    while let Some(char) = rest.chars().next() {
        let length = match char {
            '\'' | '"' => quoted(rest, char),
            '-' if rest.starts_with("--") => rest.find('\n').unwrap_or(rest.len()),
            '/' if rest.starts_with("/*") => comment(rest),
            '$' => dollar_quoted(rest),
            '?' if rest.starts_with("??") => {
                out.push('?');
                rest = &rest[2..];
                continue;
            }
            '?' => {
                number += 1;
                out.push_str(&format!("${number}"));
                rest = &rest[1..];
                continue;
            }
            other => other.len_utf8(),
        };
        let (taken, after) = rest.split_at(length);
        out.push_str(taken);
        rest = after;
    }
    out
}

/// The length of a string or name with its quotes. A doubled quote ends one and begins another.
fn quoted(text: &str, quote: char) -> usize {
    text[1..].find(quote).map_or(text.len(), |at| at + 2)
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
    let word = &tag[1..end - 1];
    let is_word = word
        .chars()
        .all(|char| char.is_alphanumeric() || char == '_');
    if !is_word || word.starts_with(|char: char| char.is_ascii_digit()) {
        return 1;
    }
    text[end..]
        .find(tag)
        .map_or(text.len(), |at| end + at + end)
}

fn first_word(text: &str) -> String {
    let word = text.trim_start().split(|char: char| !char.is_alphabetic());
    word.into_iter().next().unwrap_or("").to_ascii_lowercase()
}

pub fn begins_transaction(text: &str) -> bool {
    matches!(&*first_word(text), "begin" | "start")
}

/// One that goes back to a point within the transaction does not end it.
pub fn ends_transaction(text: &str) -> bool {
    let word = first_word(text);
    let to_a_point = text
        .split_whitespace()
        .any(|word| word.eq_ignore_ascii_case("to"));
    matches!(&*word, "commit" | "end" | "abort") || (word == "rollback" && !to_a_point)
}

/// Whether the count that the server tells is that of rows which were changed.
pub fn changes_rows(text: &str) -> bool {
    matches!(&*first_word(text), "insert" | "update" | "delete" | "merge")
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
            ("", ""),
        ] {
            assert_eq!(with_numbers(text), numbered);
        }
    }

    #[test]
    fn transactions_are_known_by_their_words() {
        assert!(begins_transaction(" BEGIN immediate") && !begins_transaction("beginning"));
        assert!(ends_transaction("rollback") && ends_transaction("COMMIT;"));
        assert!(!ends_transaction("rollback to a"));
        assert!(changes_rows("insert into t values (1)") && !changes_rows("select 1"));
    }
}
