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
;;> definition; in the interactive environment by default. Raises type, syntax
;;> and what the program raises. R7RS 6.12.
;;> Example: (eval '(* 7 3) (environment '(scheme base))) => 21
(define eval
  (case-lambda
    ((datum) (%primitive %eval datum #f))
    ((datum environment)
     (if (%environment? environment)
         (%primitive %eval datum (%environment-import-sets environment))
         (%type-error 'eval "an environment" environment)))))
