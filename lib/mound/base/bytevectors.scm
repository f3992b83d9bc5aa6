;;; Bytevectors. Ranges are `start` to below `end`, the whole where not given.

;;> (bytevector? object): whether it is a bytevector. R7RS 6.9.
;;> Example: (bytevector? #u8(1 2)) => #t
(define (bytevector? object) (%primitive bytevector? object))

;;> (make-bytevector k): a bytevector of k zeros. (make-bytevector k byte): of k
;;> times the byte. Raises type, range. R7RS 6.9.
;;> Example: (make-bytevector 2 7) => #u8(7 7)
(define make-bytevector
  (case-lambda
    ((k) (%make-bytevector k 0))
    ((k byte) (%make-bytevector k byte))))

;;> (bytevector byte ...): a bytevector of these bytes. Raises type, range. R7RS
;;> 6.9.
;;> Example: (bytevector 1 2 3) => #u8(1 2 3)
(define (bytevector . bytes)
  (%or-in-steps (%list->bytevector bytes) (%long-list->bytevector bytes)))

;;> (bytevector-length bytevector): how many bytes it has. Raises type. R7RS
;;> 6.9.
;;> Example: (bytevector-length #u8(1 2)) => 2
(define (bytevector-length bytevector)
  (%primitive bytevector-length bytevector))

;;> (bytevector-u8-ref bytevector k): byte k. Raises type, range. R7RS 6.9.
;;> Example: (bytevector-u8-ref #u8(5 6) 1) => 6
(define (bytevector-u8-ref bytevector k)
  (%primitive bytevector-u8-ref bytevector k))

;;> (bytevector-u8-set! bytevector k byte): changes byte k. Raises type, range,
;;> frozen. R7RS 6.9.
;;> Example: (let ((b (bytevector 1 2))) (bytevector-u8-set! b 0 9) b) => #u8(9 2)
(define (bytevector-u8-set! bytevector k byte)
  (%primitive bytevector-u8-set! bytevector k byte))

;;> (bytevector-copy bytevector [start [end]]): a new bytevector of the range.
;;> Raises type, range. R7RS 6.9.
;;> Example: (bytevector-copy #u8(1 2 3) 1) => #u8(2 3)
(define bytevector-copy
  (case-lambda
    ((bytes)
     (%bytevector-copy bytes 0 (%primitive bytevector-length bytes)))
    ((bytes start)
     (%bytevector-copy bytes start (%primitive bytevector-length bytes)))
    ((bytes start end) (%bytevector-copy bytes start end))))

;;> (bytevector-copy! to at from [start [end]]): copies the range of `from` into
;;> `to`, from index `at` on; they may be the same. Raises type, range, frozen.
;;> R7RS 6.9.
;;> Example: (let ((b (bytevector 1 2 3))) (bytevector-copy! b 0 #u8(8 9)) b) => #u8(8 9 3)
(define bytevector-copy!
  (case-lambda
    ((to at from)
     (%bytevector-copy! to at from 0
                        (%primitive bytevector-length from)))
    ((to at from start)
     (%bytevector-copy! to at from start
                        (%primitive bytevector-length from)))
    ((to at from start end)
     (%bytevector-copy! to at from start end))))

;;> (bytevector-fill! bytevector byte [start [end]]): puts the byte everywhere
;;> in the range. Raises type, range, frozen.
;;> Example: (let ((b (bytevector 1 2))) (bytevector-fill! b 0) b) => #u8(0 0)
(define bytevector-fill!
  (case-lambda
    ((bytes byte)
     (%bytevector-fill! bytes byte 0
                        (%primitive bytevector-length bytes)))
    ((bytes byte start)
     (%bytevector-fill! bytes byte start
                        (%primitive bytevector-length bytes)))
    ((bytes byte start end)
     (%bytevector-fill! bytes byte start end))))

;;> (bytevector-append bytevector ...): one new bytevector of all. Raises type.
;;> R7RS 6.9.
;;> Example: (bytevector-append #u8(1) #u8(2 3)) => #u8(1 2 3)
(define (bytevector-append . bytevectors)
  (%bytevector-concatenate bytevectors))
