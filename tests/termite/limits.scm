;; What a process may take, and what happens when it wants more.
(import
  (scheme base) (scheme write) (termite process) (mound conditions)
  (mound supervisor))

(define (show object) (write object) (newline))
(define me (self))
(define (known key pid) (cdr (assq key (process-info pid))))

;; How a process ended that waits to begin: the reason, and the kind of what it died of.
(define (end-of pid)
  (let ((tag (monitor pid)))
    (! pid 'begin)
    (recv
      (('down ,tag _ reason object)
       (list reason (if (condition? object) (condition-kind object) object)))
      (after 60 'it-lives))))

(define (grow list n) (if (= n 0) list (grow (cons n list) (- n 1))))
(define (deep n) (if (= n 0) 0 (+ 1 (deep (- n 1)))))

;; A heap, a stack, or held messages, that grow beyond the limit.
(define small '((heap . 100000)))
(show (end-of (spawn (lambda () (?) (length (grow '() 100000))) limits: small)))
(show (end-of (spawn (lambda () (?) (deep 100000)) limits: small)))
(show (end-of (spawn (lambda () (?) (length (grow '() 100))) limits: small)))
(define holder
  (spawn (lambda () (let loop ((kept '())) (loop (cons (?) kept)))) limits: small))
(define letter (make-vector 3000 'x))
(define watch (monitor holder))
(let loop ((n 0))
  (if (< n 100)
      (begin
        (! holder (vector-append letter (vector n)))
        (loop (+ n 1)))))
(show (recv (('down ,watch _ reason object) (list reason (condition-kind object)))))

;; A wish that is too large is refused by itself.
(define wisher
  (spawn
    (lambda ()
      (! me (guard (e (#t (condition-kind e))) (make-vector 1000000 0))))
    limits: small))
(show (? 20 'nothing))

;; A full mailbox. Who sends does not notice.
(define (sleeper)
  (recv ('go (let loop ((all '()))
               (recv
                 (message (loop (cons message all)))
                 (after 0 (! me (reverse all))))))))
(define (flood pid count)
  (let loop ((n 0))
    (if (< n count)
        (begin
          (! pid n)
          (loop (+ n 1))))))
(define (bounded policy)
  (spawn sleeper limits: `((mailbox . 5) (when-mailbox-full . ,policy))))
(define (with-full-mailbox policy)
  (let ((pid (bounded policy)))
    (flood pid 8)
    pid))
(define oldest (with-full-mailbox 'drop-oldest))
(! oldest 'go)
(show (? 20 'nothing))
(define newest (with-full-mailbox 'drop-newest))
(let wait () (if (< (known 'lost-messages newest) 3) (wait)))
(show (map (lambda (key) (known key newest)) '(mailbox-length lost-messages)))
(terminate! newest)
(define killed (bounded 'kill))
(define death (monitor killed))
(flood killed 8)
(show (recv (('down ,death _ reason object) (list reason (condition-kind object)))))

;; Where messages are missing, the receive says so.
(define told
  (spawn
    (lambda ()
      (define (told-of thunk)
        (guard (e ((condition? e) (list 'told (condition-kind e)))) (thunk)))
      (let* ((first (told-of (lambda () (recv ('never #t)))))
             (all (let loop ((all '()))
                    (recv
                      (message (loop (cons message all)))
                      (after 0 (reverse all))))))
        (! me 'ready)
        (! me (list first all (told-of (lambda () (list (?) (?) (?))))))))
    limits: '((mailbox . 5) (when-mailbox-full . raise))))
(flood told 6)
(show (? 20 'nothing))
(flood told 3)
(show (? 20 'nothing))

;; Bytes count too; one message can be too large for all the room.
(define narrow
  (spawn sleeper limits: '((mailbox-bytes . 20000) (when-mailbox-full . drop-newest))))
(! narrow (make-vector 1000 'a))
(! narrow (make-vector 4000 'b))
(! narrow (make-vector 1000 'c))
(! narrow 'go)
(show (map (lambda (v) (vector-ref v 0)) (?)))

;; The end of others is always told.
(define watcher
  (spawn
    (lambda ()
      (let ((a (spawn (lambda () (?)))) (b (spawn (lambda () (?)))))
        (monitor a)
        (monitor b)
        (! a 'end)
        (! b 'end)
        (wait-for a)
        (wait-for b)
        (! me 'ready)
        (recv ('go #t))
        (let loop ((downs 0))
          (recv
            (('down . _) (loop (+ downs 1)))
            (after 0.1 (! me (list 'downs downs)))))))
    limits: '((mailbox . 1) (when-mailbox-full . drop-oldest))))
(show (? 20 'nothing))
(! watcher 'go)
(show (? 20 'nothing))

;; What dies of its limits is restarted like any other.
(define supervisor
  (supervisor:start 'one-for-one
    (list
      (worker-child 'eater
        (lambda ()
          (process-limits-set! '((heap . 100000) (mailbox . 100)))
          (! me (list 'started (process-limits)))
          (let loop ((kept '())) (loop (cons (make-vector 50 (?)) kept))))))))
(show (? 20 'nothing))
(define (eater) (cadr (assq 'eater (supervisor:children supervisor))))
(define (feed) (let ((pid (eater))) (let loop ((n 0)) (if (< n 90) (begin (! pid n) (loop (+ n 1)))))))
(let loop ()
  (feed)
  (recv (('started . rest) (show (cons 'again rest))) (after 0.01 (loop))))
(supervisor:stop supervisor)

;; The defaults of the node.
(default-limits-set! '((mailbox . 3) (when-mailbox-full . drop-oldest)))
(define usual (spawn sleeper))
(flood usual 9)
(show (known 'limits usual))
(! usual 'go)
(show (? 20 'nothing))
(default-limits-set! '((mailbox . #f)))
(show (default-limits))

;; What is no limit is refused.
(for-each
  (lambda (limits)
    (show
      (guard (e (#t (condition-kind e))) (spawn (lambda () 1) limits: limits))))
  '(((heap . 0)) ((heap . many)) ((stack . 1000)) (heap) ((when-heap-full . drop-oldest))
    5))
