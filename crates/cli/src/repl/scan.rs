//! A line of Scheme as pieces, for colours and brackets: whatever is typed has some, also
//! while it is not complete. What it means is for the reader.

/// What a piece of a line is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Kind {
    Open,
    Close,
    Text,
    Comment,
    /// Numbers, booleans, characters.
    Constant,
    /// Names and whatever else is a word.
    Word,
    /// White space and quotes.
    Other,
}

/// A piece: its kind and its end. It begins where the one before ends.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Piece {
    pub kind: Kind,
    pub start: usize,
    pub end: usize,
}

/// The pieces of a text, without gaps.
pub(super) fn pieces(text: &str) -> Vec<Piece> {
    let mut found = Vec::new();
    let mut start = 0;
    while start < text.len() {
        let (kind, length) = first(&text[start..]);
        let end = start + length;
        found.push(Piece { kind, start, end });
        start = end;
    }
    found
}

/// The kind and the length of the first piece of a text that is not empty.
fn first(text: &str) -> (Kind, usize) {
    let character = text.chars().next().unwrap_or(' ');
    match character {
        '(' | '[' => (Kind::Open, 1),
        ')' | ']' => (Kind::Close, 1),
        '"' => (Kind::Text, quoted(text, '"')),
        '|' => (Kind::Word, quoted(text, '|')),
        ';' => (Kind::Comment, text.find('\n').unwrap_or(text.len())),
        '#' if text.starts_with("#|") => (
            Kind::Comment,
            text.find("|#").map_or(text.len(), |end| end + 2),
        ),
        '#' if text.starts_with("#(") => (Kind::Other, 1),
        '#' if text.starts_with("#\\") => {
            let after = text[2..].chars().next().map_or(0, char::len_utf8);
            (Kind::Constant, 2 + after + word(&text[2 + after..]))
        }
        '\'' | '`' | ',' | '@' => (Kind::Other, 1),
        _ if character.is_whitespace() => (Kind::Other, character.len_utf8()),
        _ => {
            let length = word(text).max(character.len_utf8());
            let second = text.chars().nth(1).filter(|_| length > 1);
            let signed = matches!(character, '+' | '-' | '.')
                && second.is_some_and(|second| second.is_ascii_digit());
            let constant = character == '#' || character.is_ascii_digit() || signed;
            (if constant { Kind::Constant } else { Kind::Word }, length)
        }
    }
}

/// Length of a text in quotation marks at the beginning, to the end if it has none.
fn quoted(text: &str, mark: char) -> usize {
    let mut escaped = false;
    for (place, character) in text.char_indices().skip(1) {
        match character {
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            _ if character == mark => return place + 1,
            _ => {}
        }
    }
    text.len()
}

/// Length of the word at the beginning.
fn word(text: &str) -> usize {
    text.find(|character: char| character.is_whitespace() || "()[]\"';`,|".contains(character))
        .unwrap_or(text.len())
}

/// The bracket that belongs to the one at the cursor, or just before it: places of both.
pub(super) fn brackets(pieces: &[Piece], cursor: usize) -> Option<(usize, usize)> {
    let at = |place: usize| pieces.iter().position(|piece| piece.start == place);
    let bracket = |index: &usize| matches!(pieces[*index].kind, Kind::Open | Kind::Close);
    let before = cursor.checked_sub(1).and_then(at).filter(bracket);
    let here = before.or_else(|| at(cursor).filter(bracket))?;
    let mut depth = 0_i32;
    let step = |depth: &mut i32, index: usize| {
        match pieces[index].kind {
            Kind::Open => *depth += 1,
            Kind::Close => *depth -= 1,
            _ => {}
        }
        *depth == 0
    };
    let other = if pieces[here].kind == Kind::Open {
        (here..pieces.len()).find(|&index| step(&mut depth, index))
    } else {
        (0..=here).rev().find(|&index| step(&mut depth, index))
    }?;
    Some((pieces[here].start, pieces[other].start))
}

/// Where the word begins that ends at the cursor.
pub(super) fn word_start(text: &str, cursor: usize) -> usize {
    let before = &text[..cursor];
    before
        .rfind(|character: char| character.is_whitespace() || "()[]\"';`|".contains(character))
        .map_or(0, |place| {
            place + before[place..].chars().next().map_or(1, char::len_utf8)
        })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pieces_cover_the_text() {
        let text = "(define λ \"a\\\"b\") ; c\n'(1 -2.5 #t #\\( #\\newline |a b| #| x |# +)";
        let found = pieces(text);
        let joined: String = found
            .iter()
            .map(|piece| &text[piece.start..piece.end])
            .collect();
        assert_eq!(joined, text);
        let of = |kind| -> Vec<&str> {
            let pieces = found.iter().filter(|piece| piece.kind == kind);
            pieces.map(|piece| &text[piece.start..piece.end]).collect()
        };
        assert_eq!(of(Kind::Word), ["define", "λ", "|a b|", "+"]);
        assert_eq!(
            of(Kind::Constant),
            ["1", "-2.5", "#t", "#\\(", "#\\newline"]
        );
        assert_eq!(of(Kind::Text), ["\"a\\\"b\""]);
        assert_eq!(of(Kind::Comment), ["; c", "#| x |#"]);
        for incomplete in ["\"abc", "#| x", "|a", "#\\", "#", "(", "\"a\\"] {
            assert_eq!(
                pieces(incomplete).last().map(|piece| piece.end),
                Some(incomplete.len())
            );
        }
    }

    #[test]
    fn brackets_find_their_partners() {
        let text = "(a (b \")\") #\\) c)";
        let found = pieces(text);
        assert_eq!(brackets(&found, text.len()), Some((text.len() - 1, 0)));
        assert_eq!(brackets(&found, 0), Some((0, text.len() - 1)));
        assert_eq!(brackets(&found, 4), Some((3, 9)));
        assert_eq!(brackets(&found, 2), None);
        assert_eq!(brackets(&pieces("((a)"), 1), None);
    }

    #[test]
    fn words_end_at_the_cursor() {
        assert_eq!(word_start("(string-ap", 10), 1);
        assert_eq!(word_start("(λ 'ab", 7), 5);
        assert_eq!(word_start(",tim", 4), 0);
    }
}
