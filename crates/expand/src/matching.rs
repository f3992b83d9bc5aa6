//! One step of expansion: matches a use against the rules and builds the result.
//!
//! Names of the template get a scope made for this step; what the use gave keeps
//! its own. Work is charged to a budget, so that no macro runs for ever.

use crate::binding::{Binding, OwnMacro, Transformer};
use crate::body::BodyContext;
use crate::clauses::MATCH_LIBRARY;
use crate::expander::{Expander, Outcome};
use crate::interface::MacroReference;
use crate::macros::{self, Element, ListPattern, Macro, Pattern, Rule, Template};
use crate::scope::ScopeSet;
use crate::syntax::{Identifier, Parts, Syntax};
use mound_base::{Diagnostic, Span};
use mound_syntax::DatumKind;
use std::rc::Rc;

/// What a pattern variable stands for.
#[derive(Clone)]
enum Match {
    One(Syntax),
    Many(Rc<[Match]>),
}

type Matches = Vec<Option<Match>>;

/// From the scope sets in a macro to those of the session.
enum SetMap {
    Same,
    Numbered(Rc<[ScopeSet]>),
}

impl SetMap {
    fn map(&self, set: ScopeSet) -> ScopeSet {
        match self {
            SetMap::Same => set,
            SetMap::Numbered(sets) => sets.get(set.0 as usize).copied().unwrap_or(set),
        }
    }
}

/// One use of a macro.
struct Step {
    sets: SetMap,
    introduced: ScopeSet,
    span: Span,
}

impl Expander<'_> {
    /// Expands one macro use once. `context` is the body or top level whose
    /// definitions the use may make, if it stands there.
    pub(crate) fn apply_macro(
        &mut self,
        transformer: &Transformer,
        syntax: &Syntax,
        context: Option<&mut BodyContext>,
    ) -> Outcome<Syntax> {
        self.charge(1, syntax.span)?;
        match transformer {
            Transformer::Own(own) => {
                let use_scope = match context {
                    Some(context) => context.use_scope(own, &mut self.session.scopes),
                    None => own.use_scope,
                };
                let given = syntax
                    .clone()
                    .with_scopes(use_scope, &mut self.session.scopes);
                self.apply_one(&own.rules, SetMap::Same, &given, None)
            }
            Transformer::Imported(reference) => {
                if &*reference.table.library == MATCH_LIBRARY {
                    self.warn_of_clauses(reference, syntax);
                }
                let sets = SetMap::Numbered(self.imported_sets(reference));
                self.apply_one(reference.rules(), sets, syntax, Some(reference))
            }
        }
    }

    fn apply_one(
        &mut self,
        applied: &Macro,
        sets: SetMap,
        syntax: &Syntax,
        home: Option<&MacroReference>,
    ) -> Outcome<Syntax> {
        match &applied.transformer {
            macros::Transformer::Rules(rules) => {
                self.apply_rules(applied, rules, sets, syntax, home)
            }
            macros::Transformer::Procedure(procedure) => {
                let sets = procedure.sets.iter().map(|set| sets.map(set.scopes));
                self.apply_procedure(applied, procedure, sets.collect(), syntax)
            }
        }
    }

    /// The session's scope sets for those of an imported macro table.
    fn imported_sets(&mut self, reference: &MacroReference) -> Rc<[ScopeSet]> {
        let table = &reference.table;
        let key = Rc::as_ptr(table);
        if let Some((_, sets)) = self.session.imported_sets.get(&key) {
            return sets.clone();
        }
        let scopes = &mut self.session.scopes;
        let fresh: Vec<_> = (0..table.scope_count).map(|_| scopes.fresh()).collect();
        self.session.kept.has_scopes = true;
        if self.phase.is_some() {
            self.kept_scopes.extend(&fresh);
        }
        let sets: Rc<[ScopeSet]> = table
            .sets
            .iter()
            .map(|members| {
                scopes.intern(
                    members
                        .iter()
                        .filter_map(|&number| fresh.get(number as usize).copied())
                        .collect(),
                )
            })
            .collect();
        for (identifier, target) in &table.environment {
            if let Some(&set) = sets.get(identifier.scopes.0 as usize) {
                let binding = Binding::from_export(&target.to_export(table));
                let bound = Identifier {
                    name: identifier.name,
                    scopes: set,
                };
                self.session.table.bind(bound, binding, scopes);
            }
        }
        self.session
            .imported_sets
            .insert(key, (table.clone(), sets.clone()));
        sets
    }

    fn apply_rules(
        &mut self,
        applied: &Macro,
        rules: &[Rule],
        sets: SetMap,
        syntax: &Syntax,
        home: Option<&MacroReference>,
    ) -> Outcome<Syntax> {
        let parts = syntax.parts(&mut self.session.scopes);
        let Some(mut parts) = parts.filter(|parts| !parts.items.is_empty()) else {
            return Err(self.no_rule(applied, rules, syntax.span, home));
        };
        parts.items.remove(0);
        let step = Step {
            sets,
            introduced: self.introduced_set(),
            span: syntax.span,
        };
        for rule in rules {
            let mut matches: Matches = vec![None; rule.variable_count as usize];
            if self.match_list(&rule.pattern, &parts, &step, &mut matches)? {
                for &variable in &rule.aliases {
                    matches.push(matches[variable as usize].clone());
                }
                return self.instantiate(&rule.template, &matches, &step);
            }
        }
        Err(self.no_rule(applied, rules, syntax.span, home))
    }

    fn no_rule(
        &self,
        applied: &Macro,
        rules: &[Rule],
        span: Span,
        home: Option<&MacroReference>,
    ) -> Diagnostic {
        let shapes: Vec<&str> = rules.iter().map(|rule| &*rule.shape).collect();
        let place = match home {
            Some(home) => format!(" in {}", written_library(&home.table.library)),
            None => match self.provider.place(applied.span) {
                Some(place) => format!(" at {place}"),
                None => " in this program".to_owned(),
            },
        };
        let name = applied.name;
        let error = Diagnostic::error(
            span,
            format!("no rule of macro `{name}` matches this use"),
            format!("`{name}` is defined{place}"),
        );
        if shapes.is_empty() {
            error.with_hint("it has no rules")
        } else {
            error.with_hint(format!("its patterns: {}", shapes.join("  ")))
        }
    }

    fn match_list(
        &mut self,
        pattern: &ListPattern,
        parts: &Parts,
        step: &Step,
        matches: &mut Matches,
    ) -> Outcome<bool> {
        self.charge(parts.items.len() as u32, step.span)?;
        let (before, after) = (pattern.before.len(), pattern.after.len());
        let count = parts.items.len();
        if count < before + after {
            return Ok(false);
        }
        for (pattern, item) in pattern.before.iter().zip(&parts.items) {
            if !self.match_one(pattern, item, step, matches)? {
                return Ok(false);
            }
        }
        let Some(repeated) = &pattern.repeated else {
            return self.match_rest(pattern, parts, step, matches);
        };
        let middle = &parts.items[before..count - after];
        let mut rows: Vec<Matches> = Vec::with_capacity(middle.len());
        for item in middle {
            let mut row: Matches = vec![None; matches.len()];
            if !self.match_one(&repeated.pattern, item, step, &mut row)? {
                return Ok(false);
            }
            rows.push(row);
        }
        for &variable in &repeated.variables {
            let many = rows
                .iter_mut()
                .filter_map(|row| row[variable as usize].take())
                .collect();
            matches[variable as usize] = Some(Match::Many(many));
        }
        for (pattern, item) in pattern.after.iter().zip(&parts.items[count - after..]) {
            if !self.match_one(pattern, item, step, matches)? {
                return Ok(false);
            }
        }
        match (&pattern.tail, &parts.tail) {
            (None, None) => Ok(true),
            (None, Some(_)) => Ok(false),
            (Some(pattern), Some(tail)) => self.match_one(pattern, tail, step, matches),
            (Some(pattern), None) => {
                let empty = self.list(Vec::new(), None, step.span)?;
                self.match_one(pattern, &empty, step, matches)
            }
        }
    }

    /// What follows the last pattern of a list without an ellipsis.
    fn match_rest(
        &mut self,
        pattern: &ListPattern,
        parts: &Parts,
        step: &Step,
        matches: &mut Matches,
    ) -> Outcome<bool> {
        let rest = &parts.items[pattern.before.len()..];
        let Some(tail) = &pattern.tail else {
            return Ok(rest.is_empty() && parts.tail.is_none());
        };
        let span = rest.first().map_or(step.span, |first| first.span);
        let rest = self.list(rest.to_vec(), parts.tail.clone(), span)?;
        self.match_one(tail, &rest, step, matches)
    }

    fn match_one(
        &mut self,
        pattern: &Pattern,
        syntax: &Syntax,
        step: &Step,
        matches: &mut Matches,
    ) -> Outcome<bool> {
        Ok(match pattern {
            Pattern::Any => true,
            Pattern::Variable(number) => {
                matches[*number as usize] = Some(Match::One(syntax.clone()));
                true
            }
            Pattern::Literal(literal) => syntax.identifier().is_some_and(|identifier| {
                let literal = Identifier {
                    name: literal.name,
                    scopes: step.sets.map(literal.scopes),
                };
                self.session.same_meaning(literal, identifier)
            }),
            Pattern::Datum(datum) => syntax.atom().is_some_and(|atom| atoms_equal(datum, atom)),
            Pattern::List(list) => match syntax.parts(&mut self.session.scopes) {
                Some(parts) => self.match_list(list, &parts, step, matches)?,
                None => false,
            },
            Pattern::Vector(list) => match syntax.vector_items(&mut self.session.scopes) {
                Some(items) => {
                    let parts = Parts { items, tail: None };
                    self.match_list(list, &parts, step, matches)?
                }
                None => false,
            },
        })
    }

    fn instantiate(
        &mut self,
        template: &Template,
        matches: &Matches,
        step: &Step,
    ) -> Outcome<Syntax> {
        match template {
            Template::Variable(number) => match &matches[*number as usize] {
                Some(Match::One(syntax)) => Ok(syntax.clone()),
                _ => Err(Diagnostic::error(
                    step.span,
                    "a pattern variable lacks its ellipsis",
                    "in the macro used here",
                )),
            },
            Template::Datum { kind, scopes } => {
                let set = step.sets.map(*scopes);
                let set = self.session.scopes.union(set, step.introduced);
                Ok(Syntax::introduced(kind.clone(), set, step.span))
            }
            Template::List { elements, tail } => {
                let mut items = Vec::with_capacity(elements.len());
                for element in elements {
                    self.repeat(element, 0, matches, step, &mut items)?;
                }
                let tail = match tail {
                    Some(tail) => Some(self.instantiate(tail, matches, step)?),
                    None => None,
                };
                self.charge(items.len() as u32, step.span)?;
                self.list(items, tail, step.span)
            }
            Template::Vector(elements) => {
                let mut items = Vec::with_capacity(elements.len());
                for element in elements {
                    self.repeat(element, 0, matches, step, &mut items)?;
                }
                self.charge(items.len() as u32, step.span)?;
                Syntax::vector(items, step.span)
            }
        }
    }

    fn repeat(
        &mut self,
        element: &Element,
        level: usize,
        matches: &Matches,
        step: &Step,
        items: &mut Vec<Syntax>,
    ) -> Outcome<()> {
        let Some(variables) = element.levels.get(level) else {
            items.push(self.instantiate(&element.template, matches, step)?);
            return Ok(());
        };
        let mut columns: Vec<(usize, Rc<[Match]>)> = Vec::new();
        for &variable in variables {
            if let Some(Match::Many(many)) = &matches[variable as usize] {
                columns.push((variable as usize, many.clone()));
            }
        }
        let count = columns
            .iter()
            .map(|(_, many)| many.len())
            .max()
            .unwrap_or(0);
        if columns.iter().any(|(_, many)| many.len() != count) {
            return Err(Diagnostic::error(
                step.span,
                "parts that a macro repeats together differ in length",
                "in this use",
            ));
        }
        let mut row = matches.clone();
        for index in 0..count {
            for (variable, many) in &columns {
                row[*variable] = Some(many[index].clone());
            }
            self.repeat(element, level + 1, &row, step, items)?;
        }
        Ok(())
    }
}

impl BodyContext {
    /// The scope that marks what uses of `own` in this body are given; removed again
    /// from names that are defined here.
    fn use_scope(&mut self, own: &Rc<OwnMacro>, scopes: &mut crate::scope::Scopes) -> ScopeSet {
        let key = own.use_scope;
        if let Some(found) = self.uses.iter().find(|entry| entry.0 == key) {
            return found.1;
        }
        let set = scopes.fresh_set();
        self.uses.push((key, set));
        set
    }
}

/// As `equal?` compares them: `0.0` is not `-0.0`, and `+nan.0` is `+nan.0`.
fn atoms_equal(one: &DatumKind, other: &DatumKind) -> bool {
    match (one, other) {
        (DatumKind::Boolean(one), DatumKind::Boolean(other)) => one == other,
        (DatumKind::Character(one), DatumKind::Character(other)) => one == other,
        (DatumKind::Number(one), DatumKind::Number(other)) => one.is_eqv(other),
        (DatumKind::String(one), DatumKind::String(other)) => one == other,
        (DatumKind::Bytevector(one), DatumKind::Bytevector(other)) => one == other,
        (
            DatumKind::Object { evaluation, index },
            DatumKind::Object {
                evaluation: other,
                index: other_index,
            },
        ) => (evaluation, index) == (other, other_index),
        (DatumKind::Numbers(kind, one), DatumKind::Numbers(other_kind, other)) => {
            kind == other_kind && one == other
        }
        _ => false,
    }
}

fn written_library(unit_name: &str) -> String {
    format!("({})", unit_name.replace('/', " "))
}
