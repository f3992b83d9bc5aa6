;; Processes that make another one and end: the next one has their place, and
;; nothing of what was theirs.
(import (scheme base) (scheme write) (termite process))

(define (show . parts)
  (for-each display parts)
  (newline))

(define me (self))

;; Each process of a chain does something and makes the next one.
(define (chain count act)
  (act count)
  (if (= count 0)
      (! me 'done)
      (spawn (lambda () (chain (- count 1) act)))))

(define (run name act)
  (spawn (lambda () (chain 300 act)))
  (show name " " (? 60 'lost)))

(run "plain" (lambda (count) #f))

;; Variables of the program are each process's own, and begin as those of the one
;; that made it.
(define counter 0)
(run "variables"
     (lambda (count)
       (if (not (= counter (- 300 count))) (! me (list 'counts counter 'at count)))
       (set! counter (+ counter 1))))
(show "here " counter)

;; Messages that nobody has received are nobody's.
(run "messages"
     (lambda (count)
       (if (not (eq? (? 0 'none) 'none)) (! me 'a-message-of-another))
       (! (self) 'unread)
       (! (self) (list 1 2 3))))

;; Neither do parameters and handlers go on.
(define depth (make-parameter 0))
(define (nested count)
  (if (not (= (depth) 0)) (! me (list 'depth (depth))))
  (if (= count 0)
      (! me 'done)
      (parameterize ((depth (+ (depth) 1)))
        (with-exception-handler
         (lambda (condition) (! me 'a-handler-of-another))
         (lambda () (spawn (lambda () (nested (- count 1)))) #f)))))
(spawn (lambda () (nested 300)))
(show "parameters " (recv ('done 'done)))

;; Who has memory of its own gives it back.
(run "memory" (lambda (count) (make-vector (* 10 (remainder count 40)) count)))
(run "large" (lambda (count) (make-vector 3000 count)))

;; What a process is made for has its data, whatever it is.
(define (pass count data)
  (if (= count 0)
      (! me data)
      (spawn (lambda () (pass (- count 1) data)))))
(for-each
 (lambda (data)
   (spawn (lambda () (pass 50 data)))
   (show (equal? (?) data)))
 (list 1 'word '(a list) (list 1 2 3) "text" (vector 1 2.5) (make-string 1000 #\x)
       (expt 3 100) (make-vector 500 7)))

;; Others are told, whoever has the place.
(define (told-of make)
  (let ((child (make (lambda () (spawn (lambda () #t)) 'value))))
    (wait-for child)
    (alive? child)))
(show "alive " (told-of spawn))
(let ((child (spawn (lambda () (spawn (lambda () #t)) (? 60 #f) (spawn (lambda () #t))))))
  (let ((tag (monitor child)))
    (! child 'go)
    (show "down " (recv (('down ,tag _ reason _) reason) (after 60 'lost)))))

;; A process has another name than all that were there before.
(define (names count)
  (if (= count 0)
      (! me 'end)
      (begin (! me (self)) (spawn (lambda () (names (- count 1)))))))
(spawn (lambda () (names 200)))
(let loop ((seen '()))
  (let ((pid (?)))
    (cond ((eq? pid 'end) (show "names " (length seen)))
          ((memv pid seen) (show "the same name"))
          (else (loop (cons pid seen))))))

;; One that fails in the place of another fails as itself.
(define (fails count)
  (if (= count 0)
      (spawn-linked-to me (lambda () (raise 'failed)))
      (spawn (lambda () (fails (- count 1))))))
(show (catch termite-exception-object (fails 20) (? 60 #f)))
