;;; Equivalence, booleans, symbols and the objects without a written form.

;;> (eq? a b): whether they are the same object. R7RS 6.1.
;;> Example: (eq? 'a 'a) => #t
(define (eq? a b) (%primitive eq? a b))

;; Whether eq? decides what eqv? says: all but numbers that are objects.
(define-syntax %same-is-eqv?
  (syntax-rules ()
    ((_ object)
     (if (%primitive number? object) (%primitive fixnum? object) #t))))

;; Whether eq? decides what equal? says.
(define-syntax %same-is-equal?
  (syntax-rules ()
    ((_ object)
     (or (%primitive symbol? object) (%primitive fixnum? object)
         (%primitive char? object) (%primitive null? object)))))

;;> (eqv? a b): like eq?, and numbers by value and exactness. R7RS 6.1.
;;> Example: (eqv? 100000000000000000000 100000000000000000000) => #t
(define (eqv? a b)
  (if (%primitive eq? a b) #t (%primitive eqv? a b)))

;;> (equal? a b): whether they have the same structure; ends also for circular
;;> data. R7RS 6.1.
;;> Example: (equal? '(1 (2 #(3))) (list 1 (list 2 (vector 3)))) => #t
(define (equal? a b)
  (cond ((%primitive eq? a b) #t)
        ((%same-is-equal? a) #f)
        (else (%or-in-steps (equal? a b) (%equal-in-steps? a b)))))

;;> (not object): #t for #f, else #f. R7RS 6.3.
;;> Example: (not 3) => #f
(define (not object) (%primitive not object))

;;> (boolean? object): whether it is #t or #f. R7RS 6.3.
;;> Example: (boolean? #f) => #t
(define (boolean? object) (%primitive boolean? object))

;;> (boolean=? a b c ...): whether all are the same boolean. Raises type. R7RS
;;> 6.3.
;;> Example: (boolean=? #t #t) => #t
(define (boolean=? a b . rest)
  (%all-same? boolean? "a boolean" 'boolean=? a (%primitive cons b rest)))

(define (%all-same? test expected who first rest)
  (if (not (test first)) (%type-error who expected first))
  (let loop ((rest rest) (same #t))
    (cond ((%primitive null? rest) same)
          ((not (test (%primitive car rest)))
           (%type-error who expected (%primitive car rest)))
          (else (loop (%primitive cdr rest)
                      (if (%primitive eq? first (%primitive car rest))
                          same
                          #f))))))

;;> (symbol? object): whether it is a symbol. R7RS 6.5.
;;> Example: (symbol? 'a) => #t
(define (symbol? object) (%primitive symbol? object))

;;> (symbol=? a b c ...): whether all are the same symbol. Raises type. R7RS
;;> 6.5.
;;> Example: (symbol=? 'a 'a 'b) => #f
(define (symbol=? a b . rest)
  (%all-same? symbol? "a symbol" 'symbol=? a (%primitive cons b rest)))

;;> (symbol->string symbol): its name, a string that cannot be changed. R7RS
;;> 6.5.
;;> Example: (symbol->string 'abc) => "abc"
(define (symbol->string symbol) (%primitive symbol->string symbol))

;;> (string->symbol string): the symbol of that name. R7RS 6.5.
;;> Example: (string->symbol "abc") => abc
(define (string->symbol string) (%primitive string->symbol string))

;;> (symbol<? a b): whether the name of a comes before that of b.
;;> Example: (symbol<? 'a 'b) => #t
(define (symbol<? a b)
  (%primitive < (%string-compare (%primitive symbol->string a)
                                 (%primitive symbol->string b))
              0))

;;> (generate-symbol): a symbol with a name not used before on any node.
;;> Example: (eq? (generate-symbol) (generate-symbol)) => #f
(define (generate-symbol) (%primitive %generate-symbol))

;;> (eof-object): what input procedures return at the end. R7RS 6.13.2.
;;> Example: (eof-object? (eof-object)) => #t
(define (eof-object) (%immediate eof))

;;> (eof-object? object): whether it is the end-of-file object. R7RS 6.13.2.
;;> Example: (eof-object? 'eof) => #f
(define (eof-object? object) (%primitive eof-object? object))

;;> (default-object? object): whether it stands for an argument not given.
;;> Example: (default-object? #f) => #f
(define (default-object? object) (%primitive absent? object))
