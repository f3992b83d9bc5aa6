;; Pids as keys, and what a listing of the processes shows of each.
(import (scheme base) (scheme write) (mound hash-table) (termite process))

(define (show object) (write object) (newline))
(define me (self))

;; A pid that has travelled is the key it was.
(define worker (spawn (lambda () (recv ('end 1))) name: 'worker))
(define table (make-hash-table))
(hash-table-set! table worker 'the-worker)
(hash-table-set! table me 'myself)
(! me (list worker me))
(define keys (?))
(show (map (lambda (key) (hash-table-ref/default table key 'nobody)) keys))
(show (hash-table-ref/default table (spawn (lambda () 1)) 'nobody))
(show (equal? (list worker me) keys))

;; The listing: name and state of each.
(define busy (spawn (lambda () (let loop () (loop))) name: 'busy priority: 'low))
(define (listed name)
  (let loop ((pids (process-list)))
    (if (null? pids)
        #f
        (let ((info (process-info (car pids))))
          (if (and info (eq? name (cdr (assq 'name info))))
              (cdr (assq 'state info))
              (loop (cdr pids)))))))
(define (until-waiting name)
  (let ((state (listed name)))
    (if (eq? state 'waiting) state (until-waiting name))))
(show (until-waiting 'worker))
(show (and (memq (listed 'busy) '(queued running)) #t))
(show (cdr (assq 'state (process-info me))))
(show (listed 'nobody))
(! worker 'end)
(terminate! busy)
(wait-for worker)
(wait-for busy)
(show (list (listed 'worker) (listed 'busy)))
(show (list (memq worker (process-list)) (process-name worker)))
;; Without a name.
(show (process-name me))
(show (let ((p (spawn (lambda () (?))))) (process-name p)))
(show (guard (e (#t 'type)) (spawn (lambda () 1) name: "text")))
