;; What a process does, told to another one.
(import (scheme base) (scheme write) (termite process) (mound trace) (mound top))

(define (show object) (write object) (newline))
(define me (self))

(define (double n) (if (number? n) (* 2 n) (raise 'no-number)))
(define worker
  (spawn (lambda ()
           (let loop ()
             (recv ((from tag n) (! from (list tag (double n))))
                   ('stop 'stopped))
             (loop)))))
(define (event) (recv (('trace ,worker . rest) rest) (after 5 'no-event)))

(trace-to me worker 'messages)
(show (!? worker 21))
(show (let ((e (event))) (list (car e) (list-ref (cadr e) 2))))
(show (let ((e (event))) (list (car e) (eq? me (cadr e)) (cadr (list-ref e 2)))))

;; Calls too: procedure, place and arguments.
(trace-to me worker 'messages 'calls)
(!? worker 4)
(define (events sent?)
  (let ((e (recv (('trace ,worker . rest) rest) (after (if sent? 0.2 60) #f))))
    (if e (cons e (events (or sent? (eq? (car e) 'sent)))) '())))
(define seen (events #f))
(define (about? what) (lambda (e) (eq? (car e) what)))
(define (count test list)
  (apply + (map (lambda (x) (if (test x) 1 0)) list)))
(show (list (count (about? 'received) seen) (count (about? 'sent) seen)
            (> (count (about? 'called) seen) 1)))
(show (pair? (memq #t (map (lambda (e) (and (eq? (car e) 'called) (string=? (cadr e) "!"))) seen))))
;; No more.
(untrace-process worker)
(show (!? worker 5))
(show (? 0.05 'nothing))
(show (map (lambda (wrong) (guard (e (#t 'type)) (apply trace-to wrong)))
           (list (list me worker 'thoughts) (list me 'worker) (list 'me worker))))
;; A process is not told of itself.
(trace-to me me)
(! me 'hello)
(show (?))
(show (? 0.02 'nothing))

;; Samples of the node.
(define sample (node-sample))
(define row (assq worker (cadr sample)))
(show (list (length row) (list-ref row 2) (list-ref row 3)))
(show (map car (car sample)))
(show (<= 2 (cdr (assq 'processes (car sample)))))
(show (string? (top-text sample (node-sample) 3 'memory)))
