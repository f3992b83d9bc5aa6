;;; Automatic players, each with a connection of its own: how long it takes from
;;; a key to the picture that shows what it did.
;;;
;;;   mound run examples/schack/players.scm [PLAYERS [SECONDS [ROOMS]]]
;;;
;;; The world and the players are on one node. The rooms stand in a circle, and
;;; each player walks to and fro in the one in which it began.
(import (scheme base) (scheme process-context) (scheme write) (mound match)
        (mound base) (mound clock) (mound http) (mound sort) (mound tcp)
        (dynamite) (dynamite client) (termite process))
(include "world.scm")
(include "page.scm")

(define (argument index default)
  (let loop ((rest (cdr (command-line))) (index index))
    (cond ((null? rest) default)
          ((= index 0) (string->number (car rest)))
          (else (loop (cdr rest) (- index 1))))))
(define players (argument 0 200))
(define seconds (argument 1 10))
(define room-count (argument 2 (max 1 (quotient players 4))))

(define (name-of number) (string-append "room " (number->string number)))
(define circle
  (let loop ((number 0))
    (if (= number room-count)
        '()
        (cons (make-room
               (name-of number)
               `((11 4 ,(name-of (modulo (+ number 1) room-count)) 1 4))
               '() '() '() '())
              (loop (+ number 1))))))
(define keeper (start-world circle (list (current-node))))

;; A page enters the room whose number is in its query.
(define (play-in-room page)
  (let* ((number (cdr (assoc "room" (page-query page))))
         (row (string->number (cdr (assoc "row" (page-query page)))))
         (id (string-append "p" (cdr (assoc "number" (page-query page))))))
    (enter keeper (string-append "room " number)
           (make-being id 'player (self) 4 row health-most '()))
    (run-page
     page (make-view id #f #f) draw
     message: (lambda (view message)
                (match message
                  (('see place room) (make-view id place room))
                  (_ view))))))

(define listener (tcp-listen 0))
(http-serve listener
            (dynamite-handler (list (cons "/" play-in-room)) style: style))
(define url
  (string-append "http://127.0.0.1:" (number->string (listener-port listener))))

;; Where the player is drawn: the x of the head of what has the class `me`.
(define (my-place tree)
  (cond ((not (vector? tree)) #f)
        ((let ((class (assq 'class (attributes tree))))
           (and class (string-search " me" (cdr class))))
         (cdr (assq 'cx (attributes (vector-ref (vector-ref tree 2) 0)))))
        (else
         (let loop ((children (vector->list (vector-ref tree 2))))
           (and (pair? children)
                (or (my-place (car children)) (loop (cdr children))))))))
(define (attributes tree)
  (let ((attributes (vector-ref tree 1)))
    (if (vector? attributes) (vector->list attributes) attributes)))

(define (in-tree tree test)
  (let loop ((nodes (if (vector? tree) (vector->list tree) tree)))
    (and (pair? nodes) (or (test (car nodes)) (loop (cdr nodes))))))

(define start (monotonic-time))
(define warm-up 3)

;; Walks right and left every half second or so until the end, and tells how
;; long each key took.
(define (run-player number parent)
  (call-with-page
   (string-append url "/?room=" (number->string (modulo number room-count))
                  "&row="
                  (number->string (modulo (quotient number room-count) height))
                  "&number=" (number->string number))
   (lambda (client)
     (define (place) (in-tree (client-tree client) my-place))
     (client-wait client (lambda (tree) (in-tree tree my-place)))
     (let loop ((times '()) (key "right"))
       (sleep (+ 0.25 (/ (random-integer 500) 1000)))
       (if (< (+ start warm-up seconds) (monotonic-time))
           (! parent (list 'times times))
           (let ((before (place)) (began (monotonic-time)))
             (client-say client key "click")
             (client-wait client
                          (lambda (tree)
                            (not (equal? before (in-tree tree my-place)))))
             (let ((took (- (monotonic-time) began)))
               (loop (if (< (+ start warm-up) began) (cons took times) times)
                     (if (string=? key "right") "left" "right")))))))))

(define me (self))
(for-each (lambda (number)
            (spawn-link (lambda () (run-player number me))))
          (let loop ((number 0))
            (if (= number players) '() (cons number (loop (+ number 1))))))
(define times
  (let loop ((left players) (times '()))
    (if (= left 0)
        (sort times <)
        (recv (('times more) (loop (- left 1) (append more times)))))))

(define (at part)
  (let ((count (length times)))
    (exact (round (* 1000 (list-ref times
                                    (min (- count 1)
                                         (exact (floor (* part count))))))))))
(for-each display
          (list players " players in " room-count " rooms, " (length times)
                " keys: median " (at 0.5) " ms, p99 " (at 0.99) " ms, most "
                (at 1) " ms\n"))
