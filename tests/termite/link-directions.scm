;; Who is told of whose end.
(import (scheme base) (scheme write) (termite process))

(define (show object) (write object) (newline))
(define me (self))

;; Makes a watched process by `make`, called in a process of its own, ends one of
;; the two, and tells what the other one hears.
(define (what-is-heard make victim)
  (let* ((watcher
          (spawn
           (lambda ()
             (let ((partner (make)))
               (! me (list 'partner partner))
               (! me (list 'watcher
                           (catch termite-exception-reason
                             (recv ('never 1) (after 1.5 'nothing)))))))))
         (partner (recv (('partner pid) pid))))
    (if (eq? victim 'partner)
        (begin
          (terminate! partner)
          (recv (('watcher heard) heard)))
        (begin
          (! partner 'listen)
          (recv (after 0.02 1))
          (terminate! watcher)
          (recv (('partner-heard heard) heard))))))

(define (listener)
  (recv ('listen
         (! me (list 'partner-heard
                     (catch termite-exception-reason
                       (recv ('never 1) (after 1.5 'nothing))))))))
(define (test name make)
  (show (list name
              (what-is-heard make 'partner)
              (what-is-heard make 'watcher))))

(test 'spawn (lambda () (spawn listener)))
(test 'spawn-link (lambda () (spawn-link listener)))
(test 'spawn-linked-to-me (lambda () (spawn-linked-to (self) listener)))
(test 'inbound (lambda () (let ((p (spawn listener))) (inbound-link p) p)))
(test 'outbound (lambda () (let ((p (spawn listener))) (outbound-link p) p)))
(test 'full (lambda () (let ((p (spawn listener))) (full-link p) p)))
(test 'unlinked (lambda () (let ((p (spawn-link listener))) (unlink p) p)))
