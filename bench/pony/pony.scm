;;; Channels between nodes, with the sizes and numbers of the paper on pony (2006), beside plain
;;; messages of the same nodes. `run` starts the other nodes, and this with the seconds of each
;;; measurement, whether the loopback interface is ours alone, and the addresses.
;;; pony.erl does the same with acknowledged messages.

(import (scheme base) (scheme file) (scheme process-context) (scheme read)
        (scheme time) (scheme write)
        (termite process) (pony))

(define-channel-type bulk (x ? bytevector))
(define-channel-type count (x ? integer))
(define-protocol sequence (counted bytevector))
(define-channel-type pieces (x ? sequence))

(define ans (current-node))
(define seconds (string->number (cadr (command-line))))
(define alone? (string=? "alone" (list-ref (command-line) 2)))
(define nodes (list-tail (command-line) 3))
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
;; Each process counts the names that it has made.
(define names 0)
(define (fresh-name)
  (set! names (+ names 1))
  (name-of (self) names))

(ans-start)
(define net (pony-startup "bench" 'master))

;; Runs on the node, which is one of the application for it; what it raises when the measurement is
;; over is no matter.
(define (away node name type procedure)
  (let ((ans ans))
    (remote-spawn node
      (lambda ()
        (guard (e ((pony-error? e) #f))
          (procedure (pony-alloc-client (pony-startup "bench" 'slave 'ans ans)
                                        name type)))))))

;; Each kind of transfer: starts what writes blocks on the node, without an end, and returns a thunk
;; for the reader, which reads one block, and one that ends it.
(define (by-channel node size)
  (let ((name (fresh-name)))
    (away node name bulk
          (lambda (end)
            (let ((block (make-bytevector size 7)))
              (let loop () (out! (end x) block) (loop)))))
    (let ((end (pony-alloc-server net name bulk)))
      (cons (lambda () (in (end x)))
            (lambda () (close-ends! end))))))

;; So many messages are under way at a time.
(define (by-messages window)
  (lambda (node size) (messages window node size)))
(define (messages window node size)
  (let* ((me (self))
         (writer
          (remote-spawn node
            (lambda ()
              (let ((block (make-bytevector size 7)))
                (let loop ((left window))
                  (if (= left 0)
                      (recv ('taken (loop 1)))
                      (begin
                        (! me (list 'block block))
                        (loop (- left 1))))))))))
    (cons (lambda ()
            (let ((block (recv (('block block) block))))
              (! writer 'taken)
              block))
          (lambda () (terminate! writer)))))

;; Bytes in a second by so many workers on each node, each with a reader of its own here, and, for a
;; byte, the bytes that the interface has carried.
(define (throughput nodes workers size kind seconds)
  (define me (self))
  (define (start node)
    (spawn
     (lambda ()
       (let ((transfer (kind node size)))
         ((car transfer))
         (! me 'ready)
         (recv ('go #t))
         (let ((stop (+ (now) seconds)))
           (let loop ((bytes 0))
             (if (< (now) stop)
                 (loop (+ bytes (bytevector-length ((car transfer)))))
                 (begin
                   (! me (list 'read bytes))
                   ((cdr transfer))))))))))
  (let ((readers (apply append
                        (map (lambda (n) (map start nodes))
                             (numbers 1 workers)))))
    (for-each (lambda (reader) (recv ('ready #t))) readers)
    (let ((begun (now)) (carried (carried-bytes)))
      (for-each (lambda (reader) (! reader 'go)) readers)
      (let ((bytes (apply + (map (lambda (reader) (recv (('read bytes) bytes)))
                                 readers))))
        (cons (/ bytes (- (now) begun))
              (/ (- (carried-bytes) carried) bytes))))))

;; The first number behind the name in the line of the loopback interface.
(define (carried-bytes)
  (call-with-input-file "/proc/self/net/dev"
    (lambda (port)
      (let next ((word (read port)))
        (cond ((eof-object? word) 0)
              ((eq? word 'lo:) (read port))
              (else (next (read port))))))))

;; Seconds that each call takes: the least of as many batches of twenty as fit, since on a busy
;; computer the mean says more of that than of us.
(define (time-of read)
  (define (times n) (if (> n 0) (begin (read) (times (- n 1)))))
  (times 100)
  (let ((stop (+ (now) seconds)))
    (let loop ((best 1000.0) (begun (now)))
      (times 20)
      (let* ((end (now)) (best (min best (/ (- end begun) 20))))
        (if (< end stop) (loop best (now)) best)))))

(define (channel-latency type items)
  (let ((name (fresh-name)))
    (away (car nodes) name type
          (lambda (end) (let loop () (out! (end x) items) (loop))))
    (let* ((end (pony-alloc-server net name type))
           (time (time-of (lambda () (in (end x))))))
      (close-ends! end)
      time)))

;; A message and its answer, as long as one communication.
(define (message-latency items)
  (let* ((me (self))
         (writer (remote-spawn (car nodes)
                   (lambda ()
                     (let loop ()
                       (! me (list 'items items))
                       (recv ('taken (loop)))))))
         (time (time-of (lambda ()
                          (recv (('items items) #t))
                          (! writer 'taken)))))
    (terminate! writer)
    time))

;; Bytes in a second of each kind: the most of ten short measurements, which take turns, since on a
;; busy computer one says more of that than of us.
(define (most-throughputs nodes workers size kinds)
  (let again ((left 10) (most (map (lambda (kind) 0) kinds)))
    (if (= left 0)
        most
        (again (- left 1)
               (map (lambda (kind most)
                      (max most
                           (car (throughput nodes workers size kind
                                            (/ seconds 10)))))
                    kinds most)))))

(define (show-throughput row workers size nodes)
  (let* ((kinds (list by-channel (by-messages 1) (by-messages 8)))
         (most (most-throughputs nodes workers size kinds)))
    (define (megabytes n) (rounded (/ (list-ref most n) 1000000)))
    (print "mound " row ", " (length nodes) " nodes, " workers " workers, " size
           " bytes: "
           (megabytes 0) " MB/s, " (rounded (/ (car most) (cadr most)))
           " of messages with " (megabytes 1)
           "; messages, 8 under way " (megabytes 2))))

(define (show-latency row type items)
  (let ((channel (channel-latency type items)) (plain (message-latency items)))
    (print "mound " row ": " (rounded (* 1000000 channel))
           " us; message and answer "
           (rounded (* 1000000 plain)) " us; " (rounded (/ channel plain))
           " of it")))

(show-latency "B1 an integer" count 7)
(for-each (lambda (n)
            (show-throughput "B2"
                             2
                             100000
                             (list-tail nodes (- (length nodes) n))))
          (numbers 1 (length nodes)))
(for-each (lambda (size) (show-throughput "B3" 2 size (list (car nodes))))
          '(1 100 1000 10000 100000 1000000))
(for-each (lambda (workers)
            (show-throughput "B4" workers 50000 (list (car nodes))))
          '(1 2 10 50))
(if alone?
    (for-each
     (lambda (size)
       (let ((channel (throughput (list (car nodes)) 2 size by-channel seconds))
             (plain
              (throughput (list (car nodes)) 2 size (by-messages 1) seconds)))
         (print "mound B5 " size " bytes: the interface carries "
                (rounded (* 100 (- (cdr channel) 1))) " % more; for messages "
                (rounded (* 100 (- (cdr plain) 1))) " %")))
     '(1000 100000 1000000)))
;; Within this node.
(for-each
 (lambda (size)
   (let-values (((client server) (make-ends bulk)))
     (let ((before (carried-bytes)) (block (make-bytevector size 7)))
       (fork ((lambda (end)
                (guard (e ((pony-error? e) #f))
                  (let loop () (out! (end x) block) (loop))))
              client))
       (let ((time (time-of (lambda () (in (server x))))))
         (close-ends! server)
         (print "mound B6 " size " bytes in one node: "
                (rounded (* 1000000 time)) " us; "
                (if alone? (- (carried-bytes) before) "?")
                " bytes on the interface")))))
 '(1 10 100 1000 10000 100000 1000000))
(for-each (lambda (items)
            (show-latency (string-append "B7 "
                                         (number->string items)
                                         " items of 1000 bytes")
                          pieces (make-list items (make-bytevector 1000 7))))
          '(1 2 3 5 10))
;; What two processes that only count reach, alone and beside a communication with the other node.
(define (counted)
  (define me (self))
  (define (start n)
    (spawn (lambda ()
             (let ((stop (+ (now) seconds)))
               (let loop ((count 0))
                 (if (or (< 0 (modulo count 1000)) (< (now) stop))
                     (loop (+ count 1))
                     (! me (list 'count count))))))))
  (let ((counters (map start '(1 2))))
    (apply + (map (lambda (counter) (recv (('count count) count))) counters))))
(let ((free (counted)))
  (let* ((me (self))
         (reader (spawn (lambda ()
                          (let ((transfer (by-channel (car nodes) 100)))
                            ((car transfer))
                            (! me 'ready)
                            (let loop () ((car transfer)) (loop)))))))
    (recv ('ready #t))
    (let ((beside (counted)))
      (terminate! reader)
      (print "mound B8 beside a communication of 100 bytes: "
             (rounded (* 100 (/ beside free))) " % are left for other work"))))
(pony-shutdown! net 0)
