;; Labels in literals: sharing and cycles are kept.
(import (scheme base) (scheme write) (scheme read) (scheme eval))

(define (show . objects)
  (for-each (lambda (object) (write object) (display " ")) objects)
  (newline))

(define ring '#0=(a b c . #0#))
(show ring (eq? ring (list-tail ring 3)) (list-ref ring 10))

(define self '#0=#(1 #0# (2 . #0#)))
(show (eq? self (vector-ref self 1))
      (eq? self (cdr (vector-ref self 2))))

;; A vector is a literal without a quote.
(define vector-literal #1=#(x #1#))
(show vector-literal (eq? vector-literal (vector-ref vector-literal 1)))

;; Sharing without a cycle.
(define twice '(#0=(x y) #0# . #0#))
(show twice (eq? (car twice) (cadr twice)) (eq? (car twice) (cddr twice)))
(define strings '(#0="text" #0#))
(show (eq? (car strings) (cadr strings)))

;; Cycles within cycles, and references to parts from elsewhere.
(define nested '#0=(a #1=(b #0# . #1#) #1# . #0#))
(show (eq? nested (cadr (cadr nested)))
      (eq? (cadr nested) (cddr (cadr nested)))
      (eq? (cadr nested) (car (cddr nested)))
      (eq? nested (cdr (cddr nested))))
(show nested)
(define part '(#0=(x #1=(y . #0#)) #1#))
(show (eq? (car part) (cdr (cadr part)))
      (eq? (cadr (car part)) (cadr part)))
(define tail '(p q . #0=(r . #0#)))
(show tail (eq? (cddr tail) (cdr (cddr tail))))

;; The same label in other literals is another.
(show (equal? ring '#0=(a b c . #0#))
      (equal? '#4=(a . #4#) '#1=(b . #1#))
      (equal? '#2=(a . #2#) '#3=(a a . #3#)))

;; Labels outside of literals, if nothing contains itself.
(show (let ((x 1)) (list #0=(+ x 1) #0#)))

;; Macros pass on what they were given, and what they have.
(define-syntax quoted (syntax-rules () ((_ x) 'x) ((_ x y) '(x y))))
(define-syntax ring-of-b (syntax-rules () ((_) '#0=(b . #0#))))
(show (quoted #0=(m . #0#))
      (quoted #1=(m . #1#) #2=(n . #2#))
      (ring-of-b))

;; Literals are frozen and stand in the unit once, also in procedures that travel.
(define (in-procedure) '#0=(f #0#))
(show (eq? (in-procedure) (in-procedure)) (in-procedure))
(show (guard (e (#t 'refused)) (set-car! (in-procedure) 1)))

;; Data that were read, evaluated.
(define datum (read (open-input-string "'#0=(e . #0#)")))
(show (eval datum (environment '(scheme base))))
