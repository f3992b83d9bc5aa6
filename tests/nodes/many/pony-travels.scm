;; A node is killed at any moment while a reader's end goes around the processes of all nodes, whose
;; writer here has an output that is pending all the time. Each item that was sent is counted: it was
;; read once, or was in the hands of a process of the killed node. The writer goes on, or is told that
;; the end was lost.
(import (scheme base) (scheme write) (scheme process-context) (mound sort) (mound conditions)
        (termite process) (pony))

(define-channel-type line (x ? integer))
(define-protocol travellers (reader (server line)) (stop))
(define-channel-type road (x ? travellers))

(define (show . objects)
  (write objects)
  (newline)
  (flush-output-port))
(define me (self))
(define ans (current-node))
(define steady (cadr (command-line)))
(define doomed (list-ref (command-line) 2))
(define (note . objects) (! me (cons 'note objects)))

(ans-start)
(define net (pony-startup "travels" 'master))
(define (away node procedure)
  (let ((ans ans))
    (remote-spawn node
      (lambda ()
        (guard (e ((pony-error? e) #f))
          (procedure (pony-startup "travels" 'slave 'ans ans)))))))

;; Takes the end from whoever has it, reads as many items, and gives it on.
(define (station count)
  (lambda (net)
    (let ((to (pony-alloc-shared-client net "road" road))
          (from (pony-alloc-shared-server net "road" road)))
      (let loop ()
        (let ((end (with-claim from (case-in (from x) ((reader end) end)))))
          (let read ((left count))
            (if (> left 0)
                (begin
                  (note 'item (in (end x)))
                  (read (- left 1)))))
          (with-claim to (out! (to x) 'reader end))
          (loop))))))
(define stations
  (map away
       (list ans ans steady steady doomed doomed)
       (map station '(0 2 1 2 0 2))))

(define-values (client server) (make-ends line))
;; Until it is told that the node was killed, and then thirty more.
(define writer
  (fork ((lambda (end)
           (let loop ((n 1) (left #f))
             (if (eqv? left 0)
                 (note 'written (- n 1))
                 (let ((problem (guard (e ((pony-error? e) (condition-kind e)))
                                  (out! (end x) n)
                                  #f)))
                   (if (= n 20) (note 'begun))
                   (if problem
                       (note 'lost problem (- n 1))
                       (loop (+ n 1)
                             (cond (left (- left 1))
                                   (else (recv ('killed 30) (after 0 #f))))))))))
         client)))
(define watch (monitor-node doomed))
(let ((to (pony-alloc-shared-client net "road" road)))
  (with-claim to (out! (to x) 'reader server)))
(recv (('note 'begun) (show 'ready)))
(recv (('node-down ,watch node reason) #t))
(! writer 'killed)
(define sent
  (recv (('note 'written n) n)
        (('note 'lost 'link-lost n) n)))
;; Those that live have told what they read when they have ended.
(define watches (map monitor (list-tail (reverse stations) 2)))
(for-each terminate! stations)
(let loop ((left watches))
  (if (pair? left) (recv (('down ,(car left) . _) (loop (cdr left))))))
(define items
  (sort (let loop () (recv (('note 'item n) (cons n (loop))) (after 0 '()))) <))
(define (distinct? sorted)
  (or (null? sorted) (null? (cdr sorted))
      (and (< (car sorted) (cadr sorted)) (distinct? (cdr sorted)))))
(show 'once (distinct? items))
;; The last item may have been read without a word to the writer that came.
(show 'lost-at-most-one (<= -1 (- sent (length items)) 1))
(pony-shutdown! net 0)
