;; A process that was to be told of its full heap died of it instead, if much had
;; come to it in messages, or by being taken apart, while there was room for as
;; much again beside that.
(import (scheme base) (scheme write) (termite process) (mound conditions))

(define me (self))
(define (grow list n) (if (= n 0) list (grow (cons n list) (- n 1))))
(define letter (make-vector 2000 'x))
(define (take-all n) (if (= n 0) '() (cons (?) (take-all (- n 1)))))

;; Fills its memory up to a part of its limit, forgets that, and is sent much;
;; then it wants more than it may have.
(define (told-of-full-heap kept letters)
  (let* ((tag (make-tag))
         (pid (spawn
               (lambda ()
                 (let ((before (length (grow '() kept))))
                   (! me (list tag 'ready))
                   (! me (list tag
                               (guard (e ((condition? e) (condition-kind e)))
                                 (length (grow (take-all letters) 1000000)))))))
               limits: '((heap . 400000) (when-heap-full . raise))))
         (watch (monitor pid)))
    (recv ((,tag 'ready) #t))
    (do ((n 0 (+ n 1))) ((= n letters)) (! pid (vector-append letter (vector n))))
    (recv ((,tag kind) kind)
          (('down ,watch . _) 'died))))

(do ((kept 1000 (+ kept 2500))) ((> kept 16000))
  (do ((letters 2 (+ letters 11))) ((> letters 24))
    (write (list kept letters (told-of-full-heap kept letters))))
  (newline))

;; The same by growing alone, at several limits, for those that are taken apart.
(define (ends size)
  (let* ((tag (make-tag))
         (pid (spawn
               (lambda ()
                 (! me (list tag (guard (e ((condition? e) (condition-kind e)))
                                   (length (grow '() 1000000))))))
               limits: `((heap . ,size) (when-heap-full . raise))))
         (watch (monitor pid)))
    (recv ((,tag kind) kind)
          (('down ,watch . _) 'died))))

(write (map ends '(50000 150000 400000 700000)))
(newline)
