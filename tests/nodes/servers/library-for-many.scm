;; Counts how often the body of the library has run here, and lets it wait
;; long enough for others to come who need it.
(import (scheme base) (scheme write) (termite process))

(define counter
  (spawn
    (lambda ()
      (let loop ((count 0))
        (recv
          ((from tag 'body)
           (recv (after 0.2 #t))
           (! from (list tag (+ count 1)))
           (loop (+ count 1)))
          ((from tag 'count) (! from (list tag count)) (loop count)))))))

(publish-service 'bodies counter)
(display "ready")
(newline)
