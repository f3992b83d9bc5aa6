;; Whatever the order of events: ends that move while the other side writes or
;; reads lose no item and double none; claims pass on when their holders end, and no
;; client reads the answer to another; plain channels meet once.

(import (scheme base) (scheme write) (only (termite) random-integer) (mound sort)
        (mound conditions) (termite process) (mound channel) (pony))

(define (show . objects) (write objects) (newline))
(define me (self))
(define (note . objects) (! me (cons 'note objects)))
(define (numbers from to)
  (if (> from to) '() (cons from (numbers (+ from 1) to))))
(define (pause) (recv ('never #t) (after (* 0.0001 (random-integer 4)) #f)))
(define (sometimes-pause) (if (= 0 (random-integer 3)) (pause)))

(define-channel-type line (x ? integer) (y ! integer))
(define-protocol travellers
  (reader (server line) (counted integer)) (writer (client line) integer))
(define-channel-type road (x ? travellers))

;; Both ends of one bundle go around, each among three processes, which read or
;; write a few items, or none, before they hand the end on. Which process has the
;; end next is chance: they all claim the road by which it comes.
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

(define-values (client server) (make-ends line))
(define (start-three body)
  (let-values (((to from) (make-ends/any2any road)))
    (for-each (lambda (n) (fork (body to from))) '(1 2 3))
    to))
(let ((to (start-three reader)))
  (with-claim to (out! (to x) 'reader server '())))
(let ((to (start-three writer)))
  (with-claim to (out! (to x) 'writer client 1)))
(recv (('note 'written) #t))
(recv (('note 'read seen) (show 'moving (equal? seen (numbers 1 items)))))

;; Readers that release without reading, and some that are terminated: what is read
;; is in order, nothing is read twice by those who live, and the writer ends.
(define-values (shared-client shared-server) (make-ends/one2any line))
(define (taker server)
  (with-claim server (sometimes-pause))
  (let ((n (with-claim server (in (server x)))))
    (note 'item n)
    (taker server)))
;; At its end the writer is lost to them.
(define (until-lost body)
  (guard (e ((eq? (condition-kind e) 'link-lost) #f)) (body)))
(define takers
  (map (lambda (n) (fork (until-lost (lambda () (taker shared-server))))) (numbers 1 6)))
(fork ((lambda (client)
         (for-each (lambda (n) (out! (client x) n)) (numbers 1 40))
         (note 'done))
       shared-client))
(for-each (lambda (pid) (pause) (terminate! pid))
          (list (car takers) (cadr takers) (list-ref takers 2)))
(recv (('note 'done) #t))
(define (items-read)
  (recv (('note 'item n) (cons n (items-read))) (after 0.01 '())))
(define all (sort (items-read) <))
(define (distinct? sorted)
  (or (null? sorted) (null? (cdr sorted))
      (and (< (car sorted) (cadr sorted)) (distinct? (cdr sorted)))))
;; A terminated taker may have taken one item each, and told nobody.
(show 'taking (distinct? all) (>= (length all) 37))

;; Clients that are terminated at any point of a request: no client reads the
;; answer to another one, and the server goes on.
(define-values (asks answers) (make-ends/any2one line))
(define (serve answers)
  (let ((n (in (answers x))))
    (sometimes-pause)
    (guard (e ((eq? (condition-kind e) 'link-lost) #f))
      (out! (answers y) (* 2 n))))
  (serve answers))
(define service (fork (serve answers)))
(define (ask asks name)
  (let loop ((n 0))
    (if (< n 10)
        (let ((number (+ (* 100 name) n)))
          (with-claim asks
            (sometimes-pause)
            (out! (asks x) number)
            (if (not (= (* 2 number) (in (asks y)))) (note 'wrong name)))
          (loop (+ n 1)))
        (note 'asked name))))
(define clients (map (lambda (name) (fork (ask asks name))) (numbers 1 6)))
(for-each (lambda (pid) (pause) (terminate! pid)) (list (car clients) (cadr clients)))
(define lives (list-tail clients 2))
(for-each wait-for clients)
(show 'asking
      (sort (let loop () (recv (('note 'asked name) (if (> name 2) (cons name (loop)) (loop)))
                               (after 0 '())))
            <)
      (recv (('note 'wrong name) name) (after 0 'right)))

;; A server that is terminated while clients wait: each of them is told.
(define late (fork ((lambda (asks) (note 'told (guard (e (#t (condition-kind e)))
                                                  (let loop () (with-claim asks (out! (asks x) 1) (in (asks y))) (loop)))))
                    asks)))
(pause)
(terminate! service)
(show 'server (recv (('note 'told kind) kind)))

;; Plain channels: processes that choose between giving and taking, and give up now
;; and then. Whatever was given was taken, once.
(define channels (map (lambda (n) (make-channel)) '(1 2 3)))
(define (trader name)
  (let loop ((n 0) (given '()) (taken '()))
    (if (= n 12)
        (note 'traded given taken)
        (let* ((value (+ (* 100 name) n))
               (result
                (sync (apply choose-event
                             (timeout-event (* 0.0001 (random-integer 6)))
                             (wrap-event (put-event (list-ref channels (random-integer 3)) value)
                                         (lambda (done) 'gave))
                             (map (lambda (channel) (wrap-event (get-event channel) list))
                                  channels)))))
          (cond ((eq? result 'gave) (loop (+ n 1) (cons value given) taken))
                ((pair? result) (loop (+ n 1) given (cons (car result) taken)))
                (else (loop (+ n 1) given taken)))))))
(for-each (lambda (name) (spawn (lambda () (trader name)))) (numbers 1 5))
(define trades (map (lambda (name) (recv (('note 'traded given taken) (cons given taken))))
                    (numbers 1 5)))
(show 'trading (equal? (sort (apply append (map car trades)) <)
                       (sort (apply append (map cdr trades)) <)))
