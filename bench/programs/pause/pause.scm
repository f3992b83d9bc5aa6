;;; Pauses of a process with a gigabyte of live data, which it changes while it
;;; makes garbage: the time that one step takes beyond what a step usually
;;; takes is a pause. BENCH_MEGABYTES says how much lives, if it is set.

(import (scheme base) (scheme write) (scheme time) (mound sort)
        (scheme process-context)
        (only (termite process) ! ? self spawn process-info))
(include "../mound.scm")
(include "../measure.scm")

(define megabytes
  (let ((wanted (get-environment-variable "BENCH_MEGABYTES")))
    (if wanted (string->number wanted) 1000)))

;; Vectors of 125 words are a kilobyte each.
(define count (* 1000 megabytes))

(define (make-live count)
  (let ((live (make-vector count #f)))
    (let loop ((index 0))
      (if (= index count)
          live
          (begin
            (vector-set! live index (make-vector 124 index))
            (loop (+ index 1)))))))

(define live (make-live count))

(define (microseconds jiffies)
  (quotient (* 1000000 jiffies) (jiffies-per-second)))

;; A step makes some garbage and one thing that stays for a while.
(define (step seed)
  (let ((item (vector-ref live (remainder seed count))))
    (vector-set! item (remainder seed 124) (list seed seed))
    (length (list seed seed seed seed seed seed seed seed))))

(define noticed 50)

;; The pauses of so many steps that take longer than `noticed` microseconds.
(define (pauses steps)
  (let loop ((steps steps) (seed 1) (last (current-jiffy)) (found '()))
    (if (= steps 0)
        found
        (begin
          (step seed)
          (let* ((now (current-jiffy)) (pause (microseconds (- now last))))
            (loop (- steps 1) (next-random seed) now
                  (if (> pause noticed) (cons pause found) found)))))))

(define sorted (list->vector (list-sort < (cons 0 (pauses 3000000)))))

(define (percentile part whole)
  (vector-ref sorted (quotient (* part (- (vector-length sorted) 1)) whole)))

(report 'pause-median 1 (percentile 1 2) 1 '-)
(report 'pause-99 1 (percentile 99 100) 1 '-)
(report 'pause-longest 1 (percentile 1 1) 1 '-)
