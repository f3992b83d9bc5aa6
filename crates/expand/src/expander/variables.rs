//! What identifiers mean: uses and assignments of variables, the variables and imports of
//! the unit, and which names are keywords.
//!
//! The table of bindings and how scopes choose among them are in `binding` and `scope`.

use super::{Expander, Outcome};
use crate::binding::{Ambiguous, Binding, Transformer};
use crate::build::make;
use crate::core::{Expression, Global, GlobalId, Import, ImportId, Node, Variable, VariableId};
use crate::form::CoreForm;
use crate::interface::{LibraryName, VariableReference};
use crate::patterns;
use crate::suggest;
use crate::syntax::{Identifier, Syntax};
use mound_base::{Diagnostic, Span, Symbol};
use mound_syntax::DatumKind;
use std::collections::{HashMap, HashSet};

impl Expander<'_> {
    pub(crate) fn reference(&mut self, identifier: Identifier, span: Span) -> Outcome<Expression> {
        let binding = self.resolve(identifier, span)?;
        self.check_phase(identifier, binding.as_ref(), span)?;
        let node = match binding {
            Some(Binding::Local(variable)) => Node::Local(variable),
            Some(Binding::ForSyntax(helper)) => Node::Local(self.helper_variable(helper, span)),
            Some(Binding::Pattern { .. }) => {
                return Err(patterns::outside_template(identifier.name, span));
            }
            Some(Binding::Global(name)) => match self.definition_helper(name) {
                Some(helper) => Node::Local(self.helper_variable(helper, span)),
                None => Node::Global(self.global(name, span)),
            },
            Some(Binding::Imported(variable)) => self.imported(&variable),
            Some(Binding::Form(form)) => return Err(misused_form(form, span)),
            // A transformer that is a procedure may be made for names alone.
            Some(Binding::Macro(transformer)) if transformer.is_procedure() => {
                let name = DatumKind::Symbol(identifier.name);
                let name = Syntax::introduced(name, identifier.scopes, span);
                let made = self.apply_macro(&transformer, &name, None)?;
                return self.expression(&made);
            }
            Some(Binding::Macro(_)) => {
                return Err(Diagnostic::error(
                    span,
                    format!("macro `{}` is not a variable", identifier.name),
                    "a macro can only be used at the head of a form",
                ));
            }
            None => Node::Global(self.unbound(identifier, span)),
        };
        Ok(make(span, node))
    }

    /// The macro of this name, if it is one that may stand for the target of a `set!`.
    pub(crate) fn assignable_macro(
        &self,
        identifier: Identifier,
        span: Span,
    ) -> Outcome<Option<Transformer>> {
        Ok(match self.resolve(identifier, span)? {
            Some(Binding::Macro(transformer)) if transformer.is_procedure() => Some(transformer),
            _ => None,
        })
    }

    /// `set!` of whatever the name means.
    pub(crate) fn assignment(
        &mut self,
        identifier: Identifier,
        span: Span,
        value: Expression,
    ) -> Outcome<Expression> {
        let name = identifier.name;
        let value = Box::new(value);
        let binding = self.resolve(identifier, span)?;
        self.check_phase(identifier, binding.as_ref(), span)?;
        let node = match binding {
            Some(Binding::Local(variable)) => {
                self.unit.variables[variable.0 as usize].assigned = true;
                Node::SetLocal(variable, value)
            }
            Some(Binding::Pattern { .. }) => {
                return Err(patterns::outside_template(name, span));
            }
            Some(Binding::Global(_)) if self.phase.is_some() => return Err(forgotten(name, span)),
            Some(Binding::Global(name)) => {
                let global = self.global(name, span);
                self.unit.globals[global.0 as usize].assigned = true;
                Node::SetGlobal(global, value)
            }
            Some(Binding::Imported(variable)) => {
                let library = variable.library.replace('/', " ");
                return Err(Diagnostic::error(
                    span,
                    format!("cannot assign `{name}`, which is imported"),
                    format!("it belongs to ({library})"),
                )
                .with_hint("define a variable of your own"));
            }
            Some(Binding::Form(_) | Binding::Macro(_)) => {
                return Err(Diagnostic::error(
                    span,
                    format!("cannot assign `{name}`, which is a keyword"),
                    "not a variable",
                ));
            }
            Some(Binding::ForSyntax(_)) => return Err(forgotten(name, span)),
            None => {
                let global = self.unbound(identifier, span);
                self.unit.globals[global.0 as usize].assigned = true;
                Node::SetGlobal(global, value)
            }
        };
        Ok(make(span, node))
    }

    pub(crate) fn imported(&mut self, variable: &VariableReference) -> Node {
        let import = self.import_number(&variable.library, variable.hash);
        if let Some(procedure) = &variable.procedure {
            self.unit.imports[import.0 as usize]
                .procedures
                .entry(variable.name)
                .or_insert_with(|| procedure.clone());
        }
        Node::Imported {
            import,
            name: variable.name,
        }
    }

    fn import_number(&mut self, library: &str, hash: [u8; 32]) -> ImportId {
        let imports = &mut self.unit.imports;
        *self
            .unit
            .import_numbers
            .entry((library.to_owned(), hash))
            .or_insert_with(|| {
                imports.push(Import {
                    library: library.to_owned(),
                    hash,
                    procedures: HashMap::new(),
                });
                ImportId(imports.len() as u32 - 1)
            })
    }

    /// A procedure of `(mound base)` that core forms rest on.
    pub(crate) fn helper(&mut self, name: &str, span: Span) -> Outcome<Expression> {
        let name = Symbol::intern(name);
        if self.options.internal {
            let identifier = Identifier {
                name,
                scopes: self.session.base,
            };
            if self.resolve(identifier, span)?.is_some() || self.unit.name == "mound/base" {
                return self.reference(identifier, span);
            }
        }
        self.helper_of(&LibraryName::new(["mound", "base"]), name, span)
    }

    /// A procedure that core forms rest on.
    pub(crate) fn helper_of(
        &mut self,
        library: &LibraryName,
        name: Symbol,
        span: Span,
    ) -> Outcome<Expression> {
        let interface = self.provider.interface(library, span)?;
        match interface.exports.get(&name) {
            Some(crate::Export::Variable(variable)) => Ok(make(span, self.imported(variable))),
            _ => Err(Diagnostic::error(
                span,
                format!("{library} does not export `{name}`"),
                "this form rests on it",
            )),
        }
    }

    /// The number of a top-level variable of this unit or the interactive environment.
    pub(crate) fn global(&mut self, name: Symbol, span: Span) -> GlobalId {
        let globals = &mut self.unit.globals;
        *self.unit.global_numbers.entry(name).or_insert_with(|| {
            globals.push(Global {
                name,
                span,
                defined: false,
                assigned: false,
            });
            GlobalId(globals.len() as u32 - 1)
        })
    }

    pub(crate) fn global_number(&self, name: Symbol) -> Option<GlobalId> {
        self.unit.global_numbers.get(&name).copied()
    }

    fn unbound(&mut self, identifier: Identifier, span: Span) -> GlobalId {
        if self.unit.not_yet_bound.contains(&identifier.name) {
            self.unit.bound_too_late.insert(identifier.name);
        }
        self.unit.unbound.push((identifier, span));
        self.global(identifier.name, span)
    }

    /// One diagnostic for each unbound name: an error in a library, else a warning. A form of another
    /// language is one error, whatever names are in it.
    pub(crate) fn report_unbound(&mut self) {
        let mut seen = HashSet::new();
        let unbound = std::mem::take(&mut self.unit.unbound);
        let foreign = self.foreign_forms(&unbound);
        for (identifier, span) in unbound {
            if seen.contains(&identifier.name) {
                continue;
            }
            if let Some((head, _)) = foreign.iter().find(|(_, form)| holds(*form, span)) {
                if *head == span {
                    let error = suggest::foreign(identifier, span);
                    self.diagnostics.extend(error);
                }
                continue;
            }
            seen.insert(identifier.name);
            let similar = seen.len() <= suggest::SIMILAR_SOUGHT_MAX;
            let diagnostic = suggest::unbound(self, identifier, span, similar);
            self.diagnostics.push(diagnostic);
        }
    }

    /// Calls that are forms of another language, outermost first: their operator means nothing here
    /// but something there, and so do names among their parts. Of a word alone it is not certain: it
    /// may be defined later.
    fn foreign_forms(&mut self, unbound: &[(Identifier, Span)]) -> Vec<(Span, Span)> {
        let heads = std::mem::take(&mut self.unit.unbound_heads);
        let mut found: Vec<(Span, Span)> = Vec::new();
        for (number, form) in heads {
            let Some((identifier, head)) = unbound.get(number).copied() else {
                continue;
            };
            if !suggest::is_foreign(identifier) {
                continue;
            }
            let is_inside = found.iter().any(|(_, outer)| holds(*outer, form));
            let parts = unbound.iter().any(|(other, span)| {
                other.name != identifier.name && *span != head && holds(form, *span)
            });
            if !is_inside && parts {
                found.push((head, form));
            }
        }
        found
    }

    pub(crate) fn variable(&mut self, name: Symbol, span: Span) -> VariableId {
        let number = VariableId(self.unit.variables.len() as u32);
        self.unit.variables.push(Variable {
            name,
            span,
            assigned: false,
        });
        number
    }

    /// A variable that no name refers to.
    pub(crate) fn temporary(&mut self, name: &str, span: Span) -> VariableId {
        self.variable(Symbol::intern(name), span)
    }

    pub(crate) fn bind_local(&mut self, identifier: Identifier, span: Span) -> VariableId {
        let variable = self.variable(identifier.name, span);
        let scopes = &self.session.scopes;
        self.session
            .table
            .bind(identifier, Binding::Local(variable), scopes);
        variable
    }

    pub(crate) fn resolve(&self, identifier: Identifier, span: Span) -> Outcome<Option<Binding>> {
        let resolved = self.session.table.resolve(identifier, &self.session.scopes);
        resolved.map_err(|Ambiguous| {
            Diagnostic::error(
                span,
                format!("`{}` is ambiguous", identifier.name),
                "macros gave it several bindings, none of which is the innermost",
            )
        })
    }

    pub(crate) fn is_auxiliary(&self, identifier: Identifier, form: CoreForm) -> bool {
        match self.session.table.resolve(identifier, &self.session.scopes) {
            Ok(Some(Binding::Form(found))) => found == form,
            Ok(None) => *identifier.name.text() == *form.name(),
            _ => false,
        }
    }

    pub(crate) fn is_keyword(&self, syntax: &Syntax, form: CoreForm) -> bool {
        syntax
            .identifier()
            .is_some_and(|identifier| self.is_auxiliary(identifier, form))
    }

    /// Whether variables can be assigned where the identifier was written. False only where
    /// `(termite)` is imported and `set!` is not.
    pub(crate) fn may_assign(&self, identifier: Identifier, span: Span) -> Outcome<bool> {
        let name = CoreForm::Set.name();
        let assignment = Identifier {
            name: Symbol::intern(name),
            ..identifier
        };
        Ok(!suggest::is_termite(&self.session.imported)
            || self.resolve(assignment, span)?.is_some())
    }

    /// The core form that an unbound name would be if it had been imported.
    pub(super) fn missing_form(&self, identifier: Identifier) -> Option<CoreForm> {
        CoreForm::from_name(&identifier.name.text())
            .filter(|form| !form.is_auxiliary() && !form.name().starts_with('%'))
    }

    pub(crate) fn not_imported(&mut self, form: CoreForm, span: Span) -> Diagnostic {
        let exporters = self.provider.exporters(Symbol::intern(form.name()));
        suggest::not_imported(&self.session.imported, form.name(), span, &exporters)
    }
}

/// Whether a place is within another one.
fn holds(outer: Span, inner: Span) -> bool {
    outer.source == inner.source && outer.start <= inner.start && inner.end <= outer.end
}

fn forgotten(name: Symbol, span: Span) -> Diagnostic {
    Diagnostic::error(
        span,
        format!("a transformer cannot assign `{name}`, which is defined outside of it"),
        "each use of a macro begins anew, so nothing would remember it",
    )
}

fn misused_form(form: CoreForm, span: Span) -> Diagnostic {
    let name = form.name();
    Diagnostic::error(
        span,
        format!("keyword `{name}` is not a variable"),
        format!("`{name}` wants {}", form.grammar()),
    )
}
