;; The game: players see each other, take and give, go from room to room; a room
;; moves, and is there again after its node was lost. The argument is the other
;; node, on which the cave is, and which ends here.
(import (scheme base) (scheme process-context) (scheme write) (mound match)
        (mound base) (mound clock) (mound http) (mound tcp) (dynamite)
        (dynamite client) (termite process))
(include "../../examples/schack/world.scm")
(include "../../examples/schack/page.scm")

(define there (cadr (command-line)))
(define (say object) (write object) (newline))

(define quiet-rooms
  (list
   (make-room "hall" '((11 4 "cave" 1 4)) '((4 2)) '() '(("potion" 3 2)) '())
   (make-room "cave" '((0 4 "hall" 10 4)) '((9 7) (10 6) (11 7))
              (list (make-being "troll" 'monster #f 10 7 5 '("gold")))
              '(("sword" 2 4)) '())))
(define keeper (start-world quiet-rooms (list (current-node) there)))
(define listener (tcp-listen 0))
(http-serve listener (dynamite-handler (list (cons "/" (play keeper)))))
(define url
  (string-append "http://127.0.0.1:" (number->string (listener-port listener))))

(define (until client test)
  (or (test (client-tree client)) (client-wait client test)))
(define (sees? client text)
  (string-search text (client-text client)))
(define (wait-to-see client text)
  (until client (lambda (tree) (sees? client text))))
(define (push client . ids)
  (for-each (lambda (id) (client-say client id "click")) ids))
(define (join client name)
  (client-say client "join" "submit" `((form (name . ,name))))
  (wait-to-see client (string-append name " ")))
(define (things client) (client-text client "me"))

(define (node-of name) (cdr (assoc name (!? keeper 'nodes))))

;; Until the players in the cave have seen it there.
(define (wait-for-cave node)
  (define (seen-there? pid)
    (let ((view (cdr (assoc '() (page-components pid)))))
      (or (not (view? view))
          (not (equal? "cave" (room-name (view-room view))))
          (equal? node (pid-node (view-place view))))))
  (let loop ((pids (page-processes)))
    (cond ((not (equal? node (node-of "cave")))
           (sleep 0.01)
           (loop (page-processes)))
          ((null? pids) #t)
          ((seen-there? (car pids)) (loop (cdr pids)))
          (else (sleep 0.01) (loop (page-processes))))))

(call-with-page
 url
 (lambda (ada)
   (join ada "Ada")
   (call-with-page
    url
    (lambda (bob)
      (join bob "Bob")
      (wait-to-see ada "Bob ")
      (client-say bob "talk" "submit" '((form (text . "hello <all>"))))
      (wait-to-see ada "hello <all>")
      ;; Bob came in beside Ada, where the potion is.
      (push bob "take")
      (until bob (lambda (tree) (string-search "potion" (things bob))))
      (push bob "give")
      (until ada (lambda (tree) (string-search "potion" (things ada))))
      (say 'given)
      (push ada "use")
      (wait-to-see bob "drinks the potion")
      ;; To the cave, which is on the other node.
      (push bob "down" "down")
      (apply push bob (make-list 8 "right"))
      (wait-to-see bob "cave")
      (wait-to-see ada "goes")
      (say (equal? there (node-of "cave")))
      (push bob "right" "take")
      (until bob (lambda (tree) (string-search "sword" (things bob))))
      (wait-to-see bob "troll")
      ;; The room and its monster move here, and back.
      (! keeper (list 'move "cave" (current-node)))
      (wait-for-cave (current-node))
      (client-say bob "talk" "submit" '((form (text . "here?"))))
      (wait-to-see bob "here?")
      (! keeper (list 'move "cave" there))
      (wait-for-cave there)
      (client-say bob "talk" "submit" '((form (text . "there"))))
      (wait-to-see bob "there")
      ;; Its node ends; the cave is here again, with what Bob has.
      (spawn (lambda () (on there (lambda () (exit 0)))))
      (wait-for-cave (current-node))
      (client-say bob "talk" "submit" '((form (text . "still here"))))
      (wait-to-see bob "still here")
      (say (and (string-search "sword" (things bob)) #t))
      (wait-to-see bob "troll")
      (say 'restored)))
   ;; Bob's page lingers, so he is still there; Ada plays on.
   (client-say ada "talk" "submit" '((form (text . "alone"))))
   (wait-to-see ada "alone")
   (say 'end)))
