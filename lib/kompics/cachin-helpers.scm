;;; What the algorithms say of sets, which are lists here.

;; The list without one element that is equal to the object.
(define (without object list)
  (cond ((null? list) '())
        ((equal? (car list) object) (cdr list))
        (else (cons (car list) (without object (cdr list))))))

(define (with object set) (if (member object set) set (cons object set)))

;; Whether so many are more than half of n.
(define (majority? count n) (> (* 2 count) n))

;; The greatest of the objects, by a test for less.
(define (greatest less? objects)
  (let loop ((rest (cdr objects)) (best (car objects)))
    (cond ((null? rest) best)
          ((less? best (car rest)) (loop (cdr rest) (car rest)))
          (else (loop (cdr rest) best)))))

(define (suffix list n) (if (>= n (length list)) '() (list-tail list n)))

(define (prefix list n)
  (if (or (= n 0) (null? list))
      '()
      (cons (car list) (prefix (cdr list) (- n 1)))))
;; How many of the lists (object number) have at least that number.
(define (at-least number lists)
  (cond ((null? lists) 0)
        ((>= (cadr (car lists)) number) (+ 1 (at-least number (cdr lists))))
        (else (at-least number (cdr lists)))))

;; Those of the numbers that are not less.
(define (not-below low numbers)
  (cond ((null? numbers) '())
        ((< (car numbers) low) (not-below low (cdr numbers)))
        (else (cons (car numbers) (not-below low (cdr numbers))))))

;; The last element of a list that is not empty.
(define (last list) (if (null? (cdr list)) (car list) (last (cdr list))))
