;;; Calls of every procedure of a library with what nobody wants: wrong types,
;;; counts and ranges, circles, closed ports. Each call is made in a process of
;;; its own with little memory; a line, which begins with `call: `, is written of
;;; each that did not return.
;;;
;;;   (itself name ...)    it complained under its own name
;;;   (nobody name ...)    a condition of a kind that needs no name
;;;   (other name ...)     somebody else complained
;;;   (died name ...)      the process died
;;;   (endless name ...)   it had to be terminated
;;;   (stuck name ...)     it could not even be terminated

(import (scheme base) (scheme complex) (scheme cxr) (scheme eval) (scheme lazy)
        (scheme write) (termite process) (srfi 69)
        (only (mound conditions) condition? condition-kind condition-who))

;; Numbers from a seed, the same each time.
(define state 1)
(define (below limit)
  (set! state (modulo (+ (* state 6364136223846793005) 1442695040888963407)
                      18446744073709551616))
  (modulo (quotient state 8589934592) limit))

(define-record-type thing (make-thing x) thing? (x thing-x))
(define (circle . objects)
  (let ((pairs (list-copy objects)))
    (set-cdr! (list-tail pairs (- (length pairs) 1)) pairs)
    pairs))
(define (vector-in-itself)
  (let ((v (vector 1 2 3))) (vector-set! v 1 v) v))
(define (closed port) (close-port port) port)
(define (table . entries)
  (let ((made (make-hash-table)))
    (for-each (lambda (entry) (hash-table-set! made (car entry) (cdr entry)))
              entries)
    made))

;; Made anew for each call, since some calls change what they are given.
(define-syntax pool
  (syntax-rules () ((_ expression ...)
                    (vector (cons 'expression (lambda () expression)) ...))))
(define objects
  (pool
   0 1 -1 2 3 7 255 256 65536 1000000 -1000000
   1152921504606846975 -1152921504606846976 1152921504606846976
   (expt 2 64) (- (expt 2 64)) (expt 10 40) 1/2 -7/3
   0.0 -0.0 1.5 -2.5 1e10 1e300 +inf.0 -inf.0 +nan.0
   (make-rectangular 1 2) (make-rectangular 0.5 +nan.0)
   #t #f '() (eof-object) (if #f #f) 'symbol (string->symbol "")
   #\a #\x0 #\x10FFFF #\λ
   "" (string) "abc" (string-copy "abc") "λx→y" (make-string 5000 #\x)
   (string #\a #\null #\b) "12" "#e1e9" "("
   (list 1 2 3) '(1 2 3) (list 'a) (list (list 'a 1) (list 'b 2))
   '((a . 1) (b . 2)) (cons 1 2) (cons 1 (cons 2 3))
   (circle 1) (circle 1 2 3) (circle 'a "b" #\c) (circle '(a . 1))
   (list (circle 1 2) 2) (cons 1 (circle 2))
   (vector-in-itself) (vector) '#(1 2 3) (vector 1 2 3) (make-vector 1000 'x)
   (vector #\a #\b) (vector 'a '(b) "c")
   (bytevector) (bytevector 1 2 3) (make-bytevector 3000 200) '#u8(195 40)
   (lambda () 1) (lambda (x) x) (lambda (x y) x) (lambda x x) (lambda (x) #f)
   (lambda (x) #t) (lambda (x y) #t) (lambda (x y) (values x y))
   (lambda () (eof-object)) (call/cc (lambda (k) k))
   (delay 1) (delay (raise 'mine)) (make-parameter 1) (make-thing 1) (self)
   (make-tag)
   (open-input-string "(1 . 2) abc") (open-output-string)
   (open-input-bytevector (bytevector 1 2 200)) (open-output-bytevector)
   (closed (open-input-string "x"))
   (table) (table '(1 . 2))
   (guard (e (#t e)) (vector-ref (vector) 1))
   (environment '(scheme base))))
(define (some-objects count)
  (if (= count 0)
      '()
      (cons (vector-ref objects (below (vector-length objects)))
            (some-objects (- count 1)))))

(define main (self))
(define (prefixed name)
  (string->symbol (string-append "p:" (symbol->string name))))
;; Calls it as programs do, by its name and not in the tail of anything.
(define (caller name count there)
  (let ((names (list-copy (list-tail '(a b c d) (- 4 count)))))
    (eval (list 'lambda names (list 'begin (cons name names) #f)) there)))

(define (outcome-of call arguments)
  (call/cc
   (lambda (return)
     (with-exception-handler
      (lambda (object)
        (return (if (condition? object)
                    (list 'condition (condition-kind object)
                          (condition-who object))
                    '(object))))
      (lambda ()
        (parameterize ((current-output-port (open-output-string))
                       (current-error-port (open-output-string)))
          (apply call arguments))
        '(value))))))

(define (outcome-in-a-process call made)
  (let* ((worker
          (spawn (lambda ()
                   (! main
                      (list 'outcome (self)
                            (outcome-of call
                                        (map (lambda (one) ((cdr one)))
                                             made)))))
                 limits: '((heap . 40000000) (mailbox . 1000)
                           (when-mailbox-full . drop-newest))))
         (watch (monitor worker)))
    (define (told otherwise)
      (recv (('outcome ,worker outcome) outcome) (after 0 otherwise)))
    (let ((outcome
           (recv
             (('down ,watch _ reason object)
              (told (list 'died reason
                          (if (condition? object)
                              (condition-kind object)
                              object))))
             (after 5
               (terminate! worker)
               (recv
                 (('down ,watch _ _ _) (told '(endless)))
                 (after 60 '(stuck)))))))
      (forget-messages)
      outcome)))
(define (forget-messages)
  (if (not (eq? (? 0 forget-messages) forget-messages)) (forget-messages)))

;; Some conditions are of what was passed, or have their own words.
(define (whose name outcome known value)
  (let ((kind (cadr outcome)) (who (caddr outcome)))
    (cond ((and (symbol? who) (or (eq? who name) (eq? (known who) value)))
           'itself)
          ((and (not who)
                (memq kind '(arity not-procedure error file syntax read
                             memory simulation unbound)))
           'nobody)
          ((eq? kind 'arity) 'nobody)
          (else 'other))))

;; At once, since what was called may write too.
(define (tell object)
  (let ((text (open-output-string)))
    (display "call: " text)
    (write object text)
    (newline text)
    (write-string (get-output-string text))))

(define (try library name times)
  (let* ((there (environment '(scheme base) (list 'prefix library 'p:)))
         (known (lambda (name)
                  (guard (object (#t #f)) (eval (prefixed name) there))))
         (value (known name))
         (callers (make-vector 5 #f)))
    (if (procedure? value)
        (let loop ((left times))
          (if (> left 0)
              (let* ((count (below 5)) (made (some-objects count)))
                (if (not (vector-ref callers count))
                    (vector-set! callers count
                                 (caller (prefixed name) count there)))
                (let ((outcome (outcome-in-a-process
                                (vector-ref callers count) made)))
                  (if (not (memq (car outcome) '(value object)))
                      (tell (list (if (eq? (car outcome) 'condition)
                                      (whose name outcome known value)
                                      (car outcome))
                                  name outcome (map car made)))))
                (loop (- left 1))))))))
