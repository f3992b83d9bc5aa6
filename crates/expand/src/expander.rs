//! The state of one expansion, and expressions.
//!
//! An [`Expander`] expands one unit. What outlives the unit at a REPL (scopes,
//! bindings) is the [`Session`]. What identifiers mean is in `variables`.
//!
//! Invariants:
//! - E1. Nesting of calls to `expression` is at most [`DEPTH_MAX`]; so is the
//!   nesting of what it returns, up to a small factor. The caller provides
//!   [`STACK_BYTES`] of native stack.
//! - E2. The work for one top-level form is at most `Options::work_max`.

mod variables;

use crate::binding::{Binding, HelperNumber, Table, Transformer};
use crate::build::make;
use crate::core::{
    Expression, Global, GlobalId, Import, ImportId, Node, TopForm, Variable, VariableId,
};
use crate::core_forms_error;
use crate::form::CoreForm;
use crate::interface::{Export, LibraryName, LibraryProvider, MacroTable};
use crate::kept::Kept;
use crate::procedural::{Helper, Phase};
use crate::scope::{Mark, Scope, ScopeSet, Scopes};
use crate::suggest;
use crate::syntax::{Identifier, Parts, Syntax};
use mound_base::{Diagnostic, Severity, SourceId, Span, Symbol};
use mound_syntax::{Datum, DatumKind};
use std::collections::{BTreeMap, HashMap, HashSet};
use std::rc::Rc;

/// How deep expressions may nest. People stay below 100, generated code below 1000. Long forms do
/// not nest: see `chain`.
pub const DEPTH_MAX: u32 = 2_000;

/// Native stack that a thread needs to expand anything within [`DEPTH_MAX`] and to
/// walk the result, also in a build without optimisation.
pub const STACK_BYTES: usize = 64 << 20;

/// Macro steps and parts of data they look at, per top-level form: about two seconds.
pub const WORK_MAX: u32 = 10_000_000;

/// Work that is allowed for each part of the source besides: expanding what is written ends. A
/// clause of `match` takes up to 200 for each of its parts.
const SOURCE_WORK: u32 = 256;

/// Work for one expression and for one part of a datum that macros built: they are
/// copies, which take memory.
const EXPRESSION_WORK: u32 = 7;
pub(crate) const DATUM_WORK: u32 = 4;

pub(crate) type Outcome<T> = Result<T, Diagnostic>;

/// The scope sets made for an imported macro table, which is kept alive with them.
type ImportedSets = (Rc<MacroTable>, Rc<[ScopeSet]>);

/// An import set, and what it brought.
#[derive(Debug)]
pub(crate) struct ImportSet {
    pub(crate) set: Datum,
    pub(crate) library: LibraryName,
    pub(crate) names: BTreeMap<Symbol, Export>,
}

/// What later forms of the same top level still need.
#[derive(Debug)]
pub(crate) struct Session {
    pub(crate) scopes: Scopes,
    pub(crate) table: Table,
    pub(crate) imported_sets: HashMap<*const MacroTable, ImportedSets>,
    /// The scope of the whole top level.
    pub(crate) base: ScopeSet,
    /// Libraries imported so far, for messages.
    pub(crate) imported: Vec<LibraryName>,
    /// The import sets so far, each once, and what they brought.
    pub(crate) import_sets: Vec<ImportSet>,
    /// Makes names of top-level variables that macros introduced.
    pub(crate) serial: u32,
    /// What `define-for-syntax` defined, and what top levels define, but for what a later definition
    /// took the place of.
    pub(crate) helpers: HashMap<HelperNumber, Rc<Helper>>,
    pub(crate) next_helper: HelperNumber,
    /// The helper that is a top-level variable of the program or library, by its name.
    pub(crate) definitions: HashMap<Symbol, HelperNumber>,
    pub(crate) kept: Kept,
}

impl Session {
    pub(crate) fn new() -> Session {
        let mut scopes = Scopes::new();
        let base = scopes.fresh_set();
        Session {
            scopes,
            table: Table::default(),
            imported_sets: HashMap::new(),
            base,
            imported: Vec::new(),
            import_sets: Vec::new(),
            serial: 0,
            helpers: HashMap::new(),
            next_helper: 0,
            definitions: HashMap::new(),
            kept: Kept::default(),
        }
    }

    /// After a form: forgets what later forms cannot see. `mark` was made before it.
    pub(crate) fn forget_unreachable(&mut self, mark: Mark) {
        let Kept {
            has_macros,
            has_scopes,
            ..
        } = self.kept;
        self.table.forget_unreachable(self.base, has_macros);
        match has_macros || has_scopes {
            true => self.scopes.trim(),
            false => self.scopes.return_to(mark),
        }
    }

    /// Forgets what the last form has defined, which was all of this source.
    pub(crate) fn forget(&mut self, source: SourceId) {
        let first = self.kept.first_helper;
        self.helpers.retain(|number, _| *number < first);
        self.definitions.retain(|_, number| *number < first);
        let fresh: HashSet<Symbol> = self.kept.fresh.drain(..).collect();
        self.table.retain(|name, binding| match binding {
            Binding::Global(_) | Binding::Imported(_) | Binding::Form(_) => !fresh.contains(&name),
            Binding::Macro(Transformer::Imported(_)) => !fresh.contains(&name),
            Binding::Macro(Transformer::Own(own)) => own.rules.span.source != source,
            Binding::ForSyntax(number) => *number < first,
            Binding::Local(_) | Binding::Pattern { .. } => true,
        });
        self.import_sets.retain(|set| set.set.span.source != source);
        self.kept.drop_all(source);
    }

    /// Whether two identifiers mean the same (`free-identifier=?`).
    pub(crate) fn same_meaning(&self, one: Identifier, other: Identifier) -> bool {
        match (self.meaning(one), self.meaning(other)) {
            (Some(one), Some(other)) => one.same(&other),
            (None, None) => one.name == other.name,
            _ => false,
        }
    }

    /// The binding; auxiliary keywords mean themselves also where they are unbound.
    fn meaning(&self, identifier: Identifier) -> Option<Binding> {
        let resolved = self.table.resolve(identifier, &self.scopes);
        resolved.ok().flatten().or_else(|| {
            CoreForm::from_name(&identifier.name.text())
                .filter(|form| form.is_auxiliary())
                .map(Binding::Form)
        })
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum UnitKind {
    Library,
    Program,
}

/// The unit being built.
pub(crate) struct Unit {
    pub(crate) kind: UnitKind,
    pub(crate) name: String,
    pub(crate) imports: Vec<Import>,
    import_numbers: HashMap<(String, [u8; 32]), ImportId>,
    pub(crate) globals: Vec<Global>,
    global_numbers: HashMap<Symbol, GlobalId>,
    pub(crate) variables: Vec<Variable>,
    pub(crate) body: Vec<TopForm>,
    pub(crate) unbound: Vec<(Identifier, Span)>,
    /// Calls whose operator is such a name: its number in `unbound`, and the whole call.
    pub(crate) unbound_heads: Vec<(usize, Span)>,
    /// Names that enclosing forms `let` bind, while the values for them are expanded: there they mean nothing.
    pub(crate) not_yet_bound: Vec<Symbol>,
    /// Unbound names that were found among them.
    pub(crate) bound_too_late: HashSet<Symbol>,
    /// Unbound names that are sent as messages.
    pub(crate) unquoted: HashSet<Symbol>,
    /// Imported variables whose names the program defines anew.
    pub(crate) redefined: Vec<(GlobalId, Rc<crate::interface::VariableReference>)>,
    /// Name and fields of each record type that was defined, and how often.
    pub(crate) record_types: HashMap<(Symbol, Vec<Symbol>), u32>,
    /// The variables of values without a written form in the top-level form that is expanded.
    pub(crate) objects: Vec<(u32, VariableId)>,
}

impl Unit {
    pub(crate) fn new(kind: UnitKind, name: String) -> Unit {
        Unit {
            kind,
            name,
            imports: Vec::new(),
            import_numbers: HashMap::new(),
            globals: Vec::new(),
            global_numbers: HashMap::new(),
            variables: Vec::new(),
            body: Vec::new(),
            unbound: Vec::new(),
            unbound_heads: Vec::new(),
            not_yet_bound: Vec::new(),
            bound_too_late: HashSet::new(),
            unquoted: HashSet::new(),
            redefined: Vec::new(),
            record_types: HashMap::new(),
            objects: Vec::new(),
        }
    }
}

pub(crate) struct Expander<'a> {
    pub(crate) provider: &'a mut dyn LibraryProvider,
    pub(crate) session: &'a mut Session,
    pub(crate) options: crate::Options,
    pub(crate) unit: Unit,
    pub(crate) diagnostics: Vec<Diagnostic>,
    pub(crate) import_failed: bool,
    depth: u32,
    pub(crate) work: u32,
    /// Work for one top-level form, by the length of the source.
    pub(crate) work_max: u32,
    /// The transformer whose code is being expanded.
    pub(crate) phase: Option<Phase>,
    /// Scopes made while a transformer was expanded that do not come from its binding forms.
    pub(crate) kept_scopes: HashSet<Scope>,
    /// How many import sets there were before. What a later form typed at a REPL imports takes the
    /// place of those; in one program or library each name is imported with one meaning.
    pub(crate) earlier_sets: usize,
}

/// What the head of a form says it is.
pub(crate) enum Head {
    Form(CoreForm),
    Macro(Transformer),
    /// An unbound name that would be a core form if it had been imported.
    Missing(CoreForm),
    Other,
}

impl<'a> Expander<'a> {
    pub(crate) fn new(
        provider: &'a mut dyn LibraryProvider,
        session: &'a mut Session,
        options: crate::Options,
        kind: UnitKind,
        name: String,
    ) -> Expander<'a> {
        Expander {
            earlier_sets: session.import_sets.len(),
            provider,
            session,
            options,
            unit: Unit::new(kind, name),
            diagnostics: Vec::new(),
            import_failed: false,
            depth: 0,
            work: 0,
            work_max: options.work_max,
            phase: None,
            kept_scopes: HashSet::new(),
        }
    }

    pub(crate) fn expression(&mut self, syntax: &Syntax) -> Outcome<Expression> {
        self.enter(syntax.span)?;
        // Macros build in a few steps what stands for millions of expressions, by sharing parts.
        self.charge(EXPRESSION_WORK, syntax.span)?;
        let result = self.expression_here(syntax.clone());
        self.leave();
        result
    }

    /// The datum of a form, if it is not too large: see `expression`.
    pub(crate) fn datum(&mut self, syntax: &Syntax) -> Outcome<Datum> {
        let left = self.work_max.saturating_sub(self.work) / DATUM_WORK;
        let size = syntax.built_size(left.saturating_add(1));
        self.charge(size.saturating_mul(DATUM_WORK), syntax.span)?;
        let datum = syntax.to_datum();
        match datum.stray_reference() {
            None => Ok(datum),
            Some(place) => Err(Diagnostic::error(
                place,
                "a label is referred to from outside of its literal",
                "what it labels is not in the same literal",
            )),
        }
    }

    pub(crate) fn expressions(&mut self, forms: &[Syntax]) -> Outcome<Vec<Expression>> {
        forms.iter().map(|form| self.expression(form)).collect()
    }

    fn expression_here(&mut self, mut syntax: Syntax) -> Outcome<Expression> {
        loop {
            if let Some(identifier) = syntax.identifier() {
                return self.reference(identifier, syntax.span);
            }
            match self.head(&syntax)? {
                Head::Macro(transformer) => {
                    syntax = self.apply_macro(&transformer, &syntax, None)?;
                }
                Head::Form(form) => return self.form(form, &syntax),
                Head::Missing(form) => return Err(self.not_imported(form, syntax.span)),
                Head::Other if syntax.is_list() => return self.call(&syntax),
                Head::Other => {
                    let datum = self.datum(&syntax)?;
                    if let DatumKind::Labelled { datum: inner, .. } = &datum.kind
                        && !matches!(inner.kind, DatumKind::Vector(_))
                    {
                        return Err(circular(syntax.span));
                    }
                    return self.literal(syntax.span, datum);
                }
            }
        }
    }

    /// Looks only at the head of a list.
    pub(crate) fn head(&mut self, syntax: &Syntax) -> Outcome<Head> {
        let head = syntax.head(&mut self.session.scopes);
        let Some(identifier) = head.as_ref().and_then(Syntax::identifier) else {
            return Ok(Head::Other);
        };
        Ok(match self.resolve(identifier, syntax.span)? {
            Some(Binding::Form(form)) => Head::Form(form),
            Some(Binding::Macro(transformer)) => Head::Macro(transformer),
            Some(_) => Head::Other,
            None => match self.missing_form(identifier) {
                Some(form) => Head::Missing(form),
                None => Head::Other,
            },
        })
    }

    fn call(&mut self, syntax: &Syntax) -> Outcome<Expression> {
        let Some(items) = syntax.items(&mut self.session.scopes) else {
            return Err(Diagnostic::error(
                syntax.span,
                "a call cannot have a dotted tail",
                "write a list of operator and operands, or quote this datum",
            ));
        };
        let Some((operator, operands)) = items.split_first() else {
            return Err(Diagnostic::error(
                syntax.span,
                "an empty list is not an expression",
                "to mean the empty list, write '()",
            ));
        };
        let known = self.unit.unbound.len();
        let sends = operator
            .identifier()
            .is_some_and(|name| matches!(name.name.name(), "!" | "!?"));
        let message = operands.get(1).filter(|_| sends);
        let operator = self.expression(operator)?;
        let is_unbound = self.unit.unbound.len() > known;
        if is_unbound {
            self.unit.unbound_heads.push((known, syntax.span));
        }
        let operands: Outcome<Vec<Expression>> = operands
            .iter()
            .map(|operand| match self.keyword(operand)? {
                Some(keyword) => Ok(keyword),
                None => self.expression(operand),
            })
            .collect();
        for (identifier, span) in &self.unit.unbound[known..] {
            if message.is_some_and(|message| message.span == *span) {
                self.unit.unquoted.insert(identifier.name);
            }
        }
        let operands = operands.map_err(|error| match self.unit.unbound.get(known) {
            // The operand is wrong because this is no call.
            Some(&(identifier, span)) if is_unbound && suggest::is_foreign(identifier) => {
                suggest::foreign(identifier, span).unwrap_or(error)
            }
            _ => error,
        });
        self.call_of(syntax.span, operator, operands?)
    }

    /// An unbound name that ends in a colon, as an operand, stands for itself.
    fn keyword(&mut self, operand: &Syntax) -> Outcome<Option<Expression>> {
        let Some(identifier) = operand.identifier() else {
            return Ok(None);
        };
        let name = identifier.name.text();
        if name.len() < 2 || !name.ends_with(':') {
            return Ok(None);
        }
        Ok(match self.resolve(identifier, operand.span)? {
            Some(_) => None,
            None => Some(make(
                operand.span,
                Node::Constant(Datum {
                    span: operand.span,
                    kind: DatumKind::Symbol(identifier.name),
                }),
            )),
        })
    }

    pub(crate) fn enter(&mut self, span: Span) -> Outcome<()> {
        self.check_depth(1, span)?;
        self.depth += 1;
        Ok(())
    }

    pub(crate) fn leave(&mut self) {
        self.depth = self.depth.saturating_sub(1);
    }

    /// Forgets the depth of a form that ended in an error.
    pub(crate) fn restart(&mut self) {
        self.depth = 0;
    }

    /// Whether a chain of `more` expressions may be nested here.
    pub(crate) fn check_depth(&self, more: usize, span: Span) -> Outcome<()> {
        if self.depth as usize + more > DEPTH_MAX as usize {
            return Err(Diagnostic::error(
                span,
                "nested too deeply",
                format!("more than {DEPTH_MAX} levels of expressions"),
            ));
        }
        Ok(())
    }

    /// Allows work for the parts of a source.
    pub(crate) fn allow(&mut self, parts: u32) {
        let more = parts.saturating_mul(SOURCE_WORK);
        self.work_max = self.work_max.saturating_add(more);
    }

    pub(crate) fn charge(&mut self, work: u32, span: Span) -> Outcome<()> {
        self.work = self.work.saturating_add(work).saturating_add(1);
        if self.out_of_work() {
            return Err(Diagnostic::error(
                span,
                "expansion does not end",
                "macros did too much work for one top-level form",
            )
            .with_hint("a rule that expands into a use of itself needs a rule that ends it"));
        }
        Ok(())
    }

    /// What was found wrong, in the order of the source; the passes find it in another.
    pub(crate) fn sorted_diagnostics(&mut self) -> Vec<Diagnostic> {
        let mut diagnostics = std::mem::take(&mut self.diagnostics);
        diagnostics.sort_by_key(|diagnostic| (diagnostic.span.source, diagnostic.span.start));
        diagnostics
    }

    /// Whether an error was found; warnings do not count.
    pub(crate) fn has_failed(&self) -> bool {
        let mut diagnostics = self.diagnostics.iter();
        diagnostics.any(|diagnostic| diagnostic.severity == Severity::Error)
    }

    /// Whether the macros of this top-level form did more than they may.
    pub(crate) fn out_of_work(&self) -> bool {
        self.work > self.work_max
    }

    pub(crate) fn list(
        &mut self,
        items: Vec<Syntax>,
        tail: Option<Syntax>,
        span: Span,
    ) -> Outcome<Syntax> {
        Syntax::list(items, tail, span, &mut self.session.scopes)
    }

    /// The items of a use of `form`, with its keyword.
    pub(crate) fn proper(&mut self, form: CoreForm, syntax: &Syntax) -> Outcome<Vec<Syntax>> {
        syntax
            .items(&mut self.session.scopes)
            .filter(|items| !items.is_empty())
            .ok_or_else(|| core_forms_error(form, syntax.span, "this is not a proper list"))
    }

    pub(crate) fn parts(&mut self, syntax: &Syntax) -> Outcome<Parts> {
        syntax
            .parts(&mut self.session.scopes)
            .ok_or_else(|| Diagnostic::error(syntax.span, "expected a list", "not a list"))
    }
}

/// What to say of a program that contains itself.
pub(crate) fn circular(span: Span) -> Diagnostic {
    Diagnostic::error(
        span,
        "a program cannot contain itself",
        "a reference in here refers to all of it",
    )
    .with_hint("only literals can be circular: write a quote before the label")
}
