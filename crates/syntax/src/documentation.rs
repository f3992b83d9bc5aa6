//! The documentation in a source: its `;;>` comments, and what they are about.
//!
//! ```text
//!   ;;> (car pair): its first element. Raises type.
//!   ;;> Example: (car '(1 2)) => 1
//!   (define (car pair) ...
//! ```
//!
//! A comment is about the name that is defined right below it, and about the one in its own first
//! words. It is found line by line, so that a text which cannot be read has documentation all the same.

/// One comment, and where it stands.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Comment<'text> {
    /// The line where it begins, counted from 1.
    pub line: usize,
    /// Its lines without their marks.
    pub lines: Vec<&'text str>,
    /// The name that the line below it defines.
    pub defined: Option<&'text str>,
}

/// The parts of a comment.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Documentation {
    /// `(car pair)`, or only a name.
    pub signature: String,
    /// What it does, in one line.
    pub text: String,
    /// Expressions and what they give, if that is said.
    pub examples: Vec<(String, Option<String>)>,
}

const EXAMPLE: &str = "Example: ";

impl Comment<'_> {
    pub fn is_about(&self, name: &str) -> bool {
        // A keyword ends in the colon that the comment has after its first word.
        let keyword = self.defined.and_then(|defined| defined.strip_suffix(':'));
        self.defined == Some(name) || (subject(self.lines[0]) == name && keyword != Some(name))
    }

    pub fn parts(&self) -> Documentation {
        let (examples, lines): (Vec<&str>, Vec<&str>) = self
            .lines
            .iter()
            .partition(|line| line.starts_with(EXAMPLE));
        let text = lines.join(" ");
        let end = end_of_signature(&text);
        let example = |line: &str| {
            let line = &line[EXAMPLE.len()..];
            match line.rsplit_once(" => ") {
                Some((expression, value)) => (expression.to_owned(), Some(value.to_owned())),
                None => (line.to_owned(), None),
            }
        };
        Documentation {
            signature: text[..end].to_owned(),
            text: text[end..].trim_start_matches(':').trim().to_owned(),
            examples: examples.into_iter().map(example).collect(),
        }
    }
}

/// All documentation comments of a text.
pub fn comments(text: &str) -> Vec<Comment<'_>> {
    let mut found = Vec::new();
    let mut block: Vec<&str> = Vec::new();
    for (index, line) in text.lines().map(str::trim_start).enumerate() {
        if let Some(comment) = line.strip_prefix(";;>") {
            block.push(comment.strip_prefix(' ').unwrap_or(comment));
        } else if !block.is_empty() {
            found.push(Comment {
                line: index + 1 - block.len(),
                lines: std::mem::take(&mut block),
                defined: defined(line),
            });
        }
    }
    found
}

/// The line that defines a name, counted from 1.
pub fn definition(text: &str, name: &str) -> Option<usize> {
    let mut lines = text.lines().map(str::trim_start);
    lines
        .position(|line| defined(line) == Some(name))
        .map(|index| index + 1)
}

/// The name that a comment begins with: `(name argument ...): ...` or `name: ...`.
fn subject(first: &str) -> &str {
    let words = first.trim_start_matches('(');
    let end = words.find([' ', ')']).unwrap_or(words.len());
    words[..end].trim_end_matches(':')
}

/// The name that a line defines.
fn defined(line: &str) -> Option<&str> {
    let rest = line.strip_prefix("(define")?;
    let rest = &rest[rest.find(' ')?..];
    let rest = rest.trim_start().trim_start_matches('(');
    let end = rest.find([' ', '(', ')']).unwrap_or(rest.len());
    Some(&rest[..end])
}

/// Where what a comment describes ends, which is before `: `: parentheses are closed there.
fn end_of_signature(text: &str) -> usize {
    let mut depth = 0_usize;
    for (place, letter) in text.char_indices() {
        match letter {
            '(' | '[' => depth += 1,
            ')' | ']' => depth = depth.saturating_sub(1),
            ':' if depth == 0 => {
                let rest = &text[place + 1..];
                if rest.is_empty() || rest.starts_with(' ') {
                    return place;
                }
            }
            _ => {}
        }
    }
    0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_keyword_is_not_the_name_without_its_colon() {
        let text = ";;> other: the keyword before a procedure.\n(define other: 'other:)\n";
        let found = comments(text);
        assert!(!found[0].is_about("other"));
        assert!(found[0].is_about("other:"));
    }

    #[test]
    fn a_comment_is_parted_into_signature_text_and_examples() {
        let text = "\n  ;;> (put! table [key: k]): keeps it: for\n  ;;> ever.\n  \
                    ;;> Example: (put! 1 => 2) => 3\n  ;;> Example: (put! 1)\n  (define put! 1)\n;;> no more";
        let found = comments(text);
        assert_eq!(
            found.len(),
            1,
            "one without anything below it is about nothing"
        );
        assert_eq!((found[0].line, found[0].defined), (2, Some("put!")));
        let expected = Documentation {
            signature: "(put! table [key: k])".to_owned(),
            text: "keeps it: for ever.".to_owned(),
            examples: vec![
                ("(put! 1 => 2)".to_owned(), Some("3".to_owned())),
                ("(put! 1)".to_owned(), None),
            ],
        };
        assert_eq!(found[0].parts(), expected);
        assert_eq!(definition(text, "put!"), Some(6));
        assert_eq!(definition(text, "put"), None);
    }
}
