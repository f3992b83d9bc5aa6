;;; Syntactic closures. An environment is `usage` or `definition`; a form is
;;; closed in it by marks at its names.

;;> (sc-macro-transformer procedure): a transformer. The procedure is called
;;> with the form and the environment of the use; names in what it returns mean
;;> what they mean where the macro was defined, but those that were closed.
;;> Raises type. SRFI 211.
;;> Example: (let-syntax ((swap! (sc-macro-transformer (lambda (form env) (let ((a (close-syntax (cadr form) env)) (b (close-syntax (caddr form) env))) `(let ((tmp ,a)) (set! ,a ,b) (set! ,b tmp))))))) (let ((tmp 1) (other 2)) (swap! tmp other) (list tmp other))) => (2 1)
(define (sc-macro-transformer procedure)
  (%transformer 'closing procedure 'sc-macro-transformer))

;;> (rsc-macro-transformer procedure): a transformer. The procedure is called
;;> with the form and the environment of the definition; names in what it
;;> returns mean what they mean at the use, but those that were closed. Raises
;;> type. SRFI 211.
;;> Example: (let-syntax ((swap! (rsc-macro-transformer (lambda (form env) (let ((a (cadr form)) (b (caddr form)) (tmp (close-syntax 'tmp env)) (let* (close-syntax 'let env)) (set (close-syntax 'set! env))) `(,let* ((,tmp ,a)) (,set ,a ,b) (,set ,b ,tmp))))))) (let ((tmp 1) (other 2)) (swap! tmp other) (list tmp other))) => (2 1)
(define (rsc-macro-transformer procedure)
  (%transformer 'reversed procedure 'rsc-macro-transformer))

;;> (make-syntactic-closure environment names form): the form with its names
;;> closed in the environment, except these. Raises type. SRFI 211.
;;> Example: (let-syntax ((with-it (sc-macro-transformer (lambda (form env) `(let ((it 5)) ,(make-syntactic-closure env '(it) (cadr form))))))) (let ((it 1)) (with-it (* it 2)))) => 10
(define (make-syntactic-closure environment names form)
  (let ((close (%closer environment 'make-syntactic-closure)))
    (%map-names (lambda (name) (if (memq name names) name (close name)))
                form)))

;;> (close-syntax form environment): make-syntactic-closure with all names.
;;> Raises type. SRFI 211.
;;> Example: (let-syntax ((one (rsc-macro-transformer (lambda (form env) (close-syntax '(car '(1)) env))))) (let ((car cdr)) (one))) => 1
(define (close-syntax form environment)
  (%map-names (%closer environment 'close-syntax) form))

;;> (identifier=? environment name environment name): whether the two mean the
;;> same, each in its environment. Raises type. SRFI 211.
;;> Example: (let-syntax ((else? (rsc-macro-transformer (lambda (form env) (identifier=? env 'else env (cadr form)))))) (list (else? else) (else? car))) => (#t #f)
(define (identifier=? environment name other-environment other)
  (%require-names 'identifier=? name other)
  (%same-name? ((%closer environment 'identifier=?) name)
               ((%closer other-environment 'identifier=?) other)))

(define (%closer environment who)
  (cond ((eq? environment 'usage) %inject)
        ((eq? environment 'definition) %rename-new)
        (else (%type-error who "an environment of a transformer" environment))))
