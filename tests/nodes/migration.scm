;; Running processes move.
(import (scheme base) (scheme write) (scheme process-context)
        (termite process))

(define (show object) (write object) (newline))

;; What goes to the other node captures variables of this procedure; those of
;; the program would stay here.
(define (main there)
  (define here (current-node))
  (define me (self))
  (define (place) (if (equal? (current-node) here) 'here 'there))

  ;; In the middle of a deep recursion, several times.
  (define (sum n)
    (if (= n 0)
        (begin (migrate-task there) 0)
        (+ n (sum (- n 1)))))
  (spawn (lambda ()
           (let* ((start (place)) (total (sum 1000)) (end (place)))
             (migrate-task here)
             (! me (list start total end (place))))))
  (show (? 60 'none))
  (spawn (lambda ()
           (let loop ((n 0) (places '()))
             (if (= n 6)
                 (! me (reverse places))
                 (begin
                   (migrate-task (if (even? n) there here))
                   (loop (+ n 1) (cons (place) places)))))))
  (show (? 60 'none))
  ;; By the other name, with what the process knows.
  (spawn (lambda ()
           (let ((x 41))
             (! me (list 'before (place)))
             (migrate there)
             (! me (list 'after (place) (+ x 1))))))
  (show (let* ((a (? 60)) (b (? 60))) (list a b)))
  ;; The pid stays with what stays behind.
  (define traveller
    (spawn
     (lambda ()
       (let loop ((count 0))
         (recv
           (('go node) (migrate/proxy node) (loop count))
           ((from tag 'where)
            (! from (list tag (list (place) count)))
            (loop (+ count 1))))))))
  (show (!? traveller 'where 60))
  (! traveller (list 'go there))
  (show (!? traveller 'where 60))
  (show (!? traveller 'where 60))
  (! traveller (list 'go here))
  (show (!? traveller 'where 60))
  (show (on there (lambda () (!? traveller 'where 60))))
  (show (alive? traveller))
  ;; To a node that is not there: the process stays and is told.
  (show (guard (e (#t (list (place) 'stays)))
          (migrate-task "127.0.0.1:1"))))

(main (cadr (command-line)))
