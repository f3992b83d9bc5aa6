//! Bodies and top levels: two passes over forms that define names for each other.
//!
//! The first pass expands macros only as far as needed to find definitions, binds
//! every name, and keeps the rest. The second pass, when all names of the body
//! are known, expands what was kept, in order.
//!
//! ```text
//!   (define (f) (g))          Item { defined: f, value: Procedure }
//!   (display 1)         ->    Item { defined: -, value: Form }
//!   (define g f)              Item { defined: g, value: Form }
//! ```
//!
//! A body becomes a `Letrec` (in `letrec*` order) around its last expressions; a
//! top level becomes [`TopForm`]s.

use crate::binding::{Binding, OwnMacro, Transformer};
use crate::build::{make, named, primitive, sequence};
use crate::chain::{PARAMETERS_MAX, part};
use crate::core::{Expression, GlobalId, Node, TopForm, VariableId};
use crate::core_forms_error;
use crate::expander::{Expander, Head, Outcome, UnitKind};
use crate::form::CoreForm;
use crate::macros::Macro;
use crate::procedural::HelperValue;
use crate::scope::ScopeSet;
use crate::suggest;
use crate::syntax::{Identifier, Syntax};
use mound_base::{Diagnostic, Severity, Span, Symbol};
use std::collections::HashMap;
use std::rc::Rc;

/// Between the name of a top-level variable that a macro introduced and its number.
const INTRODUCED_MARK: char = '⌁';

/// Where definitions of one body or top level go.
pub(crate) struct BodyContext {
    top: bool,
    /// Use scopes by macro; see `matching`.
    pub(crate) uses: Vec<(ScopeSet, ScopeSet)>,
    defined: HashMap<Identifier, Span>,
    items: Vec<Item>,
}

impl BodyContext {
    pub(crate) fn new(top: bool) -> BodyContext {
        BodyContext {
            top,
            uses: Vec::new(),
            defined: HashMap::new(),
            items: Vec::new(),
        }
    }
}

/// A variable that a definition makes.
#[derive(Clone, Copy)]
pub(crate) enum Defined {
    Local(VariableId),
    Global(GlobalId),
}

impl Defined {
    pub(crate) fn read(self, span: Span) -> Expression {
        let node = match self {
            Defined::Local(variable) => Node::Local(variable),
            Defined::Global(global) => Node::Global(global),
        };
        make(span, node)
    }
}

/// A definition, or an expression if nothing is defined.
struct Item {
    span: Span,
    defined: Option<Defined>,
    value: Pending,
}

/// What the second pass has to do.
enum Pending {
    Form(Syntax),
    Procedure {
        name: Symbol,
        formals: Syntax,
        body: Vec<Syntax>,
    },
    /// The values of an expression in a list or vector, its last part being the rest.
    Values {
        required: u32,
        rest: bool,
        expression: Syntax,
    },
    Ready(Expression),
}

impl Expander<'_> {
    /// A body whose forms already have the scope of what binds its variables.
    pub(crate) fn body(
        &mut self,
        form: CoreForm,
        forms: &[Syntax],
        span: Span,
    ) -> Outcome<Expression> {
        if forms.is_empty() {
            let error = core_forms_error(form, span, "the body is missing");
            let binds = matches!(
                form,
                CoreForm::Let | CoreForm::LetStar | CoreForm::Letrec | CoreForm::LetrecStar
            );
            return Err(match binds {
                true => {
                    error.with_hint(
                        "the bindings end with a `)` of their own, before the body: (let ((x 1) (y 2)) (+ x y))",
                    )
                }
                false => error,
            });
        }
        let mut context = BodyContext::new(false);
        self.scan(forms.to_vec(), &mut context)?;
        let definitions = context
            .items
            .iter()
            .rposition(|item| item.defined.is_some())
            .map_or(0, |last| last + 1);
        if definitions == context.items.len() {
            return Err(Diagnostic::error(
                span,
                "a body must end with an expression",
                "there is none after the last definition",
            ));
        }
        let mut bindings = Vec::with_capacity(definitions);
        let mut expressions = Vec::new();
        for (index, item) in context.items.into_iter().enumerate() {
            let defined = item.defined;
            let item_span = item.span;
            let value = self.value(item)?;
            match defined {
                Some(Defined::Local(variable)) => bindings.push((variable, value)),
                _ if index < definitions => {
                    bindings.push((self.temporary("_", item_span), value));
                }
                _ => expressions.push(value),
            }
        }
        let body = sequence(span, expressions);
        if bindings.is_empty() {
            return Ok(body);
        }
        let body = Box::new(body);
        Ok(make(span, Node::Letrec { bindings, body }))
    }

    /// All forms of a top level; errors are collected, form by form.
    pub(crate) fn top_level(&mut self, forms: Vec<Syntax>) {
        let parts = forms.iter().map(Syntax::source_size);
        self.allow(parts.fold(0, u32::saturating_add));
        let mut context = BodyContext::new(true);
        if let Err(error) = self.scan(forms, &mut context) {
            self.diagnostics.push(error);
        }
        if self.import_failed {
            // Everything that was not imported would be reported once more.
            return;
        }
        for item in context.items {
            self.work = 0;
            let defined = item.defined;
            let value = self.value(item);
            match value.and_then(|value| self.with_objects(value)) {
                Ok(value) => self.unit.body.push(match defined {
                    Some(Defined::Global(global)) => TopForm::Define { global, value },
                    _ => TopForm::Expression(value),
                }),
                Err(error) => {
                    self.restart();
                    self.diagnostics.push(error);
                }
            }
        }
        self.keep_redefined();
    }

    fn value(&mut self, item: Item) -> Outcome<Expression> {
        let span = item.span;
        let value = match item.value {
            Pending::Form(syntax) => self.expression(&syntax)?,
            Pending::Procedure {
                name,
                formals,
                body,
            } => {
                let clause = self.clause(CoreForm::Define, &formals, &body, span)?;
                let clause = self.fitted(span, Some(name), clause)?;
                crate::build::lambda(span, Some(name), vec![clause])
            }
            Pending::Values {
                required,
                rest,
                expression,
            } => self.values_in_one(required, rest, &expression)?,
            Pending::Ready(expression) => expression,
        };
        Ok(match item.defined {
            Some(defined) => named(value, self.defined_name(defined)),
            None => value,
        })
    }

    fn defined_name(&self, defined: Defined) -> Symbol {
        match defined {
            Defined::Local(variable) => self.unit.variables[variable.0 as usize].name,
            Defined::Global(global) => self.unit.globals[global.0 as usize].name,
        }
    }

    /// First pass.
    fn scan(&mut self, forms: Vec<Syntax>, context: &mut BodyContext) -> Outcome<()> {
        let mut queue = forms;
        queue.reverse();
        let mut fewest = queue.len();
        while let Some(syntax) = queue.pop() {
            if context.top && queue.len() < fewest {
                fewest = queue.len();
                self.work = 0;
            }
            if let Err(error) = self.scan_form(syntax, context, &mut queue) {
                if !context.top {
                    return Err(error);
                }
                self.restart();
                if self.out_of_work() {
                    // What is left of an endless expansion would only fail again.
                    queue.truncate(fewest);
                }
                self.diagnostics.push(error);
            }
        }
        Ok(())
    }

    fn scan_form(
        &mut self,
        mut syntax: Syntax,
        context: &mut BodyContext,
        queue: &mut Vec<Syntax>,
    ) -> Outcome<()> {
        let form = loop {
            match self.head(&syntax)? {
                Head::Macro(transformer) => {
                    syntax = self.apply_macro(&transformer, &syntax, Some(context))?;
                }
                Head::Form(form) => break Some(form),
                Head::Missing(CoreForm::Import) if context.top => break Some(CoreForm::Import),
                Head::Missing(_) | Head::Other => break None,
            }
        };
        let Some(form) = form else {
            context.expression(syntax);
            return Ok(());
        };
        use CoreForm::*;
        match form {
            Begin => {
                let items = self.proper(form, &syntax)?;
                self.charge(items.len() as u32, syntax.span)?;
                queue.extend(items.into_iter().skip(1).rev());
            }
            CondExpand => {
                let chosen = self.cond_expand(&syntax)?;
                queue.extend(chosen.into_iter().rev());
            }
            Include | IncludeCi => {
                self.enter(syntax.span)?;
                let included = self.include(form, &syntax)?;
                self.leave();
                self.charge(included.len() as u32, syntax.span)?;
                queue.extend(included.into_iter().rev());
            }
            Define => self.scan_define(&syntax, context)?,
            DefineValues => self.scan_define_values(&syntax, context)?,
            DefineRecordType => self.define_record_type(&syntax, context)?,
            DefineSyntax => self.scan_define_syntax(&syntax, context)?,
            DefineForSyntax => self.scan_define_for_syntax(&syntax, context)?,
            BeginForSyntax => self.scan_begin_for_syntax(&syntax, context)?,
            Import if context.top => {
                let imported = self.top_level_import(&syntax);
                self.import_failed |= imported.is_err();
                imported?;
            }
            Quote | Quasiquote | Unquote | UnquoteSplicing | Lambda | CaseLambda | NamedLambda
            | If | Set | LetSyntax | LetrecSyntax | SyntaxRules | SyntaxError | Let | LetStar
            | Letrec | LetrecStar | LetValues | LetStarValues | Do | Cond | Case | And | Or
            | When | Unless | Parameterize | Guard | Delay | DelayForce | ConsStream | Assert
            | Import | DefineLibrary | Primitive | Immediate | RecordType | SyntaxCase | Syntax
            | Quasisyntax | Unsyntax | UnsyntaxSplicing | Else | Arrow | Ellipsis | Underscore => {
                context.expression(syntax)
            }
        }
        Ok(())
    }

    fn scan_define(&mut self, syntax: &Syntax, context: &mut BodyContext) -> Outcome<()> {
        let form = CoreForm::Define;
        let items = self.proper(form, syntax)?;
        let span = syntax.span;
        let Some(target) = items.get(1) else {
            return Err(core_forms_error(form, span, "the name is missing"));
        };
        if let Some(identifier) = target.identifier() {
            let [_, _, value] = items.as_slice() else {
                let error = core_forms_error(form, span, "one expression has to follow the name");
                let sign = items.get(2).and_then(Syntax::identifier);
                let sign = sign.map(|identifier| identifier.name.to_string());
                return Err(match sign.as_deref() {
                    Some("=" | ":=") => {
                        error.with_hint("nothing stands between name and value: (define x 5)")
                    }
                    _ => error,
                });
            };
            let defined = self.declare(identifier, target.span, context)?;
            if let Defined::Global(global) = defined {
                let name = self.unit.globals[global.0 as usize].name;
                self.note_definition(name, span, HelperValue::Form(value.clone()));
            }
            context.push(span, Some(defined), Pending::Form(value.clone()));
            return Ok(());
        }
        let (name, formals) = self.procedure_target(form, target)?;
        let Some(identifier) = name.identifier() else {
            return Err(core_forms_error(form, name.span, "this is not a name"));
        };
        let defined = self.declare(identifier, name.span, context)?;
        let body = items[2..].to_vec();
        if let Defined::Global(global) = defined {
            let name = self.unit.globals[global.0 as usize].name;
            let (formals, body) = (formals.clone(), body.clone());
            self.note_definition(name, span, HelperValue::Procedure { formals, body });
        }
        let value = Pending::Procedure {
            name: identifier.name,
            formals,
            body,
        };
        context.push(span, Some(defined), value);
        Ok(())
    }

    /// Name and formals in `(name formal ...)`.
    fn procedure_target(&mut self, form: CoreForm, target: &Syntax) -> Outcome<(Syntax, Syntax)> {
        let mut parts = match target.parts(&mut self.session.scopes) {
            Some(parts) if !parts.items.is_empty() => parts,
            _ => return Err(core_forms_error(form, target.span, "this is not a name")),
        };
        let name = parts.items.remove(0);
        let formals = self.list(parts.items, parts.tail, target.span)?;
        Ok((name, formals))
    }

    fn scan_define_values(&mut self, syntax: &Syntax, context: &mut BodyContext) -> Outcome<()> {
        let form = CoreForm::DefineValues;
        let items = self.proper(form, syntax)?;
        let span = syntax.span;
        let [_, formals, expression] = items.as_slice() else {
            return Err(core_forms_error(form, span, "this has other parts"));
        };
        let formals = self.formals(form, formals)?;
        let list = self.hidden(span, context);
        let value = Pending::Values {
            required: formals.required.len() as u32,
            rest: formals.rest.is_some(),
            expression: expression.clone(),
        };
        context.push(span, Some(list), value);
        if formals.required.len() > PARAMETERS_MAX {
            let variables = formals.required.into_iter().chain(formals.rest);
            for (index, (identifier, span)) in variables.enumerate() {
                let defined = self.declare(identifier, span, context)?;
                let value = part(span, list.read(span), index);
                context.push(span, Some(defined), Pending::Ready(value));
            }
            return Ok(());
        }
        let mut rest = list.read(span);
        for (identifier, span) in formals.required {
            let defined = self.declare(identifier, span, context)?;
            let first = primitive(span, "car", vec![rest.clone()]);
            context.push(span, Some(defined), Pending::Ready(first));
            rest = primitive(span, "cdr", vec![rest]);
        }
        if let Some((identifier, span)) = formals.rest {
            let defined = self.declare(identifier, span, context)?;
            context.push(span, Some(defined), Pending::Ready(rest));
        }
        Ok(())
    }

    /// A variable of this body that no name refers to.
    fn hidden(&mut self, span: Span, context: &BodyContext) -> Defined {
        if context.top {
            let name = self.introduced_name(Symbol::intern("values"));
            let global = self.global(name, span);
            self.unit.globals[global.0 as usize].defined = true;
            Defined::Global(global)
        } else {
            Defined::Local(self.temporary("values", span))
        }
    }

    /// `define-for-syntax`: what transformers may use is kept as it is written.
    fn scan_define_for_syntax(
        &mut self,
        syntax: &Syntax,
        context: &mut BodyContext,
    ) -> Outcome<()> {
        let form = CoreForm::DefineForSyntax;
        let items = self.proper(form, syntax)?;
        let Some(target) = items.get(1) else {
            return Err(core_forms_error(form, syntax.span, "the name is missing"));
        };
        let (name, value) = match target.identifier() {
            Some(_) => match items.as_slice() {
                [_, name, value] => (name.clone(), HelperValue::Form(value.clone())),
                _ => {
                    let label = "one expression has to follow the name";
                    return Err(core_forms_error(form, syntax.span, label));
                }
            },
            None => {
                let (name, formals) = self.procedure_target(form, target)?;
                let body = items[2..].to_vec();
                (name, HelperValue::Procedure { formals, body })
            }
        };
        let Some(identifier) = name.identifier() else {
            return Err(core_forms_error(form, name.span, "this is not a name"));
        };
        let identifier = self.definable(identifier, context);
        self.check_duplicate(identifier, name.span, context)?;
        if context.top {
            self.check_redefinition(identifier, name.span)?;
        }
        let number = self.add_helper(identifier.name, syntax.span, value);
        self.session.kept.has_macros |= context.top;
        let scopes = &self.session.scopes;
        self.session
            .table
            .bind(identifier, Binding::ForSyntax(number), scopes);
        Ok(())
    }

    /// `begin-for-syntax`: definitions for transformers, and macros.
    fn scan_begin_for_syntax(&mut self, syntax: &Syntax, context: &mut BodyContext) -> Outcome<()> {
        let form = CoreForm::BeginForSyntax;
        for item in &self.proper(form, syntax)?[1..] {
            match self.head(item)? {
                Head::Form(CoreForm::Define | CoreForm::DefineForSyntax) => {
                    self.scan_define_for_syntax(item, context)?;
                }
                Head::Form(CoreForm::DefineSyntax) => self.scan_define_syntax(item, context)?,
                Head::Form(_) | Head::Macro(_) | Head::Missing(_) | Head::Other => {
                    let label = "`define` and `define-syntax` may stand here";
                    return Err(core_forms_error(form, item.span, label));
                }
            }
        }
        Ok(())
    }

    fn scan_define_syntax(&mut self, syntax: &Syntax, context: &mut BodyContext) -> Outcome<()> {
        let form = CoreForm::DefineSyntax;
        let items = self.proper(form, syntax)?;
        let [_, name, rules] = items.as_slice() else {
            return Err(core_forms_error(form, syntax.span, "this has other parts"));
        };
        let Some(identifier) = name.identifier() else {
            return Err(core_forms_error(form, name.span, "this is not a name"));
        };
        let identifier = self.definable(identifier, context);
        self.check_duplicate(identifier, name.span, context)?;
        if context.top {
            self.check_redefinition(identifier, name.span)?;
        }
        let binding = self.transformer(identifier.name, rules)?;
        if context.top {
            self.session.kept.has_macros = true;
            self.session.kept.hold(syntax.span.source);
        }
        let scopes = &self.session.scopes;
        self.session.table.bind(identifier, binding, scopes);
        Ok(())
    }

    /// What the right-hand side of a syntax definition stands for.
    pub(crate) fn transformer(&mut self, name: Symbol, syntax: &Syntax) -> Outcome<Binding> {
        let mut syntax = syntax.clone();
        loop {
            if let Some(identifier) = syntax.identifier() {
                match self.resolve(identifier, syntax.span)? {
                    Some(binding @ (Binding::Form(_) | Binding::Macro(_))) => return Ok(binding),
                    Some(_) => break,
                    None => return Err(not_a_transformer(syntax.span)),
                }
            }
            match self.head(&syntax)? {
                Head::Macro(transformer) => {
                    syntax = self.apply_macro(&transformer, &syntax, None)?;
                }
                Head::Form(CoreForm::SyntaxRules) => {
                    let rules = self.syntax_rules(name, &syntax)?;
                    return Ok(self.own_macro(rules));
                }
                Head::Form(form) if form.is_definition() || form.is_auxiliary() => {
                    return Err(not_a_transformer(syntax.span));
                }
                Head::Form(CoreForm::Quote | CoreForm::Quasiquote) => {
                    return Err(not_a_transformer(syntax.span));
                }
                Head::Form(_) => break,
                Head::Missing(form) => return Err(self.not_imported(form, syntax.span)),
                Head::Other if syntax.is_list() => {
                    let head = syntax.head(&mut self.session.scopes);
                    if let Some(head) = head
                        && let Some(identifier) = head.identifier()
                        && self.resolve(identifier, head.span)?.is_none()
                    {
                        // Its operands would only be reported too.
                        let mut error = suggest::unbound(self, identifier, head.span, true);
                        error.severity = Severity::Error;
                        return Err(error);
                    }
                    break;
                }
                Head::Other => return Err(not_a_transformer(syntax.span)),
            }
        }
        let applied = self.procedural_macro(name, &syntax)?;
        Ok(self.own_macro(applied))
    }

    fn own_macro(&mut self, rules: Macro) -> Binding {
        let use_scope = self.session.scopes.fresh_set();
        let own = Rc::new(OwnMacro { rules, use_scope });
        Binding::Macro(Transformer::Own(own))
    }

    /// Makes the variable that a definition in this body binds.
    pub(crate) fn declare(
        &mut self,
        identifier: Identifier,
        span: Span,
        context: &mut BodyContext,
    ) -> Outcome<Defined> {
        let identifier = self.definable(identifier, context);
        self.check_duplicate(identifier, span, context)?;
        if context.top {
            Ok(Defined::Global(self.declare_global(identifier, span)?))
        } else {
            Ok(Defined::Local(self.bind_local(identifier, span)))
        }
    }

    /// The identifier without the scopes that mark what macros were given in this body.
    fn definable(&mut self, identifier: Identifier, context: &BodyContext) -> Identifier {
        let uses: Vec<ScopeSet> = context.uses.iter().map(|entry| entry.1).collect();
        Identifier {
            name: identifier.name,
            scopes: self.session.scopes.without(identifier.scopes, &uses),
        }
    }

    fn check_duplicate(
        &mut self,
        identifier: Identifier,
        span: Span,
        context: &mut BodyContext,
    ) -> Outcome<()> {
        let Some(first) = context.defined.insert(identifier, span) else {
            return Ok(());
        };
        let headline = format!("`{}` is defined twice", identifier.name);
        if context.top && self.unit.kind == UnitKind::Program {
            if !self.may_assign(identifier, span)? {
                return Err(suggest::redefinition(identifier.name, span));
            }
            let label = "this definition replaces the other";
            let warning = Diagnostic::warning(span, headline, label);
            self.diagnostics
                .push(warning.with_related(first, "first defined here"));
            return Ok(());
        }
        let error = Diagnostic::error(span, headline, "second definition in the same body");
        Err(error.with_related(first, "first defined here"))
    }

    fn check_redefinition(&self, identifier: Identifier, span: Span) -> Outcome<()> {
        let scopes = &self.session.scopes;
        let bound = self.session.table.exact(identifier, scopes);
        if self.unit.kind == UnitKind::Library && bound.is_some() {
            return Err(Diagnostic::error(
                span,
                format!("`{}` is imported and defined", identifier.name),
                "a library cannot define a name that it imports",
            )
            .with_hint("import the library without it: (except ... name)"));
        }
        Ok(())
    }

    fn declare_global(&mut self, identifier: Identifier, span: Span) -> Outcome<GlobalId> {
        let scopes = &self.session.scopes;
        let bound = self.session.table.exact(identifier, scopes).cloned();
        let name = match &bound {
            Some(Binding::Global(name)) => *name,
            _ => {
                self.check_redefinition(identifier, span)?;
                self.session.kept.hold(span.source);
                if bound.is_none() {
                    self.session.kept.fresh.push(identifier.name);
                }
                if identifier.scopes == self.session.base {
                    identifier.name
                } else {
                    self.session.kept.has_scopes = true;
                    self.introduced_name(identifier.name)
                }
            }
        };
        let scopes = &self.session.scopes;
        self.session
            .table
            .bind(identifier, Binding::Global(name), scopes);
        let number = self.global(name, span);
        if let Some(Binding::Imported(variable)) = bound {
            self.unit.redefined.push((number, variable));
        }
        let global = &mut self.unit.globals[number.0 as usize];
        global.assigned |= global.defined;
        global.defined = true;
        global.span = span;
        Ok(number)
    }

    /// A name for a top-level variable that a macro introduced; no reader produces it.
    fn introduced_name(&mut self, name: Symbol) -> Symbol {
        self.session.serial += 1;
        let serial = self.session.serial;
        let name = format!("{name}{INTRODUCED_MARK}{serial}");
        self.session.kept.symbol(self.unit.kind, &name)
    }
}

impl BodyContext {
    fn push(&mut self, span: Span, defined: Option<Defined>, value: Pending) {
        self.items.push(Item {
            span,
            defined,
            value,
        });
    }

    fn expression(&mut self, syntax: Syntax) {
        self.push(syntax.span, None, Pending::Form(syntax));
    }

    /// A definition whose value is known.
    pub(crate) fn definition(&mut self, defined: Defined, value: Expression) {
        self.push(value.span, Some(defined), Pending::Ready(value));
    }
}

fn not_a_transformer(span: Span) -> Diagnostic {
    Diagnostic::error(
        span,
        "a macro is defined by `syntax-rules` or by a procedure",
        "this is neither, nor the name of a keyword",
    )
}
