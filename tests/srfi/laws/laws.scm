;;; What the tests of laws share: (law ((name objects) ...) truth) is passed if the truth holds for
;;; each choice of objects, and shows the first choice for which it does not.
(define-syntax each-choice
  (syntax-rules ()
    ((_ () body) body)
    ((_ ((name objects) . more) body)
     (for-each (lambda (name) (each-choice more body)) objects))))
(define-syntax law
  (syntax-rules ()
    ((_ ((name objects) ...) truth)
     (let ((exceptions '()))
       (each-choice ((name objects) ...)
         (if (not truth) (set! exceptions (cons (list name ...) exceptions))))
       (test-equal 'none (if (null? exceptions) 'none (list-ref (reverse exceptions) 0)))))))
;; The same for two results that must be equal; shows both for the first choice of which they are not.
(define-syntax law-equal
  (syntax-rules ()
    ((_ ((name objects) ...) expected result)
     (let ((exceptions '()))
       (each-choice ((name objects) ...)
         (let ((right expected) (found result))
           (if (not (equal? right found))
               (set! exceptions (cons (list name ... right found) exceptions)))))
       (test-equal 'none (if (null? exceptions) 'none (list-ref (reverse exceptions) 0)))))))
(define-syntax values-of
  (syntax-rules () ((_ expression) (call-with-values (lambda () expression) list))))
;; Numbers from 0 to below a limit, the same in each run.
(define chance 1)
(define (draw limit)
  (set! chance (modulo (+ (* chance 1103515245) 12345) 2147483648))
  (modulo (quotient chance 8192) limit))
(define (drawn-list length limit)
  (if (= length 0) '() (cons (draw limit) (drawn-list (- length 1) limit))))
