//! `syntax-case`, `syntax` and `quasisyntax`: forms taken apart and built in transformers.
//!
//! The run time knows nothing of scopes. Patterns and templates become constants, which
//! procedures of `(mound macro)` interpret (`lib/mound/macro-patterns.scm` describes the
//! constants); pattern variables are local variables that only templates may name.
//!
//! ```text
//!   (syntax-case e (else) ((_ a b ...) fender output) ...)
//!      t = e;  m = (%syntax-match 'pattern 2 t)
//!      m ? let a = m[0], b = m[1] in  fender ? output : (next)  : (next)
//!   #'(list a b ...)    ->    (%syntax-build 'template a b)
//! ```
//!
//! A name in a template, or a literal, is a constant too, marked with the number of its scopes
//! in the transformer (`procedural`). Scopes of binding forms inside of the transformer do not
//! count: what these bind is not there when the form that was built is expanded.
//!
//! Where no transformer is expanded, the forms are expressions that raise: definitions that
//! transformers use are part of the program too.

mod constants;

use crate::binding::Binding;
use crate::build::{bind, call, conditional, integer, local, make, primitive, procedure};
use crate::core::{Expression, Node, VariableId};
use crate::core_forms_error;
use crate::expander::{DATUM_WORK, Expander, Outcome};
use crate::form::CoreForm;
use crate::forms::count_label;
use crate::interface::LibraryName;
use crate::macros::{Template, each_symbol};
use crate::rules::RuleScope;
use crate::scope::ScopeSet;
use crate::syntax::{Identifier, Parts, Syntax};
use mound_base::{Diagnostic, Span, Symbol};
use mound_syntax::{Datum, DatumKind};
use std::collections::HashMap;

const MATCH: &str = "%syntax-match";
const BUILD: &str = "%syntax-build";
const NO_MATCH: &str = "%syntax-unmatched";
const OUTSIDE: &str = "%syntax-outside";

/// Variables and expressions whose values a template repeats or holds, by number.
#[derive(Default)]
struct Holes {
    values: Vec<Expression>,
    /// Number and ellipsis depth.
    names: HashMap<Identifier, (u32, u32)>,
}

impl Holes {
    fn add(&mut self, identifier: Identifier, depth: u32, value: Expression) {
        let number = self.values.len() as u32;
        self.values.push(value);
        self.names.insert(identifier, (number, depth));
    }
}

impl Expander<'_> {
    /// `syntax-case`, `syntax` and `quasisyntax` where an expression stands.
    pub(crate) fn syntax_form(
        &mut self,
        form: CoreForm,
        items: &[Syntax],
        span: Span,
    ) -> Outcome<Expression> {
        if self.phase.is_none() {
            let outside = self.macro_helper(OUTSIDE, span)?;
            return Ok(call(span, outside, Vec::new()));
        }
        match (form, &items[1..]) {
            (CoreForm::SyntaxCase, [value, literals, clauses @ ..]) => {
                let literals = self.literals(form, literals)?;
                self.check_depth(2 * clauses.len(), span)?;
                let value = self.expression(value)?;
                let variable = self.temporary("form", span);
                let body = self.syntax_clauses(variable, &literals, clauses, span)?;
                Ok(bind(span, variable, value, body))
            }
            (CoreForm::Syntax, [template]) => self.syntax_template(template, Holes::default()),
            (CoreForm::Quasisyntax, [template]) => {
                let mut holes = Holes::default();
                let template = self.quasi_template(template, 0, &mut holes)?;
                self.syntax_template(&template, holes)
            }
            _ => Err(core_forms_error(form, span, count_label(items))),
        }
    }

    fn macro_helper(&mut self, name: &str, span: Span) -> Outcome<Expression> {
        let library = LibraryName::new(["mound", "macro"]);
        self.helper_of(&library, Symbol::intern(name), span)
    }

    fn syntax_clauses(
        &mut self,
        value: VariableId,
        literals: &[Identifier],
        clauses: &[Syntax],
        span: Span,
    ) -> Outcome<Expression> {
        let unmatched = self.macro_helper(NO_MATCH, span)?;
        let mut result = call(span, unmatched, vec![local(span, value)]);
        for clause in clauses.iter().rev() {
            result = self.syntax_clause(value, literals, clause, result)?;
        }
        Ok(result)
    }

    /// One clause, and what is done if it does not fit.
    fn syntax_clause(
        &mut self,
        value: VariableId,
        literals: &[Identifier],
        clause: &Syntax,
        next: Expression,
    ) -> Outcome<Expression> {
        let span = clause.span;
        let parts = clause.items(&mut self.session.scopes);
        let (pattern, fender, output) = match parts.as_deref() {
            Some([pattern, output]) => (pattern, None, output),
            Some([pattern, fender, output]) => (pattern, Some(fender), output),
            _ => {
                let label = "not a clause (pattern [fender] output)";
                return Err(core_forms_error(CoreForm::SyntaxCase, span, label));
            }
        };
        let mut rule = RuleScope {
            ellipsis: None,
            literals,
            variables: HashMap::new(),
        };
        let compiled = self.pattern(pattern, 0, &mut rule)?;
        let pattern_datum = self.pattern_datum(&compiled, pattern.span)?;
        let mut variables: Vec<_> = rule.variables.into_iter().collect();
        variables.sort_by_key(|(_, (number, _))| *number);
        let scope = self.session.scopes.fresh_set();
        let mut bound = Vec::with_capacity(variables.len());
        for (identifier, (_, depth)) in variables {
            let scopes = self.session.scopes.union(identifier.scopes, scope);
            let variable = self.variable(identifier.name, pattern.span);
            let bound_name = Identifier {
                name: identifier.name,
                scopes,
            };
            let binding = Binding::Pattern { variable, depth };
            let scopes = &self.session.scopes;
            self.session.table.bind(bound_name, binding, scopes);
            bound.push(variable);
        }
        let inner = self.in_scope(scope, &[fender.unwrap_or(output).clone(), output.clone()]);
        let fender = match fender {
            Some(_) => Some(self.expression(&inner[0])?),
            None => None,
        };
        let output = self.expression(&inner[1])?;

        let fit = self.macro_helper(MATCH, span)?;
        let count = integer(span, bound.len() as u32);
        let operands = vec![constant(span, pattern_datum), count, local(span, value)];
        let fit = call(span, fit, operands);
        let matches = self.temporary("matches", span);
        // With a fender there are two ways to the next clause.
        let (next, around) = match fender {
            Some(_) => {
                let variable = self.temporary("next", span);
                let again = call(span, local(span, variable), Vec::new());
                (again, Some((variable, procedure(span, Vec::new(), next))))
            }
            None => (next, None),
        };
        let chosen = match fender {
            Some(fender) => conditional(span, fender, output, next.clone()),
            None => output,
        };
        let bindings = bound.iter().enumerate().map(|(number, &variable)| {
            let operands = vec![local(span, matches), integer(span, number as u32)];
            (variable, primitive(span, "vector-ref", operands))
        });
        let bindings: Vec<_> = bindings.collect();
        let chosen = match bindings.is_empty() {
            true => chosen,
            false => {
                let body = Box::new(chosen);
                make(span, Node::Let { bindings, body })
            }
        };
        let test = conditional(span, local(span, matches), chosen, next);
        let tried = bind(span, matches, fit, test);
        Ok(match around {
            Some((variable, next)) => bind(span, variable, next, tried),
            None => tried,
        })
    }

    /// The expression whose value is the form that the template describes.
    fn syntax_template(&mut self, syntax: &Syntax, mut holes: Holes) -> Outcome<Expression> {
        let span = syntax.span;
        self.find_pattern_variables(syntax, &mut holes)?;
        let scope = RuleScope {
            ellipsis: None,
            literals: &[],
            variables: holes.names,
        };
        let (template, aliases) = self.whole_template(syntax, &scope)?;
        for variable in aliases {
            holes.values.push(holes.values[variable as usize].clone());
        }
        if let Template::Variable(number) = template {
            return Ok(holes.values.swap_remove(number as usize));
        }
        if let Template::Datum { kind, scopes } = &template {
            let kind = self.marked(kind, *scopes, span, 0)?;
            return Ok(make(span, Node::Constant(Datum { span, kind })));
        }
        let datum = self.template_datum(&template, span)?;
        let build = self.macro_helper(BUILD, span)?;
        let mut operands = vec![constant(span, datum)];
        operands.extend(holes.values);
        Ok(call(span, build, operands))
    }

    /// Adds the pattern variables in a template to the holes.
    fn find_pattern_variables(&mut self, syntax: &Syntax, holes: &mut Holes) -> Outcome<()> {
        let mut pending = vec![syntax.clone()];
        while let Some(syntax) = pending.pop() {
            self.charge(1, syntax.span)?;
            if let Some(kind) = syntax.raw() {
                let mut names = Vec::new();
                each_symbol(kind, &mut |name| names.push(name));
                self.charge(names.len() as u32, syntax.span)?;
                for name in names {
                    let scopes = syntax.scopes;
                    self.note_pattern_variable(Identifier { name, scopes }, syntax.span, holes)?;
                }
            } else if let Some(items) = syntax.vector_items(&mut self.session.scopes) {
                pending.extend(items);
            } else if let Some(parts) = syntax.parts(&mut self.session.scopes) {
                pending.extend(parts.items);
                pending.extend(parts.tail);
            }
        }
        Ok(())
    }

    fn note_pattern_variable(
        &mut self,
        identifier: Identifier,
        span: Span,
        holes: &mut Holes,
    ) -> Outcome<()> {
        if holes.names.contains_key(&identifier) {
            return Ok(());
        }
        if let Some(Binding::Pattern { variable, depth }) = self.resolve(identifier, span)?
            && self.is_of_phase(variable)
        {
            holes.add(identifier, depth, local(span, variable));
        }
        Ok(())
    }

    /// The template with a name in place of each `(unsyntax expression)`, whose value is noted.
    fn quasi_template(
        &mut self,
        syntax: &Syntax,
        level: u32,
        holes: &mut Holes,
    ) -> Outcome<Syntax> {
        let span = syntax.span;
        self.enter(span)?;
        self.charge(DATUM_WORK, span)?;
        let made = if let Some(items) = syntax.vector_items(&mut self.session.scopes) {
            Syntax::vector(self.quasi_items(&items, level, holes)?, span)?
        } else if let Some(parts) = syntax.parts(&mut self.session.scopes) {
            self.quasi_template_list(parts, level, holes, span)?
        } else {
            syntax.clone()
        };
        self.leave();
        Ok(made)
    }

    fn quasi_template_list(
        &mut self,
        mut parts: Parts,
        mut level: u32,
        holes: &mut Holes,
        span: Span,
    ) -> Outcome<Syntax> {
        // `#,a`, and `(a . #,b)`, which reads as `(a unsyntax b)`.
        let place = parts.items.len().checked_sub(2);
        let place = place.filter(|&place| {
            parts.tail.is_none() && self.is_keyword(&parts.items[place], CoreForm::Unsyntax)
        });
        if level == 0
            && let Some(place) = place
        {
            parts.tail = Some(self.hole(&parts.items[place + 1], 0, holes)?);
            parts.items.truncate(place);
        } else if let Some(first) = parts.items.first() {
            if self.is_keyword(first, CoreForm::Quasisyntax) {
                level += 1;
            } else if self.is_keyword(first, CoreForm::Unsyntax)
                || self.is_keyword(first, CoreForm::UnsyntaxSplicing)
            {
                level = level.saturating_sub(1);
            }
        }
        let items = self.quasi_items(&parts.items, level, holes)?;
        let tail = match parts.tail {
            Some(tail) => Some(self.quasi_template(&tail, level, holes)?),
            None => None,
        };
        self.list(items, tail, span)
    }

    /// Items of a list or vector, where `unsyntax` may have any number of expressions, and
    /// `unsyntax-splicing` stands for the parts of their values.
    fn quasi_items(
        &mut self,
        items: &[Syntax],
        level: u32,
        holes: &mut Holes,
    ) -> Outcome<Vec<Syntax>> {
        let mut made = Vec::with_capacity(items.len());
        for item in items {
            let head = item.head(&mut self.session.scopes);
            let is_form = |form| {
                let head = head.as_ref().filter(|_| level == 0);
                head.is_some_and(|head| self.is_keyword(head, form))
            };
            let splices = is_form(CoreForm::UnsyntaxSplicing);
            if !splices && !is_form(CoreForm::Unsyntax) {
                made.push(self.quasi_template(item, level, holes)?);
                continue;
            }
            let operands = self.proper(CoreForm::Unsyntax, item)?;
            for operand in &operands[1..] {
                made.push(self.hole(operand, u32::from(splices), holes)?);
                if splices {
                    let ellipsis = Symbol::intern(CoreForm::Ellipsis.name());
                    let kind = DatumKind::Symbol(ellipsis);
                    made.push(Syntax::introduced(kind, ScopeSet::EMPTY, item.span));
                }
            }
        }
        Ok(made)
    }

    /// A name that stands for the value of an expression.
    fn hole(&mut self, operand: &Syntax, depth: u32, holes: &mut Holes) -> Outcome<Syntax> {
        let value = self.expression(operand)?;
        let identifier = Identifier {
            name: Symbol::intern(CoreForm::Unsyntax.name()),
            scopes: self.session.scopes.fresh_set(),
        };
        holes.add(identifier, depth, value);
        let kind = DatumKind::Symbol(identifier.name);
        Ok(Syntax::introduced(kind, identifier.scopes, operand.span))
    }
}

/// What to say of a pattern variable where a value has to stand.
pub(crate) fn outside_template(name: Symbol, span: Span) -> Diagnostic {
    Diagnostic::error(
        span,
        format!("pattern variable `{name}` is used outside of a template"),
        format!("for the form that it stands for, write #'{name}"),
    )
}

fn constant(span: Span, kind: DatumKind) -> Expression {
    crate::build::constant(span, kind)
}
