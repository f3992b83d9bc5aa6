;; Protocols, rendezvous, order, alternation and extended input in one node.
(import (scheme base) (scheme case-lambda) (scheme eval) (scheme write)
        (mound conditions) (termite process) (pony))

(define (show object) (write object) (newline))
;; A process that holds ends receives with patterns: what comes to its ends is in
;; its mailbox too.
(define me (self))
(define (note object) (! me (list 'note object)))
(define noted
  (case-lambda
    (() (recv (('note object) object)))
    ((timeout default) (recv (('note object) object) (after timeout default)))))
(define (pause) (recv ('never #t) (after 0.002 #f)))
(define (numbers from to)
  (if (> from to) '() (cons from (numbers (+ from 1) to))))
(define-syntax kind
  (syntax-rules ()
    ((_ body ...) (guard (e ((condition? e) (condition-kind e)) (#t e)) body ...))))

(define-channel-type line (x ? integer) (y ! integer))

;; A writer waits for the reader.
(define-values (c s) (make-ends line))
(define writer (fork ((lambda (c) (out! (c x) 1) (note 'taken) (in (c y))) c)))
(show (noted 0.05 'still-waits))
(show (in (s x)))
(show (noted))
(out! (s y) 2)
(show (pair? (memq (wait-for writer) '(normal noproc))))

;; Order, and both directions of a bundle.
(define-values (c2 s2) (make-ends line))
(show (equal? (par ((lambda (c)
                      (for-each (lambda (n) (out! (c x) n)) (numbers 1 300))
                      (in (c y)))
                    c2)
                   ((lambda (s)
                      (let ((found (map (lambda (n) (in (s x))) (numbers 1 300))))
                        (out! (s y) -1)
                        found))
                    s2))
              (list -1 (numbers 1 300))))
;; The ends are back.
(show (list (end-defined? c2) (end-defined? s2)))
(show (par ((lambda (c) (out! (c x) 5)) c2) ((lambda (s) (+ 1 (in (s x)))) s2)))

;; All types.
(define-protocol pairs (seq integer string (counted integer)))
(define-protocol inner (point real64 real64) (nothing))
(define-protocol kinds
  (numbers int16 int32 int64 byte real32 real64)
  (words boolean char string symbol bytevector)
  (many (counted byte) (vector-of (seq integer inner)))
  (nested inner pairs)
  (free any))
(define-channel-type everything (plain ? any) (sequence ? pairs) (tagged ? kinds))
(define-values (ec es) (make-ends everything))
(define (through . items)
  (car (cdr (par ((lambda (c) (out!* c items)) ec)
                 ((lambda (s) (call-with-values (lambda () (in (s tagged))) list)) es)))))
(define (out!* c items)
  (case (length items)
    ((1) (out! (c tagged) (car items)))
    ((2) (out! (c tagged) (car items) (list-ref items 1)))
    ((3) (out! (c tagged) (car items) (list-ref items 1) (list-ref items 2)))
    ((6) (out! (c tagged) (car items) (list-ref items 1) (list-ref items 2) (list-ref items 3)
               (list-ref items 4) (list-ref items 5)))
    (else (out! (c tagged) (car items) (list-ref items 1) (list-ref items 2) (list-ref items 3)
                (list-ref items 4) (list-ref items 5) (list-ref items 6)))))
(show (through 'numbers -32768 2147483647 -9223372036854775808 255 1/2 2.5))
(show (through 'words #t #\a "b" 'c #u8(1 2)))
(show (through 'many #u8(1 2 3) '#((1 (point 1 2)) (2 (nothing)))))
(show (through 'many '() '#()))
(show (through 'nested '(nothing) '(1 "x" #(1 2 3))))
(show (through 'free '(#t . "anything")))
(define large (make-vector 20000 7))
(define-protocol counts (counted integer))
(define-channel-type bulk (x ? counts))
(define-values (bc bs) (make-ends bulk))
(show (vector-length (cadr (par ((lambda (c) (out! (c x) large)) bc) ((lambda (s) (in (s x))) bs)))))

;; Tags.
(define (answers s)
  (case-in (s tagged)
    ((numbers a . rest) (list 'numbers a (length rest)))
    ((words . all) (length all))
    ((free object) object)
    ((many a b) 'many)))
(define (ask . items)
  (cadr (par (out!* ec items) (answers es))))
(show (ask 'free 42))
(show (ask 'words #t #\a "b" 'c #u8()))
;; The reader has no such clause.
(define-values (nc ns) (make-ends everything))
(fork ((lambda (c) (out!* c (list 'nested '(nothing) '(1 "x" ())))) nc))
(show (kind (answers ns)))

;; Violations: nothing is sent, and the declaration is shown.
(show (kind (out! (ec tagged) 'no-such-tag)))
(show (kind (out! (ec tagged) 'nested '(nothing))))
(show (kind (out! (ec tagged) 'numbers 32768 0 0 0 0 0)))
(show (kind (out! (ec tagged) 'numbers 0 0 0 256 0 0)))
(show (kind (out! (ec tagged) 'many '(1 2 . 3) '#())))
(show (kind (out! (ec tagged) 'many '() '#((1 (point 1))))))
(show (kind (out! (ec sequence) 1 "a")))
(show (kind (out! (es tagged) 'free 1)))
(show (kind (in (ec tagged))))
(show (kind (in (es no-such-field))))
(show (guard (e (#t (cons (error-object-message e) (error-object-irritants e))))
        (out! (ec sequence) 1 2 3)))
(show (guard (e (#t (cons (error-object-message e) (error-object-irritants e))))
        (out! (s x) 3)))
;; The channel is as it was.
(show (ask 'free 'still-works))

;; Extended input: the writer goes on after the body.
(define-values (xc xs) (make-ends line))
(fork ((lambda (c) (out! (c x) 1) (note 'writer) (out! (c x) 2) (note 'writer)) xc))
(show (extended-in (xs x) (n) (let ((early (noted 0.05 'waits))) (list n early))))
(show (noted))
(show (kind (extended-in (xs x) (n) (raise (list 'from-body n)))))
(show (noted))

;; Alternation.
(define (start-sender n)
  (let-values (((c s) (make-ends line)))
    (fork ((lambda (c) (let loop () (out! (c x) n) (loop))) c))
    s))
(define senders (map start-sender '(0 1 2)))
(define (either choose)
  (let ((a (car senders)) (b (cadr senders)) (c (list-ref senders 2)))
    (choose a b c)))
(define (fair a b c)
  (fair-alt ((in (a x) n) n) ((in (b x) n) n) ((in (c x) n) n)))
;; Each that is ready is taken at some time.
(define (until-all-taken seen)
  (if (and (memv 0 seen) (memv 1 seen) (memv 2 seen))
      'all-taken
      (until-all-taken (cons (either fair) seen))))
(show (until-all-taken '()))
(show (pri-alt ((when #f (skip)) 'off) ((skip) 'second) ((skip) 'third)))
(define-values (qc qs) (make-ends line))
(show (alt ((in (qs x) n) n) ((after 0.01) 'late)))
(show (alt ((in (qs x) n) n) ((skip) 'at-once)))
(show (pri-alt ((skip) 'skip) ((in (qs x) n) n)))
(show (alt ((in (qs x) n) n) ((after 1000) 'never) ((after 0) 'soon)))
(define-values (tc ts) (make-ends everything))
(fork ((lambda (c) (out! (c tagged) 'free 9) (out! (c plain) 10)) tc))
(define (next)
  (alt ((case-in (ts tagged)) ((free n) (list 'free n)) ((nested a b) 'nested))
       ((extended-in (ts plain) n) (list 'plain n))))
(show (list (next) (next)))

;; Forks that are waited for, and those that fail.
(define-values (fc fs) (make-ends/any2one line))
(show (forking
       (for-each (lambda (n) (fork ((lambda (c n) (with-claim c (out! (c x) n))) fc n))) '(1 2 3))
       (apply + (map (lambda (n) (in (fs x))) '(1 2 3)))))
(show (kind (par ((lambda () (raise 'failed))) ((lambda () (?))))))

;; A tag or a field that is there twice is a mistake in the text.
(define (mistake form)
  (kind (eval form (environment '(scheme base) '(pony))) 'accepted))
(show (map mistake
           '((define-protocol p (a integer) (b) (a))
             (define-protocol p (a integer) (b))
             (define-channel-type t (x ? integer) (y ! integer) (x ! integer))
             (define-channel-type t (x ? integer) (y ! integer)))))

;; What is written is a copy: the writer may change what it has.
(define-channel-type bytes (x ? bytevector))
(define-values (c9 s9) (make-ends bytes))
(show (par ((lambda (c)
              (let ((b (bytevector 1 2 3)))
                (out! (c x) b)
                (bytevector-u8-set! b 0 9)
                (out! (c x) b)
                b))
            c9)
           ((lambda (s) (let* ((one (in (s x))) (two (in (s x)))) (list one two))) s9)))
