;; A node that collects what its processes are told. A line with a number asks
;; for the list when there are so many, and a moment later, in case there are
;; more; the line "exit" ends the node.
(import (scheme base) (scheme write) (scheme process-context)
        (termite process) (mound sort))

(define (collector reports)
  (recv
    ((from tag 'reports) (! from (list tag reports)) (collector reports))
    (report (collector (cons report reports)))))
(define reporter (spawn (lambda () (collector '()))))
(publish-service 'reporter reporter)

(define (names-of reports)
  (list-sort (lambda (one other)
               (string<? (symbol->string (car one)) (symbol->string (car other))))
             reports))

(define (await count rest)
  (if (and (< (length (!? reporter 'reports)) count) (> rest 0))
      (begin (recv (after 0.05 #t)) (await count (- rest 1)))
      (recv (after 1 #t))))

(display "ready")
(newline)
(let loop ()
  (let ((line (read-line)))
    (cond ((eof-object? line) #t)
          ((string=? line "exit") (exit))
          (else
           (await (string->number line) 600)
           (write (names-of (!? reporter 'reports)))
           (newline)
           (loop)))))
