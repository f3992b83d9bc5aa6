;;; A time is a type, seconds and nanoseconds. Those of time-utc count from
;;; 1970, without leap seconds; those of time-tai and time-monotonic with them.
;;; Inside, a moment is a pair of nanoseconds of UTC since 1970 and whether it
;;; is within the leap second behind them.

(define-record-type time
  (%make-time type nanosecond second)
  time?
  (type %time-type %set-time-type!)
  (nanosecond %time-nanosecond %set-time-nanosecond!)
  (second %time-second %set-time-second!))

;; The types are symbols.
;;> time-duration: the type of a time that is a length of time, and no moment, a
;;> symbol. SRFI 19.
;;> Example: (time-type (make-time time-duration 0 1)) => time-duration
(define time-duration 'time-duration)
;;> time-monotonic: the type of a time that is a moment of a clock that is never
;;> set back, a symbol. SRFI 19.
;;> Example: (time-type (make-time time-monotonic 0 1)) => time-monotonic
(define time-monotonic 'time-monotonic)
;;> time-process: the type of a time that is processor time that this process
;;> has used, a symbol. SRFI 19.
;;> Example: (time-type (make-time time-process 0 1)) => time-process
(define time-process 'time-process)
;;> time-tai: the type of a time that is a moment of International Atomic Time,
;;> which counts leap seconds, a symbol. SRFI 19.
;;> Example: (time-type (make-time time-tai 0 1)) => time-tai
(define time-tai 'time-tai)
;;> time-thread: the type of a time that is processor time that the thread has
;;> used, a symbol. SRFI 19.
;;> Example: (time-type (make-time time-thread 0 1)) => time-thread
(define time-thread 'time-thread)
;;> time-utc: the type of a time that is a moment of Coordinated Universal Time,
;;> in seconds since 1970 without leap seconds, a symbol. SRFI 19.
;;> Example: (time-type (make-time time-utc 0 1)) => time-utc
(define time-utc 'time-utc)

(define %types
  (list time-duration time-monotonic time-process time-tai time-thread
        time-utc))

(define %nano 1000000000)

(define (%require-type object who)
  (if (not (memq object %types)) (%type-error who "a type of time" object)))

(define (%require-integer object who)
  (if (not (exact-integer? object))
      (%type-error who "an exact integer" object)))

;; A time, of the type if it is not #f.
(define (%require-time object type who)
  (if (not (and (time? object)
                (or (not type) (eq? (%time-type object) type))))
      (%type-error who
                   (if type
                       (string-append "a time of type " (symbol->string type))
                       "a time")
                   object)))

;;> (time? object): whether it is a time. SRFI 19.
;;> Example: (map time? (list (make-time time-utc 0 0) 0)) => (#t #f)

;;> (make-time type nanosecond second): a new time. Raises type. SRFI 19.
;;> Example: (time-second (make-time time-duration 500000000 7)) => 7
(define (make-time type nanosecond second)
  (%require-type type 'make-time)
  (%require-integer nanosecond 'make-time)
  (%require-integer second 'make-time)
  (%make-time type nanosecond second))

;;> (time-type time): its type. Raises type. SRFI 19.
;;> Example: (eq? time-tai (time-type (make-time time-tai 0 0))) => #t
(define (time-type time)
  (%require-time time #f 'time-type)
  (%time-type time))

;;> (time-nanosecond time): its nanoseconds, below those of a second. Raises
;;> type. SRFI 19.
;;> Example: (time-nanosecond (make-time time-utc 5 0)) => 5
(define (time-nanosecond time)
  (%require-time time #f 'time-nanosecond)
  (%time-nanosecond time))

;;> (time-second time): its seconds. Raises type. SRFI 19.
;;> Example: (time-second (make-time time-utc 0 5)) => 5
(define (time-second time)
  (%require-time time #f 'time-second)
  (%time-second time))

;;> (set-time-type! time type): changes the type. Raises type, frozen. SRFI 19.
;;> Example: (let ((t (make-time time-utc 0 0))) (set-time-type! t time-tai) (eq? time-tai (time-type t))) => #t
(define (set-time-type! time type)
  (%require-time time #f 'set-time-type!)
  (%require-type type 'set-time-type!)
  (%set-time-type! time type))

;;> (set-time-nanosecond! time nanosecond): changes the nanoseconds. Raises
;;> type, frozen. SRFI 19.
;;> Example: (let ((t (make-time time-utc 0 0))) (set-time-nanosecond! t 5) (time-nanosecond t)) => 5
(define (set-time-nanosecond! time nanosecond)
  (%require-time time #f 'set-time-nanosecond!)
  (%require-integer nanosecond 'set-time-nanosecond!)
  (%set-time-nanosecond! time nanosecond))

;;> (set-time-second! time second): changes the seconds. Raises type, frozen.
;;> SRFI 19.
;;> Example: (let ((t (make-time time-utc 0 0))) (set-time-second! t 5) (time-second t)) => 5
(define (set-time-second! time second)
  (%require-time time #f 'set-time-second!)
  (%require-integer second 'set-time-second!)
  (%set-time-second! time second))

;;> (copy-time time): a new time like it. Raises type. SRFI 19.
;;> Example: (let ((t (make-time time-utc 0 5))) (time=? t (copy-time t))) => #t
(define (copy-time time)
  (%require-time time #f 'copy-time)
  (%make-time (%time-type time) (%time-nanosecond time) (%time-second time)))

(define (%nanoseconds time)
  (+ (* %nano (%time-second time)) (%time-nanosecond time)))

;; The nanoseconds of a duration have the sign of its seconds; those of a moment
;; are not negative.
(define (%from-nanoseconds type nanoseconds)
  (if (eq? type time-duration)
      (%make-time type (truncate-remainder nanoseconds %nano)
                  (truncate-quotient nanoseconds %nano))
      (%make-time type (floor-remainder nanoseconds %nano)
                  (floor-quotient nanoseconds %nano))))

(define (%become! time type nanoseconds)
  (let ((new (%from-nanoseconds type nanoseconds)))
    (%set-time-type! time type)
    (%set-time-nanosecond! time (%time-nanosecond new))
    (%set-time-second! time (%time-second new))
    time))

;; What TAI is ahead of UTC from these seconds of UTC on.
(define %leaps
  '((1483228800 . 37) (1435708800 . 36) (1341100800 . 35) (1230768000 . 34)
    (1136073600 . 33) (915148800 . 32) (867715200 . 31) (820454400 . 30)
    (773020800 . 29) (741484800 . 28) (709948800 . 27) (662688000 . 26)
    (631152000 . 25) (567993600 . 24) (489024000 . 23) (425865600 . 22)
    (394329600 . 21) (362793600 . 20) (315532800 . 19) (283996800 . 18)
    (252460800 . 17) (220924800 . 16) (189302400 . 15) (157766400 . 14)
    (126230400 . 13) (94694400 . 12) (78796800 . 11) (63072000 . 10)))

(define (%utc->tai utc)
  (let loop ((leaps %leaps))
    (cond ((null? leaps) (car utc))
          ;; The leap second is the one before.
          ((>= (car utc) (* %nano (caar leaps)))
           (+ (car utc) (* %nano (- (cdar leaps) (if (cdr utc) 1 0)))))
          (else (loop (cdr leaps))))))

(define (%tai->utc tai)
  (let loop ((leaps %leaps))
    (if (null? leaps)
        (cons tai #f)
        (let ((start (* %nano (+ (caar leaps) (cdar leaps)))))
          (cond ((>= tai start) (cons (- tai (* %nano (cdar leaps))) #f))
                ;; TAI had its distance of ten seconds all at once here.
                ((and (>= tai (- start %nano)) (pair? (cdr leaps)))
                 (cons (- tai (* %nano (- (cdar leaps) 1))) #t))
                (else (loop (cdr leaps))))))))

(define (%time->utc time)
  (if (eq? (%time-type time) time-utc)
      (cons (%nanoseconds time) #f)
      (%tai->utc (%nanoseconds time))))

(define (%utc->nanoseconds utc type)
  (if (eq? type time-utc) (car utc) (%utc->tai utc)))

(define (%utc->time utc type)
  (%from-nanoseconds type (%utc->nanoseconds utc type)))

(define (%now-utc) (cons (exact (floor (* (current-second) %nano))) #f))

;; What the clock that is never set back is behind TAI.
(define %monotonic-start
  (- (%utc->tai (%now-utc)) (* %nano (/ (current-jiffy) (jiffies-per-second)))))

;;> (current-time [type]): the time now, of type time-utc if none is given;
;;> time-process and time-thread are the time since some moment. Raises type.
;;> SRFI 19.
;;> Example: (time<=? (current-time time-monotonic) (current-time time-monotonic)) => #t
(define current-time
  (case-lambda
    (() (current-time time-utc))
    ((type)
     (cond ((memq type (list time-utc time-tai))
            (%utc->time (%now-utc) type))
           ((eq? type time-monotonic)
            (%from-nanoseconds type
                               (floor (+ %monotonic-start (%run-time)))))
           ((memq type (list time-process time-thread))
            (%from-nanoseconds type (floor (%run-time))))
           (else (%type-error 'current-time "a type of clock" type))))))

(define (%run-time) (* %nano (/ (current-jiffy) (jiffies-per-second))))

;;> (time-resolution [type]): how many nanoseconds the clock of the type goes on
;;> at once. Raises type. SRFI 19.
;;> Example: (<= 1 (time-resolution) 1000) => #t
(define time-resolution
  (case-lambda
    (() (time-resolution time-utc))
    ((type)
     (%require-type type 'time-resolution)
     (if (memq type (list time-utc time-tai))
         1000
         (max 1 (quotient %nano (jiffies-per-second)))))))

(define (%compare test left right who)
  (%require-time left #f who)
  (%require-time right (%time-type left) who)
  (test (%nanoseconds left) (%nanoseconds right)))

;;> (time=? left right): whether both times, of one type, are the same. Raises
;;> type. SRFI 19.
;;> Example: (time=? (make-time time-utc 0 1) (make-time time-utc 0 1)) => #t
(define (time=? left right) (%compare = left right 'time=?))

;;> (time<? left right): whether the first is before the second. Raises type.
;;> SRFI 19.
;;> Example: (time<? (make-time time-utc 0 1) (make-time time-utc 1 1)) => #t
(define (time<? left right) (%compare < left right 'time<?))

;;> (time<=? left right): whether it is before or the same. Raises type. SRFI
;;> 19.
;;> Example: (time<=? (make-time time-utc 0 1) (make-time time-utc 0 1)) => #t
(define (time<=? left right) (%compare <= left right 'time<=?))

;;> (time>? left right): whether the first is after the second. Raises type.
;;> SRFI 19.
;;> Example: (time>? (make-time time-utc 0 2) (make-time time-utc 1 1)) => #t
(define (time>? left right) (%compare > left right 'time>?))

;;> (time>=? left right): whether it is after or the same. Raises type. SRFI 19.
;;> Example: (time>=? (make-time time-utc 0 1) (make-time time-utc 1 1)) => #f
(define (time>=? left right) (%compare >= left right 'time>=?))

;;> (time-difference left right): the duration from the second to the first,
;;> which are of one type. Raises type. SRFI 19.
;;> Example: (let ((d (time-difference (make-time time-utc 0 12) (make-time time-utc 500000000 10)))) (list (time-second d) (time-nanosecond d))) => (1 500000000)
(define (time-difference left right)
  (%from-nanoseconds time-duration
                     (%compare - left right 'time-difference)))

;;> (time-difference! left right): the same; the first time becomes the
;;> duration. Raises type, frozen. SRFI 19.
;;> Example: (let ((t (make-time time-utc 0 12))) (time-difference! t (make-time time-utc 0 10)) (time-second t)) => 2
(define (time-difference! left right)
  (%become! left time-duration (%compare - left right 'time-difference!)))

(define (%moved move time duration who)
  (%require-time time #f who)
  (%require-time duration time-duration who)
  (move (%nanoseconds time) (%nanoseconds duration)))

;;> (add-duration time duration): the time so much later, of the same type.
;;> Raises type. SRFI 19.
;;> Example: (time-second (add-duration (make-time time-utc 0 12) (make-time time-duration 0 5))) => 17
(define (add-duration time duration)
  (let ((sum (%moved + time duration 'add-duration)))
    (%from-nanoseconds (%time-type time) sum)))

;;> (add-duration! time duration): the same; the time is changed. Raises type,
;;> frozen. SRFI 19.
;;> Example: (let ((t (make-time time-utc 0 12))) (add-duration! t (make-time time-duration 0 5)) (time-second t)) => 17
(define (add-duration! time duration)
  (let ((sum (%moved + time duration 'add-duration!)))
    (%become! time (%time-type time) sum)))

;;> (subtract-duration time duration): the time so much earlier. Raises type.
;;> SRFI 19.
;;> Example: (time-second (subtract-duration (make-time time-utc 0 12) (make-time time-duration 0 5))) => 7
(define (subtract-duration time duration)
  (let ((rest (%moved - time duration 'subtract-duration)))
    (%from-nanoseconds (%time-type time) rest)))

;;> (subtract-duration! time duration): the same; the time is changed. Raises
;;> type, frozen. SRFI 19.
;;> Example: (let ((t (make-time time-utc 0 12))) (subtract-duration! t (make-time time-duration 0 5)) (time-second t)) => 7
(define (subtract-duration! time duration)
  (let ((rest (%moved - time duration 'subtract-duration!)))
    (%become! time (%time-type time) rest)))
