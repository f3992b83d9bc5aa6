;; Macros whose transformer is a procedure: er-macro-transformer.

(define-library (test control)
  (import (scheme base) (scheme cxr) (mound macro) (srfi 1))
  (export while aif my-or my-cond ticks primes-below define-getters automaton)
  (begin
    ;; `break` is meant to be seen by the body; all else is not.
    (define-syntax while
      (er-macro-transformer
       (lambda (form rename compare)
         (let ((loop (rename 'loop)))
           `(,(rename 'call/cc)
             (,(rename 'lambda) (break)
              (,(rename 'let) ,loop ()
               (,(rename 'if) ,(cadr form)
                (,(rename 'begin) ,@(cddr form) (,loop))))))))))

    (define-syntax aif
      (er-macro-transformer
       (lambda (form rename compare)
         `(,(rename 'let) ((it ,(cadr form)))
           (,(rename 'if) it ,(caddr form) ,(cadddr form))))))

    ;; A macro that uses itself and others.
    (define-syntax my-or
      (er-macro-transformer
       (lambda (form rename compare)
         (cond ((null? (cdr form)) #f)
               ((null? (cddr form)) (cadr form))
               (else
                (let ((t (rename 't)))
                  `(,(rename 'let) ((,t ,(cadr form)))
                    (,(rename 'if) ,t ,t (,(rename 'my-or) ,@(cddr form))))))))))

    (define-syntax my-cond
      (er-macro-transformer
       (lambda (form rename compare)
         (if (null? (cdr form))
             #f
             (let ((clause (cadr form)))
               (if (compare (car clause) (rename 'else))
                   (cons (rename 'begin) (cdr clause))
                   `(,(rename 'if) ,(car clause)
                     (,(rename 'begin) ,@(cdr clause))
                     (,(rename 'my-cond) ,@(cddr form)))))))))

    ;; A variable that only macros of the library mention.
    (define total 0)
    (define (tick!) (set! total (+ total 1)) total)
    (define-syntax ticks
      (er-macro-transformer
       (lambda (form rename compare)
         `(,(rename 'list) (,(rename 'tick!)) (,(rename 'tick!))))))

    ;; A table that is computed while the program is compiled.
    (define-for-syntax limit 100)
    (define-for-syntax (sieve candidates)
      (if (null? candidates)
          '()
          (let ((first (car candidates)))
            (cons first
                  (sieve (remove (lambda (n) (zero? (modulo n first)))
                                 (cdr candidates)))))))
    (define-syntax primes-below
      (er-macro-transformer
       (lambda (form rename compare)
         (let ((n (min limit (cadr form))))
           `(,(rename 'quote) ,(list->vector (sieve (iota (- n 2) 2))))))))

    ;; Names that are made of others.
    (define-syntax define-getters
      (er-macro-transformer
       (lambda (form rename compare)
         (define (getter field) (identifier-append (cadr form) "-" field))
         `(,(rename 'begin)
           ,@(map (lambda (field index)
                    `(,(rename 'define) (,(getter field) object)
                      (,(rename 'vector-ref) object ,index)))
                  (cddr form)
                  (iota (length (cddr form))))))))

    ;; (automaton start (state (input next) ... [accept]) ...): a procedure of
    ;; a list of symbols.
    (define-syntax automaton
      (er-macro-transformer
       (lambda (form rename compare)
         (define (state-procedure clause)
           (let* ((rest (rename 'rest))
                  (accept? (memq 'accept (cdr clause)))
                  (moves (remove symbol? (cdr clause))))
             `(,(rename 'define) (,(car clause) ,rest)
               (,(rename 'if) (,(rename 'null?) ,rest)
                ,(if accept? #t #f)
                (,(rename 'case) (,(rename 'car) ,rest)
                 ,@(map (lambda (move)
                          `((,(car move))
                            (,(cadr move) (,(rename 'cdr) ,rest))))
                        moves)
                 (,(rename 'else) #f))))))
         `(,(rename 'let) ()
           ,@(map state-procedure (cddr form))
           ,(cadr form)))))))

(import (scheme base) (scheme write) (scheme cxr) (only (mound base) generate-symbol)
        (srfi 211 explicit-renaming)
        (only (mound macro) define-for-syntax identifier->symbol identifier-append)
        (test control))

(define (show . objects)
  (for-each (lambda (object) (write object) (display " ")) objects)
  (newline))

;; Defined here, in the program.
(define-syntax swap!
  (er-macro-transformer
   (lambda (form rename compare)
     (let ((a (cadr form)) (b (caddr form)) (tmp (rename 'tmp)))
       `(,(rename 'let) ((,tmp ,a))
         (,(rename 'set!) ,a ,b)
         (,(rename 'set!) ,b ,tmp))))))

(let ((tmp 1) (other 2))
  (swap! tmp other)
  (show tmp other))
(let ((let 1) (set! 2))
  (swap! let set!)
  (show let set!))

;; What the use shadows means the same to the macro.
(define n 0)
(define broken
  (let ((if list) (loop vector) (begin +) (call/cc #f))
    (while #t
      (set! n (+ n 1))
      (when (= n 5) (break 'out)))))
(show n broken)

(define t 5)
(show (let ((if list) (t 9)) (my-or #f t))
      (my-or)
      (my-or #f #f)
      (my-or 1 (error "not evaluated")))
(show (aif (assv 2 '((1 . a) (2 . b))) (cdr it) 'none)
      (aif (assv 3 '((1 . a) (2 . b))) (cdr it) 'none))

;; `compare` knows meanings, not spellings.
(show (my-cond (#f 1) (else 2))
      (let ((else #f)) (my-cond (else 1) (#t 2)))
      (my-cond (#f 1)))

(define tick! #f)
(let ((list vector))
  (show (ticks) (ticks)))

(show (primes-below 30) (vector-length (primes-below 1000)))

(define-getters point x y)
(show (point-x #(1 2)) (point-y #(1 2)))

(define even-as
  (automaton even
    (even (a odd) (b even) accept)
    (odd (a even) (b odd))))
(show (even-as '()) (even-as '(a b a)) (even-as '(a b)) (even-as '(c)))

;; Uses that other macros make: names of their templates stay apart.
(define-syntax either
  (syntax-rules ()
    ((_ a) (let ((t 1)) (my-or #f (my-or #f a t))))))
(show (either t))
(define-syntax getters-of
  (syntax-rules ()
    ((_ name field) (define-getters name field))
    ((_ name) (begin (define-getters hidden value)
                     (define (name object) (hidden-value object))))))
(getters-of thing size)
(getters-of thing-value)
(define (hidden-value object) 'mine)
(show (thing-size #(7)) (thing-value #(8)) (hidden-value #(9)))

;; A macro that defines macros; a transformer that a macro wrote.
(define-syntax define-constant-macro
  (er-macro-transformer
   (lambda (form rename compare)
     `(,(rename 'define-syntax) ,(cadr form)
       (,(rename 'er-macro-transformer)
        (,(rename 'lambda) (form rename compare)
         (,(rename 'quote) ,(caddr form))))))))
(define-constant-macro seven 7)
(show (seven))
(define-syntax define-lister
  (syntax-rules ()
    ((_ name item ...)
     (define-syntax name
       (er-macro-transformer
        (lambda (form rename compare)
          (cons (rename 'vector) '(item ...))))))))
(define-lister one-two 1 2)
(show (let ((vector list)) (one-two)))

;; Local macros.
(show (let ((x 'outer))
        (let-syntax ((x-here (er-macro-transformer
                              (lambda (form rename compare) 'x)))
                     (x-there (er-macro-transformer
                               (lambda (form rename compare) (rename 'x)))))
          (let ((x 'inner))
            (cons (x-here) (x-there))))))
(show (letrec-syntax
          ((even-length? (er-macro-transformer
                          (lambda (form rename compare)
                            (if (null? (cdr form))
                                #t
                                (cons (rename 'odd-length?) (cddr form))))))
           (odd-length? (er-macro-transformer
                         (lambda (form rename compare)
                           (if (null? (cdr form))
                               #f
                               (cons (rename 'even-length?) (cddr form)))))))
        (cons (even-length? 1 2) (even-length? 1 2 3))))
(define (local-definitions)
  (define-for-syntax (times n x) (if (= n 0) '() (cons x (times (- n 1) x))))
  (define-syntax copies
    (er-macro-transformer
     (lambda (form rename compare)
       `(,(rename 'quote) ,(times (cadr form) (caddr form))))))
  (define result (copies 3 x))
  result)
(show (local-definitions))

;; All kinds of data go in and come out.
(define-syntax same
  (er-macro-transformer
   (lambda (form rename compare) (list (rename 'quote) (cadr form)))))
(show (same (1 2.5 1/2 #\a "text" #u8(1 2) #(a (b . c)) () #t . tail)))
(show (same #(x x)))

;; Every use begins anew, and generated symbols differ.
(define-for-syntax uses (vector 0))
(define-syntax number-of-uses
  (er-macro-transformer
   (lambda (form rename compare)
     (vector-set! uses 0 (+ 1 (vector-ref uses 0)))
     (vector-ref uses 0))))
(show (number-of-uses) (number-of-uses))
(define-syntax fresh
  (er-macro-transformer
   (lambda (form rename compare)
     `(,(rename 'quote) ,(generate-symbol)))))
(show (eq? (fresh) (fresh)))
(show (identifier? 'x) (identifier? "x") (identifier->symbol 'x)
      (identifier-append "a-" 'b "-" 'c) (identifier-append "" "x"))

;; The symbol of a name is what was written, also where names that end with digits meet others
;; of their spelling that other macros have made.
(define-syntax spelled
  (er-macro-transformer
   (lambda (form rename compare)
     (list (rename 'quote) (map identifier->symbol (append (cdr form) (list (rename 'own1))))))))
(define-syntax nested
  (syntax-rules ()
    ((_ name) (let ((x 1) (y12 2)) (define-syntax inner
                (syntax-rules () ((_ other) (let ((x 3) (y12 4)) (spelled name other x y12 z0)))))
                (inner y12)))))
(show (spelled x x1 y12 a-2b) (nested x9))
(show (let ((x1 0)) (nested x1)))
