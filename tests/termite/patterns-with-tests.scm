;; The pattern `(? test pattern ...)`, in `match` and in receives. It was a list
;; of two names. (mound match) alone has no `?`; (termite process) has the
;; procedure: it means the same with both.
(import (scheme base) (scheme eval) (scheme write) (prefix (mound match) alone:)
        (termite process))

(define (show object) (write object) (newline))
(define (what x)
  (match x
    ((? number?) 'number)
    ((? string? s) (list 'string s))
    (('both (? pair? (a . _) (_ . b))) (list 'both a b))
    ((a (? even? b) (? odd?)) (list a b))
    (#((? symbol? x) (? symbol? x)) (list 'same x))
    (`(key ,(? (lambda (n) (> n 5)) n)) n)
    ;; Elsewhere it is a name, as it was.
    (#(? other) (list ? other))
    (#(quote a b) (list quote a b))
    (? (list 'anything ?))))
(for-each (lambda (x) (show (what x)))
          (list 1 "a" '(both (1 . 2)) '(1 2 3) '(1 2 4) '#(a a) '#(a 5) '(key 6)
                '(key 5) '#(quote 1 2)))

;; A test is not asked about what the patterns on its left refuse, and sees what
;; is left of it; a guard comes after it.
(define asked '())
(define (ask n) (set! asked (cons n asked)) (> n 1))
(show (map (lambda (x)
             (match x ((1 (? ask n)) (where (< n 3)) n) (_ 'no)))
           '((1 2) (2 2) (1 1) (1 5))))
(show (reverse asked))
(show (match '(2 4) ((a (? (lambda (n) (= n (* a a))))) 'square) (_ 'no)))

;; A program that has no `?`.
(show (eval '(match '(a 2) ((_ (? even? n)) n))
            (environment '(scheme base) '(only (mound match) match))))

;; In receives; a test that receives itself leaves the place in the mailbox.
(for-each (lambda (message) (! (self) message)) '((go 5) x (go "s") last))
(show (recv (('go (? string? s)) s)))
(show (recv ((? symbol?) 'symbol)))
(show (recv (('go (? (lambda (n) (eq? (?? symbol? 0 'none) 'last)) n)) n)))
(show (? 0 'nothing-left))

;; Without a test it has no meaning.
(define (refusal form)
  (guard (e (#t (read-line (open-input-string (error-object-message e)))))
    (eval form (environment '(scheme base) '(termite process)))))
(show (refusal '(match 1 ((?) 1))))
(show (refusal '(recv ((a (? . b)) 1))))
