;;; The whole language of the Termite paper in one import: the base language
;;; without what changes objects or variables, the exceptions of the paper (a
;;; handler that returns resumes at the raise), processes and nodes.

(define-library (termite)
  (import
    (mound syntax)
    (except (mound base) error raise)
    (termite exceptions) (termite process))
  (export
    ;; forms
    _ ... => else and begin case cond cond-expand define define-record-type
    define-syntax define-values do guard if include include-ci lambda let
    let* let*-values let-syntax let-values letrec letrec* letrec-syntax or
    parameterize quasiquote quote syntax-error syntax-rules unless unquote
    unquote-splicing when assert case-lambda delay delay-force named-lambda
    ;; procedures of R7RS, and some more
    * + - / < <= = > >= abs acos append apply asin assoc assq assv atan
    binary-port? boolean=? boolean? bytevector bytevector-append
    bytevector-copy bytevector-length bytevector-u8-ref bytevector? caaaar
    caaadr caaar caadar caaddr caadr caar cadaar cadadr cadar caddar cadddr
    caddr cadr call-with-current-continuation call-with-output-string
    call-with-port call-with-values call/cc car cdaaar cdaadr cdaar cdadar
    cdaddr cdadr cdar cddaar cddadr cddar cdddar cddddr cdddr cddr cdr
    ceiling char->integer char-alphabetic? char-ci<=? char-ci<? char-ci=?
    char-ci>=? char-ci>? char-downcase char-foldcase char-lower-case?
    char-numeric? char-ready? char-upcase char-upper-case? char-whitespace?
    char<=? char<? char=? char>=? char>? char? close-input-port
    close-output-port close-port command-line complex? condition-kind
    condition-payload condition-trace condition-who condition? cons cos
    current-error-port current-input-port current-jiffy current-output-port
    current-second denominator digit-value display display-condition
    dynamic-wind emergency-exit eof-object eof-object? eq? equal? eqv? error
    error-object-irritants error-object-message error-object? even? exact
    exact->inexact exact-integer-sqrt exact-integer? exact? exit exp expt
    features file-error? finite? floor floor-quotient floor-remainder floor/
    flush-output-port for-each force gcd get-environment-variable
    get-environment-variables get-output-bytevector get-output-string
    inexact inexact->exact inexact? infinite? input-port-open? input-port?
    integer->char integer? jiffies-per-second lcm length list list->string
    list->vector list-copy list-ref list-tail list? log make-bytevector
    make-list make-parameter make-promise make-string make-vector map max
    member memq memv min modulo nan? negative? newline not null?
    number->string number? numerator odd? open-input-bytevector
    open-input-string open-output-bytevector open-output-string
    output-port-open? output-port? pair? peek-char peek-u8 port? positive?
    print procedure? promise? quotient raise raise-continuable random-integer
    random-real rational? rationalize read read-bytevector read-char
    read-error? read-line read-string read-u8 real? remainder reverse round
    sin sqrt square string string->list string->number string->symbol
    string->utf8 string->vector string-append string-ci<=? string-ci<?
    string-ci=? string-ci>=? string-ci>? string-copy string-downcase
    string-foldcase string-for-each string-join string-length string-map
    string-ref string-search string-split string-upcase string<=? string<?
    string=? string>=? string>? string? substring symbol->string symbol=?
    symbol? tan textual-port? truncate truncate-quotient truncate-remainder
    truncate/ u8-ready? utf8->string values vector vector->list
    vector->string vector-append vector-copy vector-for-each vector-length
    vector-map vector-ref vector? void with-exception-handler write
    write-bytevector write-char write-shared write-simple write-string
    write-u8 zero?
    ;; processes and nodes
    ! !? ? ?? make-tag match recv tag? alive? default-limits
    default-limits-set! halt! limits: links: name: pid? priority:
    process-info process-limits process-limits-set! process-list process-name
    process-priority-set! self shutdown! spawn spawn-input-port spawn-link
    spawn-linked-to
    spawn-output-port terminate! timeout: wait-for catch demonitor full-link
    inbound-link make-termite-exception monitor outbound-link
    termite-exception-object termite-exception-origin
    termite-exception-reason termite-exception? unlink
    with-exception-catcher current-node make-node migrate migrate-task
    migrate/proxy node-host node-init node-port node1 node2 node? on
    pid-node ping publish-service remote-service remote-spawn
    remote-spawn-link resolve-service unpublish-service))
