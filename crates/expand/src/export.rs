//! Turns the bindings of an expanded library into its exports.
//!
//! Macros are made independent of this expansion: scope sets in their templates
//! are numbered anew and every name in them is resolved once. Variables that only
//! templates mention are exported by the unit too, under a name that no export
//! declaration can give, if their own is taken.

use crate::binding::{Binding, OwnMacro, Transformer};
use crate::core::{ConstantProcedure, Expression, GlobalId, ImportId, Node};
use crate::expander::Expander;
use crate::inline::constant_procedures;
use crate::interface::{Export, MacroTable, Target};
use crate::library::ExportSpec;
use crate::macros::{Macro, each_symbol};
use crate::scope::{Scope, ScopeSet};
use crate::suggest;
use crate::syntax::Identifier;
use mound_base::{Diagnostic, Span, Symbol};
use std::cell::RefCell;
use std::collections::{BTreeMap, HashMap, HashSet};
use std::rc::Rc;

pub(crate) struct Exporter<'e, 'a> {
    expander: &'e mut Expander<'a>,
    procedures: HashMap<GlobalId, Rc<ConstantProcedure>>,
    exports: BTreeMap<Symbol, Target>,
    run_time: Vec<(Symbol, GlobalId)>,
    /// Macros in the table, and their numbers.
    macros: Vec<Rc<OwnMacro>>,
    numbers: HashMap<*const OwnMacro, u32>,
}

/// New numbers for scope sets.
#[derive(Default)]
struct Renumbering {
    scopes: HashMap<Scope, u32>,
    sets: Vec<Vec<u32>>,
    numbers: HashMap<ScopeSet, ScopeSet>,
    /// Names found since the last look, with their sets before and after, in the order
    /// of the templates: the order of the unit's exports must not depend on anything else.
    found: Vec<(Symbol, ScopeSet, ScopeSet)>,
    seen: HashSet<Identifier>,
}

impl<'e, 'a> Exporter<'e, 'a> {
    pub(crate) fn new(expander: &'e mut Expander<'a>) -> Exporter<'e, 'a> {
        let procedures = constant_procedures(&expander.unit);
        Exporter {
            expander,
            procedures,
            exports: BTreeMap::new(),
            run_time: Vec::new(),
            macros: Vec::new(),
            numbers: HashMap::new(),
        }
    }

    pub(crate) fn export(&mut self, spec: &ExportSpec) {
        let identifier = Identifier {
            name: spec.internal,
            scopes: self.expander.session.base,
        };
        let binding = self.expander.resolve(identifier, spec.span);
        let target = match binding {
            Ok(Some(Binding::Global(name))) => match self.expander.global_number(name) {
                Some(global) => self.variable(spec.external, global),
                None => return self.fail(spec.span, spec.internal, "is exported but not defined"),
            },
            Ok(Some(Binding::ForSyntax(_))) => {
                let what = "is defined for macros and cannot be exported";
                return self.fail(spec.span, spec.internal, what);
            }
            Ok(Some(binding)) => match self.target(&binding) {
                Some(target) => target,
                None => return,
            },
            Ok(None) => {
                return self.fail(spec.span, spec.internal, "is exported but not defined");
            }
            Err(error) => return self.expander.diagnostics.push(error),
        };
        if self.exports.insert(spec.external, target).is_some() {
            self.fail(spec.span, spec.external, "is exported twice");
        }
    }

    fn fail(&mut self, span: Span, name: Symbol, what: &str) {
        // Definitions that failed leave their names undefined; saying so again is noise.
        if !self.expander.has_failed() || what.ends_with("twice") {
            let error = Diagnostic::error(span, format!("`{name}` {what}"), "in this declaration");
            let defined = self.expander.unit.globals.iter();
            let defined = defined.filter(|global| global.defined);
            let error = match what.ends_with("twice") {
                true => error,
                false => suggest::hinted(error, name, defined.map(|global| global.name)),
            };
            self.expander.diagnostics.push(error);
        }
    }

    fn variable(&mut self, name: Symbol, global: GlobalId) -> Target {
        if !self.run_time.contains(&(name, global)) {
            self.run_time.push((name, global));
        }
        Target::Own {
            name,
            procedure: self.procedures.get(&global).cloned(),
        }
    }

    fn target(&mut self, binding: &Binding) -> Option<Target> {
        match binding {
            Binding::Form(form) => Some(Target::Other(Export::Form(*form))),
            Binding::Imported(variable) => Some(Target::Other(Export::Variable(variable.clone()))),
            Binding::Macro(Transformer::Imported(reference)) => {
                Some(Target::Other(Export::Macro(reference.clone())))
            }
            Binding::Macro(Transformer::Own(own)) => Some(Target::OwnMacro(self.own_macro(own))),
            Binding::Global(name) => {
                let global = self.expander.global_number(*name)?;
                let name = self.run_time_name(*name, global);
                Some(self.variable(name, global))
            }
            Binding::Local(_) | Binding::ForSyntax(_) | Binding::Pattern { .. } => None,
        }
    }

    /// The name under which the unit exports a variable that templates mention.
    fn run_time_name(&self, name: Symbol, global: GlobalId) -> Symbol {
        if let Some(known) = self.run_time.iter().find(|export| export.1 == global) {
            return known.0;
        }
        if self.run_time.iter().all(|export| export.0 != name) {
            return name;
        }
        Symbol::intern(&format!("{name}⌁"))
    }

    fn own_macro(&mut self, own: &Rc<OwnMacro>) -> u32 {
        let next = self.macros.len() as u32;
        let number = *self.numbers.entry(Rc::as_ptr(own)).or_insert(next);
        if number == next {
            self.macros.push(own.clone());
        }
        number
    }

    /// Exports, exports of the unit at run time, and the macro table without its hash.
    pub(crate) fn finish(
        mut self,
    ) -> (
        BTreeMap<Symbol, Target>,
        Vec<(Symbol, GlobalId)>,
        MacroTable,
    ) {
        let mut renumbering = Renumbering::default();
        let mut macros: Vec<Macro> = Vec::new();
        let mut environment: Vec<(Identifier, Target)> = Vec::new();
        // Templates mention further macros, which join the list while it is walked.
        while let Some(own) = self.macros.get(macros.len()).cloned() {
            let mut rules = own.rules.clone();
            renumbering.renumber(&mut rules, self.expander);
            macros.push(rules);
            for (name, scopes, new) in std::mem::take(&mut renumbering.found) {
                let meaning = self
                    .expander
                    .resolve(Identifier { name, scopes }, own.rules.span);
                if let Ok(Some(binding)) = meaning
                    && let Some(target) = self.target(&binding)
                {
                    environment.push((Identifier { name, scopes: new }, target));
                }
            }
        }
        let own = environment.iter_mut().map(|(_, target)| target);
        let mut exports = std::mem::take(&mut self.exports);
        // By their texts: what the unit exports must not show in which order symbols came to be.
        let mut sorted: Vec<(&Symbol, &mut Target)> = exports.iter_mut().collect();
        sorted.sort_by_cached_key(|(name, _)| name.text().to_string());
        let targets = sorted.into_iter().map(|(_, target)| target).chain(own);
        self.name_callees(targets.collect());
        self.exports = exports;
        let table = MacroTable {
            library: self.expander.unit.name.as_str().into(),
            hash: [0; 32],
            macros,
            scope_count: renumbering.scopes.len() as u32,
            sets: renumbering.sets,
            environment,
        };
        (self.exports, self.run_time, table)
    }
}

impl Exporter<'_, '_> {
    /// Procedures of this library that higher clauses call are exported by the unit, and the
    /// clauses call them by that name.
    fn name_callees(&mut self, targets: Vec<&mut Target>) {
        let mut named: HashMap<*const ConstantProcedure, Rc<ConstantProcedure>> = HashMap::new();
        for target in targets {
            let Target::Own {
                procedure: Some(procedure),
                ..
            } = target
            else {
                continue;
            };
            if procedure.higher.is_empty() {
                continue;
            }
            let key = Rc::as_ptr(procedure);
            let with_names = named.entry(key).or_insert_with(|| {
                let mut changed = (**procedure).clone();
                for higher in &mut changed.higher {
                    self.name_callees_in(&mut higher.clause.body);
                }
                Rc::new(changed)
            });
            *procedure = with_names.clone();
        }
    }

    fn name_callees_in(&mut self, expression: &mut Expression) {
        match &mut expression.node {
            Node::Global(global) => {
                let global = *global;
                let name = self.expander.unit.globals[global.0 as usize].name;
                let name = self.run_time_name(name, global);
                if !self.run_time.contains(&(name, global)) {
                    self.run_time.push((name, global));
                }
                expression.node = Node::Imported {
                    import: ImportId::OWN,
                    name,
                };
            }
            Node::If(test, consequent, alternative) => {
                for part in [test, consequent, alternative] {
                    self.name_callees_in(part);
                }
            }
            Node::Lambda(lambda) => {
                for clause in &mut lambda.clauses {
                    self.name_callees_in(&mut clause.body);
                }
            }
            Node::Sequence(parts)
            | Node::Primitive {
                operands: parts, ..
            } => parts.iter_mut().for_each(|part| self.name_callees_in(part)),
            Node::Let { bindings, body } | Node::Letrec { bindings, body } => {
                for (_, value) in bindings {
                    self.name_callees_in(value);
                }
                self.name_callees_in(body);
            }
            Node::Call { operator, operands } => {
                self.name_callees_in(operator);
                for operand in operands {
                    self.name_callees_in(operand);
                }
            }
            Node::SetLocal(_, value) | Node::SetGlobal(_, value) => self.name_callees_in(value),
            Node::Constant(_)
            | Node::Unspecified
            | Node::Immediate(_)
            | Node::Local(_)
            | Node::Imported { .. }
            | Node::RecordType(_) => {}
        }
    }
}

impl Renumbering {
    fn renumber(&mut self, rules: &mut Macro, expander: &Expander<'_>) {
        let this = RefCell::new(self);
        rules.visit_identifiers(
            &mut |name, set| this.borrow_mut().name(name, set, expander),
            &mut |kind, set| {
                let (old, mut this) = (*set, this.borrow_mut());
                *set = this.set(old, expander);
                each_symbol(kind, &mut |name| {
                    this.note(name, old, *set);
                });
            },
        );
    }

    fn name(&mut self, name: Symbol, set: &mut ScopeSet, expander: &Expander<'_>) {
        let old = *set;
        *set = self.set(old, expander);
        self.note(name, old, *set);
    }

    fn note(&mut self, name: Symbol, old: ScopeSet, new: ScopeSet) {
        if self.seen.insert(Identifier { name, scopes: new }) {
            self.found.push((name, old, new));
        }
    }

    fn set(&mut self, old: ScopeSet, expander: &Expander<'_>) -> ScopeSet {
        if let Some(&new) = self.numbers.get(&old) {
            return new;
        }
        let mut members: Vec<u32> = Vec::new();
        for scope in expander.session.scopes.members(old).iter() {
            let next = self.scopes.len() as u32;
            members.push(*self.scopes.entry(*scope).or_insert(next));
        }
        members.sort_unstable();
        let new = ScopeSet(self.sets.len() as u32);
        self.sets.push(members);
        self.numbers.insert(old, new);
        new
    }
}
