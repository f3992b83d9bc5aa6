;;; Simulation of a factory: coroutines by call/cc, a heap of events, stations with
;;; queues, buffers between them, breakdowns, a repairer, and statistics.

;; Priority queue: a binary heap in a vector that grows, ordered by time and then by
;; the order in which the events came.

(define-record-type event
  (make-event time number action)
  event?
  (time event-time)
  (number event-number)
  (action event-action))

(define-record-type heap
  (make-heap items size)
  heap?
  (items heap-items set-heap-items!)
  (size heap-size set-heap-size!))

(define (earlier? one other)
  (or (< (event-time one) (event-time other))
      (and (= (event-time one) (event-time other))
           (< (event-number one) (event-number other)))))

(define (heap-add! heap event)
  (let ((size (heap-size heap)))
    (if (= size (vector-length (heap-items heap)))
        (set-heap-items! heap
                         (vector-append (heap-items heap)
                                        (make-vector size #f))))
    (set-heap-size! heap (+ size 1))
    (let ((items (heap-items heap)))
      (let up ((at size))
        (let ((parent (quotient (- at 1) 2)))
          (if (and (> at 0) (earlier? event (vector-ref items parent)))
              (begin
                (vector-set! items at (vector-ref items parent))
                (up parent))
              (vector-set! items at event)))))))

(define (heap-take! heap)
  (let* ((items (heap-items heap))
         (first (vector-ref items 0))
         (size (- (heap-size heap) 1))
         (moved (vector-ref items size)))
    (set-heap-size! heap size)
    (vector-set! items size #f)
    (if (> size 0)
        (let down ((at 0))
          (let* ((left (+ 1 (* 2 at)))
                 (right (+ left 1))
                 (child (if (and (< right size)
                                 (earlier? (vector-ref items right)
                                           (vector-ref items left)))
                            right
                            left)))
            (if (and (< left size) (earlier? (vector-ref items child) moved))
                (begin
                  (vector-set! items at (vector-ref items child))
                  (down child))
                (vector-set! items at moved)))))
    first))

;; First-in, first-out queues.

(define-record-type fifo
  (make-fifo front back)
  fifo?
  (front fifo-front set-fifo-front!)
  (back fifo-back set-fifo-back!))

(define (new-fifo) (make-fifo '() '()))

(define (fifo-empty? fifo)
  (and (null? (fifo-front fifo)) (null? (fifo-back fifo))))

(define (fifo-add! fifo object)
  (set-fifo-back! fifo (cons object (fifo-back fifo))))

(define (fifo-take! fifo)
  (if (null? (fifo-front fifo))
      (begin
        (set-fifo-front! fifo (reverse (fifo-back fifo)))
        (set-fifo-back! fifo '())))
  (let ((first (car (fifo-front fifo))))
    (set-fifo-front! fifo (cdr (fifo-front fifo)))
    first))

;; The simulation: a process runs until it waits; then the next event is taken.

(define agenda #f)
(define now 0)
(define event-count 0)
(define leave #f)

(define (at-time! time action)
  (set! event-count (+ event-count 1))
  (heap-add! agenda (make-event time event-count action)))

;; Starts a process.
(define (start! body) (at-time! now (lambda () (body) (dispatch))))

(define (dispatch)
  (if (= 0 (heap-size agenda))
      (leave 'no-events)
      (let ((event (heap-take! agenda)))
        (set! now (event-time event))
        ((event-action event)))))

;; Stops the process; `arrange` gets what makes it go on.
(define (suspend arrange)
  (call-with-current-continuation
   (lambda (resume)
     (arrange (lambda () (resume #t)))
     (dispatch))))

(define (wait duration)
  (suspend (lambda (resume) (at-time! (+ now duration) resume))))

;; A semaphore: units that are free, and processes that wait for one.
(define-record-type resource
  (make-resource free waiting busy changed total)
  resource?
  (free resource-free set-resource-free!)
  (waiting resource-waiting)
  (busy resource-busy set-resource-busy!)
  (changed resource-changed set-resource-changed!)
  (total resource-total set-resource-total!))

(define (new-resource count) (make-resource count (new-fifo) 0 0 0))

;; Units in use times the time for which they were.
(define (account! resource change)
  (set-resource-total! resource
                       (+ (resource-total resource)
                          (* (resource-busy resource)
                             (- now (resource-changed resource)))))
  (set-resource-changed! resource now)
  (set-resource-busy! resource (+ change (resource-busy resource))))

(define (acquire! resource)
  (if (> (resource-free resource) 0)
      (set-resource-free! resource (- (resource-free resource) 1))
      (suspend (lambda (resume)
                 (fifo-add! (resource-waiting resource) resume))))
  (account! resource 1))

(define (release! resource)
  (account! resource -1)
  (if (fifo-empty? (resource-waiting resource))
      (set-resource-free! resource (+ 1 (resource-free resource)))
      (at-time! now (fifo-take! (resource-waiting resource)))))

(define-syntax with-resource
  (syntax-rules ()
    ((_ resource body more ...)
     (begin
       (acquire! resource)
       body
       more
       ...
       (release! resource)))))

;; A buffer of limited size.
(define-record-type buffer
  (make-buffer items room filled)
  buffer?
  (items buffer-items)
  (room buffer-room)
  (filled buffer-filled))

(define (new-buffer size)
  (make-buffer (new-fifo) (new-resource size) (new-resource 0)))

(define (put! buffer item)
  (acquire! (buffer-room buffer))
  (fifo-add! (buffer-items buffer) item)
  (release! (buffer-filled buffer)))

(define (take! buffer)
  (acquire! (buffer-filled buffer))
  (let ((item (fifo-take! (buffer-items buffer))))
    (release! (buffer-room buffer))
    item))

;; Random durations: integers, so that all systems agree.

(define seed 1)

(define (random-below limit)
  (set! seed (remainder (+ (* seed 3877) 7919) 262139))
  (quotient (* seed limit) 262139))

;; Around the mean, the sum of two, so that there are more in the middle.
(define (around mean)
  (let* ((one (random-below mean)) (other (random-below (+ mean 1))))
    (+ 1 one other)))

;; Statistics.

(define-record-type tally
  (make-tally count sum squares highest)
  tally?
  (count tally-count set-tally-count!)
  (sum tally-sum set-tally-sum!)
  (squares tally-squares set-tally-squares!)
  (highest tally-highest set-tally-highest!))

(define (new-tally) (make-tally 0 0 0 0))

(define (note! tally value)
  (set-tally-count! tally (+ 1 (tally-count tally)))
  (set-tally-sum! tally (+ value (tally-sum tally)))
  (set-tally-squares! tally (+ (* value value) (tally-squares tally)))
  (set-tally-highest! tally (max value (tally-highest tally))))

;; Count, mean, standard deviation (both as integers), highest.
(define (summary tally)
  (let ((count (tally-count tally)))
    (if (= count 0)
        (list 0 0 0 0)
        (let* ((mean (/ (tally-sum tally) count))
               (variance (- (/ (tally-squares tally) count) (* mean mean))))
          (let-values (((deviation rest)
                        (exact-integer-sqrt (exact (floor variance)))))
            (list count
                  (exact (round mean))
                  deviation
                  (tally-highest tally)))))))

;; The factory: parts of two kinds arrive, are cut, drilled or painted, packed by
;; pairs; machines fail, and one repairer mends them.

(define-record-type part
  (make-part kind arrived)
  part?
  (kind part-kind)
  (arrived part-arrived))

(define (run-factory parts)
  (let ((incoming (new-buffer 20))
        (drilling (new-buffer 5))
        (painting (new-buffer 5))
        (packing-a (new-buffer 10))
        (packing-b (new-buffer 10))
        (orders-a (new-resource 12))
        (orders-b (new-resource 12))
        (power (new-resource 3))
        (repairer (new-resource 1))
        (times (new-tally))
        (delays (new-tally))
        (repairs (new-tally))
        (packed 0))
    ;; There are not more parts on their way than there are orders.
    (define (source kind orders count mean)
      (lambda ()
        (do ((i 0 (+ i 1)))
            ((= i count))
          (acquire! orders)
          (wait (around mean))
          (put! incoming (make-part kind now)))))
    (define (machine from mean reliability deliver)
      (lambda ()
        (let loop ()
          (let* ((part (take! from)) (since now))
            (with-resource power
                           (note! delays (- now since))
                           (wait (around mean)))
            (if (= 0 (random-below reliability))
                (let ((broken now))
                  (with-resource repairer (wait (around (* 4 mean))))
                  (note! repairs (- now broken))))
            (deliver part)
            (loop)))))
    (define (sort part)
      (put! (if (eq? (part-kind part) 'a) drilling painting) part))
    (define (packer)
      (let* ((one (take! packing-a)) (other (take! packing-b)))
        (wait (around 6))
        (note! times (- now (part-arrived one)))
        (note! times (- now (part-arrived other)))
        (set! packed (+ packed 1))
        (release! orders-a)
        (release! orders-b)
        (packer)))
    (set! agenda (make-heap (make-vector 4 #f) 0))
    (set! now 0)
    (set! event-count 0)
    (let ((end (call-with-current-continuation
                (lambda (k)
                  (set! leave k)
                  (start! (source 'a orders-a parts 14))
                  (start! (source 'b orders-b parts 14))
                  (start! (machine incoming 5 40 sort))
                  (start! (machine incoming 6 60 sort))
                  (start! (machine drilling
                                   9
                                   30
                                   (lambda (part) (put! packing-a part))))
                  (start! (machine painting
                                   8
                                   25
                                   (lambda (part) (put! packing-b part))))
                  (start! packer)
                  (dispatch)))))
      (list end
            packed
            now
            event-count
            (summary times)
            (summary delays)
            (summary repairs)
            (resource-total power)
            (resource-total repairer)))))

(define (benchmark size)
  (set! seed 1)
  (run-factory size))
