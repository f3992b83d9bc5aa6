//! Programs and the forms of a REPL.

use crate::binding::{Binding, Transformer};
use crate::core::Program;
use crate::expander::{Expander, Session, UnitKind};
use crate::interface::{LibraryName, LibraryProvider};
use crate::library::is_library;
use crate::syntax::Syntax;
use mound_base::{Diagnostic, Severity, SourceId, Span, SymbolRef};
use mound_syntax::Datum;
use std::collections::HashSet;

/// A top level that lives on from form to form: imports, macros and the names that
/// were defined. A program has one of its own; a REPL keeps one.
#[derive(Debug)]
pub struct Environment {
    session: Session,
}

impl Default for Environment {
    fn default() -> Environment {
        Environment {
            session: Session::new(),
        }
    }
}

/// A program, or one form of a REPL, ready to compile.
#[derive(Clone, Debug)]
pub struct ExpandedProgram {
    pub program: Program,
    pub warnings: Vec<Diagnostic>,
    /// References to names in the program that its text has not.
    pub symbols: Vec<SymbolRef>,
}

impl Environment {
    /// Imports whole libraries, as if by an `import` form.
    pub fn import(
        &mut self,
        libraries: &[LibraryName],
        provider: &mut dyn LibraryProvider,
    ) -> Result<(), Diagnostic> {
        let mut expander = expander(provider, self, crate::Options::default());
        libraries
            .iter()
            .try_for_each(|library| expander.import(&library_datum(library)))
    }

    /// Gives names that were imported the meaning that their libraries give them now, unless they mean
    /// something else since. Gives those that are no longer exported, which stay as they are.
    pub fn import_again(
        &mut self,
        provider: &mut dyn LibraryProvider,
    ) -> Result<Vec<mound_base::Symbol>, Diagnostic> {
        expander(provider, self, crate::Options::default()).import_again()
    }

    /// Makes a name known that was defined in the interactive environment by other means.
    pub fn define(&mut self, name: mound_base::Symbol) {
        let scopes = self.session.base;
        self.session.table.bind(
            crate::syntax::Identifier { name, scopes },
            Binding::Global(name),
            &self.session.scopes,
        );
    }

    /// The names that are bound at the top level, for completion.
    pub fn names(&self) -> Vec<mound_base::Symbol> {
        let session = &self.session;
        session.table.visible(session.base, &session.scopes)
    }

    /// Whether a definition that stays names places of the source.
    pub fn holds(&self, source: SourceId) -> bool {
        self.session.kept.holds(source)
    }

    /// Sources that [`Environment::take_released`] would give.
    pub fn released(&self) -> &[SourceId] {
        self.session.kept.released()
    }

    /// Forgets what the last form has defined, which was all of this source.
    pub fn forget(&mut self, source: SourceId) {
        self.session.forget(source);
    }

    /// Sources that definitions named which have been replaced.
    pub fn take_released(&mut self) -> Vec<SourceId> {
        self.session.kept.take_released()
    }

    /// The hashes of the libraries whose variables and macros have names here.
    pub fn mentioned(&self) -> HashSet<[u8; 32]> {
        let hash = |binding: &Binding| match binding {
            Binding::Imported(variable) => Some(variable.hash),
            Binding::Macro(Transformer::Imported(reference)) => Some(reference.table.hash),
            Binding::Macro(Transformer::Own(_))
            | Binding::Form(_)
            | Binding::Local(_)
            | Binding::Global(_)
            | Binding::ForSyntax(_)
            | Binding::Pattern { .. } => None,
        };
        self.session.table.bindings().filter_map(hash).collect()
    }

    /// Whether anything was imported.
    pub fn has_imports(&self) -> bool {
        !self.session.imported.is_empty()
    }
}

/// Parts a file into the libraries it defines and its own forms. The caller expands
/// and registers the libraries first, so that the program can import them.
pub fn split_libraries(data: Vec<Datum>) -> (Vec<Datum>, Vec<Datum>) {
    data.into_iter().partition(is_library)
}

/// Whether the program says itself what it imports.
pub fn begins_with_import(data: &[Datum]) -> bool {
    let first = data.iter().find(|datum| !is_library(datum));
    matches!(first.and_then(Datum::as_list), Some([head, ..]) if head.is_symbol("import"))
}

/// Expands the forms of a program (without its libraries) or one form of a REPL in
/// an environment. On error the environment keeps what the forms defined before.
pub fn expand_program(
    data: &[Datum],
    provider: &mut dyn LibraryProvider,
    environment: &mut Environment,
    options: crate::Options,
) -> Result<ExpandedProgram, Vec<Diagnostic>> {
    let mark = environment.session.scopes.mark();
    let first_helper = environment.session.next_helper;
    let kept = &mut environment.session.kept;
    kept.begin(first_helper);
    let symbol_count = kept.symbol_count();
    let mut expander = expander(provider, environment, options);
    let base = expander.session.base;
    for datum in data.iter().filter(|datum| is_library(datum)) {
        expander.diagnostics.push(Diagnostic::error(
            datum.span,
            "a library cannot be defined here",
            "`define-library` stands alone, outside of other forms",
        ));
    }
    let forms = data.iter().map(|datum| Syntax::new(datum, base));
    expander.top_level(forms.collect());
    let failed = |diagnostic: &Diagnostic| diagnostic.severity == Severity::Error;
    if !expander.diagnostics.iter().any(failed) {
        expander.report_unbound();
    }
    let mut diagnostics = expander.sorted_diagnostics();
    let program = expander.into_program(Vec::new());
    if !diagnostics.iter().any(failed) {
        diagnostics.extend(crate::check::defect(&program));
    }
    environment.session.forget_unreachable(mark);
    if diagnostics.iter().any(failed) {
        return Err(diagnostics);
    }
    Ok(ExpandedProgram {
        program,
        warnings: diagnostics,
        symbols: environment.session.kept.symbols_since(symbol_count),
    })
}

fn expander<'a>(
    provider: &'a mut dyn LibraryProvider,
    environment: &'a mut Environment,
    options: crate::Options,
) -> Expander<'a> {
    let session = &mut environment.session;
    Expander::new(provider, session, options, UnitKind::Program, String::new())
}

fn library_datum(library: &LibraryName) -> Datum {
    let parts = library.parts.iter();
    let items: Vec<Datum> = parts
        .map(|part| match part.parse::<u32>() {
            Ok(number) => Datum::number(Span::NONE, mound_numbers::Number::Integer(number.into())),
            Err(_) => Datum::symbol(Span::NONE, mound_base::Symbol::intern(part)),
        })
        .collect();
    Datum::list(Span::NONE, items)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::interface::LibraryInterface;
    use crate::print::program_text;
    use crate::scope::Mark;
    use mound_base::Symbol;
    use std::rc::Rc;

    /// There is nothing but the syntax, which is not asked for.
    struct Nothing;

    impl LibraryProvider for Nothing {
        fn interface(
            &mut self,
            name: &LibraryName,
            span: Span,
        ) -> Result<Rc<LibraryInterface>, Diagnostic> {
            Err(Diagnostic::error(span, format!("no library {name}"), ""))
        }

        fn exists(&mut self, _: &LibraryName, _: Span) -> bool {
            false
        }

        fn include(
            &mut self,
            _: SourceId,
            path: &str,
            _: bool,
            span: Span,
        ) -> Result<Vec<Datum>, Diagnostic> {
            Err(Diagnostic::error(span, format!("no file {path}"), ""))
        }

        fn features(&self) -> Vec<Symbol> {
            Vec::new()
        }
    }

    /// A top level where each form is a source of its own, as at a prompt.
    struct Prompt {
        environment: Environment,
        sources: mound_base::SourceMap,
    }

    impl Prompt {
        fn new() -> Prompt {
            let mut environment = Environment::default();
            let syntax = [LibraryName::new(["mound", "syntax"])];
            environment.import(&syntax, &mut Nothing).expect("imports");
            Prompt {
                environment,
                sources: mound_base::SourceMap::default(),
            }
        }

        fn expand(&mut self, text: &str) -> String {
            let source = self.sources.add("typed", text);
            let data = mound_syntax::read_all(source, text).expect("reads");
            let options = crate::Options::default();
            let expanded = expand_program(&data, &mut Nothing, &mut self.environment, options);
            match expanded {
                Ok(expanded) => program_text(&expanded.program),
                Err(errors) => errors[0].headline.clone(),
            }
        }

        fn scopes(&self) -> Mark {
            self.environment.session.scopes.mark()
        }
    }

    /// Scopes are forgotten with the form in which they occur, unless a macro or what it defined has them.
    #[test]
    fn scopes_stay_only_with_what_has_them() {
        let mut prompt = Prompt::new();
        prompt.expand("(define (f x) (let ((y x)) (lambda (z) y)))");
        let at_first = prompt.scopes();
        let stays = [
            "(define (f x) (let ((y x)) (lambda (z) y)))",
            "(let loop ((x 1)) (if x (loop #f) 2))",
            "(lambda (x) (define-syntax m (syntax-rules () ((_) x))) (m))",
            "(let-syntax ((m (syntax-rules () ((_ a) (let ((b a)) b))))) (m 1))",
            "(lambda (x) (if))",
        ];
        for text in stays {
            prompt.expand(text);
            assert_eq!(prompt.scopes(), at_first, "{text}");
        }
        let text = prompt.expand("(define-syntax m (syntax-rules () ((_ a) (let ((b a)) b))))");
        assert_eq!(text, "");
        let with_macro = prompt.scopes();
        assert_ne!(with_macro, at_first);
        // That a form before had some says nothing of those after it.
        for text in stays {
            prompt.expand(text);
            assert_eq!(prompt.scopes(), with_macro, "{text}");
        }
        assert_eq!(prompt.expand("(m 1)"), "(let ((b.0 1)) b.0)\n");
        prompt.expand(
            "(define-syntax d (syntax-rules () ((_ name) (define (name x) (let ((y x)) y)))))",
        );
        let before = prompt.scopes();
        prompt.expand("(d g)");
        assert_ne!(prompt.scopes(), before, "what it defined has scopes");
    }
}
