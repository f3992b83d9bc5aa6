;;; What all other libraries stand on: the procedures of R7RS and a few more,
;;; defined over the primitives of the machine.
;;;
;;; Names that begin with % are for the libraries of Mound, the expander and
;;; the machine, which calls %signal and %rewind-and-throw.

(define-library (mound base)
  (import (mound syntax))
  (export
    ;; control
    %call-with-escape %call-with-values %rewind-and-throw %unwind-all apply
    call-with-current-continuation call-with-values call/cc dynamic-wind
    procedure? values void
    ;; conditions
    %assertion-failed %bad-match %ended-condition %error-of-kind %guard
    %guard-else %note-origin %raise-again %raise-outcome %require-callback
    %require-procedure %signal %traced-outcome %type-error
    condition-kind
    condition-payload condition-trace condition-who condition?
    display-condition error error-object-irritants error-object-message
    error-object? file-error? raise raise-continuable read-error?
    with-exception-catcher with-exception-handler
    ;; parameters and promises
    %delay %delay-force %eval-object %with-eval-objects
    %with-parameters force make-parameter make-promise promise?
    ;; equivalence, booleans, symbols
    %alike-in-steps? boolean=? boolean? default-object? eof-object
    eof-object? eq? equal? eqv?
    generate-symbol not string->symbol symbol->string symbol<? symbol=?
    symbol?
    ;; numbers
    * + - / < <= = > >= abs acos asin atan ceiling complex? cos denominator
    even? exact exact->inexact exact-integer-sqrt exact-integer?
    exact-rational? exact? exp expt finite? fixnum? flonum? floor
    floor-quotient floor-remainder floor/ gcd inexact inexact->exact inexact?
    infinite? integer? lcm log max min modulo nan? negative? number->string
    number? numerator odd? positive? quotient random-integer random-real
    rational? rationalize real? remainder round sin sqrt square string->number
    tan truncate truncate-quotient truncate-remainder truncate/ zero?
    ;; lists
    %append %at-end %at-most %behind %end? %list->vector %require-end-of
    %require-last %string-search
    %require-list %require-size %reverse-onto %take-apart %turn %walk append
    append-reverse assoc assq assv caaaar caaadr caaar caadar caaddr caadr caar
    cadaar cadadr cadar caddar cadddr caddr cadr car cdaaar cdaadr cdaar cdadar
    cdaddr cdadr cdar cddaar cddadr cddar cdddar cddddr cdddr cddr cdr cons
    for-each length list list-copy list-ref list-set! list-tail list? make-list
    map member memq memv null? pair? reverse set-car! set-cdr!
    ;; characters and strings
    char->integer char-alphabetic? char-ci<=? char-ci<? char-ci=? char-ci>=?
    char-ci>? char-downcase char-foldcase char-lower-case? char-numeric?
    char-upcase char-upper-case? char-whitespace? char<=? char<? char=?
    char>=? char>? char? digit-value integer->char list->string make-string
    string string->list string->utf8 string->vector string-append string-ci<=?
    string-ci<? string-ci=? string-ci>=? string-ci>? string-copy string-copy!
    string-downcase string-fill! string-foldcase string-for-each string-join
    string-length string-map string-ref string-search string-set! string-split
    string-upcase string<=? string<? string=? string>=? string>? string?
    substring utf8->string
    ;; vectors and bytevectors
    bytevector bytevector-append bytevector-copy bytevector-copy!
    bytevector-fill! bytevector-length bytevector-u8-ref bytevector-u8-set!
    bytevector? list->vector make-bytevector make-vector vector vector->list
    vector->string vector-append vector-copy vector-copy! vector-fill!
    vector-for-each vector-length vector-map vector-ref vector-set! vector?
    ;; hash tables
    alist->hash-table hash hash-table->alist hash-table-clear!
    hash-table-contains? hash-table-copy hash-table-count hash-table-delete!
    hash-table-fold hash-table-keys hash-table-ref hash-table-ref/default
    hash-table-set! hash-table-update! hash-table-update!/default
    hash-table-values hash-table-walk hash-table? make-hash-table string-hash
    ;; ports and printing
    %print-in-steps %printed-labels %at-port %at-port-process %make-port
    %lent-console %port-content %port-kind %port-name %process-port? %read-bytes
    %read-characters
    %spawn-port binary-port? call-with-output-string call-with-port
    char-ready? close-input-port close-output-port close-port current-error-port
    current-input-port current-output-port display flush-output-port
    get-output-bytevector get-output-string input-port-open? input-port?
    newline open-input-bytevector open-input-string open-output-bytevector
    open-output-string output-port-open? output-port? peek-char peek-u8 port?
    print read read-bytevector read-bytevector! read-char read-error read-line
    read-string read-u8 textual-port? u8-ready? write write-bytevector
    write-char write-shared write-simple write-string write-u8
    ;; the world
    command-line current-jiffy current-second emergency-exit exit features
    get-environment-variable get-environment-variables jiffies-per-second)
  (include "base/steps.scm" "base/strings-in-steps.scm"
           "base/tables-in-steps.scm" "base/equality-in-steps.scm"
           "base/printing-in-steps.scm"
           "base/control.scm" "base/conditions.scm" "base/parameters.scm"
           "base/equivalence.scm" "base/numbers.scm" "base/rounding.scm"
           "base/pairs.scm" "base/walks.scm" "base/lists.scm"
           "base/characters.scm" "base/strings.scm" "base/string-order.scm"
           "base/vectors.scm" "base/bytevectors.scm" "base/hash-tables.scm"
           "base/ports.scm" "base/port-process.scm" "base/input.scm"
           "base/output.scm" "base/world.scm"))
