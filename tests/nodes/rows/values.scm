;; Rows T81 and T83: every kind of datum goes to the other node and back; what a
;; free top-level variable means there.
(import (scheme base) (scheme write) (scheme lazy) (scheme process-context)
        (mound hash-table) (termite process))

(define-syntax row
  (syntax-rules ()
    ((row name expression)
     (let ((value (catch (lambda (e)
                           (if (error-object? e)
                               (list 'raised (error-object-message e))
                               (list 'raised e)))
                    expression)))
       (write 'name)
       (display " ")
       (write value)
       (newline)))))

(define n2 (cadr (command-line)))
(define echo (remote-service 'echo n2))
(define (round-trip object) (!? echo object))

;; The data of the unit tests for serialization, and more.
(define data
  (list #f #t '() (eof-object) (if #f #f)
        0 1 -1 255 256 -256 65536 2147483647 -2147483648 1152921504606846975
        (expt 2 60) (- (expt 2 61)) (expt 2 64) (- (expt 10 50)) 1/2 -3/7
        0.0 -0.0 1.5 -1e-300 1e308 +inf.0 -inf.0 1.0+2.0i 3+4i
        #\a #\nul #\xff #\x3bb #\x1F600
        "" "abc" "\x3bb;\x1F600;" (make-string 300 #\z)
        'a (string->symbol "") '|A b| (string->symbol "\x3bb;")
        #u8() #u8(0 127 255) (make-bytevector 300 7)
        #() #(1) #(a "b" #\c 1.5 (d)) (make-vector 300 'x)
        '(1) '(1 . 2) '(1 2 . 3) '((((1)))) (list 1 (vector 2 (list "3")) 4)))
(row T81 (let loop ((rest data) (wrong '()))
           (cond ((null? rest) (if (null? wrong) 'all-equal (list 'changed wrong)))
                 ((equal? (car rest) (round-trip (car rest))) (loop (cdr rest) wrong))
                 (else (loop (cdr rest) (cons (car rest) wrong))))))
(row T81 (let ((x (round-trip +nan.0))) (not (= x x))))
(row T81 (eqv? (round-trip -0.0) -0.0))
;; Circular and shared.
(row T81 (let ((ring (list 1 2)))
           (set-cdr! (cdr ring) ring)
           (let ((back (round-trip ring)))
             (list (car back) (cadr back) (eq? back (cddr back))))))
(row T81 (let* ((part (list 'shared)) (back (round-trip (vector part part (list part)))))
           (list (eq? (vector-ref back 0) (vector-ref back 1))
                 (eq? (vector-ref back 0) (car (vector-ref back 2))))))
(row T81 (let ((v (make-vector 2 'end)))
           (vector-set! v 0 v)
           (let ((back (round-trip v)))
             (list (eq? back (vector-ref back 0)) (vector-ref back 1)))))
;; A closure, one that is recursive, and one over another.
(row T81 ((round-trip (let ((n 10)) (lambda (x) (+ x n)))) 5))
(row T81 ((round-trip (letrec ((f (lambda (n) (if (= n 0) 1 (* n (f (- n 1))))))) f)) 10))
(row T81 (let ((add (lambda (n) (lambda (x) (+ n x)))))
           ((round-trip (let ((f (add 1)) (g (add 10))) (lambda (x) (f (g x))))) 100)))
(row T81 (map (round-trip car) '((1 2) (3 4))))
;; A continuation, which goes on with another value here.
(row T81 (let ((value (call/cc (lambda (k) (round-trip k)))))
           (if (procedure? value)
               (value (list 'came-back 7))
               value)))
;; A promise, not yet forced and forced; a parameter; a table; a record; several values.
(row T81 (let ((p (delay (list 1 (+ 1 1)))))
           (let ((before (force (round-trip p))))
             (force p)
             (list before (force (round-trip p))))))
(define parameter (make-parameter 10 (lambda (n) (* 2 n))))
(row T81 (let ((back (round-trip parameter)))
           (parameterize ((parameter 3))
             (list (parameter) (back)
                   (parameterize ((back 4)) (list (parameter) (back)))))))
(row T81 (let ((table (make-hash-table)))
           (for-each (lambda (key) (hash-table-set! table key (list 'of key)))
                     '(a "b" 3 (c) 1.5 #\d))
           (let ((back (round-trip table)))
             (map (lambda (key) (hash-table-ref/default back key 'lost))
                  (list 'a (string #\b) 3 (list 'c) 1.5 #\d 'no-key)))))
(define-record-type thing (make-thing a b) thing? (a thing-a) (b thing-b))
(row T81 (let ((back (round-trip (make-thing 1 (list 2)))))
           (list (thing? back) (thing-a back) (thing-b back))))
(row T81 (call-with-values (lambda () (on n2 (lambda () (values 1 2 3)))) list))
;; A condition keeps what it says.
(row T81 (let ((back (round-trip (guard (e (#t e)) (error "bad thing:" 1 "two")))))
           (list (error-object? back) (error-object-message back)
                 (error-object-irritants back))))

;; A variable that nothing assigns goes along with the code. One that is
;; assigned is the receiver's, where it is unbound here.
(define node-name 'n1)
(define counted 'n1)
(set! counted 'n1-and-assigned)
(row T83 (on n2 (lambda () node-name)))
(row T83 (catch (lambda (e) 'unbound-there) (on n2 (lambda () counted))))
