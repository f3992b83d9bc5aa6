//! The core forms: their names, their grammar for messages, and the library
//! `(mound syntax)` that exports all of them.

use crate::interface::{Export, LibraryInterface, LibraryName};
use mound_base::Symbol;
use std::collections::BTreeMap;
use std::rc::Rc;

macro_rules! core_forms {
    ($($form:ident $name:literal $grammar:literal;)*) => {
        /// A form whose meaning the expander knows.
        #[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
        pub enum CoreForm { $($form,)* }

        impl CoreForm {
            pub const ALL: &'static [CoreForm] = &[$(CoreForm::$form,)*];

            pub fn name(self) -> &'static str {
                match self { $(CoreForm::$form => $name,)* }
            }

            /// What has to follow the name.
            pub fn grammar(self) -> &'static str {
                match self { $(CoreForm::$form => $grammar,)* }
            }
        }
    };
}

core_forms! {
    Quote "quote" "one datum";
    Quasiquote "quasiquote" "one template";
    Unquote "unquote" "one expression, inside a quasiquote";
    UnquoteSplicing "unquote-splicing" "one expression, inside a list of a quasiquote";
    Lambda "lambda" "(name ...) or (name ... . rest) or rest, and a body";
    CaseLambda "case-lambda" "clauses (formals body ...)";
    NamedLambda "named-lambda" "(name formal ...) and a body";
    If "if" "a test, a consequent and optionally an alternative";
    Set "set!" "a variable and an expression";
    Begin "begin" "at least one expression";
    Define "define" "a name and an expression, or (name formal ...) and a body";
    DefineValues "define-values" "formals and an expression";
    DefineRecordType "define-record-type" "a name, (constructor field ...), a predicate, and fields (field accessor [modifier])";
    DefineSyntax "define-syntax" "a name and a transformer: a `syntax-rules` form or the like";
    LetSyntax "let-syntax" "((name transformer) ...) and a body";
    LetrecSyntax "letrec-syntax" "((name transformer) ...) and a body";
    SyntaxRules "syntax-rules" "(literal ...) and rules (pattern template)";
    SyntaxError "syntax-error" "a message string and any forms";
    Let "let" "((name value) ...) and a body, with an optional name before them";
    LetStar "let*" "((name value) ...) and a body";
    Letrec "letrec" "((name value) ...) and a body";
    LetrecStar "letrec*" "((name value) ...) and a body";
    LetValues "let-values" "((formals expression) ...) and a body";
    LetStarValues "let*-values" "((formals expression) ...) and a body";
    Do "do" "((name first [next]) ...) and (test result ...)";
    Cond "cond" "clauses (test expression ...), (test => receiver) or (else expression ...)";
    Case "case" "a key and clauses ((datum ...) expression ...) or (else expression ...)";
    And "and" "any number of expressions";
    Or "or" "any number of expressions";
    When "when" "a test and at least one expression";
    Unless "unless" "a test and at least one expression";
    Parameterize "parameterize" "((parameter value) ...) and a body";
    Guard "guard" "(name clause ...) with clauses like those of `cond`, and a body";
    Delay "delay" "one expression";
    DelayForce "delay-force" "one expression";
    ConsStream "cons-stream" "two expressions";
    Assert "assert" "an expression and any number of irritants";
    CondExpand "cond-expand" "clauses (requirement form ...) or (else form ...)";
    Include "include" "names of files, as strings";
    IncludeCi "include-ci" "names of files, as strings";
    Import "import" "import sets, at the top level";
    DefineLibrary "define-library" "a library name and declarations, at the top level";
    Primitive "%primitive" "the name of a primitive and its operands";
    Immediate "%immediate" "`eof` or `absent`";
    RecordType "%record-type" "a name and (field ...)";
    DefineForSyntax "define-for-syntax" "a name and an expression, or (name formal ...) and a body";
    BeginForSyntax "begin-for-syntax" "definitions";
    SyntaxCase "syntax-case" "an expression, (literal ...) and clauses (pattern [fender] output)";
    Syntax "syntax" "one template";
    Quasisyntax "quasisyntax" "one template";
    Unsyntax "unsyntax" "expressions, inside a quasisyntax";
    UnsyntaxSplicing "unsyntax-splicing" "expressions, inside a list of a quasisyntax";
    Else "else" "nothing: it is used inside `cond`, `case`, `guard` and `cond-expand`";
    Arrow "=>" "nothing: it is used inside `cond`, `case` and `guard`";
    Ellipsis "..." "nothing: it is used inside `syntax-rules`";
    Underscore "_" "nothing: it is used inside `syntax-rules`";
}

/// How forms are written whose parts are hard to tell from the grammar.
const EXAMPLES: [(&[CoreForm], &str); 9] = [
    (
        &[CoreForm::Unquote, CoreForm::UnquoteSplicing],
        "parts are separated by spaces, and a comma stands in a quasiquotation: `(1 ,x)",
    ),
    (
        &[CoreForm::DefineValues],
        "(define-values (a b) (values 1 2)) defines two variables",
    ),
    (
        &[CoreForm::DefineRecordType],
        "a record type is (define-record-type point (make-point x y) point? (x point-x) (y point-y))",
    ),
    (
        &[CoreForm::DefineSyntax],
        "a macro is (define-syntax name (syntax-rules () ((_ pattern ...) template)))",
    ),
    (
        &[CoreForm::LetValues, CoreForm::LetStarValues],
        "several values get names by (let-values (((a b) expression)) body ...)",
    ),
    (
        &[CoreForm::Do],
        "as in (do ((i 0 (+ i 1))) ((= i 3) result) body ...)",
    ),
    (
        &[CoreForm::Guard],
        "as in (guard (e (#t handler ...)) body ...), where e is what was raised",
    ),
    (
        &[CoreForm::Parameterize],
        "as in (parameterize ((parameter value)) body ...)",
    ),
    (
        &[CoreForm::CaseLambda],
        "as in (case-lambda ((x) body ...) ((x y) body ...))",
    ),
];

impl CoreForm {
    /// How the form is written, if its parts are hard to tell from the grammar.
    pub(crate) fn example(self) -> Option<&'static str> {
        let mut examples = EXAMPLES.iter();
        examples
            .find(|(forms, _)| forms.contains(&self))
            .map(|(_, example)| *example)
    }
}

impl CoreForm {
    pub fn from_name(name: &str) -> Option<CoreForm> {
        CoreForm::ALL
            .iter()
            .copied()
            .find(|form| form.name() == name)
    }

    /// Auxiliary keywords mean something only inside another form, and mean it
    /// also where no library was imported that exports them.
    pub(crate) fn is_auxiliary(self) -> bool {
        matches!(
            self,
            CoreForm::Else
                | CoreForm::Arrow
                | CoreForm::Ellipsis
                | CoreForm::Underscore
                | CoreForm::Unquote
                | CoreForm::UnquoteSplicing
                | CoreForm::Unsyntax
                | CoreForm::UnsyntaxSplicing
        )
    }

    /// Whether it may stand only where a body or the top level begins.
    pub(crate) fn is_definition(self) -> bool {
        matches!(
            self,
            CoreForm::Define
                | CoreForm::DefineValues
                | CoreForm::DefineRecordType
                | CoreForm::DefineSyntax
                | CoreForm::DefineForSyntax
                | CoreForm::BeginForSyntax
                | CoreForm::Import
                | CoreForm::DefineLibrary
        )
    }
}

/// `(mound syntax)`: every core form. It has no unit, so its hash is all zero.
pub fn syntax_library() -> Rc<LibraryInterface> {
    let exports: BTreeMap<Symbol, Export> = CoreForm::ALL
        .iter()
        .map(|&form| (Symbol::intern(form.name()), Export::Form(form)))
        .collect();
    Rc::new(LibraryInterface {
        name: LibraryName::new(["mound", "syntax"]),
        hash: [0; 32],
        exports,
    })
}
