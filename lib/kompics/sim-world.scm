;;; The world of a run: nodes with cores, messages on their way, a clock.
;;;
;;; A step takes one message to one core: of the cores that have messages, one
;;; is drawn. If none has, the clock goes to what is due next. A core gets its
;;; messages in the order in which they were sent to it.

;; A core in its node. inbox, newest: messages, the oldest first, and the newest
;; first. ready?: whether it is among those that have messages.
(define-record-type <seat>
  (%make-seat core node inbox newest ready?)
  %seat?
  (core %seat-core)
  (node %seat-node)
  (inbox %inbox %inbox!)
  (newest %newest %newest!)
  (ready? %seat-ready? %seat-ready!))

;; seats: a vector of the seats of cores by their numbers, or #f. ready: a
;; vector of seats, of which `count` are used. due: a heap of thunks. nodes:
;; from name to the number of the root. homes: from (host port) to (number .
;; node). network: an association list. links: from (node . node) to a link.
;; history, trace, faults: the newest first.
(define-record-type <world>
  (%make-world seed now seats next ready count due due-count nodes homes
               network links order history trace faults steps node
               ended? messages)
  %world?
  (seed %world-seed)
  (now %world-now %world-now!)
  (seats %seats %seats!)
  (next %next-number %next-number!)
  (ready %ready-seats %ready-seats!)
  (count %ready-count %ready-count!)
  (due %due %due!)
  (due-count %due-count %due-count!)
  (nodes %nodes)
  (homes %homes)
  (network %network %network!)
  (links %links)
  (order %order-source)
  (history %history %history!)
  (trace %trace %trace!)
  (faults %faults %faults!)
  (steps %steps %steps!)
  (node %current-node %current-node!)
  (ended? %ended? %ended!)
  (messages %messages %messages!))

(define %world #f)

(define %network-at-first
  '((latency (uniform 0.001 0.01)) (loss 0) (duplicates 0) (order fifo)
    (partition)))

(define (%new-world seed)
  (%make-world seed 0 (make-vector 64 #f) 1 (make-vector 16 #f) 0 #f 0
               (make-hash-table) (make-hash-table) %network-at-first
               (make-hash-table) (%source seed 'order) '() '() '() 0 #f #f 0))

(define (%network-part name) (cadr (assq name (%network %world))))

;;; What cores ask of what runs them

(define (%seat-of number)
  (let ((seats (%seats %world)))
    (if (and (fixnum? number) (< number (vector-length seats)))
        (vector-ref seats number)
        #f)))

(define (%seat! number seat)
  (let* ((seats (%seats %world)) (size (vector-length seats)))
    (if (< number size)
        (vector-set! seats number seat)
        (begin
          (%seats! %world (vector-append seats (make-vector size #f)))
          (%seat! number seat)))))

(define (%post-here! address message)
  (if (pair? address)
      ;; The parent of a root.
      (if (and (pair? message) (eq? (cadr message) 'fault))
          (%note-fault! (cdr address) (cadddr message)))
      (let ((seat (%seat-of address)))
        (if seat
            (begin
              (%newest! seat (cons (%copied message) (%newest seat)))
              (if (not (%seat-ready? seat)) (%make-ready! seat)))))))

;; Components share nothing that can be changed: what may is copied, unless it
;; has been: an event passes several components on its way.
(define (%copied message)
  (if (and (%event-message? message)
           (not (%plain? (%message-fields message))))
      (begin
        (! (self) message)
        (recv (copy (where (%event-message? copy)) copy)))
      message))

(define (%plain? fields)
  (cond ((null? fields) #t)
        ((let ((field (car fields)))
           (or (%primitive %frozen? field) (symbol? field) (flonum? field)))
         (%plain? (cdr fields)))
        (else #f)))

(define (%make-ready! seat)
  (let ((count (%ready-count %world)) (ready (%ready-seats %world)))
    (%seat-ready! seat #t)
    (if (= count (vector-length ready))
        (%ready-seats! %world
                       (vector-append ready (make-vector count #f))))
    (vector-set! (%ready-seats %world) count seat)
    (%ready-count! %world (+ count 1))))

(define (%new-number!)
  (let ((number (%next-number %world)))
    (%next-number! %world (+ number 1))
    number))

(define (%create-here definition arguments parent settings)
  (let* ((number (%new-number!))
         (core (%new-core number (%definition-name definition) parent
                          (pair? parent) settings)))
    (%seat! number (%make-seat core (%current-node %world) '() '() #f))
    (with-exception-catcher
     (lambda (raised)
       (%seat! number #f)
       (raise raised))
     (lambda () (%set-up! core definition arguments)))))

(define (%at! seconds thunk)
  (let ((number (+ 1 (%due-count %world))))
    (%due-count! %world number)
    (%due! %world (%heap-add (%due %world) (+ (%world-now %world) seconds)
                             number thunk))))

(define (%after-here! seconds address message)
  (%at! seconds (lambda () (%post-here! address message))))

(define (%core-here number)
  (let ((seat (%seat-of number)))
    (if (and seat (not (eq? (%state (%seat-core seat)) 'destroyed)))
        (%seat-core seat)
        #f)))

(define (%random-here n)
  (if n (%below! (%order-source %world) n) (%new-number!)))

(define (%observe-here! objects)
  (%history! %world
             (cons (cons (%world-now %world)
                         (cons (%current-node %world) objects))
                   (%history %world)))
  #t)

(define (%note! . entry)
  (%trace! %world (cons (cons (%world-now %world) entry) (%trace %world))))

(define (%note-fault! node fault)
  (%faults! %world (cons (list (%world-now %world) node fault)
                         (%faults %world)))
  (%note! 'fault node))

;;; The network

(define (%home-key address)
  (list (address-host address) (address-port address)))

(define (%attach-here! address number)
  (hash-table-set! (%homes %world) (%home-key address)
                   (cons number (%current-node %world))))

;; What one node sends another. latest: when the last message arrives.
(define-record-type <link>
  (%make-link source latest)
  %link?
  (source %link-source)
  (latest %latest %latest!))

(define (%link from to)
  (let ((key (cons from to)))
    (or (hash-table-ref/default (%links %world) key #f)
        (let ((link (%make-link (%source (%world-seed %world)
                                         (list 'link from to))
                                0)))
          (hash-table-set! (%links %world) key link)
          link))))

(define (%parted? a b)
  (let ((groups (cdr (assq 'partition (%network %world)))))
    (define (group-of name)
      (let loop ((rest groups))
        (cond ((null? rest) #f)
              ((member name (car rest)) (car rest))
              (else (loop (cdr rest))))))
    (and (pair? groups)
         (not (equal? a b))
         (not (and (group-of a) (eq? (group-of a) (group-of b)))))))

;; Three numbers are drawn for each message, whatever becomes of it.
(define (%transmit-here! msg arrival)
  (let* ((from (%current-node %world))
         (fields (%event-fields msg))
         (key (%home-key (cadr fields)))
         (home (hash-table-ref/default (%homes %world) key #f))
         (to (if home (cdr home) (car key)))
         (link (%link from to))
         (source (%link-source link))
         (lost? (< (%real! source) (%network-part 'loss)))
         (twice? (< (%real! source) (%network-part 'duplicates)))
         (latency (max 0 (%drawn (%network-part 'latency) source 0)))
         (number (+ 1 (%messages %world)))
         (what (caddr fields))
         (shown (if (event? what) (event->list what) what)))
    (define (arrive! after)
      (%at! after
            (lambda ()
              (let ((home (hash-table-ref/default (%homes %world) key #f)))
                (if (and home
                         (hash-table-contains? (%nodes %world) (cdr home))
                         (not (%parted? from (cdr home))))
                    (begin
                      (%note! 'came number from (cdr home) shown)
                      (%post-here! (car home)
                                   (%event-message 0 arrival (car home) 0)))
                    (%note! 'lost number from to shown))))))
    (%messages! %world number)
    (%note! 'sent number from to shown)
    (cond ((equal? from to) (arrive! 0))
          ((or lost? (%parted? from to)) (%note! 'lost number from to shown))
          (else
           (let* ((moment (+ (%world-now %world) latency))
                  (last (max moment (%latest link))))
             (let ((after (if (eq? (%network-part 'order) 'fifo)
                              (- last (%world-now %world))
                              latency)))
               (%latest! link last)
               (arrive! after)
               (if twice? (arrive! (* 2 after)))))))))

(define (%change-network! changes)
  (for-each
   (lambda (change)
     (let ((change (if (eq? (car change) 'heal) '(partition) change)))
       (%network! %world
                  (cons change
                        (let loop ((rest (%network %world)))
                          (cond ((null? rest) '())
                                ((eq? (caar rest) (car change)) (cdr rest))
                                (else (cons (car rest)
                                            (loop (cdr rest))))))))))
   changes)
  (%note! 'network changes))
