;; A node that fetched the code of a process tells of its death with the names
;; and places of the program that the code came from.
(import (scheme base) (scheme write) (scheme process-context) (mound crash)
        (mound strings) (termite process))

(define there (cadr (command-line)))

(define (element index) (+ 1 (vector-ref #(1 2 3) index)))
(define (twice index) (* 2 (element index)))

;; The frames without the names of directories, which differ.
(define (frame->list frame)
  (list (car frame)
        (and (list-ref frame 2)
             (car (reverse (string-split (list-ref frame 2) "/"))))
        (list-ref frame 3)
        (list-ref frame 4)))

(let ((me (self)))
  (remote-spawn there
    (lambda ()
      (watch-crashes)
      (let ((failing (spawn (lambda () (+ 1 (twice 7))))))
        (recv
          (('crash ,failing report)
           (! me (list 'stack (crash-ref report 'stack)
                       (crash-ref report 'text)))))))))
(recv
  (('stack stack text)
   (for-each (lambda (frame) (write (frame->list frame)) (newline)) stack)
   ;; The text of the source is there too, with the culprit marked.
   (for-each (lambda (line)
               (if (string-search "|" line) (begin (write-string line) (newline))))
             (string-split text "\n")))
  (after 20 (write 'no-report)))
