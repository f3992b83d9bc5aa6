;; A mailbox whose limit makes senders wait: nothing is lost, others go on, and whoever waits can be ended.
(import (scheme base) (scheme write) (termite process))

(define me (self))
(define (show object) (write object) (newline))
(define (state process) (cdr (assq 'state (process-info process))))
(define (waiting-in process)
  (cdr (assq 'mailbox-length (process-info process))))
(define (wait-until test)
  (if (not (test)) (begin (recv (after 0.005 #t)) (wait-until test))))

;; Asks for leave before it takes a message, and passes that on: the leave comes however full its mailbox is.
(define (receiver)
  (!? me 'next)
  (recv (('item object) (! me (list 'taken object))))
  (receiver))
(define (start)
  (spawn receiver limits: '((mailbox . 5) (when-mailbox-full . suspend))))
(define (take from)
  (recv ((,from tag 'next) (! from (list tag 'go))))
  (recv (('taken object) object)))
(define (take-all from count)
  (if (= count 0)
      '()
      (let ((taken (take from))) (cons taken (take-all from (- count 1))))))

(define (send-all to name count)
  (let loop ((n 1))
    (if (<= n count) (begin (! to (list 'item (cons name n))) (loop (+ n 1)))))
  (! me (list 'sent-all name)))

(define slow (start))
(define quick (start))
(define first (spawn (lambda () (send-all slow 'first 20))))
(wait-until (lambda () (eq? (state first) 'suspended)))
(show (list 'in-the-mailbox (waiting-in slow)))
;; Who sends to another process does not wait.
(spawn (lambda () (send-all quick 'other 5)))
(show (recv (('sent-all name) name)))
;; In the order of sending, and each once.
(show (map cdr (take-all slow 20)))
(show (recv (('sent-all name) name)))

;; Two senders get through, and so does a third when one of them is ended while it waits.
(define (sender name) (spawn (lambda () (send-all slow name 10))))
(define senders (map sender '(a b c)))
(wait-until
 (lambda () (equal? (map state senders) '(suspended suspended suspended))))
(terminate! (car senders))
(wait-for (car senders))
(show
 (let loop ((b '()) (c '()))
   (if (and (= (length b) 10) (= (length c) 10))
       (list (reverse b) (reverse c))
       (let ((taken (take slow)))
         (case (car taken)
           ((b) (loop (cons (cdr taken) b) c))
           ((c) (loop b (cons (cdr taken) c)))
           (else (loop b c)))))))

;; The end of the receiver frees who waits for it, and so does the end of its limit.
(define last (spawn (lambda () (send-all slow 'last 100))))
(wait-until (lambda () (eq? (state last) 'suspended)))
(terminate! slow)
(show (let loop () (recv (('sent-all 'last) 'last) (_ (loop)))))
(define (lifts)
  (!? me 'next)
  (process-limits-set! '((mailbox . #f)))
  (?))
(define lifted
  (spawn lifts limits: '((mailbox . 5) (when-mailbox-full . suspend))))
(spawn (lambda () (send-all lifted 'lifted 100)))
(wait-until (lambda () (= (waiting-in lifted) 5)))
(recv ((from tag 'next) (! from (list tag 'go))))
(show (recv (('sent-all name) name)))

;; A process has always room for what it sends to itself.
(define (to-itself)
  (for-each (lambda (n) (! (self) n)) '(1 2 3 4 5 6 7 8))
  (! me (list 'own (map (lambda (_) (?)) '(1 2 3 4 5 6 7 8)))))
(spawn to-itself limits: '((mailbox . 2) (when-mailbox-full . suspend)))
(show (recv (('own messages) messages)))
;; A request gives up in time also if there is no room for it, and then nobody waits behind it.
(define (takes-two)
  (!? me 'next)
  (! me (list 'took (list (?) (?)))))
(define narrow
  (spawn takes-two limits: '((mailbox . 1) (when-mailbox-full . suspend))))
(define next (recv ((from tag 'next) (list from tag 'go))))
(! narrow 'first)
(define hasty
  (spawn (lambda () (! me (list 'hasty (!? narrow 'late 0.05 'gave-up))) (?))))
(show (recv (('hasty answer) answer)))
(define patient (spawn (lambda () (! narrow 'patient))))
(wait-until (lambda () (eq? (state patient) 'suspended)))
(! (car next) (cdr next))
(show (recv (('took messages) messages)))
(terminate! hasty)
(terminate! quick)
