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
;; What came is taken at once: a process that lets a thousand reports wait has as much as one that grows.
(process-priority-set! (self) 'high)
(define (causes count kinds)
  (if (= count 0)
      kinds
      (causes (- count 1)
              (recv (('down _ _ _ object)
                     (let ((kind (cause object)))
                       (if (memv kind kinds) kinds (cons kind kinds))))))))
(write (list 'fleet (causes (length tags) '()) (!? answering 'question)))
(newline)
