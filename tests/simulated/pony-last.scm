;; The master of a pony application, where the bundles have their homes. On one
;; of the other nodes processes write, on the other processes read as many items
;; as are written, and end at once: news of their end by way of the home must
;; not overtake what they said themselves. What outputs have returned that were
;; taken is counted. Arguments: the two addresses.
(import (scheme base) (scheme write) (scheme process-context)
        (mound conditions) (termite process) (pony))

(define-channel-type line (x ? integer))
(define rounds 20)

(define me (self))
(define ans (current-node))
(define (away node procedure)
  (let ((ans ans))
    (remote-spawn node
      (lambda ()
        (let ((net (pony-startup "last" 'slave 'ans ans)))
          (let loop ((n 0))
            (if (< n rounds)
                (let ((n n))
                  (spawn (lambda () (procedure net n)))
                  (loop (+ n 1)))))
          (recv ('never #t)))))))
(define (name n) (number->string n))

(ans-start)
(define net (pony-startup "last" 'master))
;; Two items: the first offer of a session is of another form than the others.
(away (cadr (command-line))
      (lambda (net n)
        (let ((end (pony-alloc-client net (name n) line)))
          (define (put item)
            (guard (e ((condition? e) (condition-kind e)))
              (out! (end x) item)))
          (let* ((one (put 1)) (two (put 2)))
            (! me (list 'put one two))))))
(away (list-ref (command-line) 2)
      (lambda (net n)
        (let ((end (pony-alloc-server net (name n) line)))
          (in (end x))
          (in (end x)))))
(define (count-puts left counts)
  (if (= left 0)
      counts
      (let* ((results (recv (('put . results) results)))
             (known (assoc results counts)))
        (count-puts (- left 1)
                    (if known
                        (begin
                          (set-cdr! known (+ 1 (cdr known)))
                          counts)
                        (cons (cons results 1) counts))))))
(write (count-puts rounds '()))
(newline)
(pony-shutdown! net 0)
