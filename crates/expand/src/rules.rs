//! Compiles `syntax-rules` forms to [`Macro`].

use crate::core_forms_error;
use crate::expander::{DATUM_WORK, Expander, Outcome, circular};
use crate::form::CoreForm;
use crate::macros::{
    Element, ListPattern, Macro, Pattern, Repeated, Rule, Template, Transformer, each_symbol,
};
use crate::syntax::{Identifier, Syntax};
use mound_base::{Diagnostic, Span, Symbol};
use mound_syntax::{DatumKind, write as datum_text};
use std::collections::{BTreeMap, HashMap};

/// Longest pattern shown in a message, in characters.
const SHAPE_CHARACTERS_MAX: usize = 72;

/// What is known while one rule is compiled.
pub(crate) struct RuleScope<'a> {
    pub(crate) ellipsis: Option<Identifier>,
    pub(crate) literals: &'a [Identifier],
    /// Number and ellipsis depth of each pattern variable.
    pub(crate) variables: HashMap<Identifier, (u32, u32)>,
}

/// Ellipses still to come around a piece of template, per variable in it.
///
/// Each mention of a variable is repeated by the innermost ellipses around it, so two mentions in
/// one repeated part can want different numbers of the ellipses further out. Then one of them is
/// of an *alias*, a variable that matches the same.
type Remaining = BTreeMap<u32, u32>;

/// What a template is made with.
struct Making<'a> {
    scope: &'a RuleScope<'a>,
    /// The variables that aliases stand for; their numbers follow those of the pattern.
    aliases: Vec<u32>,
}

impl Making<'_> {
    /// Adds what a part still needs to what the others need; gives the part, and the ellipses that
    /// follow it, other variables where they need a different number.
    fn join(&mut self, remaining: &mut Remaining, inner: Remaining, part: &mut Element) {
        for (variable, depth) in inner {
            match remaining.get(&variable) {
                Some(&other) if other != depth => {
                    let count = self.scope.variables.len();
                    let alias = (count + self.aliases.len()) as u32;
                    let original = (variable as usize).checked_sub(count);
                    self.aliases
                        .push(original.map_or(variable, |index| self.aliases[index]));
                    rename(part, variable, alias);
                    remaining.insert(alias, depth);
                }
                _ => {
                    remaining.insert(variable, depth);
                }
            }
        }
    }
}

fn rename(part: &mut Element, old: u32, new: u32) {
    for variable in part.levels.iter_mut().flatten() {
        if *variable == old {
            *variable = new;
        }
    }
    match &mut part.template {
        Template::Variable(variable) if *variable == old => *variable = new,
        Template::Variable(_) | Template::Datum { .. } => {}
        Template::Vector(elements) => elements.iter_mut().for_each(|one| rename(one, old, new)),
        Template::List { elements, tail } => {
            elements.iter_mut().for_each(|one| rename(one, old, new));
            if let Some(tail) = tail {
                let template = std::mem::replace(&mut **tail, Template::Variable(old));
                let levels = Vec::new();
                let mut part = Element { template, levels };
                rename(&mut part, old, new);
                **tail = part.template;
            }
        }
    }
}

impl Expander<'_> {
    /// The macro that `(syntax-rules ...)` stands for.
    pub(crate) fn syntax_rules(&mut self, name: Symbol, syntax: &Syntax) -> Outcome<Macro> {
        let form = CoreForm::SyntaxRules;
        let items = self.proper(form, syntax)?;
        let mut rest = &items[1..];
        let mut ellipsis = None;
        if let Some(first) = rest.first().and_then(Syntax::identifier) {
            ellipsis = Some(first);
            rest = &rest[1..];
        }
        let Some((literals, rules)) = rest.split_first() else {
            return Err(core_forms_error(
                form,
                syntax.span,
                "the literals are missing",
            ));
        };
        let literals = self.literals(form, literals)?;
        let mut compiled = Vec::new();
        for rule in rules {
            compiled.push(self.rule(rule, ellipsis, &literals)?);
        }
        Ok(Macro {
            name,
            span: syntax.span,
            transformer: Transformer::Rules(compiled),
        })
    }

    pub(crate) fn literals(&mut self, form: CoreForm, syntax: &Syntax) -> Outcome<Vec<Identifier>> {
        let Some(items) = syntax.items(&mut self.session.scopes) else {
            return Err(core_forms_error(
                form,
                syntax.span,
                "not a list of literals",
            ));
        };
        items
            .iter()
            .map(|item| {
                item.identifier()
                    .ok_or_else(|| core_forms_error(form, item.span, "a literal must be a name"))
            })
            .collect()
    }

    fn rule(
        &mut self,
        syntax: &Syntax,
        ellipsis: Option<Identifier>,
        literals: &[Identifier],
    ) -> Outcome<Rule> {
        let form = CoreForm::SyntaxRules;
        let parts = syntax.items(&mut self.session.scopes);
        let Some([pattern, template]) = parts.as_deref() else {
            return Err(core_forms_error(
                form,
                syntax.span,
                "not a rule (pattern template)",
            ));
        };
        let Some(mut list) = pattern
            .parts(&mut self.session.scopes)
            .filter(|parts| !parts.items.is_empty())
        else {
            return Err(core_forms_error(
                form,
                pattern.span,
                "a pattern is a list that begins with the keyword",
            ));
        };
        list.items.remove(0);
        let mut scope = RuleScope {
            ellipsis,
            literals,
            variables: HashMap::new(),
        };
        let compiled = self.list_pattern(&list.items, list.tail.as_ref(), 0, &mut scope)?;
        let (result, aliases) = self.whole_template(template, &scope)?;
        let mut shape = datum_text(&self.datum(pattern)?);
        if shape.chars().count() > SHAPE_CHARACTERS_MAX {
            shape = shape.chars().take(SHAPE_CHARACTERS_MAX).collect();
            shape.push('…');
        }
        Ok(Rule {
            pattern: compiled,
            variable_count: scope.variables.len() as u32,
            aliases,
            template: result,
            shape,
        })
    }

    /// A template in which each variable has its ellipses, and the variables that aliases in it
    /// stand for.
    pub(crate) fn whole_template(
        &mut self,
        template: &Syntax,
        scope: &RuleScope<'_>,
    ) -> Outcome<(Template, Vec<u32>)> {
        let mut remaining = Remaining::new();
        let mut making = Making {
            scope,
            aliases: Vec::new(),
        };
        let result = self.template(template, &mut making, true, &mut remaining)?;
        if remaining.values().any(|&depth| depth > 0) {
            return Err(Diagnostic::error(
                template.span,
                "a pattern variable lacks its ellipsis",
                "a variable matched under `...` stands here without it",
            ));
        }
        Ok((result, making.aliases))
    }

    fn is_ellipsis(&self, syntax: &Syntax, scope: &RuleScope<'_>) -> bool {
        let Some(identifier) = syntax.identifier() else {
            return false;
        };
        if scope.literals.contains(&identifier) {
            return false;
        }
        match scope.ellipsis {
            Some(ellipsis) => identifier == ellipsis,
            None => self.is_auxiliary(identifier, CoreForm::Ellipsis),
        }
    }

    pub(crate) fn pattern(
        &mut self,
        syntax: &Syntax,
        depth: u32,
        scope: &mut RuleScope<'_>,
    ) -> Outcome<Pattern> {
        if let Some(identifier) = syntax.identifier() {
            return self.name_pattern(identifier, syntax.span, depth, scope);
        }
        if let Some(atom) = syntax.atom() {
            if is_circular(atom) {
                return Err(circular(syntax.span));
            }
            return Ok(Pattern::Datum(atom.clone()));
        }
        self.enter(syntax.span)?;
        self.charge(DATUM_WORK, syntax.span)?;
        let pattern = match syntax.vector_items(&mut self.session.scopes) {
            Some(items) => Pattern::Vector(self.list_pattern(&items, None, depth, scope)?),
            None => {
                let parts = self.parts(syntax)?;
                let tail = parts.tail.as_ref();
                Pattern::List(self.list_pattern(&parts.items, tail, depth, scope)?)
            }
        };
        self.leave();
        Ok(pattern)
    }

    fn name_pattern(
        &mut self,
        identifier: Identifier,
        span: Span,
        depth: u32,
        scope: &mut RuleScope<'_>,
    ) -> Outcome<Pattern> {
        if scope.literals.contains(&identifier) {
            return Ok(Pattern::Literal(identifier));
        }
        if self.is_auxiliary(identifier, CoreForm::Underscore) {
            return Ok(Pattern::Any);
        }
        let number = scope.variables.len() as u32;
        if scope
            .variables
            .insert(identifier, (number, depth))
            .is_some()
        {
            return Err(Diagnostic::error(
                span,
                format!("pattern variable `{}` stands twice", identifier.name),
                "second occurrence in this pattern",
            ));
        }
        Ok(Pattern::Variable(number))
    }

    fn list_pattern(
        &mut self,
        items: &[Syntax],
        tail: Option<&Syntax>,
        depth: u32,
        scope: &mut RuleScope<'_>,
    ) -> Outcome<ListPattern> {
        let mut list = ListPattern::default();
        let mut index = 0;
        while index < items.len() {
            let item = &items[index];
            if self.is_ellipsis(item, scope) {
                return Err(Diagnostic::error(
                    item.span,
                    "misplaced ellipsis in a pattern",
                    "one `...` a list, after the pattern it repeats",
                ));
            }
            let repeats = list.repeated.is_none()
                && items
                    .get(index + 1)
                    .is_some_and(|next| self.is_ellipsis(next, scope));
            if repeats {
                let first = scope.variables.len() as u32;
                let pattern = self.pattern(item, depth + 1, scope)?;
                let variables = (first..scope.variables.len() as u32).collect();
                list.repeated = Some(Box::new(Repeated { pattern, variables }));
                index += 1;
            } else {
                let pattern = self.pattern(item, depth, scope)?;
                match list.repeated {
                    Some(_) => list.after.push(pattern),
                    None => list.before.push(pattern),
                }
            }
            index += 1;
        }
        if let Some(tail) = tail {
            list.tail = Some(Box::new(self.pattern(tail, depth, scope)?));
        }
        Ok(list)
    }

    /// `escapes`: whether an ellipsis means repetition here; inside `(... template)` it does not.
    fn template(
        &mut self,
        syntax: &Syntax,
        making: &mut Making<'_>,
        escapes: bool,
        remaining: &mut Remaining,
    ) -> Outcome<Template> {
        if let Some(identifier) = syntax.identifier() {
            if let Some(&(number, depth)) = making.scope.variables.get(&identifier) {
                remaining.insert(number, depth);
                return Ok(Template::Variable(number));
            }
            // Also a variable that is called `...`, or like a pattern variable of another scope.
            if !escapes || !self.is_ellipsis(syntax, making.scope) {
                return Ok(Template::Datum {
                    kind: DatumKind::Symbol(identifier.name),
                    scopes: syntax.scopes,
                });
            }
        }
        if let Some(kind) = syntax.raw()
            && !mentions_variables(kind, making.scope, escapes)
        {
            return Ok(Template::Datum {
                kind: kind.clone(),
                scopes: syntax.scopes,
            });
        }
        self.enter(syntax.span)?;
        self.charge(DATUM_WORK, syntax.span)?;
        let template = self.compound_template(syntax, making, escapes, remaining)?;
        self.leave();
        Ok(template)
    }

    fn compound_template(
        &mut self,
        syntax: &Syntax,
        making: &mut Making<'_>,
        escapes: bool,
        remaining: &mut Remaining,
    ) -> Outcome<Template> {
        if let Some(items) = syntax.vector_items(&mut self.session.scopes) {
            let elements = self.elements(&items, making, escapes, remaining)?;
            return Ok(Template::Vector(elements));
        }
        if syntax.atom().is_some_and(is_circular) {
            return Err(circular(syntax.span));
        }
        let Some(parts) = syntax.parts(&mut self.session.scopes) else {
            return Err(Diagnostic::error(
                syntax.span,
                "misplaced ellipsis in a template",
                "`...` follows the part that it repeats",
            ));
        };
        if escapes
            && let [first, escaped] = parts.items.as_slice()
            && parts.tail.is_none()
            && self.is_ellipsis(first, making.scope)
        {
            return self.template(escaped, making, false, remaining);
        }
        let elements = self.elements(&parts.items, making, escapes, remaining)?;
        let tail = match &parts.tail {
            Some(tail) => {
                let mut inner = Remaining::new();
                let template = self.template(tail, making, escapes, &mut inner)?;
                let levels = Vec::new();
                let mut part = Element { template, levels };
                making.join(remaining, inner, &mut part);
                Some(Box::new(part.template))
            }
            None => None,
        };
        Ok(Template::List { elements, tail })
    }

    fn elements(
        &mut self,
        items: &[Syntax],
        making: &mut Making<'_>,
        escapes: bool,
        remaining: &mut Remaining,
    ) -> Outcome<Vec<Element>> {
        let mut elements = Vec::new();
        let mut index = 0;
        while index < items.len() {
            let item = &items[index];
            let mut inner = Remaining::new();
            let template = self.template(item, making, escapes, &mut inner)?;
            index += 1;
            let mut levels = Vec::new();
            while escapes && index < items.len() && self.is_ellipsis(&items[index], making.scope) {
                levels.insert(0, step(&mut inner, items[index].span)?);
                index += 1;
            }
            let mut part = Element { template, levels };
            making.join(remaining, inner, &mut part);
            elements.push(part);
        }
        Ok(elements)
    }
}

/// Whether this is a datum that contains itself, or a part that refers to it.
pub(crate) fn is_circular(kind: &DatumKind) -> bool {
    matches!(kind, DatumKind::Labelled { .. } | DatumKind::Reference(_))
}

/// Takes one ellipsis off each variable that needs one, and tells which these are.
fn step(remaining: &mut Remaining, span: Span) -> Outcome<Vec<u32>> {
    let mut variables = Vec::new();
    for (&variable, depth) in remaining.iter_mut() {
        if *depth > 0 {
            *depth -= 1;
            variables.push(variable);
        }
    }
    if variables.is_empty() {
        return Err(Diagnostic::error(
            span,
            "ellipsis without a variable to repeat",
            "nothing before this `...` was matched under an ellipsis",
        ));
    }
    Ok(variables)
}

fn mentions_variables(
    kind: &mound_syntax::DatumKind,
    scope: &RuleScope<'_>,
    escapes: bool,
) -> bool {
    let ellipsis = match scope.ellipsis {
        Some(identifier) => identifier.name,
        None => Symbol::intern(CoreForm::Ellipsis.name()),
    };
    let mut found = false;
    each_symbol(kind, &mut |name| {
        found |= escapes && name == ellipsis
            || scope.variables.keys().any(|variable| variable.name == name);
    });
    found
}
