;; Two record types of one name with the same fields were one type, as a macro makes
;; them.
(import (scheme base) (scheme write))
(define-syntax define-box
  (syntax-rules () ((_ make is? get) (define-record-type box (make x) is? (x get)))))
(define-box make-red red? red-x)
(define-box make-blue blue? blue-x)
(write (list (red? (make-red 1)) (red? (make-blue 1)) (blue? (make-blue 2)) (blue-x (make-blue 3))))
(newline)
(write (guard (e (#t 'refused)) (red-x (make-blue 1))))
(newline)
