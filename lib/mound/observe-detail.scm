;;; One process: what is known of it, its stack, and its messages as they come,
;;; as a sequence diagram.
;;;
;;; What traces it is a process on its node, which keeps the last events and is
;;; asked for them; so however many there are, the page gets few.

;; Events that are kept and shown, and lines of a diagram besides that of the
;; process.
(define %events-max 30)
(define %lifelines-max 6)

;; Seconds between two looks at the events.
(define %trace-every 0.4)

;; The pid of what traces, how many events there were, and the last of them,
;; the newest first: lists of sent or received, the text of the other process or
;; #f, and that of the message.
(define-record-type tracer
  (%make-tracer process count events)
  tracer?
  (process %tracer-process)
  (count %tracer-count %tracer-count-set!)
  (events %tracer-events %tracer-events-set!))

(define (%detail look page node changes?)
  (let* ((pid (%look-chosen look))
         (facts (%look-facts look))
         (tracer (%look-tracer look))
         (stack (and facts (assq 'stack facts)))
         (row (assoc pid (%sample-rows (%look-after look))))
         (status (if row (%row-status-text row) "")))
    `(section
      (@ (id "detail"))
      (h2 ,(%pid-text pid) " "
          ,(if facts (%shown (cdr (assq 'name facts))) "has ended"))
      ,(%button "close" #f "close"
                (lambda (look event) (%choose! look node #f)))
      " "
      ,(and facts
            (%button "trace" tracer "trace messages"
                     (lambda (look event)
                       (if (%look-tracer look)
                           (%stop-tracing! look)
                           (%start-tracing! look page node))
                       look)))
      " "
      ,(and changes? facts
            (%button "end" #f "end this process"
                     (lambda (look event)
                       (%there node (lambda () (terminate! pid)))
                       (%choose! look node pid))))
      ,(and tracer (%sequence-view pid tracer))
      ,(and stack (pair? (cdr stack))
            `(pre (@ (id "stack")) ,(string-join (cdr stack) "\n")))
      (dl ,(and (not (string=? status ""))
                `((dt "status") (dd ,status)))
          ,(map (lambda (fact)
                  `((dt ,(symbol->string (car fact)))
                    (dd ,(%shown (cdr fact)))))
                (%filter (lambda (fact) (not (eq? 'stack (car fact))))
                         (or facts '())))))))

;; Tracing.

(define (%start-tracing! look page node)
  (let ((pid (%look-chosen look)) (owner (page-process page)))
    (%look-tracer-set!
     look
     (%make-tracer
      (%there node
              (lambda ()
                (spawn (lambda () (%trace pid owner)) name: 'observe-tracer)))
      0 '()))
    (page-timer! page %trace-every 'trace)))

(define (%stop-tracing! look)
  (if (%look-tracer look)
      (begin
        (! (%tracer-process (%look-tracer look)) 'stop)
        (%look-tracer-set! look #f))))

;; What traces: until it is told to stop, or the page ends.
(define (%trace pid owner)
  (process-limits-set! '((mailbox . 5000) (when-mailbox-full . drop-oldest)))
  (monitor owner)
  (trace-to (self) pid 'messages)
  (let loop ((count 0) (events '()))
    (define (more event)
      (loop (+ count 1) (%at-most %events-max (cons event events))))
    (recv
      (('trace _ 'received message)
       (more (list 'received (%sender-text message) (%shown message))))
      (('trace _ 'sent to message)
       (more (list 'sent (%shown to) (%shown message))))
      ((from tag 'events)
       (! from (list tag count events))
       (loop count events))
      (_ (untrace-process pid)))))

;; A message does not say who sent it, but those that want an answer begin with
;; that.
(define (%sender-text message)
  (and (pair? message) (pid? (car message)) (%shown (car message))))

;; What has come since.
(define (%fetch-events! tracer node)
  (let* ((pid (%tracer-process tracer))
         (answer (%there node
                         (lambda ()
                           (let ((tag (make-tag)) (watch (monitor pid)))
                             (! pid (list (self) tag 'events))
                             (recv
                               ((,tag count events) (list count events))
                               (('down ,watch _ _ _) #f)))))))
    (if answer
        (begin
          (%tracer-count-set! tracer (car answer))
          (%tracer-events-set! tracer (cadr answer))))))

;; The diagram. The process has the first line; the others have one each in the
;; order in which they are named, and the last is for all others and for those
;; that a message does not name.

(define (%sequence-view pid tracer)
  (let* ((events (reverse (%tracer-events tracer)))
         (others (%lifelines events))
         (names (append others '("others")))
         (height (+ 40 (* 24 (length events)))))
    `(div
      (p (@ (id "traced")) ,(%tracer-count tracer) " messages")
      (svg (@ (id "sequence")
              (viewBox ,(string-append "0 0 900 " (number->string height))))
           ,(map (lambda (name index)
                   (%lifeline (%column index (length names)) name height))
                 (cons (string-append "process " (%pid-text pid)) names)
                 (%numbers 0 (+ 1 (length names))))
           ,(map (lambda (event index)
                   (%arrow event
                           (%column 0 (length names))
                           (%column (+ 1 (%index-of (cadr event) others))
                                    (length names))
                           (+ 44 (* 24 index))))
                 events (%numbers 0 (length events)))))))

(define (%column index others) (+ 70 (quotient (* index 760) others)))

;; The names of others, the first ones.
(define (%lifelines events)
  (let loop ((events events) (names '()))
    (if (or (null? events) (= %lifelines-max (length names)))
        (reverse names)
        (let ((name (cadr (car events))))
          (loop (cdr events)
                (if (or (not name) (member name names))
                    names
                    (cons name names)))))))

;; Where the name stands, or behind all.
(define (%index-of name names)
  (let loop ((names names) (index 0))
    (if (or (null? names) (equal? name (car names)))
        index
        (loop (cdr names) (+ index 1)))))

(define (%lifeline x name height)
  `(g (text (@ (x ,x) (y 14) (text-anchor "middle")) ,name)
      (line (@ (x1 ,x) (x2 ,x) (y1 20) (y2 ,height)))))

(define (%arrow event own other y)
  (let* ((sent? (eq? 'sent (car event)))
         (from (if sent? own other))
         (to (if sent? other own))
         (back (if (< from to) -7 7)))
    `(g (line (@ (class ,(symbol->string (car event)))
                 (x1 ,from) (x2 ,to) (y1 ,y) (y2 ,y)))
        (polygon (@ (points ,(%points (list (cons to y)
                                            (cons (+ to back) (- y 4))
                                            (cons (+ to back) (+ y 4)))))))
        (text (@ (x ,(+ 8 (min from to))) (y ,(- y 4)))
              ,(%cut (list-ref event 2) 60)))))

(define (%points points)
  (string-join (map (lambda (point)
                      (string-append (number->string (car point)) ","
                                     (number->string (cdr point))))
                    points)
               " "))

(define (%cut text most)
  (if (< most (string-length text))
      (string-append (substring text 0 most) "...")
      text))
