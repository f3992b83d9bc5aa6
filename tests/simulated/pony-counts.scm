;; The master of a pony application on three nodes. Processes on all of them count each item that is
;; sent and received: while both ends of a bundle go around, with an output that is pending or not;
;; while readers give a shared end back without reading, and holders of claims are terminated.
;; Arguments: the addresses of the other nodes.
(import (scheme base) (scheme write) (scheme process-context) (only (termite) random-integer)
        (mound sort) (mound conditions) (termite process) (pony))

(define (show . objects) (write objects) (newline))
(define me (self))
(define (note . objects) (! me (cons 'note objects)))
(define (numbers from to)
  (if (> from to) '() (cons from (numbers (+ from 1) to))))
;; Up to thirty milliseconds; mostly less.
(define (pause)
  (recv ('never #t) (after (/ (random-integer 4) (expt 10 (+ 2 (random-integer 3)))) #f)))
(define (sometimes-pause) (if (= 0 (random-integer 3)) (pause)))

(define-channel-type line (x ? integer) (y ! integer))
(define-protocol travellers
  (reader (server line) (counted integer)) (writer (client line) integer))
(define-channel-type road (x ? travellers))

(define ans (current-node))
(define nodes (cons ans (cdr (command-line))))
(ans-start)
(define net (pony-startup "counts" 'master))
;; A process of the application, on some node; its pid.
(define (start procedure)
  (let ((ans ans))
    (remote-spawn (list-ref nodes (random-integer (length nodes)))
      (lambda ()
        (guard (e ((pony-error? e) #f))
          (procedure (pony-startup "counts" 'slave 'ans ans)))))))

;; Which process has an end next is chance: all claim the road by which it comes.
(define items 30)

(define (reader to from)
  (let ((came (with-claim from
                (case-in (from x) ((reader end seen) (list end seen))))))
    (let read ((left (random-integer 3)) (seen (cadr came)))
      (cond ((= (length seen) items) (note 'read (reverse seen)))
            ((= left 0)
             (sometimes-pause)
             (with-claim to (out! (to x) 'reader (car came) seen))
             (reader to from))
            (else
             (read (- left 1) (cons (in ((car came) x)) seen)))))))

(define (writer to from)
  (let ((came (with-claim from
                (case-in (from x) ((writer end next) (list end next))))))
    (let write ((left (random-integer 3)) (next (cadr came)))
      (cond ((> next items) (note 'written))
            ((= left 0)
             (sometimes-pause)
             (with-claim to (out! (to x) 'writer (car came) next))
             (writer to from))
            (else
             (out! ((car came) x) next)
             (write (- left 1) (+ next 1)))))))

(define (start-three name body)
  (for-each (lambda (n)
              (start (lambda (net)
                       (body (pony-alloc-shared-client net name road)
                             (pony-alloc-shared-server net name road)))))
            '(1 2 3))
  (pony-alloc-shared-client net name road))
(define-values (client server) (make-ends line))
(let ((to (start-three "readers" reader)))
  (with-claim to (out! (to x) 'reader server '())))
(let ((to (start-three "writers" writer)))
  (with-claim to (out! (to x) 'writer client 1)))
(recv (('note 'written) #t))
(recv (('note 'read seen) (show 'moving (equal? seen (numbers 1 items)))))

;; The ends of all of them, each of which is told after what it has sent.
(define (until-ended watches)
  (if (pair? watches)
      (recv (('down watch . _) (where (memq watch watches))
             (until-ended (remove-one watch watches))))))
(define (remove-one object list)
  (if (eq? object (car list)) (cdr list) (cons (car list) (remove-one object (cdr list)))))

;; Readers that release without reading, and some that are terminated: each item is read in order,
;; and once, or was in the hands of one of these.
(define (take end)
  (with-claim end (sometimes-pause))
  (let ((n (with-claim end
             (let ((n (in (end x))))
               (note 'item n)
               n))))
    (if (> n 0) (take end))))
(define takers
  (map (lambda (n) (start (lambda (net) (take (pony-alloc-shared-server net "items" line)))))
       (numbers 1 6)))
(define taker-watches (map monitor takers))
(start (lambda (net)
         (let ((end (pony-alloc-client net "items" line)))
           (for-each (lambda (n) (out! (end x) n)) (numbers 1 40))
           (let loop () (out! (end x) 0) (loop)))))
(for-each (lambda (pid) (pause) (terminate! pid)) (list (car takers) (cadr takers) (list-ref takers 2)))
(until-ended taker-watches)
(define all
  (sort (let loop () (recv (('note 'item n) (if (> n 0) (cons n (loop)) (loop))) (after 0 '()))) <))
(define (distinct? sorted)
  (or (null? sorted) (null? (cdr sorted))
      (and (< (car sorted) (cadr sorted)) (distinct? (cdr sorted)))))
(show 'taking (distinct? all) (>= (length all) 37))

;; Clients that are terminated at any point of a request: no client reads the answer to another one,
;; the server gets each number of those who live once, and goes on.
(define (serve end)
  (let ((n (in (end x))))
    (note 'served n)
    (sometimes-pause)
    (guard (e ((eq? (condition-kind e) 'link-lost) #f))
      (out! (end y) (* 2 n))))
  (serve end))
(start (lambda (net) (serve (pony-alloc-server net "questions" line))))
(define (ask end name)
  (let loop ((n 0))
    (if (< n 10)
        (let ((number (+ (* 100 name) n)))
          (with-claim end
            (sometimes-pause)
            (out! (end x) number)
            (if (not (= (* 2 number) (in (end y)))) (note 'wrong name)))
          (loop (+ n 1)))
        (note 'asked name))))
(define clients
  (map (lambda (name)
         (start (lambda (net) (ask (pony-alloc-shared-client net "questions" line) name))))
       (numbers 1 6)))
(define client-watches (map monitor clients))
(for-each (lambda (pid) (pause) (terminate! pid)) (list (car clients) (cadr clients)))
(until-ended client-watches)
;; One more request, so that what the server has told of the others has come.
(define last (pony-alloc-shared-client net "questions" line))
(with-claim last (out! (last x) 0) (in (last y)))
(define served
  (let loop ()
    (recv (('note 'served 0) '()) (('note 'served n) (cons n (loop))))))
(define of-the-living
  (sort (let keep ((rest served))
          (cond ((null? rest) '())
                ((< (car rest) 300) (keep (cdr rest)))
                (else (cons (car rest) (keep (cdr rest))))))
        <))
(show 'asking
      (sort (let loop () (recv (('note 'asked name) (if (> name 2) (cons name (loop)) (loop)))
                               (after 0 '())))
            <)
      (recv (('note 'wrong name) name) (after 0 'right))
      (distinct? (sort served <))
      (equal? of-the-living
              (apply append (map (lambda (name) (numbers (* 100 name) (+ 9 (* 100 name))))
                                 '(3 4 5 6)))))
(pony-shutdown! net 0)
