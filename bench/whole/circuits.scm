;;; Simulation of logic circuits by events: wires have signals and actions, gates have delays,
;;; and an agenda has the queues of what happens at a time. An adder and a multiplier are built.

;;; Queues: a pair of the first and the last pair.

(define (make-queue) (cons '() '()))
(define (queue-empty? queue) (null? (car queue)))

(define (enqueue! queue object)
  (let ((new (list object)))
    (if (null? (car queue))
        (set-car! queue new)
        (set-cdr! (cdr queue) new))
    (set-cdr! queue new)))

(define (dequeue! queue)
  (let ((first (car (car queue))))
    (set-car! queue (cdr (car queue)))
    first))

;;; The agenda: segments of a time and a queue, in order.

(define-record-type agenda
  (make-agenda time segments)
  agenda?
  (time agenda-time set-agenda-time!)
  (segments agenda-segments set-agenda-segments!))

(define events 0)

(define (after! agenda delay action)
  (let ((time (+ delay (agenda-time agenda))))
    (define (new-segment)
      (let ((queue (make-queue)))
        (enqueue! queue action)
        (cons time queue)))
    (define (insert! before segments)
      (cond ((or (null? segments) (< time (car (car segments))))
             (let ((segments (cons (new-segment) segments)))
               (if before
                   (set-cdr! before segments)
                   (set-agenda-segments! agenda segments))))
            ((= time (car (car segments)))
             (enqueue! (cdr (car segments)) action))
            (else (insert! segments (cdr segments)))))
    (insert! #f (agenda-segments agenda))))

;; Does what is on the agenda until nothing is left.
(define (propagate! agenda)
  (let ((segments (agenda-segments agenda)))
    (if (pair? segments)
        (let ((queue (cdr (car segments))))
          (set-agenda-time! agenda (car (car segments)))
          (if (queue-empty? queue)
              (set-agenda-segments! agenda (cdr segments))
              (let ((action (dequeue! queue)))
                (set! events (+ events 1))
                (action)))
          (propagate! agenda)))))

;;; Wires and gates.

(define-record-type wire
  (new-wire signal actions)
  wire?
  (signal wire-signal change-wire-signal!)
  (actions wire-actions set-wire-actions!))

(define (make-wire) (new-wire 0 '()))

(define (set-signal! wire signal)
  (if (not (= signal (wire-signal wire)))
      (begin
        (change-wire-signal! wire signal)
        (for-each (lambda (action) (action)) (wire-actions wire)))))

(define (add-action! wire action)
  (set-wire-actions! wire (cons action (wire-actions wire)))
  (action))

(define (gate agenda delay operation inputs output)
  (define (act)
    (let ((signal (apply operation (map wire-signal inputs))))
      (after! agenda delay (lambda () (set-signal! output signal)))))
  (for-each (lambda (input) (add-action! input act)) inputs))

(define (inverter agenda input output)
  (gate agenda 2 (lambda (a) (- 1 a)) (list input) output))
(define (and-gate agenda one other output)
  (gate agenda 3 * (list one other) output))
(define (or-gate agenda one other output)
  (gate agenda 5 max (list one other) output))

(define (half-adder agenda a b sum carry)
  (let ((d (make-wire)) (e (make-wire)))
    (or-gate agenda a b d)
    (and-gate agenda a b carry)
    (inverter agenda carry e)
    (and-gate agenda d e sum)))

(define (full-adder agenda a b carry-in sum carry-out)
  (let ((s (make-wire)) (c1 (make-wire)) (c2 (make-wire)))
    (half-adder agenda b carry-in s c1)
    (half-adder agenda a s sum c2)
    (or-gate agenda c1 c2 carry-out)))

(define (make-wires count)
  (if (= count 0) '() (cons (make-wire) (make-wires (- count 1)))))

;; Numbers are lists of wires, the lowest first; the carry goes to the last wire of the sum.
(define (ripple-adder agenda as bs sums)
  (let loop ((as as) (bs bs) (sums sums) (carry (make-wire)))
    (if (null? as)
        (or-gate agenda carry carry (car sums))
        (let ((next (make-wire)))
          (full-adder agenda (car as) (car bs) carry (car sums) next)
          (loop (cdr as) (cdr bs) (cdr sums) next)))))

;; Sums of shifted rows; the product has as many wires as both factors.
(define (multiplier agenda as bs products)
  (define (row b)
    (map (lambda (a)
           (let ((output (make-wire)))
             (and-gate agenda a b output)
             output))
         as))
  (let loop ((bs bs)
             (products products)
             (sum (map (lambda (a) (make-wire)) as)))
    (if (null? bs)
        (for-each (lambda (from to) (or-gate agenda from from to)) sum products)
        (let ((sums (make-wires (+ 1 (length as)))))
          (ripple-adder agenda (row (car bs)) sum sums)
          (or-gate agenda (car sums) (car sums) (car products))
          (loop (cdr bs) (cdr products) (cdr sums))))))

(define (set-number! wires number)
  (if (pair? wires)
      (begin
        (set-signal! (car wires) (remainder number 2))
        (set-number! (cdr wires) (quotient number 2)))))

(define (number-of wires)
  (if (null? wires)
      0
      (+ (wire-signal (car wires)) (* 2 (number-of (cdr wires))))))

(define (next-number number) (remainder (+ (* number 421) 1663) 7875))

;; Adds and multiplies numbers of so many bits; a counter looks at how often a wire changes.
(define (benchmark bits)
  (set! events 0)
  (let* ((agenda (make-agenda 0 '()))
         (limit (expt 2 bits))
         (as (make-wires bits))
         (bs (make-wires bits))
         (sums (make-wires (+ bits 1)))
         (products (make-wires (* 2 bits)))
         (changes 0))
    (ripple-adder agenda as bs sums)
    (multiplier agenda as bs products)
    (for-each (lambda (wire)
                (add-action! wire (lambda () (set! changes (+ changes 1)))))
              products)
    (let loop ((count 0) (number 1) (right 0) (check 0))
      (if (= count 12)
          (list right check changes events (agenda-time agenda))
          (let* ((a (remainder (* number number number) limit))
                 (b
                  (remainder (* 31 number number (next-number number)) limit)))
            (set-number! as a)
            (set-number! bs b)
            (propagate! agenda)
            (loop (+ count 1)
                  (next-number (next-number number))
                  (if (and (= (+ a b) (number-of sums))
                           (= (* a b) (number-of products)))
                      (+ right 1)
                      right)
                  (remainder (+ (* 31 check) (number-of products))
                             1000003)))))))
