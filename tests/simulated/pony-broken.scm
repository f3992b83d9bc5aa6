;; The master of a pony application. Processes of two slaves send each other items and questions,
;; while their connections end again and again. What is raised is tried again, so each item comes at
;; least once, and in order; an answer is that to the question; and nobody waits for ever.
;; Arguments: the addresses of the two.
(import (scheme base) (scheme write) (scheme process-context) (mound conditions) (termite process)
        (pony))

(define-channel-type line (x ? integer) (y ! integer))
(define count 20)

(define me (self))
(define ans (current-node))
(define one (cadr (command-line)))
(define two (list-ref (command-line) 2))
(define (note . objects) (! me (cons 'note objects)))
(define-syntax tried
  (syntax-rules ()
    ((_ e) (guard (problem ((and (condition? problem) (eq? (condition-kind problem) 'link-lost))
                            'lost)
                           ((and (condition? problem) (eq? (condition-kind problem) 'pony-shut-down))
                            (shutdown!)))
             e))))
(define (until-done attempt)
  (if (eq? 'lost (tried (attempt))) (until-done attempt)))

(ans-start)
(define net (pony-startup "broken" 'master))
(define (away node procedure)
  (let ((ans ans))
    (remote-spawn node
      (lambda () (procedure (pony-startup "broken" 'slave 'ans ans))))))

;; Items, by a reader whose end is its own, and by readers that claim it.
(define (write-items name)
  (away one
        (lambda (net)
          (let ((end (pony-alloc-client net name line)))
            (do ((n 1 (+ n 1)))
                ((> n count))
              (until-done (lambda () (out! (end x) n))))
            (note name 'written)))))
(define (read-items name alloc)
  (away two
        (lambda (net)
          (let ((end (alloc net name line)))
            (let loop ((last 0))
              (if (= last count)
                  (begin
                    (note name 'read)
                    ;; The writer may not know yet that the last one has come.
                    (let again ()
                      (tried (with-claim end (in (end x))))
                      (again))))
              (let ((n (tried (with-claim end (in (end x))))))
                (if (not (memv n (list 'lost last (+ last 1)))) (note name 'wrong n last))
                (loop (if (eq? n 'lost) last n))))))))
(read-items "own" pony-alloc-server)
(write-items "own")
(read-items "claimed" pony-alloc-shared-server)
(write-items "claimed")

;; Questions of two clients.
(away two
      (lambda (net)
        (let ((end (pony-alloc-server net "asked" line)))
          (let loop ()
            (tried (let ((n (in (end x)))) (out! (end y) (* 2 n))))
            (loop)))))
(define (ask name first)
  (away one
        (lambda (net)
          (let ((end (pony-alloc-shared-client net "asked" line)))
            (do ((n 0 (+ n 1)))
                ((= n count))
              (until-done
               (lambda ()
                 (with-claim end
                   (out! (end x) (+ first n))
                   (let ((answer (in (end y))))
                     (if (not (= answer (* 2 (+ first n)))) (note name 'wrong answer n)))))))
            (note name 'asked)))))
(ask "first" 0)
(ask "second" 1000)

(define (noted name word)
  (recv (('note ,name ,word . rest) (write (list name word)) (newline))))
(noted "own" 'written)
(noted "own" 'read)
(noted "claimed" 'written)
(noted "claimed" 'read)
(noted "first" 'asked)
(noted "second" 'asked)
(write (recv (('note . wrong) wrong) (after 0 'right)))
(newline)
(pony-shutdown! net 0)
