;;; Operations of the host, and port processes for what they open.

;; What the host's operation gives.
(define (%host name . arguments) (%primitive %operate name arguments #f))

;; The same, with a timeout in seconds, or #f; raises timeout.
(define (%host-until timeout name . arguments)
  (%primitive %operate name arguments (%deadline-of timeout)))

;; The moment when a timeout in seconds ends.
(define (%deadline-of timeout)
  (cond ((not timeout) #f)
        ((not (real? timeout))
         (%type-error 'timeout "a number of seconds or #f" timeout))
        ((not (< timeout 1000000000)) #f)
        (else
         (+ (%primitive %now)
            (exact (round (* (max timeout 0) 1000000000)))))))

(define (%require-string object who)
  (if (not (string? object)) (%type-error who "a string" object)))

;; Raises unless the object can name a file.
(define (%require-path object who)
  (%require-string object who)
  (if (string-search "\x0;" object)
      (%error-of-kind 'file who "a path cannot contain the character null:"
                      object)))

;; Calls the procedure with the pids of so many new port processes. If it
;; raises, they end.
(define (%with-owners count procedure)
  (let ((owners (%spawn-owners count)))
    (with-exception-catcher
     (lambda (object)
       (for-each (lambda (pid) (%primitive %terminate pid)) owners)
       (raise object))
     (lambda () (apply procedure owners)))))

(define (%spawn-owners count)
  (if (= count 0) '() (cons (%spawn-port) (%spawn-owners (- count 1)))))

;; A port of this kind for a file that the host's operation opens.
(define (%file-port kind path operation . arguments)
  (%with-owners
   1
   (lambda (pid)
     (%primitive %operate operation (cons pid (cons path arguments)) #f)
     (%make-port kind #t pid path))))

;; Two ports over the sides of a connection; `binary?` says of what kind.
(define (%connection-ports input output name binary?)
  (values (%make-port (if binary? 'byte-input 'text-input) #t input name)
          (%make-port (if binary? 'byte-output 'text-output) #t output name)))

;; Closes what the process owns, and ends it.
(define (%close-owner pid)
  (if (eq? (%primitive %resource-open? pid) #t)
      (%primitive %operate 'close (list pid) #f))
  (%primitive %terminate pid))
