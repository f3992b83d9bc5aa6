;; A thousand processes that grow at the same time: each dies of it, and another process answers.
;; Run with little memory (crates/cli/tests/memory.rs).
(import (scheme base) (scheme write) (only (srfi 152) string-contains)
        (termite process))

(define answering
  (spawn (lambda ()
           (let loop ((kept (make-vector 1000 'kept)))
             (recv ((from tag 'question)
                    (! from (list tag (vector-ref kept 999)))
                    (loop kept)))))))

;; What a process died of: `memory`, if the condition says how much was needed and allowed.
(define (cause object)
  (if (and (error-object? object)
           (let ((message (error-object-message object)))
             (or (string-contains message "out of memory: the process ")
                 (string-contains message "all processes together have "))))
      'memory
      object))

(define (hog) (recv ('go (let loop ((l '())) (loop (cons 1 l))))))
(define hogs
  (let loop ((n 0) (hogs '()))
    (if (< n 1000) (loop (+ n 1) (cons (spawn hog) hogs)) hogs)))
(define tags (map monitor hogs))
(for-each (lambda (pid) (! pid 'go)) hogs)
(define causes
  (map (lambda (tag) (recv (('down ,tag _ _ object) (cause object)))) tags))
(write (list 'fleet (length causes)
             (let loop ((l causes))
               (cond ((null? l) "all") ((eq? (car l) 'memory) (loop (cdr l))) (else (car l))))
             (!? answering 'question)))
(newline)
