;; Complaints named what a library had passed to `map` or `apply` in its own affairs, as if the
;; program had passed it; and `apply` showed a list that it had made itself.
(import (scheme base) (scheme char) (scheme write) (mound conditions) (srfi 1) (srfi 14) (srfi 27)
        (srfi 64) (srfi 117) (srfi 133) (srfi 158))

(define-syntax show
  (syntax-rules ()
    ((_ form)
     (guard (e ((condition? e)
                (write (list (condition-who e) (error-object-irritants e)))
                (newline)))
       (begin form (write 'no-complaint) (newline))))))

;; The library passed it.
(show (unzip1 '(5)))
(show (string-map char-upcase 5))
(show (string-for-each char-upcase "abc" 5))
(show (vector-map + #(1) 5))
(show (vector-for-each + #(1) 5))
(show (char-set 5))
(show (char-set-adjoin char-set:digit 5))
(show (list-queue-append 5))
(show (vector->generator 5))
(show (lset-union eq? 5 6))
(show (test-match-all 'x))
;; In a tail call, of which no frame is left.
(show (concatenate 5))
(show (vector-concatenate 5))
(define (in-the-tail list) (concatenate list))
(show (in-the-tail 5))
;; The program passed it, to a procedure that calls it itself or passes it on.
(show (map car '(5)))
(show (apply map car '((5))))
(show (vector-map car #(5)))
(show (vector-map vector->list #(5)))
(show (string-for-each char-upcase '(5)))
(show (fold-right vector-ref 1 '(1)))
(show (append-map car '(5)))
(show (assoc 1 '((2)) vector-ref))
;; The argument that is wrong, not a list made of it and others.
(show (apply + 1 2))
(show (apply + 1 2 'three))
;; Asked where it is passed, not when it is used.
(show (gtake (generator 1 2) 'two))
(show (gdrop (generator 1 2) 'two))
(show (generator->list (generator 1 2) 'two))
(show (random-integer 'two))
