//! The name that a misspelt one was meant to be.

/// Longer names are not compared: the work is the product of the lengths.
const NAME_CHARACTERS_MAX: usize = 64;

/// The candidate closest to `name` by edits (insert, delete, replace, or swap of
/// neighbours), if it is close enough to be what was meant. Of several, the one that begins most like
/// it, and then the first.
///
/// ```
/// let known = ["car", "cdr", "caddr"];
/// assert_eq!(mound_base::nearest("cra", known), Some("car"));
/// assert_eq!(mound_base::nearest("vector", known), None);
/// ```
pub fn nearest<'name>(
    name: &str,
    candidates: impl IntoIterator<Item = &'name str>,
) -> Option<&'name str> {
    let name: Vec<char> = name.chars().take(NAME_CHARACTERS_MAX + 1).collect();
    if name.len() > NAME_CHARACTERS_MAX {
        return None;
    }
    let allowed = edits_allowed(name.len());
    let mut best: Option<((usize, usize), &str)> = None;
    for candidate in candidates {
        let distance = distance(&name, candidate);
        if distance == 0 || distance > allowed {
            continue;
        }
        let alike = name.iter().zip(candidate.chars());
        let unlike = name.len() - alike.take_while(|(one, other)| **one == *other).count();
        if best.is_none_or(|(least, _)| (distance, unlike) < least) {
            best = Some(((distance, unlike), candidate));
        }
    }
    best.map(|(_, candidate)| candidate)
}

/// A third of the letters may be wrong at most; a single letter is no hint at anything.
fn edits_allowed(length: usize) -> usize {
    match length {
        0 | 1 => 0,
        2..=5 => 1,
        6..=11 => 2,
        _ => 3,
    }
}

/// Edit distance with swaps of neighbours (optimal string alignment);
/// a value above every allowance if the lengths are too far apart.
fn distance(name: &[char], candidate: &str) -> usize {
    let candidate: Vec<char> = candidate.chars().take(NAME_CHARACTERS_MAX + 4).collect();
    if candidate.len().abs_diff(name.len()) > 3 {
        return usize::MAX;
    }
    // Three rows of the table: the one before the previous, the previous, this one.
    let mut before = vec![0; candidate.len() + 1];
    let mut previous: Vec<usize> = (0..=candidate.len()).collect();
    for (row, &letter) in name.iter().enumerate() {
        let mut current = vec![row + 1; candidate.len() + 1];
        for (column, &other) in candidate.iter().enumerate() {
            let replaced = previous[column] + usize::from(letter != other);
            let edited = previous[column + 1].min(current[column]) + 1;
            let mut least = replaced.min(edited);
            let swapped =
                row > 0 && column > 0 && letter == candidate[column - 1] && name[row - 1] == other;
            if swapped {
                least = least.min(before[column - 1] + 1);
            }
            current[column + 1] = least;
        }
        before = std::mem::replace(&mut previous, current);
    }
    previous[candidate.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn finds_what_was_meant() {
        let known = [
            "car",
            "cdr",
            "define",
            "call-with-values",
            "λx",
            "vector-ref",
            "string-ref",
        ];
        let cases = [
            ("cra", Some("car")),
            ("dfine", Some("define")),
            ("defien", Some("define")),
            ("call-with-value", Some("call-with-values")),
            ("λy", Some("λx")),
            ("vector-reff", Some("vector-ref")),
            ("vector-refs", Some("vector-ref")),
            ("cddr", Some("cdr")),
            ("x", None),
            ("", None),
            ("something-else", None),
        ];
        for (name, expected) in cases {
            assert_eq!(nearest(name, known), expected, "{name}");
        }
    }

    #[test]
    fn long_names_are_left_alone() {
        let name = "x".repeat(10_000);
        assert_eq!(nearest(&name, [name.as_str()]), None);
    }
}
