;; What would travel with a procedure, and what would not.
(import (scheme base) (scheme write) (mound mobile))

(define (show object) (write object) (newline))
;; Without sizes and hashes, which depend on the compiler.
(define (names entries) (map car entries))

(define words (list "some" "words"))
(define count 0)
(define (next!) (set! count (+ count 1)) count)
(define (shout text) (string-append text (car words)))

(define (make-worker table limit)
  (let ((seen 0))
    (lambda (key)
      (set! seen (+ seen 1))
      (if (< seen limit) (next!) (shout (vector-ref table key))))))

(define report (mobile-report (make-worker (make-vector 1000 "x") 3)))
(show (mobile-report? report))
(show (map (lambda (entry) (list (car entry) (list-ref entry 2)))
           (mobile-report-captured report)))
;; A thousand references to one string.
(show (> (cadr (assq 'table (mobile-report-captured report))) 1000))
(show (< 1000 (mobile-report-bytes report) 4000))
(show (names (mobile-report-travelling report)))
(show (mobile-report-staying report))
(show (map (lambda (entry) (list (car entry) (list-ref entry 2)))
           (mobile-report-code report)))
(show (mobile-report-blockers report))

;; The size of a variable is counted once, whoever names it.
(define (both) (list words words (shout "a")))
(show (names (mobile-report-travelling (mobile-report both))))
(show (mobile-report-captured (mobile-report both)))

;; A frame of a continuation names variables, too.
(define frames
  (call/cc (lambda (k) (list (mobile-report k)))))
(show (exact-integer? (mobile-report-bytes (car frames))))

(print-mobile-report (mobile-report car))
(guard (problem (#t (show (error-object-message problem))))
  (mobile-report 5))
