;;; What takes too long for one primitive, in steps.
;;;
;;; A primitive holds a scheduler until it is done, so it refuses what is large:
;;; it gives absent and has done nothing. Here that is done by many primitives,
;;; between which the process can be stopped, sent elsewhere and ended.
;;; Strings are in strings-in-steps.scm, tables in tables-in-steps.scm, equal?
;;; is in equality-in-steps.scm.

;; What the primitive gives, or else the expression.
(define-syntax %or-in-steps
  (syntax-rules ()
    ((_ (primitive operand ...) otherwise)
     (let ((result (%primitive primitive operand ...)))
       (if (%primitive absent? result) otherwise result)))))

;; Elements and characters of a step, and bytes.
(define-syntax %step (syntax-rules () ((_) 65536)))
(define-syntax %bytes-step (syntax-rules () ((_) 524288)))

;; Calls the procedure with the bounds of each part of a range.
(define (%each-step start end step do)
  (if (%primitive < start end)
      (let ((next (min end (%primitive add start step))))
        (do start next)
        (%each-step next end step do))))

;; Copies a range to `at`: from the end on if it may overlap what it goes to.
(define (%copy-in-steps backward? at start end step copy!)
  (if (%primitive < start end)
      (if backward?
          (let ((from (max start (%primitive subtract end step))))
            (copy! (%primitive add at (%primitive subtract from start))
                   from end)
            (%copy-in-steps backward? at start from step copy!))
          (let ((next (min end (%primitive add start step))))
            (copy! at start next)
            (%copy-in-steps backward?
                            (%primitive add at (%primitive subtract next start))
                            next end step copy!)))))

;; One object of all parts.
(define (%join parts length-of make copy!)
  (let ((joined (make (%sum length-of parts))))
    (let loop ((parts parts) (at 0))
      (if (%primitive pair? parts)
          (let* ((part (%primitive car parts)) (count (length-of part)))
            (copy! joined at part 0 count)
            (loop (%primitive cdr parts) (%primitive add at count)))
          joined))))

(define (%sum number-of parts)
  (let loop ((rest (%require-list parts 'append)) (sum 0))
    (if (%primitive pair? rest)
        (loop (%primitive cdr rest)
              (%primitive add sum (number-of (%primitive car rest))))
        sum)))

;; Lists.

;; The length, or #f if it is no proper list. What stays behind is met again in
;; a circle; it jumps forward each time its distance has doubled (Brent).
(define (%long-length object)
  (let loop ((rest object) (count 0) (behind #f) (jump 1024))
    (cond ((%primitive null? rest) count)
          ((not (%primitive pair? rest)) #f)
          ((%primitive eq? rest behind) #f)
          ((%primitive eq? count jump)
           (loop (%primitive cdr rest) (%primitive add count 1) rest
                 (%primitive add jump jump)))
          (else
           (loop (%primitive cdr rest) (%primitive add count 1) behind
                 jump)))))

;; The length of what is a list; `who` complains of anything else.
(define (%long-length-of list who)
  (let ((length (%long-length list)))
    (if length
        length
        (%error-of-kind 'type who "expected a proper list" list))))

(define (%long-list->vector list)
  (let ((vector (%vector-of-zeros (%long-length-of list 'list->vector))))
    (let loop ((rest list) (index 0))
      (if (%primitive pair? rest)
          (begin
            (%primitive vector-set! vector index (%primitive car rest))
            (loop (%primitive cdr rest) (%primitive add index 1)))
          vector))))

;; Vectors.

(define (%vector-of-zeros length) (%primitive %vector-of-zeros length))

(define (%make-vector k fill)
  (%or-in-steps (make-vector k fill)
    (let ((vector (%vector-of-zeros k)))
      (if (not (%primitive eq? fill 0)) (%vector-fill! vector fill 0 k))
      vector)))

(define (%vector-fill! vector object start end)
  (if (%primitive absent? (%primitive vector-fill! vector object start end))
      (%each-step
       start end (%step)
       (lambda (start end)
         (%primitive vector-fill! vector object start end)))))

(define (%vector-copy vector start end)
  (%or-in-steps (vector-copy vector start end)
    (let ((copy (%vector-of-zeros (%primitive subtract end start))))
      (%vector-copy! copy 0 vector start end)
      copy)))

(define (%vector-copy! to at from start end)
  (if (%primitive absent? (%primitive vector-copy! to at from start end))
      (%copy-in-steps
       (and (%primitive eq? to from) (%primitive > at start))
       at start end (%step)
       (lambda (at start end)
         (%primitive vector-copy! to at from start end)))))

(define (%vector->list vector start end)
  (%or-in-steps (vector->list vector start end)
    (let loop ((end end) (elements '()))
      (if (%primitive < start end)
          (let ((index (%primitive subtract end 1)))
            (loop index
                  (%primitive cons (%primitive vector-ref vector index)
                              elements)))
          elements))))

;; Bytevectors.

(define (%bytevector-of-zeros length)
  (%primitive %bytevector-of-zeros length))

(define (%make-bytevector k byte)
  (%or-in-steps (make-bytevector k byte)
    (let ((bytes (%bytevector-of-zeros k)))
      (if (not (%primitive eq? byte 0)) (%bytevector-fill! bytes byte 0 k))
      bytes)))

(define (%bytevector-fill! bytes byte start end)
  (if (%primitive absent? (%primitive bytevector-fill! bytes byte start end))
      (%each-step
       start end (%bytes-step)
       (lambda (start end)
         (%primitive bytevector-fill! bytes byte start end)))))

(define (%bytevector-copy bytes start end)
  (%or-in-steps (bytevector-copy bytes start end)
    (let ((copy (%bytevector-of-zeros (%primitive subtract end start))))
      (%bytevector-copy! copy 0 bytes start end)
      copy)))

(define (%bytevector-copy! to at from start end)
  (if (%primitive absent? (%primitive bytevector-copy! to at from start end))
      (%copy-in-steps
       (and (%primitive eq? to from) (%primitive > at start))
       at start end (%bytes-step)
       (lambda (at start end)
         (%primitive bytevector-copy! to at from start end)))))

(define (%bytevector-concatenate parts)
  (%or-in-steps (%bytevector-concatenate parts)
    (%join parts bytevector-length %bytevector-of-zeros %bytevector-copy!)))

(define (%long-list->bytevector list)
  (let ((bytes (%bytevector-of-zeros (%long-length-of list 'bytevector))))
    (let loop ((rest list) (index 0))
      (if (%primitive pair? rest)
          (begin
            (%primitive bytevector-u8-set! bytes index (%primitive car rest))
            (loop (%primitive cdr rest) (%primitive add index 1)))
          bytes))))
