;; The servers of the paper: by hand, and by patterns.
(import (scheme base) (scheme write) (termite process))

(define (show object) (write object) (newline))

(define pong-server
  (spawn
   (lambda ()
     (let loop ()
       (let ((msg (?)))
         (if (and (list? msg)
                  (= (length msg) 2)
                  (pid? (car msg))
                  (eq? (cadr msg) 'ping))
             (! (car msg) 'pong))
         (loop))))))
(! pong-server (list (self) 'ping))
(show (?))

(define better-pong-server
  (spawn
   (lambda ()
     (let loop ()
       (recv
         ((from 'ping)
          (where (pid? from))
          (! from 'pong)))
       (loop)))))
(! better-pong-server 'nonsense)
(! better-pong-server '(nobody ping))
(! better-pong-server (list (self) 'ping))
(show (?))
(for-each (lambda (i) (! better-pong-server (list (self) 'ping))) '(1 2 3))
(show (let* ((a (?)) (b (?)) (c (?))) (list a b c)))
(show (? 0.01 'nothing-else))
