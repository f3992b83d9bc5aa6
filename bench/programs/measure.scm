;;; How a program measures and reports, the same in each Scheme system:
;;;
;;;   result <row> <answer> <microseconds> <operations> <reductions or ->
;;;
;;; The runner checks the answer and divides the time by the operations.

;; Calls the thunk with the clock running; `check` makes the answer of its
;; result afterwards.
(define (measure row operations check thunk)
  (let* ((before (reductions))
         (start (current-jiffy))
         (result (thunk))
         (end (current-jiffy))
         (after (reductions)))
    (report row
            (check result)
            (quotient (* 1000000 (- end start)) (jiffies-per-second))
            operations
            (if before (- after before) '-))))

(define (measure-times times row operations check thunk)
  (if (> times 0)
      (begin
        (measure row operations check thunk)
        (measure-times (- times 1) row operations check thunk))))

(define (report row answer microseconds operations reductions)
  (display "result ")
  (display row)
  (display " ")
  (display answer)
  (display " ")
  (display microseconds)
  (display " ")
  (display operations)
  (display " ")
  (display reductions)
  (newline)
  (flush-output-port))

(define (same object) object)

;; Depends on the order of the numbers.
(define (checksum numbers)
  (let loop ((numbers numbers) (sum 0))
    (if (null? numbers)
        sum
        (loop (cdr numbers)
              (remainder (+ (* 31 sum) (car numbers)) 1000003)))))

;; The list of the numbers from `first` to `last`.
(define (count-up first last)
  (let loop ((number last) (numbers '()))
    (if (< number first)
        numbers
        (loop (- number 1) (cons number numbers)))))

;; The multiplicative generator of Lehmer, with Park and Miller's numbers; all
;; products fit in 46 bits, so no system needs bignums.
(define (next-random seed) (remainder (* 16807 seed) 2147483647))
