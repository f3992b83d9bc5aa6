//! Comments behind code: those of lines that follow each other stand below each other.

/// Moves them. `places` are the bytes at which such comments begin, in order.
pub fn align(text: String, places: &[usize], edge: usize) -> String {
    let mut aligned = String::with_capacity(text.len());
    let mut copied = 0;
    for group in groups(&text, places) {
        let widths: Vec<Line> = group.iter().map(|&place| line(&text, place)).collect();
        let column = widths.iter().map(|line| line.code).max().unwrap_or(0);
        let fits = widths.iter().all(|line| column + line.comment <= edge);
        for (&place, line) in group.iter().zip(&widths) {
            aligned.push_str(&text[copied..place]);
            if fits {
                aligned.extend(std::iter::repeat_n(' ', column - line.code));
            }
            copied = place;
        }
    }
    aligned.push_str(&text[copied..]);
    aligned
}

/// The comments of lines without another line between them.
fn groups<'p>(text: &str, places: &'p [usize]) -> impl Iterator<Item = &'p [usize]> {
    let follows = |one: &usize, next: &usize| text[*one..*next].matches('\n').count() == 1;
    places.chunk_by(follows)
}

/// Characters of a line before and in its comment.
struct Line {
    code: usize,
    comment: usize,
}

fn line(text: &str, place: usize) -> Line {
    let start = text[..place].rfind('\n').map_or(0, |end| end + 1);
    let comment = text[place..].lines().next().unwrap_or("");
    Line {
        code: text[start..place].chars().count(),
        comment: comment.chars().count(),
    }
}
