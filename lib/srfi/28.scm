;;; Strings from a template and objects.

;;> (format template object ...): the template, in which ~a stands for the next
;;> object as `display` writes it, ~s as `write` does, ~% for a new line and ~~
;;> for ~. Raises type; error for too few objects or another letter. SRFI 28.
;;> Example: (format "~a is ~s~%" "x" "y") => "x is \"y\"\n"
(define (format template . objects)
  (let ((port (open-output-string))
        (end (string-length template)))
    (let loop ((start 0) (index 0) (objects objects))
      (cond ((= index end)
             (write-string template port start index)
             (get-output-string port))
            ((not (char=? (string-ref template index) #\~))
             (loop start (+ index 1) objects))
            ((= (+ index 1) end)
             (error "format: the template ends in ~" template))
            (else
             (write-string template port start index)
             (let ((next (+ index 2)))
               (case (string-ref template (+ index 1))
                 ((#\a)
                  (display (%next-object template objects) port)
                  (loop next next (cdr objects)))
                 ((#\s)
                  (write (%next-object template objects) port)
                  (loop next next (cdr objects)))
                 ((#\%) (newline port) (loop next next objects))
                 ((#\~) (write-char #\~ port) (loop next next objects))
                 (else
                  (error "format: unknown letter after ~"
                         (string-ref template (+ index 1)) template)))))))))

(define (%next-object template objects)
  (if (null? objects)
      (error "format: too few objects for the template" template)
      (car objects)))
