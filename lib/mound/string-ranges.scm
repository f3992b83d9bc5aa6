;;; Arguments [start [end]], and [start1 [end1 [start2 [end2]]]] for two
;;; strings.

;; (%with-range (start end) who string list body): the body with the names bound
;; to the range that the list gives, the whole string where it is too short.
(define-syntax %with-range
  (syntax-rules ()
    ((_ (start end) who string range body)
     (let* ((limit (%limit-of who string))
            (given range)
            (start (if (pair? given) (car given) 0))
            (end (if (and (pair? given) (pair? (cdr given)))
                     (cadr given)
                     limit)))
       (%check-range who string start end limit)
       body))))

(define-syntax %with-ranges
  (syntax-rules ()
    ((_ (start1 end1 start2 end2) who string1 string2 ranges body)
     (let ((all ranges))
       (%with-range (start1 end1) who string1 all
         (%with-range (start2 end2) who string2
                      (if (and (pair? all) (pair? (cdr all))) (cddr all) '())
           body))))))

(define (%limit-of who string)
  (if (string? string)
      (string-length string)
      (%type-error who "a string" string)))

(define (%check-range who string start end limit)
  (if (not (and (exact-integer? start) (exact-integer? end)
                (<= 0 start end limit)))
      (%error-of-kind 'range who "no such range" start end string)))
