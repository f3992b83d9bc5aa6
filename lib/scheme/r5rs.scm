;;; Environments of the reports on Scheme.

;;> (scheme-report-environment version): the environment with the names of a
;;> report: 5 is (scheme r5rs), 7 are the libraries of R7RS, appendix A. Raises
;;> range. R7RS, appendix A.
;;> Example: (eval '(let ((x 2)) (* x 21)) (scheme-report-environment 5)) => 42
(define (scheme-report-environment version)
  (case version
    ((5) (environment '(scheme r5rs)))
    ((7) (environment '(scheme base) '(scheme case-lambda) '(scheme char)
                      '(scheme complex) '(scheme cxr) '(scheme eval)
                      '(scheme file) '(scheme inexact) '(scheme lazy)
                      '(scheme load) '(scheme process-context) '(scheme read)
                      '(scheme repl) '(scheme time) '(scheme write)))
    (else (%unknown-version 'scheme-report-environment version))))

;;> (null-environment version): the environment with the keywords of R5RS, if
;;> the version is 5, and no procedure. Raises range. R7RS, appendix A.
;;> Example: (eval '(if #f 'no 'yes) (null-environment 5)) => yes
(define (null-environment version)
  (if (eqv? version 5)
      (environment
       '(only (scheme r5rs) ... => and begin case cond define define-syntax
              delay do else if lambda let let* let-syntax letrec letrec-syntax
              or quasiquote quote set! syntax-rules unquote
              unquote-splicing))
      (%unknown-version 'null-environment version)))

(define (%unknown-version who version)
  (%error-of-kind 'range who "no such version of the report" version))
