;;; A program writes into the log of its node, as the node does itself: lines
;;; with a level and fields, on standard error. What is written and how it looks
;;; is for who runs the node to say, with --log and --log-format; the subject of
;;; these lines is `program`. Nobody waits for a line: where they are not read,
;;; they are left out and counted.

(define %levels '(error warning info debug))

;;> (log-message level text [fields]): writes the text into the log, unless the
;;> node was told to leave out such lines. The level is error, warning, info or
;;> debug. Fields are an association list of symbols and values, which are
;;> written as display does. Of text and fields, 65536 bytes each are written.
;;> Raises type.
;;> Example: (eval '(begin (log-message 'debug "an order has come" '((order . 17) (from . "web"))) 'written) (environment '(scheme base) '(mound log))) => written
(define log-message
  (case-lambda
    ((level text) (log-message level text '()))
    ((level text fields)
     (%require-level level 'log-message)
     (if (not (string? text)) (%type-error 'log-message "a string" text))
     (%require-fields fields)
     (if (%primitive %logs? level)
         (%primitive %log level text (%flat fields)))
     (void))))

(define (%require-level level who)
  (if (not (memq level %levels))
      (%type-error who "error, warning, info or debug" level)))

(define (%require-fields fields)
  (if (not (and (list? fields)
                (let loop ((fields fields))
                  (or (null? fields)
                      (and (pair? (car fields))
                           (symbol? (caar fields))
                           (loop (cdr fields)))))))
      (%type-error 'log-message "an association list of symbols" fields)))

;; Names and values as strings, in turn.
(define (%flat fields)
  (if (null? fields)
      '()
      (cons (symbol->string (caar fields))
            (cons (%shown (cdar fields)) (%flat (cdr fields))))))

(define (%shown value)
  (if (string? value)
      value
      (call-with-output-string (lambda (port) (display value port)))))

;;> (log-level? level): whether lines with this level are written, for what is
;;> dear to put together. Raises type.
;;> Example: (eval '(log-level? 'debug) (environment '(scheme base) '(mound log))) => #f
(define (log-level? level)
  (%require-level level 'log-level?)
  (%primitive %logs? level))
