;; Messages that need no memory of their own, to a process that takes none of them, have no more
;; room than other data: the receiver dies, and what it held is there for others.
(import (scheme base) (scheme write) (termite process) (mound conditions))

(define (flood)
  (let* ((sink (spawn (lambda () (recv ('never 'over)))))
         (watch (monitor sink)))
    (let more ((i 0))
      (cond ((= i 3000000) 'it-lives)
            ((and (= 0 (modulo i 100000))
                  ;; So that it can take them.
                  (recv (('down ,watch ,sink reason object)
                         (list reason (condition-kind object)))
                        (after 0.02 #f))))
            (else (! sink i) (more (+ i 1)))))))

(write (flood))
(newline)
(write (flood))
(newline)
;; A mailbox that was long and is empty has given its room back: many can be long one after another.
(define (burst)
  (do ((i 0 (+ i 1))) ((= i 200000)) (! (self) i))
  (do ((i 0 (+ i 1))) ((= i 200000)) (?))
  (! (self) 'kept)
  (?)
  'ok)
(define bursts
  (map (lambda (i)
         (let ((me (self)))
           (spawn (lambda () (! me (burst)) (?)))
           (?)))
       (make-list 30)))
(write bursts)
(newline)
