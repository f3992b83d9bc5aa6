;;; The world: rooms, which are processes on some nodes, and the keeper, which
;;; starts them, knows where they are, and starts a room whose node was lost
;;; again on another one, as it last was.
;;;
;;;   page of a player --- room --- monsters        keeper
;;;
;;; A room decides everything that happens in it, so nothing is locked. After
;;; each change it tells the beings in it what they see, and the keeper how it
;;; is. Monsters are processes on the node of their room and move with it.

(define width 12)
(define height 8)
(define health-most 10)
(define lines-most 6)

;; Who is in a room. `pid` is the page of a player or the process of a monster.
(define-record-type being
  (make-being id kind pid x y health things)
  being?
  (id being-id)
  (kind being-kind)
  (pid being-pid being-pid-set!)
  (x being-x being-x-set!)
  (y being-y being-y-set!)
  (health being-health being-health-set!)
  (things being-things being-things-set!))

;; `exits` are lists (x y room x y), `things` lists (kind x y).
(define-record-type room
  (make-room name exits walls beings things lines)
  room?
  (name room-name)
  (exits room-exits)
  (walls room-walls)
  (beings room-beings room-beings-set!)
  (things room-things room-things-set!)
  (lines room-lines room-lines-set!))

(define (keep test list)
  (cond ((null? list) '())
        ((test (car list)) (cons (car list) (keep test (cdr list))))
        (else (keep test (cdr list)))))
(define (find-first test list)
  (let ((found (keep test list))) (and (pair? found) (car found))))
(define (first-of count list)
  (if (or (null? list) (= count 0))
      '()
      (cons (car list) (first-of (- count 1) (cdr list)))))

(define (being-named room id)
  (find-first (lambda (being) (equal? id (being-id being)))
              (room-beings room)))
(define (being-at room x y)
  (find-first (lambda (being) (and (= x (being-x being)) (= y (being-y being))))
              (room-beings room)))
(define (at? x y) (lambda (place) (and (= x (car place)) (= y (cadr place)))))
(define (free? room x y)
  (and (<= 0 x (- width 1))
       (<= 0 y (- height 1))
       (not (find-first (at? x y) (room-walls room)))
       (not (being-at room x y))))

(define (say! room . parts)
  (room-lines-set! room
                   (first-of lines-most
                             (cons (apply string-append parts)
                                   (room-lines room)))))

;; The process of a room.

(define (run-room given keeper)
  (let ((room (copy-room given)))
    (for-each (lambda (being)
                (if (eq? 'monster (being-kind being))
                    (start-monster! being)))
              (room-beings room))
    (watch-players room)
    (tell-all room keeper)
    (serve-room room keeper)))

;; What comes in a message cannot be changed.
(define (copy-room room)
  (make-room (room-name room) (room-exits room) (room-walls room)
             (map copy-being (room-beings room)) (room-things room)
             (room-lines room)))
(define (copy-being being)
  (make-being (being-id being) (being-kind being) (being-pid being)
              (being-x being) (being-y being) (being-health being)
              (being-things being)))

(define (watch-players room)
  (for-each (lambda (being)
              (if (eq? 'player (being-kind being)) (monitor (being-pid being))))
            (room-beings room)))

(define (serve-room room keeper)
  (recv
    (('move-to node)
     (for-each (lambda (being)
                 (if (eq? 'monster (being-kind being))
                     (! (being-pid being) (list 'move-to node))))
               (room-beings room))
     (migrate-task node)
     (! keeper (list 'moved (room-name room) (self)))
     (watch-players room)
     (tell-all room keeper))
    (('moved id pid)
     (let ((being (being-named room id)))
       (if being
           (begin
             (being-pid-set! being pid)
             (tell-all room keeper)))))
    (('enter given)
     (let ((being (copy-being given)))
       (being-free-place! room being)
       (room-beings-set! room (cons being (room-beings room)))
       (monitor (being-pid being))
       (say! room (being-id being) " comes in")
       (tell-all room keeper)))
    (('down _ pid _ _)
     (let ((gone (find-first (lambda (being) (equal? pid (being-pid being)))
                             (room-beings room))))
       (if (and gone (eq? 'player (being-kind gone)))
           (begin
             (remove-being! room gone)
             (drop-things! room gone)
             (say! room (being-id gone) " is gone")
             (tell-all room keeper)))))
    (('do id . action)
     (let ((being (being-named room id)))
       (if being
           (begin
             (act! room being action)
             (tell-all room keeper))))))
  (serve-room room keeper))

(define (tell-all room keeper)
  (for-each (lambda (being)
              (! (being-pid being) (list 'see (self) room)))
            (room-beings room))
  (! keeper (list 'saved (room-name room) (self) room)))

(define (remove-being! room being)
  (room-beings-set! room (keep (lambda (other) (not (eq? being other)))
                               (room-beings room))))

(define (drop-things! room being)
  (room-things-set!
   room (append (map (lambda (kind)
                       (list kind (being-x being) (being-y being)))
                     (being-things being))
                (room-things room)))
  (being-things-set! being '()))

;; The place that it wants, or the next free one.
(define (being-free-place! room being)
  (let loop ((left (* width height)) (x (being-x being)) (y (being-y being)))
    (cond ((or (free? room x y) (= left 0))
           (being-x-set! being x)
           (being-y-set! being y))
          ((< x (- width 1)) (loop (- left 1) (+ x 1) y))
          (else (loop (- left 1) 0 (modulo (+ y 1) height))))))

;; What beings do.

(define (act! room being action)
  (match action
    (('walk dx dy) (walk! room being dx dy))
    (('say text) (say! room (being-id being) ": " text))
    (('take) (take! room being))
    (('use) (use! room being))
    (('give) (give! room being))
    (_ #f)))

(define (walk! room being dx dy)
  (let* ((x (+ (being-x being) dx))
         (y (+ (being-y being) dy))
         (other (being-at room x y))
         (exit (find-first (at? x y) (room-exits room))))
    (cond ((and other (not (eq? (being-kind being) (being-kind other))))
           (hit! room being other))
          ((and exit (eq? 'player (being-kind being)))
           (remove-being! room being)
           (say! room (being-id being) " goes")
           (go! being (list-ref exit 2) (list-ref exit 3) (list-ref exit 4)))
          ((and (free? room x y) (not exit))
           (being-x-set! being x)
           (being-y-set! being y)))))

;; The page of the player takes it to the other room.
(define (go! being name x y)
  (being-x-set! being x)
  (being-y-set! being y)
  (! (being-pid being) (list 'go name being)))

(define (hit! room being other)
  (let ((strength (if (member "sword" (being-things being)) 3 1)))
    (being-health-set! other (- (being-health other) strength))
    (say! room (being-id being) " hits " (being-id other))
    (if (<= (being-health other) 0)
        (begin
          (remove-being! room other)
          (drop-things! room other)
          (say! room (being-id other) " falls")
          (if (eq? 'player (being-kind other))
              (begin
                (being-health-set! other health-most)
                (go! other "hall" 2 2))
              (! (being-pid other) 'end))))))

(define (take! room being)
  (let ((found (find-first (lambda (thing)
                             ((at? (being-x being) (being-y being))
                              (cdr thing)))
                           (room-things room))))
    (if found
        (begin
          (room-things-set! room (keep (lambda (thing) (not (eq? thing found)))
                                       (room-things room)))
          (being-things-set! being (cons (car found) (being-things being)))
          (say! room (being-id being) " takes the " (car found))))))

;; A potion is used up.
(define (use! room being)
  (if (member "potion" (being-things being))
      (begin
        (lose! being "potion")
        (being-health-set! being health-most)
        (say! room (being-id being) " drinks the potion"))))

(define (lose! being kind)
  (being-things-set!
   being (let loop ((things (being-things being)))
           (if (equal? kind (car things))
               (cdr things)
               (cons (car things) (loop (cdr things)))))))

;; To a player beside.
(define (give! room being)
  (let ((other (find-first
                (lambda (other)
                  (and (eq? 'player (being-kind other))
                       (= 1 (distance being other))))
                (room-beings room))))
    (if (and other (pair? (being-things being)))
        (let ((kind (car (being-things being))))
          (lose! being kind)
          (being-things-set! other (cons kind (being-things other)))
          (say! room (being-id being) " gives " (being-id other) " the "
                kind)))))

(define (distance a b)
  (+ (abs (- (being-x a) (being-x b))) (abs (- (being-y a) (being-y b)))))

;; Monsters: they wander, follow players who are near, and hit those beside.

(define (start-monster! being)
  (let ((id (being-id being)) (room (self)))
    (being-pid-set! being
                    (spawn (lambda () (monitor room) (run-monster id room #f))
                           name: 'monster))))

(define (run-monster id pid room)
  (let ((time (+ 1/2 (/ (random-integer 500) 1000))))
    (recv
      (('see pid room) (run-monster id pid room))
      (('move-to node)
       (migrate-task node)
       (! pid (list 'moved id (self)))
       (run-monster id pid room))
      ('end 'ended)
      ;; The room starts others when it is somewhere else.
      (('down _ gone reason _)
       (if (or (not (equal? gone pid)) (eq? reason 'normal))
           (run-monster id pid room)
           'ended))
      (after time
        (if room
            (let ((me (being-named room id)))
              (if me (! pid (append (list 'do id) (monster-action room me))))))
        (run-monster id pid room)))))

(define (monster-action room me)
  (let ((near (find-first (lambda (other)
                            (and (eq? 'player (being-kind other))
                                 (<= (distance me other) 4)))
                          (room-beings room))))
    (if near
        (let ((dx (- (being-x near) (being-x me)))
              (dy (- (being-y near) (being-y me))))
          (if (> (abs dx) (abs dy))
              (list 'walk (if (> dx 0) 1 -1) 0)
              (list 'walk 0 (if (> dy 0) 1 -1))))
        (list-ref '((walk 1 0) (walk -1 0) (walk 0 1) (walk 0 -1))
                  (random-integer 4)))))

;; The keeper. `places` has for each room its name, pid, node and how it last
;; was. What it is told of a room that it has started anew comes too late.

(define (start-world rooms nodes)
  (spawn
   (lambda ()
     (let loop ((rooms rooms) (turn 0) (places '()))
       (if (null? rooms)
           (run-keeper places nodes)
           (loop (cdr rooms) (+ turn 1)
                 (cons (start-room (car rooms) (self)
                                   (list-ref nodes
                                             (modulo turn (length nodes))))
                       places)))))
   name: 'keeper))

(define (start-room room keeper node)
  (let ((pid (remote-spawn node (lambda () (run-room room keeper))
                           name: 'room)))
    (monitor pid)
    (list (room-name room) pid node room)))

(define (place-of name places) (assoc name places))

(define (with-place place places)
  (cons place (keep (lambda (other) (not (equal? (car place) (car other))))
                    places)))

(define (run-keeper places nodes)
  (recv
    ((from tag ('where name))
     (let ((place (place-of name places)))
       (! from (list tag (and place (cadr place))))
       (run-keeper places nodes)))
    ((from tag 'nodes)
     (! from (list tag (map (lambda (place) (cons (car place) (caddr place)))
                            places)))
     (run-keeper places nodes))
    (('saved name pid room)
     (let ((place (place-of name places)))
       (run-keeper (if (equal? pid (cadr place))
                       (with-place (list name pid (caddr place) room) places)
                       places)
                   nodes)))
    (('move name node)
     (! (cadr (place-of name places)) (list 'move-to node))
     (run-keeper places nodes))
    (('moved name pid)
     (monitor pid)
     (run-keeper (with-place (list name pid (pid-node pid)
                                   (cadddr (place-of name places)))
                             places)
                 nodes))
    (('down _ pid reason _)
     (let ((place (find-first (lambda (place) (equal? pid (cadr place)))
                              places)))
       (if (and place (not (eq? reason 'normal)))
           (run-keeper (with-place (start-again (cadddr place) (self) nodes)
                                   places)
                       nodes)
           (run-keeper places nodes))))))

;; On the first node that can be reached.
(define (start-again room keeper nodes)
  (let loop ((left nodes))
    (if (null? left) (error "no node is left for" (room-name room)))
    (or (guard (e ((condition? e) #f)) (start-room room keeper (car left)))
        (loop (cdr left)))))

(define (where keeper name) (!? keeper (list 'where name)))
