;; Supervisors of many children: who is started again, in which order all end.
(import (scheme base) (scheme write) (termite process) (termite server)
        (mound supervisor) (mound sort))

(define (show object) (write object) (newline))
(define me (self))

;; A worker that tells of its start and of its orderly end.
(define (worker name . options)
  (apply worker-child name
         (lambda ()
           (! me (list 'up name))
           (let loop ()
             (recv
               ('shutdown (! me (list 'down name)))
               ('fail (raise 'failed))
               ('finish 'finished)
               ((from tag 'ping) (! from (list tag name)) (loop)))))
         options))
;; Ends in their order, then starts by name: children that start tell of it at once, each by itself.
(define (told)
  (let loop ((downs '()) (ups '()))
    (match (? 0 'no-more)
      ('no-more
       (append (reverse downs)
               (sort ups (lambda (a b)
                           (string<? (symbol->string (cadr a))
                                     (symbol->string (cadr b)))))))
      (('up name) (loop downs (cons (list 'up name) ups)))
      (message (loop (cons message downs) ups)))))
;; Until the supervisor has done what it has to do after the end of a child.
(define (fail supervisor name how)
  (let ((old (supervisor:child supervisor name)))
    (let ((watch (monitor old)))
      (if (eq? how 'kill) (terminate! old) (! old how))
      (recv (('down ,watch _ _ _) #t)))
    (let wait ()
      (if (eq? old (supervisor:child supervisor name)) (wait)))
    ;; Each child that runs has told of its start when it answers.
    (for-each (lambda (entry) (if (cadr entry) (!? (cadr entry) 'ping)))
              (supervisor:children supervisor))))
(define (pids supervisor) (map cadr (supervisor:children supervisor)))
(define (changed before after) (map (lambda (a b) (not (eq? a b))) before after))

(define (try strategy)
  (let ((s (supervisor:start strategy (list (worker 'a) (worker 'b) (worker 'c)))))
    (fail s 'a 'kill)
    (told)
    (let ((before (pids s)))
      (fail s 'b 'fail)
      (show (list strategy (changed before (pids s)) (told))))
    (show (supervisor:stop s))
    (show (told))))
(try 'one-for-one)
(try 'rest-for-one)
(try 'all-for-one)

;; permanent, transient and temporary children.
(define s
  (supervisor:start 'one-for-one
                    (list (worker 'permanent)
                          (worker 'transient restart: 'transient)
                          (worker 'temporary restart: 'temporary))
                    intensity: 10 name: 'kinds))
(show (process-name s))
(define (names) (map (lambda (entry) (list (car entry) (pid? (cadr entry)))) (supervisor:children s)))
(show (names))
(fail s 'permanent 'finish)
(show (names))
(fail s 'transient 'fail)
(show (names))
(fail s 'transient 'finish)
(show (names))
(fail s 'temporary 'fail)
(show (names))

;; Children that come and go.
(told)
(define late (supervisor:add s (worker 'late)))
(show (!? late 'ping))
(show (catch error-object-irritants (supervisor:add s (worker 'late))))
(supervisor:stop-child s 'late)
(show (list (alive? late) (supervisor:child s 'late)))
(show (!? (supervisor:restart s 'late) 'ping))
(supervisor:remove s 'late)
(show (catch error-object-irritants (supervisor:remove s 'late)))
(show (names))
(show (supervisor:stop s 5))

;; Who gives up waiting for its end is not told of it later.
(define slow
  (supervisor:start 'one-for-one
    (list (worker-child 'slow (lambda () (recv ('shutdown (recv ('go 'on))))) shutdown: #t))))
(define slow-child (supervisor:child slow 'slow))
(show (supervisor:stop slow 0.01 'late))
(show (catch (lambda (e) e) (supervisor:stop slow 0.01)))
(! slow-child 'go)
(show (list (wait-for slow 60 'alive) (recv (('down tag pid reason object) 'told) (after 0.05 'not-told))))
