" The forms of Mound, and macros of its libraries that read like forms.
syntax keyword schemeSyntax and assert begin begin-for-syntax case case-lambda cond
syntax keyword schemeSyntax cond-expand cons-stream define define-for-syntax
syntax keyword schemeSyntax define-library define-record-type define-syntax
syntax keyword schemeSyntax define-values delay delay-force do guard if import include
syntax keyword schemeSyntax include-ci lambda let let* let*-values let-syntax let-values
syntax keyword schemeSyntax letrec letrec* letrec-syntax named-lambda or parameterize
syntax keyword schemeSyntax quasiquote quasisyntax quote set! syntax syntax-case
syntax keyword schemeSyntax syntax-error syntax-rules unless unquote unquote-splicing
syntax keyword schemeSyntax unsyntax unsyntax-splicing when and-let* cut cute
syntax keyword schemeSyntax define-macro define-termite-type match rec receive recv
syntax match schemeDocumentation /;;>.*$/ containedin=schemeComment
highlight default link schemeDocumentation SpecialComment
