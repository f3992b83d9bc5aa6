;; Complaints named a helper of the library, or nothing that the program knows, where the program
;; had given the procedure to `apply` or `map` and the helper was called in the tail.
(import (scheme base) (scheme write) (mound conditions) (mound call) (mound cell) (srfi 1))

(define-syntax show
  (syntax-rules ()
    ((_ form)
     (guard (e ((condition? e)
                (write (list (condition-who e) (error-object-message e)))
                (newline)))
       (begin form (write 'no-complaint) (newline))))))

;; A helper of the same library.
(show (apply assq '(1 5)))
(show (map memv '(1) '(5)))
(define (applied procedure) (apply procedure '(5)))
(show (applied last-pair))
;; A helper that another library exports.
(show (apply cell-ref '(5)))
(show (apply server-status '(5)))
(show (map cell-ref '(5)))
;; Called by its name, it is the same.
(show (assq 1 5))
(show (cell-ref 5))
(show (server-status 5))
;; What was given away itself.
(show (apply car '(5)))
(show (apply map car '((5))))
