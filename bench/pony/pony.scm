;;; Channels between two nodes, with the sizes, numbers of workers and numbers of
;;; items of the paper on pony (2006). `run` starts the other node, and this with
;;; its address and the seconds of each measurement.

(import (scheme base) (scheme process-context) (scheme time) (scheme write)
        (termite process) (pony))

(define-channel-type bulk (x ? bytevector))
(define-protocol sequence (counted bytevector))
(define-channel-type pieces (x ? sequence))

(define ans (current-node))
(define there (cadr (command-line)))
(define seconds (string->number (list-ref (command-line) 2)))
(define (now) (/ (current-jiffy) (jiffies-per-second)))
(define (print . parts)
  (for-each display parts)
  (newline)
  (flush-output-port))
(define (rounded number) (/ (round (* 1000.0 number)) 1000))
(define (numbers from to)
  (if (> from to) '() (cons from (numbers (+ from 1) to))))
(define (name-of . parts)
  (let ((port (open-output-string)))
    (write parts port)
    (get-output-string port)))

(ans-start)
(define net (pony-startup "bench" 'master))

;; Runs on the other node, which is one of the application for it; what it raises
;; when the measurement is over is no matter.
(define (away name type procedure)
  (let ((ans ans))
    (remote-spawn there
      (lambda ()
        (guard (e ((pony-error? e) #f))
          (procedure (pony-alloc-client (pony-startup "bench" 'slave 'ans ans)
                                        name type)))))))

;; Megabytes in a second from so many workers there, each with a channel of its own
;; and a reader here.
(define (throughput workers size)
  (define me (self))
  (define (start n)
    (let ((name (name-of 'bulk workers size n)))
      (away name bulk
            (lambda (end)
              (let ((block (make-bytevector size 7)))
                (let loop () (out! (end x) block) (loop)))))
      (spawn
       (lambda ()
         (let ((end (pony-alloc-server net name bulk)))
           (in (end x))
           (! me 'ready)
           (recv ('go #t))
           (let ((stop (+ (now) seconds)))
             (let loop ((bytes 0))
               (if (< (now) stop)
                   (loop (+ bytes (bytevector-length (in (end x)))))
                   (! me (list 'read bytes))))))))))
  (let ((readers (map start (numbers 1 workers))))
    (for-each (lambda (reader) (recv ('ready #t))) readers)
    (let ((begun (now)))
      (for-each (lambda (reader) (! reader 'go)) readers)
      (let ((bytes (apply + (map (lambda (reader) (recv (('read bytes) bytes)))
                                 readers))))
        (/ bytes (- (now) begun) 1000000)))))

;; Microseconds of a communication of so many items of a size.
(define (latency items size)
  (let ((name (name-of 'pieces items size)))
    (away name pieces
          (lambda (end)
            (let ((list (make-list items (make-bytevector size 7))))
              (let loop () (out! (end x) list) (loop)))))
    (let ((end (pony-alloc-server net name pieces)))
      (define (read times)
        (if (> times 0)
            (begin
              (in (end x))
              (read (- times 1)))))
      (read 100)
      (let ((begun (now)))
        (let loop ((count 0))
          (if (< (- (now) begun) seconds)
              (begin
                (read 100)
                (loop (+ count 100)))
              (begin
                (close-ends! end)
                (/ (* 1000000 (- (now) begun)) count))))))))

(for-each (lambda (size) (print "B3 2 workers, " size " bytes: "
                                (rounded (throughput 2 size)) " MB/s"))
          '(1 100 1000 10000 100000 1000000))
(for-each (lambda (workers) (print "B4 " workers " workers, 50000 bytes: "
                                   (rounded (throughput workers 50000)) " MB/s"))
          '(1 2 10 50))
(for-each (lambda (items) (print "B7 " items " items of 1000 bytes: "
                                 (rounded (latency items 1000)) " us"))
          '(1 2 3 5 10))
(pony-shutdown! net 0)
