;;; What goes beyond single processes: memory and collections over time, and
;;; the libraries of the node.

;; Samples that are kept: five minutes.
(define %history-max 150)

;; Keeps of the last sample the bytes of memory, and collections and messages of
;; each second since the one before, the last first.
(define (%remember! look)
  (let* ((info (%sample-info (%look-after look)))
         (old (%sample-info (%look-before look))))
    (define (rate now before) (/ (- now before) (%between look)))
    (define (fact key info) (cdr (assq key info)))
    (%look-history-set!
     look
     (%at-most
      %history-max
      (cons (list (fact 'memory-bytes info)
                  (rate (fact 'collections info) (fact 'collections old))
                  (rate (%total 'messages info) (%total 'messages old)))
            (%look-history look))))))

;; The sum over all schedulers.
(define (%total key info)
  (apply +
         (map (lambda (scheduler) (cdr (assq key scheduler)))
              (cdr (assq 'schedulers info)))))

(define (%history-view look)
  (let ((history (%look-history look)))
    `(div (@ (id "history"))
          ,(%chart "memory" (map car history)
                   (lambda (bytes)
                     (string-append (number->string (quotient bytes 1024))
                                    " KiB")))
          ,(%chart "collections" (map cadr history) %per-second)
          ,(%chart "messages" (map (lambda (row) (list-ref row 2)) history)
                   %per-second))))

(define (%per-second rate)
  (string-append (number->string (exact (round rate))) "/s"))

;; A line from the oldest value, left, to the newest one; 0 is below, and the
;; largest above.
(define (%chart name values text)
  (let ((most (apply max 1 values)))
    `(figure (@ (id ,(string-append "history-" name)))
             (svg (@ (class "chart") (viewBox "0 0 300 50")
                     (preserveAspectRatio "none"))
                  (polyline
                   (@ (points
                       ,(string-join
                         (map (lambda (value index)
                                (string-append
                                 (number->string (- 298 (* 2 index))) ","
                                 (number->string
                                  (exact (round (- 48 (* 46 (/ value
                                                               most))))))))
                              values (%numbers 0 (length values)))
                         " ")))))
             (figcaption ,name " "
                         ,(if (null? values) "" (text (car values)))
                         ", at most "
                         ,(if (null? values) "" (text (apply max values)))))))

;; Libraries that are not part of Mound, and who is in their code.
(define (%libraries-view node)
  (let ((versions (guard (e ((condition? e) e))
                    (%there node %library-rows))))
    `(section (@ (id "libraries"))
              (h2 "Libraries")
              ,(cond ((condition? versions)
                      `(p ,(%shown (error-object-message versions))))
                     ((null? versions)
                      '(p "none but those of Mound"))
                     (else
                      `(table
                        (thead (tr ,(map (lambda (title) `(th ,title))
                                         '("library" "version" "commit" "code"
                                           "imported by" "processes"))))
                        (tbody ,(map (lambda (row)
                                       `(tr ,(map (lambda (cell) `(td ,cell))
                                                  row)))
                                     versions))))))))

(define (%library-rows)
  (map (lambda (version)
         (list (library-version-library version)
               (or (library-version-version version) "")
               (%start-of (or (library-version-commit version) ""))
               (string-append
                (%start-of (library-version-hash version))
                (if (library-version-current? version) "" ", an old one"))
               (string-join (library-version-importers version) ", ")
               (string-join
                (map (lambda (process) (%shown (car process)))
                     (library-version-processes version))
                ", ")))
       (library-versions)))

;; As much of a hash as people compare.
(define (%start-of text) (string-copy text 0 (min 12 (string-length text))))
