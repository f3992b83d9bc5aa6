//! Macros whose transformer is a procedure.
//!
//! What defines the macro, if it is neither `syntax-rules` nor a keyword, is an expression, and
//! a program of its own: its value is the procedure, or what `er-macro-transformer` and the
//! like make of one. It is compiled where the macro is defined, and run anew for each use by the
//! [`LibraryProvider`](crate::LibraryProvider), with fuel, and with nothing that would last or
//! that another use could see. It can name what libraries export, and helpers: what
//! `define-for-syntax` defines, and definitions of the same top level that come before. These
//! become part of its code, with variables of their own.
//!
//! It sees names as symbols:
//!
//! ```text
//!   x        a name as if written where the keyword of the use stands
//!   x⌁1      a name of the form with other scopes, which have this number; 0: those of x
//!   ⌁x       what (rename 'x) gives: x where the macro was defined
//!   x⌁d2     a name of a template (`patterns`) with scopes of this number ([`Procedure::sets`])
//!   x⌁t3     a name that generate-temporaries made in this run
//! ```
//!
//! So `rename` needs no table, `eq?` tells names apart, and what the transformer builds of
//! symbols that it was not given means what it would mean at the use.
//!
//! Invariant P1: a name of the form that contains the mark is given a number too, so that all
//! symbols of the form are read back as what they were.

mod names;

use crate::binding::{Binding, HelperNumber};
use crate::build::{call, make};
use crate::core::{Expression, Node, Program, TopForm, VariableId};
use crate::expander::{DATUM_WORK, Expander, Outcome, Unit, UnitKind, circular};
use crate::form::CoreForm;
use crate::interface::{Application, LibraryName, TransformerFault, UseShape};
use crate::macros::{Macro, NameSet, Procedure, Transformer, each_symbol};
use crate::rules::is_circular;
use crate::scope::{Scope, ScopeSet};
use crate::suggest;
use crate::syntax::{Identifier, NESTING_MAX, Syntax};
use mound_base::{Diagnostic, Span, Symbol};
use mound_syntax::{Datum, DatumKind};
use names::{Names, Places, fingerprint};
use std::collections::hash_map::DefaultHasher;
use std::collections::{HashMap, HashSet};
use std::hash::Hash;
use std::rc::Rc;

/// Marks names in what transformers see; `lib/mound/macro.scm` knows it too.
const MARK: char = '⌁';

/// Between the mark and the number of a name in a template, and of a temporary.
const TEMPLATE: char = 'd';
const TEMPORARY: char = 't';

/// The procedure of `(mound macro)` that calls a transformer with what it is to have.
const RUN: &str = "%run-transformer";

/// What `define-for-syntax` defined.
#[derive(Debug)]
pub(crate) struct Helper {
    pub(crate) name: Symbol,
    pub(crate) span: Span,
    pub(crate) value: HelperValue,
}

#[derive(Debug)]
pub(crate) enum HelperValue {
    Form(Syntax),
    Procedure { formals: Syntax, body: Vec<Syntax> },
}

/// The code of a transformer while it is expanded.
pub(crate) struct Phase {
    /// Variables from this number on are its own.
    first_variable: u32,
    /// Helpers that it uses.
    helpers: Vec<(HelperNumber, VariableId)>,
    /// Scopes that are older than the transformer, or as old.
    latest: Scope,
    /// Scopes of names in templates, and these names; first the scopes of the definition.
    sets: Vec<(ScopeSet, Vec<Symbol>)>,
}

impl Expander<'_> {
    /// The macro whose transformer is the value of the expression.
    pub(crate) fn procedural_macro(&mut self, name: Symbol, syntax: &Syntax) -> Outcome<Macro> {
        let head = syntax.head(&mut self.session.scopes);
        let definition = head.map_or(syntax.scopes, |head| head.scopes);
        let mut inner = Unit::new(UnitKind::Library, String::new());
        inner.variables = self.unit.variables.clone();
        let phase = Phase {
            first_variable: inner.variables.len() as u32,
            helpers: Vec::new(),
            latest: self.session.scopes.latest(),
            sets: vec![(definition, Vec::new())],
        };
        let outer_unit = std::mem::replace(&mut self.unit, inner);
        let outer_phase = self.phase.replace(phase);
        let expanded = self.transformer_code(name, syntax);
        let phase = std::mem::replace(&mut self.phase, outer_phase);
        let inner = std::mem::replace(&mut self.unit, outer_unit);
        let code = expanded?;
        let mut names = Vec::new();
        each_constant(&code, &mut |datum| {
            each_symbol(&datum.kind, &mut |name| {
                if !name.text().contains(MARK) {
                    names.push(name);
                }
            });
        });
        let sets = phase.map_or_else(Vec::new, |phase| phase.sets);
        let sets = sets
            .into_iter()
            .map(|(scopes, in_templates)| NameSet {
                names: name_vector(in_templates.iter().chain(&names)),
                scopes,
            })
            .collect();
        let program = Program {
            name: String::new(),
            imports: inner.imports,
            globals: inner.globals,
            variables: inner.variables,
            body: vec![TopForm::Expression(code)],
            exports: Vec::new(),
        };
        if let Some(defect) = crate::check::defect(&program) {
            return Err(defect);
        }
        let code = self.provider.compile_transformer(&program, syntax.span)?;
        Ok(Macro {
            name,
            span: syntax.span,
            transformer: Transformer::Procedure(Procedure { code, sets }),
        })
    }

    /// The symbol of a name in a template, or of a literal, in the code of a transformer.
    pub(crate) fn template_name(&mut self, identifier: Identifier) -> Symbol {
        let Some(phase) = &mut self.phase else {
            return identifier.name;
        };
        let scopes = &mut self.session.scopes;
        let scopes = scopes.pruned(identifier.scopes, phase.latest, &self.kept_scopes);
        let known = phase.sets.iter().position(|set| set.0 == scopes);
        let number = known.unwrap_or_else(|| {
            phase.sets.push((scopes, Vec::new()));
            phase.sets.len() - 1
        });
        let names = &mut phase.sets[number].1;
        if !names.contains(&identifier.name) {
            names.push(identifier.name);
        }
        let name = identifier.name;
        match number {
            0 => Symbol::intern(&format!("{MARK}{name}")),
            _ => Symbol::intern(&format!("{name}{MARK}{TEMPLATE}{number}")),
        }
    }

    /// Whether a variable is one of the transformer that is being expanded.
    pub(crate) fn is_of_phase(&self, variable: VariableId) -> bool {
        let phase = self.phase.as_ref();
        phase.is_some_and(|phase| variable.0 >= phase.first_variable)
    }

    /// A fresh scope for what a step of expansion introduces.
    pub(crate) fn introduced_set(&mut self) -> ScopeSet {
        let scope = self.session.scopes.fresh();
        if self.phase.is_some() {
            self.kept_scopes.insert(scope);
        }
        self.session.scopes.intern(vec![scope])
    }

    /// Remembers what a top level defines, for transformers that come later.
    pub(crate) fn note_definition(&mut self, name: Symbol, span: Span, value: HelperValue) {
        let number = self.add_helper(name, span, value);
        if let Some(older) = self.session.definitions.insert(name, number)
            && let Some(older) = self.session.helpers.remove(&older)
        {
            self.session.kept.release(older.span.source);
        }
    }

    /// Keeps what transformers that come later may use.
    pub(crate) fn add_helper(
        &mut self,
        name: Symbol,
        span: Span,
        value: HelperValue,
    ) -> HelperNumber {
        let session = &mut *self.session;
        let number = session.next_helper;
        session.next_helper += 1;
        session.kept.hold(span.source);
        let base = session.base;
        let is_written = match &value {
            HelperValue::Form(form) => form.is_written_in(base),
            HelperValue::Procedure { formals, body } => {
                let mut parts = std::iter::once(formals).chain(body);
                parts.all(|part| part.is_written_in(base))
            }
        };
        session.kept.has_scopes |= !is_written;
        let helper = Rc::new(Helper { name, span, value });
        session.helpers.insert(number, helper);
        number
    }

    /// The helper that a top-level variable is where a transformer is expanded.
    pub(crate) fn definition_helper(&self, name: Symbol) -> Option<HelperNumber> {
        self.phase.as_ref()?;
        self.session.definitions.get(&name).copied()
    }

    /// `(%run-transformer expression)`, with the helpers that it uses around it.
    fn transformer_code(&mut self, name: Symbol, expression: &Syntax) -> Outcome<Expression> {
        let span = expression.span;
        let mut transformer = crate::build::named(self.expression(expression)?, name);
        // `(er-macro-transformer (lambda ...))`: errors name the procedure as the macro.
        if let Node::Call { operands, .. } = &mut transformer.node
            && let [Expression { node, .. }] = operands.as_mut_slice()
            && let Node::Lambda(lambda) = node
        {
            lambda.name.get_or_insert(name);
        }
        let mut bindings = Vec::new();
        while let Some(&(number, variable)) = self
            .phase
            .as_ref()
            .and_then(|phase| phase.helpers.get(bindings.len()))
        {
            let Some(helper) = self.session.helpers.get(&number).cloned() else {
                return Err(not_yet(name, span));
            };
            let value = match &helper.value {
                HelperValue::Form(form) => self.expression(form)?,
                HelperValue::Procedure { formals, body } => {
                    let form = CoreForm::DefineForSyntax;
                    let clause = self.clause(form, formals, body, helper.span)?;
                    crate::build::lambda(helper.span, None, vec![clause])
                }
            };
            let value = crate::build::named(value, helper.name);
            bindings.push((number, variable, value));
        }
        if let Some((identifier, span)) = self.unit.unbound.first().copied() {
            let error = suggest::unbound(self, identifier, span, true);
            return Err(match error.hint {
                Some(_) => error,
                None => error.with_hint("a transformer sees definitions that come before it"),
            });
        }
        bindings.sort_by_key(|binding| binding.0);
        let library = LibraryName::new(["mound", "macro"]);
        let run = self.helper_of(&library, Symbol::intern(RUN), span)?;
        let body = call(span, run, vec![transformer]);
        if bindings.is_empty() {
            return Ok(body);
        }
        let bindings = bindings.into_iter();
        let bindings = bindings.map(|(_, variable, value)| (variable, value));
        Ok(make(
            span,
            Node::Letrec {
                bindings: bindings.collect(),
                body: Box::new(body),
            },
        ))
    }

    /// The variable of a helper in the code of the transformer being expanded.
    pub(crate) fn helper_variable(&mut self, number: HelperNumber, span: Span) -> VariableId {
        let known = self.phase.iter().flat_map(|phase| &phase.helpers);
        if let Some(&(_, variable)) = known.clone().find(|helper| helper.0 == number) {
            return variable;
        }
        let helper = self.session.helpers.get(&number);
        let name = helper.map_or(Symbol::intern("helper"), |helper| helper.name);
        let variable = self.variable(name, span);
        if let Some(phase) = &mut self.phase {
            phase.helpers.push((number, variable));
        }
        variable
    }

    /// A transformer cannot see variables of the program, nor the program its helpers.
    pub(crate) fn check_phase(
        &self,
        identifier: Identifier,
        binding: Option<&Binding>,
        span: Span,
    ) -> Outcome<()> {
        let name = identifier.name;
        match (&self.phase, binding) {
            (None, Some(Binding::ForSyntax(_))) => Err(Diagnostic::error(
                span,
                format!("`{name}` is defined for macros"),
                "only transformers can use it, while the program is compiled",
            )
            .with_hint("to use it in the program too, define it in a library and import that")),
            (Some(phase), Some(Binding::Local(variable))) if variable.0 < phase.first_variable => {
                Err(not_yet(name, span))
            }
            (Some(_), Some(Binding::Global(global)))
                if self.definition_helper(*global).is_none() =>
            {
                Err(not_yet(name, span))
            }
            _ => Ok(()),
        }
    }

    /// Expands one use. `sets` are the scopes that the names of the macro have.
    pub(crate) fn apply_procedure(
        &mut self,
        applied: &Macro,
        procedure: &Procedure,
        mut sets: Vec<ScopeSet>,
        syntax: &Syntax,
    ) -> Outcome<Syntax> {
        let span = syntax.span;
        let (shape, keyword) = self.shape_of_use(syntax)?;
        let introduced = self.introduced_set();
        for set in &mut sets {
            *set = self.session.scopes.union(*set, introduced);
        }
        let mut names = Names {
            used: keyword,
            introduced,
            renamed: sets.first().copied().unwrap_or(introduced),
            sets,
            others: Vec::new(),
            numbers: HashMap::new(),
            places: Places::default(),
        };
        let (form, _) = self.given(syntax, &mut names, 0)?;
        let application = Application {
            code: &procedure.code,
            form: &form,
            shape,
            fuel: self.options.work_max.saturating_sub(self.work),
            serial: introduced.0,
        };
        let session = &mut *self.session;
        let mut same = |one, other| {
            let one = names.identifier(one, &mut session.scopes);
            let other = names.identifier(other, &mut session.scopes);
            session.same_meaning(one, other)
        };
        let transformed = self.provider.transform(&application, &mut same);
        let transformed = transformed.map_err(|fault| failure(applied, span, fault))?;
        self.charge(transformed.fuel_used, span)?;
        let (made, _) = self.made(&transformed.datum, &names, span, 0)?;
        Ok(made)
    }

    /// How the macro is used in a form, and the scopes of its keyword.
    fn shape_of_use(&mut self, syntax: &Syntax) -> Outcome<(UseShape, ScopeSet)> {
        if syntax.identifier().is_some() {
            return Ok((UseShape::Name, syntax.scopes));
        }
        let Some(head) = syntax.head(&mut self.session.scopes) else {
            return Ok((UseShape::Form, syntax.scopes));
        };
        if let Some(identifier) = head.identifier()
            && let Some(Binding::Form(CoreForm::Set)) = self.resolve(identifier, head.span)?
        {
            let items = self.proper(CoreForm::Set, syntax)?;
            let target = items.get(1).map_or(head.scopes, |target| target.scopes);
            return Ok((UseShape::Assignment, target));
        }
        Ok((UseShape::Form, head.scopes))
    }

    /// What the transformer sees of a form, and its fingerprint.
    fn given(&mut self, syntax: &Syntax, names: &mut Names, depth: u32) -> Outcome<(Datum, u64)> {
        let span = syntax.span;
        self.charge(DATUM_WORK, span)?;
        check_nesting(depth, span)?;
        let mut hasher = DefaultHasher::new();
        let kind = if let Some(identifier) = syntax.identifier() {
            let symbol = names.symbol(identifier);
            names.places.symbols.entry(symbol).or_insert(span);
            DatumKind::Symbol(symbol)
        } else if let Some(atom) = syntax.atom() {
            if is_circular(atom) {
                return Err(circular(span));
            }
            if matches!(atom, DatumKind::Object { .. }) {
                return Err(Diagnostic::error(
                    span,
                    "a value that cannot be written is given to a transformer",
                    "expected data that can be written, and found a procedure, a record or the like",
                ));
            }
            atom.clone()
        } else if let Some(items) = syntax.vector_items(&mut self.session.scopes) {
            let mut data = Vec::with_capacity(items.len());
            for item in &items {
                let (datum, print) = self.given(item, names, depth + 1)?;
                print.hash(&mut hasher);
                data.push(datum);
            }
            DatumKind::Vector(data.into())
        } else {
            let parts = self.parts(syntax)?;
            let mut data = Vec::with_capacity(parts.items.len());
            for item in parts.items.iter().chain(&parts.tail) {
                let (datum, print) = self.given(item, names, depth + 1)?;
                print.hash(&mut hasher);
                data.push(datum);
            }
            let tail = parts.tail.and_then(|_| data.pop()).map(Rc::new);
            let items = data.into();
            DatumKind::List { items, tail }
        };
        let print = fingerprint(&kind, hasher);
        if matches!(kind, DatumKind::List { .. }) {
            names.places.lists.entry(print).or_insert(span);
        }
        Ok((Datum { span, kind }, print))
    }

    /// The form that a datum of the transformer stands for. What looks as in the form that it
    /// was given has the place that it had there.
    fn made(
        &mut self,
        datum: &Datum,
        names: &Names,
        span: Span,
        depth: u32,
    ) -> Outcome<(Syntax, u64)> {
        self.charge(DATUM_WORK, span)?;
        check_nesting(depth, span)?;
        let mut hasher = DefaultHasher::new();
        let mut parts = |this: &mut Self, data: &mut dyn Iterator<Item = &Datum>| {
            let mut parts = Vec::new();
            for datum in data {
                let (part, print) = this.made(datum, names, span, depth + 1)?;
                print.hash(&mut hasher);
                parts.push(part);
            }
            Outcome::Ok(parts)
        };
        match &datum.kind {
            DatumKind::Vector(items) => {
                let parts = parts(self, &mut items.iter())?;
                let print = fingerprint(&datum.kind, hasher);
                Ok((Syntax::vector(parts, span)?, print))
            }
            DatumKind::List { items, tail } => {
                let mut parts = parts(self, &mut items.iter().chain(tail.as_deref()))?;
                let tail = tail.as_ref().and_then(|_| parts.pop());
                let print = fingerprint(&datum.kind, hasher);
                let place = names.places.lists.get(&print).copied();
                Ok((self.list(parts, tail, place.unwrap_or(span))?, print))
            }
            DatumKind::Symbol(symbol) => {
                let place = names.places.symbols.get(symbol).copied();
                let identifier = names.identifier(*symbol, &mut self.session.scopes);
                let kind = DatumKind::Symbol(identifier.name);
                let place = place.unwrap_or(span);
                let made = Syntax::introduced(kind, identifier.scopes, place);
                Ok((made, fingerprint(&datum.kind, hasher)))
            }
            kind @ (DatumKind::Boolean(_)
            | DatumKind::Character(_)
            | DatumKind::Number(_)
            | DatumKind::String(_)
            | DatumKind::Bytevector(_)
            | DatumKind::Numbers(..)
            | DatumKind::Object { .. }
            | DatumKind::Labelled { .. }
            | DatumKind::Reference(_)) => {
                let made = Syntax::introduced(kind.clone(), ScopeSet::EMPTY, span);
                Ok((made, fingerprint(kind, hasher)))
            }
        }
    }
}

pub(crate) fn check_nesting(depth: u32, span: Span) -> Outcome<()> {
    if depth > NESTING_MAX {
        let label = format!("more than {NESTING_MAX} levels for a macro");
        return Err(Diagnostic::error(span, "nested too deeply", label));
    }
    Ok(())
}

fn not_yet(name: Symbol, span: Span) -> Diagnostic {
    Diagnostic::error(
        span,
        format!("a transformer cannot use `{name}`, a variable of the program"),
        "macros are expanded before the program runs",
    )
    .with_hint(
        "it can use definitions of the same top level that come before it, \
         `define-for-syntax`, and libraries that are imported here",
    )
}

/// A vector of symbols, each once.
fn name_vector<'a>(names: impl Iterator<Item = &'a Symbol>) -> DatumKind {
    let mut seen = HashSet::new();
    let names = names.filter(|name| seen.insert(**name));
    DatumKind::Vector(names.map(|name| Datum::symbol(Span::NONE, *name)).collect())
}

fn failure(applied: &Macro, span: Span, fault: TransformerFault) -> Diagnostic {
    let name = applied.name;
    let error = match fault {
        TransformerFault::Raised { what, place } => {
            let headline = format!("macro `{name}` failed: {}", without_marks(&what));
            let error = Diagnostic::error(span, headline, "raised by the transformer for this use");
            match place {
                // Its own expression stands below.
                Some(place) if !place.starts_with("in top level") => {
                    error.with_hint(format!("it was raised {place}"))
                }
                _ => error,
            }
        }
        TransformerFault::Endless => {
            let label = "its transformer did too much work for one top-level form";
            Diagnostic::error(span, format!("macro `{name}` does not end"), label)
        }
        TransformerFault::NotDatum { what } => {
            let headline = format!("macro `{name}` did not make a form");
            let label = format!("its transformer gave {}", without_marks(&what));
            Diagnostic::error(span, headline, label)
                .with_hint("a transformer returns lists, symbols, numbers, strings and the like")
        }
        TransformerFault::Unavailable => {
            let label = "its transformer is a procedure, and nothing can be run here";
            Diagnostic::error(span, format!("macro `{name}` cannot be used"), label)
        }
        TransformerFault::Library(why) => {
            let headline = format!("macro `{name}` cannot be used");
            Diagnostic::error(span, headline, why)
        }
    };
    error.with_related(applied.span, "the transformer")
}

/// A text in which names look as they were written.
fn without_marks(text: &str) -> String {
    let mut result = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((before, after)) = rest.split_once(MARK) {
        result.push_str(before);
        // Behind a name the mark has a number; before a name it has none.
        let follows =
            before.ends_with(|last: char| !last.is_whitespace() && !"(|'`,#".contains(last));
        rest = match follows {
            true => after
                .trim_start_matches([TEMPLATE, TEMPORARY])
                .trim_start_matches(|digit: char| digit.is_ascii_digit()),
            false => after,
        };
    }
    result + rest
}

/// Calls `visit` for each constant in the expression.
fn each_constant(expression: &Expression, visit: &mut impl FnMut(&Datum)) {
    let mut pending = vec![expression];
    while let Some(expression) = pending.pop() {
        if let Node::Constant(datum) = &expression.node {
            visit(datum);
        }
        expression.children(&mut |part| pending.push(part));
    }
}
