;; Ten processes on five nodes claim the same shared end a hundred times each. Within a claim a process
;; reads a number of the server, and writes the next one: no other process comes between, and none is
;; forgotten. Arguments: the addresses of the other four.
(import (scheme base) (scheme write) (scheme process-context) (termite process) (pony))

(define-protocol questions (read integer) (change integer integer))
(define-channel-type line (x ? questions) (y ! integer))

(define (show . objects) (write objects) (newline))
(define (numbers from to)
  (if (> from to) '() (cons from (numbers (+ from 1) to))))
(define times 100)
(define ans (current-node))
(define nodes (cons ans (cdr (command-line))))

(ans-start)
(define net (pony-startup "claims" 'master))
(define server (pony-alloc-server net "number" line))
(define (claimer name)
  (let ((net (pony-startup "claims" 'slave 'ans ans)))
    (let ((end (pony-alloc-shared-client net "number" line)))
      (for-each (lambda (time)
                  (with-claim end
                    (out! (end x) 'read name)
                    (out! (end x) 'change name (+ 1 (in (end y))))))
                (numbers 1 times)))))
(for-each (lambda (node number)
            (for-each (lambda (name)
                        (let ((ans ans) (times times))
                          (remote-spawn node (lambda () (claimer name)))))
                      (list (* 2 number) (+ 1 (* 2 number)))))
          nodes
          (numbers 0 4))
(show 'nodes (length nodes))

;; How often each has changed the number, and how often another one came between.
(define changes (make-vector 10 0))
(let loop ((left (* 10 times)) (number 0) (between 0))
  (if (= left 0)
      (show 'number number 'between between 'changes changes)
      (let ((reader (case-in (server x) ((read name) name) ((change name number) #f))))
        (out! (server y) number)
        (let ((change (case-in (server x)
                        ((read name) #f)
                        ((change name number) (list name number)))))
          (vector-set! changes (car change) (+ 1 (vector-ref changes (car change))))
          (loop (- left 1)
                (cadr change)
                (if (eqv? reader (car change)) between (+ between 1)))))))
(pony-shutdown! net 0)
