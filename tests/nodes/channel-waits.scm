;; A process of another node that waits at a channel of this one and ends gets nothing more, and
;; nothing is lost with it.
(import (scheme base) (scheme write) (scheme process-context) (mound call) (mound channel)
        (termite process))

(define there (list-ref (command-line) 1))
(define me (self))
(define (show object) (write object) (newline))
(define keeper
  (let find ((pids (process-list)))
    (if (eq? (process-name (car pids)) 'channels) (car pids) (find (cdr pids)))))
;; Waits, for a minute at most, until so many get and put, and returns how many do.
(define (waiting . counts)
  (let loop ((left 6000))
    (let* ((status (server-status keeper))
           (found (map (lambda (key) (cdr (assq key status))) '(getters putters))))
      (if (or (= left 0) (equal? counts found))
          found
          (begin
            (? 0.01 #f)
            (loop (- left 1)))))))

(define c (make-channel))
(define getter (remote-spawn there (lambda () (channel-get! c))))
(waiting 1 0)
(terminate! getter)
(show (waiting 0 0))
(spawn (lambda () (! me (list 'got (channel-get! c)))))
(waiting 1 0)
(channel-put! c 'kept)
(show (?))

;; Nobody gets what such a process wanted to put.
(define putter (remote-spawn there (lambda () (channel-put! c 'from-the-dead))))
(waiting 0 1)
(terminate! putter)
(show (waiting 0 0))
(show (channel-get! c 0.05 'nothing))
