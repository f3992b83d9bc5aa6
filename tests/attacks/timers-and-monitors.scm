;; Very many timers, monitors and links.
(define (attack)
  (define (waiting) (recv ('end #f) (after 1000 #f)))
  (let ((all (map (lambda (i) (spawn waiting)) (make-list 20000))))
    (for-each monitor all)
    (for-each full-link all)
    (for-each (lambda (pid) (! pid 'end)) all))
  (recv (after 0.2 #f)))
