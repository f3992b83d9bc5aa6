;; S-expressions as HTML: what is escaped, what is refused.
(import (scheme base) (scheme write) (mound conditions) (mound html))

(define (show html) (display (html->string html)) (newline))
(define-syntax kind-of
  (syntax-rules ()
    ((_ expression)
     (guard (e ((condition? e) (condition-kind e))) expression))))

(define nasty "</p><script>alert(\"x\" & 'y')</script>")
(show `(p ,nasty))
(show `(a (@ (href ,nasty) (title "it's")) "x"))
(show `(p ,(raw-html "<b>") ,nasty ,(raw-html "</b>")))
;; Data that looks like attributes is text all the same.
(show `(p ,(list "@" "class") (b "x")))
(show '(ul ((li "1") (li 2)) () #f #t (li #\<)))
(show '(input (@ (value "") (required #t) (hidden #f) (maxlength 3) (type text))))
(show '(script "if (a < b && c) f();"))
(show '(style "a > b { }"))
(display (map (lambda (html) (kind-of (html->string html)))
              `((br "x") (|a b|) (p (@ (|x y| "1"))) (p (@ (|x>| "1"))) (|1a|)
                (script ,nasty) (script "<!--") (p x) (p (@ (a))) (p (@ "a"))
                (p (@ (a (1)))) (||) (p #u8(1)) (p . "x"))))
(newline)
(write-html-document '(html (head (title "λ & μ")) (body (hr))))
(newline)
(define deep
  (let loop ((count 100) (inside "x"))
    (if (= count 0) inside (loop (- count 1) (list 'i inside)))))
(display (string-length (html->string deep)))
(newline)
