;; Symbols that are new to the other node, as many as SYMBOLS says, and then code: neither node keeps
;; them, and the exchange of code goes on.
(import (scheme base) (scheme write) (scheme process-context) (mound top) (termite process))

(define (show object) (write object) (newline))
(define count
  (string->number (or (get-environment-variable "SYMBOLS") "20000")))
(define piece 1000)

(define (fresh round)
  (let loop ((n 0) (list '()))
    (if (= n piece)
        list
        (loop (+ n 1)
              (cons (string->symbol
                     (string-append "fresh-" (number->string (+ n (* round piece)))))
                    list)))))

(define (main there)
  (define echo (remote-service 'echo there))
  (define (symbol-bytes) (cdr (assq 'symbol-bytes (node-info))))
  (define (symbol-bytes-there)
    (let ((me (self)))
      (remote-spawn there (lambda () (! me (list 'bytes (symbol-bytes)))))
      (recv (('bytes n) n) (after 60 'silence))))
  (define before (symbol-bytes))
  (define before-there (symbol-bytes-there))
  (let loop ((round 0))
    (when (< (* round piece) count)
      (let ((sent (fresh round)))
        (unless (equal? sent (!? echo sent 60)) (error "other symbols came back" round))
        (loop (+ round 1)))))
  ;; What came last may still be there.
  (show (< (- (symbol-bytes) before) 1000000))
  (show (< (- (symbol-bytes-there) before-there) 1000000))
  ;; In a closure on its way, and in a process that comes back.
  (let ((me (self)) (kept (string->symbol "kept-by-a-closure")))
    (remote-spawn there (lambda () (! me (list 'kept kept))))
    (show (recv (('kept symbol) (eq? symbol kept)) (after 60 'silence)))
    (let ((here (current-node)))
      (spawn (lambda ()
               (let ((own (string->symbol "kept-by-a-process")))
                 (migrate-task there)
                 (migrate-task here)
                 (! me (list 'own own))))))
    (show (recv (('own symbol) symbol) (after 60 'silence))))
  ;; Code that is new there, with a constant and a name of its own.
  (let ((me (self)))
    (remote-spawn there (lambda () (! me (list 'code 'a-constant-of-new-code))))
    (show (recv (('code symbol) symbol) (after 60 'silence)))))

(main (cadr (command-line)))
