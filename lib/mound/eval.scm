;;; An environment is the import sets that make it, or #f for the interactive
;;; environment of the node.

(define-record-type environment-description
  (%make-environment import-sets)
  %environment?
  (import-sets %environment-import-sets))

;;> (environment import-set ...): the environment of these imports. R7RS 6.12.
;;> Example: (eval '(+ 1 2) (environment '(scheme base))) => 3
(define (environment . import-sets) (%make-environment import-sets))

;;> (interaction-environment): the environment of the node, which definitions
;;> change. R7RS 6.12.
;;> Example: (procedure? interaction-environment) => #t
(define (interaction-environment) (%make-environment #f))

;;> (eval datum [environment]): the value of the datum as an expression or a
;;> definition; in the interactive environment by default. Procedures, records
;;> and other values in the datum that are no syntax stand for themselves, as
;;> if they were quoted; a macro that the datum defines cannot hold them.
;;> Raises type, syntax and what the program raises. R7RS 6.12.
;;> Example: (eval '(* 7 3) (environment '(scheme base))) => 21
;;> Example: (eval (list * 7 3) (environment '(scheme base))) => 21
(define eval
  (case-lambda
    ((datum) (%eval datum #f))
    ((datum environment)
     (%eval datum (%import-sets environment 'eval)))))

(define (%eval datum import-sets)
  (let ((objects (%primitive %eval-objects datum)))
    (cond ((%primitive absent? objects)
           (%eval-in-steps datum import-sets))
          (objects
           (%with-eval-objects
            objects
            (lambda () (%primitive %eval datum import-sets objects))))
          (else (%primitive %eval datum import-sets #f)))))

;; The same for the datum in a text. The place is a vector of the file, the line
;; with which the text begins, how many characters stand before the datum, and
;; whether case is folded there.
(define (%eval-text text environment place)
  (%primitive %eval-text text (%import-sets environment 'load) place))

(define (%import-sets environment who)
  (if (%environment? environment)
      (%environment-import-sets environment)
      (%type-error who "an environment" environment)))
