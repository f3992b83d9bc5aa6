;; A slow process of another node, whose mailbox has a limit that makes senders wait: who sends to it waits, by its pid
;; and by its name, and nobody else does, also on the same connection.
(import (scheme base) (scheme write) (scheme process-context) (termite process))

(define there (cadr (command-line)))
(define me (self))
(define (show object) (write object) (newline))
(define (wait-until test) (if (not (test)) (begin (recv (after 0.005 #t)) (wait-until test))))
(define (state process) (cdr (assq 'state (process-info process))))

;; It limits itself, and takes a message when it is given leave.
(define (receiver me)
  (remote-spawn there
    (lambda ()
      (process-limits-set! '((mailbox . 10) (when-mailbox-full . suspend)))
      (publish-service 'slow (self))
      (! me 'limited)
      (let loop ()
        (let ((count (!? me 'next)))
          (let take ((n count))
            (if (> n 0) (recv (('item object) (! me (list 'taken object)) (take (- n 1)))))))
        (loop)))))
(define slow (receiver me))
(recv ('limited #t))
(define (allow count) (recv ((from tag 'next) (! from (list tag count)))))
(define (send-all to name count)
  (let loop ((n 1))
    (if (<= n count) (begin (! to (list 'item (list name n weight))) (loop (+ n 1)))))
  (! me (list 'sent-all name)))

(define weight (make-bytevector 4000))
(define count 3000)
(define flood (spawn (lambda () (send-all slow 'flood count))))
(wait-until (lambda () (eq? (state flood) 'suspended)))
;; Eight others, one of each lane at least, and one that sends to it by its name.
(define echo (remote-service 'echo there))
(define (ask n)
  (spawn (lambda () (! me (list 'echoed (let loop ((k 0)) (if (< k 50) (begin (!? echo k) (loop (+ k 1))) k)))))))
(for-each ask '(1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16))
(show (let loop ((n 0)) (if (= n 16) 'all-answered (recv (('echoed 50) (loop (+ n 1)))))))
(show (state flood))
(define named (spawn (lambda () (send-all (remote-service 'slow there) 'named 1000))))
(wait-until (lambda () (eq? (state named) 'suspended)))

;; When it takes, all comes, in the order of each sender.
(allow (+ count 1000))
(define (taken expected-flood expected-named)
  (if (and (> expected-flood count) (> expected-named 1000))
      'all-in-order
      (recv
        (('taken ('flood n _))
         (if (= n expected-flood) (taken (+ n 1) expected-named) (list 'flood n expected-flood)))
        (('taken ('named n _))
         (if (= n expected-named) (taken expected-flood (+ n 1)) (list 'named n expected-named))))))
(show (taken 1 1))
(show (let loop ((n 0)) (if (= n 2) 'both-sent-all (recv (('sent-all _) (loop (+ n 1)))))))

;; Whoever waits can be ended; the end of the receiver frees those who wait for it.
(define victim (spawn (lambda () (send-all slow 'victim 1000000))))
(wait-until (lambda () (eq? (state victim) 'suspended)))
(define watch (monitor victim))
(terminate! victim)
(show (recv (('down ,watch ,victim reason _) reason)))
(define last (spawn (lambda () (send-all slow 'last 1000) (! me 'freed))))
(wait-until (lambda () (eq? (state last) 'suspended)))
(terminate! slow)
(show (recv ('freed 'freed)))
