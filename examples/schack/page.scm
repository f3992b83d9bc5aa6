;;; The page of a player: it draws the room that it is told, and tells the room
;;; what the player wants.

(define tile 40)

;; The page's state: name of the player, room's pid, and what is seen.
(define-record-type view
  (make-view id place room)
  view?
  (id view-id)
  (place view-place)
  (room view-room))

(define (play keeper)
  (lambda (page)
    (let ((id (ask-name page)))
      (enter keeper "hall" (make-being id 'player (self) 2 2 health-most '()))
      (run-page
       page (make-view id #f #f) draw
       message: (lambda (view message)
                  (match message
                    (('see place room) (make-view id place room))
                    (('go name being)
                     (enter keeper name being)
                     view)
                    (_ view)))))))

(define (enter keeper name being)
  (! (where keeper name) (list 'enter being)))

;; Players of one name are told apart by their numbers.
(define (ask-name page)
  (let* ((given (cdr (assq 'name
                           (ask page
                                `(main (h1 "Schack")
                                       (form (@ (id "join"))
                                             (input (@ (name "name")
                                                       (maxlength 12)
                                                       (placeholder "your name")
                                                       (autofocus #t)))
                                             (button "Enter")))))))
         (short (substring given 0 (min 12 (string-length given)))))
    (if (string=? short "")
        (ask-name page)
        (string-append short " " (number->string (random-integer 1000))))))

(define (doer . action)
  (lambda (view event)
    (if (view-place view)
        (! (view-place view) (append (list 'do (view-id view)) action)))
    view))

(define keys
  '(("ArrowLeft" walk -1 0) ("ArrowRight" walk 1 0) ("ArrowUp" walk 0 -1)
    ("ArrowDown" walk 0 1) ("t" take) ("u" use) ("g" give)))

(define (press view event)
  (let ((found (assoc (event-ref event 'key) keys)))
    (if found ((apply doer (cdr found)) view event) view)))

(define (talk view event)
  (let ((text (cdr (assq 'text (event-form event)))))
    ((doer 'say (substring text 0 (min 200 (string-length text))))
     view event)))

(define (draw view)
  (let* ((room (view-room view))
         (me (and room (being-named room (view-id view)))))
    (if (not me)
        `(main (p "..."))
        `(main
          (h1 ,(room-name room))
          ,(draw-room room me)
          (p (@ (id "me")) ,(view-id view) ": "
             (span (@ (class "health")) ,(make-string (being-health me) #\♥))
             " " ,(map (lambda (thing) `(span (@ (class "thing")) ,thing))
                       (being-things me)))
          (p (@ (class "pad"))
             ,(map (lambda (key)
                     `(button (@ (id ,(car key))
                                 (on-click ,(apply doer (cddr key))))
                              ,(cadr key)))
                   '(("left" "←" walk -1 0) ("up" "↑" walk 0 -1)
                     ("down" "↓" walk 0 1) ("right" "→" walk 1 0)
                     ("take" "take" take) ("use" "use" use)
                     ("give" "give" give))))
          (form (@ (id "talk") (data-reset #t) (on-submit ,talk))
                (input (@ (name "text") (maxlength 200)
                          (placeholder "say something")))
                (button "Say"))
          (ol (@ (id "lines"))
              ,(map (lambda (line) `(li ,line)) (room-lines room)))))))

(define (draw-room room me)
  `(svg (@ (viewBox ,(string-append "0 0 " (number->string (* tile width)) " "
                                    (number->string (* tile height))))
           (on-window-keydown ,press))
        (rect (@ (class "floor") (width ,(* tile width))
                 (height ,(* tile height))))
        ,(map (lambda (wall) (square "wall" (car wall) (cadr wall)))
              (room-walls room))
        ,(map (lambda (exit) (square "exit" (car exit) (cadr exit)))
              (room-exits room))
        ,(map draw-thing (room-things room))
        ,(map (lambda (being) (draw-being being me)) (room-beings room))))

(define (square class x y)
  `(rect (@ (class ,class) (x ,(+ 1 (* tile x))) (y ,(+ 1 (* tile y)))
            (width ,(- tile 2)) (height ,(- tile 2)) (rx 4))))

(define (centre n) (+ (quotient tile 2) (* tile n)))

(define (draw-thing thing)
  (let ((x (centre (cadr thing))) (y (centre (caddr thing))))
    `(g (circle (@ (class ,(string-append "thing " (car thing))) (cx ,x) (cy ,y)
                   (r 8)))
        (text (@ (x ,x) (y ,(+ y 18))) ,(car thing)))))

;; A head and a body, and its name.
(define (draw-being being me)
  (let ((x (centre (being-x being))) (y (centre (being-y being))))
    `(g (@ (key ,(being-id being))
           (class ,(string-append
                    (symbol->string (being-kind being))
                    (if (equal? (being-id being) (being-id me)) " me" ""))))
        (circle (@ (cx ,x) (cy ,(- y 8)) (r 7)))
        (rect (@ (x ,(- x 9)) (y ,y) (width 18) (height 13) (rx 5)))
        (text (@ (x ,x) (y ,(- y 17))) ,(being-id being)))))

(define style
  "body { font: 16px/1.4 sans-serif; margin: 0; background: #222; color: #eee; }
main { max-width: 42em; margin: 0 auto; padding: .5em 1em; }
svg { width: 100%; display: block; border-radius: 6px; }
svg text { font-size: 9px; text-anchor: middle; fill: #fff; }
.floor { fill: #3b4a3f; } .wall { fill: #6b6257; } .exit { fill: #c9a227; }
.player { fill: #58a6e0; } .me { fill: #8fd16f; } .monster { fill: #d9534f; }
circle.thing { fill: #ddd; } circle.potion { fill: #c77dff; }
.health { color: #e55; } span.thing { margin-right: .6em; color: #fd8; }
button { font: inherit; padding: .5em .9em; margin: 0 .2em .2em 0; }
input { font: inherit; padding: .4em; }
ol { list-style: none; padding: 0; color: #bbb; }
.dynamite-offline svg { opacity: .5; }")

(define rooms
  (list
   (make-room "hall" '((11 4 "cave" 1 4)) '((4 2) (4 3) (7 5) (7 6)) '()
              '(("potion" 3 5)) '())
   (make-room "cave" '((0 4 "hall" 10 4)) '((5 1) (5 2) (8 6))
              (list (make-being "troll" 'monster #f 8 2 5 '("gold"))
                    (make-being "bat" 'monster #f 9 5 2 '()))
              '(("sword" 3 2)) '())))
