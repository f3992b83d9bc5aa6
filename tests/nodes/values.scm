;; Values survive the way to the other node and back.
(import (scheme base) (scheme write) (scheme process-context) (scheme char) (scheme cxr)
        (mound conditions) (mound hash-table) (shipped shapes) (termite process))

(define there (cadr (command-line)))
(define (show object) (write object) (newline))
(define echo (remote-service 'echo there))
(define (there-and-back object) (!? echo object 60 'none))

(define objects
  (list 0 -1 4611686018427387904 (expt 7 200) (- (expt 7 200)) 1/3 -22/7
        1.5 -0.0 1e300 +inf.0 -inf.0 +nan.0 #t #f '() 'symbol '|odd symbol|
        (string->symbol "") "" "text" "Grüße, 世界 🎉" (make-string 3 #\nul)
        #\a #\newline #\x1F389 #u8() #u8(0 1 255) '#() '#(1 #(2) "3")
        '(1 . 2) '(1 (2 (3 . 4)) 5) (list "a" 'a #\a 1.0)
        (eof-object) (if #f #f)))
(for-each
 (lambda (object)
   (let ((copy (there-and-back object)))
     (if (equal? object copy)
         (show copy)
         (show (list 'sent object 'received copy)))))
 objects)

;; Long and deep ones.
(define long (let loop ((n 100000) (list '())) (if (= n 0) list (loop (- n 1) (cons n list)))))
(show (equal? long (there-and-back long)))
(define deep (let loop ((n 100000) (list '())) (if (= n 0) list (loop (- n 1) (cons list '())))))
(show (let loop ((list (there-and-back deep)) (n 0)) (if (null? list) n (loop (car list) (+ n 1)))))
(define wide (make-vector 50000 'x))
(show (equal? wide (there-and-back wide)))

;; Sharing and cycles.
(define shared (list 1 2))
(show (let ((copy (there-and-back (list shared shared (vector shared)))))
        (list (eq? (car copy) (cadr copy)) (eq? (car copy) (vector-ref (caddr copy) 0)))))
(define ring (list 1 2 3))
(set-cdr! (cddr ring) ring)
(show (there-and-back ring))
(define loop-vector (vector 1 #f))
(vector-set! loop-vector 1 loop-vector)
(show (there-and-back loop-vector))

;; Records: of this program, and of a library that is not on the other node.
(define-record-type <point> (make-point x y) point? (x point-x) (y point-y))
(define point (there-and-back (make-point 3 (list 4))))
(show (list (point? point) (point-x point) (point-y point)))
(show (on there (lambda () (point-x (make-point 5 6)))))
(define circle (there-and-back (make-circle 7)))
(show (list (circle? circle) (circle-radius circle) (circle-area circle)))
(show (on there (lambda () (circle-area (make-circle 14)))))
(show (let ((circle (make-circle 21))) (on there (lambda () (circle-area circle)))))

;; Hash tables.
(define table (make-hash-table))
(for-each (lambda (key) (hash-table-set! table key (list key)))
          (list 'a "b" 3 '(c d) 5.5 (expt 3 100)))
(define table-copy (there-and-back table))
(show (map (lambda (key) (hash-table-ref/default table-copy key 'none))
           (list 'a "b" 3 '(c d) 5.5 (expt 3 100) 'z)))
(show (let ((table table))
        (on there (lambda () (hash-table-ref/default table (list 'c 'd) 'none)))))

;; Procedures with what they captured.
(define (make-adder n) (lambda (x) (+ x n)))
(show ((there-and-back (make-adder 5)) 10))
(show (let ((f (make-adder 1/2))) (on there (lambda () (f 10)))))
(define (compose f g) (lambda (x) (f (g x))))
(show ((there-and-back (compose (make-adder 1) (compose (lambda (x) (* x x)) car))) '(9)))
(show (map (there-and-back char-upcase) '(#\a #\b)))
(define parameter (make-parameter 10))
(show (let ((parameter parameter)) (on there (lambda () (parameter)))))
(show (call-with-values (there-and-back (lambda () (values 1 2))) list))
(define ping-pong
  (let ((there there))
    (there-and-back (lambda (n) (on there (lambda () (* n 2)))))))
(show (ping-pong 21))

;; What is changed on one node is not seen on the other: what arrives in a
;; message is frozen, and what a new process captured is its own.
(define original (vector 1 2 3))
(show (guard (e ((condition? e) (condition-kind e)))
        (vector-set! (there-and-back original) 0 'changed)))
(show (let ((v original))
        (on there (lambda () (vector-set! v 0 'changed) v))))
(show original)
(vector-set! original 0 'mine)
(show original)
