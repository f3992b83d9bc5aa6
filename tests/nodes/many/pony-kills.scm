;; A node is killed at any moment while its processes take items from a shared end and ask by
;; another. Each item that was sent is counted: it was taken once, or was in the hands of the one
;; process of the killed node that held the claim. No client gets the answer to another, and those
;; that live go on.
(import (scheme base) (scheme write) (scheme process-context) (mound sort) (termite process)
        (pony))

(define-channel-type line (x ? integer) (y ! integer))

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
(define net (pony-startup "kills" 'master))

;; Runs on the node until the application ends.
(define (away node procedure)
  (let ((ans ans))
    (remote-spawn node
      (lambda ()
        (guard (e ((pony-error? e) #f))
          (procedure (pony-startup "kills" 'slave 'ans ans)))))))

(define (take net)
  (let ((end (pony-alloc-shared-server net "items" line)))
    (let loop ()
      (with-claim end (note 'item (in (end x))))
      (loop))))

;; Asks until the answer is -1.
(define (asker name)
  (lambda (net) (ask net name)))
(define (ask net name)
  (let ((end (pony-alloc-shared-client net "questions" line)))
    (let loop ((n (* 1000000 name)))
      (let ((answer (with-claim end
                      (out! (end x) n)
                      (in (end y)))))
        (cond ((= answer -1) (note 'asked name))
              ((= answer (* 2 n)) (loop (+ n 1)))
              (else (note 'wrong name n answer)))))))

;; Sends items until it is told that the node was killed, and then thirty more.
(define writer
  (fork ((lambda (end)
           (let loop ((n 1) (left #f))
             (if (eqv? left 0)
                 (note 'written (- n 1))
                 (begin
                   (out! (end x) n)
                   (if (= n 20) (note 'begun))
                   (loop (+ n 1)
                         (cond (left (- left 1))
                               (else (recv ('killed 30) (after 0 #f)))))))))
         (pony-alloc-client net "items" line))))

(define server
  (fork ((lambda (end)
           (guard (e ((pony-error? e) #f))
             (let loop ((killed? #f))
               (let ((n (in (end x))))
                 ;; Who asked may have been killed.
                 (guard (e ((pony-error? e) #f))
                   (out! (end y) (if killed? -1 (* 2 n))))
                 (loop (or killed? (recv ('killed #t) (after 0 #f))))))))
         (pony-alloc-server net "questions" line))))

(for-each (lambda (node)
            (away node take)
            (away node take))
          (list steady doomed))
(away steady (asker 1))
(away steady (asker 2))
(away doomed (asker 3))
(away doomed (asker 4))

(define watch (monitor-node doomed))
(recv (('note 'begun) (show 'ready)))
(recv (('node-down ,watch node reason) #t))
(! writer 'killed)
(! server 'killed)

(define sent (recv (('note 'written n) n)))
;; Whoever took the last item has told before it gave the claim back.
(define last (pony-alloc-shared-server net "items" line))
(claim! last)
(define items
  (sort (let loop () (recv (('note 'item n) (cons n (loop))) (after 0.05 '()))) <))
(define (distinct? sorted)
  (or (null? sorted) (null? (cdr sorted))
      (and (< (car sorted) (cadr sorted)) (distinct? (cdr sorted)))))
(show 'once (distinct? items))
(show 'lost-at-most-one (<= 0 (- sent (length items)) 1))
(recv (('note 'asked 1) #t))
(recv (('note 'asked 2) #t))
(show 'wrong (recv (('note 'wrong name n answer) (list name n answer)) (after 0 'none)))
(pony-shutdown! net 0)
