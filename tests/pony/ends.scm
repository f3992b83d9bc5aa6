;; Claims, ends that move, and the end of those who hold them, in one node.
(import (scheme base) (scheme case-lambda) (scheme write) (mound sort) (mound conditions)
        (mound call) (termite process) (pony))

(define (show object) (write object) (newline))
(define me (self))
(define (note object) (! me (list 'note object)))
(define noted
  (case-lambda
    (() (recv (('note object) object)))
    ((timeout default) (recv (('note object) object) (after timeout default)))))
(define (numbers from to)
  (if (> from to) '() (cons from (numbers (+ from 1) to))))
(define-syntax kind
  (syntax-rules ()
    ((_ body ...) (guard (e ((condition? e) (condition-kind e)) (#t e)) body ...))))

(define-channel-type line (x ? integer) (y ! integer))
(define-protocol ends-of-lines
  (client-end (client line)) (server-end (server line)) (shared-end (client line shared))
  (several (counted (client line)) (seq integer (server line)))
  (finish (client carrier)) (finish-shared (client carrier shared)) (number integer))
(define-channel-type carrier (x ? ends-of-lines) (y ! ends-of-lines))

;; Claims: what happens within one is not mixed with others.
(define-values (c s) (make-ends/any2one line))
(define (client c n)
  (for-each (lambda (i)
              (with-claim c
                (out! (c x) n)
                (let ((old (in (c y)))) (out! (c x) (+ old 1)))))
            (numbers 1 20)))
(define total
  (forking
    (for-each (lambda (n) (fork (client c n))) (numbers 1 5))
    (let loop ((left 100) (value 0))
      (if (= left 0)
          value
          (begin
            (in (s x))
            (out! (s y) value)
            (loop (- left 1) (in (s x))))))))
(show total)

;; In order. The homes of bundles say how many wait for a client end.
(define (claims-waiting)
  (apply + (map (lambda (pid)
                  (if (eq? (process-name pid) 'pony-bundle)
                      (cdr (assq 'client-claims (server-status pid)))
                      0))
                (process-list))))
(define (until-waiting count)
  (if (not (= count (claims-waiting))) (until-waiting count)))
(claim! c)
(define (queue name count)
  (fork ((lambda (c) (with-claim c (note name))) c))
  (until-waiting count))
(queue 'first 1)
(queue 'second 2)
(queue 'third 3)
(release! c)
(show (list (noted) (noted) (noted)))

;; A claim needs no peer; without a claim there is no use of a shared end.
(define-values (c2 s2) (make-ends/any2any line))
(show (claim! c2))
(show (kind (claim! c2)))
(show (kind (in (s2 x))))
(show (kind (out! (s2 y) 1)))
(release! c2)
(show (kind (out! (c2 x) 1)))
(show (kind (release! c2)))

;; A claim that is given up is not granted later.
(define busy
  (fork ((lambda (c)
           (claim! c)
           (note 'held)
           (recv ('release (release! c)))
           (note 'released)
           (recv ('never #t)))
         c2)))
(noted)
(show (list (claim! c2 0.01 'in-use) (kind (claim! c2 0))))
(! busy 'release)
(noted)
(show (par ((lambda (c) (claim! c 60 'still-in-use)) c2)))
(terminate! busy)

;; Both shared: the first client with the first server.
(show (sort (par ((lambda (c) (with-claim c (out! (c x) 1) (in (c y)))) c2)
                 ((lambda (c) (with-claim c (out! (c x) 2) (in (c y)))) c2)
                 ((lambda (s) (with-claim s (let ((n (in (s x)))) (out! (s y) (* 10 n)) 0))) s2)
                 ((lambda (s) (with-claim s (let ((n (in (s x)))) (out! (s y) (* 10 n)) 0))) s2))
            <))

;; A pending output waits for the next reader, exactly once.
(define-values (c3 s3) (make-ends/one2any line))
(define (write-all c) (for-each (lambda (n) (out! (c x) n)) (numbers 0 9)) 'written)
(define (read-some s count)
  (with-claim s
    (recv ('never #t) (after 0.02 #f)))
  (with-claim s
    (let loop ((count count) (found '()))
      (if (= count 0) (reverse found) (loop (- count 1) (cons (in (s x)) found))))))
(define (merge results)
  (list (car results) (sort (apply append (cdr results)) <)))
(show (merge (par (write-all c3) (read-some s3 5) (read-some s3 5))))

;; Ends move, and are used by the new holder only.
(define-values (kc ks) (make-ends carrier))
(define-values (c4 s4) (make-ends line))
(define (user k)
  (case-in (k x)
    ((client-end c) (out! (c x) 42) (out! (k y) 'client-end c))))
(fork (user ks))
(define old-c4 c4)
(out! (kc x) 'client-end c4)
(show (list (end-defined? c4) (kind (out! (c4 x) 1)) (in (s4 x))))
(case-in (kc y) ((client-end c) (set! c4 c)))
(show (map end-defined? (list c4 s4)))
(show (par ((lambda (c) (out! (c x) 43)) c4) ((lambda (s) (in (s x))) s4)))

;; A writer whose reader moves: the item follows it.
(define-values (c5 s5) (make-ends line))
(fork ((lambda (c) (out! (c x) 1) (note 'first) (out! (c x) 2) (note 'second)) c5))
(define-values (kc2 ks2) (make-ends carrier))
(fork ((lambda (k)
         (case-in (k x)
           ((server-end s) (note (in (s x))) (out! (k y) 'server-end s))))
       ks2))
(recv ('never #t) (after 0.02 #f))
(out! (kc2 x) 'server-end s5)
(show (sort (list (noted) (noted)) (lambda (a b) (eqv? a 1))))
(case-in (kc2 y) ((server-end s) (set! s5 s)))
(show (list (in (s5 x)) (noted) (noted 0 'once)))

;; Several ends in one communication, in lists too.
(define-values (a b) (make-ends line))
(define-values (d e) (make-ends line))
(define-values (f g) (make-ends line))
(define-values (kc3 ks3) (make-ends carrier))
(fork ((lambda (k)
         (case-in (k x)
           ((several clients pair)
            (for-each (lambda (c n) (out! (c x) n)) clients '(1 2))
            (note (+ (car pair) (in ((cadr pair) x)))))))
       ks3))
(out! (kc3 x) 'several (list a d) (list 100 g))
(show (list (in (b x)) (in (e x))))
(out! (f x) 5)
(show (noted))

;; An end over itself, unshared and shared; the server holds both then.
(define-values (kc4 ks4) (make-ends carrier))
(fork ((lambda (k)
         (case-in (k x)
           ((finish c) (note (map end-defined? (list c k))) (fork ((lambda (c) (out! (c x) 'number 7)) c))
                       (case-in (k x) ((number n) (note n))))))
       ks4))
(out! (kc4 x) 'finish kc4)
(show (list (noted) (noted) (end-defined? kc4)))
(define-values (kc5 ks5) (make-ends/any2one carrier))
(fork ((lambda (k)
         (case-in (k x)
           ((finish-shared c)
            (fork ((lambda (c) (with-claim c (out! (c x) 'number 8))) c))
            (case-in (k x) ((number n) (note n))))))
       ks5))
(with-claim kc5 (out! (kc5 x) 'finish-shared kc5))
(show (noted))

;; An extended input has its ends at once; the writer has given them up and waits.
(define-values (kc7 ks7) (make-ends carrier))
(define-values (h i) (make-ends line))
(fork ((lambda (k end)
         (out! (k x) 'client-end end)
         (note (list 'after (end-defined? end)))
         (recv ('never #t)))
       kc7 h))
(show (extended-in (ks7 x) (tag end)
        (fork ((lambda (end) (out! (end x) 6)) end))
        (list tag (in (i x)) (noted 0.02 'waits))))
(show (noted))

;; Shared ends are copied.
(define-values (c6 s6) (make-ends/any2one line))
(define-values (kc6 ks6) (make-ends carrier))
(fork ((lambda (k) (case-in (k x) ((shared-end c) (with-claim c (out! (c x) 1))))) ks6))
(out! (kc6 x) 'shared-end c6)
(show (in (s6 x)))
(fork ((lambda () (with-claim c6 (out! (c6 x) 2)))))
(show (in (s6 x)))

;; An end that was captured, and not given, or sent as a plain message.
(define-values (c7 s7) (make-ends line))
(fork ((lambda () (note (kind (out! (c7 x) 1))))))
(show (noted))
(define other (spawn (lambda () (recv (end (note (kind (out! (end x) 1))))))))
(! other c7)
(show (noted))
(show (par ((lambda (c) (out! (c x) 1)) c7) ((lambda (s) (in (s x))) s7)))
;; An end of the wrong kind is not sent.
(show (kind (out! (kc3 x) 'server-end c7)))
(show (kind (out! (kc3 x) 'client-end c6)))
(show (end-defined? c7))

;; The end of a holder: the claim goes on, and its request is not answered to others.
(define-values (c8 s8) (make-ends/any2one line))
(define doomed (fork ((lambda (c) (with-claim c (out! (c x) 1) (recv ('never #t)))) c8)))
(show (in (s8 x)))
(define next (fork ((lambda (c) (with-claim c (out! (c x) 2) (note (in (c y))))) c8)))
(terminate! doomed)
(show (kind (out! (s8 y) -1)))
(show (in (s8 x)))
(out! (s8 y) -2)
(show (noted))

;; A writer that ends while it offers: the reader never sees it.
(define-values (c9 s9) (make-ends/any2one line))
(define writer (fork ((lambda (c) (with-claim c (note 'writes) (out! (c x) 1))) c9)))
(noted)
(recv ('never #t) (after 0.02 #f))
(terminate! writer)
(wait-for writer)
(fork ((lambda (c) (with-claim c (out! (c x) 2))) c9))
(show (let ((n (in (s9 x)))) (if (= n 1) (in (s9 x)) n)))

;; The end of the holder of an unshared end: whoever waits, or comes, is told.
(define-values (ca sa) (make-ends line))
(define-values (cb sb) (make-ends line))
(define holder (fork ((lambda (c s) (recv ('never #t))) ca sb)))
(fork ((lambda (s) (note (kind (in (s x))))) sa))
(fork ((lambda (c) (note (kind (out! (c x) 1)))) cb))
(terminate! holder)
(show (list (noted) (noted)))
(define-values (cc sc) (make-ends line))
(wait-for (fork ((lambda (c) #t) cc)))
(show (list (kind (in (sc x))) (kind (out! (sc y) 1)) (kind (alt ((in (sc x) n) n)))))

;; A holder that raises gives its claim back.
(show (kind (with-claim c9 (raise 'oops))))
(show (claim! c9))
(release! c9)
(close-ends! c9)
(show (list (kind (in (s9 x))) (kind (claim! c9))))
