//! `define-library`: declarations, the body, and what the library exports.

use crate::core::{GlobalId, Node, Program, TopForm};
use crate::core_forms_error;
use crate::expander::{Expander, Outcome, Session, UnitKind};
use crate::export::Exporter;
use crate::form::CoreForm;
use crate::interface::{
    Export, LibraryInterface, LibraryName, LibraryProvider, MacroTable, Target,
};
use crate::suggest;
use crate::syntax::Syntax;
use mound_base::{Diagnostic, Severity, Span, Symbol};
use mound_syntax::Datum;
use std::collections::{BTreeMap, HashMap};
use std::rc::Rc;

/// A library ready to compile. Its interface needs the hash of the compiled unit.
#[derive(Clone, Debug)]
pub struct ExpandedLibrary {
    pub name: LibraryName,
    pub program: Program,
    pub exports: BTreeMap<Symbol, Target>,
    /// Without the hash.
    pub macros: MacroTable,
    /// What the library says stands in front of the names of its procedures where they are shown.
    pub namespace: Option<String>,
    pub warnings: Vec<Diagnostic>,
}

impl ExpandedLibrary {
    /// What importers need to know, once the unit is compiled.
    pub fn interface(&self, hash: [u8; 32]) -> LibraryInterface {
        let table = Rc::new(MacroTable {
            hash,
            ..self.macros.clone()
        });
        let exports = self.exports.iter();
        let exports: BTreeMap<Symbol, Export> = exports
            .map(|(name, target)| (*name, target.to_export(&table)))
            .collect();
        LibraryInterface {
            name: self.name.clone(),
            hash,
            exports,
        }
    }
}

const DECLARATIONS: [&str; 13] = [
    "begin",
    "cc-options",
    "cond-expand",
    "export",
    "import",
    "include",
    "include-ci",
    "include-library-declarations",
    "ld-options",
    "ld-options-prelude",
    "namespace",
    "pkg-config",
    "pkg-config-path",
];

/// An export declaration: what it is called inside and outside.
pub(crate) struct ExportSpec {
    pub(crate) internal: Symbol,
    pub(crate) external: Symbol,
    pub(crate) span: Span,
}

/// The declarations of a library, sorted by kind.
#[derive(Default)]
struct Declarations {
    exports: Vec<ExportSpec>,
    imports: Vec<Datum>,
    body: Vec<Datum>,
    namespace: Option<String>,
}

/// Whether the datum is a `define-library` form.
pub fn is_library(datum: &Datum) -> bool {
    matches!(datum.as_list(), Some([head, ..]) if head.is_symbol("define-library"))
}

/// The name of the library that a `define-library` form defines.
pub fn library_name(datum: &Datum) -> Result<LibraryName, Diagnostic> {
    let wrong = |span| core_forms_error(CoreForm::DefineLibrary, span, "the name is missing");
    match datum.as_list() {
        Some([head, name, ..]) if head.is_symbol("define-library") => {
            LibraryName::from_datum(name).ok_or_else(|| wrong(name.span))
        }
        _ => Err(wrong(datum.span)),
    }
}

/// Expands a `define-library` form.
pub fn expand_library(
    datum: &Datum,
    provider: &mut dyn LibraryProvider,
    options: crate::Options,
) -> Result<ExpandedLibrary, Vec<Diagnostic>> {
    let name = library_name(datum).map_err(|error| vec![error])?;
    let mut session = Session::new();
    let mut expander = Expander::new(
        provider,
        &mut session,
        options,
        UnitKind::Library,
        name.unit_name(),
    );
    let mut declarations = Declarations::default();
    let forms = datum.as_list().and_then(|items| items.get(2..));
    let declared = expander.declarations(forms.unwrap_or(&[]), &mut declarations);
    let imported = declared.and_then(|()| {
        let mut imports = declarations.imports.iter();
        imports.try_for_each(|set| expander.import(set))
    });
    imported.map_err(|error| vec![error])?;
    let base = expander.session.base;
    let body = declarations.body.iter();
    expander.top_level(body.map(|datum| Syntax::new(datum, base)).collect());
    if !expander.has_failed() {
        expander.report_unbound();
    }
    let expanded = expander.finish_library(name, &declarations.exports)?;
    Ok(ExpandedLibrary {
        namespace: declarations.namespace,
        ..expanded
    })
}

/// The strings of a declaration that has nothing else.
fn texts(rest: &[Datum]) -> Outcome<Vec<String>> {
    let text = |datum: &Datum| {
        let text = datum.as_string();
        text.map(str::to_owned)
            .ok_or_else(|| not_texts(datum, "expected a string"))
    };
    rest.iter().map(text).collect()
}

fn not_texts(datum: &Datum, label: &str) -> Diagnostic {
    Diagnostic::error(datum.span, "malformed library declaration", label)
}

impl Expander<'_> {
    fn declarations(&mut self, forms: &[Datum], into: &mut Declarations) -> Outcome<()> {
        for form in forms {
            self.enter(form.span)?;
            self.declaration(form, into)?;
            self.leave();
        }
        Ok(())
    }

    fn declaration(&mut self, form: &Datum, into: &mut Declarations) -> Outcome<()> {
        let wrong = || {
            let error = Diagnostic::error(
                form.span,
                "this is not a library declaration",
                "expected export, import, begin, include, include-ci, \
                 include-library-declarations or cond-expand",
            );
            let head = form.as_list().and_then(|items| items.first()?.as_symbol());
            match head {
                Some(head) if CoreForm::from_name(&head.text()).is_some() => {
                    error.with_hint("definitions and expressions stand inside (begin ...)")
                }
                Some(head) => suggest::hinted(error, head, DECLARATIONS.map(Symbol::intern)),
                None => error,
            }
        };
        let Some([head, rest @ ..]) = form.as_list() else {
            return Err(wrong());
        };
        let head = head.as_symbol().ok_or_else(wrong)?;
        match &*head.text() {
            "export" => {
                for spec in rest {
                    into.exports.push(export_spec(spec)?);
                }
            }
            "import" => into.imports.extend_from_slice(rest),
            "begin" => into.body.extend_from_slice(rest),
            "include" => self.include_all(CoreForm::Include, rest, &mut into.body)?,
            "include-ci" => self.include_all(CoreForm::IncludeCi, rest, &mut into.body)?,
            "include-library-declarations" => {
                let mut included = Vec::new();
                self.include_all(CoreForm::Include, rest, &mut included)?;
                self.declarations(&included, into)?;
            }
            "cond-expand" => self.conditional_declarations(rest, into)?,
            "namespace" => {
                let [text] = &texts(rest)?[..] else {
                    return Err(not_texts(
                        form,
                        "expected one string, as in (namespace \"X11#\")",
                    ));
                };
                if into.namespace.replace(text.clone()).is_some() {
                    return Err(not_texts(form, "a library has one namespace"));
                }
            }
            // For compilers to C; there is none here, but what is written for both is read.
            "cc-options" | "ld-options" | "ld-options-prelude" | "pkg-config"
            | "pkg-config-path" => {
                texts(rest)?;
            }
            _ => return Err(wrong()),
        }
        Ok(())
    }

    fn include_all(
        &mut self,
        form: CoreForm,
        paths: &[Datum],
        into: &mut Vec<Datum>,
    ) -> Outcome<()> {
        for path in paths {
            into.extend(self.included_data(form, path)?);
        }
        Ok(())
    }

    fn conditional_declarations(
        &mut self,
        clauses: &[Datum],
        into: &mut Declarations,
    ) -> Outcome<()> {
        for clause in clauses {
            let Some([requirement, forms @ ..]) = clause.as_list() else {
                let label = "this is not a clause";
                return Err(core_forms_error(CoreForm::CondExpand, clause.span, label));
            };
            if self.holds(requirement)? {
                return self.declarations(forms, into);
            }
        }
        Ok(())
    }

    fn finish_library(
        mut self,
        name: LibraryName,
        specs: &[ExportSpec],
    ) -> Result<ExpandedLibrary, Vec<Diagnostic>> {
        let mut exporter = Exporter::new(&mut self);
        for spec in specs {
            exporter.export(spec);
        }
        let (exports, run_time, macros) = exporter.finish();
        let failed = |diagnostic: &Diagnostic| diagnostic.severity == Severity::Error;
        if self.diagnostics.iter().any(failed) {
            return Err(self.sorted_diagnostics());
        }
        let warnings = self.sorted_diagnostics();
        let mut program = self.into_program(run_time);
        name_as_exported(&mut program);
        if let Some(defect) = crate::check::defect(&program) {
            return Err(vec![defect]);
        }
        Ok(ExpandedLibrary {
            name,
            program,
            exports,
            macros,
            namespace: None,
            warnings,
        })
    }

    pub(crate) fn into_program(self, exports: Vec<(Symbol, GlobalId)>) -> Program {
        Program {
            name: self.unit.name,
            imports: self.unit.imports,
            globals: self.unit.globals,
            variables: self.unit.variables,
            body: self.unit.body,
            exports,
        }
    }
}

/// A procedure that is exported, but not under the name that the library has for it, bears the
/// first name under which it is: programs know that one, so it stands in traces and complaints.
fn name_as_exported(program: &mut Program) {
    let mut names: HashMap<GlobalId, Vec<Symbol>> = HashMap::new();
    for &(name, global) in &program.exports {
        names.entry(global).or_default().push(name);
    }
    for form in &mut program.body {
        let TopForm::Define { global, value } = form else {
            continue;
        };
        let (Node::Lambda(lambda), Some(names)) = (&mut value.node, names.get(global)) else {
            continue;
        };
        let is_its_own = |name: &Symbol| Some(*name) == lambda.name;
        if !names.iter().any(is_its_own) {
            lambda.name = names.first().copied();
        }
    }
}

/// `name` or `(rename internal external)`.
fn export_spec(datum: &Datum) -> Outcome<ExportSpec> {
    let span = datum.span;
    if let Some(name) = datum.as_symbol() {
        return Ok(ExportSpec {
            internal: name,
            external: name,
            span,
        });
    }
    if let Some([head, internal, external]) = datum.as_list()
        && head.is_symbol("rename")
        && let (Some(internal), Some(external)) = (internal.as_symbol(), external.as_symbol())
    {
        return Ok(ExportSpec {
            internal,
            external,
            span,
        });
    }
    Err(Diagnostic::error(
        span,
        "malformed export",
        "expected a name or (rename internal external)",
    ))
}
