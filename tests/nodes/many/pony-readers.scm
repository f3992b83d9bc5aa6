;; Readers on two nodes claim shared ends, give most of them back without reading, and read now and
;; then; one of the nodes is killed at any moment. The item that is pending goes to the next reader.
;; Each item that was sent is counted, for each kind of protocol: it was taken once, or was in the
;; hands of the one process of the killed node that held the claim.
(import (scheme base) (scheme write) (scheme process-context) (mound sort) (termite process)
        (pony))

(define-protocol sequences (seq integer (counted integer) string))
(define-protocol tags (small integer) (large integer string))
(define-channel-type numbers (x ? integer))
(define-channel-type rows (x ? sequences))
(define-channel-type cases (x ? tags))

(define (show . objects)
  (write objects)
  (newline)
  (flush-output-port))
(define me (self))
(define ans (current-node))
(define steady (cadr (command-line)))
(define doomed (list-ref (command-line) 2))
(define (note . objects) (! me (cons 'note objects)))

(ans-start)
(define net (pony-startup "readers" 'master))
(define (away node procedure)
  (let ((ans ans))
    (remote-spawn node
      (lambda ()
        (guard (e ((pony-error? e) #f))
          (procedure (pony-startup "readers" 'slave 'ans ans)))))))

;; Reads at every third claim; otherwise it keeps the end for a moment.
(define (taker name type read)
  (lambda (net)
    (let ((end (pony-alloc-shared-server net name type)))
      (let loop ((turn 0))
        (with-claim end
          (if (= 2 (modulo turn 3))
              (note name (read end))
              (recv ('never #t) (after (/ (modulo turn 3) 1000) #f))))
        (loop (+ turn 1))))))

;; Until it is told that the node was killed, and then ten more.
(define (writer name type put!)
  (fork ((lambda (end)
           (let loop ((n 1) (left #f))
             (if (eqv? left 0)
                 (note name 'written (- n 1))
                 (begin
                   (put! end n)
                   (if (= n 8) (note 'begun))
                   (loop (+ n 1)
                         (cond (left (- left 1))
                               (else (recv ('killed 10) (after 0 #f)))))))))
         (pony-alloc-client net name type))))

(define (read-number end) (in (end x)))
(define (read-row end)
  (call-with-values (lambda () (in (end x)))
    (lambda (n row text)
      (if (and (equal? row (list n n)) (equal? text (number->string n))) n (list 'wrong n)))))
(define (read-case end)
  (case-in (end x)
    ((small n) (if (even? n) n (list 'wrong n)))
    ((large n text) (if (equal? text (number->string n)) n (list 'wrong n)))))
(define kinds
  (list (list "numbers" numbers read-number (lambda (end n) (out! (end x) n)))
        (list "rows" rows read-row
              (lambda (end n) (out! (end x) n (list n n) (number->string n))))
        (list "cases" cases read-case
              (lambda (end n)
                (if (even? n)
                    (out! (end x) 'small n)
                    (out! (end x) 'large n (number->string n)))))))

(define writers
  (map (lambda (kind)
         (let ((name (car kind)) (type (cadr kind)) (read (list-ref kind 2)))
           (for-each (lambda (node)
                       (away node (taker name type read))
                       (away node (taker name type read)))
                     (list steady doomed))
           (writer name type (list-ref kind 3))))
       kinds))
(define watch (monitor-node doomed))
(for-each (lambda (kind) (recv (('note 'begun) #t))) kinds)
(show 'ready)
(recv (('node-down ,watch node reason) #t))
(for-each (lambda (pid) (! pid 'killed)) writers)

(define (distinct? sorted)
  (or (null? sorted) (null? (cdr sorted))
      (and (< (car sorted) (cadr sorted)) (distinct? (cdr sorted)))))
(for-each
 (lambda (kind)
   (let* ((name (car kind))
          (sent (recv (('note ,name 'written n) n)))
          (last (pony-alloc-shared-server net name (cadr kind))))
     ;; Whoever took the last item has told before it gave the claim back.
     (claim! last)
     (let ((items (sort (let loop () (recv (('note ,name n) (cons n (loop))) (after 0.05 '())))
                        <)))
       (show name
             'once (distinct? items)
             'lost-at-most-one (<= 0 (- sent (length items)) 1)))))
 kinds)
(pony-shutdown! net 0)
