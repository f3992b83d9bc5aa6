;;; Where the processes of a race run: on the nodes whose addresses are the
;;; arguments of the program and on this one, by chance; without arguments, here.

(define other-nodes (cdr (command-line)))
;; The address of another node, or #f for this one.
(define (somewhere)
  (let ((n (random-integer (+ 1 (length other-nodes)))))
    (if (= n 0) #f (list-ref other-nodes (- n 1)))))
(define (start thunk)
  (let ((node (somewhere)))
    (if node (remote-spawn node thunk) (spawn thunk))))
;; What the thunk returns, which is called by a process somewhere.
(define (called-somewhere thunk)
  (let ((node (somewhere)))
    (if node (on node thunk) (thunk))))
(define-syntax future-somewhere
  (syntax-rules ()
    ((_ body ...) (called-somewhere (lambda () (future body ...))))))
