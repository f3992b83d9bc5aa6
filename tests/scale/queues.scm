;; Shared queues, used by many processes at once, with many elements.

(import (scheme base) (scheme write) (only (termite) random-integer) (termite process)
        (mound sort) (util concurrent))

(define (show . objects) (write objects) (newline))
(define me (self))
(define (numbers from to)
  (let loop ((n to) (found '())) (if (< n from) found (loop (- n 1) (cons n found)))))
(define (put-all! q list) (for-each (lambda (x) (shared-queue-put! q x)) list))
(define (get-all! q n)
  (let loop ((left n) (found '()))
    (if (= left 0) (reverse found) (loop (- left 1) (cons (shared-queue-get! q) found)))))

(define one (make-shared-queue))
(spawn (lambda () (put-all! one (numbers 1 1000))))
(show 'order (equal? (get-all! one 1000) (numbers 1 1000)))

;; Eight writers, and the order of each is kept.
(define writers 8)
(define count 1000)
(define many (make-shared-queue))
(for-each (lambda (w)
            (spawn (lambda () (put-all! many (map (lambda (i) (cons w i)) (numbers 1 count))))))
          (numbers 1 writers))
(define of-writer (make-vector (+ writers 1) 0))
(define in-order?
  (let loop ((left (* writers count)) (fine? #t))
    (if (= left 0)
        fine?
        (let* ((x (shared-queue-get! many)) (w (car x)) (before (vector-ref of-writer w)))
          (vector-set! of-writer w (cdr x))
          (loop (- left 1) (and fine? (= (cdr x) (+ before 1))))))))
(show 'writers in-order? (shared-queue-size many))

;; Eight readers have each element once between them.
(define read (make-shared-queue))
(for-each (lambda (r) (spawn (lambda () (! me (list 'read (get-all! read count))))))
          (numbers 1 8))
(put-all! read (numbers 1 8000))
(define all (apply append (map (lambda (r) (recv (('read list) list))) (numbers 1 8))))
(show 'readers (equal? (sort all <) (numbers 1 8000)) (shared-queue-size read))

;; Ten thousand timeouts, which end while others put.
(define raced (make-shared-queue))
(define rounds 2500)
(for-each
 (lambda (g)
   (spawn (lambda ()
            (let loop ((left rounds) (got 0))
              (if (= left 0)
                  (! me (list 'got got))
                  (loop (- left 1)
                        (if (shared-queue-get! raced (* 0.00001 (random-integer 10)) #f)
                            (+ got 1)
                            got)))))))
 (numbers 1 4))
(spawn (lambda ()
         (for-each (lambda (n)
                     (if (= 0 (random-integer 4)) (? 0.00001 #f))
                     (shared-queue-put! raced n))
                   (numbers 1 5000))
         (! me 'put)))
(recv ('put #t))
(define got (apply + (map (lambda (g) (recv (('got n) n))) (numbers 1 4))))
(show 'timeouts (+ got (shared-queue-size raced)))

;; Four writers to a priority queue.
(define sorted (make-shared-priority-queue -))
(for-each (lambda (w)
            (spawn (lambda ()
                     (for-each (lambda (i) (shared-priority-queue-put! sorted (modulo (* 37 (+ i w)) 1009)))
                               (numbers 1 2000))
                     (! me 'put))))
          (numbers 1 4))
(for-each (lambda (w) (recv ('put #t))) (numbers 1 4))
(define size (shared-priority-queue-size sorted))
(define taken
  (let loop ((left size) (found '()))
    (if (= left 0) (reverse found) (loop (- left 1) (cons (shared-priority-queue-get! sorted) found)))))
(show 'priorities size (equal? taken (sort taken <)))
