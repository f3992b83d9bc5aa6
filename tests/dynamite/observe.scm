;; What `mound observe` shows of another node, which has a process that can be
;; found, looked at and ended; the link is good for one browser.
(import (scheme base) (scheme process-context) (scheme write)
        (mound conditions) (dynamite client) (mound http) (mound observe)
        (mound strings) (termite process) (util concurrent))

(define there (cadr (command-line)))
(define (say object) (write object) (newline))

;; A parent and its two children.
(define child
  (on there
      (lambda ()
        (let ((from (self)) (tag (make-tag)))
          (define (start-child name)
            (spawn-link (lambda () (recv ('never #t))) name: name))
          (spawn (lambda ()
                   (start-child 'family-other)
                   (! from (list tag (start-child 'family-child)))
                   (recv ('never #t)))
                 name: 'family-parent)
          (recv ((,tag child) child))))))

(define (rows client)
  (let ((body (client-find client "rows")))
    (map (lambda (row)
           (let ((cells (vector-ref row 2)))
             (map (lambda (index) (cell-text (vector-ref cells index)))
                  '(0 1))))
         (vector->list (vector-ref body 2)))))
(define (cell-text cell)
  (apply string-append
         (map (lambda (node) (if (string? node) node ""))
              (vector->list (vector-ref cell 2)))))

(define (names client) (map cadr (rows client)))
(define (wait-names client names-wanted)
  (client-wait client (lambda (tree) (equal? names-wanted (names client)))))

(define (open address procedure) (call-with-page address procedure))

(define address (observe there))
(define other-link
  (string-append (substring address 0 (string-search "?" address))
                 "?key=guessed"))
(define (kind thunk) (guard (e ((condition? e) (condition-kind e))) (thunk)))

;; A queue with an element, and a pool whose one thread waits at another queue.
(on there
    (lambda ()
      (let ((queue (make-shared-queue 0)) (pool (make-thread-pool 1)))
        (shared-queue-put! (make-shared-queue) 'element)
        (thread-pool-push-task! pool (lambda () (shared-queue-get! queue)))
        'done)))

(say (kind (lambda () (open other-link (lambda (client) 'seen)))))
(open address
      (lambda (client)
        (client-say client "filter" "input" '((value . "family")))
        (client-wait client (lambda (tree) (= 3 (length (rows client)))))
        (client-say client "tree" "click")
        ;; The children stand below their parent.
        (client-wait client
                     (lambda (tree) (equal? "family-parent"
                                            (car (names client)))))
        (say (map (lambda (row) (eqv? 2 (string-search "└" (car row))))
                  (rows client)))
        (client-say client "name" "click")
        (wait-names client '("family-child" "family-other" "family-parent"))
        ;; Nothing can be ended here.
        (say (client-find client "end"))))
;; Another browser with the same link sees nothing.
(say (kind (lambda () (open address (lambda (client) 'seen)))))

(open (observe there changes: #t)
      (lambda (client)
        (client-say client "filter" "input" '((value . "family-child")))
        (wait-names client '("family-child"))
        (client-say client "row-0" "click")
        (client-wait client (lambda (tree) (client-find client "end")))
        (say (and (string-search "mailbox-length" (client-text client "detail"))
                  #t))
        (client-say client "end" "click")
        (client-wait client
                     (lambda (tree)
                       (string-search "has ended"
                                      (client-text client "detail"))))
        (say (on there (lambda () (alive? child))))))

;; Who has let a message lie for longest comes first, however many others have.
(define (start-with name messages)
  (on there
      (lambda ()
        (let ((process (spawn (lambda () (recv ('never #t))) name: name)))
          (for-each (lambda (message) (! process message)) messages)
          process))))
(define neglectful (start-with 'office-slow '(letter)))
(open (observe there)
      (lambda (client)
        (define (oldest-text)
          (cell-text (vector-ref (vector-ref (vector-ref (vector-ref (client-find
                                                                      client
                                                                      "rows")
                                                                     2)
                                                         0)
                                             2)
                                 4)))
        (client-say client "filter" "input" '((value . "office")))
        (wait-names client '("office-slow"))
        (client-wait client (lambda (tree) (string-search " s" (oldest-text))))
        (start-with 'office-full '(letter letter letter))
        (client-say client "mailbox" "click")
        (wait-names client '("office-full" "office-slow"))
        (client-say client "oldest-message" "click")
        (wait-names client '("office-slow" "office-full"))
        (say 'sorted)))

;; Queues and pools tell what is in them, in the table and in detail.
(define (shows-row? client text)
  (string-search text (client-text client "rows")))
(open (observe there)
      (lambda (client)
        (for-each
         (lambda (name text)
           (client-say client "filter" "input" (list (cons 'value name)))
           (client-wait client (lambda (tree) (shows-row? client text))))
         '("shared-queue" "shared-queue" "thread-pool")
         '("length 1, getters 0, putters 0" "length 0, getters 1, putters 0"
           "size 1, idle 0, queued 0, futures 0, state running"))
        (client-say client "row-0" "click")
        (client-wait client
                     (lambda (tree)
                       (string-search "size 1, idle 0"
                                      (client-text client "detail"))))
        (say 'statuses)))
