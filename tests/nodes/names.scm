;; Pids and tags are the same objects wherever they have been.
(import (scheme base) (scheme write) (scheme process-context)
        (termite process))

(define (show object) (write object) (newline))

;; What goes to the other node captures variables of this procedure; those of
;; the program would stay here.
(define (main there)
  (define echo (remote-service 'echo there))
  (define me (self))
  (define tag (make-tag))

  (show (eq? me (!? echo me 60)))
  (show (eq? tag (!? echo tag 60)))
  (show (on there (lambda () (eq? me me))))
  (define remote (remote-spawn there (lambda () (let loop () (recv ((from tag x) (! from (list tag (list (self) x))))) (loop)))))
  (show (eq? remote (!? echo remote 60)))
  (show (let ((answer (!? remote tag 60)))
          (list (eq? remote (car answer)) (eq? tag (cadr answer)))))
  (define remote-tag (on there make-tag))
  (show (list (tag? remote-tag) (eq? remote-tag (!? echo remote-tag 60)) (eq? remote-tag tag)))
  (show (eq? remote (on there (lambda () remote))))
  (show (on there (lambda () (eq? remote (car (!? remote 'x 60))))))
  (show (on there (lambda () (equal? (pid-node remote) (current-node)))))
  (show (equal? (pid-node me) (on there (lambda () (pid-node me)))))
  (show (eq? (on there make-tag) (on there make-tag)))
  (show (and (memv remote (list me remote)) (assq remote (list (cons remote 1))) #t)))

(main (cadr (command-line)))
