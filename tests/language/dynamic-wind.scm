;; Entering and leaving dynamic extents.
(import (scheme base) (scheme write))

(define (show object) (write object) (newline))

(show (let ((path '()) (c #f))
        (let ((add (lambda (s) (set! path (cons s path)))))
          (dynamic-wind (lambda () (add 'connect))
                        (lambda () (add (call/cc (lambda (c0) (set! c c0) 'talk1))))
                        (lambda () (add 'disconnect)))
          (if (< (length path) 4)
              (c 'talk2)
              (reverse path)))))

(define trace '())
(define (note x) (set! trace (cons x trace)))
(define (flush!) (let ((t (reverse trace))) (set! trace '()) t))
(define (wind name thunk)
  (dynamic-wind (lambda () (note (list 'in name)))
                thunk
                (lambda () (note (list 'out name)))))

(wind 'a (lambda () (wind 'b (lambda () (note 'body)))))
(show (flush!))
(call/cc (lambda (k) (wind 'a (lambda () (wind 'b (lambda () (k 1)))))))
(show (flush!))
;; From one extent straight into another: only what differs is left and entered.
(let ((k #f) (turns 0))
  (wind 'common
        (lambda ()
          (wind 'left (lambda () (call/cc (lambda (c) (set! k c))) (note 'left)))
          (set! turns (+ turns 1))
          (if (< turns 2) (wind 'right (lambda () (k #f)))))))
(show (flush!))
(show (guard (e (#t (note 'handler) e))
        (wind 'guarded (lambda () (raise 'oops)))))
(show (flush!))
;; An escape from an `after` goes outwards.
(call/cc (lambda (k)
           (dynamic-wind (lambda () (note 'in))
                         (lambda () (wind 'inner (lambda () (k 1))))
                         (lambda () (note 'out)))))
(show (flush!))
(show (call-with-values (lambda () (wind 'v (lambda () (values 1 2)))) list))
