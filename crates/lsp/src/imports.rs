//! Import sets: which names they bring, and from where.

use mound_base::{Span, Symbol};
use mound_syntax::Datum;

/// A name that an import set makes visible.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Visible {
    pub(crate) name: String,
    /// The library, and the name that it exports.
    pub(crate) unit: String,
    pub(crate) exported: String,
    /// Whether `rename` has given it another name than with a prefix.
    pub(crate) is_renamed: bool,
}

/// The names of a library, by its unit name.
pub(crate) type Exports<'a> = &'a mut dyn FnMut(&str) -> Vec<String>;

/// All names that a set brings.
pub(crate) fn names(set: &Datum, exports: Exports<'_>) -> Vec<Visible> {
    let Some((head, inner, rest)) = modifier(set) else {
        let Some(unit) = unit(set) else {
            return Vec::new();
        };
        let visible = |name: String| Visible {
            exported: name.clone(),
            name,
            unit: unit.clone(),
            is_renamed: false,
        };
        return exports(&unit).into_iter().map(visible).collect();
    };
    let mut found = names(inner, exports);
    let is_listed = |name: &str| rest.iter().any(|part| part.is_symbol(name));
    match head {
        "only" => found.retain(|one| is_listed(&one.name)),
        "except" => found.retain(|one| !is_listed(&one.name)),
        "prefix" => {
            let prefix = rest
                .first()
                .and_then(Datum::as_symbol)
                .map_or("", Symbol::name);
            for one in &mut found {
                one.name.insert_str(0, prefix);
            }
        }
        _ => {
            for one in &mut found {
                let new = rest.iter().find_map(|pair| match pair.as_list() {
                    Some([old, new]) if old.is_symbol(&one.name) => new.as_symbol(),
                    _ => None,
                });
                if let Some(new) = new {
                    one.name = new.name().to_owned();
                    one.is_renamed = true;
                }
            }
        }
    }
    found
}

/// The names that stand in a set, with what each of them means: those of `only` and `except`, and the
/// old ones of `rename`.
pub(crate) fn mentioned(set: &Datum, exports: Exports<'_>) -> Vec<(Span, Visible)> {
    let Some((head, inner, rest)) = modifier(set) else {
        return Vec::new();
    };
    let mut found = mentioned(inner, exports);
    let known = names(inner, exports);
    let old = |part: &Datum| match (head, part.as_list()) {
        ("rename", Some([old, _])) => Some((old.as_symbol()?, old.span)),
        ("only" | "except", _) => Some((part.as_symbol()?, part.span)),
        _ => None,
    };
    for (name, span) in rest.iter().filter_map(old) {
        let one = known.iter().find(|one| one.name == name.name());
        found.extend(one.map(|one| (span, one.clone())));
    }
    found
}

/// `(only set name ...)` and the like in its parts.
fn modifier(set: &Datum) -> Option<(&'static str, &Datum, &[Datum])> {
    let [head, inner, rest @ ..] = set.as_list()? else {
        return None;
    };
    inner.as_list()?;
    let mut heads = ["only", "except", "prefix", "rename"].into_iter();
    let head = heads.find(|name| head.is_symbol(name))?;
    Some((head, inner, rest))
}

/// The unit name of a library: `scheme/base` of `(scheme base)`.
pub(crate) fn unit(name: &Datum) -> Option<String> {
    let parts = name.as_list()?.iter();
    let parts: Vec<String> = parts.map(mound_syntax::write).collect();
    (!parts.is_empty()).then(|| parts.join("/"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn set(text: &str) -> Datum {
        crate::reading::data(text).remove(0)
    }

    fn exports(unit: &str) -> Vec<String> {
        assert_eq!(unit, "a/1");
        ["x", "y", "z"].map(String::from).to_vec()
    }

    #[test]
    fn sets_select_and_rename() {
        let visible = |text| -> Vec<(String, String, bool)> {
            let found = names(&set(text), &mut exports).into_iter();
            found
                .map(|one| (one.name, one.exported, one.is_renamed))
                .collect()
        };
        let row = |name: &str, exported: &str, renamed| (name.into(), exported.into(), renamed);
        assert_eq!(visible("(only (a 1) x w)"), [row("x", "x", false)]);
        assert_eq!(
            visible("(prefix (except (a 1) x) a:)"),
            [row("a:y", "y", false), row("a:z", "z", false)]
        );
        assert_eq!(
            visible("(only (rename (a 1) (x y) (y x)) x)"),
            [row("x", "y", true)]
        );
        assert_eq!(visible("7"), []);
    }

    #[test]
    fn names_in_sets_mean_what_they_select() {
        let text = "(only (rename (prefix (a 1) p) (px q)) q py)";
        let found = mentioned(&set(text), &mut exports);
        let found: Vec<(&str, &str)> = found
            .iter()
            .map(|(span, one)| {
                (
                    &text[span.start as usize..span.end as usize],
                    &*one.exported,
                )
            })
            .collect();
        assert_eq!(found, [("px", "x"), ("q", "x"), ("py", "y")]);
    }
}
