;; Objects are compared, copied, printed and read that are very long, very deep, circular, or shared in
;; so many ways that they would be trees without an end.
(define (attack)
  (define (deep n) (let loop ((i 0) (object 'x)) (if (< i n) (loop (+ i 1) (list object)) object)))
  (define (shared n) (let loop ((i 0) (object 'x)) (if (< i n) (loop (+ i 1) (cons object object)) object)))
  (define (circle n) (let ((l (make-list n 1))) (set-cdr! (list-tail l (- n 1)) l) l))
  (define (text object) (let ((port (open-output-string))) (write object port) (get-output-string port)))
  (define (twice make) (lambda () (equal? (make) (make))))
  (for-each
    (lambda (work) (for-seconds 1 work))
    (list (twice (lambda () (deep 500000)))
          (twice (lambda () (shared 200)))
          (lambda () (equal? (circle 100000) (circle 99999)))
          (lambda () (text (deep 500000)))
          (lambda () (text (shared 200)))
          (lambda () (text (circle 100000)))
          (lambda () (write-shared (shared 100000) (open-output-string)))
          (lambda () (read (open-input-string (text (make-list 500000 'x)))))
          (lambda () (! (self) (deep 500000)) (recv (object object))))))
