;; define-termite-type as Termite has it: the names are made, and the id is part
;; of the type.
(import (termite) (termite data) (termite server))

(define-termite-type point id: 6ba7b810-9dad-11d1-80b4-00c04fd430c8 x y)
(define p (make-point 1 2))
(print (list (point-x p) (point-y p) (point? p) (point? 'p)))

;; Whoever has it changes the one object.
(define me (self))
(define other (spawn (lambda () (point-x-set! (?) 10) (! me 'changed))))
(! other p)
(recv ('changed #t))
(print (list (point-x p) (point-y p)))

;; Types of one name are one type, but not if their ids differ.
(define-termite-type pixel x y)
(define pixel-a (make-pixel 1 2))
(define-termite-type sprite id: "one" x)
(define (another)
  (define-termite-type sprite id: "two" x)
  (make-sprite 5))
(define (another-pixel? object)
  (define-termite-type pixel x y)
  (pixel? object))
(print (list (pixel-y (make-pixel 3 4)) (another-pixel? pixel-a) (sprite? (make-sprite 1)) (sprite? (another))))
(print (catch (lambda (e) (list (condition-who e) (condition-kind e)))
         (sprite-x (another))))

;; A macro can define types too.
(define-syntax define-pair-type
  (syntax-rules () ((_ name) (define-termite-type name first second))))
(define-pair-type couple)
(print (couple-second (make-couple 1 2)))

;; What is no request of an object is told in words to whoever asks.
(define (refusal term)
  (catch (lambda (e)
           (list (condition-kind e) (condition-who e) (error-object-message e)
                 (error-object-irritants e)))
    (server:call p term)))
(print (refusal '(forget point)))
(print (list (refusal '(get pixel x)) (refusal '(set pixel x 1))))
