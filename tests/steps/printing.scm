;; What is printed in steps has the text that it would have at once.

(import (scheme base) (scheme read) (scheme write) (scheme box) (mound base)
        (srfi 160 s16))

(define-syntax text
  (syntax-rules ()
    ((_ print object)
     (call-with-output-string (lambda (port) (print object port))))))
(define (check name ok?)
  (if (not ok?) (begin (display "FAIL ") (write name) (newline))))
(define (numbers n) (let loop ((i (- n 1)) (l '())) (if (< i 0) l (loop (- i 1) (cons i l)))))
(define (spaced l) (string-join (map number->string l) " "))
(define (repeated n string) (apply string-append (vector->list (make-vector n string))))
(define (starts? text start) (string=? start (substring text 0 (string-length start))))
(define (ends? text end)
  (string=? end (string-copy text (- (string-length text) (string-length end)))))
(define (again object) (read (open-input-string (text write object))))

(define n 12000)
(define l (numbers n))
(define plain (spaced l))

(check 'list (string=? (text write l) (string-append "(" plain ")")))
(check 'vector (string=? (text display (list->vector l)) (string-append "#(" plain ")")))
(check 'dotted (string=? (text write (append l 'x)) (string-append "(" plain " . x)")))
(check 'simple (string=? (text write-simple l) (string-append "(" plain ")")))
(check 'lists (let ((object (map (lambda (i) (list i (vector) "a\n" #\a '() '#(1 (2)))) l)))
                (equal? object (again object))))
(check 'lists-of-lists
       (let ((object (map (lambda (i) (numbers 300)) (numbers 200)))) (equal? object (again object))))
(check 'quoted (string=? (text write (list ''x '`(y ,z ,@w) (list 'quote l) '(quote) (cons 'quote l)))
                         (string-append "('x `(y ,z ,@w) '(" plain ") (quote) (quote " plain "))")))
(check 'deep (let loop ((i 0) (object '()))
               (if (< i 30000)
                   (loop (+ i 1) (list object))
                   (string=? (text write object)
                             (string-append (make-string 30001 #\() (make-string 30001 #\)))))))
(check 'deep-and-right
       (let loop ((i 0) (object 'x))
         (if (< i 20000)
             (loop (+ i 1) (list 'a object))
             (string=? (text write object)
                       (string-append (repeated 20000 "(a ") "x" (make-string 20000 #\)))))))
(check 'empty-strings (string=? (text display (make-vector 70000 ""))
                                (string-append "#(" (make-string 69999 #\space) ")")))
(check 'string (let ((s (string-append (make-string 70000 #\\) "\"\n\t\x3bb;" (make-string 70000 #\"))))
                 (and (string=? s (again s)) (string=? s (text display s))
                      (equal? (list s 1 s) (again (list s 1 s)))
                      (string=? (string-append "(" s " " s ")") (text display (list s s))))))
(check 'symbols
       (let ((s (string->symbol (make-string 65536 #\x3bb)))
             (t (string->symbol (make-string 65536 #\x200b))))
         (and (eq? s (again s)) (eq? t (again t)) (equal? (list s 'x t) (again (list s 'x t))))))
(check 'bytevector (let ((b (make-bytevector 40000 200)))
                     (bytevector-u8-set! b 16384 7)
                     (equal? (vector b b) (again (vector b b)))))
(check 's16vector (string=? (text write (make-s16vector 40000 -1))
                            (string-append "#s16(-1" (repeated 39999 " -1") ")")))
(define-record-type point (make-point x y) point? (x x) (y y))
(check 'record (string=? (text write (list (make-point l 'b) 1))
                         (string-append "(#<point (" plain ") b> 1)")))
(check 'box-and-error
       (ends? (text write (guard (e (#t (list (box e) l))) (error "bad" l 'z)))
              (string-append " z)>> (" plain "))")))
(check 'port (starts? (text write (list (open-input-string "") l)) "(#<port "))
(check 'long-numbers
       (let ((object (append l (list (expt 7 50000) (expt 7 50000) (/ (expt 3 20000) (expt 2 30000))))))
         (equal? object (again object))))

;; Circles.
(define (circle l) (let ((l (list-copy l))) (set-cdr! (list-tail l (- (length l) 1)) l) l))
(check 'circle (string=? (text write (circle l)) (string-append "#0=(" plain " . #0#)")))
(check 'two-circles
       (string=? (text write (list (circle '(1 2)) l (circle '(3))))
                 (string-append "(#0=(1 2 . #0#) (" plain ") #1=(3 . #1#))")))
(check 'same-circle
       (let ((c (circle '(1 2))))
         (string=? (text display (list c l c (cdr c)))
                   (string-append "(#0=(1 2 . #0#) (" plain ") #0# (2 . #0#))"))))
(check 'vector-in-itself
       (let ((v (list->vector l)))
         (vector-set! v (- n 1) v)
         (string=? (text write v) (string-append "#0=#(" (spaced (numbers (- n 1))) " #0#)"))))
(check 'record-in-itself
       (let ((p (make-point (list-copy l) 1)))
         (set-car! (x p) p)
         (string=? (text write p)
                   (string-append "#0=#<point (#0# " (spaced (cdr l)) ") 1>"))))
(check 'quoted-circle
       (let ((q (list 'quote 'x)))
         (set-cdr! (cdr q) q)
         (string=? (text write (list l q)) (string-append "((" plain ") #0=(quote x . #0#))"))))

;; What is shared.
(check 'not-shared (string=? (text write (list l l)) (string-append "((" plain ") (" plain "))")))
(check 'shared (string=? (text write-shared (list l l 'x (cddr l)))
                         (string-append "(#0=(0 1 . #1=(" (spaced (cddr l)) ")) #0# x #1#)")))
(check 'shared-many (let ((x (list 1)) (y (vector)) (p (make-point 1 2)))
                      (string=? (text write-shared (list l x x y y p p))
                                (string-append "((" plain ") #0=(1) #0# #1=#() #1# #2=#<point 1 2> #2#)"))))

;; What is too long.
(define (kind print object)
  (guard (e (#t (condition-kind e))) (text print object) 'printed))
(check 'too-long-simple (eq? (kind write-simple (circle l)) 'memory))
(define nest (let ((inner (vector 1 #f)))
               (let loop ((i 0) (object inner))
                 (if (< i 1000) (loop (+ i 1) (vector 1 object)) (begin (vector-set! inner 1 object) object)))))
(check 'no-end-of-vectors (eq? (kind write-simple nest) 'memory))
(check 'circle-of-vectors
       (string=? (text write (list l nest))
                 (string-append "((" plain ") #0=#(1 " (repeated 1000 "#(1 ") "#0#" (make-string 1002 #\)))))
(display "done")
(newline)
