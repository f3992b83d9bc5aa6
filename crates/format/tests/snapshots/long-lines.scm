(string-append "the first part of a long text, " "the second part of it, " "and the third part")
(send-the-message-to-everybody (list 'message (current-user) "hello, this is a long message"))
(set! the-variable-with-the-long-name (compute-something-with-a-long-name first-argument second))
(for-each (lambda (name) (display name) (newline)) (list "Ada" "Grace" "Barbara" "Frances" "Jean"))
(import (scheme base) (scheme write) (scheme process-context) (termite) (mound match) (srfi 1) (srfi 13))
(with-a-form-of-my-own (x y) (first-expression-of-the-body x) (second-expression-of-the-body y) z)
(%primitive cons the-first-of-four-elements (%primitive cons the-second-of-four-elements (%primitive cons c '())))

--------
(string-append "the first part of a long text, "
               "the second part of it, "
               "and the third part")
(send-the-message-to-everybody
 (list 'message (current-user) "hello, this is a long message"))
(set! the-variable-with-the-long-name
      (compute-something-with-a-long-name first-argument second))
(for-each (lambda (name) (display name) (newline))
          (list "Ada" "Grace" "Barbara" "Frances" "Jean"))
(import (scheme base) (scheme write) (scheme process-context) (termite)
        (mound match) (srfi 1) (srfi 13))
(with-a-form-of-my-own (x y)
                       (first-expression-of-the-body x)
                       (second-expression-of-the-body y)
                       z)
(%primitive cons the-first-of-four-elements
            (%primitive cons the-second-of-four-elements
                        (%primitive cons c '())))
