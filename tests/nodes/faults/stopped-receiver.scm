;; Floods a process of a node that has been stopped: each sender is suspended. When the node goes on, all comes, in
;; the order of each sender.
(import (scheme base) (scheme write) (scheme process-context) (termite process))

(define there (cadr (command-line)))
(define me (self))
(define senders 16)
(define messages 150)
(define weight (make-bytevector 100000 7))
(define (show object) (write object) (newline))

(define sink
  (remote-spawn there
    (lambda ()
      (process-limits-set! '((mailbox . 20) (when-mailbox-full . suspend)))
      (! me 'limited)
      (let ((next (make-vector senders 0)))
        (let take ((left (* senders messages)))
          (if (= left 0)
              (! me 'all-in-order)
              (recv (('item k n bytes)
                     (if (not (= n (vector-ref next k))) (! me (list 'not-next k n)))
                     (vector-set! next k (+ n 1))
                     (take (- left 1))))))))))
(recv ('limited (show 'ready)))
(read-line)

(define (flood k)
  (spawn
    (lambda ()
      (let loop ((n 0))
        (if (< n messages) (begin (! sink (list 'item k n weight)) (loop (+ n 1))))))))
(define floods (let loop ((k 0)) (if (= k senders) '() (cons (flood k) (loop (+ k 1))))))

(define (suspended? process) (eq? (cdr (assq 'state (process-info process))) 'suspended))
(define (until-suspended process)
  (if (not (suspended? process)) (begin (recv (after 0.005 #f)) (until-suspended process))))
(for-each until-suspended floods)
(show 'suspended)
(show (recv ('all-in-order 'all-in-order) (what what)))
