//! Macros whose transformer is a procedure: `(er-macro-transformer expression)`.
//!
//! The expression is a program of its own. It is compiled where the macro is defined, and run
//! anew for each use by the [`LibraryProvider`](crate::LibraryProvider), with fuel, and with
//! nothing that would last or that another use could see. It can name what libraries export,
//! and helpers that `define-for-syntax` defined, which become part of its code.
//!
//! It sees names as symbols:
//!
//! ```text
//!   x        a name as if written where the keyword of the use stands
//!   x⌁1      a name of the form with other scopes, which have this number
//!   ⌁x       what (rename 'x) gives: x where the macro was defined
//! ```
//!
//! So `rename` needs no table, `eq?` tells names apart, and what the transformer builds of
//! symbols that it was not given means what it would mean at the use.
//!
//! Invariant P1: a name of the form that contains the mark is given a number too, so that all
//! symbols of the form are read back as what they were.

use crate::binding::Binding;
use crate::build::{call, make};
use crate::core::{Expression, Node, Program, TopForm, VariableId};
use crate::core_forms_error;
use crate::expander::{DATUM_WORK, Expander, Outcome, Unit, UnitKind, circular};
use crate::form::CoreForm;
use crate::interface::{Application, LibraryName, TransformerFault};
use crate::macros::{Macro, Procedure, Transformer, each_symbol};
use crate::rules::is_circular;
use crate::scope::{ScopeSet, Scopes};
use crate::suggest;
use crate::syntax::{Identifier, NESTING_MAX, Syntax};
use mound_base::{Diagnostic, Span, Symbol};
use mound_syntax::{Datum, DatumKind};
use std::collections::HashMap;
use std::collections::hash_map::DefaultHasher;
use std::hash::{Hash, Hasher};
use std::rc::Rc;

/// Marks names in what transformers see; `lib/mound/macro.scm` knows it too.
const MARK: char = '⌁';

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
    helpers: Vec<(u32, VariableId)>,
}

impl Expander<'_> {
    /// The macro that `(er-macro-transformer expression)` stands for.
    pub(crate) fn procedural_macro(&mut self, name: Symbol, syntax: &Syntax) -> Outcome<Macro> {
        let form = CoreForm::ErMacroTransformer;
        let items = self.proper(form, syntax)?;
        let [keyword, expression] = items.as_slice() else {
            return Err(core_forms_error(form, syntax.span, "this has other parts"));
        };
        let mut inner = Unit::new(UnitKind::Library, String::new());
        inner.variables = self.unit.variables.clone();
        let phase = Phase {
            first_variable: inner.variables.len() as u32,
            helpers: Vec::new(),
        };
        let outer_unit = std::mem::replace(&mut self.unit, inner);
        let outer_phase = self.phase.replace(phase);
        let expanded = self.transformer_code(name, expression);
        self.phase = outer_phase;
        let inner = std::mem::replace(&mut self.unit, outer_unit);
        let code = expanded?;
        let mut names = Vec::new();
        each_constant(&code, &mut |datum| {
            each_symbol(&datum.kind, &mut |name| {
                if !names.contains(&name) {
                    names.push(name);
                }
            });
        });
        let names = names
            .into_iter()
            .map(|name| Datum::symbol(Span::NONE, name));
        let names = DatumKind::Vector(names.collect());
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
            transformer: Transformer::Procedure(Procedure {
                code,
                names,
                scopes: keyword.scopes,
            }),
        })
    }

    /// `(%run-transformer expression)`, with the helpers that it uses around it.
    fn transformer_code(&mut self, name: Symbol, expression: &Syntax) -> Outcome<Expression> {
        let span = expression.span;
        let transformer = crate::build::named(self.expression(expression)?, name);
        let mut bindings = Vec::new();
        while let Some(&(number, variable)) = self
            .phase
            .as_ref()
            .and_then(|phase| phase.helpers.get(bindings.len()))
        {
            let helper = self.session.helpers[number as usize].clone();
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
            return Err(suggest::unbound(self, identifier, span));
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
    pub(crate) fn helper_variable(&mut self, number: u32, span: Span) -> VariableId {
        let known = self.phase.iter().flat_map(|phase| &phase.helpers);
        if let Some(&(_, variable)) = known.clone().find(|helper| helper.0 == number) {
            return variable;
        }
        let name = self.session.helpers[number as usize].name;
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
            (Some(_), Some(Binding::Global(_))) => Err(not_yet(name, span)),
            _ => Ok(()),
        }
    }

    /// Expands one use. `definition` are the scopes that the names of the macro have.
    pub(crate) fn apply_procedure(
        &mut self,
        applied: &Macro,
        procedure: &Procedure,
        definition: ScopeSet,
        syntax: &Syntax,
    ) -> Outcome<Syntax> {
        let span = syntax.span;
        let keyword = syntax.head(&mut self.session.scopes);
        let used = keyword.map_or(syntax.scopes, |keyword| keyword.scopes);
        let introduced = self.session.scopes.fresh_set();
        let mut names = Names {
            used,
            introduced,
            renamed: self.session.scopes.union(definition, introduced),
            others: Vec::new(),
            numbers: HashMap::new(),
            places: Places::default(),
        };
        let (form, _) = self.given(syntax, &mut names, 0)?;
        let application = Application {
            code: &procedure.code,
            form: &form,
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
            kind => {
                let made = Syntax::introduced(kind.clone(), ScopeSet::EMPTY, span);
                Ok((made, fingerprint(kind, hasher)))
            }
        }
    }
}

/// What the symbols mean that a transformer sees in one use.
struct Names {
    /// Scopes of the keyword, which names have that the transformer writes itself.
    used: ScopeSet,
    introduced: ScopeSet,
    renamed: ScopeSet,
    /// Other sets of scopes in the form, by the number that names with them have, less one.
    others: Vec<ScopeSet>,
    numbers: HashMap<ScopeSet, usize>,
    places: Places,
}

/// Where the parts of the form stand in the source: symbols, and lists by their fingerprints.
/// A fingerprint that two lists share makes messages point to the wrong one, no more.
#[derive(Default)]
struct Places {
    symbols: HashMap<Symbol, Span>,
    lists: HashMap<u64, Span>,
}

impl Names {
    /// The symbol for a name of the form (P1).
    fn symbol(&mut self, identifier: Identifier) -> Symbol {
        let name = identifier.name.name();
        if identifier.scopes == self.used && !name.contains(MARK) {
            return identifier.name;
        }
        let others = &mut self.others;
        let number = *self.numbers.entry(identifier.scopes).or_insert_with(|| {
            others.push(identifier.scopes);
            others.len()
        });
        Symbol::intern(&format!("{name}{MARK}{number}"))
    }

    /// The name that a symbol stands for.
    fn identifier(&self, symbol: Symbol, scopes: &mut Scopes) -> Identifier {
        let name = symbol.name();
        if !name.contains(MARK) {
            let scopes = self.used;
            return Identifier {
                name: symbol,
                scopes,
            };
        }
        let base = name.trim_start_matches(MARK);
        let is_renamed = base.len() < name.len();
        match self.numbered(base) {
            Some((base, set)) => Identifier {
                name: Symbol::intern(base),
                scopes: match is_renamed {
                    true => scopes.union(set, self.introduced),
                    false => set,
                },
            },
            None => Identifier {
                name: Symbol::intern(base),
                scopes: match is_renamed {
                    true => self.renamed,
                    false => self.used,
                },
            },
        }
    }

    /// Spelling and scopes of a name with a number.
    fn numbered<'a>(&self, name: &'a str) -> Option<(&'a str, ScopeSet)> {
        let (base, number) = name.rsplit_once(MARK)?;
        let number: usize = number.parse().ok()?;
        Some((base, *self.others.get(number.checked_sub(1)?)?))
    }
}

/// A number that equal data share; `parts` has those of its parts.
fn fingerprint(kind: &DatumKind, mut parts: DefaultHasher) -> u64 {
    std::mem::discriminant(kind).hash(&mut parts);
    match kind {
        DatumKind::Boolean(value) => value.hash(&mut parts),
        DatumKind::Character(character) => character.hash(&mut parts),
        DatumKind::Number(number) => mound_numbers::to_string(number, 10).hash(&mut parts),
        DatumKind::String(text) => text.hash(&mut parts),
        DatumKind::Symbol(symbol) => symbol.hash(&mut parts),
        DatumKind::Bytevector(bytes) => bytes.hash(&mut parts),
        DatumKind::Labelled { label, .. } | DatumKind::Reference(label) => label.hash(&mut parts),
        DatumKind::Vector(items) => items.len().hash(&mut parts),
        DatumKind::List { items, tail } => (items.len(), tail.is_some()).hash(&mut parts),
    }
    parts.finish()
}

fn check_nesting(depth: u32, span: Span) -> Outcome<()> {
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
    .with_hint("define it with `define-for-syntax`, or in a library that is imported here")
}

fn failure(applied: &Macro, span: Span, fault: TransformerFault) -> Diagnostic {
    let name = applied.name;
    let error = match fault {
        TransformerFault::Raised { what, place } => {
            let headline = format!("macro `{name}` failed: {}", without_marks(&what));
            let error = Diagnostic::error(span, headline, "raised by the transformer for this use");
            match place {
                Some(place) => error.with_hint(format!("it was raised {place}")),
                None => error,
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
            true => after.trim_start_matches(|digit: char| digit.is_ascii_digit()),
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
