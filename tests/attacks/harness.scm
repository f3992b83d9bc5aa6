;; What the attacks share, and what is measured beside them. The driver is crates/cli/tests/attacks.rs: it
;; makes a program of this file and some attacks, each of them a thunk that returns, or dies, and is
;; called again then, in a process of its own.

;; Prints by how many microseconds a wait of a hundredth of a second was too long, again and again.
(define (responsive)
  (let loop ()
    (let ((due (+ (current-jiffy) (quotient (jiffies-per-second) 100))))
      (recv (after 0.01 #f))
      (let ((late (quotient (* 1000000 (- (current-jiffy) due)) (jiffies-per-second))))
        (write-string (string-append "late " (number->string late) "\n"))
        (loop)))))

;; Answers each line of a connection by the same line; the port is printed.
(define (serve-echoes)
  (let ((listener (tcp-listen 0)))
    (tcp-serve listener
      (lambda (connection)
        (process-priority-set! (self) 'high)
        (let loop ()
          (let ((line (read-line (connection-input connection))))
            (if (string? line)
                (let ((out (connection-output connection)))
                  (write-string line out)
                  (newline out)
                  (flush-output-port out)
                  (loop)))))))
    (write-string (string-append "port " (number->string (listener-port listener)) "\n"))
    (flush-output-port)
    (recv ('never #f))))

;; Calls the thunk in a process of its own for so many seconds, or until it ends.
(define (for-seconds seconds thunk)
  (let* ((pid (spawn thunk)) (watch (monitor pid)))
    (recv (('down ,watch _ _ _) #f)
          (after seconds
            (demonitor watch)
            (terminate! pid)))))

;; Ten processes send what `make` makes to one that calls `sink`, until that is dead.
(define (flood make sink)
  (let* ((sink (spawn sink)) (watch (monitor sink)))
    (define (send) (! sink (make)) (send))
    (let ((senders (map (lambda (i) (spawn send)) (make-list 10))))
      (recv (('down ,watch _ _ _) #f)
            (after 20 (terminate! sink)))
      (for-each terminate! senders))))

(define (sleep-for-ever) (recv ('never #f)))

(define (run-attacks attacks)
  (spawn responsive priority: 'high)
  (spawn serve-echoes priority: 'high)
  (for-each
    (lambda (attack)
      ;; What one attack needs another may have taken; it is tried again then.
      (spawn (lambda ()
               (let loop ()
                 (guard (e (#t #f)) (wait-for (spawn attack)))
                 (recv (after 0.05 #f))
                 (loop)))))
    attacks)
  (sleep-for-ever))
