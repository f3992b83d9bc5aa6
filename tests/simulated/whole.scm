;; Each node uses all that nodes do for each other, and says in which order it
;; happened. Which order that is follows from the seed.
(import (scheme base) (scheme write) (scheme process-context) (mound clock)
        (mound conditions) (termite process))

(define nodes (cdr (command-line)))
(define (show object) (write object) (newline))

(publish-service
 'echo
 (spawn
  (lambda ()
    (let loop ()
      (recv ((from tag object) (! from (list tag object))))
      (loop)))))

;; Until all nodes have their services.
(define (greet node)
  (if (not (eq? 'here (!? (remote-service 'echo node) 'here 0.05 'nobody)))
      (greet node)))
(for-each greet nodes)

(define (main nodes)
  (define me (self))
  (define here (current-node))
  (define (note . words) (! me words))
  (define (visit there)
    ;; Links, monitors, ends.
    (spawn (lambda ()
             (note 'link there
                   (catch termite-exception-object
                     (remote-spawn-link there (lambda () (raise 'oops)))
                     (? 30 'nothing)))))
    (spawn (lambda ()
             (let ((watch (monitor (remote-spawn there (lambda () 'value)))))
               (recv (('down ,watch pid reason object)
                      (note 'down there reason))
                     (after 30 (note 'down there 'nothing))))))
    ;; A process that moves, and timers there and here.
    (spawn (lambda ()
             (migrate-task there)
             (sleep 1/100)
             (let ((place (current-node)))
               (migrate-task here)
               (note 'back-from place))))
    (spawn (lambda ()
             (sleep 1/50)
             (note 'answer there
                   (!? (remote-service 'echo there) 'question 30)))))
  (for-each (lambda (there) (if (not (equal? there here)) (visit there)))
            nodes)
  (let loop ((left (* 4 (- (length nodes) 1))))
    (if (> left 0)
        (begin
          (show (? 60 'nothing))
          (loop (- left 1))))))
(main nodes)
;; The others may need this node for a while.
(sleep 60)
