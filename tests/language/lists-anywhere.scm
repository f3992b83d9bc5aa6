;; The length of a list does not depend on where its pairs lie, and a circle is found wherever
;; it begins and however long it is.
(import (scheme base) (scheme write))

(define (make-gap size) (if (> size 0) (make-vector size #f) #f))

;; Pairs one behind the other, with gaps between them that `gap` says.
(define (spread count gap)
  (let loop ((count count) (list '()) (kept '()))
    (if (= count 0)
        list
        (let ((between (make-gap (gap count))))
          (loop (- count 1) (cons count list) between)))))

(define (forwards count)
  (let ((first (list 0)))
    (let loop ((last first) (number 1))
      (if (= number count)
          first
          (let ((next (list number)))
            (set-cdr! last next)
            (loop next (+ number 1)))))))

(define (counted list)
  (let loop ((rest list) (count 0))
    (if (pair? rest) (loop (cdr rest) (+ count 1)) count)))

(define gaps
  (list (lambda (number) 0)
        (lambda (number) 3)
        (lambda (number) (modulo number 3))
        (lambda (number) (if (= 0 (modulo number 7)) 5 0))
        (lambda (number) (if (< number 40) 2 0))))

(define wrong '())
(define (check what right?) (if (not right?) (set! wrong (cons what wrong))))

(for-each
 (lambda (gap)
   (do ((count 1 (+ count (quotient (+ count 4) 4))))
       ((> count 200))
     (let ((made (spread count gap)))
       (check (list 'length count) (= (length made) count (counted made)))
       (check (list 'list count) (list? made))
       (let ((copy (list-copy made)))
         (check (list 'copy count) (= (length copy) count))
         (check (list 'append count)
                (= (length (append copy made)) (* 2 count))))
       ;; A circle that begins after some pairs; also one whose pairs lie in rows.
       (for-each
        (lambda (list)
          (do ((before 0 (+ before 1 (quotient count 3))))
              ((>= before count))
            (let ((end (list-tail list (- count 1))))
              (set-cdr! end (list-tail list before))
              (check (cons 'circle (cons count before)) (not (list? list)))
              (set-cdr! end 5)
              (check (cons 'improper (cons count before)) (not (list? list)))
              (set-cdr! end '()))))
        (list made (forwards count))))))
 gaps)
(write wrong)
(newline)

;; Frozen pairs before and after, and pairs that can be changed before frozen ones.
(define literal '(1 2 3 4 5 6 7 8 9 10))
(write (length (append (forwards 20) literal)))
(write-char #\space)
(write (map (lambda (rest) (length (cons 0 rest))) (list literal (cdr literal) '())))
(write-char #\space)
(write (list? '(1 2 3 . 4)))
(newline)
