;; Clients of three nodes that are started anew one after the other: each request is answered in the end, by the next
;; node if the one that was asked has gone, and none waits for ever.
(import (scheme base) (scheme write) (scheme process-context) (termite process) (mound conditions))

(define nodes (list->vector (cdr (command-line))))
(define me (self))
(define (show object) (write object) (newline))

;; The answer of whichever node can be reached, from the one with this number on.
(define (ask object number)
  (or (catch (lambda (gone) #f)
        (!? (remote-service 'echo (vector-ref nodes (modulo number (vector-length nodes)))) object))
      (begin
        (recv (after 0.005 #t))
        (ask object (+ number 1)))))

(define (client number)
  (spawn
    (lambda ()
      (let loop ((count 0))
        (if (not (equal? (ask (list number count) (+ number count)) (list number count)))
            (! me (list 'another-answer number count)))
        (if (= (modulo count 30) 29) (! me (list 'answered number)))
        (loop (+ count 1))))))
(define clients (map client '(0 1 2 3 4 5)))

;; From now on each of them has thirty more answers, of which ten are of each node.
(define (await-answers)
  (let next ((left clients) (number 0))
    (if (pair? left)
        (begin
          (let flush () (recv (('answered ,number) (flush)) (after 0 #t)))
          (let wait ((count 2))
            (if (> count 0)
                (recv (('answered ,number) (wait (- count 1)))
                      (('another-answer . which) (show which)))))
          (next (cdr left) (+ number 1))))))

(let loop ()
  (await-answers)
  (show 'all-answered)
  (let ((line (read-line)))
    (if (equal? line "again") (loop))))
