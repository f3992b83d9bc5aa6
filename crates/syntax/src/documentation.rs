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

/// What `@` stands for in comments about vectors of numbers, which are alike for each kind of number.
const KINDS: &[&str] = &[
    "s8", "s16", "s32", "s64", "u8", "u16", "u32", "u64", "f32", "f64", "c64", "c128",
];

impl Comment<'_> {
    pub fn is_about(&self, name: &str) -> bool {
        // A keyword ends in the colon that the comment has after its first word.
        let keyword = self.defined.and_then(|defined| defined.strip_suffix(':'));
        let subject = subject(self.lines[0]);
        self.defined == Some(name)
            || (subject == name && keyword != Some(name))
            || kind(subject, name).is_some()
    }

    /// Its parts, as they are about this name.
    pub fn parts_about(&self, name: &str) -> Documentation {
        let mut parts = self.parts();
        if let Some(kind) = kind(subject(self.lines[0]), name) {
            parts.signature = parts.signature.replace('@', kind);
            parts.text = parts.text.replace('@', kind);
        }
        parts
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

/// All documentation comments of a text. One that follows the examples of another is its own.
pub fn comments(text: &str) -> Vec<Comment<'_>> {
    let mut found = Vec::new();
    let mut block: Vec<&str> = Vec::new();
    for (index, line) in text.lines().map(str::trim_start).enumerate() {
        if let Some(comment) = line.strip_prefix(";;>") {
            let comment = comment.strip_prefix(' ').unwrap_or(comment);
            let follows = block.last().is_some_and(|last| last.starts_with(EXAMPLE));
            if follows && begins(comment) {
                found.push(Comment {
                    line: index + 1 - block.len(),
                    lines: std::mem::take(&mut block),
                    defined: None,
                });
            }
            block.push(comment);
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

/// Whether a comment can begin with the line: with a use or a name, and not in the middle of a sentence.
fn begins(line: &str) -> bool {
    let first = line.split(' ').next().unwrap_or_default();
    !line.starts_with(EXAMPLE) && (line.starts_with('(') || first.ends_with(':'))
}

/// The name that a comment begins with: `(name argument ...): ...` or `name: ...`.
fn subject(first: &str) -> &str {
    let words = first.trim_start_matches('(');
    let end = words.find([' ', ')']).unwrap_or(words.len());
    words[..end].trim_end_matches(':')
}

/// The kind of number for which a subject with `@` is the name.
fn kind(subject: &str, name: &str) -> Option<&'static str> {
    let mut kinds = KINDS.iter().copied().filter(|_| subject.contains('@'));
    kinds.find(|kind| subject.replace('@', kind) == name)
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
    fn comments_about_several_names_are_parted_behind_their_examples() {
        let text = ";;> (@? object): whether it is a @.\n;;> Example: (u8? 1) => #t\n;;> Example: (u8? 2)\n\
                    ;;> (b): the\n;;> (second) one.\n(define-record-type c\n";
        let found = comments(text);
        assert_eq!(found.len(), 2);
        assert!(found[0].is_about("u8?") && !found[0].is_about("x8?"));
        let parts = found[0].parts_about("s16?");
        assert_eq!(
            (&*parts.signature, &*parts.text),
            ("(s16? object)", "whether it is a s16.")
        );
        assert_eq!(parts.examples.len(), 2);
        assert!(found[1].is_about("b") && found[1].is_about("c"));
        assert_eq!(
            (found[1].line, &*found[1].parts().text),
            (4, "the (second) one.")
        );
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
