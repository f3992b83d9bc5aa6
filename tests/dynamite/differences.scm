;; The difference of two trees, applied to the first, makes the second.
(import (scheme base) (scheme write) (scheme sort) (mound base) (dynamite)
        (dynamite client))
(include "trees.scm")

(define (law-holds? old new changes)
  (equal? (sorted new) (sorted (apply-changes old changes))))

(define (check count)
  (let loop ((left count))
    (if (= left 0)
        (begin (write count) (newline))
        (let ((case (random-case)))
          (if (apply law-holds? (vector->list case))
              (loop (- left 1))
              (begin (write case) (newline)))))))
(check 1000)

;; Equal trees have no difference, whatever their handlers.
(define (page items)
  (tree `(ul ,(map (lambda (item)
                     `(li (@ (key ,item) (on-click ,(lambda (s e) s))) ,item))
                   items))))
(define (show-difference old new)
  (write (%difference (page old) (page new)))
  (newline))
(show-difference '("a" "b" "c") '("a" "b" "c"))
(show-difference '(1 2 3) '(1 2 3))
;; Keyed elements move, and only new ones are sent.
(show-difference '(1 2 3) '(3 1 4 2))
(show-difference '(1 2 3) '(2))
;; A symbol is no text, and no element without parentheses.
(write (guard (e (#t (condition-kind e))) (page '(br))))
(newline)
;; Elements without keys beside them stay.
(write (%difference (tree '(div (b) (i (@ (key 1))) (i (@ (key 2))) "x"))
                    (tree '(div (b) (i (@ (key 2))) (i (@ (key 1))) "y"))))
(newline)
;; A key that is there twice is no key.
(show-difference '(1 1) '(1 2))
