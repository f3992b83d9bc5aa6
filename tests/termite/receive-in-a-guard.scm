;; A guard may itself receive; the receive it belongs to goes on where it was.
(import (scheme base) (scheme write) (termite process))

(define (show object) (write object) (newline))
(define me (self))
(define (send-all . messages) (for-each (lambda (m) (! me m)) messages))
(define (rest)
  (let ((message (? 0 'end)))
    (if (eq? message 'end) '() (cons message (rest)))))

;; Asking a process whether the message is wanted.
(define judge
  (spawn (lambda ()
           (let loop ()
             (recv ((from tag n) (! from (list tag (> n 2)))))
             (loop)))))
(send-all 1 2 3 4)
(show (recv (n (where (!? judge n)) (list 'wanted n))))
(show (rest))

;; Taking others meanwhile.
(send-all 1 '(extra a) 2 '(extra b) 3)
(show (recv (n (where (number? n))
               (where (let ((extra (recv (('extra x) x) (after 0 #f))))
                        (and (eq? extra 'b) n)))
               (list 'after-two-extras n))))
(show (rest))

;; Taking the very message that is looked at: the clause does not fit then.
(send-all 1 2)
(show (recv (n (where (begin (? 0) #t)) (list 'never n))
            (after 0 'nothing-left)))
(show (rest))

;; An expression in a pattern may receive too.
(send-all 'a '(is b) 'b)
(show (recv (,(recv (('is x) x) (after 0 'b)) 'found)))
(show (rest))

;; Nested timeouts in guards.
(send-all 1 2 3)
(show (recv (n (where (eq? 'late (recv ('never 1) (after 0.01 'late))))
               (where (= n 2)) (list 'second n))
            (after 5 'too-late)))
(show (rest))
