//! Where a name is defined, in texts: what was typed, the sources of programs and libraries, and those
//! of Mound. What is defined by a macro of one's own is not found.

use super::Repl;
use mound_base::SourceId;
use mound_syntax::Datum;

/// A definition in a source.
pub(super) struct Definition {
    /// The name of the source: a file, or `input 3`.
    pub source: String,
    /// Its line, from 1.
    pub line: usize,
    pub text: String,
}

impl Repl {
    /// The latest definition of a name.
    pub(super) fn definition(&self, name: &str) -> Option<Definition> {
        let typed = self.typed.iter().rev();
        let mut typed = typed.map(|typed| (typed.name.clone(), typed.text.clone()));
        let found = typed.find_map(|(source, text)| in_text(&source, &text, name));
        let linked = || {
            let sources = self.interactive.sources();
            let mut sources = sources.into_iter();
            sources.find_map(|(source, text)| in_text(&source, &text, name))
        };
        let built_in = || {
            let mut sources = mound_engine::built_in().sources.iter();
            sources.find_map(|(source, text)| {
                let may_be = text.contains(name);
                may_be
                    .then(|| in_text(&format!("lib/{source}"), text, name))
                    .flatten()
            })
        };
        found.or_else(linked).or_else(built_in)
    }
}

fn in_text(source: &str, text: &str, name: &str) -> Option<Definition> {
    // Text that cannot be read defines nothing up to there that is worth the trouble.
    let data = mound_syntax::read_all(SourceId(0), text).ok()?;
    let datum = data.iter().rev().find_map(|datum| defining(datum, name))?;
    let (start, end) = (datum.span.start as usize, datum.span.end as usize);
    Some(Definition {
        source: source.to_owned(),
        line: text[..start].matches('\n').count() + 1,
        text: text[start..end].to_owned(),
    })
}

/// The definition of the name that the form is, or that is in it if it is a library or `begin`.
fn defining<'a>(datum: &'a Datum, name: &str) -> Option<&'a Datum> {
    let items = datum.as_list()?;
    let head = items.first()?.as_symbol()?;
    let head = head.name();
    if head == "begin" || head == "define-library" {
        return items.iter().rev().find_map(|item| defining(item, name));
    }
    if !head.starts_with("define") {
        return None;
    }
    let defines = match head {
        "define-values" => items[1..].iter().any(|item| mentions(item, name)),
        "define-record-type" => of_record(&items[1..], name),
        _ => items.get(1).is_some_and(|what| is_headed(what, name)),
    };
    defines.then_some(datum)
}

/// Whether the parts of a record definition define the name: the type, the constructor, the predicate, or
/// what stands behind the name of a field, which is no variable.
fn of_record(parts: &[Datum], name: &str) -> bool {
    let (named, fields) = parts.split_at(parts.len().min(3));
    let of_field = |field: &Datum| {
        let procedures = field.as_list().and_then(|parts| parts.get(1..));
        procedures.is_some_and(|parts| parts.iter().any(|part| part.is_symbol(name)))
    };
    named.iter().any(|part| is_headed(part, name)) || fields.iter().any(of_field)
}

/// `name`, `(name argument ...)` or `((name argument ...) argument ...)`.
fn is_headed(datum: &Datum, name: &str) -> bool {
    let mut datum = datum;
    while let Some(first) = datum.as_list().and_then(<[Datum]>::first) {
        datum = first;
    }
    datum.is_symbol(name)
}

fn mentions(datum: &Datum, name: &str) -> bool {
    datum.is_symbol(name)
        || datum
            .as_list()
            .is_some_and(|items| items.iter().any(|item| item.is_symbol(name)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn definitions_are_found() {
        let text = "(define a 1)\n(define (f x)\n  x)\n(begin (define-syntax m 2))\n\
                    (define-record-type p (make-p x) p? (x p-x))\n(define (f y) y)\n";
        let found = |name| in_text("t", text, name).map(|found| (found.line, found.text));
        assert_eq!(found("a"), Some((1, "(define a 1)".to_owned())));
        assert_eq!(found("f"), Some((6, "(define (f y) y)".to_owned())));
        assert_eq!(found("m").map(|found| found.0), Some(4));
        assert_eq!(found("p-x").map(|found| found.0), Some(5));
        assert_eq!(found("x"), None);
    }
}
