//! What the core forms mean, as `,doc if` shows it: how each is written, and what it does. The
//! libraries document the others.

/// A form: how it is written, and what it does.
pub struct Form {
    pub name: &'static str,
    pub usage: &'static str,
    pub meaning: &'static str,
}

const fn form(name: &'static str, usage: &'static str, meaning: &'static str) -> Form {
    Form {
        name,
        usage,
        meaning,
    }
}

/// The form of this name.
pub fn of(name: &str) -> Option<&'static Form> {
    FORMS.iter().find(|form| form.name == name)
}

pub static FORMS: &[Form] = &[
    form(
        "quote",
        "(quote datum) or 'datum",
        "The datum itself, which is not evaluated. R7RS 4.1.2.",
    ),
    form(
        "quasiquote",
        "`template",
        "The template as data, with the values of what stands behind , and ,@ in it. R7RS 4.2.8.",
    ),
    form(
        "unquote",
        ",expression",
        "Inside of a quasiquote: the value of the expression. R7RS 4.2.8.",
    ),
    form(
        "unquote-splicing",
        ",@expression",
        "Inside of a list of a quasiquote: the elements of the list that the expression returns. R7RS 4.2.8.",
    ),
    form(
        "lambda",
        "(lambda (argument ...) body ...)",
        "A procedure of these arguments that returns the value of the last expression of its body. (a b . rest) or a name alone takes any number more. R7RS 4.1.4.",
    ),
    form(
        "case-lambda",
        "(case-lambda ((argument ...) body ...) ...)",
        "A procedure that does what the first clause says which takes as many arguments as it is given. R7RS 4.2.9.",
    ),
    form(
        "named-lambda",
        "(named-lambda (name argument ...) body ...)",
        "A procedure that bears the name in reports.",
    ),
    form(
        "if",
        "(if test consequent [alternative])",
        "The value of the consequent if the test is true, else of the alternative. Only #f counts as false. R7RS 4.1.5.",
    ),
    form(
        "set!",
        "(set! name expression)",
        "Gives a variable that exists another value. R7RS 4.1.6.",
    ),
    form(
        "begin",
        "(begin expression ...)",
        "Evaluates the expressions in order; the value is that of the last. R7RS 4.2.3.",
    ),
    form(
        "define",
        "(define name expression) or (define (name argument ...) body ...)",
        "Defines a variable, or a procedure. R7RS 5.3.",
    ),
    form(
        "define-values",
        "(define-values (name ...) expression)",
        "Defines a variable for each value of the expression. R7RS 5.3.3.",
    ),
    form(
        "define-record-type",
        "(define-record-type name (constructor field ...) predicate (field accessor [modifier]) ...)",
        "Defines a type of records, and the procedures that make them, tell them apart, and read and change their fields. R7RS 5.5.",
    ),
    form(
        "define-syntax",
        "(define-syntax name (syntax-rules (literal ...) (pattern template) ...))",
        "Defines a macro. R7RS 5.4.",
    ),
    form(
        "let-syntax",
        "(let-syntax ((name transformer) ...) body ...)",
        "A body in which these macros are known. R7RS 4.3.1.",
    ),
    form(
        "letrec-syntax",
        "(letrec-syntax ((name transformer) ...) body ...)",
        "A body in which these macros are known, also to each other. R7RS 4.3.1.",
    ),
    form(
        "syntax-rules",
        "(syntax-rules (literal ...) (pattern template) ...)",
        "The transformer of a macro: a use that fits a pattern becomes its template. R7RS 4.3.2.",
    ),
    form(
        "syntax-error",
        "(syntax-error \"message\" form ...)",
        "Ends the compilation with the message. R7RS 4.3.3.",
    ),
    form(
        "let",
        "(let ((name value) ...) body ...) or (let name ((name value) ...) body ...)",
        "A body with local variables; with a name, also a procedure that begins the body again with other values: a loop. R7RS 4.2.2.",
    ),
    form(
        "let*",
        "(let* ((name value) ...) body ...)",
        "A body with local variables, each of which can be used in the values of those after it. R7RS 4.2.2.",
    ),
    form(
        "letrec",
        "(letrec ((name value) ...) body ...)",
        "A body with local variables that may use each other inside of procedures. R7RS 4.2.2.",
    ),
    form(
        "letrec*",
        "(letrec* ((name value) ...) body ...)",
        "The same, in order. R7RS 4.2.2.",
    ),
    form(
        "let-values",
        "(let-values (((name ...) expression) ...) body ...)",
        "A body with a local variable for each value of the expressions. R7RS 4.2.2.",
    ),
    form(
        "let*-values",
        "(let*-values (((name ...) expression) ...) body ...)",
        "The same, each of which can be used in the expressions after it. R7RS 4.2.2.",
    ),
    form(
        "do",
        "(do ((name first [next]) ...) (test result ...) body ...)",
        "A loop: until the test is true, evaluates the body and gives the variables their next values. R7RS 4.2.4.",
    ),
    form(
        "cond",
        "(cond (test expression ...) ... (else expression ...))",
        "The value of the first clause whose test is true. (test => procedure) calls the procedure with the value of the test. R7RS 4.2.1.",
    ),
    form(
        "case",
        "(case key ((datum ...) expression ...) ... (else expression ...))",
        "The value of the clause that has the value of the key among its data. R7RS 4.2.1.",
    ),
    form(
        "and",
        "(and expression ...)",
        "Evaluates the expressions until one is #f; the value of the last evaluated. R7RS 4.2.1.",
    ),
    form(
        "or",
        "(or expression ...)",
        "Evaluates the expressions until one is true; the value of the last evaluated. R7RS 4.2.1.",
    ),
    form(
        "when",
        "(when test expression ...)",
        "Evaluates the expressions if the test is true. R7RS 4.2.1.",
    ),
    form(
        "unless",
        "(unless test expression ...)",
        "Evaluates the expressions if the test is false. R7RS 4.2.1.",
    ),
    form(
        "parameterize",
        "(parameterize ((parameter value) ...) body ...)",
        "A body during which the parameters have these values. R7RS 4.2.6.",
    ),
    form(
        "guard",
        "(guard (name clause ...) body ...)",
        "A body; what is raised in it is bound to the name, and the clauses, those of `cond`, say what becomes of it. What fits none is raised again. R7RS 4.2.7.",
    ),
    form(
        "delay",
        "(delay expression)",
        "A promise: `force` evaluates the expression, once. R7RS 4.2.5.",
    ),
    form(
        "delay-force",
        "(delay-force expression)",
        "A promise of what the promise that the expression returns will have. R7RS 4.2.5.",
    ),
    form(
        "cons-stream",
        "(cons-stream first rest)",
        "A stream: a pair of the first element and a promise of the rest.",
    ),
    form(
        "assert",
        "(assert expression irritant ...)",
        "Raises a condition of kind assertion if the expression is false.",
    ),
    form(
        "cond-expand",
        "(cond-expand (requirement form ...) ... (else form ...))",
        "The forms of the first clause whose requirement this system meets: a feature, (library name), and, or, not. R7RS 4.2.1.",
    ),
    form(
        "include",
        "(include \"file\" ...)",
        "What is written in the files, as if it stood here. R7RS 4.1.7.",
    ),
    form(
        "include-ci",
        "(include-ci \"file\" ...)",
        "The same, without regard to upper and lower case. R7RS 4.1.7.",
    ),
    form(
        "import",
        "(import (library name) ...)",
        "Makes the names of libraries known; (only set name ...), (except set name ...), (prefix set name) and (rename set (old new) ...) choose. R7RS 5.2.",
    ),
    form(
        "define-library",
        "(define-library (name ...) (import set ...) (export name ...) (begin ...))",
        "Defines a library. R7RS 5.6.",
    ),
    form(
        "define-for-syntax",
        "(define-for-syntax (name argument ...) body ...)",
        "Defines a procedure for the transformers of macros.",
    ),
    form(
        "begin-for-syntax",
        "(begin-for-syntax definition ...)",
        "Definitions for the transformers of macros.",
    ),
    form(
        "syntax-case",
        "(syntax-case form (literal ...) (pattern [fender] output) ...)",
        "Takes a form apart by patterns, in a transformer. R6RS.",
    ),
    form(
        "syntax",
        "(syntax template) or #'template",
        "A piece of syntax made by the template. R6RS.",
    ),
    form(
        "quasisyntax",
        "#`template",
        "The same, with the values of what stands behind #, and #,@ in it. R6RS.",
    ),
    form(
        "unsyntax",
        "#,expression",
        "Inside of a quasisyntax: the value of the expression. R6RS.",
    ),
    form(
        "unsyntax-splicing",
        "#,@expression",
        "Inside of a list of a quasisyntax: the elements of the value. R6RS.",
    ),
    form(
        "else",
        "(else expression ...)",
        "The last clause of `cond`, `case`, `guard` and `cond-expand`. R7RS 4.2.1.",
    ),
    form(
        "=>",
        "(test => procedure)",
        "A clause that calls the procedure with the value of the test. R7RS 4.2.1.",
    ),
    form(
        "...",
        "pattern ...",
        "In rules of macros: any number of what the pattern before it fits. R7RS 4.3.2.",
    ),
    form("_", "_", "In patterns: anything. R7RS 4.3.2."),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_core_form_is_explained() {
        for form in mound_expand::CoreForm::ALL {
            let is_internal = form.name().starts_with('%');
            assert_eq!(of(form.name()).is_none(), is_internal, "{}", form.name());
        }
    }
}
