//! Warnings of clauses of `match` and `recv` that are never reached, since one before them fits all that they fit.
//!
//! Looks at the patterns as they are written. What it does not know (tests, values of expressions, templates) fits
//! nothing here, so that it warns only where it is certain.

use crate::expander::Expander;
use crate::interface::MacroReference;
use crate::scope::Scopes;
use crate::syntax::{Identifier, Syntax};
use mound_base::{Diagnostic, Symbol};

/// Where `match` and `recv` have their clauses taken apart.
pub(crate) const MATCH_LIBRARY: &str = "mound/match";
const MATCH_CLAUSES: &str = "%match-clauses";

/// Clauses of one `match` that are compared with each other.
const CLAUSES_MAX: usize = 100;

/// How deep patterns are looked at; below, nothing is certain.
const DEPTH_MAX: usize = 50;

/// Heads of patterns that are no lists.
const SPECIAL: &[&str] = &["quote", "quasiquote", "unquote", "?"];

impl Expander<'_> {
    pub(crate) fn warn_of_clauses(&mut self, reference: &MacroReference, syntax: &Syntax) {
        if *reference.rules().name.text() != *MATCH_CLAUSES {
            return;
        }
        let scopes = &mut self.session.scopes;
        let Some(parts) = syntax.items(scopes) else {
            return;
        };
        // (%match-clauses value accept otherwise clause ...)
        let clauses = parts.get(4..).unwrap_or_default();
        let clauses: Vec<Clause> = clauses
            .iter()
            .take(CLAUSES_MAX)
            .filter_map(|clause| Clause::of(clause, scopes))
            .collect();
        for (index, clause) in clauses.iter().enumerate() {
            if clause.is_guarded {
                continue;
            }
            // The first of them says it for all.
            let covered = clauses[index + 1..].iter().find_map(|later| {
                let mut cover = Cover::default();
                let covers = cover.covers(&clause.pattern, &later.pattern, scopes);
                covers.then_some((later, cover.differing))
            });
            if let Some((later, differing)) = covered {
                self.diagnostics.push(warning(clause, later, differing));
            }
        }
    }
}

fn warning(clause: &Clause, later: &Clause, differing: Option<Symbol>) -> Diagnostic {
    let (label, related) = match clause.pattern.identifier() {
        Some(_) => (
            "a clause before it fits everything",
            "this pattern fits everything",
        ),
        None => (
            "a clause before it fits all that this one fits",
            "this pattern fits all of it",
        ),
    };
    let warning = Diagnostic::warning(later.whole.span, "this clause is never reached", label)
        .with_related(clause.pattern.span, related);
    match differing {
        Some(name) => warning.with_hint(format!(
            "a name in a pattern fits anything; the symbol {name} is '{name}"
        )),
        None => warning,
    }
}

struct Clause {
    whole: Syntax,
    pattern: Syntax,
    is_guarded: bool,
}

impl Clause {
    /// `None` for `after`, and for what is no clause.
    fn of(whole: &Syntax, scopes: &mut Scopes) -> Option<Clause> {
        let parts = whole.items(scopes)?;
        let pattern = parts.first()?.clone();
        if is_named(&pattern, "after") {
            return None;
        }
        let guard = parts.get(1).and_then(|second| second.head(scopes));
        Some(Clause {
            whole: whole.clone(),
            pattern,
            is_guarded: guard.is_some_and(|head| is_named(&head, "where")),
        })
    }
}

fn is_named(syntax: &Syntax, name: &str) -> bool {
    let identifier = syntax.identifier();
    identifier.is_some_and(|identifier| *identifier.name.text() == *name)
}

/// The comparison of two patterns.
#[derive(Default)]
struct Cover {
    /// Names of the first pattern that were met: where they occur again, they fit what they fitted.
    bound: Vec<Identifier>,
    depth: usize,
    /// A name of the first one in whose place the other has another name or a symbol: it may be meant as one.
    differing: Option<Symbol>,
}

impl Cover {
    /// Whether `pattern` fits whatever `other` fits.
    fn covers(&mut self, pattern: &Syntax, other: &Syntax, scopes: &mut Scopes) -> bool {
        if let Some(name) = pattern.identifier() {
            return self.name_covers(name, other, scopes);
        }
        if let Some(items) = pattern.vector_items(scopes) {
            let others = other.vector_items(scopes);
            return others.is_some_and(|others| self.all_cover(&items, &others, scopes));
        }
        let Some(items) = pattern.items(scopes) else {
            return pattern.atom().is_some() && is_same(pattern, other);
        };
        if is_special(&items) {
            return is_named(&items[0], "quote") && is_same(pattern, other);
        }
        let others = other.items(scopes).filter(|others| !is_special(others));
        others.is_some_and(|others| self.all_cover(&items, &others, scopes))
    }

    fn all_cover(&mut self, items: &[Syntax], others: &[Syntax], scopes: &mut Scopes) -> bool {
        if items.len() != others.len() || self.depth == DEPTH_MAX {
            return false;
        }
        self.depth += 1;
        let mut pairs = items.iter().zip(others);
        let all = pairs.all(|(item, other)| self.covers(item, other, scopes));
        self.depth -= 1;
        all
    }

    fn name_covers(&mut self, name: Identifier, other: &Syntax, scopes: &mut Scopes) -> bool {
        let text = name.name.text();
        if &*text == "_" {
            return true;
        }
        // A keyword stands for itself, and a name that comes again for what it is.
        if text.ends_with(':') || self.bound.contains(&name) {
            return false;
        }
        self.bound.push(name);
        let is_meant = match other.identifier() {
            Some(other) => other.name != name.name && &*other.name.text() != "_",
            None => other
                .head(scopes)
                .is_some_and(|head| is_named(&head, "quote")),
        };
        if is_meant {
            self.differing.get_or_insert(name.name);
        }
        true
    }
}

fn is_special(items: &[Syntax]) -> bool {
    let head = items.first().and_then(Syntax::identifier);
    head.is_some_and(|head| SPECIAL.contains(&&*head.name.text()))
}

/// Whether two constants are written alike.
fn is_same(one: &Syntax, other: &Syntax) -> bool {
    mound_syntax::write(&one.to_datum()) == mound_syntax::write(&other.to_datum())
}
