;; Whenever a parent is cancelled, its children are too; whenever the process
;; that computes is killed, who waits is told; a timeout leaves a future alone.
;; Arguments: the addresses of other nodes, on which futures and processes are too.

(import (scheme base) (scheme process-context) (scheme write) (only (termite) random-integer)
        (termite process) (rename (mound conditions) (condition? mound-condition?))
        (util concurrent))
(include "places.scm")

(define (show . objects) (write objects) (newline))
(define me (self))
(define (numbers from to)
  (if (> from to) '() (cons from (numbers (+ from 1) to))))
(define (pause) (recv (after (* 0.0001 (random-integer 4)) #f)))
(define-syntax how
  (syntax-rules ()
    ((_ e) (guard (x ((future-terminated? x) 'terminated)
                     ((error-object? x) (condition-kind x)))
             e))))

;; A parent makes children until it is cancelled. No child runs on.
(define (cancel-a-parent i)
  (let* ((parent (future-somewhere
                   (! me (list i 'computes (self)))
                   (let loop ()
                     (! me (list i (future (let again () (? 1 #f) (again)))))
                     (pause)
                     (loop))))
         (watch (monitor (recv ((,i 'computes pid) pid))))
         (first (recv ((,i child) child))))
    (pause)
    (future-cancel parent)
    ;; Its end is told after all that it has sent.
    (let loop ((children (list first)))
      (recv
        ((,i child) (loop (cons child children)))
        (('down ,watch . _)
         (for-each (lambda (child)
                     (if (not (eq? 'terminated (how (future-get child))))
                         (show 'alive child)))
                   children))))))
(for-each cancel-a-parent (numbers 1 12))
(show 'parents)

;; The process that computes is killed, before or after it has sent its outcome.
(define (kill-the-computer i)
  (let* ((f (future-somewhere (! me (list i (self))) (pause) 'value))
         (pid (recv ((,i pid) pid))))
    (start (lambda () (! me (list i 'heard (how (future-get f))))))
    (pause)
    (terminate! pid)
    (let ((heard (recv ((,i 'heard x) x))) (own (how (future-get f))))
      (and (eq? heard own) (memq heard '(value noproc)) #t))))
(show 'killed (map kill-the-computer (numbers 1 12)))

;; Polling it finds the value, however often it was not there yet.
(define (poll f)
  (let ((x (future-get f 0.0001 'not-yet)))
    (if (eq? x 'not-yet) (poll f) x)))
(show 'polled (map poll (map (lambda (i) (future-somewhere (pause) (pause) i)) (numbers 1 8))))

;; A killed process is noticed by those who only look.
(define (wait-until-done f) (if (not (future-done? f)) (begin (? 0.001 #f) (wait-until-done f))))
(let ((f (future-somewhere (! me (self)) (let loop () (loop)))))
  (terminate! (?))
  (wait-until-done f)
  (show 'looked (how (future-get f))))
