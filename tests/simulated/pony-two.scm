;; The master of a pony application; processes of two slaves talk with each other, until their link is
;; cut for a minute. Whoever waits for the other one is told, and can go on when the link is healed.
;; Arguments: the addresses of the two.
(import (scheme base) (scheme write) (scheme process-context) (mound conditions) (termite process)
        (pony))

(define-channel-type line (x ? integer) (y ! integer))
(define-protocol gifts (gift (client line)))
(define-channel-type box (x ? gifts))

(define me (self))
(define ans (current-node))
(define one (cadr (command-line)))
(define two (list-ref (command-line) 2))
(define (note . objects) (! me (cons 'note objects)))
(define-syntax kind
  (syntax-rules ()
    ((_ e) (guard (problem ((condition? problem) (condition-kind problem))) e))))

(ans-start)
(define net (pony-startup "two" 'master))
(define (away node procedure)
  (let ((ans ans))
    (remote-spawn node
      (lambda () (procedure (pony-startup "two" 'slave 'ans ans))))))
;; Once it is told that it can.
(define (pause) (recv ('go #t)))
;; Tries until it succeeds; what the first attempt came to, and the last.
(define (until-done attempt)
  (let ((first (kind (attempt))))
    (let loop ((last first))
      (if (eq? last 'link-lost)
          (begin
            (recv ('never #t) (after 1 #f))
            (loop (kind (attempt))))
          (list first last)))))

;; A writer whose reader does not read, and one whose shared reader does not.
(define (writer name alloc)
  (away one
        (lambda (net)
          (let ((end (alloc net name line)))
            (out! (end x) 1)
            (note name (until-done (lambda () (out! (end x) 2))))
            (out! (end x) 3)))))
(define (reader name alloc)
  (away two
        (lambda (net)
          (let ((end (alloc net name line)))
            (claim! end)
            (in (end x))
            (pause)
            ;; The writer offers the second item again, as it was told that it may be lost.
            (let loop ((came '()))
              (let ((item (kind (in (end x)))))
                (if (eqv? item 3)
                    (note name 'read (reverse came))
                    (loop (cons item came)))))
            (recv ('never #t))))))
(define plain (reader "plain" pony-alloc-server))
(writer "plain" pony-alloc-client)
(define shared (reader "shared" pony-alloc-shared-server))
(writer "shared" pony-alloc-client)

;; A client that waits for the answer, and its server.
(define server
  (away two
        (lambda (net)
          (let ((end (pony-alloc-server net "asked" line)))
            (in (end x))
            (pause)
            (note "server" (kind (out! (end y) 1)))
            (let ((n (in (end x))))
              (out! (end y) (* 2 n))
              (recv ('never #t)))))))
(away one
      (lambda (net)
        (let ((end (pony-alloc-shared-client net "asked" line)))
          (note "client"
                (until-done
                 (lambda ()
                   (with-claim end
                     (out! (end x) 21)
                     (in (end y)))))))))

;; An end that is not taken stays with the writer.
(define taker
  (away two
        (lambda (net)
          (let ((end (pony-alloc-server net "box" box)))
            (pause)
            (note 'taken (case-in (end x) ((gift client) (kind (out! (client x) 5)))))
            (recv ('never #t))))))
(away one
      (lambda (net)
        (let ((end (pony-alloc-client net "box" box)))
          (call-with-values (lambda () (make-ends line))
            (lambda (client server)
              (fork ((lambda (server) (note 'given (in (server x)))) server))
              (note "giver"
                    (until-done
                     (lambda ()
                       (out! (end x) 'gift client)))))))))

(define (show . objects)
  (write objects)
  (newline))
;; While the link is cut.
(recv ('never #t) (after 20 #f))
(! server 'go)
(recv ('never #t) (after 60 #f))
(for-each (lambda (pid) (! pid 'go)) (list plain shared taker))
(define (noted name)
  (recv (('note ,name . rest) (apply show name rest))))
(for-each noted '("plain" "plain" "shared" "shared" "server" "client" "giver" taken given))
(pony-shutdown! net 0)
