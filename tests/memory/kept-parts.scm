;; A hundred processes that keep a pair each of ten megabytes.
;;
;; Each waits after that and does nothing that would need memory. With the messages
;; together, the node would have a gigabyte.
(import (scheme base) (scheme write) (termite process))

(define me (self))
(define (info key pid) (cdr (assq key (process-info pid))))
(define (show object) (write object) (newline))

;; Words of a list: two each, and the numbers are in them.
(define (numbers n)
  (let loop ((n n) (items '())) (if (= n 0) items (loop (- n 1) (cons n items)))))
(define size 600000)

(define (keeper)
  (let loop ((kept '()))
    (recv (('data items) (! me 'got) (loop (list-tail items (- size 2))))
          (('tell from) (! from kept) (loop kept)))))

;; All have the same message, or each has one of its own.
(define (check shared?)
  (define keepers (map (lambda (n) (spawn keeper)) (numbers 100)))
  (define items (numbers size))
  (for-each (lambda (keeper)
              (if (not shared?) (set-car! items (- (car items) 1)))
              (! keeper (list 'data items))
              (recv ('got 'it-has)))
            keepers)
  (set! items '())
  (for-each (lambda (keeper)
              (! keeper (list 'tell me))
              (if (not (equal? (?) (list (- size 1) size))) (show 'wrong)))
            keepers)
  (show (apply max (map (lambda (keeper)
                          (quotient (info 'shared-bytes keeper) 1000))
                        keepers)))
  (for-each terminate! keepers))

(check #f)
(check #t)
