;;; What transformers are called with. The expander writes (%run-transformer
;;; procedure) around each, and runs it for each use of the macro, where the
;;; host answers two questions: what the form is, and whether two names mean
;;; the same.
;;;
;;; A name is a symbol. The mark ⌁ before it says that it was renamed; behind
;;; it, with a number, that it is a name of the form with the meanings of
;;; another place, of which the number tells.

;;> (define-for-syntax name expression), (define-for-syntax (name formal ...)
;;> body ...): defines a helper that transformers can use and the program
;;> cannot. Each use of a macro begins with helpers that are defined anew.
;;> Example: (let () (define-for-syntax (twice x) `(* 2 ,x)) (let-syntax ((double (er-macro-transformer (lambda (form rename compare) (twice (cadr form)))))) (double 21))) => 42

;;> (er-macro-transformer procedure): a transformer, for define-syntax,
;;> let-syntax and letrec-syntax. The procedure is called with each use of the
;;> macro as a form, a procedure `rename` and a predicate `compare`, and returns
;;> the form to take its place. `(rename symbol)` is a name that means what the
;;> symbol means where the macro was defined; symbols that the procedure
;;> introduces otherwise mean what they mean where it is used. `(compare name
;;> name)` tells whether two names mean the same there. The procedure runs
;;> while the program is compiled, within a bound of work, and without files,
;;> processes, clock or console. SRFI 211.
;;> Example: (let-syntax ((swap! (er-macro-transformer (lambda (form rename compare) (let ((a (cadr form)) (b (caddr form)) (tmp (rename 'tmp))) `(,(rename 'let) ((,tmp ,a)) (,(rename 'set!) ,a ,b) (,(rename 'set!) ,b ,tmp))))))) (let ((tmp 1) (other 2)) (swap! tmp other) (list tmp other))) => (2 1)

;;> (identifier? object): whether it is a name in a form. SRFI 211.
;;> Example: (identifier? 'x) => #t
(define (identifier? object) (symbol? object))

;;> (identifier->symbol name): the symbol of a name in a form, without what
;;> tells it from other names, for making new names of it. Raises type.
;;> Example: (identifier->symbol 'x) => x
(define (identifier->symbol name)
  (if (symbol? name)
      (let ((text (symbol->string name)))
        (let* ((start (%marks-end text 0))
               (end (%alias-start text start)))
          (if (and (= start 0) (= end (string-length text)))
              name
              (string->symbol (substring text start end)))))
      (%type-error 'identifier->symbol "a name" name)))

;;> (identifier-append part ...): a name that is spelled as the parts, which are
;;> names and strings, one after another; it means what the first of these names
;;> would mean where that stands if it were spelled so. Raises type.
;;> Example: (identifier-append 'make- "point") => make-point
(define (identifier-append . parts)
  (let* ((names (%select-names parts))
         (model (if (pair? names) (symbol->string (car names)) ""))
         (start (%marks-end model 0))
         (end (%alias-start model start)))
    (string->symbol
     (string-append
      (substring model 0 start)
      (apply string-append (map %spelling parts))
      (substring model end (string-length model))))))

(define (%select-names parts)
  (cond ((null? parts) '())
        ((symbol? (car parts)) (cons (car parts) (%select-names (cdr parts))))
        (else (%select-names (cdr parts)))))

(define (%spelling part)
  (cond ((string? part) part)
        ((symbol? part) (symbol->string (identifier->symbol part)))
        (else (%type-error 'identifier-append "a name or string" part))))

(define (%mark? character) (char=? character #\x2301))

;; The index after the marks that begin the text.
(define (%marks-end text index)
  (if (and (< index (string-length text)) (%mark? (string-ref text index)))
      (%marks-end text (+ index 1))
      index))

;; The index of the mark before the number that ends the text, or its length.
(define (%alias-start text start)
  (let ((length (string-length text)))
    (let loop ((index (- length 1)))
      (cond ((<= index start) length)
            ((char<=? #\0 (string-ref text index) #\9) (loop (- index 1)))
            ((and (%mark? (string-ref text index)) (< index (- length 1)))
             index)
            (else length)))))

(define (%rename name)
  (if (symbol? name)
      (string->symbol (string-append "\x2301;" (symbol->string name)))
      (%type-error 'rename "a symbol" name)))

(define (%same-name? one other)
  (or (eq? one other)
      (and (symbol? one)
           (symbol? other)
           (%primitive %operate 'same-name? (list one other) #f))))

(define (%run-transformer transformer)
  (if (procedure? transformer)
      (transformer (%primitive %operate 'macro-form '() #f)
                   %rename
                   %same-name?)
      (%type-error 'er-macro-transformer "a procedure" transformer)))
